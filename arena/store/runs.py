"""What is known of a run: its header before the first deal, its documents after the last."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from arena.play.schedule import Format, Group

Values = dict[str, Any]


class RunHeader(msgspec.Struct, frozen=True, kw_only=True):
    """A run as it begins.

    `id` is its own among all runs, `name` is not; `kind` is "match" or "tournament", and `groups`
    are the bots that meet, by its `format`. `preset` names the rules and `options` holds all of
    them, as JSON can say them. `started_at` is UTC in ISO 8601.
    """

    id: str
    name: str
    kind: str
    preset: str
    options: dict[str, Any]
    seed: str
    deals: int
    bots: tuple[str, ...]
    groups: tuple[Group, ...]
    started_at: str
    arena_version: str
    format: Format = Format.ROUND_ROBIN


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """A run as it is kept. The documents are canonical JSON, None until the run is finished."""

    header: RunHeader
    result: bytes | None
    result_sha256: str | None
    measured: bytes | None

    @property
    def finished(self) -> bool:
        """Whether the run came to its end."""
        return self.result is not None


def header_values(header: RunHeader) -> Values:
    """Return the columns of a header. Raises TypeError for options that JSON can't say."""
    values = {name: getattr(header, name) for name in _FIELDS} | {"format": header.format.value}
    return values | {name: _as_json(values[name]) for name in _DOCUMENTS}


def run_of(values: Values) -> Run:
    """Return the run that these columns tell of."""
    told = {name: values[name] for name in _FIELDS} | {"format": Format(values["format"])}
    read = {name: msgspec.json.decode(told[name], type=of) for name, of in _DOCUMENTS.items()}
    return Run(
        header=RunHeader(**told | read),
        result=_as_bytes(values["result"]),
        result_sha256=values["result_sha256"],
        measured=_as_bytes(values["measured"]),
    )


_FIELDS: Final = tuple(field.name for field in msgspec.structs.fields(RunHeader))
_DOCUMENTS: Final[dict[str, Any]] = {
    "options": dict[str, Any],
    "bots": tuple[str, ...],
    "groups": tuple[Group, ...],
}


def _as_json(value: object) -> str:
    return msgspec.json.encode(value, order="deterministic").decode()


def _as_bytes(text: str | None) -> bytes | None:
    return None if text is None else text.encode()
