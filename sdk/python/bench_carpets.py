"""Microseconds a call of the Carpets API: CPU time, median over positions of random games.

    python3 sdk/python/bench_carpets.py [positions]
"""

import random
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "carpets"))

from game._barnyard import board_from_state  # noqa: E402
from game.move import Move  # noqa: E402

LOOPS = 50


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    rng = random.Random(3600)
    cases = positions(rng, count)
    for name, prepare in CALLS.items():
        times = [spent(prepare(board, move)) for board, move in cases]
        print("%-34s %7.2f us" % (name, statistics.median(times)))


def positions(rng, count):
    """(board, one of its moves) for positions met in random games, every tenth move a search."""
    cases = []
    while len(cases) < count:
        board = board_from_state(start(rng))
        while not board.is_game_over():
            moves = board.get_valid_moves()
            search = not moves or rng.random() < 0.1
            move = Move.search((rng.randrange(8), rng.randrange(8))) if search else rng.choice(moves)
            cases.append((board.get_copy(), move))
            board.apply_move(move)
            board.reverse_perspective()
    return rng.sample(cases, count)


def start(rng):
    blocked = 0
    for left in (True, False):
        for top in (True, False):
            w, h = rng.choice([(2, 3), (3, 2), (2, 2)])
            for x in range(w):
                for y in range(h):
                    blocked |= 1 << (y if top else 7 - y) * 8 + (x if left else 7 - x)
    x, y = rng.choice([2, 3]), rng.choice([2, 3, 4, 5])
    player = {"a": True, "pos": [x, y], "points": 0, "turns_left": 40, "time": 240.0}
    opponent = dict(player, a=False, pos=[7 - x, y])
    return {
        "turn": 0,
        "a_to_move": True,
        "primed": 0,
        "carpet": 0,
        "blocked": blocked,
        "player": player,
        "opponent": opponent,
    }


def state_of(board):
    def worker(w):
        return {
            "a": w.is_player_a,
            "pos": list(w.position),
            "points": w.points,
            "turns_left": w.turns_left,
            "time": w.time_left,
        }

    return {
        "turn": board.turn_count,
        "a_to_move": board.is_player_a_turn,
        "primed": board._primed_mask,
        "carpet": board._carpet_mask,
        "blocked": board._blocked_mask,
        "player": worker(board.player_worker),
        "opponent": worker(board.opponent_worker),
        "player_search": [None, None],
        "opponent_search": [[3, 4], False],
    }


def on_copies(call):
    """For calls that change the board: a fresh copy for each, made before the clock starts."""

    def prepare(board, move):
        copies = [board.get_copy() for _ in range(LOOPS)]
        return lambda: call(copies.pop(), move)

    return prepare


def build(board, _):
    state = state_of(board)
    return lambda: board_from_state(state)


CALLS = {
    "get_valid_moves": lambda board, move: board.get_valid_moves,
    "get_valid_moves(enemy)": lambda board, move: lambda: board.get_valid_moves(True),
    "get_valid_moves(searches)": lambda board, move: lambda: board.get_valid_moves(False, False),
    "get_valid_moves(searches), fresh": on_copies(lambda board, move: board.get_valid_moves(False, False)),
    "forecast_move": lambda board, move: lambda: board.forecast_move(move),
    "get_copy": lambda board, move: board.get_copy,
    "apply_move": on_copies(lambda board, move: board.apply_move(move)),
    "is_valid_move": lambda board, move: lambda: board.is_valid_move(move),
    "get_cell": lambda board, move: lambda: board.get_cell((3, 4)),
    "is_cell_blocked": lambda board, move: lambda: board.is_cell_blocked((3, 4)),
    "is_cell_carpetable": lambda board, move: lambda: board.is_cell_carpetable((3, 4)),
    "set_cell": on_copies(lambda board, move: board.set_cell((3, 4), 2)),
    "reverse_perspective": lambda board, move: board.reverse_perspective,
    "board_from_state": build,
}


def spent(call):
    before = time.process_time()
    for _ in range(LOOPS):
        call()
    return (time.process_time() - before) / LOOPS * 1e6


if __name__ == "__main__":
    main()
