"""`gosub play`."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess
import chess.pgn
import pexpect  # type: ignore[import-untyped]
import pytest
from pgn_standard import written_games
from refusals import pattern
from scenarios import Gosub, running_processes
from sparring import outside
from terminals import spawn

from modern.engine.techniques import IDEAS
from modern.players import PLAYERS, player_class
from modern.players.levels import NAMED_LEVELS
from modern.system import command_line

PROMPT = r"\d+\. (White|Black) to move: "
FEN = r"((?:[1-8pnbrqkPNBRQK]+/){7}[1-8pnbrqkPNBRQK]+ [wb] [-KQkq]+ \S+ \d+ \d+)"
OVER = r"(\w[\w -]+): (?:White|Black) wins, (1-0|0-1)\."


@pytest.fixture(autouse=True)
def _colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)


def say(child: Any, line: str, answer: str = PROMPT) -> str:
    """Types a line, waits for the answer and returns the output before the answer."""
    child.sendline(line)
    child.expect(answer)
    before: str = child.before
    return before


def fen_at(child: Any) -> str:
    """Returns the position that the command `fen` prints, and waits for the next prompt."""
    say(child, "fen", FEN)
    fen: str = child.match[1]
    child.expect(PROMPT)
    return fen


def play_to_the_end(child: Any, choose: Callable[[str], str]) -> None:
    """Plays the moves that `choose` returns until the game is over."""
    while True:
        child.sendline(choose(fen_at(child)))
        if child.expect([PROMPT, OVER]) == 1:
            child.expect_exact("[quit] ")
            child.sendline("")
            child.expect(pexpect.EOF)
            return


def game_in(path: Path) -> chess.pgn.Game:
    (game,) = written_games(path)
    return game


#: White's moves of a short game that historic loses.
WINNING = "g2-g4 b1c3 Bg2 Nd5 d4 g5 c3 h4 h5 h6 Qd3 Qxh7"


@pytest.mark.posix
@pytest.mark.slow
def test_a_whole_game_as_white_against_historic_with_wrong_moves_undo_save_a_kill_and_resume(
    sit_down: Callable[..., Any], tmp_path: Path
) -> None:
    first, second, third, *others = WINNING.split()
    child = sit_down("--white", "human", "--black", "historic", "--pgn", "game.pgn", "--pause", "0")
    child.expect(PROMPT)
    assert "f3 and h3" in say(child, "g1e3")
    assert "undo?" in say(child, "undoo")
    say(child, "undo")  # there is none
    assert "The 1994 program plays 1..." in say(child, first)
    assert "Na3 Nc3" in say(child, "moves b1")
    assert "The 1994 program plays 2..." in say(child, "Nf3")
    say(child, "undo")
    assert " w " in fen_at(child)
    assert "saved to kept.pgn" in say(child, "save kept.pgn")
    assert len(list(game_in(tmp_path / "kept.pgn").mainline())) == 2
    say(child, second)
    say(child, third)
    child.kill(signal.SIGKILL)
    child.wait()
    assert len(list(game_in(tmp_path / "game.pgn").mainline())) == 6

    again = sit_down("--resume", "game.pgn", "--pause", "0")
    again.expect(PROMPT)
    assert again.match[0].startswith("4. White")
    assert "legal moves that it tried" in say(again, "why")
    remaining = iter(others)
    play_to_the_end(again, lambda fen: next(remaining))
    again.close()
    assert again.exitstatus == 0

    game = game_in(tmp_path / "game.pgn")
    assert (game.headers["White"], game.headers["Black"]) == ("Human", "Gosub Chess, historic")
    assert game.headers["Result"] == "1-0"
    assert game.end().board().is_checkmate()
    assert " ".join(game.end().comment.split()).endswith("Checkmate: White wins, 1-0.")
    assert [move.uci() for move in game.mainline_moves()][:5:2] == ["g2g4", "b1c3", "f1g2"]


def test_without_options_it_saves_to_the_folder_of_games(sit_down: Callable[..., Any]) -> None:
    child = sit_down()
    child.expect_exact("Opponent [1, historic]: ")
    child.sendline("human")
    child.expect(r"The game is saved to\s+(\S+/state/gosub-chess/\S+\.pgn)\s+after\s+every\s+move;\s+type\s+help")
    path = child.match[1]
    child.expect(PROMPT)
    say(child, "e4")
    child.sendline("quit")
    child.expect(f"stopped; resume the game with `gosub play --resume {re.escape(path)}`")
    child.expect(pexpect.EOF)
    again = sit_down("--resume")
    again.expect(PROMPT)
    assert again.match[0].startswith("1. Black")
    again.sendeof()
    again.expect("stopped; resume the game with ")
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
    child.send("hint no\t")
    child.expect("vice")
    child.send("\x15res\t")
    child.expect("resign")
    child.send("\r")
    child.expect(r"Resignation: Black wins, 0-1\.")


@pytest.mark.slow
def test_pieces_are_symbols_in_colour_or_letters_if_the_terminal_has_neither(sit_down: Callable[..., Any]) -> None:
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


@pytest.mark.slow
def test_a_status_line_shows_the_clock_and_the_tried_move_while_historic_thinks(sit_down: Callable[..., Any]) -> None:
    child = sit_down("--white", "historic", "--black", "human", "--pause", "0.3")
    child.expect(r"The 1994 program thinks  0:00  value -?\.\d+  piece \d+  square \d+")
    child.expect(r"The 1994 program thinks  0:01  ")
    child.sendintr()
    child.expect("interrupted")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130


@pytest.mark.slow
def test_historic_is_not_stopped_while_its_moves_are_shown(sit_down: Callable[..., Any]) -> None:
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    child = sit_down("--white", "historic", "--black", "human", "--pause", "0.3", "--time", "0.1", "--fen", fen)
    child.expect("The 1994 program plays ")
    child.expect(PROMPT)
    assert "it was stopped" not in child.before


def test_ctrl_c_at_the_prompt_quits_and_prints_how_to_resume(sit_down: Callable[..., Any]) -> None:
    child = sit_down("--white", "human", "--black", "human", "--pgn", "game.pgn")
    child.expect(PROMPT)
    say(child, "e4")
    child.sendintr()
    child.expect("interrupted; resume the game with `gosub play --resume game.pgn`")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130


def played(gosub: Gosub, typed: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Runs a game on pipes, with everything typed in advance."""
    return gosub("play", *(words or ("--white", "human", "--black", "human")), given=typed)


def test_help_lists_every_command_on_a_line(gosub: Gosub) -> None:
    result = played(gosub, "help\n")
    for command in (
        "moves [SQUARE]",
        "hint [PLAYER]",
        "undo",
        "flip",
        "save FILE",
        "fen",
        "pgn",
        "resign",
        "draw",
        "why [all]",
        "quit",
    ):
        assert re.search(rf"^  {re.escape(command)}  +\w", result.stdout, re.MULTILINE)
    assert (result.returncode, result.stderr) == (0, "")


def test_output_on_a_pipe_is_plain_text(gosub: Gosub) -> None:
    result = played(gosub, "f3\ne5\ng4\nQh4\n")
    assert result.returncode == 0
    assert result.stdout.isascii()
    assert result.stdout.splitlines()[-1] == "Checkmate: Black wins, 0-1."
    assert "2. Black to move: Qh4" in result.stdout
    assert "White is in check." not in result.stdout


def test_a_check_is_announced(gosub: Gosub) -> None:
    assert "White is in check." in played(gosub, "f3\ne5\na3\nQh4\n").stdout


def test_the_board_can_be_drawn_as_the_diagram_and_flipped(gosub: Gosub) -> None:
    result = played(gosub, "e4\nflip\n", "--white", "human", "--black", "human", "--diagram")
    assert "4*. . . . P . . .\n" in result.stdout
    assert "  H G F E D C B A\n*****************\n1*R N B K Q B N R\n" in result.stdout


def test_the_pieces_of_a_human_are_at_the_bottom_and_a_move_has_score_depth_and_time(
    gosub: Gosub, tmp_path: Path
) -> None:
    pgn = tmp_path / "game.pgn"
    words = ("--black", "human", "--white", "modern", "--depth", "3", "--pgn", str(pgn))
    shown = played(gosub, "", *words).stdout
    assert shown.index(" 1 ") < shown.index(" 8 ")
    game = game_in(pgn)
    assert game.headers["Limit"] == "depth 3"
    assert re.fullmatch(r"(#|\+|-)[\d.-]+/3 \d+\.\d\ds", game.variations[0].comment)


def test_two_programs_play_each_other(gosub: Gosub, tmp_path: Path) -> None:
    fen = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"
    pgn = tmp_path / "game.pgn"
    result = played(
        gosub, "", "--white", "modern", "--black", "historic", "--depth", "3", "--fen", fen, "--pgn", str(pgn)
    )
    assert result.stdout.splitlines()[-1] == "Checkmate: White wins, 1-0."
    assert "Today's engine plays 1. Ra8# (#1 for White, " in result.stdout
    assert game_in(pgn).end().board().is_checkmate()


def test_the_notes_of_the_arbiter_are_printed(gosub: Gosub) -> None:
    fen = "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1"
    result = played(gosub, "why\n", "--white", "historic", "--black", "human", "--fen", fen)
    assert re.search(r"^The 1994 program: the best of the \d+ legal moves that it tried:", result.stdout, re.MULTILINE)
    assert re.search(r"^The 1994 program: .*\(e1c1 ", result.stdout, re.MULTILINE)
    assert "The 1994 program plays 1. Rf1 (-0.70 for White, " in result.stdout
    assert re.search(r"^ control +\S+", result.stdout, re.MULTILINE)


@pytest.mark.parametrize(
    ("player", "words"),
    [
        ("huo[Depth=1]", ["Huo Chess (Depth=1) reports a score, but no line after its move:"]),
        ("firstchess[Depth=1]", ["FirstChess (Depth=1): its score has the opposite sign: "]),
        (
            "novice[Depth=2]",
            ["Novice (Depth=2) expects this line:", "Novice (Depth=2): its score is the worst that it "],
        ),
        ("modern[MultiPV=2,Nodes=300]", ["Today's engine (MultiPV=2, Nodes=300) reports its 2 best lines:"]),
        (
            "modern[Nodes=100,Evaluation=network]",
            ["Today's engine (Nodes=100, Evaluation=network): these are the terms of the hand-written evaluation; "],
        ),
    ],
)
def test_why_says_what_a_program_reports(player: str, words: list[str], gosub: Gosub) -> None:
    result = played(gosub, "e4\nwhy\n", "--white", "human", "--black", player)
    assert all(f"\n{text}" in result.stdout for text in words)


MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"


def test_a_hint_says_when_the_arbiter_has_replaced_a_move(gosub: Gosub) -> None:
    fen = "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1"
    result = played(gosub, "hint\n", "--white", "human", "--hint", "historic", "--fen", fen)
    assert "The 1994 program would play 1. Rf1 " in result.stdout
    assert re.search(r"^  .*\(e1c1 ", result.stdout, re.MULTILINE)


def test_a_player_with_a_depth_of_its_own_says_that_the_depth_does_not_concern_it(gosub: Gosub) -> None:
    words = ("--white", "modern", "--black", "historic", "--depth", "1", "--fen", MATE_IN_ONE)
    result = played(gosub, "", *words)
    assert result.stdout.startswith("The 1994 program ignores --depth: it searches 2 plies\n")
    assert "modern ignores" not in result.stdout
    assert "ignores" not in played(gosub, "", "--white", "human").stdout


SHUFFLE = "Nf3\nNf6\nNg1\nNg8\n"


def test_a_draw_can_be_claimed_when_the_rules_allow_it(gosub: Gosub) -> None:
    result = played(gosub, f"{SHUFFLE * 2}draw\n")
    assert "White may claim a draw: type draw" in result.stdout
    assert result.stdout.splitlines()[-1] == "Threefold repetition: a draw, 1/2-1/2."


def test_a_side_that_resigns_loses_and_the_result_is_saved(gosub: Gosub, tmp_path: Path) -> None:
    pgn = tmp_path / "game.pgn"
    result = played(gosub, "e4\nresign\n", "--white", "human", "--black", "human", "--pgn", str(pgn))
    assert result.stdout.splitlines()[-1] == "Resignation: White wins, 1-0."
    assert game_in(pgn).headers["Result"] == "1-0"
    refused = gosub("play", "--resume", str(pgn))
    assert refused.returncode == 1
    assert f"{pgn} is over (1-0)" in refused.stderr


def test_a_game_can_be_resumed_right_after_undo(gosub: Gosub, tmp_path: Path) -> None:
    pgn = tmp_path / "game.pgn"
    played(gosub, "e4\nNf3\nundo\nundo\n", "--white", "human", "--black", "historic", "--pgn", str(pgn))
    result = gosub("play", "--resume", str(pgn), given="e4\n")
    assert (result.returncode, result.stderr) == (0, "")
    assert "The 1994 program plays 1..." in result.stdout


def test_an_outside_program_can_play_and_its_crash_gets_a_one_line_message(gosub: Gosub, tmp_path: Path) -> None:
    pgn = tmp_path / "game.pgn"
    words = ("--white", "human", "--depth", "1")
    result = played(gosub, "e4\nwhy\n", *words, "--black", f"uci:{outside()}")
    assert "Sparring Partner plays 1..." in result.stdout
    assert re.search(r"^ score +[-+]\d\.\d\d", result.stdout, re.MULTILINE)
    result = played(gosub, "e4\nd4\nc4\n", *words, "--black", f"uci:{outside('crashes')}", "--pgn", str(pgn))
    assert result.returncode == 1
    assert result.stderr.startswith("gosub: Sparring Partner cannot continue: it has ended")
    assert "; its last words: out of luck; " in result.stderr
    assert result.stderr.endswith(f"; resume the game with `gosub play --resume {pgn}`\n")
    assert len(result.stderr.splitlines()) == 1
    assert len(list(game_in(pgn).mainline())) == 5


@pytest.mark.slow
def test_an_outside_program_that_exceeds_its_time_is_stopped(gosub: Gosub) -> None:
    words = ("--white", "human", "--black", f"uci:{outside('waits')}", "--time", "0.1")
    result = played(gosub, "e4\n", *words)
    assert "Sparring Partner plays 1..." in result.stdout
    assert result.returncode == 0


@pytest.mark.slow
def test_repeated_ctrl_c_leaves_no_process_behind(sit_down: Callable[..., Any]) -> None:
    """The outside program does not answer its third `go`, not even after `stop`."""
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


@pytest.mark.slow
def test_lines_typed_or_pasted_while_a_program_thinks_are_read_next(sit_down: Callable[..., Any]) -> None:
    """As a shell reads them. A move that is no longer legal is refused as usual."""
    child = sit_down("--white", "human", "--black", "modern", "--time", "1.5")
    child.expect(PROMPT)
    child.sendline("e4")
    child.expect("Today's engine thinks  0:00")
    child.send("Nf3\nKe7\n")
    child.expect("'Ke7' is not a legal move")
    child.expect(PROMPT)
    assert "/5N2/" in fen_at(child)


def test_an_existing_file_is_not_overwritten(gosub: Gosub, tmp_path: Path) -> None:
    precious = tmp_path / "precious.pgn"
    precious.write_text("precious")
    result = played(gosub, "", "--white", "human", "--pgn", str(precious))
    assert (result.returncode, result.stdout) == (2, "")
    assert "already exists; name a new file, or resume its game with --resume" in result.stderr
    result = played(gosub, f"save {precious}\nperhaps\nn\n")
    assert re.search(rf"{re.escape(str(precious))} .* \(y/n\) n", result.stdout)
    assert precious.read_text() == "precious"


@pytest.mark.posix
@pytest.mark.parametrize("name", ["~nobody-of-that-name/x.pgn", "a\0b", "/nowhere/x.pgn", "/", "loop", "-", ""])
def test_a_game_continues_if_save_fails(name: str, gosub: Gosub, tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    result = gosub("play", "--white", "human", "--black", "human", given=f"save {name}\nfen\n", cwd=tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    assert re.search(r"the game was not saved: |save needs the name of a file", result.stdout)
    assert chess.STARTING_FEN in result.stdout


def test_an_ending_found_on_resuming_is_saved(gosub: Gosub, tmp_path: Path) -> None:
    pgn = tmp_path / "game.pgn"
    played(gosub, SHUFFLE * 2, "--white", "human", "--black", "human", "--pgn", str(pgn))
    assert game_in(pgn).headers["Result"] == "*"
    result = gosub("play", "--resume", str(pgn), "--white", "modern")
    assert result.stdout.splitlines()[-1] == "Threefold repetition: a draw, 1/2-1/2."
    assert game_in(pgn).headers["Result"] == "1/2-1/2"


@pytest.mark.posix
def test_other_files_in_the_folder_of_games_are_ignored(gosub: Gosub, tmp_path: Path) -> None:
    played(gosub, "e4\n")
    folder = tmp_path / "state" / "gosub-chess"
    (folder / "broken.pgn").symlink_to("nowhere")
    (folder / "folder.pgn").mkdir()
    (folder / "text.pgn").write_text("no game")
    result = gosub("play", "--resume")
    assert "1. Black to move: " in result.stdout
    assert result.returncode == 0


def test_a_game_without_a_move_leaves_no_file(gosub: Gosub, tmp_path: Path) -> None:
    result = played(gosub, "quit\n")
    assert result.stdout.splitlines()[-1] == "stopped"
    assert list((tmp_path / "state" / "gosub-chess").iterdir()) == []


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("moves e7", "Black's pawn on e7 cannot move on White's turn"),
        ("moves a1", "White's rook on a1 has no legal move"),
        ("moves e9", "'e9' is not a square; a square is written like g1"),
        ("help why", "why [all]: show the opponent's thoughts when it chose its move."),
        ("help me", "'me'"),
        ("?", "  moves [SQUARE]"),
        ("resign now", "resign takes no argument; 'now' was not expected"),
        ("Takeback 2", "takeback takes no argument; '2' was not expected"),
        ("castle", "'castle' is not a move"),
        ("Ke9", "'Ke9' is not a move"),
        ("\u6f22", "'\u6f22' is not a move"),
        ("help \u202e", r"no such command '\u202e'"),  # a character that turns the direction of a line
        ("e4\x1b[31m", r"'e4\x1b[31m' is not a move"),
        ("why", "no program "),
        ("exit", "stopped"),
        ("\n\nfen", chess.STARTING_FEN),
    ],
)
def test_a_typed_line_gets_its_answer(typed: str, answer: str, gosub: Gosub) -> None:
    result = played(gosub, f"{typed}\n")
    assert answer in result.stdout
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.posix
def test_a_game_that_cannot_be_saved_continues_and_ends_with_1(gosub_path: str, tmp_path: Path) -> None:
    command = f"ulimit -f 0; exec {gosub_path} play --white human --black human --pgn game.pgn"
    result = subprocess.run(
        ["bash", "-c", command], input="e4\ne5\npgn\n", cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert result.stderr == "the game was not saved: game.pgn cannot be written: File too large\n"
    assert '[PlyCount "2"]' in result.stdout
    assert result.returncode == 1


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--white", "petrosian"], "--white: .. 'petrosian' .. human, "),
        (["--black", "uci:/nowhere/engine"], "--black: "),
        (["--depth", "0"], "--depth: 0 "),
        (["--time", "0"], "--time: 0 "),
        (["--resume", "nowhere.pgn"], "--resume: "),
        (["--resume", "."], "--resume: '.'"),
        (["--resume"], "state/gosub-chess"),
        (["--white", "human", "--pgn", "/nowhere/game.pgn"], str(Path("/nowhere"))),
        (["--white", "human", "--pgn", "-"], "--pgn: "),
        (["--white", "human", "--hint", "human"], "--hint: a human "),
        (["--white", "human", "--hint", "petrosian"], "--hint: "),
        (["--pause", "61"], "--pause: 61 "),
        ([], "no opponent was named"),
    ],
)
def test_a_wrong_command_line_gets_a_one_line_message(
    words: list[str], reason: str, gosub: Gosub, tmp_path: Path
) -> None:
    result = gosub("play", *words, cwd=tmp_path)
    assert result.returncode == (1 if words in ([], ["--resume"]) or "/nowhere/game.pgn" in words else 2)
    assert len(result.stderr.splitlines()) == 1
    assert re.search(pattern(reason), result.stderr)


def test_without_a_folder_of_games_a_file_must_be_named(
    gosub: Gosub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    result = played(gosub, "")
    assert result.returncode == 1
    assert " cannot be created (" in result.stderr
    assert result.stderr.endswith("name a file for the game with --pgn\n")


def test_players_are_listed_on_a_line_each(gosub: Gosub) -> None:
    lines = gosub("players").stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["human", *PLAYERS, "uci:COMMAND", "xboard:COMMAND"]
    historic = next(line for line in lines if line.startswith("historic "))
    assert re.fullmatch(r"historic +1994  the 1994 program, which searches two plies", historic)


def test_the_limits_that_an_outside_program_keeps_are_a_row_of_a_table(gosub: Gosub) -> None:
    result = gosub("players", "--check", f"xboard:{outside('sd-moves', protocol='xboard')}")
    assert result.returncode == 0
    assert re.search(r"^ program +command +depth +nodes +time +clock$", result.stdout, re.M)
    assert re.search(r"^ Old Partner .* no such limit +yes +yes$", result.stdout, re.M)
    assert "score" not in result.stdout
    assert gosub("players", "--check", f"uci:{outside('mute')}").stdout.endswith(
        "\nIt reports no score, so gosub analyse can show only its moves.\n"
    )


#: Speaks UCI until it is told to think.
ENDS_AT_GO = """
for line in open(0):
    if line.startswith("go"):
        1 / 0
    print({"uci": "uciok", "isready": "readyok"}.get(line.strip(), ""), flush=True)
"""


def test_a_program_that_ends_while_it_is_checked_is_quoted_once_below_the_table(gosub: Gosub, tmp_path: Path) -> None:
    program = tmp_path / "ends.py"
    program.write_text(ENDS_AT_GO, encoding="utf-8")
    result = gosub("players", "--check", f"uci:{command_line([sys.executable, str(program)])}")
    assert result.returncode == 0
    assert result.stdout.count("no: see 1") == 4
    (note,) = [line for line in result.stdout.splitlines() if line.startswith("1. it has ended: ")]
    assert note.endswith("; its last words: ZeroDivisionError: division by zero")


@pytest.mark.parametrize("words", [("modern",), (), ("uci:/no/such/program",)])
def test_only_an_outside_program_that_starts_can_be_checked(words: tuple[str, ...], gosub: Gosub) -> None:
    result = gosub("players", "--check", *words)
    assert (result.returncode, result.stdout) == (2, "")
    assert len(result.stderr.splitlines()) == 1


def test_the_players_as_json_have_year_author_depth_and_options(gosub: Gosub) -> None:
    listed = {player["player"]: player for player in json.loads(gosub("players", "--json").stdout)}
    assert list(listed) == ["human", *PLAYERS, "uci:COMMAND", "xboard:COMMAND"]
    for name in PLAYERS:
        assert all(listed[name][field] for field in ("author", "depth", "description"))
        assert listed[name]["year"] == player_class(name).year
        assert [option["name"] for option in listed[name]["options"]] == [o.name for o in player_class(name).options]
    (reading, *_) = listed["historic"]["options"]
    assert reading == {"name": "Reading", "type": "combo", "default": "printed", "choices": ["printed", "recorded"]}
    hash_size = listed["modern"]["options"][0]
    assert hash_size == {"name": "Hash", "type": "spin", "default": "16", "minimum": 1, "maximum": 4096}
    assert listed["human"]["options"] == []


@pytest.mark.slow
@pytest.mark.parametrize("columns", [40, 80])
def test_a_terminal_shows_the_players_as_a_table_that_fits(gosub_path: str, columns: int) -> None:
    shown = in_terminal(f"{gosub_path} players", columns)
    assert re.search("player.*description", shown)
    assert all(re.search(rf"^ ?{re.escape(name)} ", shown, re.M) for name in PLAYERS)
    assert max(map(len, shown.splitlines())) <= columns
    assert columns == 40 or len(shown.splitlines()) < 24
    assert "replies" in shown.split()  # no word is cut


def test_one_player_is_shown_with_its_options_and_modern_with_levels_and_ideas(gosub_path: str) -> None:
    shown = in_terminal(f"{gosub_path} players modern", 40)
    assert all(option.name in shown for option in player_class("modern").options)
    assert all(level.name in shown for level in NAMED_LEVELS)
    assert all(re.search(rf"^ ?{idea.year} +{idea.name.split()[0]}", shown, re.M) for idea in IDEAS)
    assert max(map(len, shown.splitlines())) <= 40


def test_what_is_known_of_one_player(gosub: Gosub) -> None:
    assert re.search(r"^ Avoid Repetition +false +true or false$", gosub("players", "historic").stdout, re.M)
    assert "options are those that it offers itself" in gosub("players", "uci:stockfish").stdout
    (player,) = json.loads(gosub("players", "Historic", "--json").stdout)
    assert player["player"] == "historic"


def in_terminal(command: str, columns: int) -> str:
    environment = os.environ | {"COLUMNS": str(columns)}
    output = str(spawn(command, dimensions=(24, columns), env=environment).read())
    return re.sub(r"\x1b\[[0-9;]*m", "", output)
