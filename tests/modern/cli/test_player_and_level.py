"""`--player` and `--level`, which every command has that names a player."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from pgn_standard import written_games
from scenarios import Gosub

from modern.players.levels import NAMED_LEVELS, level_named

CASUAL = f"modern[UCI_Elo={level_named('casual').elo}]"
MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"
#: The commands, with what they need besides the two options.
COMMANDS = {
    "play": "",
    "serve": "--port 0",
    "match": "historic",
    "tournament": "historic huo[Depth=1]",
    "analyse": f"'{MATE_IN_ONE}' --nodes 10",
    "page": "game.pgn",
    "uci": "",
}


@pytest.fixture(autouse=True)
def _folder_of_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.pgn").write_text("1. e4 *\n", encoding="utf-8")


def run(gosub: Gosub, command: str, *words: str, given: str = "") -> tuple[int, str, str]:
    result = gosub(command, *shlex.split(COMMANDS[command]), *words, given=given)
    return result.returncode, result.stdout, result.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_lists_the_levels(command: str, gosub: Gosub) -> None:
    listed = gosub("play", "--level", "list").stdout
    assert run(gosub, command, "--level", "LIST") == (0, listed, "")
    assert all(level.name in listed for level in NAMED_LEVELS)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("--level 11", "Invalid value for --level: "),
        ("--level beginer", "Invalid value for --level: "),
        ("--player petrosian", "Invalid value for --player: "),
        ("--player modern[Hash=x]", "Invalid value for --player: modern: 'x'"),
        ("--player huo --level 3", "Invalid value for --level: huo cannot be limited to an Elo; modern can"),
        (
            "--player modern[UCI_Elo=900] --level 3",
            "Invalid value for --level: modern[UCI_Elo=900] names its own strength already",
        ),
    ],
)
def test_every_command_refuses_the_same_in_the_same_words(command: str, words: str, reason: str, gosub: Gosub) -> None:
    code, out, err = run(gosub, command, *words.split())
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert err.startswith(f"gosub: {reason}")


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_every_command_has_both_options(command: str, gosub: Gosub) -> None:
    shown = gosub(command, "--help").stdout
    assert "--player NAME" in shown
    assert "--level LEVEL" in shown


@pytest.mark.parametrize("words", [("--level", "3"), ("--level", "casual"), ("--player", CASUAL)])
def test_uci_plays_at_a_level(words: tuple[str, ...], gosub: Gosub) -> None:
    assert f"id name {CASUAL}\n" in run(gosub, "uci", *words, given="uci\nquit\n")[1]


@pytest.mark.parametrize(("player", "has_bench"), [("modern", True), ("modern[Hash=1]", True), ("huo", False)])
def test_only_todays_engine_answers_bench(
    player: str, has_bench: bool, gosub: Gosub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("modern.bench.engine.bench_lines", lambda: iter(["24 nodes 1 nps"]))
    assert ("24 nodes 1 nps\n" in run(gosub, "uci", "--player", player, given="bench\nquit\n")[1]) is has_bench


def test_analyse_and_page_have_the_player_at_its_level(gosub: Gosub) -> None:
    assert CASUAL in run(gosub, "analyse", "--level", "3")[1]
    assert "Hash=1" in run(gosub, "analyse", "--player", "modern[Hash=1]", "--level", "3")[1]
    assert run(gosub, "page", "--level", "3", "--analyse", "0.01")[0] == 0
    assert CASUAL in Path("game.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "opponent"),
    [
        ("--level 3", CASUAL),
        ("--player huo[Depth=1]", "huo[Depth=1]"),
        ("--player modern[Hash=1] --level 3", "modern[Hash=1,UCI_"),
    ],
)
@pytest.mark.usefixtures("games_here")
def test_a_match_has_the_player_as_b(words: str, opponent: str, gosub: Gosub) -> None:
    code, out, err = run(gosub, "match", *words.split(), "--games", "1", "--depth", "1", "--draw", "1", "1", "100000")
    assert (code, err) == (0, "")
    assert f" B  {opponent}" in out


@pytest.mark.slow
def test_a_tournament_has_one_more_player(gosub: Gosub) -> None:
    words = ("--level", "3", "--games", "2", "--depth", "1", "--draw", "1", "1", "100000")
    code, out, err = run(gosub, "tournament", *words)
    assert (code, err) == (0, "")
    assert all(name in out for name in ("historic", "huo", CASUAL))


@pytest.mark.parametrize(
    ("words", "white", "black"),
    [
        ("--player huo[Depth=1]", "human", "huo[Depth=1]"),
        ("--player huo[Depth=1] --black human", "huo[Depth=1]", "human"),
        ("--player modern[Hash=1] --level 3", "human", "modern[Hash=1,UCI_Elo=800]"),
        ("--player modern --elo 900", "human", "modern[UCI_Elo=900]"),
        ("--player human", "human", "human"),
        ("--player human --white historic", "historic", "human"),
    ],
)
def test_the_player_of_play_is_the_opponent(words: str, white: str, black: str, gosub: Gosub) -> None:
    result = gosub("play", *words.split(), "--depth", "1", "--pgn", "new.pgn", given="e4\ne5\nquit\n")
    assert (result.returncode, result.stderr) == (0, "")
    (game,) = written_games(Path("new.pgn"))
    assert (game.headers["WhiteSeat"], game.headers["BlackSeat"]) == (white, black)


def test_the_player_of_play_meets_another_program(gosub: Gosub) -> None:
    result = gosub("play", "--white", "historic", "--player", "huo[Depth=1]", "--fen", MATE_IN_ONE)
    assert "White: The 1994 program, " in result.stdout
    assert "Black: Huo Chess (Depth=1), " in result.stdout


def test_the_player_of_play_takes_the_seat_of_the_program_of_a_saved_game(gosub: Gosub) -> None:
    gosub("play", "--black", "human", "--white", "historic", "--pgn", "new.pgn", given="e5\nquit\n")
    resumed = gosub("play", "--resume", "new.pgn", "--player", "firstchess[Depth=1]")
    assert (resumed.returncode, resumed.stderr) == (0, "")
    assert "White: FirstChess (Depth=1), " in resumed.stdout
    assert "Black: You, " in resumed.stdout


def test_a_player_of_play_without_a_seat_is_refused(gosub: Gosub) -> None:
    result = gosub("play", "--white", "human", "--black", "huo", "--player", "novice")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == (
        "gosub: --white and --black name both players; --player names one of them in their place\n"
    )
    gosub("play", "--white", "human", "--black", "human", "--pgn", "new.pgn", given="e4\nquit\n")
    result = gosub("play", "--resume", "new.pgn", "--player", "novice")
    assert result.stderr == (
        "gosub: --player takes the program's seat in the saved game, but it has no program; name a side\n"
    )
