"""A BASIC that runs listings: the part of QBasic that the report's Appendix B and Huo Chess use.

A listing is a table of statements. The table is cut into blocks, each of which is entered at its first statement only
and becomes a small Python function, which returns the number of the block that runs next. So GOTO is a number, and
GOSUB a stack of numbers.

Read the files in this order: basic.lark (the language); tokens.py (files in GW-BASIC's own format); parsing.py,
values.py, building.py, terms.py and syntax.py (from text to statements, and their kinds); structure.py (from
statements to a table without FOR, IF, DO, SELECT CASE and SUB, or a refusal); records.py (TYPE becomes variables);
names.py, declarations.py and type_checks.py (each name gets its type and its place, and all must fit); expressions.py,
blocks.py and statements.py (from the table to blocks, and from these to Python); listing.py (the whole of it);
execution.py (the loop over the blocks, GOSUB and CALL, and a run as Python sees it); memory.py, runtime.py, console.py,
files.py, folder.py, pictures.py and errors.py (called by the blocks). `listings` has three programs to run.

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
