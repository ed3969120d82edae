"""The perft benchmark: modern.rules, python-chess and Stockfish, all counting the last ply in bulk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial

import chess

from modern.bench.rates import Comparison, Workload
from modern.bench.stockfish import Stockfish, stockfish_path
from modern.build import COMPILED, RULES, build_mode
from modern.rules import Position, perft
from modern.rules.fen import INITIAL_FEN

PEER = "python-chess"
STOCKFISH = "stockfish, go perft"

#: Name, FEN, depth in plies of the compiled build, and the published counts starting at depth 1.
#: https://www.chessprogramming.org/Perft_Results
POSITIONS = (
    ("startpos", INITIAL_FEN, 5, (20, 400, 8902, 197281, 4865609)),
    (
        "Kiwipete",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        4,
        (48, 2039, 97862, 4085603),
    ),
)


@contextmanager
def comparisons() -> Iterator[list[Comparison]]:
    """Yields the comparisons of perft at two positions, one ply less deep if the rules run interpreted."""
    mode = build_mode(RULES)
    with ExitStack() as stack:
        path = stockfish_path()
        stockfish = stack.enter_context(Stockfish(path)) if path else None
        result = []
        for name, fen, max_depth, counts in POSITIONS:
            depth = max_depth if mode == COMPILED else max_depth - 1
            contenders: dict[str, Workload] = {
                f"modern.rules, {mode}": partial(perft, Position.from_fen(fen), depth),
                PEER: partial(chess_perft, chess.Board(fen), depth),
            }
            if stockfish:
                contenders[STOCKFISH] = partial(stockfish.perft, fen, depth)
            result.append(Comparison(f"nodes of perft {depth} from {name}", counts[depth - 1], PEER, contenders))
        yield result


def chess_perft(board: chess.Board, depth: int) -> int:
    """Counts the lines of `depth` legal moves, 1 or more, with python-chess, the last ply in bulk."""
    if depth == 1:
        return board.legal_moves.count()
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += chess_perft(board, depth - 1)
        board.pop()
    return nodes
