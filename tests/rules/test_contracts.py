"""Calls, and the law of tricks that each brings."""

import pytest

from arena.rules.contracts import CONTRACTS, Call, Declaration, say_calls
from arena.rules.suits import TRUMP
from arena.rules.tiles import TILES, say, tile_set
from tests.rules import naive
from tests.rules.staging import naive_trumps, pair

NAMES = "blanks, ones, twos, threes, fours, fives, sixes, doubles, follow me"


def test_there_are_nine_straight_calls() -> None:
    """A bidder names a pip, doubles or follow me, and each has its contract (R15)."""
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


@pytest.mark.parametrize("number", [0, 10, 99, -1])
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


@pytest.mark.parametrize("call", Call)
def test_each_lead_is_followed_by_the_naive_suit(call: Call) -> None:
    """Under every call the tiles that follow a lead, and their order, are those of the
    definitions."""
    law = CONTRACTS[call].law

    for led in TILES:
        following, anything = law.follow[led]
        suit = naive.suit_asked(pair(led), naive_trumps(call), "high")
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
