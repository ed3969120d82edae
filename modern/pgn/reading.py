"""Reads games from PGN: the main line with its comments, the headers, and the first error."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple, TextIO

import chess
import chess.pgn

from modern.pgn.encoding import PgnError
from modern.rules.errors import plain_message
from modern.rules.fen import INITIAL_FEN

#: The names that programs give to standard chess in the header Variant, in lower case.
STANDARD_VARIANTS: Final = ("", "standard", "chess", "normal", "from position")


class PgnMove(NamedTuple):
    """A move of the main line in UCI notation, and what the file says about it.

    `comment_before` and `comment` stand before and after it. `nags` are the numbers of its glyphs: 1 is `!`.
    `variations` are the variations instead of it, as text in SAN.
    """

    uci: str
    comment_before: str = ""
    comment: str = ""
    nags: tuple[int, ...] = ()
    variations: tuple[str, ...] = ()


@dataclass(frozen=True)
class PgnGame:
    """A game of a PGN.

    `headers` has the seven headers that PGN requires, with `?` if the file lacks them, and the others of the file;
    `has_headers` is False if the file has none. `moves` is the main line up to its first error, `comment` the comment
    before it. `error` is the first error, '' if there is none, and `main_line_error` the first outside variations.
    `initial_fen` is the FEN of the first position as python-chess writes it, '' if the position is invalid.
    """

    headers: Mapping[str, str]
    has_headers: bool
    moves: tuple[PgnMove, ...]
    comment: str
    error: str
    main_line_error: str
    has_variations: bool
    initial_fen: str
    is_chess960: bool

    def __repr__(self) -> str:
        white, black, result = (self.headers.get(name, "?") for name in ("White", "Black", "Result"))
        return f"<PgnGame: {white} - {black}, {result}, plies: {len(self.moves)}>"

    @property
    def is_empty(self) -> bool:
        """Returns True for text that is not a game, with neither headers nor moves."""
        return not self.has_headers and not self.moves

    @property
    def start(self) -> str:
        """Returns the FEN of the first position as the headers have it."""
        return self.headers.get("FEN", INITIAL_FEN)

    @property
    def variant(self) -> str:
        """Returns the header Variant, or '' if that names standard chess."""
        variant = self.headers.get("Variant", "")
        return "" if variant.lower() in STANDARD_VARIANTS else variant

    @property
    def uci_moves(self) -> tuple[str, ...]:
        """Returns the main line in UCI notation."""
        return tuple(move.uci for move in self.moves)


class GameReader(chess.pgn.BaseVisitor[PgnGame]):
    """Collects a game while python-chess parses it. With `skip_variations`, their errors are not found either."""

    def __init__(self, skip_variations: bool) -> None:
        self.skip_variations = skip_variations

    def begin_game(self) -> None:
        """Starts a game."""
        self.headers = chess.pgn.Headers()
        self.has_headers = False
        self.moves: list[PgnMove] = []
        self.comment = ""
        self.pending_comment = ""
        self.after_move = False
        self.depth = 0
        self.has_variations = False
        self.variation: list[str] = []
        self.error = self.main_line_error = ""
        self.initial_fen = ""
        self.is_chess960 = False

    def begin_headers(self) -> chess.pgn.Headers:
        """Returns the headers, from which python-chess takes the variant and the first position."""
        return self.headers

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Stores a header."""
        self.has_headers = True
        self.headers[tagname] = tagvalue

    def visit_board(self, board: chess.Board) -> None:
        """Stores the first position."""
        if not self.initial_fen:
            self.initial_fen = board.fen()
            self.is_chess960 = board.chess960

    def begin_variation(self) -> chess.pgn.SkipType | None:
        """Enters a variation."""
        self.depth += 1
        if self.skip_variations:
            return chess.pgn.SKIP
        self.variation = [*self.variation, "("] if self.depth > 1 else []
        self.after_move = False
        return None

    def end_variation(self) -> None:
        """Leaves a variation. After an error in the main line, python-chess reports ends without a beginning."""
        if self.depth > 1:
            self.variation.append(")")
        elif self.depth and self.moves and self.variation:
            text = " ".join(self.variation).replace("( ", "(").replace(" )", ")")
            self.moves[-1] = self.moves[-1]._replace(variations=(*self.moves[-1].variations, text))
        self.depth = max(0, self.depth - 1)

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        """Stores a move of the main line."""
        if self.depth:
            self.has_variations = True
            number = (
                f"{board.fullmove_number}." if board.turn else f"{board.fullmove_number}..." * (not self.after_move)
            )
            self.variation.append(f"{number} {board.san(move)}".strip())
        elif not self.main_line_error:
            self.moves.append(PgnMove(move.uci(), self.pending_comment))
        self.pending_comment = ""
        self.after_move = True

    def visit_comment(self, comment: str) -> None:
        """Adds a comment to the move before it, to the game before the first move, or to the next move."""
        if self.depth:
            self.variation.append(f"{{{comment}}}")
        if not self.after_move and (self.depth or self.moves):
            self.pending_comment = _joined(self.pending_comment, comment)
        elif self.depth:
            return
        elif self.moves:
            self.moves[-1] = self.moves[-1]._replace(comment=_joined(self.moves[-1].comment, comment))
        else:
            self.comment = _joined(self.comment, comment)

    def visit_nag(self, nag: int) -> None:
        """Adds a glyph to the move before it."""
        if self.depth:
            self.variation.append(f"${nag}")
        elif self.moves:
            self.moves[-1] = self.moves[-1]._replace(nags=(*self.moves[-1].nags, nag))

    def visit_result(self, result: str) -> None:
        """Stores the result after the moves, unless the headers have one."""
        if self.headers.get("Result", "*") == "*":
            self.headers["Result"] = result

    def handle_error(self, error: Exception) -> None:
        """Stores the first errors, in one line."""
        text = plain_message(error)
        self.error = self.error or text
        if not self.depth:
            self.main_line_error = self.main_line_error or text

    def result(self) -> PgnGame:
        """Returns the game."""
        return PgnGame(
            dict(self.headers),
            self.has_headers,
            tuple(self.moves),
            self.comment,
            self.error,
            self.main_line_error,
            self.has_variations,
            self.initial_fen,
            self.is_chess960,
        )


def _joined(first: str, second: str) -> str:
    return " ".join(filter(None, (first, second)))


def games_in(file: TextIO, skip_variations: bool = False) -> Iterator[PgnGame]:
    """Yields the games of a PGN. With `skip_variations`, these are not parsed.

    Otherwise, after an illegal move in a variation python-chess loses its place, and the main line has errors too.
    """
    reader = partial(GameReader, skip_variations)
    while (game := chess.pgn.read_game(file, Visitor=reader)) is not None:
        yield game


def numbered_game(text: str, number: int) -> tuple[PgnGame, str]:
    """Returns a game of a PGN by its number, from 1, and its text. Raises PgnError.

    If a variation has an error, the game is returned without its variations.
    """
    file = io.StringIO(text)
    for index in range(number - 1):
        if not chess.pgn.skip_game(file):
            raise PgnError(_no_such_game(index, number))
    found = _next_game(file, text)
    if found is None:
        raise PgnError(_no_such_game(number - 1, number))
    return found


def every_game(text: str) -> Iterator[tuple[PgnGame, str]]:
    """Yields the games of a PGN with their texts. One with an error in a variation comes without its variations."""
    file = io.StringIO(text)
    while found := _next_game(file, text):
        yield found


def has_several_games(text: str) -> bool:
    """Returns True if a PGN has more than one game."""
    file = io.StringIO(text)
    return all(chess.pgn.skip_game(file) for _ in range(2))


def _next_game(file: io.StringIO, text: str) -> tuple[PgnGame, str] | None:
    start = file.tell()
    game = next(games_in(file), None)
    if game is None:
        return None
    end = file.tell()
    if game.error:
        file.seek(start)
        game = next(games_in(file, skip_variations=True))
        file.seek(end)
    return game, text[start:end]


def _no_such_game(count: int, number: int) -> str:
    if not count:
        return "no game in the file"
    return f"no game {number}; the file has {count} {'game' if count == 1 else 'games'}"
