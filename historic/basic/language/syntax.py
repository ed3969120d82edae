"""The statements of a listing. `line` counts from 1.

A line is parsed into statements as they are written. structure.py replaces those that open, divide and close blocks
by jumps and labels, so that the table of a whole listing has no blocks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from historic.basic.language.terms import Argument, Expression, Target, Variable, WholeArray

# ---- statements that run one after the other


@dataclass(frozen=True)
class Let:
    """An assignment."""

    line: int
    target: Target
    value: Expression


@dataclass(frozen=True)
class Swap:
    """SWAP."""

    line: int
    left: Target
    right: Target


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
    """DATA: it does nothing where it stands. The values are as they are written, a string with its quotation marks."""

    line: int
    values: tuple[str, ...]


@dataclass(frozen=True)
class Restore:
    """RESTORE, with the label below which READ goes on, or '' for the first DATA."""

    line: int
    label: str


#: The names of the statements that only give their arguments to something outside the program.
Action = Literal["locate", "clear", "screen_mode", "draw_line", "color", "open_file", "close_files", "change_folder"]


@dataclass(frozen=True)
class Act:
    """LOCATE, CLS, SCREEN, LINE, COLOR, OPEN, CLOSE or CHDIR. None stands for an argument that is left out."""

    line: int
    action: Action
    arguments: tuple[Expression | None, ...] = ()


@dataclass(frozen=True)
class WaitForKey:
    """A loop that only asks INKEY$ until a key is pressed, and the variable that gets the key, if any."""

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

#: Where a jump leads: a label of the listing, or the number of a label that structure.py makes.
Place = str | int


@dataclass(frozen=True)
class Label:
    """A label."""

    line: int
    name: Place


@dataclass(frozen=True)
class Goto:
    """GOTO, a label behind THEN, or EXIT. It is `silent`, which means not counted, where no statement stands for it."""

    line: int
    label: Place
    silent: bool = False


@dataclass(frozen=True)
class Jump:
    """A jump that is made only if a condition holds, or, with `holds` False, only if it does not hold."""

    line: int
    condition: Expression
    holds: bool
    label: Place
    silent: bool = False


@dataclass(frozen=True)
class Gosub:
    """GOSUB."""

    line: int
    label: str


@dataclass(frozen=True)
class On:
    """ON with GOTO or GOSUB: the number says which of the labels, counted from 1."""

    line: int
    number: Expression
    is_gosub: bool
    labels: tuple[str, ...]


@dataclass(frozen=True)
class Return:
    """RETURN."""

    line: int


@dataclass(frozen=True)
class Stop:
    """STOP and END; `silent` at the end of the text."""

    line: int
    silent: bool = False


@dataclass(frozen=True)
class CallSub:
    """CALL."""

    line: int
    name: str
    arguments: tuple[Argument, ...]


@dataclass(frozen=True)
class Sub:
    """SUB, up to its EndSub."""

    line: int
    name: str
    parameters: tuple[Declared, ...]


@dataclass(frozen=True)
class EndSub:
    """END SUB, or, if it is not `silent`, EXIT SUB."""

    line: int
    silent: bool = True


# ---- what opens, divides and closes a block


@dataclass(frozen=True)
class If:
    """IF. With `in_line`, the statements that depend on it are in the same line."""

    line: int
    condition: Expression
    in_line: bool = False


@dataclass(frozen=True)
class Else:
    """ELSE or, with a condition, ELSEIF."""

    line: int
    condition: Expression | None
    in_line: bool = False


@dataclass(frozen=True)
class EndIf:
    """END IF, or the end of a line with an IF."""

    line: int
    in_line: bool = False


@dataclass(frozen=True)
class For:
    """FOR. In the table it has its number, and the label behind its NEXT."""

    line: int
    counter: Variable
    start: Expression
    limit: Expression
    step: Expression | None
    number: int = 0
    end: Place = 0


@dataclass(frozen=True)
class Next:
    """NEXT, with or without the counter's name. In the table it has its FOR, and the label of the body."""

    line: int
    name: str
    loop: For | None = None
    body: Place = 0


@dataclass(frozen=True)
class LoopTest:
    """WHILE or UNTIL behind DO or LOOP."""

    condition: Expression
    until: bool


@dataclass(frozen=True)
class Do:
    """DO. In the table it does nothing but count."""

    line: int
    test: LoopTest | None = None


@dataclass(frozen=True)
class Loop:
    """LOOP. In the table it does nothing but count."""

    line: int
    test: LoopTest | None = None


@dataclass(frozen=True)
class While:
    """WHILE. In the table it is a Do."""

    line: int
    test: LoopTest


@dataclass(frozen=True)
class Wend:
    """WEND. In the table it is a Loop."""

    line: int
    test: None = None


@dataclass(frozen=True)
class Exit:
    """EXIT FOR or EXIT DO."""

    line: int
    what: str


@dataclass(frozen=True)
class Select:
    """SELECT CASE; the number tells it from others. names.py makes an assignment of it."""

    line: int
    selector: Expression
    number: int = 0


@dataclass(frozen=True)
class CaseTest:
    """One test of a CASE: a comparison of the selector with a value; `TO` has a lower and an upper value."""

    operator: str
    values: tuple[Expression, ...]


@dataclass(frozen=True)
class Case:
    """CASE; CASE ELSE has no tests. In the table it jumps to `label` if no test fits; names.py makes a Jump of it."""

    line: int
    tests: tuple[CaseTest, ...]
    number: int = 0
    label: Place = 0
    silent: bool = False


@dataclass(frozen=True)
class EndSelect:
    """END SELECT."""

    line: int


Simple = Let | Swap | Print | Input | LineInput | Read | Data | Restore | Act | WaitForKey | Dim | DefInt | OptionBase
Flow = Label | Goto | Jump | Gosub | On | Return | Stop | CallSub | Sub | EndSub
Block = If | Else | EndIf | For | Next | Do | Loop | While | Wend | Exit | Select | Case | EndSelect
Statement = Simple | Flow | Block


def expressions_of(statement: Statement) -> list[Expression]:
    """Returns the expressions of a statement of the table, its targets included."""
    match statement:
        case Let():
            return [statement.target, statement.value]
        case Swap():
            return [statement.left, statement.right]
        case On():
            return [statement.number]
        case Print():
            return [part for part in statement.items if not isinstance(part, str)]
        case Input():
            return [statement.target]
        case LineInput():
            return [statement.target, *([statement.file] if statement.file else [])]
        case WaitForKey():
            return [statement.target] if statement.target else []
        case Read():
            return list(statement.targets)
        case Act():
            return [part for part in statement.arguments if part is not None]
        case CallSub():
            return [part for part in statement.arguments if not isinstance(part, WholeArray)]
        case Jump():
            return [statement.condition]
        case For():
            step = [statement.step] if statement.step else []
            return [statement.counter, statement.start, statement.limit, *step]
        case _:
            return []
