"""Grace: how long a bot's connections may be lost, in all and not each time anew.

A bot whose connection breaks may come back, but one that is away again and again holds up everybody
it meets. So there is one account for each bot, which all its lines draw on, and which is full again
after every so many of its deals. Whoever counts leaves out the time in which the arena itself stood
still: it isn't charged here.
"""

from __future__ import annotations

from typing import Final

REFILL_DEALS: Final = 100
"""Deals of a bot after which its account is full again."""


class Grace:
    """One bot's account, in microseconds: `left` of its `allowance`, and `away_in_all` ever."""

    __slots__ = ("_deals", "allowance", "away_in_all", "left")

    def __init__(self, allowance: int) -> None:
        """Raises ValueError for an account that would always be empty."""
        if allowance <= 0:
            raise ValueError("a grace account holds more than nothing")
        self.allowance = allowance
        self.left = allowance
        self.away_in_all = 0
        self._deals = 0

    @property
    def empty(self) -> bool:
        """Whether the bot may not be away any longer."""
        return self.left == 0

    def away(self, us: int) -> None:
        """Note that one of the bot's lines was away for so long since this was noted last. Raises
        ValueError for less than nothing."""
        if us < 0:
            raise ValueError(f"{us} microseconds away: time doesn't go back")
        self.away_in_all += us
        self.left = max(0, self.left - us)

    def deal_ended(self) -> None:
        """Note that a deal of the bot ended; with every REFILL_DEALS-th the account is full."""
        self._deals += 1
        if self._deals % REFILL_DEALS == 0:
            self.left = self.allowance
