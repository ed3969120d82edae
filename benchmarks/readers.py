"""What three readers read of files of games, positions and books: Gosub Chess, python-chess and pgn-extract.

    python benchmarks/readers.py FOLDER [--written] [--list CLASS]

Reads every PGN, EPD and book under a folder, and compares games, moves, headers, comments, glyphs, variations and
results. Each difference belongs to a class, which says whose reading is right and why (reader_differences.py). One that
belongs to none is printed, and the exit code is then 1. With --written, Gosub Chess writes each PGN again, and the
three readers read that: as the file was read, and all alike. Without pgn-extract, of Debian, two readers are compared.
"""

from __future__ import annotations

import io
import logging
import re
import shutil
import subprocess
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import groupby, zip_longest
from pathlib import Path
from typing import Any, Final

import chess
import chess.pgn
import chess.polyglot
import click
from reader_differences import CLASSES, EXTRACT, GOSUB, PYTHON_CHESS, Difference, Reading, with_classes

from modern.book.polyglot import BookError, BookFile
from modern.cli.output import progress
from modern.cli.shell import EXIT_FAILURE, echo, run_and_exit
from modern.game.epd import EpdError, lines_with_positions, read_epd
from modern.game.move_notes import MoveNote
from modern.game.pgn_reading import PgnError, every_game, lines_of
from modern.game.pgn_writing import pgn_as_read
from modern.rules import Position

PGN_EXTRACT: Final = shutil.which("pgn-extract", path="/usr/local/bin:/usr/bin:/usr/games")
#: What the files are by their endings.
PGN, EPD, BOOK = (".pgn",), (".epd", ".fen"), (".bin",)
KINDS: Final = {"PGN": PGN, "EPD": EPD, "book": BOOK}
SUFFIXES: Final = (*PGN, *EPD, *BOOK)
#: The operations of an EPD that are moves, and how many positions of a book are looked up.
MOVES: Final = ("am", "bm", "pv", "sm")
MAX_POSITIONS: Final = 300
#: How long pgn-extract may take for a file, in seconds.
TIMEOUT: Final = 300


# The readers.


def read_by_us(content: bytes) -> list[Reading]:
    """Returns the games of a file as Gosub Chess reads them."""
    games = []
    for game in every_game(lines_of(io.BytesIO(content))):
        reading = Reading(
            headers=dict(game.headers),
            start=_position(game.start),
            moves=tuple(game.uci_moves),
            error=game.error,
            variant=game.variant,
            text=game.pgn,
            line=game.line,
            problems=tuple(f"{problem.what}; {problem.done}" for problem in game.problems),
        )
        reading.comments.update(_words(game.introduction))
        for note in game.notes:
            _add_note(reading, note)
        games.append(reading)
    return games


def rewritten(content: bytes) -> bytes:
    """Returns the games of a PGN as Gosub Chess writes them, those that can be read."""
    games = every_game(lines_of(io.BytesIO(content)))
    return "\n".join(pgn_as_read(game) for game in games if not game.error).encode()


def _add_note(reading: Reading, note: MoveNote) -> None:
    notes = [note]
    while notes:
        note = notes.pop()
        reading.comments.update(_words(f"{note.comment_before} {note.comment}"))
        reading.glyphs.update(set(note.glyphs))
        for move in (move for variation in note.variations for move in variation):
            reading.variations[move.uci] += 1
            notes.append(move.note)


def read_by_python_chess(content: bytes) -> list[Reading]:
    """Returns the games of a file as python-chess reads them; an error that it raises is one, and ends the file."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    file = io.StringIO(text, newline=None)
    games: list[Reading] = []
    while True:
        try:
            game = chess.pgn.read_game(file)
            if game is None:
                return games
            games.append(_reading_of(game))
        except (ValueError, IndexError, AssertionError) as error:
            return [*games, Reading(error=f"raises {type(error).__name__}: {error}")]


def _reading_of(game: chess.pgn.Game) -> Reading:
    """Returns a game of python-chess."""
    main = list(game.mainline())
    in_main = {id(node) for node in main}
    board = game.board()
    moves = []
    for node in main:
        moves.append(board.uci(node.move, chess960=False))
        board.push(node.move)
    reading = Reading(
        headers=dict(game.headers),
        start=_position(game.board().fen()),
        moves=tuple(moves),
        error="; ".join(map(str, game.errors)),
    )
    reading.comments.update(_words(game.comment))
    nodes = [*game.variations]
    while nodes:
        node = nodes.pop()
        reading.comments.update(_words(f"{node.starting_comment} {node.comment}"))
        reading.glyphs.update(node.nags)
        if id(node) not in in_main:
            reading.variations[node.uci(chess960=False) if board.chess960 else node.move.uci()] += 1
        nodes += node.variations
    return reading


def read_by_pgn_extract(content: bytes) -> list[Reading]:
    """Returns the games of a file as pgn-extract writes them again; python-chess reads what it has written."""
    assert PGN_EXTRACT is not None
    command = [PGN_EXTRACT, "-s", "-w1000000"]
    done = subprocess.run(command, input=content, capture_output=True, timeout=TIMEOUT, check=False)
    # It puts an empty line behind a comment before the first move, where a game ends for python-chess.
    games = re.split(rb"^(?=\[Event )", done.stdout, flags=re.MULTILINE)[1:]
    parts = (game.partition(b"\n\n") for game in games)
    return read_by_python_chess(
        b"".join(b"%b\n\n%b\n\n" % (head, moves.replace(b"\n\n", b"\n")) for head, _, moves in parts)
    )


OTHERS: Final[dict[str, Callable[[bytes], list[Reading]]]] = {
    PYTHON_CHESS: read_by_python_chess,
    **({EXTRACT: read_by_pgn_extract} if PGN_EXTRACT else {}),
}


def _position(fen: str) -> str:
    return " ".join(fen.split()[:2])


def _words(text: str) -> list[str]:
    """Returns the words of a comment, each command for programs apart, without what an encoding may change."""
    return text.encode("ascii", "ignore").decode().replace("][", "] [").split()


# The comparison.


def differences(reader: str, ours: Sequence[Reading], theirs: Sequence[Reading]) -> Iterator[Difference]:
    """Yields what a reader reads otherwise than we do, game by game, with its class if it has one."""
    together: list[Difference] = []
    before: Reading | None = None
    neighbours = {id(game): following for game, following in zip_longest(ours, ours[1:])}
    for our, their in [*_pairs(ours, theirs), (None, None)]:
        whats = _what_differs(our, their) if our or their else ()
        found = [Difference(reader, what, our, their, before, neighbours.get(id(our))) for what in whats]
        before = our or before
        if found:
            together += found
        else:
            yield from with_classes(together)
            together = []


def _what_differs(our: Reading | None, their: Reading | None) -> Iterator[str]:
    """Yields what two readings of a game differ in: `more moves`, if the other reader has read more, and so on."""
    if our is None or their is None:
        yield "more games" if our is None else "fewer games"
        return
    if our.start != their.start:
        yield "start"
    if our.moves != their.moves:
        same = next((ply for ply, (a, b) in enumerate(zip(our.moves, their.moves, strict=False)) if a != b), -1)
        yield "moves" if same >= 0 else "more moves" if len(their.moves) > len(our.moves) else "fewer moves"
        return
    if our.result != their.result:
        yield "result"
    counts: list[tuple[str, Counter[Any], Counter[Any]]] = [
        ("headers", our.known_headers, their.known_headers),
        ("comments", our.comments, their.comments),
        ("glyphs", our.glyphs, their.glyphs),
        ("variations", our.variations, their.variations),
    ]
    for name, mine, other in counts:
        if other - mine:
            yield f"more {name}"
        elif mine - other:
            yield f"fewer {name}"


def _pairs(ours: Sequence[Reading], theirs: Sequence[Reading]) -> Iterator[tuple[Reading | None, Reading | None]]:
    """Yields the games of two readers side by side: those with the same moves, and then the most similar ones."""
    matcher = SequenceMatcher(None, [game.key for game in ours], [game.key for game in theirs], autojunk=False)
    for tag, i, j, k, m in matcher.get_opcodes():
        if tag == "equal":
            yield from zip(ours[i:j], theirs[k:m], strict=True)
        else:
            yield from _aligned(ours[i:j], theirs[k:m])


def _aligned(ours: Sequence[Reading], theirs: Sequence[Reading]) -> Iterator[tuple[Reading | None, Reading | None]]:
    """Yields pairs of games in their order so that as many as possible are alike."""
    best = [[0.0] * (len(theirs) + 1) for _ in range(len(ours) + 1)]
    for i in range(len(ours) - 1, -1, -1):
        for k in range(len(theirs) - 1, -1, -1):
            likeness = ours[i].likeness(theirs[k])
            best[i][k] = max(best[i + 1][k], best[i][k + 1], best[i + 1][k + 1] + likeness if likeness else 0)
    i = k = 0
    while i < len(ours) or k < len(theirs):
        if i < len(ours) and k < len(theirs) and best[i][k] > max(best[i + 1][k], best[i][k + 1]):
            yield ours[i], theirs[k]
            i, k = i + 1, k + 1
        elif k == len(theirs) or (i < len(ours) and best[i + 1][k] >= best[i][k + 1]):
            yield ours[i], None
            i += 1
        else:
            yield None, theirs[k]
            k += 1


# Positions and books, which pgn-extract does not read.


def lines_that_differ(path: Path) -> Iterator[Difference]:
    """Yields the lines of an EPD file that python-chess reads and we do not, or that both read otherwise."""
    with path.open("rb") as file:
        for number, line in lines_with_positions(lines_of(file, "an EPD")):
            try:
                board, operations = chess.Board.from_epd(line)
            except (ValueError, IndexError):
                continue
            if any(len(board.pieces(chess.KING, colour)) != 1 for colour in chess.COLORS):
                continue  # of another variant
            try:
                position, own = read_epd(line)
                ours = Reading(_moves_of(own), _position(position.fen()), text=line, line=number)
            except EpdError as error:
                ours = Reading(text=line, line=number, error=str(error))
            theirs = Reading(_moves_of(operations), _position(board.fen()))
            yield from _classed(EPD, ours, theirs, *_what_differs(ours, theirs))


def _classed(kind: Sequence[str], ours: Reading, theirs: Reading | None, *whats: str) -> Sequence[Difference]:
    """Returns what differs in a line or a book, with its classes."""
    return with_classes([Difference(PYTHON_CHESS, what, ours, theirs, suffix=kind[0]) for what in whats])


def _moves_of(operations: dict[str, Any]) -> dict[str, str]:
    """Returns the operations of an EPD that are moves, as text."""
    return {opcode: str(found) for opcode in MOVES if (found := operations.get(opcode))}


def entries_that_differ(path: Path) -> Iterator[Difference]:
    """Yields the positions in which python-chess finds other moves in a book than we do, and a book that we refuse."""
    try:
        reader = chess.polyglot.open_reader(path)
    except OSError:
        reader = None
    try:
        book = BookFile(path)
    except BookError as error:
        if reader:
            yield from _classed(BOOK, Reading(error=str(error)), _entries(reader, chess.Board()), "a book")
        return
    with book:
        if not reader:
            yield from _classed(BOOK, Reading(problems=tuple(book.remarks)), None, "no book")
            return
        boards = [chess.Board()]
        for board in boards:
            found = book.moves(Position.from_fen(board.fen()))
            ours = Reading(start=_position(board.fen()), problems=tuple(book.remarks))
            ours.variations.update({f"{move.uci()} {weight}": 1 for move, weight in found})
            theirs = _entries(reader, board)
            yield from _classed(BOOK, ours, theirs, *_what_differs(ours, theirs))
            for move, _ in found if len(boards) < MAX_POSITIONS else ():
                boards.append(board.copy(stack=False))
                boards[-1].push_uci(move.uci())


def _entries(reader: chess.polyglot.MemoryMappedReader, board: chess.Board) -> Reading:
    """Returns the legal moves of a book in a position with their weights, as python-chess finds them."""
    entries = [entry for entry in reader.find_all(board, minimum_weight=0) if entry.move in board.legal_moves]
    reading = Reading(start=_position(board.fen()))
    reading.variations.update({f"{entry.move.uci()} {entry.weight}": 1 for entry in entries})
    return reading


# The report.


@dataclass
class Report:
    """What was found in the files: their number by kind, and games and plies by reader; the differences by class.

    `games` and `files` count the games and the files of a class, by its name and the reader.
    """

    counts: Counter[str] = field(default_factory=Counter)
    games: Counter[tuple[str, str]] = field(default_factory=Counter)
    files: defaultdict[tuple[str, str], set[Path]] = field(default_factory=lambda: defaultdict(set))
    unexplained: list[str] = field(default_factory=list)

    def add_pgn(self, path: Path, is_written: bool, shown: str | None) -> None:
        """Reads a PGN with each reader, or what is written of it."""
        content = path.read_bytes()
        try:
            ours = read_by_us(content)
            if is_written:
                content = rewritten(content)
                known, ours = [game for game in ours if not game.error], read_by_us(content)
                if [game.content for game in known] != [game.content for game in ours]:
                    self.unexplained.append(f"{path}: what is written of it is read otherwise")
        except PgnError as error:
            ours = []
            self.unexplained.append(f"{path}: {error}")
        readings = {GOSUB: ours, **{name: read(content) for name, read in OTHERS.items()}}
        for name, games in readings.items():
            self.counts[f"games, {name}"] += len(games)
            self.counts[f"plies, {name}"] += sum(len(game.moves) for game in games)
        for reader in OTHERS:
            found = list(differences(reader, ours, readings[reader]))
            for _, of_game in groupby(found, key=lambda one: (id(one.ours), id(one.theirs))):
                self.add_game(path, list(of_game), shown)

    def add_game(self, path: Path, found: list[Difference], shown: str | None) -> None:
        """Adds the differences in a game, a position or a book."""
        for name in {one.name for one in found}:
            self.games[name, found[0].reader] += 1
            self.files[name, found[0].reader].add(path)
        for one in found:
            line = one.ours.line if one.ours else 0
            text = f"{path}, line {line}: {one.reader} reads {one.what}{f' ({one.name})' if one.name else ''}"
            if not one.name:
                self.unexplained.append(text)
            elif one.name == shown:
                echo(text)

    def print(self) -> None:
        """Prints the counts, the classes as a Markdown table, and what belongs to none."""
        for name, count in self.counts.items():
            echo(f"{name}: {count:,}")
        echo(f"\n| class | right | {' | '.join(f'{reader}: games, files' for reader in OTHERS)} |")
        echo(f"|---|---|{'---|' * len(OTHERS)}")
        for name, known in CLASSES.items():
            cells = [
                f"{self.games[name, reader]:,}, {len(self.files[name, reader])}" if self.games[name, reader] else ""
                for reader in OTHERS
            ]
            echo(f"| {name} | {known.right} | {' | '.join(cells)} |")
        for text in self.unexplained:
            echo(text, err=True)


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--written", is_flag=True, help="Read what Gosub Chess writes of each PGN.")
@click.option("--list", "shown", metavar="CLASS", help="Print each difference of this class, too.")
def main(folder: Path, written: bool, shown: str | None) -> None:
    """Compare what three readers read of the PGN, EPD and book files under FOLDER."""
    logging.getLogger("chess.pgn").disabled = True
    report = Report()
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix.lower() in SUFFIXES]
    with progress(files, "files", len(files)) as tracked:
        for path in tracked:
            kind = next(kind for kind, suffixes in KINDS.items() if path.suffix.lower() in suffixes)
            report.counts[f"{kind} files"] += 1
            if kind == "PGN":
                report.add_pgn(path, written, shown)
            elif not written:
                for difference in lines_that_differ(path) if kind == "EPD" else entries_that_differ(path):
                    report.add_game(path, [difference], shown)
    report.print()
    click.get_current_context().exit(EXIT_FAILURE if report.unexplained else 0)


if __name__ == "__main__":
    run_and_exit(main, "readers.py")
