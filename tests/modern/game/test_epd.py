"""EPD: positions with operations."""

from __future__ import annotations

import pytest
from refusals import refusal

from modern.game.epd import EpdError, read_epd
from modern.rules import Move, Position

LINE = '4k3/8/8/3pP3/8/8/8/4K3 w - d6 bm exd6 Kd2; am e6; id "a name; with a sign"; acd 3; hmvc 0; fmvn 7; c0 "";'


def test_an_epd_gives_a_position_and_its_operations() -> None:
    position, operations = read_epd(LINE)
    assert position == Position.from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 7")
    assert operations["bm"] == [Move.from_uci("e5d6"), Move.from_uci("e1d2")]
    assert operations["am"] == [Move.from_uci("e5e6")]
    assert (operations["id"], operations["acd"], operations["c0"]) == ("a name; with a sign", 3, "")


def test_an_epd_may_have_no_operations() -> None:
    assert read_epd("4k3/8/8/8/8/8/8/4K3 w - -\n") == (Position.from_fen("4k3/8/8/8/8/8/8/4K3 w - -"), {})


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "not 0:"),
        ("4k3/8/8/8/8/8/8/4K3 w -", "needs 4 fields before its operations, not 3:"),
        ("4k3/8/8/8/8/8/8/8 w - - bm e4;", "White has 0 kings"),
        ("4k3/8/8/8/8/8/8/4K3 w - - bm e4;", "bm: 'e4' is not a legal move"),
        ("4k3/8/8/8/8/8/8/4K3 w - - bm Ke2\0;", "is not a move"),
        ("4k3/8/8/8/8/8/8/4K3 w - - hmvc x;", "the halfmove clock is 'x'"),
        ("4k3/8/8/8/8/8/8/4K3 w - - bm Z0;", "'Z0', which is not a move"),
        ("4k3/8/8/8/8/8/8/4K3 w - - pv Kf1 Z0;", "'Z0', which is not a move"),
        ("4k3/8/8/8/8/8/8/4K3 w - - bm 0000;", "'0000', which is not a move"),
        ("4k3/8/8/8/8/8/8/4K3 w - - hmvc 1000000;", "the halfmove clock is '1000000'"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 hmvc 3;", "the halfmove clock is 3, not 0"),
        ("x x x x", "8 ranks, not 1"),
        ("4k3/8/8/8/8/8/8/4K3 w - - " + "c0 1;" * 10**5, "characters"),
        (None, "not an object of type NoneType"),
        (b"4k3/8/8/8/8/8/8/4K3 w - -", "not an object of type bytes"),
    ],
)
def test_a_line_that_is_not_an_epd_gets_an_error_of_one_line(line: object, reason: str) -> None:
    assert reason in refusal(lambda: read_epd(line), EpdError)
