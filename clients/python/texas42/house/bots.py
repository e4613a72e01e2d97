"""The house bots: ordinary bots that ship with the client, with no path a stranger's bot lacks."""

from texas42.bot import Bot
from texas42.house import bidding, drawing, playing
from texas42.observation import Observation
from texas42.values import Bid, Call, Domino


class First(Bot):
    """Answers with the first legal action: for benches, since nobody is quicker."""

    id = "first"

    def bid(self, seen: Observation) -> Bid:
        """The first legal bid."""
        return seen.legal_bids[0]

    def call_trump(self, seen: Observation) -> Call:
        """The first legal call."""
        return seen.legal_calls[0]

    def play(self, seen: Observation) -> Domino:
        """The first legal tile."""
        return seen.legal_plays[0]


class Rule(Bot):
    """The anchor of every rating: a point-count bid and a heuristic play, nothing at random."""

    id = "rule"

    def bid(self, seen: Observation) -> Bid:
        """The lowest bid that wins, when the hand is worth it."""
        return bidding.bid(seen)

    def call_trump(self, seen: Observation) -> Call:
        """The call under which the hand is worth most."""
        return bidding.call(seen)

    def play(self, seen: Observation) -> Domino:
        """The tile that is worth most."""
        return playing.play(seen)


class Random(Bot):
    """Any legal action, each as likely as the others."""

    id = "random"

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.seed = seed

    def bid(self, seen: Observation) -> Bid:
        """Any legal bid."""
        legal = sorted(seen.legal_bids, key=lambda bid: (bid.standing, bid.kind))
        return drawing.draw(self.seed, seen, legal)

    def call_trump(self, seen: Observation) -> Call:
        """Any legal call."""
        return drawing.draw(self.seed, seen, sorted(seen.legal_calls))

    def play(self, seen: Observation) -> Domino:
        """Any legal tile."""
        return drawing.draw(self.seed, seen, sorted(seen.legal_plays))


class RandomPlay(Random):
    """Bids and calls as `rule` does, and plays any legal tile."""

    id = "random-play"

    def bid(self, seen: Observation) -> Bid:
        """As `rule` bids."""
        return bidding.bid(seen)

    def call_trump(self, seen: Observation) -> Call:
        """As `rule` calls."""
        return bidding.call(seen)
