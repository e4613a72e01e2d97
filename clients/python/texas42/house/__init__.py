"""The bots of the house, and the command that runs them: `texas42-bot NAME`."""

from texas42.house.command import NAMES, house_bot, main

__all__ = ["NAMES", "house_bot", "main"]
