"""Integer and array types for compiled modules: `int` and `list` here, a C integer and an array of them under mypyc.

This module is never compiled. mypy and mypyc read native.pyi instead. It is not modern/rules/native.py, because
`historic` imports nothing of `modern`, and the rules nothing of `historic`.
"""

i64 = int
vec = list
