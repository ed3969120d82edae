"""A position and moves as they are typed, the same in every command."""

from __future__ import annotations

import gzip
from contextlib import chdir
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete
from perft_counts import STARTPOS
from scenarios import ANNOTATED_GAME

from modern.cli import gosub
from modern.cli.typed_game import typed_fen, typed_game
from modern.rules import MoveError, RulesError

PGN = f"""{ANNOTATED_GAME}
[Event "another"]

1. d4 *
"""


@pytest.fixture(autouse=True)
def _in_folder(tmp_path: Path) -> object:
    (tmp_path / "Game.PGN").write_text(PGN)
    with chdir(tmp_path):
        yield


@pytest.mark.parametrize(
    ("text", "fen"),
    [
        (None, STARTPOS),
        ("startpos", STARTPOS),
        (STARTPOS, STARTPOS),
        (" ".join(STARTPOS.split()[:4]), STARTPOS),
        ('8/8/8/8/8/2k5/8/2K5 w - - bm Kd1; id "a; b";', "8/8/8/8/8/2k5/8/2K5 w - - 0 1"),
        ("8/8/8/8/8/2k5/8/2K5 w - - hmvc 5; fmvn 40;", "8/8/8/8/8/2k5/8/2K5 w - - 5 40"),
        ("Game.PGN:0", STARTPOS),
        ("Game.PGN:2", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"),
        ("Game.PGN", "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 1 4"),
        ("./Game.PGN:7", "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 1 4"),
    ],
)
def test_a_position_can_be_written_in_four_ways(text: str | None, fen: str) -> None:
    assert typed_fen(text) == fen


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("games.txt", "games.txt"),
        ("games.txt", "games.txt:3"),
        ("Games", "./Games:3"),
        ("my games", "my games"),
        ("Partie.PGN.bak", "Partie.PGN.bak:3"),
        ("e4", "e4"),
    ],
)
def test_a_file_of_any_name_is_a_pgn(name: str, place: str) -> None:
    Path(name).write_text("1. e4 e5 2. Nf3 *\n", encoding="utf-8")
    assert typed_fen(place).startswith("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/")


@pytest.mark.parametrize("name", ["nothing.txt", "nothing.pgn:3", "nothing.pgn.gz", "nothing.zip"])
def test_a_file_that_is_not_there_is_named(name: str) -> None:
    with pytest.raises(click.BadParameter, match=f"no file called '{name.removesuffix(':3')}'"):
        typed_fen(name)


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("games.pgn.gz", gzip.compress(b"1. e4 *", mtime=0), "gzip"),
        ("games.gz", gzip.compress(b"1. e4 *", mtime=0), "gzip"),
        ("games.pgn", gzip.compress(b"1. e4 *", mtime=0), "gzip"),
        ("games.zip", b"PK\x03\x04\x14\x00\x00\x00", "zip"),
        ("games.xz", b"\xfd7zXZ\x00", "xz"),
        ("games.7z", b"7z\xbc\xaf\x27\x1c", "7z"),
    ],
)
def test_a_compressed_file_is_called_so(name: str, content: bytes, kind: str) -> None:
    Path(name).write_bytes(content)
    with pytest.raises(click.ClickException, match=rf"{name}: .*\({kind}\)"):
        typed_fen(name)


@pytest.mark.parametrize(
    "moves",
    [
        *(
            "e4 e5 Nf3",
            "e2e4 e7-e5 g1f3",
            "1. e4 e5 2.g1f3",
            "1. e2e4 1... e5 2. nf3",
            "1. e4, e5 2. \u2658f3 \u2026 *",
        ),
        *(
            "1.e4!e5?2.Nf3!?",
            "1. e4 {[%clk 0:01:00]} e5 $1 2. Nf3 1-0",
            "1. e4 e5 (1... c5 2. d4) 2. Nf3+/=",
            "E4 E5; ok\nNF3",
        ),
        *('[Event "x"]\n\n1. e4 e5\n2. Nf3 1/2-1/2', "1. e\u200b4\u00a0e5 2. N\u00adf3", "1)e4 e5 2)Nf3"),
    ],
)
def test_moves_may_be_pasted_and_typed_in_many_ways(moves: str) -> None:
    assert [move.uci() for move in typed_game("startpos", moves).moves] == ["e2e4", "e7e5", "g1f3"]


@pytest.mark.parametrize(
    ("moves", "word"),
    [
        ("e4 hello", "hello"),
        ("1. e4 e5 2. Ke3", "Ke3"),
        ("e4 -- Nf3", "--"),
        ("e4 Sf6", "Sf6"),
        ("e4 e5 2. N9f3 Nc6", "N9f3"),
        ("e4 e5 1-0 Nf6", "Nf6"),
    ],
)
def test_a_word_that_is_no_move_is_named(moves: str, word: str) -> None:
    with pytest.raises(MoveError, match=word):
        typed_game("startpos", moves)


def test_the_moves_of_a_game_are_part_of_its_history() -> None:
    game = typed_game("Game.PGN:3", "Nf6")
    assert [move.uci() for move in game.moves] == ["e2e4", "e7e5", "g1f3", "g8f6"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("start", "'start'"),
        ("Game.PGN:8", "Game.PGN: the game has 7 plies, not 8"),
        ("8/8/8/8/8/8/8/8 w - - bm Kd1;", "White has 0 kings"),
    ],
)
def test_what_is_no_position_is_refused_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(RulesError, match=reason.replace("(", "[(]")):
        typed_game(text)


def test_a_game_that_cannot_be_read_is_no_mistake_of_the_command_line() -> None:
    Path("prose.pgn").write_text("Dear mother, e4\n", encoding="utf-8")
    with pytest.raises(click.ClickException, match=r"prose.pgn: game 1: neither headers nor moves") as refusal:
        typed_game("prose.pgn")
    assert refusal.value.exit_code == 1


def test_a_missing_file_is_named() -> None:
    with pytest.raises(click.BadParameter, match=r"no file called 'none\.pgn'"):
        typed_game("none.pgn:3")


@pytest.mark.parametrize(
    "words", ["analyse", "perft 1 --fen", "agree --fen", "think --fen", "play --fen", "picture", "book show my.bin"]
)
def test_the_shell_completes_positions(words: str) -> None:
    complete = ShellComplete(gosub, {}, "gosub", "_GOSUB_COMPLETE")
    found = [(item.value, item.type) for item in complete.get_completions(words.split(), "sta")]
    assert ("startpos", "plain") in found
    assert ("sta", "file") in found
