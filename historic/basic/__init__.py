"""BASIC's own behaviour: SINGLE numbers, PRINT's number format, errors and STOP.

Read the files in this order: single.py (the arithmetic), numbers.py (PRINT's number format), printing.py (the layout of
what is printed), charset.py (code page 437), rnd.py (random numbers), stops.py (error 9 and STOP). native.py has the
types of compiled modules. language runs listings.
"""

from historic.basic.numbers import print_number
from historic.basic.single import single
from historic.basic.stops import BasicError, Stop, subscript_out_of_range

__all__ = ["BasicError", "Stop", "print_number", "single", "subscript_out_of_range"]
