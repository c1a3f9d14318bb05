"""One move: a plain step, a prime step, a carpet roll, or a search for the rat."""

from .enums import Direction, MoveType


class Move:
    """Two moves are equal only if they are the same object."""

    __slots__ = ("move_type", "direction", "roll_length", "search_loc")

    def __init__(self, move_type, direction=None, roll=0, search_loc=None):
        self.move_type = move_type
        self.direction = direction
        self.roll_length = roll
        self.search_loc = search_loc

    @classmethod
    def plain(cls, direction: Direction):
        return cls(MoveType.PLAIN, direction)

    @classmethod
    def prime(cls, direction: Direction):
        return cls(MoveType.PRIME, direction)

    @classmethod
    def carpet(cls, direction: Direction, roll: int):
        return cls(MoveType.CARPET, direction, roll)

    @classmethod
    def search(cls, search_loc=None):
        return cls(MoveType.SEARCH, None, 0, search_loc)

    def __repr__(self):
        kind = _name(MoveType, self.move_type)
        if self.move_type == MoveType.SEARCH:
            return "%s(%s)" % (kind, self.search_loc)
        direction = _name(Direction, self.direction)
        if self.move_type == MoveType.CARPET:
            return "%s(%s, roll=%s)" % (kind, direction, self.roll_length)
        return "%s(%s)" % (kind, direction)


def _name(enum, value):
    # A bot may put anything into a move; printing it must not fail.
    try:
        return enum(value).name
    except ValueError:
        return str(value)
