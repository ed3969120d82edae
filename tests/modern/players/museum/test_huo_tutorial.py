"""The tutorial's program of Huo Chess at each of its stages."""

from __future__ import annotations

import chess
import pytest
from decisions import DecisionRecord
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import codes
from scenarios import few_pieces, random_boards
from tutorial_rendering import (
    SQUARES,
    Coordinates,
    chessboard_of,
    is_legal,
    legal_moves,
    lesson_move,
    position_score,
    tutorial_move,
)

from modern.players import Decision, Game, MoveRequest, player_named
from modern.players.museum.huo_tutorial import HuoTutorialPlayer, transposed, tutorial_board
from modern.rules import Move, Position

STAGES = ("one-ply", "three-ply", "minimax", "third-lesson")
#: 1. e4 e5 2. Qh5 Nc6: the queen can capture on f7 with check, and the king recaptures.
QUEEN_CHECK = ("e2e4", "e7e5", "d1h5", "b8c6")


def think(stage: str, game: Game, only: tuple[str, ...] = ()) -> tuple[Decision, list[str]]:
    """Returns the decision of a stage, and the arbiter's notes."""
    record = DecisionRecord(player_named(f"huo-tutorial[Stage={stage}]"), game, only=" ".join(only))
    return record.decision, record.notes


def move_of(stage: str, fen: str) -> str:
    """Returns the move that is played, in UCI notation."""
    return str(think(stage, Game(fen))[0].move)


def test_three_ply_gives_its_queen_away_for_a_king_that_it_will_not_capture() -> None:
    decision, _ = think("three-ply", Game(moves=QUEEN_CHECK))
    assert str(decision.move) == "h5f7"
    assert decision.score is not None
    assert decision.score.centipawns == 100 * (1 + 100)  # the pawn and the king
    position = Position.initial()
    for uci in (*QUEEN_CHECK, "h5f7"):
        position.make(Move.from_uci(uci))
    assert position.is_legal(Move.from_uci("e8f7"))
    assert position.attackers("white", Move.from_uci("e8f7").to_square) == []  # nobody protects the queen


def test_minimax_keeps_its_queen() -> None:
    game = Game(moves=QUEEN_CHECK)
    decision, _ = think("minimax", game)
    assert decision.move is not None
    game.make(decision.move)
    assert not any(game.position.piece_at(move.to_square) == "Q" for move in game.position.legal_moves())
    assert str(think("minimax", Game(moves=(*QUEEN_CHECK, "h5f7")))[0].move) == "e8f7"


def test_one_ply_captures_a_protected_pawn_with_the_queen() -> None:
    assert str(think("one-ply", Game(moves=QUEEN_CHECK))[0].move) == "h5h7"  # the last of three captures of a pawn


@pytest.mark.parametrize("stage", ["one-ply", "minimax"])
def test_the_last_of_equal_moves_is_played(stage: str) -> None:
    assert str(think(stage, Game())[0].move) == "h2h4"


def test_the_third_lesson_plays_the_first_of_equal_moves() -> None:
    assert str(think("third-lesson", Game())[0].move) == "a2a3"


@pytest.mark.parametrize("stage", ["one-ply", "minimax"])
def test_a_side_that_is_behind_finds_no_move_and_the_arbiter_plays(stage: str) -> None:
    decision, notes = think(stage, Game("4k3/pp6/8/8/8/8/7P/4K3 w - - 0 1"))
    assert [codes(note) for note in notes] == [{"arbiter.plays_what", "arbiter.finds_none_at_0", "arbiter.best_tried"}]
    assert str(decision.move) == "h2h4"
    assert decision.score is not None
    assert decision.score.centipawns == -100


def test_black_behind_finds_no_move_either() -> None:
    _, notes = think("one-ply", Game("4k3/7p/8/8/8/8/PP6/4K3 b - - 0 1"))
    assert "arbiter.finds_none_at_0" in codes(notes[0])


def test_a_side_that_is_behind_finds_the_capture_that_makes_it_even() -> None:
    assert think("one-ply", Game("4k3/8/8/8/8/8/7p/4K2R b - - 0 1"))[1][0].startswith("it finds no move")
    assert move_of("one-ply", "4k3/8/8/8/8/2p5/1R6/4K3 b - - 0 1") == "c3b2"


@pytest.mark.parametrize("stage", ["one-ply", "three-ply"])
def test_check_is_not_tested_and_the_arbiter_keeps_the_king_safe(stage: str) -> None:
    decision, notes = think(stage, Game("4k3/7p/8/8/4R3/8/8/4K3 b - - 0 1"), only=())
    assert "arbiter.plays_what" in codes(notes[0])
    assert decision.move is not None
    assert str(decision.move).startswith("e8")


def test_minimax_sees_that_its_king_would_be_captured() -> None:
    # Leaving the king on e8 costs 100 at the second ply. Black is ahead, so there is a move that scores at least 0.
    _, notes = think("minimax", Game("4k3/7p/8/8/4R3/8/q7/1n4K1 b - - 0 1"))
    assert notes == []


@pytest.mark.parametrize("stage", STAGES)
def test_castling_and_en_passant_are_not_tried(stage: str) -> None:
    castling = tutorial_board(Position.from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"))
    king = transposed(chess.E1)
    assert castling.targets(king) & (1 << transposed(chess.G1) | 1 << transposed(chess.C1)) == 0
    passed = tutorial_board(Position.from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"))
    assert passed.targets(transposed(chess.E5)) == 1 << transposed(chess.E6)
    decision, notes = think(stage, Game("8/8/8/8/k1Pp4/8/8/K7 b - c3 0 1"))
    assert str(decision.move) != "d4c3" or notes


def test_a_pawn_stays_a_pawn_on_the_programs_board_and_moves_no_more() -> None:
    board = tutorial_board(Position.from_fen("4k3/7P/8/8/8/8/p7/4K3 w - - 0 1"))
    start, finish = transposed(chess.H7), transposed(chess.H8)
    assert board.move(start, finish) == 0
    assert board.mailbox[finish] == 1
    assert board.score() == 0
    assert board.targets(finish) == 0
    assert board.move(transposed(chess.A2), transposed(chess.A1)) == 0
    assert board.targets(transposed(chess.A1)) == 0


@pytest.mark.parametrize("stage", STAGES)
def test_a_pawn_that_reaches_the_last_rank_is_played_as_a_queen(stage: str) -> None:
    assert str(think(stage, Game("8/k6P/8/8/8/8/8/K7 w - - 0 1"), only=("h7h8q", "h7h8r"))[0].move) == "h7h8q"


def test_a_pawn_is_worth_no_more_for_reaching_the_last_rank() -> None:
    # Promoting and moving the king score the same; the king's last move comes first in the scan, so the pawn's is last.
    assert move_of("one-ply", "8/P6k/8/8/8/8/8/7K w - - 0 1") == "h1h2"


# --- the third lesson's flow


def test_the_third_lesson_takes_back_the_piece_that_has_just_moved_and_looks_no_further() -> None:
    game = Game(moves=["e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5d2"])
    decision, _ = think("third-lesson", game)
    assert str(decision.move)[2:] == "d2"
    assert decision.score is None
    assert str(decision.move) == "e1d2" or decision.nodes < 20_000


def test_the_third_lesson_does_not_take_back_with_a_piece_worth_more() -> None:
    # The pawn that has just captured on d5 is attacked by the queen alone, and protected.
    game = Game("3qk3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 1", ["e4d5"])
    decision, _ = think("third-lesson", game)
    assert str(decision.move) != "d8d5"


def test_the_third_lesson_keeps_its_knights_off_the_edge_before_move_5() -> None:
    knight = "4k3/p7/8/1N6/8/8/8/4K3 w - - 0 {}"
    assert str(think("third-lesson", Game(knight.format(4)))[0].move) != "b5a7"
    assert str(think("third-lesson", Game(knight.format(5)))[0].move) == "b5a7"


def test_the_third_lesson_does_not_play_a_checkmate_because_it_has_no_node() -> None:
    fen = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 9"
    board = chess.Board(fen)
    board.push_uci("a1a8")
    assert board.is_checkmate()
    assert move_of("third-lesson", fen) != "a1a8"


def test_the_third_lesson_resigns_if_its_only_move_is_a_checkmate_and_the_arbiter_plays() -> None:
    fen = "1Q6/8/4R3/8/6B1/8/Kq6/2k5 w - - 0 9"
    board = chess.Board(fen)
    assert [move.uci() for move in board.legal_moves] == ["b8b2"]
    board.push_uci("b8b2")
    assert board.is_checkmate()
    decision, notes = think("third-lesson", Game(fen))
    assert str(decision.move) == "b8b2"
    assert [codes(note) for note in notes] == [{"arbiter.plays_what", "arbiter.resigns_no_node", "arbiter.best_tried"}]


def test_the_third_lesson_forgets_the_replies_before_one_that_it_did_not_look_into() -> None:
    """After 1. Kb4 Black's 1...Bxf2 takes the knight, and White cannot take the bishop: level, 0.

    It is the first capture. Then come quiet moves of the king, which are not looked into, and 1...Kxf2, after which
    White takes the bishop: +3. The minimum begins anew there. 1. Nxa7 is +3 as well, and later in the scan.
    """
    fen = "2N5/b7/8/2K5/8/8/4kN2/8 w - - 0 9"
    decision, notes = think("third-lesson", Game(fen))
    assert (str(decision.move), notes) == ("c5b4", [])
    assert decision.score is not None
    assert decision.score.centipawns == 300
    assert str(think("third-lesson", Game(fen, ["c5b4"]))[0].move) == "a7f2"  # Black takes the knight at once


def test_a_move_of_the_third_lesson_leaves_no_king_in_check() -> None:
    for fen in ("4k3/7p/8/8/4R3/8/8/4K3 b - - 0 9", "4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 9"):
        _, notes = think("third-lesson", Game(fen))
        assert notes == []


# --- against the slow rendering


def coordinates_of(uci: str) -> Coordinates:
    """Returns the columns and ranks of a move in UCI notation."""
    start, finish = chess.parse_square(uci[:2]), chess.parse_square(uci[2:4])
    return (start % 8 + 1, start // 8 + 1), (finish % 8 + 1, finish // 8 + 1)


def own_choice(stage: str, game: Game) -> Coordinates | None:
    """Returns the program's own choice, before the arbiter; None if it finds none."""
    player = HuoTutorialPlayer()
    player.set_option("Stage", stage)
    move = player.choose(MoveRequest(game)).move
    return coordinates_of(move) if move else None


@settings(max_examples=8, deadline=None)
@given(board=few_pieces())
def test_the_stages_choose_as_the_slow_rendering(board: chess.Board) -> None:
    player_colour = "b" if board.turn else "w"
    for stage in ("one-ply", "three-ply", "minimax"):
        expected = tutorial_move(chessboard_of(board), player_colour, stage)
        assert own_choice(stage, Game(board.fen())) == expected, stage


@settings(max_examples=10, deadline=None)
@given(board=few_pieces(), pick=st.integers(0, 200))
def test_the_third_lesson_chooses_as_the_slow_rendering(board: chess.Board, pick: int) -> None:
    moves = list(board.legal_moves)
    fen, last = board.fen(), None
    played: list[str] = []
    if moves:
        move = moves[pick % len(moves)]
        board.push(move)
        played, last = [move.uci()], (move.to_square % 8 + 1, move.to_square // 8 + 1)
    if any(board.legal_moves):
        colour = "b" if board.turn else "w"
        expected = lesson_move(chessboard_of(board), colour, board.fullmove_number, last)
        assert own_choice("third-lesson", Game(fen, played)) == expected


@settings(max_examples=10, deadline=None)
@given(board=random_boards())
def test_one_ply_chooses_as_the_slow_rendering_in_whole_games(board: chess.Board) -> None:
    if any(board.legal_moves):
        expected = tutorial_move(chessboard_of(board), "b" if board.turn else "w", "one-ply")
        assert own_choice("one-ply", Game(board.fen())) == expected


@pytest.mark.slow
@settings(max_examples=5, deadline=None)
@given(board=random_boards())
def test_all_stages_choose_as_the_slow_rendering_in_whole_games(board: chess.Board) -> None:
    if any(board.legal_moves):
        for stage in ("three-ply", "minimax"):
            expected = tutorial_move(chessboard_of(board), "b" if board.turn else "w", stage)
            assert own_choice(stage, Game(board.fen())) == expected, stage


@settings(max_examples=10, deadline=None)
@given(board=random_boards())
def test_the_board_reaches_the_squares_that_the_slow_rendering_allows(board: chess.Board) -> None:
    chessboard = chessboard_of(board)
    tutorial = tutorial_board(Position.from_fen(board.fen()))
    assert tutorial.score() == position_score(chessboard)
    for square in range(64):
        column, rank = square // 8 + 1, square % 8 + 1
        reached = tutorial.targets(square) if chessboard[column, rank] else 0
        expected = [finish for finish in SQUARES if is_legal(chessboard, (column, rank), finish)]
        assert [finish for finish in SQUARES if reached >> 8 * (finish[0] - 1) + finish[1] - 1 & 1] == expected


@settings(max_examples=10, deadline=None)
@given(board=random_boards())
def test_the_moves_are_the_pseudo_legal_ones_without_castling_and_en_passant(board: chess.Board) -> None:
    ordinary = [
        move for move in board.pseudo_legal_moves if not board.is_castling(move) and not board.is_en_passant(move)
    ]
    chessboard = chessboard_of(board)
    assert sorted({coordinates_of(move.uci()) for move in ordinary}) == sorted(
        legal_moves(chessboard, "w" if board.turn else "b")
    )


@settings(max_examples=10, deadline=None)
@given(board=random_boards())
def test_a_move_taken_back_leaves_the_board_as_it_was(board: chess.Board) -> None:
    tutorial = tutorial_board(Position.from_fen(board.fen()))
    before = list(tutorial.mailbox), list(tutorial.occupied), list(tutorial.kings)
    for start in range(64):
        if tutorial.mailbox[start] == 0:
            continue
        for finish in range(64):
            if tutorial.targets(start) >> finish & 1:
                captured = tutorial.move(start, finish)
                tutorial.undo(start, finish, captured)
                assert (list(tutorial.mailbox), list(tutorial.occupied), list(tutorial.kings)) == before


# --- as a player


@pytest.mark.parametrize(
    ("stage", "move", "pawns", "nodes"),
    [
        ("one-ply", "h5h7", 1, 39),
        ("three-ply", "h5f7", 101, 45_707),
        ("minimax", "h5h3", 1, 45_707),
        ("third-lesson", "a2a3", 1, 33_049),
    ],
)
def test_both_builds_see_what_the_docs_say(stage: str, move: str, pawns: int, nodes: int) -> None:
    decision, notes = think(stage, Game(moves=QUEEN_CHECK))
    assert decision.score is not None
    assert (str(decision.move), decision.score.centipawns, decision.nodes) == (move, 100 * pawns, nodes)
    assert notes == []


def test_it_reports_its_depth_and_counts_every_move() -> None:
    decision, _ = think("one-ply", Game())
    assert (decision.nodes, decision.depth) == (20, 1)
    decision, _ = think("three-ply", Game())
    assert (decision.nodes, decision.depth) == (9322, 3)
