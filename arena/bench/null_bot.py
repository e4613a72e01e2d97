"""The null bot: it costs next to nothing to think, and plays every hand to its end.

An ordinary bot on the ordinary client, as a stranger would write it.
"""

from __future__ import annotations

import sys

from texas42 import PASS, Bid, Bot, Call, Domino, Observation, serve

THIRTY = Bid.parse("30")


class NullBot(Bot):
    """Opens with the lowest bid, calls and plays the first that is legal."""

    id = "null"

    def bid(self, seen: Observation) -> Bid:
        """Bid 30 where that is still to be had, else pass."""
        return THIRTY if THIRTY in seen.legal_bids else PASS

    def call_trump(self, seen: Observation) -> Call:
        """Call the first that is legal."""
        return seen.legal_calls[0]

    def play(self, seen: Observation) -> Domino:
        """Play the lowest legal tile."""
        return seen.legal_plays[0]


if __name__ == "__main__":
    serve(NullBot(), sys.argv[1])
