"""Lines that are UCI, half of it, or none at all: no traceback, no hang, and a sound bestmove for each go."""

from __future__ import annotations

import random
import subprocess
import sysconfig
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import chess
import pytest

GOSUB = str(Path(sysconfig.get_path("scripts")) / "gosub")
#: Nobody waits for longer, in seconds.
PATIENCE = 900.0

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
#: What limits a search to an instant; the last few cannot be read, or not wholly.
QUICK = (
    *("depth 1", "nodes 1", "nodes 40", "movetime 1", "mate 1", "wtime 1 btime 1", "wtime 0 btime 0 winc 0 binc 0"),
    *("depth 1 nodes 30", "depth 1 infinite", "ponder movetime 1", "infinite", "", "depth 1 searchmoves e2e4 a7a8q"),
    *("depth 0", "nodes -7", "depth 1 depth", "nodes 20 depth x", "nodes 9 foo bar", "wtime -3 btime -3 movestogo 0"),
)
SETTINGS = (
    *(
        "Hash value 1",
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
)
#: What has to be stopped; how many of the other searches are left to end.
ENDLESS = {"infinite", "ponder"}
LEFT_ALONE = 0.1
#: What makes a line half valid.
SPOILS = ("\0", "\xff", "\u20ac", "\t", " ", "  ", "-", "9" * 30, "moves", "fen", "e2e4", "\r", "x" * 3000)


def board_after(chance: random.Random) -> tuple[chess.Board, str]:
    """A position, and the line that leads there."""
    fen = chance.choice(FENS)
    board = chess.Board(fen)
    for _ in range(chance.randrange(12)):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(chance.choice(moves))
    where = "startpos" if fen == chess.STARTING_FEN and chance.random() < 0.5 else f"fen {fen}"
    moves_made = " ".join(move.uci() for move in board.move_stack)
    return board, f"position {where}" + (f" moves {moves_made}" if moves_made else "")


def spoilt(line: str, chance: random.Random) -> str:
    """A line with something wrong in it, which may not be seen at once. It never ends the program."""
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(line) + 1)
        line = line[:at] + chance.choice(SPOILS) + line[at + chance.randrange(3) :]
    return line


def rubbish(chance: random.Random) -> bytes:
    """Any bytes but a line's end."""
    size = chance.choice((1, 5, 40, 300)) if chance.random() < 0.99 else 200_000
    return chance.randbytes(size).replace(b"\n", b"")


def is_command(line: bytes, *names: bytes) -> bool:
    """Whether a line would be taken for one of these."""
    words = line.decode("utf-8", "replace").split()
    return bool(words) and words[0] in [name.decode() for name in names]


def conversation(seed: int, count: int, boards: list[chess.Board], settle: Callable[[], None]) -> Iterator[bytes]:
    """So many lines; the board of each go is put down before it is sent.

    Most searches are cut short by the next line. Now and then one is left to end by itself: `settle` waits for it.
    """
    chance = random.Random(seed)
    board, line = board_after(chance)
    yield line.encode()
    lost = False
    for _ in range(count - 1):
        kind = chance.random()
        if kind < 0.2 or lost:
            board, line = board_after(chance)
            lost = False
            yield line.encode()
        elif kind < 0.4:
            boards.append(board.copy(stack=False))
            limits = chance.choice(QUICK)
            yield f"go {limits}".encode()
            if chance.random() < LEFT_ALONE and not ENDLESS & set(limits.split()) and limits:
                settle()
        elif kind < 0.55:
            yield chance.choice((b"stop", b"ponderhit", b"isready", b"uci", b"debug on", b"ucinewgame"))
        elif kind < 0.62:
            yield f"setoption name {chance.choice(SETTINGS)}".encode()
        elif kind < 0.8:
            wrong = spoilt(board_after(chance)[1], chance).encode()
            lost = is_command(wrong, b"position")  # it may have become another position
            yield wrong if not is_command(wrong, b"go", b"quit") else b"position"
        elif kind < 0.9:
            wrong = spoilt(f"setoption name {chance.choice(SETTINGS)}", chance).encode()
            yield wrong if not is_command(wrong, b"go", b"quit", b"position") else b""
        else:
            wrong = rubbish(chance)
            yield wrong if not is_command(wrong, b"go", b"quit", b"position") else b" "


class AnswerCounter:
    """What comes back: the moves, how often it was ready, and what is no UCI."""

    def __init__(self) -> None:
        self.moves: list[str] = []
        self.ready = 0
        self.odd: list[bytes] = []

    def take(self, line: bytes) -> bool:
        """Note a line; whether it is a bestmove."""
        if not line.startswith((b"info ", b"bestmove ", b"id ", b"option ", b"uciok", b"readyok")):
            self.odd.append(line)
        self.ready += line == b"readyok\n"
        if line.startswith(b"bestmove"):
            self.moves.append(line.decode("ascii").split()[1])
            return True
        return False


def talked_to(words: list[str], seed: int, count: int) -> None:
    """Send the lines, and hold every answer to what it answers."""
    boards: list[chess.Board] = []
    ready = 0
    command = [GOSUB, "uci", *words]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        impatience = threading.Timer(PATIENCE, process.kill)
        impatience.start()
        answers = AnswerCounter()
        complaints: list[bytes] = []
        assert process.stdin is not None
        answered = threading.Semaphore(0)

        def read() -> None:
            for line in process.stdout or ():
                if answers.take(line):
                    answered.release()

        settled = 0

        def settle() -> None:
            nonlocal settled
            while settled < len(boards):
                assert answered.acquire(timeout=PATIENCE)
                settled += 1

        readers = [
            threading.Thread(target=read),
            threading.Thread(target=lambda: complaints.extend(process.stderr or ())),
        ]
        for reader in readers:
            reader.start()
        for line in conversation(seed, count, boards, settle):
            ready += line.split() == [b"isready"]
            process.stdin.write(line + b"\n")
            process.stdin.flush()
        process.stdin.write(b"quit\n")
        process.stdin.close()
        code = process.wait()
        impatience.cancel()
        for reader in readers:
            reader.join()
    assert (code, complaints) == (0, [])
    assert len(answers.moves) == len(boards) > count / 20
    for move, board in zip(answers.moves, boards, strict=True):
        if any(board.legal_moves):
            assert chess.Move.from_uci(move) in board.legal_moves, board.fen()
        else:
            assert move == "0000", board.fen()
    assert answers.ready == ready
    assert answers.odd == []


@pytest.mark.parametrize("player", ["modern", "historic"])
def test_whatever_it_is_told_it_answers_each_go(player: str) -> None:
    talked_to(["--player", player], seed=1994, count=3_000)


@pytest.mark.slow
def test_a_hundred_thousand_lines() -> None:
    talked_to([], seed=486, count=100_000)


@pytest.mark.slow
def test_thirty_thousand_lines_to_the_program_of_1994() -> None:
    talked_to(["--player", "historic"], seed=1994, count=30_000)
