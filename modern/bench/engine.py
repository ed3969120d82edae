"""The engine benchmark: search speed, and a signature of 24 searches, which must be the same in every build."""

from __future__ import annotations

import shutil
import time
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
from modern.engine.engine import DEFAULT_EVALUATION, EVALUATIONS, Engine
from modern.engine.network.weights_file import WeightsError
from modern.limits import Limits
from modern.rules import Position

#: The size of the transposition table, in megabytes. Allocating a larger one would take longer than these searches.
HASH_MEGABYTES: Final = 1

#: The depth of the searches, in plies.
BENCH_DEPTH: Final = 10

PEER: Final = "python-chess, alpha-beta on material"
#: The search depth of the peer, in plies.
PEER_DEPTH: Final = 2
SUNFISH: Final = "sunfish"
#: The search depth of sunfish in plies, and its time limit in seconds.
SUNFISH_DEPTH: Final = 4
SUNFISH_TIMEOUT: Final = 60.0

#: Piece values in centipawns, from pawn to queen.
PIECE_VALUES: Final = (100, 320, 330, 500, 950)
INFINITY: Final = 32000


@dataclass(frozen=True)
class SearchResult:
    """The result of searching a position: the move (UCI), the score for the side to move, and the nodes."""

    name: str
    fen: str
    move: str
    score: str
    nodes: int


def search_positions(depth: int, evaluation: str) -> Iterator[SearchResult]:
    """Searches each position to a depth in plies, each with cleared tables, and yields the results.

    `evaluation` is one of EVALUATIONS. Raises BenchError if the network's weights cannot be used.
    """
    engine = Engine(HASH_MEGABYTES)
    try:
        engine.evaluate_with(evaluation)
    except WeightsError as error:
        raise BenchError(str(error)) from None
    for name, fen in POSITIONS:
        engine.clear()
        report = engine.think(Position.from_fen(fen), Limits(depth=depth))
        assert report is not None
        yield SearchResult(name, fen, report.pv[0].uci(), str(report.score), report.nodes)


def bench_lines() -> Iterator[str]:
    """Yields what the command `bench` of an engine prints: each position with its nodes, then `N nodes M nps`.

    The last line is the one that OpenBench looks for. The nodes change with the search, as the signature does. Raises
    BenchError if the network's weights cannot be used.
    """
    nodes, start = 0, time.perf_counter()
    for result in search_positions(BENCH_DEPTH, DEFAULT_EVALUATION):
        nodes += result.nodes
        yield f"info string {result.name}: {result.move}, {result.nodes} nodes"
    yield f"{nodes} nodes {nodes / (time.perf_counter() - start):.0f} nps"


def signature(results: Iterable[SearchResult]) -> str:
    """Returns eight hexadecimal digits that change with any move, score or node count. Both builds have the same."""
    text = "".join(f"{result.fen} {result.move} {result.score} {result.nodes}\n" for result in results)
    return f"{zlib.crc32(text.encode()):08x}"


@contextmanager
def comparisons(depth: int) -> Iterator[list[Comparison]]:
    """Yields the comparison of the engine with a plain search on python-chess and, if it is on the PATH, sunfish.

    The engine searches with either evaluation. Raises BenchError if one of the programs cannot be run.
    """
    contenders: dict[str, Workload] = {
        **{f"modern.engine, {name}, {build_mode(ENGINE)}": partial(engine_nodes, depth, name) for name in EVALUATIONS},
        PEER: lambda: sum(chess_nodes(chess.Board(fen), PEER_DEPTH) for _, fen in POSITIONS),
    }
    path = shutil.which(SUNFISH)
    if path is None:
        yield [Comparison("search nodes", None, PEER, contenders)]
        return
    with running_sunfish(path) as engine:
        contenders[SUNFISH] = partial(sunfish_nodes, engine)
        yield [Comparison("search nodes", None, SUNFISH, contenders)]


def engine_nodes(depth: int, evaluation: str) -> int:
    """Counts the nodes of the engine's searches. Raises BenchError if the network's weights cannot be used."""
    return sum(result.nodes for result in search_positions(depth, evaluation))


def chess_nodes(board: chess.Board, depth: int) -> int:
    """Counts the nodes of a plain alpha-beta search with python-chess, evaluating material only."""
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
    """Returns the material balance for the side to move, in centipawns."""
    ours, theirs = board.occupied_co[board.turn], board.occupied_co[not board.turn]
    bitboards = (board.pawns, board.knights, board.bishops, board.rooks, board.queens)
    return sum(
        value * ((ours & bitboard).bit_count() - (theirs & bitboard).bit_count())
        for value, bitboard in zip(PIECE_VALUES, bitboards, strict=True)
    )


@contextmanager
def running_sunfish(path: str) -> Iterator[chess.engine.SimpleEngine]:
    """Starts sunfish. Raises BenchError if the program cannot be run or does not answer."""
    try:
        engine = chess.engine.SimpleEngine.popen_uci(path, timeout=SUNFISH_TIMEOUT, setpgrp=True)
    except (OSError, chess.engine.EngineError, TimeoutError) as error:
        raise BenchError(f"the {SUNFISH} on the PATH, {path}, cannot be run: {error}") from None
    try:
        yield engine
    finally:
        engine.close()


def sunfish_nodes(engine: chess.engine.SimpleEngine) -> int:
    """Returns the nodes that sunfish reports. Raises BenchError if it exits or reports none."""
    nodes = 0
    limit = chess.engine.Limit(depth=SUNFISH_DEPTH)
    try:
        for name, fen in POSITIONS:
            played = engine.play(chess.Board(fen), limit, game=name, info=chess.engine.INFO_BASIC)
            nodes += played.info.get("nodes", 0)
    except (chess.engine.EngineError, TimeoutError) as error:
        raise BenchError(f"the {SUNFISH} on the PATH stopped answering: {error}") from None
    if not nodes:
        raise BenchError(f"the {SUNFISH} on the PATH does not report its nodes")
    return nodes
