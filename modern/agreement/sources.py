"""The positions of a campaign, divided into chunks that can be sent to any process.

A chunk is a plain value, and its positions depend on nothing else. Chunks are numbered from 0.
"""

from __future__ import annotations

import hashlib
import io
import random
import stat
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product
from pathlib import Path
from typing import Final, TextIO

from modern.agreement import complete
from modern.agreement.pair import ILLEGAL_MOVE, NotRepresentable, PositionPair
from modern.agreement.sampling import random_positions
from modern.game.epd import fen_from_line, lines_with_positions
from modern.game.game import Game
from modern.game.pgn_reading import NO_GAME, PgnError, check_text, games_in
from modern.game.pgn_scanning import scanned_games
from modern.game.problems import Problem
from modern.input_files import read_to_end
from modern.rules import FenError, Position
from modern.rules.errors import quoted
from modern.rules.lenient_fen import lenient_fen
from modern.rules.move_text import UNKNOWN

#: The number of positions of random games, or of lines of a file, in a chunk.
CHUNK_SIZE: Final = 50
#: The number of positions in a part of a chunk.
PART_SIZE: Final = 10

#: How many pairs of kings and first pieces of modern.agreement.complete make a chunk, by the number of pieces besides
#: the kings. Slow comparisons have chunks with fewer first pieces.
KINGS_IN_CHUNK: Final = (64, 1, 1)
FIRST_PIECES_IN_CHUNK: Final = (1, 645, 60)
SLOW_FIRST_PIECES_IN_CHUNK: Final = (1, 129, 6)

#: A file with this suffix, or one that begins with a PGN header, has games. Any other has a FEN or an EPD in each line.
PGN_SUFFIX: Final = ".pgn"
#: How many bytes at the beginning of a file tell whether it is text.
SAMPLE_SIZE: Final = 65_536


#: What a game or position of a file is called, its number from 1, what is wrong with it, and whether it is skipped.
Listener = Callable[[str, int, Sequence[Problem], bool], None]


class SourceError(ValueError):
    """A file that cannot hold games or positions. The message is one line with the reason."""


@dataclass(frozen=True)
class RandomChunk:
    """A chunk of positions of random games."""

    number: int
    seed: int
    count: int

    @property
    def max_positions(self) -> int:
        """The largest number of positions that it can have."""
        return self.count

    def positions(self) -> Iterator[PositionPair | NotRepresentable]:
        """Yields the positions, or the reasons why they are not representable."""
        return random_positions(self.seed, self.number, self.count)


@dataclass(frozen=True)
class LinesChunk:
    """A chunk of lines of a file, each with a FEN or an EPD."""

    number: int
    lines: tuple[str, ...]

    @property
    def max_positions(self) -> int:
        """The largest number of positions that it can have."""
        return len(self.lines)

    def positions(self) -> Iterator[PositionPair | NotRepresentable]:
        """Yields the positions, or the reasons why they are not representable."""
        for line in self.lines:
            try:
                yield PositionPair(fen_from_line(line).fen)
            except NotRepresentable as reason:
                yield reason


@dataclass(frozen=True)
class GameChunk:
    """A game of a file: its starting FEN, its moves in UCI notation, and the error that ended it, or ''.

    At most `count` positions of it are compared, including the first; None means all. A game that has an error and no
    moves is skipped: it has one reason and no position.
    """

    number: int
    start_fen: str
    moves: tuple[str, ...]
    error: str
    count: int | None

    @property
    def is_skipped(self) -> bool:
        """True if an error stands before its first move."""
        return bool(self.error) and not self.moves

    @property
    def max_positions(self) -> int:
        """The largest number of positions that it can have."""
        total = len(self.moves) + 1 + (bool(self.error) and not self.is_skipped)
        return total if self.count is None else min(total, self.count)

    def positions(self) -> Iterator[PositionPair | NotRepresentable]:
        """Yields every position of the game, from the first to the last, with piece numbers and flags kept."""
        return islice(self._positions(), self.count)

    def _positions(self) -> Iterator[PositionPair | NotRepresentable]:
        try:
            pair = PositionPair(self.start_fen)
            if not self.is_skipped:
                yield pair
            for uci in self.moves:
                with pair.fault_recorded():
                    pair.make_uci(uci)
                yield pair
                if pair.fault:
                    return
        except NotRepresentable as reason:
            yield reason
        else:
            if self.error:
                yield NotRepresentable(ILLEGAL_MOVE, self.error)


@dataclass(frozen=True)
class CompleteChunk:
    """A chunk of every position with the two kings and `pieces` more.

    It has some of complete.KING_PAIRS and, as the first of the other pieces, some of complete.PIECES, by their indices.
    """

    number: int
    pieces: int
    kings: range
    first_pieces: range

    def positions(self) -> Iterator[PositionPair | NotRepresentable]:
        """Yields the positions, or the reasons why they are not compared."""
        for kings in self.kings:
            for others in complete.sets_of_pieces(self.pieces, self.first_pieces):
                yield from map(_pair_of, complete.positions_with(kings, others))


@dataclass(frozen=True)
class CompleteSample:
    """A chunk of `count` positions out of every position with the two kings and `pieces` more, drawn at random."""

    number: int
    pieces: int
    seed: int
    count: int

    @property
    def max_positions(self) -> int:
        """The largest number of positions that it can have."""
        return self.count

    def positions(self) -> Iterator[PositionPair | NotRepresentable]:
        """Yields the positions, or the reasons why they are not compared."""
        rng = random.Random(f"{self.seed}/{self.number}")
        numbers = complete.numbers(self.pieces)
        remaining = self.count
        while remaining:
            if position := complete.position_numbered(rng.choice(numbers), self.pieces):
                yield _pair_of(position)
                remaining -= 1


def _pair_of(position: complete.CompletePosition) -> PositionPair | NotRepresentable:
    try:
        return position.pair()
    except NotRepresentable as reason:
        return reason


@dataclass(frozen=True)
class ChunkPart:
    """A part of a chunk. Slow comparisons use parts, because whole chunks would finish too rarely to show progress."""

    number: int
    chunk: RandomChunk | LinesChunk | GameChunk | CompleteSample
    first: int

    def positions(self) -> Iterator[PositionPair | NotRepresentable]:
        """Yields the positions of this part, or the reasons why they are not representable."""
        return islice(self.chunk.positions(), self.first, self.first + PART_SIZE)


Chunk = RandomChunk | LinesChunk | GameChunk | ChunkPart | CompleteChunk | CompleteSample


def split_chunks(chunks: Iterator[Chunk]) -> Iterator[Chunk]:
    """Splits chunks into parts with the same positions. If a game ends early, its last parts are empty."""
    number = 0
    for chunk in chunks:
        assert not isinstance(chunk, ChunkPart | CompleteChunk)
        for first in range(0, chunk.max_positions, PART_SIZE):
            yield ChunkPart(number, chunk, first)
            number += 1


def random_chunks(seed: int, positions: int) -> Iterator[Chunk]:
    """Yields the chunks of a campaign over random games."""
    for number in range(-(-positions // CHUNK_SIZE)):
        yield RandomChunk(number, seed, min(CHUNK_SIZE, positions - number * CHUNK_SIZE))


def complete_chunks(pieces: int, slow: bool) -> Iterator[CompleteChunk]:
    """Yields the chunks of every position with the two kings and `pieces` more, smaller ones for slow comparisons."""
    size = (SLOW_FIRST_PIECES_IN_CHUNK if slow else FIRST_PIECES_IN_CHUNK)[pieces]
    kings = _ranges(len(complete.KING_PAIRS), KINGS_IN_CHUNK[pieces])
    first_pieces = _ranges(len(complete.PIECES) if pieces else 1, size)
    for number, (some_kings, some_pieces) in enumerate(product(kings, first_pieces)):
        yield CompleteChunk(number, pieces, some_kings, some_pieces)


def _ranges(end: int, size: int) -> list[range]:
    """Divides the numbers below `end` into ranges of at most `size`."""
    return [range(first, min(first + size, end)) for first in range(0, end, size)]


def complete_samples(pieces: int, seed: int, positions: int) -> Iterator[CompleteSample]:
    """Yields the chunks of a sample of every position with the two kings and `pieces` more."""
    for number in range(-(-positions // CHUNK_SIZE)):
        yield CompleteSample(number, pieces, seed, min(CHUNK_SIZE, positions - number * CHUNK_SIZE))


def unheard(noun: str, number: int, problems: Sequence[Problem], is_skipped: bool) -> None:
    """Does nothing."""


def file_chunks(path: Path, positions: int | None, listener: Listener = unheard) -> Iterator[Chunk]:
    """Returns the chunks of a file, with at most `positions` positions. Raises SourceError and OSError.

    `listener` is told of each game or position when its chunk is made.
    """
    file = _open_text(path)
    first = next((line for line in file if line.strip()), "")
    file.seek(0)
    if path.suffix.lower() != PGN_SUFFIX and not first.startswith("["):
        return _lines_in(file, positions, listener)
    if not first.startswith("["):
        _check_game(path, file.read(SAMPLE_SIZE))
        file.seek(0)
    return _games_in(file, positions, listener)


def _check_game(path: Path, text: str) -> None:
    """Raises SourceError if the beginning of a file has no header, no game and a word that is not a move: a letter."""
    whole_lines = text[: text.rfind("\n") + 1] or text
    has_headers = any(line.startswith("[") for line in whole_lines.splitlines())
    words = (token.text for game in scanned_games(whole_lines) for token in game.tokens if token.kind == UNKNOWN)
    if not has_headers and (word := next(words, "")) and not any(game.moves for game in games_in(whole_lines)):
        raise SourceError(f"{path} has no headers, and {quoted(word)} is not a move; expected a PGN")


def _open_text(path: Path) -> TextIO:
    """Opens a text file, or reads a pipe to its end. Raises SourceError and OSError."""
    mode = path.stat().st_mode
    is_pipe = stat.S_ISFIFO(mode)
    if not stat.S_ISREG(mode) and not is_pipe:
        raise SourceError(f"{path} is not a file of games or positions")
    with path.open("rb") as file:
        content = read_to_end(file, path) if is_pipe else file.read(SAMPLE_SIZE)
    try:
        check_text(content[:SAMPLE_SIZE], "games (PGN) or positions (FEN, EPD)")
    except PgnError as error:
        raise SourceError(f"{path}: {error}") from None
    if is_pipe:
        return io.StringIO(content.decode("utf-8-sig", "replace"))
    return path.open(encoding="utf-8-sig", errors="replace")


def digest(path: Path) -> str:
    """Returns a digest that identifies the positions of a file. Raises OSError."""
    with path.open("rb") as file:
        return f"{path.suffix.lower()} {hashlib.file_digest(file, 'sha256').hexdigest()}".strip()


def _lines_in(file: TextIO, positions: int | None, listener: Listener) -> Iterator[Chunk]:
    with file:
        lines = islice(_checked_lines(file, listener), positions)
        number = 0
        while chunk := tuple(islice(lines, CHUNK_SIZE)):
            yield LinesChunk(number, chunk)
            number += 1


def _checked_lines(file: TextIO, listener: Listener) -> Iterator[str]:
    """Yields the lines that have positions, and tells the listener what is wrong with each."""
    for count, (number, line) in enumerate(lines_with_positions(file), 1):
        found = fen_from_line(line)
        problems = [Problem(number, 1, what, done) for what, done in found.remarks]
        try:
            Position.from_fen(found.fen)
        except FenError as error:
            problems = [Problem(number, 1, str(error), is_loss=True)]
        listener("position", count, problems, any(problem.is_loss for problem in problems))
        yield line


def _games_in(file: TextIO, positions: int | None, listener: Listener) -> Iterator[Chunk]:
    """Yields the main line of each game up to the first illegal move, and tells the listener what is wrong with it."""
    remaining = positions
    with file:
        games = games_in(file)
        number = 0
        while remaining is None or remaining > 0:
            game = next(games, None)
            if game is None:
                return
            _tell(listener, game, number + 1)
            chunk = _chunk_of(game, number, remaining)
            yield chunk
            number += 1
            if remaining is not None:
                remaining -= sum(1 for _ in chunk.positions())


def _tell(listener: Listener, game: Game, number: int) -> None:
    """Tells the listener what is wrong with a game. What comes before an error among its moves is compared."""
    problems = game.problems
    if game.moves:
        before = "the positions before it are compared"
        problems = [problem if problem.done else replace(problem, done=before) for problem in problems]
    listener("game", number, problems, bool(game.error) and not game.moves)


def _chunk_of(game: Game, number: int, count: int | None) -> GameChunk:
    """Returns a game as a chunk. A game that is not of chess has a start that is not a FEN."""
    if game.variant:
        return GameChunk(number, f"a game of {game.variant.lower()}", (), "", count)
    if game.error == NO_GAME:
        return GameChunk(number, "text that is not a game", (), "", count)
    return GameChunk(
        number, lenient_fen(game.headers.get("FEN", game.start)).fen, tuple(game.uci_moves), game.error, count
    )
