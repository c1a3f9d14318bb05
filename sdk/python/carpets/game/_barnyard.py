"""How the host of a bot makes the objects that it hands out; bots do not import this."""

from .board import _FULL, Board
from .worker import Worker

_new = object.__new__


def board_from_state(state: dict) -> Board:
    """The board of `state`, a dict of what the asked player may know.

    Keys, all required unless a default is given:

    - `turn`: plies played so far, an int.
    - `a_to_move`: whether it is player A's turn (`Board.is_player_a_turn`).
    - `primed`, `carpet`, `blocked`: masks, bit y * 8 + x; three ints or three hex strings. All else is space.
    - `player`, `opponent`: the asked player's worker and the other one, each a dict of
      `a` (whether this is player A), `pos` ([x, y]), `points`, `turns_left`, `time` (seconds).
    - `player_search`, `opponent_search`: what each searched on its last ply: `[[x, y], caught]`,
      or `[None, None]` for another move; default `[None, False]`, nothing played yet.
    - `time_to_play`: seconds each player got for the game; default 240.
    """
    primed, carpet, blocked = state["primed"], state["carpet"], state["blocked"]
    if isinstance(primed, str):
        primed, carpet, blocked = int(primed, 16), int(carpet, 16), int(blocked, 16)
    board = _new(Board)
    board.turn_count = state["turn"]
    board.is_player_a_turn = state["a_to_move"]
    board.winner = None
    board.time_to_play = state.get("time_to_play", 240)
    board.MAX_TURNS = 80
    board._space_mask = _FULL & ~(primed | carpet | blocked)
    board._primed_mask = primed
    board._carpet_mask = carpet
    board._blocked_mask = blocked
    board.player_worker = _worker(state["player"])
    board.opponent_worker = _worker(state["opponent"])
    board.build_history = False
    board.history = None
    board.opponent_search = _search(state.get("opponent_search"))
    board.player_search = _search(state.get("player_search"))
    return board


def matrix_from_rows(rows):
    """The rat's transition matrix as bots get it: a numpy float32 array of shape (64, 64).

    `rows` is 64 rows, each either 64 probabilities or the non-zero ones as [column, probability]. Without numpy it is
    `Rows`: a bot that does not need numpy itself plays all the same.
    """
    full = []
    for row in rows:
        if len(row) != 64:
            row = dict(map(tuple, row))
            row = [row.get(j, 0.0) for j in range(64)]
        full.append(row)
    try:
        import numpy
    except ImportError:
        return Rows(full)
    return numpy.array(full, dtype=numpy.float32)


class Rows(list):
    """Rows of numbers that are read like an array: `T[i]`, `T[i, j]`, `T.shape`."""

    @property
    def shape(self):
        return len(self), len(self[0])

    def __getitem__(self, where):
        if isinstance(where, tuple):
            i, j = where
            return list.__getitem__(self, i)[j]
        return list.__getitem__(self, where)


def _worker(state):
    x, y = state["pos"]
    worker = Worker((x, y), state["a"])
    worker.points = state["points"]
    worker.turns_left = state["turns_left"]
    worker.time_left = state["time"]
    return worker


def _search(pair):
    if pair is None:
        return (None, False)
    loc, caught = pair
    return (None if loc is None else tuple(loc), caught)
