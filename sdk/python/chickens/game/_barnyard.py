"""The door to the server: boards made from what a chicken is told."""
from __future__ import annotations

from .board import Board
from .chicken import Chicken
from .game_map import GameMap


def board_from_state(state: dict) -> Board:
    """The board of the asked seat, from the observation that the server sends as JSON:

    - `turn`: turns taken by both chickens together
    - `to_move`: `"white"` or `"black"`; white is Player A
    - `me`, `enemy`: the chickens, each with `colour` (as above), `at` and `spawn` (a square), `eggs` and `turds` (lists
      of squares), `score` (its eggs that count), `turds_left`, `turns_left`
    - `found`: the trapdoors that both know, a list of squares
    - `time`, `enemy_time`: seconds left (without them: `budget`)
    - `budget`: seconds for the whole game (360 if missing)
    - `turns`: turns of each chicken in a whole game (40 if missing)

    A square is `[x, y]`. Other keys, such as `senses` and `over`, are not looked at. The board is new each time.
    """
    me = state["me"]
    enemy = state["enemy"]
    budget = state.get("budget", 360)
    board = Board(GameMap(), budget, copy=True)
    board.eggs_player = set(map(tuple, me["eggs"]))
    board.eggs_enemy = set(map(tuple, enemy["eggs"]))
    board.turds_player = set(map(tuple, me["turds"]))
    board.turds_enemy = set(map(tuple, enemy["turds"]))
    board.found_trapdoors = set(map(tuple, state["found"]))
    board.chicken_player = _chicken(me)
    board.chicken_enemy = _chicken(enemy)
    board.turn_count = state["turn"]
    board.MAX_TURNS = state.get("turns", 40)
    board.turns_left_player = me["turns_left"]
    board.turns_left_enemy = enemy["turns_left"]
    board.winner = None
    board.win_reason = None
    board.time_to_play = budget
    board.player_time = state.get("time", budget)
    board.enemy_time = state.get("enemy_time", budget)
    board.chicken_blocked = False
    board.is_as_turn = state["to_move"] == "white"
    return board


def _chicken(bird: dict) -> Chicken:
    chicken = Chicken(copy=True)
    chicken.loc = tuple(bird["at"])
    chicken.spawn = tuple(bird["spawn"])
    chicken.even_chicken = 0 if bird["colour"] == "white" else 1
    chicken.eggs_laid = bird["score"]
    chicken.turds_left = bird["turds_left"]
    return chicken
