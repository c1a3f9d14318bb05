"""Yolanda takes any legal step, and talks about it."""
import random
from typing import Callable, List, Tuple

from game.board import Board
from game.enums import Direction, MoveType


class PlayerAgent:
    def __init__(self, board: Board, time_left: Callable):
        print("Yolanda is awake, with %.1f s to get ready" % time_left())

    def play(self, board: Board, sensor_data: List[Tuple[bool, bool]], time_left: Callable) -> Tuple[Direction, MoveType]:
        moves = board.get_valid_moves()
        direction, kind = random.choice(moves)
        me = board.chicken_player
        noticed = [name for name, (heard, felt) in zip(("white", "black"), sensor_data) if heard or felt]
        fact = "I notice the trapdoor on %s" % " and ".join(noticed) if noticed else "all is quiet"
        print(
            "at %s with %d eggs, %d moves to choose from, %s; I go %s (%s), %.1f s left"
            % (me.get_location(), me.get_eggs_laid(), len(moves), fact, Direction(direction).name, MoveType(kind).name, time_left())
        )
        return direction, kind
