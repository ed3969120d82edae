"""The novice opponent: its board, its scores, and its recursion against the plain one."""

from __future__ import annotations

import chess
import pytest
from decisions import DecisionRecord
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_novice import (
    PlainBoard,
    PlainMove,
    accessible,
    available,
    hypothetical,
    pick_best_move,
    plain_board,
    score,
    strength,
)
from refusals import codes
from scenarios import few_pieces, random_boards

from modern.players import Decision, Game, player_named
from modern.players.museum.cores.novice_board import NoviceBoard
from modern.players.museum.cores.novice_search import NoviceSearch
from modern.players.museum.novice import NovicePlayer, novice_board, root_moves, side_to_move
from modern.rules import Move
from modern.rules.pieces import BLACK, PIECE_LETTERS, WHITE


def think(game: Game, depth: int = 4, only: tuple[str, ...] = ()) -> tuple[Decision, list[str]]:
    """Returns the decision at a depth, and the arbiter's notes."""
    record = DecisionRecord(player_named(f"novice[Depth={depth}]"), game, only=" ".join(only))
    return record.decision, record.notes


def own_choice(game: Game, depth: int) -> tuple[int, str]:
    """Returns the value in points of the program's own choice, and the move in UCI notation."""
    search = NoviceSearch(novice_board(game), side_to_move(game), depth, lambda: False)
    search.pick_best_move(root_moves(game))
    return search.best_value, Move(search.best).uci()


def plain_choice(game: Game, board: PlainBoard, depth: int) -> tuple[int, str]:
    """Returns the same from the plain recursion."""
    white = game.position.side == "white"
    value, move = pick_best_move(board, white, white, depth)
    assert move is not None
    return value, plain_uci(move)


def plain_uci(move: PlainMove) -> str:
    """Returns a move of the plain board in UCI notation."""
    return chess.square_name(move[0]) + chess.square_name(move[1]) + move[2]


def game_of(board: chess.Board) -> Game:
    """Returns the game that led to a python-chess board."""
    return Game(board.root().fen(), [move.uci() for move in board.move_stack])


def has_a_move(board: chess.Board) -> bool:
    return any(board.legal_moves)


def contents(board: NoviceBoard) -> tuple[object, ...]:
    """Returns everything that a board holds."""
    arrays = [list(board.mailbox), list(board.bitboards), list(board.material), list(board.most_squares)]
    return (*arrays, board.castling_rights, board.en_passant_square)


# --- the search


@settings(max_examples=8, deadline=None)
@given(board=few_pieces().filter(has_a_move), depth=st.integers(1, 3))
def test_it_chooses_as_the_plain_recursion(board: chess.Board, depth: int) -> None:
    game = game_of(board)
    assert own_choice(game, depth) == plain_choice(game, plain_board(board), depth)


@settings(max_examples=10, deadline=None)
@given(board=random_boards())
def test_it_chooses_as_the_plain_recursion_one_ply_ahead_in_whole_games(board: chess.Board) -> None:
    game = game_of(board)
    if any(board.legal_moves):
        assert own_choice(game, 1) == plain_choice(game, plain_board(board), 1)


@pytest.mark.parametrize(
    "fen",
    [
        "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",  # promotions
        "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",  # en passant
        "4k2r/8/8/8/8/8/8/4K3 b k - 0 1",  # castling
        "7k/5Q2/8/8/8/8/8/K7 b - - 0 1",  # stalemate: the side to move has only moves that lose its king
        "k7/p7/P7/8/8/8/p7/K7 w - - 0 1",
        "4k3/8/8/8/8/8/4n3/6K1 w - - 0 1",  # in check
    ],
)
def test_it_chooses_as_the_plain_recursion_four_plies_ahead(fen: str) -> None:
    game = Game(fen)
    for depth in (3, 4):
        assert own_choice(game, depth) == plain_choice(game, plain_board(chess.Board(fen)), depth)


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(board=few_pieces(others=2).filter(has_a_move))
def test_it_chooses_as_the_plain_recursion_at_its_default_depth(board: chess.Board) -> None:
    game = game_of(board)
    assert own_choice(game, 4) == plain_choice(game, plain_board(board), 4)


@pytest.mark.slow
@settings(max_examples=3, deadline=None)
@given(board=random_boards())
def test_it_chooses_as_the_plain_recursion_three_plies_ahead_in_whole_games(board: chess.Board) -> None:
    game = game_of(board)
    if any(board.legal_moves):
        for depth in (2, 3):
            assert own_choice(game, depth) == plain_choice(game, plain_board(board), depth)


def test_the_first_of_equal_moves_is_chosen() -> None:
    board = plain_board(chess.Board())
    values = {move[:2]: score(hypothetical(board, move), True) for move in available(board, True)}
    assert values[chess.E2, chess.E3] == values[chess.E2, chess.E4] == max(values.values()) == 10
    assert own_choice(Game(), 1) == (10, "e2e3")


def test_at_depth_2_it_expects_its_own_worst_move() -> None:
    game = Game("7k/8/8/8/8/8/8/KQ6 w - - 0 1")
    board = plain_board(chess.Board(game.start))
    minimax_value = max(
        min(
            max(score(hypothetical(reply, own), True) for own in available(reply, True))
            for reply in (hypothetical(first, move) for move in available(first, False))
        )
        for first in (hypothetical(board, move) for move in available(board, True))
    )
    value, _ = own_choice(game, 3)
    # Whatever Black replies, White could capture the king. The program expects not to.
    assert minimax_value > 200 > 50 > value


def test_depth_3_still_makes_its_moves_so_it_looks_four_plies_ahead() -> None:
    # White's worst second move puts the king in the rook's way, and Black's second move captures it.
    game = Game("7k/r7/8/8/8/8/8/1QK5 w - - 0 1")
    assert own_choice(game, 4)[0] < -150 < own_choice(game, 3)[0]
    decision, _ = think(game)
    assert decision.depth == 4


def test_a_position_without_moves_is_scored_as_it_stands() -> None:
    # After Kxb1 Black has a blocked pawn only, if its king could not move: it has lost no king, so the score stands.
    board = plain_board(chess.Board("7k/8/8/8/8/8/8/K7 w - - 0 1"))
    squares = list(board.squares)
    squares[chess.H8] = " "
    bare = PlainBoard(tuple(squares), "")
    value, move = pick_best_move(bare, False, False)
    assert move is None
    assert value == score(bare, False) == -203
    game = Game("7k/8/8/8/8/8/8/K7 w - - 0 1")
    novice = novice_board(game)
    king_walk = [Move.from_uci(uci).code for uci in ("a1b2", "b2c3", "c3d4", "d4e5", "e5f6", "f6g7", "g7h8")]
    for code in king_walk:
        novice.make(code)
    search = NoviceSearch(novice, BLACK, 4, lambda: False)
    assert search._lowest(1, BLACK, 10**6) == novice.score(BLACK) == -203


def test_it_does_not_know_check_and_the_arbiter_plays() -> None:
    game = Game("7k/8/8/8/8/5n2/Q7/4K3 w - - 0 1")
    assert own_choice(game, 1)[1] == "a2c4"
    decision, notes = think(game, 1)
    assert {"arbiter.illegal", "arbiter.best_tried"} <= codes(notes[0])
    assert str(decision.move) in notes[0]


def test_the_arbiter_plays_the_move_with_the_highest_value_among_the_legal_ones() -> None:
    fen = "7k/8/8/8/8/5n2/Q7/4K3 w - - 0 1"
    board = chess.Board(fen)
    values = {}
    for move in board.legal_moves:
        after = hypothetical(plain_board(board), (move.from_square, move.to_square, ""))
        values[move.uci()] = score(after, True)
    assert values[str(think(Game(fen), 1)[0].move)] == max(values.values())


# --- the board


@settings(max_examples=12, deadline=None)
@given(board=random_boards())
def test_its_squares_strengths_and_moves_are_those_of_the_plain_board(board: chess.Board) -> None:
    plain, novice = plain_board(board), novice_board(game_of(board))
    for square in range(64):
        if plain.squares[square] != " ":
            reached = novice.targets(square)
            assert {target for target in range(64) if reached >> target & 1} == accessible(plain, square)
    for side, white in ((WHITE, True), (BLACK, False)):
        assert novice.material[side] + novice.mobility(side) == strength(plain, white)
        assert novice.mobility(side) <= novice.most_squares[side]
    expected = [
        chess.square_name(move[0]) + chess.square_name(move[1]) + move[2] for move in available(plain, board.turn)
    ]
    assert [Move(code).uci() for code in root_moves(game_of(board))] == expected


@settings(max_examples=12, deadline=None)
@given(board=random_boards())
def test_its_moves_are_the_pseudo_legal_ones_and_castling_over_attacked_squares(board: chess.Board) -> None:
    own = {Move(code).uci() for code in root_moves(game_of(board))}
    pseudo_legal = {move.uci() for move in board.pseudo_legal_moves}
    assert pseudo_legal <= own
    assert own - pseudo_legal <= {"e1g1", "e1c1", "e8g8", "e8c8"}


@settings(max_examples=8, deadline=None)
@given(board=random_boards())
def test_a_move_taken_back_leaves_the_board_as_it_was(board: chess.Board) -> None:
    game = game_of(board)
    novice, plain = novice_board(game), plain_board(board)
    before = contents(novice)
    for code, move in zip(root_moves(game), available(plain, board.turn), strict=True):
        undo = novice.make(code)
        after = hypothetical(plain, move)
        assert tuple(PIECE_LETTERS[piece] for piece in novice.mailbox) == after.squares
        assert novice.en_passant_square == after.passed
        assert novice.score(WHITE) == score(after, True)
        novice.unmake(code, undo)
        assert contents(novice) == before


def test_a_promotion_is_one_square_and_four_moves() -> None:
    game = Game("7k/P7/8/8/8/8/8/K7 w - - 0 1")
    assert [Move(code).uci() for code in root_moves(game)][-4:] == ["a7a8q", "a7a8r", "a7a8b", "a7a8n"]
    assert novice_board(game).mobility(WHITE) == 3 + 1


def test_castling_and_en_passant_count_as_squares() -> None:
    assert novice_board(Game("k7/8/8/8/8/8/8/4K2R w K - 0 1")).mobility(WHITE) == 5 + 1 + 9
    assert novice_board(Game("k7/8/8/8/8/8/8/4K2R w - - 0 1")).mobility(WHITE) == 5 + 9
    passed = Game("7k/3p4/8/4P3/8/8/8/K7 b - - 0 1", ["d7d5"])
    assert novice_board(passed).mobility(WHITE) == 3 + 2


def test_it_castles_over_an_attacked_square() -> None:
    game = Game("4kr2/8/8/8/8/8/8/4K2R w K - 0 1")
    assert "e1g1" in [Move(code).uci() for code in root_moves(game)]


def test_the_passed_square_is_kept_even_if_the_capture_is_not_legal() -> None:
    # The pawn on e5 is pinned, so the rules of chess know no en passant here.
    game = Game("4r2k/3p4/8/4P3/8/8/8/4K3 b - - 0 1", ["d7d5"])
    assert "e5d6" in [Move(code).uci() for code in root_moves(game)]


# --- as a player


@pytest.mark.both_builds
@pytest.mark.parametrize(
    ("depth", "move", "points", "nodes"),
    [
        (1, "e2e3", 10, 20),
        (2, "e2e3", 0, 135),
        (3, "d2d3", -7, 2020),
        pytest.param(4, "e2e3", -22, 67_003, marks=pytest.mark.slow),
    ],
)
def test_both_builds_see_what_the_docs_say(depth: int, move: str, points: int, nodes: int) -> None:
    decision, notes = think(Game(), depth)
    assert decision.score is not None
    assert (str(decision.move), decision.score.centipawns, decision.nodes) == (move, 100 * points, nodes)
    assert notes == []


def test_its_terms_are_material_and_mobility() -> None:
    terms = NovicePlayer().terms(Game())
    assert [(term.name, term.white, term.black) for term in terms] == [
        ("material", 23900, 23900),
        ("mobility", 2000, 2000),
    ]
