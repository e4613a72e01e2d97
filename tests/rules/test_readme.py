"""What the README of the rules shows is true."""

import re
from pathlib import Path

import pytest

from arena.rules.presets import preset
from arena.rules.tiles import say

README = (Path(__file__).parents[2] / "arena" / "rules" / "README.md").read_text(encoding="utf-8")


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """Its code plays a hand to the end and prints the result."""
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(compile(code, "README.md", "exec"), {})

    assert re.match(r"(made|set), awarded \d \d, taken \d+ \d+\n", capsys.readouterr().out)


@pytest.mark.parametrize("players", range(2, 8))
def test_the_table_of_players_is_true(players: int) -> None:
    """How many tiles each is dealt, which are taken out, and what all tricks are worth."""
    rules = preset("sheet_gl", players)
    removed = " ".join(reversed(say(rules.removed).split())) if rules.removed else ""
    row = re.search(rf"^\| {players} \| (\d+) \| (.*?) ?\| (\d+) \|", README, re.MULTILINE)

    assert row is not None
    assert (str(rules.tiles_per_seat), removed, str(rules.total_points)) == row.groups()
