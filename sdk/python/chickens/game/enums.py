"""The names of results, directions, moves, cells and reasons, all plain integers underneath."""
from enum import IntEnum
from typing import Tuple


class Result(IntEnum):
    """Who has won, as the owner of a board sees it."""

    PLAYER = 0
    ENEMY = 1
    TIE = 2
    ERROR = 3


class ResultArbiter(IntEnum):
    """Who has won, as everybody sees it."""

    PLAYER_A = 0
    PLAYER_B = 1
    TIE = 2
    ERROR = 3


class Direction(IntEnum):
    UP = 0
    RIGHT = 1
    DOWN = 2
    LEFT = 3


class MoveType(IntEnum):
    PLAIN = 0
    EGG = 1
    TURD = 2


class Cell(IntEnum):
    SPACE = 0
    PLAYER_A_EGG = 1
    PLAYER_A_TURD = 2
    PLAYER_B_EGG = 3
    PLAYER_B_TURD = 4
    TRAPDOOR = 5


class WinReason(IntEnum):
    EGGS_LAID = 0
    BLOCKING_END = 1
    TIMEOUT = 2
    INVALID_TURN = 3
    CODE_CRASH = 4
    MEMORY_ERROR = 5
    FAILED_INIT = 6


def loc_after_direction(loc: Tuple[int, int], dir: Direction) -> Tuple[int, int]:
    """The square one step away, which may lie off the board; None if there is no such direction."""
    x, y = loc
    if dir == 0:
        return (x, y - 1)
    if dir == 1:
        return (x + 1, y)
    if dir == 2:
        return (x, y + 1)
    if dir == 3:
        return (x - 1, y)
    return None
