"""The openings of a match: random moves, or the positions of a file. One file comes with the package: balanced.epd."""

from __future__ import annotations

import hashlib
import io
import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from modern.facts import in_quotes
from modern.game.epd import fen_from_line, lines_with_positions
from modern.game.game import Game
from modern.game.pgn_reading import NO_GAME, PgnError, games_in, lines_of
from modern.game.problems import Problem
from modern.input_files import read_whole
from modern.match.defaults import BALANCED, DEFAULT_PLIES, DEFAULT_SEED, MAX_PLIES, RANDOM_PREFIX
from modern.rules import Position, RulesError
from modern.rules.fen import INITIAL_FEN

#: A problem of a file of openings, after its place: `game 2, `, or '' for one that is a line.
PlacedProblem = tuple[str, Problem]
#: Positions after eight plies in which Stockfish sees White ahead by at most a few tenths of a pawn, each with that
#: score: benchmarks/node_odds.py of commit 2fe2beb5 has made them.
BALANCED_FILE: Final = Path(__file__).with_name("balanced.epd")
#: What is wrong with a game that is not an opening.
NO_MOVES: Final = "the game has neither moves nor a FEN"
#: How many random openings are tried until one does not end the game.
MAX_TRIES: Final = 1000
#: From this many random plies on, few openings of a match are the same: three have 8,902 possibilities.
MANY_PLIES: Final = 3


class OpeningError(ValueError):
    """There is no such opening; the text is one line that says why."""


class Opening(NamedTuple):
    """A starting position as a FEN, and the opening moves from there in UCI notation."""

    start: str = INITIAL_FEN
    moves: tuple[str, ...] = ()


class Openings(ABC):
    """An opening for each pair of games.

    `name` is how a result refers to them, and `seed` theirs if they are random. Of a file, `problems` are what is wrong
    in it, each after its place (`game 2, ` or ''), and `read` and `skipped` how many of its games or positions were so.
    A problem without `done` skips its opening.
    """

    def __init__(self, name: str, seed: int | None = None) -> None:
        self.name = name
        self.seed = seed
        self.problems: list[PlacedProblem] = []
        self.read = 0
        self.skipped = 0

    @abstractmethod
    def for_pair(self, pair: int) -> Opening:
        """Returns the opening of a pair, from 0. Raises OpeningError."""

    @abstractmethod
    def different(self, pairs: int) -> int:
        """Returns how many different openings a number of pairs gets. Raises OpeningError."""

    @abstractmethod
    def as_json(self) -> Any:
        """Returns what identifies these openings in the journal of a match."""


def is_random(openings: str | None) -> bool:
    """Returns True if openings are random, by default or by name, and not from a file."""
    return not openings or openings.startswith(RANDOM_PREFIX)


def random_openings(name: str | None, seed: int | None) -> RandomOpenings:
    """Returns the openings named `random:PLIES`, or the default ones. Raises ValueError."""
    name = name or f"{RANDOM_PREFIX}{DEFAULT_PLIES}"
    plies = name.removeprefix(RANDOM_PREFIX)
    if not (plies.isascii() and plies.isdigit() and len(plies) < 4 and int(plies) <= MAX_PLIES):
        raise ValueError(f"{in_quotes(name[:40])} is not an opening; expected random:PLIES with 0 to {MAX_PLIES} plies")
    return RandomOpenings(int(plies), DEFAULT_SEED if seed is None else seed)


class RandomOpenings(Openings):
    """Random legal moves that do not end the game. They depend only on the seed and the number of the pair."""

    def __init__(self, plies: int, seed: int) -> None:
        super().__init__(f"{RANDOM_PREFIX}{plies}, seed {seed}", seed)
        self.plies = plies

    def for_pair(self, pair: int) -> Opening:
        """Returns the opening of a pair, from 0. Raises OpeningError if the game is over in every try."""
        rng = random.Random(f"{self.seed}:{pair}")
        for _ in range(MAX_TRIES):
            moves = _random_moves(rng, self.plies)
            if moves is not None:
                return Opening(INITIAL_FEN, moves)
        raise OpeningError(f"every game of {self.plies} random plies is over; expected fewer plies")

    def different(self, pairs: int) -> int:
        """Returns how many different openings a number of pairs gets. Longer ones count as all different, unchecked."""
        return len({self.for_pair(pair) for pair in range(pairs)}) if self.plies < MANY_PLIES else pairs

    def as_json(self) -> Any:
        """Returns `random:8`; the journal has the seed separately."""
        return f"{RANDOM_PREFIX}{self.plies}"


def _random_moves(rng: random.Random, plies: int) -> tuple[str, ...] | None:
    """Returns random moves in UCI notation, or None if the game is over after them or before."""
    position = Position.initial()
    for _ in range(plies):
        # Sorted by name: the game must not depend on the order of move generation.
        legal = sorted(position.legal_moves(), key=str)
        if not legal:
            return None
        position.make(rng.choice(legal))
    if position.outcome(claim=True):
        return None
    return tuple(move.uci() for move in position.moves_made())


class FileOpenings(Openings):
    """The openings of a file in order, starting over after the last."""

    def __init__(self, path: Path, games: int) -> None:
        """Reads as many openings of a PGN or an EPD file as a number of games needs. Others are skipped.

        Raises OpeningError if all are, and OSError.
        """
        super().__init__(BALANCED if path == BALANCED_FILE else path.name)
        content = read_whole(path)
        self.digest = hashlib.sha256(content).hexdigest()[:16]
        is_pgn = path.suffix.lower() == ".pgn" or content.lstrip().startswith(b"[")
        try:
            lines = lines_of(io.BytesIO(content), "openings")
            found = _pgn_openings(lines, self.problems) if is_pgn else _epd_openings(lines, self.problems)
            self.openings = list(islice(self._without_skipped(found), (games + 1) // 2))
        except PgnError as error:
            raise OpeningError(f"{path}: {error}") from None
        self.read = len(self.openings)
        lost = next((f"{place}{problem}" for place, problem in self.problems if problem.is_loss), None)
        if not self.openings and lost:
            raise OpeningError(f"{path}: {lost}")
        if not self.openings:
            raise OpeningError(f"{path} has no openings; expected a PGN, or an EPD or FEN on each line")

    def _without_skipped(self, found: Iterable[Opening | None]) -> Iterator[Opening]:
        for opening in found:
            if opening is None:
                self.skipped += 1
            else:
                yield opening

    def for_pair(self, pair: int) -> Opening:
        """Returns the opening of a pair, from 0."""
        return self.openings[pair % len(self.openings)]

    def different(self, pairs: int) -> int:
        """Returns how many different openings a number of pairs gets."""
        return len(set(self.openings[:pairs]))

    def as_json(self) -> Any:
        """Returns a digest of the file's content; its name does not matter."""
        return self.digest


def _validated(opening: Opening) -> Opening:
    """Returns the opening, with a complete FEN, if it is legal and does not end the game. Raises OpeningError."""
    try:
        game = Game(*opening)
    except RulesError as error:
        raise OpeningError(str(error)) from None
    outcome = game.position.outcome(claim=True)
    if outcome:
        raise OpeningError(f"the game is over before it begins: {outcome.reason}")
    return Opening(game.start, opening.moves)


def _epd_openings(lines: Iterable[str], problems: list[PlacedProblem]) -> Iterator[Opening | None]:
    """Yields the FEN or EPD on each line, None for a skipped one; adds to `problems` what is wrong with them."""
    for number, line in lines_with_positions(lines):
        fen = fen_from_line(line)
        problems += [("", Problem(number, 1, what, done)) for what, done in fen.remarks]
        try:
            yield _validated(Opening(fen.fen))
        except OpeningError as error:
            problems.append(("", Problem(number, 1, str(error), is_loss=True)))
            yield None


def _pgn_openings(lines: Iterable[str], problems: list[PlacedProblem]) -> Iterator[Opening | None]:
    """Yields the main line of each game, None for a skipped one; adds to `problems` what is wrong with them."""
    for number, game in enumerate(games_in(lines), 1):
        place = f"game {number}, "
        problems += [(place, problem) for problem in game.problems]
        if game.error == NO_GAME:
            problems.append((place, Problem(1, 1, NO_GAME, is_loss=True)))
        elif not game.error and not game.moves and "FEN" not in game.headers:
            problems.append((place, Problem(game.line, 1, NO_MOVES, is_loss=True)))
        elif not game.error:
            try:
                yield _validated(Opening(game.start, tuple(game.uci_moves)))
                continue
            except OpeningError as error:
                problems.append((place, Problem(game.line, 1, str(error), is_loss=True)))
        yield None
