"""The listing in C as a side: c_witness.py translates it, the C compiler compiles it, and it runs as a child process.

What it reports comes over a pipe, in the form that c_machine.c describes.
"""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import tempfile
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from importlib.resources import files
from math import prod
from pathlib import Path
from typing import IO, Final, cast

from historic.basic import BasicError, Stop
from modern.players.spec import command_words
from modern.proof.c_witness import translated
from modern.proof.sides import SCORE, WATCHED, Watch, WatchedRun, WatchedSide
from modern.proof.variables import Layout
from modern.system import own_group

#: Optimised, with each operation on floats rounded by itself: no fused multiply and add.
FLAGS: Final = ("-std=c99", "-O1", "-w", "-ffp-contract=off")
#: How a command ends, in c_machine.c.
STOPPED: Final = 1
FAILED: Final = 2
#: The bytes of a number in a report.
NUMBER_SIZE: Final = 8
#: The bytes of the digest of a screen's dots, as in machine.py.
DOTS_DIGEST_SIZE: Final = 8


class CompilerFailed(Exception):
    """There is no C compiler, or it refused the program. The message is one line."""


@dataclass(frozen=True)
class CSide(WatchedSide):
    """A listing that was compiled to the file `program`. `labels` and `under` are those of its translation."""

    name = "the listing in C"
    program: str
    layout: Layout
    labels: tuple[str, ...]
    under: tuple[str, ...]

    def start(self, watch: Watch, lines: int | None = None) -> CSideRun:
        """Returns a new run, in its own child process."""
        return CSideRun(self, watch, lines)


class CSideRun(WatchedRun):
    """A run of the listing in C."""

    def __init__(self, side: CSide, watch: Watch, lines: int | None) -> None:
        super().__init__(side.layout, watch)
        self.side = side
        words = [side.program, str(-1 if lines is None else lines)]
        # A session of its own: Ctrl-C ends the proof, which then ends the child.
        pipe = subprocess.PIPE
        self.child = subprocess.Popen(words, stdin=pipe, stdout=pipe, **own_group())
        self.commands, self.reports = cast("IO[bytes]", self.child.stdin), cast("IO[bytes]", self.child.stdout)
        self.score = 0.0
        self.state = array("d")
        self.strings: tuple[str, ...] = ()

    def main(self) -> None:
        """Runs the program from its first line. Always raises something: Stop, or the error that ended it."""
        self._run(b"M")

    def gosub(self, label: str) -> None:
        """Runs a subroutine."""
        self._run(struct.pack("=ci", b"G", self.side.labels.index(label)))

    def get(self, name: str) -> float:
        """Returns the score that was last reported. Nothing else of a run is asked for by name."""
        if name != SCORE:
            raise KeyError(name)
        return self.score

    def set(self, name: str, value: float) -> None:
        """Assigns a variable."""
        self._send(struct.pack("=cid", b"N", self.layout.numbers.index(name), value))

    def set_elements(self, array: str, values: Sequence[int]) -> None:
        which = [name for name, _ in self.layout.arrays].index(array)
        bounds = self.layout.arrays[which][1]
        if len(values) != prod(bound + 1 for bound in bounds):
            raise ValueError(f"{array} does not have {len(values)} elements")
        self._send(struct.pack(f"=ci{len(values)}d", b"A", which, *values))

    def numbers(self) -> Iterable[float]:
        """Returns all numbers that the last report of a state has."""
        return self.state

    def texts(self) -> tuple[str, ...]:
        """Returns all strings that the last report of a state has."""
        return self.strings

    def ended(self, how: str) -> None:
        """Called at the end, when the child has nothing more to do."""
        self._close()
        super().ended(how)

    def _run(self, command: bytes) -> None:
        """Sends a command and takes its reports. Raises what ends it. The child ends if anything at all is raised."""
        try:
            self._send(command)
            while self._took_report():
                pass
        except BaseException:
            self.child.kill()
            self._close()
            raise

    def _took_report(self) -> bool:
        """Takes a report, and returns False if the command has ended. Raises Stop and BasicError."""
        kind = self._bytes(1)
        if kind == b"P":
            self.notes.on_print(self._text())
        elif kind == b"S":
            rows, dots = self._text(), self._bytes(self._int())
            self.notes.on_print(rows + blake2b(dots, digest_size=DOTS_DIGEST_SIZE).hexdigest())
        elif kind == b"K":
            (self.score,) = struct.unpack("=d", self._bytes(NUMBER_SIZE))
            self._note_score()
        elif kind == b"R":
            label = self.side.labels[self._int()]
            self._take_state()
            self.returned(label)
        else:
            how, code, line = self._int(), self._int(), self._int()
            self._take_state()
            if how == STOPPED:
                raise Stop
            if how == FAILED:
                raise BasicError(code, f"in line {line}", self.side.under[line])
            return False
        return True

    def _take_state(self) -> None:
        self.state = array("d", self._bytes(NUMBER_SIZE * len(self.layout.places)))
        self.strings = tuple(self._text() for _ in self.layout.texts)

    def _text(self) -> str:
        return self._bytes(self._int()).decode("ascii")

    def _int(self) -> int:
        (number,) = struct.unpack("=i", self._bytes(4))
        return cast("int", number)

    def _bytes(self, count: int) -> bytes:
        found = self.reports.read(count)
        if len(found) != count:
            raise RuntimeError(f"{self.side.program} ended with {self.child.wait()} in the middle of a report")
        return found

    def _send(self, command: bytes) -> None:
        self.commands.write(command)
        self.commands.flush()

    def _close(self) -> None:
        self.commands.close()
        self.reports.close()
        self.child.wait()


@contextmanager
def c_side(text: str, labels: Sequence[str] = WATCHED) -> Iterator[CSide]:
    """Compiles a listing's text in a temporary folder. Raises WitnessRefused and CompilerFailed."""
    with tempfile.TemporaryDirectory() as folder:
        translation = translated(text, labels)
        program = _compiled(translation.code, Path(folder))
        yield CSide(str(program), translation.layout, translation.labels, translation.under)


def _compiled(code: str, folder: Path) -> Path:
    """Compiles listing.c with the machine, and returns the program. The variable CC names another compiler."""
    compiler = command_words(os.environ.get("CC", "")) or ["cc"]
    if not shutil.which(compiler[0]):
        raise CompilerFailed(f"no C compiler called '{compiler[0]}'; install one, or name it in the variable CC")
    machine, program = folder / "c_machine.c", folder / "listing"
    machine.write_text((files("modern.proof") / "c_machine.c").read_text(encoding="ascii"), encoding="ascii")
    (folder / "listing.c").write_text(code, encoding="ascii")
    result = subprocess.run(
        [*compiler, *FLAGS, "-o", str(program), str(machine), "-lm"], capture_output=True, text=True, check=False
    )
    if result.returncode:
        reason = next(iter(result.stderr.splitlines()), f"exit status {result.returncode}")
        raise CompilerFailed(f"the C compiler refused the listing in C: {reason}")
    return program
