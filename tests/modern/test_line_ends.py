"""Files with the line ends of Windows are read like those of other systems."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from commands import run_here
from made_up_report import DAMAGED

from historic.listing.appendix import find_appendix
from historic.listing.report import read_report

GAMES = '[White "A"]\n[Black "B"]\n\n1. e4 { a note\nof two lines } e5 *\n\n[White "C"]\n\n1. d4 *\n'
POSITIONS = "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1\n4k3/8/8/8/8/8/4P3/4K3 w - -\n"
TACTICS = '7k/5Q2/6K1/8/8/8/8/8 w - - bm Qg7#; id "mate";\n'
PROGRAM = 'FOR I=1 TO 3\nPRINT I;\nNEXT I\nPRINT "END"\n'

#: Commands that read FILE, and its text.
READERS = {
    "analyse FILE.pgn --depth 1": GAMES,
    "match modern modern --depth 1 --games 2 --openings FILE": POSITIONS,
    "agree --jobs 1 --positions 2 --from FILE": POSITIONS,
    "agree --jobs 1 --positions 2 --from FILE.pgn": GAMES,
    "bench tactics --suite FILE --depth 1": TACTICS,
    "basic FILE": PROGRAM,
}


def without_times(text: str) -> list[str]:
    return re.sub(r"\d+\.\d+|[\d,]+ (positions|nodes) a second", "", text).splitlines()


@pytest.mark.slow
@pytest.mark.parametrize("command", READERS)
def test_a_file_with_crlf_gives_the_same_output(command: str, tmp_path: Path) -> None:
    if command.startswith("basic"):
        pytest.importorskip("lark")
    outputs = []
    for ends in ("\n", "\r\n"):
        for name in ("FILE", "FILE.pgn"):
            (tmp_path / name).write_bytes(READERS[command].replace("\n", ends).encode())
        ended = run_here(*command.split(), cwd=tmp_path)
        assert ended.returncode == 0, ended.stderr
        outputs.append(without_times(ended.stdout))
    assert outputs[0] == outputs[1]
    assert outputs[0]


@pytest.mark.slow
def test_a_journal_with_crlf_goes_on(tmp_path: Path) -> None:
    words = ["agree", "--positions", "20", "--jobs", "1", "--resume", "journal"]
    first = run_here(*words, cwd=tmp_path)
    journal = tmp_path / "journal"
    journal.write_bytes(journal.read_bytes().replace(b"\n", b"\r\n"))
    second = run_here(*words, cwd=tmp_path)
    assert (first.returncode, second.returncode, second.stderr) == (0, 0, "")
    assert len(journal.read_bytes().splitlines()) == 2  # nothing was done again


def test_a_report_with_crlf_has_the_same_listing(tmp_path: Path) -> None:
    found = []
    for ends in ("\n", "\r\n"):
        (tmp_path / "report.txt").write_bytes(DAMAGED.replace("\n", ends).encode())
        found.append(find_appendix(read_report(tmp_path / "report.txt")))
    assert found[0] == found[1]
