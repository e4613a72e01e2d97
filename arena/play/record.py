"""What is kept of a finished hand: enough to replay it, to score it, and to defend a ruling."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache

import msgspec

from arena.play.pairs import Exact
from arena.play.schedule import Group, Sitting
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

    `deal`, `bots` and `rotation` say which one; seats are absolute, and seat s belongs to side s
    mod the number of sides. `bids` and `call` are words, the call empty where none was made;
    `plays` are tile numbers in order, a byte each; `declarer` is the bot that won the auction,
    empty when nobody did. `awards` are marks, or points under points scoring. `times_us` are the
    think times of all decisions in order, `askers` the seats that took them.
    """

    deal: int
    bots: Group
    rotation: int
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
        return Sitting(self.deal, self.bots, self.rotation)

    @property
    def void(self) -> bool:
        """Whether the hand counts for nothing, and its block with it."""
        return self.outcome == Outcome.VOID.value

    def bots_by_side(self) -> list[str]:
        """Return which bot plays each side."""
        sitting = self.sitting
        return [sitting.bot_of(side) for side in range(len(self.awards))]

    def margin(self) -> Exact:
        """Return the award per seat of the first of two bots less that of the second (C19)."""
        awards, sides, first = self.awards, len(self.awards), self.rotation
        if sides == 2:
            return awards[first] - awards[1 - first]
        own, others = awards[first::2], awards[1 - first :: 2]
        return Fraction(sum(own), len(own)) - Fraction(sum(others), len(others))

    def awards_by_bot(self) -> tuple[int, ...]:
        """Return the award of each bot where each has one side, in the order of `bots`."""
        return self.awards[self.rotation :] + self.awards[: self.rotation]

    def faults_by_kind(self) -> Counter[tuple[str, str]]:
        """Return how many faults each (bot, kind) has."""
        return Counter((fault.bot, fault.kind) for fault in self.faults)


def record_of(table: Table, sitting: Sitting) -> HandRecord:
    """Return what is kept of a table that ended."""
    hand = table.hand
    public, result = hand.public, hand.result
    assert result is not None
    bidder = public.auction.winner
    side = hand.options.seating.side
    return HandRecord(
        deal=sitting.deal,
        bots=sitting.bots,
        rotation=sitting.rotation,
        shaker=public.shaker,
        bids=tuple([_in_words(bid) for bid in public.auction.bids]),
        call="" if public.call is None else _in_words(public.call),
        plays=bytes(public.plays),
        declarer="" if bidder is None else sitting.bot_of(side[bidder]),
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
