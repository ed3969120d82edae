"""The moves tried, their order, their values, and the choice."""

from __future__ import annotations

import pytest
from scenarios import program_at, state_with, think_at

from historic import PieceMove, Program, State
from historic.human.moves import enter
from historic.machine.screen import Display, Screen
from historic.position.sides import other_side
from historic.position.squares import NAME_TO_SQUARE
from historic.study.terms import LOST_KING_SCORE, board_after, board_from_state, score_breakdown

INITIAL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
FOOLS_MATE = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"


@pytest.mark.parametrize("fen", [INITIAL, "r3kb1r/ppp1p1pp/2q1b2n/3P4/1nP1PP2/8/P3QP1P/R1B1KBNR b KQkq - 0 11"])
def test_candidates_are_ordered_by_square_ascending_then_piece_23_down_to_0(fen: str) -> None:
    tried = [(c.square, -c.piece) for c in think_at(fen).candidates]
    assert tried == sorted(tried)
    assert len(set(tried)) == len(tried)


@pytest.mark.parametrize(
    ("fen", "first", "second"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", (8, "a8"), (15, "h8")),
        ("rnbqkbnr/1p5p/2pp4/p4Pp1/8/1P3P2/P1PP3P/RNBQKBNR b KQkq - 0 8", (10, "f5"), (13, "g7")),
    ],
)
def test_a_candidate_replaces_the_best_only_if_strictly_greater(
    fen: str, first: tuple[int, str], second: tuple[int, str]
) -> None:
    """If two moves have the same value to the last bit, the one tried first is kept."""
    thought = think_at(fen)
    best = max(thought.candidates, key=lambda candidate: candidate.value)
    equals = [c.move for c in thought.candidates if c.value == best.value]
    assert equals == [(piece, NAME_TO_SQUARE[square]) for piece, square in (first, second)]
    assert thought.best == equals[0]
    assert thought.second is not None
    assert thought.second.move == equals[1]


@pytest.mark.parametrize(
    "fen",
    [
        INITIAL,
        "r2qkb1r/ppp2ppp/2n2n2/3pNb2/Q7/2N1P3/PPPP1PPP/R1B1KB1R b - - 0 7",
        "8/2k5/8/8/3q4/8/1P6/K2R4 b - - 0 1",
    ],
)
def test_a_value_is_the_movers_own_score_minus_the_best_reply(fen: str) -> None:
    """The program prunes nothing: scoring every reply on the think move board one by one finds the same best reply."""
    program = program_at(fen)
    state = program.state
    side = "white" if " w " in fen else "black"
    replier = other_side(side)
    thought = program.think(side)
    for candidate in thought.candidates:
        board = board_after(board_from_state(state), state, side, candidate.move)
        assert score_breakdown(board, state, side).total == candidate.own_score
        best = (LOST_KING_SCORE, PieceMove(0, 0))
        for choice in all_moves(board, state, replier):
            score = score_breakdown(board_after(board, state, replier, choice), state, replier).total
            if score > best[0]:
                best = (score, choice)
        assert best == (candidate.reply_score, candidate.reply)


def all_moves(board: list[int], state: State, side: str) -> list[PieceMove]:
    """Returns every move on the side's think move board except captures of its own pieces, in the listing's order."""
    program = Program()
    program.state = state
    program.board = board
    if side == "white":
        program.WHITE()
    else:
        program.BLACK()
    reach, own = (program.A[1], range(1, 25)) if side == "white" else (program.A[2], range(25, 49))
    squares = [square for square in NAME_TO_SQUARE.values() if reach[square] and board[square] not in own]
    return [PieceMove(piece, square) for square in squares for piece in range(23, -1, -1) if reach[square] & 2**piece]


def test_a_move_that_leaves_the_king_attacked_is_tried_and_later_squares_still_add_to_its_score() -> None:
    """Quirk minus-1000: -1000 when the loop passes the king on a1, then plus the queen, minus the rook and the king."""
    thought = think_at("r3k3/8/8/8/8/8/8/K6Q w - - 0 1")
    choices = [candidate.move for candidate in thought.candidates]
    ignores_check = choices.index(PieceMove(11, NAME_TO_SQUARE["h2"]))
    assert thought.candidates[ignores_check].own_score == -1000 + 9 - 5 - 25
    steps_aside = choices.index(PieceMove(12, NAME_TO_SQUARE["b1"]))
    assert thought.candidates[steps_aside].own_score > -1000


def test_an_illegal_move_may_be_chosen_when_it_scores_best() -> None:
    """Quirk minus-1000: the loop reaches Black's king late, and -1000 replaces the value of all pieces before it."""
    thought = think_at("r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4")
    assert thought.move == "e8f7"
    assert thought.value == pytest.approx(-990, abs=0.01)


def test_en_passant_is_never_tried() -> None:
    """Quirk no-en-passant."""
    thought = think_at("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
    assert NAME_TO_SQUARE["d6"] not in {c.square for c in thought.candidates}
    thought = think_at("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1")
    assert NAME_TO_SQUARE["e3"] not in {c.square for c in thought.candidates}


def test_threefold_repetition_and_the_fifty_move_rule_are_unknown() -> None:
    """Quirk no-draws: a position repeated many times, after more than fifty moves, gives the same thought."""
    program = program_at("8/8/8/8/8/5k2/R7/7K w - - 0 1")
    first = program.think("white")
    for _ in range(13):
        for side, move in (("white", "a2b2"), ("black", "f3f4"), ("white", "b2a2"), ("black", "f4f3")) * 2:
            enter(program, side, move)
    assert program.think("white") == first


def test_bestpiece_and_bestpos_stay_0_if_no_move_scores_above_minus_1000() -> None:
    thought = think_at("k7/8/1Q6/8/8/8/8/2K5 b - - 0 1")
    assert (thought.best, thought.value, thought.move) == ((0, 0), -1000, None)


@pytest.mark.parametrize("fen", [FOOLS_MATE, "7K/8/6q1/8/8/8/8/2k5 w - - 0 1"], ids=["mate", "stalemate"])
def test_white_without_a_safe_move_ends_in_error_9(fen: str) -> None:
    """Quirk no-mate: A(3,0) is 99, the border, so L2 becomes 74: PM(74,1)."""
    program = program_at(fen)
    with pytest.raises(Exception, match=r"error 9: .* CWHITE3$"):
        program.play("white")
    assert (program.BESTPIECE1, program.BESTPOS1, program.L2) == (0, 0, 74)


@pytest.mark.parametrize(
    "fen",
    ["k7/8/1Q6/8/8/8/8/2K5 b - - 0 1", "k7/1Q6/2K5/8/8/8/8/8 b - - 0 1"],
    ids=["stalemate", "mate"],
)
def test_black_without_a_safe_move_sends_piece_0_to_square_0_and_continues(fen: str) -> None:
    """Quirk no-mate."""
    program = program_at(fen)
    program.play("black")
    assert (program.PB[0], program.PM[0][1]) == (0, 1)
    program.BOARD()
    assert program.A[0][0] == 25
    program.state.check()


def test_white_prints_its_values_before_the_castling_bonus_and_black_after() -> None:
    """Quirk bonus-on-show: the king's first move costs .9, which White's line does not include yet."""
    thought = think_at("r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1")
    for candidate in thought.candidates:
        shown, piece, square = candidate.printed.split()
        assert (int(piece), int(square)) == (candidate.piece, candidate.square)
        bonus = 0.9 if candidate.castling else -0.9 if candidate.piece == 12 else 0
        assert float(shown) + bonus == pytest.approx(candidate.value, abs=0.011)
    thought = think_at("r3k3/8/8/8/8/8/8/4K2R b Kq - 0 1")
    assert {c.castling for c in thought.candidates} >= {0, 2}
    for candidate in thought.candidates:
        assert float(candidate.printed.split()[0]) == pytest.approx(candidate.value, abs=0.011)


def test_each_move_is_printed_at_row_18() -> None:
    program = program_at(INITIAL)
    thought = program.play("white")
    lines = program.screen.lines()
    assert lines[17].startswith(thought.candidates[-1].printed.rstrip())
    assert not any(lines[18:])


def test_the_end_of_a_longer_line_stays_visible_after_a_shorter_one() -> None:
    """Quirk left-over: row 18 is not cleared, so the 2 of `-.66  0  62 ` stays behind `-1  1  63 `."""
    rows: list[str] = []

    class Row18Recorder(Display):
        def show(self, screen: Screen) -> None:
            rows.append(screen.lines()[17])

    program = Program(screen=Screen(display=Row18Recorder()))
    thought = program.play("white")
    assert "-1  1  63 " in [candidate.printed for candidate in thought.candidates]
    assert "-1  1  63 2" in rows


def test_the_kings_first_move_costs_nine_tenths_unless_it_castles() -> None:
    moved = think_at("4k3/8/8/8/8/8/8/4K2R w - - 0 1")
    unmoved = think_at("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    values = {c.move: c.value for c in moved.candidates}
    for candidate in unmoved.candidates:
        if candidate.piece == 12:
            assert candidate.value == pytest.approx(values[candidate.move] - 0.9, abs=1e-4)


def test_the_pieces_are_worth_1_3_3_5_and_9_and_the_king_25() -> None:
    assert list(Program().PV) == [1] * 8 + [5, 3, 3, 9, 25, 3, 3, 5] + [9] * 8


def test_a_piece_that_is_attacked_and_unprotected_loses_a_quarter_of_its_value() -> None:
    """Quirk attacked-and-unprotected: the report's prose requires only that it is unprotected."""
    for fen, lost in (
        ("7k/8/8/8/8/8/N7/K7 w - - 0 1", 0.0),  # protected
        ("7k/8/8/8/8/8/2N5/K7 w - - 0 1", 0.0),  # unprotected, but not attacked
        ("2r4k/8/8/8/8/8/2N5/K7 w - - 0 1", 0.75),  # attacked and unprotected
        ("2r4k/8/8/8/8/8/1KN5/8 w - - 0 1", 0.0),  # attacked and protected
    ):
        state = State.from_fen(fen)
        assert score_breakdown(board_from_state(state), state, "white").terms()["attacked and unprotected"] == -lost


def own_scores(fen: str) -> dict[PieceMove, float]:
    """Returns the mover's own score after each move that the program tries."""
    thought = think_at(fen)
    return {candidate.move: candidate.own_score for candidate in thought.candidates}


def test_a_square_counts_once_for_each_piece_that_reaches_it() -> None:
    """Quirk each-piece-counts: after f1-f2 the king reaches 5 squares and the rook 14, and both reach d2, e2 and f1."""
    score = own_scores("7k/8/8/8/8/8/8/4KR2 w - - 0 1")[PieceMove(8, NAME_TO_SQUARE["f2"])]
    assert score == pytest.approx(5 + 0.1 * (5 + 14) - 0.1 * 3, abs=1e-5)


def test_a_check_scores_nothing_if_a_piece_protects_the_king() -> None:
    """Quirk protected-king: the rook on h8 can check on g8 or h1; the rook on f1 protects the king."""
    scores = own_scores("7r/2k5/8/8/8/8/8/5RK1 b - - 0 1")
    alone = own_scores("7r/2k5/8/8/8/8/5R2/6K1 b - - 0 1")
    checks = PieceMove(15, NAME_TO_SQUARE["g8"])
    assert scores[checks] < 2
    assert alone[checks] > 6


def test_castling_onto_the_enemy_king_gains_25() -> None:
    """Quirk king-is-25: 0-0 puts White's king on g1 in place of Black's king, which is Black's only piece."""
    scores = own_scores("8/8/8/8/8/8/8/R3K1k1 w Q - 0 1")
    king, rook_f1, rook_a1 = 5, 13, 12  # reached squares; the rook on f1 is the captured one and has no value
    assert scores[PieceMove(23, 7000)] == pytest.approx(25 + 5 + 0.1 * (king + rook_f1 + rook_a1), abs=1e-4)
    assert max(score for choice, score in scores.items() if choice != PieceMove(23, 7000)) < 15


def test_a_pawn_scores_a_twentieth_per_rank_and_nine_on_the_last_and_the_opponents_pawns_nothing() -> None:
    """Quirk ranks-of-pawns."""
    for rank, value in enumerate((0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 9.0), 2):
        state = state_with({0: (f"a{rank}", 1), 12: ("e1", 1)}, {0: ("h4", 1), 12: ("e8", 1)})
        assert score_breakdown(board_from_state(state), state, "white").terms()["pawn ranks"] == pytest.approx(value)
        assert score_breakdown(board_from_state(state), state, "black").terms()["pawn ranks"] == pytest.approx(0.2)


def test_rounding_decides_between_moves_of_equal_value() -> None:
    """Quirk single-precision: b6 and c6 have the same exact value; b6 is tried first, but in SINGLE c6 scores more."""
    thought = think_at("1K6/8/8/1k6/8/8/8/8 b - - 0 1")
    values = {candidate.square: candidate.value for candidate in thought.candidates}
    b6, c6 = values[NAME_TO_SQUARE["b6"]], values[NAME_TO_SQUARE["c6"]]
    assert b6 < c6 == max(values.values())
    assert round(b6, 5) == round(c6, 5) == 0.6
    assert thought.best.square == NAME_TO_SQUARE["c6"]
