"""The second witness: small listings translated to C, compiled and run. It takes cc, or the compiler that CC names.

The fast tests compile three listings; those of one statement each are slow.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from commands import run_here
from report_text import needs_report, report_path
from scenarios import LONG, lines_of, takes_minutes
from small_program import COUNTERS, LABELS, LISTING, SmallPort

from historic.basic import print_number
from historic.basic.language import compile_listing
from modern.proof.c_side import CompilerFailed, CSide, c_side
from modern.proof.c_terms import WitnessRefused
from modern.proof.c_witness import translated
from modern.proof.listing_side import ListingSide
from modern.proof.port_side import PortSide
from modern.proof.sides import run_task
from modern.proof.tasks import SelfPlay
from modern.proof.trails import FirstDifference, find_difference, run_digest
from modern.proof.variables import Snapshot, unpacked

needs_compiler = pytest.mark.skipif(
    not shutil.which((shlex.split(os.environ.get("CC", "")) or ["cc"])[0]), reason="there is no C compiler"
)


def moments(side: CSide | ListingSide, lines: int | None = None) -> list[Snapshot]:
    found: list[Snapshot] = []
    run_task(side, SelfPlay("a listing", lines), found.append)
    return found


def last(listing: str) -> tuple[str, str]:
    """Runs a listing, and returns what it prints and how it ends."""
    with c_side(listing, ()) as side:
        (end,) = moments(side)
    return end.shown, end.label


@pytest.mark.slow
@needs_compiler
@pytest.mark.parametrize(
    ("statements", "printed"),
    [
        # Assignment, precedence and arithmetic
        ("X=2+3*4^2/8-1", " 7 "),
        ("X=-2^2", "-4 "),
        ("X=2^3^2", " 64 "),
        ("x=10-4-3:X=X*(x-1)", " 6 "),
        ("X=(1<2)+(2<=2)*10+(3<>3)*100+(4>=5)*1000+(1>0)+(1=1)", "-13 "),
        ("X=6 AND 3", " 2 "),
        ("X=6 OR 3", " 7 "),
        ("X=1 OR 6 AND 2", " 3 "),
        ("X=2.5 AND 7", " 2 "),  # ties go to even
        ("X=3.5 AND 7", " 4 "),
        ("X=INT(2.7)*10+INT(-2.2)", " 17 "),
        # An expression keeps the digits that an assignment rounds away
        ("Y=9999999:X=(Y*2+1)-Y*2", " 1 "),
        ("Y=9999999*2+1:X=Y-9999999*2", " 2 "),
        ("Y=9999999:X=INT(Y*2+1)-Y*2", " 2 "),
        # Jumps
        ("GOTO L\nX=1\nL:\nX=X+2", " 2 "),
        ("IF X=0 THEN L\nX=1\nL: X=X+2", " 2 "),
        ("IF X=0 THEN GOTO L\nX=1\nL: X=X+2", " 2 "),
        ("IF X=1 THEN X=5:X=6\nX=X+1", " 1 "),
        ("IF X=0 THEN IF Y=1 THEN X=5\nX=X+1", " 1 "),
        ("IF X=0 THEN\nX=5\nIF Y=1 THEN\nX=6\nEND IF\nEND IF", " 5 "),
        ("GOSUB L:GOSUB L\nGOTO M\nL: X=X+1\nGOSUB N\nRETURN\nN: X=X*2\nRETURN\nM:", " 6 "),
        ('IF A$="" THEN X=1\nA$="Y":IF A$<>"" THEN X=X+1', " 2 "),
        # Loops
        ("FOR Y=1 TO 4\nX=X*10+Y\nNEXT Y\nX=X+Y", " 1239 "),
        ("FOR Y=9 TO 2 STEP -3:X=X*10+Y:NEXT Y", " 963 "),
        ("FOR Y=2 TO 1\nX=9\nNEXT Y\nX=X+Y", " 2 "),
        ("Z=3\nFOR Y=1 TO Z\nZ=9\nX=X+1\nNEXT Y", " 3 "),
        ("FOR Y=1 TO 9\nIF Y=4 THEN L\nNEXT Y\nL: X=Y", " 4 "),
        ("FOR Y=1 TO 3\nFOR Z=1 TO 3\nIF Z=2 THEN M\nNEXT Z\nM: X=X+Z\nNEXT Y", " 6 "),
        ("FOR Y=0 TO 1 STEP .1\nX=X+1\nNEXT Y", " 10 "),  # a SINGLE: ten times .1 is more than 1
        # Arrays, DATA and comments
        ("DIM P(3)\nP(2)=7\nP(.5)=1\nP(1.5)=2\nX=P(0)*10+P(2)", " 12 "),
        ("DIM P(2,3)\nP(1,3)=5\nP(2,0)=6\nX=P(1,3)*10+P(2,0)", " 56 "),
        ("DIM P(1)\nP=4\nP(1)=2\nX=P*P(1)", " 8 "),
        ("DATA 1,-2,.5\nREAD X\nREAD Y\nREAD Z\nX=X+Y+Z", "-.5 "),
        ("X=1 'X=2\nREM X=3\n' X=4", " 1 "),
    ],
)
def test_statements_do_what_basic_does(statements: str, printed: str) -> None:
    listing = f"{statements}\nPRINT X\n"
    assert last(listing) == (f"{printed}\n", "STOP")
    assert moments(ListingSide(compile_listing(listing), ()))[-1].shown == f"{printed}\n"


@pytest.mark.slow
@needs_compiler
@pytest.mark.parametrize(
    ("statements", "shown"),
    [
        ('PRINT"A";1;"B"', "A 1 B\n"),
        ('PRINT"A";:PRINT\nPRINT', "A\n\n"),
        ('A$="ABC":PRINT A$;MID$(A$,2,1);MID$("XYZ",3,9);MID$(A$,4,1)', "ABCBZ\n"),
        ("LOCATE 18,1:CLS", "[18,1][cleared]"),
        ('PRINT "\\n??/"', "\\n??/\n"),
    ],
)
def test_what_is_shown(statements: str, shown: str) -> None:
    assert last(statements + "\n") == (shown, "STOP")


@pytest.mark.slow
@needs_compiler
@pytest.mark.parametrize(
    ("statements", "error"),
    [
        ("DIM P(3)\nP(3.6)=1", 9),
        ("DIM P(3)\nP(3.5)=1", 9),  # 3.5 is rounded to 4
        ("DIM P(3)\nX=P(-1)", 9),
        ("DIM P(3,1)\nX=P(0,2)", 9),
        ("RETURN", 3),
        ("DATA 1\nREAD X\nREAD X", 4),
        ("X=1/Y", 11),
        ("FOR Y=1 TO 2\nDIM P(3)\nNEXT Y", 10),
        ("X=10^38\nX=X*10", 6),
        ("X=2^40\nX=X AND 1", 6),
        ("LOCATE 26,1", 5),
        ("GOSUB UNDER", 28),
        ('A$=MID$("A",0,1)', 5),
    ],
)
def test_an_error_ends_it_under_its_label(statements: str, error: int) -> None:
    listing = f"START:\nUNDER:\n{statements}\nSTOP\nBEHIND:\nSTOP\n"
    assert last(listing) == ("", f"error {error} under UNDER")
    assert moments(ListingSide(compile_listing(listing), ()))[-1].label == f"error {error} under UNDER"


@needs_compiler
def test_the_screen_is_that_of_the_port_at_a_key_and_at_input() -> None:
    listing = """\
SCREEN 1
FOR Y=0 TO 30
LINE (Y,Y)-(319-Y,Y),2
LINE (5,Y*6)-(5,Y),3
PRINT "ROW";Y;"OF A LONG LINE THAT DOES NOT FIT IN ONE"
NEXT Y
LOCATE 12,14
PRINT "HERE";
KEYP:
A$=INKEY$
IF A$="" THEN KEYP
INPUT "MOVE";B$
INPUT "MOVE";B$
"""
    with c_side(listing, ()) as side:
        (end,) = moments(side, lines=1)
    (other,) = moments(ListingSide(compile_listing(listing), ()), lines=1)
    assert len(end.shown) > 1000
    assert (end.shown, end.label, end.texts) == (other.shown, other.label, other.texts)


Calculate = Callable[..., tuple[float, str]]


@pytest.fixture(scope="module")
def calculate() -> Iterator[Calculate]:
    """Returns a function that sets X and Y, runs a subroutine, and returns X and what was printed."""
    listing = "SHOW: PRINT X\nRETURN\nPRODUCT: X=X*Y\nRETURN\nSUM: X=X+Y\nRETURN\nQUOTIENT: X=X/Y\nRETURN\n"
    with c_side(listing, ["SHOW", "PRODUCT", "SUM", "QUOTIENT"]) as side:
        found: list[Snapshot] = []
        run = side.start(found.append)

        def calculated(label: str, x: float, y: float = 0) -> tuple[float, str]:
            run.set("X", x)
            run.set("Y", y)
            run.gosub(label)
            return unpacked(found[-1].numbers)[side.layout.numbers.index("X")], found[-1].shown

        yield calculated
        run.ended("the end of the tests")


@needs_compiler
@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (0, " 0 "),
        (-0.0, " 0 "),
        (-1, "-1 "),
        (0.5, " .5 "),
        (-0.76, "-.76 "),
        (9.45, " 9.45 "),
        (100.1, " 100.1 "),
        (9999999, " 9999999 "),
        (9999999.4, " 9999999 "),
        (1234567.8, " 1234568 "),
        (1e7, " 1E+07 "),
        (1.5e-8, " 1.5E-08 "),
        (0.01234567, " 1.234567E-02 "),
        (0.1234567, " .1234567 "),
        (0.000001, " .000001 "),
        (3.4028234663852886e38, " 3.402823E+38 "),
    ],
)
def test_a_number_is_printed_as_basic_prints_it(number: float, shown: str, calculate: Calculate) -> None:
    assert calculate("SHOW", number)[1] == f"{shown}\n"


@needs_compiler
def test_466_numbers_are_printed_as_qb64_pe_prints_them(calculate: Calculate) -> None:
    rows = lines_of("print-numbers.jsonl")
    assert len(rows) == 466
    for digits, shown in map(json.loads, rows):
        (number,) = struct.unpack(">f", bytes.fromhex(digits))
        assert calculate("SHOW", number)[1] == f"{shown}\n"


def single_of(number: float) -> float:
    """Returns the nearest binary32, as the struct module rounds."""
    (rounded,) = struct.unpack("f", struct.pack("f", number))
    return float(rounded)


@needs_compiler
def test_any_number_is_printed_as_the_port_prints_it(calculate: Calculate) -> None:
    random = Random(1994)
    for _ in range(2000):
        digits = random.randrange(1, 9)
        number = single_of(round(random.uniform(-1, 1), digits) * 10.0 ** random.randrange(-9, 12))
        assert calculate("SHOW", number)[1] == f"{print_number(number)}\n"


@needs_compiler
def test_a_result_is_computed_as_a_double_and_rounded_once(calculate: Calculate) -> None:
    random = Random(1994)
    for _ in range(2000):
        x, y = (single_of(random.uniform(-30, 30) * 10.0 ** random.randrange(-3, 4)) for _ in range(2))
        assert calculate("PRODUCT", x, y)[0] == single_of(x * y)
        assert calculate("SUM", x, y)[0] == single_of(x + y)
        assert calculate("QUOTIENT", x, y)[0] == single_of(x / y)


@pytest.mark.parametrize(
    ("listing", "message"),
    [
        ("CLS\nWEND", "line 2: WEND where a statement of the 1994 listing is expected"),
        ("X=5 MOD 2", "line 1: MOD where : is expected"),
        ("X=RND", "line 1: RND where the name of a number is expected"),
        ("X=NOT 1", "line 1: NOT where the name of a number is expected"),
        ("IF X=1 THEN X=2 ELSE X=3", "line 1: ELSE where a simple statement behind THEN is expected"),
        ("X%=1", "line 1: %=1 is not a token of the 1994 listing"),
        ('PRINT "é"', 'line 1: "é" is not a token of the 1994 listing'),
        ('PRINT "A","B"', "line 1: , where : is expected"),
        ("X=12345678", "line 1: 12345678 where a constant of at most 7 digits is expected"),
        ('X="A"', "line 1: the end of the line where = or <> is expected"),
        ('A$=MID$("A",1)', "line 1: ) where , is expected"),
        ("\nGOTO NOWHERE", "line 2: NOWHERE where a label is expected"),
        ("L:\nL:", "line 1: there are two labels L"),
        ("FOR X=1 TO 2", "line 1: FOR X has no end"),
        ("FOR X=1 TO 2\nNEXT Y", "line 2: NEXT Y without its FOR"),
        ("IF X=1 THEN\nFOR Y=1 TO 2\nEND IF\nNEXT Y", "line 3: END IF without IF"),
        ("IF X=1 THEN", "line 1: IF has no end"),
        ("IF X=1 THEN FOR Y=1 TO 2\nNEXT Y", "line 1: the end of the line where a simple statement"),
        ("P(1)=2", "line 1: P with 1 subscripts is not an array"),
        ("DIM P(2)\nP(1,1)=2", "line 2: P with 2 subscripts is not an array"),
        ("DIM P(2)\nDIM P(3)", "line 1: P has two DIMs"),
        ("DIM P(X)", "line 1: X where a whole number is expected"),
        ('DATA "A"', 'line 1: "A" where a constant of at most 7 digits is expected'),
    ],
)
def test_what_the_1994_listing_does_not_have_is_refused_with_its_line(listing: str, message: str) -> None:
    with pytest.raises(WitnessRefused, match=f"^{re.escape(message)}"):
        translated(listing + "\n", ())


def test_a_missing_compiler_is_one_clear_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler -O2")
    with pytest.raises(CompilerFailed, match=r"^no C compiler called 'no-such-compiler'; install one"), c_side("CLS\n"):
        pass


@needs_compiler
def test_a_compiler_that_fails_is_one_clear_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "cc -no-such-option")
    with pytest.raises(CompilerFailed, match=r"^the C compiler refused the listing in C: [^\n]+$"), c_side("CLS\n"):
        pass


# The small program of its own, in C beside the port


@pytest.fixture(scope="module")
def small() -> Iterator[CSide]:
    with c_side(LISTING, LABELS) as side:
        yield side


def difference(side: CSide, program: type[SmallPort], rounds: int | None = 1) -> FirstDifference | None:
    task = SelfPlay("some rounds", rounds)
    port = PortSide(program, side.layout, labels=LABELS, counters=COUNTERS)
    return find_difference(task, run_digest(port, task), (side, port))


@needs_compiler
def test_c_finds_the_same_variables_and_moments_as_the_basic(small: CSide) -> None:
    listing = ListingSide(compile_listing(LISTING), LABELS)
    assert set(small.layout.places) == set(listing.layout.places)
    assert small.layout.texts == listing.layout.texts
    for one, other in zip(moments(small), moments(listing), strict=True):
        assert (one.label, one.texts, one.scores, one.shown) == (other.label, other.texts, other.scores, other.shown)


@needs_compiler
def test_equal_sides_have_no_difference_until_error_9_ends_both(small: CSide) -> None:
    assert difference(small, SmallPort, rounds=1) is None
    assert difference(small, SmallPort, rounds=None) is None
    assert run_digest(small, SelfPlay("", None)).ending == "error 9 under WHITE"


@needs_compiler
def test_a_rounding_that_the_port_leaves_out_is_found(small: CSide) -> None:
    class Unrounded(SmallPort):
        def BLACK(self) -> None:
            self.S1 += self.A[0][self.square] * single_of(0.1)
            self.A[1][self.square] += 1

    found = difference(small, Unrounded, rounds=None)
    assert found is not None
    assert (found.sides, found.label) == (("the listing in C", "the port"), "BLACK")
    assert [one.name for one in found.differences] == ["S1"]


@needs_compiler
def test_a_number_that_the_port_prints_in_another_form_is_found(small: CSide) -> None:
    class WrongPrint(SmallPort):
        def BOARD(self) -> None:
            self.screen.CLS()
            self.screen.PRINT("ROUND", f" {self.N}.0 ")

    found = difference(small, WrongPrint)
    assert found is not None
    assert found.differences == (("what is printed", ("'[cleared]ROUND 1 \\n'", "'[cleared]ROUND 1.0 \\n'")),)


@needs_compiler
def test_a_fault_that_the_basic_and_the_port_share_is_found_only_in_c(
    small: CSide, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("historic.basic.numbers._digits", lambda magnitude, *_: f"{magnitude:.1f}")
    task = SelfPlay("a round", 1)
    listing = ListingSide(compile_listing(LISTING), LABELS)
    port = PortSide(SmallPort, listing.layout, labels=LABELS, counters=COUNTERS)
    assert find_difference(task, run_digest(port, task), (listing, port)) is None
    found = difference(small, SmallPort)
    assert found is not None
    assert [one.name for one in found.differences] == ["what is printed"]


# The report's listing


@needs_report
@needs_compiler
def test_a_ply_of_the_record_in_c() -> None:
    result = run_here("prove", str(report_path()), "--c", "--plies", "1", "--reading", "printed", "--jobs", "1")
    assert (result.returncode, result.stderr) == (0, "")
    assert "after each of 885 returns, 45 variables and 7 arrays with 1,192 elements" in result.stdout
    assert "The listing ran as C." in result.stdout


@needs_report
@needs_compiler
@pytest.mark.slow
def test_plies_of_the_record_and_rare_states_in_c_in_both_readings() -> None:
    states = str(Path(__file__).parents[2] / "data" / "rare-states.jsonl")
    plies = [] if LONG else ["--plies", "8"]
    result = run_here("prove", str(report_path()), "--c", "--states", states, *plies)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.count("74,517" if LONG else "18,822") == 2
    assert "No difference" in result.stdout


@needs_report
@needs_compiler
@pytest.mark.slow
@takes_minutes
def test_self_play_in_c_ends_in_error_9_in_both_readings() -> None:
    result = run_here("prove", str(report_path()), "--c", "--plies", "0", "--self")
    assert result.returncode == 0
    assert result.stdout.count("error 9 under CWHITE3") == 2
    assert "No difference" in result.stdout
