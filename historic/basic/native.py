"""Integer and array types for compiled modules: `int` and `list` here, a C integer and an array of them under mypyc.

This module is never compiled. mypy and mypyc read native.pyi instead.
"""

i64 = int
vec = list
