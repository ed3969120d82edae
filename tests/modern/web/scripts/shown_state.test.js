import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { capturedAt, changeWords, nameOf, noteKind, noteOn, noteText, numberAt, optionText, placeText, positionAt, titleOf } from "./shown_state.js";

// A game of 1994 against a human, in which a queen has been captured, and its states after each ply: modern/web/game_json.py.
const STATES = JSON.parse(readFileSync(new URL("states.json", import.meta.url)));
const LAST = STATES.at(-1);

test("a position is that after its ply, with the move before it and the king in check", () => {
  assert.deepEqual(positionAt(LAST, 0), { fen: LAST.start_fen, pieces: LAST.start_fen.split(" ")[0], turn: "white", last: null, check: null });
  assert.equal(positionAt(LAST, 1).last, "e2e4");
  assert.equal(positionAt(LAST, LAST.moves.length).check, "e8");
  assert.equal(positionAt(LAST, LAST.moves.length - 1).check, null);
});

test("positions looked back at are those of the rules", () => {
  const { state, expected } = JSON.parse(readFileSync(new URL("positions.json", import.meta.url)));
  assert.deepEqual(expected.map((_, ply) => [positionAt(state, ply).fen, positionAt(state, ply).check]), expected);
});

test("captured pieces are counted, and who is ahead", () => {
  assert.deepEqual(capturedAt(LAST, 0), { white: "", black: "", ahead: 0 });
  assert.deepEqual(capturedAt(LAST, LAST.moves.length), { white: "", black: "p", ahead: 1 });
});

test("moves have numbers", () => {
  assert.deepEqual(numberAt(LAST, 0), { number: "1", side: "white", dots: "." });
  assert.deepEqual(numberAt(LAST, 3), { number: "2", side: "black", dots: "..." });
  assert.equal(placeText(LAST, 1), "After 1.e4, ply 1 of 7");
});

test("players and options have names", () => {
  assert.equal(titleOf({ white: "Anna", black: "Human" }), "Anna – Black");
  assert.equal(nameOf(LAST.black, "name", "black"), "The 1994 program");
  assert.equal(optionText("UCI_Elo"), "Elo");
  assert.equal(noteOn({ ply: 13, note: "x" }), "(*1) the guard on c6 is pinned");
  assert.equal(noteOn({ ply: 1, note: "" }), "");
});

test("the note says whose turn it is, and how the game ended", () => {
  assert.equal(noteKind(STATES[0], false), "yours");
  assert.equal(noteText(STATES[0], "yours", 0), "Your move");
  assert.equal(noteKind(LAST, false), "over");
  assert.equal(noteText(LAST, "over", 7), "Checkmate: White wins, 1-0.");
  assert.equal(noteKind(LAST, true), "looking");
});

test("what has changed is said", () => {
  assert.match(changeWords(STATES[0], STATES[1]), /^White: e 4/);
  assert.match(changeWords(STATES.at(-2), LAST), /checkmate.*Checkmate: White wins, 1-0\.$/);
  assert.match(changeWords(LAST, STATES[0]), /^Taken back/);
});
