"""What makes no sense in house rules: values out of range, and options that don't go together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, Final

from arena.rules.auction import AllPass, BidRounds
from arena.rules.bids import MOST_MARKS, MarkRaise
from arena.rules.contracts import STRAIGHT, Declaration, Doubles, Offered, Undeclared
from arena.rules.deal import MOST_REMOVED, Leftover
from arena.rules.scoring import MarkAward, Scoring
from arena.rules.seats import FEWEST_SEATS, MOST_SEATS, PLAYER_COUNTS
from arena.rules.tiles import SIZE

if TYPE_CHECKING:
    from arena.rules.options import Options

Complaint = tuple[str, str]
"""An option and what is wrong with it."""

_MOST_TARGET: Final = 100_000
_LEAST_POINTS: Final = 43
_USUAL_TARGET: Final = {Scoring.MARKS: 7, Scoring.POINTS: 250}


def complaints(rules: Options) -> Iterator[Complaint]:
    """Yield what keeps these rules from being played, what is out of range first."""
    return chain(
        _out_of_range(rules),
        _table_at_odds(rules),
        _auction_at_odds(rules),
        _scoring_at_odds(rules),
    )


def _out_of_range(rules: Options) -> Iterator[Complaint]:
    """Yield the options whose value no rules could have."""
    for option, least, most in (
        ("players", FEWEST_SEATS, MOST_SEATS),
        ("open_cap_marks", 1, MOST_MARKS),
        ("max_marks", 1, MOST_MARKS),
        ("reshake_cap", 1, 1000),
        ("win_by", 1, 2),
        ("nello_min_marks", 1, MOST_MARKS),
        ("sevens_min_marks", 1, MOST_MARKS),
        ("plunge_doubles", 1, 7),
        ("plunge_marks", 1, MOST_MARKS),
        ("splash_doubles", 1, 7),
        ("splash_marks", 1, MOST_MARKS),
    ):
        value = getattr(rules, option)
        if value is not None and not least <= value <= most:
            yield option, f"{option} is {least} to {most}, not {value}"
    if isinstance(rules.first_shaker, int) and not 0 <= rules.first_shaker < rules.players:
        yield "first_shaker", "first_shaker is a seat where nobody sits"
    if not rules.declarations or not rules.declarations <= set(STRAIGHT):
        yield "declarations", "declarations names one or more of pips, doubles, follow_me"
    if not rules.player_counts or not set(rules.player_counts) <= {*PLAYER_COUNTS}:
        yield (
            "player_counts",
            f"player_counts lists one or more numbers from {FEWEST_SEATS} to {MOST_SEATS}",
        )
    for option in ("player_counts", "nello_declarer_modes"):
        listed = getattr(rules, option)
        if len(set(listed)) != len(listed):
            yield option, f"{option} lists something twice"
    if rules.follow_me_doubles is Doubles.OWN_INVERTED:
        yield "follow_me_doubles", "follow_me_doubles is high, low, own or declarer"
    if rules.hand_size is not None and not 1 <= rules.hand_size <= SIZE // rules.players:
        yield (
            "hand_size",
            f"hand_size is 1 to {SIZE // rules.players} with {rules.players} players, "
            f"not {rules.hand_size}",
        )


def _table_at_odds(rules: Options) -> Iterator[Complaint]:
    if rules.players not in rules.player_counts:
        allowed = ", ".join(map(str, rules.player_counts))
        yield (
            "players",
            f"these rules are for {allowed} players, not for {rules.players} (player_counts)",
        )
    try:
        partners = rules.seating.has_partners
    except ValueError as why:
        yield "teams", f"{why}; write auto, solo, or 2x3 or 3x2 with six"
        return
    if rules.leftover is Leftover.REMOVE_FIXED and rules.tiles_left_over > MOST_REMOVED:
        yield "hand_size", "so small a hand would take count out of the game; let tiles sleep"
    yield from _on_doubles_at_odds(rules, partners)
    if rules.nello is not Offered.OFF and rules.players == 2:
        yield "nello", 'nello is not played by two players: write nello = "off"'
    if rules.nello_doubles is Doubles.DECLARER and not rules.nello_declarer_modes:
        yield "nello_declarer_modes", "nello_declarer_modes lists where the bidder may put doubles"


def _on_doubles_at_odds(rules: Options, partners: bool) -> Iterator[Complaint]:
    for option in ("plunge", "splash"):
        doubles = getattr(rules, f"{option}_doubles")
        if getattr(rules, option) and not partners:
            yield (
                option,
                f"{option} needs a partner who calls, and players and teams leave none: "
                f"write {option} = false",
            )
        elif getattr(rules, option) and doubles > rules.tiles_per_seat:
            yield (
                f"{option}_doubles",
                f"{option}_doubles {doubles} is more than a hand holds "
                f"(hand_size {rules.tiles_per_seat})",
            )


def _auction_at_odds(rules: Options) -> Iterator[Complaint]:
    top = rules.total_points - 1
    if not 1 <= rules.min_bid <= top:
        yield "min_bid", f"min_bid is 1 to {top} where all tricks are worth {top + 1}"
    if rules.max_marks is None:
        if rules.mark_raise is MarkRaise.ANY:
            yield "max_marks", "mark_raise any needs max_marks, or there is no highest bid"
        if rules.bid_rounds is BidRounds.UNTIL_PASSED:
            yield "max_marks", "bid_rounds until_passed needs max_marks, or bidding may never end"
    for option in ("plunge", "splash"):
        marks = getattr(rules, f"{option}_marks")
        if getattr(rules, option) and rules.max_marks is not None and marks > rules.max_marks:
            yield f"{option}_marks", f"{option}_marks {marks} is over max_marks {rules.max_marks}"
    for option in ("nello", "sevens"):
        if getattr(rules, option) is Offered.FORCED_ONLY and rules.all_pass is not AllPass.FORCED:
            yield option, f"{option} forced_only needs all_pass forced: nobody is forced to bid one"
        yield from _out_of_reach(rules, option)
    if (
        rules.undeclared_trump is not Undeclared.REJECT
        and Declaration.PIPS not in rules.declarations
    ):
        yield "undeclared_trump", "undeclared_trump makes a pip trumps, but declarations lacks pips"


def _out_of_reach(rules: Options, option: str) -> Iterator[Complaint]:
    """Yield what is wrong with a special contract that no bid could ever lead to."""
    least, offered = getattr(rules, f"{option}_min_marks"), getattr(rules, option)
    limit, cap = "max_marks", rules.max_marks or MOST_MARKS
    if offered is Offered.FORCED_ONLY and rules.open_cap_marks < cap:  # a forced bid opens
        limit, cap = "open_cap_marks", rules.open_cap_marks
    if offered is not Offered.OFF and least > cap:
        yield (
            f"{option}_min_marks",
            f"{option}_min_marks {least} is more than may be bid ({limit} {cap})",
        )


def _scoring_at_odds(rules: Options) -> Iterator[Complaint]:
    points = rules.scoring is Scoring.POINTS
    least = _LEAST_POINTS if points else 1
    if not least <= rules.target <= _MOST_TARGET:
        yield (
            "target",
            f"target is {least} to {_MOST_TARGET} under scoring {rules.scoring.value}, "
            f"not {rules.target}: write target = {_USUAL_TARGET[rules.scoring]}",
        )
    if points and rules.win_by != 1:
        yield "win_by", "win_by 2 is not played under scoring points: write win_by = 1"
    for option, on in (
        ("mark_award", rules.mark_award is MarkAward.MOST_POINTS),
        ("forced_sweep_bonus", rules.forced_sweep_bonus),
    ):
        if on and points:
            yield option, f"{option} awards marks: it makes no sense under points"
        if on and rules.early_end:
            yield "early_end", f"{option} needs every trick played: early_end must be false"
    if rules.forced_sweep_bonus and rules.mark_award is MarkAward.MOST_POINTS:
        yield "forced_sweep_bonus", "forced_sweep_bonus pays two marks, and most_points always one"
    if rules.early_end and rules.tiles_asleep:
        yield (
            "early_end",
            "early_end is true, but where tiles sleep (leftover, hand_size) every trick is played: "
            "write early_end = false",
        )
