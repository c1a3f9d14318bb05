"""A fruit picker to start from: it steps to the best neighbouring cell. docs/protocol.md has the messages.

Standard output belongs to the protocol: print(..., file=sys.stderr) is shown to you.
"""
import json
import random
import sys


class Bot:
    def __init__(self, start):
        """A game begins: start has "seat", "brief" (settings and map) and "seed" (for your own dice)."""
        self.dice = random.Random(start["seed"])
        rows = start["brief"]["map"]
        self.free = [(row, column) for row, line in enumerate(rows) for column, cell in enumerate(line) if cell != "#"]

    def act(self, seen):
        """One answer for each phase of a round."""
        phase = seen["phase"]
        if phase == "powerup":
            return {"powerup": "none"}
        if phase == "move":
            return {"move": self.step(seen)}
        if phase == "bid":
            return {"bid": min(seen["me"]["score"], 3)}
        return {"transport": self.dice.choice(self.free)}

    def step(self, seen):
        """To stay, or to go to a free cell that shares an edge: the most points, then the most heat."""
        row, column = seen["me"]["location"]
        around = [(row, column), (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        cells = [cell for cell in around if cell in self.free]
        return max(cells, key=lambda cell: (seen["items"][cell[0]][cell[1]], seen["heatmap"][cell[0]][cell[1]], self.dice.random()))


def main():
    bot = None
    for line in sys.stdin:
        (kind, message), = json.loads(line).items()
        if kind == "hello":
            say({"ready": {}})
        elif kind == "start":
            bot = Bot(message)
        elif kind == "turn":
            say({"nonce": message["nonce"], "action": bot.act(message["observation"])})


def say(answer):
    print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
