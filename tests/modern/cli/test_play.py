"""`gosub play` as a human plays it."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess
import chess.pgn
import pexpect  # type: ignore[import-untyped]
import pytest
from scenarios import PEXPECT_OPTIONS, Gosub, running_processes
from sparring import outside

from modern.engine.engine import Engine
from modern.engine.limits import Limits
from modern.players import PLAYERS
from modern.rules import Position

PROMPT = r"\d+\. (White|Black) to move: "
FEN = r"((?:[1-8pnbrqkPNBRQK]+/){7}[1-8pnbrqkPNBRQK]+ [wb] [-KQkq]+ \S+ \d+ \d+)"
OVER = r"(\w[\w -]+): (?:White|Black) wins, (1-0|0-1)\."


@pytest.fixture(autouse=True)
def _games_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)


@pytest.fixture
def sit_down(gosub_path: str, tmp_path: Path) -> Callable[..., Any]:
    """Begin `gosub play` with some words, in a terminal."""

    def begin(*words: str, **settings: str) -> Any:
        environment = {**os.environ, "PYTHONIOENCODING": "utf-8", **settings}
        return pexpect.spawn(
            gosub_path, ["play", *words], dimensions=(50, 110), cwd=str(tmp_path), env=environment, **PEXPECT_OPTIONS
        )

    return begin


def say(child: Any, line: str, answer: str = PROMPT) -> str:
    """Type a line, and wait for an answer; what came before it."""
    child.sendline(line)
    child.expect(answer)
    said: str = child.before
    return said


def fen_at(child: Any) -> str:
    """The position, as the program says when it is asked; a prompt follows."""
    say(child, "fen", FEN)
    fen: str = child.match[1]
    child.expect(PROMPT)
    return fen


def to_the_end(child: Any, choose: Callable[[str], str]) -> None:
    """Play on until the game is over."""
    while True:
        child.sendline(choose(fen_at(child)))
        if child.expect([PROMPT, OVER]) == 1:
            child.expect(pexpect.EOF)
            return


def game_in(path: Path) -> chess.pgn.Game:
    game = chess.pgn.read_game(io.StringIO(path.read_text(encoding="utf-8")))
    assert game is not None
    assert not game.errors
    return game


def test_a_whole_game_as_white_against_1994_with_wrong_moves_undo_save_a_kill_and_resume(
    sit_down: Callable[..., Any], tmp_path: Path
) -> None:
    engine = Engine()

    def strong(fen: str) -> str:
        position = Position(fen)
        found = engine.think(position, Limits(depth=3))
        assert found is not None
        return position.san(found.pv[0])

    child = sit_down("--white", "human", "--black", "historic", "--pgn", "game.pgn", "--pause", "0")
    child.expect(PROMPT)
    assert "cannot go to e3; it can go to f3, h3" in say(child, "g1e3")
    assert "'undoo' is no move; a move is written Nf3, g1f3 or g1-f3; did you mean undo?" in say(child, "undoo")
    assert "there is no move of yours to take back" in say(child, "undo")
    assert "historic plays 1..." in say(child, "e2-e4")
    assert "Na3 Nc3" in say(child, "moves b1")
    assert "historic plays 2..." in say(child, "Nf3")
    say(child, "undo")
    assert " w " in fen_at(child)
    assert "saved in kept.pgn" in say(child, "save kept.pgn")
    assert len(list(game_in(tmp_path / "kept.pgn").mainline())) == 2
    say(child, "d2d4")
    say(child, "Nc3")
    child.kill(signal.SIGKILL)
    child.wait()
    assert len(list(game_in(tmp_path / "game.pgn").mainline())) == 6

    again = sit_down("--resume", "game.pgn", "--pause", "0")
    again.expect(PROMPT)
    assert again.match[0].startswith("4. White")
    assert "is not kept when moves are taken back" in say(again, "why")
    to_the_end(again, strong)
    again.close()
    assert again.exitstatus == 0

    game = game_in(tmp_path / "game.pgn")
    assert (game.headers["White"], game.headers["Black"]) == ("Human", "Gosub Chess, historic")
    assert game.headers["Result"] == "1-0"
    assert game.end().board().is_checkmate()
    assert game.end().comment.endswith("Checkmate: White wins, 1-0.")
    assert [move.uci() for move in game.mainline_moves()][:5:2] == ["e2e4", "d2d4", "b1c3"]


def test_a_whole_game_as_black_against_modern_with_wrong_moves_undo_save_a_kill_and_resume(
    sit_down: Callable[..., Any], tmp_path: Path
) -> None:
    def weak(fen: str) -> str:
        return min(move.uci() for move in chess.Board(fen).legal_moves)

    child = sit_down("--black", "human", "--white", "modern", "--depth", "3", "--resume", "game.pgn")
    child.expect("gosub: game.pgn: No such file or directory")
    child.expect(pexpect.EOF)
    child = sit_down("--black", "human", "--white", "modern", "--depth", "3", "--pgn", "game.pgn")
    child.expect(PROMPT)
    assert child.match[1] == "Black"
    drawn = child.before
    assert drawn.index(" 1 ") < drawn.index(" 8 ")  # Black's view
    assert "no knight of Black's can go to e4" in say(child, "Ne4")
    assert "modern plays 2. " in say(child, "a7-a6")
    say(child, "undo")
    assert " b " in fen_at(child)
    assert "modern plays 2. " in say(child, "h6")
    assert "squares of knights" in say(child, "why")
    say(child, "save elsewhere/kept.pgn", "there is no directory elsewhere")
    child.expect(PROMPT)
    child.kill(signal.SIGKILL)
    child.wait()

    again = sit_down("--resume")  # the last that was left is in another folder
    again.expect("gosub: there is no game in .*state/gosub-chess that could be gone on with")
    again.expect(pexpect.EOF)
    again = sit_down("--resume", "game.pgn")
    again.expect(PROMPT)
    assert again.match[0].startswith("2. Black")
    to_the_end(again, weak)

    game = game_in(tmp_path / "game.pgn")
    assert game.headers["Result"] == "1-0"
    assert game.headers["Limit"] == "depth 3"
    assert re.fullmatch(r"(#|\+|-)[\d.-]+/3 \d+\.\d\ds", game.variations[0].comment)


def test_it_asks_who_plays_and_keeps_the_game_where_such_games_are_kept(sit_down: Callable[..., Any]) -> None:
    child = sit_down()
    child.expect("historic +the program of 1994")
    child.expect(r"Who plays White\? \[human\] ")
    child.sendline("help")
    child.expect("no such player: 'help'; the players are: ")
    child.expect(r"Who plays White\? ")
    child.sendline("petrosian")
    child.expect("no such player: 'petrosian'; the players are: human, ")
    child.expect(r"Who plays White\? ")
    child.sendline("")
    child.expect(r"Who plays Black\? \[historic\] ")
    child.sendline("human")
    child.expect(r"The game is kept in (\S+/state/gosub-chess/\S+\.pgn); help tells")
    kept = child.match[1]
    child.expect(PROMPT)
    say(child, "e4")
    child.sendline("quit")
    child.expect(f"left: `gosub play --resume {re.escape(kept)}` goes on")
    child.expect(pexpect.EOF)
    again = sit_down("--resume")
    again.expect(PROMPT)
    assert again.match[0].startswith("1. Black")
    again.sendeof()
    again.expect("left: ")
    again.expect(pexpect.EOF)


def test_tab_completes_moves_and_commands(sit_down: Callable[..., Any]) -> None:
    child = sit_down("--white", "human", "--black", "human")
    child.expect(PROMPT)
    child.send("Nf\t")
    child.expect("Nf3")
    child.send("\r")
    child.expect(PROMPT)
    child.send("e7\t\t\t")
    child.expect("e7e5 +e7e6")
    child.send("5\r")
    child.expect(PROMPT)
    child.send("moves b\t\t")
    child.expect("b1 +b2")
    child.send("1\r")
    child.expect("Na3 Nc3")
    child.expect(PROMPT)
    child.send("res\t")
    child.expect("resign")
    child.send("\r")
    child.expect(r"Resignation: Black wins, 0-1\.")


def test_the_men_are_signs_in_colour_and_letters_where_the_terminal_has_no_more(sit_down: Callable[..., Any]) -> None:
    words = ("--white", "human", "--black", "human")
    child = sit_down(*words)
    child.expect(PROMPT)
    assert "♜" in child.before
    assert "\x1b[38;" in child.before
    child.close()
    child = sit_down(*words, NO_COLOR="1")
    child.expect(PROMPT)
    assert "♖" in child.before
    assert "\x1b[38;" not in child.before
    child.close()
    for settings in ({"TERM": "dumb"}, {"PYTHONIOENCODING": "ascii", "LC_ALL": "C"}):
        child = sit_down(*words, **settings)
        child.expect(PROMPT)
        assert child.before.isascii()
        assert re.search(r"R +.*N.*B", child.before)
        child.close()


def test_while_1994_thinks_its_line_and_its_clock_are_shown(sit_down: Callable[..., Any]) -> None:
    child = sit_down("--white", "historic", "--black", "human", "--pause", "0.3")
    child.expect(r"historic thinks  0:00  +\.?\d+ .*\d+  \d+")
    child.expect(r"historic thinks  0:01  ")
    child.sendintr()
    child.expect("interrupted")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130


def test_1994_is_not_hurried_while_its_moves_are_to_be_seen(sit_down: Callable[..., Any]) -> None:
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    child = sit_down("--white", "historic", "--black", "human", "--pause", "0.3", "--time", "0.1", "--fen", fen)
    child.expect("historic plays ")
    child.expect(PROMPT)
    assert "it was stopped" not in child.before


def test_ctrl_c_at_the_prompt_leaves_and_says_how_to_go_on(sit_down: Callable[..., Any]) -> None:
    child = sit_down("--white", "human", "--black", "human", "--pgn", "game.pgn")
    child.expect(PROMPT)
    say(child, "e4")
    child.sendintr()
    child.expect("interrupted: `gosub play --resume game.pgn` goes on")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130


def played(gosub: Gosub, typed: str, *words: str) -> subprocess.CompletedProcess[str]:
    """A conversation on pipes."""
    return gosub("play", *(words or ("--white", "human", "--black", "human")), given=typed)


def test_help_names_every_command_in_a_line(gosub: Gosub) -> None:
    result = played(gosub, "help\n")
    for command in (
        "moves [SQUARE]",
        "hint",
        "undo",
        "flip",
        "save FILE",
        "fen",
        "pgn",
        "resign",
        "draw",
        "why",
        "quit",
    ):
        assert re.search(rf"^  {re.escape(command)}  +\w", result.stdout, re.MULTILINE)
    assert (result.returncode, result.stderr) == (0, "")


def test_on_a_pipe_it_is_plain_text(gosub: Gosub) -> None:
    result = played(gosub, "f3\ne5\ng4\nQh4\n")
    assert result.returncode == 0
    assert result.stdout.isascii()
    assert result.stdout.splitlines()[-1] == "Checkmate: Black wins, 0-1."
    assert "2. Black to move: Qh4" in result.stdout
    assert "White is in check." not in result.stdout


def test_a_check_is_told(gosub: Gosub) -> None:
    assert "White is in check." in played(gosub, "f3\ne5\na3\nQh4\n").stdout


def test_the_board_may_be_drawn_as_the_diagram_and_turned(gosub: Gosub) -> None:
    result = played(gosub, "e4\nflip\n", "--white", "human", "--black", "human", "--diagram")
    assert "4*. . . . P . . .\n" in result.stdout
    assert "  H G F E D C B A\n*****************\n1*R N B K Q B N R\n" in result.stdout


def test_two_programs_play_while_one_looks_on(gosub: Gosub, tmp_path: Path) -> None:
    fen = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"
    pgn = tmp_path / "game.pgn"
    result = played(
        gosub, "", "--white", "modern", "--black", "historic", "--depth", "3", "--fen", fen, "--pgn", str(pgn)
    )
    assert result.stdout.splitlines()[-1] == "Checkmate: White wins, 1-0."
    assert "modern plays 1. Ra8# (#1 for White, " in result.stdout
    assert game_in(pgn).end().board().is_checkmate()


def test_what_the_arbiter_says_is_shown(gosub: Gosub) -> None:
    fen = "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1"
    result = played(gosub, "why\n", "--white", "historic", "--black", "human", "--fen", fen)
    assert re.search(r"^historic: it would choose what the rules forbid", result.stdout, re.MULTILINE)
    assert re.search(r"^historic: the best of \d+ lawful moves that it tried:", result.stdout, re.MULTILINE)
    assert "it would choose what the rules forbid (e1c1 is no legal move" in result.stdout
    assert "historic plays 1. Rf1 (-0.70 for White, " in result.stdout
    assert re.search(r"^ castling +\S+", result.stdout, re.MULTILINE)


def test_a_hint_comes_from_modern(gosub: Gosub) -> None:
    result = played(gosub, "hint\n", "--white", "human", "--fen", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    assert "modern would play 1. Ra8# (#1 for White)" in result.stdout


SHUFFLE = "Nf3\nNf6\nNg1\nNg8\n"


def test_a_draw_is_claimed_where_the_rules_allow_it(gosub: Gosub) -> None:
    result = played(gosub, f"{SHUFFLE * 2}draw\n")
    assert "White may claim a draw: draw" in result.stdout
    assert result.stdout.splitlines()[-1] == "Threefold repetition: a draw, 1/2-1/2."


def test_a_draw_is_offered_to_a_human_who_may_refuse(gosub: Gosub) -> None:
    result = played(gosub, "draw\nn\ne4\ndraw\ny\n")
    assert "Does Black agree to a draw? (y/n) n" in result.stdout
    assert result.stdout.splitlines()[-1] == "Agreement: a draw, 1/2-1/2."


def test_a_program_agrees_to_a_draw_only_where_it_thinks_itself_no_better(gosub: Gosub) -> None:
    losing, winning = "q3k3/8/8/8/8/8/8/4K3 b - - 0 30", "q3k3/8/8/8/8/8/8/4K3 w - - 0 30"
    result = played(
        gosub, "draw\nKd2\ndraw\n", "--white", "human", "--black", "modern", "--depth", "2", "--fen", winning
    )
    assert "modern has not said yet how it stands, and plays on" in result.stdout
    assert re.search(r"modern thinks that it stands better \(\+\d+\.\d\d\), and plays on", result.stdout)
    result = played(gosub, "Qa7\ndraw\n", "--black", "human", "--white", "modern", "--depth", "2", "--fen", losing)
    assert result.stdout.splitlines()[-1] == "Agreement: a draw, 1/2-1/2."


def test_no_program_agrees_to_a_draw_at_the_beginning(gosub: Gosub) -> None:
    result = played(gosub, "d4\ndraw\nresign\n", "--white", "human", "--black", "historic")
    assert "historic plays on: it is too early, before move 20" in result.stdout


def test_who_resigns_has_lost_and_it_is_kept(gosub: Gosub, tmp_path: Path) -> None:
    pgn = tmp_path / "game.pgn"
    result = played(gosub, "e4\nresign\n", "--white", "human", "--black", "human", "--pgn", str(pgn))
    assert result.stdout.splitlines()[-1] == "Resignation: White wins, 1-0."
    assert game_in(pgn).headers["Result"] == "1-0"
    refused = gosub("play", "--resume", str(pgn))
    assert refused.returncode == 1
    assert refused.stderr == f"gosub: the game in {pgn} is over, 1-0: there is nothing to go on with\n"


def test_a_game_may_be_gone_on_with_right_after_a_move_was_taken_back(gosub: Gosub, tmp_path: Path) -> None:
    pgn = tmp_path / "game.pgn"
    played(gosub, "e4\nNf3\nundo\nundo\n", "--white", "human", "--black", "historic", "--pgn", str(pgn))
    result = gosub("play", "--resume", str(pgn), given="e4\n")
    assert (result.returncode, result.stderr) == (0, "")
    assert "historic plays 1..." in result.stdout


def test_other_players_may_go_on_with_a_game(gosub: Gosub, tmp_path: Path) -> None:
    pgn = tmp_path / "game.pgn"
    played(gosub, "e4\n", "--white", "human", "--black", "human", "--pgn", str(pgn))
    result = gosub("play", "--resume", str(pgn), "--black", "historic", given="")
    assert "historic plays 1..." in result.stdout
    assert game_in(pgn).headers["BlackSeat"] == "historic"


def test_a_program_outside_may_play_and_one_that_ends_is_told_in_a_line(gosub: Gosub, tmp_path: Path) -> None:
    pgn = tmp_path / "game.pgn"
    words = ("--white", "human", "--depth", "1")
    result = played(gosub, "e4\nwhy\n", *words, "--black", f"uci:{outside()}")
    assert "Sparring Partner plays 1..." in result.stdout
    assert re.search(r"^ score +[-+]\d\.\d\d", result.stdout, re.MULTILINE)
    result = played(gosub, "e4\nd4\nc4\n", *words, "--black", f"uci:{outside('crashes')}", "--pgn", str(pgn))
    assert result.returncode == 1
    assert result.stderr.startswith("gosub: Sparring Partner cannot go on: it has ended")
    assert result.stderr.endswith(f": `gosub play --resume {pgn}` goes on\n")
    assert len(result.stderr.splitlines()) == 1
    assert len(list(game_in(pgn).mainline())) == 5


def test_a_program_outside_may_resign(gosub: Gosub) -> None:
    result = played(
        gosub, "e4\nd4\nc4\n", "--white", "human", "--black", f"xboard:{outside('resigns', protocol='xboard')}"
    )
    assert result.stdout.splitlines()[-1] == "Resignation: White wins, 1-0."


def test_a_program_that_does_not_answer_in_time_is_told_to_stop(gosub: Gosub) -> None:
    words = ("--white", "human", "--black", f"uci:{outside('waits')}", "--time", "0.1")
    result = played(gosub, "e4\n", *words)
    assert "Sparring Partner plays 1..." in result.stdout
    assert result.returncode == 0


def test_ctrl_c_again_and_again_leaves_nothing_behind(sit_down: Callable[..., Any]) -> None:
    """The program does not answer its third question, not even when it is told to stop."""
    child = sit_down("--white", "human", "--black", f"uci:{outside('sleeps')}", "--depth", "1")
    child.expect(PROMPT)
    for move in ("e4", "d4"):
        say(child, move)
    child.sendline("c4")
    child.expect("Sparring Partner thinks  0:01")
    for _ in range(4):
        child.sendintr()
        time.sleep(0.2)
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert not [name for name in running_processes(child.pid) if "python" in name]


def test_what_is_typed_while_a_program_thinks_is_thrown_away(sit_down: Callable[..., Any]) -> None:
    child = sit_down("--white", "human", "--black", "modern", "--time", "1.5")
    child.expect(PROMPT)
    child.sendline("e4")
    child.expect("modern thinks  0:00")
    child.sendline("resign")
    child.expect(PROMPT)
    assert "resign" not in child.before
    assert " w " in fen_at(child)


def test_a_file_that_is_there_already_is_not_written_over(gosub: Gosub, tmp_path: Path) -> None:
    precious = tmp_path / "precious.pgn"
    precious.write_text("precious")
    result = played(gosub, "", "--white", "human", "--pgn", str(precious))
    assert (result.returncode, result.stdout) == (2, "")
    assert "is there already: a new file was expected, or --resume to go on with it" in result.stderr
    result = played(gosub, f"save {precious}\nperhaps\nn\n")
    assert f"{precious} is there already. Write over it? (y/n) n" in result.stdout
    assert precious.read_text() == "precious"
    played(gosub, f"e4\nsave {precious}\ny\ne5\nsave {precious}\n")
    assert len(list(game_in(precious).mainline())) == 2


@pytest.mark.parametrize("name", ["~nobody-of-that-name/x.pgn", "a\0b", "/nowhere/x.pgn", "/", "loop", "-", ""])
def test_a_game_that_cannot_be_saved_there_goes_on(name: str, gosub: Gosub, tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    result = gosub("play", "--white", "human", "--black", "human", given=f"save {name}\nfen\n", cwd=tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    assert re.search(r"it is not saved: |save wants the name of a file", result.stdout)
    assert chess.STARTING_FEN in result.stdout


def test_a_file_from_elsewhere_runs_no_command(gosub: Gosub, tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_text('[Result "*"]\n[WhiteSeat "human"]\n[BlackSeat "uci:touch ran"]\n[Limit "1 s a move"]\n\n1. e4 *\n')
    result = gosub("play", "--resume", str(path), cwd=tmp_path)
    assert result.returncode == 1
    assert "has 'uci:touch ran' as Black, a command that would be run: say so with --black" in result.stderr
    assert not (tmp_path / "ran").exists()
    assert "historic plays 1..." in gosub("play", "--resume", str(path), "--black", "historic").stdout


def test_an_end_that_is_found_when_the_game_is_gone_on_with_is_kept(gosub: Gosub, tmp_path: Path) -> None:
    pgn = tmp_path / "game.pgn"
    played(gosub, SHUFFLE * 2, "--white", "human", "--black", "human", "--pgn", str(pgn))
    assert game_in(pgn).headers["Result"] == "*"
    result = gosub("play", "--resume", str(pgn), "--white", "modern")
    assert result.stdout.splitlines()[-1] == "Threefold repetition: a draw, 1/2-1/2."
    assert game_in(pgn).headers["Result"] == "1/2-1/2"


def test_what_is_no_game_in_the_folder_of_games_is_passed_over(gosub: Gosub, tmp_path: Path) -> None:
    played(gosub, "e4\n")
    folder = tmp_path / "state" / "gosub-chess"
    (folder / "broken.pgn").symlink_to("nowhere")
    (folder / "folder.pgn").mkdir()
    (folder / "text.pgn").write_text("no game")
    result = gosub("play", "--resume")
    assert "1. Black to move: " in result.stdout
    assert result.returncode == 0


def test_a_game_in_which_nothing_was_played_leaves_no_file(gosub: Gosub, tmp_path: Path) -> None:
    result = played(gosub, "quit\n")
    assert result.stdout.splitlines()[-1] == "left"
    assert list((tmp_path / "state" / "gosub-chess").iterdir()) == []


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("moves G1", "Nf3 Nh3"),
        ("moves e5", "nobody stands on e5"),
        ("moves e7", "the man on e7 is Black's"),
        ("moves a1", "the man on a1 has no legal move"),
        ("moves e9", "a square was expected, such as g1, not 'e9'"),
        ("help why", "  why             what the other side was thinking"),
        ("help me", "there is no command 'me'; help lists them"),
        ("?", "  moves [SQUARE]"),
        ("resign now", "resign stands alone; 'now' is too much"),
        ("castle", "'castle' is no move; a move is written Nf3, g1f3 or g1-f3; help tells more"),
        ("Ke9", "'Ke9' is no move: there is no square e9"),
        ("why", "nobody has thought of a move yet"),
        ("exit", "left"),
        ("\n\nfen", chess.STARTING_FEN),
    ],
)
def test_what_is_typed_gets_its_answer(typed: str, said: str, gosub: Gosub) -> None:
    result = played(gosub, f"{typed}\n")
    assert said in result.stdout
    assert (result.returncode, result.stderr) == (0, "")


def test_where_the_game_cannot_be_kept_that_is_said_and_it_goes_on(gosub_path: str, tmp_path: Path) -> None:
    command = f"ulimit -f 0; exec {gosub_path} play --white human --black human --pgn game.pgn"
    result = subprocess.run(
        ["bash", "-c", command], input="e4\ne5\npgn\n", cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert result.stderr == "the game is not kept: game.pgn cannot be written: File too large\n" * 2
    assert "1. e4 { " in result.stdout
    assert result.returncode == 0


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (
            ["--white", "petrosian"],
            "--white: no such player: 'petrosian'; the players are: human, modern, ",
        ),
        (["--black", "uci:/nowhere/engine"], "--black: "),
        (["--depth", "3", "--time", "1"], "--depth does not go with --time"),
        (["--depth", "0"], "0 is not in the range"),
        (["--time", "0"], "0.0 is not in the range"),
        (["--white", "human", "--fen", "nonsense"], "a FEN of 1 fields, where 4 to 6 were expected"),
        (["--resume", "nowhere.pgn"], "nowhere.pgn: No such file or directory"),
        (["--resume", "nowhere.pgn", "--fen", "x"], "--fen does not go with --resume"),
        (["--resume", "."], ".: Is a directory"),
        (["--white", "human", "--pgn", "/nowhere/game.pgn"], "there is no directory /nowhere"),
        (["--white", "human", "--pgn", "-"], "a file was expected, not standard output"),
        (["--pause", "61"], "61.0 is not in the range"),
        ([], "nobody said who plays"),
    ],
)
def test_a_wrong_call_gets_one_line_and_a_code(words: list[str], reason: str, gosub: Gosub, tmp_path: Path) -> None:
    result = gosub("play", *words, cwd=tmp_path)
    assert result.returncode in (1, 2)
    assert len(result.stderr.splitlines()) == 1
    assert reason in result.stderr


def test_where_there_is_no_folder_for_games_a_file_has_to_be_named(
    gosub: Gosub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    result = played(gosub, "")
    assert result.returncode == 1
    assert result.stderr.startswith("gosub: there is nowhere to keep the game: ")
    assert result.stderr.endswith("name a file with --pgn\n")


def test_players_are_listed_with_a_line_each(gosub: Gosub) -> None:
    lines = gosub("players").stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["human", *PLAYERS, "uci:COMMAND", "xboard:COMMAND"]
    assert all(len(line.split()) > 3 for line in lines)
