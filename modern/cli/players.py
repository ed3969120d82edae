"""`gosub players`: the list of players, and all about one of them."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import click
from rich.console import Console

from modern.cli.lazy import lazily
from modern.cli.names import print_levels
from modern.cli.options import PLAYER_OR_HUMAN, log_option
from modern.cli.output import console, new_table, print_table
from modern.cli.shell import Command, echo, reported
from modern.engine.techniques import IDEAS
from modern.players import PLAYERS, Option, PlayerError, player_class, player_named
from modern.players.engine_log import begin_log
from modern.players.levels import LEVELLED_PLAYER
from modern.players.protocol import BOOLEANS, CHECK, COMBO, EMPTY, SPIN
from modern.players.seats import PLAYER_DESCRIPTIONS
from modern.players.spec import is_outside, parse_spec
from modern.rules.errors import printable

with lazily():
    from modern.players.limits_check import check_limits

#: A terminal with fewer columns shows the list without the years, and the options of a player without columns.
MIN_WIDTH: Final = 60
#: How an outside program fails to keep a limit stands below the table if it has more characters.
MAX_CELL: Final = 60
IDEAS_FOOTNOTE: Final = (
    '"modern[Year=1975]" plays with the ideas up to a year, on today\'s board. docs/engine/idea-by-idea.md says what'
    " each idea gains, and docs/measurements/sources.csv where sources differ."
)


@click.command(cls=Command)
@click.argument("name", metavar="[NAME]", required=False, type=PLAYER_OR_HUMAN)
@click.option("--check", is_flag=True, help="Start the outside program NAME, and try which limits it keeps.")
@click.option("--json", "as_json", is_flag=True, help="Print everything about the players as one JSON array.")
@log_option()
def players(name: str | None, check: bool, as_json: bool, log: Path | None) -> None:
    """List the players: the names for --white, --black and --player, and for the two sides of a match.

    With NAME, show one in full: year, author, search depth, options with their defaults, and for modern the levels and
    the years of its ideas. Options may follow a name: "historic[Reading=recorded]",
    "modern[UCI_Elo=1500,Hash=64]", "modern[Year=1975]".

    Before a long match, --check says whether an outside program keeps a limit of depth, nodes or time, and its clock:
    gosub players --check "uci:gnuchess --uci".
    """
    if check:
        _check(name or "", as_json, log)
        return
    if log:
        raise click.UsageError("--log needs --check, which starts an outside program")
    names = [*PLAYER_DESCRIPTIONS] if name is None else [_entry_named(name)]
    if as_json:
        click.echo(json.dumps([_player_json(name) for name in names], indent=1))
    elif name is None:
        _print_list(console())
    else:
        _print_player(console(), _player_json(names[0]))


def _check(name: str, as_json: bool, log: Path | None) -> None:
    """Prints the name of an outside program, and how it keeps each kind of limit."""
    if not is_outside(name) or as_json:
        raise click.UsageError("--check needs an outside program, uci:COMMAND or xboard:COMMAND, and no --json")
    begin_log(log)
    with reported(PlayerError, option="NAME"):
        player = player_named(name)
    player.close()
    kept = check_limits(partial(player_named, name))
    rows = new_table("program", "command", *(limit.kind for limit in kept))
    notes = list(dict.fromkeys(limit.how for limit in kept if len(limit.how) > MAX_CELL))
    cells = [f"no: see {notes.index(limit.how) + 1}" if limit.how in notes else limit.how for limit in kept]
    rows.add_row(player.name, printable(name), *cells)
    print_table(console(), rows)
    for number, note in enumerate(notes, 1):
        echo(f"{number}. {note.removeprefix('no: ')}")
    if {limit.has_score for limit in kept} - {None} == {False}:
        echo("It reports no score, so gosub analyse can show only its moves.")


def _entry_named(text: str) -> str:
    """Returns the entry of the list that describes the player with this name, which has been checked."""
    spec = parse_spec(text)
    return f"{spec.protocol}:COMMAND" if spec.protocol else spec.name.lower()


def _print_list(out: Console) -> None:
    """Prints a line for each player, as columns without titles unless `out` is a terminal."""
    rows = [(name, _player_json(name)["year"].partition(",")[0], text) for name, text in PLAYER_DESCRIPTIONS.items()]
    if not out.is_terminal:
        widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
        for name, year, text in rows:
            click.echo(f"{name:{widths[0]}}  {year or '-':{widths[1]}}  {text}")
        return
    table = new_table("player", "year", "description")
    table.columns[0].no_wrap = True
    for row in rows:
        table.add_row(*row)
    print_table(out, table, [] if out.width >= MIN_WIDTH else ["year"])
    echo("`gosub players NAME` shows a player's options, their defaults and more.")


def _print_player(out: Console, player: dict[str, Any]) -> None:
    """Prints all that is known of a player, and the levels of the one that has levels."""
    name = player["player"]
    echo(f"{name}: {player['description']}")
    for field in ("year", "author", "depth"):
        if player[field]:
            echo(f"  {field}: {player[field]}")
    if is_outside(name):
        echo("Its options are those that it offers itself.")
    if player["options"]:
        click.echo()
        _print_options(out, player_class(name).options)
    if name == LEVELLED_PLAYER:
        click.echo()
        print_levels()
        click.echo()
        _print_ideas(out)


def _print_ideas(out: Console) -> None:
    """Prints the ideas of `modern` by year, each with its first publication."""
    rows = new_table(">year", "idea", "first publication we found")
    for idea in IDEAS:
        rows.add_row(str(idea.year), idea.name, idea.source)
    print_table(out, rows)
    click.echo(textwrap.fill(IDEAS_FOOTNOTE, out.width))


def _print_options(out: Console, options: Sequence[Option]) -> None:
    """Prints the options with their defaults and possible values."""
    if out.width < MIN_WIDTH:
        for option in options:
            echo(f"  {option.name}={option.default or EMPTY}: {_values(option)}")
        return
    table = new_table("option", "default", "values")
    table.columns[0].no_wrap = True
    for option in options:
        table.add_row(option.name, option.default or EMPTY, _values(option))
    print_table(out, table)


def _values(option: Option) -> str:
    """Returns the possible values of an option, in words."""
    if option.type == SPIN:
        return f"{option.minimum} to {option.maximum}"
    if option.type == CHECK:
        return " or ".join(BOOLEANS)
    return ", ".join(option.choices) if option.type == COMBO else "any text"


def _player_json(name: str) -> dict[str, Any]:
    """Returns the facts known about a player that is not started: only the description of an outside program."""
    known = player_class(name) if name in PLAYERS else None
    return {
        "player": name,
        "year": known.year if known else "",
        "author": known.author if known else "",
        "depth": known.depth if known else "",
        "description": PLAYER_DESCRIPTIONS[name],
        "options": [_option_json(option) for option in known.options] if known else [],
    }


def _option_json(option: Option) -> dict[str, Any]:
    """Returns an option; a number has `minimum` and `maximum`, and a choice has `choices`."""
    shown: dict[str, Any] = {"name": option.name, "type": option.type, "default": option.default}
    if option.type == SPIN:
        shown |= {"minimum": option.minimum, "maximum": option.maximum}
    if option.type == COMBO:
        shown["choices"] = list(option.choices)
    return shown
