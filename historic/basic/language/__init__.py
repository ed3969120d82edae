"""A BASIC that runs listings: the part of QBasic that the report's Appendix B uses, compiled to Python.

Read the files in this order: basic.lark (the language), source.py and parsing.py (from text to statements), syntax.py
(what they are), structure.py (FOR with NEXT, IF with END IF), declarations.py (names and types), regions.py
(subroutines), expressions.py, statements.py and compiling.py (from there to Python), listing.py (the whole of it),
runtime.py and console.py (what a compiled listing calls), execution.py (a run, its variables and its callbacks).

parsing.py needs lark, which the extra `listing` installs. It is imported when the first line is parsed.
"""

from historic.basic.language.errors import LineError, ListingRefused, RunInterrupted
from historic.basic.language.execution import ListingRun
from historic.basic.language.listing import CompiledListing, compile_listing
from historic.basic.language.parsing import ParserMissing

__all__ = [
    "CompiledListing",
    "LineError",
    "ListingRefused",
    "ListingRun",
    "ParserMissing",
    "RunInterrupted",
    "compile_listing",
]
