"""Checks that a PGN is within the standard, by itself, by python-chess and by pgn-extract."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

import chess.pgn
import pytest

from modern.rules.fen import INITIAL_FEN

#: The seven headers that every game has, in their order.
ROSTER: Final = ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
#: A header. Within its quotation marks, PGN escapes a quotation mark and a backslash, and nothing else.
HEADER: Final = re.compile(r'\[(\w+) "(?:[^"\\]|\\["\\])*"\]')
#: What is not broken into lines: a word, or a command of a comment.
COMMAND_OR_WORD: Final = re.compile(r"\[%[^\]]*\]|\S+")
#: Debian installs games where the PATH of a service may not lead.
PGN_EXTRACT: Final = shutil.which("pgn-extract", path=f"{os.environ.get('PATH', '')}:/usr/games")

needs_pgn_extract: Final = pytest.mark.skipif(PGN_EXTRACT is None, reason="pgn-extract is not installed")


def standard_games(text: str) -> list[chess.pgn.Game]:
    """Returns the games of a PGN as python-chess reads them, after checking that it is within the standard."""
    assert text.endswith("\n")
    for line in text.splitlines():
        words = COMMAND_OR_WORD.findall(line.strip("{} "))
        assert len(line) <= 80 or line.startswith("[FEN ") or len(words) == 1, line
        assert line == line.rstrip()
        assert not line.startswith(("%", ";"))
    games = []
    file = io.StringIO(text)
    while (game := chess.pgn.read_game(file)) is not None:
        assert not game.errors
        games.append(game)
        check_headers(game)
    names = [match[1] for match in map(HEADER.fullmatch, text.splitlines()) if match]
    assert names.count("Event") == len(games)
    for start in [index for index, name in enumerate(names) if name == "Event"]:
        assert names[start : start + 7] == ROSTER
    return games


def written_games(path: Path) -> list[chess.pgn.Game]:
    """Returns the games of a PGN that a command has written, after checking it, by pgn-extract too if it is there."""
    text = path.read_text(encoding="utf-8")
    games = standard_games(text)
    if PGN_EXTRACT is not None:
        assert complaints_of_pgn_extract(text) == ""
    return games


def check_headers(game: chess.pgn.Game) -> None:
    """Checks the headers of a game beyond the first seven."""
    headers = game.headers
    assert headers["Result"] in ("1-0", "0-1", "1/2-1/2", "*")
    assert (headers["Termination"] == "unterminated") == (headers["Result"] == "*")
    assert re.fullmatch(r"-|(\d+/)?\d+(\.\d+)?(\+\d+(\.\d+)?)?", headers["TimeControl"])
    assert ("SetUp" in headers) == ("FEN" in headers)
    assert headers.get("FEN") != INITIAL_FEN


def complaints_of_pgn_extract(text: str) -> str:
    """Returns what pgn-extract has to say about a PGN, apart from how many games it has read."""
    assert PGN_EXTRACT is not None
    done = subprocess.run(
        [PGN_EXTRACT, "-s", "-r", "--nobadresults"], input=text.encode(), capture_output=True, timeout=60, check=False
    )
    return done.stderr.decode(errors="replace") + done.stdout.decode(errors="replace")
