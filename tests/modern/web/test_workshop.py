"""A pupil's program in the browser: what it does is what the lesson's commands show, and an error has its line."""

from __future__ import annotations

import importlib
import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from page_of_games import ScriptedPage

from modern.lessons import content_of
from modern.match.openings import Opening
from modern.web import workshop
from modern.web.workshop import GAP, KEPT, MOST_PRINTED, OPPONENTS, PLAYERS, STEPS, puzzles

Json = dict[str, Any]
FIRST = "def choose(position):\n    return position.legal_moves()[0]\n"


def solution(step: str) -> str:
    return content_of(f"{step}.py").replace(*GAP)


def events_of(name: str, *arguments: str) -> list[Json]:
    """Returns the events of a call of the page."""
    page = ScriptedPage()
    assert page.call(f"workshop_{name}", *arguments) is None
    return page.events


def failure_of(source: str) -> tuple[int | None, str]:
    """Returns the line and the text of the error with which the puzzles end."""
    *_, last = events_of("puzzles", source)
    assert last["type"] == "failed"
    return last["line"], last["text"]


def points(source: str, opponent: str, games: str = "2", kept: str = "") -> list[float]:
    return [event["points"] for event in events_of("match", source, opponent, kept, games) if event["type"] == "game"]


@pytest.mark.parametrize("step", STEPS)
def test_the_puzzles_are_answered_and_judged_as_by_puzzles_py(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    name = f"{step}_of_the_workshop"
    (tmp_path / f"{name}.py").write_text(solution(step), encoding="utf-8")
    (tmp_path / "puzzles_of_the_workshop.py").write_text(content_of("puzzles.py"), encoding="utf-8")
    importlib.import_module("puzzles_of_the_workshop").main(name)
    printed = re.findall(r"^(solved|wrong) +.*: (\S+)$", capsys.readouterr().out, re.M)
    found = [event for event in events_of("puzzles", solution(step)) if event["type"] == "puzzle"]
    assert [("solved" if event["solved"] else "wrong", event["san"]) for event in found] == printed
    assert [event["puzzle"] for event in found] == list(range(len(puzzles())))


def test_the_page_begins_with_the_files_of_the_lesson_as_they_are() -> None:
    lesson = ScriptedPage().call("workshop_lesson")
    assert lesson["steps"] == {step: content_of(f"{step}.py") for step in STEPS}
    assert "___(scores)" in lesson["steps"]["step3"]
    assert len(lesson["puzzles"]) == 4
    assert set(lesson["opponents"]) == set(OPPONENTS)


@pytest.mark.parametrize(
    ("source", "line", "text"),
    [
        ("x = 1\ndef choose(position:\n    pass\n", 2, "SyntaxError"),
        ("\n\ndef choose(position):\nreturn 1\n", 4, "IndentationError"),
        ("import nothing_of_this_name\n", 1, "ModuleNotFoundError: No module named 'nothing_of_this_name'"),
        ("def choose(position):\n    return best(position)\n", 2, "NameError: name 'best' is not defined"),
        ("def f(x):\n    return 1 / x\n\n\ndef choose(position):\n    return f(0)\n", 2, "ZeroDivisionError"),
        ("def choose(position):\n    return choose(position)\n", 2, "RecursionError"),
        ("def choose(position):\n    raise SystemExit\n", 2, "SystemExit"),
        ("def choose(position):\n    return min([])\n", 2, "ValueError"),
        ("def choose(position):\n    pass\n", None, "choose returned None, which is not a legal move"),
        ("def choose(position):\n    return 'e2e4'\n", None, "choose returned 'e2e4', which is not a legal move"),
        ("def decide(position):\n    pass\n", None, "there is no function choose in the program"),
        ("choose = 5\n", None, "there is no function choose in the program"),
    ],
)
def test_an_error_is_told_with_the_line_of_the_pupils_text(source: str, line: int | None, text: str) -> None:
    found, told = failure_of(source)
    assert found == line
    assert told.startswith(text)


def test_the_gap_of_step_3_is_an_error_in_its_line() -> None:
    line, text = failure_of(content_of("step3.py"))
    assert line
    assert content_of("step3.py").splitlines()[line - 1].strip().startswith("return ___(scores)")
    assert text.startswith("NameError: name '___' is not defined")


def test_a_move_of_another_position_is_named() -> None:
    source = (
        "from modern.rules import Position\ndef choose(position):\n    return Position.initial().legal_moves()[0]\n"
    )
    line, text = failure_of(source)
    assert line is None
    assert re.fullmatch(r"choose returned [a-h][1-8][a-h][1-8], which is not a legal move", text)


def test_what_the_program_prints_is_shown_up_to_a_bound() -> None:
    source = FIRST.replace("    return", "    print('x' * 6000)\n    return")
    shown = "".join(event["text"] for event in events_of("puzzles", source) if event["type"] == "printed")
    assert shown == ("x" * 6000 + "\n") * 3 + "x" * (MOST_PRINTED - 3 * 6001)


def test_a_program_that_spoils_its_position_spoils_nothing_else() -> None:
    spoilt = "def choose(position):\n    move = position.legal_moves()[0]\n    position.make(move)\n    return move\n"
    moves = [
        [event["san"] for event in events_of("puzzles", one) if event["type"] == "puzzle"] for one in (FIRST, spoilt)
    ]
    assert moves[0] == moves[1]
    assert len(moves[0]) == 4


def test_a_match_has_both_colours_and_shows_each_position() -> None:
    events = events_of("match", FIRST, "random", "", "2")
    games = [event for event in events if event["type"] == "game"]
    assert [game["game"] for game in games] == [0, 1]
    assert all(game["text"] and game["points"] in (0, 0.5, 1) for game in games)
    for number, colour in ((0, "white"), (1, "black")):
        shown = [event for event in events if event["type"] == "position" and event["game"] == number]
        assert {event["colour"] for event in shown} == {colour}
        assert len(shown) > 10
    openings = [next(e["pieces"] for e in events if e["type"] == "position" and e["game"] == game) for game in (0, 1)]
    assert openings[0] != openings[1]  # Black sees the same opening after White's first move


def test_the_points_are_those_of_the_pupil_with_either_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the first opening White mates in one, in the second Black; in the third no side can win."""
    starts = ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    openings = SimpleNamespace(for_pair=lambda pair: Opening(starts[pair]))
    monkeypatch.setattr(workshop, "random_openings", lambda name, seed: openings)
    assert points(solution("step3"), "step3", "6") == [1, 0, 0, 1, 0.5, 0.5]


def test_a_program_draws_against_its_own_kept_text_as_often_as_it_wins() -> None:
    assert sum(points(FIRST, KEPT, "2", FIRST)) == 1.0


def test_an_error_ends_the_match_with_its_line() -> None:
    source = "N = [0]\ndef choose(position):\n    N[0] += 1\n    if N[0] > 3:\n        raise KeyError('four')\n"
    source += "    return position.legal_moves()[0]\n"
    *before, last = events_of("match", source, "step1", "", "2")
    assert (last["type"], last["line"], last["text"]) == ("failed", 5, "KeyError: 'four'")
    assert not [event for event in before if event["type"] == "game"]


@pytest.mark.parametrize("kept", ["", "x = (", "def choose(position):\n    return 1 / 0\n"])
def test_an_error_of_the_kept_version_has_no_line_of_the_shown_text(kept: str) -> None:
    *_, last = events_of("match", FIRST, KEPT, kept, "2")
    assert (last["type"], last["line"]) == ("failed", None)
    assert last["text"].startswith("the version you kept has failed: ")


@pytest.mark.parametrize(
    ("opponent", "games", "text"),
    [("uci:python", "2", "opponent must be one of"), ("step1", "1000", "games must be one of 2, 6, 20")],
)
def test_an_unknown_opponent_or_number_of_games_is_refused(opponent: str, games: str, text: str) -> None:
    answer = ScriptedPage().answer_to("workshop_match", FIRST, opponent, "", games)
    assert answer["status"] == 400
    assert answer["error"].startswith(text)


def test_each_opponent_can_be_played() -> None:
    for opponent in (*PLAYERS, *STEPS):
        with workshop._opponent(opponent, "") as player:
            assert player.name


@pytest.mark.slow
def test_the_match_is_that_of_gosub_match() -> None:
    answers = (Path(__file__).parents[3] / "docs" / "teach" / "class-answers.md").read_text(encoding="utf-8")
    (expected,) = re.findall(r"^\| step 2 against step 1 \| (\S+) \|", answers, re.M)
    assert sum(points(solution("step2"), "step1", "20")) == float(expected)


def test_each_text_of_a_puzzle_and_an_opponent_is_in_both_languages() -> None:
    folder = Path(workshop.__file__).parents[1] / "pictures" / "browser"
    for language in ("en", "fr"):
        texts = json.loads((folder / f"texts.{language}.json").read_text(encoding="utf-8"))
        for number in range(len(puzzles())):
            assert texts[f"write.puzzle_{number + 1}"]
