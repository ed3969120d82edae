"""Small BASIC programs with what PC-BASIC, an emulator of GW-BASIC, printed: tests/data/gw-basic.toml.

`python tests/shared/gw_basic.py` runs them all in the `pcbasic` on the PATH and writes the file again.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from basic_runs import Keys, Paper

from historic.basic.language import LineError, ListingRun, compile_listing
from historic.machine.screen import Screen

FILE: Final = Path(__file__).parents[1] / "data" / "gw-basic.toml"
PC_BASIC: Final = shutil.which("pcbasic")

LABEL: Final = re.compile(r"^([A-Z][A-Z0-9]*):")
STRING_OR_WORD: Final = re.compile(r'"[^"]*"|[A-Z][A-Z0-9]*')


@dataclass(frozen=True)
class Program:
    """One program, with labels. `here` and `why` are set where this BASIC prints something else than PC-BASIC."""

    name: str
    shows: str
    text: str
    pc_basic: tuple[str, ...]
    here: tuple[str, ...] = ()
    why: str = ""


def programs() -> list[Program]:
    return [
        Program(
            name=row["name"],
            shows=row["shows"],
            text=row["text"],
            pc_basic=tuple(row["pc_basic"]),
            here=tuple(row.get("here", ())),
            why=row.get("why", ""),
        )
        for row in tomllib.loads(FILE.read_text(encoding="ascii"))["program"]
    ]


def numbered(text: str) -> str:
    """Returns a program with line numbers in place of labels: ten times the number of its line."""
    lines = text.splitlines()
    labels = {match[1]: 10 * place for place, line in enumerate(lines, 1) if (match := LABEL.match(line))}

    def jump(match: re.Match[str]) -> str:
        return str(labels.get(match[0], match[0]))

    statements = (STRING_OR_WORD.sub(jump, LABEL.sub("", line)) or "REM" for line in lines)
    return "".join(f"{10 * place} {line}\n" for place, line in enumerate(statements, 1))


def rows_of_pc_basic(text: str) -> tuple[str, ...]:
    """Returns the rows that PC-BASIC prints for a program, the message of an error included."""
    assert PC_BASIC
    with TemporaryDirectory() as folder:
        file = Path(folder) / "PROGRAM.BAS"
        file.write_text(numbered(text), encoding="ascii", newline="\r\n")
        done = subprocess.run(
            [PC_BASIC, "--interface=none", "--output=STDIO", "--quit=True", f"--run={file}"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=30,
            check=True,
        )
    # A message ends in a blank that is no ASCII.
    return tuple(done.stdout.decode("ascii", errors="ignore").replace("\r\n", "\n").splitlines())


class PcBasicSession:
    """PC-BASIC in this process, which runs one program after the other, with a folder for their files."""

    def __init__(self, session: Callable[..., Any], folder: Path) -> None:
        self.output = BytesIO()
        self.session = session(
            output_streams=[self.output], input_streams=[], devices={"C": str(folder)}, current_device="C"
        )
        self.session.start()

    def rows(self, text: str) -> tuple[str, ...]:
        """Returns the rows that a program prints, the message of an error included."""
        for line in ("CLOSE:NEW", "CLS:KEY OFF:CLEAR", *numbered(text).splitlines()):
            self.session.execute(line)
        self.output.seek(0)
        self.output.truncate()
        self.session.execute("RUN")
        printed = self.output.getvalue().decode("ascii", errors="ignore")
        self.session.execute("CLOSE")
        return tuple(printed.replace("\r\n", "\n").splitlines())


def rows_here(text: str, folder: Path | None = None) -> tuple[str, ...]:
    """Returns the rows that this BASIC prints, and an error as GW-BASIC would word it: with the number of its line."""
    paper = Paper()
    run = ListingRun(compile_listing(text), Screen(Keys(), paper), folder=folder)
    try:
        run.run()
    except LineError as error:
        if not paper.text.endswith("\n") and paper.text:
            paper.text += "\n"
        paper.text += f"{error.message} in {10 * error.line}\n"
    return tuple(paper.text.splitlines())


def written(rows: list[Program]) -> str:
    """Returns the text of the file that holds these programs."""
    return "\n".join(_entry(row) for row in rows)


def _entry(row: Program) -> str:
    lines = ["[[program]]", f"name = {json.dumps(row.name)}", f"shows = {json.dumps(row.shows)}"]
    if row.why:
        lines.append(f"why = {json.dumps(row.why)}")
    lines += ["text = '''", *row.text.splitlines(), "'''", f"pc_basic = {_array(row.pc_basic)}"]
    if row.why:
        lines.append(f"here = {_array(row.here)}")
    return "\n".join(lines) + "\n"


def _array(rows: tuple[str, ...]) -> str:
    return "[" + "".join(f"\n    {json.dumps(row)}," for row in rows) + "\n]"


def main() -> None:
    """Writes the file again, with what PC-BASIC prints now."""
    rows = [replace(row, pc_basic=rows_of_pc_basic(row.text)) for row in programs()]
    FILE.write_text(written(rows), encoding="ascii")


if __name__ == "__main__":
    main()
