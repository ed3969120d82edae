"""Starting points of many tests: rows of tests/data, programs in a position, random games, a scripted keyboard."""

from __future__ import annotations

import hashlib
import json
import os
import struct
import subprocess
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import chess
import pytest
from hypothesis import strategies as st
from librt.vecs import vec as compiled_vec
from mypy_extensions import i16 as compiled_i16
from mypy_extensions import i64 as compiled_i64
from steered_games import INITIAL_PLANS, PLANS, has_a_number, is_any, steered_boards

from historic import Program, State, Thought
from historic.basic import Stop
from historic.human.questions import run_with_questions
from historic.machine.screen import Display, Echo, Keyboard, Screen, no_echo
from historic.position.moves import state_after
from historic.position.squares import NAME_TO_SQUARE
from historic.position.state import side_to_move
from historic.thought import StoppedThought
from modern.agreement.pair import PositionPair, pair_at
from modern.agreement.view import PositionView
from modern.build import COMPILED, RULES, build_mode
from modern.rules import Move, Position
from modern.rules.board import Board
from modern.rules.native import i16, i64, vec

Row = dict[str, Any]
#: The square's name and the flag in PM of each piece, by piece number.
PlacedPieces = Mapping[int, tuple[str, int]]
#: A function that runs `gosub` with the given arguments (tests/modern/cli/conftest.py).
Gosub = Callable[..., subprocess.CompletedProcess[str]]

#: A game as lichess and chess.com write it: with a clock, evaluations, glyphs, a variation and comments.
ANNOTATED_GAME = """\
[Event "Rated blitz game"]
[Site "https://lichess.org/abcdefgh"]
[White "one"]
[Black "two"]
[Result "1-0"]
[TimeControl "300+0"]

1. e4 { [%eval 0.2] [%clk 0:05:00] } 1... e5 $1 { [%clk 0:05:00] } 2. Nf3 (2. f4 exf4 {accepted} 3. Nf3) 2... Nc6?!
{ Inaccuracy. } 3. Bb5 {[%clk 0:04:58.3]} 3... a6 4. O-O 1-0
"""

#: The pieces of few_pieces beside the kings; most are pawns, and some are none.
LETTERS_OF_FEW_PIECES = ["", "", "", *"PPNBRQppnbrq"]

DATA = Path(__file__).parents[1] / "data"
#: Whether the tests that take minutes each run too, and the others try everything.
LONG = bool(os.environ.get("GOSUB_LONG"))
#: The mark of those tests.
takes_minutes = pytest.mark.skipif(not LONG, reason="takes minutes; runs if GOSUB_LONG is set")


def lines_of(name: str) -> list[str]:
    """Returns the lines of tests/data/`name`."""
    return (DATA / name).read_text(encoding="utf-8").splitlines()


def rows_of(name: str) -> list[Row]:
    """Returns the JSON objects in the lines of tests/data/`name`."""
    return [json.loads(line) for line in lines_of(name)]


def sampled(rows: Sequence[Any], step: int) -> Sequence[Any]:
    """Returns each `step`-th row, from the first on; all rows if GOSUB_LONG is set."""
    return rows[:: 1 if LONG else step]


def state_of(row: Row) -> State:
    return State(row["PW"], row["PB"], row["PM_white"], row["PM_black"])


def state_with(white: PlacedPieces, black: PlacedPieces) -> State:
    """Returns a state with these pieces only: `state_with({12: ("e1", 0)}, {12: ("e8", 1)})`."""
    state = State([0] * 24, [0] * 24, [2] * 24, [2] * 24)
    for pieces, squares, flags in ((white, state.PW, state.PM_white), (black, state.PB, state.PM_black)):
        for piece, (square, flag) in pieces.items():
            squares[piece], flags[piece] = NAME_TO_SQUARE[square], flag
    return state


def program_at(fen: str, reading: str = "printed") -> Program:
    program = Program(reading)
    program.state = State.from_fen(fen)
    return program


def think_at(fen: str, reading: str = "printed") -> Thought:
    """Returns the thought of a new program in the position of a FEN, even if the program then stops with an error."""
    return thought_of(program_at(fen, reading), side_to_move(fen))


def think_of(state: State, side: str, reading: str = "printed", **variables: int) -> Thought:
    """Returns the same for a state, with the given values of II and III: `think_of(state, "white", II=1)`."""
    program = Program(reading)
    program.state = state
    for name, value in variables.items():
        setattr(program, name, value)
    return thought_of(program, side)


def thought_of(program: Program, side: str) -> Thought:
    """Returns the thought of `program`, even if the program then stops with an error."""
    try:
        return program.think(side)
    except StoppedThought as stopped:
        return stopped.thought


def binary32(value: float) -> str:
    """Returns the hexadecimal digits of a SINGLE, without using the program's own code."""
    return struct.pack(">f", value).hex().upper()


def side_of(board: chess.Board) -> str:
    """Returns the side to move, 'white' or 'black'."""
    return "white" if board.turn else "black"


def random_boards(max_plies: int = 80, representable: bool = False) -> st.SearchStrategy[chess.Board]:
    """Draws a board after up to `max_plies` plies from the initial position, steered towards rare moves.

    With `representable`, only moves are drawn that the listing's arrays can represent: no en passant captures and no
    underpromotions.
    """
    return steered_boards(INITIAL_PLANS, max_plies, is_representable if representable else is_any)


def pairs(max_plies: int = 80) -> st.SearchStrategy[PositionPair]:
    """Draws the positions of both programs after up to `max_plies` plies, steered towards rare moves.

    The games start from the initial position or from one in which rare moves are likely. Moves that the listing's
    arrays cannot represent are left out. Failing examples shrink to short games.
    """
    return steered_boards(PLANS, max_plies, has_a_number).map(pair_after_game)


def pair_after_game(board: chess.Board) -> PositionPair:
    """Returns the positions of both programs at the end of the board's game."""
    pair = PositionPair(board.root().fen())
    for move in board.move_stack:
        pair.make(Move.from_uci(move.uci()))
    return pair


@st.composite
def few_pieces(draw: st.DrawFn, others: int = 4) -> chess.Board:
    """Draws a legal position with both kings and up to `others` other pieces, with pawns often about to promote."""
    board = chess.Board(None)
    board.turn = draw(st.booleans())
    board.fullmove_number = draw(st.integers(1, 9))
    about_to_promote = draw(st.sampled_from([False, True]))
    king, other_king, *rest = draw(st.binary(min_size=2 * others + 2, max_size=2 * others + 2))
    letters = [LETTERS_OF_FEW_PIECES[number % len(LETTERS_OF_FEW_PIECES)] for number in rest[::2]]
    for letter, number in zip(["K", "k", *letters], [king, other_king, *rest[1::2]], strict=True):
        square = number % 64
        if letter in ("P", "p"):
            rank = {"P": 6, "p": 1}[letter] if about_to_promote else 1 + square // 8 % 6
            square = chess.square(square % 8, rank)
        if letter and not board.piece_at(square):
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
    if not board.is_valid():
        board.turn = not board.turn
    return board if board.is_valid() else chess.Board("4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1")


def view_at(fen: str, moves: str = "") -> PositionView:
    """Returns the view of both programs at a FEN, or after moves (UCI) from it."""
    return view_of(pair_at(fen, moves))


def view_of(pair: PositionPair) -> PositionView:
    return PositionView(Program(), pair)


def is_representable(board: chess.Board, move: chess.Move) -> bool:
    """Returns True if the listing's arrays can represent the position after a move."""
    return not board.is_en_passant(move) and move.promotion in (None, chess.QUEEN)


def state_after_game(board: chess.Board) -> State:
    """Returns the state at the end of the board's game, with the piece numbers and flags of the whole game."""
    replayed, state = chess.Board(), State.initial()
    for move in board.move_stack:
        state = state_after(state, side_of(replayed), move.uci())
        replayed.push(move)
    return state


def position_after(moves: Iterable[str], fen: str = chess.STARTING_FEN) -> Position:
    """Returns the position after moves in UCI notation from a FEN."""
    position = Position.from_fen(fen)
    for move in moves:
        position.make(position.parse_uci(move))
    return position


def position_of(board: chess.Board) -> Position:
    """Returns the position after the same moves as on the board."""
    return position_after((move.uci() for move in board.move_stack), board.root().fen())


def board_state(board: Board) -> list[object]:
    """Returns everything that a board stores."""
    return [
        list(board.bitboards),
        list(board.mailbox),
        *(
            board.turn,
            board.castling_rights,
            board.en_passant_square,
            board.halfmove_clock,
            board.fullmove_number,
            board.key,
            board.ply,
        ),
        list(board.undo_stack)[: board.ply],
        list(board.key_history)[: board.ply],
    ]


def array_of(numbers: Iterable[int]) -> vec[i64]:
    """Returns the numbers as the rules and the engine take them: an array if they are compiled, else a list."""
    if build_mode(RULES) == COMPILED:
        return compiled_vec[compiled_i64](list(numbers))
    return vec[i64](list(numbers))


def short_array_of(numbers: Iterable[int]) -> vec[i16]:
    """Does the same as array_of for numbers of 16 bits."""
    if build_mode(RULES) == COMPILED:
        return compiled_vec[compiled_i16](list(numbers))
    return vec[i16](list(numbers))


class ScriptedKeyboard(Keyboard):
    """Types the given keys or lines one by one, then ends; `thinking` is held down while the program thinks."""

    def __init__(self, *typed: str, thinking: str = "") -> None:
        self.typed = list(typed)
        self.thinking = thinking

    def inkey(self) -> str:
        """Returns the key that is held down."""
        return self.thinking

    def key(self) -> str:
        return self.line()

    def line(self, echo: Echo = no_echo) -> str:
        """Returns the next line. Raises Stop after the last one."""
        if not self.typed:
            raise Stop
        return self.typed.pop(0)


class PrintedText(Display):
    """Records every line that is printed or typed."""

    def __init__(self) -> None:
        self.text = ""

    def on_print(self, text: str) -> None:
        self.text += text

    def on_input(self, line: str, end: str = "\n") -> None:
        """Records a line typed."""
        self.text += line + "\n"


def run_program(*typed: str, thinking: str = "", ask: bool = False) -> tuple[Program, str]:
    """Runs the program until it stops, and returns it with the text it printed. `ask` asks the two questions."""
    display = PrintedText()
    program = Program(screen=Screen(ScriptedKeyboard(*typed, thinking=thinking), display))
    with pytest.raises(Stop):
        run_with_questions(program) if ask else program.run()
    return program, display.text


def title_screen() -> Screen:
    """Returns the screen with the title picture."""
    screen = Screen()
    with pytest.raises(Stop):
        Program(screen=screen).START()
    return screen


def wait_for_journal_lines(running: subprocess.Popen[str], journal: Path, count: int) -> None:
    """Waits until the journal of --resume has more than `count` lines, or the process has ended."""
    for _ in range(6000):
        if running.poll() is not None or (journal.exists() and len(journal.read_bytes().splitlines()) > count):
            return
        time.sleep(0.02)
    pytest.fail("the journal does not grow")


def running_processes(group: int) -> list[str]:
    """Returns the names of the running processes of a group. Zombies are left out."""
    names = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            name, _, rest = path.read_text().rpartition(")")
            state, _, its_group = rest.split()[:3]
            if int(its_group) == group and state != "Z":
                names.append(name)
    return names


# ---- variables as in the data, each plain one and a digest of the arrays

ARRAYS = ("A()", "MC()", "MDU()", "PB()", "PM()", "PV()", "PW()")


def canonical(thing: object) -> bytes:
    return json.dumps(thing, sort_keys=True, separators=(",", ":")).encode()


def digest(thing: object) -> str:
    return hashlib.sha256(canonical(thing)).hexdigest()[:16]


def encoded(value: object) -> object:
    """Returns a variable as in the data: whole numbers unchanged, other SINGLEs in hexadecimal."""
    if isinstance(value, list):
        return [encoded(number) for number in value]
    if isinstance(value, float):
        return int(value) if value == int(value) else binary32(value)
    return value


def variables(program: Program) -> Row:
    """Returns each plain variable, and one digest of the arrays. BB$ is left out because it never changes."""
    every = program.variables()
    plain = {name: encoded(every[name]) for name in every if name not in (*ARRAYS, "BB$")}
    arrays = {name: encoded(every[name]) for name in ARRAYS}
    return {"plain": plain, "arrays": digest(arrays)}
