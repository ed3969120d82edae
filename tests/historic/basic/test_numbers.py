"""PRINT's number format."""

import json
import struct

import pytest
from scenarios import lines_of

from historic.basic import print_number, single


@pytest.mark.parametrize(
    ("number", "printed"),
    [
        (0, " 0 "),
        (7, " 7 "),
        (-1, "-1 "),
        (0.5, " .5 "),
        (-0.76, "-.76 "),
        (single(-0.3), "-.3 "),
        (1.25, " 1.25 "),
        (single(1.05) * -1, "-1.05 "),
        (single(0.1), " .1 "),
        (single(1 / 3), " .3333333 "),
        (single(200 / 3), " 66.66666 "),
        (-1000, "-1000 "),
        (1234567, " 1234567 "),
        (9999999, " 9999999 "),
        (10000000, " 1E+07 "),
        (single(12345678), " 1.234568E+07 "),
        (single(1e-7), " .0000001 "),
        (single(1e-8), " 1E-08 "),
        (single(1.5e-8), " 1.5E-08 "),
        (single(0.0012), " .0012 "),
        (single(0.01234567), " 1.234567E-02 "),
        (single(-1e20), "-1E+20 "),
    ],
)
def test_print_writes_a_number_with_a_blank_on_either_side(number: float, printed: str) -> None:
    assert print_number(number) == printed


def test_a_number_that_rounds_up_to_ten_million_has_an_exponent() -> None:
    assert print_number(9999999.6) == " 1E+07 "


def test_print_writes_466_numbers_as_qb64_pe_does() -> None:
    rows = lines_of("print-numbers.jsonl")
    assert len(rows) == 466
    for digits, printed in map(json.loads, rows):
        (number,) = struct.unpack(">f", bytes.fromhex(digits))
        assert print_number(number) == printed
