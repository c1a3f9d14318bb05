"""The board of Carpets, always seen by the player to move, and the rules of moving on it.

Squares are (x, y) with (0, 0) top left; bit y * 8 + x of a mask stands for one.
Everything a caller may read or assign is a plain attribute, and every method works from
these attributes alone: nothing is kept twice, so nothing can go stale.
"""

from typing import List, Tuple

from .enums import *  # noqa: F403 - bots import the enums and constants from here as well
from .history import History
from .move import Move
from .worker import Worker


class _SearchMoves:
    """Makes a board's 64 search moves when they are first asked for.

    A search tree copies boards by the million and looks at this list on almost none of them.
    Without `__set__` the list, once made or assigned, is an ordinary attribute of the board.
    """

    def __get__(self, board, owner=None):
        if board is None:
            return self
        moves = []
        for loc in _SEARCH_ORDER:
            move = _new(Move)
            move.move_type = _SEARCH
            move.direction = None
            move.roll_length = 0
            move.search_loc = loc
            moves.append(move)
        board.valid_search_moves = moves
        return moves


class Board:
    valid_search_moves = _SearchMoves()

    def __init__(self, time_to_play: float = 20, build_history: bool = False):
        """An open board with nothing blocked; player A is to move."""
        self.turn_count = 0
        self.is_player_a_turn = True
        self.winner = None
        self.time_to_play = time_to_play
        self.MAX_TURNS = 2 * MAX_TURNS_PER_PLAYER
        self._space_mask = _FULL
        self._primed_mask = 0
        self._carpet_mask = 0
        self._blocked_mask = 0
        self.player_worker = Worker((3, 3), True)
        self.opponent_worker = Worker((4, 3), False)
        self.build_history = build_history
        self.history = History() if build_history else None
        self.opponent_search = (None, False)
        self.player_search = (None, False)

    def is_valid_move(self, move: Move, enemy: bool = False):
        if enemy:
            return self._outcome(move, self.opponent_worker, self.player_worker) is not None
        return self._outcome(move, self.player_worker, self.opponent_worker) is not None

    def get_valid_moves(self, enemy: bool = False, exclude_search=True) -> List[Tuple[Direction, MoveType]]:
        """Up, down, left, right; in each the plain step, the prime step, the rolls; then searches.

        The moves are new objects each time, so that callers may keep and change them.
        """
        if enemy:
            position, other = self.opponent_worker.position, self.player_worker.position
        else:
            position, other = self.player_worker.position, self.opponent_worker.position
        try:
            own, _, rays = _SQUARES[position]
            wall = self._blocked_mask | _SQUARES[other][0]
        except (KeyError, TypeError):
            own, _, rays = _square(position)
            wall = self._blocked_mask | _square(other)[0]
        primed = self._primed_mask
        on_space = self._space_mask & own
        new, kind = _new, Move
        moves = []
        add = moves.append
        for direction, bits in rays:
            target = bits[0]
            if target & wall:
                continue
            if target & primed:
                open_primed = primed & ~wall
                roll = 0
                for bit in bits:
                    if not bit & open_primed:
                        break
                    roll += 1
                    move = new(kind)
                    move.move_type = _CARPET
                    move.direction = direction
                    move.roll_length = roll
                    move.search_loc = None
                    add(move)
                continue
            move = new(kind)
            move.move_type = _PLAIN
            move.direction = direction
            move.roll_length = 0
            move.search_loc = None
            add(move)
            if on_space:
                move = new(kind)
                move.move_type = _PRIME
                move.direction = direction
                move.roll_length = 0
                move.search_loc = None
                add(move)
        if not exclude_search:
            moves += self.valid_search_moves
        return moves

    def forecast_move(self, move: Move, check_ok: bool = True):
        """A copy of the board after `move`, or None if the move is illegal.

        As bots know it, the move is always checked, and `check_ok` is what the player's
        clock loses: one second a forecast, nothing with `check_ok=False`.
        """
        try:
            outcome = self._outcome(move, self.player_worker, self.opponent_worker)
            if outcome is None:
                return None
            new = self.get_copy()
            new._settle(outcome, check_ok)
            return new
        except Exception:
            return None

    def apply_move(self, move: Move, timer: float = 0, check_ok: bool = True):
        """Plays `move` and ends the turn; False if it is illegal or anything goes wrong.

        The perspective stays, and a search changes no points: the referee books it.
        """
        try:
            if check_ok:
                outcome = self._outcome(move, self.player_worker, self.opponent_worker)
                if outcome is None:
                    return False
            else:
                outcome = self._unchecked_outcome(move)
            self._settle(outcome, timer)
            return True
        except Exception:
            return False

    def end_turn(self, timer=0):
        me = self.player_worker
        me.turns_left -= 1
        me.time_left -= timer
        self.turn_count += 1
        self.check_win()
        self.is_player_a_turn = not self.is_player_a_turn

    def check_win(self, timeout_bounds: float = 0.5):
        """Sets the winner if the game is over. `timeout_bounds` has no effect."""
        me, other = self.player_worker, self.opponent_worker
        if me.time_left <= 0:
            self.set_winner(Result.ENEMY, WinReason.TIMEOUT)
        elif other.time_left <= 0:
            self.set_winner(Result.PLAYER, WinReason.TIMEOUT)
        elif self.turn_count >= self.MAX_TURNS or (me.turns_left <= 0 and other.turns_left <= 0):
            if me.points > other.points:
                self.set_winner(Result.PLAYER, WinReason.POINTS)
            elif me.points < other.points:
                self.set_winner(Result.ENEMY, WinReason.POINTS)
            else:
                self.set_winner(Result.TIE, WinReason.POINTS)

    def is_game_over(self):
        return self.winner is not None

    def get_copy(self, build_history: bool = False):
        """A copy that shares nothing mutable; it has neither `win_reason` nor the history so far."""
        new = _new(Board)
        new.turn_count = self.turn_count
        new.is_player_a_turn = self.is_player_a_turn
        new.winner = self.winner
        new.time_to_play = self.time_to_play
        new.MAX_TURNS = self.MAX_TURNS
        new._space_mask = self._space_mask
        new._primed_mask = self._primed_mask
        new._carpet_mask = self._carpet_mask
        new._blocked_mask = self._blocked_mask
        new.player_worker = self.player_worker.copy()
        new.opponent_worker = self.opponent_worker.copy()
        new.build_history = build_history
        new.history = History() if build_history else None
        new.opponent_search = self.opponent_search
        new.player_search = self.player_search
        return new

    def set_winner(self, result: Result, reason: WinReason):
        self.winner = result
        self.win_reason = reason

    def get_winner(self) -> Result:
        return self.winner

    def get_win_reason(self) -> str:
        """The reason's name; AttributeError while nobody has won."""
        return WinReason(self.win_reason).name

    def get_history(self) -> dict:
        """The rows recorded so far, by column; empty if no history is built."""
        if self.history is None:
            return {}
        return {name: rows for name, rows in vars(self.history).items() if name[0] != "_"}

    def reverse_perspective(self):
        """Swaps the two workers, and nothing else."""
        self.player_worker, self.opponent_worker = self.opponent_worker, self.player_worker

    def _loc_to_bit_index(self, loc: Tuple[int, int]) -> int:
        return loc[1] * BOARD_SIZE + loc[0]

    def _shift_mask_up(self, mask: int) -> int:
        return mask >> 8

    def _shift_mask_down(self, mask: int) -> int:
        return mask << 8 & _FULL

    def _shift_mask_left(self, mask: int) -> int:
        return mask >> 1 & _NOT_RIGHTMOST

    def _shift_mask_right(self, mask: int) -> int:
        return mask << 1 & _NOT_LEFTMOST

    def get_cell(self, loc: Tuple[int, int]) -> Cell:
        """What `loc` holds; squares off the board are BLOCKED."""
        try:
            bit = _SQUARES[loc][0]
        except (KeyError, TypeError):
            bit = _square(loc)[0]
        if self._space_mask & bit:
            return _SPACE
        if self._primed_mask & bit:
            return _PRIMED
        if self._carpet_mask & bit:
            return _CARPETED
        return _BLOCKED

    def set_cell(self, loc: Tuple[int, int], cell_type: Cell):
        bit = _square(loc)[0]
        name = _MASKS.get(cell_type)
        if not bit or name is None:
            raise ValueError("cannot set %r to %r" % (loc, cell_type))
        others = ~bit
        self._space_mask &= others
        self._primed_mask &= others
        self._carpet_mask &= others
        self._blocked_mask &= others
        setattr(self, name, getattr(self, name) | bit)

    def is_valid_cell(self, loc: Tuple[int, int]) -> bool:
        x, y = loc
        return 0 <= x < 8 and 0 <= y < 8

    def is_cell_blocked(self, loc: Tuple[int, int]) -> bool:
        """Whether no step may end on `loc`: off the board, blocked, primed, or a worker on it."""
        bit = _square(loc)[0]
        return not bit & (_FULL ^ (self._blocked_mask | self._primed_mask | self._workers()))

    def is_cell_carpetable(self, loc: Tuple[int, int]) -> bool:
        """Whether a roll may cover `loc`: primed, and no worker on it."""
        return bool(_square(loc)[0] & self._primed_mask & ~self._workers())

    def _workers(self):
        return _square(self.player_worker.position)[0] | _square(self.opponent_worker.position)[0]

    def _outcome(self, move, me, other):
        """What `move` by `me` makes of (position, points won, space, primed, carpet); None if illegal."""
        kind = move.move_type
        if kind == _SEARCH:
            if move.search_loc is None or not self.is_valid_cell(move.search_loc):
                return None
            return (me.position, 0, self._space_mask, self._primed_mask, self._carpet_mask)
        try:
            own, reach, _ = _SQUARES[me.position]
            occupied = _SQUARES[other.position][0]
        except (KeyError, TypeError):
            own, reach, _ = _square(me.position)
            occupied = _square(other.position)[0]
        ray = reach.get(move.direction)
        if ray is None:
            return None
        primed = self._primed_mask
        if kind == _CARPET:
            roll = move.roll_length
            if not 1 <= roll <= len(ray):
                return None
            target, strip = ray[roll - 1]
            if primed & strip != strip or strip & occupied:
                return None
            return (target, CARPET_POINTS_TABLE[roll], self._space_mask, primed ^ strip, self._carpet_mask | strip)
        target, bit = ray[0]
        if bit & (primed | self._blocked_mask | occupied):
            return None
        if kind == _PLAIN:
            return (target, 0, self._space_mask, primed, self._carpet_mask)
        space = self._space_mask
        if kind == _PRIME and space & own:
            return (target, 1, space ^ own, primed | own, self._carpet_mask)
        return None

    def _unchecked_outcome(self, move):
        """Like `_outcome` for the player, but the move is taken as it is, legal or not."""
        kind = move.move_type
        target = self.player_worker.position
        strip = won = 0
        if kind == _PRIME:
            strip, won = _square(target)[0], 1
        if kind == _PLAIN or kind == _PRIME:
            target = loc_after_direction(target, move.direction)
        elif kind == _CARPET:
            won = CARPET_POINTS_TABLE[move.roll_length]
            for _ in range(move.roll_length):
                target = loc_after_direction(target, move.direction)
                strip |= _square(target)[0]
        space, primed, carpet = self._space_mask & ~strip, self._primed_mask & ~strip, self._carpet_mask & ~strip
        if kind == _CARPET:
            return (target, won, space, primed, carpet | strip)
        return (target, won, space, primed | strip, carpet)

    def _settle(self, outcome, timer):
        """Takes over an outcome and ends the turn, as `end_turn` does but with one look at the end."""
        me, other = self.player_worker, self.opponent_worker
        me.position, won, self._space_mask, self._primed_mask, self._carpet_mask = outcome
        me.points += won
        me.turns_left = turns_left = me.turns_left - 1
        me.time_left = time_left = me.time_left - timer
        self.turn_count = turn_count = self.turn_count + 1
        if (
            turn_count >= self.MAX_TURNS
            or time_left <= 0
            or other.time_left <= 0
            or (turns_left <= 0 and other.turns_left <= 0)
        ):
            self.check_win()
        self.is_player_a_turn = not self.is_player_a_turn


_new = object.__new__

_FULL = (1 << 64) - 1
_NOT_LEFTMOST = 0xFEFEFEFEFEFEFEFE
_NOT_RIGHTMOST = 0x7F7F7F7F7F7F7F7F

# Looking a member up in its class is several times slower than reading a global.
_PLAIN, _PRIME, _CARPET, _SEARCH = MoveType
_SPACE, _PRIMED, _CARPETED, _BLOCKED = Cell

_MASKS = {
    Cell.SPACE: "_space_mask",
    Cell.PRIMED: "_primed_mask",
    Cell.CARPET: "_carpet_mask",
    Cell.BLOCKED: "_blocked_mask",
}

_MOVE_ORDER = (Direction.UP, Direction.DOWN, Direction.LEFT, Direction.RIGHT)
_SEARCH_ORDER = tuple((x, y) for x in range(BOARD_SIZE) for y in range(BOARD_SIZE))


def _square_entry(loc):
    """(bit, {direction: ((square, bits up to it), ...)}, ((direction, bits one by one), ...))."""
    reach, rays = {}, []
    for direction in _MOVE_ORDER:
        stops, bits, strip = [], [], 0
        target = loc_after_direction(loc, direction)
        while target in _SEARCH_ORDER:
            bits.append(1 << target[1] * BOARD_SIZE + target[0])
            strip |= bits[-1]
            stops.append((target, strip))
            target = loc_after_direction(target, direction)
        if stops:
            reach[direction] = tuple(stops)
            rays.append((direction, tuple(bits)))
    return (1 << loc[1] * BOARD_SIZE + loc[0], reach, tuple(rays))


_SQUARES = {loc: _square_entry(loc) for loc in _SEARCH_ORDER}
_NOWHERE = (0, {}, ())


def _square(loc):
    """The entry of `loc`, also when it is a list; bots park workers off the board or on None."""
    try:
        return _SQUARES[loc]
    except KeyError:
        return _NOWHERE
    except TypeError:
        return _SQUARES.get(tuple(loc), _NOWHERE)
