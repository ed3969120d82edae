#!/usr/bin/env bash
# `for _ in range(n)` says that nobody needs the counter. Under mypyc, with n an i64, it is the dear form of the loop:
# `_` has the type object, so that each turn makes a Python int and throws it away. A counter with a name is an int64_t.
# One would guess that a value that nobody reads costs at most as much as one that somebody might.
# mypy 2.4.1 (mypyc), 2026-11-27
. "$(dirname "$(readlink -f "$0")")/lib"
python_packages mypy==2.4.1 setuptools==82.0.1
cat >loops.py <<'PY'
from mypy_extensions import i64


def nameless(n: i64) -> i64:
    total: i64 = 0
    for _ in range(n):
        total += 2
    return total


def named(n: i64) -> i64:
    total: i64 = 0
    for turn in range(n):
        total += 2
    return total
PY
python3 -c 'from mypyc.build import mypycify; mypycify(["loops.py"])' >mypyc.log
same "$(python3 - <<'PY'
import pathlib, re
code = pathlib.Path("build/__native.c").read_text()
for name, counter in ("nameless", "_"), ("named", "turn"):
    body = re.search(r"^int64_t CPyDef_%s\([^;]*?\{\n.*?^\}" % name, code, re.M | re.S)[0]
    kind = re.search(r"^ *(\w+ \*?)cpy_r_%s;" % counter, body, re.M)[1].strip()
    print(f"{name}: {counter} is {kind}; ints made in its text: {body.count('PyLong_FromLongLong')}")
PY
)" 'nameless: _ is PyObject *; ints made in its text: 2
named: turn is int64_t; ints made in its text: 0'
