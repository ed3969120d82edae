"""Steps through turns of the 1994 program by keys (`run --step`), and prints a trace of one (`think --trace`)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from historic.basic import Stop, print_number, single
from historic.machine import process
from historic.machine.terminal import Terminal
from historic.memory import BOARD_SIZE
from historic.position.squares import SQUARES
from historic.program import Program
from historic.study.diagram import board_lines, think_move_board_lines
from historic.study.terms import BORDER
from historic.tables import LETTERS
from modern.cli.shell import echo
from modern.facts import in_quotes
from modern.proof.recorder import LAYOUT, RETURN, Event, Part, port_line
from modern.proof.stepper import BREAKPOINTS, LABEL_TEXTS, Stepper, quirks, sentence

INDENT: Final = "  "
#: Where the port's own line begins beside a step.
_CODE_COLUMN: Final = 80

#: The keys of QBasic's menu, as terminals send them, and the letters for the same.
_F5: Final = ("\x1b[15~", "\x1b[[E", "g")
_F8: Final = ("\x1b[19~", "s", "\r", " ")
_F9: Final = ("\x1b[20~", "k")
_F10: Final = ("\x1b[21~", "o")
_BACK: Final = ("\x1b[D", "\x1b[A", "\x7f", "b")

KEYS_HELP: Final = """\
F8, Enter or s   the next step
F10 or o         over a GOSUB
u                out of the label
Backspace or b   back
r                the next reply that is tried
c                the next candidate
e                the choice, the end of the turn
F5 or g          run to a breakpoint
F9 or k          set or clear a breakpoint
p                the position, the stack and the variables
t                the think move boards
q                quit
?                this list

The number and the code beside a step are its line of historic/program.py."""


def trace_lines(part: Part) -> Iterator[str]:
    """Yields a line for each event of a part, indented by the depth of the GOSUB stack."""
    width = terminal_width()
    for event, before, after, stack in part.moments():
        yield line_of(event, before, after, stack, width)


def line_of(
    event: Event, before: Sequence[float], after: Sequence[float], stack: Sequence[str], width: int | None = None
) -> str:
    """Returns an event as a line: its label, its effect, the quirks at work, and the line in historic/program.py.

    The line is indented by the depth of the GOSUB stack; a RETURN stands below its GOSUB. If it is longer than `width`,
    the line in historic/program.py stands below the rest.
    """
    depth = len(stack) + (event.kind == RETURN)
    mark = "RETURN from " if event.kind == RETURN else ""
    found = ", ".join(quirks(event, before, after))
    remark = f"  [quirk: {found}]" if found else ""
    told = f"{INDENT * (depth - 1)}{mark}{event.place}: {sentence(event, before, after)}{remark}"
    number, code = port_line(event)
    line = f"{told:<{_CODE_COLUMN - 1}} {number}: {code}"
    if width is None or len(line) <= width:
        return line
    return f"{fitted(told, width)}\n{fitted(f'{INDENT * (depth + 1)}{number}: {code}', width)}"


def fitted(line: str, width: int | None) -> str:
    """Returns a line as lines of at most `width` characters; the following ones are indented a little further."""
    return line if width is None or len(line) <= width else "\n".join(process.rows_of(line, width, INDENT))


def terminal_width() -> int | None:
    """Returns the number of columns of the terminal, or None if the output is no terminal."""
    return process.terminal_width(sys.stdout) if sys.stdout.isatty() else None


def step_through(program: Program) -> None:
    """Plays turn after turn from the program's position, and reads keys at each step. Ends with `q` or the input's end.

    Raises BasicError if the program stops with an error.
    """
    with Terminal(sys.stdin, sys.stdout) as terminal:
        side = "white"
        breakpoints: set[str] = set()
        echo(KEYS_HELP)
        try:
            while True:
                echo(f"\n{side.capitalize()}'s turn")
                _Session(Stepper(program, side), terminal.keyboard.key, terminal.keyboard.line, breakpoints).run()
                thought = program.play(side)
                echo(f"{side.capitalize()} plays {thought.move or 'no move'}.")
                side = "black" if side == "white" else "white"
        except Stop:
            return


class _Session:
    """Reads keys for one turn."""

    def __init__(
        self, stepper: Stepper, key: Callable[[], str], line: Callable[[], str], breakpoints: set[str]
    ) -> None:
        self.stepper = stepper
        self.key = key
        self.line = line
        self.breakpoints = breakpoints
        self.moves: dict[str, Callable[[], bool]] = {
            **dict.fromkeys(_F8, stepper.step),
            **dict.fromkeys(_F10, stepper.over),
            **dict.fromkeys(_F5, lambda: stepper.run(breakpoints)),
            **dict.fromkeys(_BACK, stepper.back),
            "u": stepper.out,
            "r": stepper.reply,
            "c": stepper.candidate,
            "e": stepper.choice,
        }

    def run(self) -> None:
        """Shows where the turn stands, and obeys keys, until a step leads out of the turn. Raises Stop for `q`."""
        self._show()
        while True:
            key = self.key()
            if key == "q":
                raise Stop
            if key in self.moves:
                if not self.moves[key]():
                    if key in _BACK:
                        echo("This is the beginning of the turn.")
                        continue
                    return
                self._show()
            elif key in _F9:
                self._toggle()
            elif key == "p":
                echo("\n".join(fitted(line, terminal_width()) for line in self._position()))
            elif key == "t":
                echo("\n".join(self._think_move_boards()))
            elif key == "?":
                echo(KEYS_HELP)
            elif key.isprintable():
                echo(f"{in_quotes(key)} does nothing here; press ? for the list of keys")

    def _show(self) -> None:
        echo(line_of(*self.stepper.moment(), terminal_width()))

    def _toggle(self) -> None:
        echo(fitted(f"Breakpoint at which label? {' '.join(BREAKPOINTS)}", terminal_width()))
        label = self.line().strip().upper()
        if label not in BREAKPOINTS:
            echo(f"{in_quotes(label[:40])} is not a label with breakpoints; nothing was changed")
        elif label in self.breakpoints:
            self.breakpoints.remove(label)
            echo(f"no breakpoint at {label}")
        else:
            self.breakpoints.add(label)
            echo(fitted(f"breakpoint at {label}: {LABEL_TEXTS[label]}", terminal_width()))

    def _position(self) -> Iterator[str]:
        event, _, numbers, stack = self.stepper.moment()
        row = _row(numbers, 0)
        letters = [*LETTERS, *"-" * BORDER]  # before BOARD has filled it, the board is nothing but border
        yield from board_lines({square: letters[int(row[square])] for square in SQUARES if row[square]})
        yield f"stack: {' > '.join(stack)}"
        values = dict(zip(LAYOUT.numbers, numbers, strict=False))
        yield "  ".join(f"{name}={print_number(single(value)).strip()}" for name, value in values.items())
        changed = [LAYOUT.places[place] for place, _ in event.changes]
        yield f"changed: {' '.join(changed) or 'nothing'}"

    def _think_move_boards(self) -> Iterator[str]:
        numbers = self.stepper.moment()[2]
        for row, name in ((1, "White"), (2, "Black")):
            yield f"{name}'s think move board"
            bits = [int(value) for value in _row(numbers, row)]
            lines = think_move_board_lines(bits)
            width = terminal_width() or max(map(len, lines))
            yield from lines if max(map(len, lines)) <= width else think_move_board_lines(bits, has_border=False)


def _row(numbers: Sequence[float], row: int) -> Sequence[float]:
    first = len(LAYOUT.numbers) + row * BOARD_SIZE
    return numbers[first : first + BOARD_SIZE]
