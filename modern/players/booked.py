"""The opening book of every player of our own: the options `Book` and `Book Variety`.

`Book` is the path of a book in Polyglot's format. While the position has a move in it, the player makes that move
without thinking. Without variety it is the heaviest move, and of equals the first in UCI notation. `Book Variety` is a
seed: the weights give each move's chance, and the same seed gives the same move in the same position. Moves of weight 0
and illegal moves are never played, and in an infinite analysis the book stays closed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from modern.facts import fact, in_quotes
from modern.players.protocol import SPIN, STRING, Decision, ExplainedLine, MoveRequest, Option, OptionError, Player

if TYPE_CHECKING:
    from modern.book.polyglot import BookFile, BookMove

BOOK: Final = "Book"
BOOK_VARIETY: Final = "Book Variety"
MAX_SEED: Final = 1_000_000
BOOK_OPTIONS: Final = (Option(BOOK, STRING, ""), Option(BOOK_VARIETY, SPIN, "0", 0, MAX_SEED))


@cache
def with_book(player_class: type[Player]) -> type[Player]:
    """Returns a subclass of a class of players, whose players have the options of a book."""
    options = (*player_class.options, *BOOK_OPTIONS)
    documentation = {"__doc__": player_class.__doc__, "__module__": player_class.__module__, "options": options}
    return type(player_class.__name__, (_Booked, player_class), documentation)


class _Booked(Player):
    """A player's look into its book before it thinks. This class comes before the player's own."""

    #: The book, None if the option is empty.
    book: BookFile | None = None
    #: True if its last move was from the book.
    moved_by_book = False

    def apply_option(self, option: Option, value: str) -> str:
        """Opens the book, or applies another option. Raises OptionError."""
        if option.name == BOOK:
            book = _open_book(value) if value else None
            self._close_book()
            self.book = book
        elif option.name != BOOK_VARIETY:
            return super().apply_option(option, value)
        return value

    def decide(self, request: MoveRequest) -> Decision:
        """Makes a move of the book if there is one, else thinks."""
        chosen = self._book_move(request)
        self.moved_by_book = chosen is not None
        if chosen is None:
            return super().decide(request)  # type: ignore[safe-super]  # the player's own, not Player's
        return Decision(chosen.move, pv=(chosen.move,))

    def explained_lines(self) -> list[ExplainedLine]:
        """Returns the reasons of its last decision; a book has none."""
        return [] if self.moved_by_book else super().explained_lines()

    def explanation(self) -> Callable[[], list[ExplainedLine]]:
        """Returns a function that returns these lines later."""
        return list if self.moved_by_book else super().explanation()

    def close(self) -> None:
        """Closes the book, and releases the player's resources."""
        self._close_book()
        super().close()

    def _book_move(self, request: MoveRequest) -> BookMove | None:
        """Returns the move of the book to be played, and notes it; None if it has none."""
        if self.book is None or request.limits.infinite:
            return None
        position, only = request.game.position, request.limits.only
        moves = [found for found in self.book.moves(position) if found.weight and (not only or found.move in only)]
        if not moves:
            return None
        seed = int(self.settings[BOOK_VARIETY])
        chosen = _drawn(moves, f"{seed}:{position.hash}") if seed else moves[0]
        total = sum(found.weight for found in moves)
        request.note(fact("player.book_move", move=position.san(chosen.move), weight=chosen.weight, total=total))
        return chosen

    def _close_book(self) -> None:
        if self.book is not None:
            self.book.close()
            self.book = None


def _drawn(moves: Sequence[BookMove], seed: str) -> BookMove:
    """Returns a random move, with the weights as chances; the same seed gives the same move."""
    return random.Random(seed).choices(moves, [found.weight for found in moves])[0]


def _open_book(value: str) -> BookFile:
    """Opens a book. Raises OptionError."""
    from modern.book.polyglot import BookError, BookFile

    try:
        return BookFile(Path(value).expanduser())
    except BookError as error:
        raise OptionError(f"{BOOK}: {error}") from None
    except OSError as error:
        raise OptionError(f"{BOOK}: {value} cannot be read: {error.strerror}") from None
    except (RuntimeError, ValueError):  # no such user, or a NUL in the path
        raise OptionError(f"{BOOK}: {in_quotes(value)} is not the path of a file") from None
