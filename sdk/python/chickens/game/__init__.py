"""What a Chickens bot imports: the board, the birds on it, and the names of moves and endings."""
from . import board, chicken, enums, game_map, history, trapdoor_manager

__all__ = ["board", "chicken", "enums", "game_map", "history", "trapdoor_manager"]
