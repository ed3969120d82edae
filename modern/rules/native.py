"""Integer and array types for compiled modules. In plain Python, i16 and i64 are int, and vec is list.

This module is never compiled. mypy and mypyc read native.pyi in its place, where `i64` is a machine word, `i16` a
quarter of one, and `vec` an array of either. In this way the same source runs interpreted and compiled. The listing has
its own, historic/basic/native.py: `historic` imports nothing of `modern`, and the rules nothing of `historic`.
"""

from array import array

i64 = int
i16 = int
vec = list


def zero_array(count: int) -> "array[int]":
    """Returns `count` zeros of eight bytes each, to be used as a vec in the large tables of an interpreted build."""
    return array("q", [0]) * count
