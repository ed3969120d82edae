"""A human's moves, entered into the program's arrays."""

from __future__ import annotations

import contextlib
import re

import chess
import pytest
from hypothesis import given, settings
from scenarios import is_representable, program_at, random_boards, side_of

from historic import Program, State
from historic.human.moves import HumanMoveError, enter
from historic.position.squares import NAME_TO_SQUARE
from historic.position.state import CAPTURED, MOVED, StateFenError

INITIAL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def after(fen: str, side: str, text: str) -> str:
    program = program_at(fen)
    enter(program, side, text)
    return program.state.to_fen("black" if side == "white" else "white").rsplit(" ", 3)[0]


@pytest.mark.parametrize("text", ["e2e4", "e2-e4", " E2E4 ", "e2-E4"])
def test_a_move_can_be_entered_in_any_accepted_form(text: str) -> None:
    assert after(INITIAL, "white", text) == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq"


def test_the_move_updates_pw_pm_and_the_board() -> None:
    program = Program()
    assert enter(program, "white", "e2e4") == "e2e4"
    assert (program.PW[4], program.PM[4][0]) == (NAME_TO_SQUARE["e4"], MOVED)
    assert (program.A[0][NAME_TO_SQUARE["e2"]], program.A[0][NAME_TO_SQUARE["e4"]]) == (0, 5)


def test_a_captured_piece_is_removed() -> None:
    program = program_at("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    enter(program, "white", "e4xd5")
    assert (program.PB[0], program.PM[0][1]) == (0, CAPTURED)
    assert program.A[0][NAME_TO_SQUARE["d5"]] == 1


@pytest.mark.parametrize("text", ["b7b8", "b7b8q", "b7b8=Q"])
def test_a_pawn_promotes_to_its_reserve_queen_for_either_side_by_push_or_capture(text: str) -> None:
    assert after("7k/1P6/8/8/8/8/8/K7 w - - 0 1", "white", text) == "1Q5k/8/8/8/8/8/8/K7 b -"
    program = program_at("7k/8/8/8/8/8/1p6/N6K b - - 0 1")
    assert enter(program, "black", "b2a1") == "b2a1q"
    assert (program.PB[16], program.PM[0][1]) == (NAME_TO_SQUARE["a1"], CAPTURED)


@pytest.mark.parametrize(
    ("text", "fen", "side", "expected"),
    [
        ("O-O", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "white", "4k3/8/8/8/8/8/8/R4RK1 b -"),
        ("0-0-0", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "white", "4k3/8/8/8/8/8/8/2KR3R b -"),
        ("e1c1", "1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "white", "1r2k3/8/8/8/8/8/8/2KR3R b -"),
        ("o-o", "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "black", "r4rk1/8/8/8/8/8/8/4K3 w -"),
        ("e8c8", "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "black", "2kr3r/8/8/8/8/8/8/4K3 w -"),
    ],
)
def test_castling_can_be_entered(text: str, fen: str, side: str, expected: str) -> None:
    assert after(fen, side, text) == expected


@pytest.mark.parametrize(
    ("text", "fen", "reason"),
    [
        ("", INITIAL, "'' is not a move; a move is written"),
        ("e2", INITIAL, "'e2' is not a move"),
        ("e2e9", INITIAL, "'e2e9' is not a move"),
        ("x" * 10**6, INITIAL, "'xxxxxxxxxxxxxxxxxxxx' is not a move"),
        ("e\u0662e4", INITIAL, "'e\u0662e4' is not a move"),
        ("e3e4", INITIAL, "there is no piece on e3"),
        ("e7e5", INITIAL, "Black's pawn on e7 cannot move on White's turn"),
        ("e1e2", INITIAL, "White's own pawn is on e2"),
        ("g1e3", INITIAL, "White's knight on g1 cannot go to e3; it can go to f3, h3"),
        ("a1a4", INITIAL, "White's rook on a1 cannot go to a4; it cannot move"),
        ("e2e2", INITIAL, "White's own pawn is on e2"),
        ("e2e4q", INITIAL, "e2e4 is not a promotion, but it ends in 'q'"),
        ("b7b8n", "7k/1P6/8/8/8/8/8/K7 w - - 0 1", "a pawn can promote only to a queen here"),
        ("e5d6", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "White's pawn on e5 cannot go to d6; it can go to e6"),
        ("e1e2", "4k3/8/8/8/8/8/r7/4K3 w - - 0 1", "the king on e2 would be attacked by the rook on a2"),
        ("d1c1", "4k3/8/8/8/1b6/8/8/3QK3 w - - 0 1", "the king on e1 is still attacked by the bishop on b4"),
        ("e2c3", "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", "the king on e1 would be attacked by the rook on e8"),
        ("e1e2", "4r2k/8/8/8/8/8/8/4K3 w - - 0 1", "the king on e2 would be attacked by the rook on e8"),
        ("O-O", INITIAL, "0-0: f1 and g1 must be empty"),
        ("O-O", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "0-0: the king has moved"),
        ("O-O", "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "0-0: the rook has moved"),
        ("O-O-O", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "0-0-0: the rook has been captured"),
        ("O-O", "4k3/8/8/8/8/8/8/R2K3R w - - 0 1", "the king is not on e1, so it cannot castle"),
        ("O-O", "4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "0-0: f1 is attacked by the rook on f8"),
        ("O-O", "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1", "the king on g1 would be attacked by the rook on g8"),
        ("O-O-O", "3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", "0-0-0: d1 is attacked by the rook on d8"),
        ("O-O-O", "2r1k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "0-0-0: c1 is attacked by the rook on c8"),
        ("O-O", "4k3/8/8/8/8/8/4r3/4K2R w K - 0 1", "0-0: e1 is attacked by the rook on e2"),
    ],
)
def test_an_invalid_move_is_rejected_with_the_reason_and_changes_nothing(text: str, fen: str, reason: str) -> None:
    turned = chess.Board(fen).mirror().fen()
    for side, at, typed, told in (("white", fen, text, reason), ("black", turned, mirrored(text), mirrored(reason))):
        program = program_at(at)
        before = program.variables()
        with pytest.raises(HumanMoveError) as raised:
            enter(program, side, typed)
        assert told in str(raised.value)
        assert "\n" not in str(raised.value)
        assert len(str(raised.value)) < 200
        assert program.variables() == before


def mirrored(text: str) -> str:
    """Returns a text in which Black does what White did: the squares are mirrored, and the names of the sides."""
    text = re.sub("[a-h][1-8]", lambda square: square[0][0] + str(9 - int(square[0][1])), text)
    return re.sub("White|Black", lambda side: "Black" if side[0] == "White" else "White", text)


def test_a_piece_may_interpose_between_the_king_and_an_attacker() -> None:
    assert after("4k3/8/8/8/1b6/8/8/3QK3 w - - 0 1", "white", "d1d2") == "4k3/8/8/8/1b6/8/3Q4/4K3 b -"


@pytest.mark.parametrize("thing", [None, 7, b"e2e4"])
def test_a_move_must_be_text(thing: object) -> None:
    with pytest.raises(HumanMoveError, match="a move is text"):
        enter(Program(), "white", thing)  # type: ignore[arg-type]


def test_an_unknown_side_is_rejected() -> None:
    with pytest.raises(ValueError, match="green"):
        enter(Program(), "green", "e2e4")


def test_a_pawn_whose_reserve_queen_is_already_on_the_board_cannot_promote() -> None:
    program = program_at("7k/1P6/8/8/8/8/8/K7 w - - 0 1")
    program.PW[16], program.PM[16][0] = NAME_TO_SQUARE["h2"], MOVED
    with pytest.raises(HumanMoveError, match="has no queen in reserve"):
        enter(program, "white", "b7b8")


def enterable_moves(state: State, side: str) -> set[str]:
    """Returns every move that a human can enter, found by trying each square of the side's pieces with each target."""
    allowed = set()
    for origin, first in NAME_TO_SQUARE.items():
        if state.piece_on(side, first) is None:
            continue
        for target in NAME_TO_SQUARE:
            program = Program()
            program.state = state
            with contextlib.suppress(HumanMoveError):
                allowed.add(enter(program, side, origin + target))
    return allowed


@settings(max_examples=4, deadline=None)
@given(random_boards())
def test_a_human_may_play_every_legal_move_except_en_passant_and_underpromotions(board: chess.Board) -> None:
    try:
        state = State.from_fen(board.fen())
    except StateFenError:
        return
    legal = {move.uci() for move in board.legal_moves if is_representable(board, move)}
    assert enterable_moves(state, side_of(board)) == legal


def test_a_human_may_not_castle_past_a_pawn_although_the_program_may() -> None:
    with pytest.raises(HumanMoveError, match="0-0: f1 is attacked by the pawn on g2"):
        enter(program_at("4k3/8/8/8/8/8/6p1/4K2R w K - 0 1"), "white", "O-O")
