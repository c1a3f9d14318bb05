"""The door to the referee: what a farmer returns becomes words of the protocol."""


def action(move, board):
    """A bot's answer as the referee reads it: None, [row, col] or [[row, col], [row, col]], whatever it was made of.

    `board` is what the bot was shown. A destination that no cow reaches is None, a pass without a word. What is no move
    at all raises, as unpacking it does: TypeError, ValueError, OverflowError, or what the bot's own objects throw.
    """
    if move is None:
        return None
    first, second = move
    plain = type(first) is int and type(second) is int
    if not plain and iterable(first) and iterable(second):
        (from_row, from_col), (to_row, to_col) = first, second
        return [[number(from_row), number(from_col)], [number(to_row), number(to_col)]]
    size = len(board)
    reached = False
    for row, col in ((first + 1, second), (first - 1, second), (first, second + 1), (first, second - 1)):
        if 0 <= row < size and 0 <= col < size and board[row][col] == 0:
            reached = True
            if plain:
                break
    return [number(first), number(second)] if reached else None


def iterable(value):
    try:
        iter(value)
    except TypeError:
        return False
    return True


def number(value):
    """What `int` makes of it. Beyond every board one place is as good as another, and JSON has room for it."""
    value = int(value)
    return value if -1 <= value <= 20 else -1 if value < 0 else 20
