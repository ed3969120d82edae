"""What the whole listing says about its names: variables, arrays, SUBs, and the values of DATA."""

from __future__ import annotations

from dataclasses import dataclass

from historic.basic.language import syntax
from historic.basic.language.arrays import Array, arrays_of
from historic.basic.language.errors import DUPLICATE_DEFINITION, refused
from historic.basic.language.syntax import Program, Sub
from historic.basic.language.terms import Variable, parts_of
from historic.basic.language.type_checks import check_types
from historic.basic.language.walking import expressions_of, walk


@dataclass(frozen=True)
class Declarations:
    """The variables of the main program, all arrays by name, the values of DATA in order, and the SUBs by name.

    `own` are the variables of each SUB, without its parameters.
    """

    variables: tuple[str, ...]
    arrays: dict[str, Array]
    data: tuple[float | str, ...]
    subs: dict[str, Sub]
    own: dict[str, tuple[str, ...]]


def declarations(program: Program) -> Declarations:
    """Returns the names of a listing. Raises ListingRefused where a type, a DIM or a count of subscripts is wrong."""
    subs: dict[str, Sub] = {}
    for sub in program.subs:
        if sub.name in subs:
            raise refused(DUPLICATE_DEFINITION, sub.line, f"SUB {sub.name}")
        subs[sub.name] = sub
    items = [*walk(program.main), *(item for sub in program.subs for item in walk(sub.body))]
    variables: set[str] = set()
    for item in items:
        check_types(item, subs)
        for expression in expressions_of(item):
            variables.update(part.name for part in parts_of(expression) if isinstance(part, Variable))
    free = sorted(variables - {declared.name for sub in program.subs for declared in sub.parameters})
    return Declarations(
        tuple(name for name in free if "." not in name),
        arrays_of(items, subs),
        tuple(value for item in items if isinstance(item, syntax.Data) for value in item.values),
        subs,
        {sub: tuple(name for name in free if name.startswith(f"{sub}.")) for sub in subs},
    )
