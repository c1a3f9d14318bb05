"""A chicken: where it is, where it was born, and what it has laid and dropped."""
from __future__ import annotations

from typing import Tuple, Union

from .enums import Direction, loc_after_direction
from .game_map import GameMap, prob_feel, prob_hear

try:
    _ANY_DIRECTION = Direction | int
except TypeError:  # before Python 3.10
    _ANY_DIRECTION = Union[Direction, int]

_MAX_TURDS = GameMap().MAX_TURDS


class Chicken:
    def __init__(self, max_turds: int = 0, copy: bool = False):
        if copy:
            return
        self.loc = None
        self.spawn = None
        self.even_chicken = 0
        self.eggs_laid = 0
        self.turds_left = max_turds

    def start(self, start_loc: Tuple[int, int], even_chicken: int):
        """Puts the chicken on its spawn. It lays on squares whose x + y leaves `even_chicken` when halved: 0 for A."""
        self.loc = start_loc
        self.spawn = start_loc
        self.even_chicken = even_chicken

    def is_player_a(self) -> bool:
        return self.even_chicken == 0

    def get_spawn(self) -> Tuple[int, int]:
        return self.spawn

    def get_location(self) -> Tuple[int, int]:
        return self.loc

    def increment_eggs_laid(self, eggs=1):
        self.eggs_laid += eggs

    def reset_location(self):
        self.loc = self.spawn

    def can_lay_egg(self, loc: Tuple[int, int]):
        """Whether the square has this chicken's colour."""
        return (loc[0] + loc[1]) % 2 == self.even_chicken

    def decrement_turds(self):
        self.turds_left -= 1

    def get_turds_left(self) -> int:
        return self.turds_left

    def get_turds_placed(self) -> int:
        return _MAX_TURDS - self.turds_left

    def get_eggs_laid(self):
        return self.eggs_laid

    def get_next_loc(self, dir=_ANY_DIRECTION, loc=None) -> Tuple[int, int]:
        """The square one step from `loc` or from here, on the board or not; None if there is no such direction."""
        return loc_after_direction(self.loc if loc is None else loc, dir)

    def apply_dir(self, dir=_ANY_DIRECTION) -> Tuple[int, int]:
        self.loc = loc_after_direction(self.loc, dir)
        return self.loc

    def lay_egg(self):
        self.eggs_laid += 1

    def drop_turd(self):
        self.turds_left -= 1

    def has_turds_left(self):
        return self.turds_left > 0

    def prob_senses_if_trapdoor_were_at(self, did_hear: bool, did_feel: bool, x: int, y: int):
        """How likely each sense would have said what it did here, were there a trapdoor at (x, y)."""
        dx = x - self.loc[0]
        dy = y - self.loc[1]
        hear = prob_hear(dx, dy)
        feel = prob_feel(dx, dy)
        return (hear if did_hear else 1 - hear, feel if did_feel else 1 - feel)

    def get_copy(self) -> "Chicken":
        twin = _blank(Chicken)
        twin.loc = self.loc
        twin.spawn = self.spawn
        twin.even_chicken = self.even_chicken
        twin.eggs_laid = self.eggs_laid
        twin.turds_left = self.turds_left
        return twin


_blank = object.__new__
