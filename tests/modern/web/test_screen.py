"""The 1994 screen with keys from a browser."""

from __future__ import annotations

import math
from typing import Any

import pytest

from modern.game.session import Refusal
from modern.web.screen import KeyList, key_of, run_screen, screen_after, screen_settings

SETTINGS = screen_settings({"pause": 0})


def rows(events: list[dict[str, Any]]) -> str:
    return "\n".join(events[0]["rows"])


def test_the_title_picture_is_drawn_until_a_key_is_pressed() -> None:
    (title,) = screen_after(SETTINGS, [])
    assert "TECHNICAL REPORT" in rows([title])
    assert title["svg"].count("<rect") > 100
    (board,) = screen_after(SETTINGS, ["q"])
    assert "WHITE'S MOVE" in rows([board])


def test_the_first_move_of_the_record_is_made_at_enter() -> None:
    board = rows(screen_after(SETTINGS, [" ", "Enter"]))
    assert "3*. . . . P . . ." in board
    assert "BLACK'S MOVE" in board


def test_a_human_answers_asks_questions_and_edits_the_line() -> None:
    settings = screen_settings({"ask": True, "pause": 0})
    keys = [" ", *("Y", "Enter"), *("N", "Enter"), *"e2e5", "Backspace", "4", "Enter"]
    board = rows(screen_after(settings, keys))
    assert "4*. . . . P . . ." in board


def test_x_ends_the_program() -> None:
    events = screen_after(SETTINGS, [" ", "X", "Enter"])
    assert (events[-1]["type"], events[-1]["text"]) == ("ended", "The program has ended.")


def test_every_wait_for_a_key_is_preceded_by_the_screen() -> None:
    events: list[dict[str, Any]] = []
    shown = []

    class Watched(KeyList):
        def next_key(self, seconds: float) -> str:
            if math.isinf(seconds):
                shown.append(events[-1]["rows"])
            return super().next_key(seconds)

    run_screen(SETTINGS, Watched([" ", "\r"]), events.append)
    assert any("TECHNICAL" in row for row in shown[0])
    assert any("WHITE'S MOVE" in row for row in shown[1])
    assert any("BLACK'S MOVE" in row for row in shown[2])


@pytest.mark.parametrize(
    ("name", "key"),
    [("Enter", "\r"), ("Backspace", "\x7f"), ("Delete", "\x15"), ("Escape", "\x1b"), ("e", "e"), (" ", " ")],
)
def test_a_key_is_the_one_that_a_terminal_sends(name: str, key: str) -> None:
    assert key_of(name) == key


@pytest.mark.parametrize("name", ["", "F1", "ab", "\n", None, 5, "\x00"])
def test_a_key_that_is_none_is_refused(name: object) -> None:
    with pytest.raises(Refusal):
        key_of(name)


@pytest.mark.parametrize("settings", [{"reading": "other"}, {"ask": 1}, {"pause": -1}])
def test_settings_that_are_none_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(Refusal):
        screen_settings(settings)
