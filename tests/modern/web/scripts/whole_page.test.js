// The page of a game, as Python writes it: its steps, keys, chart, texts and copies.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { deflateSync, inflateSync } from "node:zlib";

// The page's elements, as [tag, attributes, children] (test_scripts.py).
const { tree } = JSON.parse(readFileSync(new URL("page.json", import.meta.url)));
const build = ([tag, attributes, children]) => {
  const made = document.createElement(tag);
  for (const [name, text] of Object.entries(attributes)) made.setAttribute(name, text);
  made.append(...children.map((child) => (typeof child === "string" ? child : build(child))));
  return made;
};
const byId = (id) => document.getElementById(id);
const textOf = (id) => byId(id).textContent;

let data, ticks, addresses;
const key = (name, more = {}) => {
  const target = more.target ?? document.body;
  const event = { key: name, target, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, ...more, isPrevented: false, preventDefault() { this.isPrevented = true; } };
  for (const one of [...document.listeners]) if (one.type === "keydown") one.listener(event);
  return event.isPrevented;
};
const shown = () => data.positions.findIndex(({ fen }) => fen === byId("board").dataset.fen);

const LAST = 3;
const current = (list) => [...document.querySelectorAll(`${list} [aria-current]`)].map((one) => one.id || one.getAttribute("href").slice(1));
const goTo = (place) => { key("Home"); for (let step = 0; step < place; step += 1) key("ArrowRight"); };

const open = async () => {
  document.body.replaceChildren();
  const html = build(tree);
  const body = html.querySelector("body");
  for (const [name, text] of body.attributes) document.body.setAttribute(name, text);
  document.body.append(...body.childNodes);
  document.getElementsByName ??= (name) => document.querySelectorAll(`[name=${name}]`);
  window.DecompressionStream = globalThis.DecompressionStream;
  data = JSON.parse(inflateSync(Buffer.from(textOf("game"), "base64")));
  // As an analysis would have them: a score, none, and no legal move; mistakes at two plies.
  const { first = 1 } = data;
  data.analysed = true;
  data.mistakes = [first, first + 2];
  data.positions[0].today = { move: "e7e8q", san: "e8=Q+", score: "+9.00", value: 9, depth: 12, pv: "e8=Q+ Kg7" };
  data.positions[1].today = { move: "h8g7", san: "Kg7", score: "", value: null, depth: 3, pv: "Kg7" };
  data.positions[2].today = null;
  byId("game").replaceChildren(deflateSync(JSON.stringify(data)).toString("base64"));
  for (const id of ["today-bar", "of-today"]) {
    if (!byId(id)) document.body.append(Object.assign(document.createElement("div"), { id }));
  }
  document.body.dataset.today = "Today's engine";
  ticks = [];
  globalThis.setInterval = (call, ms) => ticks.push([call, ms]);
  globalThis.clearInterval = (id) => { if (id) ticks[id - 1] = null; };
  addresses = [];
  history.replaceState = (_, __, address) => addresses.push(address);
  location.hash = "";
  const made = [...document.body.childNodes];
  await import("./page.js");
  return made;
};
// A test on the page, which is opened before the first one. Tests of other files have pages of their own, which come back.
let elements = null;
const onPage = (name, check) => test(name, async () => {
  elements ??= await open();
  const others = [...document.body.childNodes];
  document.body.replaceChildren(...elements);
  try {
    await check();
  } finally {
    document.body.replaceChildren(...others);
  }
});

onPage("the keys and the buttons lead to each position and not beyond, and the list, the table, the chart and the address follow", async () => {
  for (const [press, expected] of [
    ["Home", 0], ["ArrowLeft", 0], ["ArrowRight", 1], ["ArrowRight", 2], ["ArrowRight", 3], ["ArrowRight", 3], ["ArrowLeft", 2],
    ["Home", 0], ["End", 3], ["#back", 2], ["#back", 1], ["#forward", 2], ["#first", 0], ["#last", 3], ["#forward", 3],
  ]) {
        addresses.length = 0;
    const was = shown();
    if (press.startsWith("#")) byId(press.slice(1)).click(); else assert.ok(key(press));
    assert.equal(shown(), expected, press);
    if (expected !== was) assert.deepEqual(addresses, [`#${expected + 1}`]);
    assert.deepEqual(current("#figures"), [`ply-${expected + 1}`]);
    assert.deepEqual(current(".moves"), document.querySelector(`.moves [href="#ply-${expected + 1}"]`) ? [`ply-${expected + 1}`] : []);
    assert.equal(byId("cursor").getAttribute("transform"), `translate(${250 * (expected + 0.5)} 0)`);
    assert.equal(byId("chart").getAttribute("aria-valuenow"), String(expected + 1));
    assert.equal(byId("chart").getAttribute("aria-valuetext"), textOf("announcement"));
    const off = ["first", "back", "forward", "last"].filter((id) => byId(id).getAttribute("aria-disabled") === "true");
    assert.deepEqual(off, { 0: ["first", "back"], [LAST]: ["forward", "last"] }[expected] ?? []);
  }
});

onPage("a key with another one, or one that a control needs itself, does nothing", async () => {
  goTo(1);
  for (const more of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }, { shiftKey: true }]) assert.ok(!key("ArrowRight", more));
  assert.ok(!key("x"));
  const input = document.createElement("input"), table = document.createElement("div");
  table.className = "scroll";
  for (const name of ["ArrowLeft", "ArrowRight"]) assert.ok(!key(name, { target: input }));
  for (const name of ["Home", "End", "ArrowRight"]) assert.ok(!key(name, { target: table }));
  assert.equal(shown(), 1);
  assert.ok(key("End", { target: input }));
  assert.equal(shown(), LAST);
  assert.ok(key("m", { target: table }));
  assert.equal(shown(), 0);
});

onPage("the next mistake is the first one behind the position, and after the last one the first of all", async () => {
  for (const [from, to] of [[0, 2], [1, 2], [2, 0], [3, 0]]) {
    goTo(from);
    key(from % 2 ? "m" : "M");
    assert.equal(shown(), to, String(from));
  }
});

onPage("autoplay goes to the end, begins again there, and ends with any step of the reader", async () => {
  const pressed = () => byId("autoplay").getAttribute("aria-pressed");
  const running = () => ticks.filter(Boolean);
  goTo(0);
  byId("autoplay").click();
  assert.deepEqual([pressed(), running().length, running()[0][1]], ["true", 1, 1500]);
  for (const expected of [1, 2]) {
    running()[0][0]();
    assert.deepEqual([shown(), running().length], [expected, 1]);
  }
  running()[0][0]();
  assert.deepEqual([shown(), pressed(), running().length], [LAST, "false", 0]);
  key("p");
  assert.deepEqual([shown(), pressed()], [0, "true"]);
  key("P");
  assert.deepEqual([pressed(), running().length], ["false", 0]);
  goTo(1);
  key("p");
  assert.equal(shown(), 1);
  key("ArrowRight");
  assert.deepEqual([shown(), pressed(), running().length], [2, "false", 0]);
});

onPage("a click into the chart leads to the position above it, and beside it nowhere", async () => {
  const chart = byId("chart");
  chart.querySelector("svg").box = { left: 100, top: 0, width: 400, height: 50 };
  for (const [clientX, expected] of [[100, 0], [199, 0], [200, 1], [399, 2], [400, 3], [500, 3]]) {
    goTo(expected === 1 ? 2 : 1);
    chart.fire("click", { clientX });
    assert.equal(shown(), expected, String(clientX));
  }
  goTo(1);
  for (const clientX of [99, 501]) chart.fire("click", { clientX });
  assert.equal(shown(), 1);
  for (const [name, expected] of [["ArrowUp", 2], ["ArrowDown", 1]]) {
    assert.ok(chart.fire("keydown", { key: name, bubbles: false }).isPrevented);
    assert.equal(shown(), expected);
  }
  assert.deepEqual(["role", "tabindex", "aria-valuemin", "aria-valuemax"].map((name) => chart.getAttribute(name)), ["slider", "0", "1", "4"]);
});

onPage("a move of the list and an address lead to their position; another address leads nowhere", async () => {
  goTo(0);
  const link = document.querySelector('.moves [href="#ply-3"]');
  link.hash = "#ply-3";
  assert.ok(link.click().isPrevented);
  assert.equal(shown(), 2);
  assert.ok(!document.querySelector(".moves").click().isPrevented);
  for (const [hash, expected] of [["#ply-2", 1], ["#4", 3], ["#99", 3], ["#0", 0], ["#1", 0], ["#x", 0], ["#3x", 0], ["", 0]]) {
    location.hash = hash;
    window.fire("hashchange");
    assert.equal(shown(), expected, hash);
  }
  location.hash = "";
});

onPage("each position has its heading, the three choices, and what is read aloud", async () => {
  const program = data.positions.map((one) => one.program);
  const value = (number) => `${number > 0 ? "+" : ""}${number.toFixed(2)}`;
  goTo(0);
  assert.equal(textOf("now"), "Ply 1: White to move");
  assert.equal(textOf("of-game"), "e8=Q+ clock 0:01:00");
  assert.equal(textOf("of-program"), `e8=Q+ ${value(program[0].value)} the same move as in the game`);
  assert.equal(textOf("of-today"), "e8=Q+ +9.00 depth 12: e8=Q+ Kg7");
  assert.equal(textOf("announcement"), `Ply 1: White to move. The game: e8=Q+. 1994: e8=Q+, ${value(program[0].value)}. Today's engine: e8=Q+, +9.00.`);
  assert.equal(textOf("lead"), `White is to move. The program tries ${program[0].candidates.length} moves and every reply to each: it chooses e8=Q+, with the value ${value(program[0].value)}.`);
  key("ArrowRight");
  assert.equal(textOf("now"), "Ply 2: Black to move");
  assert.equal(textOf("of-game"), "Kg7 ");
  assert.equal(textOf("of-today"), "Kg7 no score depth 3: Kg7");
  assert.match(textOf("announcement"), / Today's engine: Kg7\.$/);
  assert.match(textOf("lead"), /^Black is to move\. The program tries \d+ moves? and /);
  key("ArrowRight");
  assert.equal(textOf("of-game"), "Qe5+! ");
  assert.equal(textOf("of-today"), "no legal move");
  key("ArrowRight");
  assert.equal(textOf("now"), "After the last move");
  assert.equal(textOf("of-game"), "no further move");
});

onPage("a bar is half filled at 0, and as full on one side as on the other where the value has the other sign", async () => {
  const share = (name) => Number.parseFloat(byId(`${name}-bar`).style["--share"]);
  goTo(0);
  assert.equal(byId("today-bar").style["--share"], `${(100 / (1 + 10 ** (-9 / 4))).toFixed(1)}%`);
  assert.equal(byId("program-bar").style["--share"], `${(100 / (1 + 10 ** (-data.positions[0].program.value / 8))).toFixed(1)}%`);
  assert.ok(share("program") > 50);
  assert.equal(byId("today-bar").title, "Today's engine: +9.00");
  assert.ok(!byId("today-bar").classList.contains("unknown"));
  for (const place of [1, 2]) {
    goTo(place);
    assert.deepEqual([share("today"), byId("today-bar").title], [50, "Today's engine: no score"]);
    assert.ok(byId("today-bar").classList.contains("unknown"));
  }
});

onPage("the FEN of the position and the PGN are copied, or shown where the browser refuses", async () => {
  const copied = [];
  let isAllowed = true, isSelected = true;
  Object.defineProperty(globalThis, "navigator", { configurable: true, value: { clipboard: { writeText: async (text) => {
    if (!isAllowed) throw new Error("refused");
    copied.push(text);
  } } } });
  document.createElement("p").constructor.prototype.select = () => {};
  document.execCommand = (command) => command === "copy" && isSelected;
  const press = async (id) => {
    byId(id).click();
    await new Promise((resolve) => setTimeout(resolve));
    return textOf("copied");
  };
  goTo(1);
  assert.equal(await press("copy-fen"), "FEN copied");
  assert.equal(await press("copy-pgn"), "PGN copied");
  assert.deepEqual(copied, [data.positions[1].fen, data.pgn]);
  isAllowed = false;
  assert.equal(await press("copy-fen"), "FEN copied");
  isSelected = false;
  assert.equal(await press("copy-fen"), `The browser does not allow copying: ${data.positions[1].fen}`);
  assert.equal(document.querySelector("textarea"), null);
});
