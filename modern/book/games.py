"""Games become a book: the first moves of each game of a PGN, weighted by their number or by the results."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Final, NamedTuple

from modern.book.book import Book
from modern.book.polyglot import BookError
from modern.pgn.encoding import PgnError, decode
from modern.pgn.movetext import first_unknown_word
from modern.pgn.reading import PgnGame, games_in
from modern.rules import Position, RulesError
from modern.rules.errors import quoted

#: How a move is weighted: 1 for each game, or by the result of the side that moves.
COUNT: Final = "count"
RESULT: Final = "result"
WEIGHTINGS: Final = (COUNT, RESULT)
#: The weights of a move for its side's result: a win counts twice as much as a draw, and a loss nothing.
WIN, DRAW, LOSS = 2, 1, 0
RESULT_WEIGHTS: Final = {"1-0": (WIN, LOSS), "1/2-1/2": (DRAW, DRAW), "0-1": (LOSS, WIN)}


class GameMoves(NamedTuple):
    """A game that has been added to a book: its number in the file, and how many of its moves were counted."""

    number: int
    moves: int


def add_games(book: Book, content: bytes, plies: int, weighting: str) -> Iterator[GameMoves]:
    """Adds the first plies of each game of a PGN to a book, and yields each game.

    With RESULT a game without a result adds nothing, nor do the loser's moves. Raises BookError at the first game that
    cannot be read.
    """
    try:
        text = decode(content)
    except PgnError as error:
        raise BookError(str(error)) from None
    file = io.StringIO(text)
    count = start = 0
    for count, game in enumerate(games_in(file, skip_variations=True), 1):
        end = file.tell()
        try:
            _check(game, text[start:end])
            moves = _add_game(book, game, plies, weighting)
        except (BookError, RulesError) as error:
            raise BookError(f"game {count}: {error}") from None
        yield GameMoves(count, moves)
        start = end
    if not count:
        raise BookError("no game in the file; expected a PGN")


def _check(game: PgnGame, text: str) -> None:
    """Raises BookError if a game cannot be read completely from its text, or is not one of chess."""
    if game.main_line_error:
        raise BookError(game.main_line_error)
    if game.is_empty:
        raise BookError("neither headers nor moves; expected a PGN")
    if unknown := first_unknown_word(text):
        raise BookError(f"{quoted(unknown)} is not a move; expected English piece letters, as in Nf3")
    if game.variant or game.is_chess960:
        raise BookError("another variant of chess; expected standard chess")


def _add_game(book: Book, game: PgnGame, plies: int, weighting: str) -> int:
    """Adds the first plies of a game to a book. Returns how many moves were added. Raises RulesError."""
    weights = (1, 1) if weighting == COUNT else RESULT_WEIGHTS.get(game.headers.get("Result", "*"), (0, 0))
    position = Position.from_fen(game.start)
    added = 0
    for uci in game.uci_moves[:plies]:
        move = position.parse_uci(uci)
        weight = weights[0 if position.side == "white" else 1]
        if weight:
            book.add(position, move, weight)
            added += 1
        position.make(move)
    return added
