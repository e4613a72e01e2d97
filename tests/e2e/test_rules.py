"""Every preset and every number of players, between remote bots."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.rules.presets import ALIASES, PRESETS
from tests.e2e.conftest import Run, Write, document_of

RECORDS = Path(__file__).parents[1] / "records"


@pytest.mark.parametrize("rules", [*PRESETS, *ALIASES])
def test_every_preset_is_played_without_a_fault(arena42: Run, rules: str) -> None:
    """By the rule bot and by one that bids, calls and plays whatever is legal."""
    document = document_of(
        arena42("match", "rule", "random", "--rules", rules, "--deals", "30", "--seed", "7",
                "--json")
    )  # fmt: skip
    result = document["result"]
    assert result["faults"] == {"random": {}, "rule": {}}
    assert result["pairs"] == sum(result["counts"]) == 30
    assert ("points_per_deal" in result) == (rules in ("points_250", "sheet_es"))


@pytest.mark.parametrize("players", range(2, 8))
def test_every_number_of_players_is_seated(arena42: Run, players: int) -> None:
    """Under the rules that are for 2 to 7, the bots changing places for the second half."""
    result = document_of(
        arena42("match", "rule", "random", "--rules", "sheet_gl", "--players", str(players),
                "--deals", "20", "--seed", "7", "--json")
    )["result"]  # fmt: skip
    assert result["faults"] == {"random": {}, "rule": {}}
    assert result.get("options", {"players": 4}) == {"players": players}


def test_a_preset_says_for_how_many_it_is(arena42: Run) -> None:
    """Exit 2 before any bot is started."""
    done = arena42("match", "rule", "random", "--rules", "harper", "--players", "5")
    assert done.returncode == 2
    assert "rules harper: these rules are for 4 players, not for 5" in done.stderr
    assert done.stdout == ""


def test_a_free_for_all_is_played_and_rated(arena42: Run, tmp_path: Path) -> None:
    """Three at a table, each for itself: every two of them have met at every table."""
    (tmp_path / "cup.toml").write_text(
        'name = "cup"\nrules = "sheet_gl"\nplayers = 3\ndeals = 12\nseed = 3\n'
        'format = "free-for-all"\nbots = ["rule", "random", "first"]\n'
    )
    result = document_of(arena42("tournament", "run", "cup.toml", "--json"))["result"]
    assert [bot["name"] for bot in result["bots"]][-1] == "random"
    assert {sum(pairing["counts"]) for pairing in result["pairings"]} == {12}
    assert all(bot["faults"] == {} for bot in result["bots"])


def test_house_rules_from_a_file_reach_the_bots(arena42: Run, bot: Write, tmp_path: Path) -> None:
    """What is written there is what a bot reads, and what the result tells."""
    (tmp_path / "mine.toml").write_text('preset = "harper"\nmin_bid = 33\n')
    picky = "def bid(self, seen): assert seen.rules.min_bid == 33; return seen.legal_bids[0]"
    result = document_of(
        arena42("match", "rule", bot("mine", picky), "--rules", "mine.toml", "--deals", "4",
                "--json")
    )["result"]  # fmt: skip
    assert result["faults"] == {"mine": {}, "rule": {}}
    assert (result["rules"], result["options"]) == ("harper", {"min_bid": 33})


def test_a_bot_that_breaks_the_law_of_nello_is_told_which_tiles_were_legal(
    arena42: Run, bot: Write
) -> None:
    """It calls nello on every second mark bid it wins, and then plays a tile it doesn't hold."""
    cheat = """
        def bid(self, seen): return seen.legal_bids[-1]
        def call_trump(self, seen): return next(
            (call for call in seen.legal_calls if "nello" in str(call)), seen.legal_calls[0])
        def play(self, seen): return next(
            tile for tile in Domino if tile not in seen.hand) if "nello" in str(seen.call) \\
            else seen.legal_plays[0]
    """
    done = arena42("match", "rule", bot("cheat", cheat), "--rules", "harper", "--deals", "6",
                   "--json")  # fmt: skip
    assert document_of(done)["result"]["faults"]["cheat"]["illegal action"] > 0
    assert "isn't held; legal: " in done.stderr


def test_a_record_with_an_illegal_play_is_refused(arena42: Run, tmp_path: Path) -> None:
    """With the line, the tile, the led suit and what would have been legal."""
    record = (RECORDS / "by-hand" / "friday.42").read_text(encoding="utf-8")
    before, _ = record.split("5-2 5-5 5-1 5-0")
    edited = record.replace("5-2 5-5 5-1 5-0", "5-2 5-5 5-1 6-3")
    (tmp_path / "edited.42").write_text(edited, encoding="utf-8")
    done = arena42("show", "edited.42", "--hand", "1")
    assert (done.returncode, done.stdout) == (2, "")
    assert f"edited.42, line {before.count(chr(10)) + 1}: B plays 6-3, " in done.stderr
    assert "fives" in done.stderr
    assert "legal: 5-0\n" in done.stderr
