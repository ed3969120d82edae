"""`gosub match`, as a user runs it."""

from __future__ import annotations

import json
import os
import re
import signal
from pathlib import Path
from typing import Any

import pexpect  # type: ignore[import-untyped]
import pytest
from commands import started
from pgn_standard import written_games
from refusals import refused
from scenarios import Gosub, wait_for_journal_lines
from sparring import outside
from terminals import spawn

from modern.cli.match.playing import RemainingTime
from modern.jobs.journal import with_checksum

pytestmark = pytest.mark.usefixtures("games_here")

PARTNER = f"uci:{outside()}"
QUICK = ("--depth", "1")
#: More games than any test waits for.
MANY = ("--games", "1000000", *QUICK)
#: Openings in which whoever looks one move ahead mates soon, with either side.
MATES_SOON = """\
6k1/2R2ppp/8/8/8/8/3r1PPP/6K1 w - -
6k1/4Rppp/8/8/8/8/1r3PPP/6K1 w - -
6k1/R4ppp/8/8/8/8/4rPPP/6K1 w - -
"""


@pytest.fixture
def short(tmp_path: Path) -> tuple[str, str]:
    """Returns the option for short games, for tests of what a match does and not of how games go."""
    (tmp_path / "short.epd").write_text(MATES_SOON)
    return "--openings", str(tmp_path / "short.epd")


def figures(gosub: Gosub, *words: str) -> dict[str, Any]:
    result = gosub("match", *words, "--json", "-")
    assert result.returncode == 0, result.stderr
    result_json = json.loads(result.stdout)
    assert isinstance(result_json, dict)
    return result_json


def test_the_result_has_points_endings_elo_and_sprt(gosub: Gosub) -> None:
    result = gosub("match", "modern", PARTNER, *QUICK, "--games", "2", "--sprt", "0", "800")
    assert (result.returncode, result.stderr) == (0, "")
    assert re.search(r"^ A +Gosub Chess, modern +2 +2 +0 +0 +[\d.]+$", result.stdout, re.M)
    assert re.search(r"^ B +Sparring Partner +0 +0 +0 +2 +[\d.]+$", result.stdout, re.M)
    assert re.search(r"^ checkmate +2 +- +-$", result.stdout, re.M)
    assert re.search(r"^Elo of A: more than [+-][\d.]+ with 95 % confidence$", result.stdout, re.M)
    assert re.search(r"^likelihood that A is stronger: \d\d\.\d %$", result.stdout, re.M)
    assert "\npentanomial: 0 0 0 0 1 (1 pair of games, with 0, 1/2, 1, 1 1/2 and 2 points)\n" in result.stdout
    assert re.search(r"^SPRT of \+0 against \+800: LLR \S+ in -2\.94 to \+2\.94, undecided$", result.stdout, re.M)
    last = result.stdout.splitlines()[-1]
    assert re.fullmatch(r"2 games played \(depth 1, random:8, seed 1994, [\d.]+ s, \w+, 1 process\)", last)


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (["huo[Depth=1]", "huo[ Edition = 0.6 ]"], ["huo[Depth=1]", "huo[Edition=0.6]"]),
        (["modern", "modern", "--b-option", "Hash=2"], ["modern", "modern[Hash=2]"]),
    ],
)
def test_two_of_one_program_are_named_with_their_options(gosub: Gosub, words: list[str], names: list[str]) -> None:
    result = gosub("match", *words, *QUICK, "--games", "1", "--draw", "1", "1", "100000")
    assert re.findall(r"^ [AB] +(\S+) +[\d.]+ ", result.stdout, re.M) == names


def test_players_with_options_in_their_names_are_called_by_them(gosub: Gosub, tmp_path: Path) -> None:
    names = ["modern[Hash=1]", "modern[Hash=2,Without=null move]"]
    mate_in_one, pgn = tmp_path / "mate.epd", tmp_path / "games.pgn"
    mate_in_one.write_text("6k1/5ppp/8/8/8/8/8/R5K1 w - -\n")
    files = ("--openings", str(mate_in_one), "--pgn", str(pgn))
    result = figures(gosub, *names, *QUICK, "--games", "1", *files)
    assert [result["names"], [result["a"], result["b"]]] == [names, names]
    (game,) = written_games(pgn)
    assert [game.headers["White"], game.headers["Black"]] == names


def test_games_that_repeat_others_count_once_and_are_announced(gosub: Gosub, tmp_path: Path) -> None:
    (tmp_path / "one.epd").write_text(MATES_SOON.splitlines()[0])
    words = ("novice[Depth=1]", "novice[Depth=2]", "--openings", str(tmp_path / "one.epd"), "--games", "4")
    result = gosub("match", *words)
    assert "so with these openings at most 2 of the 4 games will be different" in result.stderr
    assert "\n2 of the 4 games are different; the estimates count equal ones once\n" in result.stdout
    assert "\npentanomial: 0 0 1 0 0 (1 pair" in result.stdout
    result = gosub("match", *words, "--sprt", "0", "10")
    assert (result.returncode, "undecided, because " in result.stdout) == (0, True)
    assert "\n2 games played (" in result.stdout


def test_the_time_that_is_left_follows_from_the_games_so_far_and_is_corrected() -> None:
    """Twenty games, two at once: of 60 seconds each at first, then of 6."""
    remaining = RemainingTime(20, 2)
    said = [remaining.after_game(seconds) for seconds in (50, 60, 61, 66, 68, 72, 74, 78)]
    assert said[:2] == ["", "By the first 2 games, the others will take about 9 minutes."]
    assert said[2:] == ["", "By the first 4 games, the others now seem to take about 4 minutes.", *[""] * 3, said[-1]]
    assert said[-1] == "By the first 8 games, the others now seem to take about 2 minutes."
    short = RemainingTime(20, 1)
    assert [short.after_game(seconds) for seconds in (0.3, 0.6, 0.9)] == [""] * 3


@pytest.mark.parametrize("command", ["match", "tournament"])
def test_openings_that_cannot_be_read_are_named_and_counted(gosub: Gosub, tmp_path: Path, command: str) -> None:
    path = tmp_path / "some.epd"
    path.write_text(f"nonsense\n{MATES_SOON}4k3/8/8/8/8/8/8/8 w - - bm Ke7;\n{MATES_SOON}")
    result = gosub(command, "novice[Depth=1]", "modern", *QUICK, "--openings", str(path), "--games", "8")
    assert result.returncode == 1
    assert [line for line in result.stderr.splitlines() if "some.epd" in line] == [
        f"{path}: line 1, column 1: a FEN has 4 to 6 fields, not 1: 'nonsense'; the opening is skipped",
        f"{path}: line 5, column 1: White has 0 kings; expected 1; the opening is skipped",
        f"{path}: 4 openings read, 2 skipped",
    ]


def test_a_failing_player_loses_with_a_reason_and_the_match_continues(gosub: Gosub, tmp_path: Path) -> None:
    pgn = tmp_path / "games.pgn"
    stats = figures(gosub, "modern", f"uci:{outside('illegal')}", *QUICK, "--games", "2", "--pgn", str(pgn))
    assert stats["endings"] == {"illegal move": {"a": 2}}
    games = written_games(pgn)
    assert [game.headers["Result"] for game in games] == ["1-0", "0-1"]
    assert [game.headers["Termination"] for game in games] == ["rules infraction"] * 2
    assert all("loses by illegal move: " in " ".join(game.end().comment.split()) for game in games)


@pytest.mark.posix
@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--games", "3"], "--games 3 "),
        (["--games", "0"], "--games: 0 "),
        (["--tc", "soon"], "'soon' "),
        (["--time", "0"], "--time: 0 "),
        (["--time", "nan"], "--time: 'nan'"),
        (["--depth", "0"], "--depth: 0 "),
        (["--openings", "random:x"], "'random:x' .. 0 to 60"),
        (["--openings", "random:61"], "'random:61' .. 0 to 60"),
        (["--openings", "/nowhere.epd"], "--openings: "),
        (["--openings", "/dev/null"], "/dev/null "),
        (["--openings", "/dev/null", "--seed", "2"], "--seed can only be used with random openings"),
        (["--sprt", "5", "0"], "ELO0 .. ELO1 .. 5 .. 0"),
        (["--sprt", "0", "nan"], "--sprt: 'nan'"),
        (["--sprt", "0", "2000"], "--sprt: 2000 "),
        (["--sprt", "0", "5", "--beta", "nan"], "--beta: 'nan'"),
        (["--sprt", "0", "5", "--alpha", "0.5"], "--alpha: 0.5 "),
        (["--a-option", "Hash"], "expected NAME=VALUE, not 'Hash'"),
        (["--a-option", "Hash=much"], "Invalid value for --a-option: "),
        (["--b-option", "Courage=1"], "Invalid value for --b-option: "),
        (["--draw", "40", "0", "10"], "MOVES .. 0 .. 1"),
        (["--resign", "3", "0"], "--resign: 0 "),
        (["--jobs", "0"], "--jobs: 0 "),
        (["--pgn", "-"], "--pgn: "),
        (["--resume", "-"], "--resume: "),
        (["--pgn", "/nowhere/x"], "/nowhere/x "),
        (["--json", "/nowhere/x"], "/nowhere/x "),
        (["--resume", "/dev/null"], "/dev/null "),
        (["--pgn", "x", "--json", "x"], "--pgn and --json"),
        (["--openings", "x.pgn", "--pgn", "x.pgn"], "--openings and --pgn"),
    ],
)
def test_invalid_input_gets_one_line(words: list[str], reason: str, gosub: Gosub) -> None:
    refused(gosub("match", "modern", "modern", *words), reason)


@pytest.mark.parametrize(
    ("players", "reason"),
    [
        (("modern", "nobody"), "'nobody'"),
        (("uci:/no/such/program", "modern"), "uci:/no/such/program: not found"),
        (("modern", f"xboard:{outside('sd-moves', protocol='xboard')}"), "it answers 'Illegal move: sd 1'"),
    ],
)
def test_a_player_that_cannot_be_started_is_refused_before_the_first_game(
    players: tuple[str, str], reason: str, gosub: Gosub, tmp_path: Path
) -> None:
    pgn = tmp_path / "games.pgn"
    pgn.write_text("precious")
    refused(gosub("match", *players, *QUICK, "--pgn", str(pgn)), reason, 2)
    assert pgn.read_text() == "precious"


# Resuming.


def test_games_are_adjudicated_if_asked_for(gosub: Gosub, tmp_path: Path) -> None:
    pgn = tmp_path / "games.pgn"
    rules = ("--draw", "1", "2", "100000", "--resign", "2", "100000")
    result = gosub("match", "modern", "modern", *QUICK, *rules, "--games", "2", "--pgn", str(pgn))
    assert (result.returncode, result.stderr) == (0, "")
    assert re.search(r"^ adjudication +", result.stdout, re.M)
    details = "drawn from move 1 after 2 moves within 100000 centipawns, resigned after 2 moves at 100000 centipawns"
    assert f"(depth 1, random:8, seed 1994, {details}, " in result.stdout
    assert [game.headers["Termination"] for game in written_games(pgn)] == ["adjudication", "adjudication"]


@pytest.mark.slow
def test_the_result_of_a_complete_match_is_printed_without_playing(gosub: Gosub, tmp_path: Path) -> None:
    journal, log = tmp_path / "journal", tmp_path / "log"
    words = ["modern", f"uci:{outside(log=log)}", *QUICK, "--games", "2", "--resume", str(journal)]
    first = figures(gosub, *words)
    log.unlink()
    assert figures(gosub, *words) == first
    assert not log.exists()
    assert "2 played earlier" in gosub("match", *words).stdout
    assert figures(gosub, *words, "--games", "4")["games"] == 4


def description(a: str, b: str) -> dict[str, object]:
    """Returns the first line of a match's journal."""
    form = {"journal": "gosub match", "format": 3}
    pairing = {"a": a, "a_options": {}, "b": b, "b_options": {}}
    return {**form, **pairing, "pace": {"depth": 1}, "openings": "random:8", "seed": 1994}


@pytest.mark.parametrize(
    ("words", "difference"),
    [
        (["modern", "historic"], f"b: {PARTNER}; asked for: historic"),
        (["modern", PARTNER, "--seed", "5"], "seed: 1994; asked for: 5"),
        (["modern", PARTNER, "--openings", "random:6"], "openings: random:8; asked for: random:6"),
        (["modern", PARTNER, "--a-option", "Hash=2"], "a_options: none; asked for: Hash 2"),
        (["modern", PARTNER, "--depth", "2"], "pace: depth 1; asked for: depth 2"),
        (["modern", PARTNER, "--resign", "3", "500"], "resign: none; asked for: 3, 500"),
    ],
)
def test_the_journal_of_another_match_is_refused(
    words: list[str], difference: str, gosub: Gosub, tmp_path: Path
) -> None:
    journal = tmp_path / "journal"
    journal.write_bytes(with_checksum(description("modern", PARTNER)))
    before = journal.read_bytes()
    depth = [] if "--depth" in words else QUICK
    result = gosub("match", *words, *depth, "--games", "2", "--resume", str(journal))
    refused(result, f"{journal} belongs to another match; its {difference}", 1)
    assert journal.read_bytes() == before


# Interruptions.


@pytest.mark.slow
@pytest.mark.posix
def test_ctrl_c_prints_the_result_so_far(gosub_path: str, short: tuple[str, str], tmp_path: Path) -> None:
    journal, pgn, counts = tmp_path / "journal", tmp_path / "games.pgn", tmp_path / "counts.json"
    counts.write_text("precious")
    files = ["--resume", str(journal), "--pgn", str(pgn), "--json", str(counts)]
    running = started(gosub_path, "match", "modern", PARTNER, *MANY, *short, "--jobs", "2", *files)
    wait_for_journal_lines(running, journal, 3)
    os.killpg(running.pid, signal.SIGINT)  # as a terminal does it: to all processes of the group
    out, errors = running.communicate(timeout=60)
    assert running.returncode == 130
    assert all(
        line.startswith(("Warning: these players", "If the players", "By the first")) for line in errors.splitlines()
    )
    summary, last = out.splitlines()[-2:]
    assert last == f"interrupted: the same command resumes from {journal}"
    match = re.match(r"(\d+) games played \(", summary)
    assert match
    assert 3 <= int(match[1]) == len(written_games(pgn))
    assert counts.read_text() == "precious"


@pytest.mark.slow
def test_a_terminal_shows_the_standing(gosub_path: str, short: tuple[str, str]) -> None:
    words = ["match", "modern", PARTNER, *MANY, *short, "--sprt", "0", "1"]
    terminal = spawn(gosub_path, words, dimensions=(40, 100))
    for text in ("playing", r"Gosub Chess, modern +[\d.]+ ", "Elo of", "SPRT of"):
        terminal.expect(text)
    terminal.sendintr()
    terminal.expect("interrupted")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 130
