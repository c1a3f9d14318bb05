"""The constants of a board, and how far a trapdoor is heard and felt."""

_HEAR = {(1, 0): 0.5, (0, 1): 0.5, (1, 1): 0.25, (2, 0): 0.1, (0, 2): 0.1, (2, 1): 0.1, (1, 2): 0.1}
_FEEL = {(1, 0): 0.3, (0, 1): 0.3, (1, 1): 0.15}


def prob_hear(delta_x: int, delta_y: int):
    """How likely a chicken hears a trapdoor so many columns and rows away."""
    return _HEAR.get((abs(delta_x), abs(delta_y)), 0.0)


def prob_feel(delta_x: int, delta_y: int):
    """How likely a chicken feels a trapdoor so many columns and rows away."""
    return _FEEL.get((abs(delta_x), abs(delta_y)), 0.0)


class GameMap:
    def __init__(self):
        self.MAP_SIZE = 8
        self.MAX_TRAPDOOR_DIST_FROM_CENTER = 2
        self.NUM_TRAPDOORS_PER_TEAM = 1
        self.MAX_TURDS = 5
        self.CORNER_REWARD = 3
        self.TRAPDOOR_PENALTY = -4

    def reflect(self, coords, symmetry):
        """The mirror image of a square: left and right change places if `symmetry` starts with `h`, top and
        bottom if it starts with `v`, both for anything else."""
        x, y = coords
        last = self.MAP_SIZE - 1
        axis = str(symmetry)[:1].lower()
        return (x if axis == "v" else last - x, y if axis == "h" else last - y)
