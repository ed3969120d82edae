"""The programs and sheets of the lessons for a class (docs/teach/class.md), as files that pupils run, change and print.

They are no modules of this package: `gosub class FOLDER` copies them. The pages of the lessons show the same code.
`docs/make.py lessons` makes the sheets.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import PurePosixPath
from typing import Final

#: What each file is for. The solutions are apart, so that pupils who look for their own files do not see them.
FILES: Final = {
    "bug.py": "find the bug: the 1994 program with a planted fault, next to the healthy one",
    "test_centre.py": "find the bug: the test that keeps the fault away",
    "step1.py": "write your own player: the first legal move",
    "puzzles.py": "write your own player: four puzzles, as `python puzzles.py step1`",
    "solutions/step2.py": "for the teacher: count the pieces",
    "solutions/step3.py": "for the teacher: look at the reply; one word is missing",
    "solutions/step4.py": "for the teacher: count the moves, too; the same word is missing",
    "sheets/how-1994-chose.html": "to print, from a browser: two pages for the lesson on paper",
    "sheets/find-the-bug.html": "to print: a page for that lesson",
    "sheets/write-a-player.html": "to print: a page for that lesson",
    "sheets/sheet.css": "the style of the sheets",
}


def content_of(name: str) -> str:
    """Returns the text of a file of FILES, named with its folder or without."""
    path = next(path for path in FILES if PurePosixPath(path).name == PurePosixPath(name).name)
    return files(__name__).joinpath("files", path).read_text(encoding="utf-8")
