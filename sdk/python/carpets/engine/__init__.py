"""The second spelling of the API: `engine.game.board` is the very module `game.board`."""

import importlib
import sys

import game

sys.modules["engine.game"] = game
for _name in game.__all__:
    sys.modules["engine.game." + _name] = importlib.import_module("game." + _name)
del _name
