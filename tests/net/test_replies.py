"""What the arena answers to queries: the documents of tournaments, as messages."""

from __future__ import annotations

from typing import Any

from arena.net import wire
from texas42.v1 import game_pb2

PAIRING: dict[str, Any] = {
    "a": "left",
    "b": "right",
    "pairs": 10,
    "counts": [1, 2, 3, 4, 0],
    "marks_per_deal": 0.25,
    "elo": 12.5,
    "elo_low": -3.0,
    "elo_high": 28.0,
    "los": 0.9,
}
BOT: dict[str, Any] = {
    "rank": 1,
    "name": "left",
    "elo": 12.5,
    "elo_low": -3.0,
    "elo_high": 28.0,
    "deals": 10,
    "marks_per_deal": 0.25,
    "set_rate": 0.3,
    "faults": {"timeout": 2},
}


def document(bot: dict[str, Any], pairing: dict[str, Any]) -> dict[str, Any]:
    return {
        "tournament": "spring",
        "rules": "standard",
        "options": {"teams": "solo"},
        "format": "free-for-all",
        "finished": True,
        "bots": [bot],
        "pairings": [pairing],
    }


def test_a_leaderboard_tells_each_bots_place() -> None:
    """Place, rating, results and faults by kind."""
    told = wire.leaderboard(document(BOT, PAIRING))
    assert (told.tournament, told.finished, told.format) == ("spring", True, "free-for-all")
    assert told.rules == "standard; teams = solo"
    (standing,) = told.standings
    assert (standing.rank, standing.bot, standing.deals) == (1, "left", 10)
    assert (standing.marks_per_deal, standing.points_per_deal) == (0.25, 0.0)
    ((kind, count),) = [(fault.kind, fault.count) for fault in standing.faults]
    assert (kind, count) == (game_pb2.FAULT_KIND_TIMEOUT, 2)


def test_points_are_told_beside_marks() -> None:
    """Where hands are scored in points."""
    points = {"points_per_deal": 7.5}
    scored = document({**BOT, **points}, {**PAIRING, **points})
    assert wire.leaderboard(scored).standings[0].points_per_deal == 7.5
    match = wire.match(scored, "right", "left")
    assert match is not None
    assert (match.points_per_deal, match.marks_per_deal) == (-7.5, -0.25)


def test_a_pairing_is_told_from_either_view() -> None:
    """Swapped, all numbers are turned round; bots that never met have none."""
    kept = document(BOT, PAIRING)
    there, back = wire.match(kept, "left", "right"), wire.match(kept, "right", "left")
    assert there is not None
    assert back is not None
    assert (list(there.counts), there.elo_low) == ([1, 2, 3, 4, 0], -3.0)
    assert (list(back.counts), back.elo_low) == ([0, 4, 3, 2, 1], -28.0)
    assert wire.match(kept, "left", "left") is None


def test_blocks_of_a_free_for_all_stand_for_pairs() -> None:
    """There two bots meet in blocks, which have three results."""
    blocks = {key: value for key, value in PAIRING.items() if key != "pairs"}
    told = wire.match(document(BOT, {**blocks, "blocks": 6, "counts": [1, 2, 3]}), "left", "right")
    assert told is not None
    assert (told.pairs, list(told.counts)) == (6, [1, 2, 3])
