// The bar beside the board, and the figures of a program that thinks.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";
import { evaluationBar, reportLine } from "./evaluation.js";
import { useLanguage } from "./texts.js";

beforeEach(() => useLanguage("en"));
const STATES = JSON.parse(readFileSync(new URL("states.json", import.meta.url)));
const shown = (score, isFlipped = false) => {
  const bar = evaluationBar();
  bar.show(score, isFlipped);
  const [white, figure] = bar.element.children;
  return { bar: bar.element, share: parseFloat(white.style["--share"]), figure: figure.textContent };
};

test("the bar is White's share of the chances, the same for both sides", () => {
  assert.equal(shown("").share, 50);
  assert.equal(shown("0.00").share, 50);
  for (const score of ["0.34", "1.00", "3.00", "9.99"]) {
    const ahead = shown(`+${score}`).share;
    assert.ok(ahead > 50 && ahead < 97.1 && Math.abs(ahead + shown(`-${score}`).share - 100) < 0.11);
  }
  assert.ok(shown("+1.00").share < shown("+3.00").share);
  assert.ok(Math.abs(shown("+3.00").share - 75) < 2 && Math.abs(shown("+1.00").share - 60) < 2, "three pawns are 3 in 4, one is 3 in 5");
  assert.deepEqual(["+30.00", "#3", "-30.00", "#-3"].map((score) => shown(score).share), [97, 97, 3, 3]);
});

test("the figure has four characters at most, and tells the reader who is ahead", () => {
  const figures = { "+0.34": "+0.3", "-0.34": "-0.3", "0.00": "0.0", "+9.94": "+9.9", "+10.00": "+10", "-12.40": "-12", "#3": "#3", "#-3": "#-3", "": "" };
  for (const [score, figure] of Object.entries(figures)) assert.equal(shown(score).figure, figure);
  for (const [score, isBlack] of [["+0.34", false], ["-0.34", true], ["0.00", false], ["#-3", true], ["", false]]) {
    assert.equal(shown(score).bar.classList.contains("black-ahead"), isBlack, score);
  }
  assert.ok(shown("", true).bar.classList.contains("flipped") && !shown("").bar.classList.contains("flipped"));
  assert.match(shown("+0.34").bar.getAttribute("aria-label"), /\+0\.34/);
});

test("a report has its depth, its nodes, its time and its line", () => {
  const { element: panel, show } = reportLine();
  assert.ok(panel.hidden);
  show({ score: "+0.34", depth: 7, nodes: 12345, seconds: 1.26, pv: "1.e4 e5" }, "modern");
  assert.ok(!panel.hidden);
  assert.match(panel.textContent, /modern.*\+0\.34.*7.*12,345.*1\.3.*1\.e4 e5$/);
  show({ score: "", depth: 0, nodes: 0, seconds: 0, pv: "" }, "novice");
  assert.doesNotMatch(panel.textContent, /0|1\.e4/);
});

test("the last move with figures up to a ply is shown, with its line if that is known", () => {
  const { element: panel, show, showMove } = reportLine();
  const moves = ["e4", "e5", "Nf3", "Nc6"].map((san, index) => ({ ...STATES.at(-1).moves[index], san, score: "", depth: 0, seconds: 0 }));
  Object.assign(moves[1], { score: "-0.20", depth: 5, seconds: 2 });
  const state = { ...STATES.at(-1), moves };
  showMove(state, 1);
  assert.ok(panel.hidden);
  for (const ply of [2, 3, 4]) {
    showMove(state, ply);
    assert.ok(!panel.hidden);
    assert.match(panel.textContent, /1994.*-0\.20.*1\.\.\.e5.*5.*2\.0/);
  }
  show({ score: "-0.2", depth: 5, nodes: 1, seconds: 1, pv: "1...e5 2.Nf3" }, "modern");
  showMove(state, 4);
  assert.match(panel.textContent, /1\.\.\.e5 2\.Nf3$/);
});
