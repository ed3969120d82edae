"""What the page calls in its workers, here in the Python that runs the tests."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest
from scenarios import rows_of

from historic.readings import PRINTED, READINGS, RECORDED
from modern.facts import fact
from modern.web import inside
from modern.web.pyodide.calls import INSIDE_CALLS, Page, answer, calls
from modern.web.record import VALUES, replayed

Json = dict[str, Any]


class ScriptedPage(Page):
    """A page that presses keys, one whenever Python waits, and keeps the events."""

    def __init__(self, keys: str = "", can_wait: bool = True) -> None:
        self.keys = list(keys)
        self.told: list[str] = []
        self.events: list[Json] = []
        self.is_able = can_wait

    def post(self, event: Json) -> None:
        self.events.append(json.loads(json.dumps(event)))

    def read(self) -> str:
        return self.told.pop(0) if self.told else ""

    def wait(self, seconds: float) -> None:
        if seconds == float("inf"):
            key = self.keys.pop(0)
            self.told.append("Enter" if key == "\n" else key)

    @property
    def can_wait(self) -> bool:
        return self.is_able


Call = Callable[..., Any]


def caller(page: Page) -> Call:
    """Returns a function that calls as the page does, and raises AssertionError for a refusal."""
    functions = calls(page)

    def call(name: str, *arguments: Any) -> Any:
        answered = json.loads(answer(functions, name, json.dumps(arguments)))
        assert "error" not in answered, answered["error"]
        return answered["result"]

    return call


@pytest.fixture
def call() -> Call:
    return caller(ScriptedPage())


def test_the_program_thinks_about_the_task_of_a_game_and_its_move_is_made(call: Call) -> None:
    made = call("create", "g", {"white": "human", "black": "historic", "pause": 0})
    assert (made["state"]["id"], made["state"]["turn"], made["task"]) == ("g", "white", None)
    moved = call("command", "g", {"command": "move", "move": "d4"})
    assert (moved["state"]["thinking"], moved["task"]["spec"]) == (True, "historic")
    result = call("think", moved["task"])
    finished = call("finish", "g", result)
    assert [move["by"] for move in finished["state"]["moves"]] == ["human", "program"]
    assert finished["task"] is None
    assert [event["type"] for event in finished["events"]] == ["considered"]
    assert call("pgn", "g").rstrip().endswith("*")
    assert call("open", "g", finished["kept"])["events"] == finished["events"]


def test_a_thought_about_a_game_that_was_opened_again_is_ignored(call: Call) -> None:
    made = call("create", "g", {"white": "historic", "black": "human"})
    late = {**made["task"], "move": "e2e4", "score": None, "depth": 1, "seconds": 0.1, "notes": [], "line": ""}
    opened = call("open", "g", made["kept"])
    assert opened["task"]["number"] != made["task"]["number"]
    assert call("finish", "g", {**late, "by_arbiter": False, "considered": None})["state"]["ply"] == 0


def test_events_arrive_while_a_program_thinks() -> None:
    page = ScriptedPage()
    call = caller(page)
    made = call("create", "g", {"white": "modern[Evaluation=hand]", "black": "human", "depth": 2})
    call("think", made["task"])
    (first, *_) = [event for event in page.events if event["type"] == "report"]
    assert first["uci"] in {"e2e4", "d2d4", "g1f3", "b1c3", "e2e3", "d2d3", "c2c4"}
    assert first["mover_score"][1] is None


def test_a_kept_game_is_the_same_game_in_another_worker(call: Call) -> None:
    call("create", "g", {"black": "historic[Reading=recorded]", "clock": {"minutes": 5, "increment": 0}})
    before = call("command", "g", {"command": "move", "move": "e4"})
    after = caller(ScriptedPage())("open", "g", before["kept"])
    assert after["kept"] == before["kept"]
    assert {**after["state"], "clocks": None} == {**before["state"], "clocks": None}
    assert after["task"]["moves"] == ["e2e4"]


def test_the_flag_of_a_human_falls(call: Call) -> None:
    call("create", "g", {"white": "human", "black": "human", "clock": {"minutes": 0.01, "increment": 0}})
    kept = call("flag", "g")["kept"]
    opened = call("open", "g", kept)
    assert 0 < opened["flag"] <= 0.6
    assert opened["state"]["result"] == "*"


@pytest.mark.parametrize(
    ("name", "arguments", "sentence"),
    [
        ("create", ["g", {"black": "uci:/bin/sh"}], fact("setting.outside_program")),
        ("open", ["g", {"version": 0}], "this game cannot be opened: a game of version 0"),
        ("open", ["g", {}], "this game cannot be opened: 'version'"),
        ("record", ["improved"], fact("setting.one_of", name="reading", names="printed, recorded")),
        ("screen", [{"reading": "improved"}], fact("setting.one_of", name="reading", names="printed, recorded")),
    ],
)
def test_what_is_refused_is_a_sentence(name: str, arguments: list[Any], sentence: str) -> None:
    answered = json.loads(answer(calls(ScriptedPage()), name, json.dumps(arguments)))
    assert answered["error"].startswith(sentence)


def test_a_question_is_asked(call: Call) -> None:
    call("create", "g", {"white": "human", "black": "human"})
    assert "draw" in call("command", "g", {"command": "draw"})["question"]


def test_all_that_steps_through_a_thought_can_be_called() -> None:
    assert set(INSIDE_CALLS) == {"facts", *inside.CALLS}


def test_the_values_of_the_record_are_those_of_the_traces() -> None:
    assert [row["best"][2] for row in rows_of("trace-record.jsonl")] == list(VALUES[PRINTED])


def test_the_replay_begins_with_the_same_32_bits() -> None:
    plies = list(islice(replayed(PRINTED), 4))
    assert [ply["bits"] for ply in plies] == list(VALUES[PRINTED][:4])
    assert [ply["played"] for ply in plies] == ["e2-e3", "e7-e6", "d1-f3", "d7-d5"]


@pytest.mark.slow
@pytest.mark.both_builds
@pytest.mark.parametrize("reading", READINGS)
def test_the_record_is_replayed_with_the_same_32_bits(reading: str) -> None:
    page = ScriptedPage()
    caller(page)("record", reading)
    assert [ply["bits"] for ply in page.events] == [ply["expected"] for ply in page.events] == list(VALUES[reading])
    ply_22 = {
        PRINTED: {"played": "0-0", "value": "-9.40", "second": "d8-e7", "agrees": False, "bits": "C1166668"},
        RECORDED: {"played": "d8-e7", "value": "-9.45", "second": "d8-d7", "agrees": True, "bits": "C1173336"},
    }[reading]
    assert ply_22.items() <= page.events[21].items()
    assert [ply["ply"] for ply in page.events if not ply["agrees"]] == ([] if reading == RECORDED else [22])


@pytest.mark.parametrize("can_wait", [True, False])
def test_the_screen_takes_keys_whether_python_can_wait_for_them_or_not(can_wait: bool) -> None:
    keys = " H\nC\n "
    page = ScriptedPage(keys, can_wait)
    call = caller(page)
    settings = {"reading": "printed", "ask": True, "pause": 0}
    assert call("can_wait") is can_wait
    if can_wait:
        with pytest.raises(IndexError):  # there are no more keys
            call("screen", settings)
        events = page.events
    else:
        events = call("screen_after", settings, ["Enter" if key == "\n" else key for key in keys])
    rows = [event["rows"] for event in events if event["type"] == "screen"][-1]
    assert "WHITE'S MOVE" in rows
    assert rows[-1].endswith("ENTER MOVE?") or any(row.startswith("ENTER MOVE?") for row in rows)


def test_a_page_without_jspi_is_told_that_it_cannot_wait() -> None:
    answered = json.loads(answer(calls(ScriptedPage(can_wait=False)), "screen", "[{}]"))
    assert answered["facts"]["error"]["code"] == "screen.cannot_wait"
