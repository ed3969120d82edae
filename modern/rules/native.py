"""The two types of fast arithmetic, as plain Python sees them: a whole number, and a list of them.

This module is never compiled. mypy and mypyc read native.pyi in its place, where `i64` is a machine word and `vec` an
array of them. So the same source runs interpreted and compiled.
"""

from array import array

i64 = int
vec = list


def compact(count: int) -> "array[int]":
    """So many zeros in eight bytes each, for large tables of an interpreted build; it is used as a vec is."""
    return array("q", [0]) * count
