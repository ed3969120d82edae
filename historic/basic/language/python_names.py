"""The names of a listing's variables and arrays in Python.

`v_X` is the variable X, `i_X` is X%, `l_X` is X& and `s_X` is X$; `a_X` is the array X and `a_X_row3` its row 3. A
SUB's own names have `own_` before them. A variable that is given to a SUB by reference is in a list, `v_X[0]`; such a
parameter is a place in a list or in the row of an array, `own_v_X_row[own_v_X_key]`.
"""

from __future__ import annotations

from typing import Final

from historic.basic.language.terms import INTEGER, LONG, SINGLE, STRING, type_of_name

#: How the Python name of a variable begins, for each type.
PREFIXES: Final = {SINGLE: "v_", INTEGER: "i_", LONG: "l_", STRING: "s_"}
ARRAY_PREFIXES: Final = {SINGLE: "a_", INTEGER: "ai_", LONG: "al_", STRING: "as_"}


def variable_name(name: str) -> str:
    """Returns the name in Python of a variable."""
    return _python_name(name, PREFIXES)


def array_name(name: str) -> str:
    """Returns the name in Python of an array."""
    return _python_name(name, ARRAY_PREFIXES)


def row_name(array: str, number: int) -> str:
    """Returns the name in Python of a row of an array."""
    return f"{array}_row{number}".replace("-", "m")


def _python_name(name: str, prefixes: dict[str, str]) -> str:
    type_ = type_of_name(name)
    sub, _, own = name.removesuffix(type_).rpartition(".")
    return f"{'own_' if sub else ''}{prefixes[type_]}{own}"
