"""`gosub book`: opening books: edit, list, show, import, export."""

from __future__ import annotations

from pathlib import Path

import click

from modern.cli.lazy import lazily
from modern.cli.options import (
    AT_LEAST_1,
    FILE,
    FILE_OR_FOLDER,
    INPUT_FILE,
    INPUT_FILE_OR_FOLDER,
    POSITION,
    POSITION_FORMS,
    WholeNumberRange,
    moves_option,
    position_option,
)
from modern.cli.shell import SuggestingGroup

with lazily():
    from modern.cli.book import books, editing

#: The most lines that are listed without --lines.
DEFAULT_LINES = 100
#: How many plies of each game of a PGN become part of a book without --plies.
DEFAULT_PLIES = 20
#: A book that is read, and one that is written.
BOOK = click.argument("path", metavar="BOOK", type=INPUT_FILE)
NEW_BOOK = click.argument("path", metavar="BOOK", type=FILE)


@click.group(cls=SuggestingGroup)
def book() -> None:
    """Make, show and convert opening books.

    A book is a file in Polyglot's format. The option Book lets a player use it:
    `gosub match 'modern[Book=my.bin]' ...`.
    """


@book.command(short_help="Make a book by playing its lines.")
@NEW_BOOK
@position_option(f"The board at the start: {POSITION_FORMS}.")
@click.option("--ascii", "ascii_pieces", is_flag=True, help="Draw the pieces as letters.")
def edit(path: Path, fen: str | None, ascii_pieces: bool) -> None:
    """Make a book by playing its lines: each move that you type is added to BOOK.

    Type moves as Nf3, g1f3 or g1-f3, and `help` for the commands. BOOK is created if it does not exist, and saved after
    every change.
    """
    editing.edit_book(path, fen, ascii_pieces)


@book.command("list", short_help="List the lines of a book.")
@BOOK
@click.option(
    "--lines",
    "limit",
    metavar="N",
    type=AT_LEAST_1,
    default=DEFAULT_LINES,
    show_default=True,
    help="The most lines to list.",
)
def list_lines(path: Path, limit: int) -> None:
    """List the lines of BOOK from the initial position, the heaviest first.

    A line that reaches a position of an earlier line ends there, with dots.
    """
    books.list_lines(path, limit)


@book.command(short_help="Show the moves of a book in a position.")
@BOOK
@click.argument("fen", metavar="[POSITION]", type=POSITION, default="startpos")
@moves_option()
def show(path: Path, fen: str, moves: str | None) -> None:
    """Show the moves of BOOK in a position, with their weights; without POSITION, in the initial position."""
    books.show(path, fen, moves)


@book.command("import", short_help="Add games, books or opening files to a book.")
@NEW_BOOK
@click.argument("sources", metavar="SOURCE...", nargs=-1, required=True, type=INPUT_FILE_OR_FOLDER)
@click.option(
    "--plies",
    metavar="PLIES",
    type=WholeNumberRange(1, 1000),
    default=DEFAULT_PLIES,
    show_default=True,
    help="The plies to add from each game of a PGN.",
)
@click.option(
    "--weights",
    "weighting",
    type=click.Choice(("count", "result")),
    default="count",
    show_default=True,
    help="Weigh the moves of games by their count, or by their results: 2 for a win, 1 for a draw.",
)
def import_sources(path: Path, sources: tuple[Path, ...], plies: int, weighting: str) -> None:
    """Add SOURCEs to BOOK: games (PGN), another book (.bin), or opening files of Huo Chess (a folder).

    BOOK is created if it does not exist. If a move is there already, the weights are added.
    """
    books.import_sources(path, sources, plies, weighting)


@book.command(short_help="Write a book as opening files of Huo Chess, or as another book.")
@BOOK
@click.argument("target", metavar="TARGET", type=FILE_OR_FOLDER)
def export(path: Path, target: Path) -> None:
    """Write BOOK to TARGET: a file ending in .bin in Polyglot's format, else a folder of opening files of Huo Chess.

    The folder must be new or empty. It gets one move for each position that the moves of the book reach: the heaviest.
    """
    books.export(path, target)
