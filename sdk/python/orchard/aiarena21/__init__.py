"""What bots of AI Arena 21 import: `from aiarena21.client.classes import Player, Map`."""
