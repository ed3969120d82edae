"""`gosub readings`: repairs taken back, other readings, one-token changes, and the shape of the listing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from refusals import refused
from report_text import needs_report, report_path
from scenarios import Gosub

from modern.proof import verdicts
from modern.proof.changed_port import Start
from modern.proof.changes import Change, sampled
from modern.proof.port_changes import port_changes, port_source
from modern.proof.record import Ending

SHAPE = {"shape": [["", 1, 0, 30, 0, 0], ["COUNT", 0, 0, 6, 0, 0], ["COUNT", 1, 2, 20, 4, 3]]}


@pytest.fixture
def quick_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes changed games end at once: those of even lines follow the whole record, the others leave it at ply 3."""
    monkeypatch.setattr(verdicts, "ending_of", quick_ending)


def quick_ending(change: Change, start: Start | None = None) -> Ending:
    return Ending(3, "a2a3") if change.line % 2 else Ending(None)


# ---- one-token changes


@pytest.mark.usefixtures("quick_games")
def test_a_sample_is_counted_by_label_and_by_ply(gosub: Gosub) -> None:
    result = gosub("readings", "--mutate", "--sample", "30", "--seed", "7")
    assert (result.returncode, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    changes = port_changes(port_source())
    sample = sampled(changes, 30, 7)
    odd = sum(change.line % 2 for change in sample)
    assert lines[0] == f"30 of {len(changes)} one-token changes played, a sample with seed 7"
    assert lines[-2].split() == ["all", "30", str(odd), "0", "0", str(30 - odd)]
    assert lines[-1] == f"left before ply 22: {odd} at ply 3"
    assert {line.split()[0] for line in lines[3:-2]} == {change.label for change in sample}


@pytest.mark.usefixtures("quick_games")
def test_the_endings_are_written_as_json(gosub: Gosub, tmp_path: Path) -> None:
    file = tmp_path / "endings.json"
    assert gosub("readings", "--mutate", "--sample", "3", "--json", str(file)).returncode == 0
    sample = sampled(port_changes(port_source()), 3, 1994)
    assert json.loads(file.read_text())["endings"] == [
        {"change": change.id, **quick_ending(change).as_json()} for change in sample
    ]


def test_a_count_that_ctrl_c_stops_prints_what_it_found_and_can_be_resumed(
    gosub: Gosub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop_at: list[int] = [2]

    def ending_of(change: Change, start: Start | None = None) -> Ending:
        stop_at[0] -= 1
        if stop_at[0] < 0:
            raise KeyboardInterrupt
        return quick_ending(change)

    monkeypatch.setattr(verdicts, "ending_of", ending_of)
    words = ("readings", "--mutate", "--sample", "5", "--resume", str(tmp_path / "journal"))
    stopped = gosub(*words)
    assert stopped.returncode == 130
    hint = f"the same command resumes from {tmp_path / 'journal'}"
    assert stopped.stderr == f"interrupted: 2 of 5 changes were played: {hint}\n"
    assert stopped.stdout.startswith("2 of ")
    stop_at[0] = 3
    resumed = gosub(*words)
    assert (resumed.returncode, resumed.stderr) == (0, "")
    assert resumed.stdout.startswith("5 of ")


@pytest.mark.parametrize("content", ["{}\n", "not a journal\n"])
def test_a_file_that_is_no_journal_is_refused_and_kept(gosub: Gosub, tmp_path: Path, content: str) -> None:
    journal = tmp_path / "journal"
    journal.write_text(content)
    result = gosub("readings", "--mutate", "--sample", "1", "--resume", str(journal))
    refused(result, f"{journal} .. `gosub readings --mutate --resume`", 1)
    assert journal.read_text() == content


# ---- the shape


def test_the_shape_is_drawn_from_what_was_written(gosub: Gosub, tmp_path: Path) -> None:
    (tmp_path / "shape.json").write_text(json.dumps(SHAPE))
    result = gosub("readings", "--shape", "shape.json", "--picture", "shape.svg", cwd=tmp_path)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    assert ">COUNT</text>" in (tmp_path / "shape.svg").read_text()


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", '{"shape": []}', '{"shape": [[1]]}', '{"shape": [["A", "b"]]}', "[" * 9]
)
def test_a_file_without_a_shape_is_refused_in_one_line(gosub: Gosub, tmp_path: Path, content: str) -> None:
    (tmp_path / "shape.json").write_text(content)
    result = gosub("readings", "--shape", "shape.json", "--picture", "shape.svg", cwd=tmp_path)
    assert result.returncode == 1
    assert result.stderr == (
        "gosub: shape.json: no shape in it; expected a file that `gosub readings REPORT.txt --mutate --json` writes\n"
    )
    assert not (tmp_path / "shape.svg").exists()


# ---- options


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "REPORT.txt is missing"),
        (["r.txt", "--mutate", "--json", "f", "--picture", "f"], "both name f"),
        (["r.txt", "--json", "r.txt"], "REPORT.txt and --json"),
        (["--mutate", "--resume", "j", "--json", "j"], "--json and --resume"),
    ],
)
def test_options_that_would_have_no_effect_are_refused(
    gosub: Gosub, words: list[str], message: str, tmp_path: Path
) -> None:
    (tmp_path / "r.txt").write_text("A text\n")
    result = gosub("readings", *words, cwd=tmp_path)
    assert result.returncode == 2
    assert message in result.stderr


@pytest.mark.parametrize("words", [[], ["--mutate", "--sample", "1"]])
def test_a_text_that_is_not_the_report_is_refused_in_one_line(gosub: Gosub, tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "r.txt").write_text("A text\n")
    result = gosub("readings", "r.txt", *words, cwd=tmp_path)
    assert result.returncode == 1
    refused(result, "r.txt: .. `APPENDIX B`", 1)


# ---- with the report


def trials(gosub: Gosub, *words: str) -> dict[str, Any]:
    """Returns the ply at which each trial leaves the record, with the move or the error, by name."""
    result = gosub("readings", str(report_path()), *words, "--json", "-")
    assert result.returncode == 0
    return {row["name"]: (row["ply"], row["played"] or row["error"]) for row in json.loads(result.stdout)["trials"]}


@pytest.mark.slow
@needs_report
def test_repairs_without_which_the_listing_is_no_program(gosub: Gosub) -> None:
    found = trials(gosub, "--only", "black1-to", "--only", "cwhite3-label")
    assert found == {
        "black1-to": (1, "refused: line 155: error 2: Syntax error: 'T0' is not expected here (column 10)"),
        "cwhite3-label": (1, "refused: line 229: error 8: Label not defined: CWHITE3"),
    }


@needs_report
def test_a_name_that_is_no_repair_is_refused_with_a_suggestion(gosub: Gosub) -> None:
    result = gosub("readings", str(report_path()), "--only", "white2-pushbit")
    assert result.returncode == 2
    assert "no repair or other reading called 'white2-pushbit'" in result.stderr
    assert "white2-push-bit" in result.stderr


@needs_report
def test_each_trial_is_printed_with_its_own_ending(gosub: Gosub, monkeypatch: pytest.MonkeyPatch) -> None:
    endings = {"black1-to": Ending(3, "a2a3"), "cwhite3-label": Ending(None)}
    monkeypatch.setattr("modern.proof.record.trial_ending", lambda plies, trial: endings[trial.name])
    result = gosub("readings", str(report_path()), *(word for name in endings for word in ("--only", name)))
    assert result.returncode == 0
    lines = [line.split()[1:] for line in result.stdout.splitlines() if line.startswith("  ")]
    assert [(name, "ply" in words and "3" in " ".join(words)) for name, *words in lines] == [
        ("black1-to", True),
        ("cwhite3-label", False),
    ]


@needs_report
@pytest.mark.slow
def test_readings_that_leave_the_record_within_its_first_plies(gosub: Gosub) -> None:
    """Section 2-2 subtracts the opponent's centre squares; with that, the record would be left at ply 2."""
    found = trials(gosub, "--only", "centre-with-sign", "--only", "black2-left-score", "--plies", "2")
    assert found == {"centre-with-sign": (2, "g8f6"), "black2-left-score": (2, "d7d5")}


@needs_report
def test_after_ctrl_c_no_change_is_made_in_the_listing(gosub: Gosub, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Change] = []

    def ending_of(change: Change, start: Start | None = None) -> Ending:
        if played:
            raise KeyboardInterrupt
        played.append(change)
        return quick_ending(change)

    monkeypatch.setattr(verdicts, "ending_of", ending_of)
    words = ("--mutate", "--sample", "2", "--in-listing", "1", "--plies", "1")
    stopped = gosub("readings", str(report_path()), *words)
    assert (stopped.returncode, stopped.stderr) == (130, "interrupted: 1 of 2 changes were played\n")
    assert "listing" not in stopped.stdout


@needs_report
@pytest.mark.slow
def test_changes_of_the_port_made_in_the_listing_too(gosub: Gosub, tmp_path: Path) -> None:
    result = gosub(
        *("readings", str(report_path()), "--mutate", "--sample", "2", "--seed", "1040"),
        *("--in-listing", "2", "--plies", "1", "--json", "all.json", "--picture", "shape.svg", "--with-text"),
        cwd=tmp_path,
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.splitlines()[-1] == "made in the listing too: 2 of 2 agree over 1 plies"
    written = json.loads((tmp_path / "all.json").read_text())
    assert len(written["in_listing"]) == 2
    assert sum(line[4] for line in written["shape"]) == 2
    assert "NEXT X8</text>" in (tmp_path / "shape.svg").read_text()
