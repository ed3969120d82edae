"""BASIC's own behaviour: SINGLE numbers, PRINT's number format, errors and STOP."""

from historic.basic.numbers import print_number
from historic.basic.single import single
from historic.basic.stops import BasicError, Stop, subscript_out_of_range

__all__ = ["BasicError", "Stop", "print_number", "single", "subscript_out_of_range"]
