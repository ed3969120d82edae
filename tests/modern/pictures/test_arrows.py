"""Parsing arrows and circles."""

from __future__ import annotations

import re

import pytest

from modern.pictures.arrows import ArrowError, parse_arrows


@pytest.mark.parametrize(
    ("written", "drawn"),
    [
        ("", []),
        ("e2e4", ["Ge2e4"]),
        ("e2e4 g8f6:red", ["Ge2e4", "Rg8f6"]),
        ("d4", ["Gd4"]),
        ("d4:blue  a1h8:yellow", ["Bd4", "Ya1h8"]),
        ("e7e8q:green", ["Ge7e8"]),
        ("e1g1 a1e8", ["Ge1g1", "Ga1e8"]),
    ],
)
def test_arrows_and_circles_have_their_squares_and_colours(written: str, drawn: list[str]) -> None:
    assert [arrow.pgn() for arrow in parse_arrows(written)] == drawn


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("e2e9", "'e2e9' is not an arrow; expected a move (e2e4) or a square (d4)"),
        ("e2-e4", "'e2-e4' is not an arrow"),
        ("Nf3", "'Nf3' is not an arrow"),
        ("d4q", "'d4q' is not an arrow"),
        ("e2e4,d2d4", "'e2e4,d2d4' is not an arrow"),
        (":red", "':red' is not an arrow"),
        ("e2e4:pink", "'pink' is not an arrow colour; expected one of green, red, blue, yellow"),
        ("e2e4:", "'' is not an arrow colour"),
        ("e2e4:red:red", "'red:red' is not an arrow colour"),
        ("\u265e", "'\u265e' is not an arrow"),
    ],
)
def test_a_text_that_is_not_an_arrow_is_rejected_with_the_reason(written: str, reason: str) -> None:
    with pytest.raises(ArrowError, match=re.escape(reason)) as refused:
        parse_arrows(written)
    assert str(refused.value).isprintable()
