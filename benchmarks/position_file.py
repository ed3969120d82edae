"""Files of training positions: a header of one line, then 32 bytes a position.

Scores and results are for White. A file has the games of one seed, played with one number of nodes per move by one
evaluation. The header has 512 bytes; the positions follow, game after game. Numbers have their lowest byte first.

- 0 to 511 of the file: JSON, padded with spaces, and a newline: `format` (`gosub positions`), `version` (1), `command`,
  `seed`, `nodes` per move, `evaluation` (`hand`, or the generation and checksum of a network), `quick_nodes` (per quick
  search; 0: none).
- 0 to 7 of a position: the occupied squares: bit 0 is a1, bit 7 h1, bit 63 h8.
- 8 to 23: the pieces on them, from a1 to h8, in half a byte each, the lower half first: 1 to 6 for White's pawn,
  knight, bishop, rook, queen and king, 9 to 14 for Black's.
- 24, 25: the score of the search for White, in centipawns, signed.
- 26: bits 0 and 1: the result of the game for White in half points; bit 2: Black is to move; bit 3: the last position
  of its game.
- 27: castling rights: 1 White's kingside, 2 White's queenside, 4 and 8 Black's.
- 28 to 31: the number of the game.

Ignore whatever follows the last position with bit 3: it belongs to an unfinished game. The options that the scripts on
such files share are here too.
"""

from __future__ import annotations

import json
import os
import struct
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

import click
import numpy as np
import numpy.typing as npt

from modern.jobs.workers import core_count
from modern.rules.bitboard import squares_of
from modern.rules.board import Board
from modern.rules.fen import fen_of
from modern.rules.pieces import BLACK, WHITE

FORMAT: Final = "gosub positions"
VERSION: Final = 1
#: The size of the header, in bytes: JSON, padded with spaces, and a newline.
HEADER_SIZE: Final = 512
#: The types of the header's fields, in their order.
FIELD_TYPES: Final = [str, int, int, str, int]

#: A position in the file. `pieces` has a piece in each half of a byte, the lower half first, in the order of the
#: squares of `occupancy`. `score` is in centipawns for White. `game` is the number of the game.
RECORD: Final = np.dtype(
    [
        ("occupancy", "<u8"),
        ("pieces", "u1", (16,)),
        ("score", "<i2"),
        ("state", "u1"),
        ("castling", "u1"),
        ("game", "<u4"),
    ]
)
#: The same for the module struct.
RECORD_LAYOUT: Final = "<Q16shBBI"
#: `state`: the result for White in half points, whether Black is to move, and whether the game has no more positions.
RESULT_MASK: Final = 3
BLACK_TO_MOVE: Final = 4
LAST_OF_GAME: Final = 8
#: The largest score that is stored, in centipawns.
MAX_SCORE: Final = 32000

#: The distance between the game numbers of two files, so that no two games have the same number. A multiple of every
#: validation interval, so that a game is held out whatever the place of its file.
FILE_STRIDE: Final = 50_000_000

Records = npt.NDArray[np.void]
Function = TypeVar("Function", bound=Callable[..., Any])

#: The files of positions that a script reads, as `files`.
POSITION_FILES: Final = click.argument(
    "files", metavar="FILE..", nargs=-1, required=True, type=click.Path(path_type=Path, dir_okay=False)
)
#: The number of processes, as `jobs`.
JOBS: Final = click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=core_count(),
    help="Number of processes.  [default: one per core]",
)


def wdl_option(default: float) -> Callable[[Function], Function]:
    """Returns the option --wdl, as `wdl`: WDL is short for win, draw and loss."""
    return click.option(
        "--wdl",
        type=click.FloatRange(0, 1),
        default=default,
        show_default=True,
        help="The share of the game's result in the target (WDL); the rest is the search's score.",
    )


class PositionFileError(ValueError):
    """A file that has no positions that can be read. The message names the file and says what was expected."""


@dataclass(frozen=True)
class Header:
    """How the games of a file were played.

    `command`     the command that made the file.
    `seed`        with the number of a game it determines the random opening and the nodes of each move.
    `nodes`       the nodes per move, approximately.
    `evaluation`  what evaluated: `hand`, or the generation and the checksum of a network.
    `quick_nodes` the nodes of the quick search before it, approximately; 0 if there is none.
    """

    command: str
    seed: int
    nodes: int
    evaluation: str
    quick_nodes: int = 0

    def to_bytes(self) -> bytes:
        """Returns the header as it is in the file. Raises PositionFileError if the command is too long."""
        text = json.dumps({"format": FORMAT, "version": VERSION, **asdict(self)})
        excess = len(text) - (HEADER_SIZE - 1)
        if excess > 0:
            size = len(json.dumps(self.command))
            raise PositionFileError(
                f"the command takes {size} bytes in the file's header, at most {size - excess}; use a shorter path"
            )
        return text.ljust(HEADER_SIZE - 1).encode("ascii") + b"\n"


def pack_position(board: Board, score: int, result: float, game: int, *, last: bool) -> bytes:
    """Returns a position as it is in the file; `score` is in centipawns and `result` 1, 0.5 or 0, both for White."""
    occupied: int = board.bitboards[WHITE] | board.bitboards[BLACK]
    nibbles = [board.mailbox[square] for square in squares_of(occupied)]
    nibbles += [0] * (32 - len(nibbles))
    pieces = bytes(low | high << 4 for low, high in zip(nibbles[::2], nibbles[1::2], strict=True))
    state = round(2 * result) | (BLACK_TO_MOVE if board.turn == BLACK else 0) | (LAST_OF_GAME if last else 0)
    kept = max(-MAX_SCORE, min(MAX_SCORE, score))
    return struct.pack(RECORD_LAYOUT, occupied % 2**64, pieces, kept, state, board.castling_rights, game)


def fen_of_record(record: Any) -> str:
    """Returns the FEN of a position of a file, without an en passant square."""
    board = Board()
    pieces = [half for byte in record["pieces"].tolist() for half in (byte & 15, byte >> 4)]
    occupied = [square for square in range(64) if int(record["occupancy"]) >> square & 1]
    for square, piece in zip(occupied, pieces, strict=False):
        board.mailbox[square] = piece
    board.castling_rights = int(record["castling"])
    board.turn = BLACK if int(record["state"]) & BLACK_TO_MOVE else WHITE
    return fen_of(board)


def results_of(records: Records) -> npt.NDArray[np.float32]:
    """Returns the results of the games for White: 1, 0.5 or 0."""
    results: npt.NDArray[np.float32] = (records["state"] & RESULT_MASK).astype(np.float32) / np.float32(2)
    return results


def black_to_move(records: Records) -> npt.NDArray[np.bool_]:
    """Returns for each position whether Black is to move."""
    turns: npt.NDArray[np.bool_] = (records["state"] & BLACK_TO_MOVE) != 0
    return turns


def turns_of(records: Records) -> npt.NDArray[np.float32]:
    """Returns for each position 1 if White is to move, and -1 if Black is."""
    return np.where(black_to_move(records), -1, 1).astype(np.float32)


def read_header(path: Path) -> Header:
    """Returns the header of a file. Raises OSError and PositionFileError."""
    with path.open("rb") as file:
        data = file.read(HEADER_SIZE)
    try:
        content = json.loads(data)
        name, version = content.pop("format"), content.pop("version")
        header = Header(**content)
        if [type(value) for value in vars(header).values()] != FIELD_TYPES:
            raise TypeError
    except (ValueError, TypeError, KeyError, AttributeError):
        raise PositionFileError(
            f"{path} is not a file of positions; python benchmarks/self_play.py makes one"
        ) from None
    if name != FORMAT or version != VERSION:
        raise PositionFileError(f"{path} has {name!r} of version {version}; expected {FORMAT!r} of version {VERSION}")
    return header


def read_records(path: Path) -> Records:
    """Returns the positions of a file, still on the disk. Raises OSError and PositionFileError.

    What follows the last whole game is left out: it is being written, or its writer was killed.
    """
    read_header(path)
    count = (path.stat().st_size - HEADER_SIZE) // RECORD.itemsize
    if count == 0:
        return np.empty(0, RECORD)
    records: Records = np.memmap(path, RECORD, "r", HEADER_SIZE, (count,))
    while count and not int(records[count - 1]["state"]) & LAST_OF_GAME:
        count -= 1
    return records[:count]


def read_files(paths: Iterable[Path]) -> Records:
    """Returns the positions of several files, each position once. Raises OSError and PositionFileError.

    The number of a file, from 0, times FILE_STRIDE is added to the numbers of its games.
    """
    parts = []
    for number, path in enumerate(paths):
        part = np.array(read_records(path))
        part["game"] += number * FILE_STRIDE
        parts.append(part)
    records = np.concatenate(parts)
    return records[distinct(records)]


def is_held_out(records: Records, interval: int) -> npt.NDArray[np.bool_]:
    """Returns for each position whether its game is one of those kept for validation: one in `interval` games."""
    held_out: npt.NDArray[np.bool_] = records["game"] % interval == 0
    return held_out


def game_count(records: Records) -> int:
    """Returns the number of games that the positions come from."""
    return len(np.unique(records["game"]))


def open_for_games(path: Path, header: Header) -> set[int]:
    """Prepares a file for more games: makes it, or removes an incomplete last game. Returns the games that it has.

    Raises OSError, and PositionFileError if the file's games were played in another way than the header says.
    """
    if not path.exists() or path.stat().st_size == 0:
        path.write_bytes(header.to_bytes())
        return set()
    found = read_header(path)
    for name in ("seed", "nodes", "evaluation", "quick_nodes"):
        if getattr(found, name) != getattr(header, name):
            raise PositionFileError(
                f"{path} has games with {name} {getattr(found, name)}, not {getattr(header, name)};"
                " the games of one file are all played in the same way"
            )
    records = read_records(path)
    games = {int(number) for number in np.unique(records["game"])}
    os.truncate(path, HEADER_SIZE + len(records) * RECORD.itemsize)
    return games


def append_game(path: Path, positions: Iterable[bytes]) -> None:
    """Appends the positions of a game to a file. Raises OSError."""
    with path.open("ab") as file:
        file.write(b"".join(positions))


def distinct(records: Records) -> npt.NDArray[np.int64]:
    """Returns the indices of the positions without repetitions, in ascending order: the first of each."""
    words = np.ascontiguousarray(records).view("<u8").reshape(len(records), RECORD.itemsize // 8)
    keys = words[:, 0] * np.uint64(0x9E3779B97F4A7C15)
    for column in (1, 2):
        keys = (keys ^ words[:, column]) * np.uint64(0xC2B2AE3D27D4EB4F)
        keys ^= keys >> np.uint64(29)
    keys ^= black_to_move(records).astype(np.uint64)
    _, first = np.unique(keys, return_index=True)
    indices: npt.NDArray[np.int64] = np.sort(first)
    return indices
