"""How Huo Chess thinks: each quirk of its moves, check tests, score, flags, passes and choice, with a position.

`move_number` is the program's own; the FENs leave the counters out.
"""

from __future__ import annotations

from itertools import pairwise

import chess
import pytest
from huo_positions import LATER, huo_board, huo_search, huo_thought, pieces_of, root_scores
from huo_reference import HuoAnswer, HuoReference
from hypothesis import given, settings
from hypothesis import strategies as st
from scenarios import random_boards
from steered_games import drawn

from modern.players.museum.cores.huo import HuoSearch
from modern.players.museum.cores.huo_board import HuoBoard
from modern.players.museum.cores.huo_game import OLD_EDITION, HuoThought, never, thought_of
from modern.rules.pieces import BLACK, WHITE

INITIAL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
AFTER_E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3"
#: Black's king in the corner, and none of Black's pieces can move.
LOCKED = "kb6/ppp5/pbp5/p1p5/P1P5"


def moves_of(fen: str, depth: int = 1, edition: str = "0.9") -> list[str]:
    """Returns the root moves in the order of the program's table."""
    return [root.move for root in huo_thought(fen, depth, edition).roots]


# The order and the moves.


def test_moves_come_file_by_file_from_rank_1_up() -> None:
    order = "a2a3 a2a4 b1a3 b1c3 b2b3 b2b4 c2c3 c2c4 d2d3 d2d4 e2e3 e2e4 f2f3 f2f4 g1f3 g1h3 g2g3 g2g4 h2h3 h2h4"
    assert moves_of(INITIAL) == order.split()


def test_a_queens_squares_come_in_scan_order_too() -> None:
    order = "a2a4b1b2b3c1c3c4c5c6c7c8d1d2d3e2e4f2f5g2g6h2h7"
    assert "".join(move[2:] for move in moves_of("8/8/8/8/8/8/2Q5/8 w - -")) == order


def test_a_black_pawns_double_step_comes_before_its_single_one() -> None:
    assert moves_of("8/3p4/2P1P3/8/8/8/8/8 b - -") == ["d7c6", "d7d5", "d7d6", "d7e6"]


def test_the_search_knows_no_promotion_and_a_pawn_on_the_last_rank_stays_worth_ten() -> None:
    assert root_scores(huo_thought("8/P6k/8/8/8/8/8/K7 w - -", 1))["a7a8"] == 10


@pytest.mark.parametrize(
    ("fen", "square"), [("P1p4k/8/8/8/8/8/8/K7 w - -", "a8"), ("K7/8/8/8/8/8/8/k1pP4 b - -", "c1")]
)
def test_a_pawn_on_the_last_rank_has_no_moves(fen: str, square: str) -> None:
    assert not [move for move in moves_of(fen) if move.startswith(square)]


def test_it_never_castles() -> None:
    assert not {"e1g1", "e1c1"} & set(moves_of("4k3/8/8/8/8/8/8/R3K2R w KQ -"))


def test_the_en_passant_square_belongs_to_either_colour_at_every_level() -> None:
    # 20 replies of Black's, 32 moves of White's after each: d2 and f2 may step to e3 as well.
    assert huo_thought(AFTER_E4, move_number=1).counters == (20, 640, 14200, 0, 0)


def test_the_en_passant_square_is_no_capture() -> None:
    scores = root_scores(huo_thought("4k3/8/8/3pP3/8/8/8/4K3 w - d6", 1))
    assert scores["e5d6"] == scores["e5e6"] == -1  # Black's pawn stays, one point for d5


def test_an_own_piece_on_the_en_passant_square_is_not_taken() -> None:
    assert "e5d6" not in moves_of("4k3/8/3N4/4P3/8/8/8/4K3 w - d6")


# The check tests.


@pytest.mark.parametrize("attacker", ["4r3", "4q3", "7b"])
def test_its_own_check_test_does_not_see_lines(attacker: str) -> None:
    assert huo_thought(f"6k1/8/8/8/{attacker}/8/P7/4K3 w - -", 1).choice.move == "a2a3"


def test_its_own_check_test_does_not_see_the_king() -> None:
    assert "e1e2" in moves_of("8/8/8/8/8/4k3/8/4K3 w - -")


@pytest.mark.parametrize("attackers", ["3n4/P7", "8/P2p4"])
def test_its_own_check_test_sees_knights_and_pawns(attackers: str) -> None:
    assert "a2a3" not in moves_of(f"6k1/8/8/8/8/{attackers}/4K3 w - -")


def test_edition_0_6_sees_all_checks() -> None:
    fen = "4r1k1/8/8/8/8/8/P7/4K3 w - -"
    assert "a2a3" in moves_of(fen)
    assert moves_of(fen, edition="0.6") == ["e1d1", "e1d2", "e1f1", "e1f2"]


def test_at_depth_3_the_kings_value_makes_it_leave_the_line() -> None:
    assert huo_thought("4r1k1/8/8/8/8/8/P7/4K3 w - -", 3).choice.move.startswith("e1")


def test_the_users_replies_are_legal() -> None:
    fen = "4k3/3r4/8/8/4R3/8/6B1/K7 w - - 0 1"
    board, replies = chess.Board(fen), 0
    for root in huo_thought(fen).roots:
        board.push_uci(root.move)
        replies += board.legal_moves.count()
        board.pop()
    assert huo_thought(fen).counters[1] == replies


def test_at_level_2_the_king_may_be_left_in_check() -> None:
    fen = "4r1k1/8/8/8/8/4B3/8/4K3 w - - 0 1"
    board, pseudo_legal, legal = chess.Board(fen), 0, 0
    for root in list(board.legal_moves):
        board.push(root)
        for reply in list(board.legal_moves):
            board.push(reply)
            pseudo_legal += sum(1 for _ in board.pseudo_legal_moves)
            legal += board.legal_moves.count()
            board.pop()
        board.pop()
    counted = huo_thought(fen, edition="0.6").counters[2]
    thought = huo_thought(fen)
    assert legal < pseudo_legal < thought.counters[2]  # its root moves are not all legal either
    assert counted == 0  # edition 0.6 moves only knights and pawns there


def test_edition_0_6_refuses_rooks_bishops_queens_and_kings_at_level_2() -> None:
    assert huo_thought(AFTER_E4, edition="0.6", move_number=1).counters == (20, 640, 12254, 0, 0)


def test_without_a_king_there_is_no_check() -> None:
    assert "a2a3" in moves_of("6k1/8/8/8/8/3n4/P7/8 w - -")


# The score.


@pytest.mark.parametrize(
    ("placement", "score"),
    [
        ("k7/8/8/8/8/8/8/K7", 0),
        ("8/8/8/8/8/P7/8/8", 10),
        ("8/8/8/8/8/3P4/8/8", 11),
        ("8/8/8/8/8/4p3/8/8", -10),
        ("8/8/8/4p3/8/8/8/8", -11),
        ("8/8/8/3P4/8/8/8/8", 10),
        ("8/8/8/8/3N4/8/8/8", 30),
        ("8/8/8/8/3b4/8/8/8", -30),
        ("8/8/8/8/3R4/8/8/8", 50),
        ("8/8/8/8/3q4/8/8/8", -90),
        ("8/8/8/8/3K4/8/8/8", 150),
        ("8/P7/8/8/8/8/8/8", 10),  # a passed pawn counts no more
        ("8/8/8/8/8/7N/8/8", 30),  # nor does a rim square, after the opening
    ],
)
def test_the_score_is_material_and_the_centre_pawns(placement: str, score: int) -> None:
    for number in (10, 31, 60):
        assert huo_board(f"{placement} w - -", number).score() == score


@pytest.mark.parametrize(
    ("placement", "score"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", 0),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR", -51),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/bNBQKBNR", -80),  # a capturer on a1 cancels the penalty
        ("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", 91),
        ("rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/R1BQKBNR", -1),
        ("rnbqkb1r/pppppppp/7n/8/8/8/PPPPPPPP/RNBQKBNR", 1),
        ("rnbqkbnr/pppppppp/8/8/7P/8/PPPPPPP1/RNBQKBNR", -1),
        ("rnbqkbnr/1ppppppp/8/p7/8/8/PPPPPPPP/RNBQKBNR", 1),
    ],
)
def test_the_opening_terms_count_below_move_number_10(placement: str, score: int) -> None:
    assert huo_board(f"{placement} w - -", 0).score() == huo_board(f"{placement} w - -", 9).score() == score


def test_the_opening_terms_end_at_move_number_10() -> None:
    board = huo_board("1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBN1 w - -", 10)
    assert board.score() == -50


# Mate, stalemate and C.


def test_depth_1_sees_no_mate() -> None:
    thought = huo_thought("6k1/5ppp/8/8/8/8/8/R5K1 w - -", 1)
    assert (thought.choice.move, thought.mate) == ("a1a2", False)


def test_a_mate_is_played_whatever_the_scores() -> None:
    thought = huo_thought("6k1/5ppp/8/7q/5N2/8/8/R5K1 w - -")
    scores = root_scores(thought)
    assert thought.mate
    assert thought.choice.move == "a1a8"
    assert thought.choice.score == scores["f4h5"] > scores["a1a8"]


def test_of_two_mates_the_later_is_played() -> None:
    assert huo_thought("6k1/5ppp/8/8/8/8/8/RR4K1 w - -").choice.move == "b1b8"


def test_a_stalemate_with_pseudo_legal_replies_counts_as_mate() -> None:
    fen = "7k/8/2p5/p1P5/P6B/8/Q6K/8 w - - 0 1"
    thought, board = huo_thought(fen), chess.Board(fen)
    board.push_uci(thought.choice.move)
    assert board.is_stalemate()
    assert (thought.mate, thought.pat) == (True, False)


def test_a_stalemate_without_pseudo_legal_replies_sets_the_pat_flag_and_scores_0() -> None:
    thought = huo_thought(f"{LOCKED}/2N5/8/K7 w - -")
    scores = root_scores(thought)
    assert (thought.mate, thought.pat) == (False, True)
    assert scores["a1a2"] == scores["c3e4"] == 0
    assert scores["c3b5"] == -100  # a root move with replies keeps the passes' score
    assert thought.choice == thought.roots[0]


def test_c_is_left_over_from_the_last_reply_tried() -> None:
    # The knight's check from c7 sets C. After d5e3, the next move, Black has no move at all, and C says mate.
    thought = huo_thought("kb6/ppp5/pbp3P1/p1pN4/P1P5/4p3/8/K7 w - -")
    assert moves_of("kb6/ppp5/pbp3P1/p1pN4/P1P5/4p3/8/K7 w - -")[6:8] == ["d5c7", "d5e3"]
    assert (thought.choice.move, thought.mate, thought.pat) == ("d5e3", True, False)


def test_after_the_pat_flag_a_mating_move_scores_0_too() -> None:
    thought = huo_thought("kbK5/pppN4/pbp5/p1p5/P1P5/8/8/8 w - -")
    assert thought.mate
    assert thought.pat
    assert (thought.choice.move, root_scores(thought)["d7b8"]) == ("d7b8", 0)


# The passes and the choice.


@pytest.mark.parametrize("depth", [1, 3])
def test_of_equal_root_moves_the_first_is_played(depth: int) -> None:
    thought = huo_thought(INITIAL, depth, move_number=0)
    best = max(root.score for root in thought.roots)
    assert thought.choice == next(root for root in thought.roots if root.score == best)


def test_depth_5_looks_further_only_after_captures() -> None:
    assert huo_thought("4k3/7p/8/8/8/8/P7/4K3 w - -", 5).counters[3:] == (0, 0)
    level_2, level_3, level_4 = huo_thought("4k3/3p4/8/4P3/8/8/8/4K3 w - -", 5).counters[2:]
    assert 0 < level_4 < level_3 < level_2


def test_depth_5_takes_no_en_passant_step_for_a_capture() -> None:
    assert huo_thought("k7/8/8/4P3/8/8/8/K7 w - d6", 5).counters[3] == 0


class NoLeftOver(HuoReference):
    """The passes with P reset before each."""

    def passes(self) -> None:
        edition, self.edition = self.edition, OLD_EDITION
        super().passes()
        self.edition = edition


#: Positions in which the passes leave P at the first parent of the next: level 0's at depth 5, twice, and at depth 3.
#: The program's check test lets the kings meet.
LEFT_OVER = [
    ("8/8/8/8/3P4/1p6/1P6/kK6 w - -", 5),
    ("k7/1P6/8/8/8/3p1n1p/3P3P/7K b - -", 5),
    ("8/8/8/3p3p/7P/1p6/1P6/Kk6 w - -", 3),
]


@pytest.mark.parametrize(("fen", "depth"), LEFT_OVER)
def test_p_is_not_reset_between_the_passes(fen: str, depth: int) -> None:
    placement, turn = fen.split()[:2]
    scores = list(root_scores(huo_thought(fen, depth)).items())
    kept = HuoReference(pieces_of(placement), turn, move_number=LATER).think(depth)
    reset = NoLeftOver(pieces_of(placement), turn, move_number=LATER).think(depth)
    assert kept is not None
    assert reset is not None
    assert scores == kept.roots != reset.roots


def test_edition_0_6_resets_p() -> None:
    fen, depth = LEFT_OVER[2]
    search = huo_search(fen, depth, OLD_EDITION)
    assert not any(search.kept)
    assert any(huo_search(fen, depth).kept)


# Stopping.


class Stopped(Exception):
    """Raised by `poll` to end a search."""


def test_it_polls_at_least_every_few_thousand_nodes() -> None:
    seen = [0]
    search = HuoSearch(huo_board(AFTER_E4), BLACK, 5, False, lambda: seen.append(search.nodes))
    search.run()
    assert search.nodes > 14860
    assert max(after - before for before, after in pairwise(seen)) < 2500


def test_a_stopped_search_chooses_among_the_root_moves_that_it_has_searched() -> None:
    def stop_later() -> None:
        if len(search.root_scores) >= 5:
            raise Stopped

    search = HuoSearch(huo_board(AFTER_E4), BLACK, 3, False, stop_later)
    with pytest.raises(Stopped):
        search.run()
    thought = thought_of(search)
    assert thought is not None
    assert 5 <= thought.searched < len(thought.roots)
    assert thought.choice in thought.roots[: thought.searched]
    assert thought.choice.score == min(root.score for root in thought.roots[: thought.searched])


def test_a_search_stopped_at_once_chooses_by_the_static_scores() -> None:
    def stop() -> None:
        raise Stopped

    search = HuoSearch(huo_board(AFTER_E4), BLACK, 3, False, stop)
    with pytest.raises(Stopped):
        search.run()
    stopped = thought_of(search)
    assert stopped is not None
    assert (stopped.searched, stopped.choice) == (0, huo_thought(AFTER_E4, 1).choice)


# The whole, against the rules as they are described.

EDITIONS = st.sampled_from(["0.9", OLD_EDITION])
MOVE_NUMBERS = st.sampled_from([0, 9, 10, 40])


def both(
    pieces: str, side: str, square: int, number: int, edition: str, depth: int
) -> tuple[HuoThought | None, HuoAnswer | None]:
    """Returns what the core and the reference find; `square` is the en passant square."""
    huo = WHITE if side == "w" else BLACK
    search = HuoSearch(HuoBoard(pieces, square, number), huo, depth, edition == OLD_EDITION, never)
    search.run()
    en_passant = (square % 8 + 1, square // 8 + 1) if square >= 0 else (0, 0)
    return thought_of(search), HuoReference(pieces, side, en_passant, number, edition).think(depth)


def compare(thought: HuoThought | None, answer: HuoAnswer | None) -> None:
    """Compares choice, score, root moves in order with their scores, counters and flags."""
    if thought is None or answer is None:
        assert thought is None
        assert answer is None
        return
    assert [(root.move, root.score) for root in thought.roots] == answer.roots
    assert (thought.choice.move, thought.choice.score) == (answer.move, answer.score)
    assert (list(thought.counters), thought.mate, thought.pat) == (answer.counters, answer.mate, answer.pat)


def letters_of(board: chess.Board) -> str:
    return "".join(str(board.piece_at(square) or " ") for square in chess.SQUARES)


def passed(board: chess.Board) -> int:
    """Returns the square behind the pawn that has just made a double step, or -1."""
    return -1 if board.ep_square is None else board.ep_square


@st.composite
def sparse_pieces(draw: st.DrawFn, most: int = 7) -> str:
    """Draws a few pieces anywhere, usually with a king on each side."""
    pieces = [" "] * 64
    for letter in draw(st.lists(st.sampled_from("PNBRQpnbrqPPpp"), max_size=most)):
        pieces[draw(st.integers(0, 63))] = letter
    for king in draw(st.sampled_from(["Kk", "Kk", "Kk", "K", "k", ""])):
        pieces[draw(st.integers(0, 63))] = king
    return "".join(pieces)


EN_PASSANT_SQUARES = st.sampled_from([-1, -1, *range(16, 24), *range(40, 48)])


@settings(max_examples=12)
@given(random_boards(), EDITIONS, MOVE_NUMBERS)
def test_at_depth_1_it_follows_the_described_rules_in_random_games(
    board: chess.Board, edition: str, number: int
) -> None:
    side = "w" if board.turn else "b"
    compare(*both(letters_of(board), side, passed(board), number, edition, 1))


@settings(max_examples=20)
@given(random_boards(), st.booleans())
def test_check_tests_and_static_scores_follow_the_described_rules(board: chess.Board, white: bool) -> None:
    pieces, huo = letters_of(board), "w" if white else "b"
    core = HuoBoard(pieces, -1, 3)
    reference = HuoReference(pieces, huo, (0, 0), 3)
    assert core.score() == reference.score()
    for side, colour in ((WHITE, "w"), (BLACK, "b")):
        assert core.is_attacked(side, colour == huo) == reference.attacked(colour)


#: A position with few pieces: the pieces, the side to move, the en passant square, the edition and the move number.
SPARSE = st.tuples(sparse_pieces(), st.sampled_from("wb"), EN_PASSANT_SQUARES, EDITIONS, MOVE_NUMBERS)


@pytest.mark.hypothesis
def test_sparse_boards_have_every_piece_missing_kings_and_every_edition() -> None:
    found = drawn(SPARSE)
    assert {letter for pieces, *_ in found for letter in pieces} == set(" PNBRQKpnbrqk")
    assert any({"K", "k"}.isdisjoint(pieces) for pieces, *_ in found)
    assert sum({"K", "k"} <= set(pieces) for pieces, *_ in found) > len(found) / 4
    assert {side for _, side, *_ in found} == {"w", "b"}
    assert len({edition for *_, edition, _ in found}) == 2
    assert {square >= 0 for _, _, square, *_ in found} == {True, False}


def compare_sparse(position: tuple[str, str, int, str, int], depth: int) -> None:
    pieces, side, square, edition, number = position
    compare(*both(pieces, side, square, number, edition if depth < 5 else "0.9", depth))


@settings(max_examples=8)
@given(SPARSE, st.sampled_from([3, 5]))
def test_on_sparse_boards_it_follows_the_described_rules(position: tuple[str, str, int, str, int], depth: int) -> None:
    compare_sparse(position, depth)


@pytest.mark.slow
@settings(max_examples=30)
@given(SPARSE, st.sampled_from([3, 5]))
def test_on_many_sparse_boards_it_follows_the_described_rules(
    position: tuple[str, str, int, str, int], depth: int
) -> None:
    compare_sparse(position, depth)


@pytest.mark.slow
@settings(max_examples=10)
@given(random_boards(), EDITIONS, MOVE_NUMBERS)
def test_at_depth_3_it_follows_the_described_rules_in_random_games(
    board: chess.Board, edition: str, number: int
) -> None:
    side = "w" if board.turn else "b"
    compare(*both(letters_of(board), side, passed(board), number, edition, 3))
