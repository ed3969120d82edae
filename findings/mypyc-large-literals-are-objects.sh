#!/usr/bin/env bash
# An i64 holds numbers below 2**63, and mypyc writes a literal as a C constant. But from 2**62 on, the literal becomes a
# Python int that every use unpacks, even a Final[i64]. Of the four masks that count the bits of a bitboard, 0x5555...
# is one of these and 0x3333... is not: the same line of code is fast with one and slow with the other. 2**62 is where
# mypyc's other integer type, int, leaves the machine word.
# mypy 2.4.1 (mypyc), 2026-11-27
. "$(dirname "$(readlink -f "$0")")/lib"
python_packages mypy==2.4.1 setuptools==82.0.1
cat >masks.py <<'PY'
from typing import Final
from mypy_extensions import i64

PAIRS: Final[i64] = 0x3333333333333333
BITS: Final[i64] = 0x5555555555555555


def pairs(board: i64) -> i64:
    return board & PAIRS


def bits(board: i64) -> i64:
    return board & BITS


def below(board: i64) -> i64:
    return board & 0x3FFFFFFFFFFFFFFF


def above(board: i64) -> i64:
    return board & 0x4000000000000000
PY
python3 -c 'from mypyc.build import mypycify; mypycify(["masks.py"])' >mypyc.log
same "$(python3 - <<'PY'
import pathlib, re
code = pathlib.Path("build/__native.c").read_text()
for name in "pairs", "bits", "below", "above":
    body = re.search(r"^int64_t CPyDef_%s\([^;]*?\{\n.*?^\}" % name, code, re.M | re.S)[0]
    print(f"{name}: {'unpacks a Python int' if 'CPyLong_AsInt64' in body else 'a constant of C'}")
PY
)" 'pairs: a constant of C
bits: unpacks a Python int
below: a constant of C
above: unpacks a Python int'
