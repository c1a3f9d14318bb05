"""A bot to start from: it steps to the best cell beside it, by the points there and then by the heat."""
from aiarena21.client.classes import Map, Player

STEPS = ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1))


def play_powerup(game_map, me, opponent, items, new_items, heatmap, remaining_turns):
    return ""


def play_turn(game_map, me, opponent, items, new_items, heatmap, remaining_turns):
    cells = [(me.location[0] + down, me.location[1] + right) for down, right in STEPS]
    row, column = max((cell for cell in cells if free(game_map, cell)), key=lambda cell: (items[cell[0]][cell[1]], heatmap[cell[0]][cell[1]]))
    return f"{row},{column}"


def play_auction(game_map, me, opponent, items, new_items, heatmap, remaining_turns):
    return min(me.score, 3)


def play_transport(game_map, me, opponent, items, new_items, heatmap, remaining_turns):
    """The coldest free cell without fruit."""
    cells = [(row, column) for row in range(game_map.rows) for column in range(game_map.cols) if game_map.is_free(row, column)]
    row, column = min(cells, key=lambda cell: (items[cell[0]][cell[1]], heatmap[cell[0]][cell[1]]))
    return f"{row},{column}"


def free(game_map, cell):
    row, column = cell
    return 0 <= row < game_map.rows and 0 <= column < game_map.cols and game_map.is_free(row, column)
