"""The parts of a listing: expressions and statements, as parsing.py makes them and the compiler reads them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

# ---- expressions


@dataclass(frozen=True)
class Number:
    """A number, rounded to a SINGLE."""

    value: float


@dataclass(frozen=True)
class Text:
    """A string between quotes."""

    value: str


@dataclass(frozen=True)
class Variable:
    """A variable that is not an array. A name with $ at its end holds a string."""

    name: str


@dataclass(frozen=True)
class Element:
    """An element of an array."""

    name: str
    subscripts: tuple[Expression, ...]


@dataclass(frozen=True)
class Negation:
    """A minus sign before an expression."""

    operand: Expression


@dataclass(frozen=True)
class Binary:
    """An operator between two expressions: + - * / ^, a comparison, AND or OR."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Call:
    """A function: INT, MID$ or INKEY$."""

    function: str
    arguments: tuple[Expression, ...]


Expression = Number | Text | Variable | Element | Negation | Binary | Call
Target = Variable | Element

# ---- statements. `line` counts from 1.


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
    """INPUT, with its prompt, into one variable."""

    line: int
    prompt: str
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


@dataclass(frozen=True)
class Dim:
    """DIM: the names of arrays, with the upper bound of each subscript. All lower bounds are 0."""

    line: int
    arrays: tuple[tuple[str, tuple[int, ...]], ...]


@dataclass(frozen=True)
class Locate:
    """LOCATE row, column."""

    line: int
    row: Expression
    column: Expression


@dataclass(frozen=True)
class Cls:
    """CLS."""

    line: int


@dataclass(frozen=True)
class ScreenMode:
    """SCREEN mode."""

    line: int
    mode: Expression


@dataclass(frozen=True)
class DrawLine:
    """LINE (x1, y1)-(x2, y2), colour."""

    line: int
    arguments: tuple[Expression, ...]


@dataclass(frozen=True)
class Goto:
    """GOTO, or a label behind THEN."""

    line: int
    label: str


@dataclass(frozen=True)
class Gosub:
    """GOSUB."""

    line: int
    label: str


@dataclass(frozen=True)
class Return:
    """RETURN."""

    line: int


@dataclass(frozen=True)
class StopStatement:
    """STOP."""

    line: int


@dataclass(frozen=True)
class WaitForKey:
    """A loop that does nothing but ask INKEY$ until a key is pressed; `label` is where it starts."""

    line: int
    label: str
    target: Variable


@dataclass(frozen=True)
class Label:
    """A label: the place to which GOTO and GOSUB jump."""

    line: int
    name: str


@dataclass(frozen=True)
class If:
    """IF, with the statements that run if the condition holds, or, if `negated`, does not hold."""

    line: int
    condition: Expression
    body: list[Item]
    negated: bool = False


@dataclass(frozen=True, eq=False)
class For:
    """FOR with its body up to NEXT. `step` is None where there is no STEP."""

    line: int
    counter: Variable
    start: Expression
    limit: Expression
    step: Expression | None
    body: list[Item] = field(default_factory=list)
    next_line: int = 0


@dataclass(frozen=True)
class ForStep:
    """One of the three steps of a FOR that a jump enters from outside: 'start', 'leave' (to `label`) or 'next'."""

    line: int
    step: str
    loop: For
    label: str = ""


# ---- headers, which structure.py turns into If and For


@dataclass(frozen=True)
class BlockIf:
    """IF with nothing behind THEN."""

    line: int
    condition: Expression


@dataclass(frozen=True)
class EndIf:
    """END IF."""

    line: int


@dataclass(frozen=True)
class Next:
    """NEXT, with or without the counter's name."""

    line: int
    name: str


Simple = Let | Print | Input | Read | Data | Dim | Locate | Cls | ScreenMode | DrawLine | Gosub | WaitForKey | ForStep
Item = Simple | Goto | Return | StopStatement | Label | If | For
Parsed = Item | BlockIf | EndIf | Next


def is_text(name: str) -> bool:
    """Returns True if a variable or array of this name holds strings."""
    return name.endswith("$")


def walk(items: list[Item]) -> Iterator[Item]:
    """Yields all items, those in the bodies of IF and FOR included."""
    for item in items:
        yield item
        if isinstance(item, If | For):
            yield from walk(item.body)


def ends_flow(item: Item) -> bool:
    """Returns True if what follows `item` is reached only by a jump."""
    return isinstance(item, Goto | Return | StopStatement)


def expressions_of(item: Item) -> list[Expression]:
    """Returns the expressions of one item, its targets included, without those of a body."""
    match item:
        case Let():
            return [item.target, item.value]
        case Print():
            return [part for part in item.items if not isinstance(part, str)]
        case Input() | WaitForKey():
            return [item.target]
        case Read():
            return list(item.targets)
        case Locate():
            return [item.row, item.column]
        case ScreenMode():
            return [item.mode]
        case DrawLine():
            return list(item.arguments)
        case If():
            return [item.condition]
        case For():
            return [item.counter, item.start, item.limit, *([item.step] if item.step else [])]
        case _:
            return []


def parts_of(expression: Expression) -> Iterator[Expression]:
    """Yields an expression and all the expressions in it."""
    yield expression
    match expression:
        case Element():
            inner = expression.subscripts
        case Negation():
            inner = (expression.operand,)
        case Binary():
            inner = (expression.left, expression.right)
        case Call():
            inner = expression.arguments
        case _:
            inner = ()
    for part in inner:
        yield from parts_of(part)
