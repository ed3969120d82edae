"""Which move the program chooses, beside the exact search, and at which step the two part."""

from __future__ import annotations

import chess
import pytest
from given import pairs
from hypothesis import given, settings

from historic import SAMPLE_GAME, Program
from historic.readings import PRINTED, READINGS, RECORDED
from historic.sides import other_side
from historic.squares import NUMBERS
from modern.agreement.choices import CLASSES, STEP_OF, exact_score, in_twentieths, made
from modern.agreement.choices import compare_choices as compared
from modern.agreement.classes import BY_NAME, CHOICES, MOVES, classes_of
from modern.agreement.moves import keys_of_legal
from modern.agreement.pair import Pair, pair_at
from modern.agreement.view import View

Steps = list[tuple[str, str]]


def view_at(fen: str, moves: str = "") -> View:
    pair = pair_at(fen, moves)
    return View(Program(), pair.position, pair.state)


def steps(fen: str, reading: str = PRINTED) -> Steps:
    return [(name, what) for name, what, _ in compared(view_at(fen))[reading]]


def test_the_classes_are_told_in_the_order_of_the_ledger() -> None:
    assert list(CLASSES) == classes_of(CHOICES)
    assert list(STEP_OF) == classes_of(MOVES)


@pytest.mark.parametrize("name", classes_of(CHOICES))
def test_the_position_of_each_class_shows_it_alone(name: str) -> None:
    found = compared(view_at(BY_NAME[name].fen))
    assert [finding.name for finding in found[RECORDED]] == [name]
    assert [finding.name for finding in found[PRINTED]] == ([] if name == "choice-by-the-letter" else [name])


@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", []),
        # A mate: the king takes his way out at -990.
        (
            "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4",
            [("choice-by-illegal-moves", "e8f7 becomes no move")],
        ),
        # A mate and a stalemate in which nothing beats -1000: neither has a move.
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", []),
        ("7K/8/6q1/8/8/8/8/2k5 w - - 0 1", []),
        # It castles long with a rook that is not there, and might have castled short.
        ("1K2k2r/8/8/8/8/8/8/8 b k - 0 1", [("choice-by-castling-slots", "0-0-0 becomes 0-0")]),
        ("1K1k4/8/8/Pp6/8/8/8/8 w - b6 0 1", [("choice-by-unknown-moves", "b8b7 becomes a5b6")]),
        ("8/8/8/8/1n6/K4k2/4p3/8 b - - 0 1", [("choice-by-pawn-for-queen", "b4c2 becomes e2e1q")]),
        # Black keeps off because White might castle long, with the rook that is gone.
        ("2k5/8/8/8/8/8/8/4K2R b K - 0 1", [("choice-by-illegal-replies", "c8c7 becomes c8d7")]),
        # White's king would rather stay where the new queen gives no check.
        ("4k1K1/8/8/8/8/8/p7/8 w - - 0 1", [("choice-by-unknown-replies", "g8g7 becomes g8h7")]),
    ],
)
def test_the_choice_goes_this_way_to_the_exact_one(fen: str, expected: Steps) -> None:
    assert steps(fen) == expected


def test_as_recorded_black_does_not_want_to_castle() -> None:
    fen = "r3k3/8/8/3K4/8/8/8/8 b q - 0 1"
    assert steps(fen, PRINTED) == []
    assert steps(fen, RECORDED) == [("choice-by-the-letter", "a8a5 becomes 0-0-0")]


def test_for_white_the_readings_are_one() -> None:
    found = compared(view_at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"))
    assert found[PRINTED] == found[RECORDED]


@pytest.mark.parametrize(("score", "centipawns"), [(0.39999961853027344, 40), (-999.0501, -99905), (1.25, 125)])
def test_a_score_in_single_is_exact_again_to_a_twentieth(score: float, centipawns: int) -> None:
    assert in_twentieths(score) == centipawns


def test_a_move_is_made_by_the_rules_on_the_board_that_is_scored() -> None:
    view = view_at("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1", "d2d4")
    taking = next(key for key in keys_of_legal(view.position) if key.special)
    board, state = made(view.board, view.state, "black", taking)
    assert [board[NUMBERS[name]] for name in ("e4", "d4", "d3")] == [0, 0, 25]
    assert state == view.state


@pytest.mark.parametrize(
    ("fen", "letter", "number"),
    [
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "q", 16),
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "n", 9),
        ("7k/P7/8/8/8/8/8/KN6 w - - 0 1", "n", 14),
        ("7k/P7/8/8/8/8/8/KN4N1 w - - 0 1", "n", 9),  # a third, who shares a number
    ],
)
def test_a_pawn_that_arrives_is_on_the_board_as_what_it_becomes(fen: str, letter: str, number: int) -> None:
    view = view_at(fen)
    code = view.position.parse_uci(f"a7a8{letter}").code
    key = next(key for key in keys_of_legal(view.position) if key.code == code)
    board, state = made(view.board, view.state, "white", key)
    assert (board[NUMBERS["a7"]], board[NUMBERS["a8"]]) == (0, number + 1)
    assert state.PM_white[number] == 1
    assert exact_score(board, state, "white") > exact_score(view.board, view.state, "white") + 150


@pytest.mark.parametrize("fen", ["r3k2r/ppp2ppp/8/8/8/8/PPP2PPP/R3K2R b KQkq - 0 1", "8/P6k/8/8/8/8/8/K7 w - - 0 1"])
def test_the_position_is_left_as_it_was(fen: str) -> None:
    view = view_at(fen)
    before, state = view.position.fen(), view.state.copy()
    compared(view)
    assert (view.position.fen(), view.state) == (before, state)


@settings(deadline=None, max_examples=6)
@given(pairs(60))
def test_every_change_of_the_choice_has_a_cause(pair: Pair) -> None:
    found = compared(View(Program(), pair.position, pair.state))
    assert set(found) == set(READINGS)
    for findings in found.values():
        assert {finding.name for finding in findings} <= set(CLASSES)


def test_the_exact_search_is_this_one() -> None:
    """Every legal move, scored, less the best of every legal reply, scored: worked out here in another way."""
    fen = "r3k2r/1p4p1/8/3n4/4B3/8/1P4P1/R3K2R w KQkq - 0 1"
    view = view_at(fen)
    values = {}
    for key, code in keys_of_legal(view.position).items():
        board, state = made(view.board, view.state, "white", key)
        position = view.position.copy()
        position.play(code)
        other = other_side("white")
        replies = [exact_score(*made(board, state, other, reply), other) for reply in keys_of_legal(position)]
        castles = 90 if key.special else -90 if code & 63 == 4 else 0
        values[code] = exact_score(board, state, "white") - max(replies, default=-100_000) + castles
    best = max(values.values())
    chosen = steps(fen)
    assert not chosen
    thought = view.program.copy()
    thought.state = view.state
    move = thought.play("white").move
    assert move is not None
    assert values[view.position.parse_uci(move).code] == best


def test_in_the_recorded_game_every_choice_as_printed_is_that_of_the_exact_search() -> None:
    """Docs/agreement.md. As recorded, one differs: at ply 22, where the letter keeps Black from castling."""
    pair = pair_at(chess.STARTING_FEN)
    differing = []
    for ply, move in enumerate(SAMPLE_GAME, 1):
        found = compared(View(Program(), pair.position, pair.state))
        assert found[PRINTED] == []
        differing += [(ply, finding.name) for finding in found[RECORDED]]
        pair.make_uci(move)
    assert differing == [(22, "choice-by-the-letter")]
