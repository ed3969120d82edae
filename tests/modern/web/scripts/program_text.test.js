// The text in which a pupil writes: the blanks of a new line, and where a line stands.

import assert from "node:assert/strict";
import { test } from "node:test";
import { indentAfter, placeOfLine } from "./program_text.js";

test("a new line begins as the one before it, and four blanks further in after a colon", () => {
  for (const [before, blanks] of [["", 0], ["x = 1", 0], ["    x = 1", 4], ["def f():", 4], ["a\n    if x:  # why", 8], ["    y = {1: 2}", 4], ["if x:\n", 0]]) {
    assert.equal(indentAfter(before), " ".repeat(blanks), before);
  }
});

test("a line is found in its text, and behind it the place is its end", () => {
  assert.deepEqual(placeOfLine("ab\ncde\n", 1), [0, 2]);
  assert.deepEqual(placeOfLine("ab\ncde\n", 2), [3, 6]);
  assert.deepEqual(placeOfLine("ab\ncde\n", 3), [7, 7]);
});
