"""A game as it is typed on a command line: a position, and moves to make first.

A position is `startpos`, a FEN, an EPD, or a place in the first game of a PGN file: `GAME.pgn:22` is the position after
22 plies, and `GAME.pgn` the last. A file that exists is a PGN, whatever its name. Moves may be pasted from a PGN.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

import click

from modern.cli.lazy import lazily
from modern.cli.options import START_POSITION, check_input_file
from modern.game.game import Game
from modern.game.problems import Problem
from modern.input_files import read_whole
from modern.rules import FenError, MoveError, Position, RulesError
from modern.rules.errors import printable
from modern.rules.fen import INITIAL_FEN
from modern.rules.lenient_fen import lenient_fen
from modern.rules.typed_move import parse_typed_move

with lazily():
    from modern.cli import problems
    from modern.game import epd, pgn_reading, pgn_scanning
    from modern.rules import move_text

#: A FEN with fewer fields is most likely something else.
MIN_FIELDS: Final = 4
EXPECTED: Final = f"expected {START_POSITION}, GAME.pgn:PLY or a FEN, such as '{INITIAL_FEN}'"

#: The name of a file, and the number of plies; the names that only files have.
FILE_PLACE: Final = re.compile(r"(.+?)(?::(\d{1,9}))?", re.DOTALL)
FILE_NAME: Final = re.compile(r".+\.(?:pgn|txt|gz|zip|bz2|xz)", re.IGNORECASE)


class Place(NamedTuple):
    """A place in a game: the FEN of the start, which may be no FEN at all, and the moves since in UCI notation.

    `problems` are those of the file.
    """

    start: str
    moves: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()


@contextmanager
def usage_errors(position: str = "--fen", moves: str = "--moves") -> Iterator[None]:
    """Turns a mistake in a typed position, or in its moves, into a usage error about that option."""
    try:
        yield
    except MoveError as error:
        raise click.BadParameter(str(error), param_hint=moves) from None
    except RulesError as error:
        raise click.BadParameter(str(error), param_hint=position) from None
    except click.BadParameter as error:
        error.param_hint = error.param_hint or position
        raise


def typed_place(text: str | None) -> Place:
    """Returns the place that a text means: the initial position for None and `startpos`.

    A FEN is repaired where that is safe, with a warning, and may be no FEN at all. Raises FenError for a PGN or an EPD
    that has no such position, ClickException for a game that cannot be read, and OSError.
    """
    if text is None or text == START_POSITION:
        return Place(INITIAL_FEN)
    if place := pgn_place(text):
        return _place_in_file(*place)
    if ";" in text:
        epd.read_epd(text)
        fen = epd.fen_from_line(text)
    else:
        fen = lenient_fen(text)
    with suppress(FenError):  # a refusal is one line, without the repairs before it
        Position.from_fen(fen.fen)
        problems.print_warnings(fen.warnings)
    return Place(fen.fen)


def typed_fen(text: str | None) -> str:
    """Returns the FEN of the position that a text means. Raises RulesError, ClickException and OSError."""
    return typed_game(text).position.fen()


def typed_game(text: str | None, moves: str = "") -> Game:
    """Returns the game up to a position, with moves made: Nf3, g1f3 or g1-f3, with or without numbers.

    Its `problems` are those of the file. Raises FenError, EpdError, MoveError, ClickException and OSError.
    """
    place = typed_place(text)
    try:
        Position.from_fen(place.start)
    except FenError as error:
        raise FenError(with_expected_position(error, place.start)) from None
    game = Game(place.start, place.moves)
    game.problems = list(place.problems)
    for text in _typed_moves(moves):
        game.make(parse_typed_move(game.position, text))
    return game


def _typed_moves(text: str) -> Iterator[str]:
    """Yields the words that are moves, or should be, without comments, variations, marks and the result."""
    depth = 0
    for scanned in pgn_scanning.scanned_games(text) if text else ():
        for token in scanned.tokens:
            depth += {pgn_scanning.OPEN: 1, pgn_scanning.CLOSE: -1}.get(token.kind, 0)
            if not depth and token.kind in (move_text.MOVE, move_text.NULL, move_text.UNKNOWN):
                yield token.text


def pgn_place(text: str) -> tuple[Path, int | None] | None:
    """Returns the file and the ply of `GAME.pgn:22`, the ply None for `GAME.pgn`; None for any other text.

    Any file that exists is meant by its name, and one that does not if only a file has such a name.
    """
    match = FILE_PLACE.fullmatch(text)
    if match is None or text == START_POSITION:
        return None
    if os.path.exists(text) or not (os.path.exists(match[1]) or FILE_NAME.fullmatch(match[1])):
        return (Path(text), None) if os.path.exists(text) else None
    return Path(match[1]), None if match[2] is None else int(match[2])


def game_in(content: bytes, path: Path, number: int = 1, ply: int | None = None) -> Game:
    """Returns a game of a PGN file with this content by its number, from 1.

    Raises ClickException if it cannot be read, and FenError if it lacks the ply.
    """
    try:
        game = pgn_reading.standard_game(content, number)
    except pgn_reading.PgnError as error:
        raise click.ClickException(f"{printable(str(path))}: {error}") from None
    checked_ply(path, game, ply)
    problems.ReadingReport(path).add_game(number, game)
    return game


def checked_ply(path: Path, game: Game, ply: int | None) -> int:
    """Returns a ply of the game of a file, by default its last. Raises FenError if it has no such ply."""
    count = len(game.moves)
    if ply is not None and ply > count:
        raise FenError(f"{printable(str(path))}: the game has {count} {'ply' if count == 1 else 'plies'}, not {ply}")
    return count if ply is None else ply


def with_expected_position(error: Exception, text: str) -> str:
    """Returns the error in a FEN; if the text is most likely something else, also the expected form."""
    return f"{error}; {EXPECTED}" if len(text.split()) < MIN_FIELDS else str(error)


def _place_in_file(path: Path, ply: int | None) -> Place:
    """Returns a place in the first game of a file, after `ply` plies or, for None, all."""
    check_input_file(path)
    game = game_in(read_whole(path), path, ply=ply)
    return Place(game.start, tuple(game.uci_moves[: checked_ply(path, game, ply)]), tuple(game.problems))
