"""`gosub players`: the list of players, and that of the levels for `gosub play --level list`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from modern.players import Option

#: The titles of the table's columns, which are also the fields of a player in the JSON.
COLUMNS = ("player", "year", "author", "depth", "description", "options")

#: What the figures of the list stand for.
FOOTNOTE = (
    "Elo is the strength that modern is set to. The ratings on the ladder are from games at a tenth of a second a move;"
    " the higher ones are stretched (docs/ladder.md)."
)


@click.command(short_help="List the players.")
@click.option("--json", "as_json", is_flag=True, help="Print the players as one JSON array.")
def players(as_json: bool) -> None:
    """List the players: the names for --white, --black and --player, and for the two sides of a match.

    Each is listed with its year, its author, how far it searches, and its options as they are if none is set. Options
    may follow a name: 'historic[Reading=recorded]', 'modern[UCI_Elo=1500,Hash=64]'.
    """
    import json

    from modern.cli.output import console, new_table
    from modern.players.seats import PLAYER_DESCRIPTIONS

    listed = [_player_json(name, description) for name, description in PLAYER_DESCRIPTIONS.items()]
    if as_json:
        click.echo(json.dumps(listed, indent=1))
        return
    rows = [[_cell(player[column]) for column in COLUMNS] for player in listed]
    out = console()
    if out.is_terminal:
        table = new_table(*COLUMNS)
        table.columns[0].no_wrap = True
        for column in table.columns:
            column.overflow = "fold"
        for *texts, options in rows:
            table.add_row(*texts, options.replace(", ", "\n"))
        out.print(table)
        return
    widths = [max(len(row[column]) for row in rows) for column in range(len(COLUMNS))]
    for row in rows:
        click.echo("  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip())


def _player_json(name: str, description: str) -> dict[str, Any]:
    """Returns what is known of a player without starting it: nothing but its description if it is from outside."""
    from modern.players import PLAYERS, player_class

    known = player_class(name) if name in PLAYERS else None
    return {
        "player": name,
        "year": known.year if known else "",
        "author": known.author if known else "",
        "depth": known.depth if known else "",
        "description": description,
        "options": [_option_json(option) for option in known.options] if known else [],
    }


def _option_json(option: Option) -> dict[str, Any]:
    """Returns an option; a number has `minimum` and `maximum`, and a choice has `choices`."""
    from modern.players.protocol import COMBO, SPIN

    shown: dict[str, Any] = {"name": option.name, "type": option.type, "default": option.default}
    if option.type == SPIN:
        shown |= {"minimum": option.minimum, "maximum": option.maximum}
    if option.type == COMBO:
        shown["choices"] = list(option.choices)
    return shown


def _cell(field: Any) -> str:
    """Returns a field of a player as text; options as they are written in brackets after the name."""
    from modern.players.protocol import EMPTY

    if isinstance(field, str):
        return field or "-"
    return ", ".join(f"{option['name']}={option['default'] or EMPTY}" for option in field) or "-"


def print_levels() -> None:
    """Prints the table of the levels, each with its rating on the ladder if it has one."""
    import textwrap

    from modern.cli.output import console, new_table, print_table
    from modern.players.ladder import compared
    from modern.players.levels import NAMED_LEVELS

    rows = new_table(">level", "name", ">Elo", ">on the ladder", "")
    for level in NAMED_LEVELS:
        rating = level.rating
        figures = (f"{rating.elo} +- {rating.error}", compared(rating)) if rating else ("", "")
        rows.add_row(str(level.number), level.name, str(level.elo), *figures)
    out = console()
    print_table(out, rows)
    click.echo(textwrap.fill(FOOTNOTE, out.width))
