"""The choices of the program and of the exact search, and the steps at which they differ."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import chess
import pytest
from hypothesis import given, settings
from scenarios import pairs, think_at, view_at, view_of

from historic import SAMPLE_GAME
from historic.position.moves import NO_MOVE
from historic.position.sides import other_side, side_named
from historic.position.squares import NAME_TO_SQUARE
from historic.readings import PRINTED, READINGS, RECORDED
from historic.thought import Thought
from modern.agreement import choice_comparison
from modern.agreement.choice_comparison import choice_paths
from modern.agreement.choice_comparison import compare_choices as compared
from modern.agreement.classes import CLASS_BY_NAME, CLASSES, classes_of
from modern.agreement.differences import CHOICES
from modern.agreement.exact_search import after_move, exact_score
from modern.agreement.pair import SQUARE_144, PositionPair, pair_at
from modern.agreement.score_comparison import to_centipawns
from modern.agreement.view import PositionView, keys_of_legal
from modern.rules import Position
from modern.rules.move import uci_of

Steps = list[tuple[str, str]]


def steps(fen: str, reading: str = PRINTED) -> Steps:
    return [(finding.name, finding.what) for finding in compared(view_at(fen))[reading]]


@pytest.mark.parametrize("name", classes_of(CHOICES))
def test_the_position_of_each_class_shows_it_alone(name: str) -> None:
    found = compared(view_at(CLASS_BY_NAME[name].fen, CLASS_BY_NAME[name].moves))
    assert [finding.name for finding in found[RECORDED]] == [name]
    assert [finding.name for finding in found[PRINTED]] == ([] if name == "choice-by-the-letter" else [name])


@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", []),
        # Checkmate: the program captures the protected queen with its king, which scores -990.
        (
            "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4",
            [("choice-by-illegal-moves", "e8f7 becomes no move")],
        ),
        # A checkmate and a stalemate in which no move scores above -1000: the program chooses none.
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", []),
        ("7K/8/6q1/8/8/8/8/2k5 w - - 0 1", []),
        # It castles queenside without a rook, where it could castle kingside.
        ("1K2k2r/8/8/8/8/8/8/8 b k - 0 1", [("choice-by-castling-slots", "0-0-0 becomes 0-0")]),
        ("1K1k4/8/8/Pp6/8/8/8/8 w - b6 0 1", [("choice-by-unknown-moves", "b8b7 becomes a5b6")]),
        ("8/8/8/8/1n6/K4k2/4p3/8 b - - 0 1", [("choice-by-pawn-for-queen", "b4c2 becomes e2e1q")]),
        # Black avoids c8d7, because the program lets White castle queenside without a rook.
        ("2k5/8/8/8/8/8/8/4K2R b K - 0 1", [("choice-by-illegal-replies", "c8c7 becomes c8d7")]),
        # The exact search moves the king to a square where the new queen does not give check.
        ("4k1K1/8/8/8/8/8/p7/8 w - - 0 1", [("choice-by-unknown-replies", "g8g7 becomes g8h7")]),
    ],
)
def test_the_choice_changes_at_the_expected_steps(fen: str, expected: Steps) -> None:
    assert steps(fen) == expected


def test_as_recorded_black_does_not_prefer_castling() -> None:
    fen = "r3k3/8/8/3K4/8/8/8/8 b q - 0 1"
    assert steps(fen, PRINTED) == []
    assert steps(fen, RECORDED) == [("choice-by-the-letter", "a8a5 becomes 0-0-0")]


def test_for_white_the_readings_choose_the_same() -> None:
    found = compared(view_at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"))
    assert repr(found[PRINTED]) == repr(found[RECORDED])


@pytest.mark.parametrize(("score", "centipawns"), [(0.39999961853027344, 40), (-999.0501, -99905), (1.25, 125)])
def test_a_score_in_single_precision_is_converted_to_exact_centipawns(score: float, centipawns: int) -> None:
    assert to_centipawns(score) == centipawns


def test_an_en_passant_capture_removes_the_pawn_from_the_scored_board() -> None:
    view = view_at("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1", "d2d4")
    capture = "e4d3"
    board, state = after_move(view.board, view.state, "black", capture)
    assert [board[NAME_TO_SQUARE[name]] for name in ("e4", "d4", "d3")] == [0, 0, 25]
    assert state == view.state


@pytest.mark.parametrize(
    ("fen", "letter", "number"),
    [
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "q", 16),
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "n", 9),
        ("7k/P7/8/8/8/8/8/KN6 w - - 0 1", "n", 14),
        ("7k/P7/8/8/8/8/8/KN4N1 w - - 0 1", "n", 9),  # a third knight, which shares a number
    ],
)
def test_a_promoted_pawn_is_on_the_scored_board_as_the_new_piece(fen: str, letter: str, number: int) -> None:
    view = view_at(fen)
    board, state = after_move(view.board, view.state, "white", f"a7a8{letter}")
    assert (board[NAME_TO_SQUARE["a7"]], board[NAME_TO_SQUARE["a8"]]) == (0, number + 1)
    assert state.PM_white[number] == 1
    assert exact_score(board, state, "white") > exact_score(view.board, view.state, "white") + 150


@pytest.mark.parametrize("fen", ["r3k2r/ppp2ppp/8/8/8/8/PPP2PPP/R3K2R b KQkq - 0 1", "8/P6k/8/8/8/8/8/K7 w - - 0 1"])
def test_a_comparison_leaves_the_position_unchanged(fen: str) -> None:
    view = view_at(fen)
    before, state = view.position.fen(), view.state.copy()
    compared(view)
    assert (view.position.fen(), view.state) == (before, state)


@settings(deadline=None, max_examples=4)
@given(pairs(60))
def test_every_change_of_the_choice_has_a_cause(pair: PositionPair) -> None:
    found = compared(view_of(pair))
    assert set(found) == set(READINGS)
    for findings in found.values():
        assert {finding.name for finding in findings} <= set(classes_of(CHOICES))


@pytest.mark.slow
def test_in_the_recorded_game_every_choice_as_printed_is_that_of_the_exact_search() -> None:
    """Docs/agreement.md. As recorded, one differs: at ply 22, where the letter keeps Black from castling."""
    pair = pair_at(chess.STARTING_FEN)
    differing = []
    for ply, move in enumerate(SAMPLE_GAME, 1):
        found = compared(view_of(pair))
        assert found[PRINTED] == []
        differing += [(ply, finding.name) for finding in found[RECORDED]]
        pair.make_uci(move)
    assert differing == [(22, "choice-by-the-letter")]


def exact_choice(pair: PositionPair) -> str:
    """An independent exact search, over the legal moves of python-chess."""
    view, board = view_of(pair), chess.Board(pair.position.fen())
    side, other = pair.side, other_side(pair.side)
    best: tuple[int, str] | None = None
    for move in sorted(board.legal_moves, key=lambda move: order_of(view, board, move)):
        key = key_of_legal(pair.position, move.uci())
        after, state = after_move(view.board, view.state, side, key)
        position = pair.position.copy()
        position.make_move(view.legal[key])
        board.push(move)
        replies = [
            exact_score(*after_move(after, state, other, key_of_legal(position, reply.uci())), other)
            for reply in board.legal_moves
        ]
        board.pop()
        value = exact_score(after, state, side) - max([-100_000, *replies])
        if board.is_castling(move):
            value += 90
        elif board.piece_type_at(move.from_square) == chess.KING and view.flag(side, 12) == 0:
            value -= 90
        if best is None or value > best[0]:
            best = value, move.uci()
    return best[1] if best else "no move"


def order_of(view: PositionView, board: chess.Board, move: chess.Move) -> tuple[int, ...]:
    """Castling first, kingside before queenside; then by square, from piece 23 down, promotions to a queen first."""
    if board.is_castling(move):
        return 0, 0 if board.is_kingside_castling(move) else 1
    number = view.board[SQUARE_144[move.from_square]] - side_named(view.side).board_offset
    return 1, move.to_square, -number, -(move.promotion or 0)


def key_of_legal(position: Position, uci: str) -> str:
    return next(key for key, code in keys_of_legal(position).items() if uci_of(code) == uci)


def exact_of(pair: PositionPair) -> str:
    view = view_of(pair)
    path = choice_paths(view)[PRINTED]
    assert not path.errors
    return uci_of(view.legal[path.exact]) if path.exact else "no move"


@pytest.mark.parametrize("name", [one.name for one in CLASSES])
def test_at_the_position_of_each_class_two_exact_searches_agree(name: str) -> None:
    pair = pair_at(CLASS_BY_NAME[name].fen, CLASS_BY_NAME[name].moves)
    assert exact_of(pair) == exact_choice(pair)


@pytest.mark.parametrize(
    "fen",
    [
        "r3k2r/1p4p1/8/3n4/4B3/8/1P4P1/R3K2R w KQkq - 0 1",
        "8/2P5/8/8/1k6/8/3p4/2R2K2 b - - 0 1",
        "rn2k2r/PP4PP/8/8/8/8/pp4pp/RN2K2R w KQkq - 0 1",
        "4k3/8/8/2pPp3/8/8/8/4K3 w - c6 0 1",
        "7k/5Q2/8/8/8/8/8/7K w - - 0 1",
    ],
)
def test_two_exact_searches_agree_at_promotions_checks_and_ties(fen: str) -> None:
    pair = pair_at(fen)
    assert exact_of(pair) == exact_choice(pair)


@settings(deadline=None, max_examples=2)
@given(pairs(50))
def test_two_exact_searches_agree_at_positions_of_games(pair: PositionPair) -> None:
    assert exact_of(pair) == exact_choice(pair)


# Faults in a thought are reported.

Tampering = Callable[[Thought], Thought]


def choose_worst(thought: Thought) -> Thought:
    worst = min(thought.candidates, key=lambda candidate: candidate.value)
    return replace(thought, best=worst.move)


def choose_last_of_equals(thought: Thought) -> Thought:
    """As if CWHITE9 and CBLACK9 had `>=` for `>`."""
    last = max(reversed(thought.candidates), key=lambda candidate: candidate.value)
    return replace(thought, best=last.move)


def change_value(thought: Thought) -> Thought:
    first, *others = thought.candidates
    return replace(thought, candidates=[first._replace(value=first.value + 0.1), *others])


def change_own_scores(thought: Thought) -> Thought:
    candidates = [one._replace(own_score=one.own_score + 1, value=one.value + 1) for one in thought.candidates]
    return replace(thought, candidates=candidates)


def change_reply(thought: Thought) -> Thought:
    first, *others = thought.candidates
    return replace(thought, candidates=[first._replace(reply_score=first.reply_score + 0.05), *others])


def drop_last(thought: Thought) -> Thought:
    return replace(thought, candidates=thought.candidates[:-1])


@pytest.mark.slow
@pytest.mark.parametrize("tamper", [choose_worst, change_value, change_own_scores, change_reply, drop_last])
def test_a_faulty_thought_is_reported(tamper: Tampering, monkeypatch: pytest.MonkeyPatch) -> None:
    fen = "r3k2r/1p4p1/8/3n4/4B3/8/1P4P1/R3K2R b KQkq - 0 1"
    think = choice_comparison._think
    monkeypatch.setattr(choice_comparison, "_think", lambda view, reading: tamper(think(view, reading)))
    assert {finding.name for finding in compared(view_at(fen))[PRINTED]} == {"unexplained"}


#: Several moves have the highest value, equal to the last bit.
TIED = [
    "4k3/8/8/8/8/8/8/4K3 b - - 0 1",
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
]


@pytest.mark.parametrize("fen", TIED)
def test_of_equal_moves_the_first_tried_must_be_chosen(fen: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert {finding.name for finding in compared(view_at(fen))[PRINTED]} == set()
    think = choice_comparison._think
    monkeypatch.setattr(choice_comparison, "_think", lambda view, reading: choose_last_of_equals(think(view, reading)))
    for findings in compared(view_at(fen)).values():
        assert {finding.name for finding in findings} == {"unexplained"}


def test_of_equal_replies_the_first_tried_must_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    def another_of_equal_replies(thought: Thought) -> Thought:
        first, *others = thought.candidates
        wrong = first.reply._replace(piece=(first.reply.piece + 1) % 16)
        return replace(thought, candidates=[first._replace(reply=wrong), *others])

    think = choice_comparison._think
    monkeypatch.setattr(
        choice_comparison, "_think", lambda view, reading: another_of_equal_replies(think(view, reading))
    )
    assert {finding.name for finding in compared(view_at(TIED[0]))[PRINTED]} == {"unexplained"}


def lower_last_value(thought: Thought) -> Thought:
    """As if a move that is not chosen had a value .05 lower."""
    *others, last = thought.candidates
    assert last.move != thought.best
    return replace(thought, candidates=[*others, last._replace(value=last.value - 0.05)])


def test_another_value_in_one_reading_is_reported_although_the_choice_is_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    think = choice_comparison._think

    def tampered(view: PositionView, reading: str) -> Thought:
        thought = think(view, reading)
        return lower_last_value(thought) if reading == RECORDED else thought

    monkeypatch.setattr(choice_comparison, "_think", tampered)
    found = compared(view_at(TIED[0]))
    assert found[PRINTED] == []
    (finding,) = found[RECORDED]
    assert finding.name == "unexplained"
    assert re.search(r" scores .* as recorded, but .* as printed$", finding.what)


def test_a_move_without_a_reply_may_have_another_value_in_one_reading() -> None:
    """II then still holds the result of the test of White's castling path, and .9 is added."""
    printed = think_at(TIED[0])
    *others, last = printed.candidates
    without_reply = replace(printed, candidates=[*others, last._replace(reply=NO_MOVE)])
    assert choice_comparison._differences_beyond_the_letter(without_reply, lower_last_value(without_reply)) == []
