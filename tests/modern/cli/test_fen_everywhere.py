"""A FEN means the same in every command, typed or in a file: what is read, what is said of it, and what is refused."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from commands import run_here

from modern.match.openings import FileOpenings, OpeningError

KINGS = "4k3/8/8/8/8/8/4P3/4K3"
ROOKS = "r3k2r/8/8/8/8/8/8/R3K2R"
PUSH = "4k3/8/8/8/4P3/8/8/4K3"

#: A FEN, how it is read, and what is said of it.
READ: tuple[tuple[str, str, list[str]], ...] = (
    (f"{KINGS} w - - 3 7", f"{KINGS} w - - 3 7", []),
    (f"{KINGS} w - -", f"{KINGS} w - - 0 1", []),
    (f"{KINGS} w - - 3", f"{KINGS} w - - 3 1", []),
    (f"{KINGS}\tw -  - 3 7", f"{KINGS} w - - 3 7", []),
    (f"{KINGS} w - - 0 0", f"{KINGS} w - - 0 1", []),
    (f"{KINGS} w - - - -", f"{KINGS} w - - 0 1", ["the FEN has no counters; read as 0 1"]),
    (f"{KINGS} W - - 0 1", f"{KINGS} w - - 0 1", ["the side to move is W; read as w"]),
    (
        f"{KINGS} w Kq - 0 1",
        f"{KINGS} w - - 0 1",
        ["the castling right K has no rook on h1; left out", "the castling right q has no rook on a8; left out"],
    ),
    (f"{ROOKS} w HAha - 0 1", f"{ROOKS} w KQkq - 0 1", ["the castling rights HAha name files; read as KQkq"]),
    (f"{ROOKS} w KQkqK - 0 1", f"{ROOKS} w KQkq - 0 1", ["the castling rights KQkqK name a right twice; read as KQkq"]),
    (f"{PUSH} b - e3 5 1", f"{PUSH} b - - 5 1", ["no pawn can capture on the en passant square e3; left out"]),
)
#: What is no position, and the reason. The 1994 program accepts some of these, and has reasons of its own for others.
REFUSED = (
    (f"{KINGS} w - x 0 1", "the en passant square is 'x'; expected a square or -"),
    (f"{KINGS} w - - 0 1 7", f"a FEN has 4 to 6 fields, not 7: '{KINGS} w - - 0 1 7'"),
    ("4k3/8/8/8/8/8/8/4KK2 w - - 0 1", "White has 2 kings; expected 1"),
    ("4k3/8/8/8/8/8/8/4K31 w - - 0 1", "rank 1 has two digits in a row: '4K31'"),
    ("4k3/8/8/8/8/8/4K3 w - - 0 1", "a FEN has 8 ranks, not 7: '4k3/8/8/8/8/8/4K3'"),
    ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "Black's king can be captured: White is to move"),
    (f"{KINGS} w - - -1 1", "the halfmove clock is '-1'; expected a number from 0 to 99999"),
    (f"{KINGS} w \u2013 - 0 1", f"a FEN has only printable ASCII characters: '{KINGS} w \\u2013 - 0 1'"),
)

#: The commands, and what is written to their standard input. FEN is the FEN; the files have it in their format.
DOORS = {
    "analyse": ("analyse FEN --nodes 1", ""),
    "play": ("play --fen FEN --white human --black human", "fen\n"),
    "perft": ("perft --fen FEN 1", ""),
    "picture": ("picture FEN", ""),
    "agree": ("agree --fen FEN", ""),
    "perft of a game": ("perft --fen game.pgn:0 1", ""),
    "analyse of games": ("analyse game.pgn --nodes 1", ""),
    "play from a game": ("play --from game.pgn --white human --black human", "fen\n"),
    "page": ("page game.pgn --analyse 0 --html page.html", ""),
    "book": ("book import book.bin game.pgn", ""),
    "agree of games": ("agree --from game.pgn --kind moves --jobs 1", ""),
    "agree of positions": ("agree --from lines.epd --kind moves --jobs 1", ""),
    "suite": ("bench tactics --suite suite.epd --nodes 1", ""),
}
#: The commands that print the FEN.
PRINTING = ("play", "agree", "play from a game", "suite")
#: The commands that go on after what they skip: they print more than one line.
GOING_ON = ("agree of games", "agree of positions")


def write_files(folder: Path, fen: str) -> None:
    """Writes a game without moves, a line and a puzzle of a FEN to files of a folder."""
    (folder / "game.pgn").write_text(f'[Event "a game"]\n[FEN "{fen}"]\n\n*\n', encoding="utf-8")
    (folder / "lines.epd").write_text(f"{fen}\n", encoding="utf-8")
    (folder / "suite.epd").write_text(f"{fen} dm 9;\n", encoding="utf-8")


def run_door(command: str, given: str, fen: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs a command in a folder, with the FEN in its place."""
    return run_here(*(fen if word == "FEN" else word for word in command.split()), given=given, cwd=folder)


@pytest.mark.parametrize(("fen", "read", "said"), READ, ids=[fen for fen, _, _ in READ])
def test_every_command_reads_a_fen_alike(fen: str, read: str, said: list[str], tmp_path: Path) -> None:
    write_files(tmp_path, fen)
    for door, (command, given) in {**DOORS, "think": ("think --fen FEN", "")}.items():
        result = run_door(command, given, fen, tmp_path)
        lines = result.stderr.splitlines()
        assert result.returncode == 0, (door, result.stderr)
        assert len(lines) == len(said), (door, lines)
        assert all(line.endswith(what) for line, what in zip(lines, said, strict=True)), (door, lines)
        assert door not in PRINTING or read in result.stdout, (door, result.stdout)
    for name in ("game.pgn", "lines.epd"):
        found = FileOpenings(tmp_path / name, 2)
        assert found.for_pair(0).start == read
        assert [str(problem).partition(": ")[2].removeprefix("the FEN: ") for _, problem in found.problems] == said


@pytest.mark.parametrize(("text", "reason"), REFUSED, ids=[text for text, _ in REFUSED])
def test_every_command_refuses_what_is_no_fen_for_the_same_reason(text: str, reason: str, tmp_path: Path) -> None:
    write_files(tmp_path, text)
    for door, (command, given) in DOORS.items():
        result = run_door(command, given, text, tmp_path)
        lines = result.stderr.splitlines()
        assert result.returncode in (1, 2), (door, result.stdout)
        assert reason in lines[0], (door, lines)
        assert len(lines) == 1 or door in GOING_ON, (door, lines)
    for name in ("game.pgn", "lines.epd"):
        with pytest.raises(OpeningError, match=re.escape(reason)):
            FileOpenings(tmp_path / name, 2)
