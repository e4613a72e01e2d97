"""The presets are, value by value, those of the rule book's table."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from arena.rules.hand import Hand
from arena.rules.options import BadOptions, Options
from arena.rules.presets import ALIASES, PRESETS, STANDARD, preset
from arena.rules.sheet import OPTIONS, differences
from tests.rules.staging import finish, random_deal

TABLE = Path(__file__).parents[1] / "vectors" / "presets.txt"
NAMES = [*PRESETS, *ALIASES]


def rows() -> Iterator[list[str]]:
    """The table's lines as cells: first the names of the presets, then an option each."""
    for line in TABLE.read_text("utf-8").splitlines():
        if not line.startswith("#"):
            yield [cell.strip() for cell in line.split("|")]


HEAD, *ROWS = rows()


def plain(cell: str) -> object:
    """The value that a cell of the table stands for."""
    if cell.startswith("["):
        return [plain(each.strip()) for each in cell.strip("[]").split(",")]
    words: dict[str, object] = {"true": True, "false": False, "null": None}
    if cell in words:
        return words[cell]
    return int(cell) if cell.isdigit() else cell


def test_the_table_has_every_option_in_its_order() -> None:
    """Every option of section 2.3 has a line in the table, and every line is an option."""
    assert [*OPTIONS] == [row[0] for row in ROWS]


def test_the_table_has_every_preset() -> None:
    """Only `standard`, which is one of them but for one value, has no column (2.4)."""
    assert {*PRESETS} == {*HEAD[1:], "standard"}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
@pytest.mark.parametrize("name", HEAD[1:])
def test_each_value_is_the_tables(name: str, row: list[str]) -> None:
    """Every option of every preset has the value of section 2.4, and says it in plain values."""
    option, expected = row[0], plain(row[HEAD.index(name)])

    assert expected == preset(name).as_dict()[option]
    assert type(expected) is type(preset(name).as_dict()[option])


def test_standard_is_n42pa_with_tricks_face_up() -> None:
    """The default of every command differs from n42pa in nothing but the stacking (2.4)."""
    assert {"stacking": ("hidden_from_1_mark", "face_up")} == differences(
        PRESETS["n42pa"], STANDARD
    )
    assert STANDARD is preset("standard") is PRESETS["standard"]


def test_the_default_options_are_n42pa() -> None:
    """Options without arguments are the preset whose name they bear."""
    assert Options() == PRESETS["n42pa"]
    assert "n42pa" == Options().preset


def test_each_preset_bears_its_name() -> None:
    """A preset is found under the name it bears itself."""
    assert [*PRESETS] == [options.preset for options in PRESETS.values()]
    assert [*PRESETS.values()] == [preset(name) for name in PRESETS]


def test_no_two_presets_are_the_same() -> None:
    """Each differs from each other one in some option (2.4)."""
    same = [
        (one, other)
        for one in PRESETS
        for other in PRESETS
        if one < other and not differences(PRESETS[one], PRESETS[other])
    ]
    assert [] == same


def test_sheet_sw_is_sheet_gl() -> None:
    """The two sheets are one article in two languages (2.4)."""
    assert {"sheet_sw": "sheet_gl"} == ALIASES
    assert PRESETS["sheet_gl"] is preset("sheet_sw")


def test_an_unknown_preset_is_refused() -> None:
    """A name that no preset bears is refused with the names there are."""
    with pytest.raises(BadOptions) as refused:
        preset("home")

    assert "preset" == refused.value.option
    assert str(refused.value) == (
        f"rules home: there is no such preset; presets are {', '.join(NAMES)}"
    )


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("players", range(2, 8))
def test_a_preset_refuses_a_count_it_is_not_for(name: str, players: int) -> None:
    """Only the counts of its player_counts sit down, and the refusal says which those are (2.4)."""
    counts = preset(name).player_counts
    if players in counts:
        assert players == preset(name, players).players
        assert preset(name).preset == preset(name, players).preset
        return
    with pytest.raises(BadOptions, match=f"these rules are for 4 players, not for {players}") as no:
        preset(name, players)
    assert "players" == no.value.option


def test_a_preset_for_its_own_count_is_itself() -> None:
    """To say the count that a preset has anyway changes nothing."""
    assert all(preset(name, 4) is preset(name) for name in NAMES)


@pytest.mark.parametrize(
    ("players", "seats", "sides", "tiles", "total"),
    [
        (2, 2, 2, 14, 49),
        (3, 3, 3, 9, 44),
        (4, 4, 2, 7, 42),
        (5, 5, 5, 5, 40),
        (6, 6, 6, 4, 39),
        (7, 7, 7, 4, 39),
    ],
)
def test_the_galician_sheet_seats_two_to_seven(
    players: int, seats: int, sides: int, tiles: int, total: int
) -> None:
    """sheet_gl is for two pairs, or for two to seven who play alone (section 4)."""
    options = preset("sheet_gl", players)

    assert (seats, sides) == (options.seating.seats, options.seating.sides)
    assert (tiles, total) == (options.tiles_per_seat, options.total_points)


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_can_be_played(name: str) -> None:
    """Thirty random hands of each preset, at each table it is for, come to an end."""
    for players in PRESETS[name].player_counts:
        random, options = Random(players), preset(name, players)
        for _ in range(30):
            hand = finish(Hand(options, random_deal(random, options)), random, bolder=0.5)
            assert hand.result is not None
            assert len(hand.result.awards) == options.seating.sides
