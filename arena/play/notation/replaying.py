"""One hand of a record, replayed line by line: each thing said is done, or refused with the reason.

What a person may leave out (who bids, who leads, who wins, what comes of it) follows from the rules
and is checked where it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from arena.play.deals import deal
from arena.play.notation.lines import (
    Line,
    call_in,
    check_amounts,
    guess,
    is_seat,
    number_in,
    placed,
    seat_in,
    sections_of,
    shortened,
    tells_tiles,
    tile_in,
    tiles_in_line,
    untagged,
    words_of,
)  # fmt: skip
from arena.play.notation.record import Forfeit, HandNotes, Stop, Void, add_to, stop
from arena.play.notation.refusals import doing, due, why_not
from arena.play.notation.tricks import asleep, tricks_of
from arena.play.notation.words import UNFINISHED, outcome_of, trumps_led
from arena.rules.bids import Bid
from arena.rules.contracts import Call
from arena.rules.deal import Deal
from arena.rules.game import Game
from arena.rules.hand import Action, Decision, Hand
from arena.rules.illegal import IllegalAction
from arena.rules.seats import seat_name
from arena.rules.tiles import say
from arena.rules.tricks import trick_points

_OUTCOMES: Final = {"thrown-in": "thrown in", "forfeit": "forfeited", "voided": "void"}
"""Other words for how a hand ended."""
_TAGS: Final = (
    "shaker", "deal A", "asleep", "bids", "call", "trick 1", "forfeit", "void", "result",
)  # fmt: skip


class HandReader:
    """Reads the lines of one hand; `finish` gives its notes and adds it to its game."""

    def __init__(self, game: Game, index: int, deck: str | None, names: Sequence[str]) -> None:
        self._game = game
        self._options = game.next_options
        self._seats = self._options.players
        self._index = index
        self._deck = deck
        self._names = names
        self._dealt: dict[int, tuple[Line, int]] = {}
        self._hand: Hand | None = None
        self._done: list[Action] = []
        self._stop: Stop | None = None
        self._told_trumps: tuple[Line, Call] | None = None
        self._told_result: Line | None = None

    def take(self, line: Line) -> None:
        """Read a line of this hand. Raises BadRecord."""
        if self._told_result is not None:
            raise line.wrong(str(line), f"the result ended hand {self._index + 1} above it")
        word, rest = line.tag.partition(" ")[0], line.written.partition(" ")[2]
        known: dict[str, Callable[[Line, str], None]] = {
            "shaker": self._shaker, "deal": self._deal, "asleep": self._asleep,
            "bids": self._bids, "bid": self._bids, "call": self._call, "trick": self._trick,
            "forfeit": self._forfeit, "void": self._void, "result": self._result,
        }  # fmt: skip
        if word in known and (not rest or word in ("deal", "trick")):
            known[word](line, rest)
        elif is_seat(line.tag):
            self._deal(line, line.written)
        elif number_in(line.tag) is not None or (not line.tag and tells_tiles(line)):
            self._trick(line, line.tag)
        elif not line.tag:
            right = f"it is neither a tag ({', '.join(_TAGS)}) nor tiles, such as 6-4"
            raise untagged(line, _TAGS, right)
        else:
            near = guess(word, [tag.partition(" ")[0] for tag in _TAGS])
            right = f"a hand is told by {', '.join(_TAGS[:-1])} and {_TAGS[-1]}{near}"
            raise line.wrong(f"the tag {shortened(line.written)}", right)

    def finish(self, after: Line, left_in: int | None) -> HandNotes:
        """Return the hand as noted, `after` being the line behind it, and `left_in` the line that
        says that the game is unfinished. Raises BadRecord."""
        hand = self._in_play(after)
        if self._told_trumps is not None:
            raise self._told_trumps[0].wrong("trumps by the first lead", "nothing was led")
        if not hand.over and self._told_result is None:
            right = f"hand {self._index + 1} isn't over: {due(hand)}"
            if not str(after):  # another hand can't follow one that was left
                missing = f'the line "result: {UNFINISHED}" under the hand'
                right += f". If play stopped here, add {missing}"
                right += "" if left_in is None else f" (the one in line {left_in} is the game's)"
            raise after.wrong(str(after) or "the file ends", right)
        if self._told_result is None:
            add_to(self._game, hand)
        return HandNotes.of(hand.deal, self._done, self._stop)

    # The deal.

    def _shaker(self, line: Line, _: str) -> None:
        seat = seat_in(line, line.value, self._seats, self._names)
        if seat != self._game.shaker:
            right = f"{seat_name(self._game.shaker)} shakes hand {self._index + 1}"
            raise line.wrong(f"shaker {seat_name(seat)}", right)

    def _deal(self, line: Line, letter: str) -> None:
        seat = seat_in(line, letter, self._seats)
        name, tiles = seat_name(seat), tiles_in_line(line)
        if self._hand is not None or seat in self._dealt:
            raise line.wrong(f"deal {name}", "these tiles were dealt already")
        if tiles.bit_count() != self._options.tiles_per_seat:
            right = f"each seat is dealt {self._options.tiles_per_seat}"
            raise line.wrong(f"{tiles.bit_count()} tiles for {name}", right)
        if out := tiles & self._options.removed:
            right = f"it is out of the set with {self._seats} players"
            raise line.wrong(f"{say(out)} is dealt to {name}", right)
        for other, (above, theirs) in self._dealt.items():
            if both := tiles & theirs:
                right = f"{seat_name(other)} was dealt it in line {above.number}"
                raise line.wrong(f"{say(both)} is dealt to {name}", right)
        self._dealt[seat] = line, tiles

    def _in_play(self, line: Line) -> Hand:
        """Return the hand, which is dealt by now."""
        if self._hand is None:
            self._hand = Hand(self._options, self._whole_deal(line))
        return self._hand

    def _whole_deal(self, line: Line) -> Deal:
        by_deck = None
        if self._deck is not None:
            by_deck = deal(self._deck, self._index, self._options, self._game.shaker)
            for seat, (dealt, tiles) in self._dealt.items():
                if tiles != by_deck.hands[seat]:
                    found = f"{say(tiles)} for {seat_name(seat)}"
                    raise dealt.wrong(found, f"the deck deals {say(by_deck.hands[seat])}")
            return by_deck
        for seat in range(self._seats):
            if seat not in self._dealt:
                missing = f"deal {seat_name(seat)}"
                raise line.wrong(str(line) or "the file ends", f"{missing} has to come before it")
        return Deal(self._game.shaker, tuple(self._dealt[seat][1] for seat in range(self._seats)))

    def _asleep(self, line: Line, _: str) -> None:
        tiles, sleeping = tiles_in_line(line), asleep(self._in_play(line))
        if tiles != sleeping:
            right = f"asleep are all that weren't dealt: {say(sleeping)}"
            raise line.wrong(f"asleep {shortened(line.value)}", right)

    # What is said and played.

    def _bids(self, line: Line, _: str) -> None:
        words = words_of(line.value)
        while words:
            seat = seat_in(line, words.pop(0), self._seats) if is_seat(words[0]) else None
            first, second = [*(word.lower() for word in words[:2]), "", ""][:2]
            length = 1 + (first in ("plunge", "splash") or second in ("mark", "marks"))
            said, words = " ".join(words[:length]), words[length:]
            try:
                bid = Bid.parse(said)
            except ValueError as why:
                raise line.wrong(f"the bid {shortened(said)!r}", str(why)) from None
            self._act(line, seat, bid)

    def _call(self, line: Line, _: str) -> None:
        told, others = sections_of(line.value)
        words = words_of(told)
        seat = seat_in(line, words.pop(0), self._seats) if words and is_seat(words[0]) else None
        call = call_in(line, " ".join(words))
        self._act(line, seat, call)
        if others:
            if call is not Call.UNDECLARED or len(others) > 1:
                raise line.wrong(f"; {shortened(others[0])}", "a call is all there is to say")
            self._told_trumps = line, call_in(line, others[0])

    def _trick(self, line: Line, number: str) -> None:
        hand = self._in_play(line)
        told, others = sections_of(line.value)
        plays = placed(line, words_of(told), self._seats)
        if not plays:
            raise line.wrong("no tile", "a trick is told by its tiles")
        tiles = [tile_in(line, word) for _, word in plays]
        if hand.decision is not Decision.PLAY:
            raise line.wrong(f"a trick is played ({shortened(told)})", due(hand))
        self._check_place(line, number, len(tiles))
        for (seat, _), tile in zip(plays, tiles, strict=True):
            self._act(line, seat, tile)
            self._check_trumps()
        for section in others:
            self._check_winner(line, section)

    def _check_place(self, line: Line, number: str, tiles: int) -> None:
        """See that a line of this many tiles is a trick of its own, with the right number."""
        hand = self._in_play(line)
        size, tricks = hand.trick_size, len(hand.public.leaders)
        if len(hand.public.plays) % size:
            lying = len(hand.public.plays) % size
            raise line.wrong(
                "another trick", f"trick {tricks} has {lying} of its {size} tiles: {due(hand)}"
            )
        if number and number_in(number) != tricks:
            raise line.wrong(f"trick {shortened(number)}", f"this is trick {tricks}")
        if tiles > size:
            raise line.wrong(f"{tiles} tiles", f"a trick of this hand has {size}")

    def _check_trumps(self) -> None:
        if self._told_trumps is None:
            return
        line, told = self._told_trumps
        led = trumps_led(self._in_play(line))
        self._told_trumps = None
        if led is not told:
            raise line.wrong(f"{told} by the first lead", f"it makes {led} trumps")

    def _check_winner(self, line: Line, section: str) -> None:
        trick = tricks_of(self._in_play(line))[-1]
        words, lowered = words_of(section), words_of(section.lower())
        if trick.winner is None:
            raise line.wrong(shortened(section), "the trick isn't complete")
        points = str(trick_points(trick.tiles))
        right = f"{seat_name(trick.winner)} wins {points}"
        winner = seat_in(line, words[0], self._seats) if words and is_seat(words[0]) else None
        if winner is None or lowered[1:2] not in (["wins"], []) or len(words) > 3:
            raise line.wrong(
                shortened(section) or "nothing", f"a trick ends with who wins it: {right}"
            )
        if winner != trick.winner or words[2:] not in ([], [points]):
            best = trick.tiles[trick.seats.index(trick.winner)]
            told = " ".join((seat_name(winner), *words[1:]))
            raise line.wrong(told, f"{right} with {best}")

    def _act(self, line: Line, seat: int | None, action: Action) -> None:
        hand = self._in_play(line)
        who = hand.turn
        told = f"{seat_name(who if seat is None else seat)} " if who is not None else ""
        told += doing(action)
        if seat not in (None, who) or who is None:
            raise line.wrong(told, due(hand, seat))
        try:
            hand.act(action)
        except IllegalAction:
            raise line.wrong(told, why_not(hand, action)) from None
        self._done.append(action)

    # How it ends.

    def _forfeit(self, line: Line, _: str) -> None:
        word, _, why = line.value.partition(" ")
        seat = seat_in(line, word.rstrip(","), self._seats, self._names)
        self._end(line, f"{seat_name(seat)} forfeits", lambda: Forfeit(seat, why.lstrip(", ")))

    def _void(self, line: Line, _: str) -> None:
        self._end(line, "the hand is void", lambda: Void(line.value))

    def _end(self, line: Line, what: str, reason: Callable[[], Stop]) -> None:
        hand = self._in_play(line)
        if hand.over:
            raise line.wrong(what, due(hand))
        try:
            self._stop = reason()
        except ValueError as why:
            raise line.wrong(what, str(why)) from None
        stop(hand, self._stop)

    def _result(self, line: Line, _: str) -> None:
        hand = self._in_play(line)
        told, others = sections_of(line.value)
        lowered = told.lower()
        if _OUTCOMES.get(lowered, lowered) != outcome_of(hand):
            over = hand.over
            right = f"it is {outcome_of(hand)}" if over else f"the hand isn't over: {due(hand)}"
            raise line.wrong(f"the result {shortened(told)!r}", right)
        self._told_result = line
        add_to(self._game, hand)
        amounts = {
            "taken": tuple(hand.public.taken),
            "awarded": (0,) * len(hand.public.taken) if hand.result is None else hand.result.awards,
            "total": self._game.totals,
        }
        for section in others:
            word, *words = words_of(section) or [""]
            if word.lower() not in amounts:
                known = "an outcome, then what was taken, awarded and the total"
                raise line.wrong(shortened(section) or "an empty part", f"a result is {known}")
            check_amounts(line, word.lower(), words, hand.options.seating, amounts[word.lower()])
