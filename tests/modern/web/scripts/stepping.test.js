// The wheel of a mouse and the touchpad, over the board.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isPlainKey, markEnds, turnWheel } from "./stepping.js";

// Returns the steps of turns in pixels, one every `pause` milliseconds.
const stepsOf = (turns, { pause = 16, deltaMode = 0 } = {}) => {
  let gesture = null;
  return turns.map((deltaY, index) => {
    gesture = turnWheel(gesture, { deltaMode, deltaY, timeStamp: pause * index });
    return gesture.step;
  }).filter(Boolean);
};
// A flick: the fingers, then what the touchpad sends after them.
const FLICK = [2, 9, 25, 60, 110, 90, 74, 60, 48, 38, 30, 22, 15, 9, 4, 1, 1];

test("at either end the buttons that would lead beyond it are off", () => {
  const names = ["first", "back", "forward", "last"];
  document.body.replaceChildren(...names.map((id) => Object.assign(document.createElement("button"), { id })));
  for (const [now, last, off] of [[0, 2, "first back"], [1, 2, ""], [2, 2, "forward last"], [0, 0, "first back forward last"]]) {
    markEnds(now, last);
    assert.equal(names.filter((id) => document.getElementById(id).getAttribute("aria-disabled") === "true").join(" "), off);
  }
});

test("a flick of a touchpad is one step", () => {
  assert.deepEqual(stepsOf(FLICK), [1]);
  assert.deepEqual(stepsOf(FLICK.map((turn) => -turn)), [-1]);
});

test("each notch of a mouse is a step, in pixels and in lines", () => {
  assert.deepEqual(stepsOf([120, 120, -100, 53]), [1, 1, -1, 1]);
  assert.deepEqual(stepsOf([3, 3, -3], { deltaMode: 1 }), [1, 1, -1]);
});

test("another gesture comes after a pause, or with another direction", () => {
  assert.deepEqual(stepsOf([40, 40, 40], { pause: 300 }), [1, 1, 1]);
  assert.deepEqual(stepsOf([20, 20, 20, -20, -20, -20]), [1, -1]);
  assert.deepEqual(stepsOf([10, 10], { pause: 300 }), []);
});

test("a key with any other key that changes its meaning is not plain", () => {
  const keys = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };
  assert.ok(isPlainKey(keys));
  for (const name of Object.keys(keys)) assert.ok(!isPlainKey({ ...keys, [name]: true }), name);
});
