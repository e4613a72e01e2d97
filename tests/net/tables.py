"""Tables under many rules: every preset at every number of players, and options that no preset has.

For tests of what seats are asked and what leaves the arena, whatever is played.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from arena.play.clocks import TimeControl
from arena.play.deals import deal
from arena.play.line import Line
from arena.play.table import Seat, Table
from arena.rules.auction import AllPass, BidRounds
from arena.rules.bids import MarkRaise, PlungeTiming
from arena.rules.contracts import Doubles, Offered, PlungeLeader, SevensScope, Undeclared
from arena.rules.deal import Deal, Leftover
from arena.rules.options import Options
from arena.rules.presets import PRESETS, STANDARD
from arena.rules.scoring import Scoring, SoloSetAward
from arena.rules.seats import Teams
from arena.rules.stacking import Stacking
from arena.rules.suits import DoublesAre, TrumpRank
from arena.testing.policies import choices

_EVERY_CALL: Final = Options(
    preset="every_call",
    player_counts=(3, 4, 5, 6, 7),
    teams=Teams.AUTO,
    all_pass=AllPass.FORCED,
    follow_me_doubles=Doubles.DECLARER,
    undeclared_trump=Undeclared.FIRST_LEAD_HIGH_END,
    stacking=Stacking.FACE_UP,
    nello=Offered.OPEN,
    nello_doubles=Doubles.DECLARER,
    nello_declarer_modes=tuple(DoublesAre),
    sevens=Offered.OPEN,
)
_SIXES: Final = replace(
    _EVERY_CALL,
    preset="six_in_teams",
    players=6,
    teams=Teams.TWO_BY_THREE,
    plunge=True,
    plunge_doubles=2,
    splash=True,
    splash_doubles=1,
)
_ODD: Final = (
    *(replace(_EVERY_CALL, players=players) for players in _EVERY_CALL.player_counts),
    replace(_EVERY_CALL, preset="every_call_hidden", stacking=Stacking.HIDDEN),
    replace(_EVERY_CALL, preset="three_hidden", players=3, stacking=Stacking.HIDDEN_FROM_1_MARK),
    replace(
        _EVERY_CALL,
        preset="partners_call",
        plunge=True,
        plunge_doubles=3,
        plunge_timing=PlungeTiming.OPENING_ONLY,
        plunge_leader=PlungeLeader.BIDDER,
        splash=True,
        splash_doubles=2,
        sevens_scope=SevensScope.BIDDER,
        sevens_free_play=True,
        trump_rank=TrumpRank.PIP_TOTAL,
        stacking=Stacking.HIDDEN_FROM_2_MARKS,
    ),
    replace(
        _EVERY_CALL,
        preset="forced_only",
        nello=Offered.FORCED_ONLY,
        sevens=Offered.FORCED_ONLY,
        sevens_needs_seven=True,
    ),
    _SIXES,
    replace(_SIXES, preset="six_in_pairs", teams=Teams.THREE_BY_TWO, stacking=Stacking.HIDDEN),
    Options(
        preset="round_and_round",
        bid_rounds=BidRounds.UNTIL_PASSED,
        max_marks=99,
        min_bid=1,
        stacking=Stacking.FACE_UP,
    ),
    Options(preset="any_raise", mark_raise=MarkRaise.ANY, max_marks=99, open_cap_marks=99),
    Options(
        preset="alone",
        teams=Teams.SOLO,
        scoring=Scoring.POINTS,
        target=250,
        all_pass=AllPass.FORCED_EXACT,
        solo_set_award=SoloSetAward.BIDDER_MINUS,
        early_end=False,
        stacking=Stacking.FACE_UP,
    ),
    *(
        Options(
            preset="asleep",
            players=players,
            player_counts=(2, 3, 5),
            teams=Teams.SOLO,
            leftover=Leftover.SLEEP_RANDOM,
            hand_size=size,
            min_bid=20,
            early_end=False,
            stacking=Stacking.HIDDEN,
        )
        for players, size in ((2, 7), (3, 9), (5, 3))
    ),
)
MANY_RULES: Final = {
    f"{rules.preset}-{rules.players}": rules
    for rules in (
        *(options.for_players(n) for options in PRESETS.values() for n in options.player_counts),
        *_ODD,
    )
}
"""Rules by their name with the number of players."""
HIDING: Final = {
    name: rules for name, rules in MANY_RULES.items() if rules.stacking is not Stacking.FACE_UP
}
"""Those under which finished tricks may be hidden."""


def a_table(options: Options = STANDARD, dealt: Deal | None = None) -> Table:
    """Return a table of two bots, at every other seat each."""
    time = TimeControl()
    lines: list[Line[Seat]] = [Line(bot, 256, time, salt=7) for bot in "ab"]
    for line in lines:
        line.connected(256, 0)
    at_seats = [lines[seat % 2] for seat in range(options.players)]
    return Table(0, options, dealt or deal("wire", 3, options), at_seats, time.bank)


def asks_of(table: Table, rng: random.Random) -> Iterator[Seat]:
    """Play a hand with random legal actions, yielding each seat when it is asked."""
    seat: Seat | None = table.ask()
    while seat is not None:
        seat.line.waiting.append(seat)
        seat.line.take(1000)
        seat.line.open.clear()
        yield seat
        # The answer gives the next seat: to ask for it again would be to show it hidden tricks.
        seat = table.answer(rng.choice(choices(seat.view)), 0)
