"""On every ply of steered games, each difference between the program's moves and the legal moves has one class.

The moves of both programs are named alike: in UCI notation, but `0-0` and `0-0-0` for castling, and `3@b1` for piece 3
that comes from no square.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import chess
import pytest
from hypothesis import given, settings
from scenarios import view_of
from steered_games import (
    FEATURES,
    LONG_GAME,
    PLANS,
    GamePlan,
    SteeredGame,
    features_of,
    has_a_number,
    replay,
    steered_games,
)

from historic import State
from historic.position.moves import PieceMove
from historic.position.squares import SQUARE_TO_NAME
from historic.position.state import CAPTURED, FIRST_RESERVE_QUEEN, PIECE_NUMBERS
from modern.agreement.classes import classes_of
from modern.agreement.differences import MOVES, UNEXPLAINED
from modern.agreement.move_comparison import compare_moves, move_differences
from modern.agreement.pair import pair_at
from modern.agreement.view import PositionView
from modern.rules import Move

CASTLING_NAMES = {7000: "0-0", 8000: "0-0-0"}


class OneSidedMove(NamedTuple):
    """A move that only one program has, `historic` or `modern`, and the class that claims it."""

    class_name: str
    program: str
    name: str


def tried_moves_of(view: PositionView) -> list[str]:
    """Returns the moves that the program tries, promotions as to a queen."""
    return [name_of_tried(view, move) for move in view.tried]


def name_of_tried(view: PositionView, move: PieceMove) -> str:
    """Returns the name of a move by the listing's numbers."""
    if move.square in CASTLING_NAMES:
        return CASTLING_NAMES[move.square]
    origin, target = view.state.pieces(view.side)[0][move.piece], SQUARE_TO_NAME[move.square]
    promotes = move.piece in PIECE_NUMBERS["P"] and target[1] in "18" and origin in SQUARE_TO_NAME
    return SQUARE_TO_NAME.get(origin, f"{move.piece}@") + target + ("q" if promotes else "")


def legal_moves_of(board: chess.Board) -> set[str]:
    """Returns the names of the moves that are legal for python-chess."""
    return {name_of_legal(board, move) for move in board.legal_moves}


def name_of_legal(board: chess.Board, move: chess.Move) -> str:
    """Returns the name of a legal move."""
    if board.is_kingside_castling(move):
        return "0-0"
    return "0-0-0" if board.is_queenside_castling(move) else move.uci()


def one_sided_moves(view: PositionView) -> list[OneSidedMove]:
    """Returns the differences as modern.agreement has them, each with the class that claims it."""
    return [
        OneSidedMove(one.name if one else UNEXPLAINED, found.program, found.move)
        for one, found, _ in move_differences(view)
    ]


PROMOTED_QUEENS = {f"{side} has a promoted queen" for side in ("white", "black")}


def promoted_queens_of(state: State) -> set[str]:
    """Returns which sides have a queen from the reserve, the pieces from 16 to 23, on the board."""
    flags = {"white": state.PM_white, "black": state.PM_black}
    return {
        f"{side} has a promoted queen"
        for side in flags
        if any(flag != CAPTURED for flag in flags[side][FIRST_RESERVE_QUEEN:])
    }


def names(moves: list[OneSidedMove], program: str) -> list[str]:
    return sorted(move.name for move in moves if move.program == program)


def unexplained(moves: list[OneSidedMove]) -> list[str]:
    return [move.name for move in moves if move.class_name == UNEXPLAINED]


@pytest.mark.slow
def test_on_every_ply_of_a_game_each_move_that_only_one_program_has_belongs_to_one_class() -> None:
    """Python-chess decides which moves are legal, so that no fault of the rules can hide one of the program."""
    seen: Counter[str] = Counter()

    def play(plan: GamePlan) -> None:
        @settings(max_examples=8, deadline=None, report_multiple_bugs=False)
        @given(steered_games(plan, has_a_number))
        def on_every_ply(game: SteeredGame) -> None:
            pair = pair_at(game.fen)
            for board, uci in replay(game):
                view = view_of(pair)
                tried, legal = tried_moves_of(view), legal_moves_of(board)
                differences = one_sided_moves(view)
                found = names(differences, "historic"), names(differences, "modern"), unexplained(differences)
                only_tried, only_legal = sorted(move for move in tried if move not in legal), sorted(legal - {*tried})
                assert found == (only_tried, only_legal, []), board.fen()
                seen.update(move.class_name for move in differences)
                seen.update({*features_of(board), *promoted_queens_of(pair.state)})
                if uci:
                    pair.make(Move.from_uci(uci))

        on_every_ply()

    for plan in reversed(PLANS):  # the whole board comes last, because few pieces make shorter examples
        play(plan)
    assert {*FEATURES, LONG_GAME, *PROMOTED_QUEENS, *classes_of(MOVES)} - seen.keys() == set()


def test_on_every_ply_of_a_game_the_program_itself_tries_the_moves_that_are_compared() -> None:
    """Slower, because the program's own loop runs, and therefore in fewer games."""
    seen: Counter[str] = Counter()

    def play(plan: GamePlan) -> None:
        @settings(max_examples=2, deadline=None, report_multiple_bugs=False)
        @given(steered_games(plan, has_a_number))
        def on_every_ply(game: SteeredGame) -> None:
            pair = pair_at(game.fen)
            for _, uci in replay(game):
                view = view_of(pair)
                findings = compare_moves(view)
                classes = [move.class_name for move in one_sided_moves(view)]
                assert ([name for name, *_ in findings], view.mismatch) == (classes, ""), findings
                seen.update(name for name, *_ in findings)
                if uci:
                    pair.make(Move.from_uci(uci))

        on_every_ply()

    for plan in reversed(PLANS):  # the whole board comes last, because few pieces make shorter examples
        play(plan)
    assert {"en-passant", "underpromotion", "king-left-attacked"} <= seen.keys() <= set(classes_of(MOVES))
