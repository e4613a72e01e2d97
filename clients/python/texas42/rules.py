"""The rules of a hand, as the arena announced them, in plain values.

A bot needs none of them to answer, since every observation lists what is legal. This module
reads them off the wire and judges nothing.
"""

from dataclasses import dataclass

from google.protobuf.descriptor import EnumDescriptor

from texas42.v1 import game_pb2
from texas42.values import Call, calls


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a hand; without arguments those of the preset `standard`."""

    preset: str = "standard"
    players: int = 4
    tiles_per_seat: int = 7
    min_bid: int = 30  # the lowest point bid
    open_cap_marks: int = 2  # the highest opening in marks
    mark_raise: str = "plus_one"  # or "double", "any": what may be bid over marks
    max_marks: int | None = None  # the highest mark bid of all, or None
    all_pass: str = "reshake"  # or "forced", "forced_exact"
    calls: tuple[Call, ...] = tuple(Call)  # every call that can be legal
    target: int = 7  # the marks that win a game
    early_end: bool = True  # the hand stops as soon as its outcome is certain
    stacking: str = "face_up"  # or "hidden_from_1_mark", "hidden_from_2_marks", "hidden"
    needs_memory: bool = False  # finished tricks are shown once, then never again


STANDARD = Rules()


def read_rules(message: game_pb2.Rules) -> Rules:
    """The rules in this message; a choice that this client doesn't know becomes `unspecified`."""
    return Rules(
        preset=message.preset,
        players=message.players or STANDARD.players,
        tiles_per_seat=message.tiles_per_seat or STANDARD.tiles_per_seat,
        min_bid=message.min_bid,
        open_cap_marks=message.open_cap_marks,
        mark_raise=_word(game_pb2.MarkRaise.DESCRIPTOR, message.mark_raise),
        max_marks=message.max_marks or None,
        all_pass=_word(game_pb2.AllPass.DESCRIPTOR, message.all_pass),
        calls=calls(message.calls),
        target=message.target,
        early_end=message.early_end,
        stacking=_word(game_pb2.Stacking.DESCRIPTOR, message.stacking),
        needs_memory=message.needs_memory,
    )


def _word(choices: EnumDescriptor, number: int) -> str:
    prefix = choices.values_by_number[0].name.removesuffix("UNSPECIFIED")
    choice = choices.values_by_number.get(number, choices.values_by_number[0])
    return choice.name.removeprefix(prefix).lower()
