"""Integer and array types for compiled modules. In plain Python, i64 is int and vec is list.

This module is never compiled. mypy and mypyc read native.pyi in its place, where `i64` is a machine word and `vec` an
array of machine words. In this way the same source runs interpreted and compiled.
"""

from array import array

i64 = int
vec = list


def zero_array(count: int) -> "array[int]":
    """Returns `count` zeros of eight bytes each, to be used as a vec in the large tables of an interpreted build."""
    return array("q", [0]) * count
