"""What tests in several folders are given: rows of tests/data, random positions, a typist."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import chess
from hypothesis import strategies as st

from historic import State
from historic.basic import Stop
from historic.moves import state_after
from historic.screen import Echo, Keyboard, no_echo

Row = dict[str, Any]

DATA = Path(__file__).parents[1] / "data"


def rows_of(name: str) -> list[Row]:
    """The lines of tests/data/`name`, each a JSON object."""
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def state_of(row: Row) -> State:
    """The state in a row of the traces."""
    return State(row["PW"], row["PB"], row["PM_white"], row["PM_black"])


def side_of(board: chess.Board) -> str:
    """Who is to move."""
    return "white" if board.turn else "black"


@st.composite
def random_boards(draw: st.DrawFn, most: int = 80, held: bool = False) -> chess.Board:
    """The end of a game of up to `most` random plies; with `held`, of such as the listing's arrays can hold.

    Those have no en passant, and no promotions to less than a queen.
    """
    board = chess.Board()
    length = draw(st.integers(0, most))
    for pick in draw(st.lists(st.integers(0, 10**6), min_size=length, max_size=length)):
        moves = [move for move in board.legal_moves if not held or can_be_held(board, move)]
        if not moves:
            break
        board.push(moves[pick % len(moves)])
    return board


def can_be_held(board: chess.Board, move: chess.Move) -> bool:
    """Whether the listing's arrays can follow a move."""
    return not board.is_en_passant(move) and move.promotion in (None, chess.QUEEN)


def state_after_game(board: chess.Board) -> State:
    """The state that has kept the numbers and the flags of the board's whole game."""
    replayed, state = chess.Board(), State.initial()
    for move in board.move_stack:
        state = state_after(state, side_of(replayed), move.uci())
        replayed.push(move)
    return state


class Typist(Keyboard):
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
