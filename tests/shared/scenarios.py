"""What many tests are given: rows of tests/data, the program at a position, random positions, a typist."""

from __future__ import annotations

import json
import struct
import subprocess
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import chess
import pytest
from hypothesis import strategies as st
from librt.vecs import vec as compiled_vec
from mypy_extensions import i64 as compiled_i64

from historic import Program, State, Thought
from historic.basic import Stop
from historic.moves import state_after
from historic.screen import Echo, Keyboard, no_echo
from historic.squares import NAME_TO_SQUARE
from historic.state import side_to_move
from historic.thought import StoppedThought
from modern.agreement.pair import NotRepresentable, PositionPair, pair_at
from modern.agreement.view import PositionView
from modern.build import COMPILED, RULES, build_mode
from modern.rules import Position
from modern.rules.native import i64, vec

Row = dict[str, Any]
#: Men by their numbers: the square's name, and the flag of PM.
PlacedPieces = Mapping[int, tuple[str, int]]
#: Runs `gosub` with some words: tests/modern/cli/conftest.py.
Gosub = Callable[..., subprocess.CompletedProcess[str]]

#: How pexpect reads a terminal: a signal may throw half a letter away.
PEXPECT_OPTIONS: dict[str, Any] = {"encoding": "utf-8", "codec_errors": "replace", "timeout": 30}

DATA = Path(__file__).parents[1] / "data"


def lines_of(name: str) -> list[str]:
    """The lines of tests/data/`name`."""
    return (DATA / name).read_text(encoding="utf-8").splitlines()


def rows_of(name: str) -> list[Row]:
    """The lines of tests/data/`name`, each a JSON object."""
    return [json.loads(line) for line in lines_of(name)]


def state_of(row: Row) -> State:
    """The state in a row of the traces."""
    return State(row["PW"], row["PB"], row["PM_white"], row["PM_black"])


def state_with(white: PlacedPieces, black: PlacedPieces) -> State:
    """A state of these men alone: `state_with({12: ("e1", 0)}, {12: ("e8", 1)})`."""
    state = State([0] * 24, [0] * 24, [2] * 24, [2] * 24)
    for men, squares, flags in ((white, state.PW, state.PM_white), (black, state.PB, state.PM_black)):
        for man, (square, flag) in men.items():
            squares[man], flags[man] = NAME_TO_SQUARE[square], flag
    return state


def program_at(fen: str, reading: str = "printed") -> Program:
    """A program fresh from INIT at a FEN."""
    program = Program(reading)
    program.state = State.from_fen(fen)
    return program


def think_at(fen: str, reading: str = "printed") -> Thought:
    """What a fresh program thinks at a FEN, for the side to move, whether it then stops or not."""
    return thought_of(program_at(fen, reading), side_to_move(fen))


def think_of(state: State, side: str, reading: str = "printed", **variables: int) -> Thought:
    """The same for a state, with II and III as they are given: `think_of(state, "white", II=1)`."""
    program = Program(reading)
    program.state = state
    for name, value in variables.items():
        setattr(program, name, value)
    return thought_of(program, side)


def thought_of(program: Program, side: str) -> Thought:
    """What `program` thinks, whether it then stops or not."""
    try:
        return program.think(side)
    except StoppedThought as stopped:
        return stopped.thought


def binary32(value: float) -> str:
    """The hexadecimal digits of a SINGLE, made without the program's own code."""
    return struct.pack(">f", value).hex().upper()


def side_of(board: chess.Board) -> str:
    """Who is to move."""
    return "white" if board.turn else "black"


@st.composite
def random_boards(draw: st.DrawFn, max_plies: int = 80, storable: bool = False) -> chess.Board:
    """The end of a game of up to `most` random plies; with `held`, of such as the listing's arrays can hold.

    Those have no en passant, and no promotions to less than a queen.
    """
    board = chess.Board()
    length = draw(st.integers(0, max_plies))
    for pick in draw(st.lists(st.integers(0, 10**6), min_size=length, max_size=length)):
        moves = [move for move in board.legal_moves if not storable or is_storable(board, move)]
        if not moves:
            break
        board.push(moves[pick % len(moves)])
    return board


@st.composite
def pairs(draw: st.DrawFn, max_plies: int = 80) -> PositionPair:
    """Both programs after up to `most` random legal plies from the initial position: they shrink to short games.

    Moves that would lead where the listing's arrays cannot follow are not drawn.
    """
    pair = PositionPair(chess.STARTING_FEN)
    length = draw(st.integers(0, max_plies))
    for pick in draw(st.lists(st.integers(0, 217), min_size=length, max_size=length)):
        moves = pair.position.legal_moves()
        if not moves:
            break
        with suppress(NotRepresentable):
            pair.make(moves[pick % len(moves)])
    return pair


def view_at(fen: str, moves: str = "") -> PositionView:
    """Both programs at a FEN, or after moves (UCI) from it, laid open."""
    return view_of(pair_at(fen, moves))


def view_of(pair: PositionPair) -> PositionView:
    """The same for a pair."""
    return PositionView(Program(), pair.position, pair.state)


def is_storable(board: chess.Board, move: chess.Move) -> bool:
    """Whether the listing's arrays can follow a move."""
    return not board.is_en_passant(move) and move.promotion in (None, chess.QUEEN)


def state_after_game(board: chess.Board) -> State:
    """The state that has kept the numbers and the flags of the board's whole game."""
    replayed, state = chess.Board(), State.initial()
    for move in board.move_stack:
        state = state_after(state, side_of(replayed), move.uci())
        replayed.push(move)
    return state


def position_after(moves: Iterable[str], fen: str = chess.STARTING_FEN) -> Position:
    """The position to which moves in UCI's notation lead from a FEN."""
    position = Position.from_fen(fen)
    for move in moves:
        position.make(position.parse_uci(move))
    return position


def position_of(board: chess.Board) -> Position:
    """The position that has come about by the same moves as the board."""
    return position_after((move.uci() for move in board.move_stack), board.root().fen())


def array_of(numbers: Iterable[int]) -> vec[i64]:
    """The numbers as the rules and the engine pass them on: an array where they are compiled, else a list."""
    if build_mode(RULES) == COMPILED:
        return compiled_vec[compiled_i64](list(numbers))
    return vec[i64](list(numbers))


class ScriptedKeyboard(Keyboard):
    """Presses and types what it was given, one after the other, and leaves; while the program thinks, `thinking`."""

    def __init__(self, *typed: str, thinking: str = "") -> None:
        self.typed = list(typed)
        self.thinking = thinking

    def inkey(self) -> str:
        """The key that it holds down."""
        return self.thinking

    def key(self) -> str:
        """The next of its keys."""
        return self.line()

    def line(self, echo: Echo = no_echo) -> str:
        """The next of its lines."""
        if not self.typed:
            raise Stop
        return self.typed.pop(0)


def wait_for_journal_lines(running: subprocess.Popen[str], journal: Path, done: int) -> None:
    """Until the file of --resume has a line for so much that is done, or the run has ended."""
    for _ in range(6000):
        if running.poll() is not None or (journal.exists() and len(journal.read_bytes().splitlines()) > done):
            return
        time.sleep(0.02)
    pytest.fail("nothing comes")


def running_processes(group: int) -> list[str]:
    """The processes of a group, but for those that have ended and that nobody has asked after."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            name, _, rest = path.read_text().rpartition(")")
            state, _, its_group = rest.split()[:3]
            if int(its_group) == group and state != "Z":
                found.append(name)
    return found
