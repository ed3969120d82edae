"""FirstChess: the replies of the original, and its quirks."""

from __future__ import annotations

import json

import pytest
from decisions import DecisionRecord
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import codes
from scenarios import DATA, array_of
from steered_games import drawn

from modern.engine.control import Control
from modern.players import Game, OptionError, player_named
from modern.players.museum.cores.firstchess import (
    KING,
    MATE,
    NODE_MOVES,
    FirstChessBoard,
    FirstChessSearch,
    destination_of,
)
from modern.players.museum.firstchess import FirstChessPlayer, board_of, uci_of
from modern.rules import Move, Position
from modern.rules.fen import INITIAL_FEN

REPLIES = json.loads((DATA / "firstchess-replies.json").read_text())

#: White may castle, promote by a push and by two captures; Black may capture on h1, g1 and e1.
SHARP = "r1n1k2r/1P1p1p2/8/3pP3/4Pp2/3q4/5p1p/R3K1NR w KQkq - 0 1"
#: White captures a rook on a8 or the knight on c8 with its pawn.
WHITE_CAPTURES = "r1n4k/1P6/8/8/8/8/8/K7 w - - 0 1"
BLACK_CAPTURES = "K7/8/8/8/8/8/1p6/R1N4k b - - 0 1"
STARTS = (INITIAL_FEN, SHARP, WHITE_CAPTURES, BLACK_CAPTURES, "k7/4P3/8/8/8/8/4p3/K7 w - - 0 1")


class Answer(DecisionRecord):
    """What FirstChess answers in a game."""

    def __init__(self, game: Game, depth: int = 5, only: str = "", control: Control | None = None) -> None:
        super().__init__(player_named(f"firstchess[Depth={depth}]"), game, only=only, control=control)

    def figures(self) -> tuple[str, int, int | None]:
        """Returns the move, the nodes and the score of the report."""
        (report,) = self.reports
        return str(report.pv[0]), report.nodes, report.score.centipawns


def answered(fen: str, moves: str = "", depth: int = 5, only: str = "") -> Answer:
    return Answer(Game(fen, moves.split()), depth, only)


def core_at(fen: str) -> FirstChessBoard:
    return board_of(Position.from_fen(fen))


def searched(board: FirstChessBoard, depth: int) -> tuple[str, int, int]:
    """Returns the last best root move, the nodes and the value of a search that nothing stops."""
    search = FirstChessSearch(board, lambda: False, 1 << 40)
    value = search.search(-MATE, MATE, depth, 0)
    return uci_of(search.best[-1]) if search.best else "", search.nodes, value


def generated(board: FirstChessBoard) -> list[int]:
    moves = array_of([0] * int(NODE_MOVES))
    end = board.generate(moves, 0)
    return [*moves][:end]


def move_names(board: FirstChessBoard) -> list[str]:
    return [uci_of(move) for move in generated(board)]


def make(board: FirstChessBoard, uci: str) -> None:
    board.make(next(move for move in generated(board) if uci_of(move) == uci))


def contents(board: FirstChessBoard) -> tuple[object, ...]:
    return [*board.piece], [*board.colour], [*board.kings], board.side, board.material


def assert_replies(moves: list[tuple[str, str, int, int]], count: int) -> None:
    game = Game()
    for ply, (move, reply, nodes, score) in enumerate(moves):
        game.make(Move.from_uci(move))
        if ply < count:
            assert Answer(game).figures() == (reply, nodes, score)
        game.make(Move.from_uci(reply))


@pytest.mark.parametrize("index", range(len(REPLIES)))
def test_its_first_reply_is_that_of_the_original(index: int) -> None:
    assert_replies(REPLIES[index], 1)


@pytest.mark.slow
@pytest.mark.both_builds
@pytest.mark.parametrize("index", range(len(REPLIES)))
def test_its_replies_are_those_of_the_original(index: int) -> None:
    assert_replies(REPLIES[index], len(REPLIES[index]))


@pytest.mark.slow
def test_the_most_expensive_of_many_random_positions() -> None:
    # The original gives the same figures. Most positions need some thousands of nodes.
    fen = "3k3r/rpp1bpp1/p3b3/P1pn1B1p/6n1/1P2PPq1/1B1P2PP/RN1Q1KNR w - - 7 18"
    assert Answer(Game(fen)).figures() == ("f1e2", 1_039_611, -800)


def picks_of_up_to(plies: int) -> st.SearchStrategy[bytes]:
    """Draws a number for each ply of a game, by which a legal move is picked. All lengths are equally likely."""
    return st.integers(0, plies).flatmap(lambda length: st.binary(min_size=length, max_size=length))


@pytest.mark.hypothesis
def test_random_games_start_from_every_position_and_last_for_many_plies() -> None:
    found = drawn(st.tuples(st.sampled_from(STARTS), picks_of_up_to(40)), 150)
    assert {fen for fen, _ in found} == set(STARTS)
    assert sum(len(picks) > 20 for _, picks in found) > 20
    assert len({pick for _, picks in found for pick in picks}) > 100


@settings(max_examples=12)
@given(st.sampled_from(STARTS), picks_of_up_to(40))
def test_moves_that_are_taken_back_leave_no_trace(fen: str, picks: bytes) -> None:
    board = core_at(fen)
    made = []
    for pick in picks:
        moves = [move for move in generated(board) if board.piece[destination_of(move)] != KING]
        if not moves:
            break
        before = contents(board)
        move = moves[pick % len(moves)]
        made.append((before, move, board.make(move)))
    before = contents(board)
    searched(board, 1)
    assert contents(board) == before
    for before, move, captured in reversed(made):
        board.unmake(move, captured)
        assert contents(board) == before


def test_the_moves_of_the_initial_position_in_its_order() -> None:
    pawns = [f"{file}2{file}{rank}" for file in "abcdefgh" for rank in "34"]
    assert move_names(core_at(INITIAL_FEN)) == [*pawns, "b1c3", "b1a3", "g1h3", "g1f3"]


def test_a_queen_moves_along_the_diagonals_first_and_a_king_along_the_lines() -> None:
    moves = move_names(core_at("8/8/1p1p1p2/8/1p1Q1p2/8/1p1p1p2/k6K w - - 0 1"))
    queen = "d4c5 d4b6 d4e5 d4f6 d4e3 d4f2 d4c3 d4b2 d4c4 d4b4 d4e4 d4f4 d4d5 d4d6 d4d3 d4d2"
    assert moves[:16] == queen.split()
    king = "d4c4 d4e4 d4d5 d4d3 d4c5 d4e5 d4c3 d4e3"
    assert move_names(core_at("k7/8/8/8/3K4/8/8/8 w - - 0 1")) == king.split()


def test_a_knight_moves_in_its_own_order() -> None:
    knight = "d4f5 d4b5 d4e6 d4c6 d4b3 d4f3 d4c2 d4e2"
    assert move_names(core_at("k7/8/8/8/3N4/8/8/7K w - - 0 1"))[:8] == knight.split()


def test_it_neither_castles_nor_captures_en_passant() -> None:
    assert "e1g1" not in move_names(core_at("4k3/8/8/8/8/8/8/4K2R w K - 0 1"))
    game = Game("4k3/8/8/8/5p2/8/4P3/4K3 w - - 0 1", ["e2e4"])
    assert "f4e3" in [str(move) for move in game.position.legal_moves()]
    assert "f4e3" not in move_names(board_of(game.position))


def test_an_opponent_who_castles_has_moved_both_pieces() -> None:
    game = Game("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", ["e1c1"])
    assert contents(board_of(game.position)) == contents(core_at("4k3/8/8/8/8/8/8/2KR3R b - - 0 1"))


def test_a_pawn_captured_en_passant_is_off_its_board() -> None:
    game = Game("4k3/8/8/4Pp2/8/8/8/4K3 w - f6 0 1", ["e5f6"])
    assert contents(board_of(game.position)) == contents(core_at("4k3/8/5P2/8/8/8/8/4K3 b - - 0 1"))


@pytest.mark.parametrize("letter", "qrbn")
def test_an_opponent_who_promotes_by_a_capture_has_the_piece(letter: str) -> None:
    game = Game("r5k1/1P6/8/8/8/8/8/K7 w - - 0 1", [f"b7a8{letter}"])
    expected = core_at(f"{letter.upper()}5k1/8/8/8/8/8/8/K7 b - - 0 1")
    assert contents(board_of(game.position)) == contents(expected)
    assert Answer(game, 3).figures() == searched(expected, 3)


def test_a_push_to_the_last_rank_promotes_to_each_piece_and_a_capture_to_none() -> None:
    white, black = "b7b8q b7b8r b7b8b b7b8n b7a8 b7c8", "b2b1q b2b1r b2b1b b2b1n b2a1 b2c1"
    assert move_names(core_at(WHITE_CAPTURES))[:6] == white.split()
    assert move_names(core_at(BLACK_CAPTURES))[:6] == black.split()


def test_a_pawn_that_captures_on_the_last_rank_stays_a_pawn_and_never_moves_again() -> None:
    board = core_at(WHITE_CAPTURES)
    make(board, "b7a8")
    assert board.piece[0] == 0
    assert board.evaluate() == 300 - 100  # Black to move has a knight for the pawn
    make(board, "c8b6")
    assert [move for move in move_names(board) if move.startswith("a8")] == []


@pytest.mark.parametrize(
    ("fen", "move"),
    [("5nr1/5kPK/8/8/8/8/8/2q5 w - - 0 1", "g7f8q"), ("2Q5/8/8/8/8/8/5Kpk/5NR1 b - - 0 1", "g2f1q")],
)
def test_its_capture_on_the_last_rank_is_played_as_a_queen(fen: str, move: str) -> None:
    # The only legal moves capture the knight that gives check.
    answer = answered(fen, depth=2)
    assert answer.move == move
    assert answer.notes == [f"it captures on {move[2:4]} and leaves the pawn a pawn; the arbiter plays {move}"]
    assert answer.decision.by_arbiter
    assert [str(move) for move in answer.decision.pv] == [move]


def test_the_leaf_is_seen_by_the_opponent_so_it_gives_material_away() -> None:
    # Taking the queen with the pawn would leave Black nothing; the leaf value says that this is bad for White.
    fen = "7k/8/8/3q4/4P3/8/8/K7 w - - 0 1"
    move, _, value = searched(core_at(fen), 1)
    assert move == "e4e5"
    assert value == 900 - 100


def test_the_score_is_reported_as_the_search_returns_it() -> None:
    (report,) = answered("7k/8/8/3q4/4P3/8/8/K7 w - - 0 1", depth=1).reports
    assert (report.score.centipawns, report.score.mate, report.nodes) == (800, None, 1)


def test_the_first_of_equal_moves_is_chosen() -> None:
    assert answered(INITIAL_FEN, depth=1).move == "a2a3"


def test_a_mate_is_worth_10000_less_the_plies_to_it_and_is_no_mate_score() -> None:
    answer = answered("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", depth=2)
    (report,) = answer.reports
    assert (answer.move, report.score.centipawns, report.score.mate) == ("f7e8", 9999, None)


def test_being_mated_is_worth_minus_10000_and_the_plies_to_it() -> None:
    _, nodes, value = searched(core_at("5Q1k/8/6K1/8/8/8/8/8 b - - 0 1"), 5)
    assert (nodes, value) == (1, -10_000)


def test_a_mate_at_the_leaves_is_not_seen() -> None:
    assert searched(core_at("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"), 1)[2] == -900


def test_stalemate_is_worth_nothing() -> None:
    assert searched(core_at("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), 5) == ("", 1, 0)


def test_if_only_en_passant_is_legal_it_finds_no_move_and_the_arbiter_plays() -> None:
    answer = answered("8/8/7R/k7/pP1N4/3N4/8/4K3 b - b3 0 1")
    assert answer.move == "a4b3"
    assert [codes(note) for note in answer.notes] == [
        {"arbiter.plays_what", "arbiter.finds_none", "arbiter.first_legal"}
    ]
    assert answer.figures() == ("a4b3", 1, -10_000)


def test_it_finds_no_move_if_it_is_ten_thousand_points_behind() -> None:
    # Fail hard: a value of 10,000 or more cuts off at the root before a move is stored.
    fen = "QQQQQQQ1/QQ5R/7R/8/8/BBNN4/8/K1k5 b - - 0 1"
    assert searched(core_at(fen), 1) == ("", 1, 10_000)


def test_stopped_before_it_begins_it_searches_nothing() -> None:
    control = Control()
    control.stop()
    assert Answer(Game(), 9, control=control).reports == []


def test_its_depth_is_1_to_9() -> None:
    player = FirstChessPlayer()
    assert player.settings["Depth"] == "5"
    for depth in ("0", "10", "five"):
        with pytest.raises(OptionError, match="expected a whole number from 1 to 9"):
            player.set_option("Depth", depth)
