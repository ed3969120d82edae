import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { parseTyped, say } from "./moves.js";

// The legal moves of some positions: test_scripts.py.
const LEGAL = JSON.parse(readFileSync(new URL("legal.json", import.meta.url)));

for (const [position, typed, expected] of [
  ["the start", "e4", "e2e4"],
  ["the start", " Nf3! ", "g1f3"],
  ["the start", "nf3", "g1f3"],
  ["the start", "Ngf3", "g1f3"],
  ["the start", "e2e4", "e2e4"],
  ["the start", "e2-e4", "e2e4"],
  ["the start", "1. e4", "e2e4"],
  ["the start", "e5", "e5 is not a legal move here"],
  ["the start", "O-O", "O-O is not a legal move here"],
  ["the start", "hello", "hello is not a move; expected a move such as e4, Nf3, O-O, e8=Q or e2e4"],
  ["the start", "", "expected a move such as e4, Nf3, O-O, e8=Q or e2e4"],
  ["a promotion", "a8=Q", "a7a8q"],
  ["a promotion", "a8n", "a7a8n"],
  ["a promotion", "axb8=R+", "a7b8r"],
  ["a promotion", "a7a8b", "a7a8b"],
  ["a promotion", "a8", "a8 promotes: a8=Q, a8=R, a8=B or a8=N?"],
  ["castling", "O-O", "e1g1"],
  ["castling", "0-0-0", "e1c1"],
  ["castling", "o-o", "e1g1"],
  ["castling", "Kg1", "Kg1 is not a legal move here"],
  ["knights", "Nd2", "Nd2 is ambiguous: Nbd2 or Nfd2?"],
  ["knights", "Nbd2", "b1d2"],
  ["a bishop or a pawn", "bxc3", "b2c3"],
  ["en passant", "exd6 e.p.", "e5d6"],
]) {
  test(`"${typed}" is read in a position with ${position}`, () => {
    const read = parseTyped(typed, LEGAL[position]);
    assert.equal(read.error ?? read, expected);
  });
}

test("a move is said in words", () => {
  const words = {
    "e4": "e 4",
    "exd5": "e takes d 5",
    "Nf3": "knight f 3",
    "Nbxd2+": "knight b takes d 2, check",
    "O-O-O": "castles queenside",
    "O-O+": "castles kingside, check",
    "gxh8=N#": "g takes h 8, promotes to knight, checkmate",
  };
  assert.deepEqual(Object.keys(words).map(say), Object.values(words));
});
