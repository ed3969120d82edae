"""PRINT USING: the fields of its picture, and what separates its values.

The rows are those that QB64-PE 4.6.0 and PC-BASIC 2.0.8 print; where they differ, a row is PC-BASIC's.
"""

from __future__ import annotations

import pytest
from basic_runs import error_of, printed, refusal_of


@pytest.mark.parametrize(
    ("statements", "rows"),
    [
        ('PRINT USING "## ##";5,6', " 5  6\n"),
        ('PRINT USING "## ##";5;6;7;:PRINT "y"', " 5  6 7 y\n"),
        ('PRINT USING "##";5,:PRINT "x"', " 5x\n"),
        ('PRINT USING "##";TAB(10);5', "          5\n"),
        ('PRINT USING "##";5;SPC(3);6', " 5    6\n"),
        ('PRINT "T: "; USING "##.#"; 5.25', "T:  5.3\n"),
        ('PRINT "a","b";USING "##.#"; 5.25', "a             b 5.3\n"),
        ('PRINT "a",USING "##.#"; 5.25;:PRINT "z"', "a              5.3z\n"),
        ('PRINT TAB(4);USING "&";"b"', "   b\n"),
    ],
)
def test_values_fill_the_fields_in_turn(statements: str, rows: str) -> None:
    assert printed(statements) == rows


@pytest.mark.parametrize(
    ("picture", "number", "text"),
    [
        ("+##-", "-2", " -2-"),
        ("##+-", "-2", " 2--"),
        ("-##", "-2", "--2"),
        ("##-", "-2", " 2-"),
        ("##-", "3", " 3 "),
        *(("+##", "3", " +3"), ("+##", "-3", " -3"), ("+##", "0", " +0")),
        *(("##+", "3", " 3+"), ("##+", "-3", " 3-"), ("##+", "0", " 0+"), ("##-", "0", " 0 ")),
        ("+#####.-", "-2.75", "    -3.-"),
        ("**$##.##", "1.5", "***$1.50"),
        ("**##,.##", "1234.5", "1,234.50"),
        ("####,", "1234567", "%1,234,567"),
        ("##.##^^^^", "1234.5", " 1.23E+03"),
        ("##.##^^^^^", "1234.5", " 1.23E+003"),
        ("$$####,.#^^^^", "12500", "$125000.0E-01"),
        ("_#_!#", "5", "#!5"),
        ("#.##", ".999", "1.00"),
        (".##", ".5", ".50"),
        (".##", "1.5", "%1.50"),
        (".##", "-.5", "%-.50"),
        ("###", "-1.5", " -2"),
        ("#", "-.4", "%-0"),
        ("##.##", "-.001", "-0.00"),
        ("##.##", "-X", "-0.00"),
        ("##.##", "-X%", " 0.00"),
        ("##.##", "-(0)", " 0.00"),
        ("##.##", "-(X%+0)", " 0.00"),
        ("#.###", "1/3", "0.333"),
    ],
)
def test_a_number_in_its_field(picture: str, number: str, text: str) -> None:
    assert printed(f'PRINT USING "{picture}";{number}') == f"{text}\n"


def test_a_text_in_its_field() -> None:
    assert printed(r'PRINT USING "&!\ \";"abc";"def";"ghijk"') == "abcdghi\n"


def test_a_long_picture_has_all_digits() -> None:
    assert printed('PRINT USING STRING$(300,"#"); 1D300').replace("\n", "") == "%1" + "0" * 300
    assert printed('PRINT USING STRING$(32000,"#"); 1D300').endswith("1" + "0" * 300 + "\n")


def test_what_does_not_fit_a_field() -> None:
    assert error_of('PRINT USING "";5') == (5, 1)
    assert error_of('PRINT USING "##";"a"') == (13, 1)
    assert error_of('PRINT USING "&";5') == (13, 1)
    assert error_of('X#=1D308:PRINT USING "##";X#*10') == (6, 1)
    assert refusal_of("PRINT USING 5;5") == "line 1: error 13: Type mismatch"
