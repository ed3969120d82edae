"""EPD: positions with operations."""

from __future__ import annotations

import pytest
from refusals import refusal

from modern.game.epd import EpdError, fen_from_line, lines_with_positions, read_epd
from modern.rules import Move, Position

LINE = '4k3/8/8/3pP3/8/8/8/4K3 w - d6 bm exd6 Kd2; am e6; id "a name; with a sign"; acd 3; hmvc 0; fmvn 7; c0 "";'


def test_an_epd_gives_a_position_and_its_operations() -> None:
    position, operations = read_epd(LINE)
    assert position == Position.from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 7")
    assert operations["bm"] == [Move.from_uci("e5d6"), Move.from_uci("e1d2")]
    assert operations["am"] == [Move.from_uci("e5e6")]
    assert (operations["id"], operations["acd"], operations["c0"]) == ("a name; with a sign", 3, "")


CHECKS = "2k5/8/8/8/8/8/8/Q2RK3 w - -"


@pytest.mark.parametrize(
    ("operations", "opcode", "moves"),
    [
        *((f"{opcode} Rd7 {mark};", opcode, "d1d7") for opcode in ("am", "bm", "pv", "pm", "sm") for mark in "+#!?"),
        *((f"bm Rd7 {mark};", "bm", "d1d7") for mark in ("mate", "e.p.", "ch", "++", "!?", "+-", "=", ",", ".")),
        ("bm + Rd7;", "bm", "d1d7"),
        ("bm Rd7 + Qa8 +;", "bm", "d1d7 a1a8"),
        ("bm Rd7, Qa8+.", "bm", "d1d7 a1a8"),
        ('bm "Rd7";', "bm", "d1d7"),
        ("pv Rd7 + Kb8 ! Qb2 #;", "pv", "d1d7 c8b8 a1b2"),
        ("pv 1.Rd7+Kb8 2.Qb2#", "pv", "d1d7 c8b8 a1b2"),
        ("bm +;", "bm", ""),
        ("bm ;", "bm", ""),
        ("am;", "am", ""),
        ("pv ; ce 3;", "pv", ""),
        *((f"{counters} bm Rd7;", "bm", "d1d7") for counters in ("-", "- -", "- ;", "0 -", "3 40")),
        ("BM Rd7; ID 7", "bm", "d1d7"),
        ("Am Rd7;", "am", "d1d7"),
        ("bm Rd7+ dm 26", "bm", "d1d7"),
        ("bm Rd7 Qa8 ce 100 acd 9", "bm", "d1d7 a1a8"),
        ('acd 9 bm Rd7 id "a"', "bm", "d1d7"),
        ('id "a b" bm Rd7;', "bm", "d1d7"),
        ('bm Rd7 c0 "a comment";', "bm", "d1d7"),
    ],
)
def test_the_marks_of_moves_say_nothing_and_semicolons_may_lack(operations: str, opcode: str, moves: str) -> None:
    found = read_epd(f"{CHECKS} {operations}")[1][opcode]
    listed = [found] if isinstance(found, Move) else found
    assert " ".join(move.uci() for move in listed) == moves


@pytest.mark.parametrize(
    ("operations", "read"),
    [
        ("pm ;", {"pm": None}),
        ("sm;", {"sm": None}),
        ("pm +; acd 3", {"pm": None, "acd": 3}),
        ("dm 3 acd 5 acn 7", {"dm": 3, "acd": 5, "acn": 7}),
        ('ID "x"; DM 3; HMVC 4; FMVN 9', {"id": "x", "dm": 3, "hmvc": 4, "fmvn": 9}),
        ('id a name with bm in it; c0 "x; y" dm 2', {"id": "a name with bm in it", "c0": "x; y dm 2"}),
        ("D1 20; D2 400; MyCode 7", {"D1": 20, "D2": 400, "MyCode": 7}),
    ],
)
def test_operations_are_read_where_they_are_clear(operations: str, read: dict[str, object]) -> None:
    position, found = read_epd(f"{CHECKS} {operations}")
    if 'c0 "x; y" dm 2' in operations:  # a comment's opcode is not known to end at its text
        read["c0"] = '"x; y" dm 2'
    assert found == read
    assert position.fen().split()[4:] == [str(read.get("hmvc", 0)), str(read.get("fmvn", 1))]


@pytest.mark.parametrize("char", ["\x00", "\x06", "\x1a", "\x1f", "\x08"])
@pytest.mark.parametrize("place", [0, 5, 20, 28, 33])
def test_a_control_character_in_a_line_is_dropped_and_named(char: str, place: int) -> None:
    line = f"{CHECKS} bm Rd7;"
    damaged = f"{line[:place]}{char}{line[place:]}"
    assert read_epd(damaged) == read_epd(line)
    fen, remarks = fen_from_line(damaged)
    assert (fen, len(remarks)) == (CHECKS, 1)
    assert f"column {place + 1}" in remarks[0][0]


def test_what_fills_a_line_up_is_silent() -> None:
    lines = [f"{CHECKS}\x00\n", "\x00\x00\n", f"{CHECKS} bm Rd7;\x1a\x00", "\x1a"]
    assert list(lines_with_positions(lines)) == [(1, CHECKS), (3, f"{CHECKS} bm Rd7;")]


def test_an_epd_may_have_no_operations() -> None:
    assert read_epd("4k3/8/8/8/8/8/8/4K3 w - -\n") == (Position.from_fen("4k3/8/8/8/8/8/8/4K3 w - -"), {})


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "not 0:"),
        ("4k3/8/8/8/8/8/8/4K3 w -", "needs 4 fields before its operations, not 3:"),
        ("4k3/8/8/8/8/8/8/8 w - - bm e4;", "White has 0 kings"),
        ("4k3/8/8/8/8/8/8/4K3 w - - bm e4;", "bm: 'e4' is not a legal move"),
        ("4k3/8/8/8/8/8/8/4K3 w - - bm Ke2 best;", "is not a move"),
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
