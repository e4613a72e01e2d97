"""The named rules: rule sheets and house rules as they are played somewhere (2.4).

Each says only where it differs from `n42pa`, which is what an `Options` is without arguments.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from arena.rules.auction import AllPass, FirstBidder
from arena.rules.bids import MarkRaise, PlungeTiming
from arena.rules.contracts import Declaration, Doubles, Offered, Undeclared
from arena.rules.options import BadOptions, Options
from arena.rules.scoring import MarkBidPoints, Scoring, SetMarks
from arena.rules.seats import Teams
from arena.rules.shaker import FirstShaker
from arena.rules.stacking import Stacking
from arena.rules.suits import DoublesAre

_N42PA: Final = Options()
_FORCED: Final = replace(_N42PA, all_pass=AllPass.FORCED, stacking=Stacking.FACE_UP)

_ROWS: Final = (
    _N42PA,
    replace(_N42PA, preset="standard", stacking=Stacking.FACE_UP),
    replace(
        _FORCED,
        preset="texas_house",
        nello=Offered.OPEN,
        nello_doubles=Doubles.DECLARER,
        nello_declarer_modes=(DoublesAre.OWN_SUIT, DoublesAre.HIGH),
        plunge=True,
        splash=True,
    ),
    replace(
        _FORCED,
        preset="points_250",
        first_shaker=FirstShaker.RANDOM,
        mark_raise=MarkRaise.DOUBLE,
        max_marks=4,
        scoring=Scoring.POINTS,
        target=250,
        early_end=False,
    ),
    replace(
        _N42PA,
        preset="sheet_es",
        open_cap_marks=1,
        max_marks=1,
        declarations=frozenset({Declaration.PIPS, Declaration.DOUBLES}),
        scoring=Scoring.POINTS,
        target=250,
        mark_bid_points=MarkBidPoints.TAKEN,
        early_end=False,
        stacking=Stacking.FACE_UP,
    ),
    replace(
        _FORCED,
        preset="sheet_gl",
        player_counts=(2, 3, 4, 5, 6, 7),
        teams=Teams.AUTO,
        first_shaker=FirstShaker.RANDOM,
        first_bidder=FirstBidder.HOLDER_0_1,
        max_marks=2,
        set_marks=SetMarks.ONE,
        stacking=Stacking.HIDDEN_FROM_2_MARKS,
    ),
    replace(
        _FORCED,
        preset="sheet_is",
        undeclared_trump=Undeclared.FIRST_LEAD_HIGH_END,
        early_end=False,
        nello=Offered.OPEN,
        nello_min_marks=2,
        nello_doubles=Doubles.HIGH,
        sevens=Offered.OPEN,
        sevens_free_play=True,
        plunge=True,
        plunge_timing=PlungeTiming.OPENING_ONLY,
    ),
    replace(_FORCED, preset="harper", nello=Offered.OPEN),
    replace(_FORCED, preset="timpson", plunge=True),
    replace(
        _FORCED,
        preset="lechner",
        win_by=2,
        nello=Offered.OPEN,
        sevens=Offered.OPEN,
        sevens_needs_seven=True,
        plunge=True,
        splash=True,
    ),
)

PRESETS: Final = {row.preset: row for row in _ROWS}
ALIASES: Final = {"sheet_sw": "sheet_gl"}
"""Two rule sheets that are one article in two languages."""
STANDARD: Final = PRESETS["standard"]


def preset(name: str, players: int | None = None) -> Options:
    """Return the preset of this name, for so many players where it says otherwise.

    Raises BadOptions with the names there are, or with the counts the preset allows.
    """
    known = PRESETS.get(ALIASES.get(name, name))
    if known is None:
        names = ", ".join([*PRESETS, *ALIASES])
        raise BadOptions(name, f"there is no such preset; presets are {names}", "preset")
    return known if players is None else known.for_players(players)
