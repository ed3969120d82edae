"""The benchmark of the BASIC that runs listings: statements per second of one small program.

The peer is the same program written in Python by hand. PC-BASIC (https://robhagemans.github.io/pcbasic/), an emulator
of GW-BASIC in Python, runs it too if `pcbasic` is on the PATH; its rate includes its start.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from historic.basic.language import ListingRun, ParserMissing, compile_listing
from modern.bench.rates import BenchError, Comparison

UNIT: Final = "BASIC statements"
PEER: Final = "the same in Python by hand"
LISTING: Final = "gosub basic"
PC_BASIC: Final = "PC-BASIC"

#: How often the program goes over the board. PC-BASIC, which takes longer, does it less often.
TURNS: Final = 200
PC_BASIC_TURNS: Final = 1
#: What the program prints: the moves of a queen, and a quarter of them.
EXPECTED: Final = (1456, 364)
PC_BASIC_TIMEOUT: Final = 300.0


@contextmanager
def comparisons() -> Iterator[list[Comparison]]:
    """Yields the comparison of statements per second. Raises BenchError without lark."""
    try:
        listing = compile_listing(program(TURNS))
    except ParserMissing as missing:
        raise BenchError(str(missing)) from None
    statements = {turns: _statements(turns) for turns in (TURNS, PC_BASIC_TURNS)}

    def run_listing() -> int:
        run = ListingRun(listing)
        run.run()
        _check(LISTING, run.screen.lines()[0])
        return statements[TURNS]

    def run_python() -> int:
        _check(PEER, " ".join(map(str, _queens_reach(TURNS))))
        return statements[TURNS]

    contenders = {LISTING: run_listing, PEER: run_python}
    with TemporaryDirectory() as folder:
        pc_basic = shutil.which("pcbasic")
        if pc_basic:
            file = Path(folder) / "REACH.BAS"
            file.write_text(numbered(program(PC_BASIC_TURNS)), encoding="ascii", newline="\r\n")

            def run_pc_basic() -> int:
                command = [pc_basic, "--interface=none", "--output=STDIO", "--quit=True", f"--run={file}"]
                try:
                    done = subprocess.run(
                        command, stdin=subprocess.DEVNULL, capture_output=True, timeout=PC_BASIC_TIMEOUT, check=False
                    )
                except (OSError, subprocess.TimeoutExpired) as error:
                    raise BenchError(f"{PC_BASIC}: {error}") from None
                _check(PC_BASIC, done.stdout.decode(errors="replace"))
                return statements[PC_BASIC_TURNS]

            contenders[PC_BASIC] = run_pc_basic
        yield [Comparison(UNIT, None, PEER, contenders)]


def program(turns: int) -> str:
    """Returns the program that is measured; it goes over the board `turns` times."""
    text = files("modern.bench").joinpath("queens_reach.bas").read_text(encoding="ascii")
    return text.replace("FOR T=1 TO 1\n", f"FOR T=1 TO {turns}\n")


def numbered(listing: str) -> str:
    """Returns a listing with a number for each line in place of labels. A label must have a line of its own."""
    lines: list[str] = []
    numbers: dict[str, int] = {}
    for line in listing.splitlines():
        if line.endswith(":"):
            numbers[line[:-1]] = 10 * len(lines) + 10
        else:
            lines.append(line)

    def jump(match: re.Match[str]) -> str:
        return f"{match[1]} {numbers[match[2]]}"

    return "".join(
        f"{10 * place + 10} {re.sub(r'(GOTO|GOSUB) ([A-Z0-9]+)', jump, line)}\n" for place, line in enumerate(lines)
    ).replace("STOP\n", "END\n")


def _statements(turns: int) -> int:
    run = ListingRun(compile_listing(program(turns), "count"))
    run.run()
    return run.statements()


def _check(contender: str, output: str) -> None:
    """Raises BenchError if a program has not printed the right numbers."""
    found = tuple(map(int, re.findall(r"\d+", output)[:2]))
    if found != EXPECTED:
        shown = " ".join(output.split())[:80]
        raise BenchError(f"{UNIT}: {contender} printed {shown!r}, and {EXPECTED[0]} {EXPECTED[1]} was expected")


def _queens_reach(turns: int) -> tuple[int, int]:
    """Does what the program does. Its statements are counted as those of the listing."""
    directions = (-13, -12, -11, -1, 1, 11, 12, 13)
    board = [99] * 144
    for y in range(2, 10):
        for x in range(2, 10):
            board[12 * y + x] = 0
    count, total = 0, 0.0
    for _ in range(turns):
        count, total = 0, 0.0
        for square in range(26, 118):
            if board[square]:
                continue
            for direction in directions:
                place = square + direction
                while board[place] != 99:
                    count += 1
                    total += 0.25
                    place += direction
    return count, int(total)
