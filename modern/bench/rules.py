"""The perft benchmark: modern.rules, python-chess and Stockfish, all counting the last ply in bulk."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from threading import Timer

import chess

from modern.bench.rates import BenchError, Comparison, Workload
from modern.build import COMPILED, RULES, build_mode
from modern.rules import Position, perft
from modern.rules.fen import INITIAL_FEN
from modern.system import kill_group, own_group

PEER = "python-chess"
STOCKFISH = "stockfish"
TOTAL_PREFIX = "Nodes searched:"
#: The time limit of Stockfish's count in seconds. It normally takes a few hundredths.
TIMEOUT = 60.0

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
        path = shutil.which(STOCKFISH)
        stockfish = stack.enter_context(stockfish_perft(path)) if path else None
        result = []
        for name, fen, max_depth, counts in POSITIONS:
            depth = max_depth if mode == COMPILED else max_depth - 1
            contenders: dict[str, Workload] = {
                f"modern.rules, {mode}": partial(perft, Position.from_fen(fen), depth),
                PEER: partial(chess_perft, chess.Board(fen), depth),
            }
            if stockfish:
                contenders[f"{STOCKFISH}, go perft"] = partial(stockfish, fen, depth)
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


@contextmanager
def stockfish_perft(path: str) -> Iterator[Callable[[str, int], int]]:
    """Starts Stockfish. Yields a function that returns its count for a FEN and a depth. Then kills it and its children.

    Raises BenchError if it cannot be run; the function raises it if Stockfish exits, or has not answered after TIMEOUT.
    """
    try:
        process = subprocess.Popen(
            [path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="ascii",
            errors="replace",
            **own_group(),  # so that Ctrl-C does not reach it, and the kill reaches its children
        )
    except OSError as error:
        raise BenchError(f"the {STOCKFISH} on the PATH, {path}, cannot be run: {error.strerror}") from None

    def count(fen: str, depth: int) -> int:
        assert process.stdin is not None
        assert process.stdout is not None
        timer = Timer(TIMEOUT, kill_group, [process.pid])
        timer.start()
        try:
            process.stdin.write(f"position fen {fen}\ngo perft {depth}\n")
            process.stdin.flush()
            for line in process.stdout:
                if line.startswith(TOTAL_PREFIX):
                    return int(line.removeprefix(TOTAL_PREFIX))
        except OSError as error:
            raise BenchError(f"the {STOCKFISH} on the PATH stopped answering: {error.strerror}") from None
        except ValueError:
            raise BenchError(
                f"the {STOCKFISH} on the PATH gave no count; expected {TOTAL_PREFIX} and a number"
            ) from None
        finally:
            timer.cancel()
        raise BenchError(f"the {STOCKFISH} on the PATH gave no count within {TIMEOUT:.0f} seconds")

    try:
        yield count
    finally:
        kill_group(process.pid)
        with suppress(OSError):  # what was not yet sent
            process.__exit__(None, None, None)
