"""Documents: canonical bytes that hang on nothing but the hands, and the keys that are promised."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterable
from hashlib import sha256

import pytest

from arena.play.faults import FaultKind
from arena.play.record import HandRecord
from arena.play.report import (
    SHARED_PROCESSES,
    Document,
    Terms,
    canonical,
    fingerprint,
    flipped,
    latencies,
    match_result,
    tournament_result,
)
from arena.play.schedule import Pairing
from arena.play.tally import Tally
from tests.play.records import hand, pair

BOTS = ("rule", "b", "c")
EVIDENCE = {"pairs", "counts", "marks_per_deal", "elo", "elo_low", "elo_high", "los"}
HEAD = {"name", "rules", "seed", "seed_kind", "deals", "rated", "isolation", "warnings"}


def terms(bots: tuple[str, ...], *, rated: bool = True) -> Terms:
    return Terms("cup", "standard", "seed", 40, bots, rated)


def counted(hands: Iterable[HandRecord], pairings: tuple[Pairing, ...]) -> Tally:
    bots = tuple(dict.fromkeys(bot for pairing in pairings for bot in pairing))
    tally = Tally(bots, pairings)
    for each in hands:
        tally.add(each)
    return tally


def hands_of(pairings: Iterable[tuple[str, str]], deals: int = 40) -> list[HandRecord]:
    """Return hands in which the earlier bot of each pairing wins somewhat more often."""
    chance = random.Random(11)
    return [
        half
        for deal in range(deals)
        for bots in pairings
        for half in pair(deal, chance.randint(-1, 2), chance.randint(-1, 2), bots)
    ]


@pytest.fixture(scope="module")
def match() -> Document:
    """The result of a match of two bots."""
    pairing = Pairing("a", "b")
    played = counted(hands_of([pairing]), (pairing,))
    return match_result(terms(("a", "b")), played)


ROUND_ROBIN = (Pairing("rule", "b"), Pairing("rule", "c"), Pairing("b", "c"))


@pytest.fixture(scope="module")
def tournament() -> Document:
    """The result of a round robin of three bots."""
    return tournament_result(terms(BOTS), counted(hands_of(ROUND_ROBIN), ROUND_ROBIN))


# Keys.


def test_a_match_has_its_keys(match: Document) -> None:
    """All of them and no other: a new one belongs into the documentation."""
    own = {"a", "b", "set_rate", "faults", "hands", "deterministic"}
    assert set(match) == HEAD | EVIDENCE | own
    assert (match["pairs"], sum(match["counts"]), len(match["counts"])) == (40, 40, 5)
    assert match["elo_low"] < match["elo"] < match["elo_high"]
    assert 0.5 < match["los"] <= 1
    assert (match["set_rate"], match["faults"]) == ({"a": 0.0, "b": 0.0}, {"a": {}, "b": {}})


def test_a_tournament_has_its_keys(tournament: Document) -> None:
    """Bots best first by rank, the anchor at 0, and every pairing with its evidence."""
    assert set(tournament) == HEAD | {
        "format", "anchor", "bots", "pairings", "hands", "deterministic",
    }  # fmt: skip
    for bot in tournament["bots"]:
        assert set(bot) == {
            "rank", "name", "elo", "elo_low", "elo_high", "deals", "marks_per_deal", "set_rate",
            "faults",
        }  # fmt: skip
        assert bot["elo_low"] <= bot["elo"] <= bot["elo_high"]
        assert bot["deals"] == 80
    for pairing in tournament["pairings"]:
        assert set(pairing) == EVIDENCE | {"a", "b"}
    assert [(each["a"], each["b"]) for each in tournament["pairings"]] == list(ROUND_ROBIN)
    assert [bot["rank"] for bot in tournament["bots"]] == [1, 2, 3]
    elos = [bot["elo"] for bot in tournament["bots"]]
    assert elos == sorted(elos, reverse=True)
    anchored = next(bot for bot in tournament["bots"] if bot["name"] == "rule")
    assert (tournament["anchor"], anchored["elo"]) == ("rule", 0)


def test_every_document_says_that_seats_shared_a_process(
    match: Document, tournament: Document
) -> None:
    """It stands among the warnings of every result."""
    assert "no proof against a bot that remembers" in SHARED_PROCESSES
    assert match["warnings"] == tournament["warnings"] == [SHARED_PROCESSES]
    assert match["isolation"] == "none"


def test_terms_stand_at_the_head(match: Document) -> None:
    """What was played for: enough to play it again."""
    told = {key: match[key] for key in ("name", "rules", "seed", "seed_kind", "deals", "rated")}
    assert told == {
        "name": "cup", "rules": "standard", "seed": "seed", "seed_kind": "open", "deals": 40,
        "rated": True,
    }  # fmt: skip


def test_without_rule_the_mean_of_the_pool_is_at_0() -> None:
    """There is no anchor then."""
    pairings = (Pairing("b", "c"),)
    result = tournament_result(terms(("b", "c")), counted(hands_of(pairings), pairings))
    assert result["anchor"] is None
    assert sum(bot["elo"] for bot in result["bots"]) == pytest.approx(0, abs=1e-3)


@pytest.mark.parametrize("margin", [1, -1, 0])
@pytest.mark.parametrize("deals", [1, 40])
def test_every_number_is_finite_however_one_sided(margin: int, deals: int) -> None:
    """All won, all lost, all level, and a single pair."""
    pairing = Pairing("a", "b")
    hands = [half for deal in range(deals) for half in pair(deal, margin, margin)]
    played = counted(hands, (pairing,))
    numbers = [
        number
        for result in (
            match_result(terms(pairing), played),
            tournament_result(terms(pairing), played)["bots"][0],
        )
        for number in result.values()
        if isinstance(number, float)
    ]
    assert len(numbers) > 8
    assert all(math.isfinite(number) for number in numbers)


def test_nothing_played_is_a_document_too() -> None:
    """A run whose every pair was void still has its table, with no evidence in it."""
    pairing = Pairing("a", "b")
    played = counted([hand(0, half, outcome="void") for half in range(2)], (pairing,))
    result = match_result(terms(pairing), played)
    assert (result["pairs"], result["counts"]) == (0, [0] * 5)
    assert (result["elo"], result["los"], result["hands"]) == (0, 0.5, {"void": 2})


def test_faults_of_time_make_a_result_undetermined() -> None:
    """`deterministic: false`, and the fault under its bot and kind."""
    pairing = Pairing("a", "b")
    late = hand(0, 0, -1, outcome="forfeited", fault=(FaultKind.TIMEOUT, "a"))
    result = match_result(terms(pairing), counted([late, hand(0, 1, 1)], (pairing,)))
    assert result["deterministic"] is False
    assert result["faults"] == {"a": {"timeout": 1}, "b": {}}
    assert result["hands"] == {"forfeited": 1, "made": 1}


# Canonical bytes.


def test_the_order_in_which_hands_came_changes_no_byte(
    match: Document, tournament: Document
) -> None:
    """Shuffled over all pairings and deals, each with another seed: the same JSON."""
    chance = random.Random(3)
    pairing = Pairing("a", "b")
    for hands, pairings, expected in (
        (hands_of([pairing]), (pairing,), match),
        (hands_of(ROUND_ROBIN), ROUND_ROBIN, tournament),
    ):
        for _ in range(3):
            chance.shuffle(hands)
            played = counted(hands, pairings)
            build = match_result if expected is match else tournament_result
            bots = ("a", "b") if expected is match else BOTS
            assert canonical(build(terms(bots), played)) == canonical(expected)


def test_canonical_json_is_sorted_and_tight() -> None:
    """Keys in order at every depth, no white space, UTF-8, numbers as short as they can be."""
    document = {"b": [1, 0.5], "a": {"z": "é", "y": 1e-7}}
    assert canonical(document) == '{"a":{"y":1e-7,"z":"é"},"b":[1,0.5]}'.encode()


def test_canonical_json_is_json(tournament: Document) -> None:
    """Any reader gets the same document back."""
    assert json.loads(canonical(tournament)) == tournament


def test_the_fingerprint_is_the_hash_of_the_canonical_bytes(match: Document) -> None:
    """SHA-256 in hex; any change of the result changes it."""
    assert fingerprint(match) == sha256(canonical(match)).hexdigest()
    assert fingerprint({**match, "elo": match["elo"] + 0.0001}) != fingerprint(match)


def test_floats_of_a_result_have_four_digits(match: Document, tournament: Document) -> None:
    """So that the last bit of a library shows in no byte; and there is no minus zero."""
    results = [match, *tournament["bots"], *tournament["pairings"]]
    floats = [each for result in results for each in result.values() if isinstance(each, float)]
    assert len(floats) > 30
    assert [each for each in floats if round(each, 4) != each] == []
    assert [each for each in floats if math.copysign(1, each) < 0 and each == 0] == []


# The other view.


def test_a_pairing_from_the_other_view(match: Document) -> None:
    """Counts from the other end, numbers with the other sign, and twice is once again."""
    other = flipped(match)
    assert (other["a"], other["b"]) == ("b", "a")
    assert other["counts"] == match["counts"][::-1]
    assert (other["elo"], other["elo_low"], other["elo_high"]) == (
        -match["elo"], -match["elo_high"], -match["elo_low"],
    )  # fmt: skip
    assert other["los"] == pytest.approx(1 - match["los"])
    assert other["marks_per_deal"] == -match["marks_per_deal"]
    assert flipped(other) == match


def test_flipping_is_what_the_other_bot_would_have_counted() -> None:
    """The same hands kept with the bots exchanged give the same evidence from b's view."""
    ours = hands_of([("a", "b")])
    theirs = [hand(each.deal, 1 - each.half, -each.margin(), bots=("b", "a")) for each in ours]
    a_view = match_result(terms(("a", "b")), counted(ours, (Pairing("a", "b"),)))
    b_view = match_result(terms(("b", "a")), counted(theirs, (Pairing("b", "a"),)))
    told = flipped(a_view)
    assert {key: told[key] for key in EVIDENCE} == {key: b_view[key] for key in EVIDENCE}


def test_a_level_pairing_flips_to_plain_zeros() -> None:
    """No minus zero in anybody's JSON."""
    pairing = Pairing("a", "b")
    level = match_result(terms(pairing), counted(pair(0, 1, -1), (pairing,)))
    assert b"-0.0" not in canonical(flipped(level))


# What is measured.


def test_latencies_are_told_in_milliseconds() -> None:
    """Median and p99 of all a bot's decisions, to a quarter, and how many there were."""
    times = (1_000, 1_000, 1_000, 1_000, 1_000, 50_000)
    hands = [hand(deal, 0, times_us=times) for deal in range(10)]
    told = latencies(counted(hands, (Pairing("a", "b"),)))
    assert set(told) == {"a", "b"}
    assert told["a"]["decisions"] == told["b"]["decisions"] == 30
    assert 1.0 <= told["a"]["p50_ms"] <= told["a"]["p99_ms"] <= 1.25
    assert 1.0 <= told["b"]["p50_ms"] <= 1.25
    assert 50.0 <= told["b"]["p99_ms"] <= 62.5
