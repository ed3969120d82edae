"""Who gives hints, and what is done with a player that fails."""

from __future__ import annotations

import pytest
from sparring import outside

from modern.game.clock import TimeSetting
from modern.game.session import LiveGame, Refusal
from modern.play.hints import HintPlayers
from modern.play.program_turn import ProgramTurn
from modern.play.sitting import Sitting
from modern.players import Decision, IllegalAnswer
from modern.players.seats import Seat

#: White mates with Ra8.
MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"


def decide(turn: ProgramTurn) -> Decision:
    return turn.decide(lambda: None)


@pytest.fixture
def sitting() -> Sitting:
    seats = {"white": Seat("human"), "black": Seat("modern[UCI_Elo=1000]")}
    return Sitting(LiveGame(seats, MATE_IN_ONE), TimeSetting(depth=1), (), pytest.fail)


def test_a_hint_is_not_limited_by_the_opponents_level(sitting: Sitting) -> None:
    hint = sitting.hint(decide)
    assert hint.seat.spec == "modern"
    assert (hint.move, hint.line(6)) == ("1. Ra8#", "1. Ra8#")
    assert hint.seat.player is not None
    assert hint.seat.player.settings["UCI_LimitStrength"] == "false"


def test_a_player_can_be_named_for_a_hint_and_gives_it_as_it_plays(sitting: Sitting) -> None:
    assert sitting.hint(decide, "historic").seat.spec == "historic"
    limited = sitting.hint(decide, "modern[UCI_Elo=1000]")
    assert limited.seat is not sitting.live_game.seats["black"]
    assert limited.seat.spec == "modern[UCI_Elo=1000]"
    assert sitting.hint(decide).seat.spec == "modern"  # only for the one hint


def test_another_usual_player_can_be_chosen_and_is_started_once(sitting: Sitting) -> None:
    sitting.hint_players.default = "historic"
    assert sitting.hint(decide).seat is sitting.hint(decide).seat
    assert sitting.hint(decide).seat.spec == "historic"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("petrosian", "no player called 'petrosian'; the players are: "),
        ("human", "a human gives no hints; name a program"),
        ("modern[Hash=x]", "modern: 'x' is not a value of Hash"),
        (f"uci:{outside('none')}", "Sparring Partner gives no hint: it answered without a move"),
        (f"uci:{outside('illegal')}", "Sparring Partner gives no hint: "),
    ],
)
def test_who_cannot_give_a_hint_is_refused_in_one_line(name: str, reason: str, sitting: Sitting) -> None:
    with pytest.raises(Refusal) as refused:
        sitting.hint(decide, name)
    assert str(refused.value).startswith(reason)
    assert "\n" not in str(refused.value)
    assert sitting.live_game.ending is None
    sitting.close()


def test_a_move_that_is_not_legal_is_no_hint(sitting: Sitting) -> None:
    with pytest.raises(Refusal, match=r"^modern gives no hint: it returned no legal move$"):
        sitting.hint(lambda turn: Decision(None))


@pytest.mark.parametrize("failure", [IllegalAnswer("it has ended"), KeyboardInterrupt()])
def test_a_player_that_failed_or_was_interrupted_is_started_anew(failure: BaseException, sitting: Sitting) -> None:
    def fail(turn: ProgramTurn) -> Decision:
        raise failure

    first = sitting.hint(decide).seat
    with pytest.raises((Refusal, KeyboardInterrupt)):
        sitting.hint(fail)
    assert sitting.hint(decide).seat is not first


def test_every_player_that_was_asked_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    players, closed = HintPlayers(), list[str]()
    monkeypatch.setattr(Seat, "close", lambda seat: closed.append(seat.spec))
    for name in ("", "historic", "modern"):
        players.seat(name)
    players.close()
    players.close()
    assert sorted(closed) == ["historic", "modern"]
