"""The contents of files, and the tables of a page, which stand between `<!-- NAME -->` and `<!-- end -->`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final, TypeAlias

DOCS: Final = Path(__file__).parents[1]
PICTURES: Final = DOCS / "pictures"
#: The contents of files; None for a file that should not exist.
Files: TypeAlias = dict[Path, bytes | None]


def text_files(folder: Path, texts: Mapping[str, str]) -> Files:
    return {folder / name: text.encode() for name, text in texts.items()}


def page_with(path: Path, tables: Mapping[str, str]) -> Files:
    """Returns a page with these tables in the places of their names."""
    page = path.read_text(encoding="utf-8")
    for name, table in tables.items():
        before, start, rest = page.partition(f"<!-- {name} -->\n")
        end = rest.find("<!-- end -->")
        assert end >= 0, f"{path} has no table {name}"
        blank = re.match(r"\n*", rest)
        assert blank is not None
        page = f"{before}{start}{blank[0]}{table.strip()}\n{blank[0]}{rest[end:]}"
    return {path: page.encode()}
