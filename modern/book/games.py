"""Games become a book: the first moves of each game of a PGN, weighted by their number or by the results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO, Final, NamedTuple

from modern.book.book import Book
from modern.book.polyglot import BookError
from modern.game.game import Game
from modern.game.pgn_moves import NULL_MOVE
from modern.game.pgn_reading import PgnError, error_text, every_game, lines_of
from modern.game.problems import Problem
from modern.rules import Position

#: How a move is weighted: 1 for each game, or by the result of the side that moves.
COUNT: Final = "count"
RESULT: Final = "result"
#: The weights of a move for its side's result: a win counts twice as much as a draw, and a loss nothing.
WIN, DRAW, LOSS = 2, 1, 0
RESULT_WEIGHTS: Final = {"1-0": (WIN, LOSS), "1/2-1/2": (DRAW, DRAW), "0-1": (LOSS, WIN)}


class GameMoves(NamedTuple):
    """A game of a file: its number, how many of its moves were added to a book, and what is wrong with it.

    A game that cannot be read is skipped: none of its moves is added.
    """

    number: int
    moves: int
    problems: tuple[Problem, ...] = ()
    is_skipped: bool = False


def add_games(book: Book, file: IO[bytes], plies: int, weighting: str) -> Iterator[GameMoves]:
    """Adds the first plies of each game of a PGN to a book, and yields each game. The file may have any size.

    With RESULT a game without a result adds nothing, nor do the loser's moves. Raises BookError if no game can be read.
    """
    has_game, first_error = False, ""
    try:
        for number, game in enumerate(every_game(lines_of(file), with_variations=False), 1):
            if game.error:
                first_error = first_error or error_text(game, number)
                yield GameMoves(number, 0, tuple(game.problems), is_skipped=True)
            else:
                has_game = True
                is_whole = len(game.moves) >= plies
                kept = tuple(problem for problem in game.problems if not (is_whole and problem.what == NULL_MOVE))
                yield GameMoves(number, _add_game(book, game, plies, weighting), kept)
    except PgnError as error:
        raise BookError(str(error)) from None
    if not has_game:
        raise BookError(first_error or "no game in the file; expected a PGN")


def _add_game(book: Book, game: Game, plies: int, weighting: str) -> int:
    """Adds the first plies of a game to a book. Returns how many moves were added."""
    weights = (1, 1) if weighting == COUNT else RESULT_WEIGHTS.get(game.result, (0, 0))
    position = Position.from_fen(game.start)
    added = 0
    for move in game.moves[:plies]:
        weight = weights[0 if position.side == "white" else 1]
        if weight:
            book.add(position, move, weight)
            added += 1
        position.make(move)
    return added
