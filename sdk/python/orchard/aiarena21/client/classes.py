"""The map and the players, as a bot is given them. Both are new for each call."""


class Map:
    BLOCK_CHAR = "#"
    FREE_CHAR = "."
    SPAWN_CHAR = "S"

    def __init__(self, rows):
        """`rows` are strings, or lists of characters, of one length."""
        self._map = [list(row) for row in rows]
        self.size = [len(self._map), len(self._map[0])]

    @property
    def rows(self):
        return self.size[0]

    @property
    def cols(self):
        return self.size[1]

    def get(self, row, col):
        """The character of a cell. Indices are those of lists: -1 is the last one."""
        return self._map[row][col]

    def is_free(self, row, col):
        """Whether somebody can stand there."""
        return self._map[row][col] != self.BLOCK_CHAR


class Player:
    def __init__(self, name, score, location, bike, portal_gun):
        self.name = name
        self.score = score
        self.location = location
        self.bike = bike
        self.portal_gun = portal_gun
