"""Every vector of tests/vectors, and of further files given by `--vectors PATH`, is a test.

Only the functions at the end translate a vector's words into rules. A vector of a kind that the
format doesn't have is skipped and says so; one that can't be read, or makes no sense, fails.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arena.rules.auction import Auction
from arena.rules.bids import Bid
from arena.rules.contracts import FOLLOW_ME_CALLS, NELLO_CALLS, Aim, Call, Contract
from arena.rules.deal import Deal
from arena.rules.hand import Hand
from arena.rules.options import BadOptions, Options
from arena.rules.presets import PRESETS
from arena.rules.scoring import Played, awards, goal_of
from arena.rules.sheet import OPTIONS, changes, options_from
from arena.rules.suits import DOUBLES_SUIT, TRUMP, DoublesAre
from arena.rules.tiles import ALL_TILES, SIZE, tile_set
from arena.rules.tricks import TrickLaw, legal_tiles, trick_points, winner
from tests.rules import naive
from tests.rules.staging import bid_up_to, naive_call, naive_house, pair
from tests.rules.vector_files import (
    BidsVector,
    DecisionVector,
    HandTrick,
    HandVector,
    Malformed,
    PlayersVector,
    PlaysVector,
    ScoreVector,
    TrickVector,
    UnknownVector,
    Vector,
    read_vector_file,
)

KNOWN = Path(__file__).parents[1] / "vectors"


class NotKnown(Exception):
    """A kind of vector that the format doesn't have."""


# The tests.


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make a test of every vector, those of further files included."""
    vectors = read_vector_file(KNOWN)
    for path in metafunc.config.getoption("--vectors"):
        file = metafunc.config.invocation_params.dir / path
        if not file.exists():
            raise pytest.UsageError(f"--vectors {path}: there is no such file")
        vectors += read_vector_file(file)
    metafunc.parametrize("vector", vectors, ids=names_of(vectors))


def names_of(vectors: Sequence[Vector]) -> list[str]:
    """The name of each vector, with its place where two bear the same."""
    names: list[str] = []
    for vector in vectors:
        names.append(f"{vector.name}-{vector.place}" if vector.name in names else vector.name)
    return names


def test_vector(vector: Vector) -> None:
    """The rules say what the vector says."""
    try:
        RUN[type(vector)](vector)
    except NotKnown as missing:
        pytest.skip(f"{vector.name}: {missing}")


def run_malformed(vector: Malformed) -> None:
    """A vector that can't be read is never passed over."""
    pytest.fail(f"{vector.place}: {vector.name}: {vector.reason}", pytrace=False)


def run_unknown(vector: UnknownVector) -> None:
    """The format may grow new kinds."""
    raise NotKnown(f"vectors of kind {vector.name[0]} are not known yet ({vector.place})")


def run_trick(vector: TrickVector) -> None:
    """Suit led, winner and points of a trick are right, by the law and by the naive evaluator."""
    contract, options = contract_of(vector), options_of(vector)
    law, house = contract.law, naive_house(options)
    seats = [seat for seat, _ in vector.plays]
    trick = [tile for _, tile in vector.plays]

    if len(trick) not in sizes_of_trick(contract, options):
        malformed(vector, f"{len(trick)} tiles are no trick of {options.players}")
    if seats != [seat for seat in options.seating.order[seats[0]] if seat in seats]:
        malformed(vector, "the seats are not in clockwise order")
    assert suit_led(vector) == law.asks[trick[0]]
    assert vector.winner == seats[winner(law, trick)]
    by_naive = naive.place_of_winner(house, naive_call(contract.call), [*map(pair, trick)])
    assert vector.winner == seats[by_naive]
    if vector.points is not None:
        assert vector.points == trick_points(trick)


def sizes_of_trick(contract: Contract, options: Options) -> set[int]:
    """How many tiles a trick may have: one a seat that doesn't sit out."""
    partners = options.players // options.seating.sides - 1
    return {options.players, options.players - partners * contract.partners_sit_out}


def run_plays(vector: PlaysVector) -> None:
    """Exactly these tiles are legal, by the law and by the naive evaluator."""
    contract, house = contract_of(vector), naive_house(options_of(vector))
    led = None if vector.lead is None else pair(vector.lead)
    hand = [*map(pair, vector.hand)]
    by_naive = naive.may_play(house, naive_call(contract.call), hand, led)

    assert tile_set(vector.legal) == legal_tiles(contract.law, tile_set(vector.hand), vector.lead)
    assert {*map(pair, vector.legal)} == {*by_naive}


def run_bids(vector: BidsVector) -> None:
    """Exactly these bids are legal after the actions so far; all others hold every double."""
    options = options_of(vector)
    order = options.seating.order[0]
    doubles = [7] * options.players
    auction = Auction(options.ladder, options.all_pass, order, options.bid_rounds, doubles)
    for number, word in enumerate(vector.history):
        if auction.over:
            malformed(vector, f"{len(vector.history)} actions are more than an auction has")
        if number == len(vector.history) - 1:
            doubles[:] = [vector.doubles or 0] * options.players
            doubles[auction.turn] = 7
        auction.bid(bid_of(vector, word))
    if not vector.history:
        doubles[:] = [vector.doubles or 0] * options.players
        auction = Auction(options.ladder, options.all_pass, order, options.bid_rounds, doubles)
    expected = [bid_of(vector, word) for word in vector.legal]

    assert Counter(expected) == Counter(auction.legal)


def run_score(vector: ScoreVector) -> None:
    """Made or set, the bid pays this, whichever side bids it."""
    options, aim = options_of(vector), aim_of(vector)
    bid = bid_of(vector, vector.bid)
    goal = goal_of(bid, options.total_points, aim)
    outcome = goal.decided(*vector.taken) or goal.at_end

    for bidders in (0, 1):
        taken = vector.taken if bidders == 0 else vector.taken[::-1]
        paid = awards(options.pay, Played(bid, aim, bidders, outcome, taken))
        assert vector.award == (paid if bidders == 0 else paid[::-1])


def run_decision(vector: DecisionVector) -> None:
    """The points so far decide the bid, or leave it open."""
    bid, total = bid_of(vector, vector.bid), options_of(vector).total_points
    outcome = goal_of(bid, total, aim_of(vector)).decided(*vector.running)

    assert vector.status == ("open" if outcome is None else outcome.value)


def run_players(vector: PlayersVector) -> None:
    """So many tiles are dealt, and the tricks are worth so much."""
    options = options_of(vector, players=vector.players)

    assert vector.hand == options.tiles_per_seat
    assert vector.tricks == options.tiles_per_seat
    assert vector.removed == options.removed.bit_count()
    assert vector.removed == SIZE - vector.players * options.tiles_per_seat
    assert vector.total == options.total_points


def run_hand(vector: HandVector) -> None:
    """Every play is legal, every trick is won by whom and for what the vector says, and the hand
    is decided when it says, with the award that follows."""
    law = contract_of(vector).law
    played_out, ending_early = (stage(vector, early_end=early) for early in (False, True))
    for trick in vector.tricks:
        play_trick(played_out, trick, law)
    decided_in = play_until_decided(ending_early, vector, law)
    decision = ending_early.result

    assert_taken(vector, played_out)
    if vector.decided is not None:
        status, after = vector.decided
        assert status == ("open" if decision is None else decision.outcome.value)
        assert after in (None, decided_in)
    if decision is None:
        assert vector.award is None
        return
    side = ending_early.options.seating.side[vector.bidder]
    assert vector.award in (None, (decision.awards[side], decision.awards[1 - side]))
    if played_out.result is not None:
        assert (decision.outcome, decision.awards) == (
            played_out.result.outcome,
            played_out.result.awards,
        )


RUN: dict[type[Vector], Callable[..., None]] = {
    Malformed: run_malformed,
    UnknownVector: run_unknown,
    TrickVector: run_trick,
    PlaysVector: run_plays,
    BidsVector: run_bids,
    ScoreVector: run_score,
    DecisionVector: run_decision,
    PlayersVector: run_players,
    HandVector: run_hand,
}


# How a hand is replayed.


def stage(vector: HandVector, early_end: bool) -> Hand:
    """The vector's hand at its first lead; a partner who sits out needs no tiles."""
    options = replace(options_of(vector), early_end=early_end)
    call = contract_of(vector).call
    hands = {seat: tile_set(tiles) for seat, tiles in vector.hands.items()}
    missing = [seat for seat in range(options.players) if seat not in hands]
    if len(missing) == 1 and not options.removed | options.tiles_asleep:
        hands[missing[0]] = ALL_TILES & ~sum(hands.values())
    elif missing:
        malformed(vector, f"hands are missing: {len(hands)} of {options.players} are dealt")
    shaker = vector.bidder if vector.shaker is None else vector.shaker
    try:
        deal = Deal(shaker, tuple(hands[seat] for seat in range(options.players)))
        hand = Hand(options, deal)
    except ValueError as error:
        malformed(vector, str(error))
        raise
    bid_up_to(hand, vector.bidder, bid_of(vector, vector.bid))
    hand.call_trump(call)
    return hand


def play_trick(hand: Hand, trick: HandTrick, law: TrickLaw) -> None:
    """Play a trick and hold its plays, its winner and its points to the hand."""
    assert hand.turn is not None, f"{trick.place}: the hand is over"
    out = hand.public.sitting_out
    order = [seat for seat in hand.options.seating.order[hand.turn] if seat not in out]
    tiles = [tile for _, tile in trick.plays]
    taken = [*hand.public.taken]
    assert [*order] == [seat for seat, _ in trick.plays], f"{trick.place}: the order of play"
    for tile in tiles:
        hand.play(tile)
    won = [after - before for after, before in zip(hand.public.taken, taken, strict=True)]
    side = hand.options.seating.side[trick.winner]

    assert trick.winner == order[winner(law, tiles)], f"{trick.place}: the winner"
    assert hand.turn in (trick.winner, None), f"{trick.place}: the next to lead"
    assert [won[side]] == [points for points in won if points], f"{trick.place}: the side"
    assert won[side] == trick_points(tiles)
    assert trick.points in (None, won[side]), f"{trick.place}: the points"


def play_until_decided(hand: Hand, vector: HandVector, law: TrickLaw) -> int | None:
    """Play until the hand ends early; returns after how many tricks, None if it didn't end."""
    for number, trick in enumerate(vector.tricks, start=1):
        play_trick(hand, trick, law)
        if hand.over:
            return number
    return None


def assert_taken(vector: HandVector, hand: Hand) -> None:
    """The sides have taken what the end line says."""
    seating = hand.options.seating
    sides = {
        "".join("ABCDEFG"[seat] for seat in seating.seats_of(side)): hand.public.taken[side]
        for side in range(seating.sides)
    }
    assert {**sides, **vector.taken} == sides


# What the words of a vector mean.


def malformed(vector: Vector, reason: str) -> None:
    """Fail for a vector that makes no sense."""
    pytest.fail(f"{vector.place}: {vector.name}: {reason}", pytrace=False)


MODES = {each.value: each for each in DoublesAre} | {"own-inv": DoublesAre.OWN_INVERTED}


def call_of(vector: Vector) -> Call | None:
    """The call a vector names; None where it names none."""
    words = [word.lower() for word in vector.rules if is_contract(word)]
    if not words:
        return None
    if len(words) != 1:
        malformed(vector, f"one contract should be named, not {words}")
    family, _, mode = words[0].removeprefix("trump=").partition("/")
    doubles = MODES.get(mode or ("own" if family == "nello" else "high"))
    if family == "n" and doubles in FOLLOW_ME_CALLS:
        return FOLLOW_ME_CALLS[doubles]
    if family == "nello" and doubles is not None:
        return NELLO_CALLS[doubles]
    plain = {"d": Call.DOUBLES, "sevens": Call.SEVENS}
    plain |= {str(pip): Call.pips(pip) for pip in range(7)}
    if family not in plain or mode:
        malformed(vector, f"{words[0]} is no contract")
    return plain[family]


def is_contract(word: str) -> bool:
    """Whether a word names a contract and not an option."""
    return word.lower().split("/")[0] in ("nello", "sevens") or word.lower().startswith("trump=")


def contract_of(vector: Vector) -> Contract:
    """The contract a vector names, under its options."""
    call = call_of(vector)
    if call is None:
        malformed(vector, "no contract is named")
        raise AssertionError
    return options_of(vector).contract(call)


def aim_of(vector: Vector) -> Aim:
    """What a vector's bidders play for; the bid, where it names no contract."""
    return Aim.THE_BID if call_of(vector) is None else contract_of(vector).aim


def suit_led(vector: TrickVector) -> int | None:
    """The suit a trick vector says was led; None where a contract has no suits."""
    if vector.led == "-":
        return None
    return {"T": TRUMP, "D": DOUBLES_SUIT}.get(vector.led) or int(vector.led)


def bid_of(vector: Vector, word: str) -> Bid:
    """A bid as a vector writes it; 42, 84 ... are marks where the hand is worth 42."""
    if word.isdigit() and int(word) % 42 == 0 and int(word) > 0:
        return Bid.marks(int(word) // 42)
    try:
        return Bid.parse(word)
    except ValueError as error:
        malformed(vector, str(error))
        raise


TOKENS: dict[str, dict[str, Any]] = {
    "std": {},
    "marks": {"scoring": "marks"},
    "points": {"scoring": "points"},
    "two_marks_needs_one": {"open_cap_marks": 1},
    "plunge": {"plunge": True},
    "plunge_opening_only": {"plunge": True, "plunge_timing": "opening_only"},
    "splash": {"splash": True},
    "mark_taken": {"mark_bid_points": "taken"},
    "bid_only": {"set_award": "bid_only"},
    "free_play": {"sevens_free_play": True},
}


def words_of_one_option() -> dict[str, dict[str, Any]]:
    """The values that only one option has, which name it by themselves, such as `until_passed`."""
    known = [
        (value, name)
        for name, option in OPTIONS.items()
        if not option.values.words.startswith("list")
        for value in option.values.words.split(", ")
        if value.replace("_", "").isalnum() and not value.isdigit()
    ]
    times = Counter(value for value, _ in known)
    return {value: {name: value} for value, name in known if times[value] == 1}


def options_of(vector: Vector, players: int | None = None) -> Options:
    """The options that a vector's words stand for; those it leaves open suit the ones it gives."""
    base, values = "n42pa", dict[str, Any]()
    if players is not None:
        values["players"] = players
    for word in vector.rules:
        if word.lower() in PRESETS:
            base = word.lower()
        elif not is_contract(word) or isinstance(vector, BidsVector):
            values |= values_of(vector, word)
    known = PRESETS[base].as_dict()
    if values.get("players", known["players"]) not in known["player_counts"]:  # type: ignore[operator]
        values = {"player_counts": [2, 3, 4, 5, 6, 7], "teams": "auto"} | values
    if isinstance(vector, HandVector):
        values = {**on_doubles(vector.bid), **values}
    if values.get("scoring") == "points":
        values.setdefault("target", 250)
    if {"most_points", True} & {values.get("mark_award"), values.get("forced_sweep_bonus")}:
        values.setdefault("early_end", False)
    try:
        return with_call(vector, options_from(base, values))
    except BadOptions as error:
        malformed(vector, str(error))
        raise


def on_doubles(bid: str) -> dict[str, Any]:
    """The options without which a hand could not have been won by a plunge or a splash."""
    kind = {"PL": "plunge", "SP": "splash"}.get(bid[:2])
    return {} if kind is None else {kind: True, f"{kind}_marks": int(bid[2:])}


def values_of(vector: Vector, word: str) -> dict[str, Any]:
    """The options that one word changes."""
    word = word.lower()
    key, equals, value = word.partition("=")
    known = words_of_one_option() | TOKENS
    if word in known:
        return known[word]
    if key == "splash" and value.isdigit():
        return {"splash": True, "splash_marks": int(value)}
    if not equals or key not in OPTIONS:
        malformed(vector, f"{word!r} names no option")
    plain: dict[str, Any] = {"true": True, "false": False, "null": "none", "-": "none"}
    return {key: int(value) if value.isdigit() else plain.get(value, value)}


def with_call(vector: Vector, options: Options) -> Options:
    """The same options, with the call allowed that the vector names."""
    call = call_of(vector)
    rows = (*FOLLOW_ME_CALLS.items(), *NELLO_CALLS.items())
    mode = {each: doubles.value for doubles, each in rows}
    changed: dict[str, Any] = {}
    if call is None:
        return options
    if call in NELLO_CALLS.values():
        changed = {"nello": "open", "nello_doubles": mode[call]}
    elif call is Call.SEVENS:
        changed = {"sevens": "open"}
    elif call in FOLLOW_ME_CALLS.values():
        changed = {"follow_me_doubles": mode[call]}
    return options_from(options.preset, changes(options) | changed)
