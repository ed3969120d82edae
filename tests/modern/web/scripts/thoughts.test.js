// What the 1994 program thought, for either side: the moves that it tried, their terms, and its two boards of numbers.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";
import { describeReach, nameOf, piecesIn } from "./number_boards.js";
import { useLanguage } from "./texts.js";
import { thoughtsOf1994, triedArrow } from "./thoughts.js";

// The events `considered` of a turn of White and of Black (test_scripts.py).
const CONSIDERED = JSON.parse(readFileSync(new URL("considered.json", import.meta.url)));
const texts = (elements) => elements.map((one) => one.textContent);
let previews, thoughts, panel;

const shown = (side, more = {}) => {
  previews = [];
  thoughts = thoughtsOf1994("", "report.html", (preview) => previews.push(preview));
  const event = { ...CONSIDERED[side], ...more };
  document.body.replaceChildren(thoughts.element);
  thoughts.show(event, "inside.html");
  panel = thoughts.element;
  return event;
};
const rows = () => panel.querySelectorAll("#candidates tbody tr");
const valuesOf = (event) => rows().map((row) => event.candidates[Number(row.dataset.index)].number);
beforeEach(() => useLanguage("en"));

for (const side of ["white", "black"]) {
  test(`the moves that ${side} tried are in the order of their values, or as it tried them`, () => {
    const event = shown(side), sign = side === "white" ? -1 : 1;
    assert.deepEqual(valuesOf(event), event.candidates.map(({ number }) => number).sort((one, two) => sign * (one - two)));
    const [best, tried] = panel.querySelectorAll(".order input");
    tried.fire("change");
    assert.deepEqual(rows().map((row) => row.dataset.index), event.candidates.map((_, index) => String(index)));
    best.fire("change");
    assert.deepEqual(valuesOf(event), event.candidates.map(({ number }) => number).sort((one, two) => sign * (one - two)));
    for (const row of rows()) {
      const candidate = event.candidates[Number(row.dataset.index)];
      const [move, reply, value, , number, , square] = texts(row.cells);
      assert.deepEqual([move, reply, value, Number(number) - 1, Number(square)],
        [candidate.notation, candidate.reply?.notation ?? reply, candidate.value, Number(row.dataset.index), candidate.square]);
    }
    for (const name of ["choice", "shown"]) {
      assert.deepEqual(rows().filter((row) => row.classList.contains(name)).map((row) => row.dataset.index), [String(event.chosen)]);
    }
  });

  test(`the terms of ${side}'s choice add up to its value, White's first`, () => {
    const event = shown(side), choice = event.candidates[event.chosen];
    const lines = panel.querySelectorAll("#terms tbody tr, #terms tfoot tr").map((row) => texts(row.cells).slice(1).map(Number));
    assert.equal(lines.length, event.terms.length + 1);
    for (const [own, other, difference] of lines) assert.ok(Math.abs(own - other - difference) < 0.0002);
    const sums = [0, 1, 2].map((column) => lines.slice(0, -1).reduce((sum, line) => sum + line[column], 0));
    for (const column of [0, 1, 2]) assert.ok(Math.abs(sums[column] - lines.at(-1)[column]) < 0.001);
    assert.ok(Math.abs(lines.at(-1)[2] - choice.number) < 0.001);
    assert.match(panel.querySelector("#explored").textContent, new RegExp(choice.notation));
  });

  test(`a move of ${side} that is pointed at is shown beside the choice, until another one, and one that is pressed stays`, () => {
    const event = shown(side);
    const other = rows().find((row) => Number(row.dataset.index) !== event.chosen), index = Number(other.dataset.index);
    const body = panel.querySelector("#candidates tbody");
    other.fire("pointerover", { pointerType: "mouse" });
    assert.deepEqual([previews.at(-1).side, previews.at(-1).arrows[0].from + previews.at(-1).arrows[0].to], [side, event.candidates[index].move.slice(0, 4)]);
    assert.ok(panel.querySelector("#terms").classList.contains("two"));
    const worse = Math.abs(event.candidates[event.chosen].number - event.candidates[index].number).toFixed(2);
    assert.match(panel.querySelector("#explored").textContent, new RegExp(`${worse} worse`));
    body.fire("pointerleave");
    assert.equal(previews.at(-1), null);
    other.querySelector("button").click();
    body.fire("pointerleave");
    assert.equal(previews.at(-1).arrows[0].from, event.candidates[index].move.slice(0, 2));
    assert.deepEqual(rows().map((row) => row.querySelector("button").getAttribute("aria-pressed") === "true"), rows().map((row) => row === other));
    thoughts.release();
    assert.equal(previews.at(-1), null);
  });

  test(`the think move board of ${side} has the bits of the pieces that reach each square`, () => {
    const event = shown(side), first = side === "white" ? 1 : 25;
    const cells = Object.fromEntries(["board", "reach"].map((name) => [name, panel.querySelectorAll(`#${name}-numbers tbody td`).filter((cell) => cell.className)]));
    const at = (name, square) => cells[name].find((cell) => cell.querySelector("button")?.dataset.square === String(square));
    const marked = (name) => cells[name].filter((cell) => cell.classList.contains("marked")).map((cell) => Number(cell.querySelector("button").dataset.square));
    for (let square = 26; square < 118; square++) {
      if (!nameOf(square)) continue;
      assert.deepEqual(["board", "reach"].map((name) => Number(at(name, square).textContent)), [event.board[square], event.reach[square]]);
      assert.equal(at("board", square).dataset.side, event.board[square] ? (event.board[square] < 25 ? "white" : "black") : "none");
      assert.equal(at("reach", square).dataset.count, String(Math.min(5, piecesIn(event.reach[square]).length)));
    }
    const square = event.reach.findIndex((sum, number) => sum && nameOf(number));
    at("reach", square).querySelector("button").fire("pointerover");
    assert.deepEqual(marked("board").map((one) => event.board[one] - first).sort(), piecesIn(event.reach[square]).sort());
    const from = marked("board")[0];
    at("board", from).querySelector("button").fire("pointerover");
    assert.deepEqual(marked("reach"), event.reach.flatMap((sum, number) => (nameOf(number) && piecesIn(sum).includes(event.board[from] - first) ? [number] : [])).sort((one, two) => cells.reach.indexOf(at("reach", one)) - cells.reach.indexOf(at("reach", two))));
    panel.querySelector("#board-numbers").fire("pointerleave", { pointerType: "mouse" });
    assert.deepEqual([marked("board"), marked("reach")], [[], []]);
  });
}

test("arrow keys go over the board of numbers and not beyond its edge", () => {
  shown("white");
  const button = (square) => panel.querySelector(`#board-numbers [data-square="${square}"]`);
  for (const [from, key, to] of [[65, "ArrowUp", 77], [65, "ArrowDown", 53], [65, "ArrowLeft", 64], [65, "ArrowRight", 66]]) {
    button(from).focus();
    button(from).fire("keydown", { key });
    assert.equal(document.activeElement.dataset.square, String(to));
  }
  for (const [from, key] of [[26, "ArrowDown"], [26, "ArrowLeft"], [117, "ArrowUp"], [117, "ArrowRight"]]) {
    button(from).focus();
    button(from).fire("keydown", { key });
    assert.equal(document.activeElement.dataset.square, String(from));
  }
});

test("squares of the listing have names on the board only", () => {
  const squares = [...Array(144).keys()].filter(nameOf);
  assert.deepEqual([squares.length, squares[0], squares.at(-1)], [64, 26, 117]);
  assert.deepEqual([26, 33, 110, 117, 65].map(nameOf), ["a1", "h1", "a8", "h8", "d4"]);
  for (const outside of [25, 34, 14, 118, 122]) assert.equal(nameOf(outside), "");
});

test("a sum of bits is its pieces, from 0 to 23", () => {
  assert.deepEqual([0, 1, 2, 3, 2 ** 23, 2 ** 23 + 1].map(piecesIn), [[], [0], [1], [0, 1], [23], [0, 23]]);
});

test("a square that is reached names the pieces, and where a captured one would come from", () => {
  const pieces = CONSIDERED.white.pieces, squares = { 0: "a2", 9: "b1" };
  const said = describeReach({ reach: { 50: 513 }, side: "white", squares, pieces }, 50);
  assert.match(said, /2\^0 \+ 2\^9.*513.*pawn a2.*knight b1/);
  assert.match(describeReach({ reach: { 50: 1 }, side: "white", squares: {}, pieces }, 50), /pawn/);
  for (const side of ["white", "black"]) {
    assert.match(describeReach({ reach: { 50: 0 }, side, squares, pieces }, 50), new RegExp(side, "i"));
  }
});

test("the line above the moves says what was chosen, and what was played instead", () => {
  const lead = (side, more) => (shown(side, more), panel.querySelector(".lead").textContent);
  const { candidates, chosen } = CONSIDERED.white;
  const other = (chosen + 1) % candidates.length, [own, made] = [candidates[chosen], candidates[other]];
  assert.match(lead("white", { played: chosen }), new RegExp(`^White.*${candidates.length}.*${own.notation}`));
  assert.match(lead("black", {}), /^Black/);
  const both = lead("white", { played: other });
  assert.ok(both.includes(own.notation) && both.includes(made.notation));
  const illegal = candidates.map((candidate) => ({ ...candidate, legal: false }));
  assert.notEqual(lead("white", { played: other, candidates: illegal }), both);
  assert.doesNotMatch(lead("white", { chosen: null, played: other }), new RegExp(` ${own.notation} `));
  assert.notEqual(lead("white", { chosen: null, played: null }), lead("white", { chosen: null, played: null, stopped: true }));
});

test("why the move was made stands above the table of moves, if it is known", () => {
  shown("white");
  const why = panel.querySelector(".why");
  assert.ok(why.hidden && why.textContent === "");
  thoughts.show(CONSIDERED.white, "", "It castles kingside.");
  assert.ok(!why.hidden && why.textContent === "It castles kingside.");
});

test("the line at row 18 is there while the program thinks, and the panel after it", () => {
  shown("white");
  const { line } = thoughts;
  const [who, below] = line.element.children;
  line.setPlaying(true);
  assert.ok(!line.element.hidden && who.textContent.includes("1994"));
  line.show("E2-E4  .5", "e4");
  line.setRunning(true);
  assert.ok(!below.hidden && line.element.classList.contains("running") && below.textContent.includes("E2-E4  .5") && below.textContent.includes("e4"));
  const trying = below.querySelector("b").textContent;
  line.setRunning(false);
  assert.notEqual(below.querySelector("b").textContent, trying);
  assert.ok(!below.querySelector("button").hidden);
  thoughts.forget();
  assert.ok(below.hidden && below.querySelector("button").hidden && panel.hidden);
  line.setPlaying(false);
  assert.ok(line.element.hidden);
});

test("a tried move is an arrow, or a circle where the piece comes from nowhere", () => {
  assert.deepEqual(triedArrow({}), []);
  assert.deepEqual(triedArrow({ move: "e2e4", to: "e4" }), [{ from: "e2", to: "e4", kind: "candidate", illegal: false }]);
  assert.deepEqual(triedArrow({ move: null, to: "e4" }), [{ from: null, to: "e4", kind: "candidate" }]);
});
