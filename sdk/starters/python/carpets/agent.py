"""A worker to start from: it rolls the longest carpet, else lays glue, else walks."""
import random

from game.enums import MoveType
from game.move import Move


class PlayerAgent:
    def __init__(self, board, transition_matrix=None, time_left=None):
        """Called once. transition_matrix[i, j] is how likely the rat moves from square i to j; square (x, y) is 8 * y + x."""

    def play(self, board, sensor_data, time_left):
        """Your turn: answer with a Move."""
        noise, distance = sensor_data
        moves = board.get_valid_moves()
        rolls = [move for move in moves if move.move_type == MoveType.CARPET and move.roll_length > 1]
        if rolls:
            return max(rolls, key=lambda move: move.roll_length)
        primes = [move for move in moves if move.move_type == MoveType.PRIME]
        # To do better: board.forecast_move(move) shows what a move leads to, and Move.search((x, y)) looks for the rat.
        return random.choice(primes or moves or [Move.search((0, 0))])

    def commentate(self):
        return ""
