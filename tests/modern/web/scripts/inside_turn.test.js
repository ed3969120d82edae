import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Turn } from "./inside_turn.js";
import { said } from "./texts.js";

// A turn of 1994 with few pieces: its outline, its parts and the names of its numbers (modern/web/inside.py).
const { outline, parts, names } = JSON.parse(readFileSync(new URL("turn.json", import.meta.url)));
const newTurn = async () => {
  const turn = new Turn(outline, async (number) => parts[number], names);
  await turn.to(0);
  return turn;
};

test("a turn is stepped through to its end, and back to its beginning", async () => {
  const turn = await newTurn();
  let steps = 0;
  while (await turn.step()) steps += 1;
  assert.equal(steps, parts.reduce((sum, { events }) => sum + events.length, 0) - 1);
  const last = [...turn.numbers];
  while (await turn.back()) steps -= 1;
  assert.equal(steps, 0);
  assert.deepEqual(turn.place, { part: 0, event: 0 });
  await turn.choice();
  assert.deepEqual(turn.numbers, last);
});

test("a candidate begins a part, and its score has terms", async () => {
  const turn = await newTurn();
  await turn.candidate();
  assert.deepEqual(turn.place, { part: 1, event: 0 });
  assert.equal(turn.event.kind, "try");
  await turn.go(({ kind }) => kind === "score");
  const [tried, ...terms] = turn.terms();
  assert.match(said(tried.fact), /^Tries /);
  assert.ok(terms.length);
  assert.equal(turn.tried()[0].kind, "try");
});

test("over goes past the GOSUBs inside, and out to the RETURN", async () => {
  const turn = await newTurn();
  await turn.go(({ label }) => label === "BLACK");
  await turn.step();
  assert.deepEqual([turn.event.kind, turn.event.label], ["gosub", "BLACK1"]);
  await turn.over();
  assert.deepEqual([turn.event.kind, turn.event.label], ["return", "BLACK1"]);
  await turn.out();
  assert.deepEqual([turn.event.kind, turn.event.label], ["return", "BLACK"]);
});
