// The two boards of 144 numbers: A(0,..), and the think move board of the side to move.

import { FILES, element } from "./squares.js";
import { byId, capitalised, game, isTouch } from "./game_data.js";

const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: 12, ArrowDown: -12 };
// What A(0,..) holds for piece number 0 of each side.
const FIRST = { white: 1, black: 25 };
const MAX_TINT = 5;
const HINTS = isTouch ? {
  board: "Tap a piece to mark the squares it reaches on the other board.",
  reach: "Tap a square to see its bits and the pieces they stand for.",
} : {
  board: "Point at a piece, or move to it with the arrow keys, to mark the squares it reaches on the other board.",
  reach: "Point at a square, or move to it with the arrow keys, to see its bits and the pieces they stand for.",
};

let position = null;
const cells = { board: [], reach: [] };
const buttonOf = (cell) => cell && cell.querySelector("button");

// A square of the listing is 12*Y+X, with X and Y from 2 to 9 on the board.
const nameOf = (square) => {
  const x = square % 12, y = Math.floor(square / 12);
  return x > 1 && x < 10 && y > 1 && y < 10 ? FILES[x - 2] + (y - 1) : "";
};

// The numbers of the pieces whose bits are in a sum.
const piecesIn = (sum) => game.pieces.map((_, piece) => piece).filter((piece) => Math.floor(sum / 2 ** piece) % 2);
const reachedBy = (piece) =>
  position.program.reach.map((sum, square) => (piecesIn(sum).includes(piece) ? square : -1)).filter((square) => square >= 0);

const describeReach = (square) => {
  const { program, side } = position;
  const sum = program.reach[square], pieces = piecesIn(sum);
  const where = `${nameOf(square)}, square ${square}`;
  if (!pieces.length) return `${where}: 0, no ${side} piece reaches it.`;
  const powers = pieces.map((piece) => `2^${piece}`).join(" + ");
  const names = pieces.map((piece) => `${game.pieces[piece]} ${program.squares[piece] || "from nowhere"}`).join(", ");
  return `${where}: ${powers} = ${sum}: ${names}.`;
};
const describeContent = (square) => {
  const number = position.program.board[square];
  const where = `${nameOf(square)}, square ${square}`;
  if (!number) return `${where}: 0, empty.`;
  const side = number < FIRST.black ? "white" : "black", piece = number - FIRST[side];
  const name = `${number} is ${capitalised(side)}'s ${game.pieces[piece]}, piece number ${piece}`;
  if (side !== position.side) return `${where}: ${name}.`;
  const count = reachedBy(piece).length;
  return `${where}: ${name}; its bit is 2^${piece}, on ${count} ${count === 1 ? "square" : "squares"}.`;
};

const setReadout = (boardName, text) => {
  byId(`${boardName}-readout`).textContent = text || HINTS[boardName];
  byId(`${boardName}-readout`).classList.toggle("hint", !text);
};
const unmark = () => document.querySelectorAll(".numbers .marked").forEach((cell) => cell.classList.remove("marked"));
const pointAt = (boardName, square) => {
  unmark();
  setReadout(boardName, (boardName === "reach" ? describeReach : describeContent)(square));
  const { board, reach } = position.program, first = FIRST[position.side];
  if (boardName === "reach") {
    const contents = piecesIn(reach[square]).map((piece) => piece + first);
    cells.board.forEach((cell, other) => cell.classList.toggle("marked", contents.includes(board[other])));
  } else {
    const piece = board[square] - first;
    if (piece >= 0 && piece < 24) for (const other of reachedBy(piece)) cells.reach[other].classList.add("marked");
  }
};
const pointAtNothing = (boardName) => {
  unmark();
  setReadout(boardName);
};

const buildTable = (boardName, table) => {
  const head = element("tr", {}, element("td"));
  for (let x = 0; x < 12; x++) {
    const name = FILES[x - 2];
    head.append(name ? element("th", { scope: "col" }, name) : element("td"));
  }
  const body = element("tbody");
  for (let y = 11; y >= 0; y--) {
    const row = element("tr", {}, y > 1 && y < 10 ? element("th", { scope: "row" }, String(y - 1)) : element("td"));
    for (let x = 0; x < 12; x++) {
      const square = 12 * y + x;
      const inside = nameOf(square);
      const cell = element("td", { class: inside ? ((x + y) % 2 ? "light" : "dark") : "border" });
      if (inside) cell.append(element("button", { type: "button", tabindex: "-1", "data-square": square }));
      cells[boardName][square] = cell;
      row.append(cell);
    }
    body.append(row);
  }
  table.append(element("thead", {}, head), body);
};

const moveFocus = (boardName, event) => {
  const button = event.target.closest("button");
  if (!button || !(event.key in STEPS) || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  event.stopPropagation();
  const next = buttonOf(cells[boardName][Number(button.dataset.square) + STEPS[event.key]]);
  if (!next) return;
  button.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
};

// Fills the tables with their squares, once.
export const buildNumbers = () => {
  for (const boardName of ["board", "reach"]) {
    const table = byId(`${boardName}-numbers`);
    buildTable(boardName, table);
    const pointAtTarget = (event) => {
      const button = event.target.closest("button");
      if (button) pointAt(boardName, Number(button.dataset.square));
    };
    table.addEventListener("pointerover", pointAtTarget);
    table.addEventListener("focusin", pointAtTarget);
    // A finger that is lifted leaves what it tapped marked.
    table.addEventListener("pointerleave", (event) => {
      if (event.pointerType !== "touch") pointAtNothing(boardName);
    });
    table.addEventListener("focusout", () => pointAtNothing(boardName));
    table.addEventListener("keydown", (event) => moveFocus(boardName, event));
    buttonOf(cells[boardName][65]).tabIndex = 0;
  }
};

export const showNumbers = (shown) => {
  position = shown;
  const { board, reach } = position.program;
  for (let square = 0; square < 144; square++) {
    const button = buttonOf(cells.board[square]), reachButton = buttonOf(cells.reach[square]);
    (button || cells.board[square]).textContent = board[square];
    (reachButton || cells.reach[square]).textContent = reach[square];
    if (!button) continue;
    cells.board[square].dataset.side = board[square] === 0 ? "none" : board[square] < FIRST.black ? "white" : "black";
    cells.reach[square].dataset.count = Math.min(piecesIn(reach[square]).length, MAX_TINT);
    button.setAttribute("aria-label", describeContent(square));
    reachButton.setAttribute("aria-label", describeReach(square));
  }
  byId("reach-name").textContent = `A(${position.side === "white" ? 1 : 2},..), ${capitalised(position.side)}'s think move board`;
  for (const name of ["board", "reach"]) {
    if (!byId(`${name}-numbers`).matches(":hover")) pointAtNothing(name);
    const focused = cells[name].findIndex((cell) => cell.contains(document.activeElement));
    if (focused >= 0) pointAt(name, focused);
  }
};
