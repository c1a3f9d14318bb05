"""The rat: how it wanders under the floor, what noise it makes, how far away it sounds."""

import random
import struct
from bisect import bisect_right
from typing import Tuple

from .enums import BOARD_SIZE, Cell, Noise

HEADSTART_MOVES = 1000

# Squeak, scratch, squeal.
NOISE_PROBS = {
    Cell.BLOCKED: (0.5, 0.3, 0.2),
    Cell.SPACE: (0.7, 0.15, 0.15),
    Cell.PRIMED: (0.1, 0.8, 0.1),
    Cell.CARPET: (0.1, 0.1, 0.8),
}

DISTANCE_ERROR_PROBS = (0.12, 0.7, 0.12, 0.06)
DISTANCE_ERROR_OFFSETS = (-1, 0, 1, 2)

_single = struct.Struct("f")
_NOISES = tuple(Noise)


def manhattan_distance(p1: Tuple[int, int], p2: Tuple[int, int]) -> int:
    return abs(p1[0] - p2[0]) + abs(p1[1] - p2[1])


def cumulative(probs):
    """The running sums of `probs`."""
    sums = []
    total = 0.0
    for p in probs:
        total += p
        sums.append(total)
    return sums


class Rat:
    """`T` is 64 rows of 64 probabilities: a numpy array, or anything that iterates like one."""

    def __init__(self, T):
        self.T = T
        self.position = (0, 0)
        rows = T.tolist() if hasattr(T, "tolist") else T
        self.cumulative_T = [_running_singles(row) for row in rows]

    def _pos_to_index(self, pos: Tuple[int, int]) -> int:
        return pos[1] * BOARD_SIZE + pos[0]

    def _index_to_pos(self, index: int) -> Tuple[int, int]:
        return (index % BOARD_SIZE, index // BOARD_SIZE)

    def _sample3(self, cum):
        u = random.random()
        if u < cum[0]:
            return 0
        return 1 if u < cum[1] else 2

    def move(self):
        sums = self.cumulative_T[self._pos_to_index(self.position)]
        index = bisect_right(sums, _to_single(random.random()))
        # A row may sum to a hair less than one; a draw beyond it sends the rat to square 0.
        self.position = self._index_to_pos(index if index < len(sums) else 0)

    def make_noise(self, board) -> Noise:
        return _NOISES[self._sample3(_NOISE_SUMS[board.get_cell(self.position)])]

    def estimate_distance(self, worker_position: Tuple[int, int]) -> int:
        u = random.random()
        offset = DISTANCE_ERROR_OFFSETS[-1]
        for limit, candidate in zip(_DISTANCE_SUMS, DISTANCE_ERROR_OFFSETS):
            if u < limit:
                offset = candidate
                break
        return max(0, manhattan_distance(worker_position, self.position) + offset)

    def spawn(self):
        """A new rat at (0, 0), with its headstart run."""
        self.position = (0, 0)
        for _ in range(HEADSTART_MOVES):
            self.move()

    def get_position(self) -> Tuple[int, int]:
        return self.position

    def sample(self, board):
        """What the player of `board` hears now: the noise and the estimated distance."""
        return (self.make_noise(board), self.estimate_distance(board.player_worker.get_location()))


_NOISE_SUMS = {cell: cumulative(probs) for cell, probs in NOISE_PROBS.items()}
_DISTANCE_SUMS = cumulative(DISTANCE_ERROR_PROBS)


def _to_single(value):
    return _single.unpack(_single.pack(value))[0]


def _running_singles(row):
    # Two singles added in double precision and rounded once are their exact single sum,
    # so this equals 32-bit arithmetic without needing numpy.
    sums = []
    total = 0.0
    for p in row:
        total = _to_single(total + _to_single(p))
        sums.append(total)
    return sums
