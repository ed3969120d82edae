"""The moves and commands of a game at a terminal: what is printed, saved and refused."""

from __future__ import annotations

import io
import os
import re
import signal
import time
from pathlib import Path

import click
import pytest
from rich.console import Console
from sparring import outside
from terminal_games import play, printed, terminal_with

from modern.cli.play.board import BoardStyle
from modern.cli.play.terminal import Terminal
from modern.facts import fact
from modern.game.clock import TimeControl, TimeSetting, parse_time_control
from modern.game.game import Game
from modern.game.saved_game import continued_game
from modern.game.session import GameSession, Refusal, Seat
from modern.players import Decision, IllegalAnswer, MoveRequest, NoAnswer, Player, PlayerError, Resignation
from modern.report import Score
from modern.rules import Move

#: White mates with Ra8.
MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"


class FirstMovePlayer(Player):
    """Makes the first legal move with a score and a note, or raises `failure`."""

    name = "First"

    def __init__(self, failure: PlayerError | None = None, score: int = 30) -> None:
        super().__init__()
        self.failure, self.score = failure, score

    def decide(self, request: MoveRequest) -> Decision:
        if self.failure:
            raise self.failure
        request.note("a note")
        move = request.game.position.legal_moves()[0]
        return Decision(move, Score(self.score), (move,), 2)


class IllegalPlayer(Player):
    """Always moves the pawn on e2."""

    name = "Illegal"

    def decide(self, request: MoveRequest) -> Decision:
        return Decision(Move.from_uci("e2e4"))


def against_first(*files: Path, fen: str = "", player: Player | None = None) -> Terminal:
    game = Game(fen) if fen else Game()
    return terminal_with(game, "first", player or FirstMovePlayer(), files=files)


# Moves.


def test_every_move_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    terminal = against_first(path)
    terminal.session.begin_turn(time.perf_counter() - 1.5)
    terminal.execute("e4")
    assert re.search(r"1\. e4 \{ 1\.[56]\ds \} \*", path.read_text())
    terminal.play_program_move()
    assert re.search(r"First plays 1\.\.\.a6 \(\+0\.30 for Black, 0\.\d s\)\n  a note\n", printed(terminal))
    assert re.search(r"a6 \{ \+0\.30/2 \d\.\d\ds a note \} \*", path.read_text())
    assert terminal.is_saved


def test_a_game_that_cannot_be_saved_continues_and_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    terminal = terminal_with(files=[tmp_path])
    terminal.execute("e4")
    assert len(terminal.game.moves) == 1
    assert capsys.readouterr().err.startswith(f"the game was not saved: {tmp_path} ")
    assert not terminal.is_saved


def test_a_text_that_is_not_a_move_is_refused_with_the_nearest_command() -> None:
    terminal = terminal_with()
    with pytest.raises(Refusal, match=r"'undoo' .* undo\?$"):
        terminal.execute("undoo")
    with pytest.raises(Refusal, match=r"e3 and e4$"):
        terminal.execute("e2e5")


def test_enter_alone_does_nothing() -> None:
    terminal = terminal_with()
    assert (play(terminal, ""), terminal.game.moves) == ("", [])


def test_a_program_that_resigns_loses() -> None:
    terminal = against_first(player=FirstMovePlayer(Resignation("it resigns")))
    play(terminal, "e4")
    assert terminal.game.ending is not None
    assert terminal.game.ending.sentence == "Resignation: White wins, 1-0."


def test_a_program_that_crashes_or_makes_an_illegal_move_cannot_continue() -> None:
    terminal = against_first(player=FirstMovePlayer(PlayerError("it has ended")))
    with pytest.raises(click.ClickException, match=r"^First cannot continue: it has ended$"):
        play(terminal, "e4")
    terminal = against_first(player=IllegalPlayer())
    with pytest.raises(click.ClickException, match=r"^Illegal returned no legal move$"):
        play(terminal, "e4")
    assert terminal.game.ending is None  # another player can go on


# Clocks.


class SlowPlayer(FirstMovePlayer):
    """Thinks for a tenth of a second."""

    def decide(self, request: MoveRequest) -> Decision:
        time.sleep(0.1)
        return super().decide(request)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no alarm on Windows: the flag is looked at after Enter")
def test_a_flag_falls_while_a_human_thinks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.pgn"
    reading, writing = os.pipe()
    with os.fdopen(reading) as nothing_typed, os.fdopen(writing, "w"):
        monkeypatch.setattr("sys.stdin", nothing_typed)
        terminal = terminal_with(time=TimeSetting(parse_time_control("0.05")), files=[path])
        terminal.run()
    shown = printed(terminal)
    assert "Time forfeit: Black wins, 0-1." in shown
    assert "\n\n\nThe game is saved" in shown  # the first of them ends the line that was being typed
    assert path.read_text().endswith("{ Time forfeit: Black wins, 0-1. } 0-1\n")


@pytest.mark.parametrize(
    ("control", "failure", "ending"),
    [
        ("0.05", None, "Time forfeit: White wins, 1-0 ("),
        ("0.05", NoAnswer("no answer"), "Time forfeit: White wins, 1-0 ("),
        ("60", None, ""),
    ],
)
def test_a_program_loses_on_time_whether_it_moves_too_late_or_not_at_all(
    control: str, failure: PlayerError | None, ending: str
) -> None:
    setting = TimeSetting(parse_time_control(control))
    terminal = terminal_with(black="first", player=SlowPlayer(failure), time=setting)
    shown = play(terminal, "e4")
    assert ("First plays" in shown) != bool(ending)
    assert (terminal.game.ending.sentence if terminal.game.ending else "").startswith(ending)
    assert len(terminal.game.moves) == (1 if ending else 2)


@pytest.mark.parametrize(("control", "pause"), [(None, 0.5), (parse_time_control("60"), 0.0)])
def test_the_moves_that_1994_tries_are_not_shown_while_a_clock_runs(control: TimeControl | None, pause: float) -> None:
    sides = {"white": Seat("human", "Human"), "black": Seat("human", "Human")}
    session = GameSession(sides, TimeSetting(control, depth=1))
    style = BoardStyle(symbols=False, colours=None)
    terminal = Terminal(session, dict.fromkeys(sides), [], Console(file=io.StringIO()), style, pause=0.5)
    assert terminal.thinking_display.pause == pause


def test_the_board_shows_the_time_that_is_left() -> None:
    terminal = terminal_with(time=TimeSetting(parse_time_control("60+10")))
    terminal.session.begin_turn(time.perf_counter() - 5.5)
    shown = play(terminal, "e4", "board")
    assert "White: Human, 1:04 left" in shown
    assert re.search(r"Black: Human, (1:00|0:59) left", shown)


# Draws, and questions about the game.


def test_a_human_is_asked_about_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = terminal_with()
    questions: list[str] = []
    answers = iter((False, True))

    def confirm(question: str) -> bool:
        questions.append(question)
        return next(answers)

    monkeypatch.setattr(terminal.prompt, "confirm", confirm)
    terminal.execute("draw")
    assert terminal.game.ending is None
    terminal.execute("draw")
    assert questions == [fact("game.agree_to_draw", side="Black")] * 2
    assert terminal.game.ending is not None
    assert terminal.game.ending.reason == "agreement"


@pytest.mark.parametrize(
    ("number", "score", "reason"),
    [
        (1, 0, "Black refuses: .* 20"),
        (30, 1, r"Black refuses: .* \(\+0\.01\)"),
        (30, 0, ""),
    ],
)
def test_a_program_answers_a_draw_offer(number: int, score: int, reason: str, tmp_path: Path) -> None:
    fen, path = f"4k3/7p/8/8/8/8/P7/4K3 w - - 0 {number}", tmp_path / "game.pgn"
    terminal = against_first(path, fen=fen, player=FirstMovePlayer(score=score))
    play(terminal, "a4")
    if reason:
        with pytest.raises(Refusal, match=f"^{reason}$"):
            terminal.execute("draw")
    else:
        terminal.execute("draw")
    assert (terminal.game.ending is None) == bool(reason)
    assert path.read_text().rstrip().endswith("*" if reason else "1/2-1/2")


def test_who_resigns_loses_and_the_saved_game_says_so(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    play(against_first(path), "e4", "resign")
    assert path.read_text().rstrip().endswith("0-1")


def test_moves_can_be_listed_by_square() -> None:
    terminal = terminal_with()
    assert play(terminal, "moves G1") == "Nf3 Nh3\n"
    assert len(play(terminal, "moves").split()) == 20
    with pytest.raises(Refusal, match=fact("move.no_piece", square="e5")):
        terminal.execute("moves e5")


def test_moves_of_the_earlier_game_can_be_taken_back() -> None:
    seats = {"white": Seat("human", "Human"), "black": Seat("human", "Human")}
    terminal = terminal_with(continued_game(Game(moves=("e2e4", "e7e5", "g1f3", "b8c6")), 3, seats))
    play(terminal, "undo", "undo", "undo")
    assert terminal.game.moves == []
    with pytest.raises(Refusal, match=fact("game.no_take_back")):
        terminal.execute("undo")


def test_an_existing_file_is_overwritten_only_after_a_yes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "copy.pgn"
    path.write_text("precious")
    terminal = terminal_with()
    questions: list[str] = []

    def confirm(question: str) -> bool:
        questions.append(question)
        return len(questions) > 1

    monkeypatch.setattr(terminal.prompt, "confirm", confirm)
    terminal.execute(f"save {path}")
    assert questions == [f"{path} already exists. Overwrite it?"]
    assert path.read_text() == "precious"
    terminal.execute(f"save {path}")
    terminal.execute(f"save {path}")
    assert len(questions) == 2  # it has been written here since
    assert "[Event" in path.read_text()


# Hints.


@pytest.fixture
def mate_in_one() -> Terminal:
    return terminal_with(Game(MATE_IN_ONE), "modern[UCI_Elo=1000]")


def test_a_hint_is_not_limited_by_the_opponents_level(mate_in_one: Terminal) -> None:
    assert play(mate_in_one, "hint") == "Today's engine would play 1. Ra8# (#1 for White)\n"
    _, player = mate_in_one.seated_for_hints("modern")
    assert player.settings["UCI_LimitStrength"] == "false"


def test_a_player_can_be_named_for_a_hint_and_gives_it_as_it_plays(mate_in_one: Terminal) -> None:
    assert play(mate_in_one, "hint historic").startswith("The 1994 program would play 1. ")
    assert play(mate_in_one, "hint modern[UCI_Elo=1000]").startswith("Today's engine, level 4 would play 1. ")
    _, player = mate_in_one.seated_for_hints("modern[UCI_Elo=1000]")
    assert player is not mate_in_one.players["black"]
    assert play(mate_in_one, "hint").startswith("Today's engine would play")  # only for the one hint


def test_another_usual_player_can_be_chosen_and_is_started_once(mate_in_one: Terminal) -> None:
    mate_in_one.hint_player = "historic"
    assert play(mate_in_one, "hint").startswith("The 1994 program would play")
    first = mate_in_one.seated_for_hints("historic")
    assert play(mate_in_one, "hint").startswith("The 1994 program would play")
    assert mate_in_one.seated_for_hints("historic") is first


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("petrosian", "'petrosian'"),
        ("human", "a human "),
        ("modern[Hash=x]", "modern: 'x'"),
        (f"uci:{outside('none')}", "Sparring Partner gives no hint: it answered without a move"),
        (f"uci:{outside('illegal')}", "Sparring Partner gives no hint: "),
    ],
)
def test_a_player_that_cannot_give_a_hint_is_refused_in_one_line(name: str, reason: str, mate_in_one: Terminal) -> None:
    with pytest.raises(Refusal) as refused:
        mate_in_one.execute(f"hint {name}")
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)
    assert mate_in_one.game.ending is None
    mate_in_one.close()


def test_a_move_that_is_not_legal_is_not_a_hint(mate_in_one: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mate_in_one.thinking_display, "wait", lambda seat, search: Decision(None))
    with pytest.raises(Refusal, match=r"^Today's engine .*: it returned no legal move$"):
        mate_in_one.execute("hint")


@pytest.mark.parametrize("failure", [IllegalAnswer("it has ended"), KeyboardInterrupt()])
def test_a_player_that_failed_or_was_interrupted_is_started_anew(
    failure: BaseException, mate_in_one: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(seat: object, search: object) -> Decision:
        raise failure

    play(mate_in_one, "hint")
    first = mate_in_one.seated_for_hints("modern")
    with monkeypatch.context() as patch:
        patch.setattr(mate_in_one.thinking_display, "wait", fail)
        if isinstance(failure, KeyboardInterrupt):
            assert play(mate_in_one, "hint") == "the hint was interrupted\n"
        else:
            with pytest.raises(Refusal, match=r"^Today's engine .*: it has ended$"):
                mate_in_one.execute("hint")
    assert not mate_in_one.session.hint_asked
    assert play(mate_in_one, "hint").startswith("Today's engine would play")
    assert mate_in_one.seated_for_hints("modern") is not first


def test_every_player_that_was_asked_is_closed(mate_in_one: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    closed = []
    for name in ("modern", "historic", "modern"):
        _, player = mate_in_one.seated_for_hints(name)
        monkeypatch.setattr(player, "close", lambda name=name: closed.append(name))
    mate_in_one.close()
    mate_in_one.close()
    assert sorted(closed) == ["historic", "modern"]
