#!/usr/bin/env bash
# A bitboard is one kind of number in Python. Under Pyodide it reaches JavaScript as a number while it is small and as a
# BigInt from 2**53 on, so that pieces on a1 and on h8 cannot be combined: | of the two throws. The way back loses
# types, too: a score of 2.0 comes back as the int 2, and -0.0 as 0, but 2.5 as a float.
# pyodide 314.0.7, 2026-11-27
. "$(dirname "$(readlink -f "$0")")/lib"
node_packages pyodide@314.0.7
cat >bitboards.mjs <<'JS'
import { loadPyodide } from "pyodide";

const python = await loadPyodide();
const squares = { a1: 0, e7: 52, f7: 53, h8: 63 };
for (const [name, square] of Object.entries(squares)) console.log(name, typeof python.runPython(`1 << ${square}`));
try {
  console.log(python.runPython("1 << 0") | python.runPython("1 << 63"));
} catch (error) {
  console.log(error.name);
}
for (const text of ["2.0", "2.5", "-0.0"]) {
  python.globals.set("score", python.runPython(text));
  console.log(text, "comes back as", python.runPython("f'{type(score).__name__} {score}'"));
}
JS
same "$(node bitboards.mjs)" 'a1 number
e7 number
f7 bigint
h8 bigint
TypeError
2.0 comes back as int 2
2.5 comes back as float 2.5
-0.0 comes back as int 0'
