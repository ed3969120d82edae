// The page of a game, with a link that only notes what is sent: two humans, one human on either side, and after the game.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, test } from "node:test";
import { GameView } from "./game_view.js";
import { useLanguage } from "./texts.js";

// A game of 1994 against a human after each ply, which ends with a mate: modern/web/game_json.py.
const STATES = JSON.parse(readFileSync(new URL("states.json", import.meta.url)));
const TOTAL = STATES.length - 1;
const SIDES = ["white", "black"];
const other = (side) => (side === "white" ? "black" : "white");
const settle = () => new Promise((done) => { setImmediate(done); });
let view, sent, answers, created, page;

const link = {
  open: (_, receive) => ({ close() { sent.push("closed"); }, retry() { sent.push("retry"); }, receive }),
  send: async (_, command) => {
    sent.push(command);
    const answer = answers.shift() ?? { ok: true };
    if (answer instanceof Error) throw answer;
    return answer;
  },
  create: async (settings) => { created.push(settings); return "new"; },
  pgn: async () => "1. e4 *",
  analyse: (_, receive) => { page = receive; return { close() { sent.push("analysis closed"); } }; },
  pageOf: (id) => `/games/${id}/page`, contentOf: (id) => `/games/${id}/content`, remove: async (ids) => { sent.push(ids); },
};

beforeEach(() => {
  useLanguage("en");
  [sent, answers, created] = [[], [], []];
});
afterEach(() => {
  view?.close();
  view = null;
});

const open = (options = {}) => {
  const root = document.createElement("main");
  document.body.replaceChildren(root);
  view = new GameView(root, link, "g1", options);
  return root;
};
// A state after a number of plies: the sides of `human` are humans. Moves are legal if a human is to move.
const stateAt = (plies, human = SIDES, more = {}) => {
  const state = structuredClone(STATES[plies]);
  for (const side of SIDES) Object.assign(state[side], { human: human.includes(side), name: side === "white" ? "Anna" : "Bert" });
  const isOn = state.result === "*", mine = human.includes(state.turn);
  return {
    ...state, thinking: isOn && !mine, queued: null, legal: isOn && mine ? STATES[plies].legal.length ? STATES[plies].legal : [{ uci: "a2a3", san: "a3" }] : [],
    allowed: { move: isOn && mine, hint: isOn && mine, take_back: plies > 0, draw: isOn, resign: isOn, stop: isOn && !mine }, ...more,
  };
};
const receive = (state) => view.receive({ type: "state", state });
const isEnabled = (button) => button.getAttribute("aria-disabled") === "false";
const note = () => view.parts.note.line.textContent;

test("a state is shown: the board, the moves, the names and what can be done", () => {
  open();
  receive(stateAt(4));
  const { parts } = view;
  assert.equal(parts.board.state.pieces, STATES[4].moves[3].fen.split(" ")[0]);
  assert.deepEqual(parts.moves.element.querySelectorAll("a").map((one) => one.textContent), STATES[4].moves.map(({ san }) => san));
  assert.equal(parts.moves.element.querySelectorAll("li").length, 2);
  assert.equal(parts.moves.element.querySelector("[aria-current]").dataset.ply, "4");
  assert.match(parts.heading.textContent, /You.*The 1994 program/);
  assert.deepEqual(Object.values(parts.buttons).map(isEnabled), [true, true, true, true, false]);
  assert.deepEqual(["first", "back", "forward", "last"].map((name) => isEnabled(parts.steps[name])), [true, true, false, false]);
  assert.ok(!parts.game.classList.contains("loading") && !parts.game.inert);
});

test("keys and buttons look at any ply, and not beyond the ends", () => {
  open();
  receive(stateAt(4));
  const press = (key, more) => document.body.fire("keydown", { key, ...more }).isPrevented;
  document.body.listeners.push({ type: "keydown", listener: view.key, capture: false });
  for (const [key, ply] of [["ArrowLeft", 3], ["ArrowLeft", 2], ["ArrowRight", 3], ["Home", 0], ["ArrowLeft", 0], ["End", 4], ["ArrowRight", 4]]) {
    assert.ok(press(key));
    assert.equal(view.ply, ply, key);
    assert.equal(view.at, ply === 4 ? null : ply);
  }
  view.parts.steps.back.click();
  assert.deepEqual([view.ply, view.parts.board.state.interactive], [3, false]);
  assert.match(note(), /ply 3 of 4/);
  assert.ok(view.parts.steps.forward.click() && view.ply === 4);
  view.parts.steps.first.click();
  assert.deepEqual(["first", "back", "forward", "last"].map((name) => isEnabled(view.parts.steps[name])), [false, false, true, true]);
  assert.ok(!press("ArrowRight", { ctrlKey: true }) && view.ply === 0);
  document.body.listeners = [];
  receive(stateAt(0));
  assert.equal(view.at, null, "a take-back ends the look at what is no longer there");
});

for (const side of SIDES) {
  test(`${side} sees the board from its own side, and moves when it is its turn`, async () => {
    open();
    const plies = side === "white" ? 2 : 1;
    receive(stateAt(plies, [side]));
    assert.equal(view.isFlipped, side === "black");
    assert.equal(view.parts.strips.bottom.side, side);
    assert.equal(note(), "Your move");
    assert.equal(view.waitingSide, null);
    const { uci } = view.state.legal[0];
    view.parts.board.onMove(uci);
    assert.deepEqual(sent, [{ command: "move", move: uci, ply: plies }]);
    assert.equal(view.parts.board.state.sent, uci);
    assert.deepEqual(view.legal(), [], "one move at a time");
    await settle();
    view.flip();
    assert.equal(view.isFlipped, side === "white");
    assert.equal(view.parts.strips.bottom.side, other(side));
  });

  test(`${side} plans a move while the program thinks; it is played if it is legal then, and else taken back`, async () => {
    const plies = side === "white" ? 1 : 2;
    const pawn = side === "white" ? "a2a4" : "a7a5";
    for (const [legal, played] of [[[{ uci: pawn, san: pawn.slice(2) }], true], [[{ uci: "h2h3", san: "h3" }], false]]) {
      sent = [];
      open();
      receive(stateAt(plies, [side]));
      assert.deepEqual([view.waitingSide, view.premoveSide, view.parts.board.state.turn], [side, side, side]);
      view.parts.board.onMove(pawn);
      assert.deepEqual([view.premove.uci, sent, view.parts.board.state.premove], [pawn, [], pawn]);
      receive(stateAt(plies, [side]));
      assert.equal(view.premove.uci, pawn, "it waits");
      receive(stateAt(plies + 1, [side], { legal }));
      assert.equal(view.premove, null);
      assert.deepEqual(sent, played ? [{ command: "move", move: pawn, ply: plies + 1 }] : []);
      assert.equal(/not legal|cannot/.test(view.remark) || view.remark !== "", !played);
      await settle();
      view.close();
    }
    open();
    receive(stateAt(plies, [side]));
    assert.ok(!view.cancelPremove());
    view.parts.board.onMove(pawn);
    view.look(0);
    assert.equal(view.premoveSide, null);
    view.look(plies);
    assert.ok(view.cancelPremove() && view.premove === null);
  });
}

test("whoever shares a board sees both sides, and can let it turn after each move", () => {
  open();
  receive(stateAt(1));
  assert.ok(!view.isFlipped && !view.parts.switches.turning.hidden && view.parts.buttons.stop.hidden);
  view.flick(view.toggleTurning);
  assert.ok(view.isFlipped);
  receive(stateAt(2));
  assert.ok(!view.isFlipped);
  view.flip();
  receive(stateAt(3));
  assert.ok(view.isFlipped, "who turns the board by hand ends that");
  receive(stateAt(4));
  assert.ok(view.isFlipped);
  receive(stateAt(4, ["white"]));
  assert.ok(view.parts.switches.turning.hidden && !view.parts.buttons.stop.hidden);
});

test("a refusal, a question and a failure are told, and the move is taken back from the board", async () => {
  open();
  receive(stateAt(2));
  answers = [{ refused: "that is not legal" }];
  await view.play("a2a3");
  assert.deepEqual([view.pending, view.remark], [null, "that is not legal"]);
  answers = [{ question: "Give up?" }, { ok: true }];
  const asked = view.command("draw");
  await settle();
  document.querySelector("dialog.question .strong").click();
  await asked;
  assert.deepEqual(sent.slice(-2), [{ command: "draw" }, { command: "draw", confirmed: true }]);
  answers = [Object.assign(new Error("no answer"), { status: 0 })];
  await view.command("hint");
  assert.ok(view.isUnanswered && view.remark === "no answer");
  await view.command("hint");
  assert.ok(!view.isUnanswered && view.remark === "");
  answers = [Object.assign(new Error("busy"), { status: 503 })];
  await view.command("hint");
  assert.ok(!view.isUnanswered && view.remark === "busy");
  answers = [Object.assign(new Error("no answer"), { status: 0 })];
  await view.command("hint");
  view.tell("copied");
  await view.command("hint");
  assert.equal(view.remark, "copied", "only that there was no answer goes away with one");
});

test("those who read by ear find an error as long as it lasts: a refusal, and a lost connection", () => {
  open();
  receive(stateAt(2));
  const alert = () => view.parts.voice.elements[1].textContent;
  view.refuse("that is not legal");
  assert.equal(alert(), "that is not legal");
  view.showConnection({ connected: false, seconds: 2 });
  const lost = alert();
  assert.notEqual(lost, "");
  view.remark = "";
  view.show();
  assert.equal(alert(), lost);
  view.showConnection({ connected: true });
  assert.equal(alert(), "");
});

test("the second click of a double click takes nothing back", async () => {
  open();
  receive(stateAt(4));
  for (const click of [1, 2, 3]) await view.takeBack(click);
  assert.deepEqual(sent, [{ command: "take_back", ply: 4 }, { command: "take_back", ply: 4 }]);
});

test("after the game there is a rematch, with the colours swapped or not, and an analysis", async () => {
  open();
  receive(stateAt(TOTAL));
  assert.match(note(), /^Checkmate/);
  const [again, swapped] = view.parts.note.detail.querySelectorAll("button");
  for (const [button, first] of [[again, "white"], [swapped, "black"]]) {
    button.click();
    await settle();
    assert.deepEqual([created.at(-1).white, created.at(-1).black], [STATES[TOTAL][first].spec, STATES[TOTAL][other(first)].spec]);
    assert.equal(location.hash, "#/games/new");
  }
  const panel = view.parts.after.element;
  assert.ok(!panel.hidden);
  const [start, halt] = panel.querySelectorAll("button");
  start.click();
  assert.ok(start.hidden && !halt.hidden);
  page({ type: "progress", done: 3, total: 4 });
  assert.equal(panel.querySelector("progress").value, "0.75");
  const mistakes = [{ ply: 2, kind: "blunder", text: "Blunder: better was 1...c5." }];
  page({ type: "analysis", chances: [50, 60, 0, 100, null], mistakes, accuracy: { white: 91, black: null } });
  assert.match(panel.querySelector(".mistakes").textContent, /^1\.\.\.e5 Blunder/);
  assert.match(panel.textContent, /White.*91/);
  assert.doesNotMatch(panel.textContent, /Black.*91/);
  assert.equal(panel.querySelector(".area").getAttribute("d"), "M0 100L0.0 50.0L250.0 40.0L500.0 100.0L750.0 0.0L1000.0 50.0V100Z");
  panel.querySelector("svg").box = { left: 100, top: 0, width: 400, height: 50 };
  panel.querySelector("svg").fire("click", { clientX: 205 });
  assert.equal(view.ply, 1);
  panel.querySelector(".mistakes a").click();
  assert.equal(view.ply, 2);
  page({ type: "page" });
  assert.ok(!panel.querySelector("a.button").hidden && halt.hidden && !start.hidden);
  receive(stateAt(2));
  assert.ok(panel.hidden);
});

test("the clocks run for the side to move, and show tenths in the last twenty seconds", () => {
  const now = performance.now;
  open();
  let time = 1000;
  performance.now = () => time;
  try {
    for (const [side, plies] of [["white", 2], ["black", 1]]) {
      receive(stateAt(plies, SIDES, { clocks: { white: 3661, black: 60, running: side } }));
      const strip = Object.values(view.parts.strips).find((one) => one.side === side), rest = Object.values(view.parts.strips).find((one) => one.side !== side);
      const clock = (one) => one.element.querySelector(".clock");
      const start = view.clocks();
      time += 2000;
      view.tick();
      assert.equal(clock(strip).textContent, side === "white" ? "1:00:59" : "0:58");
      assert.equal(clock(rest).textContent, side === "white" ? "1:00" : "1:01:01");
      assert.deepEqual([start[side] - view.clocks()[side], start[other(side)] - view.clocks()[other(side)]], [2, 0]);
      assert.ok(strip.element.classList.contains("to-move") && !rest.element.classList.contains("to-move"));
    }
    for (const [left, shown, isLow] of [[20, "0:20", false], [19.94, "0:19.9", true], [9.96, "0:10.0", true], [0, "0:00.0", true], [-3, "0:00.0", true], [600, "10:00", false]]) {
      receive(stateAt(2, SIDES, { clocks: { white: left, black: 60, running: null } }));
      const clock = view.parts.strips.bottom.element.querySelector(".clock");
      assert.deepEqual([clock.textContent, clock.classList.contains("low")], [shown, isLow]);
    }
    receive(stateAt(2, SIDES, { clocks: null }));
    assert.ok(view.parts.strips.bottom.element.querySelector(".clock").hidden && view.clocks() === null);
  } finally {
    performance.now = now;
  }
});

test("a program to move thinks, waits behind others or for a core", () => {
  open();
  const task = () => view.parts.strips.bottom.element.querySelector(".task").textContent;
  const seen = [[null, true], [0, true], [2, true]].map(([queued]) => {
    receive(stateAt(2, ["black"], { queued }));
    return view.parts.strips.top.element.querySelector(".task").textContent;
  });
  assert.equal(new Set(seen).size, 3);
  assert.match(seen[2], /2/);
  assert.equal(task(), "");
  view.receive({ type: "queue", position: 5 });
  assert.match(view.parts.strips.top.element.querySelector(".task").textContent, /5/);
});

test("captured pieces and the lead stand beside the side that captured them", () => {
  open();
  receive(stateAt(TOTAL));
  const captured = view.parts.strips.bottom.element.querySelector(".captured"), none = view.parts.strips.top.element.querySelector(".captured");
  assert.ok(!captured.hidden && none.hidden);
  assert.deepEqual([captured.textContent, captured.querySelectorAll("use").length], ["+1", 1]);
  assert.match(captured.getAttribute("aria-label"), /White.*1 pawn/);
});

test("what is typed is a move, or a command that is answered", async () => {
  open();
  receive(stateAt(2, SIDES, { legal: [{ uci: "d1h5", san: "Qh5" }, { uci: "g1f3", san: "Nf3" }] }));
  const { typed } = view.parts, form = typed.element.querySelector("form");
  const answer = (line) => {
    typed.input.value = line;
    form.fire("submit");
    return typed.element.querySelector(".answer").textContent;
  };
  answer("Nf3");
  assert.deepEqual([sent.at(-1), typed.input.value], [{ command: "move", move: "g1f3", ply: 2 }, ""]);
  await settle();
  receive(stateAt(2, SIDES, { legal: [{ uci: "d1h5", san: "Qh5" }, { uci: "g1f3", san: "Nf3" }] }));
  answer("nonsense");
  assert.deepEqual(sent.at(-1), { command: "move", move: "nonsense", ply: 2 });
  await settle();
  for (const [line, said] of [
    ["last", /e 5/], ["p king", /White: king e 1.*Black: king e 8/], ["pieces white", /^White: king e 1, queen d 1(?!.*Black)/], ["where black", /^Black: king e 8/],
    ["rank 8", /a 8 black rook.*h 8 black rook/], ["file e", /e 1 white king.*e 8 black king/], ["s 4", /e 4 white pawn/],
    ["square e4", /e 4.*white pawn/], ["moves g1", /g 1.*f 3/], ["on a5", /a 5.*empty/], ["moves", /2.*Qh5, Nf3/], ["clock", /./], ["score", /./],
  ]) {
    const words = (await settle(), answer(line));
    await settle();
    assert.match(typed.element.querySelector(".answer").textContent || words, said, line);
  }
  for (const [line, ply] of [["back", 1], ["start", 0], ["forward", 1], ["end", 2], ["first", 0], ["next", 1]]) {
    answer(line);
    await settle();
    assert.equal(view.ply, ply, line);
  }
  answer("end");
  await settle();
  answer("help");
  assert.ok(!typed.element.querySelector(".help").hidden);
  const before = view.isFlipped;
  answer("flip");
  await settle();
  assert.equal(view.isFlipped, !before);
  answer("take back");
  await settle();
  assert.deepEqual(sent.at(-1), { command: "take_back", ply: 2 });
  answer("resign");
  await settle();
  answer("n");
  assert.notEqual(sent.at(-1).command, "resign");
  answer("resign");
  await settle();
  answer("yes");
  await settle();
  assert.equal(sent.at(-1).command, "resign");
});

test("why a program moved is asked for until its move is taken back, also while it thinks again", async () => {
  open();
  const what = { code: "deed.kingside", values: {} };
  const facts = { why: { code: "why.move", values: { what } } };
  const { typed } = view.parts;
  const asked = async () => {
    typed.input.value = "why";
    typed.element.querySelector("form").fire("submit");
    await settle();
    return typed.element.querySelector(".answer").textContent;
  };
  receive(stateAt(1, ["black"]));
  const nothing = await asked();
  receive(stateAt(3, ["black"], { why: "It castles kingside.", facts }));
  assert.equal(await asked(), "It castles kingside.");
  receive(stateAt(4, ["black"], { why: "" }));
  assert.equal(await asked(), "It castles kingside.");
  receive(stateAt(2, ["black"], { why: "" }));
  assert.equal(await asked(), nothing);
  useLanguage("fr");
  receive(stateAt(3, ["black"], { why: "It castles kingside.", facts }));
  assert.equal(await asked(), "Il fait le petit roque.");
});

test("what cannot be typed now is kept with the reason", () => {
  open();
  receive(stateAt(TOTAL));
  view.parts.typed.input.value = "e4";
  view.parts.typed.element.querySelector("form").fire("submit");
  assert.notEqual(view.remark, "");
  assert.deepEqual(sent, []);
});

test("the score is the last one up to the position that is shown, and a report's while a program thinks", () => {
  open();
  const state = stateAt(3, ["black"]);
  state.moves[0].score = "+0.20";
  state.moves[2].score = "-0.50";
  receive(state);
  assert.equal(view.score(), "-0.50");
  view.look(2);
  assert.equal(view.score(), "+0.20");
  view.look(0);
  assert.equal(view.score(), "");
  view.look(3);
  view.receive({ type: "report", score: "+1.00", depth: 3, nodes: 1, seconds: 1, pv: "" });
  assert.equal(view.score(), "+1.00");
  view.look(2);
  assert.equal(view.score(), "+0.20");
});

test("a hint is an arrow until the next move, and a move that is tried is one while 1994 thinks", () => {
  open();
  receive(stateAt(2));
  view.receive({ type: "hint", uci: "g1f3", san: "Nf3", text: "Play Nf3" });
  assert.deepEqual([view.parts.board.state.arrows[0].from, view.remark], ["g1", "Play Nf3"]);
  receive(stateAt(3));
  assert.deepEqual(view.parts.board.state.arrows, []);
  receive(stateAt(3, ["white"]));
  view.receive({ type: "line", text: "E7-E5", notation: "e5", move: "e7e5", to: "e5" });
  assert.equal(view.parts.board.state.arrows[0].to, "e5");
  receive(stateAt(4, ["white"]));
  assert.deepEqual(view.parts.board.state.arrows, []);
});

test("a lost connection is told until it is back, and a game that is gone gives way to the list", () => {
  const root = open();
  receive(stateAt(2));
  const { lost } = view.parts;
  view.receive({ type: "connection", connected: false, seconds: 2.4 });
  assert.ok(!lost.hidden && lost.textContent.includes("3 seconds"));
  lost.querySelector("button").click();
  assert.equal(sent.at(-1), "retry");
  view.receive({ type: "connection", connected: true });
  assert.ok(lost.hidden);
  view.receive({ type: "gone", text: "there is no such game", damaged: false });
  assert.match(root.textContent, /There is no such game\./);
  assert.ok(!root.querySelector("button"));
  view.receive({ type: "gone", text: "it is damaged", damaged: true });
  assert.equal(root.querySelectorAll("button, a[download]").length, 2);
});

test("the first move of an address is made once, if it is legal", () => {
  for (const [first, count] of [["a2a3", 1], ["e2e5", 0]]) {
    sent = [];
    open({ first });
    receive(stateAt(2));
    assert.equal(sent.length, count);
    receive(stateAt(4));
    assert.equal(sent.length, count);
    view.close();
  }
  open();
});

test("a kiosk has no way out of its game but back to the start", () => {
  let left = 0;
  const root = open({ leave: () => { left += 1; } });
  receive(stateAt(TOTAL));
  assert.deepEqual(root.querySelectorAll("a[href]").map((one) => one.getAttribute("href")).filter((address) => address !== "#"), []);
  assert.equal(view.parts.note.detail.querySelectorAll("button").length, 1);
  view.parts.note.detail.querySelector("button").click();
  view.receive({ type: "gone", text: "it is gone" });
  assert.equal(left, 2);
});
