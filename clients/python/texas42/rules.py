"""The rules of a hand, as the arena announced them, in plain values.

A bot needs none of them to answer, since every observation lists what is legal. This module
reads them off the wire and judges nothing.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from google.protobuf.descriptor import FieldDescriptor

from texas42.v1 import game_pb2
from texas42.values import Call, calls


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a hand; without arguments those of the preset `standard`."""

    preset: str = "standard"
    players: int = 4
    player_counts: tuple[int, ...] = (4,)  # the numbers of players that the preset allows
    teams: str = "2x2"  # or "solo", "2x3", "3x2", "auto": who plays with whom
    sides: int = 2  # how many score; seat s is on side s mod sides, and yours is 0
    tiles_per_seat: int = 7  # and so many tricks
    total_points: int = 42  # what all tricks are worth together
    leftover: str = "remove_fixed"  # or "sleep_random": what can't be dealt out evenly
    first_shaker: str = "high_draw"  # or "random", "seat": who shakes first in a game
    first_bidder: str = "left_of_shaker"  # or "holder_0_1"
    min_bid: int = 30  # the lowest point bid
    open_cap_marks: int = 2  # the highest opening in marks
    mark_raise: str = "plus_one"  # or "double", "any": what may be bid over marks
    bid_rounds: str = "single"  # or "until_passed"
    max_marks: int | None = None  # the highest mark bid of all, or None
    all_pass: str = "reshake"  # or "forced", "forced_exact"
    reshake_cap: int = 20  # after so many thrown-in hands in a row a game's next one is forced
    declarations: tuple[str, ...] = ("pips", "doubles", "follow_me")  # for any winning bid
    follow_me_doubles: str = "high"  # or "low", "own", "declarer"
    undeclared_trump: str = "reject"  # or "first_lead_high_end"
    trump_rank: str = "double_high"  # or "pip_total": how the trumps of a pip rank
    calls: tuple[Call, ...] = tuple(Call)[:9]  # every call that can be legal
    scoring: str = "marks"  # or "points"
    target: int = 7  # the marks or points that win a game
    win_by: int = 1  # by how much the winner must be ahead
    mark_award: str = "contract"  # or "most_points": who gets the mark of a point bid
    set_marks: str = "stake"  # or "one": what a set mark bid costs
    set_award: str = "bid_plus_taken"  # or "bid_only"; under points
    mark_bid_points: str = "bid_only"  # or "taken"; under points
    both_over_target: str = "higher_total"  # or "bidder_first"; under points
    early_end: bool = True  # the hand stops as soon as its outcome is certain
    stacking: str = "face_up"  # or "hidden_from_1_mark", "hidden_from_2_marks", "hidden"
    needs_memory: bool = False  # finished tricks are shown once, then never again
    nello: str = "off"  # or "open", "forced_only": who may call it
    nello_min_marks: int = 1
    nello_doubles: str = "own"  # or "high", "low", "own_inverted", "declarer"
    nello_declarer_modes: tuple[str, ...] = ("own", "high", "low")  # where "declarer" chooses
    sevens: str = "off"  # or "open", "forced_only"
    sevens_min_marks: int = 1
    sevens_needs_seven: bool = False  # only a hand with a tile of seven pips may call it
    sevens_scope: str = "team"  # or "bidder": whose tiles must be nearest
    sevens_free_play: bool = False  # any tile may be played
    plunge: bool = False  # whether it may be bid
    plunge_doubles: int = 4  # how many it takes in the hand
    plunge_marks: int = 4  # and what it is worth
    plunge_timing: str = "jump"  # or "opening_only"
    plunge_leader: str = "partner"  # or "bidder"; it is always the partner that calls
    splash: bool = False
    splash_doubles: int = 3
    splash_marks: int = 3
    forced_sweep_bonus: bool = False  # a forced minimum that takes every trick is worth two
    solo_set_award: str = "each_defender"  # or "bidder_minus": who pays when one alone is set

    @property
    def seats_by_side(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side, counted from you, your own side first."""
        return _seats_by_side(self.players, self.sides)

    @property
    def usual_table(self) -> bool:
        """Whether four play in two sides, with all 28 tiles dealt."""
        return (self.players, self.sides, self.tiles_per_seat) == (4, 2, 7)


@lru_cache(maxsize=64)
def _seats_by_side(players: int, sides: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(range(side, players, sides)) for side in range(sides))


STANDARD = Rules()

# What is never 0: an arena that says nothing of it means what is usual.
_NEVER_ZERO = ("players", "sides", "tiles_per_seat", "total_points")


def read_rules(message: game_pb2.Rules) -> Rules:
    """The rules in this message; a choice that this client doesn't know becomes `unspecified`."""
    return _read(message.SerializeToString(deterministic=True))


@lru_cache(maxsize=16)
def _read(data: bytes) -> Rules:
    """The rules in these bytes, read once: every unary request brings them along."""
    message = game_pb2.Rules.FromString(data)
    read: dict[str, Any] = {
        name: _plain(field, getattr(message, name)) for name, field in _FIELDS.items()
    }
    read["calls"] = calls(message.calls)
    read["max_marks"] = message.max_marks or None
    for name in _NEVER_ZERO:
        read[name] = read[name] or getattr(STANDARD, name)
    return Rules(**read)


_FIELDS = {
    field.name: field for field in game_pb2.Rules.DESCRIPTOR.fields if field.name != "rules_id"
}


def _plain(field: FieldDescriptor, value: object) -> object:
    """A field's value in plain words and numbers."""
    if isinstance(value, Iterable) and not isinstance(value, str):
        return tuple(_plain(field, each) for each in value)
    if field.enum_type is None or not isinstance(value, int):
        return value
    choices = field.enum_type.values_by_number
    prefix = choices[0].name.removesuffix("UNSPECIFIED")
    return choices.get(value, choices[0]).name.removeprefix(prefix).lower()
