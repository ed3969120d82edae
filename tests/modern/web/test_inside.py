"""What the page "Inside 1994" gets: turns, their parts, the tour and the listing."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from made_up_report import DAMAGED
from refusals import codes
from report_text import needs_report, report_path
from served_games import Served

from historic.listing.report import read_report
from historic.program import Program
from historic.readings import PRINTED, READINGS, RECORDED
from historic.study.replay import replay
from historic.study.sample_game import SAMPLE_GAME
from modern.facts import from_json
from modern.game.game import Game
from modern.game.session import Refusal
from modern.players.game_state import GameState
from modern.proof.port_changes import port_source
from modern.proof.recorder import LAYOUT
from modern.web import inside

Json = dict[str, Any]

TOUR_MOVES = " ".join(SAMPLE_GAME[: inside.TOUR_PLY - 1])
#: White has one move, and Black a few.
SMALL = "7k/8/8/8/8/8/5q1p/7K w - - 0 1"
AT = {name: place for place, name in enumerate(LAYOUT.places)}


def json_of(answer: Json) -> Json:
    """Returns an answer as the page gets it."""
    sent: Json = json.loads(json.dumps(answer))
    return sent


@cache
def tour_part(reading: str, number: int) -> Json:
    return json_of(inside.part({"moves": TOUR_MOVES, "reading": reading, "part": number}))


def moment(reading: str, number: int, event: int) -> tuple[list[Any], dict[str, float]]:
    """Returns an event, and all numbers by name after it."""
    part = tour_part(reading, number)
    numbers = list(part["start"])
    for row in part["events"][: event + 1]:
        for place, value in zip(row[3][::2], row[3][1::2], strict=True):
            numbers[place] = value
    return part["events"][event], dict(zip(LAYOUT.places, numbers, strict=True))


#: The event at each stop of the tour, and what S1 and SS2 are then, as its text says.
STOPS = (
    *(("return", "BOARD", None, None), ("return", "BLACK", None, None), ("try", "CBLACKA", 0, 0)),
    *(("return", "BLACK1", 4.6, 0), ("gosub", "CWHITE", -3.1, -3.1), ("best", "CWHITE9", 7.2, -3.1)),
    *(("score", "CBLACK4", -10.3, -3.1), ("score", "CBLACK4", -9.4, -3.1)),
    *(("score", "CBLACK4", -9.45, -2.4), ("best", "CBLACK9", -9.45, -2.4)),
)


@pytest.mark.parametrize(("stop", "expected"), list(zip(inside.TOUR, STOPS, strict=True)), ids=range(1, 11))
def test_each_stop_of_the_tour_is_at_the_moment_that_its_text_tells_of(
    stop: inside.Stop, expected: tuple[str, str, float | None, float | None]
) -> None:
    event, numbers = moment(*stop[:3])
    assert tuple(event[:2]) == expected[:2]
    for name, value in zip(("S1", "SS2"), expected[2:], strict=True):
        assert value is None or numbers[name] == pytest.approx(value, abs=1e-4)


@pytest.mark.slow
def test_a_turn_of_the_recorded_game_has_the_candidates_and_the_choice_of_the_replay() -> None:
    ply = list(replay(PRINTED))[inside.TOUR_PLY - 1]
    turn = json_of(inside.turn({"moves": TOUR_MOVES}))
    assert (turn["side"], turn["reading"], turn["parts"]) == ("black", PRINTED, len(ply.thought.candidates) + 1)
    assert [candidate["value"] for candidate in turn["candidates"]] == pytest.approx(
        [tried.value for tried in ply.thought.candidates], abs=1e-4
    )
    assert [candidate["notation"] for candidate in turn["candidates"] if candidate["chosen"]] == ["O-O"]


def test_the_changes_of_all_parts_lead_to_the_end_of_the_turn() -> None:
    settings = {"fen": SMALL, "moves": "", "side": "black"}
    parts = [json_of(inside.part({**settings, "part": number})) for number in range(inside.turn(settings)["parts"])]
    assert len(parts) > 2
    stack = list(parts[0]["stack"])
    for part in parts:
        assert part["stack"] == stack
        numbers = list(part["start"])
        for kind, label, _, changes, told, _, *_ in part["events"]:
            assert from_json(told).endswith((".", "?"))
            for place, value in zip(changes[::2], changes[1::2], strict=True):
                assert numbers[place] != value
                numbers[place] = value
            if kind == "gosub":
                stack.append(label)
            elif kind == "return":
                assert stack.pop() == label
    program = Program()
    program.state = GameState(Game(SMALL)).state
    program.play("black")
    assert [numbers[AT[f"PB({piece})"]] for piece in range(24)] == list(program.PB)


@pytest.mark.slow
def test_a_try_has_the_squares_of_its_move() -> None:
    tries = [row for row in tour_part(PRINTED, 1)["events"] if row[0] == "try"]
    assert tries[0][6] == "e8g8"
    assert "step.castles_kingside" in codes(from_json(tries[0][4]))
    assert {"f4f6", "e1g1"} <= {row[6] for row in tries[1:]}


@pytest.mark.slow
@pytest.mark.parametrize("stop", inside.TOUR, ids=[f"stop {number}" for number in range(1, len(inside.TOUR) + 1)])
def test_a_stop_of_the_tour_is_at_what_its_text_says(stop: inside.Stop) -> None:
    number = inside.TOUR.index(stop) + 1
    event, after = moment(stop.reading, stop.part, stop.event)
    kind, label, line, _, told, quirks, *_ = event
    text = from_json(told)
    s1 = round(after["S1"], 4)
    ply_22 = SAMPLE_GAME[inside.TOUR_PLY - 1]
    match number:
        case 1:
            assert (kind, label, ply_22) == ("return", "BOARD", "d8e7")
            choices = {reading: list(replay(reading))[inside.TOUR_PLY - 1].thought.move for reading in READINGS}
            assert choices == {PRINTED: "e8g8", RECORDED: "d8e7"}
        case 2:
            assert (kind, label) == ("return", "BLACK")
            assert any(after[f"A(2,{square})"] for square in range(144))
        case 3:
            assert (kind, s1, after["III"], text) == ("try", 0, 1, "Tries Black's castling kingside.")
        case 4:
            assert (kind, label, text) == ("return", "BLACK1", "Black's queen on d8 reaches 11 squares: S1 +1.1.")
        case 5:
            assert (kind, label, s1) == ("gosub", "CWHITE", -3.1)
            _, before_replies = moment(stop.reading, stop.part, stop.event + 1)
            assert round(before_replies["SS2"], 4) == -3.1
        case 6:
            assert (kind, text) == ("best", "The best so far is White's queen f4 to f6, worth +7.2.")
            assert not [
                row for row in tour_part(PRINTED, 1)["events"][stop.event + 1 :] if row[:2] == ["best", "CWHITE9"]
            ]
        case 7:
            assert (label, s1, text) == ("CBLACK4", -10.3, "The best reply is subtracted: S1 is -10.3.")
            assert round(after["SS2"] - after["BESTVAL1"], 4) == -10.3
        case 8:
            assert (label, s1, after["III"], after["II"]) == ("CBLACK4", -9.4, 1, 0)
            code = inside.facts()["port"]["lines"][line]
            assert code.startswith("if (self.II if self.reading == RECORDED else self.III) > 0: self.S1 = ")
        case 9:
            assert (s1, round(after["BESTVAL"], 4), after["BESTPOS"]) == (-9.45, -9.4, 7000)
            assert tour_part(PRINTED, 27)["events"][0][6] == ply_22
            assert tour_part(PRINTED, 27)["events"][-1] == event
        case 10:
            assert (kind, text, quirks) == ("best", "The best so far is Black's queen d8 to e7, worth -9.45.", [])
            values = [each["value"] for each in inside.turn({"moves": TOUR_MOVES, "reading": RECORDED})["candidates"]]
            assert (values[0], max(values), values.index(max(values))) == (-10.3, -9.45, 26)
        case _:
            raise AssertionError(f"stop {number} has no claim")


def test_ii_that_the_turn_before_has_left_may_offer_a_castling() -> None:
    position = {"fen": "4k3/8/8/8/7R/8/8/R3K3 w Q - 0 1", "moves": "a1b1 e8d8 b1a1 d8e8"}
    counts = {carried: inside.turn({**position, "carried": carried})["parts"] for carried in ("", "0,0", "1,0")}
    assert counts[""] == counts["0,0"]
    assert counts["1,0"] != counts["0,0"]


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"fen": "nonsense"}, "fen.fields"),
        ({"moves": "e2e5"}, "move.can_go"),
        ({"moves": "1. e4 e5 2. Ke3"}, "move.can_go"),
        ({"side": "green"}, "setting.one_of"),
        ({"reading": "other"}, "setting.one_of"),
        ({"carried": "1"}, "inside.carried"),
        ({"fen": 1}, "setting.text"),
        ({"fens": ""}, "setting.unknown"),
        ({"moves": "e2e4 " * 10_000}, "inside.position_too_long"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(settings: Json, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        inside.turn(settings)
    assert code in codes(refused.value.args[0])
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("number", [-1, 36, "1", None, True])
def test_a_part_that_the_turn_does_not_have_is_refused(number: object) -> None:
    with pytest.raises(Refusal, match=r"^part .* 0 .* 35"):
        inside.part({"moves": TOUR_MOVES, "part": number})


def test_each_number_has_a_meaning() -> None:
    named = {name for names in inside.MEANINGS for name in names.split(", ")}
    assert named == set(LAYOUT.numbers)


def test_each_label_of_an_event_has_a_text_and_each_event_a_line_of_the_port() -> None:
    facts = json_of(inside.facts())
    port = facts["port"]
    for _, label, line, *_ in (row for number in (0, 1) for row in tour_part(PRINTED, number)["events"]):
        assert facts["labels"][label]
        assert port["lines"][str(line or port["labels"][label])]


# ---- the listing


def test_a_listing_is_shown_with_what_is_wrong_with_it() -> None:
    found = json_of(inside.listing({"text": DAMAGED}))
    assert [line["text"] for line in found["lines"][:3]] == ["'* COUNTING", "  GOSUB COUNT", "  GOTO D0NE"]
    assert found["lines"][found["labels"]["COUNT"]]["text"] == "COUNT:"
    assert found["note"].startswith("This is not the known listing: ")


@pytest.mark.parametrize("text", ["", "a letter to my aunt"])
def test_a_text_without_a_listing_is_refused_in_a_line(text: str) -> None:
    with pytest.raises(Refusal, match=r"(?i)appendix b") as refused:
        inside.listing({"text": text})
    assert "\n" not in str(refused.value)


@needs_report
@pytest.mark.parametrize("reading", READINGS)
def test_the_listing_of_the_report_has_its_repairs_and_the_lines_of_the_port(reading: str) -> None:
    found = json_of(inside.listing({"text": read_report(report_path()), "reading": reading}))
    assert found["note"] == ""
    lines = found["lines"]
    marked = [
        line["text"][mark["start"] : mark["start"] + mark["length"]] for line in lines for mark in line["repairs"]
    ]
    assert len(marked) == 39 if reading == RECORDED else 38
    assert {"Ghislain", "TO"} <= set(marked)
    for label in inside.facts()["labels"]:
        assert lines[found["labels"][label]]["text"].startswith(f"{label}:")
    for number, text in enumerate(port_source().splitlines(), 1):
        if text.strip().startswith("self.S1 ="):
            assert "S1=" in lines[found["port"][str(number)]]["text"].upper().replace(" ", ""), text


# ---- the server


def test_the_server_answers_for_the_page(server: Served) -> None:
    assert len(server.client.get("/inside").json()["tour"]["stops"]) == 10
    turn = server.client.post("/inside/turn", json={"fen": SMALL}).json()
    assert turn["side"] == "white"
    part = server.client.post("/inside/part", json={"fen": SMALL, "part": turn["parts"] - 1}).json()
    assert part["number"] == turn["parts"] - 1
    refused = server.client.post("/inside/turn", json={"fen": "nonsense"})
    assert refused.status_code == 400
    assert "\n" not in refused.json()["error"]
    assert server.client.post("/inside/other", json={}).status_code == 404
    assert server.client.post("/inside/listing", json={"text": DAMAGED}).json()["labels"]["DONE"] == 10
