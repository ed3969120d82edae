"""A game as it is typed on a command line: a position, as a FEN or `startpos`, and moves to make first."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from modern.rules import FenError, Position
from modern.rules.fen import INITIAL_FEN

if TYPE_CHECKING:
    from modern.players.game import Game

START_POSITION: Final = "startpos"
#: A FEN with fewer fields is most likely something else.
MIN_FIELDS: Final = 4
EXPECTED: Final = f"expected {START_POSITION} or a FEN, such as '{INITIAL_FEN}'"

#: The number of a move, `12.` or `12...`, before the move or alone.
MOVE_NUMBER: Final = re.compile(r"\b[0-9]+\.+")


def typed_fen(text: str | None) -> str:
    """Returns the FEN that a text means: the initial position for None and `startpos`. Raises FenError."""
    if text is None or text == START_POSITION:
        return INITIAL_FEN
    try:
        Position.from_fen(text)
    except FenError as error:
        if len(text.split()) < MIN_FIELDS:
            raise FenError(f"{error}; {EXPECTED}") from None
        raise
    return text


def typed_game(fen: str | None, moves: str = "") -> Game:
    """Returns a position with moves made: Nf3, g1f3 or g1-f3, with or without numbers.

    Raises FenError and MoveError.
    """
    from modern.play.move_entry import parse_typed_move  # `gosub perft` needs only the position
    from modern.players.game import Game

    game = Game(typed_fen(fen))
    for text in MOVE_NUMBER.sub(" ", moves).split():
        game.make(parse_typed_move(game.position, text))
    return game
