"""The helpers of `sample_ais` once more, with sets where it has lists: `nearby`, `reachable_from`, `allowed_moves`."""
import sample_ais
from sample_ais import AdjacentAsta, connected, dist, in_bounds  # noqa: F401


def nearby(pos):
    """The four positions beside this one, as a set. They may be out of bounds."""
    return set(sample_ais.nearby(pos))


def reachable_from(board, pos):
    """Your cows beside a position, as a set."""
    return set(sample_ais.reachable_from(board, pos))


def allowed_moves(board):
    """Every legal (source, destination), as a set."""
    return set(sample_ais.allowed_moves(board))
