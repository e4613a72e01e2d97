"""A whole game as a value: who sat where, what was dealt, said and played, and no more than that.

All else follows from it by the rules: `replay` gives the states. How a record is written down
stands in `writing`, how it is read in `reading`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Final, NamedTuple

from arena.play.deals import check_seed, deal, first_draw
from arena.rules.bids import Bid
from arena.rules.contracts import Call
from arena.rules.deal import Deal
from arena.rules.game import Game
from arena.rules.hand import Action, Hand
from arena.rules.options import Options
from arena.rules.seats import seat_name
from arena.rules.shaker import FirstShaker, level_highest
from arena.rules.sheet import changes, options_from
from arena.rules.tiles import Tile

LONGEST_TEXT: Final = 200


def check_text(text: str) -> str:
    """Return a text that fits on a line of a record. Raises ValueError for any other."""
    if len(text) > LONGEST_TEXT:
        raise ValueError(f"a text has up to {LONGEST_TEXT} characters, not {len(text)}")
    if not text.isprintable() or text != " ".join(text.split()):
        raise ValueError(f"{text!r} is no plain text on one line, its words apart by one blank")
    return text


@dataclass(frozen=True)
class Forfeit:
    """A hand ended by the fault of a seat, with the reason in words (R34)."""

    seat: int
    why: str

    def __post_init__(self) -> None:
        _check_reason(self.why)


@dataclass(frozen=True)
class Void:
    """A hand ended without a score, with the reason in words."""

    why: str

    def __post_init__(self) -> None:
        _check_reason(self.why)


def _check_reason(why: str) -> None:
    if not check_text(why):
        raise ValueError("a hand isn't stopped without a reason in words")


Stop = Forfeit | Void
"""Why a hand wasn't played to its end."""


@dataclass(frozen=True)
class HandNotes:
    """One hand: the deal, and what was said and played, as far as it went.

    `call` is what was said, UNDECLARED too; `stop` is why the hand ended before its time. A hand
    without a result and without a stop was left unfinished.
    """

    deal: Deal
    bids: tuple[Bid, ...] = ()
    call: Call | None = None
    plays: tuple[Tile, ...] = ()
    stop: Stop | None = None

    @classmethod
    def of(cls, deal: Deal, actions: Iterable[Action], stop: Stop | None = None) -> HandNotes:
        """Return the notes of a hand in which these actions were taken, in this order."""
        done = list(actions)
        return cls(
            deal,
            tuple(action for action in done if isinstance(action, Bid)),
            next((action for action in done if isinstance(action, Call)), None),
            tuple(action for action in done if isinstance(action, Tile)),
            stop,
        )

    @property
    def actions(self) -> tuple[Action, ...]:
        """All that was said and played, in order."""
        return (*self.bids, *(() if self.call is None else (self.call,)), *self.plays)

    def replay(self, options: Options) -> Hand:
        """Return the hand as it then stood. Raises IllegalAction, ValueError for the deal."""
        hand = Hand(options, self.deal)
        for action in self.actions:
            hand.act(action)
        stop(hand, self.stop)
        return hand


def stop(hand: Hand, reason: Stop | None) -> None:
    """End a hand for a reason; None goes on. Raises WrongMoment when it has ended already."""
    match reason:
        case Forfeit(seat=seat):
            if seat not in range(hand.options.players):
                raise ValueError(f"seat {seat} can't forfeit: nobody sits there")
            hand.forfeit(seat)
        case Void():
            hand.void()


@dataclass(frozen=True)
class About:
    """What a game is called, where and when it was played: free words, each may be empty."""

    event: str = ""
    place: str = ""
    date: str = ""

    def __post_init__(self) -> None:
        for text in (self.event, self.place, self.date):
            check_text(text)


NOTHING_SAID: Final = About()
ABOUT: Final = tuple(field.name for field in fields(About))


class Replay(NamedTuple):
    """A game as it stood at the end of its record: each hand, and the totals after each."""

    game: Game
    hands: tuple[Hand, ...]
    totals: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class GameRecord:
    """A game, finished or not. Raises ValueError for one that the rules don't allow.

    `names` are those of the seats, all empty where nobody is named. `draws` are the rounds of the
    draw for the first shaker, each with one tile for every seat still in it. With a `deck` (the
    seed of the deals) hand n has its deal n, and the first shaker comes from it, too.
    """

    options: Options
    first_shaker: int
    hands: tuple[HandNotes, ...] = ()
    names: tuple[str, ...] = ()
    draws: tuple[tuple[Tile, ...], ...] = ()
    deck: str | None = None
    about: About = NOTHING_SAID

    def __post_init__(self) -> None:
        if not self.names:
            object.__setattr__(self, "names", ("",) * self.options.players)
        if options_from(self.options.preset, changes(self.options)) != self.options:
            raise ValueError("these rules can't be written down: an option lists a value twice")
        _check_names(self.names, self.options.players)
        _check_shaker(self)
        self.replay()

    @classmethod
    def parse(cls, text: str | bytes, file: str = "") -> GameRecord:
        """Read what `str` writes, or a person. Raises BadRecord, which names the line."""
        from arena.play.notation.reading import read  # it makes records, as this module does

        return read(text, file)

    def __str__(self) -> str:
        from arena.play.notation.writing import written

        return written(self)

    def replay(self) -> Replay:
        """Return the states to which the record leads."""
        game = Game(self.options, self.first_shaker)
        hands: list[Hand] = []
        totals: list[tuple[int, ...]] = []
        for number, notes in enumerate(self.hands):
            if hands and not hands[-1].over:
                raise ValueError(f"hand {number} wasn't finished, and another follows it")
            self._check_deal(number, notes.deal, game)
            hands.append(notes.replay(game.next_options))
            add_to(game, hands[-1])
            totals.append(game.totals)
        return Replay(game, tuple(hands), tuple(totals))

    def _check_deal(self, number: int, dealt: Deal, game: Game) -> None:
        if game.ending is not None:
            raise ValueError(f"the game ended with hand {number}, and another follows it")
        if dealt.shaker != game.shaker:
            raise ValueError(f"{seat_name(game.shaker)} shakes hand {number + 1}")
        if self.deck is not None and dealt != deal(self.deck, number, self.options, game.shaker):
            raise ValueError(f"hand {number + 1} isn't what the deck {self.deck} deals")


def _check_names(names: tuple[str, ...], players: int) -> None:
    if len(names) != players:
        raise ValueError(f"{len(names)} names were given for {players} seats")
    for name in names:
        check_text(name)


def _check_shaker(record: GameRecord) -> None:
    """Raise ValueError unless rules, draws and deck agree on who shakes first."""
    options, draws, first = record.options, record.draws, record.first_shaker
    if first not in range(options.players):
        raise ValueError(f"seat {first} can't shake: nobody sits there")
    if isinstance(options.first_shaker, int) and first != options.first_shaker:
        raise ValueError(f"by the rules {seat_name(options.first_shaker)} shakes first")
    if draws:
        if options.first_shaker is not FirstShaker.HIGH_DRAW:
            raise ValueError("tiles are drawn for the first shaker under high_draw only")
        drawing = list(range(options.players))
        for drawn in draws:
            if len(drawing) == 1 or len(set(drawn)) != len(drawing):
                tiles = " ".join(map(str, drawn))
                raise ValueError(f"{len(drawing)} seats draw one tile each, not {tiles}")
            drawing = level_highest(drawing, drawn)
        if drawing != [first]:
            raise ValueError(f"the draw is won by {' '.join(map(seat_name, drawing))}")
    if record.deck is not None and (first, draws) != first_draw(check_seed(record.deck), options):
        raise ValueError(f"the first shaker isn't the one of the deck {record.deck}")


def add_to(game: Game, hand: Hand) -> None:
    """Add a hand to its game, if it has ended."""
    if hand.result is not None:
        bidder = hand.public.auction.winner
        side = None if bidder is None else hand.options.seating.side[bidder]
        game.hand_ended(hand.result, side)
