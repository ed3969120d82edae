"""A game: its moves, what is said about them, and how they are written."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given, settings
from scenarios import random_boards

from modern.game.game import BLACK, RESIGNATION, WHITE, Ending, Game
from modern.game.move_notes import MoveNote
from modern.rules import IllegalMove

BLACK_TO_MOVE = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"


def test_a_move_taken_back_takes_its_note_along() -> None:
    game = Game(moves=["e2e4"])
    game.make(game.position.parse_uci("e7e5"), MoveNote(seconds=1.5))
    assert [note.seconds for note in game.notes] == [None, 1.5]
    game.take_back()
    assert (game.uci_moves, game.notes) == (["e2e4"], [MoveNote()])


def test_an_illegal_move_changes_nothing() -> None:
    game = Game()
    move = Game(moves=["e2e4"]).position.parse_uci("e7e5")
    with pytest.raises(IllegalMove):
        game.make(move)
    assert (game.moves, game.notes, game.position.fen()) == ([], [], game.start)


def test_the_side_that_made_a_ply_is_known_from_either_start() -> None:
    game = Game(BLACK_TO_MOVE, ["e8e7", "e2e4", "e7e6"])
    assert [game.side_at(ply) for ply in range(4)] == [BLACK, WHITE, BLACK, WHITE]
    assert [*game.plies_of(BLACK)] == [0, 2]
    assert [*game.plies_of(WHITE)] == [1]
    assert [*game.plies_of(BLACK, 1)] == [2]
    assert [*game.plies_of(WHITE, 2)] == []


def test_the_first_plies_are_a_game_of_their_own() -> None:
    game = Game(moves=["e2e4", "e7e5", "g1f3"], headers={"White": "Anna"})
    game.notes[0] = MoveNote(comment="the king's pawn")
    game.introduction = "A friendly game."
    part = game.up_to(2)
    assert (part.uci_moves, part.notes[0].comment, part.introduction) == (
        ["e2e4", "e7e5"],
        "the king's pawn",
        "A friendly game.",
    )
    assert part.headers == {}
    part.take_back()
    assert len(game.moves) == 3


@settings(max_examples=25)
@given(random_boards())
def test_written_moves_are_python_chess_s_also_after_moves_taken_back(board: chess.Board) -> None:
    game = Game(board.root().fen())
    replayed = board.root()
    for ply, move in enumerate(board.move_stack):
        expected = replayed.san(move)
        replayed.push(move)
        game.make(game.position.parse_uci(move.uci()))
        if ply % 3 == 0:
            assert game.written_moves()[-1] == (expected, game.position.fen())
    assert [san for san, _ in game.written_moves()] == _sans(board)
    assert all(chess.Board(fen).fen() == fen for _, fen in game.written_moves())
    if len(game.moves) > 1:
        game.take_back()
        game.take_back()
        assert [san for san, _ in game.written_moves()] == _sans(board)[:-2]


def _sans(board: chess.Board) -> list[str]:
    replayed, sans = board.root(), []
    for move in board.move_stack:
        sans.append(replayed.san(move))
        replayed.push(move)
    return sans


def test_the_king_in_check_is_named_by_its_square() -> None:
    assert Game(moves=["f2f3", "e7e5", "g2g4", "d8h4"]).check_square == "e1"
    assert Game().check_square is None


@pytest.mark.parametrize(
    ("ending", "sentence", "comment"),
    [
        (Ending(WHITE, "checkmate"), "Checkmate: White wins, 1-0.", "Black loses by checkmate."),
        (Ending(None, "stalemate"), "Stalemate: a draw, 1/2-1/2.", "Drawn by stalemate."),
        (
            Ending(BLACK, "time forfeit", "1.2 s used of 1.0 s"),
            "Time forfeit: Black wins, 0-1 (1.2 s used of 1.0 s).",
            "White loses by time forfeit: 1.2 s used of 1.0 s.",
        ),
    ],
)
def test_an_ending_is_told_to_players_and_to_the_record_of_a_match(ending: Ending, sentence: str, comment: str) -> None:
    assert (ending.sentence, ending.comment) == (sentence, comment)


def test_the_result_is_that_of_the_ending_or_of_the_header() -> None:
    game = Game(headers={"Result": "1/2-1/2"})
    assert (Game().result, game.result) == ("*", "1/2-1/2")
    game.ending = Ending(BLACK, RESIGNATION)
    assert game.result == "0-1"


def test_a_comment_says_clock_and_evaluation_to_programs_and_the_rest_to_readers() -> None:
    note = MoveNote(comment="[%eval -0.5,12] a plan [%clk 0:04:58]", comment_before="Now", glyphs=(5, 141))
    assert (note.text, note.clock, note.evaluation) == ("Now a plan", "0:04:58", "-0.50 at depth 12")
    assert note.glyph_signs == "!? $141"
    assert MoveNote(comment="[%eval #-3]").evaluation == "#-3"
