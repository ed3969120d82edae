"""A conversation of `gosub uci` with valid, malformed and random lines: each go is answered with a legal move."""

from __future__ import annotations

import random
import re
import subprocess
import threading
from collections.abc import Callable, Iterator

import chess
from commands import GOSUB

#: The longest wait, in seconds.
TIMEOUT = 900.0

FENS = (
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "R6k/6pp/8/8/8/8/8/K7 b - - 0 1",
    "8/8/7R/k7/pP1N4/3N4/8/4K3 b - b3 0 1",
    "k7/8/8/8/8/NNNN4/8/RNB1KBNR w KQ - 0 1",
)
#: Limits that end a search at once; the last few cannot be parsed, or not completely.
QUICK = (
    *("depth 1", "nodes 1", "nodes 40", "movetime 1", "mate 1", "wtime 1 btime 1", "wtime 0 btime 0 winc 0 binc 0"),
    *("depth 1 nodes 30", "depth 1 infinite", "ponder movetime 1", "infinite", "", "depth 1 searchmoves e2e4 a7a8q"),
    *("depth 0", "nodes -7", "depth 1 depth", "nodes 20 depth x", "nodes 9 foo bar", "wtime -3 btime -3 movestogo 0"),
)
SETTINGS = (
    *(
        "Hash value 1",
        "Clear Hash",
        "Threads value 1",
        "Hash value 2",
        "MultiPV value 1",
        "MultiPV value 3",
        "Move Overhead value 0",
        "Ponder value true",
        "UCI_LimitStrength value true",
        "UCI_LimitStrength value false",
        "UCI_Elo value 1500",
        "Without value nothing",
    ),
    *(
        "Hash value -1",
        "Hash value",
        "Hash",
        "MultiPV value x",
        "nonsense value 3",
        "value",
        "",
        "Reading value recorded",
    ),
    *(
        "Avoid Repetition value true",
        "Depth value 1",
        "Depth value 0",
        "Depth value 99",
        "Edition value 0.6",
        "Queen value 9.5",
        "Stage value one-ply",
        "Stage value checkmate",
        "Width value 2",
    ),
)
#: Searches that have to be stopped, and the share of the others that may end by themselves.
ENDLESS = {"infinite", "ponder"}
UNDISTURBED_SHARE = 0.1
#: Insertions that make a line malformed.
INSERTIONS = ("\0", "\xff", "\u20ac", "\t", " ", "  ", "-", "9" * 30, "moves", "fen", "e2e4", "\r", "x" * 3000)

#: Commands that bytes or insertions may not make by chance: they have answers to be counted, or end the conversation.
ANSWERED = (b"go", b"quit", b"d", b"eval", b"bench")
#: The lines of UCI, and those of the answer to `d`.
UCI_LINE = re.compile(rb"(info|bestmove|id|option) .*|uciok|readyok", re.DOTALL)
BOARD_LINE = re.compile(rb"| (?:\+---){8}\+|(?: \| [ A-Za-z]){8} \| [1-8]|   a .* h|(Fen|Key|Checkers): .*")


def board_after(rng: random.Random) -> tuple[chess.Board, str]:
    """Returns a random position and the command that sets it up."""
    fen = rng.choice(FENS)
    board = chess.Board(fen)
    for _ in range(rng.randrange(12)):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(rng.choice(moves))
    start = "startpos" if fen == chess.STARTING_FEN and rng.random() < 0.5 else f"fen {fen}"
    moves_made = " ".join(move.uci() for move in board.move_stack)
    return board, f"position {start}" + (f" moves {moves_made}" if moves_made else "")


def malformed(line: str, rng: random.Random) -> str:
    """Returns a line with random insertions and deletions. It may still be valid."""
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(line) + 1)
        line = line[:at] + rng.choice(INSERTIONS) + line[at + rng.randrange(3) :]
    return line


def random_bytes(rng: random.Random) -> bytes:
    """Returns random bytes without a line end."""
    size = rng.choice((1, 5, 40, 300)) if rng.random() < 0.99 else 200_000
    return rng.randbytes(size).replace(b"\n", b"")


def is_command(line: bytes, *names: bytes) -> bool:
    """Returns True if a line would be read as one of these commands."""
    words = line.decode("utf-8", "replace").split()
    return bool(words) and words[0] in [name.decode() for name in names]


def conversation(
    seed: int, count: int, boards: list[chess.Board], shown: list[str], settle: Callable[[], None]
) -> Iterator[bytes]:
    """Yields `count` lines. Before it is sent, a go adds its board to `boards`, and a `d` its FEN to `shown`.

    Most searches are cut short by the next line. Now and then one may end by itself: `settle` waits for it.
    """
    rng = random.Random(seed)
    board, line = board_after(rng)
    yield line.encode()
    unknown = False
    for _ in range(count - 1):
        draw = rng.random()
        if draw < 0.2 or unknown:
            board, line = board_after(rng)
            unknown = False
            yield line.encode()
        elif draw < 0.4:
            boards.append(board.copy(stack=False))
            limits = rng.choice(QUICK)
            yield f"go {limits}".encode()
            if rng.random() < UNDISTURBED_SHARE and not ENDLESS & set(limits.split()) and limits:
                settle()
        elif draw < 0.41:
            shown.append(board.fen())
            yield b"d"
        elif draw < 0.55:
            yield rng.choice((b"stop", b"ponderhit", b"isready", b"uci", b"debug on", b"ucinewgame"))
        elif draw < 0.62:
            yield f"setoption name {rng.choice(SETTINGS)}".encode()
        elif draw < 0.8:
            wrong = malformed(board_after(rng)[1], rng).encode()
            unknown = is_command(wrong, b"position")  # it may have set up another position
            yield wrong if not is_command(wrong, *ANSWERED) else b"position"
        elif draw < 0.9:
            wrong = malformed(f"setoption name {rng.choice(SETTINGS)}", rng).encode()
            yield wrong if not is_command(wrong, *ANSWERED, b"position") else b""
        else:
            wrong = random_bytes(rng)
            yield wrong if not is_command(wrong, *ANSWERED, b"position") else b" "


class AnswerCounter:
    """Collects the answers: the moves, the FENs of `d`, the number of readyok, and the lines that are neither's."""

    def __init__(self) -> None:
        self.moves: list[str] = []
        self.shown: list[str] = []
        self.ready = 0
        self.invalid: list[bytes] = []

    def add(self, line: bytes) -> bool:
        """Adds a line. Returns True if it is a bestmove."""
        if not UCI_LINE.fullmatch(line[:-1]) and not BOARD_LINE.fullmatch(line[:-1]):
            self.invalid.append(line)
        if line.startswith(b"Fen: "):
            self.shown.append(line.decode("ascii")[5:-1])
        self.ready += line == b"readyok\n"
        if line.startswith(b"bestmove"):
            self.moves.append(line.decode("ascii").split()[1])
            return True
        return False


def check_conversation(words: list[str], seed: int, count: int) -> None:
    """Sends the lines, and checks every answer against its command."""
    boards: list[chess.Board] = []
    shown: list[str] = []
    ready = 0
    command = [GOSUB, "uci", *words]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        watchdog = threading.Timer(TIMEOUT, process.kill)
        watchdog.start()
        answers = AnswerCounter()
        errors: list[bytes] = []
        assert process.stdin is not None
        answered = threading.Semaphore(0)

        def read() -> None:
            for line in process.stdout or ():
                if answers.add(line):
                    answered.release()

        settled = 0

        def settle() -> None:
            nonlocal settled
            while settled < len(boards):
                assert answered.acquire(timeout=TIMEOUT)
                settled += 1

        readers = [
            threading.Thread(target=read),
            threading.Thread(target=lambda: errors.extend(process.stderr or ())),
        ]
        for reader in readers:
            reader.start()
        for line in conversation(seed, count, boards, shown, settle):
            ready += line.split() == [b"isready"]
            process.stdin.write(line + b"\n")
            process.stdin.flush()
        process.stdin.write(b"quit\n")
        process.stdin.close()
        code = process.wait()
        watchdog.cancel()
        for reader in readers:
            reader.join()
    assert (code, errors) == (0, [])
    assert len(answers.moves) == len(boards) > count / 20
    for move, board in zip(answers.moves, boards, strict=True):
        if any(board.legal_moves):
            assert chess.Move.from_uci(move) in board.legal_moves, board.fen()
        else:
            assert move == "0000", board.fen()
    assert answers.ready == ready
    assert answers.shown == shown != []
    assert answers.invalid == []
