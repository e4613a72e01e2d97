"""What is kept of a finished hand: enough to replay it, to score it, and to defend a ruling."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import repeat

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


class TimeSplit(msgspec.Struct, frozen=True):
    """Where the time of decisions went, in microseconds: the arena itself, the wire (with what else
    lies between a bot's thinking and the arena), the bots, and of those that don't say how long
    they took, bots and wire together."""

    arena_us: int
    wire_us: int
    bots_us: int
    untold_us: int


class HandRecord(msgspec.Struct, frozen=True):
    """One table that ended.

    `deal`, `bots` and `rotation` say which one; seats are absolute, and seat s belongs to side s
    mod the number of sides. `bids` and `call` are words, the call empty where none was made;
    `plays` are tile numbers in order, a byte each; `declarer` is the bot that won the auction,
    empty when nobody did. `awards` are marks, or points under points scoring. `times_us` are the
    think times of all decisions in order, `askers` the seats that took them. Of these times
    `told_us` is what the bots say they took (0 where they don't say), and `arena_us` how long the
    arena had the answer before it took it; each empty when there is nothing but 0.
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
    told_us: tuple[int, ...] = ()
    arena_us: tuple[int, ...] = ()

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

    def time_split(self) -> TimeSplit:
        """Return where the time of all decisions went, as far as it can be told.

        What a bot says is only a claim: no more of it is believed than was measured.
        """
        arena = bots = wire = untold = 0
        claims, waits = self.told_us or repeat(0), self.arena_us or repeat(0)
        for took, told, waited in zip(self.times_us, claims, waits, strict=False):
            in_arena = min(waited, took)
            rest = took - in_arena
            arena += in_arena
            if told:
                by_bot = min(told, rest)
                bots += by_bot
                wire += rest - by_bot
            else:
                untold += rest
        return TimeSplit(arena, wire, bots, untold)


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
        told_us=tuple(table.told) if any(table.told) else (),
        arena_us=tuple(table.waited) if any(table.waited) else (),
    )  # fmt: skip


_in_words = lru_cache(maxsize=256)(str)
