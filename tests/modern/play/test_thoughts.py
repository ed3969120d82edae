"""What programs were thinking, in a game that has been resumed."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

from modern.engine.report import Score
from modern.game.clock import TimeSetting
from modern.game.saved_game import read_saved_game
from modern.game.session import LiveGame, Refusal
from modern.match.record import PlayedMove
from modern.play.program_turn import ProgramTurn
from modern.play.resuming import resumed_game
from modern.play.sitting import Sitting
from modern.play.thoughts import SeatDecision
from modern.players import PLAYERS, Decision, Entry, Game, MoveRequest, Player, PlayerError
from modern.players.seats import PLAYER_DESCRIPTIONS, Seat


def decide(turn: ProgramTurn) -> Decision:
    return turn.decide(lambda: None)


def seats(black: str) -> dict[str, Seat]:
    return {"white": Seat("human"), "black": Seat(black)}


def resumed(path: Path, black: str, pace: TimeSetting) -> Sitting:
    live_game = resumed_game(seats(black), read_saved_game(path), path)
    return Sitting(live_game, pace, (), pytest.fail, True)


def figures(made: SeatDecision) -> object:
    return made.move, made.fen, made.notes, [(reason.pv, reason.score, reason.terms) for reason in made.explained_lines]


@pytest.mark.parametrize(
    "black",
    ["historic", "historic-selective", "huo[Depth=1]", "novice[Depth=1]", "modern"],
)
def test_a_resumed_player_thinks_the_same_again(black: str, tmp_path: Path) -> None:
    path, pace = tmp_path / "game.pgn", TimeSetting(depth=2)
    sitting = Sitting(LiveGame(seats(black)), pace, [path], pytest.fail)
    thought = []
    for move in ("e4", "Nf3"):
        sitting.enter_move(move, 0.0)
        sitting.play_program_move(decide)
        thought.append(figures(sitting.why(decide)))
    again = resumed(path, black, pace)
    assert figures(again.why(decide)) == thought[1]
    again.undo()
    assert figures(again.why(decide)) == thought[0]


def test_a_player_with_time_thinks_again_to_the_depth_that_it_had_reached() -> None:
    record = [PlayedMove("e2e4", "", 0, 1.0), PlayedMove("e7e5", "-0.20", 3, 1.0)]
    sitting = Sitting(LiveGame(seats("modern"), record=record), TimeSetting(seconds=1000.0), (), pytest.fail)
    assert sitting.why(decide).decision.depth == 3


def test_a_program_that_thinks_something_else_now_says_so() -> None:
    record = [PlayedMove("e2e4", "", 0, 1.0), PlayedMove("a7a6", "+1.00", 2, 1.0)]
    sitting = Sitting(LiveGame(seats("historic"), record=record), TimeSetting(depth=1), (), pytest.fail)
    why = sitting.why(decide)
    assert why.notes == ("thinking again, it plays Nf6 (-0.65); in the game it played a6 (+1.00)",)
    assert why.explained_lines[0].score == Score(-65)


def test_a_move_of_another_player_is_not_explained() -> None:
    record = [PlayedMove("e2e4", "", 0, 1.0), PlayedMove("a7a6", "+1.00", 2, 1.0)]
    live_game = LiveGame(seats("historic"), record=record)
    live_game.seated_at["black"] = 2
    with pytest.raises(Refusal, match=r"^no program has made a move yet$"):
        Sitting(live_game, TimeSetting(depth=1), (), pytest.fail).why(decide)


def test_an_outside_program_is_not_asked_again() -> None:
    live_game = LiveGame(seats("historic"), record=[PlayedMove("e2e4", "", 0, 1.0), PlayedMove("a7a6", "", 0, 1.0)])
    live_game.seats["black"].is_outside = True
    with pytest.raises(Refusal, match=r"^what Gosub Chess, historic was thinking is not known after --resume$"):
        Sitting(live_game, TimeSetting(depth=1), (), pytest.fail).why(decide)


class RememberingPlayer(Player):
    """Notes what it remembers."""

    name = "Remembering"
    remembered = "nothing"

    def decide(self, turn: MoveRequest) -> Decision:
        turn.note(f"remembers {self.remembered}")
        return Decision(turn.game.position.legal_moves()[0])

    def memory(self) -> str:
        return self.remembered

    def recall(self, game: Game, memory: str) -> None:
        self.remembered = f"{memory} of a game of {len(game.moves)}"


@pytest.fixture
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("remembering")
    vars(module)["RememberingPlayer"] = RememberingPlayer
    monkeypatch.setitem(sys.modules, "remembering", module)
    monkeypatch.setitem(PLAYERS, "remembering", Entry("remembering", "RememberingPlayer", ""))
    monkeypatch.setitem(PLAYER_DESCRIPTIONS, "remembering", "")


@pytest.mark.usefixtures("_registered")
def test_it_thinks_again_with_its_memory_and_leaves_the_player_at_the_board_alone() -> None:
    record = [PlayedMove("e2e4", "", 0, 1.0), PlayedMove("a7a6", "", 0, 1.0), PlayedMove("d2d4", "", 0, 1.0)]
    live_game = LiveGame(seats("remembering"), record=record)
    at_the_board = live_game.seats["black"].player
    assert isinstance(at_the_board, RememberingPlayer)
    at_the_board.remembered = "this"
    why = Sitting(live_game, TimeSetting(depth=1), (), pytest.fail).why(decide)
    assert why.notes[0] == "remembers this of a game of 3"
    assert at_the_board.remembered == "this"


@pytest.mark.usefixtures("_registered")
def test_a_program_that_fails_when_it_thinks_again_is_no_end_of_the_game() -> None:
    live_game = LiveGame(seats("remembering"), record=[PlayedMove("e2e4", "", 0, 1.0), PlayedMove("a7a6", "", 0, 1.0)])

    def fail(turn: ProgramTurn) -> Decision:
        raise PlayerError("it has lost its memory")

    with pytest.raises(Refusal, match=r"^it has lost its memory$"):
        Sitting(live_game, TimeSetting(depth=1), (), pytest.fail).why(fail)
    assert live_game.ending is None
