"""The files of an analysis: PGN, JSON and pages, each with the games that are finished."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryFile
from textwrap import indent
from typing import IO, Final, NamedTuple, Self

import click

from modern.analysis.file_analysis import Analyst, json_of_game, pgn_of_game, settings_json
from modern.analysis.game_analysis import GameAnalysis
from modern.cli.output import write
from modern.cli.shell import DASH
from modern.facts import counted
from modern.game.game import Game
from modern.game.pgn_reading import error_text
from modern.limits import Limits
from modern.output_files import check_writable, write_atomically
from modern.pages.folder import GENERATOR, PagesFolder, check_pages_folder

#: A name with one of these endings is that of a page, not of a folder of pages.
PAGE_SUFFIXES: Final = (".html", ".htm")


def is_page_name(html: Path) -> bool:
    """Returns True for the name of a page, or standard output; a folder of pages has another."""
    return html == DASH or html.suffix.lower() in PAGE_SUFFIXES


def result_line(html: Path, plies: int, text: str) -> str:
    """Returns the line that reports the page written."""
    return f"{html}: {counted(plies, 'ply', 'plies')}, {len(text.encode()) / 1000:.0f} kB"


class Outputs(NamedTuple):
    """The files to be written, or None; `-` is standard output."""

    pgn: Path | None = None
    html: Path | None = None
    json: Path | None = None

    def check(self, count: int | None) -> None:
        """Raises OSError if the page cannot be written, or the folder for the pages of several games; None is many."""
        if self.html and count != 1:
            if is_page_name(self.html):
                raise click.UsageError("the pages of several games need a folder: expected --html FOLDER, or --game N")
            check_pages_folder(self.html, GENERATOR, "pages of games")
        elif self.html and self.html != DASH:
            check_writable(self.html)


class _Parts:
    """A text that is written game by game: to standard output at once, to a file when all of it is there.

    `opening` stands before the first game, `joint` between games.
    """

    def __init__(self, path: Path, opening: str, joint: str) -> None:
        self.path = path
        self.opening = opening
        self.joint = joint
        self.count = 0
        self.file: IO[bytes] | None = None if path == DASH else TemporaryFile()  # noqa: SIM115

    def add(self, text: str) -> None:
        """Adds a game."""
        self._put((self.joint if self.count else self.opening) + text)
        self.count += 1

    def finish(self, closing_text: str, is_partial: bool) -> None:
        """Writes the file; one without any game only if that is the whole of it."""
        if not self.count and is_partial:
            return
        self._put(("" if self.count else self.opening) + closing_text)
        if self.file:
            self.file.seek(0)
            write_atomically(self.path, self.file)

    def _put(self, text: str) -> None:
        if self.file:
            self.file.write(text.encode())
        else:
            click.echo(text, nl=False)

    def close(self) -> None:
        """Closes the temporary file."""
        if self.file:
            self.file.close()


class AnalysedGame(NamedTuple):
    """The analysis of a game, and its page if one is wanted: the game that it shows, and its text."""

    analysis: GameAnalysis
    page: tuple[Game, str] | None = None


class Writer:
    """Writes the games that are finished, one after another; standard output also gets one that is not finished.

    `has_written`  True if a file has a game.
    `result`       says at the end in a line which page is written, or which index of pages; '' if none is.
    """

    def __init__(
        self, outputs: Outputs, source: str, count: int | None, analyst: Analyst | None, limits: Limits | None
    ) -> None:
        """`source` is the file of the games, and `count` their number, if it is known."""
        self.outputs = outputs
        self.source = source
        self.count = count
        self.analyst = analyst
        self.unreadable: list[str] = []
        self.has_written = False
        self.result = ""
        self.single_page = ""
        self.folder = PagesFolder(outputs.html) if outputs.html and count != 1 else None
        self.pgn = _Parts(outputs.pgn, "", "\n") if outputs.pgn else None
        self.json = None
        if outputs.json and analyst and limits:
            head = json.dumps(settings_json(analyst, limits), indent=1).removesuffix("\n}")
            self.json = _Parts(outputs.json, f'{head},\n "games": [\n', ",\n")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for parts in (self.pgn, self.json):
            if parts:
                parts.close()

    def add(self, analysed: AnalysedGame) -> None:
        """Writes a game, or notes that it cannot be read."""
        game, page = analysed
        if game.game.error:
            self.unreadable.append(error_text(game.game, game.number))
            return
        is_done = game.is_complete or bool(page)
        self.has_written |= is_done and any(path and path != DASH for path in self.outputs)
        if self.pgn and self.analyst and (is_done or self.pgn.path == DASH):
            self.pgn.add(pgn_of_game(game, self.analyst))
        if self.json and (is_done or self.json.path == DASH):
            self.json.add(indent(json.dumps(json_of_game(game), indent=1), "  "))
        if page and self.folder:
            self.folder.add(game.number, *page)
        elif page and self.outputs.html:
            shown, self.single_page = page
            if self.outputs.html != DASH:
                self.result = result_line(self.outputs.html, len(shown.moves), self.single_page)

    def finish(self, is_partial: bool) -> None:
        """Ends the files, and writes the page or the index of the pages."""
        if self.pgn:
            self.pgn.finish("", is_partial)
        if self.json:
            self.json.finish(f'\n ],\n "complete": {json.dumps(not is_partial)}\n}}\n', is_partial)
        if self.outputs.html and self.single_page:
            write(self.outputs.html, self.single_page)
        elif self.folder and self.folder.games:
            made = len(self.folder.games)
            self.folder.write_index(f"{counted(made, 'game')} of {Path(self.source).name}", self.unreadable)
            count = self.count or (0 if is_partial else made + len(self.unreadable))
            self.result = f"{self.folder.index}: {made}{f' of {count}' if count else ''} games"
