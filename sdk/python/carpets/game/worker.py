"""A worker: where it stands, its points, and the turns and seconds it has left."""

from typing import Tuple

from .enums import *  # noqa: F403 - bots import the enums and constants from here as well

_new = object.__new__


class Worker:
    def __init__(self, position: Tuple[int, int], is_player_a: bool):
        self.position = position
        self.is_player_a = is_player_a
        self.is_player_b = not is_player_a
        self.points = 0
        self.turns_left = MAX_TURNS_PER_PLAYER
        self.time_left = ALLOWED_TIME

    def get_location(self) -> Tuple[int, int]:
        return self.position

    def get_points(self) -> int:
        return self.points

    def increment_points(self, amount: int = 1):
        self.points += amount

    def decrement_points(self, amount: int = 1):
        self.points -= amount

    def copy(self):
        new = _new(Worker)
        new.position = self.position
        new.is_player_a = self.is_player_a
        new.is_player_b = self.is_player_b
        new.points = self.points
        new.turns_left = self.turns_left
        new.time_left = self.time_left
        return new
