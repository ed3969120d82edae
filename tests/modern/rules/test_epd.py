"""EPD lines are read."""

from __future__ import annotations

import pytest
from refusals import refusal

from modern.rules import EpdError, Move, Position
from modern.rules.epd import read_epd

LINE = '4k3/8/8/3pP3/8/8/8/4K3 w - d6 bm exd6 Kd2; am e6; id "a name; with a sign"; acd 3; hmvc 0; fmvn 7; c0 "";'


def test_the_position_and_the_operations_are_read() -> None:
    position, operations = read_epd(LINE)
    assert position == Position.from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 7")
    assert operations["bm"] == [Move.from_uci("e5d6"), Move.from_uci("e1d2")]
    assert operations["am"] == [Move.from_uci("e5e6")]
    assert (operations["id"], operations["acd"], operations["c0"]) == ("a name; with a sign", 3, "")


def test_a_line_without_operations_is_a_position() -> None:
    assert read_epd("4k3/8/8/8/8/8/8/4K3 w - -\n") == (Position.from_fen("4k3/8/8/8/8/8/8/4K3 w - -"), {})


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "0 fields"),
        ("4k3/8/8/8/8/8/8/4K3 w -", "3 fields"),
        ("4k3/8/8/8/8/8/8/8 w - - bm e4;", "White has 0 kings"),
        ("4k3/8/8/8/8/8/8/4K3 w - - bm e4;", "operations"),
        ("4k3/8/8/8/8/8/8/4K3 w - - bm Ke2\0;", "operations"),
        ("4k3/8/8/8/8/8/8/4K3 w - - hmvc x;", "operations"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "operations"),
        ("4k3/8/8/8/8/8/8/4K3 w - - bm Z0;", "no move: '0000'"),
        ("4k3/8/8/8/8/8/8/4K3 w - - pv Kf1 Z0;", "no move: '0000'"),
        ("4k3/8/8/8/8/8/8/4K3 w - - bm 0000;", "a move was expected among the operations"),
        ("4k3/8/8/8/8/8/8/4K3 w - - hmvc 1000000;", "the halfmove clock is '1000000'"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 hmvc 3;", "the halfmove clock is 3, not 0"),
        ("x x x x", "1 ranks"),
        ("4k3/8/8/8/8/8/8/4K3 w - - " + "c0 1;" * 10**5, "characters"),
        (None, "not something of type NoneType"),
        (b"4k3/8/8/8/8/8/8/4K3 w - -", "not something of type bytes"),
    ],
)
def test_what_is_no_epd_gets_one_line(line: object, reason: str) -> None:
    assert reason in refusal(lambda: read_epd(line), EpdError)
