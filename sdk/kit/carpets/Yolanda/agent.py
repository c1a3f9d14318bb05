"""Yolanda makes any legal move but searches, and talks about it."""
import random
from typing import Callable, Tuple

from game.board import Board
from game.enums import Noise
from game.move import Move


class PlayerAgent:
    def __init__(self, board: Board, transition_matrix=None, time_left: Callable = None):
        print("Yolanda is awake, with %.1f s to get ready" % time_left())

    def play(self, board: Board, sensor_data: Tuple[Noise, int], time_left: Callable) -> Move:
        moves = board.get_valid_moves()
        # A worker that is walled in can still search.
        move = random.choice(moves) if moves else Move.search((0, 0))
        noise, distance = sensor_data
        me = board.player_worker
        print(
            "at %s with %d points, a %s about %d away, %d moves to choose from; I choose %r, %.1f s left"
            % (me.get_location(), me.get_points(), Noise(noise).name.lower(), distance, len(moves), move, time_left())
        )
        return move

    def commentate(self) -> str:
        return "Yolanda had a nice walk"
