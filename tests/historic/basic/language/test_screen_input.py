"""CLS, LOCATE, SCREEN, LINE and INPUT."""

from __future__ import annotations

import pytest
from basic_runs import error_of, printed, refusal_of, started, text_of


def test_locate_moves_the_cursor() -> None:
    lines = started('LOCATE 3,5\nPRINT "here"').screen.lines()
    assert lines[:4] == ["", "", "    here", ""]


@pytest.mark.parametrize("place", ["0,1", "26,1", "1,0", "1,81", "-1,1"])
def test_locate_outside_the_screen_is_error_5(place: str) -> None:
    assert error_of(f"LOCATE {place}") == (5, 1)


def test_cls_clears_the_screen() -> None:
    run = started("PRINT 1:CLS:PRINT 2")
    assert run.screen.lines()[:2] == [" 2", ""]


def test_screen_changes_the_number_of_columns() -> None:
    assert started("SCREEN 1").screen.columns == 40
    assert started("SCREEN 2").screen.columns == 80
    assert error_of("X=7:SCREEN X") == (5, 1)
    assert refusal_of("X=1\nSCREEN 7") == "line 2: SCREEN 7 is not part of this BASIC"


def test_line_draws_dots() -> None:
    screen = started("SCREEN 1\nLINE (1,0)-(3,0),2\nLINE (0,1)-(0,2),3\nLINE (5,5)-(8,8),1").screen
    dots = {(place % 320, place // 320): dot for place, dot in enumerate(screen.dots) if dot}
    assert dots == {
        **{(x, 0): 2 for x in (1, 2, 3)},
        **{(0, y): 3 for y in (1, 2)},
        **{(place, place): 1 for place in (5, 6, 7, 8)},
    }


def test_line_outside_the_screen_is_cut() -> None:
    assert sum(map(bool, started("SCREEN 1\nLINE (-5,0)-(5,0),1").screen.dots)) == 6


@pytest.mark.parametrize(
    "program", ["LINE (0,0)-(1,1),1", "SCREEN 1:LINE (0,0)-(1,1),4", "SCREEN 2:LINE (0,0)-(0,1),2"]
)
def test_line_with_a_colour_that_the_screen_lacks_is_error_5(program: str) -> None:
    assert error_of(program) == (5, 1)


def test_input_asks_with_its_prompt_and_a_question_mark() -> None:
    run = started('INPUT "ENTER MOVE";A$\nPRINT A$', lines=["e2e4"])
    assert text_of(run) == "ENTER MOVE? e2e4\n"
    assert run.screen.lines()[0] == "ENTER MOVE? e2e4"
    assert printed("INPUT A$\nPRINT A$", lines=["x"]) == "? x\n"


def test_input_of_a_number_asks_again_until_it_is_one() -> None:
    assert printed("INPUT X\nPRINT X", lines=["no", "12.5"]) == "? Redo from start\n? 12.5 \n".replace("? 12", "?  12")
    assert started("INPUT X", lines=[""]).get("X") == 0


@pytest.mark.parametrize("statement", ["INPUT A$", "LINE INPUT A$", "A$=INPUT$(1)", "SLEEP", "A$=INKEY$+INPUT$(1)"])
def test_the_end_of_the_input_ends_the_program_in_spite_of_on_error(statement: str) -> None:
    assert error_of(f"ON ERROR GOTO AGAIN\n{statement}\nEND\nAGAIN:\nRESUME") == (62, 2)


def test_what_these_statements_take_must_be_numbers() -> None:
    for statement in ('LOCATE "A",1', 'SCREEN "A"', 'LINE (0,"A")-(1,1),1'):
        assert refusal_of(statement) == "line 1: error 13: Type mismatch"


def test_input_with_a_comma_asks_without_a_question_mark() -> None:
    assert printed('INPUT "Your move: ", A$\nPRINT A$', lines=["e2e4"]) == "Your move: e2e4\n"


def test_input_of_a_whole_number_is_rounded_and_asked_again_if_it_is_too_large() -> None:
    assert printed('INPUT "",X%\nPRINT X%', lines=["40000", "2.5"]) == "Redo from start\n 2 \n"
    assert started("INPUT X&", lines=["70000"]).get("X&") == 70000
    for line in ("nan", "inf", "1_000", "0x10"):
        assert started("INPUT X", lines=[line, "3"]).get("X") == 3


def test_line_input_takes_the_line_as_it_is_typed() -> None:
    run = started('LINE INPUT "Name: "; A$\nLINE INPUT B$\nPRINT A$;B$', lines=[' a, "b" ', "c"])
    assert (run.get("A$"), run.get("B$")) == (' a, "b" ', "c")
    assert text_of(run).startswith("Name: ")
    assert refusal_of("LINE INPUT X") == "line 1: error 13: Type mismatch"


def test_color_is_that_of_what_is_printed_from_then_on() -> None:
    screen = started(
        'PRINT "a";\nCOLOR 4,1:PRINT "b";\nCOLOR 15:PRINT "c";\nCOLOR ,7:PRINT "d";\nCOLOR 20:PRINT "e"'
    ).screen
    assert screen.lines()[0] == "abcde"
    assert screen.colors[0][:6] == [None, (4, 1), (15, 1), (15, 7), (4, 7), None]


def test_color_fills_a_screen_that_is_cleared_and_scrolls_with_it() -> None:
    screen = started("COLOR 2,3:CLS:COLOR 7,0\nLOCATE 24,1:PRINT 1:PRINT 2").screen
    assert screen.colors[0][0] == (2, 3)
    assert (screen.lines()[21:24], screen.colors[22][1]) == ([" 1", " 2", ""], (7, 0))


def test_the_last_row_does_not_scroll() -> None:
    """As in QB64: what is printed there is followed by the row above."""
    screen = started('LOCATE 25,1:PRINT "low";\nLOCATE 23,1:PRINT 1:PRINT 2:PRINT 3\nLOCATE 25,9:PRINT "x"').screen
    assert screen.lines()[20:] == [" 2", " 3", "", "", "low     x"]
    assert screen.row == 24


def test_a_bright_background_is_the_dark_one_and_a_foreground_above_15_blinks() -> None:
    for colors, shown in (("15,7", (15, 7)), ("16,8", (0, 0)), ("31,15", (15, 7)), ("7,9", (7, 1))):
        assert started(f'COLOR {colors}:PRINT "a"').screen.colors[0][0] == shown


@pytest.mark.parametrize("program", ["COLOR 32", "COLOR -1", "COLOR 1,16", "SCREEN 1:COLOR 1", "SCREEN 2:COLOR 1,1"])
def test_a_colour_that_does_not_exist_is_error_5(program: str) -> None:
    assert error_of(program) == (5, 1)


#: What INKEY$ returns for keys, by the table of QBasic's help ("Keyboard Scan Codes") and of IBM's BIOS.
KEYS = {
    "\x1b[A": (0, 72),
    "\x1bOP": (0, 59),
    "\x1b[[B": (0, 60),
    "\x7f": (8,),
    "\r": (13,),
    "\x1b": (27,),
    "\x1b[23~": (0, 133),
    "\x1b[24~": (0, 134),
    "\x1b[Z": (0, 15),
    "\x1b[1;5D": (0, 115),
    "\x1b[1;5C": (0, 116),
    "\x1b[1;5A": (0, 141),
    "\x1b[1;5B": (0, 145),
    "\x1b[1;5H": (0, 119),
    "\x1b[5;5~": (0, 132),
    "\x1b[1;2D": (0, 75),
    "\x1b[15;2~": (0, 88),
    "\x1b[15;5~": (0, 98),
    "\x1b[1;3P": (0, 104),
    "\x1bq": (0, 16),
    "\x1bM": (0, 50),
    "\x1b0": (0, 129),
    "\x1b[99~": (),
    "\x1b?": (),
}


@pytest.mark.parametrize("key", KEYS, ids=ascii)
def test_a_key_without_a_character_is_a_zero_byte_and_its_code(key: str) -> None:
    program = "A$=INKEY$\nFOR I=1 TO LEN(A$)\nPRINT ASC(MID$(A$,I,1));\nNEXT"
    assert printed(program, keys=[key]) == "".join(f" {code} " for code in KEYS[key])


def test_a_program_that_waits_for_a_key_passes_over_one_that_dos_does_not_know() -> None:
    assert printed('DO:LOOP WHILE INKEY$=""\nPRINT INPUT$(1)', keys=["\x1b[99~", "a", "\x1b?", "b"]) == "b\n"


def test_input_of_several_values_asks_again_until_all_fit() -> None:
    program = 'INPUT "X, Y$";X,Y$\nPRINT X;Y$'
    assert printed(program, lines=["1", "a,b", "1,b,c", '&HF," b, "']).endswith("Redo from start\nX, Y$?  15  b, \n")
    assert printed("INPUT X%,Y%\nPRINT X%;Y%", lines=["40000,1", ",2"]) == "? Redo from start\n?  0  2 \n"


def test_printed_bytes_that_act() -> None:
    assert printed('PRINT "a"+CHR$(10)+"b","c"') == "a\nb             c\n"
    assert printed('PRINT "a"+CHR$(9)+"b"') == "a       b\n"
    screen = started('PRINT "old":PRINT CHR$(12)+"ab"+CHR$(29)+"c"+CHR$(11)+"d";').screen
    assert [line for line in screen.lines() if line] == ["dc"]


def test_tab_and_spc_move_the_cursor() -> None:
    assert printed('PRINT "ab";TAB(2);"c";TAB(200);"d"') == "ab\n c" + " " * 37 + "d\n"
    assert printed('PRINT "a";TAB(5)\nPRINT "b"') == "a   b\n"


def test_screen_9_joins_pictures_and_draws_boxes() -> None:
    program = "DIM A%(20)\nA%(0)=2:A%(1)=1:A%(2)=&HC0:A%(3)=&H80\n"
    program += "SCREEN 9:COLOR 3:LINE (0,0)-(1,0):PUT (0,0),A%(),XOR"
    screen = started(program).screen
    assert list(screen.dots[:3]) == [3 ^ 5, 3 ^ 1, 0]
    assert (screen.width, screen.height) == (640, 350)
    screen = started("SCREEN 9:LINE (1,1)-(3,3),4,B:LINE (10,1)-(12,900),5,BF").screen
    assert [screen.dots[640 * 2 + x] for x in (0, 1, 2, 3, 10, 11, 12, 13)] == [0, 4, 0, 4, 5, 5, 5, 0]
    assert error_of("DIM A%(20)\nSCREEN 9\nPUT (0,0),A%") == (5, 3)
    assert error_of("DIM A%(20)\nA%(0)=8:A%(1)=1\nSCREEN 9:PUT (639,0),A%") == (5, 3)


@pytest.mark.parametrize(("row", "column"), [(1, 1), (1, 80), (25, 1), (25, 80)])
def test_screen_reads_each_corner_and_its_colours_and_nothing_beyond(row: int, column: int) -> None:
    """An empty place is a blank in white on black, 7."""
    at = f"SCREEN({row},{column}"
    program = f'PRINT {at});{at},1):LOCATE {row},{column}:COLOR 4,3:PRINT "q";:X={at}):Y={at},1):CLS:PRINT X;Y'
    assert printed(program).replace("q", "") == " 32  7 \n 113  52 \n"
    beyond = f"{row + (1 if row > 1 else -1)},{column}", f"{row},{column + (1 if column > 1 else -1)}"
    assert [error_of(f"X=SCREEN({place})") for place in beyond] == [(5, 1)] * 2
