"""The rules of a table as bots are told them: every option, under its name in the rule book."""

from __future__ import annotations

from typing import Final

from google.protobuf.descriptor import FieldDescriptor

from arena.net.observation import RULES_ID
from arena.rules.options import Options
from texas42.v1 import game_pb2


def rules(options: Options) -> game_pb2.Rules:
    """Return the rules as bots are told them."""
    told = options.as_dict() | {
        "rules_id": RULES_ID,
        "max_marks": options.max_marks or 0,
        "tiles_per_seat": options.tiles_per_seat,
        "total_points": options.total_points,
        "sides": options.seating.sides,
        "calls": [call.name for call in options.calls],
        "needs_memory": options.needs_memory,
    }
    if isinstance(options.first_shaker, int):
        # Seats are counted from each receiver, and these words are the same for all.
        told["first_shaker"] = "seat"
    values = {name: _value(field, told[name]) for name, field in _FIELDS.items()}
    return game_pb2.Rules(**values)  # type: ignore[arg-type]


_FIELDS: Final = game_pb2.Rules.DESCRIPTOR.fields_by_name


def _value(field: FieldDescriptor, plain: object) -> object:
    """Return a plain value as the field takes it: a word becomes the number of its enum."""
    if isinstance(plain, list):
        return [_value(field, each) for each in plain]
    if field.enum_type is None:
        return plain
    prefix = field.enum_type.values_by_number[0].name.removesuffix("UNSPECIFIED")
    return field.enum_type.values_by_name[prefix + str(plain).upper()].number
