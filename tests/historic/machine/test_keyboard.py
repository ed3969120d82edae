"""The keyboards: a pipe, and a terminal's keys."""

from __future__ import annotations

import io
import os

import pytest

from historic.basic import Stop
from historic.machine.keyboard import StreamKeyboard, TerminalKeyboard, edit_line, is_incomplete_key, split_keys
from historic.machine.screen import MAX_INPUT_LENGTH, Keyboard
from historic.machine.system import PosixKeys, SingleKeys


def test_a_pipe_supplies_keys_and_lines_and_then_raises_stop() -> None:
    keyboard = StreamKeyboard(io.StringIO("a\nrest of it\r\n"))
    assert keyboard.key() == "a"
    assert keyboard.key() == "\r"
    assert keyboard.inkey() == ""
    assert keyboard.line() == "rest of it"
    with pytest.raises(Stop):
        keyboard.line()
    with pytest.raises(Stop):
        keyboard.key()


def test_a_very_long_line_from_a_pipe_is_one_line() -> None:
    keyboard = StreamKeyboard(io.StringIO("x" * 10**6 + "\ny" * 2))
    assert set(keyboard.line()) == {"x"}
    assert keyboard.line() == "y"


def test_backspace_deletes_a_character_and_ctrl_u_the_line() -> None:
    line = ""
    for key in ("e", "3", "\x7f", "2", "\x1b[A", "\t"):
        line = edit_line(line, key)
    assert line == "e2"
    assert edit_line("", "\b") == ""
    assert edit_line("e2e4", "\x15") == ""
    assert len(edit_line("x" * MAX_INPUT_LENGTH, "y")) == MAX_INPUT_LENGTH


class Typed(SingleKeys):
    """Keys that someone has typed ahead."""

    def __init__(self, text: str) -> None:
        self.data = [text.encode()]
        self.asked: list[str] = []

    def acquire(self) -> None:
        self.asked.append("acquire")

    def release(self) -> None:
        self.asked.append("release")

    def read(self) -> bytes:
        return self.data.pop()

    def has_key_within(self, seconds: float) -> bool:
        return bool(self.data)


@pytest.mark.parametrize("key", ["\x04", "\x1a"])
def test_ctrl_d_and_ctrl_z_end_the_input_in_an_empty_line_and_not_in_one_that_is_half_typed(key: str) -> None:
    keyboard = TerminalKeyboard(Typed(f"e2{key}e4\re{key}\x7f{key}"))
    assert keyboard.line() == "e2e4"
    with pytest.raises(Stop):
        keyboard.line()
    assert not keyboard.pressed


def test_an_arrow_key_is_one_key_and_not_an_a() -> None:
    assert split_keys("x\x1b[A\n\x1bOBA") == ["x", "\x1b[A", "\r", "\x1bOB", "A"]
    assert split_keys("\x1b[1;5") == ["\x1b[1;5"]
    assert split_keys("\x1b") == ["\x1b"]
    assert split_keys("\x1bA\x1b[[AB") == ["\x1bA", "\x1b[[A", "B"]


def test_an_escape_sequence_in_two_parts_is_an_incomplete_key() -> None:
    for text in ("\x1b", "x\x1b[", "\x1b[1;5", "\x1b[["):
        assert is_incomplete_key(text)
    for text in ("", "A", "\x1b[A", "\x1bA", "\x1b[[A", "\x1b[1;5Ax"):
        assert not is_incomplete_key(text)


def test_the_display_is_told_when_the_wait_for_a_key_begins() -> None:
    pty = pytest.importorskip("pty")
    master, terminal = pty.openpty()
    with open(terminal, encoding="utf-8") as stream:
        keyboard = TerminalKeyboard(PosixKeys(stream))
        waiting: list[bool] = []
        keyboard.on_waiting = lambda: waiting.append(keyboard.is_waiting)
        os.write(master, b"a\n")
        assert keyboard.key() == "a"
    os.close(master)
    assert waiting == [True]
    assert not keyboard.is_waiting


def test_a_terminal_gets_its_settings_back() -> None:
    keys = Typed("")
    keyboard = TerminalKeyboard(keys)
    keyboard.acquire()
    keyboard.release()
    assert keys.asked == ["acquire", "release"]


def test_a_keyboard_without_keys_lets_the_time_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr("time.sleep", slept.append)
    Keyboard().wait(0.5)
    assert slept == [0.5]
