"""A folder with the pages of many games, and their index: players, result, opening, plies, a picture of the end."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from string import Template
from typing import Final

import chess

from modern.output_files import check_writable
from modern.pictures.browser.modules import board_modules, inline_modules
from modern.pictures.browser.pieces import piece_symbols
from modern.pictures.page.page import page_style
from modern.pictures.page.page_game import PageGame
from modern.pictures.page.parts import made_by, page_head

INDEX: Final = "index.html"
#: An index says in its header by what it was made.
GENERATOR: Final = "gosub page"
SQUARE: Final = 45
SCRIPT: Final = 'import { startTheme } from "./page_theme.js";\n\nstartTheme(document.getElementById("theme"));\n'
STYLE: Final = """\
.end { display: block; width: 7rem; height: 7rem; }
.games td, .games th { padding: .4rem .6rem; text-align: left; border-bottom: 1px solid var(--line); }
.games td.figure { text-align: right; }
.games td { white-space: nowrap; }
"""
TEMPLATE: Final = """<!doctype html>
<html lang="en" class="scripted">
$head
<body>
$pieces
<svg class="pieces" width="0" height="0" aria-hidden="true"><defs><g id="squares">$squares</g></defs></svg>
<header class="masthead"><div><h1>$title</h1></div><button type="button" id="theme">Dark theme</button></header>
<main>
<div class="scroll" tabindex="0" role="region" aria-label="The games"><table class="games">
<caption class="visually-hidden">The games, each a link to its page</caption>
<thead><tr><th scope="col">the end</th><th scope="col">game</th><th scope="col">result</th><th scope="col">opening</th>\
<th scope="col">date</th><th scope="col" class="figure">plies</th></tr></thead>
<tbody>$rows</tbody></table></div>
$failed</main>
<footer><p>$colophon python-chess drew the pieces.</p></footer>
<script>$script</script>
</body>
</html>
"""


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


def index_page(title: str, games: Sequence[tuple[int, PageGame]], failed: Sequence[str] = ()) -> str:
    """Returns the index of pages of games, which come with their numbers. `failed` are lines on games without one."""
    script = inline_modules({"page_theme.js": board_modules()["page_theme.js"], "index.js": SCRIPT})
    lines = "".join(f"<li>{escape(line)}</li>" for line in failed)
    return Template(TEMPLATE).substitute(
        head=page_head(escape(title), page_style() + STYLE, GENERATOR, script),
        title=escape(title),
        pieces=piece_symbols(),
        squares=_squares(),
        rows="".join(_row(number, game) for number, game in games),
        failed=f"<h2>Games without a page</h2><ul>{lines}</ul>" if failed else "",
        colophon=made_by(),
        script=script,
    )


def _row(number: int, game: PageGame) -> str:
    opening = " ".join(filter(None, (game.fact("ECO"), game.fact("Opening"))))
    cells = [game.fact("Result") or "*", opening, game.fact("Date")]
    link = f'<a href="{page_name(number)}">{number}. {escape(game.title)}</a>'
    return (
        f'<tr><td>{_small_board(game.game.position.fen())}</td><th scope="row">{link}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        + f'<td class="figure">{len(game.game.moves)}</td></tr>'
    )


def _small_board(fen: str) -> str:
    """Returns a picture of a position, of the pieces and squares that the page has once."""
    pieces = "".join(
        f'<use href="#{chess.COLOR_NAMES[piece.color]}-{chess.piece_name(piece.piece_type)}"'
        f' x="{SQUARE * chess.square_file(square)}" y="{SQUARE * (7 - chess.square_rank(square))}"/>'
        for square, piece in chess.Board(fen).piece_map().items()
    )
    side = 8 * SQUARE
    return (
        f'<svg class="end" viewBox="0 0 {side} {side}" role="img" aria-label="{escape(fen.split()[0])}">'
        f'<use href="#squares"/>{pieces}</svg>'
    )


def _squares() -> str:
    side = 8 * SQUARE
    dark = "".join(
        f"M{SQUARE * x} {SQUARE * y}h{SQUARE}v{SQUARE}h-{SQUARE}z" for x in range(8) for y in range(8) if (x + y) % 2
    )
    return f'<path fill="#f3ead8" d="M0 0h{side}v{side}H0z"/><path fill="#c8b796" d="{dark}"/>'
