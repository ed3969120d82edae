// The two boards of 144 numbers of the 1994 program: A(0,..), and the think move board of the side to move.

import { FILES, element, isTouch, namedType } from "./squares.js";
import { startRoving } from "./stepping.js";
import { text } from "./texts.js";

/** @type {{ [key: string]: number }} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: 12, ArrowDown: -12 };
// What A(0,..) holds for piece number 0 of each side.
/** @type {{ [side in Side]: number }} */
export const FIRST = { white: 1, black: 25 };
// The square of d4, to which Tab leads.
const D4 = 65;
// Squares that more pieces reach have the same tint.
const MAX_TINT = 5;
// Each side has this many piece numbers.
const BITS = 24;
const HINTS = isTouch ? { board: "numbers.tap_board", reach: "numbers.tap_reach" }
  : { board: "numbers.point_board", reach: "numbers.point_reach" };

/** @param {HTMLElement} cell */
const buttonOf = (cell) => cell && cell.querySelector("button");

// A square of the listing is 12*Y+X, with X and Y from 2 to 9 on the board.
/** @param {number} square */
export const nameOf = (square) => {
  const x = square % 12, y = Math.floor(square / 12);
  return x > 1 && x < 10 && y > 1 && y < 10 ? FILES[x - 2] + (y - 1) : "";
};

// Returns the numbers of the pieces whose bits are in a sum.
/** @param {number} sum */
export const piecesIn = (sum) => {
  const found = [];
  for (let piece = 0; piece < BITS; piece++) if (Math.floor(sum / 2 ** piece) % 2) found.push(piece);
  return found;
};

// Says which pieces of a side reach a square: `reach` are the sums of bits of all squares, `pieces` the names of the piece
// numbers, and `squares` where these pieces are.
/** @type {(tried: Reach, square: number) => string} */
export const describeReach = ({ reach, side, squares, pieces }, square) => {
  const sum = reach[square], found = piecesIn(sum);
  const where = { square: nameOf(square), number: square };
  if (!found.length) return text(side === "white" ? "numbers.no_white_piece" : "numbers.no_black_piece", where);
  const powers = found.map((piece) => `2^${piece}`).join(" + ");
  const names = found.map((piece) => {
    const name = namedType(pieces[piece]);
    return squares[piece] ? `${name} ${squares[piece]}` : text("numbers.from_nowhere", { piece: name });
  });
  return text("numbers.reached", { ...where, powers, sum, pieces: names.join(", ") });
};

// The tint of a square that so many pieces reach.
/** @param {number} count */
export const tintOf = (count) => String(Math.min(count, MAX_TINT));

// Lets the squares of a table be pointed at, with a mouse, a finger or the focus: `onPoint` gets a square, and null when none is
// any more. `buttonAt` returns the button of a square.
/** @type {(table: HTMLElement, buttonAt: (square: number) => HTMLElement | null, onPoint: (square: number | null) => void) => void} */
export const startPointing = (table, buttonAt, onPoint) => {
  /** @param {Element | null} button */
  const squareOf = (button) => (button instanceof HTMLElement && table.contains(button) ? Number(button.dataset.square) : null);
  for (const type of ["pointerover", "focusin", "click"]) {
    table.addEventListener(type, (/** @type {On<Event>} */ event) => {
      const button = event.target.closest("button");
      if (button) onPoint(squareOf(button));
    });
  }
  // A finger that is lifted leaves the square that it has tapped, and a mouse the one that has the focus.
  table.addEventListener("pointerleave", (event) => { if (event.pointerType !== "touch") onPoint(squareOf(document.activeElement)); });
  table.addEventListener("focusout", (event) => { if (!table.contains(/** @type {Node} */ (event.relatedTarget))) onPoint(null); });
  startRoving(table, STEPS, (button, step) => buttonAt(squareOf(button) + step));
  buttonAt(D4).tabIndex = 0;
};

export class NumberBoards {
  // Fills elements: the empty tables `board` and `reach`, their lines `boardReadout` and `reachReadout`, and `reachName`,
  // the heading of the think move board.
  /** @param {NumberBoardElements} elements */
  constructor(elements) {
    this.elements = elements;
    /** @type {Tried} */
    this.tried = null;
    /** @type {{ [name in NumberBoard]: HTMLElement[] }} */
    this.cells = { board: [], reach: [] };
    for (const name of /** @type {const} */ (["board", "reach"])) {
      this.buildTable(name);
      startPointing(elements[name], (square) => buttonOf(this.cells[name][square]),
        (square) => (square === null ? this.pointAtNothing(name) : this.pointAt(name, square)));
    }
  }

  // Shows the boards `board` and `reach` of modern/players/tried_moves.py; `pieces` are the names of the piece numbers.
  /** @param {Tried} tried */
  show(tried) {
    this.tried = tried;
    const { board, reach, side } = tried;
    for (let square = 0; square < 144; square++) {
      const cell = this.cells.board[square], reachCell = this.cells.reach[square], button = buttonOf(cell);
      (button || cell).textContent = String(board[square]);
      (buttonOf(reachCell) || reachCell).textContent = String(reach[square]);
      if (!button) continue;
      cell.dataset.side = board[square] === 0 ? "none" : board[square] < FIRST.black ? "white" : "black";
      reachCell.dataset.count = tintOf(piecesIn(reach[square]).length);
      button.setAttribute("aria-label", this.describeContent(square));
      buttonOf(reachCell).setAttribute("aria-label", describeReach(this.tried, square));
    }
    this.elements.reachName.textContent = text(side === "white" ? "numbers.think_move_board_white" : "numbers.think_move_board_black");
    for (const name of /** @type {const} */ (["board", "reach"])) {
      if (!this.elements[name].matches(":hover")) this.pointAtNothing(name);
      const focused = this.cells[name].findIndex((cell) => cell.contains(document.activeElement));
      if (focused >= 0) this.pointAt(name, focused);
    }
  }

  /** @param {NumberBoard} name */
  buildTable(name) {
    const head = element("tr", {}, element("td"));
    for (let x = 0; x < 12; x++) {
      const file = FILES[x - 2];
      head.append(file ? element("th", { scope: "col" }, file) : element("td"));
    }
    const body = element("tbody");
    for (let y = 11; y >= 0; y--) {
      const row = element("tr", {}, y > 1 && y < 10 ? element("th", { scope: "row" }, String(y - 1)) : element("td"));
      for (let x = 0; x < 12; x++) {
        const square = 12 * y + x;
        const inside = nameOf(square);
        const cell = element("td", { class: inside ? ((x + y) % 2 ? "light" : "dark") : "border" });
        if (inside) cell.append(element("button", { type: "button", tabindex: "-1", "data-square": square }));
        this.cells[name][square] = cell;
        row.append(cell);
      }
      body.append(row);
    }
    this.elements[name].append(element("thead", {}, head), body);
  }

  // Says what a square has, and marks the pieces, or the squares, that belong to it on the other board.
  /** @type {(name: NumberBoard, square: number) => void} */
  pointAt(name, square) {
    this.unmark();
    this.setReadout(name, name === "reach" ? describeReach(this.tried, square) : this.describeContent(square));
    const { board, reach, side } = this.tried, first = FIRST[side];
    if (name === "reach") {
      const contents = piecesIn(reach[square]).map((piece) => piece + first);
      this.cells.board.forEach((cell, other) => cell.classList.toggle("marked", contents.includes(board[other])));
    } else {
      const piece = board[square] - first;
      if (piece >= 0 && piece < 24) for (const other of this.reachedBy(piece)) this.cells.reach[other].classList.add("marked");
    }
  }

  /** @param {NumberBoard} name */
  pointAtNothing(name) {
    this.unmark();
    this.setReadout(name, "");
  }

  unmark() {
    for (const cell of [...this.cells.board, ...this.cells.reach]) cell.classList.remove("marked");
  }

  /** @type {(name: NumberBoard, content: string) => void} */
  setReadout(name, content) {
    const readout = this.elements[/** @type {`${NumberBoard}Readout`} */ (`${name}Readout`)];
    readout.textContent = content || text(HINTS[name]);
    readout.classList.toggle("hint", !content);
  }

  /** @param {number} piece */
  reachedBy(piece) {
    return this.tried.reach.map((sum, square) => (piecesIn(sum).includes(piece) ? square : -1)).filter((square) => square >= 0);
  }

  /** @param {number} square */
  describeContent(square) {
    const { board, side, pieces } = this.tried;
    const number = board[square];
    const where = { square: nameOf(square), number: square };
    if (!number) return text("numbers.empty", where);
    const owner = number < FIRST.black ? "white" : "black", index = number - FIRST[owner];
    const what = { content: number, piece: namedType(pieces[index]), index };
    const name = text(owner === "white" ? "numbers.white_piece" : "numbers.black_piece", what);
    if (owner !== side) return text("numbers.content", { ...where, name });
    return text("numbers.content_and_bit", { ...where, name, index, count: this.reachedBy(index).length });
  }
}
