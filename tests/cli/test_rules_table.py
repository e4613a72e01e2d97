"""The table of options in the README of the rules is what the program says of them."""

from pathlib import Path

from arena.cli.rules_printing import ABOUT, markdown_table
from arena.rules.presets import PRESETS

README = Path(__file__).parents[2] / "arena" / "rules" / "README.md"


def test_the_readme_has_the_table_of_options() -> None:
    """`arena42 rules options --markdown` prints the table that stands in the README."""
    table = "\n".join(markdown_table())

    assert table in README.read_text(encoding="utf-8")


def test_every_preset_is_described() -> None:
    """`arena42 rules list` has a line for each preset."""
    assert [*PRESETS] == [*ABOUT]
