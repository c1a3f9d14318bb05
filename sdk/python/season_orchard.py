"""Runs a bot of Orchard: one file with four functions, asked with seven arguments, answering with text."""
import os
import re

from _barnyard_host import Fault, FileHost, shortened
from aiarena21.client.classes import Map, Player

FUNCTIONS = {"powerup": "play_powerup", "move": "play_turn", "bid": "play_auction", "transport": "play_transport"}
POWERUPS = {"": "none", "bike": "bike", "portal gun": "portal_gun"}
FRUIT = {"O": "Onion", "S": "Strawberry", "D": "DragonFruit"}
CELL = re.compile("([0-9]+),([0-9]+)")
#: Nothing longer ever reached the original's server.
LONGEST = 1000


def host(file, answers):
    return OrchardHost(file, answers)


class OrchardHost(FileHost):
    def __init__(self, file, answers):
        super().__init__(file, answers)
        self.functions = {}
        self.map = []
        self.teams = ["", ""]
        self.grids = None

    def load(self):
        module = self.module("__not_main__")
        self.functions = {phase: getattr(module, name, None) for phase, name in FUNCTIONS.items()}
        missing = [FUNCTIONS[phase] for phase, function in self.functions.items() if not callable(function)]
        if missing:
            raise Fault("startup", "%s has no function %s" % (os.path.basename(self.file), " and no ".join(missing)))

    def start(self, message):
        self.map = message["brief"]["map"]
        # As the original names them, by seat: nobody is told more of an opponent.
        self.teams = message["seats"]
        return super().start(message)

    def turn(self, message):
        seen = message["observation"]
        phase = seen["phase"]
        # An auction comes with the very objects of the move before it.
        if phase in ("powerup", "move"):
            self.grids = self.lay_out(seen)
        items, new_items, heatmap = self.grids
        seat = message["seat"]
        me = player(self.teams[seat], seen["me"])
        opponent = player(self.teams[1 - seat], seen["opponent"])
        arguments = (Map(self.map), me, opponent, items, new_items, heatmap, seen["remaining_turns"])
        answer = self.guarded("crash", lambda: str(self.functions[phase](*arguments)))
        return {"action": action(phase, answer)}

    def lay_out(self, seen):
        heatmap = [
            [0 if cell == "#" else float(heat) for cell, heat in zip(*pair)] for pair in zip(self.map, seen["heatmap"])
        ]
        batch = seen["new_items"]
        new_items = batch and [[[FRUIT[letter] for letter in pile] for pile in row] for row in batch]
        return seen["items"], new_items, heatmap


def player(name, seen):
    return Player(name, seen["score"], seen["location"], seen["bike"] > 0, seen["portal_gun"] > 0)


def action(phase, text):
    """The answer that a text stands for, read as the original read it; whether it is legal is for the rules to say."""
    if len(text) > LONGEST:
        raise Fault("unreadable", "%s returned %d characters" % (FUNCTIONS[phase], len(text)))
    if phase == "powerup":
        if text not in POWERUPS:
            raise unreadable(phase, text, "'bike', 'portal gun' or ''")
        return {"powerup": POWERUPS[text]}
    if phase == "bid":
        try:
            bid = int(text)
        except ValueError:
            raise unreadable(phase, text, "an integer") from None
        if bid < 0:
            raise Fault("illegal", "play_auction returned %d, and no bid is below 0" % bid)
        return {"bid": min(bid, 2**32 - 1)}
    cell = CELL.fullmatch(text)
    if cell is None:
        raise unreadable(phase, text, "a row, a comma and a column, as in '6,11'")
    # Beyond every map one place is as good as another.
    return {phase: [min(int(number), 255) for number in cell.groups()]}


def unreadable(phase, text, wanted):
    return Fault("unreadable", "%s returned %s, which is not %s" % (FUNCTIONS[phase], shortened(text), wanted))
