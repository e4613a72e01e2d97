"""Lots are drawn from the seed and the seat's view alone, as the README writes it down."""

import hashlib
import re
from collections import Counter
from pathlib import Path

import pytest

from texas42 import Domino, Observation
from texas42.house.drawing import default_seed, draw, view
from texas42.testing import bidding, calling, playing

HAND = "6-6 6-5 5-5 3-2 2-1 1-0 0-0"
README = Path(__file__).parents[2] / "README.md"


def test_the_view_of_an_auction() -> None:
    assert view(bidding(HAND, ["30", "pass"])) == (
        "bid|hand 0-0 1-0 2-1 3-2 5-5 6-5 6-6|shaker 1|bids 2:30 3:pass|call |leaders |plays "
    )


def test_the_view_of_a_call() -> None:
    assert view(calling(HAND, "1 mark")) == (
        "call_trump|hand 0-0 1-0 2-1 3-2 5-5 6-5 6-6|shaker 3|"
        "bids 0:1 mark 1:pass 2:pass 3:pass|call |leaders |plays "
    )


def test_the_view_of_a_play() -> None:
    seen = playing(HAND, "follow me", bidder=2, played="6-4 1-1")
    assert view(seen) == (
        "play|hand 0-0 1-0 2-1 3-2 5-5 6-5 6-6|shaker 3|bids 0:pass 1:pass 2:30 3:pass|"
        "call follow me|leaders 2|plays 6-4 1-1"
    )


def test_numbers_of_the_wire_play_no_part() -> None:
    """Neither the request, nor the hand's id, nor the clocks change what is drawn."""
    seen = playing(HAND, "fives")
    for number in range(1, 200):
        other = playing(HAND, "fives")
        other.message.request_id = number
        other.message.hand_id = number
        other.message.bank_us = number
        other.message.latency_us = number
        assert draw(7, other, other.legal_plays) is draw(7, seen, seen.legal_plays)


def test_the_draw_is_the_documented_one() -> None:
    seen = playing(HAND, "fives")
    for seed in range(200):
        text = f"texas42|{seed}|{view(seen)}|0"
        number = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
        assert draw(seed, seen, sorted(seen.legal_plays)) is seen.legal_plays[number % 7]


def test_a_number_that_would_favour_some_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    class Digest:
        def __init__(self, text: bytes) -> None:
            self.text = text

        def digest(self) -> bytes:
            attempt = int(self.text.rsplit(b"|", 1)[1])
            return (b"\xff" * 8 if attempt < 3 else b"\0" * 7 + b"\x05") + b"\0" * 24

    monkeypatch.setattr(hashlib, "sha256", Digest)
    seen = playing(HAND, "fives")
    assert draw(1, seen, sorted(seen.legal_plays)) is seen.legal_plays[5]


def test_all_choices_are_equally_likely() -> None:
    seen = playing(HAND, "fives")
    drawn = Counter(draw(seed, seen, seen.legal_plays) for seed in range(7000))
    assert set(drawn) == set(seen.legal_plays)
    assert all(880 < times < 1120 for times in drawn.values())


def test_without_a_choice_nothing_is_drawn() -> None:
    seen = playing(HAND, "fives", played="6-5", bidder=3)
    assert draw(1, seen, [Domino.D5_5]) is Domino.D5_5
    with pytest.raises(IndexError):
        draw(1, seen, [])


def test_the_worked_draws_of_the_readme() -> None:
    rows = re.findall(
        r"^texas42\|(\d+)\|(.*)\|0 ; (\d+) ; (\d+)$", README.read_text(), re.MULTILINE
    )
    positions: dict[str, Observation] = {
        view(seen): seen
        for seen in (bidding(HAND, ["30", "pass"]), calling(HAND), playing(HAND, "fives"))
    }
    assert [text for _, text, _, _ in rows] == list(positions)
    for seed, text, size, place in rows:
        assert draw(int(seed), positions[text], range(int(size))) == int(place)


def test_the_default_seed_is_a_hash_of_the_name() -> None:
    assert default_seed("random") == 11835936321206210390 != default_seed("random-play")
