# Independent numbers for the ratings by `skillratings`: pip install trueskill openskill; python3 borrowed.py
import trueskill, openskill.models as om, math
# games: (seats, payoffs)
DUELS=[((0,1),(1,0)),((1,2),(1,0)),((2,0),(0,0)),((0,1),(0,1)),((2,1),(3,1))]
FOUR=[((0,1,2,3),(5,3,3,1)),((3,2,1,0),(4,1,0,2)),((1,3,0,2),(2,2,2,2)),((2,0,3,1),(9,8,7,6))]
def ranks(p): return [sum(q>x for q in p) for x in p]
for name,games,n in (("duels",DUELS,3),("four",FOUR,4)):
    env=trueskill.TrueSkill(draw_probability=0.1)
    r=[env.create_rating() for _ in range(n)]
    for s,p in games:
        out=env.rate([(r[i],) for i in s],ranks=ranks(p),min_delta=1e-12)
        for i,o in zip(s,out): r[i]=o[0]
    print(name,"trueskill",[(x.mu,x.sigma) for x in r])
    for M in (om.BradleyTerryFull,om.PlackettLuce):
        m=M(tau=0.0); r=[m.rating() for _ in range(n)]
        for s,p in games:
            out=m.rate([[r[i]] for i in s],ranks=ranks(p))
            for i,o in zip(s,out): r[i]=o[0]
        print(name,M.__name__,[(x.mu,x.sigma) for x in r])

# Glicko-2, written out from Glickman's paper; every game is a period. Volatility by bisection.
def glicko2(player, met, tau=0.5):
    r, rd, vol = player
    mu, phi = (r - 1500) / 173.7178, rd / 173.7178
    g = lambda p: 1 / math.sqrt(1 + 3 * p * p / math.pi ** 2)
    E = lambda m, p: 1 / (1 + math.exp(-g(p) * (mu - m)))
    met = [((a - 1500) / 173.7178, b / 173.7178, s) for a, b, s in met]
    v = 1 / sum(g(p) ** 2 * E(m, p) * (1 - E(m, p)) for m, p, s in met)
    d = v * sum(g(p) * (s - E(m, p)) for m, p, s in met)
    a = math.log(vol ** 2)
    f = lambda x: math.exp(x) * (d * d - phi ** 2 - v - math.exp(x)) / (2 * (phi ** 2 + v + math.exp(x)) ** 2) - (x - a) / tau ** 2
    low, high = a - 10, a + 10
    for _ in range(200):
        mid = (low + high) / 2
        low, high = (mid, high) if f(mid) > 0 else (low, mid)
    vol = math.exp(low / 2)
    phi = 1 / math.sqrt(1 / (phi ** 2 + vol ** 2) + 1 / v)
    return 173.7178 * (mu + phi ** 2 * sum(g(p) * (s - E(m, p)) for m, p, s in met)) + 1500, 173.7178 * phi, vol


print("Glickman's example", glicko2((1500, 200, 0.06), [(1400, 30, 1), (1550, 100, 0), (1700, 300, 0)]))
r = [(1500, 350, 0.06)] * 3
for (a, b), (x, y) in DUELS:
    s = 0.5 if x == y else float(x > y)
    r[a], r[b] = glicko2(r[a], [(*r[b][:2], s)]), glicko2(r[b], [(*r[a][:2], 1 - s)])
print("duels glicko2", r)
