"""Runs random programs in QB64-PE and here: what is on the screen, and in the file that they write.

tests/data/qb64.jsonl.xz has programs with what QB64-PE 4.6.0 showed. GOSUB_QB64 names its program `qb64pe`, for new
ones. Many programs go into one compilation, which takes seconds.
"""

from __future__ import annotations

import json
import lzma
import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from basic_programs import DATA_FILE, GRAMMAR
from basic_runs import Keys

from historic.basic.language import LineError, ListingRun, compile_listing
from historic.basic.language.building import ACTIONS
from historic.basic.language.terms import FUNCTIONS
from historic.basic.language.values import TYPES
from historic.machine.screen import Screen

FILE: Final = Path(__file__).parents[1] / "data" / "qb64.jsonl.xz"
QB64: Final = os.environ.get("GOSUB_QB64", "")
#: What a program shows: the rows of the screen and, behind FILE_ROW, those of its file.
Rows = tuple[str, ...]
FILE_ROW: Final = "--- file"
NEXT_PROGRAM: Final = "=== next program"
MAX_STATEMENTS: Final = 20_000
#: The words that are no names.
KEYWORDS: Final = {
    *GRAMMAR.words.values(),
    *FUNCTIONS,
    *ACTIONS,
    *TYPES,
    "FUNCTION",
    "TYPE",
    "DEFINT",
    "BASE",
    "OUTPUT",
    "APPEND",
}
KEYWORDS.update(["PRINT", "GOTO", "GOSUB", "TAB", "SPC", "SHARED", "ERR", "ERL", "MOD", "SCREEN", "VIEW"])
WORD: Final = re.compile(r'"[^"\n]*"?|DATA [^\n]*|&H[0-9A-F]+|&O?[0-7]+|[0-9.]+[ED][+-]?[0-9]+|[A-Z][A-Z0-9]*\$?')
#: QB64 wants GOTO before a label that is no number.
LABEL: Final = re.compile(r"\b(THEN|ELSE) (P\d+)\b")
SUB: Final = re.compile(r"(?m)^(?:SUB|FUNCTION) ")
DEFS: Final = re.compile(r"(?m)^DEF(?:INT|LNG|SNG|DBL|STR) .*$")


#: The reason for programs that show the same in other rows.
ELSEWHERE: Final = "QB64 goes to the next row elsewhere"


def recorded() -> list[tuple[str, Rows, str]]:
    """Returns the programs of the file, each with what QB64-PE showed, and why that differs here, or ''."""
    with lzma.open(FILE, "rt", encoding="ascii") as file:
        rows = [json.loads(line) for line in file]
    return [(text, tuple(shown), *why) if why else (text, tuple(shown), "") for text, shown, *why in rows]


def is_same(here: Rows, there: Rows | None, why: str = "") -> bool:
    """Returns True if both show the same, for ELSEWHERE in whatever rows; the first ones may have scrolled away."""
    if there is None or why != ELSEWHERE:
        return here == there
    return "".join("".join(here).split()).endswith("".join("".join(there).split()))


class Endless(Exception):
    """A program has run more statements than it should have."""


def rows_here(text: str, wrap: bool = True) -> Rows:
    """Returns what a program shows here. An error without a handler is printed, as the judge prints it.

    Raises Endless after MAX_STATEMENTS.
    """
    screen = Screen(Keys())
    steps = count(1)

    def step(_: int) -> None:
        if next(steps) > MAX_STATEMENTS:
            raise Endless(text)

    with TemporaryDirectory() as folder:
        run = ListingRun(compile_listing(text, "step"), screen, step, folder=Path(folder), wrap=wrap)
        try:
            run.run()
        except LineError as error:
            screen.PRINT("ERROR", error.code)
        file = Path(folder) / DATA_FILE
        written = file.read_bytes().decode("latin-1") if file.exists() else ""
    return (*_trimmed(screen.lines()), *_file_rows(written))


def _trimmed(rows: Sequence[str]) -> list[str]:
    return "\n".join(row.rstrip() for row in rows).rstrip("\n").split("\n")


def _file_rows(text: str) -> list[str]:
    return [FILE_ROW, *text.replace("\r\n", "\n").removesuffix("\n").split("\n")] if text else []


def rows_of_qb64(texts: Sequence[str]) -> list[Rows | None]:
    """Returns what programs show in QB64-PE: None for one that it does not compile or run to its end."""
    if not texts:
        return []
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "p.bas").write_text(_together(texts), encoding="cp437")
        command = [QB64, "-x", "-q", str(folder / "p.bas"), "-o", str(folder / "p")]
        subprocess.run(command, cwd=Path(QB64).parent, capture_output=True, check=False)
        shown: list[Rows] = []
        if (folder / "p").exists():
            with suppress(subprocess.TimeoutExpired):
                subprocess.run([str(folder / "p")], cwd=folder, capture_output=True, check=False, timeout=20)
            out = folder / "out.txt"
            shown = list(_shown(out.read_bytes().decode("cp437"))) if out.exists() else []
    if len(shown) == len(texts):
        return [*shown]
    if len(texts) == 1:
        return [None]
    half = len(texts) // 2
    return [*rows_of_qb64(texts[:half]), *rows_of_qb64(texts[half:])]


def _shown(text: str) -> Iterator[Rows]:
    for part in text.replace("\r\n", "\n").split(NEXT_PROGRAM + "\n")[:-1]:
        rows, _, written = part.partition(FILE_ROW + "\n")
        yield (*_trimmed(rows.replace("\0", " ").split("\n")), *_file_rows(written.replace("\r", "\n")))


def _together(texts: Sequence[str]) -> str:
    """Returns one program of QB64 that runs others, each with names of its own."""
    mains: list[str] = ["$SCREENHIDE"]
    subs: list[str] = [DUMP]
    for number, text in enumerate(texts):
        found = SUB.search(text)
        main, sub = (text[: found.start()], text[found.start() :]) if found else (text, "")
        data = [line for line in main.splitlines() if line.startswith("DATA ")]
        lines = [line for line in main.splitlines() if not line.startswith("DATA ")]
        own = [f"GOTO ZE{number}" if line == "END" else _renamed(line, number) for line in lines]
        begin = [f"ON ERROR GOTO ZT{number}", "CLS", "DEFSNG A-Z", *([f"RESTORE ZD{number}"] if data else [])]
        trap = [f"ZE{number}: CLOSE", "ON ERROR GOTO 0", "CALL ZDump", f"GOTO ZN{number}"]
        trap += [f'ZT{number}: PRINT "ERROR"; ERR', f"RESUME ZE{number}", f"ZN{number}:"]
        mains += [*begin, *own, *([f"ZD{number}:", *data] if data else []), *trap]
        defs = ["DEFSNG A-Z", *DEFS.findall(main)]
        if sub:
            for part in re.split(r"(?m)^(?=(?:SUB|FUNCTION) )", sub):
                subs += [*defs, *(_renamed(line, number) for line in part.splitlines())] if part.strip() else []
    return "\n".join([*mains, "SYSTEM", *subs]) + "\n"


def _renamed(line: str, number: int) -> str:
    def word(found: re.Match[str]) -> str:
        text = found[0]
        if text[0] in '"&0123456789.' or text.startswith("DATA ") or text in KEYWORDS:
            return text
        return f"{text.removesuffix('$')}Z{number}{'$' * text.endswith('$')}"

    line = LABEL.sub(r"\1 GOTO \2", line)
    return line if DEFS.match(line) else WORD.sub(word, line)


#: Adds the screen and the file to out.txt, and deletes the file.
DUMP: Final = f"""
SUB ZDump
OPEN "out.txt" FOR APPEND AS #97
FOR ZR% = 1 TO 25
ZA$ = ""
FOR ZC% = 1 TO 80
ZA$ = ZA$ + CHR$(SCREEN(ZR%, ZC%))
NEXT
PRINT #97, RTRIM$(ZA$)
NEXT
PRINT #97, "{FILE_ROW}"
IF _FILEEXISTS("{DATA_FILE}") THEN
OPEN "{DATA_FILE}" FOR BINARY AS #98
ZB$ = SPACE$(LOF(98))
GET #98, , ZB$
CLOSE #98
PRINT #97, ZB$;
KILL "{DATA_FILE}"
END IF
PRINT #97, "{NEXT_PROGRAM}"
CLOSE #97
END SUB
"""
