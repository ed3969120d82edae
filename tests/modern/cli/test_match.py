"""`gosub match` as a user runs it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import chess.pgn
import pexpect  # type: ignore[import-untyped]
import pytest
from scenarios import PEXPECT_OPTIONS, Gosub, running_processes, wait_for_journal_lines
from sparring import outside

from modern.cli import main
from modern.match.journal import MatchJournal

PARTNER = f"uci:{outside()}"
QUICK = ("--depth", "1")
#: More games than any test waits for.
MANY = ("--games", "1000000", *QUICK)


def games_in(path: Path) -> list[chess.pgn.Game]:
    with path.open() as file:
        games = list(iter(lambda: chess.pgn.read_game(file), None))
    assert all(not game.errors for game in games)
    return games


def moves_in(path: Path) -> list[list[str]]:
    return [[move.uci() for move in game.mainline_moves()] for game in games_in(path)]


def rounds_in(path: Path) -> list[str]:
    return [game.headers["Round"] for game in games_in(path)]


def rounds(games: int) -> list[str]:
    return [f"{number // 2 + 1}.{number % 2 + 1}" for number in range(games)]


def figures(gosub: Gosub, *words: str) -> dict[str, Any]:
    result = gosub("match", *words, "--json", "-")
    assert result.returncode == 0, result.stderr
    told = json.loads(result.stdout)
    assert isinstance(told, dict)
    return told


def test_it_tells_who_won_how_games_ended_and_what_that_says(gosub: Gosub) -> None:
    result = gosub("match", "modern", PARTNER, *QUICK, "--games", "2", "--sprt", "0", "800")
    assert (result.returncode, result.stderr) == (0, "")
    assert re.search(r"^ A +Gosub Chess, modern +2 +2 +0 +0 +[\d.]+$", result.stdout, re.M)
    assert re.search(r"^ B +Sparring Partner +0 +0 +0 +2 +[\d.]+$", result.stdout, re.M)
    assert re.search(r"^ checkmate +2 +- +-$", result.stdout, re.M)
    assert re.search(r"^Elo of A: more than [+-][\d.]+ with 95 % confidence$", result.stdout, re.M)
    assert re.search(r"^likelihood that A is stronger: \d\d\.\d %$", result.stdout, re.M)
    assert "\n1 pair of games, with 0, 1/2, 1, 1 1/2 and 2 points: 0 0 0 0 1\n" in result.stdout
    assert re.search(
        r"^SPRT of \+0 against \+800: LLR \S+ in -2\.94 to \+2\.94, it wants more games$", result.stdout, re.M
    )
    last = result.stdout.splitlines()[-1]
    assert re.fullmatch(r"2 games played \(depth 1, random:8, seed 1994, [\d.]+ s, \w+, 1 process\)", last)


@pytest.mark.slow
def test_its_json_has_the_figures(gosub: Gosub) -> None:
    told = figures(gosub, "modern", PARTNER, *QUICK, "--games", "2", "--a-option", "Hash=2")
    assert list(told) == [
        *("a", "a_options", "b", "b_options", "pace", "openings", "seed", "names", "complete", "games", "points"),
        *("won", "drawn", "lost", "pairs", "elo", "elo_low", "elo_high", "superiority", "sprt", "endings"),
        "seconds_a_move",
    ]
    assert (told["a_options"], told["pace"], told["openings"]) == ({"Hash": "2"}, {"depth": 1}, "random:8")
    assert (told["complete"], told["games"], told["points"]) == (True, 2, 2.0)
    assert told["elo"] is None
    assert told["endings"] == {"checkmate": {"a": 2}}


def test_one_game_says_nothing_of_strength(gosub: Gosub) -> None:
    result = gosub("match", PARTNER, "modern", *QUICK, "--games", "1")
    assert result.returncode == 0
    assert "Elo: not told by less than two games of an opening" in result.stdout
    assert result.stdout.splitlines()[-1].startswith("1 game played")


@pytest.mark.slow
def test_two_jobs_play_the_same_games_as_one_and_write_them_in_order(gosub: Gosub, tmp_path: Path) -> None:
    for jobs in ("1", "2"):
        words = ["modern", PARTNER, *QUICK, "--games", "4", "--jobs", jobs, "--pgn", str(tmp_path / jobs)]
        assert gosub("match", *words).returncode == 0
    assert rounds_in(tmp_path / "2") == rounds(4)
    assert moves_in(tmp_path / "1") == moves_in(tmp_path / "2")


@pytest.mark.slow
def test_openings_of_a_file_are_played_from_both_sides(gosub: Gosub, tmp_path: Path) -> None:
    (tmp_path / "some.pgn").write_text("1. e4 e5 *\n\n1. d4 *\n")
    pgn = tmp_path / "games.pgn"
    words = ["modern", PARTNER, *QUICK, "--games", "6", "--openings", str(tmp_path / "some.pgn"), "--pgn", str(pgn)]
    assert gosub("match", *words).returncode == 0
    first = [moves[:2] if index // 2 != 1 else moves[:1] for index, moves in enumerate(moves_in(pgn))]
    assert first == [["e2e4", "e7e5"]] * 2 + [["d2d4"]] * 2 + [["e2e4", "e7e5"]] * 2


@pytest.mark.parametrize(
    ("behaviour", "pace", "reason", "termination", "words"),
    [
        ("crashes", QUICK, "crash", "abandoned", "loses by crash: it has ended"),
        ("illegal", QUICK, "illegal move", "rules infraction", "loses by illegal move: "),
        pytest.param(
            *("sleeps", ("--tc", "2+0.01"), "time forfeit", "time forfeit", "loses by time forfeit: "),
            marks=pytest.mark.slow,
        ),
    ],
)
def test_who_fails_loses_with_the_reason_and_the_match_goes_on(
    behaviour: str, pace: tuple[str, ...], reason: str, termination: str, words: str, gosub: Gosub, tmp_path: Path
) -> None:
    pgn = tmp_path / "games.pgn"
    told = figures(gosub, PARTNER, f"uci:{outside(behaviour)}", *pace, "--games", "2", "--jobs", "2", "--pgn", str(pgn))
    assert told["endings"] == {reason: {"a": 2}}
    games = games_in(pgn)
    assert [game.headers["Result"] for game in games] == ["1-0", "0-1"]
    assert [game.headers["Termination"] for game in games] == [termination] * 2
    assert all(words in game.end().comment for game in games)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--games", "3"], "--games is 1 or an even number, two games of each opening, not 3"),
        (["--games", "0"], "0 is not in the range"),
        (["--tc", "soon"], "a time control is SECONDS+INCREMENT or MOVES/SECONDS+INCREMENT, not 'soon'"),
        (["--tc", "1", "--depth", "2"], "--depth does not go with --tc"),
        (["--time", "1", "--nodes", "2"], "--nodes does not go with --time"),
        (["--time", "0"], "0.0 is not in the range"),
        (["--time", "nan"], "'nan' is not a number"),
        (["--depth", "0"], "0 is not in the range"),
        (["--openings", "random:x"], "random:PLIES wants 0 to 60 plies"),
        (["--openings", "random:61"], "random:PLIES wants 0 to 60 plies"),
        (["--openings", "/nowhere.epd"], "/nowhere.epd: No such file or directory"),
        (["--openings", "/dev/null"], "/dev/null has no opening"),
        (["--openings", "/dev/null", "--seed", "2"], "--seed goes with random openings"),
        (["--sprt", "5", "0"], "ELO0 is below ELO1"),
        (["--sprt", "0", "nan"], "'nan' is not a number"),
        (["--sprt", "0", "2000"], "2000.0 is not in the range"),
        (["--sprt", "0", "5", "--beta", "nan"], "'nan' is not a number"),
        (["--alpha", "0.1"], "--alpha and --beta go with --sprt"),
        (["--sprt", "0", "5", "--alpha", "0.5"], "0.5 is not in the range"),
        (["--a-option", "Hash"], "NAME=VALUE was expected, not 'Hash'"),
        (["--jobs", "0"], "0 is not in the range"),
        (["--pgn", "-"], "a file was expected, not standard output"),
        (["--resume", "-"], "a file was expected, not standard output"),
        (["--pgn", "/nowhere/x"], "/nowhere/x cannot be written"),
        (["--json", "/nowhere/x"], "/nowhere/x cannot be written"),
        (["--resume", "/dev/null"], "/dev/null is no file that a match can be noted in"),
        (["--pgn", "x", "--json", "x"], "--pgn and --json want a file each, not both x"),
        (["--openings", "x.pgn", "--pgn", "x.pgn"], "--openings and --pgn want a file each, not both x.pgn"),
    ],
)
def test_bad_input_gets_one_line(words: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["match", "modern", "modern", *words])
    assert left.value.code in (1, 2)
    out, errors = capsys.readouterr()
    assert out == ""
    assert reason in errors
    assert len(errors.splitlines()) == 1


@pytest.mark.slow
def test_an_option_that_a_player_has_not_is_told_of_before_any_game(gosub: Gosub) -> None:
    for words, hint in ((["--a-option", "Hash=much"], "--a-option"), (["--b-option", "Courage=1"], "--b-option")):
        result = gosub("match", "modern", PARTNER, *QUICK, *words)
        assert (result.returncode, result.stdout) == (2, "")
        assert result.stderr.startswith(f"gosub: Invalid value for {hint}: ")
        assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("players", "reason"),
    [
        (("modern", "nobody"), "no such player: 'nobody'"),
        (("uci:/no/such/program", "modern"), "/no/such/program cannot be played with: No such file or directory"),
        (("modern", "xboard:/bin/true"), "/bin/true cannot be played with: it does not speak xboard"),
    ],
)
def test_a_player_that_cannot_be_started_is_told_of_before_any_game(
    players: tuple[str, str], reason: str, gosub: Gosub, tmp_path: Path
) -> None:
    pgn = tmp_path / "games.pgn"
    pgn.write_text("precious")
    result = gosub("match", *players, *QUICK, "--pgn", str(pgn))
    assert (result.returncode, result.stdout) == (1, "")
    assert reason in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert pgn.read_text() == "precious"


def test_a_test_ends_the_match(gosub: Gosub, tmp_path: Path) -> None:
    pgn = tmp_path / "games.pgn"
    told = figures(gosub, "modern", PARTNER, *QUICK, "--sprt", "0", "400", "--jobs", "2", "--pgn", str(pgn))
    assert told["complete"]
    assert told["sprt"]["accepted"] == "elo1"
    assert told["sprt"]["llr"] >= told["sprt"]["high"] == pytest.approx(2.944, abs=0.001)
    assert told["games"] == len(games_in(pgn)) < 60


# Going on.


def test_after_a_kill_it_goes_on_and_has_each_game_once(gosub: Gosub, gosub_path: str, tmp_path: Path) -> None:
    journal, pgn = tmp_path / "journal", tmp_path / "games.pgn"
    words = ["modern", PARTNER, *QUICK, "--games", "6"]
    files = ["--resume", str(journal), "--pgn", str(pgn)]
    running = subprocess.Popen([gosub_path, "match", *words, *files], stdout=subprocess.DEVNULL, text=True)
    wait_for_journal_lines(running, journal, 3)
    running.kill()
    running.wait(timeout=60)
    assert len(rounds_in(pgn)) >= 2  # the third game may have been noted, but not yet written
    told = figures(gosub, *words, *files, "--jobs", "2")
    assert told["games"] == 6
    assert rounds_in(pgn) == rounds(6)
    numbers = [json.loads(line)["game"] for line in journal.read_text().splitlines()[1:]]
    assert sorted(numbers) == list(range(6))
    assert gosub("match", *words, "--pgn", str(tmp_path / "at once")).returncode == 0
    assert moves_in(pgn) == moves_in(tmp_path / "at once")


@pytest.mark.slow
def test_a_complete_match_is_told_without_being_played(gosub: Gosub, tmp_path: Path) -> None:
    journal, log = tmp_path / "journal", tmp_path / "log"
    words = ["modern", f"uci:{outside(log=log)}", *QUICK, "--games", "2", "--resume", str(journal)]
    first = figures(gosub, *words)
    log.unlink()
    assert figures(gosub, *words) == first
    assert not log.exists()
    assert "2 played earlier" in gosub("match", *words).stdout
    assert figures(gosub, *words, "--games", "4")["games"] == 4


def described(a: str, b: str) -> dict[str, object]:
    """The first line of a match's file, but for the word that it is one."""
    pairing = {"a": a, "a_options": {}, "b": b, "b_options": {}}
    return {**pairing, "pace": {"depth": 1}, "openings": "random:8", "seed": 1994}


def test_a_file_begins_with_what_the_match_is(gosub: Gosub, tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    assert gosub("match", "modern", PARTNER, *QUICK, "--games", "1", "--resume", str(journal)).returncode == 0
    with MatchJournal(journal, described("modern", PARTNER)) as noted:
        assert sorted(noted.games) == [0]


@pytest.mark.parametrize(
    ("words", "difference"),
    [
        (["modern", "historic"], f"there b is {json.dumps(PARTNER)}"),
        (["modern", PARTNER, "--seed", "5"], "there seed is 1994, here 5"),
        (["modern", PARTNER, "--openings", "random:6"], 'there openings is "random:8", here "random:6"'),
        (["modern", PARTNER, "--a-option", "Hash=2"], 'there a_options is {}, here {"Hash": "2"}'),
        (["modern", PARTNER, "--depth", "2"], 'there pace is {"depth": 1}, here {"depth": 2}'),
    ],
)
def test_the_file_of_another_match_is_refused(
    words: list[str], difference: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = tmp_path / "journal"
    MatchJournal(journal, described("modern", PARTNER)).file.close()
    before = journal.read_bytes()
    depth = [] if "--depth" in words else QUICK
    with pytest.raises(SystemExit) as left:
        main(["match", *words, *depth, "--games", "2", "--resume", str(journal)])
    out, errors = capsys.readouterr()
    assert (left.value.code, out) == (1, "")
    assert f"{journal} is of another match: {difference}" in errors
    assert len(errors.splitlines()) == 1
    assert journal.read_bytes() == before


# What ends it early.


def started(gosub_path: str, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [gosub_path, "match", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_control_c_prints_what_was_found(jobs: str, gosub_path: str, tmp_path: Path) -> None:
    journal, pgn, counts = tmp_path / "journal", tmp_path / "games.pgn", tmp_path / "counts.json"
    counts.write_text("precious")
    files = ["--resume", str(journal), "--pgn", str(pgn), "--json", str(counts)]
    running = started(gosub_path, "modern", PARTNER, *MANY, "--jobs", jobs, *files)
    wait_for_journal_lines(running, journal, 3)
    os.killpg(running.pid, signal.SIGINT)  # as a terminal does it: to all of its processes
    out, errors = running.communicate(timeout=60)
    assert (running.returncode, errors) == (130, "")
    said, last = out.splitlines()[-2:]
    assert last == f"interrupted: the same command goes on from {journal}"
    match = re.match(r"(\d+) games played \(", said)
    assert match
    assert 3 <= int(match[1]) == len(games_in(pgn))
    assert counts.read_text() == "precious"


def running_with(word: str) -> list[int]:
    """The processes that have a word in their command, but for those that have ended."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            state = (path.parent / "stat").read_text().rpartition(")")[2].split()[0]
            if word in path.read_text() and state not in "ZX":
                found.append(int(path.parent.name))
    return found


def wait_until(it_is_so: Callable[[], bool]) -> bool:
    for _ in range(3000):
        if it_is_so():
            return True
        time.sleep(0.02)
    return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc that tells which processes there are")
@pytest.mark.parametrize(("how", "jobs"), [(signal.SIGKILL, "2"), (signal.SIGTERM, "1"), (signal.SIGINT, "2")])
def test_no_process_and_no_program_is_left_behind(
    how: signal.Signals, jobs: str, gosub_path: str, tmp_path: Path
) -> None:
    """Be it one that no longer listens, and one that does not end when nobody writes to it."""
    deaf, stubborn = tmp_path / "deaf", tmp_path / "stubborn"
    players = (f"uci:{outside('sleeps', deaf)}", f"uci:{outside('stubborn', stubborn)}")
    running = started(gosub_path, *players, *MANY, "--jobs", jobs)
    asked_thrice = wait_until(lambda: deaf.exists() and deaf.read_text().count("go depth") >= 3 * int(jobs))
    there = running_with(str(tmp_path))
    group = running_processes(running.pid)
    running.send_signal(how)
    out, errors = running.communicate(timeout=60)
    gone = wait_until(
        lambda: not running_processes(running.pid) and not running_with(str(deaf)) + running_with(str(stubborn))
    )
    for left in running_with(str(deaf)) + running_with(str(stubborn)):
        os.kill(left, signal.SIGKILL)
    assert asked_thrice
    assert len(there) >= 2 * int(jobs)
    assert len(group) >= 1 + int(jobs)
    assert gone
    if how != signal.SIGKILL:  # killed, Python's own keeper of semaphores has a word to say
        assert errors == ""
    if how == signal.SIGINT:
        assert (running.returncode, out.splitlines()[-1]) == (130, "interrupted")


def test_a_file_that_cannot_grow_ends_it_with_what_was_found_and_how_to_go_on(gosub_path: str, tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    words = ["match", "modern", PARTNER, *QUICK, "--games", "100", "--resume", str(journal)]
    limited = 'ulimit -f 8; exec "$@"'
    result = subprocess.run(
        ["bash", "-c", limited, "bash", gosub_path, *words], capture_output=True, text=True, timeout=120, check=False
    )
    assert result.returncode == 1
    assert re.search(r"^\d+ games played", result.stdout, re.M)
    assert result.stderr == (
        f"gosub: {journal} cannot be written: File too large: the same command goes on from {journal}\n"
    )


def test_a_terminal_is_shown_how_it_stands(gosub_path: str, tmp_path: Path) -> None:
    words = ["match", "modern", PARTNER, *MANY, "--sprt", "0", "1"]
    terminal = pexpect.spawn(gosub_path, words, dimensions=(40, 100), **PEXPECT_OPTIONS)
    for sign in ("playing", r"Gosub Chess, modern +[\d.]+ ", "Elo of", "SPRT of"):
        terminal.expect(sign)
    terminal.sendintr()
    terminal.expect("interrupted")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 130


@pytest.mark.slow
def test_the_program_of_1994_plays_a_match(gosub: Gosub) -> None:
    told = figures(gosub, "modern", "historic", "--depth", "2", "--games", "4", "--jobs", "2")
    assert told["games"] == 4
    assert told["points"] >= 2
