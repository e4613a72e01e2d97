"""The commands and their flags."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arena import __version__, config
from arena.cli.rules_commands import Players, rules

if TYPE_CHECKING:
    from collections.abc import Callable

    from arena.app import Plan
    from arena.play.report import Document

app = typer.Typer(
    help="Let Texas 42 bots meet: duplicate deals, gRPC, ratings with honest error bars.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
tournament = typer.Typer(help="Run tournaments from files.", no_args_is_help=True)
app.add_typer(tournament, name="tournament")
app.add_typer(rules, name="rules")

BOT = "rule, random:seed=7, mine=HOST:PORT, mine=unix:PATH, mine=cmd:COMMAND or mine=join"
Deals = Annotated[int, typer.Option(min=1, max=config.MOST_DEALS, help="Deals a pairing.")]
Seed = Annotated[str | None, typer.Option(help="Seed of the deals; without one it is drawn.")]
Tables = Annotated[int, typer.Option(min=1, max=config.MOST_TABLES, help="Tables in play at once.")]
Json = Annotated[bool, typer.Option("--json", help="Print the whole document as JSON.")]
Dir = Annotated[Path | None, typer.Option("--dir", help="Where the run lives.")]
Listen = Annotated[str | None, typer.Option(help="Address where bots may dial in.")]
JoinWait = Annotated[float, typer.Option(min=1, help="Seconds to wait for bots that join.")]
TraceBot = Annotated[str | None, typer.Option("--trace", metavar="BOT", help="Tell its questions.")]
NoClocks = Annotated[bool, typer.Option("--no-clocks", help="For debuggers: no clocks, unrated.")]
Rounds = Annotated[int, typer.Option(min=1, max=99, help="Interleaved rounds.")]
Seconds = Annotated[float, typer.Option(min=0.2, max=60, help="Of each measurement.")]
MetricsPort = Annotated[int | None, typer.Option(min=0, max=65535, help="Serve /metrics here.")]


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"arena42 {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Version.")
    ] = False,
) -> None:
    pass


@app.command(epilog="Example: arena42 match rule mine=localhost:5001 --deals 500")
def match(
    a: Annotated[str, typer.Argument(metavar="A", help=BOT)],
    b: Annotated[str, typer.Argument(metavar="B", help="Another such bot.")],
    deals: Deals = 200,
    seed: Seed = None,
    rules: Annotated[str, typer.Option(help="A preset of rules, or a file.")] = "standard",
    players: Players = None,
    tables: Tables = config.TABLES,
    directory: Dir = None,
    listen: Listen = None,
    join_wait: JoinWait = config.JOIN_DEADLINE,
    trace: TraceBot = None,
    no_clocks: NoClocks = False,
    metrics_port: MetricsPort = None,
    as_json: Json = False,
) -> None:
    """Play two bots against each other: every deal twice, with the seats changed."""
    from arena.app import Plan
    from arena.cli.printing import print_match
    from arena.cli.rules_file import rules_named
    from arena.play.bots import BotSpec, field_of
    from arena.play.clocks import NO_CLOCKS, TimeControl

    bots = field_of((BotSpec.parse(a), BotSpec.parse(b)), 2, 2)
    plan = Plan(
        name=f"{_plain(bots[0].name)}-{_plain(bots[1].name)}",
        kind="match",
        bots=bots,
        deals=deals,
        seed=_seed(seed),
        directory=_directory(directory),
        options=rules_named(rules, players),
        time=NO_CLOCKS if no_clocks else TimeControl(),
        tables=tables,
        listen=listen,
        join_deadline=join_wait,
        trace=_traced(trace, [bot.name for bot in bots]),
        metrics_port=metrics_port,
    )
    _run_and_print(plan, as_json, print_match)


@tournament.command("run", epilog="Example: arena42 tournament run spring.toml --dir spring")
def tournament_run(
    file: Annotated[Path, typer.Argument(metavar="FILE.toml", help="The tournament.")],
    directory: Dir = None,
    tables: Annotated[
        int | None, typer.Option(min=1, max=config.MOST_TABLES, help="Tables in play at once.")
    ] = None,
    listen: Listen = None,
    join_wait: JoinWait = config.JOIN_DEADLINE,
    trace: TraceBot = None,
    metrics_port: MetricsPort = None,
    as_json: Json = False,
) -> None:
    """Run a tournament from a file and print its ratings and cross-table."""
    from arena.app import Plan
    from arena.cli.printing import print_tournament
    from arena.cli.tournament_file import read

    told = read(file)
    plan = Plan(
        name=told.name,
        kind="tournament",
        bots=told.bots,
        deals=told.deals,
        seed=_seed(told.seed),
        directory=_directory(directory),
        options=told.options,
        format=told.format,
        time=told.time,
        tables=tables or told.tables,
        listen=listen,
        join_deadline=join_wait,
        trace=_traced(trace, [bot.name for bot in told.bots]),
        metrics_port=metrics_port,
    )
    _run_and_print(plan, as_json, print_tournament)


@app.command(epilog="Example: arena42 demo --deals 500")
def demo(
    deals: Deals = 300,
    seed: Seed = "demo",
    tables: Tables = config.TABLES,
    directory: Dir = None,
    as_json: Json = False,
) -> None:
    """Run a small tournament of the house bots, each a process of its own."""
    from arena.app import Plan
    from arena.cli.printing import print_tournament
    from arena.play.bots import BotSpec

    plan = Plan(
        name="demo",
        kind="tournament",
        bots=tuple(map(BotSpec.parse, ("rule", "random-play", "random", "random:seed=7"))),
        deals=deals,
        seed=_seed(seed),
        directory=_directory(directory),
        tables=tables,
    )
    _run_and_print(plan, as_json, print_tournament)


@app.command(epilog="Example: arena42 bench rules")
def bench(
    what: Annotated[
        str, typer.Argument(metavar="WHAT", help="all, or rules for the rules alone.")
    ] = "all",
    rounds: Rounds = config.BENCH_ROUNDS,
    seconds: Seconds = config.BENCH_SECONDS,
    as_json: Json = False,
) -> None:
    """Measure the arena against its comparators, as ratios in one run."""
    import json

    from arena.bench.report import bench as measure_all
    from arena.bench.report import rules_rate
    from arena.cli.errors import WrongUsage
    from arena.cli.printing import console, print_bench

    if what == "rules":
        document: dict[str, Any] = {"rules_hands_per_second": round(rules_rate(seconds))}
    elif what == "all":
        document = measure_all(rounds, seconds, lambda line: print(line, file=sys.stderr))
    else:
        raise WrongUsage(f"nothing is measured under the name {what!r}; write all or rules")
    if as_json:
        print(json.dumps(document))
    else:
        print_bench(document, console())


@app.command(epilog="Example: arena42 serve --dir spring --listen localhost:4242")
def serve(
    directory: Annotated[Path, typer.Option("--dir", help="The run whose results are served.")],
    listen: Annotated[str, typer.Option(help="Address to serve at.")] = config.ARENA_ADDRESS,
    metrics_port: MetricsPort = None,
) -> None:
    """Serve the results of a run over gRPC, until it is interrupted."""

    from arena.app.serving import serve as serve_results
    from arena.cli.running import check_address, until_signalled

    def say(line: str) -> None:
        print(line, file=sys.stderr)

    check_address(listen)
    until_signalled(serve_results(directory, listen, metrics_port, say), "ended")


@app.command(epilog="Example: arena42 show tests/records/n42pa.42 --hand 3 --seat C")
def show(
    file: Annotated[Path, typer.Argument(metavar="FILE.42", help="The record of a game.")],
    hand: Annotated[int | None, typer.Option(help="Tell this hand, trick by trick.")] = None,
    seat: Annotated[
        str | None, typer.Option(help="Tell what this seat saw of it: A or 1, and so on.")
    ] = None,
) -> None:
    """Print a recorded game: a table of its hands, or one hand as it went."""
    from arena.cli.errors import WrongUsage
    from arena.cli.printing import console
    from arena.cli.showing import record_at, seat_of, show_game, show_hand

    record = record_at(file)
    watching = None if seat is None else seat_of(seat, record.options.players)
    if hand is not None:
        show_hand(record, hand, console(), watching)
    elif watching is None:
        show_game(record, console())
    else:
        raise WrongUsage(f"--seat {seat}: of which hand? Name it with --hand NUMBER")


def _run_and_print(plan: Plan, as_json: bool, print_table: Callable[[Document, Any], None]) -> None:
    from arena.cli.errors import WrongUsage
    from arena.cli.printing import console
    from arena.cli.running import check_address, run
    from arena.play.bots import Reached
    from arena.play.report import canonical

    if plan.listen is not None:
        check_address(plan.listen)
    elif any(bot.reached is Reached.JOIN for bot in plan.bots):
        raise WrongUsage("a bot is to join: say where it dials in, with --listen ADDRESS")
    _make(plan.directory)
    document = run(plan)
    if as_json:
        sys.stdout.write(canonical(document).decode() + "\n")
    else:
        print_table(document, console())
    print(f"kept in {plan.directory}", file=sys.stderr)


def _directory(wanted: Path | None) -> Path:
    """Return the folder of the run, which need not be there yet."""
    import secrets
    from datetime import UTC, datetime

    usual = f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(2)}"
    return wanted or Path(config.RUNS) / usual


def _make(directory: Path) -> None:
    """Make the folder of a run. Raises WrongUsage when it can't be written to."""
    import tempfile

    from arena.cli.errors import WrongUsage

    try:
        directory.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=directory):
            pass
    except OSError as why:
        raise WrongUsage(
            f"{directory} can't be written to ({why.strerror}); choose another with --dir"
        ) from None


def _seed(wanted: str | None) -> str:
    import secrets

    from arena.play.deals import check_seed

    return secrets.token_hex(32) if wanted is None else check_seed(wanted)


def _traced(wanted: str | None, names: list[str]) -> str | None:
    from arena.cli.errors import WrongUsage

    if wanted is not None and wanted not in names:
        raise WrongUsage(f"--trace {wanted}: no such bot; bots are {', '.join(names)}")
    return wanted


def _plain(name: str) -> str:
    return name.replace(":", "-").replace("=", "-")
