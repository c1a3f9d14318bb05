"""The Carpets API: its names and signatures, its rules and kept oddities, and whole recorded games."""

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
from pathlib import Path
from unittest import mock

try:
    import numpy
except ImportError:
    numpy = None

ROOT = Path(__file__).resolve().parents[3]
SDK = str(ROOT / "sdk" / "python" / "carpets")
_others = {}

ENUMS = {
    "MoveType": "PLAIN PRIME CARPET SEARCH",
    "Cell": "SPACE PRIMED CARPET BLOCKED",
    "Noise": "SQUEAK SCRATCH SQUEAL",
    "Direction": "UP RIGHT DOWN LEFT",
    "Result": "PLAYER ENEMY TIE ERROR",
    "ResultArbiter": "PLAYER_A PLAYER_B TIE ERROR",
    "WinReason": "POINTS TIMEOUT INVALID_TURN CODE_CRASH MEMORY_ERROR FAILED_INIT",
}


def setUpModule():
    """Every game's package is called `game`, so this one is imported for these tests only."""
    global board, enums, history, move, rat, worker, barnyard
    global Board, Worker, Move, MoveType, Cell, Noise, Direction, Result, WinReason
    _others.update(_take_packages())
    sys.path.insert(0, SDK)
    board, enums, history, move, rat, worker, barnyard = (
        importlib.import_module("game." + name)
        for name in ("board", "enums", "history", "move", "rat", "worker", "_barnyard")
    )
    Board, Worker, Move = board.Board, worker.Worker, move.Move
    MoveType, Cell, Noise, Direction = enums.MoveType, enums.Cell, enums.Noise, enums.Direction
    Result, WinReason = enums.Result, enums.WinReason


def tearDownModule():
    _take_packages()
    sys.path.remove(SDK)
    sys.modules.update(_others)


def _take_packages():
    names = [name for name in sys.modules if name.split(".")[0] in ("game", "engine")]
    return {name: sys.modules.pop(name) for name in names}


# What a test reads of things: short forms that print well.


def said(m):
    """A move in the vectors' spelling."""
    if m.move_type == 3:
        return ["S", *m.search_loc]
    if m.move_type == 2:
        return ["C", int(m.direction), m.roll_length]
    return ["PR"[m.move_type], int(m.direction)]


def meant(words):
    kind = words[0]
    if kind == "S":
        return Move.search((words[1], words[2]))
    direction = Direction(words[1])
    if kind == "C":
        return Move.carpet(direction, words[2])
    return Move.plain(direction) if kind == "P" else Move.prime(direction)


def masks(b):
    return (b._space_mask, b._primed_mask, b._carpet_mask, b._blocked_mask)


def seen(b):
    """Everything a board is, except its moves."""
    return {
        "masks": masks(b),
        "workers": [dict(vars(w)) for w in (b.player_worker, b.opponent_worker)],
        "rest": {
            name: getattr(b, name)
            for name in (
                "turn_count",
                "is_player_a_turn",
                "winner",
                "time_to_play",
                "MAX_TURNS",
                "build_history",
                "history",
                "opponent_search",
                "player_search",
            )
        },
    }


def drawn(*rows, me=None, other=None):
    """A board from up to eight rows of . p c # with the mover on M and the opponent on O (both on space),
    or of m and o (both on carpet)."""
    b = Board()
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter in "Mm":
                me = (x, y)
            if letter in "Oo":
                other = (x, y)
            cell = {".": 0, "M": 0, "O": 0, "p": 1, "c": 2, "m": 2, "o": 2, "#": 3}[letter]
            b.set_cell((x, y), Cell(cell))
    b.player_worker.position = me or (7, 7)
    b.opponent_worker.position = other or (0, 7)
    return b


def moves(b, **kw):
    return ["".join(str(w) for w in said(m)) for m in b.get_valid_moves(**kw)]


def shape(function):
    """Parameters as text without annotations."""
    parameters = inspect.signature(function).parameters.values()
    return ", ".join(
        p.name if p.default is p.empty else "%s=%r" % (p.name, p.default) for p in parameters
    )


class Names(unittest.TestCase):
    def test_engine_game_is_the_same_modules(self):
        import engine.game.board
        from engine.game import board as also
        from engine.game import move as moves_too
        from engine.game.enums import Direction as direction

        self.assertIs(engine.game.board, board)
        self.assertIs(also, board)
        self.assertIs(moves_too, move)
        self.assertIs(direction, Direction)
        for name in ("board", "enums", "history", "move", "rat", "worker"):
            self.assertIs(importlib.import_module("engine.game." + name), sys.modules["game." + name])

    def test_star_import_gives_the_modules_and_no_classes(self):
        names = {}
        exec("from game import *", names)
        names.pop("__builtins__")
        self.assertEqual(sorted(names), ["board", "enums", "history", "move", "rat", "worker"])
        self.assertFalse(hasattr(sys.modules["game"], "Board"))

    def test_constants_of_each_module(self):
        for module in (enums, board, worker):
            with self.subTest(module.__name__):
                self.assertEqual(module.MAX_TURNS_PER_PLAYER, 40)
                self.assertEqual(module.BOARD_SIZE, 8)
                self.assertEqual(module.CARPET_POINTS_TABLE, {1: -1, 2: 2, 3: 4, 4: 6, 5: 10, 6: 15, 7: 21})
                self.assertEqual(module.ALLOWED_TIME, 240)
                self.assertEqual(module.RAT_BONUS, 4)
                self.assertEqual(module.RAT_PENALTY, 2)
                for name in ENUMS:
                    self.assertIs(getattr(module, name), getattr(enums, name))
                self.assertIs(module.loc_after_direction, enums.loc_after_direction)
        self.assertEqual(rat.BOARD_SIZE, 8)
        self.assertEqual(rat.HEADSTART_MOVES, 1000)
        self.assertEqual(
            rat.NOISE_PROBS,
            {3: (0.5, 0.3, 0.2), 0: (0.7, 0.15, 0.15), 1: (0.1, 0.8, 0.1), 2: (0.1, 0.1, 0.8)},
        )
        self.assertEqual(list(rat.NOISE_PROBS), [Cell.BLOCKED, Cell.SPACE, Cell.PRIMED, Cell.CARPET])
        self.assertTrue(all(isinstance(cell, Cell) for cell in rat.NOISE_PROBS))
        self.assertEqual(rat.DISTANCE_ERROR_PROBS, (0.12, 0.7, 0.12, 0.06))
        self.assertEqual(rat.DISTANCE_ERROR_OFFSETS, (-1, 0, 1, 2))

    def test_enums(self):
        for name, members in ENUMS.items():
            with self.subTest(name):
                enum = getattr(enums, name)
                self.assertTrue(issubclass(enum, enums.IntEnum))
                self.assertEqual([(m.name, m.value) for m in enum], list(zip(members.split(), range(9))))

    def test_signatures(self):
        for owner, expected in {
            Board: {
                "__init__": "self, time_to_play=20, build_history=False",
                "is_valid_move": "self, move, enemy=False",
                "get_valid_moves": "self, enemy=False, exclude_search=True",
                "forecast_move": "self, move, check_ok=True",
                "apply_move": "self, move, timer=0, check_ok=True",
                "end_turn": "self, timer=0",
                "check_win": "self, timeout_bounds=0.5",
                "is_game_over": "self",
                "get_copy": "self, build_history=False",
                "set_winner": "self, result, reason",
                "get_winner": "self",
                "get_win_reason": "self",
                "get_history": "self",
                "reverse_perspective": "self",
                "_loc_to_bit_index": "self, loc",
                "_shift_mask_up": "self, mask",
                "_shift_mask_down": "self, mask",
                "_shift_mask_left": "self, mask",
                "_shift_mask_right": "self, mask",
                "get_cell": "self, loc",
                "set_cell": "self, loc, cell_type",
                "is_valid_cell": "self, loc",
                "is_cell_blocked": "self, loc",
                "is_cell_carpetable": "self, loc",
            },
            Worker: {
                "__init__": "self, position, is_player_a",
                "get_location": "self",
                "get_points": "self",
                "increment_points": "self, amount=1",
                "decrement_points": "self, amount=1",
                "copy": "self",
            },
            Move: {
                "__init__": "self, move_type, direction=None, roll=0, search_loc=None",
                "plain": "direction",
                "prime": "direction",
                "carpet": "direction, roll",
                "search": "search_loc=None",
                "__repr__": "self",
            },
            rat: {"manhattan_distance": "p1, p2", "cumulative": "probs"},
            rat.Rat: {
                "__init__": "self, T",
                "_pos_to_index": "self, pos",
                "_index_to_pos": "self, index",
                "_sample3": "self, cum",
                "move": "self",
                "make_noise": "self, board",
                "estimate_distance": "self, worker_position",
                "spawn": "self",
                "get_position": "self",
                "sample": "self, board",
            },
            enums: {"loc_after_direction": "loc, dir"},
            history.History: {"__init__": "self", "record_turn": "self, board, move, rat_caught=False"},
        }.items():
            for name, parameters in expected.items():
                with self.subTest("%s.%s" % (owner.__name__, name)):
                    self.assertEqual(shape(getattr(owner, name)), parameters)

    def test_board_attributes(self):
        b = Board(time_to_play=12)
        self.assertEqual(
            (b.turn_count, b.is_player_a_turn, b.winner, b.time_to_play, b.MAX_TURNS),
            (0, True, None, 12, 80),
        )
        self.assertEqual(masks(b), (2**64 - 1, 0, 0, 0))
        self.assertEqual((b.build_history, b.history), (False, None))
        self.assertEqual((b.opponent_search, b.player_search), ((None, False), (None, False)))
        self.assertIsInstance(b.player_worker, Worker)
        self.assertIsInstance(b.opponent_worker, Worker)
        self.assertIsInstance(Board(build_history=True).history, history.History)
        self.assertFalse(hasattr(b, "win_reason"))
        self.assertFalse(hasattr(b, "no_such_thing"))

    def test_worker(self):
        w = Worker((2, 5), True)
        self.assertEqual(
            vars(w),
            {
                "position": (2, 5),
                "is_player_a": True,
                "is_player_b": False,
                "points": 0,
                "turns_left": 40,
                "time_left": 240,
            },
        )
        w.increment_points(4)
        w.increment_points()
        w.decrement_points(7)
        w.decrement_points()
        self.assertEqual((w.get_location(), w.get_points()), ((2, 5), -3))
        twin = w.copy()
        self.assertEqual(vars(twin), vars(w))
        twin.position = (0, 0)
        self.assertEqual(w.position, (2, 5))

    def test_loc_after_direction(self):
        self.assertEqual(
            [enums.loc_after_direction((3, 3), d) for d in Direction], [(3, 2), (4, 3), (3, 4), (2, 3)]
        )
        self.assertEqual(enums.loc_after_direction((0, 0), 3), (-1, 0))


class Moves(unittest.TestCase):
    def test_fields(self):
        def fields(m):
            return (m.move_type, m.direction, m.roll_length, m.search_loc)

        self.assertEqual(Move.__slots__, ("move_type", "direction", "roll_length", "search_loc"))
        self.assertEqual(fields(Move(MoveType.PLAIN)), (0, None, 0, None))
        self.assertEqual(fields(Move.plain(Direction.UP)), (0, 0, 0, None))
        self.assertEqual(fields(Move.prime(Direction.LEFT)), (1, 3, 0, None))
        self.assertEqual(fields(Move.carpet(Direction.DOWN, 4)), (2, 2, 4, None))
        self.assertEqual(fields(Move.search((1, 2))), (3, None, 0, (1, 2)))
        for m in drawn("M..", "p").get_valid_moves(exclude_search=False):
            self.assertIsInstance(m.move_type, MoveType)
            self.assertIsInstance(m.direction, Direction if m.move_type != 3 else type(None))
            self.assertFalse(hasattr(m, "__dict__"))

    def test_repr(self):
        self.assertEqual(
            [
                repr(m)
                for m in (
                    Move.plain(Direction.UP),
                    Move.prime(1),
                    Move.carpet(Direction.LEFT, 2),
                    Move.search((3, 4)),
                    Move(9, "x"),
                )
            ],
            ["PLAIN(UP)", "PRIME(RIGHT)", "CARPET(LEFT, roll=2)", "SEARCH((3, 4))", "9(x)"],
        )

    def test_equality_is_identity(self):
        one, two = Move.plain(Direction.UP), Move.plain(Direction.UP)
        self.assertNotEqual(one, two)
        self.assertEqual(one, one)
        self.assertEqual(len({one, two}), 2)
        b = Board()
        self.assertFalse(set(b.get_valid_moves()) & set(b.get_valid_moves()))

    def test_pickle_and_deepcopy(self):
        for m in (Move.carpet(Direction.DOWN, 3), Move.search((7, 0))):
            pickled = [pickle.loads(pickle.dumps(m, protocol)) for protocol in range(2, 5)]
            for twin in pickled + [copy.deepcopy(m), copy.copy(m)]:
                self.assertEqual(said(twin), said(m))
                self.assertIsNot(twin, m)
                self.assertIsInstance(twin.move_type, MoveType)

    def test_moves_handed_out_may_be_changed(self):
        b = Board()
        first = b.get_valid_moves(exclude_search=False)
        before = moves(b, exclude_search=False)
        first[0].direction = Direction.LEFT
        first.clear()
        self.assertEqual(moves(b, exclude_search=False), before)


class Rules(unittest.TestCase):
    def test_order_is_up_down_left_right_then_searches_by_column(self):
        b = drawn("........", "..p.....", ".cM.....", "........", other=(7, 7))
        self.assertEqual(moves(b), ["C01", "P2", "R2", "P3", "R3", "P1", "R1"])
        everything = moves(b, exclude_search=False)
        self.assertEqual(everything[:7], moves(b))
        self.assertEqual(everything[7:], ["S%d%d" % (x, y) for x in range(8) for y in range(8)])
        self.assertEqual([m.search_loc for m in b.valid_search_moves][:2], [(0, 0), (0, 1)])

    def test_search_moves_are_the_boards_own(self):
        b = Board()
        self.assertIs(b.get_valid_moves(exclude_search=False)[-1], b.valid_search_moves[-1])
        self.assertIs(b.valid_search_moves, b.valid_search_moves)
        self.assertIsNot(b.get_copy().valid_search_moves, b.valid_search_moves)
        b.valid_search_moves = [Move.search((4, 4))]
        self.assertEqual(moves(b, exclude_search=False)[-1], "S44")
        self.assertEqual(len(b.get_copy().valid_search_moves), 64)

    def test_plain_steps_need_a_free_square(self):
        self.assertEqual(moves(drawn("M#", "O")), [])
        self.assertEqual(moves(drawn("mc", "O")), ["P1"])
        self.assertEqual(moves(drawn("m.", "#")), ["P1"])

    def test_prime_steps_leave_space_only(self):
        self.assertEqual(moves(drawn("M.", "#")), ["P1", "R1"])
        b = drawn("M.", "#")
        b.set_cell((0, 0), Cell.PRIMED)
        self.assertEqual(moves(b), ["P1"])

    def test_rolls_reach_as_far_as_primed_squares_without_a_worker(self):
        self.assertEqual(moves(drawn("Mppppppp", "#")), ["C1%d" % k for k in range(1, 8)])
        self.assertEqual(moves(drawn("Mpp.p", "#")), ["C11", "C12"])
        b = drawn("Mppp", "#", other=(2, 0))
        self.assertEqual(moves(b), ["C11"])
        b.opponent_worker.position = (1, 0)
        self.assertEqual(moves(b), [])

    def test_enemy_moves(self):
        b = drawn("M..", "O##", "#")
        self.assertEqual(moves(b), ["P1", "R1"])
        self.assertEqual(moves(b, enemy=True), [])
        self.assertTrue(b.is_valid_move(Move.plain(Direction.RIGHT)))
        self.assertFalse(b.is_valid_move(Move.plain(Direction.RIGHT), True))

    def test_valid_means_listed(self):
        rng = random.Random(1)
        for b in positions(rng, 60):
            for enemy in (False, True):
                listed = moves(b, enemy=enemy, exclude_search=False)
                every = [
                    Move(kind, d, k) for d in (0, 2, 3, 1) for kind, k in [(0, 0), (1, 0)] + [(2, k) for k in range(9)]
                ] + list(b.valid_search_moves)
                valid = [m for m in every if b.is_valid_move(m, enemy)]
                self.assertEqual(["".join(str(w) for w in said(m)) for m in valid], listed)

    def test_illegal_shapes_of_moves(self):
        b = drawn("Mpp.", "#")
        for m in (
            Move.carpet(Direction.RIGHT, 0),
            Move.carpet(Direction.RIGHT, -1),
            Move.carpet(Direction.RIGHT, 3),
            Move.carpet(Direction.RIGHT, 8),
            Move.plain(Direction.UP),
            Move.plain(7),
            Move.plain(-3),
            Move.plain(None),
            Move(4, Direction.RIGHT),
            Move.search(None),
            Move.search((8, 0)),
            Move.search((0, -1)),
        ):
            with self.subTest(m):
                before = seen(b)
                self.assertIs(b.is_valid_move(m), False)
                self.assertIs(b.apply_move(m), False)
                self.assertIsNone(b.forecast_move(m))
                self.assertEqual(seen(b), before)

    def test_a_search_with_a_list_validates(self):
        self.assertTrue(Board().is_valid_move(Move.search([3, 4])))

    def test_anything_but_a_move_is_refused(self):
        for thing in (None, 3, (0, 1), "UP", Move.search("no"), Move.plain([])):
            b = Board()
            before = seen(b)
            self.assertIs(b.apply_move(thing), False)
            self.assertIsNone(b.forecast_move(thing))
            self.assertEqual(seen(b), before)

    def test_plain_ints_do_as_well_as_enums(self):
        b = drawn("Mpp.", "#")
        self.assertTrue(b.is_valid_move(Move(2, 1, 2)))
        self.assertTrue(b.apply_move(Move(2, 1, 2)))
        self.assertEqual(b.player_worker.position, (2, 0))

    def test_points(self):
        b = drawn("M.", "#")
        b.apply_move(Move.prime(Direction.RIGHT))
        self.assertEqual((b.player_worker.points, b.get_cell((0, 0))), (1, Cell.PRIMED))
        for roll, points in enums.CARPET_POINTS_TABLE.items():
            b = drawn("Mppppppp")
            self.assertTrue(b.apply_move(Move.carpet(Direction.RIGHT, roll)))
            self.assertEqual(b.player_worker.points, points)
            self.assertEqual(b.player_worker.position, (roll, 0))
            self.assertEqual(b._carpet_mask, (1 << roll + 1) - 2)
            self.assertEqual(b._primed_mask, 0xFE & ~b._carpet_mask)

    def test_a_search_changes_no_points(self):
        b = Board()
        self.assertTrue(b.apply_move(Move.search((0, 0)), timer=2))
        self.assertEqual((b.player_worker.points, b.player_worker.position), (0, (3, 3)))
        self.assertEqual((b.player_worker.turns_left, b.player_worker.time_left), (39, 238))
        self.assertEqual((b.player_search, b.opponent_search), ((None, False), (None, False)))
        self.assertEqual((b.turn_count, b.is_player_a_turn), (1, False))

    def test_apply_keeps_the_perspective(self):
        b = Board()
        me, other = b.player_worker, b.opponent_worker
        b.apply_move(Move.plain(Direction.UP))
        self.assertIs(b.player_worker, me)
        b.reverse_perspective()
        self.assertIs(b.player_worker, other)
        self.assertIs(b.opponent_worker, me)

    def test_reverse_perspective_swaps_only_the_workers(self):
        b = Board()
        b.player_search, b.opponent_search, b.winner = ((1, 1), True), (None, None), Result.PLAYER
        before = seen(b)
        b.reverse_perspective()
        after = seen(b)
        self.assertEqual(after.pop("workers"), before.pop("workers")[::-1])
        self.assertEqual(after, before)

    def test_unchecked_moves_are_played_as_they_are(self):
        b = drawn("mc#", "..")
        self.assertFalse(b.apply_move(Move.prime(Direction.RIGHT)))
        self.assertTrue(b.apply_move(Move.prime(Direction.RIGHT), 0, False))
        self.assertEqual((b.get_cell((0, 0)), b.player_worker.position, b.player_worker.points), (1, (1, 0), 1))
        self.assertTrue(b.apply_move(Move.plain(Direction.RIGHT), check_ok=False))
        self.assertEqual((b.get_cell((2, 0)), b.player_worker.position), (3, (2, 0)))
        self.assertTrue(b.apply_move(Move.carpet(Direction.LEFT, 2), check_ok=False))
        self.assertEqual([b.get_cell((x, 0)) for x in range(3)], [2, 2, 3])
        self.assertEqual((b.player_worker.position, b.player_worker.points), ((0, 0), 3))
        self.assertEqual(sum(masks(b)), 2**64 - 1)
        self.assertFalse(b.apply_move(Move.carpet(Direction.DOWN, 9), check_ok=False))

    def test_cells(self):
        b = Board()
        for cell in Cell:
            b.set_cell((5, 6), cell)
            self.assertIs(b.get_cell((5, 6)), cell)
            self.assertEqual(sum(masks(b)), 2**64 - 1)
            self.assertEqual(masks(b)[cell] >> 53 & 1, 1)
        b.set_cell([7, 7], 1)
        self.assertIs(b.get_cell([7, 7]), Cell.PRIMED)
        self.assertEqual(b._loc_to_bit_index((7, 7)), 63)
        self.assertTrue(b.is_valid_cell((0, 7)))
        self.assertFalse(b.is_valid_cell((0, 8)) or b.is_valid_cell((-1, 0)))
        for off in ((-1, 0), (8, 0), (0, 8)):
            self.assertIs(b.get_cell(off), Cell.BLOCKED)
            self.assertRaises(ValueError, b.set_cell, off, Cell.SPACE)

    def test_blocked_and_carpetable_cells(self):
        b = drawn("M.pc#", "#", other=(7, 7))
        self.assertEqual([b.is_cell_blocked((x, 0)) for x in range(-1, 5)], [True, True, False, True, False, True])
        self.assertEqual([b.is_cell_carpetable((x, 0)) for x in range(-1, 5)], [False] * 3 + [True] + [False] * 2)
        b.opponent_worker.position = (2, 0)
        self.assertFalse(b.is_cell_carpetable((2, 0)))
        b.opponent_worker.position = (1, 0)
        self.assertTrue(b.is_cell_blocked((1, 0)))

    def test_shifts_drop_what_leaves_the_board(self):
        b = Board()
        corners = 1 | 1 << 7 | 1 << 56 | 1 << 63
        self.assertEqual(b._shift_mask_up(corners), 1 << 48 | 1 << 55)
        self.assertEqual(b._shift_mask_down(corners), 1 << 8 | 1 << 15)
        self.assertEqual(b._shift_mask_left(corners), 1 << 6 | 1 << 62)
        self.assertEqual(b._shift_mask_right(corners), 1 << 1 | 1 << 57)


class Ends(unittest.TestCase):
    def last_ply(self, mine, theirs):
        b = Board()
        b.turn_count = 79
        b.player_worker.points, b.opponent_worker.points = mine, theirs
        b.player_worker.turns_left, b.opponent_worker.turns_left = 1, 0
        return b

    def test_more_points_win_after_eighty_plies(self):
        for mine, theirs, result in ((5, 4, 0), (-5, -4, 1), (3, 3, 2)):
            b = self.last_ply(mine, theirs)
            after = b.forecast_move(Move.plain(Direction.UP))
            self.assertTrue(b.apply_move(Move.plain(Direction.UP)))
            for done in (b, after):
                self.assertTrue(done.is_game_over())
                self.assertIs(done.get_winner(), Result(result))
                self.assertIs(done.win_reason, WinReason.POINTS)
                self.assertEqual(done.get_win_reason(), "POINTS")

    def test_points_of_the_last_move_count(self):
        b = self.last_ply(3, 3)
        b.apply_move(Move.prime(Direction.UP))
        self.assertIs(b.winner, Result.PLAYER)

    def test_no_reason_before_the_end(self):
        b = Board()
        self.assertFalse(b.is_game_over())
        self.assertRaises(AttributeError, b.get_win_reason)
        b.apply_move(Move.plain(Direction.UP))
        self.assertFalse(hasattr(b, "win_reason"))

    def test_who_runs_out_of_time_loses(self):
        b = Board()
        b.apply_move(Move.plain(Direction.UP), 240)
        self.assertEqual((b.winner, b.win_reason), (Result.ENEMY, WinReason.TIMEOUT))
        b = Board()
        b.opponent_worker.time_left = 0
        b.apply_move(Move.plain(Direction.UP))
        self.assertEqual((b.winner, b.win_reason), (Result.PLAYER, WinReason.TIMEOUT))

    def test_end_turn_is_what_apply_does(self):
        for turn, time in ((0, 240), (79, 240), (10, 3)):
            one = Board()
            one.turn_count, one.player_worker.time_left = turn, time
            two = one.get_copy()
            one.apply_move(Move.search((0, 0)), 3)
            two.end_turn(3)
            self.assertEqual(seen(one), seen(two))
            self.assertEqual(getattr(one, "win_reason", None), getattr(two, "win_reason", None))


class KeptOddities(unittest.TestCase):
    def test_a_forecast_costs_a_second_and_always_checks(self):
        b = Board()
        self.assertEqual(b.forecast_move(Move.plain(Direction.UP)).player_worker.time_left, 239)
        self.assertEqual(b.forecast_move(Move.plain(Direction.UP), False).player_worker.time_left, 240)
        self.assertIsNone(b.forecast_move(Move.plain(Direction.RIGHT), False))

    def test_a_forecast_in_the_last_second_is_a_time_out(self):
        b = Board()
        b.player_worker.time_left = 1
        after = b.forecast_move(Move.plain(Direction.UP))
        self.assertEqual((after.winner, after.win_reason), (Result.ENEMY, WinReason.TIMEOUT))
        self.assertFalse(b.is_game_over())

    def test_a_copy_has_no_reason_and_no_history(self):
        b = Board(build_history=True)
        b.set_winner(Result.TIE, WinReason.POINTS)
        b.history.record_turn(b, None)
        twin = b.get_copy()
        self.assertIs(twin.winner, Result.TIE)
        self.assertFalse(hasattr(twin, "win_reason"))
        self.assertIsNone(twin.history)
        self.assertFalse(twin.build_history)
        fresh = b.get_copy(True)
        self.assertTrue(fresh.build_history)
        self.assertEqual(fresh.history.a_pos, [])

    def test_games_go_on_after_their_end(self):
        b = Board()
        b.turn_count = 80
        self.assertTrue(b.apply_move(Move.plain(Direction.UP)))
        self.assertEqual(b.turn_count, 81)


class Objects(unittest.TestCase):
    def test_copies_share_nothing(self):
        b = positions(random.Random(4), 40)[-1]
        before = seen(b)
        twin = b.get_copy()
        self.assertEqual(seen(twin), before)
        for _ in range(20):
            twin.apply_move(random.Random(5).choice(twin.get_valid_moves(exclude_search=False)))
            twin.reverse_perspective()
        twin.player_worker.points = 99
        self.assertEqual(seen(b), before)

    def test_a_forecast_is_a_copy_and_an_apply(self):
        for b in positions(random.Random(6), 60):
            for m in b.get_valid_moves(exclude_search=False)[:12]:
                before = seen(b)
                after, twin = b.forecast_move(m), b.get_copy()
                self.assertTrue(twin.apply_move(m, 1))
                self.assertEqual(seen(after), seen(twin))
                self.assertEqual(seen(b), before)

    def test_pickle_and_deepcopy(self):
        b = positions(random.Random(7), 30)[-1]
        b.player_search = ((1, 2), True)
        b.note = {"mine": 1}
        b.set_winner(Result.TIE, WinReason.POINTS)
        b.valid_search_moves
        for twin in (pickle.loads(pickle.dumps(b)), copy.deepcopy(b)):
            self.assertEqual(seen(twin), seen(b))
            self.assertEqual(moves(twin, exclude_search=False), moves(b, exclude_search=False))
            self.assertEqual((twin.note, twin.win_reason), (b.note, WinReason.POINTS))
            self.assertIsNot(twin.player_worker, b.player_worker)
            self.assertIsNot(twin.note, b.note)
        self.assertEqual(seen(copy.copy(b)), seen(b))

    def test_assignments_are_honoured(self):
        b = Board()
        b._space_mask = 0xFF00 ^ 1 << 9
        b._primed_mask = 0xFE
        b._carpet_mask = 1 | 1 << 9
        b._blocked_mask = 2**64 - 0x10000
        b.player_worker.position = (0, 0)
        b.opponent_worker.position = (5, 0)
        self.assertEqual(moves(b), ["P2", "C11", "C12", "C13", "C14"])
        b.player_worker.position = (0, 1)
        self.assertEqual(moves(b), ["P0", "R0", "P1", "R1"])
        b.player_worker = Worker((1, 1), False)
        b.player_worker.points = 7
        self.assertEqual(moves(b), ["C01", "P3", "P1"])
        after = b.forecast_move(Move.carpet(Direction.UP, 1))
        self.assertEqual((after.player_worker.points, after.player_worker.is_player_a), (6, False))
        b.MAX_TURNS = 1
        self.assertTrue(b.forecast_move(Move.plain(Direction.LEFT)).is_game_over())
        b.turn_count, b.is_player_a_turn = 5, False
        b.player_worker.turns_left, b.player_worker.time_left = 9, 1.5
        b.apply_move(Move.plain(Direction.LEFT), 0.5)
        self.assertEqual(
            (b.turn_count, b.is_player_a_turn, b.player_worker.turns_left, b.player_worker.time_left), (6, True, 8, 1.0)
        )

    def test_positions_of_other_shapes(self):
        b = drawn("M..", ".#")
        for parked in ((-1, -1), (8, 8), None, [7, 7]):
            b.opponent_worker.position = parked
            self.assertEqual(moves(b), ["P2", "R2", "P1", "R1"])
            self.assertTrue(b.is_valid_move(Move.plain(Direction.RIGHT)))
            self.assertFalse(b.is_cell_blocked((1, 0)))
        b.opponent_worker.position = [1, 0]
        self.assertEqual(moves(b), ["P2", "R2"])
        b.player_worker.position = [2, 0]
        self.assertEqual(moves(b), ["P2", "R2", "P1", "R1"])
        self.assertTrue(b.apply_move(Move.prime(Direction.DOWN)))
        self.assertEqual(b.player_worker.position, (2, 1))
        b.player_worker.position = (-1, 0)
        self.assertEqual(moves(b), [])

    @unittest.skipIf(numpy is None, "numpy is not installed: its integers are not tried as coordinates")
    def test_numpy_integers_do_as_well(self):
        b = drawn("Mpp.", "#")
        x, two = numpy.int64(0), numpy.int32(2)
        b.player_worker.position = (x, x)
        self.assertEqual(moves(b), ["C11", "C12"])
        self.assertTrue(b.is_valid_move(Move.search((x, two))))
        self.assertIs(b.get_cell((two, x)), Cell.PRIMED)
        self.assertTrue(b.apply_move(Move(two, numpy.int64(1), two)))
        self.assertEqual((b.player_worker.position, b.player_worker.points), ((2, 0), 2))

    def test_own_attributes_of_bots_work(self):
        b = Board()
        b.note = 1
        b.player_worker.note = 2
        self.assertEqual((b.note, getattr(b.player_worker, "note"), vars(b)["note"]), (1, 2, 1))
        self.assertFalse(hasattr(b.get_copy(), "note"))


class Rats(unittest.TestCase):
    def stubborn(self):
        """A rat that goes right along the top row and then stays."""
        rows = [[0.0] * 64 for _ in range(64)]
        for i in range(64):
            rows[i][min(i + 1, 7)] = 1.0
        return rat.Rat(rows)

    def test_moves_and_spawns(self):
        r = self.stubborn()
        self.assertEqual(r.get_position(), (0, 0))
        r.move()
        self.assertEqual(r.get_position(), (1, 0))
        r.spawn()
        self.assertEqual(r.get_position(), (7, 0))

    def test_a_draw_beyond_the_row_goes_to_square_zero(self):
        rows = [[0.0] * 64 for _ in range(64)]
        for i in range(64):
            rows[i][9] = 0.5
        r = rat.Rat(rows)
        with mock.patch.object(random, "random", side_effect=[0.49, 0.5]):
            r.move()
            self.assertEqual(r.get_position(), (1, 1))
            r.move()
            self.assertEqual(r.get_position(), (0, 0))

    def test_three_draws_a_sample(self):
        r = self.stubborn()
        b = Board()
        b.player_worker.position = (3, 0)
        b.set_cell((1, 0), Cell.PRIMED)
        with mock.patch.object(random, "random", side_effect=[0.5, 0.09, 0.11]):
            r.move()
            self.assertEqual(r.sample(b), (Noise.SQUEAK, 1))
        with mock.patch.object(random, "random", side_effect=[0.95, 0.95]):
            noise, distance = r.sample(b)
            self.assertIs(noise, Noise.SQUEAL)
            self.assertEqual(distance, 4)
        with mock.patch.object(random, "random", return_value=0.0):
            self.assertEqual(r.estimate_distance((1, 0)), 0)

    def test_helpers(self):
        r = self.stubborn()
        self.assertEqual((r._pos_to_index((3, 4)), r._index_to_pos(35)), (35, (3, 4)))
        self.assertEqual(rat.manhattan_distance((0, 7), (3, 1)), 9)
        self.assertEqual(list(rat.cumulative((0.5, 0.25, 0.25))), [0.5, 0.75, 1.0])


class Host(unittest.TestCase):
    STATE = {
        "turn": 7,
        "a_to_move": False,
        "primed": "0000000000000006",
        "carpet": "0000000000000100",
        "blocked": "8000000000000000",
        "player": {"a": False, "pos": [0, 0], "points": -3, "turns_left": 37, "time": 200.5},
        "opponent": {"a": True, "pos": [5, 5], "points": 4, "turns_left": 36, "time": 240.0},
        "player_search": [None, None],
        "opponent_search": [[3, 4], True],
    }

    def test_board_from_state(self):
        b = barnyard.board_from_state(self.STATE)
        self.assertEqual(masks(b), (2**64 - 1 - 0x8000000000000106, 6, 0x100, 1 << 63))
        self.assertEqual((b.turn_count, b.is_player_a_turn, b.time_to_play), (7, False, 240))
        self.assertEqual(
            vars(b.player_worker),
            {
                "position": (0, 0),
                "is_player_a": False,
                "is_player_b": True,
                "points": -3,
                "turns_left": 37,
                "time_left": 200.5,
            },
        )
        self.assertTrue(b.opponent_worker.is_player_a)
        self.assertEqual((b.player_search, b.opponent_search), ((None, None), ((3, 4), True)))
        self.assertEqual(moves(b), ["P2", "R2", "C11", "C12"])

    def test_defaults_ints_and_the_same_attributes_as_a_new_board(self):
        state = dict(self.STATE, primed=6, carpet=0x100, blocked=1 << 63, time_to_play=30)
        del state["player_search"], state["opponent_search"]
        b = barnyard.board_from_state(state)
        self.assertEqual(masks(b), masks(barnyard.board_from_state(self.STATE)))
        self.assertEqual((b.player_search, b.opponent_search, b.time_to_play), ((None, False), (None, False), 30))
        for made in (b, b.get_copy()):
            self.assertEqual(list(vars(made)), list(vars(Board())))

    @unittest.skipIf(numpy is None, "numpy is not installed: transition matrices are not checked")
    def test_matrix(self):
        sparse = [[[i, 0.75], [(i + 1) % 64, 0.25]] for i in range(64)]
        T = barnyard.matrix_from_rows(sparse)
        self.assertEqual((T.shape, T.dtype), ((64, 64), numpy.float32))
        self.assertEqual((T[3, 3], T[3, 4], T[63, 0], T.sum()), (0.75, 0.25, 0.25, 64))
        self.assertTrue((barnyard.matrix_from_rows(T.tolist()) == T).all())
        self.assertEqual(rat.Rat(T).cumulative_T, rat.Rat(T.tolist()).cumulative_T)

    def test_importing_the_api_does_not_import_numpy(self):
        import subprocess

        code = "import sys, engine.game.board, game._barnyard; sys.exit('numpy' in sys.modules)"
        self.assertEqual(subprocess.run([sys.executable, "-c", code], cwd=SDK).returncode, 0)


def positions(rng, count):
    """Boards of random games in play."""
    boards = []
    while len(boards) < count:
        b = drawn("##....##", "##....##", "........", "........", "..M..O..", "........", "##...###", "##...###")
        for _ in range(rng.randrange(70)):
            b.apply_move(rng.choice(b.get_valid_moves() or b.valid_search_moves))
            b.reverse_perspective()
        boards.append(b)
    return boards


class Oracle(unittest.TestCase):
    """Games recorded from the original engine, read from the folder named by $BARNYARD_ORACLE."""

    def vectors(self, name):
        folder = os.environ.get("BARNYARD_ORACLE")
        if not folder:
            print("no vectors given")
            self.skipTest("no vectors given")
        with gzip.open(ROOT / folder / name, "rt") as lines:
            return [json.loads(line) for line in lines]

    def test_oracle_games(self):
        plies = 0
        for game in self.vectors("carpets.jsonl.gz"):
            with self.subTest(game=game["game"]):
                plies += self.replay(game)
        print("carpets: %d plies checked" % plies)

    def replay(self, game):
        table = None
        history_rows = history.History()
        for ply, turn in enumerate(game["turns"]):
            given = turn["state"]
            asked = barnyard.board_from_state(host_state(given))
            self.assertEqual(recorded(asked), given, ply)
            if table is None:
                table = asked.get_copy()
                history_rows.record_turn(table, None)
            self.assertEqual(recorded(table), given, ply)
            self.assertEqual([said(m) for m in table.get_valid_moves()], turn["legal"], ply)
            self.assertEqual([said(m) for m in table.get_valid_moves(enemy=True)], turn["enemy_legal"], ply)
            for enemy, key in ((False, "legal"), (True, "enemy_legal")):
                self.assertTrue(all(table.is_valid_move(meant(words), enemy) for words in turn[key]), ply)
            if turn["move"] is None:
                continue
            m = meant(turn["move"])
            forecast = table.forecast_move(m)
            self.assertEqual(recorded(table), given, "a forecast leaves the board alone")
            self.assertIs(table.apply_move(m, turn["timer"]), turn["applied"] is not None, ply)
            if turn["applied"] is None:
                self.assertIsNone(forecast, ply)
                self.assertEqual(recorded(table), given, ply)
                continue
            self.assertEqual(recorded(table), turn["applied"], ply)
            expected = copy.deepcopy(turn["applied"])
            mover = "a" if given["player_is_a"] else "b"
            expected[mover]["time"] = given[mover]["time"] - 1
            self.assertEqual(recorded(forecast), expected, ply)
            search = (None, None)
            if m.move_type == MoveType.SEARCH:
                caught = m.search_loc == tuple(turn["rat"])
                self.assertEqual(caught, turn["caught"], ply)
                search = (m.search_loc, caught)
                if caught:
                    table.player_worker.increment_points(enums.RAT_BONUS)
                else:
                    table.player_worker.decrement_points(enums.RAT_PENALTY)
            history_rows.record_turn(table, m, turn["caught"])
            if table.is_game_over():
                table.check_win()
                break
            table.reverse_perspective()
            table.player_search, table.opponent_search = table.opponent_search, search
        self.check_rows(history_rows, game["replay"])
        if game["reason"] == "POINTS":
            seats = (0, 1, 2) if table.player_worker.is_player_a else (1, 0, 2)
            self.assertEqual(seats[table.get_winner()], game["result"])
            self.assertEqual(table.get_win_reason(), "POINTS")
        return len(game["turns"])

    def check_rows(self, rows, replay):
        keeper = Board(build_history=True)
        keeper.history = rows
        for name, column in keeper.get_history().items():
            # A refused move has a row in the replay, but the board has not changed.
            wanted = replay[name][:-1] if replay["reason"] == "INVALID_TURN" else replay[name]
            self.assertEqual(json.loads(json.dumps(column)), wanted, name)

    def test_oracle_rat_and_senses(self):
        plies = 0
        for game in self.vectors("carpets.jsonl.gz")[::6]:
            r = rat.Rat(dense(game["T"]))
            r.position = tuple(game["rat0"])
            for turn in game["turns"]:
                b = barnyard.board_from_state(host_state(turn["state"]))
                with mock.patch.object(random, "random", side_effect=turn["u"]):
                    r.move()
                    self.assertEqual(list(r.position), turn["rat"])
                    self.assertEqual(r.sample(b), (turn["noise"], turn["dist"]))
                r.position = tuple(turn["rat_after"])
                plies += 1
        print("carpets: the rat and the senses of %d plies checked" % plies)

    def test_oracle_rat_paths(self):
        steps = 0
        for run in self.vectors("carpets_rat.jsonl.gz"):
            r = rat.Rat(dense(run["T"]))
            path = []
            with mock.patch.object(random, "random", side_effect=run["draws"]):
                for _ in run["draws"]:
                    r.move()
                    path.append(r._pos_to_index(r.position))
            self.assertEqual(path, run["path"])
            steps += len(run["draws"])
        print("carpets: %d steps of the rat checked" % steps)


def dense(rows):
    full = [[0.0] * 64 for _ in range(64)]
    for i, row in enumerate(rows):
        for j, p in row:
            full[i][j] = p
    return full


def host_state(given):
    """A recorded state as a host hands it to `board_from_state`."""

    def one(seat):
        return dict(given[seat], a=seat == "a")

    me, other = ("a", "b") if given["player_is_a"] else ("b", "a")
    state = {key: given[key] for key in ("turn", "primed", "carpet", "blocked", "player_search", "opponent_search")}
    state.update(a_to_move=given["as_turn"], player=one(me), opponent=one(other))
    return state


def recorded(b):
    """A board as the vectors write states down."""
    a, c = b.player_worker, b.opponent_worker
    state = {
        "turn": b.turn_count,
        "as_turn": b.is_player_a_turn,
        "player_is_a": a.is_player_a,
        "primed": "%016x" % b._primed_mask,
        "carpet": "%016x" % b._carpet_mask,
        "blocked": "%016x" % b._blocked_mask,
        "space": "%016x" % b._space_mask,
        "player_search": list(b.player_search),
        "opponent_search": list(b.opponent_search),
        "winner": None if b.winner is None else int(b.winner),
        "win_reason": b.get_win_reason() if b.is_game_over() else None,
    }
    for key in ("player_search", "opponent_search"):
        loc, caught = state[key]
        state[key] = [None if loc is None else list(loc), caught]
    for w in (a, c):
        state["a" if w.is_player_a else "b"] = {
            "pos": list(w.position),
            "points": w.points,
            "turns_left": w.turns_left,
            "time": w.time_left,
        }
    return state


if __name__ == "__main__":
    unittest.main()
