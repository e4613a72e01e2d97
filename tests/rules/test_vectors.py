"""Every vector of tests/vectors, and of further files given by `--vectors PATH`, is a test.

A vector of rules that are not played yet is skipped and says what is missing; when they come, only
the functions here that translate words into rules must learn them.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from enum import Enum
from pathlib import Path

import pytest

from arena.rules.auction import AllPass, Auction
from arena.rules.bids import Bid, MarkRaise
from arena.rules.contracts import CONTRACTS, Call
from arena.rules.deal import Deal
from arena.rules.hand import Hand
from arena.rules.options import PRESETS, BadOptions, Options, Stacking
from arena.rules.scoring import Outcome, goal_of, marks_awarded
from arena.rules.suits import DOUBLES_SUIT, TRUMP, DoublesAre, suits_with
from arena.rules.tiles import SIZE, tile_set
from arena.rules.tricks import TrickLaw, following_suit, legal_tiles, trick_points, winner
from tests.rules import naive
from tests.rules.staging import bid_up_to, naive_trumps, pair
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


class NotPlayedYet(Exception):
    """Rules that the arena doesn't know yet."""


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
    except NotPlayedYet as missing:
        pytest.skip(f"{vector.name}: {missing}")


def run_malformed(vector: Malformed) -> None:
    """A vector that can't be read is never passed over."""
    pytest.fail(f"{vector.place}: {vector.name}: {vector.reason}", pytrace=False)


def run_unknown(vector: UnknownVector) -> None:
    """The format may grow new kinds."""
    raise NotPlayedYet(f"vectors of kind {vector.name[0]} are not known yet ({vector.place})")


def run_trick(vector: TrickVector) -> None:
    """Suit led, winner and points of a trick are right, by the law and by the naive evaluator."""
    law, options = law_of(vector)
    seats = [seat for seat, _ in vector.plays]
    trick = [tile for _, tile in vector.plays]

    if len(trick) != options.seating.seats:
        malformed(vector, f"{len(trick)} tiles are no trick of {options.seating.seats}")
    if seats != [*options.seating.order[seats[0]]]:
        malformed(vector, "the seats are not in clockwise order")
    assert suit_led(vector) == law.asks[trick[0]]
    assert vector.winner == seats[winner(law, trick)]
    assert vector.winner == seats[naive.winning_place([*map(pair, trick)], *naively(vector))]
    if vector.points is not None:
        assert vector.points == trick_points(trick)


def run_plays(vector: PlaysVector) -> None:
    """Exactly these tiles are legal, by the law and by the naive evaluator."""
    law, _ = law_of(vector)
    led = None if vector.lead is None else pair(vector.lead)
    by_naive = naive.legal_plays([*map(pair, vector.hand)], led, *naively(vector))

    assert tile_set(vector.legal) == legal_tiles(law, tile_set(vector.hand), vector.lead)
    assert {*map(pair, vector.legal)} == {*by_naive}


def run_bids(vector: BidsVector) -> None:
    """Exactly these bids are legal after the actions so far."""
    options = options_of(vector)
    order = options.seating.order[0]
    if len(vector.history) > len(order):
        malformed(vector, f"{len(vector.history)} actions are more than an auction has")
    auction = Auction(options.ladder, options.all_pass, order)
    for word in vector.history:
        auction.bid(bid_of(vector, word))
    expected = [bid_of(vector, word) for word in vector.legal]

    assert Counter(expected) == Counter(auction.legal)


def run_score(vector: ScoreVector) -> None:
    """Made or set, the bid pays this."""
    options = options_of(vector)
    bid = bid_of(vector, vector.bid)
    outcome = goal_of(bid, options.total_points).decided(*vector.taken)

    assert outcome is not None
    assert vector.award == marks_awarded(bid, outcome, 0, 2)
    assert vector.award == marks_awarded(bid, outcome, 1, 2)[::-1]


def run_decision(vector: DecisionVector) -> None:
    """The points so far decide the bid, or leave it open."""
    options = options_of(vector)
    outcome = goal_of(bid_of(vector, vector.bid), options.total_points).decided(*vector.running)

    assert vector.status == ("open" if outcome is None else outcome.value)


def run_players(vector: PlayersVector) -> None:
    """So many tiles are dealt, and the tricks are worth so much."""
    options = options_of(vector)
    if vector.players != options.seating.seats:
        raise NotPlayedYet(f"{vector.players} players are not seated yet")

    assert vector.hand == options.tiles_per_seat
    assert vector.tricks == options.tiles_per_seat
    assert vector.removed == SIZE - vector.players * options.tiles_per_seat
    assert vector.total == options.total_points


def run_hand(vector: HandVector) -> None:
    """Every play is legal, every trick is won by whom and for what the vector says, and the hand
    is decided when it says, with the award that follows."""
    law, _ = law_of(vector)
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
    stakes = naive.marks(naive_bid_of(vector), decision.outcome is Outcome.MADE)
    assert stakes == (decision.awards[side], decision.awards[1 - side])
    assert vector.award in (None, stakes)
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
    """The vector's hand at its first lead."""
    contract, options = contract_of(vector), replace(options_of(vector), early_end=early_end)
    seats = range(options.seating.seats)
    if sorted(vector.hands) != [*seats]:
        malformed(vector, f"hands are missing: {len(vector.hands)} of {len(seats)} are dealt")
    if isinstance(contract, DoublesAre):
        raise NotPlayedYet("a hand of follow me with doubles low or own is not played yet")
    shaker = vector.bidder if vector.shaker is None else vector.shaker
    try:
        deal = Deal(shaker, tuple(tile_set(vector.hands[seat]) for seat in seats))
        hand = Hand(options, deal)
    except ValueError as error:
        malformed(vector, str(error))
        raise
    bid_up_to(hand, vector.bidder, bid_of(vector, vector.bid))
    hand.call_trump(contract)
    return hand


def play_trick(hand: Hand, trick: HandTrick, law: TrickLaw) -> None:
    """Play a trick and hold its plays, its winner and its points to the hand."""
    assert hand.turn is not None, f"{trick.place}: the hand is over"
    order = hand.options.seating.order[hand.turn]
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


FOLLOW_ME_DOUBLES = {
    "trump=N": DoublesAre.HIGH,
    "trump=N/high": DoublesAre.HIGH,
    "trump=N/low": DoublesAre.LOW,
    "trump=N/own": DoublesAre.OWN_SUIT,
}


def contract_of(vector: Vector) -> Call | DoublesAre:
    """The call a vector names, or the doubles of a follow me that can't be called yet."""
    words = [word for word in vector.rules if is_contract(word)]
    if len(words) != 1:
        malformed(vector, f"one contract should be named, not {words}")
    word = words[0]
    special = word.lower().split("/")[0]
    if special in ("nello", "sevens"):
        raise NotPlayedYet(f"{special} is not played yet")
    word = "trump=" + word.partition("=")[2][:1].upper() + word.partition("=")[2][1:].lower()
    if word in FOLLOW_ME_DOUBLES:
        doubles = FOLLOW_ME_DOUBLES[word]
        return Call.FOLLOW_ME if doubles is DoublesAre.HIGH else doubles
    calls = {"trump=D": Call.DOUBLES, **{f"trump={pip}": Call.pips(pip) for pip in range(7)}}
    if word not in calls:
        malformed(vector, f"{word} is no contract")
    return calls[word]


def is_contract(word: str) -> bool:
    """Whether a word names a contract and not an option."""
    return word.lower().startswith(("trump=", "nello/", "sevens/")) or word.lower() in (
        "nello",
        "sevens",
    )


def law_of(vector: Vector) -> tuple[TrickLaw, Options]:
    """The law of tricks of the contract a vector names, and its options."""
    contract, options = contract_of(vector), options_of(vector)
    if isinstance(contract, Call):
        return CONTRACTS[contract].law, options
    return following_suit(suits_with(trumps=0, doubles=contract)), options


def naively(vector: Vector) -> tuple[naive.Trumps, str]:
    """The trumps and the doubles of a vector for the naive evaluator."""
    contract = contract_of(vector)
    if isinstance(contract, DoublesAre):
        return None, contract.value
    return naive_trumps(contract), "high"


def suit_led(vector: TrickVector) -> int:
    """The suit a trick vector says was led."""
    if vector.led == "-":
        malformed(vector, "led=- is for contracts without suits")
    return {"T": TRUMP, "D": DOUBLES_SUIT}.get(vector.led) or int(vector.led)


def bid_of(vector: Vector, word: str) -> Bid:
    """A bid as a vector writes it; 42, 84 ... are marks where the hand is worth 42."""
    if word.startswith(("PL", "SP")):
        raise NotPlayedYet(f"{'plunge' if word[0] == 'P' else 'splash'} is not played yet")
    if word.isdigit() and int(word) % 42 == 0 and int(word) > 0:
        return Bid.marks(int(word) // 42)
    try:
        return Bid.parse(word)
    except ValueError as error:
        malformed(vector, str(error))
        raise


def naive_bid_of(vector: HandVector) -> naive.NaiveBid:
    """The bid of a hand for the naive evaluator."""
    bid = bid_of(vector, vector.bid)
    return ("marks" if bid >= Bid.marks(1) else "points", bid.value)


TOKENS: dict[str, dict[str, object]] = {
    "std": {},
    "marks": {},
    **{f"{all_pass.value}": {"all_pass": all_pass} for all_pass in AllPass},
    **{f"{mark_raise.value}": {"mark_raise": mark_raise} for mark_raise in MarkRaise},
    "two_marks_needs_one": {"open_cap_marks": 1},
}
ENUMS: dict[str, type[Enum]] = {
    "all_pass": AllPass,
    "mark_raise": MarkRaise,
    "stacking": Stacking,
}
TOKENS_TO_COME = {
    *("plunge", "plunge_opening_only", "splash", "points", "bid_only", "mark_taken", "taken"),
    *("own-inv", "until_passed", "most_points", "holder_0_1", "opening_only", "forced_only"),
    *("first_lead_high_end", "pip_total", "bidder_first", "each_defender", "bidder_minus"),
    *("solo", "2x3", "3x2", "sleep_random", "free_play", "sevens_free_play", "sevens_needs_seven"),
    *("forced_sweep_bonus", "texas_house", "points_250", "sheet_es", "sheet_gl", "sheet_sw"),
    *("sheet_is", "harper", "timpson", "lechner", "nello", "sevens"),
}
SO_FAR = {
    "players": "4",
    "teams": "2x2",
    "leftover": "remove_fixed",
    "hand_size": "auto",
    "first_bidder": "left_of_shaker",
    "bid_rounds": "single",
    "follow_me_doubles": "high",
    "undeclared_trump": "reject",
    "trump_rank": "double_high",
    "scoring": "marks",
    "win_by": "1",
    "mark_award": "contract",
    "set_marks": "stake",
    "nello": "off",
    "sevens": "off",
    "plunge": "false",
    "splash": "false",
    "forced_sweep_bonus": "false",
}
"""The one value so far of options that are still to come."""
WITHOUT_EFFECT = {
    *("set_award", "mark_bid_points", "both_over_target", "nello_min_marks", "nello_doubles"),
    *("nello_declarer_modes", "sevens_min_marks", "sevens_needs_seven", "sevens_scope"),
    *("sevens_free_play", "plunge_doubles", "plunge_marks", "plunge_timing", "plunge_leader"),
    *("splash_doubles", "splash_marks", "solo_set_award", "first_shaker", "player_counts"),
}
"""Options that change nothing as long as those they belong to are at the value above."""


def options_of(vector: Vector) -> Options:
    """The options that a vector's words stand for."""
    options = Options()
    for word in vector.rules:
        if is_contract(word) and not isinstance(vector, BidsVector):
            continue
        options = with_word(vector, options, word)
    return options


def with_word(vector: Vector, options: Options, word: str) -> Options:
    """The options changed as one word says."""
    word = word.lower()
    key, _, value = word.partition("=")
    if word in PRESETS:
        return PRESETS[word]
    if word in TOKENS_TO_COME or (key in SO_FAR and value not in ("", SO_FAR[key])):
        raise NotPlayedYet(f"{word} is not played yet")
    try:
        if word in TOKENS:
            return replace(options, **TOKENS[word])  # type: ignore[arg-type]
        if value and (key in SO_FAR or key in WITHOUT_EFFECT):
            return options
        if value and key in {field.name for field in fields(Options)} - {"preset", "declarations"}:
            return replace(options, **{key: option_value(key, value)})  # type: ignore[arg-type]
    except (BadOptions, ValueError) as error:
        malformed(vector, f"{word}: {error}")
    malformed(vector, f"{word!r} names no option")
    raise AssertionError


def option_value(key: str, value: str) -> object:
    """The value of an option as written in a file."""
    if key in ENUMS:
        return ENUMS[key](value)
    if value in ("true", "false"):
        return value == "true"
    return None if value in ("null", "none", "-") else int(value)
