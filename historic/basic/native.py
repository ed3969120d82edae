"""Integer and array types for compiled modules: `int` and `list` here, a C integer and an array of them under mypyc.

This module is never compiled. mypy and mypyc read native.pyi instead. It is not modern/rules/native.py, because neither
package may import the other there: the listing is compiled without `modern`, and the rules without `historic`.
"""

i64 = int
vec = list
