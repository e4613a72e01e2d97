"""Calls, and the law of tricks that each brings."""

import pytest

from arena.rules.contracts import (
    BY_PIP_TOTAL,
    CONTRACTS,
    FOLLOW_ME_CALLS,
    NELLO_CALLS,
    STRAIGHT,
    Aim,
    Call,
    Declaration,
    say_calls,
    with_free_play,
)
from arena.rules.suits import TRUMP, DoublesAre
from arena.rules.tiles import ALL_TILES, DOUBLES, TILES, parse_tiles, say, tile_set
from tests.rules import naive
from tests.rules.staging import naive_doubles, naive_trumps, pair

STRAIGHT_NAMES = "blanks, ones, twos, threes, fours, fives, sixes, doubles, follow me"
NAMES = (
    f"{STRAIGHT_NAMES}, follow me low, follow me own, nello own, nello high, nello low, "
    "nello own inverted, sevens, undeclared"
)
FOLLOWING_SUIT = [call for call in Call if call < Call.SEVENS]


def test_every_call_has_its_contract() -> None:
    """A bidder names a pip, doubles, follow me, nello or sevens, or nothing (R15, R17)."""
    assert STRAIGHT_NAMES == say_calls(tuple(Call)[:9])
    assert NAMES == say_calls(tuple(Call))
    assert [*Call] == [*CONTRACTS] == [row.call for row in CONTRACTS.values()]
    assert "" == say_calls(())


@pytest.mark.parametrize("call", Call)
def test_parse_reads_what_str_writes(call: Call) -> None:
    """A call written and read again is the same call; case and space around it don't matter."""
    assert call == Call.parse(str(call)) == Call.parse(f" {str(call).upper()}\n")


@pytest.mark.parametrize("text", ["", "99", "4", "four", "nello", "none", "follow", "None"])
def test_what_is_no_call_is_refused(text: str) -> None:
    """Case 16: a call that doesn't exist is refused, with all there are."""
    with pytest.raises(ValueError, match=f"{text!r} is no call: calls are {NAMES}"):
        Call.parse(text)


@pytest.mark.parametrize("number", [0, 18, 99, -1])
def test_a_number_that_is_no_call_is_refused(number: int) -> None:
    """Case 16: no call has the number 99, and none is 0."""
    with pytest.raises(ValueError, match=f"{number} is not a valid Call"):
        Call(number)


@pytest.mark.parametrize("pip", range(7))
def test_a_pip_has_its_call(pip: int) -> None:
    """Calling a pip makes the seven tiles that bear it trumps (R18)."""
    contract = CONTRACTS[Call.pips(pip)]
    trumps = [tile for tile in TILES if contract.law.asks[tile] == TRUMP]

    assert NAMES.split(", ")[pip] == str(Call.pips(pip))
    assert [tile for tile in TILES if pip in (tile.high, tile.low)] == trumps
    assert Declaration.PIPS is contract.declaration


@pytest.mark.parametrize(
    ("call", "declaration", "trumps"),
    [
        (Call.DOUBLES, Declaration.DOUBLES, "6-6 5-5 4-4 3-3 2-2 1-1 0-0"),
        (Call.FOLLOW_ME, Declaration.FOLLOW_ME, "nothing"),
    ],
)
def test_doubles_and_follow_me(call: Call, declaration: Declaration, trumps: str) -> None:
    """Doubles makes the doubles trumps, follow me makes none (R20, R21)."""
    contract = CONTRACTS[call]

    assert trumps == say(tile_set(t for t in TILES if contract.law.asks[t] == TRUMP))
    assert declaration is contract.declaration


@pytest.mark.parametrize("call", FOLLOWING_SUIT)
def test_each_lead_is_followed_by_the_naive_suit(call: Call) -> None:
    """Under every call with suits the tiles that follow a lead, and their order, are those of the
    definitions."""
    law = CONTRACTS[call].law

    for led in TILES:
        following, anything = law.follow[led]
        suit = naive.suit_asked(pair(led), naive_trumps(call), naive_doubles(call))
        best_first = sorted(
            (tile for tile in TILES if pair(tile) in suit), key=lambda tile: -law.power[led][tile]
        )
        assert suit == [pair(tile) for tile in best_first]
        assert tile_set(best_first) == following
        assert tile_set(TILES) == anything


@pytest.mark.parametrize("pip", [-1, 7, 8])
def test_no_other_call_passes_for_a_pip(pip: int) -> None:
    """Seven and eight are not doubles and follow me."""
    with pytest.raises(ValueError, match="pips"):
        Call.pips(pip)


@pytest.mark.parametrize("call", Call)
def test_a_call_tells_its_family_and_aim(call: Call) -> None:
    """Nello is for no trick with the partner out, sevens by its own law, the rest for the bid."""
    contract = CONTRACTS[call]
    family = next(each for each in FAMILIES if call in FAMILIES[each])
    aims = {Declaration.NELLO: Aim.NO_TRICK, Declaration.SEVENS: Aim.SEVENS}

    assert family is contract.declaration
    assert aims.get(family, Aim.THE_BID) is contract.aim
    assert (family is Declaration.NELLO) is contract.partners_sit_out


FAMILIES = {
    Declaration.PIPS: [Call(number) for number in range(1, 8)],
    Declaration.DOUBLES: [Call.DOUBLES],
    Declaration.FOLLOW_ME: [Call.FOLLOW_ME, Call.FOLLOW_ME_LOW, Call.FOLLOW_ME_OWN],
    Declaration.NELLO: [
        Call.NELLO_OWN,
        Call.NELLO_HIGH,
        Call.NELLO_LOW,
        Call.NELLO_OWN_INVERTED,
    ],
    Declaration.SEVENS: [Call.SEVENS],
    Declaration.UNDECLARED: [Call.UNDECLARED],
}


def test_the_straight_families_are_pips_doubles_and_follow_me() -> None:
    """A house names these three as its declarations; the others have options of their own (R15)."""
    assert (Declaration.PIPS, Declaration.DOUBLES, Declaration.FOLLOW_ME) == STRAIGHT


@pytest.mark.parametrize("doubles", DoublesAre)
def test_the_call_says_where_the_doubles_stand(doubles: DoublesAre) -> None:
    """A call of nello or follow me is one of several, by where it puts the doubles (C10)."""
    word = doubles.value.replace("_", " ")

    assert f"nello {word}" == str(NELLO_CALLS[doubles])
    if doubles is DoublesAre.OWN_INVERTED:
        assert doubles not in FOLLOW_ME_CALLS
    else:
        expected = "follow me" if doubles is DoublesAre.HIGH else f"follow me {word}"
        assert expected == str(FOLLOW_ME_CALLS[doubles])


@pytest.mark.parametrize("pip", range(7))
def test_trumps_may_rank_by_their_pips(pip: int) -> None:
    """With pip_total the trump with the most pips is highest, be it the double or not (2.2-f)."""
    law = BY_PIP_TOTAL[Call.pips(pip)].law
    trumps = [tile for tile in TILES if pip in (tile.high, tile.low)]
    by_power = sorted(trumps, key=lambda tile: law.power[trumps[0]][tile])

    assert sorted(trumps, key=lambda tile: tile.pips) == by_power


@pytest.mark.parametrize("call", Call)
def test_the_rank_of_trumps_changes_nothing_else(call: Call) -> None:
    """What is asked and what must follow is the same, and so is every rank but that of a pip's
    trumps."""
    usual, by_pips = CONTRACTS[call].law, BY_PIP_TOTAL[call].law

    assert usual.asks == by_pips.asks
    assert (usual.lead, usual.follow) == (by_pips.lead, by_pips.follow)
    if CONTRACTS[call].declaration is not Declaration.PIPS:
        assert usual.power == by_pips.power
    assert [*CONTRACTS] == [*BY_PIP_TOTAL]


def test_every_double_is_higher_than_every_blank_when_doubles_are_trumps() -> None:
    """Doubles as trumps rank by their pips under either rank (R20)."""
    for contracts in (CONTRACTS, BY_PIP_TOTAL):
        power = contracts[Call.DOUBLES].law.power[0]
        doubles = [power[tile] for tile in TILES if DOUBLES >> tile & 1]
        assert sorted(doubles) == doubles
        assert min(doubles) > max(power[tile] for tile in TILES if not DOUBLES >> tile & 1)


def test_sevens_may_be_played_freely() -> None:
    """With free play every tile is legal, and the winner is the same (C18)."""
    usual, free = CONTRACTS[Call.SEVENS], with_free_play(CONTRACTS[Call.SEVENS])

    assert (ALL_TILES,) == free.law.lead
    assert {(ALL_TILES,)} == {*free.law.follow}
    assert parse_tiles("6-1 5-2 4-3") == usual.law.lead[0] == usual.law.follow[0][0]
    assert usual.law.power == free.law.power
    assert (usual.call, usual.declaration, usual.aim, usual.law.asks) == (
        free.call, free.declaration, free.aim, free.law.asks,
    )  # fmt: skip


def test_a_first_lead_without_a_call_may_be_anything() -> None:
    """Until it makes a trump no tile is bound by one (R17, C11)."""
    assert (ALL_TILES,) == CONTRACTS[Call.UNDECLARED].law.lead
