"""Hands as bytes, and back."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.play.record import FaultRecord, HandRecord
from arena.rules.tiles import TILES
from arena.store.packing import PackedHand, pack, unpack
from tests.store.staging import LONE_SURROGATE, OF_OLD, faulty_pair, group, pair

BOTS = ("rule", "random")
WORDS = st.text(st.characters(codec="utf-8"), max_size=20)
NUMBERS = st.integers(0, 2**40)
LISTS = st.lists(NUMBERS, max_size=40).map(tuple)
FAULTS = st.builds(
    FaultRecord,
    kind=WORDS,
    bot=WORDS,
    seat=NUMBERS,
    asked=WORDS,
    came=WORDS,
    elapsed_us=NUMBERS,
    of_time=st.booleans(),
)
PLAYS = st.lists(st.sampled_from(TILES), max_size=28).map(bytes)
HANDS = st.builds(
    HandRecord,
    deal=st.just(3),
    bots=st.just(BOTS),
    rotation=NUMBERS,
    shaker=NUMBERS,
    bids=st.lists(WORDS, max_size=8).map(tuple),
    call=WORDS,
    plays=PLAYS,
    declarer=WORDS | st.sampled_from(["", "rule", "random"]),
    outcome=WORDS,
    awards=LISTS,
    taken=LISTS,
    faults=st.lists(FAULTS, max_size=2).map(tuple),
    times_us=LISTS,
    askers=LISTS,
    told_us=LISTS,
    arena_us=LISTS,
)


@given(HANDS, HANDS)
def test_a_pair_comes_back_as_it_was(first: HandRecord, second: HandRecord) -> None:
    """Whatever stands in two hands, packing loses nothing."""
    assert (first, second) == unpack(pack((first, second)), 3, BOTS)


@given(st.integers(2, 7), st.data())
def test_a_block_comes_back_as_it_was(bots: int, data: st.DataObject) -> None:
    """However many hands there are, whoever declared them."""
    names = tuple(f"bot-{number}" for number in range(bots))
    declarers = st.sampled_from(["", "stranger", *names])
    block = tuple(
        msgspec.structs.replace(
            data.draw(HANDS), bots=names, rotation=rotation, declarer=data.draw(declarers)
        )
        for rotation in range(bots)
    )

    assert block == unpack(pack(block), 3, names)


def test_pairs_that_were_packed_long_ago_are_read() -> None:
    """The bytes of a program that knew pairs only, and of all times just the whole."""
    packed = bytes.fromhex(OF_OLD)
    of_old = unpack(packed, 7, BOTS)

    assert faulty_pair(7) == of_old
    assert {((), ())} == {(hand.told_us, hand.arena_us) for hand in of_old}
    assert of_old == unpack(pack(of_old), 7, BOTS)


def test_what_is_not_told_takes_no_room() -> None:
    """A hand is longer than of old by its two new lists, a byte each as long as they are empty."""
    assert len(bytes.fromhex(OF_OLD)) + 2 * 2 == len(pack(faulty_pair(7)))


def test_a_block_has_a_hand_for_each_bot() -> None:
    """Hands of a pair are none of a group, nor the other way round."""
    for hands, bots in ((pair(0), ("a", "b", "c")), (group(0), BOTS)):
        with pytest.raises(ValueError, match="array"):
            unpack(pack(hands), 0, bots)


def test_no_field_is_forgotten() -> None:
    """A hand's fields are all in the bytes, but for what names its block."""
    packed = {field.name for field in msgspec.structs.fields(PackedHand)}
    known = {field.name for field in msgspec.structs.fields(HandRecord)}

    assert {"deal", "bots"} == known - packed
    assert packed <= known


def test_a_tile_is_one_byte() -> None:
    """Plays in plain tiles take a byte each; a whole hand stays well under 250 bytes."""
    first, second = pair(0)
    plays = bytes(TILES)
    whole = msgspec.structs.replace(first, plays=plays, times_us=(900,) * 33, askers=(0, 1, 2) * 11)
    without = msgspec.structs.replace(whole, plays=b"")

    assert 28 + 1 >= len(pack((whole, second))) - len(pack((without, second)))
    assert 2 * 225 > len(pack((whole, msgspec.structs.replace(whole, rotation=1))))


def test_evidence_that_is_no_text_is_escaped() -> None:
    """Half a surrogate pair, which no file takes, is written as its number."""
    first, second = faulty_pair(0)
    bad = msgspec.structs.replace(first.faults[0], came=f"a{LONE_SURROGATE}é")
    back, _ = unpack(pack((msgspec.structs.replace(first, faults=(bad,)), second)), 0, BOTS)

    assert r"a\udc80é" == back.faults[0].came
    assert first.faults[0].asked == back.faults[0].asked


@pytest.mark.parametrize("damage", [b"", b"\x01", b"\x93\x01\xc0\xc0", b"no hands"])
def test_other_bytes_are_refused(damage: bytes) -> None:
    """Bytes that were never packed here are a ValueError, nothing else."""
    with pytest.raises(ValueError, match=r"."):
        unpack(damage, 0, BOTS)


def test_a_later_format_is_refused() -> None:
    """Hands in a format of a later program are not guessed at."""
    packed = pack(pair(0))

    with pytest.raises(ValueError, match="format 2 is unknown"):
        unpack(packed[:1] + b"\x02" + packed[2:], 0, BOTS)


@given(st.integers(0), st.data())
def test_bytes_cut_short_are_refused(seed: int, data: st.DataObject) -> None:
    """A torn record is noticed wherever it was torn."""
    packed = pack(pair(seed % 1000))
    length = data.draw(st.integers(0, len(packed) - 1))

    with pytest.raises(ValueError, match=r"."):
        unpack(packed[:length], 0, BOTS)
