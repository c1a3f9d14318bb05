"""The Python board of Chickens: its names, what each does, the errors that bots rely on, and whole games of the original.

    python3 -m unittest discover -s sdk/python/tests
    BARNYARD_ORACLE=../shared/oracle python3 -m unittest discover -s sdk/python/tests -k oracle
"""
import collections
import copy
import gzip
import importlib
import inspect
import json
import os
import pickle
import random
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
SDK = os.path.join(os.path.dirname(HERE), "chickens")
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))

PLAIN, EGG, TURD = range(3)
UP, RIGHT, DOWN, LEFT = range(4)


def is_ours(name):
    return name.split(".")[0] in ("game", "engine")


def setUpModule():
    """Every season has a package `game`: ours is the one only while these tests run."""
    global hidden, game
    hidden = {name: sys.modules.pop(name) for name in list(sys.modules) if is_ours(name)}
    sys.path.insert(0, SDK)
    game = importlib.import_module("game")
    importlib.import_module("game._barnyard")


def tearDownModule():
    sys.path.remove(SDK)
    for name in list(sys.modules):
        if is_ours(name):
            del sys.modules[name]
    sys.modules.update(hidden)


def new_board(a=(0, 2), b=(7, 2), **options):
    board = game.board.Board(game.game_map.GameMap(), 360, **options)
    board.chicken_player.start(a, 0)
    board.chicken_enemy.start(b, 1)
    return board


def state_of(board):
    """Everything on a board, by value."""

    def plain(value):
        if isinstance(value, (game.chicken.Chicken, game.game_map.GameMap, game.history.History)):
            return {name: plain(each) for name, each in vars(value).items()}
        return copy.copy(value)

    return {name: plain(value) for name, value in vars(board).items()}


def random_board(luck):
    """A board such as no game need show: things lie anywhere."""
    squares = [(x, y) for x in range(8) for y in range(8)]
    board = new_board()
    board.chicken_player.even_chicken, board.chicken_enemy.even_chicken = luck.choice([(0, 1), (1, 0)])
    board.chicken_player.loc = luck.choice(squares)
    near = [to for to in squares if game.board.manhattan_distance(to, board.chicken_player.loc) < 3]
    board.chicken_enemy.loc = luck.choice(luck.choice([near, squares]))
    for name in ("eggs_player", "eggs_enemy"):
        setattr(board, name, set(luck.sample(squares, luck.randrange(20))))
    for name in ("turds_player", "turds_enemy"):
        setattr(board, name, set(luck.sample(squares, luck.randrange(6))))
    board.chicken_player.turds_left = luck.randrange(3)
    board.chicken_enemy.turds_left = luck.randrange(3)
    return board


def rule_allows(board, dir, kind, enemy):
    """The rules of a legal move, word by word."""
    me, foe = board.chicken_player, board.chicken_enemy
    mine = board.eggs_player | board.turds_player
    foe_eggs, foe_turds = board.eggs_enemy, board.turds_enemy
    if enemy:
        me, foe = foe, me
        mine = board.eggs_enemy | board.turds_enemy
        foe_eggs, foe_turds = board.eggs_player, board.turds_player
    x, y = me.loc
    if kind == TURD and me.turds_left <= 0 or kind == EGG and (x + y) % 2 != me.even_chicken:
        return False
    dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[dir]
    to = (x + dx, y + dy)
    if not (0 <= to[0] < 8 and 0 <= to[1] < 8) or to == foe.loc or to in foe_eggs:
        return False
    if any(abs(to[0] - turd[0]) + abs(to[1] - turd[1]) == 1 for turd in foe_turds):
        return False
    if kind == PLAIN:
        return True
    if me.loc in mine:
        return False
    return kind == EGG or abs(x - foe.loc[0]) + abs(y - foe.loc[1]) >= 2


class Names(unittest.TestCase):
    MODULES = ["board", "chicken", "enums", "game_map", "history", "trapdoor_manager"]

    ENUMS = {
        "Result": "PLAYER ENEMY TIE ERROR",
        "ResultArbiter": "PLAYER_A PLAYER_B TIE ERROR",
        "Direction": "UP RIGHT DOWN LEFT",
        "MoveType": "PLAIN EGG TURD",
        "Cell": "SPACE PLAYER_A_EGG PLAYER_A_TURD PLAYER_B_EGG PLAYER_B_TURD TRAPDOOR",
        "WinReason": "EGGS_LAID BLOCKING_END TIMEOUT INVALID_TURN CODE_CRASH MEMORY_ERROR FAILED_INIT",
    }

    SIGNATURES = """
        board.manhattan_distance(p1, p2)
        board.Board.__init__(self, game_map, time_to_play=20, build_history=False, copy=False)
        board.Board.is_valid_cell(self, loc)
        board.Board.is_cell_in_enemy_turd_zone(self, loc)
        board.Board.is_cell_blocked(self, loc)
        board.Board.is_valid_direction(self, dir)
        board.Board.is_valid_move(self, dir, move_type, enemy=False)
        board.Board.get_valid_moves(self, enemy=False)
        board.Board.can_lay_egg(self)
        board.Board.can_lay_egg_at_loc(self, loc)
        board.Board.can_lay_turd(self)
        board.Board.can_lay_turd_at_loc(self, loc)
        board.Board.apply_move(self, dir, move_type, timer=0, check_ok=True)
        board.Board.end_turn(self, move_type, timer=0)
        board.Board.check_win(self, timeout_bounds=0.5)
        board.Board.is_game_over(self)
        board.Board.forecast_move(self, dir, move_type, check_ok=True)
        board.Board.set_found_trapdoors(self, found_trapdoors)
        board.Board.get_copy(self, build_history=False, asymmetric=False)
        board.Board.has_moves_left(self, enemy=False)
        board.Board.set_build_history(self, build_history)
        board.Board.set_winner(self, result, reason)
        board.Board.get_winner(self)
        board.Board.get_win_reason(self)
        board.Board.get_history(self)
        board.Board.reverse_perspective(self)
        chicken.Chicken.__init__(self, max_turds=0, copy=False)
        chicken.Chicken.start(self, start_loc, even_chicken)
        chicken.Chicken.is_player_a(self)
        chicken.Chicken.get_spawn(self)
        chicken.Chicken.get_location(self)
        chicken.Chicken.increment_eggs_laid(self, eggs=1)
        chicken.Chicken.reset_location(self)
        chicken.Chicken.can_lay_egg(self, loc)
        chicken.Chicken.decrement_turds(self)
        chicken.Chicken.get_turds_left(self)
        chicken.Chicken.get_turds_placed(self)
        chicken.Chicken.get_eggs_laid(self)
        chicken.Chicken.get_next_loc(self, dir=DIRECTION, loc=None)
        chicken.Chicken.apply_dir(self, dir=DIRECTION)
        chicken.Chicken.lay_egg(self)
        chicken.Chicken.drop_turd(self)
        chicken.Chicken.has_turds_left(self)
        chicken.Chicken.prob_senses_if_trapdoor_were_at(self, did_hear, did_feel, x, y)
        chicken.Chicken.get_copy(self)
        game_map.prob_hear(delta_x, delta_y)
        game_map.prob_feel(delta_x, delta_y)
        game_map.GameMap.__init__(self)
        game_map.GameMap.reflect(self, coords, symmetry)
        enums.loc_after_direction(loc, dir)
        history.History.__init__(self)
        history.History.record_trapdoor(self, trigger_trap, loc=None)
        history.History.record_round_update(self, loc, move_type, eggs_laid_a, eggs_laid_b, turds_left_a, turds_left_b, time_left_a, time_left_b, moves_left_a, moves_left_b, is_as_turn)
        trapdoor_manager.delta_locs(loc_a, loc_b)
        trapdoor_manager.choose_trapdoor(weights, parity)
        trapdoor_manager.TrapdoorManager.__init__(self, game_map)
        trapdoor_manager.TrapdoorManager.choose_spawns(self)
        trapdoor_manager.TrapdoorManager.choose_trapdoors(self)
        trapdoor_manager.TrapdoorManager.sample_trapdoors(self, loc)
        trapdoor_manager.TrapdoorManager.is_trapdoor(self, loc)
        trapdoor_manager.TrapdoorManager.get_trapdoors(self)
        trapdoor_manager.TrapdoorManager.get_spawns(self)
    """  # noqa: E501

    def test_a_star_import_brings_the_modules(self):
        names = {}
        exec("from game import *", names)
        for module in self.MODULES:
            self.assertIs(names[module], sys.modules["game." + module])
        self.assertEqual(sorted(game.__all__), self.MODULES)

    def test_names_that_bots_import_are_there(self):
        exec("from game.board import Board, manhattan_distance")
        exec("from game.enums import Direction, MoveType, Result, ResultArbiter, WinReason, Cell, loc_after_direction")
        exec("from game.game_map import GameMap, prob_hear, prob_feel")
        exec("from game.chicken import Chicken")
        exec("from game.history import History")
        exec("from game.trapdoor_manager import TrapdoorManager, delta_locs, choose_trapdoor")

    def test_engine_game_is_game(self):
        names = {}
        exec("import engine.game.board\nfrom engine.game import board\nfrom engine import game as all_of_it", names)
        exec("from engine.game.enums import Direction\nimport engine.game.chicken as chicken", names)
        exec("from engine.game import *", names)
        self.assertIs(names["all_of_it"], game)
        self.assertIs(names["engine"].game.board, game.board)
        self.assertIs(names["board"], game.board)
        self.assertIs(names["chicken"], game.chicken)
        self.assertIs(names["Direction"], game.enums.Direction)
        for module in self.MODULES + ["_barnyard", "_around"]:
            self.assertIs(importlib.import_module("engine.game." + module), sys.modules["game." + module])

    def test_enums_are_integers_in_order(self):
        for name, members in self.ENUMS.items():
            enum = getattr(game.enums, name)
            self.assertEqual([(each.name, each.value) for each in enum], [(m, i) for i, m in enumerate(members.split())])
            self.assertTrue(all(isinstance(each, int) for each in enum))

    def test_signatures(self):
        direction = inspect.signature(game.chicken.Chicken.apply_dir).parameters["dir"].default
        self.assertEqual(direction.__args__, (game.enums.Direction, int))
        for line in filter(None, map(str.strip, self.SIGNATURES.splitlines())):
            path, parameters = line.rstrip(")").split("(")
            found = game
            for name in path.split("."):
                found = getattr(found, name)
            wanted = inspect.signature(eval("lambda " + parameters + ": 0", {"DIRECTION": direction}))
            bare = [p.replace(annotation=p.empty) for p in inspect.signature(found).parameters.values()]
            self.assertEqual(list(wanted.parameters.values()), bare, line)

    def test_attributes_of_a_new_board(self):
        board = new_board()
        values = state_of(board)
        for name in ("game_map", "chicken_player", "chicken_enemy"):
            values.pop(name)
        self.assertEqual(
            values,
            {
                "eggs_player": set(),
                "eggs_enemy": set(),
                "turds_player": set(),
                "turds_enemy": set(),
                "found_trapdoors": set(),
                "turn_count": 0,
                "MAX_TURNS": 40,
                "turns_left_player": 40,
                "turns_left_enemy": 40,
                "winner": None,
                "win_reason": None,
                "time_to_play": 360,
                "player_time": 360,
                "enemy_time": 360,
                "chicken_blocked": False,
                "is_as_turn": True,
                "build_history": False,
            },
        )
        self.assertFalse(hasattr(board, "history"))
        self.assertTrue(hasattr(new_board(build_history=True), "history"))
        chicken = {"loc": (0, 2), "spawn": (0, 2), "even_chicken": 0, "eggs_laid": 0, "turds_left": 5}
        self.assertEqual(vars(board.chicken_player), chicken)
        self.assertEqual(
            vars(board.game_map),
            {
                "MAP_SIZE": 8,
                "MAX_TRAPDOOR_DIST_FROM_CENTER": 2,
                "NUM_TRAPDOORS_PER_TEAM": 1,
                "MAX_TURDS": 5,
                "CORNER_REWARD": 3,
                "TRAPDOOR_PENALTY": -4,
            },
        )


class Objects(unittest.TestCase):
    def middle_game(self):
        board = new_board(build_history=True)
        luck = random.Random(7)
        for _ in range(30):
            self.assertTrue(board.apply_move(*luck.choice(board.get_valid_moves()), timer=1.5))
            board.reverse_perspective()
        board.set_found_trapdoors([(3, 3)])
        return board

    def test_a_board_survives_pickle_and_deepcopy(self):
        board = self.middle_game()
        for twin in (copy.deepcopy(board), *(pickle.loads(pickle.dumps(board, p)) for p in range(6))):
            self.assertEqual(state_of(twin), state_of(board))
            self.assertEqual(twin.get_valid_moves(), board.get_valid_moves())
            twin.eggs_player.add((9, 9))
            twin.chicken_enemy.loc = (0, 0)
            self.assertNotIn((9, 9), board.eggs_player)
            self.assertTrue(twin.apply_move(*twin.get_valid_moves()[0]))
        for member in (game.enums.Direction.UP, game.enums.MoveType.TURD, game.enums.WinReason.TIMEOUT):
            self.assertIs(pickle.loads(pickle.dumps(member)), member)

    def test_a_copy_shares_nothing_that_changes(self):
        board = self.middle_game()
        before = state_of(board)
        twin = board.get_copy()
        self.assertFalse(twin.build_history)
        self.assertFalse(hasattr(twin, "history"))
        expected = dict(before, build_history=False)
        del expected["history"]
        self.assertEqual(state_of(twin), expected)
        for name in ("eggs_player", "eggs_enemy", "turds_player", "turds_enemy", "found_trapdoors"):
            self.assertIs(type(getattr(twin, name)), set)
            getattr(twin, name).add((9, 9))
        for chicken in (twin.chicken_player, twin.chicken_enemy):
            chicken.loc = chicken.spawn = (9, 9)
            chicken.eggs_laid = chicken.turds_left = chicken.even_chicken = 99
        twin.reverse_perspective()
        self.assertEqual(state_of(board), before)

    def test_a_copy_keeps_the_history_if_asked(self):
        board = self.middle_game()
        twin = board.get_copy(build_history=True)
        self.assertEqual(twin.get_history(), board.get_history())
        twin.apply_move(*twin.get_valid_moves()[0])
        self.assertEqual((len(twin.get_history()["pos"]), len(board.get_history()["pos"])), (31, 30))
        self.assertEqual(new_board().get_copy(True).get_history()["pos"], [])

    def test_what_a_bot_hangs_on_a_board_stays_there(self):
        board = new_board()
        board.memo = {}
        self.assertFalse(hasattr(board.get_copy(), "memo"))
        self.assertFalse(hasattr(board.forecast_move(UP, PLAIN), "memo"))

    def test_assignments_are_honoured_at_once(self):
        board = new_board()
        board.get_valid_moves()
        board.chicken_player.loc = (4, 4)
        self.assertEqual(len(board.get_valid_moves()), 12)
        board.eggs_enemy = {(4, 3)}
        self.assertNotIn((UP, PLAIN), board.get_valid_moves())
        board.eggs_enemy.clear()
        self.assertIn((UP, PLAIN), board.get_valid_moves())
        board.turds_enemy.add((4, 2))
        self.assertFalse(board.is_valid_move(UP, PLAIN))
        board.turds_player = {(4, 4)}
        self.assertEqual(board.get_valid_moves(), [(RIGHT, PLAIN), (DOWN, PLAIN), (LEFT, PLAIN)])
        board.turds_player = set()
        board.chicken_player.turds_left = 0
        self.assertEqual({kind for _, kind in board.get_valid_moves()}, {PLAIN, EGG})
        board.chicken_player.even_chicken = 1
        self.assertEqual({kind for _, kind in board.get_valid_moves()}, {PLAIN})
        board.chicken_enemy.loc = (5, 4)
        self.assertNotIn((RIGHT, PLAIN), board.get_valid_moves())
        board.player_time = 1
        self.assertEqual(board.forecast_move(DOWN, PLAIN).winner, game.enums.Result.ENEMY)
        board.player_time, board.turn_count = 50, 79
        board.chicken_player.eggs_laid = 3
        self.assertEqual(board.forecast_move(DOWN, PLAIN).winner, game.enums.Result.PLAYER)

    def test_moves_are_pairs_of_enum_members_in_a_list_of_its_own(self):
        board = new_board((4, 4))
        moves = board.get_valid_moves()
        self.assertIs(type(moves), list)
        for move in moves:
            self.assertIs(type(move), tuple)
            self.assertIs(type(move[0]), game.enums.Direction)
            self.assertIs(type(move[1]), game.enums.MoveType)
        self.assertEqual(moves, [(dir, kind) for dir in range(4) for kind in range(3)])
        moves.clear()
        self.assertEqual(len(board.get_valid_moves()), 12)

    def test_a_copied_board_can_be_filled_by_hand(self):
        board = game.board.Board(game.game_map.GameMap(), copy=True)
        self.assertFalse(hasattr(board, "eggs_player"))
        vars(board).update(vars(new_board()))
        self.assertEqual(len(board.get_valid_moves()), 9)


class Rules(unittest.TestCase):
    def test_valid_moves_are_those_of_the_rules(self):
        luck = random.Random(1)
        for _ in range(1500):
            board = random_board(luck)
            before = state_of(board)
            for enemy in (False, True):
                every = [(dir, kind) for dir in range(4) for kind in range(3)]
                legal = [move for move in every if rule_allows(board, *move, enemy)]
                self.assertEqual(board.get_valid_moves(enemy), legal)
                self.assertEqual([move for move in every if board.is_valid_move(*move, enemy)], legal)
                self.assertEqual(board.has_moves_left(enemy), bool(legal))
            self.assertEqual(state_of(board), before)

    def test_blocked_cells_are_those_of_the_rules(self):
        luck = random.Random(2)
        for _ in range(200):
            board = random_board(luck)
            for loc in [(x, y) for x in range(-1, 9) for y in range(-1, 9)]:
                inside = 0 <= loc[0] < 8 and 0 <= loc[1] < 8
                zone = any(game.board.manhattan_distance(loc, turd) == 1 for turd in board.turds_enemy)
                self.assertEqual(board.is_valid_cell(loc), inside)
                self.assertEqual(board.is_cell_in_enemy_turd_zone(loc), zone)
                taken = {board.chicken_enemy.loc} | board.eggs_enemy | board.turds_enemy
                self.assertEqual(board.is_cell_blocked(loc), not inside or zone or loc in taken)
            for dir in range(4):
                to = board.chicken_player.get_next_loc(dir)
                self.assertEqual(board.is_valid_direction(dir), not board.is_cell_blocked(to))

    def test_only_the_squares_around_the_target_are_searched_for_a_turd(self):
        board = new_board((4, 4))
        board.turds_enemy = {(4, 3)}
        self.assertTrue(board.is_valid_move(UP, PLAIN))
        self.assertIn((UP, PLAIN), board.get_valid_moves())
        self.assertTrue(board.is_cell_blocked((4, 3)))
        self.assertFalse(board.is_valid_direction(UP))

    def test_what_the_enemy_left_here_does_not_rule_out_an_egg(self):
        board = new_board((4, 4))
        board.eggs_enemy = {(4, 4)}
        self.assertIn((UP, EGG), board.get_valid_moves())
        self.assertFalse(board.can_lay_turd())

    def test_laying_and_dropping_look_at_the_square(self):
        board = new_board((4, 4), (4, 6))
        self.assertTrue(board.can_lay_egg() and board.can_lay_turd())
        self.assertFalse(board.can_lay_egg_at_loc((4, 5)))
        self.assertFalse(board.can_lay_turd_at_loc((4, 5)))
        for name in ("eggs_player", "turds_player", "turds_enemy"):
            getattr(board, name).add((4, 4))
            self.assertFalse(board.can_lay_egg() or board.can_lay_turd(), name)
            getattr(board, name).clear()
        board.chicken_player.turds_left = 0
        self.assertTrue(board.can_lay_egg() and not board.can_lay_turd())

    def test_chickens_on_one_square_can_step_apart_without_a_turd(self):
        board = new_board((4, 4), (4, 4))
        self.assertEqual({kind for _, kind in board.get_valid_moves()}, {PLAIN, EGG})
        self.assertEqual({kind for _, kind in board.get_valid_moves(True)}, {PLAIN})

    def test_a_move_leaves_something_behind_and_steps(self):
        board = new_board((4, 4))
        self.assertIs(board.apply_move(RIGHT, EGG, 2.5), True)
        self.assertEqual((board.eggs_player, board.chicken_player.loc), ({(4, 4)}, (5, 4)))
        self.assertEqual((board.chicken_player.eggs_laid, board.player_time), (1, 357.5))
        self.assertEqual((board.turn_count, board.turns_left_player, board.turns_left_enemy), (1, 39, 40))
        self.assertFalse(board.is_as_turn)
        self.assertTrue(board.chicken_player.is_player_a())
        self.assertTrue(board.apply_move(DOWN, TURD))
        self.assertEqual((board.turds_player, board.chicken_player.turds_left), ({(5, 4)}, 4))
        self.assertEqual(board.chicken_player.get_turds_placed(), 1)

    def test_a_corner_egg_counts_three(self):
        board = new_board((0, 0))
        board.apply_move(RIGHT, EGG)
        self.assertEqual((board.chicken_player.eggs_laid, board.eggs_player), (3, {(0, 0)}))

    def test_an_invalid_move_changes_nothing(self):
        board = new_board((0, 2))
        before = state_of(board)
        for dir, kind in [(LEFT, PLAIN), (4, PLAIN), (-1, PLAIN), (None, PLAIN), (UP, 3), (UP, -1), (UP, None)]:
            self.assertIs(board.apply_move(dir, kind), False)
            self.assertIsNone(board.forecast_move(dir, kind))
            self.assertIsNone(board.forecast_move(dir, kind, check_ok=False))
        self.assertEqual(state_of(board), before)

    def test_an_unchecked_move_is_made(self):
        board = new_board((4, 4), (4, 3))
        self.assertTrue(board.apply_move(UP, TURD, check_ok=False))
        self.assertEqual((board.chicken_player.loc, board.turds_player), ((4, 3), {(4, 4)}))

    def test_plain_integers_and_members_are_alike(self):
        for dir in game.enums.Direction:
            for kind in game.enums.MoveType:
                one, two = new_board((4, 4)), new_board((4, 4))
                one.apply_move(dir, kind)
                two.apply_move(int(dir), int(kind))
                self.assertEqual(state_of(one), state_of(two))

    def test_a_forecast_costs_a_second(self):
        board = new_board((4, 4))
        before = state_of(board)
        self.assertEqual(board.forecast_move(UP, EGG).player_time, 359)
        self.assertEqual(board.forecast_move(UP, EGG, False).player_time, 360)
        self.assertEqual(state_of(board), before)
        board.player_time = 1
        ahead = board.forecast_move(UP, PLAIN)
        self.assertEqual((ahead.winner, ahead.win_reason), (game.enums.Result.ENEMY, game.enums.WinReason.TIMEOUT))
        self.assertIsNone(board.forecast_move(UP, PLAIN, False).winner)

    def test_a_stuck_enemy_gives_five_eggs_and_ends_the_game(self):
        board = new_board((2, 0), (0, 0))
        board.turds_player = {(1, 1)}
        board.chicken_enemy.eggs_laid = 4
        board.apply_move(DOWN, PLAIN)
        self.assertTrue(board.chicken_blocked and board.is_game_over())
        self.assertEqual(board.chicken_player.eggs_laid, 5)
        self.assertEqual((board.get_winner(), board.get_win_reason()), (0, game.enums.WinReason.BLOCKING_END))
        board = new_board((2, 0), (0, 0))
        board.turds_player = {(1, 1)}
        board.turns_left_enemy = 0
        board.apply_move(DOWN, PLAIN)
        self.assertFalse(board.chicken_blocked)

    def test_the_last_turn_is_decided_by_eggs(self):
        for mine, theirs, result in [(3, 2, "PLAYER"), (2, 3, "ENEMY"), (2, 2, "TIE")]:
            board = new_board((4, 4))
            board.turns_left_player, board.turns_left_enemy = 1, 0
            board.chicken_player.eggs_laid, board.chicken_enemy.eggs_laid = mine, theirs
            board.apply_move(UP, PLAIN)
            self.assertEqual((board.winner.name, board.win_reason.name), (result, "EGGS_LAID"))

    def test_perspective_swaps_all_but_turn_and_winner(self):
        board = random_board(random.Random(3))
        board.enemy_time, board.turns_left_enemy, board.winner = 7, 8, game.enums.Result.PLAYER
        before = state_of(board)
        board.reverse_perspective()
        after = state_of(board)
        swaps = ["eggs_{}", "turds_{}", "chicken_{}", "{}_time", "turns_left_{}"]
        for pattern in swaps:
            mine, theirs = pattern.format("player"), pattern.format("enemy")
            self.assertEqual((before[mine], before[theirs]), (after.pop(theirs), after.pop(mine)))
        self.assertEqual(after, {name: before[name] for name in after})

    def test_places_off_the_board_do_no_harm(self):
        board = new_board((0, 2), (-1, -1))
        self.assertEqual(len(board.get_valid_moves()), 9)
        self.assertEqual(board.get_valid_moves(True), [])
        board.chicken_enemy.loc = (-1, 3)
        self.assertEqual(board.get_valid_moves(True), [(RIGHT, PLAIN), (RIGHT, TURD)])


class Chickens(unittest.TestCase):
    def test_a_chicken_answers(self):
        chicken = game.chicken.Chicken(5)
        chicken.start((7, 3), 0)
        self.assertTrue(chicken.is_player_a() and chicken.has_turds_left())
        self.assertTrue(chicken.can_lay_egg((7, 3)) and not chicken.can_lay_egg((7, 4)))
        self.assertEqual([chicken.get_next_loc(dir) for dir in range(4)], [(7, 2), (8, 3), (7, 4), (6, 3)])
        self.assertEqual(chicken.get_next_loc(game.enums.Direction.UP, (3, 3)), (3, 2))
        self.assertIsNone(chicken.get_next_loc(7))
        self.assertEqual(chicken.apply_dir(LEFT), (6, 3))
        chicken.lay_egg()
        chicken.increment_eggs_laid()
        chicken.increment_eggs_laid(3)
        chicken.drop_turd()
        chicken.decrement_turds()
        self.assertEqual((chicken.get_eggs_laid(), chicken.get_turds_left(), chicken.get_turds_placed()), (5, 3, 2))
        twin = chicken.get_copy()
        chicken.reset_location()
        self.assertEqual((chicken.get_location(), chicken.get_spawn(), twin.get_location()), ((7, 3), (7, 3), (6, 3)))

    def test_senses_fade_with_distance(self):
        hear = {(1, 0): 0.5, (1, 1): 0.25, (2, 0): 0.1, (2, 1): 0.1}
        feel = {(1, 0): 0.3, (1, 1): 0.15}
        chicken = game.chicken.Chicken(5)
        chicken.start((4, 4), 0)
        for dx in range(-4, 4):
            for dy in range(-4, 4):
                key = tuple(sorted((abs(dx), abs(dy)), reverse=True))
                p, q = hear.get(key, 0), feel.get(key, 0)
                self.assertEqual((game.game_map.prob_hear(dx, dy), game.game_map.prob_feel(dx, dy)), (p, q))
                told = chicken.prob_senses_if_trapdoor_were_at
                self.assertEqual(told(True, False, 4 + dx, 4 + dy), (p, 1 - q))
                self.assertEqual(told(False, True, 4 + dx, 4 + dy), (1 - p, q))

    def test_births_and_trapdoors_follow_their_law(self):
        manager = game.trapdoor_manager.TrapdoorManager(game.game_map.GameMap())
        births, doors = collections.Counter(), [collections.Counter(), collections.Counter()]
        random.seed(5)
        for _ in range(4000):
            births[tuple(manager.choose_spawns())] += 1
            for each, door in zip(doors, manager.choose_trapdoors()):
                each[door] += 1
            self.assertTrue(all(map(manager.is_trapdoor, manager.get_trapdoors())))
        rows = {((0, y), (7, y)) if y % 2 == 0 else ((7, y), (0, y)) for y in range(1, 7)}
        self.assertEqual(set(births), rows)
        self.assertTrue(all(abs(n / 4000 - 1 / 6) < 0.03 for n in births.values()))
        for parity, counts in enumerate(doors):
            self.assertEqual(set(counts), {(x, y) for x in range(2, 6) for y in range(2, 6) if (x + y) % 2 == parity})
            for (x, y), n in counts.items():
                self.assertAlmostEqual(n / 4000, 0.2 if x in (3, 4) and y in (3, 4) else 0.1, delta=0.03)

    def test_senses_are_sampled_even_first(self):
        manager = game.trapdoor_manager.TrapdoorManager(game.game_map.GameMap())
        manager.trapdoors = [(3, 3), (5, 2)]
        self.assertEqual(manager.sample_trapdoors((0, 7)), [(False, False), (False, False)])
        samples = [manager.sample_trapdoors((3, 4)) for _ in range(2000)]
        self.assertAlmostEqual(sum(even[0] for even, _ in samples) / 2000, 0.5, delta=0.06)
        self.assertAlmostEqual(sum(even[1] for even, _ in samples) / 2000, 0.3, delta=0.06)
        self.assertTrue(all(odd == (False, False) for _, odd in samples))


class Door(unittest.TestCase):
    STATE = """
        {"turn": 3, "to_move": "black", "senses": [[true, false], [false, false]], "found": [[3, 3]], "over": false,
         "me": {"colour": "black", "at": [6, 2], "spawn": [7, 2], "eggs": [[7, 2]], "turds": [], "score": 1,
                "turds_left": 5, "turns_left": 39},
         "enemy": {"colour": "white", "at": [2, 3], "spawn": [0, 2], "eggs": [], "turds": [[1, 2]], "score": 4,
                   "turds_left": 4, "turns_left": 38},
         "time": 359.5, "enemy_time": 358.25}
    """

    def test_a_board_is_made_from_an_observation(self):
        board = game._barnyard.board_from_state(json.loads(self.STATE))
        self.assertEqual(set(vars(board)), set(vars(new_board())))
        self.assertEqual((board.chicken_player.loc, board.chicken_enemy.spawn), ((6, 2), (0, 2)))
        self.assertEqual((board.chicken_player.even_chicken, board.is_as_turn), (1, False))
        self.assertEqual((board.eggs_player, board.turds_enemy, board.found_trapdoors), ({(7, 2)}, {(1, 2)}, {(3, 3)}))
        self.assertEqual((board.player_time, board.enemy_time, board.time_to_play), (359.5, 358.25, 360))
        self.assertEqual((board.turn_count, board.turns_left_player, board.turns_left_enemy), (3, 39, 38))
        self.assertEqual((board.chicken_enemy.eggs_laid, board.chicken_enemy.turds_left), (4, 4))
        self.assertTrue(board.apply_move(*board.get_valid_moves()[0]))
        self.assertEqual(state_of(pickle.loads(pickle.dumps(board))), state_of(board))


class Oracle(unittest.TestCase):
    HISTORY = (
        "pos left_behind a_eggs_laid b_eggs_laid a_turds_left b_turds_left a_time_left b_time_left a_moves_left b_moves_left "
        "trapdoor_triggered"
    ).split()

    def test_oracle_games_are_played_alike(self):
        folder = os.environ.get("BARNYARD_ORACLE")
        if not folder:
            print("no vectors given")
            self.skipTest("no vectors given")
        plies = 0
        with gzip.open(os.path.join(ROOT, folder, "chickens.jsonl.gz"), "rt") as lines:
            for line in lines:
                plies += self.play(json.loads(line))
        print(f"chickens: {plies} plies checked")
        self.assertGreater(plies, 0)

    def play(self, record):
        a, b = map(tuple, record["spawns"])
        doors = set(map(tuple, record["trapdoors"]))
        board = new_board(a, b, build_history=True)
        for ply, turn in enumerate(record["turns"]):
            where = f"game {record['game']} ply {ply}"
            self.assertEqual(seen(board), turn["state"], where)
            told = game._barnyard.board_from_state(observation(turn["state"]))
            bare = board.get_copy()
            self.assertEqual(state_of(told), state_of(bare), where)
            self.assertEqual(coded(board.get_valid_moves()), turn["legal"], where)
            self.assertEqual(coded(board.get_valid_moves(enemy=True)), turn["enemy_legal"], where)
            for enemy, legal in ((False, turn["legal"]), (True, turn["enemy_legal"])):
                every = [(dir, kind) for dir in range(4) for kind in range(3)]
                self.assertEqual(coded(m for m in every if board.is_valid_move(*m, enemy)), legal, where)
                self.assertEqual(board.has_moves_left(enemy), bool(legal), where)
            if turn["move"] is None:
                return ply
            move = divmod(turn["move"], 3)
            if turn["applied"] is None:
                self.assertIs(board.apply_move(*move, turn["timer"]), False, where)
                self.assertIsNone(board.forecast_move(*move), where)
                self.assertEqual(seen(board), turn["state"], where)
                return ply
            for move_ahead, seconds in ((bare.forecast_move(*move), 1), (bare.forecast_move(*move, False), 0)):
                self.assertEqual(seen(move_ahead), clocked(turn, seconds), where)
            self.assertEqual(state_of(told), state_of(bare), where)
            self.assertIs(board.apply_move(*move, turn["timer"]), True, where)
            self.assertEqual(seen(board), turn["applied"], where)
            mover = board.chicken_player
            fell = mover.get_location() in doors
            if fell:
                board.found_trapdoors.add(mover.loc)
                mover.reset_location()
                board.chicken_enemy.increment_eggs_laid(4)
            board.history.record_trapdoor(fell, mover.get_location())
            if not board.is_game_over():
                board.reverse_perspective()
        self.assertTrue(board.is_game_over())
        self.finish(board, record)
        return len(record["turns"])

    def finish(self, board, record):
        final = seen(board)
        result = 2 if board.winner == 2 else int(board.winner) ^ (not board.chicken_player.is_player_a())
        final["winner"] = result
        self.assertEqual(final, record["final"], record["game"])
        self.assertEqual((result, board.win_reason.name), (record["result"], record["reason"]), record["game"])
        history = board.get_history()
        history["pos"] = list(map(list, history["pos"]))
        self.assertEqual(set(history), set(self.HISTORY))
        for name in self.HISTORY:
            self.assertEqual(history[name], record["replay"][name], (record["game"], name))


def coded(moves):
    return [dir * 3 + kind for dir, kind in moves]


def seen(board):
    """A board as the vectors write it down."""

    def numbered(squares):
        return sorted(8 * y + x for x, y in squares)

    def side(chicken, eggs, turds, turns_left, time):
        return {
            "loc": numbered([chicken.loc])[0],
            "spawn": numbered([chicken.spawn])[0],
            "eggs_laid": chicken.eggs_laid,
            "turds_left": chicken.turds_left,
            "eggs": numbered(eggs),
            "turds": numbered(turds),
            "turns_left": turns_left,
            "time": time,
        }

    player = side(
        board.chicken_player, board.eggs_player, board.turds_player, board.turns_left_player, board.player_time
    )
    enemy = side(board.chicken_enemy, board.eggs_enemy, board.turds_enemy, board.turns_left_enemy, board.enemy_time)
    is_a = board.chicken_player.is_player_a()
    return {
        "turn": board.turn_count,
        "as_turn": board.is_as_turn,
        "player_is_a": is_a,
        "a": player if is_a else enemy,
        "b": enemy if is_a else player,
        "found": numbered(board.found_trapdoors),
        "blocked": board.chicken_blocked,
        "winner": board.winner,
        "win_reason": board.win_reason.name if board.win_reason is not None else None,
    }


def clocked(turn, seconds):
    """What a ply of the vectors would have led to, had it taken so many seconds."""
    side = "a" if turn["state"]["player_is_a"] else "b"
    time = turn["state"][side]["time"] - seconds
    applied = dict(turn["applied"])
    applied[side] = dict(applied[side], time=time)
    return applied if time > 0 else dict(applied, winner=1, win_reason="TIMEOUT")


def observation(state):
    """A state of the vectors as the server would tell it to the player."""

    def bird(side, colour):
        return {
            "colour": colour,
            "at": square(side["loc"]),
            "spawn": square(side["spawn"]),
            "eggs": list(map(square, side["eggs"])),
            "turds": list(map(square, side["turds"])),
            "score": side["eggs_laid"],
            "turds_left": side["turds_left"],
            "turns_left": side["turns_left"],
        }

    def square(number):
        return [number % 8, number // 8]

    birds = [("a", "white"), ("b", "black")]
    me, enemy = birds if state["player_is_a"] else birds[::-1]
    return {
        "turn": state["turn"],
        "to_move": "white" if state["as_turn"] else "black",
        "me": bird(state[me[0]], me[1]),
        "enemy": bird(state[enemy[0]], enemy[1]),
        "senses": [[False, False], [False, False]],
        "found": list(map(square, state["found"])),
        "over": False,
        "time": state[me[0]]["time"],
        "enemy_time": state[enemy[0]]["time"],
    }


if __name__ == "__main__":
    unittest.main()
