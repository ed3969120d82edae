"""The words of QBasic 1.1, each with a program that uses it or a line that is refused: tests/data/qbasic-words.toml.

`python tests/shared/qbasic_words.py` writes the table in docs/program/basic.md again.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).parents[1] / "data" / "qbasic-words.toml"
PAGE: Final = Path(__file__).parents[2] / "docs" / "program" / "basic.md"
#: Where the table stands on the page.
TABLE: Final = re.compile(r"(?<=\n)\| word of QBasic \|.*?\n(?=\n)", re.DOTALL)


@dataclass(frozen=True)
class Word:
    """One word: a program with what it prints, fed with `keys`; or a line with the word, which is refused."""

    name: str
    program: str = ""
    prints: str = ""
    differs: str = ""
    refused: str = ""
    keys: tuple[str, ...] = ()


def words() -> list[Word]:
    rows = tomllib.loads(FILE.read_text(encoding="utf-8"))["word"]
    return [Word(**{**row, "keys": tuple(row.get("keys", ()))}) for row in rows]


def table() -> str:
    """Returns the table of the page: each word that differs from QBasic, and those that are missing."""
    found = words()
    missing = [word.name for word in found if word.refused]
    rows = [("word of QBasic", "what differs here"), ("---", "---")]
    rows += [(word.name, word.differs) for word in found if word.differs]
    rows += [(", ".join(missing), "missing")]
    return "".join(f"| {left} | {right} |\n" for left, right in rows)


if __name__ == "__main__":
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(TABLE.sub(lambda _: table(), page), encoding="utf-8")
