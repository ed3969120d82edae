"""The statements of a listing. `line` counts from 1.

A line is parsed into statements as they are written. structure.py replaces those that open, divide and close blocks
by jumps and labels, so that the table of a whole listing has no blocks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from historic.basic.language.terms import Expression, Number, Target, Variable

#: The lower and the upper bound of each subscript.
Bounds = tuple[tuple[int, int], ...]
#: The type of a name that says none, in a declaration without AS, and the prefix of the type that is a TYPE's name.
UNSAID: Final = "?"
RECORD: Final = "@"


@dataclass(frozen=True)
class Statement:
    """A statement, with its line."""

    line: int


@dataclass(frozen=True)
class ToLabel(Statement):
    """A statement that leads to a label of the listing. Each one describes its effect without a label."""

    label: str = ""


# ---- statements that run one after the other


@dataclass(frozen=True)
class Let(Statement):
    """An assignment."""

    target: Target
    value: Expression


@dataclass(frozen=True)
class Swap(Statement):
    """SWAP."""

    left: Target
    right: Target


@dataclass(frozen=True)
class Spacing:
    """TAB or SPC among the items of PRINT."""

    to_column: bool
    count: Expression


@dataclass(frozen=True)
class Print(Statement):
    """PRINT: its expressions, with the ";" and "," between and behind them. `file` is the number behind `#`.

    USING has a `picture` for the values behind it, `fields`. With `quoted`, the statement is WRITE.
    """

    file: Expression | None
    items: tuple[Expression | Spacing | str, ...]
    picture: Expression | None = None
    fields: tuple[Expression | Spacing | str, ...] = ()
    quoted: bool = False


@dataclass(frozen=True)
class Input(Statement):
    """INPUT, from the file of a number, or, if that is None, from the keyboard.

    `mark` is the "? " behind the prompt, or '' after a comma. With `stay`, the cursor stays behind the typed text. A
    `whole` line goes into one string variable: LINE INPUT.
    """

    prompt: str
    mark: str
    file: Expression | None
    targets: tuple[Target, ...]
    stay: bool
    whole: bool


@dataclass(frozen=True)
class Read(Statement):
    """READ."""

    targets: tuple[Target, ...]


@dataclass(frozen=True)
class Data(Statement):
    """DATA: it does nothing where it stands. The values are as they are written, a string with its quotation marks."""

    values: tuple[str, ...]


class Restore(ToLabel):
    """RESTORE: READ continues below the label or, without one, with the first DATA."""


@dataclass(frozen=True)
class Act(Statement):
    """A statement that only gives its arguments to something outside the program. None is an argument left out.

    `action` is the function that the statement calls, and `texts` are the places of the arguments that are strings.
    """

    action: str
    arguments: tuple[Expression | None, ...] = ()
    texts: tuple[int, ...] = ()


# ---- declarations


@dataclass(frozen=True)
class Declared:
    """A name in DIM, COMMON SHARED or the head of a SUB: the type behind AS, or UNSAID without AS.

    `bounds` are the lower and the upper bound of each subscript, the lower one None where OPTION BASE says it. They are
    empty for an array as a whole, and None for a variable. A string of fixed length has a `length`.
    """

    name: str
    type: str
    bounds: tuple[tuple[Expression | None, Expression], ...] | None = None
    length: Expression | None = None


@dataclass(frozen=True)
class Dim(Statement):
    """DIM, REDIM, which may come `again`, COMMON and STATIC, and SHARED in a SUB.

    `where` says whose the names are: '' the SUB's or main program's own, 'shared' (DIM SHARED) those of all SUBs too,
    'main' (SHARED) those of the main program, and 'static' those of all calls of the SUB.
    """

    names: tuple[Declared, ...]
    where: str
    again: bool = False

    @property
    def fixed(self) -> list[tuple[Declared, Bounds]]:
        """The arrays that are there before the program runs. It calculates the bounds of the others."""
        found: list[tuple[Declared, Bounds]] = []
        for declared in () if self.again else self.names:
            edges = declared.bounds or ()
            known = [(low, high) for low, high in edges if isinstance(low, Number) and isinstance(high, Number)]
            if known and len(known) == len(edges):
                found.append((declared, tuple((int(low.value), int(high.value)) for low, high in known)))
        return found


@dataclass(frozen=True)
class Const(Statement):
    """A constant of CONST."""

    name: str
    value: Expression


@dataclass(frozen=True)
class Record(Statement):
    """TYPE, up to its EndRecord."""

    name: str


@dataclass(frozen=True)
class Field(Statement):
    """A field of a record."""

    declared: Declared


class EndRecord(Statement):
    """END TYPE."""


@dataclass(frozen=True)
class DefType(Statement):
    """DEFINT and the like: the letters with which names begin, and the type of those that say none."""

    letters: frozenset[str]
    type: str


@dataclass(frozen=True)
class DefFn(Statement):
    """DEF FN in one line."""

    name: str
    parameters: tuple[Declared, ...]
    value: Expression


@dataclass(frozen=True)
class OptionBase(Statement):
    """OPTION BASE."""

    base: int


# ---- jumps

#: Where a jump leads: a label of the listing, or the number of a label that structure.py makes.
Place = str | int


@dataclass(frozen=True)
class Label(Statement):
    """A label, or the number of a line."""

    name: Place


@dataclass(frozen=True)
class Goto(Statement):
    """GOTO, or EXIT. It is `silent`, which means not counted, where no statement stands for it."""

    label: Place
    silent: bool = False


@dataclass(frozen=True)
class Then(Statement):
    """A name behind THEN or ELSE: a label, or a SUB that is called."""

    name: str


@dataclass(frozen=True)
class Jump(Statement):
    """A jump that is made only if a condition holds, or, with `holds` False, only if it does not hold."""

    condition: Expression
    holds: bool
    label: Place
    silent: bool = False


class Gosub(ToLabel):
    """GOSUB."""


@dataclass(frozen=True)
class On(Statement):
    """ON with GOTO or GOSUB: the number says which of the labels, counted from 1."""

    number: Expression
    is_gosub: bool
    labels: tuple[str, ...]


class Return(ToLabel):
    """RETURN, to the label or, without one, behind the GOSUB."""


class OnError(ToLabel):
    """ON ERROR GOTO; without a label, errors end the program again."""


@dataclass(frozen=True)
class Resume(ToLabel):
    """RESUME: the statement with the error runs again, or, with `behind`, the one behind it, or those at a label."""

    behind: bool = False


@dataclass(frozen=True)
class Stop(Statement):
    """STOP and END; `silent` at the end of the text."""

    silent: bool = False


@dataclass(frozen=True)
class CallSub(Statement):
    """CALL."""

    name: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True)
class Sub(Statement):
    """SUB, FUNCTION or DEF FN, up to its EndSub. With `static`, it keeps its own variables from call to call."""

    name: str
    parameters: tuple[Declared, ...]
    kind: str = "SUB"
    static: bool = False


@dataclass(frozen=True)
class EndSub(Statement):
    """END SUB, END FUNCTION and END DEF, or, if it is not `silent`, EXIT SUB and the like."""

    silent: bool = True
    kind: str = "SUB"


# ---- statements that open, divide and close a block


@dataclass(frozen=True)
class If(Statement):
    """IF. With `in_line`, the statements that depend on it are in the same line."""

    condition: Expression
    in_line: bool = False


@dataclass(frozen=True)
class Else(Statement):
    """ELSE or, with a condition, ELSEIF."""

    condition: Expression | None
    in_line: bool = False


@dataclass(frozen=True)
class EndIf(Statement):
    """END IF, or the end of a line with an IF."""

    in_line: bool = False


@dataclass(frozen=True)
class For(Statement):
    """FOR. In the table it has its number, and the label behind its NEXT."""

    counter: Variable
    start: Expression
    limit: Expression
    step: Expression | None
    number: int = 0
    end: Place = 0


@dataclass(frozen=True)
class Next(Statement):
    """NEXT, with or without the counter's name. In the table it has its FOR, and the label of the body."""

    name: str
    loop: For | None = None
    body: Place = 0


@dataclass(frozen=True)
class Do(Statement):
    """DO, with or without WHILE or UNTIL behind it. In the table it does nothing but count."""

    condition: Expression | None = None
    until: bool = False


class Loop(Do):
    """LOOP, of which the same is true."""


class While(Do):
    """WHILE. In the table it is a Do."""


class Wend(Loop):
    """WEND. In the table it is a Loop."""


@dataclass(frozen=True)
class Exit(Statement):
    """EXIT FOR or EXIT DO."""

    what: str


@dataclass(frozen=True)
class Select(Statement):
    """SELECT CASE."""

    selector: Expression


@dataclass(frozen=True)
class Case(Statement):
    """CASE: one of its tests must fit, of which all comparisons with the selector hold. CASE ELSE has none."""

    tests: tuple[tuple[tuple[str, Expression], ...], ...]


class EndSelect(Statement):
    """END SELECT."""
