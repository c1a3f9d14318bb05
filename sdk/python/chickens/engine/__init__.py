"""The other spelling: `engine.game` and everything in it are the very modules of `game`."""
import sys

import game
import game._barnyard

for _name in [name for name in sys.modules if name == "game" or name.startswith("game.")]:
    sys.modules["engine." + _name] = sys.modules[_name]
