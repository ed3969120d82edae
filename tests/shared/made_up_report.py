"""A small damaged report, made up for tests, and what restores it."""

from __future__ import annotations

from historic.listing.repair import CONJECTURE, RECORD, TEXT, Evidence, Repair
from historic.listing.sums import Known, known_sums

#: The text. The listing begins in line 9; the label COUNT is line 13, and DONE is line 19.
DAMAGED = """\
A report on counting

APPENDIX A: PLAN
count, and stop

APPENDIX B: CODING
==================

'* COUNTING
\tGOSUB COUNT
\tGOTO D0NE

COUNT:
\tFOR I=1 T0 1O
\t\tSUM=SUM+I:PRINT"NUMBER";I
\t\tIF SUM>5O THEN DONE
\tNEXT I

DONE:
\tPRINT"THE SUM IS;SUM
\tSTOP

APPENDIX C: WHAT IT PRINTED
THE SUM IS 55
"""

#: The listing, restored by hand.
WHOLE = """\
'* COUNTING
\tGOSUB COUNT
\tGOTO DONE

COUNT:
\tFOR I=1 TO 10
\t\tSUM=SUM+I:PRINT"NUMBER";I
\t\tIF SUM>50 THEN DONE
\tNEXT I

DONE:
\tPRINT"THE SUM IS";SUM
\tSTOP
"""

REPAIRS = (
    Repair("jump", "", 3, "D0NE", "DONE", "only the label DONE looks like it", (Evidence(TEXT, "DONE", 0, "DONE:"),)),
    Repair("to", "COUNT", 1, "T0", "TO", "syntax", (Evidence(CONJECTURE, words="a FOR has a TO"),)),
    Repair("limit", "COUNT", 1, "1O", "10", "a number has no letter", (Evidence(RECORD, ply=3),)),
    Repair("most", "COUNT", 3, "5O", "50", "COUNT counts to 55", (Evidence(TEXT, "NOWHERE", 1, "50"),)),
    Repair(
        "string",
        "DONE",
        1,
        "IS;SUM",
        'IS";SUM',
        "APPENDIX C shows the text that is printed",
        (Evidence(TEXT, "APPENDIX C: WHAT IT PRINTED", 1, "THE SUM IS"),),
    ),
)


def known() -> Known:
    """Returns the sums of the whole listing."""
    head, rest = WHOLE.split("COUNT:\n")
    count, done = rest.split("DONE:\n")
    return known_sums({"": head, "COUNT": f"COUNT:\n{count}", "DONE": f"DONE:\n{done}"})
