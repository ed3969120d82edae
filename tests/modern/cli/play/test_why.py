"""What programs were thinking: as they thought it, and in a game that has been resumed."""

from __future__ import annotations

import re
import sys
import textwrap
from contextlib import ExitStack
from pathlib import Path
from types import ModuleType

import pytest
from rich.console import Console
from terminal_games import play, terminal_of, terminal_with

from modern.cli.play.start import saved_session, seat_again
from modern.cli.play.terminal import Terminal
from modern.game.clock import TimeSetting
from modern.game.game import Game
from modern.game.move_notes import MoveNote
from modern.game.session import Refusal, Seat
from modern.players import PLAYERS, Decision, MoveRequest, Player, PlayerEntry, PlayerError
from modern.players.position_search import PositionSearch
from modern.players.seats import PLAYER_DESCRIPTIONS
from modern.report import Score


class ScorePlayer(Player):
    """Makes the first legal move with a score and a remark."""

    name = "Score"

    def __init__(self, score: int) -> None:
        super().__init__()
        self.score = score

    def decide(self, request: MoveRequest) -> Decision:
        request.note("a note")
        move = request.game.position.legal_moves()[0]
        return Decision(move, Score(self.score), (move,), 2)


def not_again(seat: Seat, search: PositionSearch) -> Decision:
    pytest.fail("it thinks again")


def last_search(terminal: Terminal) -> PositionSearch:
    return terminal.search_history.last(terminal.thinking_display.wait)[1]


def figures(search: PositionSearch) -> object:
    lines = [(line.pv, line.score, line.terms) for line in search.explained_lines]
    return search.san_line(), search.position.fen(), search.remarks, lines


def resumed(path: Path) -> Terminal:
    session, _ = saved_session(ExitStack(), str(path), TimeSetting(depth=1))
    players = seat_again(ExitStack(), session, path, {"white": None, "black": None}, None)
    return terminal_of(session, players)


def game_with(*notes: MoveNote) -> Game:
    """A game that begins with 1. e4 a6 2. d4, as far as there are notes."""
    game = Game()
    for uci, note in zip(("e2e4", "a7a6", "d2d4"), notes, strict=False):
        game.make(game.position.parse_uci(uci), note)
    return game


ONE_SECOND = MoveNote(seconds=1.0)


def test_a_program_that_has_not_moved_has_no_reasons() -> None:
    with pytest.raises(Refusal, match=r"^no program has made a move yet$"):
        terminal_with(black="historic").execute("why")


def test_a_move_is_explained_only_when_somebody_asks_why() -> None:
    terminal = terminal_with(black="first", player=ScorePlayer(30))
    play(terminal, "e4")
    (search,) = terminal.search_history.searches.values()
    assert search.explained_lines == []
    terminal.execute("why")
    assert [line.score for line in search.explained_lines] == [Score(30)]


def test_after_undo_the_move_before_is_explained_as_it_was_thought() -> None:
    terminal = terminal_with(black="first", player=ScorePlayer(30))
    play(terminal, "e4")
    terminal.players = {"white": None, "black": ScorePlayer(50)}
    play(terminal, "d4")
    history = terminal.search_history
    assert [line.score for line in history.last(not_again)[1].explained_lines] == [Score(50)]
    play(terminal, "undo")
    _, search = history.last(not_again)
    assert [line.score for line in search.explained_lines] == [Score(30)]
    assert (search.san_line(), search.remarks) == ("1...a6", ["a note"])
    play(terminal, "undo")
    with pytest.raises(Refusal, match="no program"):
        history.last(not_again)


@pytest.mark.parametrize(
    "black",
    ["historic", "historic-selective", "huo[Depth=1]", "novice[Depth=1]", "modern"],
)
def test_a_resumed_player_thinks_the_same_again(black: str, tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    terminal = terminal_with(black=black, time=TimeSetting(depth=2), files=[path])
    thought = []
    for move in ("e4", "Nf3"):
        play(terminal, move)
        thought.append(figures(last_search(terminal)))
    again = resumed(path)
    assert figures(last_search(again)) == thought[1]
    play(again, "undo")
    assert figures(last_search(again)) == thought[0]


def test_a_player_with_time_thinks_again_to_the_depth_that_it_had_reached() -> None:
    game = Game(moves=["e2e4"])
    game.make(game.position.parse_uci("e7e5"), MoveNote(Score(-20), 3, 1.0))
    decision = last_search(terminal_with(game, "modern", time=TimeSetting(seconds=1000.0))).decision
    assert decision is not None
    assert decision.depth == 3


def test_a_program_that_thinks_something_else_now_says_so() -> None:
    search = last_search(terminal_with(game_with(ONE_SECOND, MoveNote(Score(100), 2, 1.0)), "historic"))
    assert search.remarks == ["thinking again, it plays Nf6 (-0.65); in the game it played a6 (+1.00)"]
    assert search.explained_lines[0].score == Score(-65)


def test_a_move_of_another_player_is_not_explained() -> None:
    terminal = terminal_with(game_with(ONE_SECOND, MoveNote(Score(100), 2, 1.0)), "historic")
    terminal.session.seats["black"].from_ply = 2
    with pytest.raises(Refusal, match="no program"):
        terminal.execute("why")


def test_an_outside_program_is_not_asked_again() -> None:
    terminal = terminal_with(game_with(ONE_SECOND, ONE_SECOND), "historic")
    terminal.session.seats["black"] = Seat("uci:engine", "Some Engine 3")
    with pytest.raises(Refusal, match=r"^what Some Engine 3 was thinking is not known after --resume$"):
        terminal.execute("why")


@pytest.mark.parametrize("black", ["modern", "historic"])
def test_why_fits_the_terminal_and_loses_nothing(black: str, capsys: pytest.CaptureFixture[str]) -> None:
    terminal = terminal_with(black=black, time=TimeSetting(depth=1))
    play(terminal, "e4")
    shown = {}
    for height in (100, 16, 12):
        terminal.out = Console(width=80, height=height, force_terminal=True, color_system=None)
        for command in ("why", "why all"):
            capsys.readouterr()
            terminal.execute(command)
            shown[command, height] = capsys.readouterr().out
        rows = [row for line in shown["why", height].splitlines() for row in textwrap.wrap(line, 80) or [""]]
        assert len(rows) < height  # the prompt takes one
    whole = shown["why", 100]
    assert whole == shown["why all", 100] == shown["why all", 16] == shown["why all", 12]
    assert "mobility: " in whole or "control: " in whole
    assert "why all: " in shown["why", 16]
    assert " other terms " in shown["why", 12]
    sums = [
        [sum(map(float, column)) for column in zip(*(line.split()[-columns:] for line in terms), strict=True)]
        for text in (whole, shown["why", 16], shown["why", 12])
        for terms in [re.findall(r"^\w[\w ]+(?:  +[+-]\d+\.\d\d)+$", text.replace("score ", "# "), re.MULTILINE)]
        for columns in [len(re.findall(r"[+-]\d+\.\d\d", terms[0]))]
    ]
    assert sums[1] == pytest.approx(sums[0])
    assert sums[2] == pytest.approx(sums[0])
    with pytest.raises(Refusal, match=r"^'x' was not expected; type why or why all$"):
        terminal.execute("why x")


class RememberingPlayer(Player):
    """Notes what it remembers."""

    name = "Remembering"
    remembered = "nothing"

    def decide(self, request: MoveRequest) -> Decision:
        request.note(f"remembers {self.remembered}")
        return Decision(request.game.position.legal_moves()[0])

    def memory(self) -> str:
        return self.remembered

    def recall(self, game: Game, memory: str) -> None:
        self.remembered = f"{memory} of a game of {len(game.moves)}"


@pytest.fixture
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("remembering")
    vars(module)["RememberingPlayer"] = RememberingPlayer
    monkeypatch.setitem(sys.modules, "remembering", module)
    monkeypatch.setitem(PLAYERS, "remembering", PlayerEntry("remembering", "RememberingPlayer", "Remembering", ""))
    monkeypatch.setitem(PLAYER_DESCRIPTIONS, "remembering", "")


@pytest.mark.usefixtures("_registered")
def test_it_thinks_again_with_its_memory_and_leaves_the_player_at_the_board_alone() -> None:
    terminal = terminal_with(game_with(ONE_SECOND, ONE_SECOND, ONE_SECOND), "remembering")
    at_the_board = terminal.players["black"]
    assert isinstance(at_the_board, RememberingPlayer)
    terminal.session.seats["black"].memory = "this"
    assert last_search(terminal).remarks[0] == "remembers this of a game of 3"
    assert at_the_board.remembered == "nothing"


@pytest.mark.usefixtures("_registered")
def test_a_program_that_fails_when_it_thinks_again_is_not_the_end_of_the_game() -> None:
    terminal = terminal_with(game_with(ONE_SECOND, ONE_SECOND), "remembering")

    def fail(seat: Seat, search: PositionSearch) -> Decision:
        raise PlayerError("it has lost its memory")

    with pytest.raises(Refusal, match=r"^it has lost its memory$"):
        terminal.search_history.last(fail)
    assert terminal.game.ending is None
