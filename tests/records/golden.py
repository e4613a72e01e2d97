"""The golden games: how each is played. Run as a program it writes their files anew:

.venv/bin/python -m tests.records.golden
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from arena.play.games import play_game
from arena.play.notation.record import About, Forfeit, GameRecord, HandNotes, Stop, Void
from arena.play.notation.words import SUFFIX
from arena.rules.bids import BidKind
from arena.rules.contracts import Call
from arena.rules.options import Options
from arena.rules.presets import PRESETS
from arena.rules.sheet import options_from
from tests.records.player import Player

FOLDER: Final = Path(__file__).parent
NAMES: Final = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus")

WISHES: Final = {"n42pa": (None, None, None, BidKind.MARKS), "sheet_gl": (None, BidKind.MARKS)}
"""Where tricks of mark bids are turned down, some hand shows it."""

ALL_CALLS: Final = {
    "follow_me_doubles": "declarer",
    "undeclared_trump": "first_lead_high_end",
    "nello": "open",
    "nello_doubles": "declarer",
    "nello_declarer_modes": ["own", "high", "low", "own_inverted"],
    "sevens": "open",
    "plunge": True,
    "splash": True,
}
"""What it takes that everything may be called and bid."""


def played(
    name: str, options: Options, player: Player, most_hands: int | None = None
) -> GameRecord:
    """A game from the deck of its name."""
    return play_game(
        options,
        name,
        player,
        names=NAMES[: options.players],
        most_hands=most_hands,
        about=About(event="Golden games"),
    )


def of_preset(name: str) -> GameRecord:
    """A whole game by a preset."""
    return played(name, PRESETS[name], Player(name, wishes=WISHES.get(name, ())))


def of_players(players: int) -> GameRecord:
    """A whole game of `sheet_gl` for so many players."""
    name = f"players-{players}"
    boldness = 0.35 if players < 4 else 0.2
    return played(name, PRESETS["sheet_gl"].for_players(players), Player(name, boldness))


def four_alone() -> GameRecord:
    """Four players, each alone."""
    options = options_from("sheet_gl", {"teams": "solo", "target": 5})
    return played("four-alone", options, Player("four-alone", 0.3))


def calls() -> GameRecord:
    """Every call there is, and bids of every kind, one hand each."""
    options = options_from("texas_house", ALL_CALLS | {"target": 60})
    wishes: list[Call | BidKind] = [*Call, *[BidKind.PLUNGE, BidKind.SPLASH] * 4]
    return played("calls", options, Player("calls", wishes=wishes), most_hands=len(wishes))


def six(teams: str) -> GameRecord:
    """Six players on two or on three sides, with all that partners do."""
    values = ALL_CALLS | {
        "players": 6, "player_counts": [6], "teams": teams, "min_bid": 20, "plunge_doubles": 2,
        "splash_doubles": 2, "plunge_marks": 2, "splash_marks": 2, "target": 15,
    }  # fmt: skip
    wishes: list[Call | BidKind] = [
        BidKind.PLUNGE,
        Call.NELLO_OWN,
        Call.FIVES,
        BidKind.SPLASH,
        Call.NELLO_HIGH,
    ]
    return played(f"six-{teams}", options_from("texas_house", values), Player(teams, 0.3, wishes))


def thrown_in() -> GameRecord:
    """Nobody dares to bid: after two hands in a row the third is forced."""
    options = options_from("standard", {"reshake_cap": 2, "target": 2})
    return played("thrown-in", options, Player("thrown-in", boldness=0.0))


def forfeited(name: str, scoring: dict[str, object]) -> GameRecord:
    """Hands that end by a fault, at every stage and by either side, and one that is void."""
    stops: dict[int, tuple[int, Stop]] = {
        0: (2, Forfeit(1, "timeout: no bid within 2 s")),
        1: (4, Forfeit(0, "illegal action: called tens; it's no call # nor ever was")),
        2: (9, Forfeit(2, "played out of turn")),
        3: (11, Forfeit(3, "disconnected")),
        4: (7, Void("the lights went out")),
    }
    options = options_from("texas_house", scoring)
    return played(name, options, Player(name, 0.45, stops=stops))


def unfinished() -> GameRecord:
    """A game that was left in the middle of a trick."""
    record = played("unfinished", PRESETS["standard"], Player("unfinished", 0.5), most_hands=3)
    last = record.hands[-1]
    left = HandNotes.of(last.deal, last.actions[:11])
    return replace(record, hands=(*record.hands[:-1], left))


def rounds() -> GameRecord:
    """Bidding goes on until all but one have passed."""
    values = {"bid_rounds": "until_passed", "max_marks": 3, "target": 3, "first_shaker": "C"}
    return played("rounds", options_from("standard", values), Player("rounds", 0.5))


def asleep() -> GameRecord:
    """Five tiles each: eight lie unseen in every hand."""
    values = {
        "hand_size": 5, "leftover": "sleep_random", "early_end": False, "min_bid": 15, "target": 3,
        "forced_sweep_bonus": True, "all_pass": "forced",
    }  # fmt: skip
    return played("asleep", options_from("standard", values), Player("asleep", 0.3))


def minus() -> GameRecord:
    """Three players, each alone: whoever is set loses the stake."""
    values = {"players": 3, "solo_set_award": "bidder_minus", "min_bid": 20, "nello": "open"}
    return played("minus", options_from("sheet_gl", values), Player("minus", 0.2), most_hands=12)


GAMES: Final[dict[str, Callable[[], GameRecord]]] = {
    **{name: partial(of_preset, name) for name in PRESETS},
    **{f"players-{players}": partial(of_players, players) for players in range(2, 8)},
    **{f"six-{teams}": partial(six, teams) for teams in ("2x3", "3x2")},
    "four-alone": four_alone,
    "calls": calls,
    "thrown-in": thrown_in,
    "forfeited": partial(forfeited, "forfeited", {"target": 3}),
    "forfeited-points": partial(
        forfeited, "forfeited-points", {"scoring": "points", "target": 200, "early_end": False}
    ),
    "unfinished": unfinished,
    "rounds": rounds,
    "asleep": asleep,
    "minus": minus,
}
"""The golden games by name; each is kept in the file of its name."""


def file_of(name: str) -> Path:
    """Where a golden game is kept."""
    return FOLDER / f"{name}{SUFFIX}"


def main() -> None:
    """Write all files anew."""
    for name, game in GAMES.items():
        file_of(name).write_text(str(game()), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
