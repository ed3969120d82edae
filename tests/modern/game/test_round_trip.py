"""What is written as PGN is read again as it was, by Gosub Chess, python-chess and pgn-extract.

Of files in all dialects, of the examples of readers.py, and of the commands that write a PGN.
"""

from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import chess.polyglot
import pytest
import readers
from dialects import Draft, files_of_games
from hypothesis import HealthCheck, given, settings
from pgn_standard import needs_pgn_extract, written_games
from reader_differences import CLASSES

from modern.game.pgn_reading import every_game, lines_of

pytestmark = [pytest.mark.slow, needs_pgn_extract]

#: The only thing that the others read otherwise: PGN's own escapes, whose backslashes they keep.
ESCAPES: Final = "escapes in a header"
#: A game with all that a PGN can say, and another one.
GAMES: Final = """\
[Event "A \\"rapid\\" game"]
[White "Müller, ♔"]
[Black "B"]
[Result "0-1"]
[Annotator "C:\\\\me"]

{before} 1. f3 $6 {[%clk 0:05:00] weak} ({or} 1. e4 $1 e5 (1... c5 {Sicilian} 2. Nf3) 2. Nf3)
($142 1. d4) e5 2. g4?? Qh4# 0-1

[FEN "r3k2r/8/8/8/8/8/P6p/R3K3 b Qkq - 3 40"]
[SetUp "1"]

40... h1=Q+ 41. Kd2 O-O-O+ (41... O-O {; % [ escapes}) 1/2-1/2
"""


@pytest.fixture(autouse=True)
def silent_python_chess() -> Iterator[None]:
    """python-chess logs each problem; that is not what is compared."""
    logger = logging.getLogger("chess.pgn")
    logger.disabled = True
    yield
    logger.disabled = False


def check_is_read_alike(content: bytes) -> None:
    """Checks that the three readers read the games of a PGN that we have written alike."""
    ours = readers.read_by_us(content)
    for reader, read in readers.OTHERS.items():
        found = list(readers.differences(reader, ours, read(content)))
        assert {one.name for one in found} <= {ESCAPES}, (reader, found, content.decode())


def check_round_trip(content: bytes) -> None:
    """Checks that the games of a PGN are the same when they are written and read again, for each reader."""
    games = [game.content for game in readers.read_by_us(content) if not game.error]
    written = readers.rewritten(content)
    assert [game.content for game in readers.read_by_us(written)] == games
    assert [game.problems for game in every_game(written.decode())] == [[] for _ in games]
    check_is_read_alike(written)


@given(files_of_games())
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
def test_games_in_all_dialects_are_the_same_when_they_are_written(drafts: list[Draft]) -> None:
    check_round_trip(b"".join(draft.text() for draft in drafts))


@pytest.mark.parametrize("name", CLASSES)
def test_the_example_of_each_class_is_the_same_when_it_is_written(name: str) -> None:
    check_round_trip(CLASSES[name].example.encode())


def test_a_game_with_all_that_a_pgn_can_say_is_the_same_when_it_is_written() -> None:
    check_round_trip(GAMES.encode())


def gosub(folder: Path, *words: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "modern", *words], cwd=folder, capture_output=True, input=b"e4\nquit\n", check=False
    )
    assert done.returncode == 0, done.stderr.decode()


@pytest.mark.parametrize(
    "words",
    [
        ("analyse", "games.pgn", "--depth", "1", "--pgn", "written.pgn"),
        ("match", "random", "random[Seed=3]", "--games", "4", "--pgn", "written.pgn"),
        ("tournament", "random", "random[Seed=3]", "random[Seed=4]", "--pgn", "written.pgn"),
        ("replay", "--pgn", "written.pgn"),
        ("play", "--white", "human", "--black", "random", "--pgn", "written.pgn"),
        ("play", "--from", "games.pgn", "--ply", "2", "--white", "human", "--black", "random", "--pgn", "written.pgn"),
    ],
    ids=" ".join,
)
def test_what_the_commands_write_is_read_alike(words: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "games.pgn").write_text(GAMES, encoding="utf-8")
    gosub(tmp_path, *words)
    content = (tmp_path / "written.pgn").read_bytes()
    assert all(not game.error and not game.problems for game in every_game(content.decode()))
    check_is_read_alike(content)
    if words[0] != "analyse":
        assert written_games(tmp_path / "written.pgn")
    else:
        (tmp_path / "games.pgn").write_bytes(content)
        before, after = (readers.read_by_us(text) for text in (GAMES.encode(), content))
        assert [game.moves for game in before] == [game.moves for game in after]
        assert all(one.comments <= other.comments for one, other in zip(before, after, strict=True))


def test_a_book_of_games_is_read_by_python_chess_as_the_games_are(tmp_path: Path) -> None:
    (tmp_path / "games.pgn").write_text(GAMES, encoding="utf-8")
    gosub(tmp_path, "book", "import", "a.bin", "games.pgn")
    gosub(tmp_path, "book", "export", "a.bin", "b.bin")
    with (tmp_path / "games.pgn").open("rb") as file, chess.polyglot.open_reader(tmp_path / "b.bin") as reader:
        for game in every_game(lines_of(file)):
            board = chess.Board(game.start)
            for uci in game.uci_moves:
                assert [entry.move.uci() for entry in reader.find_all(board)] == [uci]
                board.push_uci(uci)
