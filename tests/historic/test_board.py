"""The numbers of squares and pieces, the boards that BOARD and WHITE compute, and how CHECK prints them."""

from __future__ import annotations

import re

import pytest
from scenarios import ScriptedKeyboard, program_at, state_with, think_at

from historic import BasicError, Program, State
from historic.basic import single
from historic.basic.native import i64, vec
from historic.machine.screen import Display, Screen
from historic.position.squares import NAME_TO_SQUARE, SQUARE_TO_NAME, SQUARES
from historic.study.diagram import think_move_board_lines

INITIAL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def reach_of(board: vec[i64], piece: int) -> set[str]:
    """Returns the names of the squares that a piece reaches on a think move board."""
    return {SQUARE_TO_NAME[square] for square in SQUARES if board[square] & 2**piece}


def test_a_square_is_12_times_y_plus_x_from_a1_26_to_h8_117() -> None:
    assert [NAME_TO_SQUARE[name] for name in ("a1", "h1", "a2", "e4", "h8")] == [26, 33, 38, 66, 117]
    assert len(SQUARES) == 64


def test_every_number_outside_the_64_squares_is_99() -> None:
    program = Program()
    program.BOARD()
    assert {program.A[0][x] for x in range(144) if x not in SQUARE_TO_NAME} == {99}
    assert 99 not in {program.A[0][square] for square in SQUARES}


def test_pieces_are_numbered_pawns_a_to_h_then_first_rank_a_to_h_then_reserve_queens() -> None:
    program = Program()
    assert [SQUARE_TO_NAME[square] for square in program.PW[:16]] == [file + "2" for file in "abcdefgh"] + [
        file + "1" for file in "abcdefgh"
    ]
    assert [program.BB_string[1 + piece] for piece in range(24)] == list("PPPPPPPP" + "RNBQKBNR" + "QQQQQQQQ")
    assert list(program.PW[16:]) == list(program.PB[16:]) == [0] * 8


def test_on_the_board_white_pieces_are_1_to_24_and_black_pieces_25_to_48() -> None:
    program = Program()
    program.state = state_with({0: ("a2", 0), 23: ("d5", 1)}, {0: ("a7", 0), 23: ("e5", 1)})
    program.BOARD()
    board = program.A[0]
    assert [board[NAME_TO_SQUARE[name]] for name in ("a2", "d5", "a7", "e5", "e4")] == [1, 24, 25, 48, 0]


def test_pm_holds_0_not_moved_1_moved_2_captured_or_in_reserve() -> None:
    program = Program()
    assert [flags[0] for flags in program.PM] == [0] * 16 + [2] * 8
    program.state = State.from_fen("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    program.play("white")
    assert (program.PW[0], program.PM[0][0]) == (NAME_TO_SQUARE["d5"], 1)
    assert (program.PB[0], program.PM[0][1]) == (0, 2)


def test_a_think_move_board_adds_up_two_to_the_power_of_each_piece() -> None:
    program = program_at(INITIAL)
    program.BOARD()
    program.WHITE()
    assert program.A[1][NAME_TO_SQUARE["f3"]] == 2**5 + 2**6 * 0 + 2**14
    assert program.A[1][NAME_TO_SQUARE["d2"]] == 2**9 + 2**10 + 2**11 + 2**12


@pytest.mark.parametrize(("has_border", "columns"), [(True, "  abcdefgh  "), (False, "abcdefgh")])
def test_a_diagram_of_a_think_move_board_has_each_number_on_its_square(has_border: bool, columns: str) -> None:
    for square, name in SQUARE_TO_NAME.items():
        lines = think_move_board_lines([32 * (place == square) for place in range(144)], has_border)
        rows = [(line[0], re.split(" +", line[3:].strip())) for line in lines if "32" in line]
        assert [(columns[row.index("32")], rank) for rank, row in rows] == [(name[0], name[1])]


def test_a_think_move_board_stays_below_two_to_the_24() -> None:
    queens = {
        piece: (f"{file}{rank}", 1) for piece, (file, rank) in enumerate(zip("bcfgabgh", "11884455", strict=True), 16)
    }
    program = Program()
    program.state = state_with({12: ("d4", 1), **queens}, {12: ("h2", 1)})
    program.BOARD()
    program.WHITE()
    assert 2**23 < max(program.A[1]) < 2**24


def test_a_think_move_board_includes_squares_of_own_pieces_but_no_candidate_captures_them() -> None:
    thought = think_at(INITIAL)
    assert thought.think_move_board[NAME_TO_SQUARE["d2"]] > 0
    assert NAME_TO_SQUARE["d2"] not in {candidate.square for candidate in thought.candidates}


def test_pawn_pushes_count_as_control_and_pawn_diagonals_only_if_occupied() -> None:
    program = program_at("4k3/8/8/8/8/3n4/4P3/4K3 w - - 0 1")
    program.BOARD()
    program.J = single(0.1)
    program.WHITE()
    assert reach_of(program.A[1], 4) == {"e3", "e4", "d3"}
    king = {"d1", "f1", "d2", "e2", "f2"}
    assert reach_of(program.A[1], 12) == king
    assert program.S1 == pytest.approx((3 + len(king)) * 0.1)


def test_a_pawn_protects_its_own_piece_on_a_diagonal() -> None:
    program = program_at("4k3/8/8/8/8/3N4/4P3/4K3 w - - 0 1")
    program.BOARD()
    program.WHITE()
    assert "d3" in reach_of(program.A[1], 4)


def test_a_blocked_pawn_reaches_nothing_ahead() -> None:
    program = program_at("4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1")
    program.BOARD()
    program.WHITE()
    assert reach_of(program.A[1], 4) == set()


def test_a_double_push_is_computed_from_the_pawns_home_square_wherever_it_stands() -> None:
    """Quirk phantom-double-push: while the program thinks, a pawn that has just captured still counts as not moved."""
    program = Program()
    program.state = state_with({4: ("d3", 0), 12: ("a1", 1)}, {12: ("h8", 1)})
    program.BOARD()
    program.WHITE()
    assert reach_of(program.A[1], 4) == {"d4", "e4"}


@pytest.mark.parametrize("square", ["d4", "e4", "d5", "e5"])
def test_the_centre_bonus_is_a_tenth_for_each_piece_that_reaches_an_empty_centre_square(square: str) -> None:
    rank = square[1]
    program = Program()
    program.state = state_with({12: ("a1", 1), 8: (f"a{rank}", 1)}, {12: ("h8", 1), 0: (f"f{rank}", 1)})
    program.BOARD()
    program.WHITE()
    assert program.S1 == pytest.approx(2 * 0.1)
    program.state = state_with({12: ("a1", 1), 8: (f"a{rank}", 1)}, {12: ("h8", 1), 0: (square, 1)})
    program.BOARD()
    program.S1 = 0.0
    program.WHITE()
    assert program.S1 == pytest.approx(0.1 if square[0] == "e" else 0)


def test_the_centre_bonus_is_added_for_either_side() -> None:
    """Quirk centre-for-both: the opponent's squares are subtracted, but its centre squares are added."""
    program = program_at("7k/8/8/8/8/8/6r1/K7 b - - 0 1")
    program.BOARD()
    program.J = -single(0.1)
    program.BLACK()
    without_centre = program.S1
    program = program_at("7k/8/8/8/6r1/8/8/K7 b - - 0 1")
    program.BOARD()
    program.J = -single(0.1)
    program.BLACK()
    assert program.S1 == pytest.approx(without_centre + 2 * 0.1)


def test_a_pawn_facing_an_occupied_centre_square_gets_the_bonus_if_an_earlier_piece_reaches_it() -> None:
    """Quirk blocked-pawn: at an occupied square other pieces jump to WHITE3 before the centre test; a pawn does not."""
    for fen, expected in (
        ("4k3/8/8/8/3p4/1N1P4/8/4K3 w - - 0 1", single(0.1)),
        ("4k3/8/8/1N6/3p4/3P4/8/4K3 w - - 0 1", 0.0),  # the knight is counted after the pawn
        ("4k3/8/8/8/3p4/1N6/3P4/4K3 w - - 0 1", 0.0),  # the pawn is not in front of d4
    ):
        program = program_at(fen)
        program.BOARD()
        program.J = 0.0
        program.WHITE()
        assert program.S1 == expected


def test_whites_pawn_0_alone_gets_no_centre_bonus_but_blacks_does() -> None:
    """Quirk more-than-one: WHITE2 requires more than 1 on the square, which is piece 0's bit; BLACK2 more than 0."""
    program = Program()
    program.state = state_with({0: ("d3", 1)}, {0: ("d6", 1)})
    program.BOARD()
    program.WHITE()
    assert (program.A[1][NAME_TO_SQUARE["d4"]], program.S1) == (1, 0.0)
    program.BLACK()
    assert (program.A[2][NAME_TO_SQUARE["d5"]], program.S1) == (1, single(0.1))


def test_board_prints_17_stars_from_column_1() -> None:
    """Quirk seventeen-stars: Diagram 2-5 shows a blank and 16."""
    program = Program()
    program.BOARD()
    assert program.screen.lines()[3] == "*" * 17


def test_board_prints_the_pieces_as_in_diagram_2_5() -> None:
    program = Program()
    program.BOARD()
    lines = program.screen.lines()
    assert lines[:3] == ["MOVE # 0", "", "  A B C D E F G H"]
    assert lines[4] == "8*r n b q k b n r"
    assert lines[5] == "7*p p p p p p p p"
    assert lines[11] == "1*R N B Q K B N R"


@pytest.mark.parametrize("square", [144, -1, 10**9])
def test_a_piece_off_the_board_is_error_9_under_board(square: int) -> None:
    program = Program()
    program.PW[9] = square
    with pytest.raises(BasicError, match=r"error 9: .* BOARD$"):
        program.play("white")


def test_a_negative_subscript_is_error_9_and_not_the_end_of_the_array() -> None:
    """A knight in the bottom left corner of the border, where no piece ever stands, reaches square -1."""
    program = Program()
    program.PW[9] = 24
    program.BOARD()
    with pytest.raises(BasicError, match="under the label WHITE2"):
        program.WHITE()
    program = Program()
    program.PB[9] = 24
    program.BOARD()
    with pytest.raises(BasicError, match="under the label BLACK2"):
        program.BLACK()


def test_a_subscript_above_143_is_error_9() -> None:
    """A knight in the top right corner of the squares that WHITE scans reaches square 144."""
    program = Program()
    program.PW[9] = 119
    program.BOARD()
    with pytest.raises(BasicError, match="under the label WHITE2"):
        program.WHITE()
    program = Program()
    program.PB[9] = 119
    program.BOARD()
    with pytest.raises(BasicError, match="under the label BLACK2"):
        program.BLACK()


@pytest.mark.parametrize(("side", "label"), [("white", "CWHITE"), ("black", "CBLACK")])
def test_a_piece_whose_square_becomes_negative_is_error_9(side: str, label: str) -> None:
    program = Program()
    program.BOARD()
    program.WHITE()
    program.BLACK()
    (program.PW if side == "white" else program.PB)[9] = -5
    program.JAA = int(side == "white")
    with pytest.raises(BasicError, match=f"under the label {label}$"):
        program.CWHITE() if side == "white" else program.CBLACK()


@pytest.mark.parametrize(
    ("side", "number", "label"),
    [("white", 60, "CWHITE5"), ("white", -3, "CWHITEA"), ("black", 60, "CBLACKA"), ("black", -3, "CBLACK5")],
)
def test_a_number_on_the_board_that_is_not_a_piece_is_error_9(side: str, number: int, label: str) -> None:
    program = Program()
    program.BOARD()
    program.WHITE()
    program.BLACK()
    program.A[0][NAME_TO_SQUARE["e4"]] = number
    program.JAA = int(side == "white")
    with pytest.raises(BasicError, match=f"under the label {label}$"):
        program.CWHITE() if side == "white" else program.CBLACK()


def test_check_and_check2_print_the_think_move_boards_one_file_per_row() -> None:
    """Quirk turned-board: X is the outer loop, so each row is a file."""
    program = Program(screen=Screen(ScriptedKeyboard("k", "k")))
    program.BOARD()
    program.WHITE()
    program.BLACK()
    screens: list[list[str]] = []

    class Screen2Recorder(Display):
        def show(self, screen: Screen) -> None:
            if screen.mode == 2:
                screens.append(screen.lines())

    program.screen.display = Screen2Recorder()
    program.CHECK()
    assert program.screen.mode == 1
    assert screens[-1][0] == " 0  0  0  0  1  513  256  0"
    assert (program.X, program.Y) == (10, 10)
    program.CHECK2()
    assert screens[-1][0] == " 0  256  513  1  0  0  0  0"
