"""The types of what is also compiled: plain `int` and `list` here, a C integer and an array of them to mypyc.

This module is never compiled. mypy and mypyc read native.pyi beside it instead.
"""

i64 = int
vec = list
