// Premoves: every move that a piece makes on some board, for both sides, as python-chess has them (test_scripts.py).

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { premovesOf } from "./premoves.js";

const EXPECTED = JSON.parse(readFileSync(new URL("premoves.json", import.meta.url)));

test("each piece has the premoves that it could make on some board", () => {
  for (const { pieces, side, moves } of EXPECTED) assert.deepEqual(premovesOf(pieces, side).map(({ uci }) => uci).sort(), moves, pieces);
});

test("only the own pieces have premoves", () => {
  const pieces = "4k3/8/8/8/8/8/4P3/4K3";
  for (const [side, from] of [["white", ["e1", "e2"]], ["black", ["e8"]]]) {
    assert.deepEqual([...new Set(premovesOf(pieces, side).map(({ uci }) => uci.slice(0, 2)))].sort(), from);
  }
});

test("a premove is called as a move is", () => {
  const names = (pieces, side) => Object.fromEntries(premovesOf(pieces, side).map(({ uci, san }) => [uci, san]));
  const white = names("8/4P3/8/8/8/8/3P4/4K1N1", "white"), black = names("4k1n1/3p4/8/8/8/8/4p3/8", "black");
  for (const [named, moves] of [
    [white, { e1g1: "O-O", e1c1: "O-O-O", e1e2: "Ke2", g1f3: "Nf3", d2d4: "d4", d2e3: "dxe3", e7e8q: "e8=Q", e7d8q: "exd8=Q" }],
    [black, { e8g8: "O-O", e8c8: "O-O-O", e8e7: "Ke7", g8f6: "Nf6", d7d5: "d5", d7e6: "dxe6", e2e1q: "e1=Q", e2d1q: "exd1=Q" }],
  ]) for (const [uci, san] of Object.entries(moves)) assert.equal(named[uci], san);
});
