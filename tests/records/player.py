"""A player for golden games: bids on long suits and plays like a person in a hurry.

It is told nothing but the hand, yet looks at the seat's own tiles only; chance comes from the seed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from arena.play.notation.record import Stop
from arena.rules.bids import PASS, Bid, BidKind
from arena.rules.contracts import STRAIGHT, Aim, Call, Contract, Declaration
from arena.rules.hand import Action, Decision, Hand
from arena.rules.tiles import DOUBLES, TILES, Tile, tiles_in


@dataclass
class Player:
    """Plays all seats of a game.

    `boldness` is how weak a hand may be that is bid on, 0 to 1. `wishes` are what hand n is to be
    played as, a call or a kind of bid (None: as it comes), where that is legal; `stops` says why
    hand n ends after so many actions.
    """

    seed: str
    boldness: float = 0.4
    wishes: Sequence[Call | BidKind | None] = ()
    stops: Mapping[int, tuple[int, Stop]] = field(default_factory=dict)
    _hand: Hand | None = None
    _number: int = -1
    _actions: int = -1

    def __post_init__(self) -> None:
        self._random = Random(self.seed)

    def __call__(self, hand: Hand) -> Action | Stop:
        """Return what the seat to act does."""
        if hand is not self._hand:
            self._hand, self._actions = hand, -1
            self._number += 1
        self._actions += 1
        after, reason = self.stops.get(self._number, (-1, None))
        if reason is not None and after == self._actions:
            return reason
        match hand.decision:
            case Decision.BID:
                return self._bid(hand)
            case Decision.CALL_TRUMP:
                return self._call(hand)
        return play(hand)

    @property
    def _wish(self) -> Call | BidKind | None:
        return self.wishes[self._number] if self._number < len(self.wishes) else None

    def _bid(self, hand: Hand) -> Bid:
        legal = hand.legal_bids()
        quiet = PASS if PASS in legal else legal[0]
        wish = self._wish
        if isinstance(wish, BidKind):
            alone = wish is not BidKind.MARKS or hand.public.auction.high is None
            wished = [bid for bid in legal if bid.kind is wish and alone]
            return wished[0] if wished else quiet
        marks = [bid for bid in legal if bid.kind is BidKind.MARKS]
        if wish is not None and hand.options.contract(wish).declaration not in STRAIGHT:
            return marks[-1] if marks else quiet
        return self._bid_on_strength(hand, marks, quiet)

    def _bid_on_strength(self, hand: Hand, marks: Sequence[Bid], quiet: Bid) -> Bid:
        best = max(strength(hand, call) for call in hand.options.straight_calls)
        surplus = best - (1 - self.boldness) + 0.15 * (self._random.random() - 0.5)
        if surplus < 0:
            return quiet
        if surplus > 0.25 and marks:
            return marks[-1 if surplus > 0.4 else 0]
        points = [bid for bid in hand.legal_bids() if bid.kind is BidKind.POINTS]
        return points[0] if points else quiet

    def _call(self, hand: Hand) -> Call:
        legal = hand.legal_calls()
        if isinstance(self._wish, Call) and self._wish in legal:
            return self._wish
        special = [call for call in legal if hand.options.contract(call).aim is not Aim.THE_BID]
        if special and self._random.random() < 0.5:
            return special[-1]
        straight = [call for call in hand.options.straight_calls if call in legal]
        return max(straight, key=lambda call: (strength(hand, call), call))


def strength(hand: Hand, call: Call) -> float:
    """Return how good the seat's tiles are for a straight call, about 0 to 1."""
    assert hand.turn is not None
    held = hand.held[hand.turn]
    tiles = tiles_in(held)
    doubles = (held & DOUBLES).bit_count()
    contract = hand.options.contract(call)
    if contract.declaration is not Declaration.PIPS:
        return (0.8 * doubles + 0.2 * len(tiles) * (doubles > 2)) / len(tiles)
    trumps = [tile for tile in tiles if call - 1 in (tile.high, tile.low)]
    top = any(tile.is_double for tile in trumps)
    return (len(trumps) + 0.7 * top + 0.7 * (doubles - top)) / (len(tiles) + 1)


def play(hand: Hand) -> Tile:
    """Return a sensible tile for the seat to act."""
    public = hand.public
    legal = tiles_in(hand.legal_tiles)
    assert public.call is not None
    assert hand.turn is not None
    contract = hand.options.contract(public.call)
    side = hand.options.seating.side
    bidder = public.auction.bidder
    ducks = contract.aim is Aim.NO_TRICK and bidder is not None and side[bidder] == side[hand.turn]
    lying = len(public.plays) % hand.trick_size
    if not lying:
        return _lead(contract, legal, ducks)
    table = [TILES[tile] for tile in public.plays[-lying:]]
    power = contract.law.power[table[0]]
    best = max(power[tile] for tile in table)
    losing = [tile for tile in legal if power[tile] <= best]
    winning = [tile for tile in legal if power[tile] > best]
    if ducks:
        return max(losing or legal, key=lambda tile: (power[tile], tile.pips))
    last = lying == hand.trick_size - 1
    if winning and not _partner_has_it(hand, table, power):
        return (min if last else max)(winning, key=lambda tile: (power[tile], tile.count))
    friendly = _partner_has_it(hand, table, power)
    return max(
        losing or legal, key=lambda t: (t.count if friendly else -t.count, -power[t], -t.pips)
    )


def _lead(contract: Contract, legal: Sequence[Tile], ducks: bool) -> Tile:
    """Lead the strongest tile, or the weakest."""
    order = (min if ducks else max)(
        legal, key=lambda tile: (contract.law.power[tile][tile], -tile.count, tile)
    )
    return order


def _partner_has_it(hand: Hand, table: Sequence[Tile], power: Sequence[int]) -> bool:
    """Whether the tile that wins so far lies there for the seat's own side."""
    best = max(range(len(table)), key=lambda place: (power[table[place]], -place))
    order = hand.options.seating.order[hand.public.leaders[-1]]
    seats = [seat for seat in order if seat not in hand.public.sitting_out]
    side = hand.options.seating.side
    assert hand.turn is not None
    return side[seats[best]] == side[hand.turn]
