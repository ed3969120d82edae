import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { capturedAt, changeWords, nameOf, noteKind, noteOn, noteText, numberAt, placeText, positionAt, spokenMove, titleOf } from "./shown_state.js";

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

// Two humans, or one that plays White or Black, at any state.
const seated = (human, more) => {
  const seat = (side) => ({ name: side === "white" ? "Anna" : "Bert", human: human.includes(side) });
  return { ...STATES[0], white: seat("white"), black: seat("black"), allowed: { move: true }, check: null, ...more };
};

test("the note tells either side that it is to move or in check, by name only at a shared board", () => {
  for (const [turn, square, word] of [["white", "e1", "White"], ["black", "e8", "Black"]]) {
    const both = seated(["white", "black"], { turn }), alone = seated([turn], { turn });
    assert.equal(noteText(both, noteKind(both, false), 0), `${word} to move`);
    assert.equal(noteText(alone, noteKind(alone, false), 0), "Your move");
    for (const state of [both, alone]) {
      const checked = { ...state, check: square };
      assert.equal(noteKind(checked, false), "check");
      assert.match(noteText(checked, "check", 0), /check/);
      assert.match(noteText(checked, "check", 0), new RegExp(`${word}|our`));
    }
    assert.notEqual(noteText({ ...both, check: "e1" }, "check", 0), noteText({ ...alone, check: "e1" }, "check", 0));
  }
  const [white, black] = ["white", "black"].map((turn) => noteText(seated(["white"], { turn }), "check", 0));
  assert.notEqual(white, black);
});

test("a program thinks, waits for others or is stopped", () => {
  const state = seated(["white"], { turn: "black", allowed: {}, thinking: true, queued: null });
  assert.equal(noteKind(state, false), "waiting");
  assert.match(noteText(state, "waiting", 0), /^Bert/);
  assert.notEqual(noteText(state, "waiting", 0), noteText({ ...state, queued: 0 }, "waiting", 0));
  assert.equal(noteKind({ ...state, thinking: false }, false), "stopped");
  assert.match(noteText(state, "stopped", 0), /Bert/);
});

test("a place in the game is named up to its last ply", () => {
  const total = LAST.moves.length;
  assert.equal(placeText(LAST, 0), placeText(STATES[0], 0));
  assert.equal(placeText(LAST, 2), `After 1...e5, ply 2 of ${total}`);
  assert.equal(placeText(LAST, total - 1), `After 3...Nf6, ply ${total - 1} of ${total}`);
  assert.equal(placeText(LAST, total), "After 4.Qxf7#");
});

test("a piece that a pawn has become brings no captured one back", () => {
  const counted = (start, now) => capturedAt({ ...LAST, start_fen: `${start} w - - 0 1`, moves: [{ fen: `${now} b - - 0 1` }] }, 1);
  assert.deepEqual(counted("4k3/P7/8/8/8/8/8/QN2K3", "Q3k3/8/8/8/8/8/8/Q3K3"), { white: "N", black: "", ahead: 18 });
  assert.deepEqual(counted("qn2k3/8/8/8/8/8/p7/4K3", "q3k3/8/8/8/8/8/8/q3K3"), { white: "", black: "n", ahead: -18 });
  assert.deepEqual(counted("rbk5/8/8/8/8/8/PP6/RBK5", "r1k5/8/8/8/8/8/P7/1BK5"), { white: "RP", black: "b", ahead: -1 });
});

test("whoever is to move after a take-back is named", () => {
  for (const [plies, side] of [[0, "White"], [1, "Black"], [2, "White"]]) assert.match(changeWords(LAST, STATES[plies]), new RegExp(`^Taken back.*${side}`));
  assert.equal(changeWords(LAST, LAST), "");
});

test("a move of the arbiter is said to be its own", () => {
  const moved = (by) => spokenMove({ ...LAST, moves: [{ ...LAST.moves[0], by }] }, 1);
  assert.ok(moved("arbiter").startsWith(moved("human")) && moved("arbiter") !== moved("human"));
});

test("a message is said once", () => {
  const told = { ...STATES[0], message: "a draw was offered" };
  assert.equal(changeWords(STATES[0], told), "a draw was offered");
  assert.equal(changeWords(told, { ...told }), "");
});

test("what has changed is said", () => {
  assert.match(changeWords(STATES[0], STATES[1]), /^White: e 4/);
  assert.match(changeWords(STATES.at(-2), LAST), /checkmate.*Checkmate: White wins, 1-0\.$/);
  assert.match(changeWords(LAST, STATES[0]), /^Taken back/);
});
