// Hands that do unexpected things with a pointer: whatever comes, nothing is played unless the one button that took a piece lets
// it go.

import assert from "node:assert/strict";
import { test } from "node:test";
import { STATES, eventOf, follow } from "./drag.js";

const EVENTS = ["take", "draw", "near", "far", "up", "other", "lost", "menu"];
const LEFT = { pointerId: 1, pointerType: "mouse", button: 0, buttons: 1, clientX: 100, clientY: 100 };
const RIGHT = { ...LEFT, button: 2, buttons: 2 };
const event = (type, more = {}) => ({ type, pointerId: 1, button: -1, buttons: 1, clientX: 100, clientY: 100, ...more });

// Returns the state and the actions after events of the browser, for the pointer that went down with `start`.
const after = (start, ...events) => {
  let state = start.button === 2 ? "drawing" : "held";
  const actions = [];
  for (const one of events) {
    const [next, action] = state === "idle" ? [state, ""] : follow(state, eventOf(start, one));
    state = next;
    if (action) actions.push(action);
  }
  return { state, actions };
};
const FAR = event("pointermove", { clientX: 150 });

test("every event leads from every state to a state", () => {
  for (const state of STATES) for (const name of EVENTS) assert.ok(STATES.includes(follow(state, name)[0]), `${state} ${name}`);
});

test("only a button that is let go by itself plays a move or draws", () => {
  for (const state of STATES) {
    for (const name of EVENTS) if (["drop", "mark", "release"].includes(follow(state, name)[1])) assert.equal(name, "up");
  }
});

test("whatever takes the pointer away leaves nothing in the hand", () => {
  for (const state of STATES) for (const name of ["other", "lost", "up"]) assert.equal(follow(state, name)[0], "idle");
  for (const state of ["held", "carried"]) assert.deepEqual(follow(state, "menu"), ["idle", "back"]);
});

test("a drag plays, and a press chooses", () => {
  assert.deepEqual(after(LEFT, FAR, event("pointermove"), event("pointerup", { button: 0, buttons: 0 })).actions, ["carry", "carry", "drop"]);
  assert.deepEqual(after(LEFT, event("pointermove", { clientX: 103 }), event("pointerup", { button: 0, buttons: 0 })).actions, ["release"]);
});

for (const [name, button, bit] of [["right", 2, 2], ["middle", 1, 4]]) {
  test(`the ${name} button during a drag puts the piece back, in either order of release`, () => {
    const second = event("pointermove", { button, buttons: 1 | bit, clientX: 150 });
    const leftFirst = [event("pointermove", { button: 0, buttons: bit }), event("pointerup", { button, buttons: 0 })];
    const leftLast = [event("pointermove", { button, buttons: 1 }), event("pointerup", { button: 0, buttons: 0 })];
    for (const releases of [leftFirst, leftLast]) {
      assert.deepEqual(after(LEFT, FAR, second, ...releases), { state: "idle", actions: ["carry", "back"] });
      assert.deepEqual(after(LEFT, second, ...releases), { state: "idle", actions: ["back"] });
    }
  });
}

test("a piece does not follow a pointer with no button down", () => {
  assert.deepEqual(after(LEFT, event("pointermove", { buttons: 0, clientX: 150 }), FAR), { state: "idle", actions: ["back"] });
  assert.deepEqual(after(LEFT, FAR, event("pointermove", { buttons: 0 }), FAR), { state: "idle", actions: ["carry", "back"] });
});

test("a lost pointer, Escape, a context menu and a window without the focus put the piece back", () => {
  for (const type of ["pointercancel", "lostpointercapture", "blur", "contextmenu"]) {
    assert.deepEqual(after(LEFT, FAR, event(type), FAR).actions, ["carry", "back"], type);
  }
  assert.deepEqual(after(LEFT, FAR, event("keydown", { key: "Escape" }), FAR).actions, ["carry", "back"]);
  assert.equal(after(LEFT, FAR, event("keydown", { key: "e" })).state, "carried");
  assert.equal(after({ ...LEFT, pointerType: "touch" }, event("contextmenu"), FAR).state, "carried");
});

test("another pointer changes nothing", () => {
  for (const type of ["pointermove", "pointerup", "pointercancel", "lostpointercapture"]) {
    assert.equal(after(LEFT, FAR, event(type, { pointerId: 2, buttons: 0, button: 0 })).state, "carried");
  }
});

test("an arrow is drawn with the right button alone; its menu does not end it", () => {
  const up = event("pointerup", { button: 2, buttons: 0 }), move = event("pointermove", { buttons: 2, clientX: 150 });
  assert.deepEqual(after(RIGHT, event("contextmenu"), move, up).actions, ["sketch", "mark"]);
  assert.deepEqual(after(RIGHT, move, event("pointermove", { button: 0, buttons: 3 }), up).actions, ["sketch", "erase"]);
});
