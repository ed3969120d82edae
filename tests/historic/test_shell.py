"""How a command ends, and how a file is written."""

from __future__ import annotations

import os
from pathlib import Path

import click
import pytest

from historic.shell import call, check_can_write, write_whole


def test_a_file_is_written_and_written_again(tmp_path: Path) -> None:
    write_whole(tmp_path / "game", "one")
    write_whole(tmp_path / "game", "two")
    assert (tmp_path / "game").read_text() == "two"
    assert os.listdir(tmp_path) == ["game"]


def test_a_link_stays_a_link_and_a_private_file_private(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("before")
    target.chmod(0o600)
    link.symlink_to(target)
    write_whole(link, "after")
    assert link.is_symlink()
    assert target.read_text() == "after"
    assert target.stat().st_mode & 0o777 == 0o600


def test_a_new_file_has_the_permissions_that_the_user_wants(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        write_whole(tmp_path / "game", "")
    finally:
        os.umask(before)
    assert (tmp_path / "game").stat().st_mode & 0o777 == 0o600


def test_what_cannot_be_written_is_named_before_and_after(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="it is a directory"):
        check_can_write(tmp_path)
    with pytest.raises(OSError, match="there is no directory"):
        check_can_write(tmp_path / "no" / "game")
    with pytest.raises(OSError, match="cannot be written: File name too long"):
        write_whole(tmp_path / ("x" * 300), "")


@pytest.mark.parametrize(
    ("error", "code", "line"),
    [
        (click.ClickException("a reason\nin two lines"), 1, "me: a reason in two lines\n"),
        (click.UsageError("a wrong call"), 2, "me: a wrong call\n"),
        (KeyboardInterrupt(), 130, "me: interrupted\n"),
        (FileNotFoundError(2, "No such file", "/there"), 1, "me: /there: No such file\n"),
        (OSError("a line of its own"), 1, "me: a line of its own\n"),
    ],
)
def test_whatever_is_wrong_is_one_line_and_a_code(
    error: BaseException, code: int, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    @click.command()
    def fails() -> None:
        raise error

    with pytest.raises(SystemExit) as ended:
        call(fails, "me", [])
    assert ended.value.code == code
    assert capsys.readouterr().err.strip("\n") + "\n" == line


def test_a_closed_standard_output_is_said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdout", None)
    with pytest.raises(SystemExit) as ended:
        call(click.Command("nothing"), "me", [])
    assert ended.value.code == 1
    assert capsys.readouterr().err == "me: standard output is closed: nothing can be printed\n"
