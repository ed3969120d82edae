"""`python docs/make.py`: it writes what differs, and with --check says what differs and writes nothing."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path
from shutil import which

import make
import pytest
from making import engine, shown
from making.page import Files, page_with

from modern.pictures.browser.modules import ENGLISH, texts_in

#: The time that a program thought.
SECONDS = re.compile(r"\d s\b")


@pytest.fixture
def three_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Path]:
    """A part that makes two files, one of which is old, and wants a third one gone."""
    paths = {name: tmp_path / name for name in ("same", "old", "stale")}
    for path in paths.values():
        path.write_text(path.name, encoding="utf-8")
    made: Files = {paths["same"]: b"same", paths["old"]: b"new", paths["stale"]: None}
    monkeypatch.setattr(make, "TOP", tmp_path)
    monkeypatch.setattr(make, "PARTS", {"one": make.Part("three files"), "slow": make.Part("x", False, False)})
    monkeypatch.setattr(make, "made", lambda name, sources: made if name == "one" else {})
    return paths


def test_check_names_the_files_that_differ_and_writes_nothing(
    three_files: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert make.main(["--check"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines == [f"{name} is not as `python docs/make.py one` makes it" for name in ("old", "stale")]
    assert [path.read_text(encoding="utf-8") for path in three_files.values()] == ["same", "old", "stale"]


def test_a_part_is_written_and_then_does_not_differ(three_files: dict[str, Path]) -> None:
    assert make.main(["one"]) == 0
    assert three_files["old"].read_text(encoding="utf-8") == "new"
    assert not three_files["stale"].exists()
    assert make.main(["--check"]) == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["mna"], "there is no part 'mna'; the parts are one, slow"),
        (["slow", "--check"], "the part 'slow' cannot be compared"),
        (["one", "--from", "x"], "--from needs one part, ledger or readings"),
    ],
)
@pytest.mark.usefixtures("three_files")
def test_a_part_that_does_not_exist_or_cannot_be_compared_is_refused(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        make.main(words)
    assert message in capsys.readouterr().err


def test_a_part_that_only_compares_names_the_part_that_makes(
    three_files: dict[str, Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(make.PARTS, "one", make.Part("three files", maker="slow"))
    assert make.main(["--check"]) == 1
    assert capsys.readouterr().out.splitlines()[0] == "old is not as `python docs/make.py slow` makes it"
    with pytest.raises(SystemExit):
        make.main(["one"])
    assert "the part slow makes its files" in capsys.readouterr().err
    assert three_files["old"].read_text(encoding="utf-8") == "old"


@pytest.mark.parametrize("key", ["thoughts.heading", "step.less_reply", "program.origin", "tour.8"])
def test_a_word_that_a_picture_shows_cannot_change_without_the_picture(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = json.loads(shown.SHOWN.read_text(encoding="utf-8"))
    for name, entry in known.items():
        monkeypatch.setitem(shown.DATA, name, lambda: None)
        entry["data"] = sha256(b"null").hexdigest()
    (same,) = shown.files().values()
    assert same is not None
    assert json.loads(same) == known
    texts = texts_in(ENGLISH)
    monkeypatch.setattr(shown, "texts_in", lambda language: {**texts, key: f"{texts[key]}?"})
    (made,) = shown.files().values()
    assert made != same


@pytest.mark.slow
@pytest.mark.skipif(which("chromedriver") is None, reason="chromedriver is not installed")
@pytest.mark.parametrize("name", ["page.png", "serve.png", "inside.png"])
def test_the_text_of_a_picture_is_what_its_page_shows_now(name: str) -> None:
    browser = pytest.importorskip("making.browser")
    shots = {"page.png": browser.page_picture, "serve.png": browser.serve_picture, "inside.png": browser.inside_picture}
    known = json.loads(shown.SHOWN.read_text(encoding="utf-8"))[name]["text"]
    now = shots[name]().text.splitlines()
    assert [line for line in now if not SECONDS.search(line)] == [line for line in known if not SECONDS.search(line)]


def test_each_part_has_its_module() -> None:
    modules = {path.stem for path in Path(make.__file__).with_name("making").glob("*.py")}
    assert modules == {*make.PARTS, "game_pages", "neuron", "page", "play_site", "terminal"}  # these write for others


def test_a_table_of_a_page_is_replaced_between_its_marks(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_bytes(b"A\n\n<!-- one -->\n\nold\n\n<!-- end -->\n\n<!-- two -->\nkept\n<!-- end -->\n")
    assert page_with(page, {"one": "new\n"}) == {page: page.read_bytes().replace(b"old", b"new")}


def test_the_figures_of_the_engine_are_those_of_each_changed_command() -> None:
    page = "```\ngosub analyse '7k/8/8/8/8/8/R7/K7 w - - 0 1' --depth 2 --player 'modern[Evaluation=hand]'\n```\n\n"
    rows = ["all techniques", "`--depth 1`"]
    old = page + "| | nodes | move | score |\n|---|---|---|---|\n" + "".join(f"| {row} | 0 | - | - |\n" for row in rows)
    lines = engine.with_figures(old).splitlines()[-2:]
    cells = [line.split(" | ") for line in lines]
    assert [row[0] for row in cells] == [f"| {row}" for row in rows]
    assert int(cells[0][1]) > int(cells[1][1]) > 0


def test_an_analysis_keeps_the_lines_that_it_shows() -> None:
    old = "```\n$ gosub analyse '6k1/5ppp/8/8/8/8/8/R3K3 w - -' --depth 1\n    depth  x\n ──\n 1   9/9  x\n ...\n```\n"
    head, command, titles, rule, row, rest, end = engine.with_analyses(old).splitlines()
    assert [head, command, rest, end] == [line for line in old.splitlines() if line[:3] not in ("   ", " ──", " 1 ")]
    assert titles.startswith("    depth  for White  line")
    assert set(rule) == {" ", "─"}
    assert len(rule) > 20
    assert "#1" in row
