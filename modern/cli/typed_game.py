"""A game as it is typed on a command line: a position, and moves to make first.

A position is `startpos`, a FEN, an EPD, or a place in the first game of a PGN file: `GAME.pgn:22` is the position after
22 plies, and `GAME.pgn` the last.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from modern.cli.position_text import START_POSITION
from modern.rules import FenError, Position, read_epd
from modern.rules.errors import printable
from modern.rules.fen import INITIAL_FEN

if TYPE_CHECKING:
    from modern.players.game import Game

#: A FEN with fewer fields is most likely something else.
MIN_FIELDS: Final = 4
EXPECTED: Final = f"expected {START_POSITION}, GAME.pgn:PLY or a FEN, such as '{INITIAL_FEN}'"

#: The name of a PGN file, and the number of plies.
PGN_PLACE: Final = re.compile(r"(.+\.pgn)(?::(\d{1,9}))?", re.IGNORECASE)
#: The number of a move, `12.` or `12...`, before the move or alone.
MOVE_NUMBER: Final = re.compile(r"\b[0-9]+\.+")


class Place(NamedTuple):
    """A place in a game: the FEN of the start, which may be no FEN at all, and the moves since in UCI notation."""

    start: str
    moves: tuple[str, ...] = ()


def typed_place(text: str | None) -> Place:
    """Returns the place that a text means: the initial position for None and `startpos`.

    A FEN is returned as it is. Raises FenError for a PGN or an EPD that has no such position, and OSError.
    """
    if text is None or text == START_POSITION:
        return Place(INITIAL_FEN)
    pgn = PGN_PLACE.fullmatch(text)
    if pgn:
        return _place_in_file(Path(pgn[1]), None if pgn[2] is None else int(pgn[2]))
    if ";" in text:
        position, _ = read_epd(text)
        return Place(position.fen())
    return Place(text)


def typed_fen(text: str | None) -> str:
    """Returns the FEN of the position that a text means. Raises RulesError and OSError."""
    return typed_game(text).position.fen()


def typed_game(text: str | None, moves: str = "") -> Game:
    """Returns the game up to a position, with moves made: Nf3, g1f3 or g1-f3, with or without numbers.

    Raises FenError, EpdError, MoveError and OSError.
    """
    from modern.players.game import Game

    place = typed_place(text)
    try:
        Position.from_fen(place.start)
    except FenError as error:
        if len(place.start.split()) < MIN_FIELDS:
            raise FenError(f"{error}; {EXPECTED}") from None
        raise
    game = Game(*place)
    if moves:
        from modern.play.move_entry import parse_typed_move  # `gosub perft` needs only the position

        for text in MOVE_NUMBER.sub(" ", moves).split():
            game.make(parse_typed_move(game.position, text))
    return game


def _place_in_file(path: Path, ply: int | None) -> Place:
    """Returns a place in the first game of a file, after `ply` plies or, for None, all."""
    from modern.input_files import read_whole
    from modern.pictures.page.page_game import PageGameError, game_from_pgn

    try:
        game = game_from_pgn(read_whole(path)).game
    except PageGameError as error:
        raise FenError(f"{printable(str(path))}: {error}") from None
    if ply is not None and ply > len(game.moves):
        raise FenError(f"{printable(str(path))}: the game has {len(game.moves)} plies, not {ply}")
    return Place(game.start, tuple(move.uci() for move in game.moves[:ply]))
