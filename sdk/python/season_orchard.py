"""Runs a bot of Orchard: one file with four functions, asked with seven arguments, answering with text."""
import json
import os
import re

from _barnyard_host import Fault, FileHost, shortened
from aiarena21.client.classes import Map, Player

FUNCTIONS = {"powerup": "play_powerup", "move": "play_turn", "bid": "play_auction", "transport": "play_transport"}
POWERUPS = {"": "none", "bike": "bike", "portal gun": "portal_gun"}
GRIDS = ('"items":', '"fruit":', '"new_items":', '"heatmap":', '"last_auction":')
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
        self.blocked = []
        self.teams = ["", ""]
        told = os.environ.pop("BARNYARD_TEAMS", None)
        self.told = told and json.loads(told)
        self.parts = [Items(), NewItems(), Heatmap(self.blocked)]
        self.grids = None

    def read(self, line):
        """Most of a request is four large grids, the same as in the last one or nearly so: they are kept as text until it is
        known whether they are needed at all."""
        if not line.startswith('{"turn":'):
            return json.loads(line)
        starts = [0]
        for key in GRIDS:
            starts.append(line.find(key, max(starts[-1], 0)))
        if min(starts) < 0:
            # Not in the referee's order of keys.
            request = json.loads(line)
            seen = request["turn"]["observation"]
            keys = ("items", "new_items", "heatmap")
            seen["grids"] = tuple(json.dumps(seen[key], separators=(",", ":")) for key in keys)
            return request
        _, items, fruit, new_items, heatmap, after = starts
        request = json.loads(line[:items] + line[after:])
        request["turn"]["observation"]["grids"] = (
            line[items + len('"items":'):fruit - 1],
            line[new_items + len('"new_items":'):heatmap - 1],
            line[heatmap + len('"heatmap":'):after - 1],
        )
        return request

    def load(self):
        module = self.module("__not_main__")
        self.functions = {phase: getattr(module, name, None) for phase, name in FUNCTIONS.items()}
        missing = [FUNCTIONS[phase] for phase, function in self.functions.items() if not callable(function)]
        if missing:
            raise Fault("startup", "%s has no function %s" % (os.path.basename(self.file), " and no ".join(missing)))

    def start(self, message):
        self.map = message["brief"]["map"]
        self.blocked = [(r, c) for r, row in enumerate(self.map) for c, cell in enumerate(row) if cell == Map.BLOCK_CHAR]
        self.parts = [Items(), NewItems(), Heatmap(self.blocked)]
        # As the original names them, by seat: nobody is told more of an opponent, unless the teams were named for all to see.
        self.teams = self.told or message["seats"]
        return super().start(message)

    def turn(self, message):
        seen = message["observation"]
        phase = seen["phase"]
        # An auction comes with the very objects of the move before it.
        if phase in ("powerup", "move"):
            self.grids = [part.fresh(text) for part, text in zip(self.parts, seen["grids"])]
        items, new_items, heatmap = self.grids
        seat = message["seat"]
        me = player(self.teams[seat], seen["me"])
        opponent = player(self.teams[1 - seat], seen["opponent"])
        arguments = (Map(self.map), me, opponent, items, new_items, heatmap, seen["remaining_turns"])
        answer = self.guarded("crash", lambda: str(self.functions[phase](*arguments)))
        return {"action": action(phase, answer)}


class Part:
    """A grid of the observation. Bots get copies: what they do to them lasts until the next one."""

    def __init__(self):
        self.text = None
        self.grid = None

    def fresh(self, text):
        if text != self.text:
            self.text = text
            self.grid = self.parse(text)
        return self.copy()

    def copy(self):
        return [row[:] for row in self.grid]

    def parse(self, text):
        raise NotImplementedError


class Items(Part):
    def parse(self, text):
        return json.loads(text)


class NewItems(Part):
    """Lists of names. Few bots look at them and hardly one changes them, so the last copy is given again if it is untouched."""

    given = None

    def parse(self, text):
        batch = json.loads(text)
        return batch and [[[FRUIT[letter] for letter in pile] for pile in row] for row in batch]

    def copy(self):
        if self.given is None or self.given != self.grid:
            self.given = self.grid and [list(map(list, row)) for row in self.grid]
        return self.given


class Heatmap(Part):
    """Floats, but the integer 0 on blocked cells."""

    def __init__(self, blocked):
        super().__init__()
        self.blocked = blocked
        self.number = Numbers().__getitem__

    def parse(self, text):
        grid = [list(map(self.number, row.split(","))) for row in text[2:-2].split("],[")]
        for r, c in self.blocked:
            grid[r][c] = 0
        return grid


class Numbers(dict):
    """The float of a text, made once."""

    def __missing__(self, text):
        self[text] = number = float(text)
        return number


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
