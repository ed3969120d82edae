"""Which moves are tried, in which order, what they are worth, and which is chosen."""

from __future__ import annotations

import pytest
from scenarios import program_at, state_with, think_at

from historic import Choice, Program, State
from historic.human import enter
from historic.screen import Display, Screen
from historic.sides import other_side
from historic.squares import NAME_TO_SQUARE
from historic.terms import LOST_KING_SCORE, board_after, board_from_state, score_breakdown
from historic.thought import choice_of

INITIAL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
FOOLS_MATE = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"


@pytest.mark.parametrize("fen", [INITIAL, "r3kb1r/ppp1p1pp/2q1b2n/3P4/1nP1PP2/8/P3QP1P/R1B1KBNR b KQkq - 0 11"])
def test_candidates_come_by_square_ascending_then_man_23_down_to_0(fen: str) -> None:
    tried = [(c.square, -c.piece) for c in think_at(fen).candidates]
    assert tried == sorted(tried)
    assert len(set(tried)) == len(tried)


@pytest.mark.parametrize(
    ("fen", "first", "then"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", (8, "a8"), (15, "h8")),
        ("rnbqkbnr/1p5p/2pp4/p4Pp1/8/1P3P2/P1PP3P/RNBQKBNR b KQkq - 0 8", (10, "f5"), (13, "g7")),
    ],
)
def test_a_candidate_replaces_the_best_only_if_strictly_greater(
    fen: str, first: tuple[int, str], then: tuple[int, str]
) -> None:
    """Two moves come out alike to the last bit: the one tried first is kept."""
    thought = think_at(fen)
    best = max(thought.candidates, key=lambda candidate: candidate.value)
    equals = [choice_of(c) for c in thought.candidates if c.value == best.value]
    assert equals == [(man, NAME_TO_SQUARE[square]) for man, square in (first, then)]
    assert thought.best == equals[0]
    assert thought.second is not None
    assert choice_of(thought.second) == equals[1]


@pytest.mark.parametrize(
    "fen",
    [
        INITIAL,
        "r2qkb1r/ppp2ppp/2n2n2/3pNb2/Q7/2N1P3/PPPP1PPP/R1B1KB1R b - - 0 7",
        "8/2k5/8/8/3q4/8/1P6/K2R4 b - - 0 1",
    ],
)
def test_a_value_is_the_movers_own_score_less_the_best_of_every_reply(fen: str) -> None:
    """Nothing is pruned: all replies that the think move board allows are scored here again, one by one."""
    program = program_at(fen)
    state = program.state
    side = "white" if " w " in fen else "black"
    replier = other_side(side)
    thought = program.think(side)
    for candidate, reply in zip(thought.candidates, thought.replies, strict=True):
        board = board_after(board_from_state(state), state, side, choice_of(candidate))
        assert score_breakdown(board, state, side).total == reply.own_score
        best = (LOST_KING_SCORE, Choice(0, 0))
        for choice in all_moves(board, state, replier):
            score = score_breakdown(board_after(board, state, replier, choice), state, replier).total
            if score > best[0]:
                best = (score, choice)
        assert best == (reply.value, reply.best)


def all_moves(board: list[int], state: State, side: str) -> list[Choice]:
    """Every move on the side's think move board but onto its own men, in the listing's order."""
    looking = Program()
    looking.state = state
    looking.board = board
    if side == "white":
        looking.WHITE()
    else:
        looking.BLACK()
    reach, own = (looking.A[1], range(1, 25)) if side == "white" else (looking.A[2], range(25, 49))
    squares = [square for square in NAME_TO_SQUARE.values() if reach[square] and board[square] not in own]
    return [Choice(man, square) for square in squares for man in range(23, -1, -1) if reach[square] & 2**man]


def test_a_move_that_leaves_the_king_attacked_is_tried_and_what_later_squares_add_still_counts() -> None:
    """Quirk minus-1000: -1000 when the loop passes the king on a1, then the queen, less the rook and the king."""
    thought = think_at("r3k3/8/8/8/8/8/8/K6Q w - - 0 1")
    choices = [choice_of(candidate) for candidate in thought.candidates]
    ignores_check = choices.index(Choice(11, NAME_TO_SQUARE["h2"]))
    assert thought.replies[ignores_check].own_score == -1000 + 9 - 5 - 25
    steps_aside = choices.index(Choice(12, NAME_TO_SQUARE["b1"]))
    assert thought.replies[steps_aside].own_score > -1000


def test_a_pinned_man_may_be_chosen_to_move_where_the_sum_comes_out_best() -> None:
    """Quirk minus-1000: Black's king on e8 comes late in the loop, so all its men before it are lost in the -1000."""
    thought = think_at("r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4")
    assert thought.move == "e8f7"
    assert thought.value == pytest.approx(-990, abs=0.01)


def test_en_passant_is_never_tried() -> None:
    """Quirk no-en-passant."""
    thought = think_at("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
    assert NAME_TO_SQUARE["d6"] not in {c.square for c in thought.candidates}
    thought = think_at("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1")
    assert NAME_TO_SQUARE["e3"] not in {c.square for c in thought.candidates}


def test_repetition_and_fifty_moves_are_not_known() -> None:
    """Quirk no-draws: the same position for the third time, and after more than fifty moves, is thought about alike."""
    program = program_at("8/8/8/8/8/5k2/R7/7K w - - 0 1")
    first = program.think("white")
    for _ in range(13):
        for side, move in (("white", "a2b2"), ("black", "f3f4"), ("white", "b2a2"), ("black", "f4f3")) * 2:
            enter(program, side, move)
    assert program.think("white") == first


def test_with_no_move_that_beats_minus_1000_bestpiece_and_bestpos_stay_0() -> None:
    thought = think_at("k7/8/1Q6/8/8/8/8/2K5 b - - 0 1")
    assert (thought.best, thought.value, thought.move) == ((0, 0), -1000, None)


@pytest.mark.parametrize("fen", [FOOLS_MATE, "7K/8/6q1/8/8/8/8/2k5 w - - 0 1"], ids=["mate", "stalemate"])
def test_white_without_a_safe_move_ends_in_error_9(fen: str) -> None:
    """Quirk no-mate: A(3,0) is 99, the border, so L2 becomes 74: PM(74,1)."""
    program = program_at(fen)
    with pytest.raises(Exception, match="error 9: Subscript out of range, under the label CWHITE3"):
        program.play("white")
    assert (program.BESTPIECE1, program.BESTPOS1, program.L2) == (0, 0, 74)


@pytest.mark.parametrize(
    "fen",
    ["k7/8/1Q6/8/8/8/8/2K5 b - - 0 1", "k7/1Q6/2K5/8/8/8/8/8 b - - 0 1"],
    ids=["stalemate", "mate"],
)
def test_black_without_a_safe_move_sends_man_0_to_square_0_and_goes_on(fen: str) -> None:
    """Quirk no-mate."""
    program = program_at(fen)
    program.play("black")
    assert (program.PB[0], program.PM[0][1]) == (0, 1)
    program.BOARD()
    assert program.A[0][0] == 25
    program.state.check()


def test_each_root_move_prints_a_line_whites_before_the_bonus_and_blacks_after() -> None:
    """Quirk bonus-on-show: the king's first move costs .9, which White's line does not show yet."""
    thought = think_at("r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1")
    for candidate, line in zip(thought.candidates, thought.printed, strict=True):
        shown, man, square = line.split()
        assert (int(man), int(square)) == (candidate.piece, candidate.square)
        bonus = 0.9 if candidate.castling else -0.9 if candidate.piece == 12 else 0
        assert float(shown) + bonus == pytest.approx(candidate.value, abs=0.011)
    thought = think_at("r3k3/8/8/8/8/8/8/4K2R b Kq - 0 1")
    assert {c.castling for c in thought.candidates} >= {0, 2}
    for candidate, line in zip(thought.candidates, thought.printed, strict=True):
        assert float(line.split()[0]) == pytest.approx(candidate.value, abs=0.011)


def test_the_line_of_a_move_goes_to_row_18() -> None:
    program = program_at(INITIAL)
    thought = program.play("white")
    lines = program.screen.lines()
    assert lines[17].startswith(thought.printed[-1].rstrip())
    assert not any(lines[18:])


def test_a_longer_line_leaves_its_end_behind_a_shorter_one() -> None:
    """Quirk left-over: row 18 is not cleared. The 2 of `-.66  0  62 ` outlives `-1  1  63 `, and so on to the end."""
    rows: list[str] = []

    class Watching(Display):
        def show(self, screen: Screen) -> None:
            rows.append(screen.lines()[17])

    program = Program(screen=Screen(display=Watching()))
    thought = program.play("white")
    assert "-1  1  63 " in thought.printed
    assert "-1  1  63 2" in rows


def test_the_kings_first_move_costs_nine_tenths_unless_it_castles() -> None:
    moved = think_at("4k3/8/8/8/8/8/8/4K2R w - - 0 1")
    unmoved = think_at("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    values = {choice_of(c): c.value for c in moved.candidates}
    for candidate in unmoved.candidates:
        if candidate.piece == 12:
            assert candidate.value == pytest.approx(values[choice_of(candidate)] - 0.9, abs=1e-4)


def test_a_queen_alone_is_worth_9_a_rook_5_a_bishop_and_a_knight_3_and_a_king_25() -> None:
    assert list(Program().PV) == [1] * 8 + [5, 3, 3, 9, 25, 3, 3, 5] + [9] * 8


def test_a_man_that_is_attacked_and_not_protected_loses_a_quarter() -> None:
    """Quirk attacked-and-unprotected: the prose says unprotected."""
    for fen, lost in (
        ("7k/8/8/8/8/8/N7/K7 w - - 0 1", 0.0),  # protected
        ("7k/8/8/8/8/8/2N5/K7 w - - 0 1", 0.0),  # unprotected, but not attacked
        ("2r4k/8/8/8/8/8/2N5/K7 w - - 0 1", 0.75),  # attacked and unprotected
        ("2r4k/8/8/8/8/8/1KN5/8 w - - 0 1", 0.0),  # attacked and protected
    ):
        state = State.from_fen(fen)
        assert score_breakdown(board_from_state(state), state, "white").terms()["attacked and unprotected"] == -lost


def own_scores(fen: str) -> dict[Choice, float]:
    """What the program's own score is after each move that it tries."""
    thought = think_at(fen)
    return {choice_of(one): reply.own_score for one, reply in zip(thought.candidates, thought.replies, strict=True)}


def test_a_square_counts_once_for_each_man_who_reaches_it() -> None:
    """Quirk each-man-counts: after f1-f2 the king has 5 squares and the rook 14, of which d2, e2 and f1 are both's."""
    score = own_scores("7k/8/8/8/8/8/8/4KR2 w - - 0 1")[Choice(8, NAME_TO_SQUARE["f2"])]
    assert score == pytest.approx(5 + 0.1 * (5 + 14) - 0.1 * 3, abs=1e-5)


def test_a_check_counts_nothing_if_a_man_protects_the_king() -> None:
    """Quirk protected-king: the rook h8 checks on g8 or on h1; there f1 protects the king."""
    scores = own_scores("7r/2k5/8/8/8/8/8/5RK1 b - - 0 1")
    alone = own_scores("7r/2k5/8/8/8/8/5R2/6K1 b - - 0 1")
    checks = Choice(15, NAME_TO_SQUARE["g8"])
    assert scores[checks] < 2
    assert alone[checks] > 6


def test_a_king_who_is_castled_over_is_25_less() -> None:
    """Quirk king-is-25: 0-0 puts White's king on g1, where Black's stood; there is no other man of Black's."""
    scores = own_scores("8/8/8/8/8/8/8/R3K1k1 w Q - 0 1")
    king, rook_f1, rook_a1 = 5, 13, 12  # squares; the rook f1 is the captured one, and counts nothing itself
    assert scores[Choice(23, 7000)] == pytest.approx(25 + 5 + 0.1 * (king + rook_f1 + rook_a1), abs=1e-4)
    assert max(score for choice, score in scores.items() if choice != Choice(23, 7000)) < 15


def test_a_pawn_gets_a_twentieth_a_rank_and_nine_on_the_last_and_the_other_sides_nothing() -> None:
    """Quirk ranks-of-pawns."""
    for rank, worth in enumerate((0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 9.0), 2):
        state = state_with({0: (f"a{rank}", 1), 12: ("e1", 1)}, {0: ("h4", 1), 12: ("e8", 1)})
        assert score_breakdown(board_from_state(state), state, "white").terms()["pawn ranks"] == pytest.approx(worth)
        assert score_breakdown(board_from_state(state), state, "black").terms()["pawn ranks"] == pytest.approx(0.2)


def test_rounding_chooses_between_moves_that_are_worth_the_same() -> None:
    """Quirk single-precision: in exact tenths b6 and c6 come out alike, and b6 is tried later; in SINGLE it is c6."""
    thought = think_at("1K6/8/8/1k6/8/8/8/8 b - - 0 1")
    values = {candidate.square: candidate.value for candidate in thought.candidates}
    b6, c6 = values[NAME_TO_SQUARE["b6"]], values[NAME_TO_SQUARE["c6"]]
    assert b6 < c6 == max(values.values())
    assert round(b6, 5) == round(c6, 5) == 0.6
    assert thought.best.square == NAME_TO_SQUARE["c6"]
