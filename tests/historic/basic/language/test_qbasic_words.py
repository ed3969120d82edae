"""Each word of QBasic 1.1 does what the page says: it runs, or is refused with its line before the program starts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from basic_runs import Keys, Paper, refusal_of
from qbasic_words import PAGE, TABLE, Word, table, words

from historic.basic.language import ListingRun, compile_listing
from historic.basic.language.parsing import grammar
from historic.basic.language.terms import FUNCTIONS
from historic.machine.screen import Screen

WORDS = words()


@pytest.mark.parametrize("word", [pytest.param(word, id=word.name) for word in WORDS if not word.refused])
def test_a_word_that_is_part_of_this_basic(word: Word, tmp_path: Path) -> None:
    paper = Paper()
    run = ListingRun(compile_listing(word.program), Screen(Keys(word.keys, word.keys), paper), folder=tmp_path)
    run.run()
    assert paper.text == word.prints
    assert set(word.name.split()) <= {*re.findall(r"[A-Z]+\$?|#", word.program), "FN"}


@pytest.mark.parametrize("word", [pytest.param(word, id=word.name) for word in WORDS if word.refused])
def test_a_word_that_is_refused_with_its_line(word: Word) -> None:
    name = word.name.removeprefix("ON ")
    assert re.fullmatch(
        rf"line 3: .*\b{re.escape(name)} is not part of this BASIC", refusal_of(f"X=1\n\n{word.refused}")
    )


def test_the_page_has_all_words() -> None:
    assert TABLE.findall(PAGE.read_text(encoding="utf-8")) == [table()]


def test_every_word_of_the_grammar_is_among_the_words() -> None:
    known = {part for word in WORDS for part in word.name.split()}
    found = {
        word.replace("\\", "")
        for line in re.findall(r"^[A-Z]+\.[23]: +/(.*)$", grammar(), re.MULTILINE)
        for word in re.findall(r"(?<![A-Z\\])_?[A-Z]{2,}(?:\\\$)?", line.partition("(?!")[0])
    }
    assert {"SUB", "SELECT", "REM", "PEEK", "RND", "LOCATE", "MID$"} <= found
    others = {"DBL", "INT", "LNG", "SNG", "STR", "OFF", "SPC", "TAB", "GO", "ENDIF", "SEG", "ON", "DEF", "OPTION"}
    others |= {"_FILEEXISTS", "COMMAND$", "SADD", "SETMEM", "UEVENT", "STOP"}
    assert sorted(found - known - others) == []
    assert {name for name in FUNCTIONS if "=" not in name} - {"_FILEEXISTS", "COMMAND$"} <= known
