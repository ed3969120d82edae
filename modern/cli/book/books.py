"""Lists, shows, fills and converts opening books for `gosub book`."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Final

import click

from modern.book.book import Book, read_book
from modern.book.games import add_games
from modern.book.lines import lines, positions
from modern.book.opening_files import add_opening_files, write_opening_files
from modern.book.polyglot import BookError, BookFile, BookMove
from modern.cli.options import check_files
from modern.cli.output import console, new_table, print_table, progress
from modern.cli.problems import ReadingReport
from modern.cli.shell import EXIT_INTERRUPTED, echo
from modern.cli.typed_game import typed_game, usage_errors
from modern.rules import Position

POLYGLOT_SUFFIX: Final = ".bin"


def list_lines(path: Path, limit: int) -> None:
    """Prints the first `limit` lines of a book, the heaviest first. Raises ClickException and OSError."""

    start = Position.initial()
    try:
        with BookFile(path) as file:
            if not len(file):
                echo("the book is empty")
                return
            found = list(islice(lines(file, start), limit + 1))
            for line in found[:limit]:
                echo(f"{start.variation_san(line.moves)}{' ...' if line.transposes else ''}")
            if not found:
                echo("the book has no move in the initial position; `gosub book show BOOK POSITION` shows others")
            elif len(found) > limit:
                echo(f"and more; --lines lists more than {limit}")
    except BookError as error:
        raise click.ClickException(str(error)) from None


def show(path: Path, fen: str, moves: str | None) -> None:
    """Prints the moves of a book in a position. Raises ClickException and OSError."""
    with usage_errors("POSITION"):
        position = typed_game(fen, moves or "").position
    try:
        with BookFile(path) as file:
            found = file.moves(position)
    except BookError as error:
        raise click.ClickException(str(error)) from None
    if found:
        _print_moves(position, found)
    else:
        echo("the book has no move here")


def _print_moves(position: Position, found: list[BookMove]) -> None:

    total = sum(book_move.weight for book_move in found)
    rows = new_table("move", "UCI", ">weight", ">share")
    for move, weight in found:
        rows.add_row(position.san(move), move.uci(), str(weight), f"{100 * weight / total:.1f} %" if total else "-")
    print_table(console(), rows)


def import_sources(path: Path, sources: tuple[Path, ...], plies: int, weighting: str) -> None:
    """Adds sources to a book, and says what each had. Exits with 1 if a game was skipped, or something of one.

    Raises ClickException and OSError.
    """
    check_files()
    target = read_or_refuse(path) if path.exists() else Book()
    exit_code = 0
    try:
        for source in sources:
            report = ReadingReport(source)
            echo(f"{source}: {_add_source(target, source, plies, weighting, report)}")
            exit_code = exit_code or report.exit_code
        target.save(path)
    except BookError as error:
        raise click.ClickException(str(error)) from None
    except KeyboardInterrupt:
        echo("interrupted: nothing has been written", err=True)
        click.get_current_context().exit(EXIT_INTERRUPTED)
    echo(f"{path}: {_size(target)}")
    if exit_code:
        click.get_current_context().exit(exit_code)


def _add_source(target: Book, source: Path, plies: int, weighting: str, report: ReadingReport) -> str:
    """Adds a source to a book. Returns what it had, in words. Raises BookError and OSError."""
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
        other = read_or_refuse(source)
        target.add_book(other)
        return _size(other)
    return _add_games(target, source, plies, weighting, report)


def _add_games(target: Book, source: Path, plies: int, weighting: str, report: ReadingReport) -> str:
    """Adds the games of a PGN to a book, with a progress bar. Raises BookError and OSError."""
    try:
        with (
            source.open("rb") as file,
            progress(add_games(target, file, plies, weighting), "reading games", None) as tracked,
        ):
            games = list(tracked)
    except BookError as error:
        raise BookError(f"{source}: {error}") from None
    for game in games:
        report.add(game.number, game.problems, game.is_skipped)
    without = sum(not (game.moves or game.is_skipped) for game in games)
    skipped = f", {report.skipped:,} skipped" if report.skipped else ""
    return (
        f"{_count(report.read, 'game')}{' read' * bool(skipped)}{skipped}"
        f"{f', {without} of them without a move to add' if without else ''}"
    )


def export(path: Path, target: Path) -> None:
    """Writes a book as another book, or as a folder of opening files. Raises ClickException and OSError."""
    check_files()
    exported = read_or_refuse(path)
    if target.suffix.lower() == POLYGLOT_SUFFIX:
        exported.save(target)
        echo(f"{target}: {_size(exported)}")
        return
    try:
        with progress(positions(exported), "positions", len(exported.positions)) as tracked:
            count = write_opening_files(tracked, target)
    except BookError as error:
        raise click.ClickException(str(error)) from None
    echo(f"{target}: {_count(count, 'opening file')} of a book with {_size(exported)}")


def read_or_refuse(path: Path) -> Book:
    """Reads a book. Raises ClickException and OSError."""
    try:
        return read_book(path)
    except BookError as error:
        raise click.ClickException(str(error)) from None


def _size(book: Book) -> str:
    return f"{_count(len(book.positions), 'position')}, {_count(book.move_count, 'move')}"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
