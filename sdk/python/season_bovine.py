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


class BovineHost(FileHost):
    def __init__(self, file, answers, name):
        super().__init__(file, answers)
        self.name = name
        self.bot = None
        self.rows = {}

    def read(self, line):
        """Few rows change in a round, so those of the last board are known already. No bot ever holds them."""
        start = line.find('"board":[[')
        if start < 0:
            return json.loads(line)
        end = line.find("]]", start)
        texts = line[start + 10:end].split("],[")
        known = self.rows
        self.rows = {text: known[text] if text in known else json.loads("[" + text + "]") for text in texts}
        request = json.loads(line[:start] + '"board":null' + line[end + 2:])
        (message,) = request.values()
        message["observation"]["board"] = [self.rows[text] for text in texts]
        return request

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
        board = message["observation"]["board"]
        given = [row[:] for row in board]
        try:
            move = self.guarded("crash", lambda: self.bot(given))
        except Fault as fault:
            if isinstance(self.bot, type):
                fault.error["why"] += "; %s is a class, and the bot is an instance: %s()" % (self.name, self.name)
            raise
        try:
            return {"action": action(move, board)}
        except Exception as error:
            why = "returned %s, which is no move: %s: %s" % (shortened(move), type(error).__name__, error)
            raise Fault("unreadable", why) from None
