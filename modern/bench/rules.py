"""How fast modern.rules counts moves: perft, the last ply generated and not made, beside python-chess and Stockfish."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial

import chess

from modern.bench.rates import Comparison, Workload
from modern.bench.stockfish import Stockfish, stockfish_path
from modern.build import COMPILED, RULES, build_mode
from modern.rules import Position, perft

PEER = "python-chess"
STOCKFISH = "stockfish, go perft"

#: Name, FEN, depth in plies when compiled, and the published counts from one ply on.
#: https://www.chessprogramming.org/Perft_Results
POSITIONS = (
    ("startpos", chess.STARTING_FEN, 5, (20, 400, 8902, 197281, 4865609)),
    (
        "Kiwipete",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        4,
        (48, 2039, 97862, 4085603),
    ),
)


@contextmanager
def comparisons() -> Iterator[list[Comparison]]:
    """perft of two positions by each: one ply less where the rules run interpreted."""
    which = build_mode(RULES)
    with ExitStack() as running:
        path = stockfish_path()
        stockfish = running.enter_context(Stockfish(path)) if path else None
        made = []
        for name, fen, deepest, counts in POSITIONS:
            depth = deepest if which == COMPILED else deepest - 1
            contenders: dict[str, Workload] = {
                f"modern.rules, {which}": partial(perft, Position.from_fen(fen), depth),
                PEER: partial(chess_perft, chess.Board(fen), depth),
            }
            if stockfish:
                contenders[STOCKFISH] = partial(stockfish.perft, fen, depth)
            made.append(Comparison(f"nodes of perft {depth} from {name}", counts[depth - 1], PEER, contenders))
        yield made


def chess_perft(board: chess.Board, depth: int) -> int:
    """The lines of `depth` legal moves, 1 or more, as python-chess counts them: the last ply in bulk too."""
    if depth == 1:
        return board.legal_moves.count()
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += chess_perft(board, depth - 1)
        board.pop()
    return nodes
