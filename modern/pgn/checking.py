"""Refuses games of a PGN that are not complete games of standard chess."""

from __future__ import annotations

from typing import Final

from modern.pgn.encoding import PgnError, decode
from modern.pgn.movetext import first_unknown_word
from modern.pgn.reading import PgnGame, numbered_game
from modern.rules.errors import quoted

#: A null move in UCI notation; PGN writes it as `--`.
NULL_MOVE: Final = "0000"
#: The most characters of a file that a message quotes.
MAX_QUOTE_LENGTH: Final = 200


def standard_game(content: bytes, number: int = 1) -> tuple[PgnGame, str]:
    """Returns game `number`, from 1, of a PGN file with this content, and its text. Raises PgnError."""
    game, text = numbered_game(decode(content), number)
    try:
        check_standard(game, text)
    except PgnError as error:
        raise PgnError(f"game {number}: {error}") from None
    return game, text


def check_standard(game: PgnGame, text: str) -> None:
    """Raises PgnError if a game is not of standard chess, or cannot be read completely from its text.

    Errors in variations do not matter.
    """
    if game.main_line_error:
        raise PgnError(game.main_line_error[:MAX_QUOTE_LENGTH])
    if game.is_empty:
        raise PgnError("neither headers nor moves; expected a PGN")
    if unknown := first_unknown_word(text):
        raise PgnError(f"{quoted(unknown)} is not a move; expected English piece letters, as in Nf3")
    if NULL_MOVE in game.uci_moves:
        raise PgnError("'--' is not a move; a game of chess has no null moves")
    if game.variant or game.is_chess960:
        variant = " ".join((game.variant or "Chess960").split())[:MAX_QUOTE_LENGTH]
        raise PgnError(f"the variant is {variant}; expected standard chess")
