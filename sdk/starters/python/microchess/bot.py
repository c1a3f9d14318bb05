"""A bot for Microchess to start from: it takes the king if it can, else moves at random. docs/protocol.md has the messages.

Standard output belongs to the protocol: print(..., file=sys.stderr) is shown to you.
"""
import json
import random
import sys


class Bot:
    def __init__(self, start):
        """A game begins: start has "seat", "brief" (the settings) and "seed" (for your own dice)."""
        self.dice = random.Random(start["seed"])

    def act(self, seen):
        """Your turn: answer with a piece, a column and a row, such as "K22"."""
        pieces = read(seen["board"])
        king, rook, prey = ("K", "R", "k") if seen["you"] == "white" else ("k", "r", "K")
        moves = legal(pieces, king, rook)
        kills = [move for move in moves if pieces.get(move[1]) == prey]
        piece, (column, row) = self.dice.choice(kills or moves)
        return "%s%d%d" % (piece, column, row)


def read(board):
    """Pieces by (column, row): "..R./...r/Kk../...." has row 4 first."""
    rows = board.split("/")
    return {(x + 1, 4 - y): rows[y][x] for y in range(4) for x in range(4) if rows[y][x] != "."}


def legal(pieces, king, rook):
    """All moves as (piece, cell). Without its king a side has one last move with its rook."""
    own = {piece: cell for cell, piece in pieces.items() if piece in (king, rook)}
    moves = []
    if king in own:
        for step in [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]:
            cell = shifted(own[king], step)
            if on_board(cell) and pieces.get(cell) != rook:
                moves.append(("K", cell))
    if rook in own:
        for step in [(1, 0), (-1, 0), (0, 1), (0, -1)]:
            cell = shifted(own[rook], step)
            while on_board(cell) and pieces.get(cell) != king:
                moves.append(("R", cell))
                if cell in pieces:
                    break
                cell = shifted(cell, step)
    return moves


def shifted(cell, step):
    return cell[0] + step[0], cell[1] + step[1]


def on_board(cell):
    return 1 <= cell[0] <= 4 and 1 <= cell[1] <= 4


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
