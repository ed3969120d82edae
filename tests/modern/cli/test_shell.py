"""Exit codes and error messages."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import click
import pytest
from signal_actions import default_signals

from historic.machine.process import SHORTAGE
from modern.cli import main
from modern.cli.shell import echo, run_and_exit


def caused_by(error: Exception) -> Exception:
    """Returns an error that has been raised while another one was handled."""
    try:
        try:
            raise error
        finally:
            raise RuntimeError("cannot join thread before it is started")
    except RuntimeError as consequence:
        return consequence


@pytest.mark.parametrize(
    ("error", "code", "line"),
    [
        (click.ClickException("a reason\nin two lines"), 1, "me: a reason in two lines\n"),
        (click.UsageError("a wrong call"), 2, "me: a wrong call\n"),
        (KeyboardInterrupt(), 130, "me: interrupted\n"),
        (FileNotFoundError(2, "No such file", "/there"), 1, "me: /there: No such file\n"),
        (OSError("a line of its own"), 1, "me: a line of its own\n"),
        (OSError(28, "No space left on device"), 1, "me: standard input or output: No space left on device\n"),
        (MemoryError(), 1, f"me: {SHORTAGE}\n"),
        (RuntimeError("can't start new thread"), 1, f"me: {SHORTAGE}\n"),
        (caused_by(RuntimeError("can't start new thread")), 1, f"me: {SHORTAGE}\n"),
        (OSError(12, "Cannot allocate memory"), 1, f"me: {SHORTAGE}\n"),
        (OSError(24, "Too many open files"), 1, "me: no pipe or connection can be opened: too many open files\n"),
        (OSError(24, "Too many open files", "/there"), 1, "me: /there: Too many open files\n"),
        (FileNotFoundError(2, "No such file"), 1, "me: standard input or output: No such file\n"),
        (SystemExit(143), 143, "\n"),
        (BrokenPipeError(32, "Broken pipe"), 1, "\n"),
    ],
)
def test_every_error_gives_one_line_and_an_exit_code(
    error: BaseException, code: int, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    @click.command()
    def fails() -> None:
        raise error

    with pytest.raises(SystemExit) as ended:
        run_and_exit(fails, "me", [])
    assert ended.value.code == code
    assert capsys.readouterr().err.strip("\n") + "\n" == line


@pytest.mark.posix
@pytest.mark.parametrize(
    ("limit", "command", "reason"),
    [
        ("ulimit -n 8", "match modern random --depth 1 --games 2 --jobs 2", "no pipe or connection can be opened: "),
        ("rmdir ../gone", "match modern random --depth 1 --games 2 --pgn m.pgn", "m.pgn .* folder has been removed"),
        (
            "rmdir ../gone",
            "picture startpos --png a.png",
            "a.png cannot be written: the working folder has been removed",
        ),
        ("rmdir ../gone", "agree --positions 9 --kind moves --jobs 2", "the working folder has been removed"),
    ],
)
def test_what_could_not_be_opened_is_said(
    limit: str, command: str, reason: str, gosub_path: str, tmp_path: Path
) -> None:
    (tmp_path / "gone").mkdir()
    words = ["bash", "-c", f'{limit}; exec "$@"', "bash", gosub_path, *command.split()]
    ended = subprocess.run(words, cwd=tmp_path / "gone", capture_output=True, text=True, timeout=60, check=False)
    assert (ended.returncode, len(ended.stderr.splitlines())) == (1, 1), ended.stderr
    assert re.search(reason, ended.stderr)


def test_a_thread_that_cannot_start_another_ends_the_command_that_waits_for_it() -> None:
    script = """
import threading
from historic.machine.process import run_and_exit
def fails():
    raise RuntimeError("can't start new thread")
def waits():
    threading.Thread(target=fails, daemon=True).start()
    threading.Event().wait()
run_and_exit("me", waits)
"""
    ended = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        preexec_fn=default_signals if os.name == "posix" else None,
    )
    assert (ended.returncode, ended.stderr) == (1, f"me: {SHORTAGE}\n")


def test_a_closed_standard_output_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdout", None)
    with pytest.raises(SystemExit) as ended:
        run_and_exit(click.Command("nothing"), "me", [])
    assert ended.value.code == 1
    assert capsys.readouterr().err.startswith("me: standard output ")


@pytest.mark.parametrize(
    ("encoding", "printed"), [("latin-1", b"\\u0141\xf3d\xbc \\udcff"), ("utf-8", "Łód¼ \\udcff".encode())]
)
def test_a_character_that_cannot_be_printed_is_escaped(
    encoding: str, printed: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    @click.command()
    def prints() -> None:
        click.echo("Łód¼ \udcff")  # the last character stands for a byte in a file name that is not UTF-8

    out = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(out, encoding))
    with pytest.raises(SystemExit) as ended:
        run_and_exit(prints, "me", [])
    assert (ended.value.code, out.getvalue()) == (0, printed + os.linesep.encode())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("replay extra", "'extra' was not expected; expected gosub replay [OPTIONS]"),
        ("think --side green", "Invalid value for --side: 'green' was not expected; expected white or black"),
        ("think --side", "--side needs a value: [white|black]"),
        ("play --depth x", "Invalid value for --depth: 'x' is not a whole number; expected "),
        ("analyse", "POSITION|GAME.pgn is missing; expected gosub analyse [OPTIONS] POSITION|GAME.pgn"),
        ("picture --hwat", "no such option '--hwat'; `gosub picture --help` lists them"),  # WHAT is not an option
        ("bench --version", "no such option '--version'; `gosub bench --help` lists them"),
    ],
)
def test_a_refusal_has_no_words_of_click(
    words: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for module in (click.core, click.exceptions, click.parser, click.types):
        monkeypatch.setattr(module, "_", lambda text: "other words", raising=False)
        monkeypatch.setattr(module, "ngettext", lambda *texts: "other words", raising=False)
    with pytest.raises(SystemExit) as ended:
        main(words.split())
    assert ended.value.code == 2
    assert " ".join(capsys.readouterr().err.split()).startswith(f"gosub: {said}")


@pytest.mark.parametrize(
    ("typed", "shown"),
    [("C:\\no\\such", "'C:\\no\\such'"), ("象é", "'象é'"), ("it's", '"it\'s"'), ("a\tb", "'a\\tb'")],
)
def test_what_was_typed_is_printed_as_it_was_typed(
    typed: str, shown: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A backslash is not doubled, no letter is escaped; only what a terminal would obey is."""
    for words, message in (
        ([typed], f"no such command {shown}; "),
        (["uci", typed], f"{shown} was not expected; "),
        (["perft", typed], f"{shown} is not a whole number; "),
        (["analyse", f"{typed}.pgn"], f"no file called {shown[:-1]}.pgn{shown[-1]}; "),
    ):
        monkeypatch.setattr(sys, "argv", ["gosub", *words])
        with pytest.raises(SystemExit):
            main()
        assert message in capsys.readouterr().err


@pytest.mark.parametrize("is_zip", [True, False])
def test_the_zip_for_windows_is_told_what_starts_there(
    is_zip: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "gosub.cmd").touch()
    system = SimpleNamespace(
        platform="win32" if is_zip else "linux", executable=str(tmp_path / "python" / "python.exe")
    )
    monkeypatch.setattr("modern.system.sys", system)
    monkeypatch.setattr("modern.cli.how_to_compile", lambda: "pip compiles")
    for words in (["--help"], ["players", "--help"], ["think", "--qqq"], ["--version"]):
        with pytest.raises(SystemExit):
            main(words)
    echo("`gosub play --resume` goes on; gosub-chess, which gosub needs, and gosub replay; C:\\x\\gosub play")
    out, err = capsys.readouterr()
    typed = ".\\gosub" if is_zip else "gosub"
    for line in (
        f"Usage: {typed} [OPTIONS]",
        f"`{typed} serve`",
        f"Usage: {typed} players",
        f"{typed} players --check",
    ):
        assert line in out
    assert out.endswith(
        f"`{typed} play --resume` goes on; gosub-chess, which gosub needs, and {typed} replay; C:\\x\\gosub play\n"
    )
    assert ("pip" in out) != is_zip
    assert err == f"gosub: no such option '--qqq'; `{typed} think --help` lists them\n"
