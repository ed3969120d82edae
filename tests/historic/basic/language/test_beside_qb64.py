"""Random programs show what they show in QB64-PE 4.6.0. docs/measurements/basic.md has the reasons for exceptions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from basic_programs import Writer
from qb64 import ELSEWHERE, QB64, Rows, is_same, recorded, rows_here, rows_of_qb64
from scenarios import sampled

PAGE = Path(__file__).parents[4] / "docs" / "measurements" / "basic.md"
#: One program in so many is tried by the fast tests.
SAMPLE = 80


def differences(rows: Sequence[tuple[str, Rows, str]]) -> list[str]:
    """Returns the programs that show something else than what is recorded, or no difference for a named reason."""
    return [
        text
        for text, there, why in rows
        if is_same(here := rows_here(text), there, why) != (why in ("", ELSEWHERE)) or (why and here == there)
    ]


def test_programs_show_what_they_showed_in_qb64() -> None:
    assert differences(recorded()[::SAMPLE]) == []


@pytest.mark.slow
def test_more_programs_show_what_they_showed_in_qb64() -> None:
    """One in three; all if GOSUB_LONG is set."""
    assert differences(sampled(recorded(), 3)) == []


def test_the_page_has_the_counts_and_every_reason() -> None:
    page = " ".join(PAGE.read_text(encoding="utf-8").split())
    rows = recorded()
    reasons = Counter(why for _, _, why in rows if why)
    assert f"{len(rows):,} random programs" in page
    assert f"{len(rows) - reasons.total():,} show the same" in page
    assert [why for why, count in reasons.items() if f"| {why} | {count} |" not in page] == []
    assert len({text for text, _, _ in rows}) == len(rows)


@pytest.mark.slow
@pytest.mark.skipif(not QB64, reason="GOSUB_QB64 does not name the program qb64pe")
def test_new_programs_show_what_they_show_in_qb64() -> None:
    first = Random().randrange(10**9)
    texts = [Writer(Random(seed)).program() for seed in range(first, first + 50)]
    found = list(zip(texts, rows_of_qb64(texts), strict=True))
    other = [text for text, there in found if there and not is_same(rows_here(text), there, ELSEWHERE)]
    # A program that reads all of its DATA reads that of the next one.
    assert [text for text in other if not is_same(rows_here(text), rows_of_qb64([text])[0], ELSEWHERE)] == []
