"""Every keyword and function of the grammar is in a program that a test runs or has refused."""

from __future__ import annotations

import ast
import re
from importlib.resources import files
from pathlib import Path

from gw_basic import programs

from historic.basic.language.terms import FUNCTIONS


def test_every_word_of_the_grammar_is_tested() -> None:
    grammar = files("historic.basic.language").joinpath("basic.lark").read_text(encoding="utf-8")
    keywords = set(re.findall(r"^[A-Z]+\.2: +/([A-Z]+)\(", grammar, re.MULTILINE))
    assert {"SUB", "SELECT", "GOSUB", "REM"} <= keywords
    texts = [program.text for program in programs()]
    texts += [
        node.value
        for file in Path(__file__).parent.glob("test_*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    used = {word.upper() for text in texts for word in re.findall(r"[A-Za-z_]+\$?", text)}
    assert sorted((keywords | FUNCTIONS.keys()) - used) == []
