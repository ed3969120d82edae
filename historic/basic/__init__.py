"""What BASIC itself does: SINGLE numbers, PRINT's numbers, and its way of stopping."""

from historic.basic.numbers import print_number
from historic.basic.single import single
from historic.basic.stops import BasicError, Stop, subscript_out_of_range

__all__ = ["BasicError", "Stop", "print_number", "single", "subscript_out_of_range"]
