"""What is not a program in this BASIC gets one line, however it is broken."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from basic_runs import printed, refusal_of
from hypothesis import given, settings
from hypothesis import strategies as st

from historic.basic.language import ListingRefused, compile_listing
from historic.basic.language.parsing import read_listing


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("CIRCLE (1,2),3", "CIRCLE is not part of this BASIC"),
        ("X=PEEK(Y)", "PEEK is not part of this BASIC"),
        ("FUNCTION F", "FUNCTION F has no END FUNCTION"),
        ("ON ERROR GOTO TRAP", "error 8: Label not defined: TRAP"),
        ("GOTO 10", "error 8: Label not defined: 10"),
        ("NOBODY 1,2", "error 35: Subprogram not defined: NOBODY"),
        ("X=FNA(1)", "error 18: Function not defined: FNA"),
        ("DEF FNA(X)=X:Y=FNA(1,2)", "error 37: Argument-count mismatch: FNA takes 1 argument, not 2"),
        ("DEF FNA(X$)=1:Y=FNA(1)", "error 13: Type mismatch: argument 1 of FNA"),
        ("FNA=1", "error 10: Duplicate definition: a name with FN is a function's"),
        ("ON KEY(1) GOSUB TRAP", "KEY is not part of this BASIC"),
        ("ON X GOTO NOWHERE", "error 8: Label not defined: NOWHERE"),
        ("ON X GOSUB NOWHERE", "error 8: Label not defined: NOWHERE"),
        ("ON X GOTO", "error 2: Syntax error: the line is not complete"),
        ('ON "A" GOTO L', "error 8: Label not defined: L"),
        ("L:ON A$ GOTO L", "error 13: Type mismatch"),
        ("RESTORE NOWHERE", "error 8: Label not defined: NOWHERE"),
        ("NEXT J,I", "error 1: NEXT without FOR"),
        ("NEXT J,", "error 2: Syntax error: the line is not complete"),
        ("WHILE X", "error 29: WHILE without WEND"),
        ("WEND", "error 30: WEND without WHILE"),
        ("WHILE A$:WEND", "error 13: Type mismatch"),
        ("WHILE X:EXIT DO:WEND", "EXIT DO outside a DO"),
        ("SWAP X,Y$", "error 13: Type mismatch"),
        ("SWAP X,Y%", "error 13: Type mismatch"),
        ("SWAP X,1", "error 2: Syntax error: '1' is not expected here (column 8)"),
        ('DATA "A" B', "error 2: Syntax error: quotation marks in DATA stand around a whole value"),
        ("X=LEN(5)", "error 13: Type mismatch"),
        ('X=INSTR(1,"A")', "error 13: Type mismatch"),
        ('X$=STRING$("A",2)', "error 13: Type mismatch"),
        ('X=NOT "A"', "error 13: Type mismatch"),
        ("X=SQR()", "error 2: Syntax error: ')' is not expected here (column 7)"),
        ("X=INSTR(1)", "error 2: Syntax error: INSTR takes 2 or 3 arguments"),
        ("PRINT:10", "error 2: Syntax error: '10' is not expected here (column 7)"),
        ("1.5 PRINT", "error 2: Syntax error: 1.5 is not the name of a label or SUB"),
        ("X=", "error 2: Syntax error: the line is not complete"),
        ("X=(1", "error 2: Syntax error: the line is not complete"),
        ("X=1)", "error 2: Syntax error: ')' is not expected here (column 4)"),
        ("PRINT \u2019", "error 2: Syntax error: '\u2019' is not expected here (column 7)"),
        ("PRINT USING X;1", "error 13: Type mismatch"),
        ("DIM X AS ANIMAL", "there is no TYPE ANIMAL"),
        ("DIM X% AS LONG", "error 2: Syntax error: X% says its type already, without AS"),
        ("DEFINT AB", "error 2: Syntax error: DEFINT takes letters, such as DEFINT A-Z"),
        ("DEFINT Z-A", "error 2: Syntax error: DEFINT takes letters, such as DEFINT A-Z"),
        ("OPTION BASE 2", "error 2: Syntax error: OPTION BASE 0 or OPTION BASE 1 is expected"),
        ("OPTION FAST 1", "error 2: Syntax error: OPTION BASE 0 or OPTION BASE 1 is expected"),
        ("LOCATE 1,2,3,4,5,6", "error 2: Syntax error: LOCATE takes 1 to 5 values"),
        ("BEEP 1", "error 2: Syntax error: BEEP takes 0 values"),
        ("SOUND 1", "error 2: Syntax error: SOUND takes 2 values"),
        ("LINE (1,2)-(3,4),,C", "error 2: Syntax error: B or BF is expected behind LINE's colour"),
        ("X=&HFFFFFFFFF", "error 6: Overflow: &HFFFFFFFFF"),
        ("X=40000%", "error 6: Overflow: 40000%"),
        ('PRINT "\u4e00"', "'\u4e00' is not in DOS's character set"),
        ("GOTO X$", "error 2: Syntax error: X$ is not the name of a label or SUB"),
        ("X=ABS(1,2)", "error 2: Syntax error: ABS takes 1 argument"),
        ('X$=MID$("A")', "error 2: Syntax error: MID$ takes 2 or 3 arguments"),
        ("EXIT FOR", "EXIT FOR outside a FOR"),
        ("EXIT DO", "EXIT DO outside a DO"),
        ("EXIT SUB", "EXIT SUB outside a SUB"),
        ("LOOP", "LOOP without DO"),
        ("DO", "DO without LOOP"),
        ("ELSE", "ELSE without block IF"),
        ("ELSEIF X THEN", "ELSE without block IF"),
        ("CASE 1", "CASE without SELECT CASE"),
        ("END SELECT", "END SELECT without SELECT CASE"),
        ("SELECT CASE X", "SELECT CASE without END SELECT"),
        ("END SUB", "END SUB without SUB"),
        ("SUB S", "SUB S has no END SUB"),
        ("CALL NOBODY", "error 35: Subprogram not defined: NOBODY"),
        ("X$=1", "error 13: Type mismatch"),
        ('X="A"-"B"', "error 13: Type mismatch"),
        ('X=-"A"', "error 13: Type mismatch"),
        ('A("X")=1', "error 13: Type mismatch"),
    ],
)
def test_a_line_that_is_refused(line: str, reason: str) -> None:
    assert refusal_of(f"REM one\n\n{line}") == f"line 3: {reason}"


def test_remarks_are_passed_over() -> None:
    assert printed("REM anything ( \" goes\n'* here too\nPRINT 1 ' and here\nX=1:REM and here") == " 1 \n"
    assert printed("REMARK=2:PRINT REMARK") == " 2 \n"


def test_keywords_are_whole_words() -> None:
    assert printed("FORK=1:TOTAL=2:STEP2=3:IFS=4:ANDY=5\nPRINT FORK;TOTAL;STEP2;IFS;ANDY") == " 1  2  3  4  5 \n"


def test_line_ends_of_dos_and_the_end_of_file_character() -> None:
    assert printed("PRINT 1;\r\nPRINT 2;\r\n\x1a") == " 1  2 "


@pytest.mark.parametrize(
    "text",
    [
        "X=" + "(" * 1_000_000 + "1",
        "X=" + "(" * 400 + "1" + ")" * 400,
        "X=" + "-" * 400 + "1",
        "X=" + "NOT " * 200 + "1",
        "X=" + "INT(" * 200 + "1" + ")" * 200,
        "X=" + "+".join("1" * 400),
        "FOR I=1 TO 2\n" * 100,
        "IF 1 THEN\n" * 100,
        "PRINT " * 5000,
        "\x00\x01\x02",
        "X=1\n" * 300_000,
    ],
)
def test_what_would_be_too_deep_or_too_long_is_refused(text: str) -> None:
    assert len(refusal_of(text)) < 200


def test_many_conditions_in_one_line() -> None:
    assert printed("IF 1 THEN " * 80 + "PRINT 1") == " 1 \n"
    assert printed("IF 1 THEN " * 79 + "IF 0 THEN PRINT 1\nPRINT 2") == " 2 \n"


def test_a_large_or_binary_file_is_refused(tmp_path: Path) -> None:
    large = tmp_path / "large.bas"
    large.write_bytes(b"X=1\n" * 2_500_000)
    with pytest.raises(ListingRefused, match="longer than 1,000,000 bytes"):
        read_listing(large)
    noise = tmp_path / "noise.bas"
    noise.write_bytes(bytes(range(256)) * 100)
    with pytest.raises(ListingRefused, match=r"^line 1: character 0 is not part of a text"):
        compile_listing(read_listing(noise))


WORDS = ["FOR", "I", "=", "1", "TO", "NEXT", "IF", "THEN", "GOTO", "L", ":", "PRINT", "(", ")", '"A"', ",", "\n", "END"]


@given(
    st.lists(
        st.sampled_from(
            [*WORDS, "-", "^", "AND", "DIM", "DATA", "RETURN", "NOT", "ON", "GOSUB", "A$", ";", "'", "INT"]
        ),
        max_size=25,
    )
)
@settings(max_examples=300, deadline=None)
def test_any_row_of_words_compiles_or_is_refused(words: list[str]) -> None:
    assert "\n" not in message(" ".join(words))


PIECES = """
DO|LOOP|LOOP UNTIL X|EXIT DO|SELECT CASE X|CASE 1|CASE ELSE|END SELECT|IF X THEN|ELSE|ELSEIF X THEN|END IF|SUB S (X)
END SUB|CALL S(X)|CALL S(1)|GOSUB L|L:|GOTO L|RETURN|EXIT SUB|DIM X AS LONG|DIM SHARED A(3)|A(1)=X|X=X+1|FOR I=1 TO 2
NEXT|EXIT FOR|DEFINT A-Z|OPTION BASE 1|CALL T(A())|SUB T (A())|COMMON SHARED X|READ X|DATA 1|STOP
10 X=1|GOTO 10|ON ERROR GOTO L|RESUME NEXT|RESUME|DEF FNA(X)=X+Y|X=FNA(1)|FUNCTION F (X)|F=1|X=F(2)|END FUNCTION
DIM A(X)|REDIM B(X)|ERASE A|STATIC Q|SHARED X|CONST C=1|S 1|EXIT FUNCTION|PRINT USING A$;X|INPUT X,A$|DEFSTR S
WHILE X|WEND|ON X GOTO L,L|ON X GOSUB L|RESTORE|RESTORE L|NEXT I,J|SWAP X,Y|LET X=1|DATA A
""".replace("|", "\n").split("\n")


@given(st.lists(st.sampled_from(PIECES), max_size=16))
@settings(max_examples=300, deadline=None)
def test_any_row_of_statements_compiles_or_is_refused(lines: list[str]) -> None:
    assert message("\n".join(lines))


@given(st.binary(max_size=200))
@settings(max_examples=100, deadline=None)
def test_any_bytes_compile_or_are_refused(data: bytes) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "noise.bas"
        path.write_bytes(data)
        with suppress(ListingRefused):  # the own formats of other BASICs
            assert message(read_listing(path))


@given(st.text(max_size=60))
@settings(max_examples=200, deadline=None)
def test_any_text_compiles_or_is_refused(text: str) -> None:
    assert message(text)


def message(text: str) -> str:
    """Returns why a text is refused, or 'compiled'."""
    try:
        compile_listing(text)
    except ListingRefused as refused:
        return str(refused)
    return "compiled"
