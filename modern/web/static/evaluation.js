// What a player reports while it thinks: depth, score and line; and the evaluation bar beside the board.

import { element } from "./dom.js";
import { numberAt } from "./shown_state.js";
import { numberText, text } from "./texts.js";

// The share of the bar that is White's: a pawn ahead is about 3 in 5, and three pawns ahead 3 in 4.
const STEEPNESS = 0.38;
// Even a mate leaves the other side a strip of the bar.
const MOST = 0.97;

// Returns White's share of the bar, from 0 to 1, for a score from White's side: "+0.34", "#3" or "#-3".
/** @param {string} score */
const shareOf = (score) => {
  if (score.includes("#")) return score.includes("-") ? 0 : 1;
  return 1 / (1 + Math.exp(-STEEPNESS * parseFloat(score)));
};

// The bar has room for four characters: "+0.7", "-12", "#-3".
/** @param {string} score */
const shortScore = (score) => {
  const pawns = parseFloat(score);
  if (Number.isNaN(pawns)) return score;
  return `${pawns > 0 ? "+" : ""}${Math.abs(pawns) < 10 ? pawns.toFixed(1) : Math.round(pawns)}`;
};

// Returns { element, show }; `show` takes a score, or "", and whether Black is at the bottom.
export const evaluationBar = () => {
  const white = element("div", { class: "white-share" });
  const figure = element("span", { class: "bar-score" });
  const bar = element("div", { class: "evaluation-bar", role: "img" }, white, figure);
  /** @type {(score: string, isFlipped: boolean) => void} */
  const show = (score, isFlipped) => {
    const share = score ? shareOf(score) : 0.5;
    white.style.setProperty("--share", `${(100 * Math.min(MOST, Math.max(1 - MOST, share))).toFixed(1)}%`);
    figure.textContent = shortScore(score);
    bar.classList.toggle("black-ahead", share < 0.5);
    bar.classList.toggle("flipped", isFlipped);
    bar.setAttribute("aria-label", score ? text("score.bar", { score }) : text("score.none_yet"));
  };
  return { element: bar, show };
};

// Returns { element, show, showMove }: the figures of a player that thinks, or of the last move that has some.
export const reportLine = () => {
  const name = element("b"), score = element("span", { class: "value" }), figures = element("span", { class: "small" });
  const variation = element("p", { class: "variation" });
  const panel = element("section", { class: "report", "aria-label": text("report.name"), hidden: true },
    element("p", {}, name, " ", score, " ", figures), variation);
  /** @type {(player: string, reported: string, facts: string[], line: string) => void} */
  const fill = (player, reported, facts, line) => {
    panel.hidden = false;
    name.textContent = player;
    score.textContent = reported ? text("report.for_white", { score: reported }) : text("report.no_score");
    figures.textContent = facts.filter(Boolean).join(", ");
    variation.textContent = line;
  };
  /** @param {number} count */
  const seconds = (count) => (count ? text("report.seconds", { seconds: numberText(count, { minimumFractionDigits: 1, maximumFractionDigits: 1 }) }) : "");
  /** @param {number} plies */
  const depth = (plies) => (plies ? text("report.depth", { plies }) : "");
  /** @type {(report: ReportEvent, player: string) => void} */
  const show = (report, player) => {
    const nodes = report.nodes ? text("report.nodes", { count: report.nodes, nodes: numberText(report.nodes) }) : "";
    fill(player, report.score, [depth(report.depth), nodes, seconds(report.seconds)], report.pv || "");
  };
  // Shows the figures of the last move up to `ply` that a program made, with the line that it reported, if it is known.
  /** @type {(state: GameState, ply: number) => void} */
  const showMove = (state, ply) => {
    const index = state.moves.slice(0, ply).findLastIndex((move) => move.score);
    if (index < 0) {
      panel.hidden = true;
      return;
    }
    const move = state.moves[index];
    const { number, side, dots } = numberAt(state, index);
    const numbered = `${number}${dots}${move.san}`;
    const kept = variation.textContent.startsWith(numbered.replace(/[+#]/g, "")) ? variation.textContent : "";
    const facts = [numbered, depth(move.depth), seconds(move.seconds)];
    fill(state[side].name, move.score, facts, kept);
  };
  return { element: panel, show, showMove };
};
