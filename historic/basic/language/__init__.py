"""A BASIC that runs listings: the part of QBasic that the report's Appendix B and Huo Chess use, compiled to Python.

Read the files in this order: basic.lark (the language); source.py, parsing.py and building.py (from text to
statements); terms.py, syntax.py and headers.py (what they are); nesting.py and structure.py (from lines to a tree);
names.py (each name gets its type and its place); declarations.py, arrays.py and type_checks.py (what must fit);
dissolving.py, regions.py and assigned.py (jumps, subroutines, and what they assign); python_names.py, expressions.py,
statements.py, compiling.py and listing_writer.py (from there to Python); listing.py (the whole of it); runtime.py,
turns.py, rows.py, console.py and files.py (what a compiled listing calls); execution.py (a run, its variables and its
callbacks).

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
