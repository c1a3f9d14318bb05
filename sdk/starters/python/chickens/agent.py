"""A chicken to start from: it lays where it can, and keeps off trapdoors that were found."""
import random

from game.enums import MoveType, loc_after_direction


class PlayerAgent:
    def __init__(self, board, time_left):
        """Called once, with the board at the start and a function that tells the seconds left for this."""

    def play(self, board, sensor_data, time_left):
        """Your turn: answer with a pair (direction, move type)."""
        me = board.chicken_player
        moves = board.get_valid_moves()
        safe = [move for move in moves if loc_after_direction(me.get_location(), move[0]) not in board.found_trapdoors]
        eggs = [move for move in safe if move[1] == MoveType.EGG]
        # To do better: sensor_data is [(heard, felt), (heard, felt)] of the trapdoor on white and the one on black,
        # and board.forecast_move(*move) shows what a move leads to.
        return random.choice(eggs or safe or moves)
