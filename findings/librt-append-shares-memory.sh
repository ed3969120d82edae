#!/usr/bin/env bash
# librt's append(v, x) returns a new vec and leaves the length of v alone, so it looks as if v were untouched. But the
# new vec may use v's memory. Append twice to one vec, and the second call may overwrite what the first one appended; or
# it may not, if there was no room. Whoever takes vec for a value, like a tuple, loses a number.
# librt 0.17.0, 2026-11-27
. "$(dirname "$(readlink -f "$0")")/lib"
python_packages librt==0.17.0 mypy_extensions==1.2.0
same "$(python3 - <<'PY'
from librt.vecs import append, pop, vec
from mypy_extensions import i64

line = vec[i64]([1, 2, 3])
first, second = append(line, 7), append(line, 8)
print("without room:", list(first), list(second))
line = append(line, 4)
first = append(line, 7)
second = append(line, 8)
print("with room:   ", list(first), list(second))
shorter, last = pop(line)
append(shorter, 9)
print("popped 4, appended 9 to the rest; the first vec:", list(line))
PY
)" 'without room: [1, 2, 3, 7] [1, 2, 3, 8]
with room:    [1, 2, 3, 4, 8] [1, 2, 3, 4, 8]
popped 4, appended 9 to the rest; the first vec: [1, 2, 3, 9]'
