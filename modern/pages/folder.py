"""A folder with the pages of many games, and their index: players, result, opening, plies, a picture of the end."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from modern.analysis.openings import opening_of
from modern.game.game import Game
from modern.output_files import check_writable, write_atomically
from modern.pages.game_facts import facts_of, title_of
from modern.pages.kit import Cell, Table, render, small_board
from modern.pictures.browser.modules import TEXTS, board_modules, inline_modules

INDEX: Final = "index.html"
#: An index says in its header by what it was made.
GENERATOR: Final = "gosub page"
#: The script of an index, which has a button for the theme.
INDEX_SCRIPT: Final = inline_modules(
    {
        **{name: board_modules()[name] for name in (TEXTS, "kept.js", "page_theme.js")},
        "index.js": 'import { startTheme } from "./page_theme.js";\nstartTheme(document.getElementById("theme"));\n',
    }
)


def page_name(number: int) -> str:
    """Returns the file name of a game's page; games are numbered from 1."""
    return f"game-{number:05}.html"


def check_pages_folder(folder: Path, generator: str, kind: str) -> None:
    """Raises OSError if pages could not be written into a folder, or if it has other files than such pages.

    The index of such pages names `generator`; `kind` is what the message calls them.
    """
    if not folder.exists():
        check_writable(folder)
        return
    if not folder.is_dir():
        raise OSError(f"{folder} cannot be written: it is not a folder")
    index = folder / INDEX
    if any(folder.iterdir()) and not (
        index.is_file() and generator in index.read_text(encoding="utf-8", errors="replace")
    ):
        raise OSError(f"{folder} has other files; expected a new folder, an empty one, or one with {kind}")
    check_writable(index)


class PagesFolder:
    """A folder that gets one page after another, and then their index. `games` have a page, and come with numbers."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.index = path / INDEX
        self.games: list[tuple[int, Game]] = []

    def add(self, number: int, game: Game, text: str) -> None:
        """Writes the page of a game. Raises OSError."""
        self.path.mkdir(exist_ok=True)
        write_atomically(self.path / page_name(number), text)
        self.games.append((number, game))

    def write_index(self, title: str, failed: Sequence[str]) -> None:
        """Writes the index. `failed` are lines on games without a page. Raises OSError."""
        self.path.mkdir(exist_ok=True)
        write_atomically(self.index, index_page(title, self.games, failed))


def index_page(title: str, games: Sequence[tuple[int, Game]], failed: Sequence[str] = ()) -> str:
    """Returns the index of pages of games, which come with their numbers. `failed` are lines on games without one."""
    table = Table(
        ("the end", "game", "result", "opening", "date", ">plies"),
        [_row(number, game) for number, game in games],
        kind="games",
        caption="The games, each a link to its page",
        heading=1,
    )
    return render("games.html", script=INDEX_SCRIPT, generator=GENERATOR, title=title, games=table, failed=failed)


def _row(number: int, game: Game) -> list[str | Cell]:
    fen, facts = game.position.fen(), dict(facts_of(game))
    return [
        small_board(fen.split()[0], fen),
        Cell(f"{number}. {title_of(game)}", page_name(number)),
        facts.get("Result", "*"),
        " ".join(facts[name] for name in ("ECO", "Opening") if name in facts) or str(opening_of(game) or ""),
        facts.get("Date", ""),
        str(len(game.moves)),
    ]
