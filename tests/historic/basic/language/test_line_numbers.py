"""Listings with line numbers, and how a listing's text may look."""

from __future__ import annotations

from pathlib import Path

import pytest
from basic_runs import error_of, printed, refusal_of

from historic.basic.language import ListingRefused, compile_listing
from historic.basic.language.parsing import read_listing


def test_the_tutorials_two_lines_print_the_same_again_and_again() -> None:
    assert printed('10 PRINT "x";\n15 N=N+1:IF N=5 THEN END\n20 GOTO 10') == "xxxxx"


@pytest.mark.parametrize(
    ("program", "text"),
    [
        ("10 IF X=0 THEN 30 ELSE 20\n20 PRINT 2\n30 PRINT 3", " 3 \n"),
        ("10 IF X GOTO 30 ELSE PRINT 1;\n20 PRINT 2\n30 PRINT 3", " 1  2 \n 3 \n"),
        ("10 FORI=1:PRINT FORI", " 1 \n"),
        ("10 FOR I=1TO 3:PRINT I;:NEXT", " 1  2  3 "),
        ("10 GO TO 30\n20 PRINT 2\n30 GO SUB 40:END\n40 PRINT 4:RETURN", " 4 \n"),
        ("00010 GOTO 020\n15 PRINT 1\n20 PRINT 2", " 2 \n"),
        ('10 ? "a"X"b"', "a 0 b\n"),
        ("10 IF 1=>1 AND 1=<1 AND 1><2 THEN PRINT 1", " 1 \n"),
        ("10 A.B=1:A=2:PRINT A.B;A", " 1  2 \n"),
        ("10 X=1 '' a remark\n20 PRINT X ' one", " 1 \n"),
        ('PRINT "never closed', "never closed\n"),
        ('DATA "never closed\nREAD A$:PRINT A$', "never closed\n"),
        ("PRINT 1; _\n  2; _\n  3", " 1  2  3 \n"),
        ('A$="_":PRINT A$', "_\n"),
        ("\ufeffPRINT 1\n\fPRINT 2\x1aPRINT 3", " 1 \n 2 \n"),
        ('PRINT "a\x07b"', "ab\n"),
        ("PRINT &HFF;&H8000;&H8000&;&O17;&17;5%;70000&;1.5!;.1#", " 255 -32768  32768  15  15  5  70000  1.5  .1 \n"),
        ("PRINT 123456789;1D3;1E3;12345678.5", " 123456789  1000  1000  12345678.5 \n"),
        ("SHOW 1,2\nSHOW (3),4\nSUB SHOW (A,B)\nPRINT A+B;\nEND SUB", " 3  7 "),
        ("IF 1 THEN SHOW 5 ELSE SHOW 6\nSUB SHOW (A)\nPRINT A\nEND SUB", " 5 \n"),
        ("GREET\nSUB GREET\nPRINT 1\nEND SUB", " 1 \n"),
    ],
)
def test_a_program_prints(program: str, text: str) -> None:
    assert printed(program) == text


def test_an_error_has_the_number_of_its_line() -> None:
    with pytest.raises(Exception, match=r"^error 11: Division by zero, in line 2, number 20$"):
        printed("10 X=0\n20 PRINT 1/X")


def test_the_same_number_twice_is_refused() -> None:
    assert refusal_of("10 PRINT 1\n10 PRINT 2") == "line 2: error 10: Duplicate definition: the label 10"


def test_a_listing_that_is_cut_in_the_middle_gets_one_line() -> None:
    text = '10 FOR I=1 TO 3\n20 IF I>1 THEN\n30 PRINT "abc";I\n40 END IF\n50 NEXT I\n60 DEF FNA(X)=X+1\n70 A=FNA(2)\n'
    assert printed(text) == "abc 2 \nabc 3 \n"
    for end in range(0, len(text), 3):
        assert "\n" not in message(text[:end])


def message(text: str) -> str:
    """Returns why a text is refused, or ''."""
    try:
        compile_listing(text)
    except ListingRefused as refused:
        return str(refused)
    return ""


def test_a_listing_of_dos_has_its_characters(tmp_path: Path) -> None:
    file = tmp_path / "a.bas"
    file.write_bytes(b'PRINT "\x82";ASC("\x82");"\x82"<CHR$(225)\r\n\x1a')
    assert printed(read_listing(file)) == "é 130 -1 \n"


def test_def_fn_uses_the_variables_of_the_program_and_its_own_parameters() -> None:
    assert printed('X=5:Y=1\nDEF FNA(X,Z)=X*10+Z+Y\nDEF FNB$(A$)=A$+A$\nPRINT FNA(2,3);X;FNB$("ab")') == " 24  5 abab\n"
    assert error_of("PRINT FNA(1)\nDEF FNA(X)=X") == (18, 1)
    assert error_of("DEF FNA(X)=1/X\nPRINT FNA(0)") == (11, 1)


def test_a_function_that_never_ends_is_error_28() -> None:
    assert error_of("PRINT F(1)\nFUNCTION F (N)\nF=F(N+1)\nEND FUNCTION")[0] == 28


def test_a_function_has_variables_of_its_own_and_changes_its_arguments() -> None:
    program = (
        "A=1:B=TWICE%(A):PRINT A;B;X\nFUNCTION TWICE% (N)\nX=N*2:N=N+1\nTWICE%=X\nIF X THEN EXIT FUNCTION\nEND FUNCTION"
    )
    assert printed(program) == " 2  2  0 \n"
    assert printed("A=1:B=F((A))+F(A):PRINT A;B\nFUNCTION F (N)\nF=N:N=N+1\nEND FUNCTION") == " 2  2 \n"
