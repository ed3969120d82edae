"""`gosub book`: opening books: edit, list, show, import, export."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

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
    Choice,
    WholeNumberRange,
    check_files,
    moves_option,
    position_option,
)
from modern.cli.output import console, exit_early, new_table, print_table, progress
from modern.cli.shell import SuggestingGroup, echo, reported
from modern.facts import counted
from modern.output_files import held
from modern.rules.errors import printable

with lazily():
    from modern import rules
    from modern.book import book as books
    from modern.book import games, lines, opening_files, polyglot
    from modern.cli import book_editor, problems
    from modern.cli import typed_game as typed
    from modern.jobs import workers

if TYPE_CHECKING:
    from modern.book.book import Book
    from modern.cli.problems import ReadingReport

POLYGLOT_SUFFIX: Final = ".bin"
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
    `gosub match "modern[Book=my.bin]" ...`.
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
    check_files()
    with held(path, "gosub book edit") as file:
        book_editor.edit_book(file, _read_or_new(path), fen, ascii_pieces)


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
    start = rules.Position.initial()
    with reported(polyglot.BookError), polyglot.BookFile(path) as file:
        _warn(path, file.remarks)
        if not len(file):
            echo("the book is empty")
            return
        found = list(islice(lines.lines(file, start), limit + 1))
        for line in found[:limit]:
            echo(f"{start.variation_san(line.moves)}{' ...' if line.transposes else ''}")
        if not found:
            echo("the book has no move in the initial position; `gosub book show BOOK POSITION` shows others")
        elif len(found) > limit:
            echo(f"and more; --lines lists more than {limit}")


@book.command(short_help="Show the moves of a book in a position.")
@BOOK
@click.argument("fen", metavar="[POSITION]", type=POSITION, default="startpos")
@moves_option()
def show(path: Path, fen: str, moves: str | None) -> None:
    """Show the moves of BOOK in a position, with their weights; without POSITION, in the initial position."""
    with typed.usage_errors("POSITION"):
        position = typed.typed_game(fen, moves or "").position
    with reported(polyglot.BookError), polyglot.BookFile(path) as file:
        _warn(path, file.remarks)
        found = file.moves(position)
    if not found:
        echo("the book has no move here")
        return
    total = sum(book_move.weight for book_move in found)
    rows = new_table("move", "UCI", ">weight", ">share")
    for move, weight in found:
        rows.add_row(position.san(move), move.uci(), str(weight), f"{100 * weight / total:.1f} %" if total else "-")
    print_table(console(), rows)


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
    type=Choice(("count", "result")),
    default="count",
    show_default=True,
    help="Weigh the moves of games by their count, or by their results: 2 for a win, 1 for a draw.",
)
def import_sources(path: Path, sources: tuple[Path, ...], plies: int, weighting: str) -> None:
    """Add SOURCEs to BOOK: games (PGN), another book (.bin), or opening files of Huo Chess (a folder).

    BOOK is created if it does not exist. If a move is there already, the weights are added.
    """
    check_files()
    exit_code = 0
    try:
        with reported(polyglot.BookError), held(path, "gosub book import") as file:
            target = _read_or_new(path)
            for source in sources:
                report = problems.ReadingReport(source)
                echo(f"{source}: {_add_source(target, source, plies, weighting, report)}")
                exit_code = exit_code or report.exit_code
            file.write(target.content())
    except KeyboardInterrupt:
        exit_early(workers.INTERRUPTED, ": nothing has been written", err=True)
    echo(f"{path}: {_size(target)}")
    click.get_current_context().exit(exit_code)


@book.command(short_help="Write a book as opening files of Huo Chess, or as another book.")
@BOOK
@click.argument("target", metavar="TARGET", type=FILE_OR_FOLDER)
def export(path: Path, target: Path) -> None:
    """Write BOOK to TARGET: a file ending in .bin in Polyglot's format, else a folder of opening files of Huo Chess.

    The folder must be new or empty. It gets one move for each position that the moves of the book reach: the heaviest.
    """
    check_files()
    with reported(polyglot.BookError):
        exported = _read(path)
        if target.suffix.lower() == POLYGLOT_SUFFIX:
            exported.save(target)
            echo(f"{target}: {_size(exported)}")
            return
        with progress(lines.positions(exported), "positions", len(exported.positions)) as tracked:
            count = opening_files.write_opening_files(tracked, target)
    echo(f"{target}: {counted(count, 'opening file')} of a book with {_size(exported)}")


def _read_or_new(path: Path) -> Book:
    """Returns the book in a file, or an empty one if there is no such file. Raises ClickException and OSError."""
    with reported(polyglot.BookError):
        return _read(path) if path.exists() else books.Book()


def _read(path: Path) -> Book:
    """Returns the book in a file, and prints its problems. Raises BookError and OSError."""
    read = books.read_book(path)
    _warn(path, read.remarks)
    return read


def _warn(path: Path, remarks: Iterable[str]) -> None:
    """Prints the problems of a book."""
    problems.print_warnings(f"{printable(str(path))}: {remark}" for remark in remarks)


def _add_source(target: Book, source: Path, plies: int, weighting: str, report: ReadingReport) -> str:
    """Adds a source to a book. Returns a description of its contents. Raises BookError and OSError."""
    if source.is_dir():
        done = opening_files.add_opening_files(target, source)
        words = [counted(done.files, "opening file")]
        if done.repeated:
            words.append(f"{done.repeated} of them for a position of an earlier one, and left out")
        if done.not_found:
            words.append(f"{done.not_found} of them for positions that are not played from the initial one")
        if done.unread:
            words.append(f"{done.unread} more after a missing number, and not read")
        return ", ".join(words)
    if source.suffix.lower() == POLYGLOT_SUFFIX:
        other = _read(source)
        target.add_book(other)
        return _size(other)
    return _add_games(target, source, plies, weighting, report)


def _add_games(target: Book, source: Path, plies: int, weighting: str, report: ReadingReport) -> str:
    """Adds the games of a PGN to a book, with a progress bar. Raises BookError and OSError."""
    try:
        with (
            source.open("rb") as file,
            progress(games.add_games(target, file, plies, weighting), "reading games", None) as tracked,
        ):
            added = list(tracked)
    except polyglot.BookError as error:
        raise polyglot.BookError(f"{source}: {error}") from None
    for game in added:
        report.add(game.number, game.problems, game.is_skipped)
    without = sum(not (game.moves or game.is_skipped) for game in added)
    skipped = f", {report.skipped:,} skipped" if report.skipped else ""
    return (
        f"{counted(report.read, 'game')}{' read' * bool(skipped)}{skipped}"
        f"{f', {without} of them without a move to add' if without else ''}"
    )


def _size(book: Book) -> str:
    return f"{counted(len(book.positions), 'position')}, {counted(book.move_count, 'move')}"
