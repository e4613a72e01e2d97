"""`arena42 rules`: what rules there are, what they say, and how they differ."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from arena.rules.seats import FEWEST_SEATS, MOST_SEATS

rules = typer.Typer(help="What rules there are, and what they say.", no_args_is_help=True)

RULES = "A preset, or a file of rules."
Players = Annotated[
    int | None,
    typer.Option(
        min=FEWEST_SEATS,
        max=MOST_SEATS,
        help="How many sit at the table (where the rules allow it).",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print it as JSON.")]


@rules.command("list", epilog="Example: arena42 rules list")
def list_presets(as_json: Json = False) -> None:
    """List the presets: what they are, and for how many players."""
    from arena.cli.rules_printing import console, print_presets
    from arena.rules.presets import PRESETS

    if as_json:
        _print_json({name: options.as_dict() for name, options in PRESETS.items()})
    else:
        print_presets(console())


@rules.command(epilog="Example: arena42 rules show texas_house > mine.toml")
def show(
    rules: Annotated[str, typer.Argument(metavar="RULES", help=RULES)] = "standard",
    players: Players = None,
    as_json: Json = False,
) -> None:
    """Print rules whole, as a file that can be edited and given back with --rules FILE."""
    from arena.cli.rules_file import is_preset, rules_named, written

    options = rules_named(rules, players)
    if as_json:
        _print_json(options.as_dict())
    else:
        for line in written(options, "" if is_preset(rules) else rules):
            print(line)


@rules.command(epilog="Example: arena42 rules diff n42pa mine.toml")
def diff(
    one: Annotated[str, typer.Argument(metavar="ONE", help=RULES)],
    other: Annotated[str, typer.Argument(metavar="OTHER", help=RULES)],
    as_json: Json = False,
) -> None:
    """Print the options in which two sets of rules differ."""
    from arena.cli.rules_file import rules_named
    from arena.cli.rules_printing import console, print_differences
    from arena.rules.sheet import differences

    found = differences(rules_named(one), rules_named(other))
    if as_json:
        _print_json({name: list(values) for name, values in found.items()})
    else:
        print_differences(one, other, found, console())


@rules.command(epilog="Example: arena42 rules options --markdown")
def options(
    markdown: Annotated[bool, typer.Option("--markdown", help="As a table of Markdown.")] = False,
) -> None:
    """List every option: its values, what it does, which presets use which, and the source."""
    from arena.cli.rules_printing import console, markdown_table, print_options

    if markdown:
        print("\n".join(markdown_table()))
    else:
        print_options(console())


def _print_json(document: Any) -> None:
    import json

    print(json.dumps(document))
