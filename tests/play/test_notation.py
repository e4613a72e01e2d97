"""Records of games: the golden ones replay, what is written is read, and what is wrong is told."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.play.deals import first_draw
from arena.play.games import play_game
from arena.play.notation.lines import LONGEST_LINE, MOST_BYTES
from arena.play.notation.record import About, Forfeit, GameRecord, HandNotes, Stop, Void
from arena.play.notation.tricks import tricks_of
from arena.play.notation.words import SUFFIX, BadRecord
from arena.rules.bids import PASS, BidKind
from arena.rules.contracts import Call
from arena.rules.hand import Action, Hand
from arena.rules.options import Options
from arena.rules.presets import PRESETS, STANDARD
from arena.rules.scoring import Outcome
from arena.rules.tiles import Tile
from tests.records.golden import FOLDER, GAMES, file_of
from tests.rules.staging import EXAMPLE, random_options

GOLDEN = {name: file_of(name).read_text("utf-8") for name in GAMES}
RECORDS = {name: GameRecord.parse(text) for name, text in GOLDEN.items()}
BY_HAND = sorted(FOLDER.glob(f"by-hand/*{SUFFIX}"))

BASE = (FOLDER / "refused/base.42").read_text("utf-8")
"""A record with two hands, the second left in the auction."""


def complaint(text: str | bytes, file: str = "") -> str:
    """What is said of a record that can't be read."""
    with pytest.raises(BadRecord) as told:
        GameRecord.parse(text, file)
    return str(told.value)


def edited(old: str, new: str) -> str:
    """The base, changed in one place."""
    assert old in BASE
    return BASE.replace(old, new, 1)


# The golden games.


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_is_read_and_written_alike(name: str) -> None:
    """Its text is the canonical one, and what is read again is the same record."""
    assert GOLDEN[name] == str(RECORDS[name])
    assert RECORDS[name] == GameRecord.parse(GOLDEN[name].encode())


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_replays(name: str) -> None:
    """Every hand but an unfinished one comes to a result, and the totals are their sums."""
    replay = RECORDS[name].replay()
    ended = [hand for hand in replay.hands if hand.result is not None]

    assert len(ended) >= len(replay.hands) - 1
    assert replay.game.totals == replay.totals[-1]
    sides = range(len(replay.game.totals))
    awards = [hand.result.awards for hand in ended if hand.result is not None]
    assert [*replay.game.totals] == [sum(award[side] for award in awards) for side in sides]


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_file_is_what_its_program_plays(name: str) -> None:
    """`python -m tests.records.golden` would write the file as it is."""
    assert GOLDEN[name] == str(GAMES[name]())


def test_every_golden_file_has_its_program() -> None:
    """No file is left over from a game that isn't played any more."""
    assert sorted(file_of(name) for name in GAMES) == sorted(FOLDER.glob(f"*{SUFFIX}"))


def test_the_golden_games_are_small() -> None:
    """All of them together take less than 400 kB."""
    assert 400_000 > sum(map(len, GOLDEN.values()))


def hands() -> Iterator[tuple[HandNotes, Hand]]:
    """Every hand of the golden games, as noted and as replayed."""
    for record in RECORDS.values():
        yield from zip(record.hands, record.replay().hands, strict=True)


def test_the_golden_games_cover_the_rules() -> None:
    """Every preset, number of players, call, kind of bid, outcome, and forced hands."""
    records = RECORDS.values()

    assert set(PRESETS) == {record.options.preset for record in records}
    assert {2, 3, 4, 5, 6, 7} == {record.options.players for record in records}
    assert {2, 3, 4, 5, 6, 7} == {record.options.seating.sides for record in records}
    assert set(Call) == {notes.call for notes, _ in hands() if notes.call is not None}
    assert set(BidKind) == {bid.kind for notes, _ in hands() for bid in notes.bids}
    assert {*Outcome, None} == {
        None if hand.result is None else hand.result.outcome for _, hand in hands()
    }
    assert any(hand.public.auction.forced for _, hand in hands())


def test_the_golden_games_show_what_is_rare() -> None:
    """Nobody's fault and somebody's, a forced hand after a cap, sleep, rounds, losses, a redraw."""
    capped = RECORDS["thrown-in"].replay().hands[2]

    assert {Forfeit, Void, type(None)} == {type(notes.stop) for notes, _ in hands()}
    assert capped.public.auction.forced
    assert RECORDS["asleep"].options.tiles_asleep
    assert any(len(notes.bids) > 4 for notes in RECORDS["rounds"].hands)
    assert min(RECORDS["minus"].replay().game.totals) < 0
    assert any(len(record.draws) > 1 for record in RECORDS.values())
    assert any(len(hand.public.sitting_out) == 2 for _, hand in hands())
    assert any(hand.options.stacking.hides(bid) for notes, hand in hands() for bid in notes.bids)


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_that_is_cut_off_is_refused(name: str) -> None:
    """Wherever between two lines it is cut off, unless only the last result is lost."""
    lines = GOLDEN[name].splitlines(keepends=True)
    for end in Random(name).sample(range(len(lines) - 1), min(40, len(lines) - 1)):
        assert refusal("".join(lines[:end]))
    assert refusal("".join(lines[:-1])) or RECORDS[name] == GameRecord.parse("".join(lines[:-1]))


@pytest.mark.parametrize("name", ["calls", "players-2", "six-3x2", "forfeited-points", "rounds"])
def test_all_that_follows_may_be_left_out(name: str) -> None:
    """Without seats, numbers, winners and results the record is the same."""
    text = GOLDEN[name]
    left_out = r"^(?:result: (?!unfinished).*|asleep.*|hand \d+|shaker: [A-G])\n"
    text = re.sub(left_out, "", text, flags=re.M)
    text = text.replace("\n\n", "\nhand\n")
    text = re.sub(r"^(?:trick \d+): ([^;\n]*).*$", r"\1", text, flags=re.M)
    text = re.sub(r"^deal ", "", text, flags=re.M)
    text = re.sub(r"^(bids: |call: |(?=[A-G] \d-\d,))(.*)$", without_seats, text, flags=re.M)

    assert RECORDS[name] == GameRecord.parse(text)


def without_seats(line: re.Match[str]) -> str:
    """A line of bids, of a call or of a trick, the seats left out."""
    return line[1] + re.sub(r"(^|, )[A-G] ", " ", line[2])


@pytest.mark.parametrize("name", ["n42pa", "players-7", "forfeited"])
def test_with_a_deck_the_deals_may_be_left_out(name: str) -> None:
    """They follow from it, and the draws, too."""
    text = re.sub(r"^(?:deal|draw).*\n", "", GOLDEN[name], flags=re.M)

    assert RECORDS[name] == GameRecord.parse(text)


# As a person writes.


@pytest.mark.parametrize("path", BY_HAND, ids=lambda path: path.stem)
def test_what_a_person_writes_is_read(path: Path) -> None:
    """And means the same when it is written in full."""
    record = GameRecord.parse(path.read_bytes())

    assert record == GameRecord.parse(str(record))
    assert str(record) != path.read_text("utf-8")


def test_the_readme_shows_what_it_takes() -> None:
    """The least that makes a record, as in its file, what the arena writes for it, and the least
    with a hand that was broken off."""
    readme = (FOLDER / "README.md").read_text("utf-8")
    least, full, left = re.findall(r"```text\n(.*?)```", readme, re.S)

    assert (FOLDER / "by-hand/friday.42").read_text("utf-8") == least
    assert str(GameRecord.parse(least)) == full
    assert (FOLDER / "by-hand/broken-off.42").read_text("utf-8") == left
    assert not GameRecord.parse(left).replay().hands[0].over


@pytest.mark.parametrize(
    "text",
    [
        BASE.replace("\n", "\r\n"),
        BASE.replace("\n", "\r"),
        BASE.replace(" ", "\t"),
        BASE.replace(", ", "  "),
        "\ufeff" + BASE,
        "# a comment\n\n" + BASE.replace("\n\nhand", "  # and one more: this\n hand"),
        BASE.upper().replace("ANN", "Ann"),
        BASE.replace("6-4", "4-6").replace("C pass", "C P").replace("D 31", "d 31"),
        BASE.replace("total AC 1, BD 0", "total 1 0").replace("D wins 11", "D wins"),
        BASE.replace("shaker: A, high draw\n", "").rstrip(),
    ],
)
def test_it_may_be_written_in_other_ways(text: str) -> None:
    """Line ends, tabs, commas, capitals, comments and the like make no difference."""
    assert GameRecord.parse(BASE) == GameRecord.parse(text)
    assert GameRecord.parse(BASE) == GameRecord.parse(text.encode())


@pytest.mark.parametrize("dash", ["\u2010", "\u2011", "\u2012", "\u2013", "\u2212"])
def test_a_dash_may_stand_for_a_hyphen(dash: str) -> None:
    """In tiles, and for less than nothing."""
    assert RECORDS["minus"] == GameRecord.parse(GOLDEN["minus"].replace("-", dash))


def test_free_words_stay_as_they_are() -> None:
    """A colon, a semicolon and a number sign belong to them, and any script does."""
    text = edited("seat A: Ann", "event: Ann's: #1; 2nd\nseat A: Ánn # 1\nseat B: 四十二")
    reason = "forfeit: D, too late: #2; sorry\nresult: forfeited; total AC 2"
    text = text.replace("result: unfinished; total AC 1", reason)
    record = GameRecord.parse(text.replace("2 hands; total AC 1", "2 hands; total AC 2"))

    assert "Ann's: #1; 2nd" == record.about.event
    assert ("Ánn # 1", "四十二", "", "") == record.names
    assert Forfeit(3, "too late: #2; sorry") == record.hands[1].stop


def test_the_first_hand_may_say_who_shakes_first() -> None:
    """Where neither the header nor a draw does."""
    text = re.sub(r"^(?:draw|shaker: A,).*\n", "", BASE, flags=re.M)

    assert replace(GameRecord.parse(BASE), draws=()) == GameRecord.parse(text)


# Round trips.


class AtRandom:
    """Does anything legal, and sometimes stops a hand."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def __call__(self, hand: Hand) -> Action | Stop:
        """Return what the seat to act does."""
        random = self._random
        if random.random() < 0.005:
            return Forfeit(random.randrange(hand.options.players), "fell asleep; # really: yes")
        if random.random() < 0.003:
            return Void("the lights went out")
        legal = hand.legal_actions()
        return PASS if PASS in legal and random.random() < 0.6 else random.choice(legal)


def random_record(random: Random) -> GameRecord:
    """A game under rules drawn at random, its last hand cut off anywhere."""
    options = replace(random_options(random), preset=random.choice([*PRESETS]))
    names = tuple(f"Seat #{seat}" for seat in range(options.players))
    record = play_game(
        options,
        str(random.random()),
        AtRandom(random),
        names=random.choice((names, ())),
        most_hands=random.randrange(4),
        about=About("An evening", "at Ann's", "2026-01-01"),
    )
    if record.hands and random.random() < 0.6:
        last = record.hands[-1]
        done = last.actions[: random.randrange(len(last.actions) + 1)]
        record = replace(record, hands=(*record.hands[:-1], HandNotes.of(last.deal, done)))
    return replace(record, deck=None) if random.random() < 0.5 else record


@given(st.randoms(use_true_random=False).map(random_record))
@settings(max_examples=60)
def test_what_is_written_is_read(record: GameRecord) -> None:
    """Under any rules, wherever the game stands, and what is read is written alike."""
    text = str(record)

    assert record == GameRecord.parse(text)
    assert text == str(GameRecord.parse(text.encode(), "some.42"))


WORDS = [
    "A", "B", "D", "G", "pass", "30", "42", "84", "1 mark", "plunge 4", "6-4", "0-0", "7-1", "-",
    "fours", "sevens", "undeclared", "hand", "trick", "result", ";", ":", ",", "#", "unfinished",
    "made", "-1", "999999999999", "wins", "", "²", "\x00", "\u2028", "total", "rules", "true",
]  # fmt: skip


@given(st.sampled_from([*GAMES]), st.integers(0), st.sampled_from(WORDS), st.booleans())
@settings(max_examples=250)
def test_one_word_changed_is_refused_or_legal(
    name: str, place: int, word: str, instead: bool
) -> None:
    """A golden game with one word changed is refused with its line, or is a legal record."""
    text = GOLDEN[name][:6000]
    words = re.split(r"(\s+|[,;:])", text)
    place %= len(words)
    words[place : place + instead] = [word]
    changed = "".join(words)
    why = refusal(changed)
    if why is None:
        record = GameRecord.parse(changed)
        assert record == GameRecord.parse(str(record))
    else:
        assert 1 <= why.line <= changed.count("\n") + 2
        assert f"line {why.line}: {why.found}, but {why.right}" == str(why)
        assert "\n" not in str(why)


def refusal(text: str) -> BadRecord | None:
    """Why a text is no record; None for one that is."""
    try:
        GameRecord.parse(text)
    except BadRecord as why:
        return why
    return None


@given(st.binary(max_size=400), st.booleans())
def test_any_bytes_are_refused_in_words(content: bytes, begins_well: bool) -> None:
    """With nothing but the one exception."""
    text = b"Texas 42 game\nshaker: A\nhand\n" + content if begins_well else content

    assert complaint(text, "a.42").startswith("a.42, line ")


# What is wrong is told.

REFUSED = FOLDER / "refused"


def refused() -> Iterator[tuple[str, str]]:
    """Each change to the base that makes it wrong, and what is said then."""
    text = (REFUSED / "cases.txt").read_text("utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    yield from zip(lines[::2], lines[1::2], strict=True)


@pytest.mark.parametrize(("change", "expected"), [*refused()])
def test_what_is_wrong_is_told(change: str, expected: str) -> None:
    """With the line, what stands there, and what would have been right."""
    old, new = (part.encode().decode("unicode_escape") for part in change.split(" -> "))

    assert expected == complaint(edited(old, new))


def test_hands_are_counted_in_words() -> None:
    """One is told, several are."""
    text = (FOLDER / "by-hand/friday.42").read_text("utf-8")

    assert "line 3: 3 Hands, but 1 is told below" == complaint(
        text.replace("unfinished", "unfinished; 3 Hands")
    )


def test_what_would_be_broken_off_says_how() -> None:
    """Where only the header tells that the game is unfinished, and where it tells nothing."""
    text = (FOLDER / "by-hand/broken-off.42").read_text("utf-8")
    game, hand = re.findall(r"^result: .*\n", text, re.M)
    text = text.removesuffix(hand)
    advice = 'If play stopped here, add the line "result: unfinished" under the hand'

    assert complaint(text).endswith(f"{advice} (the one in line 3 is the game's)")
    assert complaint(text.replace(game, "")).endswith(advice)


@pytest.mark.parametrize(
    ("word", "right"),
    [
        ("Dan", "seats go by letter: Dan Smith is D"),
        ("dan smith", "seats go by letter: Dan Smith is D"),
        ("Ann", "the seats of this game are A to D"),
        ("Smi", "the seats of this game are A to D"),
        ("", "the seats of this game are A to D"),
    ],
)
def test_a_name_is_no_seat(word: str, right: str) -> None:
    """But one that a single seat bears is told its letter."""
    text = re.sub(r"^(?:draw|shaker: A,).*\n", "", BASE, flags=re.M)
    text = text.replace("seat A: Ann", "seat A: Ann\nseat B: Ann\nseat D: Dan Smith")

    assert f"line 9: {word!r} for a seat, but {right}" == complaint(
        text.replace("shaker: A", f"shaker: {word}", 1)
    )


def test_a_complaint_names_the_file() -> None:
    """And carries each of its parts."""
    with pytest.raises(BadRecord) as told:
        GameRecord.parse(edited("C 4-2", "C 6-3"), "evening.42")
    why = told.value

    assert ("evening.42", 17, "C plays 6-3") == (why.file, why.line, why.found)
    assert "trumps were led and C can follow; legal: 5-4 4-4 4-2 4-1" == why.right
    assert str(why).startswith("evening.42, line 17: C plays 6-3, but trumps were led")


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "nothing, but a record begins with the line 'Texas 42 game, version 1'"),
        (b"# x\n\n", "nothing, but a record begins with the line 'Texas 42 game, version 1'"),
        (b"\xff\xfeT\x00e\x00", "text in UTF-16, but a record is written in UTF-8"),
        (
            b"\x89PNG\r\n\x1a\n",
            "'\\ufffdPNG', but a record of a game of Texas 42 begins with the line 'Texas 42 game, "
            "version 1'",
        ),
        (b"x" * (MOST_BYTES + 1), "2,000,001 bytes, but a record has up to 2,000,000"),
    ],
)
def test_what_is_no_record_is_told_apart(content: bytes, expected: str) -> None:
    """Another file, or none at all."""
    assert f"line 1: {expected}" == complaint(content)


def test_lines_and_letters_have_their_bounds() -> None:
    """A huge line and another encoding are refused where they stand."""
    huge = edited("bids: C", "x" * (LONGEST_LINE + 1))
    latin = edited("Ann", "André").encode("latin-1")

    assert "line 27: 1,012 characters, but a line has up to 1000" == complaint(huge)
    assert "line 3: the byte 0xe9, but a record is written in UTF-8" == complaint(latin)


def test_a_game_that_is_over_has_no_further_hand() -> None:
    """The line where it begins is named."""
    text = GOLDEN["standard"]
    hands = len(RECORDS["standard"].hands)

    assert complaint(f"{text}\nhand {hands + 1}\n").endswith(
        f"hand {hands + 1} begins, but the game ended with hand {hands}"
    )


def test_a_tile_that_is_out_of_the_set_is_not_dealt() -> None:
    """With three players 1-0 is taken out."""
    text = re.sub(r"^deck.*\n", "", GOLDEN["players-3"], flags=re.M)
    dealt = re.search(r"^deal A: (\S+)", text, re.M)
    assert dealt is not None

    assert complaint(text.replace(dealt[0], "deal A: 1-0", 1)).endswith(
        "1-0 is dealt to A, but it is out of the set with 3 players"
    )


def test_a_deal_that_is_not_the_deck_s_is_refused() -> None:
    """Even if it is a deal."""
    text = GOLDEN["standard"]
    ours, theirs = re.findall(r"^deal [AB]: (.*)$", text, re.M)[:2]
    swapped = text.replace(theirs, "theirs", 1).replace(ours, theirs, 1).replace("theirs", ours, 1)

    assert complaint(swapped).endswith(f"{theirs} for A, but the deck deals {ours}")


def test_a_seat_that_sits_out_plays_nothing() -> None:
    """Under nello the partner is told so."""
    text = re.search(r"^.*?call: (\w) nello own\n", GOLDEN["calls"], re.S | re.M)
    trick = re.search(r"call: \w nello own\n(trick 1: \S+ \S+ )(\w)", GOLDEN["calls"])
    assert text is not None
    assert trick is not None
    out = "CDAB"["ABCD".index(text[1])]

    assert f"but {out} sits out; {trick[2]} is to play; legal: " in complaint(
        f"{text[0]}{trick[1]}{out} 0-0\n"
    )


def test_trumps_by_the_first_lead_are_checked() -> None:
    """What stands behind `undeclared` is what was led."""
    text = GOLDEN["calls"]
    told = re.search(r"undeclared; (\w+)", text)
    assert told is not None
    other = "blanks" if told[1] != "blanks" else "ones"

    assert complaint(text.replace(told[0], f"undeclared; {other}")).endswith(
        f"{other} by the first lead, but it makes {told[1]} trumps"
    )


# Records as values.


def test_a_record_is_legal_or_is_none() -> None:
    """What the rules don't allow isn't made to a record."""
    record = RECORDS["standard"]
    hand = record.hands[0]

    for changes in (
        {"first_shaker": (record.first_shaker + 1) % 4},
        {"first_shaker": 9},
        {"names": ("Ann",)},
        {"names": ("Ann", "Bob", "two  blanks", "")},
        {"deck": "another"},
        {"draws": ()},
        {"hands": (*record.hands, hand)},
        {"hands": (replace(hand, bids=(PASS,)), *record.hands[1:])},
        {"hands": (replace(hand, plays=hand.plays[::-1]), *record.hands[1:])},
        {"options": replace(STANDARD, preset="mine")},
    ):
        with pytest.raises(ValueError, match=r"."):
            replace(record, **changes)


def test_a_reason_is_given_in_words() -> None:
    """On one line, and not left out."""
    for reason in ("", "two\nlines", " blank", "x" * 201):
        with pytest.raises(ValueError, match=r"."):
            Forfeit(0, reason)
        with pytest.raises(ValueError, match=r"."):
            Void(reason)


def test_a_record_speaks_of_what_was_said() -> None:
    """Notes made of actions give the same actions back."""
    for notes, _ in hands():
        assert notes == HandNotes.of(notes.deal, notes.actions, notes.stop)


def test_the_tricks_of_a_hand_are_told() -> None:
    """H01: who played, who won it, for how much; the one on the table has no winner."""
    text = (FOLDER / "by-hand/friday.42").read_text("utf-8").replace("5-2 5-5 5-1 5-0\n", "")
    hand = GameRecord.parse(text + "5-2 5-5\nresult: unfinished\n").replay().hands[0]
    first, second = tricks_of(hand)

    assert ((0, 1, 2, 3), 2, 11) == (first.seats, first.winner, first.points)
    assert ((2, 3), None, 0) == (second.seats, second.winner, second.points)
    assert (Tile.of(5, 2), Tile.of(5, 5)) == second.tiles


def test_a_game_is_played_from_its_deck() -> None:
    """The first shaker is the deck's, and hand n has its deal n, whatever is thrown in."""
    options = replace(STANDARD, reshake_cap=1)
    record = play_game(options, "deck", AtRandom(Random(1)), most_hands=5)

    assert first_draw("deck", options) == (record.first_shaker, record.draws)
    assert 5 == len(record.hands)
    assert record == GameRecord.parse(str(record))


def test_a_fault_in_the_middle_of_an_auction_is_replayed() -> None:
    """The marks of the bid so far go to the other side."""
    notes = HandNotes(EXAMPLE, (), None, (), Forfeit(1, "left"))
    record = GameRecord(STANDARD, 0, (notes,))

    assert (1, 0) == record.replay().game.totals


def test_options_are_written_as_far_as_they_differ() -> None:
    """And no further: a preset has no line but its name."""
    text = str(GameRecord(replace(PRESETS["n42pa"], target=3, max_marks=5), 0))

    assert ["rules: n42pa", "max_marks: 5", "target: 3"] == text.splitlines()[1:4]
    assert isinstance(GameRecord.parse(text).options, Options)
