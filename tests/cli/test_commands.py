"""Commands and flags: what they make of what the user wrote, up to the plan that would be run."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from arena import __version__, config
from arena.app import Plan
from arena.cli.commands import app
from arena.cli.errors import FAILED, WRONG_USAGE, failure_of
from arena.play.clocks import NO_CLOCKS, TimeControl
from arena.play.report import Document, Terms, canonical, match_result, tournament_result
from arena.play.tally import Tally

HEAVY = ("alembic", "google", "grpc", "numpy", "prometheus_client", "pydantic", "scipy",
         "sqlalchemy", "structlog")  # fmt: skip
QUICK = ("--help", "--version", "match --help", "tournament run --help", "demo --help",
         "bench --help", "serve --help")  # fmt: skip

Invoke = Callable[..., Result]


@pytest.fixture
def invoke(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Invoke:
    """Run a command in this process, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def run(*arguments: str) -> Result:
        return CliRunner().invoke(app, list(arguments), prog_name="arena42")

    return run


@pytest.fixture
def plans(monkeypatch: pytest.MonkeyPatch) -> list[Plan]:
    """The plans that would have been run; each gives the document of a run without a pair."""
    seen: list[Plan] = []

    def run(plan: Plan) -> Document:
        seen.append(plan)
        tally = Tally(plan.names, plan.groups, plan.format)
        result = match_result if plan.kind == "match" else tournament_result
        latency = {name: {"p50_ms": 0.0, "p99_ms": 0.0} for name in plan.names}
        measured = {
            "run": "a-run", "result_sha256": "00", "seconds": 1.0, "decisions": 0,
            "decisions_per_second": 0.0, "decisions_per_message": 0.0, "latency": latency,
        }  # fmt: skip
        return {"result": result(plan.terms, tally), "measured": measured}

    monkeypatch.setattr("arena.cli.running.run", run)
    return seen


def commands(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield every command and group with the words that lead to it."""
    yield path, command
    for name, below in getattr(command, "commands", {}).items():
        yield from commands(below, (*path, name))


ALL = dict(commands(typer.main.get_command(app)))
LEAVES = [path for path, command in ALL.items() if not hasattr(command, "commands")]


# Help.


def test_these_are_the_commands() -> None:
    """As the README tells them."""
    assert {" ".join(path) for path in LEAVES} == {
        "match", "tournament run", "demo", "bench", "serve", "show",
        "rules list", "rules show", "rules diff", "rules options",
    }  # fmt: skip


@pytest.mark.parametrize("path", ALL, ids=" ".join)
@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_every_command_explains_itself(invoke: Invoke, path: tuple[str, ...], flag: str) -> None:
    """Exit 0, its usage, and what it does."""
    done = invoke(*path, flag)
    assert (done.exit_code, done.stderr) == (0, "")
    assert f"Usage: {' '.join(('arena42', *path))}" in done.stdout
    sentence = (ALL[path].help or "").partition(".")[0]
    assert len(sentence) > 10
    assert " ".join(sentence.split()[:4]) in done.stdout


@pytest.mark.parametrize("path", LEAVES, ids=" ".join)
def test_every_command_shows_an_example_of_itself(invoke: Invoke, path: tuple[str, ...]) -> None:
    """A whole line to copy, whose flags exist."""
    example = re.search(r"Example: (arena42 .*\S)", invoke(*path, "--help").stdout)
    assert example is not None
    words = example[1].split()
    assert tuple(words[1 : 1 + len(path)]) == path
    known = {flag for parameter in ALL[path].params for flag in parameter.opts}
    assert {word for word in words if word.startswith("-")} <= known


@pytest.mark.parametrize("path", LEAVES, ids=" ".join)
def test_every_flag_is_explained(path: tuple[str, ...]) -> None:
    """No parameter is left without words."""
    unexplained = [
        parameter.name
        for parameter in ALL[path].params
        if not getattr(parameter, "help", None) and parameter.name != "help"
    ]
    assert unexplained == []


def test_the_version_is_told(invoke: Invoke) -> None:
    """One line, exit 0."""
    done = invoke("--version")
    assert (done.exit_code, done.stdout) == (0, f"arena42 {__version__}\n")


def test_without_a_command_the_commands_are_shown(invoke: Invoke) -> None:
    """Wrong usage, and the way on."""
    done = invoke()
    assert done.exit_code == WRONG_USAGE
    assert all(path[0] in done.output for path in LEAVES)


def test_help_is_quick_because_nothing_heavy_is_imported() -> None:
    """No gRPC, no numbers, no database, for any command's help; and that would be seen.

    For the help of a command typer itself imports pydantic.
    """
    body = f"""
import sys
from arena.cli import main
for words in {QUICK!r}:
    sys.argv = ["arena42", *words.split()]
    try:
        main()
    except SystemExit as ended:
        assert not ended.code, words
    print("LOADED", words, *(name for name in {HEAVY!r} if name in sys.modules))
import arena.app
print("THEN", all(name in sys.modules for name in ("grpc", "numpy", "sqlalchemy")))
"""
    done = subprocess.run(
        [sys.executable, "-c", body], capture_output=True, text=True, timeout=60, check=True
    )
    told = [line for line in done.stdout.splitlines() if line.startswith(("LOADED", "THEN"))]
    assert told[:2] == ["LOADED --help", "LOADED --version"]
    assert [line.removesuffix(" pydantic") for line in told[2:]] == [
        *(f"LOADED {words}" for words in QUICK[2:]),
        "THEN True",
    ]


def test_a_missing_bot_is_named(invoke: Invoke) -> None:
    """Which of the two it is."""
    assert "Missing argument 'A'" in invoke("match").stderr
    assert "Missing argument 'B'" in invoke("match", "rule").stderr


def test_the_help_says_what_is_run_and_who_may_play(invoke: Invoke) -> None:
    """Any tournament, not a round robin only; players where the rules allow them."""
    assert "Run a tournament from a file" in invoke("tournament", "run", "--help").stdout
    assert "(where the rules allow" in invoke("match", "--help").stdout


# Plans.


def test_a_match_has_the_usual_terms(invoke: Invoke, plans: list[Plan]) -> None:
    """200 deals, the standard rules, clocks running, a seed drawn from 256 bits, a folder."""
    assert invoke("match", "rule", "random").exit_code == 0
    (plan,) = plans
    assert (plan.kind, plan.name, plan.names) == ("match", "rule-random", ("rule", "random"))
    assert (plan.deals, plan.options.preset, plan.tables) == (200, "standard", config.TABLES)
    assert (plan.time, plan.terms.rated) == (TimeControl(), True)
    assert re.fullmatch(r"[0-9a-f]{64}", plan.seed)
    assert plan.directory.parent == Path(config.RUNS)
    assert (plan.listen, plan.trace, plan.metrics_port) == (None, None, None)


def test_flags_of_a_match_are_heeded(invoke: Invoke, plans: list[Plan]) -> None:
    """Each of them."""
    done = invoke(
        "match", "mine=join", "random:seed=7", "--deals", "3", "--seed", "s", "--rules", "n42pa",
        "--tables", "5", "--dir", "here", "--listen", "localhost:1", "--join-wait", "9",
        "--trace", "mine", "--metrics-port", "0",
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    (plan,) = plans
    assert (plan.names, plan.name) == (("mine", "random:seed=7"), "mine-random-seed-7")
    assert (plan.deals, plan.seed, plan.options.preset, plan.tables) == (3, "s", "n42pa", 5)
    assert (plan.directory, plan.listen, plan.join_deadline) == (Path("here"), "localhost:1", 9)
    assert (plan.trace, plan.metrics_port) == ("mine", 0)
    assert plan.directory.is_dir()


def test_seeds_are_drawn_anew(invoke: Invoke, plans: list[Plan]) -> None:
    """Two runs without a seed share none."""
    for _ in range(2):
        invoke("match", "rule", "random")
    assert plans[0].seed != plans[1].seed
    assert plans[0].directory != plans[1].directory


def test_no_clocks_makes_a_run_unrated(invoke: Invoke, plans: list[Plan]) -> None:
    """In the plan, in the document, and on the page."""
    done = invoke("match", "rule", "random", "--no-clocks")
    assert "clocks were off: this run is unrated" in done.stdout
    assert (
        json.loads(invoke("match", "rule", "random", "--no-clocks", "--json").stdout)["result"][
            "rated"
        ]
        is False
    )
    assert [(plan.time, plan.terms.rated) for plan in plans] == [(NO_CLOCKS, False)] * 2


def test_json_is_the_document_on_one_line(invoke: Invoke, plans: list[Plan]) -> None:
    """Sorted and tight on stdout; where it is kept is said on stderr."""
    done = invoke("match", "rule", "random", "--json", "--dir", "here")
    document = json.loads(done.stdout)
    assert set(document) == {"result", "measured"}
    assert done.stdout == canonical(document).decode() + "\n"
    assert done.stdout.count("\n") == 1
    assert done.stderr == "kept in here\n"


def test_a_tournament_is_read_from_its_file(invoke: Invoke, plans: list[Plan]) -> None:
    """The file says what is played; flags may say where, and how many tables."""
    Path("cup.toml").write_text(
        'name = "cup"\ndeals = 4\nseed = 7\ntables = 3\nbots = ["rule", "random", "first"]\n'
        "[time]\ncap = 1\n"
    )
    assert invoke("tournament", "run", "cup.toml", "--dir", "here").exit_code == 0
    assert invoke("tournament", "run", "cup.toml", "--tables", "9").exit_code == 0
    one, other = plans
    assert (one.kind, one.name, one.names) == ("tournament", "cup", ("rule", "random", "first"))
    assert (one.deals, one.seed, one.time.cap) == (4, "7", 1_000_000)
    assert (one.tables, other.tables) == (3, 9)
    assert one.terms == Terms("cup", "standard", "7", 4, one.names, rated=True)


def test_the_demo_is_a_tournament_of_house_bots(invoke: Invoke, plans: list[Plan]) -> None:
    """At least three, the anchor among them, always the same deals."""
    assert invoke("demo", "--deals", "5").exit_code == 0
    (plan,) = plans
    assert len(plan.bots) >= 3
    assert "rule" in plan.names
    assert (plan.kind, plan.seed, plan.deals) == ("tournament", "demo", 5)


# Mistakes.


@pytest.mark.parametrize(
    "arguments",
    [
        ("match", "rule"),
        ("match", "rule", "random", "first"),
        ("match", "rule", "random", "--deals", "-1"),
        ("match", "rule", "random", "--deals", "many"),
        ("match", "rule", "random", "--tables", "0"),
        ("match", "rule", "random", "--tables", "4097"),
        ("match", "rule", "random", "--metrics-port", "65536"),
        ("match", "rule", "random", "--join-wait", "0"),
        ("bench", "rules", "--rounds", "0"),
        ("serve",),
        ("tournament", "play"),
        ("mach", "rule", "random"),
    ],
    ids=" ".join,
)
def test_wrong_usage_is_refused_before_anything_starts(
    invoke: Invoke, plans: list[Plan], arguments: tuple[str, ...]
) -> None:
    """Exit 2 with the usage; no plan, no folder."""
    done = invoke(*arguments)
    assert (done.exit_code, done.stdout) == (WRONG_USAGE, "")
    assert "Usage: arena42" in done.stderr
    assert (plans, list(Path.cwd().iterdir())) == ([], [])


@pytest.mark.parametrize(
    "arguments",
    [
        ("match", "rule", "rule"),
        ("match", "rule", "nobody"),
        ("match", "rule", "random", "--rules", "whist"),
        ("match", "rule", "random", "--seed", "a b"),
        ("match", "rule", "random", "--trace", "first"),
        ("tournament", "run", "missing.toml"),
        ("bench", "everything"),
    ],
    ids=" ".join,
)
def test_what_cannot_be_played_is_the_users_to_mend(
    invoke: Invoke, plans: list[Plan], arguments: tuple[str, ...]
) -> None:
    """Known errors with status 2; nothing is left behind."""
    done = invoke(*arguments)
    assert isinstance(done.exception, Exception)
    told = failure_of(done.exception)
    assert told is not None
    assert (told[1], told[0].count("\n")) == (WRONG_USAGE, 0)
    assert (plans, list(Path.cwd().iterdir())) == ([], [])


def test_failures_of_a_run_have_status_1_and_bugs_none() -> None:
    """What happened is told by its message; an error of ours keeps its traceback."""
    from arena.app import RunFailed
    from arena.net.entrant import Refused
    from arena.net.service import AddressInUse
    from arena.store import StoreError

    for kind in (RunFailed, Refused, AddressInUse, StoreError):
        assert failure_of(kind("it broke")) == ("it broke", FAILED)
    assert failure_of(KeyError("ours")) is None
