"""The evidence of each repair: it stands where it is said to stand, and it bears on the repair."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest
from made_up_report import DAMAGED
from report_text import needs_report, report_path

from historic.listing.appendix import find_appendix
from historic.listing.evidence import has_words, lines_of_evidence
from historic.listing.repair import CONJECTURE, KINDS, RECORD, TEXT, TWIN, Evidence, Repair
from historic.listing.repairs import REPAIRS, repairs_of
from historic.listing.report import NotAReport, read_report
from historic.listing.restoration import RestoredLine, restore
from historic.readings import PRINTED, RECORDED

DOCS = Path(__file__).parents[3] / "docs"
NONSENSE = "the cat sat on the mat"
#: The ply at which the listing as printed leaves the record.
UNCHANGED = 22

by_name = pytest.mark.parametrize("repair", REPAIRS, ids=lambda repair: repair.name)


def found_in(text: str, label: str, line: int, words: str) -> int | None:
    """Returns the number of the line that has the evidence."""
    evidence = Evidence(TEXT, label, line, words)
    repair = Repair("made-up", "X", 1, "0", "O", "none", (evidence,))
    return lines_of_evidence(text, [repair]).get(evidence)


@pytest.mark.parametrize(
    ("label", "line", "words", "number"),
    [
        ("", 1, "COUNTING", 9),
        ("COUNT", 0, "COUNT:", 13),
        ("COUNT", 2, 'PRINT"NUMBER"', 15),
        ("APPENDIX A: PLAN", 1, "count, and stop", 4),
        ("APPENDIX C: WHAT IT PRINTED", 1, "55", 24),
    ],
)
def test_words_are_found_below_a_label_or_a_heading(label: str, line: int, words: str, number: int) -> None:
    assert found_in(DAMAGED, label, line, words) == number


@pytest.mark.parametrize(
    ("label", "line", "words"),
    [
        ("COUNT", 3, 'PRINT"NUMBER"'),
        ("COUNT", 9, "STOP"),
        ("NOWHERE", 1, "SUM"),
        ("APPENDIX C: WHAT IT PRINTED", 2, "55"),
        ("APPENDIX C", 1, "55"),
        ("COUNT", 2, "UM"),
        ("COUNT", 2, "NUMBE"),
        ("COUNT", 2, ""),
        ("COUNT", 2, NONSENSE),
    ],
    ids=["another line", "no line", "no label", "the end", "no heading", "end of a name", "begin", "empty", "nonsense"],
)
def test_words_that_do_not_stand_at_their_place_are_not_found(label: str, line: int, words: str) -> None:
    assert found_in(DAMAGED, label, line, words) is None


def test_evidence_is_not_looked_up_in_another_text() -> None:
    with pytest.raises(NotAReport):
        lines_of_evidence("One two three.\n", REPAIRS)


@by_name
def test_each_repair_has_evidence_and_more_than_a_conjecture(repair: Repair) -> None:
    kinds = {evidence.kind for evidence in repair.evidence}
    assert kinds <= set(KINDS)
    assert kinds & {TEXT, TWIN}


def test_these_are_the_conjectures() -> None:
    assert [repair.name for repair in REPAIRS if any(one.kind == CONJECTURE for one in repair.evidence)] == [
        "cwhite3-label",
        "cblack4-castling-bonus",
        "cblack3-label",
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_the_docs_count_the_repairs_with_each_kind_of_evidence(kind: str) -> None:
    count = sum(any(one.kind == kind for one in repair.evidence) for repair in repairs_of(PRINTED))
    page = (DOCS / "program" / "restoration.md").read_text(encoding="utf-8")
    said = {
        "text": r"elsewhere in the\s+report \((\d+) repairs\)",
        "twin": r"twin of the\s+damaged line \((\d+)\)",
        "record": r"leaves without the repair \((\d+)\)",
        "conjecture": r"\*conjecture\* \((\d+)\)",
    }
    assert re.findall(said[kind], page) == [str(count)]


@by_name
def test_the_evidence_has_each_token_that_the_repair_adds(repair: Repair) -> None:
    added = set(tokens(repair.reads)) - set(tokens(repair.printed)) - {":"}
    shown = {token for evidence in repair.evidence if evidence.has_place for token in tokens(evidence.words)}
    places = " ".join(evidence.words for evidence in repair.evidence if evidence.has_place)
    assert all(token in shown or (token[0] == '"' and token.strip('"') in places) for token in added)
    assert added or repair.reads in places


def tokens(code: str) -> list[str]:
    """Returns the tokens of a statement in capitals."""
    return [token.upper() for token in re.findall(r'"[^"]*"|[A-Za-z][A-Za-z0-9]*|\d+|\S', code)]


@by_name
def test_the_reason_names_a_place_of_the_evidence(repair: Repair) -> None:
    places = {evidence.label or "head" for evidence in repair.evidence if evidence.has_place}
    assert places & set(re.findall(r"DIAGRAM 2-5|\w+", repair.reason))


@by_name
def test_a_twin_stands_below_the_same_label_of_the_other_colour(repair: Repair) -> None:
    swapped = {"WHITE": "BLACK", "BLACK": "WHITE"}
    label = re.sub("WHITE|BLACK", lambda match: swapped[match[0]], repair.label)
    assert all(evidence.label == label for evidence in repair.evidence if evidence.kind == TWIN)


def test_the_evidence_of_the_record_is_what_the_record_says_about_each_repair_taken_back() -> None:
    trials = json.loads((DOCS / "data" / "readings-trials.json").read_text())["trials"]
    plies = {trial["name"]: trial["ply"] for trial in trials if trial["kind"] == "repair taken back"}
    refused = {trial["name"] for trial in trials if trial["error"].startswith("refused")}
    (fitted,) = (repair for repair in REPAIRS if repair.readings == (RECORDED,))
    assert [trial["ply"] for trial in trials if trial["name"] == fitted.name] == [None]
    expected = {name: ply for name, ply in plies.items() if ply != UNCHANGED and name not in refused}
    said = {repair.name: one.ply for repair in REPAIRS for one in repair.evidence if one.kind == RECORD}
    assert said == {**expected, fitted.name: UNCHANGED}


def test_the_evidence_is_unchanged_since_it_was_looked_up() -> None:
    """If this fails, look up the evidence in the text (GOSUB_REPORT), and then write the new sum here."""
    rows = [[repair.name, one.kind, str(one)] for repair in REPAIRS for one in repair.evidence]
    assert (
        sha256(json.dumps(rows).encode()).hexdigest()
        == "ce07eb281817efe9ec0b9fe4a4945c5ee54ec6ccbe4e07d3ae08d5396589ca43"
    )


@pytest.fixture(scope="module")
def report() -> str:
    return read_report(report_path())


@needs_report
@by_name
def test_the_words_stand_at_their_place_in_the_report(repair: Repair, report: str) -> None:
    found = lines_of_evidence(report, [repair])
    assert [one for one in repair.evidence if one.has_place and one not in found] == []


@needs_report
@by_name
def test_nonsense_in_place_of_any_evidence_is_not_found(repair: Repair, report: str) -> None:
    nonsense = [replace(one, words=NONSENSE) for one in repair.evidence if one.has_place]
    assert lines_of_evidence(report, [replace(repair, evidence=tuple(nonsense))]) == {}


@needs_report
@by_name
def test_the_words_are_intact_or_show_another_misreading(repair: Repair, report: str) -> None:
    """Evidence that was itself repaired proves nothing, except that the same sign was misread in another way."""
    for evidence, line in placed(repair, report):
        changes = [change for change in line.changes if change.repair.printed == evidence.words]
        if changes:
            assert all(change.repair != repair for change in changes)
            assert evidence.words == "2A(Z-25)"
        else:
            assert has_words(line.text, evidence.words)


@needs_report
@by_name
def test_a_twin_is_the_same_statement_for_the_other_colour(repair: Repair, report: str) -> None:
    if repair.readings == (RECORDED,):
        return
    own = next(line for line in listing_lines(report) if is_at(line, repair.label, repair.line))
    for evidence, line in placed(repair, report):
        if evidence.kind == TWIN:
            first, second = sorted((shape(own.text), shape(line.text)), key=len)
            assert second.startswith(first)


def shape(statement: str) -> str:
    """Returns a statement with each name and number as x, and with one sign for + and -, one for < and >."""
    return re.sub(r"[<>]", "<", re.sub(r"[+-]", "+", re.sub(r"[A-Za-z0-9.]+", "x", statement.strip())))


@cache
def listing_lines(report: str) -> tuple[RestoredLine, ...]:
    return tuple(line for line in restore(find_appendix(report), PRINTED).lines if line.text)


def is_at(line: RestoredLine, label: str, offset: int) -> bool:
    return (line.damaged.label, line.damaged.offset) == (label, offset)


def placed(repair: Repair, report: str) -> Iterator[tuple[Evidence, RestoredLine]]:
    """Yields each piece of evidence that stands in the listing, with its line there."""
    lines = listing_lines(report)
    for evidence in repair.evidence:
        for line in lines:
            if evidence.has_place and is_at(line, evidence.label, evidence.line):
                yield evidence, line
