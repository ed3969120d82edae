"""What stands at the start and at the end of a body. nesting.py makes whole statements of them."""

from __future__ import annotations

from dataclasses import dataclass

from historic.basic.language.syntax import CaseTest, Declared, For, Item, LoopTest
from historic.basic.language.terms import Expression


@dataclass(frozen=True)
class BlockIf:
    """IF with nothing behind THEN."""

    line: int
    condition: Expression


@dataclass(frozen=True)
class ElseHead:
    """ELSE or, with a condition, ELSEIF, at the start of a line."""

    line: int
    condition: Expression | None


@dataclass(frozen=True)
class EndIf:
    """END IF."""

    line: int


@dataclass(frozen=True)
class Next:
    """NEXT, with or without the counter's name."""

    line: int
    name: str


@dataclass(frozen=True)
class DoHead:
    """DO."""

    line: int
    test: LoopTest | None


@dataclass(frozen=True)
class LoopEnd:
    """LOOP."""

    line: int
    test: LoopTest | None


@dataclass(frozen=True)
class SelectHead:
    """SELECT CASE."""

    line: int
    selector: Expression


@dataclass(frozen=True)
class CaseHead:
    """CASE; CASE ELSE has no tests."""

    line: int
    tests: tuple[CaseTest, ...]


@dataclass(frozen=True)
class EndSelect:
    """END SELECT."""

    line: int


@dataclass(frozen=True)
class Exit:
    """EXIT FOR, EXIT DO or EXIT SUB."""

    line: int
    what: str


@dataclass(frozen=True)
class SubHead:
    """SUB."""

    line: int
    name: str
    parameters: tuple[Declared, ...]


@dataclass(frozen=True)
class EndSub:
    """END SUB."""

    line: int


@dataclass(frozen=True)
class LineIf:
    """IF with statements behind THEN and, in the same line, behind ELSE."""

    line: int
    condition: Expression
    body: list[Parsed]
    otherwise: list[Parsed]


Opening = BlockIf | DoHead | SelectHead | For
Header = Opening | ElseHead | EndIf | Next | LoopEnd | CaseHead | EndSelect | Exit | SubHead | EndSub | LineIf
Parsed = Item | Header
