"""The document's way to run a game of Bovine Borders: `from board import Board`, then `Board([...]).run()`.

The bots are callables of this process; the rules are those of the `barnyard` executable, which plays the game and asks
for every move over a pipe. It is the one that $BARNYARD names, else the one that wrote this file, else that on the PATH.
"""
import contextlib
import json
import os
import shutil
import subprocess
import sys
import time
import traceback

from _barnyard import action

#: The executable that wrote this file, if one did.
WRITER = None

DEFAULT_COLORS = ((255, 0, 0), (255, 255, 0), (0, 255, 0), (0, 0, 255))

#: A move that takes longer, by the clock on the wall, is a pass.
LIMIT_MS = 100


class Board:
    """A game between four bots.

    `display_mode` is "terminal", "tkinter" or None. None shows nothing. The other two show the meadow in the terminal,
    round by round if somebody watches, else at the end: there is no window and no better viewer here yet. `delay` is how
    many seconds to wait after each round. `log` is where events are written as they happen. The same `seed` gives the same
    luck.
    """

    def __init__(self, bots, names=("0", "1", "2", "3"), colors=DEFAULT_COLORS, delay=-1, display_mode="terminal",
                 *, seed=None, log="log.txt"):
        if not len(bots) == len(names) == len(colors) == 4:
            raise ValueError("a game has four bots, four names and four colors")
        if display_mode not in ("terminal", "tkinter", None):
            raise ValueError("display_mode is 'terminal', 'tkinter' or None")
        self.bots = list(bots)
        self.names = [name if len(name) <= 20 else name[:17] + "..." for name in map(str, names)]
        self.colors = list(colors)
        self.delay = delay
        self.display_mode = display_mode
        self.seed = seed
        self.log_file = log

    def run(self, rounds=10000):
        """Plays the game. Returns the indices of the bots, best first; of tied ones the higher index comes first."""
        seed = "random" if self.seed is None else str(self.seed)
        words = [executable(), "__table", "bovine", "--seed", seed, "--rounds", str(rounds)]
        with open(self.log_file, "w", encoding="utf-8", errors="replace") as file:
            table = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            try:
                return Game(self, Log(file), table).play()
            finally:
                for pipe in (table.stdin, table.stdout):
                    with contextlib.suppress(OSError):
                        pipe.close()
                table.wait()


class Game:
    """A game while it is played."""

    def __init__(self, board, log, table):
        self.board = board
        self.log = log
        self.table = table
        self.screen = Screen(board)
        self.deaths = 0
        self.round = 0
        self.asked = None

    def play(self):
        self.log.event(0, "---- GAME BEGINS ----")
        for line in self.table.stdout:
            (kind, message), = json.loads(line).items()
            if kind == "turn":
                self.say({"action": self.turn(message["seat"], message["observation"])})
            elif kind == "foul":
                self.foul(message)
            else:
                return self.over(message)
        raise RuntimeError("barnyard ended in the middle of the game")

    def say(self, answer):
        self.table.stdin.write(json.dumps(answer).encode() + b"\n")
        self.table.stdin.flush()

    def turn(self, seat, seen):
        self.catch_up(seat, seen)
        name, number = self.board.names[seat], seen["round"] + 1
        given = [row[:] for row in seen["board"]]
        with contextlib.redirect_stdout(Prints(self.log, number, name)) as prints:
            began = time.perf_counter()
            try:
                move = self.board.bots[seat](given)
            except Exception:
                prints.finish()
                trace = traceback.format_exc()
                self.log.event(number, name + " has thrown an error. ", "Your bot will forfeit its turn. ", trace)
                return None
            took = (time.perf_counter() - began) * 1000
            prints.finish()
            self.asked = (number, name, move)
            if took > LIMIT_MS:
                self.log.event(number, name + " is taking too long. ", "time: %d ms" % took, "move: " + text(move))
                return None
            try:
                return action(move, seen["board"])
            except Exception:
                self.refuse("Error: ", traceback.format_exc())
                return None

    def foul(self, message):
        self.refuse("reason: " + message["why"].rpartition(": ")[2])

    def refuse(self, *why):
        number, name, move = self.asked
        self.log.event(number, name + " has made an invalid move. ", "move: " + text(move), *why)

    def catch_up(self, seat, seen):
        """Tells what happened in the rounds that are over, when it is first heard of."""
        if seen["round"] == self.round:
            return
        self.round = seen["round"]
        names = self.board.names
        for death in seen["deaths"][self.deaths:]:
            farmer, by = ((death[who] + seat) % 4 for who in ("farmer", "by"))
            killer = "itself" if farmer == by else names[by]
            self.log.event(death["round"], "%s eliminated by %s" % (names[farmer], killer))
        self.deaths = len(seen["deaths"])
        self.screen.show(seat, seen)
        if self.board.delay > 0:
            time.sleep(self.board.delay)

    def over(self, message):
        seen, points = message["observation"], message["points"]
        self.catch_up(0, seen)
        self.screen.show(0, seen, last=True)
        dead = {death["farmer"] for death in seen["deaths"]}
        living = sorted((seat for seat in range(4) if seat not in dead), key=lambda seat: points[seat])
        counts = ["%s has %d cells" % (self.board.names[seat], points[seat]) for seat in living]
        self.log.event(seen["round"], "---- GAME OVER ----", *counts)
        return message["ranking"]


class Log:
    """Events as they happen, by round."""

    def __init__(self, file):
        self.file = file
        self.round = None

    def event(self, number, *lines):
        if number != self.round:
            self.round = number
            self.file.write("[R%d]\n" % number)
        self.file.write("".join(line + "\n" for line in lines))
        self.file.flush()


class Prints:
    """Where a bot's prints go: into the log, a line at a time."""

    encoding = "utf-8"

    def __init__(self, log, number, name):
        self.log, self.number, self.name, self.rest = log, number, name, ""

    def write(self, chunk):
        *lines, self.rest = (self.rest + chunk).split("\n")
        for line in lines:
            self.log.event(self.number, self.name + " has printed: ", line)
        return len(chunk)

    def flush(self):
        """Nothing waits: whole lines are in the log already, and a line is not torn apart."""

    def isatty(self):
        return False

    def finish(self):
        if self.rest:
            self.write("\n")


class Screen:
    """The meadow in a terminal."""

    def __init__(self, board):
        self.colors = board.colors
        self.names = board.names
        self.out = sys.stdout
        self.shown = board.display_mode is not None
        self.watched = self.shown and self.out.isatty()
        # Nobody sees more than thirty pictures a second.
        self.pause = 0 if board.delay > 0 else 1 / 30
        self.next = 0

    def show(self, seat, seen, last=False):
        if not self.shown or not (last or self.watched and time.monotonic() >= self.next):
            return
        self.next = time.monotonic() + self.pause
        board = seen["board"]
        for _ in range(seat):
            board = list(zip(*board[::-1]))
        lines = ["".join(self.cell(value if value < 0 else (value + seat) % 4) for value in row) for row in board]
        home = "\x1b[H\x1b[J" if self.watched else ""
        self.out.write(home + "\n".join(lines) + "\nRound %d\n" % seen["round"])
        self.out.flush()

    def cell(self, value):
        if not self.watched:
            return ".0123"[value + 1]
        return "  " if value < 0 else "\x1b[48;2;%d;%d;%dm  \x1b[0m" % tuple(self.colors[value])


def text(value):
    try:
        return str(value)
    except Exception:
        return "an object without a text"


def executable():
    for place in (os.environ.get("BARNYARD"), WRITER, shutil.which("barnyard")):
        if place and os.path.isfile(place):
            return place
    raise FileNotFoundError("barnyard is not on the PATH; set BARNYARD to where it is")
