"""Outside programs as players."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
from sparring import outside

from modern.engine.control import Control
from modern.limits import Clock, Limits
from modern.players import (
    PLAYERS,
    Decision,
    Game,
    IllegalAnswer,
    MoveRequest,
    NoAnswer,
    OptionError,
    PlayerError,
    Resignation,
    player_named,
    unknown_player,
)
from modern.players.engine_process import ERRORS_QUOTED, NODES_GRACE, TrackedUci, kill_all, last_words
from modern.players.outside import OutsidePlayer
from modern.players.spec import command_words
from modern.report import Report, Score
from modern.rules import Move
from modern.system import command_line

#: The right to wait for a process of Windows.
SYNCHRONIZE = 0x100000
DEPTH = Limits(depth=1)
CHECK = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"
#: All players, as an error lists them.
NAMES = ", ".join(PLAYERS)


@contextmanager
def program(
    behaviour: str = "plays", log: Path | None = None, protocol: str = "uci", **timeouts: float
) -> Iterator[OutsidePlayer]:
    with OutsidePlayer(protocol, outside(behaviour, log, protocol)) as player:
        for name, seconds in timeouts.items():
            setattr(player, name, seconds)
        yield player


def decision_of(player: OutsidePlayer, limits: Limits = DEPTH, start: str | None = None, moves: str = "") -> Decision:
    game = Game(start, moves.split()) if start else Game(moves=moves.split())
    return player.decide(MoveRequest(game, limits))


def test_it_reports_its_result_and_has_an_author() -> None:
    reports: list[Report] = []
    with program() as player:
        decision = player.decide(MoveRequest(Game(), DEPTH, report=reports.append))
        assert player.author == "Nobody"
    (report,) = reports
    assert (report.score, report.pv[0], report.depth) == (decision.score, decision.move, decision.depth)


def test_it_reports_as_many_lines_as_multipv_says_and_then_one_again() -> None:
    with program("lines") as player:
        for count in (3, 1, 2):
            player.set_option("multipv", str(count))
            reports: list[Report] = []
            decision = player.decide(MoveRequest(Game(), DEPTH, report=reports.append))
            assert [(report.multipv, report.score) for report in reports] == [
                (rank, Score(-100 * rank)) for rank in range(1, count + 1)
            ]
            assert [str(report.pv[0]) for report in reports] == ["a2a3", "a2a4", "b1a3"][:count]
            assert (str(decision.move), decision.score) == ("a2a3", Score(-100))
        with pytest.raises(OptionError, match="1 to 5"):
            player.set_option("MultiPV", "6")


@pytest.mark.parametrize("protocol", ["uci", "xboard"])
def test_a_program_without_multipv_says_so(protocol: str) -> None:
    with program(protocol=protocol) as player, pytest.raises(OptionError, match="no such option 'MultiPV'"):
        player.set_option("MultiPV", "2")


def test_a_search_for_several_lines_hears_a_stop_and_notices_the_programs_end() -> None:
    with program("waits") as player:
        player.settings["MultiPV"] = "2"
        control = Control()
        Timer(0.1, control.stop).start()
        assert player.decide(MoveRequest(Game(), Limits(infinite=True), control)).move is not None
    with program("crashes") as player:
        player.settings["MultiPV"] = "2"
        with pytest.raises(PlayerError, match="it has ended"):
            self_play(player, 5)


def self_play(player: OutsidePlayer, plies: int) -> Game:
    game = Game()
    for _ in range(plies):
        move = player.decide(MoveRequest(game, DEPTH)).move
        assert move is not None
        game.make(move)
    return game


def exists(pid: int) -> bool:
    """Returns True if a process runs, or on POSIX has ended and its parent has not waited for it yet."""
    windll: Any = getattr(ctypes, "windll", None)
    if windll is not None:  # where os.kill would send Ctrl-C
        handle = windll.kernel32.OpenProcess(SYNCHRONIZE, False, pid)
        runs = bool(handle) and windll.kernel32.WaitForSingleObject(handle, 0) != 0
        windll.kernel32.CloseHandle(handle)
        return runs
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def ends(pid: int) -> bool:
    """Returns True if a process ends within a minute."""
    for _ in range(3000):
        if not exists(pid):
            return True
        time.sleep(0.02)
    return False


def pid_of(player: OutsidePlayer) -> int:
    return player.engine.transport.get_pid()


def test_a_decision_has_the_programs_score_and_variation() -> None:
    with program() as player:
        assert player.name == "Sparring Partner"
        decision = decision_of(player, moves="e2e4")
    assert decision.move is not None
    assert Game(moves=["e2e4"]).position.is_legal(decision.move)
    assert (decision.score, decision.pv) == (Score(13), (decision.move,))
    assert (decision.depth, decision.nodes) == (4, 70)
    assert decision.seconds > 0


def test_a_mate_score_is_for_the_side_to_move() -> None:
    with program() as player:
        assert decision_of(player, start=CHECK).score == Score(mate=-2)


def test_it_is_sent_the_whole_game_each_time_and_ucinewgame_once_a_game(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with program(log=log) as player:
        player.new_game()
        sent = log.read_text().splitlines()
        assert sent[-2:] == ["ucinewgame", "isready"]
        decision_of(player, moves="e2e4")
        decision_of(player, moves="e2e4 e7e5 g1f3")
        decision_of(player, moves="d2d4")
        decision_of(player, moves="d2d4 d7d5")
        decision_of(player, start=CHECK)
        sent = log.read_text().splitlines()
        assert sent.count("ucinewgame") == 1
        assert [line for line in sent if line.startswith("position")] == [
            "position startpos moves e2e4",
            "position startpos moves e2e4 e7e5 g1f3",
            "position startpos moves d2d4",
            "position startpos moves d2d4 d7d5",
            f"position fen {CHECK}",
        ]
        player.new_game()
        assert log.read_text().splitlines().count("ucinewgame") == 2


@pytest.mark.parametrize("lines", ["1", "2"])
def test_it_is_sent_the_limits(lines: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with program("lines", log=log) as player:
        player.set_option("MultiPV", lines)
        decision_of(player, Limits(white=Clock(60, 0.5), black=Clock(59, 0.25), moves_to_go=40))
        decision_of(player, Limits(seconds=0.2))
        decision_of(player, Limits(nodes=900, depth=7, mate=2))
        decision_of(player, Limits(depth=3, only=(Move.from_uci("e2e4"),)))
        decision_of(player, Limits(infinite=True))
        decision_of(player, Limits(infinite=True, only=(Move.from_uci("e2e4"),)))
    assert [line for line in log.read_text().splitlines() if line.startswith("go")] == [
        "go wtime 60000 btime 59000 winc 500 binc 250 movestogo 40",
        "go movetime 200",
        "go depth 7 nodes 900 mate 2",
        "go depth 3 searchmoves e2e4",
        "go infinite",
        "go infinite searchmoves e2e4",
    ]


def test_a_program_that_has_ended_raises_a_plain_player_error_every_time() -> None:
    with program("crashes") as player:
        game = self_play(player, 2)
        for words in ("its last words: out of luck", "event loop dead"):
            with pytest.raises(PlayerError, match=rf"^it has ended: .*{words}$") as crash:
                player.decide(MoveRequest(game, DEPTH))
            assert type(crash.value) is PlayerError
        with pytest.raises(PlayerError, match="it has ended"):
            player.new_game()


@pytest.mark.parametrize("protocol", ["uci", "xboard"])
def test_a_program_that_ends_before_it_speaks_is_quoted(protocol: str) -> None:
    code = r"import sys; sys.exit('no\x1b[31m luck ' + 300 * 'x')"
    with pytest.raises(PlayerError) as refused:
        OutsidePlayer(protocol, command_line([sys.executable, "-c", code]))
    words = str(refused.value).rpartition("; its last words: ")[2]
    assert words == f"no [31m luck {'x' * (ERRORS_QUOTED - len('no [31m luck '))}..."


@pytest.mark.posix
def test_a_child_that_holds_standard_error_open_does_not_hide_the_end_of_its_program() -> None:
    code = "sleep 60 < /dev/null > /dev/null & echo no luck >&2; exit 3"
    with pytest.raises(PlayerError, match=r"\(exit code: 3\); its last words: no luck$"):
        OutsidePlayer("uci", command_line(["sh", "-c", code]))


@pytest.mark.parametrize(
    ("errors", "words"),
    [
        ("", ""),
        ("starting\nbye\n\n", "bye"),
        ('Traceback:\n  File "step2.py", line 3\n    scor()\nNameError: no scor\n', "NameError: no scor"),
        ("terminate called after\n  what():  boom\n", "terminate called after what(): boom"),
        ("thread 'main' panicked:\nboom\nnote: run with `RUST_BACKTRACE=1`\n", "boom"),
        ("  indented\n  too", "indented too"),
    ],
)
def test_the_last_words_of_a_program_are_its_error_and_not_where_it_happened(errors: str, words: str) -> None:
    assert last_words(errors) == words


@pytest.mark.parametrize("protocol", ["uci", "xboard"])
def test_an_illegal_move_is_an_illegal_answer(protocol: str) -> None:
    with program("illegal", protocol=protocol) as player, pytest.raises(IllegalAnswer, match="e2e5"):
        decision_of(player)


def test_no_move_is_an_illegal_answer_if_there_are_legal_moves() -> None:
    with program("none") as player:
        with pytest.raises(IllegalAnswer, match="without a move"):
            decision_of(player)
        assert decision_of(player, start="7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").move is None


@pytest.mark.parametrize("limits", [Limits(white=Clock(0.05), black=Clock(0.05)), DEPTH, Limits(seconds=0.05)])
def test_a_program_that_does_not_answer_is_killed(limits: Limits) -> None:
    with program("sleeps", stop_timeout=0.1, move_timeout=0.1) as player:
        player.move_timeout = 60
        game = self_play(player, 2)
        player.move_timeout = 0.1
        with pytest.raises(NoAnswer, match="no answer within"):
            player.decide(MoveRequest(game, limits))
        assert ends(pid_of(player))


def test_a_program_answers_a_stop() -> None:
    with program("waits") as player:
        control = Control()
        timer = Timer(0.1, control.stop)
        timer.start()
        decision = player.decide(MoveRequest(Game(), Limits(infinite=True), control))
        assert control.stopped
    assert decision.move is not None


def test_a_program_that_does_not_stop_is_killed_even_in_an_infinite_search() -> None:
    with program("sleeps", move_timeout=60) as player:
        game = self_play(player, 2)
        player.move_timeout = 0.1
        control = Control()
        control.stop()
        with pytest.raises(NoAnswer):
            player.decide(MoveRequest(game, Limits(infinite=True), control))
        assert ends(pid_of(player))


@pytest.mark.parametrize("ending", ["", " --level 3"])
def test_a_path_with_blanks_needs_no_quotation_marks(ending: str, tmp_path: Path) -> None:
    program = tmp_path / "my engines of" / "the fish"
    program.parent.mkdir()
    with pytest.raises(PlayerError) as refused:
        player_named(f"uci:{program}{ending}")
    assert str(refused.value) == f"uci:{tmp_path / 'my'}: not found, nor is {program}"
    with pytest.raises(PlayerError) as refused:
        player_named(f'uci:"{tmp_path / "my"}" {program}')
    assert str(refused.value) == f"uci:{tmp_path / 'my'}: not found"
    program.write_text("", encoding="utf-8")
    assert command_words(f"{program}{ending}") == [str(program), *ending.split()]
    if os.name == "posix":  # Windows has no permission to run
        with pytest.raises(PlayerError, match="Permission denied"):
            player_named(f"uci:{program}{ending}")
        program.chmod(0o755)
        with pytest.raises(PlayerError, match=f"for an outside program write uci:{program}"):
            player_named(str(program))


def test_a_word_on_the_path_and_a_quoted_path_are_programs_as_before(tmp_path: Path) -> None:
    (tmp_path / "x y").touch()
    assert command_words(f'"{tmp_path}/x" y') == [f"{tmp_path}/x", "y"]
    assert command_words(f"{Path(sys.executable).as_posix()} y")[1:] == ["y"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("uci:/no/such/program", "uci:/no/such/program: not found"),
        ("xboard:/no/such/program --level 3", "xboard:/no/such/program: not found"),
        ("uci:no-such-program", "uci:no-such-program: not found"),
        pytest.param(
            "uci:/bin/false", "uci:/bin/false: does not speak uci: engine process died", marks=pytest.mark.posix
        ),
        pytest.param("uci:/etc/passwd", "uci:/etc/passwd: Permission denied", marks=pytest.mark.posix),
        ("uci:", "there is no command after uci:; an outside program is written uci:COMMAND"),
        pytest.param("uci:'", "uci:': not a command: No closing quotation", marks=pytest.mark.posix),
        (
            "usi:shogi",
            f"no player called 'usi:shogi'; the players are: {NAMES}, uci:COMMAND, xboard:COMMAND",
        ),
        ("histroic", "no player called 'histroic'; did you mean historic?"),
        ("Modern", "no player called 'Modern'; did you mean modern?"),
        ("hou", "no player called 'hou'; did you mean huo?"),
        (
            "huo(Depth=1)",
            "no player called 'huo(Depth=1)'; its options are in square brackets: huo[OPTION=VALUE,...]",
        ),
        ("human", "a human can play only in `gosub play`"),
        ("Human", "a human can play only in `gosub play`"),
        (
            "petrosian",
            f"no player called 'petrosian'; the players are: {NAMES}, uci:COMMAND, xboard:COMMAND",
        ),
        ("", f"no player called ''; the players are: {NAMES}, uci:COMMAND, xboard:COMMAND"),
    ],
)
def test_a_player_that_cannot_be_started_gets_one_line(name: str, message: str) -> None:
    with pytest.raises(PlayerError) as refused:
        player_named(name)
    assert str(refused.value).startswith(message)
    assert "\n" not in str(refused.value)


def test_the_error_lists_and_suggests_the_names_that_are_known() -> None:
    assert "human?" in str(unknown_player("humn", ["human", *PLAYERS]))
    assert f"human, {NAMES}, uci:COMMAND, xboard:COMMAND" in str(unknown_player("nobody", ["human", *PLAYERS]))


@pytest.mark.posix
def test_a_program_on_the_path_is_answered_with_its_uci_form(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stockfish = tmp_path / "stockfish"
    stockfish.write_text("#!/bin/sh\n")
    monkeypatch.setenv("PATH", str(tmp_path))
    for executable, hint in ((False, ": modern, "), (True, "for an outside program write uci:stockfish")):
        stockfish.chmod(0o755 if executable else 0o644)
        with pytest.raises(PlayerError, match=f"'stockfish'.*{hint}"):
            player_named("stockfish")
    with pytest.raises(PlayerError, match=f"for an outside program write uci:{stockfish}"):
        player_named(str(stockfish))


def test_a_program_that_speaks_no_protocol_is_given_up_after_the_start_timeout(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(OutsidePlayer, "start_timeout", 0.3)
    with pytest.raises(PlayerError, match=r"does not speak uci: no answer within 0\.3 s"):
        OutsidePlayer("uci", outside("garbage"))


def test_a_program_that_starts_slowly_may_be_given_more_time_in_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OutsidePlayer, "start_timeout", 0.01)
    with pytest.raises(PlayerError, match=r"no answer within 0\.01 s; .*\[Start=60\]"):
        player_named(f"uci:{outside()}")
    with player_named(f"uci:{outside()}[Start=20,Level=3]") as player:
        assert player.decide(MoveRequest(Game(), DEPTH)).move
    for value in ("0", "3601", "soon"):
        with pytest.raises(PlayerError, match=f"'{value}' is not a value of Start; expected a whole number of seconds"):
            player_named(f"uci:{outside()}[Start={value}]")


@pytest.mark.parametrize(
    ("protocol", "options", "sent"),
    [
        ("uci", "Depth=2,Nodes=50", ["go depth 2 nodes 50 movetime 100"]),
        ("uci", "Seconds=0.5", ["go movetime 500"]),
        ("uci", "Time=60+1", ["go wtime 60000 btime 60000 winc 1000 binc 1000"]),
        ("xboard", "Depth=2", ["st 1", "sd 2"]),
        ("xboard", "Seconds=2", ["st 2"]),
        ("xboard", "Time=60+1", ["level 0 1 1", "time 6000", "otim 6000"]),
    ],
)
def test_an_outside_program_is_told_the_limits_in_its_name(
    protocol: str, options: str, sent: list[str], tmp_path: Path
) -> None:
    log = tmp_path / "log"
    with player_named(f"{protocol}:{outside(log=log, protocol=protocol)}[{options}]") as player:
        player.decide(MoveRequest(Game(), Limits(seconds=0.1)))
    words = ("go ", "st ", "sd ", "level ", "time ", "otim ")
    told = [line for line in log.read_text().splitlines() if line.startswith(words)]
    assert [sorted(line.split()) for line in told[-len(sent) :]] == [sorted(line.split()) for line in sent]


def test_an_outside_player_is_named_by_its_protocol_and_command() -> None:
    player = player_named(f"uci:{outside()}")
    try:
        assert player.name == "Sparring Partner"
        assert player.decide(MoveRequest(Game(), DEPTH)).move
    finally:
        player.close()


def test_options_are_set_regardless_of_case(tmp_path: Path) -> None:
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
        ("Level", "10", "'10' is not a value of Level; expected a whole number from 1 to 9"),
        ("Level", "much", "'much' is not a value of Level; expected a whole number from 1 to 9"),
        ("Brave", "perhaps", "'perhaps' is not a value of Brave; expected true or false"),
        ("Style", "Quiet", "'Quiet' is not a value of Style; expected Solid or Wild"),
        ("Style", "Mild", "'Mild' is not a value of Style; "),
        ("Book", "two\nlines", "invalid line-break"),
        (
            "Courage",
            "1",
            "no such option 'Courage'; the options are: Book, Brave, Depth, Forget, Level, Nodes, Seconds, ",
        ),
        ("Levle", "1", "no such option 'Levle'; "),
        ("Ponder", "true", "no such option 'Ponder'; "),
    ],
)
def test_an_option_that_cannot_be_set_gets_one_line(name: str, value: str, reason: str) -> None:
    with program() as player:
        with pytest.raises(OptionError) as refused:
            player.set_option(name, value)
        assert reason in str(refused.value)
        assert "\n" not in str(refused.value)
        assert decision_of(player).move


@pytest.mark.posix
def test_control_c_does_not_reach_it() -> None:
    with program() as player:
        assert os.getpgid(pid_of(player)) != os.getpgid(0)


@pytest.mark.parametrize("behaviour", ["plays", "stubborn"])
def test_no_process_is_left_after_close(behaviour: str) -> None:
    with program(behaviour) as player:
        decision_of(player)
        pid = pid_of(player)
        assert exists(pid)
    assert ends(pid)


#: A script that does not close its program; and how it ends: the program, the code, what it prints, its exit code.
SCRIPT = """
import signal, sys, threading
from modern.limits import Limits
from modern.players import Game, MoveRequest, player_named
player = player_named(sys.argv[1])
print(player.engine.transport.get_pid(), flush=True)
def depth_of(limits):
    return player.decide(MoveRequest(Game(), limits)).depth
"""
ENDINGS = {
    "an exception": ("plays", "raise ValueError", [], 1),
    "its last line": ("stubborn", "depth_of(Limits(depth=1))", [], 0),
    "a thread": ("plays", "threading.Timer(0.5, lambda: print(depth_of(Limits(depth=1)))).start()", ["4"], 0),
    "Ctrl-C": (
        "waits",
        "threading.Timer(0.5, signal.raise_signal, [2]).start(); depth_of(Limits(infinite=True))",
        [],
        -2,
    ),
}


@pytest.mark.posix
@pytest.mark.parametrize(
    "ending", [name if name == "an exception" else pytest.param(name, marks=pytest.mark.slow) for name in ENDINGS]
)
def test_a_script_that_closes_no_program_ends_by_itself_and_leaves_none(ending: str) -> None:
    behaviour, code, printed, exit_code = ENDINGS[ending]
    words = [sys.executable, "-c", SCRIPT + code, f"uci:{outside(behaviour)}"]
    ended = subprocess.run(words, capture_output=True, text=True, timeout=60)
    pid, *rest = ended.stdout.split()
    assert ends(int(pid))
    assert (rest, ended.returncode) == (printed, exit_code)


def test_kill_all_kills_every_program() -> None:
    with program("stubborn") as first, program("stubborn", protocol="xboard") as second:
        kill_all()
        assert ends(pid_of(first))
        assert ends(pid_of(second))


def test_its_other_output_is_discarded(capfd: pytest.CaptureFixture[str]) -> None:
    with program() as player:
        decision_of(player)
    assert capfd.readouterr() == ("", "")


def test_an_xboard_program_plays() -> None:
    with program(protocol="xboard") as player:
        assert player.name == "Old Partner"
        game = self_play(player, 6)
        decision = player.decide(MoveRequest(game, Limits(white=Clock(9), black=Clock(9))))
    assert decision.score == Score(13)


def test_a_program_may_resign() -> None:
    with program("resigns", protocol="xboard") as player:
        game = self_play(player, 1)
        with pytest.raises(Resignation):
            player.decide(MoveRequest(game, DEPTH))


def sent(log: Path, *words: str) -> list[str]:
    return [line for line in log.read_text(encoding="utf-8").splitlines() if line.split()[0] in words]


def test_a_program_that_reports_its_nodes_and_goes_on_is_stopped(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with program("counts", log) as player:
        assert decision_of(player, Limits(nodes=500)).move is not None
    assert sent(log, "go", "stop") == ["go nodes 500", "stop"]


def test_a_program_whose_nodes_end_its_search_is_not_stopped(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with program(log=log) as player:
        for _ in range(2):
            decision_of(player, Limits(nodes=70))  # it reports 70
        time.sleep(2 * NODES_GRACE)
    assert sent(log, "stop") == []


def test_a_program_with_defaults_that_are_none_of_the_values_plays_with_a_warning(tmp_path: Path) -> None:
    notes: list[str] = []
    log = tmp_path / "log"
    with program("odd", log) as player:
        for _ in range(2):
            assert player.decide(MoveRequest(Game(), DEPTH, note=notes.append)).move is not None
        assert sent(log, "setoption") == []
        for name, good, bad in (
            ("Old Hash", "64", "65"),
            ("Old Style", "very solid", "mild"),
            ("Old Speed", "3", "2"),
            ("Old Mood", "angry", "mild"),
        ):
            player.set_option(name, good)
            with pytest.raises(OptionError):
                player.set_option(name, bad)
    assert sent(log, "setoption") == [
        "setoption name Old Hash value 64",
        "setoption name Old Speed value 3",
        "setoption name Old Mood value Angry",
    ]
    assert notes == [
        "its option Old Hash has the default 0, which is not from 1 to 64",
        "its option Old Style has the default Very Solid, which is not one of its choices",
        "its option Old Speed has no default; 3 is taken for it",
        "its option Old Mood has no default; Calm is taken for it",
    ]


def test_the_clock_stops_when_the_bytes_of_the_answer_arrive(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here handling them takes a fifth of a second, as on a busy machine."""
    handle = TrackedUci._line_received

    def slowly(protocol: TrackedUci, line: str) -> None:
        if line.startswith("bestmove"):
            time.sleep(0.2)
        handle(protocol, line)

    monkeypatch.setattr(TrackedUci, "_line_received", slowly)
    with program() as player:
        start_time = time.perf_counter()
        decision = decision_of(player)
        assert time.perf_counter() - start_time > 0.2
    assert decision.clock_seconds is not None
    assert 0 < decision.clock_seconds < 0.2


def test_a_program_that_is_waited_for_is_named_with_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("modern.players.outside.WAITING_NOTICE", 0.1)
    lines: list[str] = []
    with program("waits", move_timeout=1) as player, pytest.raises(NoAnswer):
        player.decide(MoveRequest(Game(), DEPTH, show=lines.append))
    assert lines == ["waiting for Sparring Partner to move, for at most 1 s"]


# xboard's protocol.


def test_an_xboard_program_is_sent_the_limits_as_xboard_sends_them(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with program(log=log, protocol="xboard") as player:
        first = decision_of(player, Limits(white=Clock(0.3, 0.02), black=Clock(0.4, 0.02), moves_to_go=40))
        decision_of(player, Limits(white=Clock(0.25, 0.02), black=Clock(0.35, 0.02)), moves=f"{first.move} e7e5")
        player.new_game()
        decision_of(player, Limits(white=Clock(90), black=Clock(90)))
        decision_of(player, Limits(seconds=1.2), moves="d2d4 d7d5")
        decision_of(player, Limits(depth=3), moves="d2d4 d7d5 c2c4 c7c6")
    assert sent(log, "level", "time", "otim", "st", "sd", "nps") == [
        *("level 40 0:01 0.02", "time 30", "otim 40", "time 25", "otim 35"),
        *("level 0 1:30 0", "time 9000", "otim 9000", "st 2", "sd 3", "sd 3"),
    ]


def test_an_xboard_program_gets_a_new_game_for_a_position_that_does_not_continue_its_own(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with program("silent", log, "xboard") as player:
        first = decision_of(player, Limits(seconds=1))
        decision_of(player, Limits(seconds=1), moves=f"{first.move} e7e5")
        assert len(sent(log, "new")) == 1
        decision_of(player, Limits(seconds=1), moves=str(first.move))
    assert (len(sent(log, "new")), sent(log, "remove", "undo")) == (2, [])


def test_below_a_second_an_xboard_program_is_told_to_move_when_its_limit_is_over(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with program("whole", log, "xboard") as player:
        decision = decision_of(player, Limits(seconds=0.1))
    assert sent(log, "st", "?") == ["st 1", "?"]
    assert decision.move is not None
    assert decision.seconds >= 0.09  # the timer and the clock that measures need not agree to a millisecond


@pytest.mark.parametrize(
    ("behaviour", "answer"), [("no-sd", "Error (unknown command): sd"), ("sd-moves", "Illegal move: sd 3")]
)
def test_an_xboard_program_that_does_not_know_sd_is_quoted(behaviour: str, answer: str) -> None:
    with program(behaviour, protocol="xboard") as player:
        for ask in (lambda limits: decision_of(player, limits), player.check_limits):
            with pytest.raises(PlayerError) as refused:
                ask(Limits(depth=3))
            assert str(refused.value).endswith(f"it does not take a limit of depth; it answers '{answer}'")
        assert decision_of(player, Limits(seconds=1)).move is not None


def test_an_xboard_program_has_no_limit_of_nodes() -> None:
    with program(protocol="xboard") as player, pytest.raises(PlayerError, match="nodes"):
        decision_of(player, Limits(nodes=500))


@pytest.mark.parametrize(
    ("behaviour", "start", "answer"),
    [("refuses", None, "Invalid move: "), ("no-position", CHECK, "tellusererror Illegal position")],
)
def test_an_xboard_program_that_refuses_the_game_is_quoted_before_its_flag_falls(
    behaviour: str, start: str | None, answer: str
) -> None:
    limits = Limits(white=Clock(60), black=Clock(60))
    with program(behaviour, protocol="xboard") as player:
        game = Game(start) if start else Game(moves=["e2e4"])
        if not start:
            accepted = player.decide(MoveRequest(game, limits)).move
            assert accepted
            game.make(accepted)
            game.make(game.position.legal_moves()[0])
        with pytest.raises(NoAnswer, match=f"it refuses the game; it answers '{answer}"):
            player.decide(MoveRequest(game, limits))


@pytest.mark.parametrize(
    ("behaviour", "reason"),
    [
        ("no-setboard", "lacks setboard, which gosub needs"),
        pytest.param("no-features", "has named no features within 6 s of protover 2", marks=pytest.mark.slow),
    ],
)
def test_an_xboard_program_that_cannot_be_used_is_told_what_it_lacks(behaviour: str, reason: str) -> None:
    name = f"xboard:{outside(behaviour, protocol='xboard')}"
    with pytest.raises(PlayerError) as refused:
        player_named(name)
    assert str(refused.value) == f"{name}: {reason}"
