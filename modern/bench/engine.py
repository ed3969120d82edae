"""How fast the engine searches, and that it searches the same in every build: a signature over 24 positions."""

from __future__ import annotations

import shutil
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Final

import chess
import chess.engine

from modern.bench.positions import POSITIONS
from modern.bench.rates import BenchError, Comparison, Workload
from modern.build import ENGINE, build_mode
from modern.engine.engine import Engine
from modern.engine.limits import Limits
from modern.rules import Position

#: The transposition table of each search, in megabytes: a larger one takes longer to make than these searches.
HASH_MEGABYTES: Final = 1

PEER: Final = "python-chess, alpha-beta on material"
#: How deep the peer goes.
PEER_DEPTH: Final = 2
SUNFISH: Final = "sunfish"
#: How deep sunfish goes, and how many seconds it may take to.
SUNFISH_DEPTH: Final = 4
SUNFISH_TIMEOUT: Final = 60.0

#: In centipawns, from pawn to queen.
PIECE_VALUES: Final = (100, 320, 330, 500, 950)
INFINITY: Final = 32000


@dataclass(frozen=True)
class SearchResult:
    """What the engine finds at a position: its move (UCI), its score for the side to move, and the nodes visited."""

    name: str
    fen: str
    move: str
    score: str
    nodes: int


def search_positions(depth: int) -> Iterator[SearchResult]:
    """What it finds at each position to a depth, a new engine at each."""
    for name, fen in POSITIONS:
        found = Engine(HASH_MEGABYTES).think(Position.from_fen(fen), Limits(depth=depth))
        assert found is not None
        yield SearchResult(name, fen, found.pv[0].uci(), str(found.score), found.nodes)


def signature(results: Iterable[SearchResult]) -> str:
    """Eight hexadecimal digits that change with any move, any score and any node: both builds have the same."""
    text = "".join(f"{row.fen} {row.move} {row.score} {row.nodes}\n" for row in results)
    return f"{zlib.crc32(text.encode()):08x}"


@contextmanager
def comparisons(depth: int) -> Iterator[list[Comparison]]:
    """The engine, a plain search of python-chess's and, if it is on the PATH, sunfish, at all the positions."""
    contenders: dict[str, Workload] = {
        f"modern.engine, {build_mode(ENGINE)}": lambda: sum(row.nodes for row in search_positions(depth)),
        PEER: lambda: sum(chess_nodes(chess.Board(fen), PEER_DEPTH) for _, fen in POSITIONS),
    }
    path = shutil.which(SUNFISH)
    if path is None:
        yield [Comparison("nodes of a search", None, PEER, contenders)]
        return
    with running_sunfish(path) as engine:
        contenders[SUNFISH] = partial(sunfish_nodes, engine)
        yield [Comparison("nodes of a search", None, SUNFISH, contenders)]


def chess_nodes(board: chess.Board, depth: int) -> int:
    """The nodes of the plainest alpha-beta, on material alone, with python-chess's board and moves."""
    nodes = 0

    def search(depth: int, alpha: int, beta: int) -> int:
        nonlocal nodes
        nodes += 1
        if depth == 0:
            return material(board)
        best = -INFINITY
        for move in sorted(board.legal_moves, key=board.is_capture, reverse=True):
            board.push(move)
            best = max(best, -search(depth - 1, -beta, -max(alpha, best)))
            board.pop()
            if best >= beta:
                break
        return best

    search(depth, -INFINITY, INFINITY)
    return nodes


def material(board: chess.Board) -> int:
    """The men of the side to move less those of the other, in centipawns."""
    ours, theirs = board.occupied_co[board.turn], board.occupied_co[not board.turn]
    kinds = (board.pawns, board.knights, board.bishops, board.rooks, board.queens)
    return sum(
        value * ((ours & men).bit_count() - (theirs & men).bit_count())
        for value, men in zip(PIECE_VALUES, kinds, strict=True)
    )


@contextmanager
def running_sunfish(path: str) -> Iterator[chess.engine.SimpleEngine]:
    """A running sunfish. Raises BenchError where it is none."""
    try:
        engine = chess.engine.SimpleEngine.popen_uci(path, timeout=SUNFISH_TIMEOUT, setpgrp=True)
    except (OSError, chess.engine.EngineError, TimeoutError) as error:
        raise BenchError(f"the {SUNFISH} on the PATH, {path}, cannot be run: {error}") from None
    try:
        yield engine
    finally:
        engine.close()


def sunfish_nodes(engine: chess.engine.SimpleEngine) -> int:
    """The nodes that it says it has visited. Raises BenchError where it ends, or says nothing."""
    nodes = 0
    limit = chess.engine.Limit(depth=SUNFISH_DEPTH)
    try:
        for name, fen in POSITIONS:
            played = engine.play(chess.Board(fen), limit, game=name, info=chess.engine.INFO_BASIC)
            nodes += played.info.get("nodes", 0)
    except (chess.engine.EngineError, TimeoutError) as error:
        raise BenchError(f"the {SUNFISH} on the PATH cannot be talked to: {error}") from None
    if not nodes:
        raise BenchError(f"the {SUNFISH} on the PATH does not say how many nodes it has visited")
    return nodes
