"""Damaged journals of `--resume`: what they recorded is never another thing without a word."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import pytest
from commands import run_here
from damage import TO_TEXT, Answer, Format

SHORT_GAMES: Final = ("--nodes", "40", "--draw", "20", "4", "300")
MATCH: Final = ("match", "modern", "modern[UCI_Elo=1500,Seed=1]", "--games", "4", *SHORT_GAMES)
TOURNAMENT: Final = ("tournament", "modern", "huo[Depth=1]", "--games", "2", *SHORT_GAMES)
CAMPAIGN: Final = ("agree", "--positions", "200", "--seed", "5", "--kind", "moves", "--jobs", "1")
#: The times in a PGN's comments.
TIME: Final = re.compile(r"\d+\.\d\ds")


def journal_of(words: Sequence[str], folder: Path) -> Format:
    """Returns the format of a command's journal: the work is done once, and then resumed from damaged copies."""
    journal, figures, pgn = folder / "journal", folder / "figures.json", folder / "games.pgn"
    files = ["--resume", str(journal), "--json", str(figures)]
    if words[0] in ("match", "tournament"):
        files += ["--pgn", str(pgn)]

    def read(content: bytes) -> Answer:
        journal.write_bytes(content)
        figures.unlink(missing_ok=True)
        pgn.unlink(missing_ok=True)
        ended = run_here(*words, *files)
        counts = json.loads(figures.read_text()) if figures.exists() else None
        games = pgn.read_text() if pgn.exists() else ""
        result = ended.returncode, counts, games
        rough = ended.returncode, without_times(counts), TIME.sub("", games)
        return Answer(ended.returncode, ended.stderr, result, journal.read_bytes(), rough)

    journal.unlink(missing_ok=True)
    assert run_here(*words, *files).returncode in (0, 1)
    return Format(words[0], journal.read_bytes(), read, TO_TEXT, has_checksum=True)


def without_times(value: Any) -> Any:
    """Returns the JSON of a result without the times of the moves."""
    if isinstance(value, dict):
        return {name: without_times(one) for name, one in value.items() if name != "seconds_a_move"}
    return [without_times(one) for one in value] if isinstance(value, list) else value


@pytest.mark.slow
@pytest.mark.parametrize("words", [MATCH, TOURNAMENT, CAMPAIGN], ids=lambda words: str(words[0]))
def test_a_damaged_journal_is_refused_or_gives_the_same_result(
    words: Sequence[str], tmp_path: Path, keeps_promise: Callable[[Format, int], None]
) -> None:
    keeps_promise(journal_of(words, tmp_path), 48)
