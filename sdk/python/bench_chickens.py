"""Microseconds a call of what a Chickens bot searches with: process CPU time, median over positions of random games.

    python3 sdk/python/bench_chickens.py [games]
"""
import os
import random
import statistics
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "chickens"))

from game._barnyard import board_from_state  # noqa: E402
from game.board import Board  # noqa: E402
from game.game_map import GameMap  # noqa: E402
from game.trapdoor_manager import TrapdoorManager  # noqa: E402

CALLS = 40
REPEATS = 5


def main():
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 6
    positions = [position for seed in range(games) for position in random_game(seed)]
    print(f"{len(positions)} positions of {games} random games; microseconds a call")
    for name, prepare in CASES.items():
        print(f"{name:26}{statistics.median(best(*prepare(*position)) for position in positions):7.2f}")


def random_game(seed):
    """Every position of a game of random moves, with the move made there."""
    random.seed(seed)
    game_map = GameMap()
    doors = TrapdoorManager(game_map)
    board = Board(game_map, 360)
    for chicken, spawn, parity in zip((board.chicken_player, board.chicken_enemy), doors.choose_spawns(), (0, 1)):
        chicken.start(spawn, parity)
    doors.choose_trapdoors()
    while not board.is_game_over():
        moves = board.get_valid_moves()
        if not moves:
            return
        move = random.choice(moves)
        yield board.get_copy(), move
        board.apply_move(*move)
        mover = board.chicken_player
        if doors.is_trapdoor(mover.loc):
            board.found_trapdoors.add(mover.loc)
            mover.reset_location()
            board.chicken_enemy.increment_eggs_laid(4)
        board.reverse_perspective()


def best(call, arguments):
    """The least time of a few rounds of calls, each with its own arguments: `arguments()` makes a round's worth."""
    least = float("inf")
    for _ in range(REPEATS):
        batch = arguments()
        start = time.process_time()
        for each in batch:
            call(*each)
        least = min(least, time.process_time() - start)
    return least * 1e6 / CALLS


def again(call, *arguments):
    return call, lambda: [arguments] * CALLS


def observation(board):
    def bird(chicken, eggs, turds, turns):
        return {
            "colour": "white" if chicken.is_player_a() else "black",
            "at": list(chicken.loc),
            "spawn": list(chicken.spawn),
            "eggs": list(map(list, eggs)),
            "turds": list(map(list, turds)),
            "score": chicken.eggs_laid,
            "turds_left": chicken.turds_left,
            "turns_left": turns,
        }

    return {
        "turn": board.turn_count,
        "to_move": "white" if board.is_as_turn else "black",
        "me": bird(board.chicken_player, board.eggs_player, board.turds_player, board.turns_left_player),
        "enemy": bird(board.chicken_enemy, board.eggs_enemy, board.turds_enemy, board.turns_left_enemy),
        "found": list(map(list, board.found_trapdoors)),
    }


CASES = {
    "get_valid_moves": lambda board, move: again(board.get_valid_moves),
    "get_valid_moves(enemy)": lambda board, move: again(board.get_valid_moves, True),
    "forecast_move": lambda board, move: again(board.forecast_move, *move),
    "get_copy": lambda board, move: again(board.get_copy),
    "apply_move": lambda board, move: (Board.apply_move, lambda: [(board.get_copy(), *move) for _ in range(CALLS)]),
    "is_valid_move": lambda board, move: again(board.is_valid_move, *move),
    "has_moves_left": lambda board, move: again(board.has_moves_left),
    "reverse_perspective": lambda board, move: again(board.reverse_perspective),
    "is_cell_blocked": lambda board, move: again(board.is_cell_blocked, (4, 4)),
    "is_valid_cell": lambda board, move: again(board.is_valid_cell, (4, 4)),
    "can_lay_egg": lambda board, move: again(board.can_lay_egg),
    "can_lay_turd": lambda board, move: again(board.can_lay_turd),
    "get_next_loc": lambda board, move: again(board.chicken_player.get_next_loc, move[0]),
    "board_from_state": lambda board, move: again(board_from_state, observation(board)),
}

if __name__ == "__main__":
    main()
