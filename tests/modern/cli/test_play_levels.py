"""The strength of the opponent in `gosub play`: --level, --elo and --depth."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete
from pgn_standard import written_games
from refusals import refused
from scenarios import Gosub
from sparring import outside

from modern.cli import gosub as gosub_command
from modern.engine.strength import MIN_ELO
from modern.players.levels import NAMED_LEVELS, level_named

pytestmark = pytest.mark.usefixtures("dumb_terminal")

CASUAL = level_named("casual")


def headers_of(path: Path) -> dict[str, str]:
    (game,) = written_games(path)
    return dict(game.headers)


@pytest.mark.parametrize("words", [("--level", "3"), ("--level", "Casual"), ("--elo", str(CASUAL.elo))])
def test_a_level_is_played_by_modern_with_the_other_pieces(
    words: tuple[str, ...], gosub: Gosub, tmp_path: Path
) -> None:
    pgn = tmp_path / "game.pgn"
    result = gosub("play", *words, "--pgn", str(pgn), given="e4\n")
    assert (result.returncode, result.stderr) == (0, "")
    assert "Black: Today's engine, level 3, 0:00" in result.stdout
    assert "White: You, 0:00" in result.stdout
    assert headers_of(pgn)["Black"] == f"modern[UCI_Elo={CASUAL.elo}]"


def test_an_elo_between_the_levels_is_no_level_and_the_human_may_have_black(gosub: Gosub) -> None:
    result = gosub("play", "--elo", str(CASUAL.elo + 1), "--black", "human")
    assert f"White: Today's engine, Elo {CASUAL.elo + 1}, 0:00" in result.stdout
    assert "Black: You, 0:00" in result.stdout


def test_a_level_limits_the_program_that_is_named_and_keeps_its_other_options(gosub: Gosub) -> None:
    result = gosub("play", "--white", "modern[Hash=1]", "--level", "1")
    assert "White: Today's engine, level 1 (Hash=1), 0:00" in result.stdout


def test_a_limited_engine_thinks_about_fewer_nodes(gosub: Gosub) -> None:
    """At its lowest level, modern answers at once, however long it may think."""
    result = gosub("play", "--level", "beginner", "--time", "60", given="e4\n")
    (seconds,) = re.findall(r"plays 1\.\.\..*?(\d+\.\d) s\)", result.stdout)
    assert float(seconds) < 5


def test_an_outside_program_with_uci_elo_can_be_limited(gosub: Gosub, tmp_path: Path) -> None:
    log = tmp_path / "log"
    result = gosub("play", "--black", f"uci:{outside('elo', log=log)}", "--elo", "1400", given="e4\n")
    assert (result.returncode, result.stderr) == (0, "")
    sent = log.read_text().splitlines()
    assert {"setoption name UCI_Elo value 1400", "setoption name UCI_LimitStrength value true"} <= set(sent)


def test_an_outside_program_that_cannot_be_limited_so_says_why(gosub: Gosub) -> None:
    too_weak = gosub("play", "--black", f"uci:{outside('elo')}", "--level", "1")
    refused(too_weak, f"'{MIN_ELO}' .. UCI_Elo .. 1350 to 2850", 2)
    without = gosub("play", "--black", f"uci:{outside()}", "--level", "1")
    refused(without, "'UCI_Elo'; the options are: ", 2)


def test_the_levels_are_listed_with_their_elo_and_what_they_lose(gosub: Gosub) -> None:
    result = gosub("play", "--level", "list")
    assert (result.returncode, result.stderr) == (0, "")
    rows = re.findall(r"^ +(\d+)  (\w+) +(\d+) +(\d\.\d\d) +(\d+) %$", result.stdout, re.M)
    found = [
        (int(number), name, int(elo), round(100 * float(loss)), int(share)) for number, name, elo, loss, share in rows
    ]
    assert found == [tuple(level) for level in NAMED_LEVELS]
    assert max(map(len, result.stdout.splitlines())) <= 120


def test_the_page_about_playing_has_the_list_of_levels(gosub: Gosub) -> None:
    page = (Path(__file__).parents[3] / "docs" / "play" / "play.md").read_text(encoding="utf-8")
    assert f"```\n$ gosub play --level list\n{gosub('play', '--level', 'list').stdout}```\n" in page


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("--level 11", "--level: no level called '11'; expected 1 to 10, or one of beginner, "),
        ("--level beginer", "'beginer' .. beginner"),
        ("--elo 399", "--elo: '399'"),
        ("--elo many", "--elo: 'many'"),
        ("--level 3 --black historic", "--level: historic .. modern"),
        ("--elo 1500 --white human --black human", "--elo: no program plays; name one with --white or --black"),
        ("--elo 1500 --white modern --black historic", "--elo: both sides are programs; limit one by its name"),
        ("--level 3 --black modern[UCI_Elo=1500]", "--level: modern[UCI_Elo=1500] "),
        ("--level 3 --black modern[Hash", "--black: 'modern[Hash'"),
        ("--level 3 --black petrosian", "--black: "),
    ],
)
def test_a_strength_that_cannot_be_had_gets_one_line(words: str, reason: str, gosub: Gosub) -> None:
    refused(gosub("play", *words.split()), reason, 2)


def test_a_resumed_game_keeps_its_level_or_takes_another(gosub: Gosub, tmp_path: Path) -> None:
    pgn = tmp_path / "game.pgn"
    gosub("play", "--level", "beginner", "--pgn", str(pgn), given="e4\nd4\n")
    kept = gosub("play", "--resume", str(pgn))
    assert "Black: Today's engine, level 1," in kept.stdout
    changed = gosub("play", "--resume", str(pgn), "--level", "learner", given="c4\n")
    assert "Black: Today's engine, level 2," in changed.stdout
    assert headers_of(pgn)["BlackSeat"].endswith(f"[UCI_Elo={level_named('learner').elo}]")
    refused(gosub("play", "--resume", str(pgn), "--black", "historic", "--level", "2"), "historic ")


@pytest.mark.parametrize(
    ("typed", "words"),
    [("c", {"casual", "club"}), ("li", {"list"}), ("", {level.name for level in NAMED_LEVELS} | {"list"})],
)
def test_the_shell_completes_the_names_of_levels(typed: str, words: set[str]) -> None:
    complete = ShellComplete(gosub_command, {}, "gosub", "_GOSUB_COMPLETE")
    items = complete.get_completions(["play", "--level"], typed)
    assert {item.value for item in items} == words
    assert all(item.help for item in items)


def test_why_says_that_a_level_knew_an_opening_move(gosub: Gosub) -> None:
    result = gosub("play", "--white", "human", "--black", "modern[UCI_Elo=600,Seed=2]", given="e4\nwhy\nquit\n")
    assert "\nToday's engine, level 2 (Seed=2): It knew this opening move, and did not search.\n" in result.stdout


def test_the_rows_of_why_at_a_level_add_up_to_the_score(gosub: Gosub) -> None:
    result = gosub("play", "--white", "human", "--black", "modern[UCI_Elo=400,Seed=1994]", given="e4\nNf3\nwhy\nquit\n")
    _, table = result.stdout.split("for Black, in pawns")
    rows = {name: float(value) for name, value in re.findall(r"^ (\w[\w ]*?) +([+-]\d+\.\d\d)$", table, re.M)}
    assert "error of this level" in rows
    score = rows.pop("score")
    assert sum(rows.values()) == pytest.approx(score, abs=0.051)
