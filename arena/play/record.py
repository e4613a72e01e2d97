"""What is kept of a finished hand: enough to replay it, to score it, and to defend a ruling."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import msgspec

from arena.play.schedule import Pairing, Sitting
from arena.play.table import Table
from arena.rules.scoring import Outcome


class FaultRecord(msgspec.Struct, frozen=True):
    """A fault as it is kept: its kind's name, the bot, and the evidence in words."""

    kind: str
    bot: str
    seat: int
    asked: str
    came: str
    elapsed_us: int
    of_time: bool


class HandRecord(msgspec.Struct, frozen=True):
    """One table that ended.

    `deal`, `a`, `b` and `half` say which one; seats are absolute, sides 0 (even seats) and 1.
    `bids` and `call` are words, `plays` tile numbers in order, a byte each; `declarer` is the bot
    that won the auction, empty when nobody did. `times_us` are the think times of all decisions in
    order, `askers` the seats that took them.
    """

    deal: int
    a: str
    b: str
    half: int
    shaker: int
    bids: tuple[str, ...]
    call: str
    plays: bytes
    declarer: str
    outcome: str
    awards: tuple[int, ...]
    taken: tuple[int, ...]
    faults: tuple[FaultRecord, ...]
    times_us: tuple[int, ...]
    askers: tuple[int, ...]

    @property
    def sitting(self) -> Sitting:
        """The place of this hand in the schedule."""
        return Sitting(self.deal, Pairing(self.a, self.b), self.half)

    @property
    def void(self) -> bool:
        """Whether the hand counts for nothing, and its pair with it."""
        return self.outcome == Outcome.VOID.value

    def margin(self) -> int:
        """Return the marks of bot `a` less those of bot `b`."""
        own = self.awards[self.half]
        return own - (sum(self.awards) - own)

    def faults_by_kind(self) -> Counter[tuple[str, str]]:
        """Return how many faults each (bot, kind) has."""
        return Counter((fault.bot, fault.kind) for fault in self.faults)


def record_of(table: Table, sitting: Sitting) -> HandRecord:
    """Return what is kept of a table that ended."""
    hand = table.hand
    public, result = hand.public, hand.result
    assert result is not None
    bidder = public.auction.bidder
    return HandRecord(
        deal=sitting.deal,
        a=sitting.pairing.a,
        b=sitting.pairing.b,
        half=sitting.half,
        shaker=public.shaker,
        bids=tuple([_in_words(bid) for bid in public.auction.bids]),
        call="" if public.call is None else _in_words(public.call),
        plays=bytes(public.plays),
        declarer="" if bidder is None or not public.auction.over else sitting.bot_at(bidder),
        outcome=result.outcome.value,
        awards=result.awards,
        taken=result.taken,
        faults=tuple([
            FaultRecord(
                str(fault.kind), fault.bot, fault.seat, fault.asked, fault.came,
                fault.elapsed_us, fault.of_time,
            )
            for fault in table.faults
        ]),
        times_us=tuple(table.times),
        askers=tuple(table.askers),
    )  # fmt: skip


_in_words = lru_cache(maxsize=256)(str)
