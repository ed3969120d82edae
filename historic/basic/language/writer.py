"""The text of the compiled program: lines of Python, each with the line of the listing that it comes from."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass
class Loop:
    """A Python loop that is being written, which jumps use.

    `ways` gives, for each label that a statement directly in this loop can reach, the lines of Python that jump there.
    `left_for` are the labels for which a loop inside was left.
    """

    ways: dict[str, list[str]]
    left_for: dict[str, None] = field(default_factory=dict)


class Writer:
    """Collects lines of Python."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        #: The listing's line for each line of Python.
        self.origins: list[int] = []
        self.indent = 0
        self.origin = 0
        self.loops: list[Loop] = []
        #: The number of each label to which jumps lead out of several loops.
        self.numbers: dict[str, int] = {}

    def write(self, *lines: str) -> None:
        """Adds lines at the present indentation."""
        for line in lines:
            self.lines.append(" " * self.indent + line)
            self.origins.append(self.origin)

    @contextmanager
    def indented(self, header: str) -> Iterator[None]:
        """Writes a line that ends in a colon, and indents what is written inside. An empty body becomes `pass`."""
        self.write(header)
        self.indent += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.write("pass")
        self.indent -= 1

    @contextmanager
    def loop(self, header: str, ways: dict[str, list[str]], otherwise: str = "") -> Iterator[None]:
        """Writes a Python loop, `otherwise` as its `else`, and behind it the jumps that leave further loops."""
        start, origin, indent = len(self.lines), self.origin, self.indent
        loop = Loop(ways)
        self.loops.append(loop)
        with self.indented(header):
            yield
        self.loops.pop()
        if otherwise:
            with self.indented("else:"):
                self.write(otherwise)
        if not loop.left_for:
            return
        self.lines.insert(start, " " * indent + "at = 0")
        self.origins.insert(start, origin)
        for label in loop.left_for:
            with self.indented(f"if at == {self.numbers[label]}:"):
                self.jump(label)

    def jump(self, label: str) -> None:
        """Writes a jump to a label that one of the loops around knows a way to."""
        for depth, loop in enumerate(reversed(self.loops)):
            if label not in loop.ways:
                continue
            if depth:
                number = self.numbers.setdefault(label, len(self.numbers) + 1)
                for inner in self.loops[len(self.loops) - depth :]:
                    inner.left_for[label] = None
                self.write(f"at = {number}", "break")
            else:
                self.write(*loop.ways[label])
            return
        raise AssertionError(f"there is no way to the label {label}")
