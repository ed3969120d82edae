// Every move that the program tries: its arrow, the reply that it expects, the board after both, and its terms beside
// those of the choice. Pointing at a move or focusing it shows it; a click keeps it until another one.

import { Board } from "./board.js";
import { element } from "./squares.js";
import { byId, capitalised, decimals, game, isTouch, otherSide, signed } from "./game_data.js";
import { arrowOf } from "./stage.js";

const STEPS = { ArrowUp: -1, ArrowDown: 1 };

const board = new Board(byId("after-board"), { label: "The board after the move and the reply" });
let position = null;
let flipped = false;
let order = "best";
let kept = null;
let pointed = null;
let onArrows = () => {};

const rowsOf = () => [...document.querySelectorAll("#candidates tbody tr")];
const buttonOf = (row) => row.querySelector("button");
const shownIndex = () => pointed ?? kept ?? position.program.chosen;

// The arrows of a move and of the reply to it.
const arrowsOf = (candidate) => [
  arrowOf(candidate, "candidate", !candidate.legal), ...(candidate.reply ? [arrowOf(candidate.reply, "reply")] : []),
];

const figure = (text, kind = "figure") => element("td", { class: kind }, text);
const makeRow = (candidate, index) => {
  const { notation, reply, value, piece, square, remark } = candidate;
  const row = element("tr", { "data-index": index, ...(index === position.program.chosen ? { class: "choice" } : {}) });
  const button = element("button", { type: "button", tabindex: "-1", "aria-pressed": String(index === kept) }, notation);
  const name = element("span", { class: "name" }, remark.includes("slot") ? "" : `${game.pieces[piece]} `);
  row.append(element("th", { scope: "row" }, button), element("td", {}, reply ? reply.notation : "none"), figure(value));
  row.append(element("td", { class: "remark" }, remark), figure(index + 1), element("td", { class: "figure" }, name, piece));
  row.append(figure(square));
  return row;
};
const showRows = () => {
  const sign = position.side === "white" ? 1 : -1;
  const rows = position.program.candidates.map((candidate, index) => ({ candidate, index }));
  if (order === "best") rows.sort((one, two) => sign * (two.candidate.number - one.candidate.number) || one.index - two.index);
  const body = document.querySelector("#candidates tbody");
  body.replaceChildren(...rows.map(({ candidate, index }) => makeRow(candidate, index)));
  const first = rowsOf()[0];
  if (first) buttonOf(first).tabIndex = 0;
  body.closest(".scroll").scrollTop = 0;
};

// The terms: of the choice alone, or of the choice and of another move side by side.
const sides = () => (position.side === "white" ? ["terms", "reply_terms"] : ["reply_terms", "terms"]);
const columnsOf = (candidate) => {
  const [white, black] = sides();
  return candidate[white].map((amount, index) => [amount, candidate[black][index], amount - candidate[black][index]]);
};
const headsOf = ({ notation, reply }) => {
  const own = capitalised(position.side), other = capitalised(otherSide(position.side));
  const heads = [`${own} after ${notation}`, `${other} after ${reply ? reply.notation : "no reply"}`];
  if (position.side === "black") heads.reverse();
  return [heads[0], `minus ${heads[1]}`, "for White"];
};
const showTerms = (candidates) => {
  const columns = candidates.map(columnsOf);
  const groups = candidates.map(({ notation }, index) => element("th", { scope: "colgroup", colspan: 3, class: "group" },
    candidates.length === 1 || index === 0 ? `the choice, ${notation}` : notation));
  const heads = candidates.flatMap((candidate) => headsOf(candidate).map((text, index) =>
    element("th", { scope: "col", class: index < 2 ? "figure part" : "figure" }, text)));
  const names = [...game.terms, "total"];
  const rows = names.map((term, number) => element("tr", {}, element("th", { scope: "row" }, term),
    ...columns.flatMap((amounts) => amounts[number].map((amount, index) =>
      figure(decimals(amount), index < 2 ? "figure part" : "figure sum")))));
  const table = byId("terms");
  table.classList.toggle("two", candidates.length > 1);
  table.querySelector("thead").replaceChildren(
    element("tr", {}, element("td"), ...groups), element("tr", {}, element("th", { scope: "col" }, "term"), ...heads));
  table.querySelector("tbody").replaceChildren(...rows.slice(0, -1));
  table.querySelector("tfoot").replaceChildren(rows.at(-1));
};

const describe = (candidate, index) => {
  const { notation, reply, value } = candidate;
  const expected = reply ? `expects ${reply.notation}` : "expects no reply: the king would be lost";
  const chosen = position.program.candidates[position.program.chosen];
  const against = index === position.program.chosen || !chosen ? "" : `, ${Math.abs(candidate.number - chosen.number).toFixed(2)} worse than ${chosen.notation}`;
  return `${notation} ${expected}: ${value} for White${index === position.program.chosen ? ", the choice" : against}.`;
};
const describeSum = ({ notation, value, number }) => {
  const raw = position.side === "white" ? "" : ` The program itself counts for the side to move: ${decimals(-number)} for Black.`;
  return `The value of ${notation} is ${value} for White, in single precision.${raw}`;
};

const showMove = () => {
  const { candidates, chosen } = position.program;
  const index = shownIndex();
  const candidate = index === null ? null : candidates[index];
  for (const row of rowsOf()) {
    row.classList.toggle("shown", Number(row.dataset.index) === index);
    buttonOf(row).setAttribute("aria-pressed", Number(row.dataset.index) === kept);
  }
  byId("explored").classList.toggle("empty", !candidate);
  onArrows(pointed === null && kept === null || !candidate ? null : arrowsOf(candidate));
  if (!candidate) {
    byId("after").textContent = "The program chooses no move, because none beats -1000.";
    for (const part of ["thead", "tbody", "tfoot"]) document.querySelector(`#terms ${part}`).replaceChildren();
    byId("sum").textContent = "";
    board.show({ pieces: position.fen.split(" ")[0], flipped });
    return;
  }
  board.show({ pieces: candidate.after, flipped, arrows: arrowsOf(candidate) });
  byId("after").textContent = describe(candidate, index);
  showTerms(chosen === null || chosen === index ? [candidate] : [candidates[chosen], candidate]);
  byId("sum").textContent = describeSum(candidate);
};

const point = (index) => {
  if (pointed === index) return;
  pointed = index;
  showMove();
};
const keep = (index) => {
  kept = kept === index ? null : index;
  pointed = kept === null ? null : pointed;
  showMove();
};

const listen = () => {
  const body = document.querySelector("#candidates tbody");
  const indexOf = (event) => {
    const row = event.target.closest("tr");
    return row ? Number(row.dataset.index) : null;
  };
  body.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "touch") point(indexOf(event));
  });
  body.addEventListener("pointerleave", () => point(null));
  body.addEventListener("focusin", (event) => {
    if (event.target.matches(":focus-visible")) point(indexOf(event));
  });
  body.addEventListener("focusout", () => point(null));
  body.addEventListener("click", (event) => keep(indexOf(event)));
  body.addEventListener("keydown", (event) => {
    const rows = rowsOf(), row = event.target.closest("tr");
    if (event.key === "Escape" && kept !== null) keep(kept);
    const next = rows[rows.indexOf(row) + STEPS[event.key]];
    if (!next || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    buttonOf(row).tabIndex = -1;
    buttonOf(next).tabIndex = 0;
    buttonOf(next).focus();
  });
  for (const input of document.querySelectorAll("[name=order]")) input.addEventListener("change", () => {
    order = input.value;
    showRows();
    showMove();
  });
};

const HINT = isTouch ? "Tap a move to see" : "Point at a move, or go to it with the arrow keys, to see";
const KEEP = isTouch ? "" : " A click keeps it.";

// Calls `showArrows(arrows)` with the arrows of a move that is looked at, or with null if there is none.
export const buildCandidates = (showArrows) => {
  onArrows = showArrows;
  byId("explore-hint").textContent = `${HINT} its arrow, the reply that it expects, and its terms beside the choice's.${KEEP}`;
  listen();
};

export const showCandidates = (shown, isFlipped) => {
  if (shown !== position) kept = pointed = null;
  const isNew = shown !== position;
  position = shown;
  flipped = isFlipped;
  if (isNew) showRows();
  showMove();
  const { program, side } = position, count = program.candidates.length;
  const moves = count === 1 ? "1 move" : `${count} moves`;
  const chosen = program.value === null ? "none beats -1000, so it chooses no move"
    : `it chooses ${program.choice}, with the value ${signed(program.value)}${program.legal ? "" : ", which is an illegal move"}`;
  byId("lead").textContent = `${capitalised(side)} is to move. The program tries ${moves} and every reply to each: ${chosen}.`;
};
