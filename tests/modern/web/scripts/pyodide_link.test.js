import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { pyodideLink } from "./pyodide_link.js";

// Lets all promises that are settled go on.
const settled = () => new Promise((resolve) => { setTimeout(resolve); });

// A worker that keeps what it is sent, and answers when it is told to.
class FakeWorker {
  static latest = [];

  constructor() {
    this.sent = [];
    this.isEnded = false;
    FakeWorker.latest.unshift(this);
  }

  postMessage(message) { this.sent.push(message); }

  terminate() { this.isEnded = true; }

  // Answers the last call of a function, with its `result` or `error`.
  async answer(name, answer) {
    const { id } = this.sent.findLast((message) => message.name === name);
    this.onmessage({ data: { id, ...answer } });
    await settled();
  }

  async send(event) {
    this.onmessage({ data: { event } });
    await settled();
  }

  argsOf(name) { return this.sent.filter((message) => message.name === name).map(({ args }) => JSON.parse(args)); }
}

// A local storage with room for so many characters.
const storageOf = (room, entries) => Object.defineProperties({ ...entries }, {
  setItem: {
    value(key, text) {
      if (text.length > room) throw Object.assign(new Error(), { name: "QuotaExceededError" });
      this[key] = text;
    },
  },
  removeItem: { value(key) { delete this[key]; } },
});

// Returns a link, its worker for the games and that for thoughts, what it warns of, and its listeners to the window.
const opened = (entries = {}, room = 1e6) => {
  const listeners = {};
  Object.assign(globalThis, { Worker: FakeWorker });
  Object.defineProperty(globalThis, "localStorage", { value: storageOf(room, entries), configurable: true });
  const { addEventListener } = window;
  window.addEventListener = (name, listener) => { listeners[name] = listener; };
  const link = pyodideLink({ script: "worker.js" }, {}), warnings = [];
  window.addEventListener = addEventListener;
  link.onWarning = (sentence) => warnings.push(sentence);
  const [thinker, games] = FakeWorker.latest;
  return { link, games, thinker, warnings, listeners };
};

afterEach(() => {
  for (const name of ["Worker", "localStorage"]) delete globalThis[name];
});

test("a screen that cannot run again after a key says why, and takes the next key", async () => {
  const { link } = opened(), events = [];
  const screen = link.screen({}, (event) => events.push(event)), [worker] = FakeWorker.latest;
  await worker.answer("can_wait", { result: false });
  await worker.answer("screen_after", { result: [{ type: "screen" }] });
  screen.key("x");
  await settled();
  await worker.answer("screen_after", { error: "MemoryError" });
  screen.key("y");
  await settled();
  await worker.answer("screen_after", { result: [{ type: "screen" }] });
  assert.deepEqual(events.map(({ type, text }) => text ?? type), ["screen", "MemoryError", "screen"]);
  assert.deepEqual(worker.argsOf("screen_after").at(-1)[1], ["x", "y"]);
});

test("the games of the local storage are there from the start, and those of other sites are not", async () => {
  const { games } = opened({ "gosub-game a": "A", "gosub-theme": "dark", "other a": "B" });
  assert.deepEqual(games.argsOf("changed"), [[{ a: "A" }]]);
});

test("a game that has no room is told of once, until it has room again", async () => {
  const { games, warnings } = opened({}, 5);
  for (const text of ["long text", "longer text", "short", "long text"]) await games.send({ type: "write", id: "a", text });
  assert.equal(warnings.length, 2);
  assert.equal(localStorage["gosub-game a"], "short");
  await games.send({ type: "remove", ids: ["a"] });
  assert.deepEqual(Object.keys(localStorage), []);
});

test("what the games cannot take is told, whatever it is: a thought, a change of another page, or that a view is closed", async () => {
  const { link, games, thinker, warnings, listeners } = opened({ "gosub-game a": "A" });
  await thinker.send({ type: "thought", kind: "begun", content: null });
  await games.answer("thought", { error: "MemoryError" });
  localStorage["gosub-game a"] = "new";
  listeners.storage({ key: "gosub-game a", newValue: "new" });
  await games.answer("changed", { error: "RecursionError" });
  link.open("a", () => {}).close();
  await games.answer("leave", { error: "no", facts: { error: { code: "serve.no_such_game", values: {} } } });
  assert.deepEqual(warnings, ["MemoryError", "RecursionError", "there is no such game"]);
  await games.answer("watch", { result: null });
  assert.equal(warnings.length, 3);
});

test("what other pages change is shown again, and what they delete is gone, also when they clear the storage or nobody tells", async () => {
  const { link, games, listeners } = opened({ "gosub-game a": "A", "gosub-game b": "B" }), events = [];
  link.open("a", (event) => events.push(event.type));
  localStorage["gosub-game a"] = "new";
  listeners.storage({ key: "gosub-game a", newValue: "new" });
  listeners.storage({ key: "gosub-theme", newValue: "dark" });
  assert.deepEqual([games.argsOf("changed").slice(1), games.argsOf("watch").length], [[[{ a: "new" }]], 2]);
  delete localStorage["gosub-game a"];
  delete localStorage["gosub-game b"];
  listeners.storage({ key: null, newValue: null });
  assert.deepEqual([games.argsOf("changed").at(-1), events], [[{ a: null, b: null }], ["deleted"]]);
  localStorage["gosub-game c"] = "C";
  listeners.pageshow({});
  assert.deepEqual(games.argsOf("changed").at(-1), [{ c: "C" }]);
});

test("what this page has written or deleted itself is no change of another's", async () => {
  const { games, listeners } = opened({ "gosub-game a": "A", "gosub-game b": "B" });
  await games.send({ type: "write", id: "a", text: "new" });
  await games.send({ type: "remove", ids: ["b"] });
  listeners.storage({ key: null, newValue: null });
  assert.equal(games.argsOf("changed").length, 1);
});

test("a game that is in memory only stays when another page clears the storage", async () => {
  const { games, listeners } = opened({}, 5);
  await games.send({ type: "write", id: "a", text: "long text" });
  listeners.storage({ key: null, newValue: null });
  assert.equal(games.argsOf("changed").length, 1);
});

test("a game that cannot be read is told apart from one that is not there", async () => {
  const { link, games } = opened(), events = [];
  for (const status of [410, 404]) {
    link.open("a", (event) => events.push([event.type, event.text, event.damaged]));
    await games.answer("watch", { error: "no", status });
  }
  assert.deepEqual(events, [["gone", "no", true], ["gone", "no", false]]);
});

test("what a worker sends while it thinks is for the thinker that it thinks for", async () => {
  const { games, thinker } = opened();
  await games.send({ type: "think", thinker: 3, task: { number: 1 } });
  await thinker.send({ type: "thought", kind: "begun", content: null });
  assert.deepEqual(games.argsOf("thought"), [[3, "begun", null]]);
});

test("a worker that dies while it thinks is told of, and has a successor, and one that is ended only has a successor", async () => {
  const { games, thinker } = opened();
  await games.send({ type: "think", thinker: 1, task: {} });
  thinker.onerror({ message: "out of memory" });
  await settled();
  const [second] = FakeWorker.latest;
  assert.deepEqual(games.argsOf("thought"), [[1, "died"]]);
  await games.send({ type: "think", thinker: 2, task: {} });
  assert.deepEqual(second.argsOf("think"), [[{}]]);
  await games.send({ type: "renew" });
  assert.ok(second.isEnded);
  assert.notEqual(FakeWorker.latest[0], second);
  assert.equal(games.argsOf("thought").length, 1);
});
