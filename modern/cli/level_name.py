"""The command line type for the levels of the engine, with completion by the shell, and the list of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from modern.players.levels import NamedLevel

#: What is typed instead of a level to see all of them.
LIST = "list"

#: What the figures of the list stand for.
FOOTNOTE = (
    "Elo is the strength that modern is set to. The ratings on the ladder are from games at a tenth of a second a move;"
    " the higher ones are stretched (docs/ladder.md)."
)


class LevelName(click.types.StringParamType):
    """A level's number or name, or `list`."""

    name = "level"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Returns the names that begin with `incomplete`, each with its number and Elo, and `list`."""
        from modern.players.levels import NAMED_LEVELS

        items = [CompletionItem(level.name, help=f"level {level.number}, Elo {level.elo}") for level in NAMED_LEVELS]
        items.append(CompletionItem(LIST, help="show the levels"))
        return [item for item in items if item.value.startswith(incomplete.lower())]


LEVEL = LevelName()


def level_of_option(ctx: click.Context, param: click.Parameter, value: str | None) -> NamedLevel | None:
    """Returns the level that an option names; after `list`, prints the levels and exits. Raises BadParameter."""
    from modern.players.levels import level_named

    if value is None:
        return None
    if value.strip().lower() == LIST:
        print_levels()
        ctx.exit()
    try:
        return level_named(value)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


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
