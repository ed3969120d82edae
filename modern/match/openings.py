"""Where the games of a match begin: random moves, or the positions of a file."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from modern.players import Game
from modern.rules import Position, RulesError
from modern.rules.epd import fen_from_line
from modern.rules.fen import INITIAL_FEN

#: How often random moves may end the game before they are given up.
MAX_TRIES: Final = 1000


class OpeningError(ValueError):
    """Openings that there are not; the text is one line that says why."""


class Opening(NamedTuple):
    """Where a game begins: a FEN, and the moves from there, in UCI's notation, that are played already."""

    start: str = INITIAL_FEN
    moves: tuple[str, ...] = ()


class Openings(Protocol):
    """An opening for each pair of games."""

    def for_pair(self, pair: int) -> Opening:
        """That of a pair, from 0. Raises OpeningError."""

    def as_json(self) -> Any:
        """What tells them from others."""


class RandomOpenings:
    """So many random legal plies, that have not ended the game; the seed and the pair's number alone say which."""

    def __init__(self, plies: int, seed: int) -> None:
        self.plies = plies
        self.seed = seed

    def for_pair(self, pair: int) -> Opening:
        """That of a pair, from 0. Raises OpeningError where every try ends the game."""
        rng = random.Random(f"{self.seed}:{pair}")
        for _ in range(MAX_TRIES):
            moves = _random_moves(rng, self.plies)
            if moves is not None:
                return Opening(INITIAL_FEN, moves)
        raise OpeningError(f"no game goes on after {self.plies} random plies")

    def as_json(self) -> Any:
        """The seed stands beside it in the file of a match."""
        return f"random:{self.plies}"


def _random_moves(rng: random.Random, plies: int) -> tuple[str, ...] | None:
    position = Position.initial()
    for _ in range(plies):
        # By name, so that it is the same game in whatever order moves are found.
        legal = sorted(position.legal_moves(), key=str)
        if not legal:
            return None
        position.make(rng.choice(legal))
    if position.outcome(claim=True):
        return None
    return tuple(move.uci() for move in position.moves_made())


class FileOpenings:
    """Those of a file, in turn, and from the first again when it ends."""

    def __init__(self, path: Path, max_openings: int) -> None:
        """Read no more than `most` of a PGN or an EPD. Raises OpeningError and OSError."""
        content = path.read_bytes()
        self.digest = hashlib.sha256(content).hexdigest()[:16]
        text = content.decode("utf-8-sig", errors="replace")
        found = _pgn_openings(text) if path.suffix.lower() == ".pgn" else _epd_openings(text)
        try:
            self.openings = [_validated(where, opening) for where, opening in islice(found, max_openings)]
        except OpeningError as error:
            raise OpeningError(f"{path}, {error}") from None
        if not self.openings:
            raise OpeningError(f"{path} has no opening")

    def for_pair(self, pair: int) -> Opening:
        """That of a pair, from 0."""
        return self.openings[pair % len(self.openings)]

    def as_json(self) -> Any:
        """The file's content counts, and not its name."""
        return self.digest


def _validated(where: str, opening: Opening) -> Opening:
    """The opening, if it is chess and leaves a game to play. Raises OpeningError."""
    try:
        position = Game(*opening).position
    except RulesError as error:
        raise OpeningError(f"{where}: {error}") from None
    ended = position.outcome(claim=True)
    if ended:
        raise OpeningError(f"{where}: the game is over before it begins: {ended.reason}")
    return opening


def _epd_openings(text: str) -> Iterator[tuple[str, Opening]]:
    """A FEN or an EPD a line."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            yield f"line {number}", Opening(fen_from_line(line))


def _pgn_openings(text: str) -> Iterator[tuple[str, Opening]]:
    """The main line of each game."""
    from modern.match.pgn import error_in, games_in

    for number, game in enumerate(games_in(text), 1):
        where = f"game {number}"
        if error := error_in(game):
            raise OpeningError(f"{where}: {error}")
        moves = tuple(move.uci() for move in game.mainline_moves())
        if moves or "FEN" in game.headers:
            yield where, Opening(game.board().fen(), moves)
