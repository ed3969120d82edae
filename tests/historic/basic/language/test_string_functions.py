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
