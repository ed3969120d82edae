"""What a campaign looks at, cut into chunks that can be sent to any process.

A chunk is a plain value: what comes of it depends on nothing else. Chunks are numbered from 0.
"""

from __future__ import annotations

import hashlib
import io
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final, TextIO

from modern.agreement.pair import ILLEGAL_MOVE, NotRepresentable, PositionPair
from modern.agreement.sampling import random_positions
from modern.rules.epd import fen_from_line
from modern.rules.fen import INITIAL_FEN

#: How many positions of random games, or lines of a file, a chunk has.
CHUNK_SIZE: Final = 50
#: How many positions a part of one has.
PART_SIZE: Final = 10

#: A file whose name ends so has games, and one that begins with a PGN's header; any other has a FEN or an EPD a line.
PGN_SUFFIX: Final = ".pgn"
#: How a file in UTF-16 begins.
UTF_16_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")


class SourceError(ValueError):
    """A file that has no games and no positions; the text is one line that says why."""


@dataclass(frozen=True)
class RandomChunk:
    """Positions of random games."""

    number: int
    seed: int
    count: int

    @property
    def max_positions(self) -> int:
        """How many positions it has at most."""
        return self.count

    def positions(self) -> Iterator[PositionPair | NotRepresentable]:
        """The positions, or why they cannot be held."""
        return random_positions(self.seed, self.number, self.count)


@dataclass(frozen=True)
class LinesChunk:
    """Lines of a file, each with a FEN or an EPD."""

    number: int
    lines: tuple[str, ...]

    @property
    def max_positions(self) -> int:
        """How many positions it has at most."""
        return len(self.lines)

    def positions(self) -> Iterator[PositionPair | NotRepresentable]:
        """The positions, or why they cannot be held."""
        for line in self.lines:
            try:
                yield PositionPair(fen_from_line(line))
            except NotRepresentable as reason:
                yield reason


@dataclass(frozen=True)
class GameChunk:
    """A game of a file: the FEN in which it begins, its moves in UCI's notation, and what comes in place of the next.

    At most `count` positions of it are looked at, the first included; None are all.
    """

    number: int
    start_fen: str
    moves: tuple[str, ...]
    error: str
    count: int | None

    @property
    def max_positions(self) -> int:
        """How many positions it has at most."""
        every = len(self.moves) + 1 + bool(self.error)
        return every if self.count is None else min(every, self.count)

    def positions(self) -> Iterator[PositionPair | NotRepresentable]:
        """The position before each of its moves, and the last, with the flags of the game."""
        return islice(self._positions(), self.count)

    def _positions(self) -> Iterator[PositionPair | NotRepresentable]:
        try:
            pair = PositionPair(self.start_fen)
            yield pair
            for uci in self.moves:
                pair.make_uci(uci)
                yield pair
        except NotRepresentable as reason:
            yield reason
        else:
            if self.error:
                yield NotRepresentable(ILLEGAL_MOVE, self.error)


@dataclass(frozen=True)
class ChunkPart:
    """Some positions of a chunk: where comparing takes long, whole chunks would come back too seldom."""

    number: int
    chunk: RandomChunk | LinesChunk | GameChunk
    first: int

    def positions(self) -> Iterator[PositionPair | NotRepresentable]:
        """The positions of this part, or why they cannot be held."""
        return islice(self.chunk.positions(), self.first, self.first + PART_SIZE)


Chunk = RandomChunk | LinesChunk | GameChunk | ChunkPart


def split_chunks(chunks: Iterator[Chunk]) -> Iterator[Chunk]:
    """The same positions in parts; of a game that ends early the last ones are empty."""
    number = 0
    for chunk in chunks:
        assert not isinstance(chunk, ChunkPart)
        for first in range(0, chunk.max_positions, PART_SIZE):
            yield ChunkPart(number, chunk, first)
            number += 1


def random_chunks(seed: int, positions: int) -> Iterator[Chunk]:
    """The chunks of a campaign over random games."""
    for number in range(-(-positions // CHUNK_SIZE)):
        yield RandomChunk(number, seed, min(CHUNK_SIZE, positions - number * CHUNK_SIZE))


def file_chunks(path: Path, positions: int | None) -> Iterator[Chunk]:
    """The chunks of a file, up to so many positions. Raises SourceError, and OSError."""
    file = _open_text(path)
    first = next((line for line in file if line.strip()), "")
    file.seek(0)
    games = path.suffix.lower() == PGN_SUFFIX or first.startswith("[")
    return _games_in(file, positions) if games else _lines_in(file, positions)


def _open_text(path: Path) -> TextIO:
    """The text of a file, or of a pipe, which is read to its end."""
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode) and not stat.S_ISFIFO(mode):
        raise SourceError(f"{path} is no file that has games or positions")
    with path.open("rb") as file:
        if stat.S_ISREG(mode) and file.read(2) in UTF_16_MARKS:
            raise SourceError(f"{path} is UTF-16: a file in UTF-8 was expected")
        if stat.S_ISFIFO(mode):
            return io.StringIO(file.read().decode("utf-8-sig", "replace"))
    return path.open(encoding="utf-8-sig", errors="replace")


def digest(path: Path) -> str:
    """What tells the positions of a file from those of any other. Raises OSError."""
    with path.open("rb") as file:
        return f"{path.suffix.lower()} {hashlib.file_digest(file, 'sha256').hexdigest()}".strip()


def code_digest() -> str:
    """What tells this code from any other that would look at other positions, or would count them differently."""
    files = sorted(Path(__file__).parent.glob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:16]


def _lines_in(file: TextIO, positions: int | None) -> Iterator[Chunk]:
    with file:
        lines = islice((line.strip() for line in file if line.strip()), positions)
        number = 0
        while chunk := tuple(islice(lines, CHUNK_SIZE)):
            yield LinesChunk(number, chunk)
            number += 1


def _games_in(file: TextIO, positions: int | None) -> Iterator[Chunk]:
    """Of each game its main line, as python-chess reads it, up to the first move that is none."""
    import chess.pgn

    class MainLine(chess.pgn.BaseVisitor[tuple[str, list[str], str]]):
        """The FEN in which a game begins, its moves, and what was wrong first."""

        def begin_game(self) -> None:
            self.moves: list[str] = []
            self.wrong = ""

        def begin_headers(self) -> chess.pgn.Headers:
            self.headers = chess.pgn.Headers({})
            return self.headers

        def visit_header(self, tagname: str, tagvalue: str) -> None:
            self.headers[tagname] = tagvalue

        def begin_variation(self) -> chess.pgn.SkipType:
            return chess.pgn.SKIP

        def visit_move(self, board: chess.Board, move: chess.Move) -> None:
            if not self.wrong:
                self.moves.append(move.uci())

        def handle_error(self, error: Exception) -> None:
            self.wrong = self.wrong or str(error)

        def result(self) -> tuple[str, list[str], str]:
            variant = self.headers.get("Variant", "").lower()
            if variant not in ("", "standard", "chess", "from position"):
                return f"a game of {variant}", [], ""
            if not self.headers and not self.moves:
                return "no game, but other text", [], ""
            return self.headers.get("FEN", INITIAL_FEN), self.moves, self.wrong

    remaining = positions
    with file:
        number = 0
        while remaining is None or remaining > 0:
            read = chess.pgn.read_game(file, Visitor=MainLine)
            if read is None:
                return
            start_fen, moves, error = read
            game = GameChunk(number, start_fen, tuple(moves), error, remaining)
            yield game
            number += 1
            if remaining is not None:
                remaining -= sum(1 for _ in game.positions())
