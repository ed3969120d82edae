"""`gosub book`: opening books: edit, list, show, import, export."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from modern.cli.options import POSITION, POSITION_FORMS, WholeNumberRange, check_distinct
from modern.cli.shell import EXIT_FAILURE, EXIT_INTERRUPTED, SuggestingGroup
from modern.output_files import check_writable

if TYPE_CHECKING:
    from modern.book.book import Book
    from modern.book.polyglot import BookMove
    from modern.rules import Position

#: The most lines that are listed without --lines.
DEFAULT_LINES = 100
#: How many plies of each game of a PGN become part of a book without --plies.
DEFAULT_PLIES = 20
POLYGLOT_SUFFIX = ".bin"
PATH = click.Path(path_type=Path)
BOOK = click.argument("path", metavar="BOOK", type=PATH)


@click.group(cls=SuggestingGroup, short_help="Make opening books, look into them and convert them.")
def book() -> None:
    """Make opening books, look into them and convert them.

    A book is a file in Polyglot's format. The option Book lets a player use it:
    `gosub match 'modern[Book=my.bin]' ...`.
    """


@book.command(short_help="Make a book by playing its lines.")
@BOOK
@click.option("--fen", metavar="POSITION", type=POSITION, help=f"The board at the start: {POSITION_FORMS}.")
@click.option("--ascii", "ascii_pieces", is_flag=True, help="Draw the pieces as letters.")
def edit(path: Path, fen: str | None, ascii_pieces: bool) -> None:
    """Make a book by playing its lines: each move typed is made on the board and added to BOOK.

    Type moves as Nf3, g1f3 or g1-f3; type `help` for the commands. BOOK is created if it does not exist, and saved
    after every change.
    """
    from modern.book.book import Book
    from modern.book.editor import BookEditor
    from modern.cli.book.editing import EditSession
    from modern.cli.output import console
    from modern.cli.play.board import board_style
    from modern.cli.typed_game import typed_fen
    from modern.rules import RulesError

    check_writable(path)
    edited = _read(path) if path.exists() else Book()
    try:
        editor = BookEditor(edited, typed_fen(fen))
    except RulesError as error:
        raise click.ClickException(str(error)) from None
    out = console()
    session = EditSession(editor, path, out, board_style(out, False, ascii_pieces))
    try:
        session.run()
    except KeyboardInterrupt:
        click.echo("\ninterrupted")
        click.get_current_context().exit(EXIT_INTERRUPTED)
    if session.failed_to_save:
        click.get_current_context().exit(EXIT_FAILURE)


@book.command("list", short_help="List the lines of a book.")
@BOOK
@click.option(
    "--lines",
    "limit",
    metavar="N",
    type=WholeNumberRange(1),
    default=DEFAULT_LINES,
    show_default=True,
    help="List at most so many lines.",
)
def list_lines(path: Path, limit: int) -> None:
    """List the lines of BOOK from the initial position, the heaviest first.

    A line that reaches a position of an earlier line ends there, with dots.
    """
    from itertools import islice

    from modern.book.lines import lines
    from modern.book.polyglot import BookError, BookFile
    from modern.rules import Position

    start = Position.initial()
    try:
        with BookFile(path) as file:
            if not len(file):
                click.echo("the book is empty")
                return
            found = list(islice(lines(file, start), limit + 1))
            for line in found[:limit]:
                click.echo(f"{start.variation_san(line.moves)}{' ...' if line.transposes else ''}")
            if not found:
                click.echo("the book has no move in the initial position; `gosub book show BOOK POSITION` shows others")
            elif len(found) > limit:
                click.echo(f"and more; --lines lists more than {limit}")
    except BookError as error:
        raise click.ClickException(str(error)) from None


@book.command(short_help="Show the moves of a book in a position.")
@BOOK
@click.argument("fen", metavar="[POSITION]", type=POSITION, default="startpos")
@click.option("--moves", metavar="MOVES", default="", help="Moves to make first: 'e4 e5' or 'e2e4 e7e5'.")
def show(path: Path, fen: str, moves: str) -> None:
    """Show the moves of BOOK in a position, with their weights; without POSITION, in the initial position."""
    from modern.book.polyglot import BookError, BookFile
    from modern.cli.typed_game import typed_game
    from modern.rules import RulesError

    try:
        position = typed_game(fen, moves).position
        with BookFile(path) as file:
            found = file.moves(position)
    except (BookError, RulesError) as error:
        raise click.ClickException(str(error)) from None
    if found:
        _print_moves(position, found)
    else:
        click.echo("the book has no move here")


def _print_moves(position: Position, found: list[BookMove]) -> None:
    from modern.cli.output import console, new_table, print_table

    total = sum(book_move.weight for book_move in found)
    rows = new_table("move", "UCI", ">weight", ">share")
    for move, weight in found:
        rows.add_row(position.san(move), move.uci(), str(weight), f"{100 * weight / total:.1f} %" if total else "-")
    print_table(console(), rows)


@book.command("import", short_help="Add games, books or opening files to a book.")
@BOOK
@click.argument("sources", metavar="SOURCE...", nargs=-1, required=True, type=PATH)
@click.option(
    "--plies",
    metavar="PLIES",
    type=WholeNumberRange(1, 1000),
    default=DEFAULT_PLIES,
    show_default=True,
    help="How many plies of each game of a PGN become part of the book.",
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
    """Add to BOOK what the SOURCEs have: games (PGN), another book (.bin), or opening files of Huo Chess (a folder).

    BOOK is created if it does not exist. The weights of a move that it has already are added up.
    """
    from modern.book.book import Book
    from modern.book.polyglot import BookError

    for source in sources:
        check_distinct([("BOOK", path), ("SOURCE", source)])
    check_writable(path)
    target = _read(path) if path.exists() else Book()
    try:
        for source in sources:
            click.echo(f"{source}: {_add_source(target, source, plies, weighting)}")
        target.save(path)
    except BookError as error:
        raise click.ClickException(str(error)) from None
    except KeyboardInterrupt:
        click.echo("interrupted: nothing has been written", err=True)
        click.get_current_context().exit(EXIT_INTERRUPTED)
    click.echo(f"{path}: {_size(target)}")


def _add_source(target: Book, source: Path, plies: int, weighting: str) -> str:
    """Adds a source to a book. Returns what it had, in words. Raises BookError and OSError."""
    from modern.book.opening_files import add_opening_files

    if source.is_dir():
        done = add_opening_files(target, source)
        words = [_count(done.files, "opening file")]
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
    return _add_games(target, source, plies, weighting)


def _add_games(target: Book, source: Path, plies: int, weighting: str) -> str:
    """Adds the games of a PGN to a book, with a progress bar. Raises BookError and OSError."""
    from modern.book.games import add_games
    from modern.book.polyglot import BookError
    from modern.cli.output import progress
    from modern.input_files import read_whole

    content = read_whole(source)
    try:
        with progress(add_games(target, content, plies, weighting), "reading games", None) as tracked:
            games = list(tracked)
    except BookError as error:
        raise BookError(f"{source}, {error}") from None
    without = sum(1 for game in games if not game.moves)
    return f"{_count(len(games), 'game')}{f', {without} of them without a move to add' if without else ''}"


@book.command(short_help="Write a book as opening files of Huo Chess, or as another book.")
@BOOK
@click.argument("target", metavar="TARGET", type=PATH)
def export(path: Path, target: Path) -> None:
    """Write BOOK to TARGET: a file ending in .bin in Polyglot's format, else a folder of opening files of Huo Chess.

    The folder must be new or empty. It gets one move for each position that the moves of the book reach: the heaviest.
    """
    from modern.book.lines import positions
    from modern.book.opening_files import write_opening_files
    from modern.book.polyglot import BookError
    from modern.cli.output import progress

    check_distinct([("BOOK", path), ("TARGET", target)])
    exported = _read(path)
    if target.suffix.lower() == POLYGLOT_SUFFIX:
        exported.save(target)
        click.echo(f"{target}: {_size(exported)}")
        return
    try:
        with progress(positions(exported), "positions", len(exported.positions)) as tracked:
            count = write_opening_files(tracked, target)
    except BookError as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"{target}: {_count(count, 'opening file')} of a book with {_size(exported)}")


def _read(path: Path) -> Book:
    """Reads a book. Raises ClickException and OSError."""
    from modern.book.book import read_book
    from modern.book.polyglot import BookError

    try:
        return read_book(path)
    except BookError as error:
        raise click.ClickException(str(error)) from None


def _size(book: Book) -> str:
    return f"{_count(len(book.positions), 'position')}, {_count(book.move_count, 'move')}"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
