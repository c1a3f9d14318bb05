"""A farmer to start from: it moves at random, but never captures with the cow in its barn. docs/protocol.md has the messages.

Standard output belongs to the protocol: print(..., file=sys.stderr) is shown to you.
"""
import json
import random
import sys

OPEN, MINE, BARN = -1, 0, (0, 0)


class Bot:
    def __init__(self, start):
        """A game begins: start has "seat", "brief" (the settings) and "seed" (for your own dice)."""
        self.dice = random.Random(start["seed"])

    def act(self, seen):
        """A round: answer with [[row, column] of a cow of yours, [row, column] beside it], or "pass"."""
        board = seen["board"]
        moves = []
        for row, cows in enumerate(board):
            for column, cow in enumerate(cows):
                if cow == MINE:
                    moves += [[(row, column), beside] for beside in neighbours(row, column, len(board)) if wanted(board, (row, column), beside)]
        return self.dice.choice(moves) if moves else "pass"


def wanted(board, source, destination):
    """Whether a move is legal and wise. Your barn is at (0, 0): the cow in it must stay."""
    there = board[destination[0]][destination[1]]
    return there != MINE and (source != BARN or there == OPEN)


def neighbours(row, column, size):
    around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return [(r, c) for r, c in around if 0 <= r < size and 0 <= c < size]


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
