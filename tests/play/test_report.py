"""Documents: canonical bytes that hang on nothing but the hands, and the keys that are promised."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256
from itertools import combinations

import msgspec
import pytest

from arena.play.faults import FaultKind
from arena.play.record import HandRecord
from arena.play.report import (
    SHARED_PROCESSES,
    Document,
    Terms,
    awards_points,
    canonical,
    fingerprint,
    flipped,
    latencies,
    match_result,
    tournament_result,
)
from arena.play.schedule import Format, Pairing
from arena.play.tally import Tally
from arena.rules.presets import PRESETS, preset
from arena.rules.sheet import changes
from tests.play.records import group_block, hand, pair

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


# Points.


def test_points_stand_beside_marks_where_points_are_awarded() -> None:
    """Points are the mean margin of awards; a mark is counted for whoever was awarded more."""
    pairing = Pairing("a", "b")
    margins = (31, -12), (0, 84), (-1, -3)
    played = counted(
        [half for deal, two in enumerate(margins) for half in pair(deal, *two)], (pairing,)
    )
    points = replace(terms(("a", "b")), points=True)
    result = match_result(points, played)
    assert result["points_per_deal"] == round((31 - 12 + 0 + 84 - 1 - 3) / 6, 4)
    assert result["marks_per_deal"] == round((1 - 1 + 0 + 1 - 1 - 1) / 6, 4)
    assert result["counts"] == [1, 0, 1, 1, 0]
    told = flipped(result)
    assert (told["points_per_deal"], told["marks_per_deal"]) == (
        -result["points_per_deal"], -result["marks_per_deal"],
    )  # fmt: skip
    whole = tournament_result(points, played)
    bots = {bot["name"]: (bot["points_per_deal"], bot["marks_per_deal"]) for bot in whole["bots"]}
    assert bots == {"a": (16.5, -0.1667), "b": (-16.5, 0.1667)}
    assert whole["pairings"][0]["points_per_deal"] == 16.5


def test_under_marks_no_points_are_told(match: Document, tournament: Document) -> None:
    """Only the marks have a number."""
    for told in (match, *tournament["bots"], *tournament["pairings"]):
        assert "points_per_deal" not in told


# Everybody for themselves.

GROUPS = tuple(combinations(("rule", "b", "c", "d"), 3))


def group_hands(deals: int = 40) -> list[HandRecord]:
    """Return hands in which the earlier bots of each group are awarded somewhat more."""
    chance = random.Random(17)
    return [
        each
        for deal in range(deals)
        for bots in GROUPS
        for each in group_block(
            deal,
            *[tuple(chance.choice((0, 0, 1, 1 - i // 2)) for i in range(3)) for _ in range(3)],
            bots=bots,
        )
    ]


def free_for_all(hands: Iterable[HandRecord]) -> Document:
    names = ("rule", "b", "c", "d")
    tally = Tally(names, GROUPS, Format.FREE_FOR_ALL)
    for each in hands:
        tally.add(each)
    return tournament_result(replace(terms(names), format=Format.FREE_FOR_ALL), tally)


def test_a_free_for_all_has_its_keys() -> None:
    """As a round robin, but a pairing's evidence is three counts of blocks."""
    result = free_for_all(group_hands())
    assert set(result) == HEAD | {
        "format", "anchor", "bots", "pairings", "hands", "deterministic",
    }  # fmt: skip
    assert result["format"] == "free-for-all"
    for pairing in result["pairings"]:
        assert set(pairing) == EVIDENCE - {"pairs"} | {"a", "b", "blocks"}
        # Two of four bots meet in two groups of three.
        assert (len(pairing["counts"]), sum(pairing["counts"])) == (3, 80)
        assert pairing["blocks"] == 80
    assert len(result["pairings"]) == 6
    assert {bot["deals"] for bot in result["bots"]} == {120}
    assert sorted(bot["rank"] for bot in result["bots"]) == [1, 2, 3, 4]
    assert sum(bot["marks_per_deal"] for bot in result["bots"]) == pytest.approx(0, abs=2e-4)
    elos = [bot["elo"] for bot in result["bots"]]
    assert elos == sorted(elos, reverse=True)
    assert next(bot for bot in result["bots"] if bot["name"] == "rule")["elo"] == 0


def test_the_order_of_a_free_for_all_changes_no_byte() -> None:
    """Shuffled, the same JSON; and it can be seen from the other bot's view."""
    hands, chance = group_hands(), random.Random(4)
    result = free_for_all(hands)
    for _ in range(2):
        chance.shuffle(hands)
        assert canonical(free_for_all(hands)) == canonical(result)
    for pairing in result["pairings"]:
        assert flipped(pairing)["counts"] == pairing["counts"][::-1]
        assert flipped(flipped(pairing)) == pairing


def test_a_free_for_all_is_rated_by_its_blocks() -> None:
    """Worked by hand: of 30 blocks a wins 20 and draws 10 against b, so it scores 25 of 30.

    With the drawn game of each against 0 as the prior, the strengths are ±θ, where
    25·σ(−2θ) − 5·σ(2θ) = σ(θ) − ½: the slope of the likelihood is zero there.
    """
    tally = Tally(("a", "b"), (Pairing("a", "b"),), Format.FREE_FOR_ALL)
    for deal in range(30):
        won = (1, 0) if deal < 20 else (0, 0)
        for each in group_block(deal, won, (0, 0), bots=("a", "b")):
            tally.add(each)
    result = tournament_result(replace(terms(("a", "b")), format=Format.FREE_FOR_ALL), tally)
    (pairing,) = result["pairings"]
    assert pairing["counts"] == [0, 10, 20]
    assert pairing["elo"] == pytest.approx(400 * math.log10(25 / 5), rel=1e-3)
    first, second = result["bots"]
    assert (first["name"], second["name"], first["elo"]) == ("a", "b", -second["elo"])
    theta = first["elo"] / 400 * math.log(10)
    share = 1 / (1 + math.exp(-2 * theta))
    slope = 25 * (1 - share) - 5 * share - (1 / (1 + math.exp(-theta)) - 0.5)
    assert slope == pytest.approx(0, abs=1e-4)


# What the rules were.


def test_a_preset_says_all_by_its_name(match: Document) -> None:
    """So the result of exactly its rules has no further key."""
    for rules in PRESETS.values():
        assert changes(rules.as_dict()) == {}
    assert "options" not in match


def test_what_was_played_otherwise_stands_beside_the_name() -> None:
    """The options that differ and their values, another count of players among them."""
    rules = replace(preset("sheet_gl", 3), min_bid=20, declarations=preset("sheet_es").declarations)
    told = changes(rules.as_dict())
    assert told == {"players": 3, "min_bid": 20, "declarations": ["pips", "doubles"]}
    pairing = Pairing("a", "b")
    result = match_result(replace(terms(pairing), options=told), counted([], (pairing,)))
    assert result["options"] == told


def test_rules_of_no_preset_are_told_whole() -> None:
    """A name alone would say nothing."""
    rules = replace(preset("standard"), preset="ours").as_dict()
    assert changes(rules) == {key: rules[key] for key in rules if key != "preset"}


def test_options_are_read_as_they_are_kept() -> None:
    """A store gives them back from JSON, and an older one knew fewer."""
    rules = preset("points_250").as_dict()
    kept = msgspec.json.decode(msgspec.json.encode(rules))
    assert changes(kept) == {}
    assert awards_points(kept)
    older = {"preset": "standard", "min_bid": 30, "stacking": "face_up"}
    assert (changes(older), awards_points(older)) == ({}, False)


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
    theirs = [
        hand(each.deal, 1 - each.rotation, -int(each.margin()), bots=("b", "a")) for each in ours
    ]
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
