"""`gosub tournament`, as a user runs it."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import signal
from pathlib import Path
from typing import Any

import pexpect  # type: ignore[import-untyped]
import pytest
from commands import started
from pages import page_data
from pgn_standard import written_games
from refusals import refused
from rich.console import Console
from scenarios import Gosub, wait_for_journal_lines
from sparring import outside
from terminals import spawn

from modern.cli.match.playing import DROPPABLE, print_result, progress, tables_of_tournament
from modern.cli.output import print_table
from modern.game.clock import TimeSetting
from modern.game.game import BLACK, WHITE, Ending, Game
from modern.match.openings import random_openings
from modern.match.options import TournamentOptions
from modern.match.tournament import Tournament, names_in_tables
from modern.pages.tournament_pages import check_folder

pytestmark = pytest.mark.usefixtures("games_here")

PARTNER = f"uci:{outside()}"
FAULTY = f"uci:{outside('illegal')}"
#: One side mates at once, or the fifty-move rule ends the game three moves later.
SHORT_GAMES = "k7/8/1K6/8/8/8/8/7R w - - 94 100\nK7/8/1k6/8/8/8/8/7r b - - 94 100\n"
QUICK = ("--depth", "1", "--games", "2")
#: Players who are cheap to start, and short games of them.
THREE = ("modern", "modern[Hash=2]", "historic")


@pytest.fixture
def openings(tmp_path: Path) -> tuple[str, str]:
    """Returns the option for openings from which games are short."""
    (tmp_path / "short.epd").write_text(SHORT_GAMES)
    return "--openings", str(tmp_path / "short.epd")


def table(text: str) -> dict[str, Any]:
    """Returns the JSON of a result without the times."""
    result = json.loads(text)
    for row in result["table"]:
        del row["seconds_a_move"]
    assert isinstance(result, dict)
    return result


def test_a_tournament_has_a_crosstable_ratings_endings_and_files(
    gosub: Gosub, openings: tuple[str, str], tmp_path: Path
) -> None:
    files = ["--pgn", "games.pgn", "--json", "result.json", "--html", "pages"]
    words = ["modern", PARTNER, FAULTY, *QUICK, *openings, "--anchor", "modern=2000", *files]
    result = gosub("tournament", *words, cwd=tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    assert re.search(r"^ 1 +modern +2000 +0 +\S+ +4 ", result.stdout, re.M)
    assert re.search(r"^ illegal move +\d", result.stdout, re.M)
    assert re.search(r"^forfeits: Sparring Partner \(illegal\) [23] by illegal move$", result.stdout, re.M)
    assert re.search(r"^White's advantage: [+-]\d+ \+- \d+ Elo; draws between equals: \d+ % ", result.stdout, re.M)
    assert re.search(r"^6 games played \(depth 1, short.epd, [\d.]+ s, \w+, 1 process\)$", result.stdout, re.M)
    figures = json.loads((tmp_path / "result.json").read_text())
    assert list(figures) == [
        *("players", "gauntlet", "pace", "openings", "seed", "draw", "resign", "games_per_pairing", "anchor"),
        *("complete", "games", "different_games", "table", "results", "superiority", "white_advantage", "draw_rate"),
        "endings",
    ]
    assert (figures["table"][-1]["player"], figures["table"][-1]["lost"]) == (FAULTY, 4)
    assert figures["table"][-1]["forfeits"]["illegal move"] in (2, 3)
    assert figures["anchor"] == {"player": "modern", "elo": 2000}
    games = written_games(tmp_path / "games.pgn")
    assert [game.headers["Round"] for game in games] == [f"1.{number}" for number in range(1, 7)]
    assert len(list((tmp_path / "pages").iterdir())) == 7
    index = (tmp_path / "pages" / "index.html").read_text()
    for shown in (result.stdout, index):
        assert shown.count("Sparring Partner (plays)") > 2 < shown.count("Sparring Partner (illegal)")
        assert f" {PARTNER} " not in shown


@pytest.mark.parametrize(
    ("players", "own", "shown"),
    [
        (["uci:python anna.py", "uci:python ben.py", "historic"], ["Zugzwang", "Ben's", "1994"], ["Zugzwang", "Ben's"]),
        (
            ["uci:python anna.py", "uci:python ben.py -v", "uci:./carla"],
            ["My Player", "My Player", "Carla"],
            ["My Player (anna.py)", "My Player (ben.py)", "Carla"],
        ),
        (["uci:a/x.py", "uci:b/x.py"], ["X", "X"], ["uci:a/x.py", "uci:b/x.py"]),
        (["uci:x[Threads=1]", "uci:x[Threads=2]"], ["X", "X"], ["X[Threads=1]", "X[Threads=2]"]),
        (["uci:x", "xboard:y"], ["", "historic"], ["uci:x", "historic"]),
        (["uci:x", "historic"], ["historic", "1994"], ["historic (x)", "historic"]),
        (["uci:'x", "modern[Hash=2]"], ["", "Today's engine"], ["uci:'x", "modern[Hash=2]"]),
    ],
)
def test_tables_have_the_names_that_programs_give_themselves(
    players: list[str], own: list[str], shown: list[str]
) -> None:
    assert names_in_tables(players, own)[: len(shown)] == shown


def test_a_short_tournament_is_advised_only_if_no_number_of_games_was_typed(
    gosub: Gosub, openings: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["tournament", *THREE[:2], "--tc", "100", *openings]
    assert "the first games will show.\n" in gosub(*words, "--games", "2").stderr
    options = TournamentOptions(THREE, 10, TimeSetting(seconds=10), random_openings(None, None))
    with progress(Tournament(options)):
        assert "the first games will show. For a short tournament type --games 2.\n" in capsys.readouterr().err


def test_the_pages_link_to_each_other_and_step_through_the_games(
    gosub: Gosub, openings: tuple[str, str], tmp_path: Path
) -> None:
    pages = tmp_path / "pages"
    result = gosub("tournament", "modern", "modern[Hash=2]", *QUICK, *openings, "--html", str(pages))
    assert (result.returncode, result.stderr) == (0, "")
    index = (pages / "index.html").read_text()
    assert ">1 of 2</a>" in index
    assert {Path(link).name for link in re.findall(r'href="(game-\d+\.html)"', index)} == {
        "game-00001.html",
        "game-00002.html",
    }
    for anchor in re.findall(r'href="#([^"]+)"', index):
        assert f'id="{anchor}"' in index
    first = (pages / "game-00001.html").read_text()
    assert 'href="game-00002.html"' in first
    assert "modern against modern[Hash=2]" in first
    positions = page_data(first)["positions"]
    assert positions[0]["pieces"] == "k7/8/1K6/8/8/8/8/7R"
    assert positions[-1]["san"].endswith("#")
    assert positions[-1]["check"] == "a8"
    assert re.findall(r'<a href="#ply-(\d+)"', first) == ["0", "1"]
    assert len(positions) == 2
    check_folder(pages)  # the pages may be written again


def test_a_page_says_if_scores_have_a_meaning_of_their_own(
    gosub: Gosub, openings: tuple[str, str], tmp_path: Path
) -> None:
    gosub("tournament", "modern", "firstchess[Depth=1]", *QUICK, *openings, "--html", str(tmp_path / "pages"))
    page = (tmp_path / "pages" / "game-00001.html").read_text()
    assert "<dt>Black&#39;s scores</dt><dd>its score has the opposite sign: " in page
    assert "<dt>White&#39;s scores</dt>" not in page


def test_equal_players_have_the_elo_0_without_a_sign_and_one_point_of_two(
    gosub: Gosub, openings: tuple[str, str]
) -> None:
    out = gosub("tournament", "modern", "modern[Hash=2]", *QUICK, *openings, "--anchor", "modern=-0.4").stdout
    assert re.search(r"^ 1 +modern\S* +0 +\d+ +1 +2 ", out, re.M)
    assert re.search(r"^ 2 +modern\S* +0 +\d+ +1 +2 ", out, re.M)
    assert re.search(r"^ 1 +modern\S* +1 of 2$", out, re.M)


@pytest.mark.posix
@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["modern", "modern"], "'modern' is named twice; each player enters once"),
        (["modern"], "a tournament needs two players or more, not 1"),
        ([], "P1 P2 ... is missing"),
        (["modern", "historic", "--games", "3"], "--games: 3 "),
        (["modern", "historic", "--gauntlet", "huo"], "'huo' is not a player of this tournament; expected one of"),
        (["modern", "historic", "--anchor", "modern"], "'modern' is not an anchor; expected PLAYER=ELO"),
        (["modern", "historic", "--anchor", "moderm=1"], "did you mean modern?"),
        (["modern", "historic", "--html", "/nowhere/pages"], "/nowhere"),
        (["modern", "historic", "--html", "/etc"], "/etc "),
        (["modern", "historic", "--html", "/dev/null"], "/dev/null "),
        (["modern", "historic", "--resume", "/dev/null"], "expected the journal of a tournament"),
        (["modern", "nobody"], "'nobody'"),
        (["modern", "uci:/no/such/program"], "uci:/no/such/program: not found"),
    ],
)
def test_bad_input_gets_one_line(words: list[str], reason: str, gosub: Gosub) -> None:
    refused(gosub("tournament", *words), reason)


@pytest.mark.slow
@pytest.mark.posix
def test_control_c_prints_the_table_so_far_and_the_command_that_goes_on(
    gosub: Gosub, gosub_path: str, openings: tuple[str, str], tmp_path: Path
) -> None:
    journal = tmp_path / "the journal"
    words = [*THREE[:2], "--depth", "1", "--games", "1000", *openings, "--resume", str(journal)]
    running = started(gosub_path, "tournament", *words)
    wait_for_journal_lines(running, journal, 4)
    os.killpg(running.pid, signal.SIGINT)
    out, errors = running.communicate(timeout=60)
    assert running.returncode == 130
    assert all(
        line.startswith(("Warning: these players", "If the players", "By the first")) for line in errors.splitlines()
    )
    summary, last = out.splitlines()[-2:]
    assert re.match(r"\d+ of 1000 games played \(", summary)
    assert last.startswith("interrupted; to resume: gosub tournament ")
    command = shlex.split(last.partition("to resume: ")[2])
    assert command == ["gosub", "tournament", *words]


@pytest.mark.slow
def test_without_a_journal_control_c_says_that_the_games_are_not_saved(
    gosub_path: str, openings: tuple[str, str]
) -> None:
    child = spawn(gosub_path, ["tournament", *THREE[:2], "--depth", "1", "--games", "1000", *openings])
    child.expect("playing")
    child.expect(r"modern\[Hash=2\]")  # the crosstable so far
    child.sendintr()
    child.expect("interrupted; its games are not saved: --resume FILE saves them")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130


@pytest.mark.slow
def test_the_same_seed_gives_the_same_table_with_one_job_two_and_a_cluster(gosub: Gosub) -> None:
    distributed = pytest.importorskip("distributed")
    players = ["modern", "modern[Nodes=30]", "modern[Nodes=100]"]
    short = ["--depth", "3", "--games", "2", "--openings", "random:40", "--draw", "36", "2", "100000"]
    words = ["tournament", *players, *short, "--seed", "7", "--json", "-"]
    one = table(gosub(*words).stdout)
    assert one["complete"]
    assert set(one["endings"]) > {"checkmate"}
    assert table(gosub(*words, "--jobs", "2").stdout) == one
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0") as cluster:
        result = gosub(*words, "--dask", cluster.scheduler_address)
        refused = gosub("tournament", "modern", "nobody", *QUICK, "--dask", cluster.scheduler_address)
    assert result.returncode == 0, result.stderr
    assert table(result.stdout) == one
    assert "'nobody'" in refused.stderr


@pytest.mark.posix
@pytest.mark.slow
def test_control_c_leaves_a_cluster_at_once(gosub_path: str, tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    journal = tmp_path / "journal"
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0") as cluster:
        address = cluster.scheduler_address
        words = [*THREE[:2], "--depth", "1", "--games", "1000", "--dask", address, "--resume", str(journal)]
        running = started(gosub_path, "tournament", *words)
        wait_for_journal_lines(running, journal, 2)
        os.killpg(running.pid, signal.SIGINT)
        out, _ = running.communicate(timeout=30)
    assert running.returncode == 130
    assert "interrupted; to resume: " in out


@pytest.mark.slow
def test_an_unreachable_cluster_gets_one_line(gosub: Gosub) -> None:
    refused(gosub("tournament", *THREE[:2], *QUICK, "--dask", "nowhere"), "Dask .. nowhere: ", 1)


def test_the_endings_of_a_tournament_are_counted_by_who_won() -> None:
    played = Tournament(TournamentOptions(("modern", "huo"), 4, TimeSetting(seconds=0.1), random_openings(None, None)))
    endings = ((WHITE, "checkmate"), (BLACK, "checkmate"), (BLACK, "checkmate"), (None, "stalemate"))
    for number, (winner, reason) in enumerate(endings):
        game = Game(headers={"White": "a", "Black": "b", "Date": ""})
        game.ending = Ending(winner, reason)
        played.record(number, game)
    *_, table = tables_of_tournament(played, Console(file=io.StringIO()))
    assert [(column.header, *column.cells) for column in table.columns] == [
        ("ended by", "checkmate", "stalemate"),
        ("White wins", "1", "-"),
        ("Black wins", "2", "-"),
        ("drawn", "-", "1"),
    ]


#: Eight players, whose table of points does not fit 80 columns.
MANY = ("modern", *(f"modern[UCI_Elo={elo}]" for elo in range(1000, 1700, 100)))


def tournament_of(players: tuple[str, ...]) -> Tournament:
    """Returns a tournament in which White has won every game."""
    played = Tournament(TournamentOptions(players, 2, TimeSetting(seconds=0.1), random_openings(None, None)))
    for number in range(played.total_games):
        game = Game(headers={"White": "a", "Black": "b", "Date": ""})
        game.ending = Ending(WHITE, "checkmate")
        played.record(number, game)
    return played


def test_the_tables_of_a_tournament_are_as_wide_as_they_need_to_be_in_a_pipe(
    capsys: pytest.CaptureFixture[str],
) -> None:
    many = ("modern", *(f"modern[UCI_Elo={elo}]" for elo in range(1000, 2700, 100)))
    print_result(tournament_of(many), to_stderr=False)
    rows = [line for line in capsys.readouterr().out.splitlines() if line.count("1 of 2") == len(many) - 1]
    assert len(rows) == len(many)


@pytest.mark.parametrize("columns", [40, 80, 100])
def test_the_tables_of_a_tournament_fit_a_terminal_and_lose_no_figure(columns: int) -> None:
    played = tournament_of(MANY)
    out = Console(file=io.StringIO(), force_terminal=True, width=columns, color_system=None)
    for rows in tables_of_tournament(played, out):
        print_table(out, rows, DROPPABLE)
    assert isinstance(out.file, io.StringIO)
    shown = out.file.getvalue()
    assert max(map(len, shown.splitlines())) <= columns
    assert shown.count("1 of 2") == len(MANY) * (len(MANY) - 1)
