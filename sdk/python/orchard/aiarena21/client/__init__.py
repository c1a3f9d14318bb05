"""The bot's side of the game."""
