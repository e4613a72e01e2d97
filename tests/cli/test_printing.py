"""Documents as tables: every number of the document is there, whole, on any width of terminal."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from arena.cli.printing import console, print_bench, print_match, print_tournament
from arena.play.report import SHARED_PROCESSES, Document

CUT_OFF = re.compile(r"\S…|…\S")
SHA = "0123456789abcdef" * 4

MEASURED: Document = {
    "run": "cup-20260101T000000-abcd", "result_sha256": SHA, "seconds": 12.34,
    "decisions": 54_321, "decisions_per_second": 4_402.0, "decisions_per_message": 87.65,
}  # fmt: skip
BENCH: Document = {
    "rules_hands_per_second": 25_123, "arena_us_per_decision": 12.34, "stream_over_unary": 30.5,
    "spread": {"stream_over_unary": {"min": 28.1, "max": 33.3}}, "rounds": 3,
    "measurements": {
        "stream": {
            "decisions_per_second": [50_000, 61_234, 70_000],
            "hands_per_second": [1_000, 2_345, 3_000],
            "decisions_per_message": [80.0, 86.7, 90.0],
            "arena_us_per_decision": [11.0, 12.34, 13.0],
            "bots_us_per_decision": [6.0, 7.89, 9.0],
            "p50_ms": [0.01, 0.023, 0.05],
        },
    },
}  # fmt: skip


@pytest.fixture
def printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., str]:
    """Print a document where the terminal, if there were one, would be 80 columns wide."""
    monkeypatch.setenv("COLUMNS", "80")

    def print_it(print_table: Callable[[Document, Any], None], document: Document) -> str:
        print_table(document, console())
        return capsys.readouterr().out

    return print_it


def match_document(**changed: object) -> Document:
    result = {
        "a": "mine", "b": "random:seed=7", "rules": "standard", "rated": True,
        "deterministic": True, "pairs": 123, "counts": [3, 14, 50, 36, 20],
        "marks_per_deal": 0.2345, "elo": 87.6, "elo_low": -12.3, "elo_high": 198.7, "los": 0.9876,
        "set_rate": {"mine": 0.25, "random:seed=7": 0.5},
        "faults": {"mine": {"illegal action": 2, "timeout": 11}, "random:seed=7": {}},
    }  # fmt: skip
    latency = {
        "mine": {"p50_ms": 1.234, "p99_ms": 45.678},
        "random:seed=7": {"p50_ms": 0.1, "p99_ms": 0.2},
    }
    return {"result": {**result, **changed}, "measured": {**MEASURED, "latency": latency}}


def tournament_document(bots: int) -> Document:
    """Return a tournament of bots with long names and long numbers, all different."""
    names = [f"a-bot-with-a-long-name-number-{place:02d}" for place in range(bots)]
    pairings = [
        {
            "a": a, "b": b, "pairs": 1000, "counts": [101, 202, 303, 204, 190],
            "marks_per_deal": 0.1, "elo": -1000.0 - 10 * i - j, "elo_low": -1199.8,
            "elo_high": -900.0 + 10 * i + j, "los": 0.5,
        }
        for i, a in enumerate(names) for j, b in enumerate(names) if i < j
    ]  # fmt: skip
    standings = [
        {
            "rank": place + 1, "name": name, "elo": 500.5 - 11.1 * place,
            "elo_low": 400.4 - place, "elo_high": 1100.1 + place, "deals": 1000,
            "marks_per_deal": 1.5 - place / 8, "set_rate": place / 16,
            "faults": {"disconnected": 1000 + place, "illegal action": 10, "malformed": 11,
                       "stalled": 12, "timeout": 13},
        }
        for place, name in enumerate(names)
    ]  # fmt: skip
    result = {
        "name": "cup", "rules": "standard", "deals": 1000, "rated": True, "deterministic": True,
        "bots": standings, "pairings": pairings,
    }  # fmt: skip
    latency = {
        name: {"p50_ms": 1 + place / 8, "p99_ms": 1000 + place / 8}
        for place, name in enumerate(names)
    }
    return {"result": result, "measured": {**MEASURED, "latency": latency}}


def test_a_match_is_told_from_the_first_bots_view(printed: Callable[..., str]) -> None:
    """Elo with its interval, marks, counts and LOS, then each bot's own figures."""
    told = printed(print_match, match_document())
    assert "mine against random:seed=7: 123 pairs, standard" in told
    assert "Elo +88 (-12 … +199)" in told
    for figure in ("+0.234", "3 14 50 36 20", "98.8 %"):
        assert figure in told
    rows = [" ".join(line.split()) for line in told.splitlines()]
    assert "mine 25.0 % 2 illegal action, 11 timeout 1.23 45.68" in rows
    assert "random:seed=7 50.0 % 0 0.10 0.20" in rows


def test_every_document_ends_with_how_it_was_measured(printed: Callable[..., str]) -> None:
    """Rates, the warning, the run and the whole hash, each on one line."""
    for told in (
        printed(print_match, match_document()),
        printed(print_tournament, tournament_document(3)),
    ):
        assert told.splitlines()[-3:] == [
            "54321 decisions in 12.3 s: 4402 a second, 87.7 a message",
            f"note: {SHARED_PROCESSES}",
            f"run cup-20260101T000000-abcd, result sha256 {SHA}",
        ]


def test_a_run_without_clocks_says_that_it_is_unrated(printed: Callable[..., str]) -> None:
    """And only such a run does."""
    words = "clocks were off: this run is unrated"
    assert words in printed(print_match, match_document(rated=False))
    assert words not in printed(print_match, match_document())


def test_faults_of_time_are_said_to_be_unrepeatable(printed: Callable[..., str]) -> None:
    """A reader learns that the same seed may give another result."""
    words = "another run of this seed may differ"
    assert words in printed(print_match, match_document(deterministic=False))
    assert words not in printed(print_match, match_document())


@pytest.mark.parametrize("bots", [2, 3, 14])
def test_nothing_of_a_tournament_is_left_out(printed: Callable[..., str], bots: int) -> None:
    """Every bot's row and every cell of the cross-table, whole, at 80 columns."""
    document = tournament_document(bots)
    told = printed(print_tournament, document)
    assert CUT_OFF.findall(told) == []
    rows = [" ".join(line.split()) for line in told.splitlines()]
    for bot in document["result"]["bots"]:
        own = f"{bot['rank']} {bot['name']} {bot['elo']:+.1f} "
        own += f"{bot['elo_low']:+.1f} … {bot['elo_high']:+.1f} {bot['marks_per_deal']:+.3f} "
        (row,) = (row for row in rows if row.startswith(own))
        latency = document["measured"]["latency"][bot["name"]]
        assert row.endswith(
            f" {100 * bot['set_rate']:.1f} % {bot['faults']['disconnected']} disconnected, "
            f"10 illegal action, 11 malformed, 12 stalled, 13 timeout "
            f"{latency['p50_ms']:.2f} {latency['p99_ms']:.2f}"
        )
    for pairing in document["result"]["pairings"]:
        elo, low, high = pairing["elo"], pairing["elo_low"], pairing["elo_high"]
        assert f"{elo:+.0f} ({low:+.0f} … {high:+.0f})" in told
        assert f"{-elo:+.0f} ({-high:+.0f} … {-low:+.0f})" in told


def free_for_all_document() -> Document:
    """Return a free-for-all of three bots."""
    document = tournament_document(3)
    result = document["result"]
    result |= {"format": "free-for-all", "rules": "sheet_gl", "options": {"players": 3}}
    for pairing in result["pairings"]:
        pairing |= {"blocks": pairing.pop("pairs"), "counts": [111, 222, 333]}
    return document


def test_a_free_for_all_has_three_counts(printed: Callable[..., str]) -> None:
    """Of meetings, from each bot's own view, under rules that are told with their players."""
    told = printed(print_tournament, free_for_all_document())
    assert "cup: 1000 deals a group, all seatings, sheet_gl; players = 3" in told
    assert "meetings L D W" in told
    assert "LL LD" not in told
    for counts in ("222 444 666", "444 444 444", "666 444 222"):
        assert counts in told


def test_what_differs_from_the_preset_is_told(printed: Callable[..., str]) -> None:
    """After its name, in the title."""
    changed = {"min_bid": 20, "declarations": ["pips", "doubles"], "early_end": False}
    told = " ".join(printed(print_match, match_document(options=changed)).split())
    words = "standard; min_bid = 20; declarations = pips, doubles; early_end = false"
    assert f"mine against random:seed=7: 123 pairs, {words} " in told
    assert "123 pairs, standard marks" in " ".join(printed(print_match, match_document()).split())


def test_points_stand_before_marks(printed: Callable[..., str]) -> None:
    """Only where points are awarded."""
    told = printed(print_match, match_document(points_per_deal=-12.345))
    assert re.search(r"points/deal +marks/deal", told)
    assert re.search(r"-12\.345 +\+0\.234", told)
    document = tournament_document(2)
    for place, bot in enumerate(document["result"]["bots"]):
        bot["points_per_deal"] = 7.5 - place
    told = printed(print_tournament, document)
    assert re.search(r"points/deal +marks/deal", told)
    assert re.search(r"\+7\.500 +\+1\.500", told)
    assert "points" not in printed(print_tournament, tournament_document(2))


def test_the_cross_table_has_a_row_and_a_column_for_each_bot(printed: Callable[..., str]) -> None:
    """Best first both ways, a dot where a bot would meet itself."""
    told = printed(print_tournament, tournament_document(4))
    names = [bot["name"] for bot in tournament_document(4)["result"]["bots"]]
    table = told.partition("Elo of the row against the column, 95 %")[2].splitlines()
    (head,) = (line.split() for line in table if line.split() == names)
    rows = [line.split() for line in table if line.split()[:1] and line.split()[0] in names]
    assert [row[0] for row in rows if row != head] == names
    assert [row.count("·") for row in rows if row != head] == [1] * 4


def test_pairs_of_a_bot_are_counted_from_its_own_view(printed: Callable[..., str]) -> None:
    """Over all its pairings: the first bot as it stands, the last one from the other end."""
    told = printed(print_tournament, tournament_document(3))
    assert "202 404 606 408 380" in told
    assert "291 406 606 406 291" in told
    assert "380 408 606 404 202" in told


def test_one_deal_is_not_said_in_the_plural(printed: Callable[..., str]) -> None:
    """And many are."""
    document = tournament_document(2)
    assert "cup: 1000 deals a pairing, both seatings, standard" in printed(
        print_tournament, document
    )
    document["result"]["deals"] = 1
    assert "cup: 1 deal a pairing, both seatings, standard" in printed(print_tournament, document)


def test_a_bench_shows_its_figures_and_its_rounds(printed: Callable[..., str]) -> None:
    """Headlines with the spread of the ratios, then the median of every measurement."""
    told = printed(print_bench, BENCH)
    rows = [" ".join(line.split()) for line in told.splitlines()]
    assert "rules_hands_per_second 25,123" in rows
    assert "arena_us_per_decision 12.34" in rows
    assert "stream_over_unary 30.5 28.1 33.3" in rows
    assert "stream 61,234 2,345 86.7 12.34 7.89 0.023" in rows


def test_a_bench_of_the_rules_alone_is_one_figure(printed: Callable[..., str]) -> None:
    """There are no rounds to show then."""
    told = printed(print_bench, {"rules_hands_per_second": 25_123})
    assert "25,123" in told
    assert "Medians" not in told


def test_no_colour_goes_into_a_pipe(printed: Callable[..., str]) -> None:
    """Plain text, for grep and for mail."""
    assert "\x1b" not in printed(print_tournament, tournament_document(3))
