"""The moves and commands of a game as actions, without a terminal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from modern.engine.report import Score
from modern.game.clock import TimeSetting
from modern.game.session import LiveGame, Question, Refusal
from modern.play.program_turn import ProgramTurn
from modern.play.sitting import Sitting
from modern.players import Decision, MoveRequest, Player, PlayerError, Resignation
from modern.players.seats import Seat
from modern.rules import Move


class FirstMovePlayer(Player):
    """Makes the first legal move with a score and a note, or raises `failure`."""

    name = "First"

    def __init__(self, failure: PlayerError | None = None, score: int = 30) -> None:
        super().__init__()
        self.failure, self.score = failure, score

    def decide(self, turn: MoveRequest) -> Decision:
        if self.failure:
            raise self.failure
        turn.note("a note")
        move = turn.game.position.legal_moves()[0]
        return Decision(move, Score(self.score), (move,), 2)


def decide(turn: ProgramTurn) -> Decision:
    return turn.decide(lambda: None)


def not_again(turn: ProgramTurn) -> Decision:
    pytest.fail("it thinks again")


def sitting(*files: Path, black: Player | None = None, fen: str = "") -> Sitting:
    """A human as White, and a human or a program as Black."""
    seats = {"white": Seat("human"), "black": Seat("human")}
    if black:
        seats["black"].player, seats["black"].spec = black, "first"
    return Sitting(LiveGame(seats, fen) if fen else LiveGame(seats), TimeSetting(depth=1), files, pytest.fail)


def test_every_move_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    game = sitting(path, black=FirstMovePlayer())
    game.enter_move("e4", 1.5)
    assert "1. e4 { 1.50s } *" in path.read_text()
    played = game.play_program_move(decide)
    assert played is not None
    assert (played.move, played.notes) == ("1...a6", ("a note",))
    assert re.search(r"a6 \{ \+0\.30/2 \d\.\d\ds a note \} \*", path.read_text())
    assert game.is_saved


def test_a_game_that_cannot_be_saved_goes_on_and_reports_it(tmp_path: Path) -> None:
    game, reported = sitting(tmp_path), list[str]()
    game.report_error = reported.append
    game.enter_move("e4", 0.0)
    assert len(game.live_game.record) == 1
    assert reported == [f"the game was not saved: {tmp_path} cannot be written: it is a directory"]
    assert not game.is_saved


def test_a_text_that_is_not_a_move_is_refused_with_the_nearest_command() -> None:
    game = sitting()
    with pytest.raises(Refusal, match=r"'undoo' is not a move; .*; did you mean undo\?$"):
        game.enter_move("undoo", 0.0)
    with pytest.raises(Refusal, match=r"it can go to e3, e4$"):
        game.enter_move("e2e5", 0.0)


def test_a_program_that_resigns_loses() -> None:
    game = sitting(black=FirstMovePlayer(Resignation("it resigns")))
    game.enter_move("e4", 0.0)
    assert game.play_program_move(decide) is None
    assert game.live_game.ending is not None
    assert game.live_game.ending.winner == "white"


def test_a_program_that_crashes_or_makes_an_illegal_move_cannot_continue() -> None:
    game = sitting(black=FirstMovePlayer(PlayerError("it has ended")))
    game.enter_move("e4", 0.0)
    with pytest.raises(PlayerError, match=r"^first cannot continue: it has ended$"):
        game.play_program_move(decide)
    with pytest.raises(PlayerError, match=r"^first returned no legal move$"):
        game.play_program_move(lambda turn: Decision(Move.from_uci("e2e4")))


def test_a_human_is_asked_about_a_draw() -> None:
    game = sitting()
    with pytest.raises(Question, match=r"^Does Black agree to a draw\?$"):
        game.draw()
    assert game.live_game.ending is None
    game.draw(confirmed=True)
    assert game.live_game.ending is not None
    assert game.live_game.ending.reason == "agreement"


@pytest.mark.parametrize(
    ("number", "score", "reason"),
    [
        (1, 0, "first refuses: it accepts no draw before move 20"),
        (30, 1, r"first refuses: it thinks that it is better \(\+0\.01\)"),
        (30, 0, ""),
    ],
)
def test_a_program_answers_a_draw_offer(number: int, score: int, reason: str) -> None:
    game = sitting(black=FirstMovePlayer(score=score), fen=f"4k3/7p/8/8/8/8/P7/4K3 w - - 0 {number}")
    game.enter_move("a4", 0.0)
    game.play_program_move(decide)
    if reason:
        with pytest.raises(Refusal, match=f"^{reason}$"):
            game.draw()
    else:
        game.draw()
    assert (game.live_game.ending is None) == bool(reason)


def test_a_program_that_has_not_moved_has_no_reasons() -> None:
    with pytest.raises(Refusal, match=r"^no program has made a move yet$"):
        sitting(black=FirstMovePlayer()).why(decide)


def test_after_undo_the_move_before_is_explained_as_it_was_thought() -> None:
    game = sitting(black=FirstMovePlayer())
    for score, move in ((30, "e4"), (50, "d4")):
        game.live_game.seats["black"].player = FirstMovePlayer(score=score)
        game.enter_move(move, 0.0)
        game.play_program_move(decide)
    assert [reason.score for reason in game.why(not_again).explained_lines] == [Score(50)]
    game.undo()
    why = game.why(not_again)  # it does not think again
    assert ([reason.score for reason in why.explained_lines], why.move, why.notes) == (
        [Score(30)],
        "1...a6",
        ("a note",),
    )
    game.undo()
    with pytest.raises(Refusal, match=r"^no program has made a move yet$"):
        game.why(not_again)


def test_an_existing_file_is_overwritten_only_after_a_yes(tmp_path: Path) -> None:
    path = tmp_path / "copy.pgn"
    path.write_text("precious")
    game = sitting()
    with pytest.raises(Question, match=r"copy\.pgn already exists\. Overwrite it\?$"):
        game.save_copy(str(path))
    assert path.read_text() == "precious"
    game.save_copy(str(path), confirmed=True)
    game.save_copy(str(path))
    assert "[Event" in path.read_text()


def test_moves_can_be_listed_by_square() -> None:
    game = sitting()
    assert game.legal_sans("G1") == ["Nf3", "Nh3"]
    assert len(game.legal_sans()) == 20
    with pytest.raises(Refusal, match=r"^there is no piece on e5$"):
        game.legal_sans("e5")
