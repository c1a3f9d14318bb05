"""What lies around each square, worked out once: which steps stay on the board and what shuts them.

A set of directions is a number: bit `dir` is set if that direction is in it.
"""
from .enums import Direction, MoveType, loc_after_direction

SIZE = 8
CORNERS = frozenset([(0, 0), (SIZE - 1, 0), (0, SIZE - 1), (SIZE - 1, SIZE - 1)])
ALL_SHUT = 15


def neighbours(loc):
    """The four squares that share an edge with this one, on the board or not, in the order of directions."""
    return tuple(loc_after_direction(loc, dir) for dir in range(4))


def _on_board(loc):
    return 0 <= loc[0] < SIZE and 0 <= loc[1] < SIZE


def _survey(loc):
    parity = (loc[0] + loc[1]) % 2
    edge = 0
    step = {}
    shadow = {}
    for dir, to in enumerate(neighbours(loc)):
        if not _on_board(to):
            edge |= 1 << dir
            continue
        step[to] = 1 << dir
        for turd in neighbours(to):
            shadow[turd] = shadow.get(turd, 0) | 1 << dir
    return parity, edge, step, frozenset(step), shadow, frozenset(shadow), frozenset(neighbours(loc) + (loc,))


def _steps(loc):
    return {dir: (to, RING[to]) for dir, to in enumerate(neighbours(loc)) if _on_board(to)}


class _Table(dict):
    """One entry a square; what is asked of a place off the board is worked out each time."""

    def __init__(self, work_out):
        self.work_out = work_out
        super().__init__(((x, y), work_out((x, y))) for y in range(SIZE) for x in range(SIZE))

    def __missing__(self, loc):
        return self.work_out(loc)


# (parity; directions off the board; neighbour -> its direction; the neighbours; square -> directions that a turd there
# shuts; those squares; the square itself and all four neighbours)
AROUND = _Table(_survey)
# the four squares that share an edge with a square, on the board or not
RING = _Table(lambda loc: frozenset(neighbours(loc)))
# direction -> (the square it leads to, that square's four neighbours), without those off the board
STEPS = _Table(_steps)
# direction -> the square it leads to, on the board or not
NEXT = _Table(lambda loc: dict(enumerate(neighbours(loc))))

# By what may be left behind (1: an egg, 2: a turd, 3: either) and which directions are shut: the moves, in their order.
MOVES = tuple(
    tuple(
        [
            (dir, kind)
            for dir in Direction
            if not shut >> dir & 1
            for kind in MoveType
            if kind == MoveType.PLAIN or droppings & kind
        ]
        for shut in range(16)
    )
    for droppings in range(4)
)
