"""Runs a farmer of Bovine Borders: any callable in a file, asked with the board, answering with a move."""
import json
import os
import sys

from _barnyard import action
from _barnyard_host import Fault, FileHost, shortened


def host(file, answers, name="bot"):
    # The file's own folder comes first, as it did beside main.py: copies of the helpers there are the bot's choice.
    sys.path.insert(0, os.path.dirname(file))
    return BovineHost(file, answers, name)


TURN = b'{"turn":{"nonce":'
BOARD = b'"board":[['


class BovineHost(FileHost):
    def __init__(self, file, answers, name):
        super().__init__(file, answers)
        self.name = name
        self.bot = None
        self.rows = Rows()

    def handle(self, line):
        """A turn as the referee spells it: all that counts of it is the nonce and the board."""
        start = line.find(BOARD)
        if start < 0 or not line.startswith(TURN):
            return super().handle(line)
        start += len(BOARD)
        nonce = line[len(TURN):line.find(b",", len(TURN))]
        board = list(map(self.rows.__getitem__, line[start:line.find(b"]]", start)].split(b"],[")))
        try:
            move = self.ask(board)
        except Fault as fault:
            return self.say({"nonce": int(nonce), "error": fault.error})
        # A list of whole numbers is spelled the same in Python and in JSON.
        self.send(b'{"nonce":%b,"action":%b}\n' % (nonce, b"null" if move is None else str(move).encode()))

    def load(self):
        """`name` is a callable of the file; `name()` is what a call of it returns, as `AdjacentAsta()` is an instance."""
        stem = os.path.splitext(os.path.basename(self.file))[0]
        while stem in sys.modules:
            stem = "bot_" + stem
        module = self.module(stem)
        name = self.name[:-2] if self.name.endswith("()") else self.name
        if not hasattr(module, name):
            raise Fault("startup", "%s has no %s" % (os.path.basename(self.file), name))
        self.bot = getattr(module, name)
        if name != self.name:
            self.bot = self.guarded("startup", self.bot)
        if not callable(self.bot):
            raise Fault("startup", "%s in %s cannot be called" % (self.name, os.path.basename(self.file)))

    def turn(self, message):
        return {"action": self.ask(message["observation"]["board"])}

    def ask(self, board):
        """The bot's move as the referee reads it. The bot gets a board of its own."""
        try:
            move = self.guarded("crash", self.bot, list(map(list.copy, board)))
        except Fault as fault:
            if isinstance(self.bot, type):
                fault.error["why"] += "; %s is a class, and the bot is an instance: %s()" % (self.name, self.name)
            raise
        try:
            return action(move, board)
        except Exception as error:
            why = "returned %s, which is no move: %s: %s" % (shortened(move), type(error).__name__, error)
            raise Fault("unreadable", why) from None


class Rows(dict):
    """Rows by their text: few change in a round. No bot ever holds them."""

    MOST = 4096

    def __missing__(self, text):
        if len(self) >= self.MOST:
            self.clear()
        self[text] = row = json.loads(b"[" + text + b"]")
        return row
