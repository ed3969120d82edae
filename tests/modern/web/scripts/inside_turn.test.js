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

test("wherever the reader comes from, the numbers at an event are the same", async () => {
  const turn = await newTurn(), places = [];
  for (const { number, events } of parts) for (let event = 0; event < events.length; event += 97) places.push([number, event]);
  const seen = new Map();
  for (const order of [places, [...places].reverse(), places.filter((_, index) => index % 2), places]) {
    for (const [number, event] of order) {
      await turn.to(number, event);
      assert.deepEqual(turn.place, { part: number, event });
      const numbers = turn.numbers.join(" "), key = `${number} ${event}`;
      assert.equal(seen.get(key) ?? numbers, numbers, key);
      seen.set(key, numbers);
    }
  }
});

test("a place beyond the end of a part is its last event, and -1 is too", async () => {
  const turn = await newTurn(), last = parts[0].events.length - 1;
  for (const [event, expected] of [[last, last], [last + 1, last], [1e6, last], [-1, last], [-2, last - 1], [0, 0]]) {
    await turn.to(0, event);
    assert.equal(turn.place.event, expected, String(event));
  }
});

test("the last parts are kept, and no part is asked for twice in a row", async () => {
  const asked = [];
  const many = parts.length, turn = new Turn({ ...outline, parts: 12 }, async (number) => {
    asked.push(number);
    return { ...parts[number % many], number };
  }, names);
  for (const number of [0, 0, 1, 0, 1]) await turn.to(number);
  assert.deepEqual(asked, [0, 1]);
  for (let number = 2; number < 8; number++) await turn.to(number);
  await turn.to(0);
  assert.equal(asked.length, 8, "eight parts are kept");
  await turn.to(8);
  await turn.to(0);
  assert.equal(asked.length, 9, "the one that was not looked at for longest goes first");
  await turn.to(1);
  assert.deepEqual(asked.slice(8), [8, 1]);
});

test("a part that did not come is asked for again", async () => {
  let fails = true;
  const turn = new Turn(outline, async (number) => {
    if (fails) throw new Error("no answer");
    return parts[number];
  }, names);
  await assert.rejects(turn.to(0), /no answer/);
  fails = false;
  await turn.to(0);
  assert.deepEqual(turn.place, { part: 0, event: 0 });
});

test("both sides' pieces and boards are where the numbers of the listing have them", async () => {
  const turn = await newTurn();
  await turn.to(0, -1);
  const board = turn.row(0);
  assert.equal(board.length, 144);
  for (const [side, first] of [["white", 1], ["black", 25]]) {
    const squares = turn.squares(side);
    assert.equal(squares.length, 24);
    squares.forEach((square, piece) => { if (square) assert.equal(board[square], piece + first, `${side} ${piece}`); });
    assert.ok(squares.filter(Boolean).length);
  }
});
