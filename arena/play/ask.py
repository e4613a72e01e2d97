"""An ask: one question to one seat, on its way over a line, and what befell it on the way."""

from __future__ import annotations


class Ask:
    """What a line carries: a question that is open under `request_id` since `sent_at`, and what
    its seat has left in the bank, in microseconds; `request_id` is 0 while it isn't open.

    What befell it before it is answered: `losses` counts the connections that were lost while it
    was open, `spent` is the time the bot used of it over these, `fresh` how often it got a fresh
    deadline. `disturbed` says whether any of these is more than nothing.
    """

    __slots__ = ("bank", "disturbed", "fresh", "losses", "request_id", "sent_at", "spent")

    def __init__(self, bank: int) -> None:
        self.bank = bank
        self.request_id = 0
        self.sent_at = 0
        self.settle()

    def settle(self) -> None:
        """Forget what befell it: whatever its seat is asked next is another question."""
        self.losses = self.spent = self.fresh = 0
        self.disturbed = False
