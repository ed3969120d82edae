"""Adding to the annotations of a game, and keeping those that it has."""

from __future__ import annotations

import io

import chess.pgn
import pytest

from modern.analysis.annotating import MoveNote, annotated_pgn
from modern.game.move_notes import annotation_of
from modern.game.pgn_reading import numbered_game

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
NOTES = {
    1: MoveNote(centipawns=-35),
    2: MoveNote(mate=-3, glyph=4, comment="Blunder {very}.", variation=("c7c5", "g1f3")),
    3: MoveNote(glyph=6, variation=("f2f4",)),
    4: MoveNote(glyph=2),
    5: MoveNote(glyph=2),
}


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
    game, _ = numbered_game(annotated_pgn(ANNOTATED, NOTES, "Annie"), 1)
    found = [annotation_of(move) for move in game.moves]
    assert [at.evaluation for at in found] == ["-0.35", "#-3", "", "", ""]
    assert [at.clock for at in found] == ["0:05:00", "0:05:00", "", "", "0:04:58.3"]
    assert found[1].comment == "Blunder (very)."
    assert found[1].variations == ("1... c5 2. Nf3",)


def test_a_move_with_a_glyph_keeps_it_and_gets_no_other() -> None:
    game, _ = numbered_game(annotated_pgn(ANNOTATED, NOTES, "Annie"), 1)
    assert [move.nags for move in game.moves] == [(), (1,), (6,), (6,), (2,)]


def test_a_variation_that_is_there_is_not_added_again() -> None:
    game, _ = numbered_game(annotated_pgn(ANNOTATED, NOTES, "Annie"), 1)
    assert len(game.moves[2].variations) == 1


def test_annotating_again_changes_nothing() -> None:
    once = annotated_pgn(ANNOTATED, NOTES, "Annie")
    assert annotated_pgn(once, NOTES, "Bert") == once


def test_an_error_in_a_variation_leaves_the_variations_out(capfd: pytest.CaptureFixture[str]) -> None:
    text = annotated_pgn("1. e4 (1. e5 d5) 1... e5 {kept} *", {1: MoveNote(centipawns=10)}, "Annie")
    assert text.endswith("1. e4 { [%eval 0.10] } 1... e5 { kept } *\n")
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("length", range(40, 80))
def test_a_command_is_never_broken_between_two_lines(length: int) -> None:
    pgn = f"1. e4 {{ {'x' * length} [%clk 0:05:00] [%eval 0.25] }} *"
    text = annotated_pgn(pgn, {1: MoveNote(centipawns=-125)}, "Annie")
    assert all(line.count("[%") == line.count("]") for line in text.splitlines() if "%" in line)
    assert max(map(len, text.splitlines())) <= 80
    game, _ = numbered_game(text, 1)
    assert (annotation_of(game.moves[0]).clock, annotation_of(game.moves[0]).evaluation) == ("0:05:00", "-1.25")
