"""The kit that makes all HTML pages: Jinja2 templates that escape every text, tables, and lists of moves.

Players' names, headers and comments come from other people, so the templates escape whatever they are given. Only the
styles, scripts and pictures of this project are not escaped: those that this module marks as markup, and those that a
template marks with `|safe` where it says why.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from typing import Any, Final, NamedTuple

import chess
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from modern.build import build_mode
from modern.pictures.browser.modules import FILES, browser_text, languages, package_text, texts_in
from modern.pictures.browser.pieces import piece_symbols

#: The width of a square of a small board.
SQUARE: Final = 45


class PlacedPiece(NamedTuple):
    """A piece of a small board, `white-knight`, and the place of its top left corner there."""

    name: str
    x: int
    y: int


class Cell(NamedTuple):
    """A cell of a table that is more than text: the address that it links to, its CSS class, or a small board."""

    text: str
    address: str = ""
    kind: str = ""
    pieces: Sequence[PlacedPiece] = ()


def small_board(text: str, fen: str) -> Cell:
    """Returns a cell with a small board of a position. `text` is read aloud in its place."""
    pieces = [
        PlacedPiece(
            f"{chess.COLOR_NAMES[piece.color]}-{chess.piece_name(piece.piece_type)}",
            SQUARE * chess.square_file(square),
            SQUARE * (7 - chess.square_rank(square)),
        )
        for square, piece in chess.Board(fen).piece_map().items()
    ]
    return Cell(text, pieces=pieces)


#: The cell where a player would meet itself.
DIAGONAL: Final = Cell("", kind="self")


@dataclass(frozen=True)
class Table:
    """A table of a page. A column whose title begins with `>` holds figures.

    `kind` is its CSS class, `caption` is read aloud only, and `heading` is the number of the column whose cells name
    their rows.
    """

    columns: Sequence[str]
    rows: Sequence[Sequence[str | Cell]]
    kind: str = ""
    id: str = ""
    caption: str = ""
    heading: int | None = None
    row_ids: Sequence[str] = ()

    def cells(self, row: Sequence[str | Cell]) -> Iterator[Cell]:
        """Yields the cells of a row, those of figures with their class."""
        for title, content in zip(self.columns, row, strict=True):
            cell = Cell(content) if isinstance(content, str) else content
            yield cell if cell.kind or not title.startswith(">") else cell._replace(kind="figure")


class MoveLink(NamedTuple):
    """A move in a list of moves: where it leads, its CSS class, and a remark that is read aloud only."""

    address: str
    text: str
    kind: str = ""
    remark: str = ""


class MoveLine(NamedTuple):
    """A line of a list of moves: its number, the moves, and whether Black's move is the first of them."""

    number: int
    moves: list[MoveLink]
    starts_with_black: bool


def move_lines(start: str, moves: Iterable[MoveLink]) -> list[MoveLine]:
    """Returns the lines of a list of moves, two moves in a line. `start` is the FEN before the first move."""
    _, side, _, _, _, count = start.split()
    number, is_white = int(count), side == "w"
    lines: list[MoveLine] = []
    for move in moves:
        if is_white or not lines:
            lines.append(MoveLine(number, [], not is_white))
        lines[-1].moves.append(move)
        number += 0 if is_white else 1
        is_white = not is_white
    return lines


def packed(data: Any) -> str:
    """Returns data for the script of a page: JSON, compressed by zlib and in base64, which cannot end an element.

    The moves that the 1994 program tried say much the same at each ply, and compressed they take a tenth of the space.
    """
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    return base64.b64encode(zlib.compress(text.encode())).decode()


def script_digest(script: str) -> str:
    """Returns the digest by which a page's Content-Security-Policy allows one script and no other."""
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


def render(template: str, *, script: str = "", **values: object) -> str:
    """Returns a page as HTML: a template, filled in with values, which it escapes. It runs only `script`."""
    return environment().get_template(template).render(script=Markup(script), **values)


def fragment(template: str, **values: object) -> Markup:
    """Returns a part of a page, for another template to show."""
    return Markup(environment().get_template(template).render(**values))


@cache
def environment() -> Environment:
    """Returns the templates of all pages, which escape what they are given and refuse to leave a value out."""
    templates = Environment(
        loader=PackageLoader("modern.pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    templates.globals |= {"css": _css, "in_each_language": _in_each_language, "made_by": _made_by}
    templates.globals |= {"pieces": lambda: Markup(piece_symbols())}
    templates.filters |= {"digest": script_digest, "packed": packed}
    return templates


def _css(*names: str) -> Markup:
    """Returns stylesheets of this package and of the board, joined."""
    texts = (browser_text(name) if name in FILES else package_text(__package__, name) for name in names)
    return Markup("".join(texts).rstrip())


def _in_each_language(key: str, **values: str) -> list[tuple[str, str]]:
    """Returns a text in each language, for a page that does not know its reader's yet."""
    return [(language, texts_in(language)[key].format(**values)) for language in languages()]


def _made_by() -> str:
    """Returns the sentence that says by which version and build a page was made."""
    return f"Made by gosub-chess {version('gosub-chess')} ({build_mode()})."
