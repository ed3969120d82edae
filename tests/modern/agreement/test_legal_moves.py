"""On every ply of steered games, each difference between the program's moves and the legal moves has one class."""

from __future__ import annotations

from collections import Counter

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
from tried_moves import OneSidedMove, legal_moves_of, one_sided_moves, tried_moves_of

from historic import State
from historic.position.state import CAPTURED, FIRST_RESERVE_QUEEN
from modern.agreement.classes import classes_of
from modern.agreement.differences import MOVES, UNEXPLAINED
from modern.agreement.move_comparison import compare_moves
from modern.agreement.pair import pair_at
from modern.rules import Move

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


def test_on_every_ply_of_a_game_each_move_that_only_one_program_has_belongs_to_one_class() -> None:
    """Python-chess decides which moves are legal, so that no fault of the rules can hide one of the program."""
    seen: Counter[str] = Counter()

    def play(plan: GamePlan) -> None:
        @settings(max_examples=10, deadline=None, report_multiple_bugs=False)
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
        @settings(max_examples=4, deadline=None, report_multiple_bugs=False)
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
