"""Castling as the listing does it, with the slots of men 23 and 22."""

from __future__ import annotations

import chess
import pytest
from scenarios import program_at, side_of, state_with, think_at, think_of

from historic import Program, Thought
from historic.squares import NAME_TO_SQUARE

SHORT, LONG = 1, 2


def castlings(thought: Thought) -> list[int]:
    return [candidate.castling for candidate in thought.candidates if candidate.castling]


def test_castling_is_tried_first_of_all_short_in_slot_23_and_long_in_slot_22() -> None:
    first, second, *_ = think_at("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").candidates
    assert (first.piece, first.square, first.castling) == (23, NAME_TO_SQUARE["b1"], SHORT)
    assert (second.piece, second.square, second.castling) == (22, NAME_TO_SQUARE["b1"], LONG)


def test_castling_long_alone_has_slot_23() -> None:
    first, *_ = think_at("4k3/8/8/8/8/8/8/R3KB1R w KQ - 0 1").candidates
    assert (first.piece, first.castling) == (23, LONG)


def test_castling_is_tried_at_the_first_square_that_has_a_bit_and_no_man_of_the_sides_own() -> None:
    first, *_ = think_at("4k3/8/8/8/8/8/P6P/RN2K2R w KQ - 0 1").candidates
    assert (first.square, first.castling) == (NAME_TO_SQUARE["d1"], SHORT)


@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", [SHORT, LONG]),
        ("4k3/8/8/8/8/8/8/R3KB1R w KQ - 0 1", [LONG]),
        ("4k3/8/8/8/8/8/8/R3K1NR w KQ - 0 1", [LONG]),
        ("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", [SHORT]),
        ("4k3/8/8/8/8/8/8/R1B1K2R w KQ - 0 1", [SHORT]),
        ("4k3/8/8/8/8/8/8/R2QK2R w KQ - 0 1", [SHORT]),
        ("3kr3/8/8/8/8/8/8/R3K2R w KQ - 0 1", []),  # e1 attacked
        ("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", [LONG]),  # f1 attacked
        ("4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", [SHORT, LONG]),  # g1 attacked
        ("4k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1", [SHORT, LONG]),  # h1 attacked
        ("3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1", [SHORT]),  # d1 attacked
        ("2r1k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", [SHORT]),  # c1 attacked
        ("1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", [SHORT, LONG]),  # b1 attacked
        ("r3k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", [SHORT, LONG]),  # a1 attacked
    ],
)
def test_white_castles_short_unless_f1_g1_are_held_or_e1_f1_attacked_and_long_likewise(
    fen: str, expected: list[int]
) -> None:
    assert castlings(think_at(fen)) == expected


@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        ("r3k2r/8/8/8/8/8/8/4K2R b Kkq - 0 1", [SHORT, LONG]),
        ("r3kb1r/8/8/8/8/8/8/4K2R b Kkq - 0 1", [LONG]),
        ("r3k1nr/8/8/8/8/8/8/4K2R b Kkq - 0 1", [LONG]),
        ("r3k2r/8/8/8/8/8/8/4KR1R b Kkq - 0 1", [LONG]),  # f8 attacked
        ("r3k2r/8/8/8/8/8/8/4K1RR b Kkq - 0 1", [SHORT, LONG]),  # g8 attacked
        ("r3k2r/8/8/8/8/8/8/2R1K2R b Kkq - 0 1", [SHORT]),  # c8 attacked
    ],
)
def test_black_castles_short_unless_f8_g8_are_held_or_f8_attacked_while_whites_rook_h1_has_not_moved(
    fen: str, expected: list[int]
) -> None:
    assert castlings(think_at(fen)) == expected


def test_white_may_castle_short_into_an_attacked_g1() -> None:
    """Quirk g1-untested. What castling there is worth shows that the king stands attacked."""
    thought = think_at("4k1r1/8/8/8/8/8/8/4K2R w K - 0 1")
    assert thought.candidates[0].castling == SHORT
    assert thought.replies[0].own_score < -900


def test_black_may_castle_short_into_an_attacked_g8() -> None:
    """Quirk g1-untested."""
    thought = think_at("4k2r/8/8/8/8/8/8/4K1RR b Kk - 0 1")
    assert thought.candidates[0].castling == SHORT
    assert thought.replies[0].own_score < -900


@pytest.mark.parametrize("pawn", ["4p3", "6p1"], ids=["e2", "g2"])
def test_white_castles_past_a_black_pawn_on_e2_or_g2(pawn: str) -> None:
    """Quirk empty-diagonal: f1 is attacked, but a pawn's bit is only on a diagonal where somebody stands."""
    assert SHORT in castlings(think_at(f"4k3/8/8/8/8/8/{pawn}/4K2R w K - 0 1"))


def test_white_castles_long_past_a_black_pawn_on_e2() -> None:
    """Quirk empty-diagonal: the same for d1."""
    assert LONG in castlings(think_at("4k3/8/8/8/8/8/4p3/R3K3 w Q - 0 1"))


@pytest.mark.parametrize(("stale", "expected"), [(0, [SHORT, LONG]), (1, [])])
def test_ii_keeps_its_last_value_where_both_rooks_have_moved(stale: int, expected: list[int]) -> None:
    """Quirk stale-ii: nothing is looked at, and castling hangs on what II was before."""
    state = state_with({12: ("e1", 0), 8: ("a4", 1), 15: ("h4", 1)}, {12: ("e8", 1)})
    assert castlings(think_of(state, "white", II=stale)) == expected


@pytest.mark.parametrize(("stale", "expected"), [(0, [SHORT, LONG]), (1, [])])
def test_iii_keeps_its_last_value_where_the_rooks_it_asks_for_have_moved(stale: int, expected: list[int]) -> None:
    """Quirk stale-ii, for Black."""
    state = state_with({12: ("e1", 1)}, {12: ("e8", 0), 8: ("a5", 1), 15: ("h5", 1)})
    assert castlings(think_of(state, "black", III=stale)) == expected


def test_castling_short_hangs_on_the_way_for_castling_long_where_the_kings_rook_has_moved() -> None:
    """Quirk stale-ii: b1 is held, so II is 1, and short castling with a moved rook is not tried either."""
    men = {12: ("e1", 0), 8: ("a1", 0), 15: ("h4", 1)}
    assert castlings(think_of(state_with(men, {12: ("e8", 1)}), "white")) == [SHORT, LONG]
    assert castlings(think_of(state_with({**men, 9: ("b1", 0)}, {12: ("e8", 1)}), "white")) == []


def test_castling_brings_back_a_rook_that_was_captured() -> None:
    """Quirk rook-from-nowhere: Ra1 is gone, but the long way is as free as the short one was."""
    fen = "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1"
    thought = think_at(fen)
    assert thought.move == "e1c1"
    program = program_at(fen)
    program.play("white")
    assert (program.PW[12], program.PW[8], program.PM[8][0]) == (NAME_TO_SQUARE["c1"], NAME_TO_SQUARE["d1"], 1)


def test_castling_may_put_a_rook_on_a_bishop() -> None:
    """Quirk two-on-a-square: f1 is not looked at where the rook h1 has moved; BOARD shows the rook, the later man."""
    program = Program()
    white = {12: ("e1", 0), 13: ("f1", 0), 15: ("g2", 1), 10: ("d2", 1), 1: ("d5", 1)}
    program.state = state_with(white, {12: ("f8", 1), 9: ("c4", 1), 14: ("e8", 1)})
    assert program.play("white").move == "e1g1"
    assert program.PW[13] == program.PW[15] == NAME_TO_SQUARE["f1"]
    program.BOARD()
    assert program.A[0][NAME_TO_SQUARE["f1"]] == 15 + 1


def test_black_is_not_offered_to_castle_short_where_whites_rook_has_moved_and_the_long_way_is_barred() -> None:
    """Quirk whites-rook: CBLACK asks for PM(15,0). With the other reading it would be lawful."""
    black = {12: ("e8", 0), 8: ("a8", 0), 9: ("b8", 0), 15: ("h8", 0)}
    assert castlings(think_of(state_with({12: ("e1", 1), 15: ("h4", 1)}, black), "black")) == []
    assert castlings(think_of(state_with({12: ("e1", 1), 15: ("h1", 0)}, black), "black")) == [SHORT]


def test_black_castles_short_with_a_rook_that_has_moved_if_whites_has_not() -> None:
    """Quirk whites-rook, the other way round."""
    state = state_with({12: ("e1", 1), 15: ("h1", 0)}, {12: ("e8", 0), 8: ("a5", 1), 15: ("b3", 1)})
    assert castlings(think_of(state, "black", III=1))[0] == SHORT


def test_black_castles_short_over_its_own_bishop_where_whites_rook_is_gone() -> None:
    """Quirk unseen-way: PM(15,0) is 2, so f8 and g8 are not looked at. With White's rook at home they are."""
    assert castlings(think_at("4kb1r/8/8/8/8/8/8/4K3 b k - 0 1"))[0] == SHORT
    assert SHORT not in castlings(think_at("4kb1r/8/8/8/8/8/8/4K2R b Kk - 0 1"))


def test_a_reserve_queen_23_that_reaches_the_first_square_loses_that_move() -> None:
    """Quirk slot-of-the-queen."""
    thought = think_of(state_with({12: ("e1", 0), 15: ("h1", 0), 23: ("a4", 1)}, {12: ("e8", 1)}), "white")
    at_a1 = [c for c in thought.candidates if c.square == NAME_TO_SQUARE["a1"]]
    assert thought.think_move_board[NAME_TO_SQUARE["a1"]] == 2**23
    assert (at_a1[0].piece, at_a1[0].castling) == (23, SHORT)
    assert not any(c.piece == 23 and not c.castling for c in at_a1)


def test_lower_slots_then_fire_for_men_that_do_not_reach_and_for_captured_ones() -> None:
    """Quirk men-from-nowhere: the queen's bit is not taken off, and is more than each lower bit in turn."""
    thought = think_of(
        state_with({12: ("e1", 0), 15: ("h1", 0), 8: ("a8", 1), 23: ("a4", 1)}, {12: ("h6", 1)}), "white"
    )
    at_a1 = [c.piece for c in thought.candidates if c.square == NAME_TO_SQUARE["a1"] and not c.castling]
    assert at_a1 == list(range(21, -1, -1))


def test_a_man_from_nowhere_can_be_chosen_and_then_stands_there() -> None:
    """Quirk men-from-nowhere: where the queen 23 reaches d1, the captured queen 22 is put there, and is alive again."""
    program = Program()
    white = {12: ("e1", 0), 15: ("h1", 0), 8: ("a1", 0), 9: ("b1", 0), 23: ("g4", 1)}
    program.state = state_with(white, {12: ("d6", 1), 10: ("c1", 1)})
    assert (program.PW[22], program.PM[22][0]) == (0, 2)
    thought = program.play("white")
    assert thought.best == (22, NAME_TO_SQUARE["d1"])
    assert thought.move is None
    assert (program.PW[22], program.PM[22][0]) == (NAME_TO_SQUARE["d1"], 1)


@pytest.mark.parametrize(
    ("fen", "move", "bestpos"),
    [
        ("r3k1nr/pppq1p2/2np2pp/4p3/1PB1P1b1/2NPBN2/P1PQ1PPP/R3K2R w KQkq - 2 5", "e1g1", 7000),
        ("8/1b2p3/8/8/P7/3k3n/8/R3K3 w Q - 0 1", "e1c1", 8000),
        ("1r2k2r/pppq1pp1/2np1n1p/4p3/2B1P3/bPNPBN2/P1PQ1PPP/R3K2R b KQk - 0 4", "e8g8", 7000),
        ("r3k3/1p6/3K1b2/3p4/7N/3p4/8/7R b q - 0 1", "e8c8", 8000),
    ],
)
def test_a_castling_that_is_chosen_is_entered_for_king_and_rook(fen: str, move: str, bestpos: int) -> None:
    program = program_at(fen)
    board = chess.Board(fen)
    side = side_of(board)
    thought = program.play(side)
    assert (thought.best.square, thought.move) == (bestpos, move)
    board.push_uci(move)
    assert program.state.to_fen(side).split()[0] == board.board_fen()
    _, flags = program.state.pieces(side)
    assert (flags[12], flags[15 if bestpos == 7000 else 8]) == (1, 1)


def test_castling_is_worth_nine_tenths_as_printed() -> None:
    for fen in ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k2r/8/8/8/8/8/8/4K2R b Kk - 0 1"):
        thought = think_at(fen)
        own_less_reply = thought.replies[0].own_score - thought.replies[0].value
        assert thought.candidates[0].castling == SHORT
        assert thought.candidates[0].value == pytest.approx(own_less_reply + 0.9, abs=1e-4)


def test_as_recorded_castling_is_worth_nothing_to_black() -> None:
    """The one letter: CBLACK looks at II, which the search of White's replies has left at 0."""
    fen = "4k2r/8/8/8/8/8/8/4K2R b Kk - 0 1"
    printed, recorded = think_at(fen), think_at(fen, "recorded")
    assert recorded.candidates[0].value == pytest.approx(printed.candidates[0].value - 0.9, abs=1e-4)
    others = [candidate for candidate in printed.candidates if not candidate.castling]
    assert [candidate for candidate in recorded.candidates if not candidate.castling] == others
