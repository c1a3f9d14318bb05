"""How the referee's words become the objects of Chickens, and a bot's moves become words."""
from game._barnyard import board_from_state

DIRECTIONS = ("up", "right", "down", "left")
DROPS = ("plain", "egg", "turd")


def seconds_left(message):
    left = message["left_ms"]
    return 360.0 if left is None else left / 1000


def constructor_arguments(message, config, time_left):
    """Both players are shown the board with A's eyes when they are made, as the original did."""
    seen = message["observation"]
    if seen["me"]["colour"] != "white":
        seen = dict(seen, me=seen["enemy"], enemy=seen["me"])
    return board(seen, config, None, None), time_left


def play_arguments(message, config, time_left):
    seen = message["observation"]
    mine = message["seat"]
    clocks = message.get("clocks_ms") or [None, None]
    shown = board(seen, config, clocks[mine], clocks[1 - mine])
    senses = [(bool(heard), bool(felt)) for heard, felt in seen["senses"]]
    return shown, senses, time_left


def board(seen, config, time, enemy_time):
    state = dict(seen, turns=config["turns"])
    if time is not None:
        state["time"] = time / 1000
        state["enemy_time"] = enemy_time / 1000
    return board_from_state(state)


def action(move):
    if not isinstance(move, (tuple, list)) or len(move) != 2:
        raise TypeError("a move is a pair of direction and move type")
    direction, kind = index(move[0]), index(move[1])
    if not 0 <= direction < 4:
        raise ValueError("there is no direction %d" % direction)
    if not 0 <= kind < 3:
        raise ValueError("there is no move type %d" % kind)
    return {"dir": DIRECTIONS[direction], "drop": DROPS[kind]}


def index(value):
    """A whole number in any of its clothes: int, IntEnum, numpy."""
    return value.__index__()
