"""Adding to the annotations of a game, and keeping those that it has."""

from __future__ import annotations

import io

import chess.pgn
import pytest

from modern.analysis.formats import annotated
from modern.game.game import Game
from modern.game.move_notes import MoveNote, VariationMove
from modern.game.pgn_reading import numbered_game
from modern.game.pgn_writing import pgn_as_read, variation_text
from modern.report import Score

ANNOTATED = """\
[Event "Rated blitz game"]
[Site "https://lichess.org/abcdefgh"]
[White "one"]
[Black "two"]
[Result "1-0"]
[WhiteElo "1500"]
[TimeControl "300+0"]

{ A friendly game. } 1. e4 { [%eval 0.2] [%clk 0:05:00] } 1... e5 $1 { [%clk 0:05:00] } 2. Nf3 (2. f4 exf4 {accepted}
3. Nf3 (3. Bc4)) 2... Nc6?! { Inaccuracy. } 3. Bb5 {[%clk 0:04:58.3] [%emt 0:00:01]} 1-0
"""
#: Scores are for the side that made the move.
NOTES = [
    MoveNote(Score(-35)),
    MoveNote(
        Score(mate=3),
        comment="Blunder {very}.",
        glyphs=(4,),
        variations=((VariationMove("c7c5"), VariationMove("g1f3")),),
    ),
    MoveNote(glyphs=(6,), variations=((VariationMove("f2f4"),),)),
    MoveNote(glyphs=(2,)),
    MoveNote(glyphs=(2,)),
]


def annotated_pgn(text: str, notes: list[MoveNote], annotator: str) -> str:
    return pgn_as_read(annotated(numbered_game(text), notes, annotator))


def game_of(text: str) -> chess.pgn.Game:
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    assert not game.errors
    return game


def test_headers_comments_clocks_and_variations_stay() -> None:
    before, after = game_of(ANNOTATED), game_of(annotated_pgn(ANNOTATED, NOTES, "Annie"))
    assert dict(after.headers) == {**before.headers, "Annotator": "Annie"}
    assert after.comment == "A friendly game."
    for old, new in zip(before.mainline(), after.mainline(), strict=True):
        assert new.clock() == old.clock()
        assert new.emt() == old.emt()
        assert new.nags >= old.nags
    third = after.next().next()  # type: ignore[union-attr]
    assert third is not None
    assert str(third.variations[1].variation(0).comment) == "accepted"


def test_an_evaluation_is_replaced_and_others_are_added() -> None:
    game = numbered_game(annotated_pgn(ANNOTATED, NOTES, "Annie"))
    found = game.notes
    assert [at.evaluation for at in found] == ["-0.35", "#-3", "", "", ""]
    assert [at.clock for at in found] == ["0:05:00", "0:05:00", "", "", "0:04:58.3"]
    assert found[1].text == "Blunder (very)."
    after_e4 = Game(moves=["e2e4"]).position.fen()
    assert [variation_text(after_e4, variation) for variation in found[1].variations] == ["1... c5 2. Nf3"]


def test_the_score_of_a_better_line_is_shown_at_its_first_move() -> None:
    line = (VariationMove("e7e6", MoveNote(comment="[%eval -0.35]")), VariationMove("d2d4"), VariationMove("d7d5"))
    game = numbered_game(annotated_pgn("1. e4 e5 *", [MoveNote(), MoveNote(variations=(line,))], "Annie"))
    assert variation_text(Game(moves=["e2e4"]).position.fen(), game.notes[1].variations[0]) == "1... e6 -0.35 2. d4 d5"


def test_a_move_with_a_glyph_keeps_it_and_gets_no_other() -> None:
    game = numbered_game(annotated_pgn(ANNOTATED, NOTES, "Annie"))
    assert [note.glyphs for note in game.notes] == [(), (1,), (6,), (6,), (2,)]


def test_a_variation_that_is_there_is_not_added_again() -> None:
    game = numbered_game(annotated_pgn(ANNOTATED, NOTES, "Annie"))
    assert len(game.notes[2].variations) == 1


def test_a_variation_that_stands_inside_another_is_not_added_again() -> None:
    text = "1. e4 (1. d4 (1. c4) d5) e5 *"
    for move in ("e2e4", "d2d4", "c2c4"):
        game = annotated(numbered_game(text), [MoveNote(variations=((VariationMove(move),),))], "Annie")
        assert len(game.notes[0].variations) == 1


def test_annotating_again_changes_nothing() -> None:
    once = annotated_pgn(ANNOTATED, NOTES, "Annie")
    assert annotated_pgn(once, NOTES, "Bert") == once


def test_an_error_in_a_variation_leaves_the_variations_out(capfd: pytest.CaptureFixture[str]) -> None:
    text = annotated_pgn("1. e4 (1. e5 d5) 1... e5 {kept} *", [MoveNote(Score(10))], "Annie")
    assert text.endswith("1. e4 { [%eval 0.10] } 1... e5 { kept } *\n")
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("length", range(40, 79))
def test_a_command_is_never_broken_between_two_lines(length: int) -> None:
    pgn = f"1. e4 {{ {'x' * length} [%clk 0:05:00] [%eval 0.25] }} *"
    text = annotated_pgn(pgn, [MoveNote(Score(-125))], "Annie")
    assert all(line.count("[%") == line.count("]") for line in text.splitlines() if "%" in line)
    assert max(map(len, text.splitlines())) <= 80
    game = numbered_game(text)
    assert (game.notes[0].clock, game.notes[0].evaluation) == ("0:05:00", "-1.25")


def test_the_game_that_is_annotated_stays_as_it_was() -> None:
    game = numbered_game(ANNOTATED)
    headers, notes = dict(game.headers), list(game.notes)
    assert annotated(game, NOTES, "Annie").notes != notes
    assert (game.headers, game.notes) == (headers, notes)
