"""`gosub class`: the files for the lessons."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from refusals import refused
from scenarios import Gosub

from modern.lessons import FILES, content_of


def test_the_files_are_written_into_a_new_folder_or_an_old_one(gosub: Gosub, tmp_path: Path) -> None:
    for folder in ("new", "."):
        printed = gosub("class", folder, cwd=tmp_path).stdout
        assert all(f"{name} " in printed for name in FILES)
        written = [path for path in (tmp_path / folder).rglob("*") if path.is_file()]
        read = {path: path.read_text(encoding="utf-8") for path in written}
        assert read == {tmp_path / folder / name: content_of(name) for name in FILES}
        assert sorted(path.name for path in (tmp_path / folder).glob("step*")) == ["step1.py"]
        assert 'href="sheet.css"' in content_of("sheets/find-the-bug.html")  # which is beside it
        shutil.rmtree(tmp_path / "new", ignore_errors=True)


@pytest.mark.parametrize("link", [False, True])
@pytest.mark.parametrize("name", ["step1.py", "solutions/step2.py"])
def test_a_file_of_a_pupil_is_never_overwritten(name: str, link: bool, gosub: Gosub, tmp_path: Path) -> None:
    mine = tmp_path / name
    mine.parent.mkdir(exist_ok=True)
    if link:
        mine.symlink_to("nowhere")
    else:
        mine.write_text("mine")
    refused(gosub("class", ".", cwd=tmp_path), f".: {name} would be overwritten; expected a folder without", 1)
    assert [path for path in tmp_path.rglob("*") if path != mine.parent] == [mine]


def test_a_folder_that_cannot_be_made_is_refused(gosub: Gosub, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    refused(gosub("class", "no/folder", cwd=tmp_path), "no/folder cannot be written: there is no folder no", 1)
    refused(gosub("class", "file", cwd=tmp_path), "file .. cannot be written", 1)


def test_each_step_counts_the_pieces_as_the_one_before_it() -> None:
    values = [line for name in FILES for line in content_of(name).splitlines() if line.startswith("VALUES = ")]
    assert len(values) == 3
    assert len(set(values)) == 1
