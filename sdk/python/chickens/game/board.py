"""The board as one chicken sees it: what may be done, and what becomes of it."""
from __future__ import annotations

from typing import List, Tuple

from ._around import ALL_SHUT, AROUND, CORNERS, MOVES, NEXT, RING, STEPS
from .chicken import Chicken
from .enums import Cell, Direction, MoveType, Result, WinReason, loc_after_direction
from .game_map import GameMap
from .history import History

_BLOCKING_REWARD = 5


def manhattan_distance(p1: Tuple[int, int], p2: Tuple[int, int]) -> int:
    return abs(p1[0] - p2[0]) + abs(p1[1] - p2[1])


class Board:
    """Everything a chicken knows of the game. All of it is in plain attributes, which may be assigned at any time."""

    def __init__(self, game_map: GameMap, time_to_play: float = 20, build_history: bool = False, copy: bool = False):
        self.game_map = game_map
        self.build_history = build_history
        if copy:
            return
        self.eggs_player = set()
        self.eggs_enemy = set()
        self.turds_player = set()
        self.turds_enemy = set()
        self.found_trapdoors = set()
        self.chicken_player = Chicken(game_map.MAX_TURDS)
        self.chicken_enemy = Chicken(game_map.MAX_TURDS)
        self.turn_count = 0
        self.MAX_TURNS = 40
        self.turns_left_player = self.MAX_TURNS
        self.turns_left_enemy = self.MAX_TURNS
        self.winner = None
        self.win_reason = None
        self.time_to_play = time_to_play
        self.player_time = time_to_play
        self.enemy_time = time_to_play
        self.chicken_blocked = False
        self.is_as_turn = True
        if build_history:
            self.history = History()

    def is_valid_cell(self, loc: Tuple[int, int]) -> bool:
        """Whether there is such a square."""
        size = self.game_map.MAP_SIZE
        return 0 <= loc[0] < size and 0 <= loc[1] < size

    def is_cell_in_enemy_turd_zone(self, loc: Tuple[int, int]) -> bool:
        """Whether the square shares an edge with a square that holds an enemy turd."""
        return not RING[loc].isdisjoint(self.turds_enemy)

    def is_cell_blocked(self, loc: Tuple[int, int]) -> bool:
        """Whether the enemy or the end of the board keeps you from this square."""
        return (
            not self.is_valid_cell(loc)
            or loc == self.chicken_enemy.loc
            or loc in self.eggs_enemy
            or loc in self.turds_enemy
            or self.is_cell_in_enemy_turd_zone(loc)
        )

    def is_valid_direction(self, dir: Direction | int):
        """Whether the square one step away is not blocked."""
        loc = loc_after_direction(self.chicken_player.loc, dir)
        return loc is not None and not self.is_cell_blocked(loc)

    def is_valid_move(self, dir: Direction | int, move_type: MoveType | int, enemy: bool = False):
        """Whether you, or the enemy, could make this move now, whoever's turn it is."""
        if enemy:
            chicken, foe = self.chicken_enemy, self.chicken_player
            foe_eggs, foe_turds = self.eggs_player, self.turds_player
        else:
            chicken, foe = self.chicken_player, self.chicken_enemy
            foe_eggs, foe_turds = self.eggs_enemy, self.turds_enemy
        loc = chicken.loc
        step = STEPS[loc].get(dir)
        if step is None:
            return False
        to, around = step
        # The square itself is not searched for a turd, only those around it.
        if to == foe.loc or to in foe_eggs or not around.isdisjoint(foe_turds):
            return False
        if move_type == 0:
            return True
        if enemy:
            if loc in self.eggs_enemy or loc in self.turds_enemy:
                return False
        elif loc in self.eggs_player or loc in self.turds_player:
            return False
        if move_type == 1:
            return (loc[0] + loc[1]) % 2 == chicken.even_chicken
        return move_type == 2 and chicken.turds_left > 0 and manhattan_distance(loc, foe.loc) >= 2

    def get_valid_moves(self, enemy: bool = False) -> List[Tuple[Direction, MoveType]]:
        """Every move that you, or the enemy, could make now: by direction, then by type."""
        if enemy:
            chicken = self.chicken_enemy
            foe_loc = self.chicken_player.loc
            eggs, turds = self.eggs_enemy, self.turds_enemy
            foe_eggs, foe_turds = self.eggs_player, self.turds_player
        else:
            chicken = self.chicken_player
            foe_loc = self.chicken_enemy.loc
            eggs, turds = self.eggs_player, self.turds_player
            foe_eggs, foe_turds = self.eggs_enemy, self.turds_enemy
        loc = chicken.loc
        parity, shut, step, ring, shadow, zone, near = AROUND[loc]
        if not ring.isdisjoint(foe_eggs):
            for egg in ring.intersection(foe_eggs):
                shut |= step[egg]
        if not zone.isdisjoint(foe_turds):
            for turd in zone.intersection(foe_turds):
                shut |= shadow[turd]
        if foe_loc in near:
            shut |= step.get(foe_loc, 0)
            droppings = parity == chicken.even_chicken
        else:
            droppings = (parity == chicken.even_chicken) + (2 if chicken.turds_left > 0 else 0)
        if droppings and (loc in eggs or loc in turds):
            droppings = 0
        return MOVES[droppings][shut][:]

    def can_lay_egg(self):
        return self.can_lay_egg_at_loc(self.chicken_player.loc)

    def can_lay_egg_at_loc(self, loc: Tuple[int, int]):
        """Whether the square has your colour and holds neither an egg of yours nor a turd."""
        return (
            (loc[0] + loc[1]) % 2 == self.chicken_player.even_chicken
            and loc not in self.eggs_player
            and loc not in self.turds_player
            and loc not in self.turds_enemy
        )

    def can_lay_turd(self):
        return self.can_lay_turd_at_loc(self.chicken_player.loc)

    def can_lay_turd_at_loc(self, loc):
        """Whether you have a turd left, the enemy is not next to the square, and the square is empty."""
        return (
            self.chicken_player.turds_left > 0
            and manhattan_distance(loc, self.chicken_enemy.loc) > 1
            and loc not in self.eggs_player
            and loc not in self.turds_player
            and loc not in self.eggs_enemy
            and loc not in self.turds_enemy
        )

    def apply_move(self, dir: Direction | int, move_type: MoveType | int, timer: float = 0, check_ok: bool = True):
        """Makes your move and ends your turn; you stay the player. False, and nothing done, if it is not valid.

        Trapdoors are not looked at, and the move is not either if `check_ok` is false.
        """
        if check_ok and not self.is_valid_move(dir, move_type):
            return False
        chicken = self.chicken_player
        loc = chicken.loc
        if move_type == 1:
            self.eggs_player.add(loc)
            chicken.eggs_laid += self.game_map.CORNER_REWARD if loc in CORNERS else 1
        elif move_type == 2:
            self.turds_player.add(loc)
            chicken.turds_left -= 1
        chicken.loc = NEXT[loc][dir]
        self.end_turn(move_type, timer)
        return True

    def end_turn(self, move_type: MoveType, timer=0):
        """Counts the turn and its time, rewards you if the enemy is stuck, and looks whether the game is over."""
        self.turn_count += 1
        self.turns_left_player -= 1
        self.player_time -= timer
        if self.turns_left_enemy > 0 and not self.has_moves_left(True):
            self.chicken_player.eggs_laid += _BLOCKING_REWARD
            self.chicken_blocked = True
        self.check_win()
        if self.build_history:
            self._record(move_type)
        self.is_as_turn = not self.is_as_turn

    def check_win(self, timeout_bounds: float = 0.5):
        """Names the winner if time or turns have run out or the enemy is stuck. `timeout_bounds` changes nothing."""
        if self.player_time <= 0:
            self.set_winner(Result.ENEMY, WinReason.TIMEOUT)
        elif self.enemy_time <= 0:
            self.set_winner(Result.PLAYER, WinReason.TIMEOUT)
        elif self.turns_left_player == 0 == self.turns_left_enemy or self.turn_count >= 2 * self.MAX_TURNS:
            self.set_winner(self._leader(), WinReason.EGGS_LAID)
        elif self.chicken_blocked:
            self.set_winner(self._leader(), WinReason.BLOCKING_END)

    def is_game_over(self):
        return self.winner is not None

    def forecast_move(self, dir: Direction | int, move_type: MoveType | int, check_ok: bool = True):
        """A copy on which you have made this move, or None if it is not valid.

        The move is always checked: `check_ok` is the seconds that the move is said to take, 1 or 0. Bots rely on it.
        """
        if not self.is_valid_move(dir, move_type):
            return None
        board = self.get_copy()
        board.apply_move(dir, move_type, check_ok, False)
        return board

    def set_found_trapdoors(self, found_trapdoors):
        self.found_trapdoors = set(found_trapdoors)

    def get_copy(self, build_history: bool = False, asymmetric: bool = False):
        """A board that shares nothing with this one that changes; it has the history only if that is asked for."""
        board = _blank(Board)
        # The attributes one by one, in the order of the constructor: faster than a dictionary, and what a bot hung on
        # this board stays here.
        board.game_map = self.game_map
        board.build_history = build_history
        board.eggs_player = self.eggs_player.copy()
        board.eggs_enemy = self.eggs_enemy.copy()
        board.turds_player = self.turds_player.copy()
        board.turds_enemy = self.turds_enemy.copy()
        board.found_trapdoors = self.found_trapdoors.copy()
        board.chicken_player = self.chicken_player.get_copy()
        board.chicken_enemy = self.chicken_enemy.get_copy()
        board.turn_count = self.turn_count
        board.MAX_TURNS = self.MAX_TURNS
        board.turns_left_player = self.turns_left_player
        board.turns_left_enemy = self.turns_left_enemy
        board.winner = self.winner
        board.win_reason = self.win_reason
        board.time_to_play = self.time_to_play
        board.player_time = self.player_time
        board.enemy_time = self.enemy_time
        board.chicken_blocked = self.chicken_blocked
        board.is_as_turn = self.is_as_turn
        if build_history:
            board.history = self.history.get_copy() if self.build_history else History()
        return board

    def has_moves_left(self, enemy=False):
        """Whether you, or the enemy, could make any move now. If any, then a plain step."""
        if enemy:
            loc, foe_loc = self.chicken_enemy.loc, self.chicken_player.loc
            foe_eggs, foe_turds = self.eggs_player, self.turds_player
        else:
            loc, foe_loc = self.chicken_player.loc, self.chicken_enemy.loc
            foe_eggs, foe_turds = self.eggs_enemy, self.turds_enemy
        _, shut, step, ring, shadow, zone, _ = AROUND[loc]
        if not ring.isdisjoint(foe_eggs):
            for egg in ring.intersection(foe_eggs):
                shut |= step[egg]
        if not zone.isdisjoint(foe_turds):
            for turd in zone.intersection(foe_turds):
                shut |= shadow[turd]
        if foe_loc in ring:
            shut |= step[foe_loc]
        return shut != ALL_SHUT

    def set_build_history(self, build_history: bool):
        self.build_history = build_history
        if build_history and not hasattr(self, "history"):
            self.history = History()

    def set_winner(self, result: Result, reason: WinReason):
        self.winner = result
        self.win_reason = reason

    def get_winner(self) -> Result:
        """Who has won, as the player saw it when it happened; None while the game goes on."""
        return self.winner

    def get_win_reason(self) -> str:
        return self.win_reason

    def get_history(self) -> dict:
        """The lists of the history by their names, if one is kept."""
        return dict(vars(self.history)) if self.build_history else {}

    def reverse_perspective(self):
        """Makes the enemy the player. Whose turn it is and who has won stay as they are."""
        self.eggs_player, self.eggs_enemy = self.eggs_enemy, self.eggs_player
        self.turds_player, self.turds_enemy = self.turds_enemy, self.turds_player
        self.chicken_player, self.chicken_enemy = self.chicken_enemy, self.chicken_player
        self.player_time, self.enemy_time = self.enemy_time, self.player_time
        self.turns_left_player, self.turns_left_enemy = self.turns_left_enemy, self.turns_left_player

    def _leader(self):
        mine, theirs = self.chicken_player.eggs_laid, self.chicken_enemy.eggs_laid
        return Result.TIE if mine == theirs else Result.PLAYER if mine > theirs else Result.ENEMY

    def _record(self, move_type):
        mover = (self.chicken_player, self.player_time, self.turns_left_player)
        other = (self.chicken_enemy, self.enemy_time, self.turns_left_enemy)
        a, b = (mover, other) if self.is_as_turn else (other, mover)
        self.history.record_round_update(
            self.chicken_player.loc,
            move_type,
            a[0].eggs_laid,
            b[0].eggs_laid,
            a[0].turds_left,
            b[0].turds_left,
            a[1],
            b[1],
            a[2],
            b[2],
            self.is_as_turn,
        )


_blank = object.__new__
