# Independent numbers for the batch ratings: the posterior written out game by game, its top by Newton steps with
# gradients by complex steps and curvature by differences of those. Needs numpy only: python3 strengths.py
import itertools
import numpy as np

ELO = 400 / np.log(10)
DUELS = [((0, 1), (1, 0)), ((1, 0), (1, 0)), ((0, 1), (1, 1)), ((1, 2), (1, 0)), ((2, 1), (0, 1)), ((2, 0), (2, 1)),
         ((0, 2), (3, 3)), ((0, 2), (1, 0)), ((3, 0), (0, 1)), ((1, 3), (5, 0)), ((3, 2), (0, 0)), ((2, 3), (1, 0))]
FOUR = [((0, 1, 2, 3), (5, 3, 3, 1)), ((3, 2, 1, 0), (4, 1, 0, 2)), ((1, 3, 0, 2), (2, 2, 2, 1)), ((2, 0, 3, 1), (9, 8, 7, 6)),
        ((4, 0, 1, 2), (1, 1, 0, 0)), ((3, 4, 2, 0), (0, 5, 6, 2))]


def posterior(x, games, n, prior, ties, seat_terms):
    seats = max(len(s) for s, _ in games)
    k = seats - 1 if seat_terms else 0
    theta, alpha, eta = x[:n], np.append(x[n:n + k], 0), dict(zip(ties, x[n + k:]))
    total = -0.5 * (ELO / prior) ** 2 * np.sum(x[:n + k] ** 2) - 0.5 * 0.01 * np.sum(x[n + k:] ** 2)
    for who, payoffs in games:
        left = list(range(len(who)))
        strength = [theta[w] + (alpha[i] if seat_terms else 0) for i, w in enumerate(who)]
        while len(left) > 1:
            best = max(payoffs[i] for i in left)
            chosen = tuple(i for i in left if payoffs[i] == best)
            weight = lambda s: np.exp(sum(strength[i] for i in s) / len(s) + (eta[len(s)] if len(s) > 1 else 0))
            sizes = [1] + [t for t in ties if t <= len(left)]
            total += np.log(weight(chosen)) - np.log(sum(weight(s) for z in sizes for s in itertools.combinations(left, z)))
            left = [i for i in left if i not in chosen]
    return total


def top(games, n, ties, prior=400.0, seat_terms=True):
    size = n + (max(len(s) for s, _ in games) - 1 if seat_terms else 0) + len(ties)
    f = lambda x: posterior(x, games, n, prior, ties, seat_terms)

    def gradient(x):
        return np.array([f(x + 1e-30j * np.eye(size)[k]).imag / 1e-30 for k in range(size)])

    def curvature(x):
        h = 1e-5
        return np.array([(gradient(x + h * np.eye(size)[k]) - gradient(x - h * np.eye(size)[k])) / (2 * h) for k in range(size)])

    x = np.zeros(size)
    for _ in range(60):
        x = x - np.linalg.solve(curvature(x), gradient(x))
    cov = np.linalg.inv(-curvature(x))
    t = x[:n] * ELO
    c = np.eye(n) - 1 / n
    print("  ratings", list(1500 + t - t.mean()))
    print("  errors ", list(ELO * np.sqrt(np.diag(c @ cov[:n, :n] @ c))))
    print("  rest   ", list(x[n:]))
    d = cov[0, 0] + cov[1, 1] - 2 * cov[0, 1]
    print("  0 - 1  ", t[0] - t[1], ELO * np.sqrt(d))


print("duels"); top(DUELS, 4, [2])
print("duels, no seat term, prior 200"); top(DUELS, 4, [2], 200.0, False)
print("four"); top(FOUR, 5, [2, 3])
