"""The statements of a listing. `line` counts from 1.

A line is parsed into statements as they are written. structure.py replaces those that open, divide and close blocks
by jumps and labels, so that the table of a whole listing has no blocks.
"""

from __future__ import annotations

from dataclasses import dataclass

from historic.basic.language.terms import Argument, Element, Expression, Target, Variable, WholeArray

# ---- statements that run one after the other


@dataclass(frozen=True)
class Let:
    """An assignment, or the definition of a `constant`."""

    line: int
    target: Target
    value: Expression
    constant: bool = False


@dataclass(frozen=True)
class Swap:
    """SWAP."""

    line: int
    left: Target
    right: Target


@dataclass(frozen=True)
class Spacing:
    """TAB or SPC among the items of PRINT."""

    to_column: bool
    count: Expression


@dataclass(frozen=True)
class Print:
    """PRINT: its expressions, with the ";" and "," between and behind them. `file` is the number behind `#`.

    USING has a `picture` of the numbers. With `quoted`, the statement is WRITE.
    """

    line: int
    items: tuple[Expression | Spacing | str, ...]
    file: Expression | None = None
    picture: Expression | None = None
    quoted: bool = False


@dataclass(frozen=True)
class Input:
    """INPUT, from the file of a number, or, if that is None, from the keyboard.

    `mark` is the "? " behind the prompt, or '' after a comma. With `stay`, the cursor stays behind what is typed. A
    `whole` line goes into one string variable: LINE INPUT.
    """

    line: int
    prompt: str
    mark: str
    targets: tuple[Target, ...]
    file: Expression | None = None
    stay: bool = False
    whole: bool = False


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
    """RESTORE, with the label below which READ continues, or '' for the first DATA."""

    line: int
    label: str


@dataclass(frozen=True)
class Act:
    """A statement that only gives its arguments to something outside the program. None is an argument left out.

    `action` is what the statement calls, and `texts` are the places of the arguments that are strings.
    """

    line: int
    action: str
    arguments: tuple[Argument | None, ...] = ()
    texts: tuple[int, ...] = ()


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
    empty for an array whose bounds the program calculates, and None for a variable.
    """

    name: str
    type: str
    bounds: tuple[tuple[int | None, int], ...] | None = None


@dataclass(frozen=True)
class Dim:
    """DIM, COMMON and STATIC, and SHARED in a SUB.

    `where` says whose the names are: '' the SUB's or main program's own, 'shared' (DIM SHARED) those of all SUBs too,
    'main' (SHARED) those of the main program, and 'static' those of all calls of the SUB.
    """

    line: int
    names: tuple[Declared, ...]
    where: str = ""


@dataclass(frozen=True)
class Redim:
    """DIM with calculated bounds, and, with `again`, REDIM: an array with its upper bounds, and the lower ones."""

    line: int
    array: Element
    lows: tuple[Expression | None, ...]
    again: bool


@dataclass(frozen=True)
class Erase:
    """ERASE."""

    line: int
    arrays: tuple[WholeArray, ...]


@dataclass(frozen=True)
class DefType:
    """DEFINT and the like: the letters with which names begin, and the type of those that say none."""

    line: int
    letters: frozenset[str]
    type: str


@dataclass(frozen=True)
class DefFn:
    """DEF FN in one line."""

    line: int
    name: str
    parameters: tuple[Declared, ...]
    value: Expression


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
    """A label, or the number of a line."""

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
    """RETURN, behind the GOSUB or to a label."""

    line: int
    label: str = ""


@dataclass(frozen=True)
class OnError:
    """ON ERROR GOTO; without a label, errors end the program again."""

    line: int
    label: str


@dataclass(frozen=True)
class Resume:
    """RESUME: the statement with the error runs again, or, with `behind`, the one behind it, or those at a label."""

    line: int
    label: str = ""
    behind: bool = False


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
    """SUB or FUNCTION, up to its EndSub. With `static`, it keeps its own variables from call to call."""

    line: int
    name: str
    parameters: tuple[Declared, ...]
    kind: str = "SUB"
    static: bool = False


@dataclass(frozen=True)
class EndSub:
    """END SUB and END FUNCTION, or, if it is not `silent`, EXIT SUB and EXIT FUNCTION."""

    line: int
    silent: bool = True
    kind: str = "SUB"


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


Simple = Let | Swap | Print | Input | Read | Data | Restore | Act | WaitForKey
Declaration = Dim | Redim | Erase | DefType | DefFn | OptionBase
Flow = Label | Goto | Jump | Gosub | On | OnError | Resume | Return | Stop | CallSub | Sub | EndSub
Block = If | Else | EndIf | For | Next | Do | Loop | While | Wend | Exit | Select | Case | EndSelect
Statement = Simple | Declaration | Flow | Block


def expressions_of(statement: Statement) -> list[Expression]:
    """Returns the expressions of a statement of the table, its targets included."""
    parts: list[Argument | None]
    match statement:
        case Let():
            parts = [statement.target, statement.value]
        case Swap():
            parts = [statement.left, statement.right]
        case On():
            parts = [statement.number]
        case Print():
            items = [part.count if isinstance(part, Spacing) else part for part in statement.items]
            parts = [statement.file, statement.picture, *(part for part in items if not isinstance(part, str))]
        case Input():
            parts = [statement.file, *statement.targets]
        case WaitForKey():
            parts = [statement.target]
        case Read():
            parts = [*statement.targets]
        case Act() | CallSub():
            parts = [*statement.arguments]
        case Redim():
            parts = [statement.array, *statement.lows]
        case DefFn():
            parts = [statement.value]
        case Jump():
            parts = [statement.condition]
        case For():
            parts = [statement.counter, statement.start, statement.limit, statement.step]
        case _:
            parts = []
    return [part for part in parts if part is not None and not isinstance(part, WholeArray)]


def labels_of(statement: Statement) -> list[str]:
    """Returns the labels of the listing to which a statement can jump."""
    match statement:
        case Goto(label=str(label)) | Gosub(label=label) | Return(label=label) | OnError(label=label):
            return [label] if label else []
        case Resume(label=label):
            return [label] if label else []
        case On(labels=labels):
            return list(labels)
        case _:
            return []
