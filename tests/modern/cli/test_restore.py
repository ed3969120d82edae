"""`gosub restore`: on a small made-up report, and on the report's text where GOSUB_REPORT names it."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from made_up_report import DAMAGED, REPAIRS, WHOLE, known
from refusals import refused
from report_text import needs_report, report_path
from rich.console import Console
from scenarios import Gosub

from historic.listing import repairs, sums
from historic.listing.appendix import find_appendix
from historic.listing.repairs import REPAIRS as REAL_REPAIRS
from historic.listing.repairs import sum_of_repairs
from historic.listing.restoration import repaired
from historic.listing.sums import KNOWN, sum_of
from modern.cli import restore

DOCS = Path(__file__).parents[3] / "docs"


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the made-up listing the one that the command restores."""
    monkeypatch.setattr(repairs, "REPAIRS", REPAIRS)
    monkeypatch.setitem(sums.KNOWN, "printed", known())


@pytest.fixture
def report(tmp_path: Path, made_up: None) -> Callable[[str], Path]:
    """Returns a function that writes a text to a file."""

    def write(text: str) -> Path:
        file = tmp_path / "report.txt"
        file.write_text(text)
        return file

    return write


def test_the_listing_is_written_and_its_sums_are_printed(report: Callable[[str], Path], gosub: Gosub) -> None:
    file = report(DAMAGED)
    result = gosub("restore", str(file), "--out", "whole.bas", cwd=file.parent)
    assert (result.returncode, result.stderr) == (0, "")
    assert (file.parent / "whole.bas").read_text() == WHOLE
    assert result.stdout.splitlines() == [
        "Appendix B               lines 9 to 21 of report.txt, with 2 labels",
        "repairs                  5 of 5 made (printed)",
        f"SHA-256 of the appendix  {sum_of(DAMAGED[DAMAGED.index(chr(39)) : DAMAGED.index(chr(10) + 'APPENDIX C')])}",
        f"SHA-256 of the repairs   {sum_of_repairs(REPAIRS)}",
        f"SHA-256 of the listing   {sum_of(WHOLE)}, the known one",
    ]


def test_the_listing_on_standard_output_has_nothing_else_with_it(report: Callable[[str], Path], gosub: Gosub) -> None:
    result = gosub("restore", str(report(DAMAGED)), "--diff", "--list", "--out", "-")
    assert result.stdout == WHOLE
    for part in ("only the label DONE looks like it", "line 11: jump", "SHA-256 of the listing"):
        assert part in result.stderr


def test_the_difference_shows_both_sides_and_marks_the_changes(report: Callable[[str], Path], gosub: Gosub) -> None:
    result = gosub("restore", str(report(DAMAGED)), "--diff")
    assert result.returncode == 0
    shown = result.stdout.split("Appendix B")[0]
    assert (
        "line 14 (COUNT): to, limit\nFOR I=1 T0 1O        → FOR I=1 TO 10\n        ^^ ^^                  ^^ ^^\n"
    ) in shown
    assert "line 11: jump\nGOTO D0NE            → GOTO DONE\n" in shown
    assert "SUM=SUM+I" not in shown  # it is not damaged


def test_a_narrow_terminal_shows_the_two_sides_below_each_other() -> None:
    out = Console(file=io.StringIO(), force_terminal=True, color_system="standard", width=30, highlight=False)
    restore._print_diff(out, repaired(find_appendix(DAMAGED), REPAIRS))
    assert isinstance(out.file, io.StringIO)
    text = out.file.getvalue()
    lines = re.sub(r"\x1b\[[0-9;]*m", "", text).splitlines()
    start = lines.index("line 14 (COUNT): to, limit")
    assert lines[start + 1 : start + 5] == [
        "- FOR I=1 T0 1O",
        "          ^^ ^^",
        "+ FOR I=1 TO 10",
        "          ^^ ^^",
    ]
    assert "\x1b[1;31m" in text
    assert "\x1b[1;32m" in text


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (
            DAMAGED.replace("T0", "7O"),
            "report.txt: line 14 (COUNT): repair to: expected T0 in line 1 below the label; ",
        ),
        (DAMAGED.replace("NEXT I", "NEXT 1I"), "report.txt: line 17 (COUNT): the number 1I has a letter in it"),
        (DAMAGED.replace("SUM+I", "SUM-I"), "report.txt: line 13 (COUNT): up to the next label, this is not "),
    ],
    ids=["a place not found", "damage without a repair", "another listing"],
)
def test_what_is_wrong_is_reported_with_its_line_and_nothing_is_written(
    text: str, line: str, report: Callable[[str], Path], gosub: Gosub
) -> None:
    file = report(text)
    result = gosub("restore", str(file), "--out", "whole.bas", cwd=file.parent)
    assert result.returncode == 1
    errors = result.stderr.splitlines()
    assert any(error.startswith(line) for error in errors)
    assert re.fullmatch(r"gosub: .*report.txt: the listing is not whole \(\d+ found\); it was not written", errors[-1])
    assert re.search(r"SHA-256 of the listing +[0-9a-f]{64}, not the known one$", result.stdout, re.MULTILINE)
    assert not (file.parent / "whole.bas").exists()


def test_only_the_first_findings_are_printed(report: Callable[[str], Path], gosub: Gosub) -> None:
    text = DAMAGED.replace("NEXT I", "NEXT I\n" + "\tGOTO N0\n" * 100)
    errors = gosub("restore", str(report(text))).stderr.splitlines()
    assert len(errors) == 22
    assert re.fullmatch(r"report.txt: and \d+ more", errors[20])


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "empty; expected the report's text"),
        (b"\x7fELF\0\x81\0", "not a text file; expected the report's text"),
        (b"x" * 10_000_000, "longer than 1,000,000 bytes; expected the report's text, of about 27,000"),
        (
            b"One two three.\n",
            "no heading `APPENDIX B` in this text; expected the report, whose Appendix B is the listing",
        ),
        (
            b"APPENDIX B\n1 2 3\n",
            "no labels below the heading `APPENDIX B` in this text; expected the report's listing",
        ),
        (b"APPENDIX B\nX:\n\tGOTO X\n", "its Appendix B is not the report's listing: no repair has its place in it"),
    ],
    ids=["empty", "binary", "10 MB", "another text", "tables", "another program"],
)
def test_a_file_that_is_not_the_report_is_one_line(content: bytes, message: str, tmp_path: Path, gosub: Gosub) -> None:
    (tmp_path / "report.txt").write_bytes(content)
    result = gosub("restore", "report.txt", "--out", "whole.bas", cwd=tmp_path)
    assert (result.returncode, result.stdout, result.stderr) == (1, "", f"gosub: report.txt: {message}\n")
    assert not (tmp_path / "whole.bas").exists()


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (
            [],
            2,
            "REPORT.txt is missing: the text of the report, whose Appendix B is the listing; without it, "
            "gosub restore --list shows the repairs",
        ),
        (
            ["--list", "--diff"],
            2,
            "REPORT.txt is missing: the text of the report, whose Appendix B is the listing; without it, "
            "gosub restore --list shows the repairs",
        ),
        (
            ["nowhere.txt"],
            2,
            "Invalid value for REPORT.txt: no file called 'nowhere.txt'; check the name and its folder",
        ),
        (["."], 2, "Invalid value for REPORT.txt: '.'"),
        (["a.txt", "--out", "a.txt"], 2, "REPORT.txt and --out"),
        (["a.txt", "--out", "no/a.bas"], 1, str(Path("no/a.bas"))),
        (
            ["a.txt", "--reading", "other"],
            2,
            "Invalid value for --reading: no reading called 'other'; expected printed or recorded",
        ),
    ],
)
def test_a_wrong_command_line_is_one_line(
    words: list[str], code: int, message: str, tmp_path: Path, gosub: Gosub
) -> None:
    (tmp_path / "a.txt").write_text(DAMAGED)
    refused(gosub("restore", *words, cwd=tmp_path), message, code)
    assert (tmp_path / "a.txt").read_text() == DAMAGED


@pytest.mark.parametrize("reading", ["printed", "recorded"])
def test_the_list_has_each_repair_with_its_evidence_and_needs_no_report(reading: str, gosub: Gosub) -> None:
    result = gosub("restore", "--list", "--reading", reading)
    assert (result.returncode, result.stderr) == (0, "")
    expected = []
    for repair in REAL_REPAIRS:
        if reading in repair.readings:
            only = " (recorded only)" if repair.readings == ("recorded",) else ""
            place = f"{repair.label}, line {repair.line}:"
            expected += [f"{repair.name} {place} {repair.printed} → {repair.reads}{only}", repair.reason]
            expected += [f"{evidence.kind} {evidence}" for evidence in repair.evidence]
    assert [line.split() for line in result.stdout.splitlines()] == [line.split() for line in expected]


def test_the_list_shows_the_kind_and_the_place_of_each_piece_of_evidence(gosub: Gosub) -> None:
    lines = gosub("restore", "--list", "--reading", "recorded").stdout.splitlines()
    for line in (
        "    text       CWHITE, line 63: YY1-2^Y8",
        "    text       head, line 3: GHISLAIN",
        "    twin       CWHITE4, line 7: ZI>109",
        "    record     without it, the program leaves the recorded game at ply 18",
        "    conjecture the label is at NEXT X8, not at NEXT Y8; the recorded game fits both",
    ):
        assert line in lines


def test_the_list_with_a_report_says_where_it_has_the_evidence(report: Callable[[str], Path], gosub: Gosub) -> None:
    shown = gosub("restore", str(report(DAMAGED)), "--list").stdout.split("Appendix B ")[0]
    assert shown.splitlines() == [
        "jump                      head, line 3:       D0NE → DONE",
        "    only the label DONE looks like it",
        "    text       DONE, line 0: DONE: (line 19 of your text)",
        "to                        COUNT, line 1:      T0 → TO",
        "    syntax",
        "    conjecture a FOR has a TO",
        "limit                     COUNT, line 1:      1O → 10",
        "    a number has no letter",
        "    record     without it, the program leaves the recorded game at ply 3",
        "most                      COUNT, line 3:      5O → 50",
        "    COUNT counts to 55",
        "    text       NOWHERE, line 1: 50 (not in your text)",
        'string                    DONE, line 1:       IS;SUM → IS";SUM',
        "    APPENDIX C shows the text that is printed",
        "    text       APPENDIX C: WHAT IT PRINTED, line 1: THE SUM IS (line 24 of your text)",
    ]


def test_an_output_that_cannot_encode_the_arrow_gets_one_of_ascii(
    installed_gosub: Gosub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    assert "ZK34 -> ZI<34" in installed_gosub("restore", "--list").stdout


@needs_report
def test_the_docs_show_what_the_command_prints_for_the_report(gosub: Gosub, tmp_path: Path) -> None:
    (tmp_path / "REPORT.txt").write_bytes(report_path().read_bytes())
    page = (DOCS / "program" / "restoration.md").read_text(encoding="utf-8")
    result = gosub("restore", "REPORT.txt", "--out", "listing.bas", cwd=tmp_path)
    assert f"$ gosub restore REPORT.txt --out listing.bas\n{result.stdout}```" in page


def test_the_docs_show_a_repair_as_the_list_has_it(gosub: Gosub) -> None:
    page = (DOCS / "program" / "restoration.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"\$ gosub restore --list\n \.\.\.\n(.*?) \.\.\.\n", page, re.DOTALL)
    assert shown in gosub("restore", "--list").stdout


def test_the_difference_of_a_line_stands_side_by_side_with_its_changes_marked(
    report: Callable[[str], Path], gosub: Gosub
) -> None:
    shown = gosub("restore", str(report(DAMAGED)), "--diff").stdout.splitlines()
    at = shown.index("line 14 (COUNT): to, limit")
    assert [line.split() for line in shown[at + 1 : at + 3]] == [
        ["FOR", "I=1", "T0", "1O", "→", "FOR", "I=1", "TO", "10"],
        ["^^", "^^", "^^", "^^"],
    ]


@needs_report
@pytest.mark.parametrize("reading", ["printed", "recorded"])
def test_the_report_gives_the_known_listing(reading: str, gosub: Gosub, tmp_path: Path) -> None:
    result = gosub("restore", str(report_path()), "--reading", reading, "--out", "listing.bas", cwd=tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    assert sum_of((tmp_path / "listing.bas").read_text()) == KNOWN[reading].whole
