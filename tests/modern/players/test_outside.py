"""Programs outside as players."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer

import pytest
from sparring import outside

from modern.engine.control import Control
from modern.engine.limits import Clock, Limits
from modern.engine.report import Report, Score
from modern.players import (
    Decision,
    Game,
    IllegalAnswer,
    NoAnswer,
    OptionError,
    PlayerError,
    Resignation,
    Turn,
    player_named,
)
from modern.players.engine_process import kill_all
from modern.players.outside import OutsidePlayer
from modern.rules import Move

DEPTH = Limits(depth=1)
CHECK = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"


@contextmanager
def program(
    behaviour: str = "plays", log: Path | None = None, protocol: str = "uci", **patience: float
) -> Iterator[OutsidePlayer]:
    player = OutsidePlayer(protocol, outside(behaviour, log, protocol), **patience)
    try:
        yield player
    finally:
        player.close()


def asked(player: OutsidePlayer, limits: Limits = DEPTH, start: str | None = None, moves: str = "") -> Decision:
    game = Game(start, moves.split()) if start else Game(moves=moves.split())
    return player.decide(Turn(game, limits))


def test_it_reports_what_it_has_found_and_says_who_has_written_it() -> None:
    reports: list[Report] = []
    with program() as player:
        decision = player.decide(Turn(Game(), DEPTH, report=reports.append))
        assert player.author == "Nobody"
    (report,) = reports
    assert (report.score, report.pv[0], report.depth) == (decision.score, decision.move, decision.depth)


def plies(player: OutsidePlayer, number: int) -> Game:
    """A game that it plays with itself."""
    game = Game()
    for _ in range(number):
        move = player.decide(Turn(game, DEPTH)).move
        assert move is not None
        game.make(move)
    return game


def is_there(pid: int) -> bool:
    """Whether a process runs, or nobody has asked yet after its end."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def gone(pid: int) -> bool:
    """Whether a process goes, within a minute."""
    for _ in range(3000):
        if not is_there(pid):
            return True
        time.sleep(0.02)
    return False


def pid_of(player: OutsidePlayer) -> int:
    return player.engine.transport.get_pid()


def test_a_program_decides_with_its_score_and_its_line() -> None:
    with program() as player:
        assert player.name == "Sparring Partner"
        decision = asked(player, moves="e2e4")
    assert decision.move is not None
    assert Game(moves=["e2e4"]).position.is_legal(decision.move)
    assert (decision.score, decision.pv) == (Score(13), (decision.move,))
    assert (decision.depth, decision.nodes) == (4, 70)
    assert decision.seconds > 0


def test_a_mate_is_told_for_the_side_to_move() -> None:
    with program() as player:
        assert asked(player, start=CHECK).score == Score(mate=-2)


def test_it_is_told_the_game_from_its_beginning_and_once_that_a_game_begins(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with program(log=log) as player:
        player.new_game()
        told = log.read_text().splitlines()
        assert told[-2:] == ["ucinewgame", "isready"]
        asked(player, moves="e2e4")
        asked(player, moves="e2e4 e7e5 g1f3")
        asked(player, moves="d2d4")
        asked(player, moves="d2d4 d7d5")
        asked(player, start=CHECK)
        told = log.read_text().splitlines()
        assert told.count("ucinewgame") == 1
        assert [line for line in told if line.startswith("position")] == [
            "position startpos moves e2e4",
            "position startpos moves e2e4 e7e5 g1f3",
            "position startpos moves d2d4",
            "position startpos moves d2d4 d7d5",
            f"position fen {CHECK}",
        ]
        player.new_game()
        assert log.read_text().splitlines().count("ucinewgame") == 2


def test_it_is_told_the_limits(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with program(log=log) as player:
        asked(player, Limits(white=Clock(60, 0.5), black=Clock(59, 0.25), moves_to_go=40))
        asked(player, Limits(seconds=0.2))
        asked(player, Limits(nodes=900, depth=7, mate=2))
        asked(player, Limits(depth=3, only=(Move.from_uci("e2e4"),)))
    assert [line for line in log.read_text().splitlines() if line.startswith("go")] == [
        "go wtime 60000 btime 59000 winc 500 binc 250 movestogo 40",
        "go movetime 200",
        "go depth 7 nodes 900 mate 2",
        "go depth 3 searchmoves e2e4",
    ]


def test_one_that_ends_has_crashed_and_says_so_again() -> None:
    with program("crashes") as player:
        game = plies(player, 2)
        for _ in range(2):
            with pytest.raises(PlayerError, match="it has ended") as crash:
                player.decide(Turn(game, DEPTH))
            assert type(crash.value) is PlayerError
        with pytest.raises(PlayerError, match="it has ended"):
            player.new_game()


@pytest.mark.parametrize("protocol", ["uci", "xboard"])
def test_a_move_that_is_not_legal_is_an_illegal_answer(protocol: str) -> None:
    with program("illegal", protocol=protocol) as player, pytest.raises(IllegalAnswer, match="e2e5"):
        asked(player)


def test_no_move_is_an_illegal_answer_where_there_are_some() -> None:
    with program("none") as player:
        with pytest.raises(IllegalAnswer, match="without a move"):
            asked(player)
        assert asked(player, start="7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").move is None


@pytest.mark.parametrize("limits", [Limits(white=Clock(0.05), black=Clock(0.05)), DEPTH, Limits(seconds=0.05)])
def test_one_that_does_not_answer_is_killed(limits: Limits) -> None:
    with program("sleeps", grace=0.1, move_patience=0.1) as player:
        player.move_timeout = 60
        game = plies(player, 2)
        player.move_timeout = 0.1
        with pytest.raises(NoAnswer, match="no answer within"):
            player.decide(Turn(game, limits))
        assert gone(pid_of(player))


def test_one_that_is_told_to_stop_answers() -> None:
    with program("waits") as player:
        control = Control()
        timer = Timer(0.1, control.stop)
        timer.start()
        decision = player.decide(Turn(Game(), Limits(infinite=True), control))
        assert control.stopped
    assert decision.move is not None


def test_one_that_does_not_stop_is_killed_though_nothing_limits_it() -> None:
    with program("sleeps", move_patience=60) as player:
        game = plies(player, 2)
        player.move_timeout = 0.1
        control = Control()
        control.stop()
        with pytest.raises(NoAnswer):
            player.decide(Turn(game, Limits(infinite=True), control))
        assert gone(pid_of(player))


@pytest.mark.parametrize(
    ("named", "reason"),
    [
        ("uci:/no/such/program", "/no/such/program cannot be played with: No such file or directory"),
        ("xboard:/no/such/program", "/no/such/program cannot be played with: No such file or directory"),
        ("uci:/bin/false", "it does not speak uci: engine process died"),
        ("uci:/etc/passwd", "Permission denied"),
        ("uci:", "a player from outside is uci:COMMAND or xboard:COMMAND"),
        ("uci:'", "' is no command: No closing quotation"),
        ("usi:shogi", "no such player: 'usi:shogi'"),
    ],
)
def test_what_cannot_be_run_is_told_in_a_line(named: str, reason: str) -> None:
    with pytest.raises(PlayerError) as refused:
        player_named(named)
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)


def test_one_that_speaks_no_protocol_is_waited_for_no_longer_than_its_patience() -> None:
    with pytest.raises(PlayerError, match=r"does not speak uci: no answer within 0\.3 s"):
        OutsidePlayer("uci", outside("garbage"), start_timeout=0.3)


def test_players_outside_have_a_name_of_their_own() -> None:
    player = player_named(f"uci:{outside()}")
    try:
        assert player.name == "Sparring Partner"
        assert player.decide(Turn(Game(), DEPTH)).move
    finally:
        player.close()


def test_options_are_set_whatever_the_case_of_their_names(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with program(log=log) as player:
        for name, value in (("level", "7"), ("BRAVE", "TRUE"), ("Style", "wild"), ("Book", "a b.bin"), ("forget", "")):
            player.set_option(name, value)
    assert [line for line in log.read_text().splitlines() if line.startswith("setoption")] == [
        "setoption name Level value 7",
        "setoption name Brave value true",
        "setoption name Style value Wild",
        "setoption name Book value a b.bin",
        "setoption name Forget",
    ]


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("Level", "10", "Level is a whole number from 1 to 9, not '10'"),
        ("Level", "much", "Level is a whole number from 1 to 9, not 'much'"),
        ("Brave", "perhaps", "Brave is true or false, not 'perhaps'"),
        ("Style", "Mild", "Style is Solid or Wild, not 'Mild'"),
        ("Book", "two\nlines", "invalid line-break"),
        ("Courage", "1", "no such option: 'Courage'; the options are: Book, Brave, Forget, Level, Style"),
        ("Ponder", "true", "no such option: 'Ponder'"),
    ],
)
def test_options_that_cannot_be_set_are_refused_in_a_line(name: str, value: str, reason: str) -> None:
    with program() as player:
        with pytest.raises(OptionError) as refused:
            player.set_option(name, value)
        assert reason in str(refused.value)
        assert "\n" not in str(refused.value)
        assert asked(player).move


def test_control_c_does_not_reach_it() -> None:
    with program() as player:
        assert os.getpgid(pid_of(player)) != os.getpgid(0)


@pytest.mark.parametrize("behaviour", ["plays", "stubborn"])
def test_none_is_left_when_it_is_closed(behaviour: str) -> None:
    with program(behaviour) as player:
        asked(player)
        pid = pid_of(player)
        assert is_there(pid)
    assert gone(pid)


def test_all_can_be_killed_at_once() -> None:
    with program("stubborn") as one, program("stubborn", protocol="xboard") as other:
        kill_all()
        assert gone(pid_of(one))
        assert gone(pid_of(other))


def test_what_it_says_besides_is_not_printed_here(capfd: pytest.CaptureFixture[str]) -> None:
    with program() as player:
        asked(player)
    assert capfd.readouterr() == ("", "")


def test_a_program_of_xboards_plays() -> None:
    with program(protocol="xboard") as player:
        assert player.name == "Old Partner"
        game = plies(player, 6)
        decision = player.decide(Turn(game, Limits(white=Clock(9), black=Clock(9))))
    assert decision.score == Score(13)


def test_a_program_may_resign() -> None:
    with program("resigns", protocol="xboard") as player:
        game = plies(player, 1)
        with pytest.raises(Resignation):
            player.decide(Turn(game, DEPTH))
