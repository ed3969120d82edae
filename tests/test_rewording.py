"""Nothing reads the English words of a fact back: with other words, outputs differ in these and in nothing else."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache

import pytest
import reworded
from reworded import MARK

from modern.facts import english

#: The first words of the codes: `move.`, `fen.` and so on.
FAMILIES = sorted({f"{code.partition('.')[0]}." for code in english()})


@cache
def outputs(*families: str) -> list[str]:
    """Returns many outputs, with the sentences of some families marked."""
    command = [sys.executable, reworded.__file__, *families]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=300, check=True)
    found: list[str] = json.loads(done.stdout)
    return found


def without_marks(output: str) -> str:
    escaped = MARK.encode("ascii", "backslashreplace").decode()  # in UCI's info strings
    return output.replace(MARK, "").replace(escaped, "")


def assert_only_words_differ(*families: str) -> int:
    """Checks that the outputs with marks have nothing else that is new. Returns how many have marks."""
    plain, marked = outputs(), outputs(*families)
    assert [without_marks(output) for output in marked] == plain
    return sum(output != other for output, other in zip(marked, plain, strict=True))


def test_with_other_sentences_all_outputs_differ_in_these_only() -> None:
    assert assert_only_words_differ("") > 1900


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_with_other_sentences_of_one_family_outputs_differ_in_these_only(family: str) -> None:
    assert_only_words_differ(family)
