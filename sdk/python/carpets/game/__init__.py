"""Carpets (CS3600 Spring 2026) as bots import it: boards, workers, moves and the rat."""

from . import board, enums, history, move, rat, worker

__all__ = ["board", "enums", "history", "move", "rat", "worker"]
