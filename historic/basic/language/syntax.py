"""The statements of a listing, as parsing.py makes them and the compiler reads them. `line` counts from 1."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from historic.basic.language.terms import Argument, Expression, Target, Variable

# ---- statements that run one after the other


@dataclass(frozen=True)
class Let:
    """An assignment."""

    line: int
    target: Target
    value: Expression


@dataclass(frozen=True)
class Print:
    """PRINT: its expressions, with the ";" and "," between and behind them."""

    line: int
    items: tuple[Expression | str, ...]


@dataclass(frozen=True)
class Input:
    """INPUT, with its prompt, into one variable. `mark` is the "? " behind the prompt, or '' after a comma."""

    line: int
    prompt: str
    mark: str
    target: Target


@dataclass(frozen=True)
class LineInput:
    """LINE INPUT into one string variable: from the file of a number, or, if that is None, from the keyboard."""

    line: int
    prompt: str
    file: Expression | None
    target: Target


@dataclass(frozen=True)
class Read:
    """READ."""

    line: int
    targets: tuple[Target, ...]


@dataclass(frozen=True)
class Data:
    """DATA: it does nothing where it stands."""

    line: int
    values: tuple[float | str, ...]


#: The names of the statements that only give their arguments to something outside the program.
Action = Literal["locate", "clear", "screen_mode", "draw_line", "color", "open_file", "close_files", "change_folder"]


@dataclass(frozen=True)
class Act:
    """LOCATE, CLS, SCREEN, LINE, COLOR, OPEN, CLOSE or CHDIR. None stands for an argument that is left out."""

    line: int
    action: Action
    arguments: tuple[Expression | None, ...] = ()


@dataclass(frozen=True)
class CallSub:
    """CALL."""

    line: int
    name: str
    arguments: tuple[Argument, ...]


@dataclass(frozen=True)
class Gosub:
    """GOSUB."""

    line: int
    label: str


@dataclass(frozen=True)
class WaitForKey:
    """A loop that does nothing but ask INKEY$ until a key is pressed, and the variable that gets the key, if any."""

    line: int
    target: Variable | None


# ---- declarations


@dataclass(frozen=True)
class Declared:
    """A name in DIM, COMMON SHARED or the head of a SUB: the type behind AS, or '?' without AS.

    `bounds` are the lower and the upper bound of each subscript, the lower one None where OPTION BASE says it. They are
    empty for an array without bounds, and None for a variable.
    """

    name: str
    type: str
    bounds: tuple[tuple[int | None, int], ...] | None = None


@dataclass(frozen=True)
class Dim:
    """DIM, DIM SHARED and COMMON SHARED."""

    line: int
    names: tuple[Declared, ...]
    shared: bool = False


@dataclass(frozen=True)
class DefInt:
    """DEFINT: the letters with which a name that says no type begins, if it is an INTEGER."""

    line: int
    letters: frozenset[str]


@dataclass(frozen=True)
class OptionBase:
    """OPTION BASE."""

    line: int
    base: int


# ---- jumps


@dataclass(frozen=True)
class Label:
    """A label: the place to which GOTO and GOSUB jump."""

    line: int
    name: str


@dataclass(frozen=True)
class Goto:
    """GOTO, a label behind THEN, EXIT FOR or EXIT DO."""

    line: int
    label: str


@dataclass(frozen=True)
class Return:
    """RETURN."""

    line: int


@dataclass(frozen=True)
class StopStatement:
    """STOP and END."""

    line: int


@dataclass(frozen=True)
class LeaveSub:
    """EXIT SUB."""

    line: int


# ---- statements with a body


@dataclass(frozen=True)
class Branch:
    """ELSEIF with its condition and body, or ELSE, whose condition is None."""

    line: int
    condition: Expression | None
    body: list[Item]


@dataclass(frozen=True)
class If:
    """IF, with the statements that run if the condition holds, or, if `negated`, does not hold; then its branches."""

    line: int
    condition: Expression
    body: list[Item]
    negated: bool = False
    branches: tuple[Branch, ...] = ()


@dataclass(frozen=True)
class CaseTest:
    """One test of a CASE: a comparison of the selector with a value; `TO` has a lower and an upper value."""

    operator: str
    values: tuple[Expression, ...]


@dataclass(frozen=True)
class Case:
    """CASE with its tests and body; CASE ELSE has no tests."""

    line: int
    tests: tuple[CaseTest, ...]
    body: list[Item]


@dataclass(frozen=True)
class Select:
    """SELECT CASE. names.py makes an assignment and an If of it."""

    line: int
    selector: Expression
    cases: tuple[Case, ...]


@dataclass(frozen=True, eq=False)
class For:
    """FOR with its body up to NEXT. `step` is None where there is no STEP."""

    line: int
    counter: Variable
    start: Expression
    limit: Expression
    step: Expression | None
    body: list[Item] = field(default_factory=list)
    last_line: int = 0


@dataclass(frozen=True)
class LoopTest:
    """WHILE or UNTIL behind DO or LOOP."""

    condition: Expression
    until: bool


@dataclass(frozen=True, eq=False)
class Do:
    """DO with its body up to LOOP, and the test of each of the two."""

    line: int
    first: LoopTest | None
    body: list[Item] = field(default_factory=list)
    last: LoopTest | None = None
    last_line: int = 0


@dataclass(frozen=True)
class ForStep:
    """One of the three steps of a FOR that a jump enters from outside: 'start', 'leave' (to `label`) or 'next'."""

    line: int
    step: str
    loop: For
    label: str = ""


Loop = For | Do
Simple = Let | Print | Input | LineInput | Read | Data | Act | CallSub | Gosub | WaitForKey
Declaration = Dim | DefInt | OptionBase
Jump = Label | Goto | Return | StopStatement | LeaveSub | ForStep
Item = Simple | Declaration | Jump | If | Select | For | Do


@dataclass(frozen=True)
class Sub:
    """A SUB up to END SUB."""

    line: int
    name: str
    parameters: tuple[Declared, ...]
    body: list[Item]


@dataclass(frozen=True)
class Program:
    """A listing: the main program and its SUBs."""

    main: list[Item]
    subs: tuple[Sub, ...]
