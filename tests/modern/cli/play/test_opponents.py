"""The questions at the start of `gosub play`: the opponent, its level, and the colour."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect  # type: ignore[import-untyped]
import pytest
from pgn_standard import written_games
from scenarios import Gosub
from sparring import outside

from modern.players import PLAYERS, player_class
from modern.players.levels import NAMED_LEVELS, level_named

pytestmark = pytest.mark.usefixtures("dumb_terminal")

ASKED = "Opponent [1, historic]: "
#: One ply of depth, so that programs answer at once.
AT_ONCE = ("--depth", "1")


def seats_of(gosub: Gosub, tmp_path: Path, *answers: str) -> tuple[str, str]:
    """Returns who plays White and Black after these answers and a move, as the saved game says."""
    pgn = tmp_path / f"{len(list(tmp_path.iterdir()))}.pgn"
    result = gosub("play", "--pgn", str(pgn), *AT_ONCE, given="".join(f"{line}\n" for line in (*answers, "e4", "e5")))
    assert (result.returncode, result.stderr) == (0, ""), result.stderr
    (game,) = written_games(pgn)
    return game.headers["WhiteSeat"], game.headers["BlackSeat"]


#: What the list has after the players and the lowest level: a human, an outside engine, and two players.
HUMAN, OUTSIDE, TWO = (str(len(PLAYERS) + place) for place in (2, 3, 4))
CLUB = f"modern[UCI_Elo={level_named('club').elo}]"


@pytest.mark.parametrize(
    ("answers", "white", "black"),
    [
        (("", ""), "human", "historic"),
        (("1", "white"), "human", "historic"),
        (("historic", "b"), "historic", "human"),
        (("The 1994 program", ""), "human", "historic"),
        (("HISTORIC", "BLACK"), "historic", "human"),
        (("2", ""), "human", f"modern[UCI_Elo={NAMED_LEVELS[0].elo}]"),
        (("beginner", ""), "human", f"modern[UCI_Elo={NAMED_LEVELS[0].elo}]"),
        (("Club", ""), "human", CLUB),
        (("3", "5", ""), "human", CLUB),
        (("3 5", ""), "human", CLUB),
        (("modern club", "b"), CLUB, "human"),
        (("modern", "", "w"), "human", f"modern[UCI_Elo={level_named('3').elo}]"),
        (("today's engine", "full", "w"), "human", "modern"),
        (("full", "w"), "human", "modern"),
        (("modern full", "w"), "human", "modern"),
        (("1650", ""), "human", "modern[UCI_Elo=1650]"),
        (("modern 400", "b"), "modern[UCI_Elo=400]", "human"),
        (("3", "3000", ""), "human", "modern"),
        (("two", "1650", "back", "human", "1650"), "human", "modern[UCI_Elo=1650]"),
        (("modern[Nodes=100]", ""), "human", "modern[Nodes=100]"),
        (("back", "huo", "back", "random", ""), "human", "random"),
        (("3", "club", "back", "6", ""), "human", "modern[UCI_Elo=1400]"),
        (("3", "back", "uci:COMMAND", "Back", "random", "b"), "random", "human"),
        (("two", "human", "back", "back", "random", ""), "human", "random"),
        (("huo[Depth=1]", "b"), "huo[Depth=1]", "human"),
        (("human",), "human", "human"),
        ((HUMAN,), "human", "human"),
        (("two", "modern[Nodes=50]", ""), "modern[Nodes=50]", "historic"),
        ((TWO, "", "historic[Reading=recorded]"), "human", "historic[Reading=recorded]"),
    ],
)
def test_an_answer_names_the_opponent_and_the_other_side_is_human(
    answers: tuple[str, ...], white: str, black: str, gosub: Gosub, tmp_path: Path
) -> None:
    if "human" not in (white, black):  # two programs would play to the end of the game
        result = gosub("play", *AT_ONCE, "--fen", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", given="\n".join(answers) + "\n")
        assert "White: Today's engine (Nodes=50), 0:00" in result.stdout
        assert "Black: The 1994 program, 0:00" in result.stdout
    else:
        assert seats_of(gosub, tmp_path, *answers) == (white, black)


@pytest.mark.parametrize("answers", [("uci:{}",), (OUTSIDE, "{}"), ("uci:COMMAND", "uci:{}")])
def test_an_outside_engine_is_named_by_its_command(answers: tuple[str, ...], gosub: Gosub, tmp_path: Path) -> None:
    command = outside()
    white, black = seats_of(gosub, tmp_path, *(answer.format(command) for answer in answers), "")
    assert white == "human"
    assert black.startswith("uci:")


def test_the_list_has_every_player_with_its_year_in_straight_columns_and_fits_a_screen(gosub: Gosub) -> None:
    result = gosub("play")
    assert (result.returncode, result.stderr) == (1, "gosub: no opponent was named\n")
    rows = re.findall(r"^ {2}([ \d]\d)  (\S+) +(\d{4}|) +(\S.*)$", result.stdout, re.M)
    assert [int(number) for number, *_ in rows] == [*range(1, len(rows) + 1)]
    listed = {name: year for _, name, year, _ in rows}
    assert {name: player_class(name).year[:4] for name in PLAYERS}.items() <= listed.items()
    lines = result.stdout.splitlines()
    assert len({line.index(text) for *_, text in rows for line in lines if line.endswith(text)}) == 1
    assert len(lines) < 24


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("petrosian", "'petrosian'"),
        ("modren", "'modren'"),
        ("0", f"0 is not in the list; expected 1 to {TWO}, an Elo from 400 to 3000, or a name"),
        ("99", f"99 is not in the list; expected 1 to {TWO}, an Elo from 400 to 3000, or a name"),
        ("399", f"399 is not in the list; expected 1 to {TWO}, an Elo from 400 to 3000, or a name"),
        ("3001", f"3001 is not in the list; expected 1 to {TWO}, an Elo from 400 to 3000, or a name"),
        ("modern 11", "'11'; expected 1 to 10, or one of beginner, learner, casual, hobbyist, club, league, "),
        ("3 beginer", "beginner?"),
        ("huo 3", "'huo 3'"),
        ("modern[Hash=x]", "modern: 'x'"),
        ("uci:/nowhere/engine", "/nowhere/engine"),
    ],
)
def test_a_wrong_answer_gets_one_line_and_the_question_again(answer: str, reason: str, gosub: Gosub) -> None:
    lines = gosub("play", given=f"{answer}\n").stdout.splitlines()
    asked = lines.index(f"{ASKED}{answer}")
    assert reason in lines[asked + 1]
    assert lines[asked + 2].startswith(ASKED)


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ("e4", "a move"),
        ("e2e5", "a move"),
        ("0-0", "a move"),
        ("why", "a command"),
        ("hint huo", "a command"),
    ],
)
def test_a_move_comes_after_the_questions(answer: str, kind: str, gosub: Gosub) -> None:
    asked = {
        "Opponent [1, historic]: ": "the opponent, or press Enter for historic",
        "Its level, 1 to 10, full, an Elo or list [3]: ": "the level, or press Enter for 3",
        "Your colour, white or black [white]: ": "the colour, or press Enter for white",
    }
    shown = gosub("play", given=f"{answer}\nmodern\n{answer}\n\n{answer}\n").stdout
    for question, expected in asked.items():
        refused = f"'{answer}' is {kind}, and the game has not begun; first name {expected}"
        assert f"{question}{answer}\n{refused}\n{question}" in shown


def test_an_elo_is_answered_with_the_level_that_is_nearest(gosub: Gosub) -> None:
    shown = gosub("play", given="1600\nback\n1501\nback\n1500\n").stdout
    nearest = [line for line in shown.splitlines() if "Elo 1" in line]
    assert nearest == [
        "Elo 1600 is level 7, tournament",
        "The level nearest to Elo 1501 is level 7, tournament (1600)",
        "The level nearest to Elo 1500 is level 6, league (1400)",
    ]


def test_a_wrong_colour_or_level_gets_one_line_and_the_question_again(gosub: Gosub) -> None:
    shown = gosub("play", given="modern\n12\nlist\n4\nblue\n\n").stdout
    assert "\nno level called '12'; expected 1 to 10, or one of beginner, " in shown
    assert "10  full " in shown
    assert "\n'blue' is not a colour; expected white or black\nYour colour, white or black [white]: " in shown
    assert "Black: Today's engine, level 4, 0:00" in shown


@pytest.mark.parametrize("answers", ["quit", "q", "exit", "3\nquit", "1\nQuit", "two\nquit"])
def test_quit_leaves_every_question(answers: str, gosub: Gosub) -> None:
    result = gosub("play", given=f"{answers}\n")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.splitlines()[-1].lower().endswith(answers.split()[-1].lower())


def test_a_question_mark_explains_the_answers_and_every_program(gosub: Gosub) -> None:
    shown = gosub("play", given="?\n").stdout
    for words in ("modern club", "modern[Nodes=100]", "uci:/usr/games/stockfish"):
        assert words in shown
    for name, entry in PLAYERS.items():
        known = player_class(name)
        assert f"{entry.title}. Author: {known.author}. Depth: {known.depth}.\n" in shown


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("", "no opponent was named"),
        ("huo\n", "no colour was named"),
        ("modern\n", "no level was named"),
        (f"{OUTSIDE}\n", "no command was named"),
        ("two\nhuo\n", "no player for Black was named"),
    ],
)
def test_the_end_of_the_input_is_one_line(given: str, reason: str, gosub: Gosub) -> None:
    result = gosub("play", given=given)
    assert (result.returncode, result.stderr) == (1, f"gosub: {reason}\n")


def test_at_a_keyboard_the_same_is_asked_and_tab_completes(sit_down: Callable[..., Any]) -> None:
    child = sit_down(*AT_ONCE)
    child.expect_exact(ASKED)
    child.send("nov\t")
    child.expect_exact("novice")
    child.sendline("")
    child.expect_exact("Your colour, white or black [white]: ")
    child.sendline("black")
    child.expect_exact("White: Novice, 0:00")
    child.close()


def test_ctrl_c_at_the_question_ends_the_command(sit_down: Callable[..., Any]) -> None:
    child = sit_down()
    child.expect_exact(ASKED)
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
