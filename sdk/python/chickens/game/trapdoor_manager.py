"""Where chickens are born, where the trapdoors are, and what is sensed of them."""
from __future__ import annotations

import random
import sys
from typing import List, Tuple

from .game_map import GameMap, prob_feel, prob_hear


def delta_locs(loc_a: Tuple[int, int], loc_b: Tuple[int, int]) -> Tuple[int, int]:
    """Columns and rows between two squares."""
    return (abs(loc_a[0] - loc_b[0]), abs(loc_a[1] - loc_b[1]))


def choose_trapdoor(weights, parity) -> Tuple[int, int]:
    """A square whose x + y leaves `parity` when halved, drawn by `weights[y][x]`."""
    squares = [
        ((x, y), weights[y][x])
        for y in range(len(weights))
        for x in range(len(weights[y]))
        if (x + y) % 2 == parity and weights[y][x] > 0
    ]
    rest = _uniform() * sum(weight for _, weight in squares)
    for square, weight in squares:
        rest -= weight
        if rest < 0:
            return square
    return squares[-1][0]


class TrapdoorManager:
    def __init__(self, game_map: GameMap):
        self.game_map = game_map
        self.spawns = []
        self.trapdoors = []

    def choose_spawns(self):
        """Draws a row; A is born on its white end, B on the other."""
        last = self.game_map.MAP_SIZE - 1
        y = 1 + int(_uniform() * (last - 1))
        ends = [(0, y), (last, y)]
        self.spawns = ends if y % 2 == 0 else ends[::-1]
        return self.spawns

    def choose_trapdoors(self):
        """Draws the trapdoor on an even square, then the one on an odd square."""
        size = self.game_map.MAP_SIZE
        reach = self.game_map.MAX_TRAPDOOR_DIST_FROM_CENTER
        depth = [min(i, size - 1 - i) - (size // 2 - 1) for i in range(size)]
        weights = [[max(0, reach + min(depth[x], depth[y])) for x in range(size)] for y in range(size)]
        self.trapdoors = [choose_trapdoor(weights, parity) for parity in (0, 1)]
        return self.trapdoors

    def sample_trapdoors(self, loc: Tuple[int, int]) -> List[Tuple[bool, bool]]:
        """What a chicken here hears and feels of each trapdoor, the even one first."""
        senses = []
        for door in self.trapdoors:
            dx, dy = delta_locs(door, loc)
            heard = _uniform() < prob_hear(dx, dy)
            felt = _uniform() < prob_feel(dx, dy)
            senses.append((heard, felt))
        return senses

    def is_trapdoor(self, loc: Tuple[int, int]) -> bool:
        return loc in self.trapdoors

    def get_trapdoors(self):
        return self.trapdoors

    def get_spawns(self):
        return self.spawns


def _uniform() -> float:
    # A bot that seeds numpy has imported it; nobody else should wait for the import.
    numpy = sys.modules.get("numpy")
    return numpy.random.random() if numpy else random.random()
