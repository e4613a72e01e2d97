"""A whole game, played from a deck to its record."""

from __future__ import annotations

from collections.abc import Callable

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
