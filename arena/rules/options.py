"""House rules as a value: every option of the rule book (2.3), by its name there.

An `Options` says all that may differ from table to table, refuses what makes no sense, and keeps
what a hand looks up while it is played: the ladder of bids, the contracts, the seating.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from enum import Enum
from functools import cached_property

from arena.rules.auction import AllPass, BidRounds, FirstBidder
from arena.rules.bids import MOST_MARKS, Bid, BidKind, DoublesBid, Ladder, MarkRaise, PlungeTiming
from arena.rules.conflicts import complaints
from arena.rules.contracts import (
    BY_PIP_TOTAL,
    CONTRACTS,
    FOLLOW_ME_CALLS,
    NELLO_CALLS,
    STRAIGHT,
    Call,
    Contract,
    Declaration,
    Doubles,
    Offered,
    PlungeLeader,
    SevensScope,
    Undeclared,
    with_free_play,
)  # fmt: skip
from arena.rules.deal import Leftover, removed_tiles
from arena.rules.scoring import (
    COUNT_OF_A_SET,
    GameWon,
    MarkAward,
    MarkBidPoints,
    Pay,
    Scoring,
    SetAward,
    SetMarks,
    SoloSetAward,
)  # fmt: skip
from arena.rules.seats import Seating, Teams, seat_name, seating, sides_of
from arena.rules.shaker import FirstShaker
from arena.rules.stacking import Stacking
from arena.rules.suits import DoublesAre, TrumpRank
from arena.rules.tiles import SIZE
from arena.rules.tricks import SEVENS


class BadOptions(ValueError):
    """Options that can't be played; `option` is the one to change, and the message says why."""

    def __init__(self, rules: str, reason: str, option: str = "") -> None:
        super().__init__(f"rules {rules}: {reason}")
        self.option = option
        self.reason = reason


@dataclass(frozen=True, kw_only=True)
class Options:
    """The rules of a table. Raises BadOptions when they can't be played together.

    Each field bears the option's name in the rule book; the defaults are those of `n42pa`. What
    each one does stands in `arena.rules.sheet`.
    """

    preset: str = "n42pa"
    players: int = 4
    player_counts: tuple[int, ...] = (4,)
    teams: Teams = Teams.TWO_BY_TWO
    leftover: Leftover = Leftover.REMOVE_FIXED
    hand_size: int | None = None
    first_shaker: FirstShaker | int = FirstShaker.HIGH_DRAW
    first_bidder: FirstBidder = FirstBidder.LEFT_OF_SHAKER
    min_bid: int = 30
    open_cap_marks: int = 2
    mark_raise: MarkRaise = MarkRaise.PLUS_ONE
    bid_rounds: BidRounds = BidRounds.SINGLE
    max_marks: int | None = None
    all_pass: AllPass = AllPass.RESHAKE
    reshake_cap: int = 20
    declarations: frozenset[Declaration] = frozenset(STRAIGHT)
    follow_me_doubles: Doubles = Doubles.HIGH
    undeclared_trump: Undeclared = Undeclared.REJECT
    trump_rank: TrumpRank = TrumpRank.DOUBLE_HIGH
    scoring: Scoring = Scoring.MARKS
    target: int = 7
    win_by: int = 1
    mark_award: MarkAward = MarkAward.CONTRACT
    set_marks: SetMarks = SetMarks.STAKE
    set_award: SetAward = SetAward.BID_PLUS_TAKEN
    mark_bid_points: MarkBidPoints = MarkBidPoints.BID_ONLY
    both_over_target: GameWon = GameWon.HIGHER_TOTAL
    early_end: bool = True
    stacking: Stacking = Stacking.HIDDEN_FROM_1_MARK
    nello: Offered = Offered.OFF
    nello_min_marks: int = 1
    nello_doubles: Doubles = Doubles.OWN
    nello_declarer_modes: tuple[DoublesAre, ...] = (
        DoublesAre.OWN_SUIT,
        DoublesAre.HIGH,
        DoublesAre.LOW,
    )
    sevens: Offered = Offered.OFF
    sevens_min_marks: int = 1
    sevens_needs_seven: bool = False
    sevens_scope: SevensScope = SevensScope.TEAM
    sevens_free_play: bool = False
    plunge: bool = False
    plunge_doubles: int = 4
    plunge_marks: int = 4
    plunge_timing: PlungeTiming = PlungeTiming.JUMP
    plunge_leader: PlungeLeader = PlungeLeader.PARTNER
    splash: bool = False
    splash_doubles: int = 3
    splash_marks: int = 3
    forced_sweep_bonus: bool = False
    solo_set_award: SoloSetAward = SoloSetAward.EACH_DEFENDER

    def __post_init__(self) -> None:
        for option, reason in complaints(self):
            raise BadOptions(self.preset, reason, option)

    # The table and the tiles.

    @cached_property
    def seating(self) -> Seating:
        """The table: who sits where, and who plays with whom."""
        return seating(self.players, sides_of(self.teams, self.players))

    @cached_property
    def tiles_per_seat(self) -> int:
        """How many tiles each seat is dealt, which is also the number of tricks."""
        return SIZE // self.players if self.hand_size is None else self.hand_size

    @property
    def tiles_left_over(self) -> int:
        """How many tiles of the set are dealt to nobody."""
        return SIZE - self.players * self.tiles_per_seat

    @cached_property
    def removed(self) -> int:
        """The set of tiles that are taken out before the deal (section 4)."""
        fixed = self.leftover is Leftover.REMOVE_FIXED
        return removed_tiles(self.tiles_left_over) if fixed else 0

    @cached_property
    def tiles_asleep(self) -> int:
        """How many tiles lie unseen, any of the set (C13)."""
        return 0 if self.removed else self.tiles_left_over

    @cached_property
    def total_points(self) -> int:
        """What all tricks of a hand are worth together, as if nothing slept (R27)."""
        return self.tiles_per_seat + COUNT_OF_A_SET

    # The auction.

    @cached_property
    def holder_bids_first(self) -> bool:
        """Whether the seat that was dealt 1-0 bids first, where anybody was (C12)."""
        return self.first_bidder is FirstBidder.HOLDER_0_1

    @cached_property
    def ladder(self) -> Ladder:
        """Which bids outbid which."""
        return Ladder(
            min_bid=self.min_bid,
            top_points=self.total_points - 1,
            open_cap_marks=self.open_cap_marks,
            mark_raise=self.mark_raise,
            max_marks=self.max_marks,
            on_doubles=self.bids_on_doubles,
        )

    @cached_property
    def bids_on_doubles(self) -> tuple[DoublesBid, ...]:
        """The bids that take doubles in the hand: plunge and splash, as far as they are played."""
        opening_only = self.plunge_timing is PlungeTiming.OPENING_ONLY
        plunge = DoublesBid(
            BidKind.PLUNGE, self.plunge_doubles, self.plunge_marks, True, opening_only
        )
        splash = DoublesBid(BidKind.SPLASH, self.splash_doubles, self.splash_marks, False)
        return (plunge,) * self.plunge + (splash,) * self.splash

    # Calls and contracts.

    @cached_property
    def straight_calls(self) -> tuple[Call, ...]:
        """The calls of trumps and of follow me that these rules allow, lowest number first."""
        modes = (
            tuple(FOLLOW_ME_CALLS.values())
            if self.follow_me_doubles is Doubles.DECLARER
            else (FOLLOW_ME_CALLS[self.follow_me_doubles.mode],)
        )
        return tuple(
            row.call
            for row in CONTRACTS.values()
            if row.declaration in self.declarations
            and (row.declaration is not Declaration.FOLLOW_ME or row.call in modes)
        )

    @cached_property
    def nello_calls(self) -> tuple[Call, ...]:
        """The calls of nello, one for each place where its doubles may stand."""
        if self.nello_doubles is Doubles.DECLARER:
            return tuple(sorted(NELLO_CALLS[mode] for mode in self.nello_declarer_modes))
        return (NELLO_CALLS[self.nello_doubles.mode],)

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """Every call that can be legal under these rules, lowest number first."""
        special = (
            *(self.nello_calls if self.nello is not Offered.OFF else ()),
            *((Call.SEVENS,) if self.sevens is not Offered.OFF else ()),
            *((Call.UNDECLARED,) if self.undeclared_trump is not Undeclared.REJECT else ()),
        )
        return self.straight_calls + special

    @cached_property
    def _contracts(self) -> dict[Call, Contract]:
        rows = BY_PIP_TOTAL if self.trump_rank is TrumpRank.PIP_TOTAL else CONTRACTS
        if self.sevens_free_play:
            return rows | {Call.SEVENS: with_free_play(rows[Call.SEVENS])}
        return rows

    def contract(self, call: Call) -> Contract:
        """Return how a call is played."""
        return self._contracts[call]

    def calls_after(self, bid: Bid, forced: bool, held: int) -> tuple[Call, ...]:
        """Return what may be called after winning with `bid`, being `forced` or not, by a seat that
        holds these tiles (3.4 to 3.6, C3, C10, C11, C18)."""
        if bid.kind in (BidKind.PLUNGE, BidKind.SPLASH):
            return self.straight_calls
        if len(self.calls) == len(self.straight_calls):  # nothing else is offered
            return self.calls
        offered = {*self.straight_calls, Call.UNDECLARED}
        marks = bid.value if bid.kind is BidKind.MARKS else 0
        if marks >= self.nello_min_marks and _is_offered(self.nello, forced):
            offered.update(self.nello_calls)
        has_seven = held & SEVENS or not self.sevens_needs_seven
        if marks >= self.sevens_min_marks and has_seven and _is_offered(self.sevens, forced):
            offered.add(Call.SEVENS)
        return tuple(call for call in self.calls if call in offered)

    # What hands pay.

    @cached_property
    def pay(self) -> Pay:
        """How hands pay. Only where a set is nobody's win can the bidder lose marks of its own."""
        partners_are_opposed = self.seating.has_partners and self.seating.sides == 2
        return Pay(
            scoring=self.scoring,
            mark_award=self.mark_award,
            set_marks=self.set_marks,
            set_award=self.set_award,
            mark_bid_points=self.mark_bid_points,
            forced_sweep_bonus=self.forced_sweep_bonus,
            solo_set_award=(
                SoloSetAward.EACH_DEFENDER if partners_are_opposed else self.solo_set_award
            ),
        )

    def ends_early(self, bid: Bid) -> bool:
        """Whether a hand won with this bid stops as soon as it is decided (R29, C6)."""
        if self.scoring is Scoring.MARKS or not self.early_end:
            return self.early_end
        return bid.kind.in_marks and self.mark_bid_points is MarkBidPoints.BID_ONLY

    @cached_property
    def needs_memory(self) -> bool:
        """Whether a bot that forgets can't see every tile it is entitled to know (C7)."""
        return self.stacking.hides(Bid.marks(self.max_marks or MOST_MARKS))

    # The same rules elsewhere.

    def for_players(self, players: int) -> Options:
        """Return these rules for another number of players. Raises BadOptions."""
        return self if players == self.players else replace(self, players=players)

    def as_dict(self) -> dict[str, object]:
        """Return the options as plain values under their names, for files and documents."""
        values = {field.name: _plain(getattr(self, field.name)) for field in fields(self)}
        if isinstance(self.first_shaker, int):
            values["first_shaker"] = seat_name(self.first_shaker)
        if self.hand_size is None:
            values["hand_size"] = "auto"
        return values


def _is_offered(special: Offered, forced: bool) -> bool:
    return special is Offered.OPEN or (special is Offered.FORCED_ONLY and forced)


def _plain(value: object) -> object:
    match value:
        case frozenset():
            return [declaration.name.lower() for declaration in sorted(value)]
        case tuple():
            return [_plain(each) for each in value]
        case Enum():
            return value.value
    return value
