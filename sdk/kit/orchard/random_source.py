"""Does everything at random."""
import random

from aiarena21.client.classes import Map, Player

STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))


def play_powerup(game_map, me, opponent, items, new_items, heatmap, remaining_turns):
    """What to rent: 'bike', 'portal gun' or ''. Without the points for it nothing happens."""
    return random.choice(("bike", "portal gun", ""))


def play_turn(game_map, me, opponent, items, new_items, heatmap, remaining_turns):
    """Where to go: 'row,column'. A step against a wall or off the map is a stay."""
    down, right = random.choice(STEPS)
    return f"{me.location[0] + down},{me.location[1] + right}"


def play_auction(game_map, me, opponent, items, new_items, heatmap, remaining_turns):
    """What to bid for staying here."""
    return random.randint(0, min(me.score, opponent.score))


def play_transport(game_map, me, opponent, items, new_items, heatmap, remaining_turns):
    """Where the loser of an auction goes: 'row,column'. A blocked cell becomes any free one."""
    return f"{random.randrange(game_map.rows)},{random.randrange(game_map.cols)}"
