"""How a house bot draws lots: from its seed and what its seat sees, and from nothing else.

So equal runs are equal, whatever else is played at the same time and in whatever language. The
README writes the text and the draw down exactly; a change here makes new bots of the old ones.
"""

import hashlib
from collections.abc import Sequence
from itertools import count
from typing import TypeVar

from texas42.observation import Observation

Choice = TypeVar("Choice")


def default_seed(name: str) -> int:
    """The seed of a bot that was given none: a hash of its name."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big")


def view(seen: Observation) -> str:
    """What the seat sees, as text: what is asked, the tiles held, the auction, call and play."""
    bids = " ".join(f"{seat}:{bid}" for seat, bid in seen.bids)
    leaders = " ".join(map(str, seen.leaders))
    parts = (
        seen.decision.name.lower(),
        "hand " + " ".join(map(str, sorted(seen.hand))),
        f"shaker {seen.shaker}",
        f"bids {bids}",
        f"call {seen.call or ''}",
        f"leaders {leaders}",
        "plays " + " ".join(map(str, seen.played)),
    )
    return "|".join(parts)


def draw(seed: int, seen: Observation, choices: Sequence[Choice]) -> Choice:
    """One of the choices, each as likely as the others; they must stand in a fixed order.

    Raises IndexError when there is none.
    """
    size = len(choices)
    if size <= 1:
        return choices[0]
    text = f"texas42|{seed}|{view(seen)}|"
    fair = 2**64 - 2**64 % size
    for attempt in count():
        digest = hashlib.sha256(f"{text}{attempt}".encode()).digest()
        number = int.from_bytes(digest[:8], "big")
        if number < fair:
            return choices[number % size]
    raise AssertionError("unreachable")
