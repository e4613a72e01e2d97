"""The house keeps its order: where protobuf is met, how long functions are, what files are called.

What imports what is held by the contracts in pyproject.toml; this is what they can't say.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
ARENA = ROOT / "arena"
CLIENT = ROOT / "clients/python/texas42"
WIRE = ARENA / "net/wire"
LONGEST = 70
SAYING_NOTHING = {"base", "helper", "helpers", "manager", "managers", "util", "utils"}


def written(*rooms: Path) -> list[Path]:
    """Every module in these rooms that a person wrote."""
    return sorted(p for room in rooms for p in room.rglob("*.py") if "_pb2" not in p.stem)


def imports(source: str) -> Iterator[str]:
    """The dotted name of everything that is imported anywhere in a source."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=module, names=names):
                yield from (f"{module or ''}.{alias.name}" for alias in names)


def meets_protobuf(source: str) -> bool:
    """Whether a source imports a module of messages."""
    return any(part.endswith("_pb2") for name in imports(source) for part in name.split("."))


def long_functions(source: str) -> list[str]:
    """Name and length of the functions in a source that are longer than the house allows."""
    return [
        f"{node.name} has {length} lines"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (length := (node.end_lineno or node.lineno) - node.lineno + 1) > LONGEST
    ]


def says_nothing(path: Path) -> bool:
    """Whether a name on the way to a file could stand for anything."""
    words = {word for name in path.with_suffix("").parts for word in name.split("_")}
    return bool(words & SAYING_NOTHING)


def test_only_the_wire_imports_messages() -> None:
    """Domain values meet protobuf in one place."""
    found = [p for p in written(ARENA) if meets_protobuf(p.read_text("utf-8"))]

    assert [] == [str(p.relative_to(ROOT)) for p in found if WIRE not in p.parents]


def test_no_function_is_too_long() -> None:
    """A function fits on a screen or two."""
    found = [
        f"{path.relative_to(ROOT)}: {function}"
        for path in written(ARENA, CLIENT)
        for function in long_functions(path.read_text("utf-8"))
    ]

    assert [] == found


def test_every_file_says_what_it_holds() -> None:
    """No module or folder has a name that could hold anything."""
    paths = [path.relative_to(ROOT) for path in written(ARENA, CLIENT)]

    assert [] == [str(path) for path in paths if says_nothing(path)]


def test_every_way_to_import_messages_is_seen() -> None:
    """The check on protobuf knows each form of the import statement, also within a function."""
    forms = [
        "import texas42.v1.game_pb2 as game",
        "from texas42.v1 import bot_pb2_grpc, game_pb2",
        "from texas42.v1.game_pb2 import Domino",
        "from .v1 import game_pb2",
        "def late():\n    from texas42.v1 import game_pb2",
    ]

    assert [True] * len(forms) == [meets_protobuf(form) for form in forms]
    assert not meets_protobuf("import grpc\nfrom texas42.v1 import bot_pb2_grpc")


def test_length_counts_from_def_to_the_last_line() -> None:
    """Seventy lines are the most; a nested function counts by itself and in the outer one."""
    body = "    pass\n" * (LONGEST - 1)

    assert [] == long_functions(f"def f():\n{body}")
    assert ["f has 71 lines"] == long_functions(f"async def f():\n{body}    pass\n")


def test_a_word_within_a_name_is_seen() -> None:
    """A prefix doesn't help such a name, while a longer word is its own."""
    assert says_nothing(Path("arena/net/wire_utils.py"))
    assert says_nothing(Path("arena/helpers/wire.py"))
    assert not says_nothing(Path("arena/store/database.py"))
