// A chess board of 64 buttons: moves by pressing, dragging or the keyboard; arrows, the reader's too; last move, check.

import { drawArrows } from "./arrows.js";
import { Drag } from "./drag.js";
import { askPromotion } from "./promotion.js";
import { FILES, RANKS, SQUARES, element, endsOf, parsePlacement, pieceImage, pieceName, sideOf, svgElement } from "./squares.js";
import { isPlainKey, startRoving, turnWheel } from "./stepping.js";
import { text } from "./texts.js";

/** @type {{ [key: string]: number }} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -8, ArrowDown: 8 };
// Where castling takes the king, by the square of the rook that a user may also point at.
/** @type {{ [move: string]: string }} */
const CASTLINGS = { e1h1: "e1g1", e1a1: "e1c1", e8h8: "e8g8", e8a8: "e8c8" };
const MOVE_MS = 140;
/** @type {BoardState} */
const START = {
  pieces: "8/8/8/8/8/8/8/8", turn: "white", legal: [], sent: null, last: null, check: null, premove: null, arrows: [],
  flipped: false, interactive: false,
};

// `new Board(place, {onMove, onRefused, onCancel, onStep, symbols, label})` fills the element `place`.
//
// `onMove(uci)` gets a move of `legal`; `onRefused(text)` a sentence that says why a square cannot be used; `onCancel()` is
// called for Escape and the right button where no piece is chosen, and `onStep(1 or -1)` as the wheel turns. `symbols` is
// the address of the file with the pieces, or empty if they are in the document. `label` is the board's name.
export class Board {
  /**
   * @param {HTMLElement} place
   * @param {{ onMove?: (uci: string) => void, onRefused?: (text: string) => void, onCancel?: () => void,
   *   onStep?: (step: number) => void, symbols?: string, label?: string }} options
   */
  constructor(place, { onMove = () => {}, onRefused = () => {}, onCancel = () => {}, onStep = null, symbols = "", label = text("board.name") } = {}) {
    this.onMove = onMove;
    this.onRefused = onRefused;
    this.onCancel = onCancel;
    this.onStep = onStep;
    this.symbols = symbols;
    this.state = START;
    /** @type {{ [pieces: string]: Arrow[] }} */
    this.marksOn = {}; // the reader's own arrows and circles, by the placement on which they were drawn
    /** @type {Arrow | null} */
    this.sketch = null;
    /** @type {ReturnType<typeof turnWheel> | null} */
    this.turning = null; // the gesture on the wheel or the touchpad
    /** @type {{ [square: string]: string }} */
    this.letters = {};
    /** @type {string | null} */
    this.chosen = null;
    /** @type {(() => void) | null} */
    this.closePromotion = null;
    /** @type {{ [square: string]: HTMLElement }} */
    this.cells = {};
    this.grid = element("div", { role: "grid", class: "squares", "aria-label": label });
    this.ranks = element("div", { class: "ranks", "aria-hidden": "true" });
    this.files = element("div", { class: "files", "aria-hidden": "true" });
    this.overlay = svgElement("svg", { class: "arrows", viewBox: "0 0 360 360", "aria-hidden": "true", focusable: "false" });
    for (const square of SQUARES) this.cells[square] = this.makeCell(square);
    this.arrange();
    this.buttonOf("e2").tabIndex = 0;
    place.classList.add("board");
    place.replaceChildren(this.ranks, this.grid, this.overlay, this.files);
    this.place = place;
    this.wasChosen = false; // the piece that the pointer took was chosen before
    /** @type {string | null} */
    this.dropped = null;
    this.listen();
  }

  // Shows `{pieces, turn, legal, sent, last, check, premove, arrows, flipped, interactive}`; what is missing is empty or false.
  //
  // `pieces` is the placement of a FEN, `legal` has moves in UCI notation, `last` is the last move, `check` the square of
  // a king in check. `sent` is a move after `pieces` that is not answered yet: its piece is shown on its target square, and
  // nothing else changes. `premove` is a move that waits for the reply. A board that is not interactive can be
  // read, but not moved on.
  /** @param {Partial<BoardState>} state */
  show(state) {
    const before = this.state;
    this.state = { ...START, ...state };
    const { pieces, sent, flipped, interactive } = this.state;
    this.letters = parsePlacement(pieces);
    if (sent) {
      const { from, to } = endsOf(sent);
      this.letters = { ...this.letters, [from]: "", [to]: this.letters[from] };
      Object.assign(this.state, { last: sent, check: null });
    }
    const isChanged = pieces !== before.pieces || sent !== before.sent;
    if (flipped !== before.flipped) this.arrange();
    if (sent && isChanged) this.marks = [];
    // A piece stays chosen, and in the hand, while it can still move.
    if (!interactive || (this.chosen && !this.canMove(this.chosen))) {
      this.drag.cancel();
      this.chosen = null;
    }
    if (this.closePromotion && (isChanged || !this.chosen)) this.closePromotion();
    this.render();
    if (this.state.last && this.state.last !== before.last && isChanged) this.animate();
  }

  // Shows other arrows over the same position.
  /** @param {Arrow[]} arrows */
  setArrows(arrows) {
    this.state.arrows = arrows;
    this.renderArrows();
  }

  flip() {
    this.show({ ...this.state, flipped: !this.state.flipped });
  }

  /** @param {string} square */
  focus(square) {
    this.setTabStop(square);
    this.buttonOf(square).focus();
  }

  // The squares, in the order in which they are seen and read.

  /** @param {string} square */
  makeCell(square) {
    const button = element("button", { type: "button", tabindex: "-1", "data-square": square });
    const shade = (FILES.indexOf(square[0]) + Number(square[1])) % 2 ? "dark" : "light";
    return element("div", { role: "gridcell", class: shade }, button);
  }

  /** @param {string} square */
  buttonOf(square) {
    return /** @type {HTMLButtonElement} */ (this.cells[square].firstElementChild);
  }

  get order() {
    return this.state.flipped ? [...SQUARES].reverse() : SQUARES;
  }

  arrange() {
    const focused = document.activeElement, { order } = this;
    this.grid.replaceChildren(...[...RANKS].map((_, row) =>
      element("div", { role: "row" }, ...order.slice(8 * row, 8 * row + 8).map((square) => this.cells[square]))));
    if (focused instanceof HTMLElement && this.grid.contains(focused)) focused.focus();
    /** @param {string[]} names */
    const spans = (names) => [...names].map((name) => element("span", {}, name));
    this.ranks.replaceChildren(...spans(order.filter((square) => square[0] === "a").map((square) => square[1])));
    this.files.replaceChildren(...spans(order.filter((square) => square[1] === "1").map((square) => square[0])));
  }

  /** @param {string} square */
  setTabStop(square) {
    for (const one of SQUARES) this.buttonOf(one).tabIndex = one === square ? 0 : -1;
  }

  /** @type {(x: number, y: number) => string | null} */
  squareAt(x, y) {
    const box = this.grid.getBoundingClientRect();
    const column = Math.floor((8 * (x - box.left)) / box.width), row = Math.floor((8 * (y - box.top)) / box.height);
    if (column < 0 || column > 7 || row < 0 || row > 7) return null;
    return this.order[8 * row + column];
  }

  // What is drawn.

  render() {
    const { last, check, premove, interactive, turn } = this.state;
    /** @param {string | null} move */
    const squaresOf = (move) => (move ? Object.values(endsOf(move)) : []);
    const ends = squaresOf(last), planned = squaresOf(premove);
    const targets = this.chosen ? this.targetsOf(this.chosen) : [];
    this.grid.setAttribute("aria-readonly", String(!interactive));
    this.place.classList.toggle("interactive", interactive);
    for (const square of SQUARES) {
      const cell = this.cells[square], button = this.buttonOf(square), letter = this.letters[square] || "";
      if (button.dataset.piece !== letter) this.drawPiece(button, letter);
      cell.classList.toggle("last", ends.includes(square));
      cell.classList.toggle("check", square === check);
      cell.classList.toggle("premove", planned.includes(square));
      cell.classList.toggle("chosen", square === this.chosen);
      cell.classList.toggle("target", targets.includes(square));
      cell.classList.toggle("movable", interactive && this.canMove(square));
      cell.setAttribute("aria-selected", String(square === this.chosen));
      const words = [square, letter ? pieceName(letter) : ""];
      if (square === check) words.push(text("board.in_check"));
      if (ends[1] === square) words.push(text("board.moved_last"));
      if (planned.includes(square)) words.push(text(square === planned[0] ? "board.premove_from" : "board.premove_to"));
      if (square === this.chosen) words.push(text("board.chosen"));
      if (targets.includes(square)) words.push(text(letter ? "board.can_be_captured" : "board.can_be_moved_to"));
      button.setAttribute("aria-label", words.filter(Boolean).join(", "));
    }
    this.place.dataset.turn = turn;
    this.renderArrows();
  }

  renderArrows() {
    const { arrows, flipped } = this.state;
    const drawn = [...arrows, ...this.marks, ...(this.sketch ? [this.sketch] : [])];
    this.overlay.replaceChildren(...drawArrows(drawn, flipped));
  }

  /** @type {(button: HTMLElement, letter: string) => void} */
  drawPiece(button, letter) {
    button.dataset.piece = letter;
    button.replaceChildren();
    if (letter) button.append(pieceImage(letter, this.symbols));
  }

  // Slides the piece that moved last from its origin to its target.
  animate() {
    const { from, to } = endsOf(this.state.last);
    const picture = this.buttonOf(to).querySelector("svg");
    const dropped = this.dropped === to;
    this.dropped = null;
    if (!picture || dropped || window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const start = this.buttonOf(from).getBoundingClientRect(), end = this.buttonOf(to).getBoundingClientRect();
    const shift = `translate(${start.left - end.left}px, ${start.top - end.top}px)`;
    this.cells[to].classList.add("moving");
    const done = () => this.cells[to].classList.remove("moving");
    picture.animate([{ transform: shift }, { transform: "none" }], { duration: MOVE_MS, easing: "ease-out" })
      .finished.then(done, done);
  }

  // The moves.

  /** @param {string} square */
  targetsOf(square) {
    return this.state.legal.filter((move) => move.startsWith(square)).map((move) => move.slice(2, 4));
  }

  /** @param {string} square */
  canMove(square) {
    return this.targetsOf(square).length > 0;
  }

  /** @param {string | null} square */
  choose(square) {
    this.chosen = square;
    this.render();
  }

  /** @param {string} why */
  refuse(why) {
    this.choose(null);
    this.onRefused(why);
  }

  /** @param {string} square */
  whyNot(square) {
    const letter = this.letters[square];
    const what = { piece: pieceName(letter), square };
    if (sideOf(letter) === this.state.turn) return text("board.no_legal_move", what);
    return text(this.state.turn === "white" ? "board.turn_of_white" : "board.turn_of_black", what);
  }

  // A pointer went down on a square. A piece is chosen, or moved to a target, at once; returns whether that was done. Elsewhere
  // a finger may be about to scroll, and the question about a promotion would be under it: the click decides.
  /** @param {string} square */
  pointAt(square) {
    this.clearMarks();
    if (!this.state.interactive || this.closePromotion) return false;
    const moves = this.chosen && this.chosen !== square ? this.finds(this.chosen, square) : [];
    if (moves.length === 1) this.tryMove(this.chosen, square);
    if (moves.length || !this.canMove(square)) return moves.length === 1;
    this.wasChosen = this.chosen === square;
    this.choose(square);
    return true;
  }

  // A square was clicked, or Enter pressed on it.
  press = (/** @type {On<MouseEvent>} */ event) => {
    const square = /** @type {HTMLElement} */ (event.target.closest("[data-square]"))?.dataset.square;
    if (!square || !this.state.interactive) return;
    if (this.chosen === square) this.choose(null);
    else if (this.chosen && (this.finds(this.chosen, square).length || !this.canMove(square))) this.tryMove(this.chosen, square);
    else if (this.canMove(square)) this.choose(square);
    else if (this.letters[square]) this.refuse(this.whyNot(square));
  };

  /** @type {(from: string, to: string) => string[]} */
  finds(from, to) {
    const move = from + to;
    const found = this.state.legal.filter((one) => one.startsWith(move));
    return found.length || !(move in CASTLINGS) || this.letters[from].toLowerCase() !== "k" ? found
      : this.state.legal.filter((one) => one === CASTLINGS[move]);
  }

  /** @type {(from: string, to: string) => void} */
  tryMove(from, to) {
    const moves = this.finds(from, to);
    if (!moves.length) {
      this.refuse(text("board.cannot_move_to", { piece: pieceName(this.letters[from]), square: from, to }));
    } else if (moves.length === 1) {
      this.choose(null);
      this.onMove(moves[0]);
    } else this.promote(moves);
  }

  /** @param {string[]} moves */
  promote(moves) {
    const to = moves[0].slice(2, 4);
    this.closePromotion = askPromotion(this.place, this.cells[to], this.state.turn, moves.map((move) => move[4]), this.symbols, (letter) => {
      this.closePromotion = null;
      this.choose(null);
      const move = moves.find((one) => one[4] === letter && this.state.legal.includes(one));
      if (move) this.onMove(move);
    });
  }

  // What the user does.

  listen() {
    this.drag = new Drag(this.grid, (x, y) => this.squareAt(x, y), {
      press: (square) => this.pointAt(square),
      carries: (square) => this.chosen === square,
      release: () => { if (this.wasChosen) this.choose(null); },
      over: (square) => this.grid.querySelectorAll("[role=gridcell]").forEach((cell) =>
        cell.classList.toggle("over", cell === this.cells[square] && cell.classList.contains("target"))),
      drop: (square) => this.drop(square),
      back: () => this.choose(null),
      pressRight: () => this.cancel(),
      sketch: (from, to) => this.draw(from, to),
      mark: (from, to) => this.mark(from, to),
    });
    if (this.onStep) this.grid.addEventListener("wheel", this.wheel, { passive: false });
    this.grid.addEventListener("click", this.press);
    // A board that is only looked at leaves the focus, and with it the arrow keys, where they are.
    this.grid.addEventListener("mousedown", (event) => {
      if (!this.state.interactive) event.preventDefault();
    });
    this.grid.addEventListener("focusin", (/** @type {On<FocusEvent, HTMLElement>} */ event) => this.setTabStop(event.target.dataset.square));
    this.grid.addEventListener("keydown", this.key);
    startRoving(this.grid, STEPS, (button, step) => this.neighbour(button.dataset.square, step));
  }

  /** @param {string | null} square */
  drop(square) {
    const from = this.chosen;
    if (!from || !square || square === from) {
      this.choose(null);
      return;
    }
    this.dropped = square;
    this.tryMove(from, square);
  }

  key = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || !isPlainKey(event)) return;
    this.cancel();
    event.preventDefault();
    event.stopPropagation();
  };

  // Puts back the piece that is carried or chosen. Returns whether there was one; if not, calls `onCancel`.
  cancel() {
    const isChosen = this.chosen !== null;
    this.drag.cancel();
    if (isChosen) this.choose(null);
    else this.onCancel();
    return isChosen;
  }

  wheel = (/** @type {WheelEvent} */ event) => {
    if (event.ctrlKey || this.drag.isCarrying) return;
    event.preventDefault();
    this.turning = turnWheel(this.turning, event);
    if (this.turning.step) this.onStep(this.turning.step);
  };

  // The reader's own arrows and circles, drawn with the right button, the last one last. They disappear when the board is
  // pressed or a move is made, and return with their position.

  get marks() {
    return this.marksOn[this.state.pieces] || [];
  }

  set marks(marks) {
    this.marksOn[this.state.pieces] = marks;
  }

  /** @type {(from: string, to: string | null) => void} */
  draw(from, to) {
    this.sketch = to && { from, to, kind: "mark" };
    this.renderArrows();
  }

  // Draws an arrow, or a circle if both squares are the same; one that is there already is removed.
  /** @type {(from: string, to: string) => void} */
  mark(from, to) {
    const others = this.marks.filter((mark) => mark.from !== from || mark.to !== to);
    this.marks = others.length < this.marks.length ? others : [...this.marks, { from, to, kind: "mark" }];
    this.draw(from, null);
  }

  clearMarks() {
    if (this.marks.length) this.marks = [];
    this.renderArrows();
  }

  // Returns the square to which a key leads, if that is on the board.
  /** @type {(square: string, step: number) => HTMLElement | null} */
  neighbour(square, step) {
    const from = this.order.indexOf(square), to = this.order[from + step];
    const isThere = to && (from % 8 + step % 8 >= 0) && (from % 8 + step % 8 <= 7);
    return isThere ? this.buttonOf(to) : null;
  }
}
