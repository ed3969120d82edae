"""`gosub play --from GAME.pgn`, and --fen with a place in a game."""

from __future__ import annotations

from pathlib import Path

import chess.pgn
import pytest
from pgn_standard import written_games
from refusals import refused
from scenarios import ANNOTATED_GAME, Gosub

from modern.game.session import Seat
from modern.players.seats import seat_name

PGN = f"""{ANNOTATED_GAME}
[Event "another"]
[White "three"]
[Black "four"]

1. f3 e5 2. g4 Qh4# 0-1
"""
HUMANS = ("--white", "human", "--black", "human")


@pytest.fixture(autouse=True)
def _in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("games.pgn").write_text(PGN, encoding="utf-8")


def game_in(name: str) -> chess.pgn.Game:
    (game,) = written_games(Path(name))
    return game


def test_historic_goes_on_with_a_game_in_the_middle(gosub: Gosub) -> None:
    words = ("--from", "games.pgn", "--game", "1", "--ply", "4", "--white", "human", "--black", "historic")
    result = gosub("play", *words, "--pgn", "new.pgn", given="d4\nundo\nd4\n")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith("Continuing one - two, Rated blitz game, after ply 4.\n")
    assert result.stdout.count("The 1994 program plays 3...") == 2
    written = game_in("new.pgn")
    assert [move.uci() for move in written.mainline_moves()][:5] == ["e2e4", "e7e5", "g1f3", "b8c6", "d2d4"]
    assert written.headers["Result"] == "*"
    again = gosub("play", "--resume", "new.pgn", given="fen\n")
    assert "4. White to move: fen" in again.stdout


@pytest.mark.parametrize("player", ["huo[Depth=1]", "firstchess[Depth=1]", "novice[Depth=1]", "historic-selective"])
def test_a_museum_player_goes_on_with_a_game(gosub: Gosub, player: str) -> None:
    result = gosub("play", "--fen", "games.pgn:5", "--white", "human", "--black", player, given="")
    assert f"{seat_name(Seat(player, player))} plays 3..." in result.stdout


@pytest.mark.parametrize(
    "words",
    [
        ("--from", "games.pgn", "--ply", "3"),
        ("--from", "games.pgn:3"),
        ("--fen", "games.pgn:3"),
        ("--from", "games.pgn", "--game", "1", "--ply", "3"),
    ],
)
def test_a_place_in_a_game_is_said_in_several_ways(gosub: Gosub, words: tuple[str, ...]) -> None:
    result = gosub("play", *words, *HUMANS, given="undo\nfen\n")
    assert "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2" in result.stdout
    chosen = "--game" in words
    assert result.stderr == (
        "" if chosen else "games.pgn has several games; this is the first. For another, use --from with --game N\n"
    )


def test_without_a_ply_a_game_goes_on_at_its_end(gosub: Gosub) -> None:
    result = gosub("play", "--from", "games.pgn", "--game", "1", *HUMANS, given="fen\n")
    assert "RNBQ1RK1 b kq - 1 4" in result.stdout


def test_a_game_in_which_no_move_is_made_leaves_no_file(gosub: Gosub) -> None:
    result = gosub("play", "--from", "games.pgn:3", *HUMANS, given="quit\n")
    assert result.stdout.endswith("stopped\n")
    assert list(Path("state/gosub-chess").iterdir()) == []


def test_what_is_left_out_of_a_game_is_named_and_the_exit_code_is_1(gosub: Gosub) -> None:
    Path("odd.pgn").write_text("[WhiteElo 2000]\n\n1. e4 $ e5 *", encoding="utf-8")
    result = gosub("play", "--from", "odd.pgn", *HUMANS, given="fen\nquit\n")
    assert (result.returncode, result.stderr.splitlines()) == (
        1,
        [
            "odd.pgn: game 1, line 1, column 1: the header WhiteElo has no quotation marks; read as '2000'",
            "odd.pgn: game 1, line 3, column 7: '$' is not a glyph; left out",
        ],
    )
    Path("odd.pgn").write_text("[WhiteElo 2000]\n\n1. e4 e5 *", encoding="utf-8")
    assert gosub("play", "--from", "odd.pgn", *HUMANS, given="quit\n").returncode == 0


def test_the_file_of_a_game_need_not_be_called_pgn(gosub: Gosub) -> None:
    Path("game:12").write_text("1. d4 *", encoding="utf-8")
    assert "PPP1PPPP/RNBQKBNR b" in gosub("play", "--from", "game:12", *HUMANS, given="fen\n").stdout


@pytest.mark.parametrize(
    ("words", "code", "reason"),
    [
        (("--from", "none.pgn"), 2, "--from: "),
        (("--from", "none.pgn:3"), 2, "--from: "),
        (("--from", "empty.pgn"), 1, "empty.pgn: "),
        (("--from", "odd.pgn"), 1, "odd.pgn: game 1, line 1, column 7: 'Nf33'"),
        (("--from", "memory.pgn", "--black", "historic"), 1, "memory.pgn: 'x'"),
        (("--from", "games.pgn", "--game", "1", "--ply", "8"), 1, "games.pgn: .. 7 .. 8"),
        (("--from", "games.pgn", "--game", "3"), 1, "games.pgn: .. 3 .. 2"),
        (
            ("--from", "games.pgn", "--game", "2"),
            1,
            "games.pgn: .. after ply 4 (checkmate); .. --ply",
        ),
        (("--from", "games.pgn:3", "--ply", "3"), 2, "--ply and games.pgn:3"),
        (("--from", "empty.pgn", "--pgn", "empty.pgn"), 1, "empty.pgn: "),
        (("--from", "one.pgn", "--pgn", "one.pgn"), 2, "--from and --pgn"),
    ],
)
def test_a_game_that_cannot_go_on_gets_a_one_line_message(
    gosub: Gosub, words: tuple[str, ...], code: int, reason: str
) -> None:
    Path("empty.pgn").write_text("", encoding="utf-8")
    Path("one.pgn").write_text("1. e4 *", encoding="utf-8")
    Path("odd.pgn").write_text("1. e4 Nf33 *", encoding="utf-8")
    Path("memory.pgn").write_text('[BlackSeat "historic"]\n[BlackMemory "x"]\n\n1. e4 *', encoding="utf-8")
    refused(gosub("play", *words, "--white", "human"), reason, code)
