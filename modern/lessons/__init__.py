"""The programs of the lessons for a class (docs/teach/class.md), as files that pupils run and change.

They are no modules of this package: `gosub class FOLDER` copies them. The pages of the lessons show the same code.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Final

#: What each file is for.
FILES: Final = {
    "bug.py": "find the bug: the 1994 program with a planted fault, next to the healthy one",
    "test_centre.py": "find the bug: the test that keeps the fault away",
    "step1.py": "write your own player: the first legal move",
    "step2.py": "write your own player: count the pieces",
    "step3.py": "write your own player: look at the reply; one word is missing",
    "step4.py": "write your own player: count the moves, too; the same word is missing",
    "puzzles.py": "write your own player: four puzzles, as `python puzzles.py step2`",
}


def content_of(name: str) -> str:
    """Returns the text of a file of FILES."""
    return files(__name__).joinpath("files", name).read_text(encoding="utf-8")
