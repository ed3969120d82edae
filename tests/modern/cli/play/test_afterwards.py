"""After a game has ended at a keyboard: it can be analysed, made a page, or played again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import pexpect  # type: ignore[import-untyped]
import pytest
from pgn_standard import written_games
from scenarios import Gosub

from modern.cli.play import afterwards
from modern.players import PlayerError

pytestmark = pytest.mark.usefixtures("dumb_terminal")

ASKED = "Now: (a)nalyse it, (p)age of it, (r)ematch with colours changed, (q)uit? [quit] "
AGAINST_HUO = ("--black", "huo[Depth=1]")


def ended(sit_down: Callable[..., Any], *words: str) -> Any:
    """Returns the terminal of a game that White has resigned, with the question."""
    child = sit_down(*words)
    child.expect_exact("White to move: ")
    child.sendline("resign")
    child.expect_exact("Resignation: Black wins, 0-1.")
    child.expect_exact(ASKED)
    return child


@pytest.mark.parametrize(
    "answer", ["", pytest.param("q", marks=pytest.mark.slow), pytest.param("quit", marks=pytest.mark.slow)]
)
def test_quit_is_the_default_and_ends_the_command(answer: str, sit_down: Callable[..., Any]) -> None:
    child = ended(sit_down, *AGAINST_HUO)
    child.sendline(answer)
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


@pytest.mark.slow
@pytest.mark.parametrize("key", ["sendeof", "sendintr"])
def test_ctrl_c_and_the_end_of_the_input_quit_too(key: str, sit_down: Callable[..., Any]) -> None:
    child = ended(sit_down, *AGAINST_HUO)
    getattr(child, key)()
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


@pytest.mark.slow
def test_the_game_is_analysed_and_made_a_page_and_the_question_comes_again(
    sit_down: Callable[..., Any], tmp_path: Path
) -> None:
    child = sit_down(*AGAINST_HUO, "--pgn", "game.pgn")
    child.expect_exact("White to move: ")
    child.sendline("e4")
    child.expect_exact("White to move: ")
    child.sendline("resign")
    child.expect_exact(ASKED)
    child.sendline("x")
    child.expect_exact("'x' is not one of them; expected analyse, page, rematch, quit, or a first letter")
    child.expect_exact(ASKED)
    child.sendline("analyse")
    child.expect_exact("1. Human - huo[Depth=1], 0-1")
    child.expect_exact("accuracy")
    child.expect_exact(ASKED)
    child.sendline("p")
    child.expect_exact("game.html: 2 plies")
    assert "<html" in (tmp_path / "game.html").read_text(encoding="utf-8")
    child.expect_exact(ASKED)
    (tmp_path / "game.html").write_text("mine")
    child.sendline("p")
    child.expect_exact("(y/n) ")
    child.sendline("n")
    child.expect_exact(ASKED)
    assert (tmp_path / "game.html").read_text() == "mine"
    child.close()


@pytest.mark.parametrize(
    "error",
    [click.ClickException("no file"), EOFError("no file"), OSError("no file"), PlayerError("no file")],
    ids=lambda error: type(error).__name__,
)
def test_why_the_game_cannot_be_analysed_is_said_and_the_question_comes_again(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise error

    answers = ["a", "q"]
    monkeypatch.setattr(afterwards, "_analyse", fail)
    monkeypatch.setattr(afterwards, "Prompt", lambda _: SimpleNamespace(ask=lambda _: answers.pop(0)))
    terminal: Any = SimpleNamespace(is_saved=True, files=[SimpleNamespace(path=Path("game.pgn"))])
    assert not afterwards.wants_rematch(click.Context(click.Command("play")), terminal)
    assert (answers, capsys.readouterr().out) == ([], "no file\n")


def test_a_rematch_changes_the_colours_and_has_a_file_of_its_own(sit_down: Callable[..., Any], tmp_path: Path) -> None:
    child = ended(sit_down, *AGAINST_HUO, "--pgn", "game.pgn", "--time", "1", "--hint", "novice")
    child.sendline("r")
    child.expect(r"\s(\S+/state/gosub-chess/\S+\.pgn)\s")
    second = Path(child.match[1])
    child.expect_exact("White: Huo Chess (Depth=1), 0:00")
    child.expect_exact("Black to move: ")
    child.sendline("resign")
    child.expect_exact("Resignation: White wins, 1-0.")
    child.expect_exact(ASKED)
    child.sendline("r")
    child.expect_exact("White to move: ")
    child.sendline("quit")
    child.expect(pexpect.EOF)
    (first,) = written_games(tmp_path / "game.pgn")
    (game,) = written_games(second)
    assert (first.headers["WhiteSeat"], first.headers["BlackSeat"]) == ("human", "huo[Depth=1]")
    assert (game.headers["WhiteSeat"], game.headers["BlackSeat"]) == ("huo[Depth=1]", "human")
    assert game.headers["Limit"] == first.headers["Limit"] == "1 s a move"
    assert len(list((tmp_path / "state" / "gosub-chess").glob("*.pgn"))) == 1  # the third, without a move, is removed


def test_a_rematch_begins_where_the_game_began(sit_down: Callable[..., Any]) -> None:
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    child = ended(sit_down, "--white", "human", "--black", "human", "--fen", fen)
    child.sendline("rematch")
    child.expect_exact("White to move: ")
    child.sendline("fen")
    child.expect_exact(fen)
    child.close()


def test_on_a_pipe_nothing_is_asked(gosub: Gosub) -> None:
    result = gosub("play", *AGAINST_HUO, given="resign\nr\n")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.splitlines()[-1] == "Resignation: Black wins, 0-1."


def test_a_game_that_is_left_is_not_over_and_nothing_is_asked(sit_down: Callable[..., Any]) -> None:
    child = sit_down(*AGAINST_HUO)
    child.expect_exact("White to move: ")
    child.sendline("quit")
    assert child.expect_exact([ASKED, pexpect.EOF]) == 1
