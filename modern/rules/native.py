"""The two types of fast arithmetic, as plain Python sees them: a whole number, and a list of them.

This module is never compiled. mypy and mypyc read native.pyi in its place, where `i64` is a machine word and `vec` an
array of them. So the same source runs interpreted and compiled.
"""

i64 = int
vec = list
