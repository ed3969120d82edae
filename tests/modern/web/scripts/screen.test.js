// What is typed on the 1994 screen to show a game.

import assert from "node:assert/strict";
import { test } from "node:test";
import { demonstrationOf, typist } from "./screen.js";

/** @type {(...rows: string[]) => ScreenEvent} */
const screen = (...rows) => ({ rows, cursor: [rows.length, 1] });

test("a game is White's moves, or a number of turns", () => {
  assert.deepEqual(demonstrationOf("g2g4-c2c3"), { ask: true, lines: ["g2g4", "", "c2c3", ""] });
  assert.deepEqual(demonstrationOf("2"), { ask: false, lines: ["", ""] });
  assert.equal(demonstrationOf("99").lines.length, 99);
  for (const other of ["0", "100", "01", "g2", "g2g4-", "-g2g4", "g2g9", "i2g4", "g2g4c2c3", "tour"]) assert.equal(demonstrationOf(other), null, other);
});

test("each question is answered once, and no other row", () => {
  const answers = typist(["g2g4", ""]);
  const questions = [
    [screen("TECHNICAL REPORT"), [" "]],
    [screen("IS WHITE (H)UMAN OR (C)OMPUTER?"), ["H"]],
    [screen("HUMAN", "IS BLACK (H)UMAN OR (C)OMPUTER?"), ["C"]],
    [screen("COMPUTER", "HIT ANY KEY"), [" "]],
    [screen("8*r n b", "WHITE'S MOVE", "ENTER MOVE? "), ["g", "2", "g", "4", "Enter"]],
    [screen("8*r n .", "BLACK'S MOVE", "ENTER MOVE? "), ["Enter"]],
    [screen("8*r . .", "WHITE'S MOVE", "ENTER MOVE? "), []],
  ];
  for (const [event, keys] of questions) {
    assert.deepEqual(answers(event), keys);
    assert.deepEqual(answers(event), []);
  }
});
