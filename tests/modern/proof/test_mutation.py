"""One-token changes over the recorded game: the draw, and the journal that makes the count resumable."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import pytest

from modern.jobs.journal import JournalError, parse_line, with_checksum
from modern.jobs.work import run
from modern.jobs.workers import INTERRUPTED, local_workers
from modern.proof import verdicts
from modern.proof.changed_port import Start
from modern.proof.changes import Change, sampled
from modern.proof.port_changes import port_changes, port_source
from modern.proof.record import Ending
from modern.proof.verdicts import COMPLETE, EARLIER, OTHERWISE, UNCHANGED, Mutation, outcome

CHANGES = port_changes(port_source())


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Makes each changed game end at once, and returns the names of the changes that were played."""
    names: list[str] = []

    def ending_of(change: Change, start: Start | None = None) -> Ending:
        names.append(change.id)
        return Ending(len(names), "a2a3")

    monkeypatch.setattr(verdicts, "ending_of", ending_of)
    return names


def play(changes: list[Change], journal: Path | None) -> Mutation:
    one = Mutation(changes)
    run(one, local_workers(1), lambda: nullcontext(lambda change: None), journal)
    return one


def test_a_larger_sample_begins_with_the_smaller_one() -> None:
    assert sampled(CHANGES, 30, 7)[:10] == sampled(CHANGES, 10, 7)
    assert sampled(CHANGES, 10, 7) != sampled(CHANGES, 10, 8)
    assert sorted(sampled(CHANGES, None, 7), key=CHANGES.index) == CHANGES


def test_a_count_is_resumed_from_its_journal(tmp_path: Path, played: list[str]) -> None:
    journal = tmp_path / "journal"
    sample = sampled(CHANGES, 5, 7)
    play(sample[:3], journal)
    again = play(sample, journal)
    assert played == [change.id for change in sample]
    assert [ending.ply for _, ending in again.known] == [1, 2, 3, 4, 5]


def test_the_endings_of_other_changes_in_a_journal_do_not_count(tmp_path: Path, played: list[str]) -> None:
    journal = tmp_path / "journal"
    play(CHANGES[:3], journal)
    assert len(play(CHANGES[2:5], journal).known) == 3
    assert len(played) == 5


def test_the_time_that_is_left_falls_with_the_processes_and_with_what_is_known() -> None:
    mutation = Mutation(CHANGES[:4])
    seconds = mutation.expected_seconds(1)
    assert mutation.expected_seconds(2) == seconds / 2
    mutation.record(CHANGES[0], Ending(None))
    assert mutation.expected_seconds(1) == pytest.approx(seconds * 3 / 4)


def test_ctrl_c_keeps_what_is_known(tmp_path: Path, played: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    journal = tmp_path / "journal"
    inner: Callable[[Change], Ending] = verdicts.ending_of

    def interrupted(change: Change, start: Start | None = None) -> Ending:
        if len(played) == 2:
            raise KeyboardInterrupt
        return inner(change)

    monkeypatch.setattr(verdicts, "ending_of", interrupted)
    stopped = play(CHANGES[:5], journal)
    assert (len(stopped.known), stopped.failure, stopped.is_interrupted) == (2, INTERRUPTED, True)
    assert len(journal.read_text().splitlines()) == 3


@pytest.mark.parametrize(
    ("key", "reason"), [("changes", "belongs to another count of changes; its changes: 0"), ("code", "by other code")]
)
def test_a_journal_of_other_changes_or_other_code_is_refused(
    tmp_path: Path, played: list[str], key: str, reason: str
) -> None:
    journal = tmp_path / "journal"
    play(CHANGES[:1], journal)
    header, entry = journal.read_bytes().splitlines(keepends=True)
    described = {name: value for name, value in parse_line(header.rstrip()).items() if name != "crc32"}
    journal.write_bytes(with_checksum({**described, key: "0"}) + entry)
    with pytest.raises(JournalError, match=reason):
        play(CHANGES[:1], journal)


def test_a_line_that_records_no_ending_is_named_and_does_not_count(tmp_path: Path, played: list[str]) -> None:
    journal = tmp_path / "journal"
    play(CHANGES[:1], journal)
    with journal.open("ab") as file:
        file.write(with_checksum({"change": CHANGES[1].id, "ply": 99, "played": "", "error": ""}))
    again = play(CHANGES[:2], journal)
    [sentence] = again.damage
    assert re.search(r"line 3 .* the ending of a change \(no such ply\)", sentence)
    assert played == [CHANGES[0].id, CHANGES[1].id]


@pytest.mark.parametrize(
    ("ending", "name"),
    [
        (Ending(3, "a2a3"), EARLIER),
        (Ending(21, error="error 9"), EARLIER),
        (Ending(22, "e8g8"), UNCHANGED),
        (Ending(22, "a7a6"), OTHERWISE),
        (Ending(23, "a2a3"), OTHERWISE),
        (Ending(None), COMPLETE),
    ],
)
def test_an_ending_is_counted_once(ending: Ending, name: str) -> None:
    assert outcome(ending) == name
