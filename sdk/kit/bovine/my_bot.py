"""A farmer to start from. It grazes open land next to its herd, and fights only when there is none."""
import random

from sample_ais import allowed_moves

BARN = (0, 0)


def bot(board):
    """A board in, a move out: (source, destination), or None to pass."""
    moves = allowed_moves(board)
    open_land = [(src, dst) for src, dst in moves if board[dst[0]][dst[1]] == -1]
    # A capture with the cow in the barn leaves the barn empty, and that is the end.
    captures = [(src, dst) for src, dst in moves if board[dst[0]][dst[1]] > 0 and src != BARN]
    ways = open_land or captures
    return random.choice(ways) if ways else None
