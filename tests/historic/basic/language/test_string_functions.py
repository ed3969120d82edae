"""STR$, LEFT$, RIGHT$, LTRIM$, CHR$, SPACE$, STRING$, INSTR, LEN, ASC and arrays of strings."""

from __future__ import annotations

import pytest
from basic_runs import error_of, printed, refusal_of, started


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("STR$(1/3)", " .3333333"),
        ("STR$(123456789)", " 123456789"),
        ('LEFT$("CHESS",1.5)', "CH"),
        ('RIGHT$("CHESS",2.5)', "SS"),
        ('"<"+SPACE$(1.5)+">"', "<  >"),
        ('STRING$(2.5,"AB")', "AA"),
        ('STR$(INSTR(2.5,"ABAB","B"))', " 2"),
        ('STR$(INSTR(3,"ABC","C"))', " 3"),
        ('STR$(INSTR(4,"ABC","C"))', " 0"),
        ('STR$(INSTR("ABAB","BA")+INSTR(3,"ABAB","A"))', " 5"),
        ('LTRIM$("  a b ")', "a b "),
        ('LTRIM$("")', ""),
        ("LTRIM$(STR$(12))", "12"),
        ("CHR$(219)", "█"),
        ("CHR$(225)", "ß"),
        ("CHR$(64.5)", "@"),
    ],
)
def test_values_that_gw_basic_has_not(expression: str, text: str) -> None:
    assert started(f"A$={expression}").get("A$") == text


@pytest.mark.parametrize(
    "expression",
    [
        'LEFT$("A",-1)',
        'RIGHT$("A",-1)',
        "CHR$(-1)",
        "CHR$(256)",
        "SPACE$(-1)",
        'STRING$(-1,"A")',
        "STRING$(1,256)",
        'STRING$(1,"")',
        'STR$(ASC(""))',
        'STR$(INSTR(0,"A","A"))',
    ],
)
def test_a_number_out_of_range_is_error_5(expression: str) -> None:
    assert error_of(f"A$={expression}") == (5, 1)


@pytest.mark.parametrize("expression", ["STR$(A$)", "LEFT$(1,1)", 'LEFT$("A","B")', "LTRIM$(1)", 'CHR$("A")'])
def test_an_argument_of_the_wrong_type_is_refused(expression: str) -> None:
    assert refusal_of(f"A$={expression}") == "line 1: error 13: Type mismatch"


def test_characters_that_are_commands_to_a_terminal_are_shown_as_dos_shows_them() -> None:
    assert printed('PRINT CHR$(27);"[2J";CHR$(7);CHR$(1);CHR$(127);CHR$(0)') == "←[2J☺⌂ \n"


@pytest.mark.parametrize("end", ["CHR$(13)", "CHR$(10)", "CHR$(13)+CHR$(10)"])
def test_a_line_end_in_a_string_begins_a_new_row(end: str) -> None:
    assert printed(f'PRINT "a"+{end}+"b"') == "a\nb\n"


def test_arrays_of_strings_begin_empty() -> None:
    assert printed('DIM A$(2,2)\nA$(1,2)="x"\nPRINT A$(1,2);A$(2,1);"."') == "x.\n"
    assert printed('A$(10)="x":B$=A$(10):A$(10)=B$+B$:PRINT A$(10)') == "xx\n"
    assert error_of('DIM A$(2)\nA$(3)="x"') == (9, 2)
    assert refusal_of("DIM A$(2)\nA$(1)=1") == "line 2: error 13: Type mismatch"


def test_a_string_that_is_too_long_is_error_14() -> None:
    doubled = 'A$="x"\nFOR I=1 TO {}\nA$=A$+A$\nNEXT'
    assert len(str(started(doubled.format(14)).get("A$"))) == 2**14
    assert error_of(doubled.format(15)) == (14, 3)
    assert error_of(doubled.format(14) + '\nIF 1=0 AND A$+A$="x" THEN STOP') == (14, 5)


def test_strings_have_the_order_of_dos() -> None:
    assert printed('PRINT CHR$(130)<CHR$(225);CHR$(130)="\u00e9"') == "-1 -1 \n"
    assert printed("SELECT CASE CHR$(130)\nCASE CHR$(128) TO CHR$(140)\nPRINT 1\nEND SELECT") == " 1 \n"
    assert started('A$="\u00e9"').get("A$") == "\u00e9"


def test_all_strings_together_are_bounded() -> None:
    assert error_of('DIM A$(5000)\nFOR I=1 TO 5000\nA$(I)=STRING$(32767,"A")\nNEXT') == (14, 3)
    assert printed('FOR I=1 TO 3000\nA$=STRING$(32767,"A")\nNEXT\nPRINT LEN(A$)') == " 32767 \n"
    assert error_of('DIM A$(5000)\nB$=STRING$(32767,"A")\nFOR I=1 TO 5000\nA$(I)=LEFT$(B$,32766)\nNEXT') == (14, 4)


@pytest.mark.parametrize(
    ("picture", "values", "text"),
    [
        ("##.##", "2.345", " 2.35"),
        ("##.##", "-2.5", "-2.50"),
        ("#.##", "12.5", "%12.50"),
        ("+##", "5", " +5"),
        ("##-", "-5", " 5-"),
        ("##+", "5", " 5+"),
        ("**##.#", "5", "***5.0"),
        ("$$##.##", "5.5", "  $5.50"),
        ("**$##.##", "5.5", "***$5.50"),
        ("#,###,###", "1234567", "1,234,567"),
        (".##", ".5", ".50"),
        ("##.##^^^^", "234.56", " 2.35E+02"),
        ("_##", "7", "#7"),
        ("\\\\ \\\\", '"abcdef"', "abc"),
        ("&!", '"abc","def"', "abcd"),
        ("## ", "1,2,3", " 1  2  3 "),
        ("a", "1", ""),
    ],
)
def test_print_using(picture: str, values: str, text: str) -> None:
    picture = picture.replace("\\\\", "\\")
    program = f'PRINT USING "{picture}";{values.replace(",", ";")}'
    if text:
        assert printed(program) == text + "\n"
    else:
        assert error_of(program) == (5, 1)


def test_random_numbers_are_qbasics() -> None:
    values = " .7055475  .533424  .5795186  .2895625  .301948 "
    assert printed("FOR I=1 TO 5:PRINT RND;:NEXT") == values
    assert printed("RANDOMIZE 3:A=RND:B=RND\nRANDOMIZE 3:IF A<>RND THEN PRINT 1") == " 1 \n"
