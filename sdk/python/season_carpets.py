"""How the referee's words become the objects of Carpets, and a bot's moves become words."""
from game._barnyard import board_from_state, matrix_from_rows
from game.enums import Noise
from game.move import Move

DIRECTIONS = ("up", "right", "down", "left")
NOISES = {"squeak": Noise.SQUEAK, "scratch": Noise.SCRATCH, "squeal": Noise.SQUEAL}


def seconds_left(message):
    left = message["left_ms"]
    return 240.0 if left is None else left / 1000


def constructor_arguments(message, config, time_left):
    """Both players are shown the board with A's eyes when they are made, as the original did."""
    seen = message["observation"]
    if message["seat"] == 1:
        seen = dict(seen, player=seen["opponent"], opponent=seen["player"])
    return board(seen, 0, [None, None]), matrix_from_rows(message["brief"]["transition"]), time_left


def play_arguments(message, config, time_left):
    seen = message["observation"]
    noise, distance = seen["sense"]["noise"], seen["sense"]["distance"]
    clocks = message.get("clocks_ms") or [None, None]
    return board(seen, message["seat"], clocks), (NOISES[noise], distance), time_left


def board(seen, seat, clocks):
    def worker(key, whose):
        state = seen[key]
        clock = clocks[whose]
        return {
            "a": whose == 0,
            "pos": state["at"],
            "points": state["points"],
            "turns_left": state["turns_left"],
            "time": 240.0 if clock is None else clock / 1000,
        }

    return board_from_state({
        "turn": seen["turn"],
        "a_to_move": seen["turn"] % 2 == 0,
        "primed": seen["primed"],
        "carpet": seen["carpet"],
        "blocked": seen["blocked"],
        "player": worker("player", seat),
        "opponent": worker("opponent", 1 - seat),
        "player_search": seen["player_search"],
        "opponent_search": seen["opponent_search"],
    })


def action(move):
    if not isinstance(move, Move):
        raise TypeError("a move is a Move")
    kind = move.move_type.__index__()
    if kind == 3:
        x, y = move.search_loc
        return {"search": [x.__index__(), y.__index__()]}
    direction = DIRECTIONS[checked(move.direction.__index__(), 4, "direction")]
    if kind == 0:
        return {"plain": direction}
    if kind == 1:
        return {"prime": direction}
    if kind == 2:
        return {"carpet": [direction, move.roll_length.__index__()]}
    raise ValueError("there is no move type %d" % kind)


def checked(value, most, what):
    if not 0 <= value < most:
        raise ValueError("there is no %s %d" % (what, value))
    return value


def farewell(agent):
    """What the bot says of the game, if it says anything."""
    commentate = getattr(agent, "commentate", None)
    if commentate is not None:
        said = commentate()
        print(said if isinstance(said, str) else "commentary failed")
