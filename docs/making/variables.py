"""The tables of variables.md: the numbers of the 1994 program, with what gosub serve says of them."""

from __future__ import annotations

from making.page import DOCS, Files, page_with

from modern.web.inside import MEANINGS, NUMBERS


def files() -> Files:
    tables = {
        group: "\n".join(["| variable | meaning |", "|---|---|", *(f"| {name} | {MEANINGS[name]} |" for name in names)])
        for group, names in NUMBERS.items()
    }
    return page_with(DOCS / "program" / "variables.md", tables)
