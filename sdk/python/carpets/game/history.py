"""The record of a game: one row when it starts and one after each ply, as replays show it."""

from .enums import MoveType
from .move import Move

_LEFT_BEHIND = {
    MoveType.PLAIN: "plain",
    MoveType.PRIME: "prime",
    MoveType.CARPET: "carpet",
    MoveType.SEARCH: "search",
}


class History:
    def __init__(self):
        self.a_pos = []
        self.b_pos = []
        self.a_points = []
        self.b_points = []
        self.a_turns_left = []
        self.b_turns_left = []
        self.a_time_left = []
        self.b_time_left = []
        self.rat_caught = []
        self.new_carpets = []
        self.left_behind = []
        self._carpet_mask = 0

    def record_turn(self, board, move: Move, rat_caught: bool = False):
        """Adds the row of `board` as it stands after `move`; `None` is the start of the game."""
        a, b = board.player_worker, board.opponent_worker
        if not a.is_player_a:
            a, b = b, a
        self.a_pos.append(a.position)
        self.b_pos.append(b.position)
        self.a_points.append(a.points)
        self.b_points.append(b.points)
        self.a_turns_left.append(a.turns_left)
        self.b_turns_left.append(b.turns_left)
        self.a_time_left.append(a.time_left)
        self.b_time_left.append(b.time_left)
        self.rat_caught.append(rat_caught)
        self.new_carpets.append(_squares(board._carpet_mask & ~self._carpet_mask))
        self.left_behind.append(_LEFT_BEHIND[MoveType.PLAIN if move is None else move.move_type])
        self._carpet_mask = board._carpet_mask


def _squares(mask):
    return [(bit % 8, bit // 8) for bit in range(64) if mask >> bit & 1]
