"""What the page calls in its workers, here in the Python that runs the tests."""

from __future__ import annotations

import json
import sys
from itertools import islice
from types import SimpleNamespace
from typing import Any

import pytest
from page_of_games import GamesPage, ScriptedPage
from scenarios import rows_of

from historic.readings import PRINTED, READINGS, RECORDED
from modern.facts import fact
from modern.web import inside
from modern.web.pyodide.calls import INSIDE_CALLS, Page
from modern.web.record import VALUES, replayed

Json = dict[str, Any]


def move(page: GamesPage, game: str, text: str) -> Json:
    answer: Json = page.call("command", game, {"command": "move", "move": text})
    return answer


def test_a_program_thinks_in_the_other_worker_and_its_move_is_kept_and_shown() -> None:
    page = GamesPage()
    game = page.call("create", {"white": "human", "black": "historic", "pause": 0})
    assert page.state(game)["turn"] == "white"
    assert move(page, game, "d4") == {"ok": True}
    assert [made["by"] for made in page.state(game)["moves"]] == ["human", "program"]
    types = [event["type"] for event in page.shown[game]]
    assert types.count("line") == 20
    assert types.index("line") < types.index("considered")
    assert page.call("pgn", game).rstrip().endswith("*")


def test_python_talks_to_the_page_in_json_and_waits_in_milliseconds(monkeypatch: pytest.MonkeyPatch) -> None:
    posted: list[str] = []
    module = SimpleNamespace(post=posted.append, read=lambda: "Enter", wait=lambda milliseconds: milliseconds)
    ffi = SimpleNamespace(run_sync=posted.append, can_run_sync=lambda: True)
    monkeypatch.setitem(sys.modules, "gosub_page", module)
    monkeypatch.setitem(sys.modules, "pyodide", SimpleNamespace(ffi=ffi))
    monkeypatch.setitem(sys.modules, "pyodide.ffi", ffi)
    page = Page()
    page.post({"type": "ply"})
    page.wait(0.5)
    assert (posted, page.read(), page.can_wait) == (['{"type": "ply"}', 500.0], "Enter", True)


def test_inside_1994_gets_its_facts_and_its_turns_by_name() -> None:
    page = ScriptedPage()
    assert page.call("inside_facts")["tour"]
    position = {"fen": "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "moves": "", "side": "white"}
    assert page.call("inside_turn", position) == json.loads(json.dumps(inside.turn(position)))


def test_a_kept_game_is_the_same_game_on_another_page() -> None:
    page = GamesPage()
    game = page.call("create", {"black": "historic", "pause": 0, "clock": {"minutes": 5, "increment": 0}})
    page.call("watch", game)
    move(page, game, "e4")
    other = GamesPage(page.kept)
    assert {**other.state(game), "clocks": None} == {**page.state(game), "clocks": None}
    assert [event["type"] for event in other.shown[game]] == ["state", "considered"]


def test_a_game_that_another_page_has_changed_is_shown_as_it_is_kept_when_it_is_dropped_and_watched_again() -> None:
    page = GamesPage()
    page.busy = True
    game = page.call("create", {"white": "historic", "black": "human"})
    page.call("watch", game)
    other = GamesPage(page.kept)
    other.state(game)
    assert other.state(game)["ply"] == 1
    page.call("changed", {game: page.kept[game]})
    assert page.state(game)["ply"] == 1
    page.tell("done", {"number": 0, "kind": "move", "error": "it was about the game before"})
    assert page.state(game)["message"] == ""


def test_a_thought_ends_soon_after_nobody_watches_and_another_begins_when_somebody_does() -> None:
    page = GamesPage()
    page.busy = True
    game = page.call("create", {"white": "human", "black": "historic"})
    page.call("watch", game)
    move(page, game, "e4")
    page.tell("begun")
    page.call("leave", game)
    page.hand.go_on(0.9)
    assert page.renewed == 0
    page.hand.go_on(0.2)
    assert page.renewed == 1
    page.busy = False
    assert page.state(game)["ply"] == 2


def test_move_now_plays_the_move_that_was_reported_last_and_is_refused_before_the_first() -> None:
    page = GamesPage()
    page.busy = True
    game = page.call("create", {"white": "modern", "black": "human", "seconds": 600})
    page.call("watch", game)
    page.tell("begun")
    refused = page.call("command", game, {"command": "stop"})
    assert refused["facts"]["refused"]["code"] == "player.no_move_yet"
    report = {"type": "report", "depth": 5, "score": "+0.20", "uci": "e2e4", "mover_score": [20, None], "pv": "1.e4"}
    page.tell("event", {**report, "nodes": 1, "seconds": 2.5})
    assert page.call("command", game, {"command": "stop"}) == {"ok": True}
    page.hand.go_on(1)
    (made,) = page.state(game)["moves"]
    assert (made["san"], made["depth"], made["score"], page.renewed) == ("e4", 5, "+0.20", 1)


@pytest.mark.parametrize(
    ("name", "arguments", "sentence", "status"),
    [
        ("create", [{"black": "uci:/bin/sh"}], fact("setting.outside_program"), 400),
        ("watch", ["none"], fact("serve.no_such_game"), 404),
        ("pgn", ["version"], "The game version in this browser cannot be read: a game of version 0", 410),
        ("pgn", ["empty"], "The game empty in this browser cannot be read: it is not a game", 410),
        ("pgn", ["text"], "The game text in this browser cannot be read: it is not JSON", 410),
        ("record", ["improved"], fact("setting.one_of", name="reading", names="printed, recorded"), 400),
        ("screen", [{"reading": "improved"}], fact("setting.one_of", name="reading", names="printed, recorded"), 400),
    ],
)
def test_what_is_refused_is_a_sentence(name: str, arguments: list[Any], sentence: str, status: int) -> None:
    entry = {"summary": {}, "changed": 0}
    page = GamesPage(
        {
            "version": json.dumps({**entry, "kept": {"version": 0}}),
            "empty": json.dumps({**entry, "kept": {}}),
            "text": '{"kept": ',
        }
    )
    refused = page.answer_to(name, *arguments)
    assert refused["error"].startswith(sentence)
    assert refused["status"] == status


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
    page.call("record", reading)
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
    settings = {"reading": "printed", "ask": True, "pause": 0}
    assert page.call("can_wait") is can_wait
    if can_wait:
        with pytest.raises(IndexError):  # there are no more keys
            page.call("screen", settings)
        events = page.events
    else:
        events = page.call("screen_after", settings, ["Enter" if key == "\n" else key for key in keys])
    rows = [event["rows"] for event in events if event["type"] == "screen"][-1]
    assert "WHITE'S MOVE" in rows
    assert rows[-1].endswith("ENTER MOVE?") or any(row.startswith("ENTER MOVE?") for row in rows)


def test_a_page_without_jspi_is_told_that_it_cannot_wait() -> None:
    answered = ScriptedPage(can_wait=False).answer_to("screen", {})
    assert answered["facts"]["error"]["code"] == "screen.cannot_wait"
