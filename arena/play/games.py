"""Games as they go: the tricks of a hand, and a game played from a deck to its record."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from arena.play.deals import deal, first_draw
from arena.play.notation.record import (
    NOTHING_SAID,
    About,
    GameRecord,
    HandNotes,
    Stop,
    add_to,
    stop,
)
from arena.rules.game import Game
from arena.rules.hand import Action, Hand
from arena.rules.options import Options
from arena.rules.tiles import ALL_TILES, TILES, Tile
from arena.rules.tricks import trick_points, winner


class Trick(NamedTuple):
    """A trick: who played what, in order, who won it and what it was worth (None and 0 while it
    lies unfinished)."""

    seats: tuple[int, ...]
    tiles: tuple[Tile, ...]
    winner: int | None
    points: int


def tricks_of(hand: Hand) -> tuple[Trick, ...]:
    """Return the tricks of a hand so far, the one on the table last if a tile lies there."""
    public, size = hand.public, hand.trick_size
    plays = tuple(TILES[tile] for tile in public.plays)
    starts = range(0, len(plays), size)
    return tuple(
        _trick(hand, leader, plays[start : start + size])
        for leader, start in zip(public.leaders, starts, strict=False)
    )


def _trick(hand: Hand, leader: int, tiles: tuple[Tile, ...]) -> Trick:
    assert hand.public.call is not None
    order = hand.options.seating.order[leader]
    seats = tuple(seat for seat in order if seat not in hand.public.sitting_out)[: len(tiles)]
    if len(tiles) < hand.trick_size:
        return Trick(seats, tiles, None, 0)
    law = hand.options.contract(hand.public.call).law
    return Trick(seats, tiles, seats[winner(law, tiles)], trick_points(tiles))


def asleep(hand: Hand) -> int:
    """Return the set of tiles that were dealt to nobody and weren't taken out of the set (C13)."""
    return ALL_TILES & ~(sum(hand.deal.hands) | hand.options.removed)


# A game that is played.

Choose = Callable[[Hand], Action | Stop]
"""What the seat to act does in a hand, or why the hand stops here."""


def play_game(
    options: Options,
    deck: str,
    choose: Choose,
    *,
    names: tuple[str, ...] = (),
    most_hands: int | None = None,
    about: About = NOTHING_SAID,
) -> GameRecord:
    """Play a game with the deals of a deck, to its end or for `most_hands` hands.

    Hand n, from 0, has deal n of the deck, thrown-in hands too (C1). Raises IllegalAction for what
    `choose` may not do.
    """
    draw = first_draw(deck, options)
    game = Game(options, draw.shaker)
    hands: list[HandNotes] = []
    while game.ending is None and len(hands) != most_hands:
        hand = Hand(game.next_options, deal(deck, len(hands), options, game.shaker))
        hands.append(_play(hand, choose))
        add_to(game, hand)
    return GameRecord(options, draw.shaker, tuple(hands), names, draw.rounds, deck, about)


def _play(hand: Hand, choose: Choose) -> HandNotes:
    done: list[Action] = []
    while not hand.over:
        chosen = choose(hand)
        if isinstance(chosen, Stop):
            stop(hand, chosen)
            return HandNotes.of(hand.deal, done, chosen)
        hand.act(chosen)
        done.append(chosen)
    return HandNotes.of(hand.deal, done)
