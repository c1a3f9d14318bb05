"""Helpers for Bovine Borders, and four farmers to learn from.

A position is a tuple (row, col). A board is what a bot is given: rows of -1 for open land, 0 for your cows, 1 to 3 for
those of the others. Your barn is at (0, 0).
"""
import random
from itertools import compress
from struct import Struct

SIZE = 20


def dist(a, b):
    """Steps from one position to another."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def nearby(pos):
    """The four positions beside this one: below, above, right, left. They may be out of bounds."""
    r, c = pos
    return [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]


def in_bounds(pos):
    """Whether the position is on the board."""
    return 0 <= pos[0] < SIZE and 0 <= pos[1] < SIZE


def reachable_from(board, pos):
    """Your cows beside a position: the sources of a move to it."""
    return [side for side in nearby(pos) if in_bounds(side) and board[side[0]][side[1]] == 0]


def allowed_moves(board):
    """Every legal (source, destination), by destination from the top left."""
    return [(src, dst) for dst in allowed_dsts(board) for src in reachable_from(board, dst)]


def allowed_dsts(board):
    """Every destination that a cow of yours can reach, from the top left."""
    # All cells at once: a byte a cell in one large number, so that a step to the side is a shift.
    cows = int.from_bytes(b"".join([_pack(*row) for row in board]).translate(_OWN), "big")
    beside = cows << 8 * SIZE | cows >> 8 * SIZE | (cows & _NOT_LEFT) << 8 | (cows & _NOT_RIGHT) >> 8
    return list(compress(_CELLS, (beside & ~cows & _ALL).to_bytes(SIZE * SIZE, "big")))


def connected(board):
    """For each cell whether it is one of your cows with a way of your cows to the barn."""
    linked = [[False] * SIZE for _ in range(SIZE)]
    if board[0][0] != 0:
        return linked
    linked[0][0] = True
    waiting = [(0, 0)]
    while waiting:
        for r, c in reachable_from(board, waiting.pop()):
            if not linked[r][c]:
                linked[r][c] = True
                waiting.append((r, c))
    return linked


def pick_random_source(board, dest):
    """Any of your cows that can move there, or None."""
    sources = reachable_from(board, dest)
    return random.choice(sources) if sources else None


def pass_pompom(board):
    """Always passes."""
    return None


def random_raven(board):
    """Any destination, all alike; the source is left to luck."""
    dsts = allowed_dsts(board)
    return random.choice(dsts) if dsts else None


def defensive_dan_heng(board):
    """A move to where row + col is least: a diagonal front line."""
    moves = allowed_moves(board)
    if not moves:
        return None
    least = min(dst[0] + dst[1] for _, dst in moves)
    return random.choice([move for move in moves if sum(move[1]) == least])


class AdjacentAsta:
    """Goes on from where it went last, as long as it can. The bot is an instance: `AdjacentAsta()`."""

    def __init__(self):
        self._prev = (0, 0)

    def __call__(self, board):
        prev = self._prev
        ways = []
        if board[prev[0]][prev[1]] == 0:
            ways = [(prev, dst) for dst in nearby(prev) if in_bounds(dst) and board[dst[0]][dst[1]] != 0]
        ways = ways or allowed_moves(board)
        if not ways:
            return None
        move = random.choice(ways)
        self._prev = move[1]
        return move


_pack = Struct("%db" % SIZE).pack
_OWN = bytes(int(value == 0) for value in range(256))
_CELLS = [(r, c) for r in range(SIZE) for c in range(SIZE)]
_ALL = int.from_bytes(bytes([1]) * SIZE * SIZE, "big")
_NOT_LEFT = int.from_bytes(bytes(int(c != 0) for _, c in _CELLS), "big")
_NOT_RIGHT = int.from_bytes(bytes(int(c != SIZE - 1) for _, c in _CELLS), "big")
