"""Actions that the rules refuse. Each leaves the state as it was (R34)."""


class IllegalAction(ValueError):
    """An action that may not be taken now; the message says what was legal."""


class IllegalBid(IllegalAction):
    """A bid that the ladder doesn't allow."""


class IllegalCall(IllegalAction):
    """A call that these rules or this bid don't allow."""


class IllegalPlay(IllegalAction):
    """A tile that may not be played."""


class NotHeld(IllegalPlay):
    """A tile that the seat doesn't hold."""


class Renege(IllegalPlay):
    """A tile played off the suit by a seat that could follow it."""


class WrongMoment(IllegalAction):
    """An action of another kind than the one that is due."""
