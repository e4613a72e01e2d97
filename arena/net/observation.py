"""An observation as bytes: the hot message, a hundred thousand times a second.

Its bytes are joined from ready-made pieces, which costs a tenth of building the message object.
What is in it comes from the seat's view and its clock alone. The tests hold every byte to what the
protobuf library reads.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from functools import lru_cache
from struct import Struct
from typing import Final

from arena.play.clocks import NO_LIMIT, TimeControl
from arena.play.line import Line
from arena.play.table import Seat
from arena.rules.bids import Bid
from arena.rules.contracts import Call
from arena.rules.hand import Decision
from arena.rules.tiles import SIZE, TILES, Tile
from arena.rules.view import View


def domino(tile: Tile) -> int:
    """Return the number by which the wire knows a tile."""
    return 7 * tile.high + tile.low + 1


DOMINO: Final = bytes(domino(tile) for tile in TILES)
_TO_DOMINO: Final = DOMINO + bytes(256 - SIZE)
TILE_OF: Final = {domino(tile): tile for tile in TILES}
_MOST_SEATS: Final = 8
_HALF: Final = SIZE // 2
_HALF_BITS: Final = (1 << _HALF) - 1


def _dominoes_of_every_half(first: int) -> tuple[bytes, ...]:
    members = [b""]
    for number in DOMINO[first : first + _HALF]:
        members += [below + bytes((number,)) for below in members]
    return tuple(members)


_LOWER: Final = _dominoes_of_every_half(0)
_UPPER: Final = _dominoes_of_every_half(_HALF)


def _seats_from(seat: int, seats: int) -> bytes:
    """Return the table that turns absolute seats into seats counted from `seat`."""
    return bytes((other - seat) % seats for other in range(seats)) + bytes(256 - seats)


_RELATIVE: Final = {
    seats: tuple(_seats_from(seat, seats) for seat in range(seats))
    for seats in range(2, _MOST_SEATS)
}


def _varint(number: int) -> bytes:
    pieces = []
    while number > 127:
        pieces.append(number & 127 | 128)
        number >>= 7
    return bytes((*pieces, number))


_LENGTH: Final = tuple(_varint(length) for length in range(1024))


class Field(IntEnum):
    """The numbers of the fields of an Observation; the tests hold them to the proto."""

    REQUEST_ID = 1
    DECISION = 2
    HAND = 3
    PLAYS = 4
    LEADERS = 5
    LEGAL_PLAYS = 6
    BID_KINDS = 7
    BID_VALUES = 8
    SHAKER = 9
    FIRST_BIDDER = 10
    CALL = 11
    BIDDER = 12
    CAP_US = 13
    BANK_US = 14
    LATENCY_US = 15
    LEGAL_CALLS = 16
    LEGAL_BID_KINDS = 17
    LEGAL_BID_VALUES = 18
    DEALT = 19
    HAND_ID = 20
    RULES_ID = 21
    SCORES = 22
    TAKEN = 23
    HIDDEN_TRICKS = 24
    SITTING_OUT = 25


_VARINT, _FIXED64, _LENGTH_DELIMITED, _FIXED32 = 0, 1, 2, 5


def _tag(number: int, wire_type: int) -> bytes:
    return _varint(number << 3 | wire_type)


def _packed(field: Field) -> tuple[bytes, ...]:
    """Return what stands before a packed field, by its length in bytes; nothing if it is empty."""
    tag = _tag(field, _LENGTH_DELIMITED)
    return (b"", *(tag + _varint(length) for length in range(1, _LONGEST_PACKED)))


_LONGEST_PACKED: Final = 256
"""No list is so long. The longest are auctions that go round: with a pass each from all but one of
7 seats, 48 bids in points and 99 in marks they end within 154 bids."""
_HAND, _PLAYS, _LEADERS = _packed(Field.HAND), _packed(Field.PLAYS), _packed(Field.LEADERS)
_LEGAL_PLAYS, _LEGAL_CALLS = _packed(Field.LEGAL_PLAYS), _packed(Field.LEGAL_CALLS)
_LEGAL_KINDS, _LEGAL_VALUES = _packed(Field.LEGAL_BID_KINDS), _packed(Field.LEGAL_BID_VALUES)
_BID_KINDS, _BID_VALUES = _packed(Field.BID_KINDS), _packed(Field.BID_VALUES)
_DEALT, _TAKEN = _packed(Field.DEALT), _packed(Field.TAKEN)
_SITTING_OUT = _packed(Field.SITTING_OUT)

_PLAY: Final = Decision.PLAY  # a member of an enum is slow to look up
_UNDECLARED: Final = Call.UNDECLARED
_CLOCK: Final = Struct("<BIBIBI").pack
_REQUEST_ID: Final = _tag(Field.REQUEST_ID, _FIXED64)
_CAP = _tag(Field.CAP_US, _FIXED32)[0]
_BANK = _tag(Field.BANK_US, _FIXED32)[0]
_LATENCY = _tag(Field.LATENCY_US, _FIXED32)[0]
_HAND_ID: Final = _tag(Field.HAND_ID, _FIXED64)


def _small(field: Field) -> tuple[bytes, ...]:
    """Return a number field for every value it can have; nothing for 0."""
    return (b"", *(_tag(field, _VARINT) + bytes((value,)) for value in range(1, 32)))


_SHAKER, _FIRST_BIDDER, _BIDDER = (
    _small(Field.SHAKER), _small(Field.FIRST_BIDDER), _small(Field.BIDDER),
)  # fmt: skip
_DECISION, _CALL = _small(Field.DECISION), _small(Field.CALL)
_HIDDEN_TRICKS = _small(Field.HIDDEN_TRICKS)

RULES_ID: Final = 1
"""The only rules of a session, as observations name them."""
_RULES_ID: Final = _small(Field.RULES_ID)[RULES_ID]


def as_field(number: int, body: bytes) -> bytes:
    """Return a message, or bytes, as the field of another message."""
    return _tag(number, _LENGTH_DELIMITED) + _varint(len(body)) + body


def fixed64_tag(number: int) -> bytes:
    """Return what stands before a field of eight bytes."""
    return _tag(number, _FIXED64)


def repeated(number: int, bodies: Iterable[bytes]) -> bytes:
    """Return messages as the repeated field `number` of another message; each under 1,024 bytes."""
    tag = _tag(number, _LENGTH_DELIMITED)
    pieces: list[bytes] = []
    for body in bodies:
        pieces += (tag, _LENGTH[len(body)], body)
    return b"".join(pieces)


def observation(seat: Seat, seats: int = 4) -> bytes:
    """Return the bytes of what a seat is asked, with its clock.

    `seats` is how many sit at the table. No bid's value goes beyond 99, so each is one byte.
    """
    view, line = seat.view, seat.line
    request_id = seat.request_id.to_bytes(8, "little")
    if seat.bank == line.time.bank and not seat.spent:
        clock = line.clock or _full_clock(line)
    else:
        clock = _clock(line.time, seat.bank, line.latency, seat.spent)
    held = view.held
    hand = _LOWER[held & _HALF_BITS] + _UPPER[held >> _HALF]
    if view.decision is not _PLAY:
        stays = seat.written or _what_stays(seat, seats)
        return b"".join((
            _REQUEST_ID, request_id, clock, _HAND[len(hand)], hand, stays,
            _auction(view, seats), _choices(view),
        ))  # fmt: skip
    stays = seat.contract or _contract(seat, seats)
    plays = view.plays.translate(_TO_DOMINO)
    leaders = view.leaders.translate(_RELATIVE[seats][view.seat])
    legal = view.legal_tiles
    may_play = hand if legal == held else _LOWER[legal & _HALF_BITS] + _UPPER[legal >> _HALF]
    taken = view.taken
    if taken and (own := view.seat % len(taken)):
        taken = taken[own:] + taken[:own]
    return b"".join((
        _REQUEST_ID, request_id, clock, _HAND[len(hand)], hand, _PLAYS[len(plays)], plays,
        _LEADERS[len(leaders)], leaders, _LEGAL_PLAYS[len(may_play)], may_play, stays,
        _TAKEN[len(taken)], taken, _HIDDEN_TRICKS[view.hidden_tricks],
    ))  # fmt: skip


def _full_clock(line: Line[Seat]) -> bytes:
    line.clock = _clock(line.time, line.time.bank, line.latency)
    return line.clock


def _clock(time: TimeControl, bank: int, latency: int, spent: int = 0) -> bytes:
    """Return the clock of a seat with so much left in its bank, for a question of which so much was
    spent already. No clock is ever 0: an empty bank is told as a microsecond."""
    cap, left = time.told_cap, NO_LIMIT
    if time.running:
        cap = time.left(bank, spent) if spent else cap
        left = bank or 1
    return _CLOCK(_CAP, cap, _BANK, left, _LATENCY, latency)


def _what_stays(seat: Seat, seats: int) -> bytes:
    """Return what is the same in every question of a hand: the deal and who shook."""
    view = seat.view
    relative = _RELATIVE[seats][view.seat]
    dealt = _LOWER[view.dealt & _HALF_BITS] + _UPPER[view.dealt >> _HALF]
    seat.written = b"".join((
        _SHAKER[relative[view.shaker]], _FIRST_BIDDER[relative[view.first_bidder]], _RULES_ID,
        _HAND_ID, seat.hand_id.to_bytes(8, "little"), _DEALT[len(dealt)], dealt,
    ))  # fmt: skip
    return seat.written


def _contract(seat: Seat, seats: int) -> bytes:
    """Return what is the same in every question from the first lead on."""
    view = seat.view
    call = view.call
    assert call is not None
    contract = b"".join((
        seat.written or _what_stays(seat, seats), _auction(view, seats), _CALL[call],
    ))  # fmt: skip
    if view.sitting_out:
        contract += _absent(view, seats)
    if call is not _UNDECLARED:  # which the first lead makes a pip
        seat.contract = contract
    return contract


def _absent(view: View, seats: int) -> bytes:
    """Return the seats that sit out."""
    relative = _RELATIVE[seats][view.seat]
    absent = bytes(sorted(relative[seat] for seat in view.sitting_out))
    return _SITTING_OUT[len(absent)] + absent


def _auction(view: View, seats: int) -> bytes:
    """Return the decision and the auction."""
    assert view.decision is not None
    bidder = 0 if view.bidder is None else _RELATIVE[seats][view.seat][view.bidder]
    return b"".join((
        _DECISION[view.decision], _bids(tuple(view.bids), False), _BIDDER[bidder],
    ))  # fmt: skip


def _choices(view: View) -> bytes:
    """Return the bids or the calls that are legal."""
    if view.legal_calls:
        calls = bytes(view.legal_calls)
        return _LEGAL_CALLS[len(calls)] + calls
    return _bids(view.legal_bids, True)


@lru_cache(maxsize=4096)
def _bids(bids: tuple[Bid, ...], legal: bool, /) -> bytes:
    """Return bids that may be or have been made, as their two fields."""
    kinds, values = (_LEGAL_KINDS, _LEGAL_VALUES) if legal else (_BID_KINDS, _BID_VALUES)
    return b"".join((
        kinds[len(bids)], bytes([kind for kind, _ in bids]),
        values[len(bids)], bytes([value for _, value in bids]),
    ))  # fmt: skip


def from_side(by_side: list[int] | tuple[int, ...], seat: int) -> tuple[int, ...]:
    """Return numbers by side, the side of `seat` first."""
    own = seat % len(by_side) if by_side else 0
    return (*by_side[own:], *by_side[:own]) if own else tuple(by_side)
