"""A run as a document: `result`, which the rules, seed, bots and schedule alone determine, and
`measured`, which another run would measure anew.

All floats of `result` are rounded, so that its bytes don't hang on the last bit of a library.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final

import msgspec

from arena.play.pool import ANCHOR, Score
from arena.play.ratings import Rating, rate
from arena.play.schedule import Format
from arena.play.tally import BotTally, HandSums, PairingTally, Tally
from arena.rules.scoring import Scoring
from arena.rules.sheet import said

Document = dict[str, Any]

_DIGITS: Final = 4
SHARED_PROCESSES: Final = (
    "each bot played all its seats in one process: no proof against a bot that remembers"
)


@dataclass(frozen=True)
class Terms:
    """What a run was played for: these, and the bots' answers, determine its result.

    `rules` names a preset and `options` holds what was played otherwise than it says. `points`
    tells that awards are points and not marks.
    """

    name: str
    rules: str
    seed: str
    deals: int
    bots: tuple[str, ...]
    rated: bool
    options: Mapping[str, Any] = field(default_factory=dict)
    points: bool = False
    format: Format = Format.ROUND_ROBIN

    def as_dict(self) -> Document:
        """Return the terms as they stand at the head of every result."""
        return {
            "name": self.name,
            "rules": self.rules,
            **({"options": dict(self.options)} if self.options else {}),
            "seed": self.seed,
            "seed_kind": "open",
            "deals": self.deals,
            "rated": self.rated,
            "isolation": "none",
            "warnings": [SHARED_PROCESSES],
        }


def rules_in_words(result: Mapping[str, Any]) -> str:
    """Return the rules of a result as a person says them: the preset, and what was played
    otherwise."""
    changed = (f"{option} = {said(value)}" for option, value in result.get("options", {}).items())
    return "; ".join((result["rules"], *changed))


def awards_points(options: Mapping[str, Any]) -> bool:
    """Whether hands pay points under a run's options, given as `Options.as_dict` does."""
    return bool(options.get("scoring") == Scoring.POINTS.value)


def canonical(result: Document) -> bytes:
    """Return a result as canonical JSON: keys sorted, no white space, UTF-8."""
    return msgspec.json.encode(result, order="sorted")


def fingerprint(result: Document) -> str:
    """Return the SHA-256 of a result's canonical JSON, in hex."""
    return sha256(canonical(result)).hexdigest()


def match_result(terms: Terms, tally: Tally) -> Document:
    """Return the result of a match of two bots; every number is from `a`'s view.

    Elo by pair statistics with the asymmetric 95 % interval; LOS is a's likelihood of being the
    better one, 0 to 1.
    """
    pairing, evidence = next(iter(tally.pairings.items()))
    return {
        **terms.as_dict(),
        "a": pairing.a,
        "b": pairing.b,
        **_evidence(terms, evidence),
        "set_rate": {bot: _rounded(tally.bots[bot].set_rate) for bot in pairing},
        "faults": {bot: _faults(tally.bots[bot]) for bot in pairing},
        "hands": dict(sorted(tally.outcomes.items())),
        "deterministic": tally.deterministic,
    }


def tournament_result(terms: Terms, tally: Tally) -> Document:
    """Return the result of a tournament: bots best first, then every pairing.

    A bot's Elo is that of the pool, by a Bradley-Terry fit over duplicate pairs (in a free-for-all
    over the meetings of each two bots in a block), at 0 for the anchor (or for the mean of the
    pool), with a 95 % interval by bootstrap over deals; a pairing's is its own, by its counts.
    """
    anchor = ANCHOR if ANCHOR in tally.bots else None
    bots = [
        {
            "rank": rank,
            "name": rating.name,
            "elo": _rounded(rating.elo),
            "elo_low": _rounded(rating.low),
            "elo_high": _rounded(rating.high),
            **_bot(terms, tally.bots[rating.name]),
        }
        for rank, rating in enumerate(_rate(terms, tally, anchor), start=1)
    ]
    pairings = [
        {"a": pairing.a, "b": pairing.b, **_evidence(terms, evidence)}
        for pairing, evidence in tally.pairings.items()
    ]
    return {
        **terms.as_dict(),
        "format": terms.format.value,
        "anchor": anchor,
        "bots": bots,
        "pairings": pairings,
        "hands": dict(sorted(tally.outcomes.items())),
        "deterministic": tally.deterministic,
    }


def latencies(tally: Tally) -> Document:
    """Return each bot's think times in milliseconds: median, p99, and how many were measured."""
    told = {}
    for bot, own in tally.bots.items():
        thinking = own.thinking()
        told[bot] = {
            "p50_ms": thinking.quantile_us(0.5) / 1000,
            "p99_ms": thinking.quantile_us(0.99) / 1000,
            "decisions": thinking.decisions,
        }
    return told


def _rate(terms: Terms, tally: Tally, anchor: str | None) -> list[Rating]:
    scores: dict[tuple[str, str], Mapping[int, Score | None]] = {
        pairing: evidence.scores for pairing, evidence in tally.pairings.items()
    }
    return rate(scores, anchor=anchor, seed=sha256(terms.seed.encode()).digest())


def _evidence(terms: Terms, evidence: PairingTally) -> Document:
    figures = evidence.statistics()
    return {
        "pairs" if terms.format is Format.ROUND_ROBIN else "blocks": evidence.blocks,
        "counts": list(evidence.counts.counts),
        **_per_deal(terms, evidence),
        "elo": _rounded(figures.elo),
        "elo_low": _rounded(figures.elo_low),
        "elo_high": _rounded(figures.elo_high),
        "los": _rounded(figures.los),
    }


def _per_deal(terms: Terms, sums: HandSums) -> Document:
    """What a hand brought in the mean; under points, where no marks are awarded, a mark is counted
    for whoever was awarded more."""
    if not terms.points:
        return {"marks_per_deal": _rounded(sums.margin_per_hand)}
    return {
        "points_per_deal": _rounded(sums.margin_per_hand),
        "marks_per_deal": _rounded(sums.net_wins_per_hand),
    }


def flipped(pairing: Mapping[str, Any]) -> Document:
    """Return the evidence of a pairing from the other bot's view."""
    turned = ("marks_per_deal", "points_per_deal")
    return {
        **pairing,
        "a": pairing["b"],
        "b": pairing["a"],
        "counts": pairing["counts"][::-1],
        **{key: -pairing[key] + 0.0 for key in turned if key in pairing},
        "elo": -pairing["elo"] + 0.0,
        "elo_low": -pairing["elo_high"] + 0.0,
        "elo_high": -pairing["elo_low"] + 0.0,
        "los": _rounded(1 - pairing["los"]),
    }


def _bot(terms: Terms, tally: BotTally) -> Document:
    return {
        "deals": tally.deals,
        **_per_deal(terms, tally),
        "set_rate": _rounded(tally.set_rate),
        "faults": _faults(tally),
    }


def _faults(tally: BotTally) -> Document:
    return dict(sorted(tally.faults.items()))


def _rounded(number: float) -> float:
    return round(number, _DIGITS) + 0.0
