"""What cannot be right in a BASIC program, by line."""

from __future__ import annotations

import pytest

from historic.listing.damage import Damage, find_damage

#: Two lines that give A, B and D() a use, so that the line between them is the only one to be wrong.
BEFORE = "A=1:B=2:DIM D(2)"
AFTER = "PRINT A;B;D(1)"


def damage_in(line: str) -> list[str]:
    """Returns what is wrong with a line; the lines around it must be right."""
    found = find_damage([BEFORE, line, AFTER])
    assert all(damage.line == 1 for damage in found)
    return [damage.what for damage in found]


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("A=\u2019", "BASIC has no '\u2019' here"),
        ("A={1}", "BASIC has no '{' here"),
        ('PRINT "\u201cA\u201d"', "QBasic's character set has no '\u201c'"),
        ("A=.D(1)", "BASIC has no '.' here"),
        ("A=4O", "the number 4O has a letter in it"),
        ("DIM D(1S)", "the number 1S has a letter in it"),
        ('PRINT "A', "a string is opened and never closed"),
        ("A=D<1)", "the brackets do not match"),
        ("A=(B", "the brackets do not match"),
        ("A=)B(", "the brackets do not match"),
        ("GOTO X", "a jump to X, a label that does not exist"),
        ("IF A=1 THEN X", "a jump to X, a label that does not exist"),
        ("IF A=1 THEN A=2 ELSE X", "a jump to X, a label that does not exist"),
        ("IF A=1 THEN GOSUB X:A=2", "a jump to X, a label that does not exist"),
        ("IF A=1 THEN 20", "a jump to 20, a label that does not exist"),
        ("RESTORE X", "a jump to X, a label that does not exist"),
        ("FOR A=0 T0 15", "the variable T0 is used only here"),
        ("A=E(1)", "the array E() is used only here"),
        ("A$=INKEY$", "the variable A$ is used only here"),
        ("A=I+I", "the variable I is never given a value"),
        ("S=S+A", "the variable S is read only for its own new value"),
    ],
)
def test_a_damaged_line_is_found(line: str, what: str) -> None:
    assert what in damage_in(line)


@pytest.mark.parametrize(
    "line",
    [
        "A=1E5+.05+2.5-1!*3#",
        "A=D(B)^2/(A-B)*-1",
        "a=b: b=d(1)",
        "REM {here} anything goes",
        "' a comment's own \"mark",
        "DATA 1,1S,two words",
        "A=1 ' as (written",
        'PRINT "(";A;" }"',
        "X: A=2:GOTO x",
        "IF A=1 THEN B=2:PRINT ELSE STOP",
        "IF A=1 THEN PRINT",
        "IF (2^A AND B)=2^A THEN IF A<>B THEN CLS",
        "FOR C=9 TO 2 STEP-1:PRINT C:NEXT C",
        'INPUT "WHAT";C$:IF C$="\u00e9" THEN STOP',
        "READ C:PRINT C",
        "LINE (A,B)-(319-A,B),1",
        "10 GOTO 10",
    ],
)
def test_a_sound_line_is_left_alone(line: str) -> None:
    assert damage_in(line) == []


def test_a_label_that_stands_twice_is_found_at_the_second_place() -> None:
    assert find_damage(["X:", "GOTO X", "X: STOP"]) == [Damage(2, "the label X stands in the program twice")]


def test_a_variable_that_is_never_given_a_value_is_found_in_every_line() -> None:
    found = find_damage(["PRINT I", "PRINT 1", "PRINT I"])
    assert [damage.line for damage in found] == [0, 2]


def test_an_array_is_not_the_variable_of_the_same_name() -> None:
    found = find_damage(["DIM A(2)", "A=A(1)"])
    assert [damage.what for damage in found] == ["the variable A is used only here"]


def test_a_long_name_is_cut() -> None:
    (damage,) = find_damage(["X" * 100_000 + "=1"])
    assert len(damage.what) < 100


def test_noise_is_reported_and_does_not_fail() -> None:
    noise = "".join(chr(code) for code in range(1, 0x800)) + "((((" * 1000
    assert find_damage([noise, "", noise])
