// Every move that the 1994 program tried: its arrow, the reply that it expects, the board after both, and its terms
// beside those of the choice. Pointing at a move or focusing it shows it; a click keeps it until another one.

import { Board } from "./board.js";
import { element, endsOf, isTouch, namedType } from "./squares.js";
import { startRoving } from "./stepping.js";
import { text } from "./texts.js";

// What Python remarks on a move, and the terms of a score in Python's order.
/** @type {{ [remark: string]: string }} */
const REMARKS = { choice: "tried.choice", slot: "tried.slot", illegal: "tried.illegal", played: "tried.in_the_game" };
const TERMS = ["term.material", "term.exposed", "term.control", "term.centre", "term.pawn_ranks", "term.castling", "piece.king"];
/** @type {{ [key: string]: number }} */
const STEPS = { ArrowUp: -1, ArrowDown: 1 };

// "-0.125": a term in pawns, with two to four decimals.
/** @param {number} amount */
const decimals = (amount) => amount.toFixed(4).replace(/0{1,2}$/, "");
/** @param {HTMLElement} row */
const buttonOf = (row) => row?.querySelector("button");
/** @type {(content: string | number | Node, kind?: string) => HTMLElement} */
const cell = (content, kind = "figure") => element("td", { class: kind }, content);

// Returns the arrow of a move from `move` (UCI, or null for a piece from nowhere) and its target `to`.
/** @type {(target: Target, kind: string, illegal?: boolean) => Arrow} */
export const arrowOf = ({ move, to }, kind, illegal = false) =>
  (move ? { ...endsOf(move), kind, illegal } : { from: null, to, kind });
/** @type {(candidate: TriedMove) => Arrow[]} */
const arrowsOf = (candidate) => [
  arrowOf(candidate, "candidate", !candidate.legal), ...(candidate.reply ? [arrowOf(candidate.reply, "reply")] : []),
];

export class TriedMoves {
  // Fills elements: the tables `candidates` (with a head) and `terms` (with an empty head, body and foot), the radio buttons
  // `orders` (best, tried), the lines `hint`, `after` and `sum`, the place `afterBoard`, and `explored`, which holds what is
  // shown of one move. `onShow(arrows, isPointed)` gets the arrows of a move that is kept or pointed at, and null when there
  // is none. `symbols` is the address of the pieces, as for a board.
  /**
   * @param {TriedMovesElements} elements
   * @param {{ onShow?: (arrows: Arrow[] | null, isPointed: boolean) => void, symbols?: string }} options
   */
  constructor(elements, { onShow = () => {}, symbols = "" } = {}) {
    this.elements = elements;
    this.onShow = onShow;
    /** @type {Tried} */
    this.tried = null;
    this.order = "best";
    /** @type {number | null} */
    this.kept = null;
    /** @type {number | null} */
    this.pointed = null;
    this.flipped = false;
    this.board = new Board(elements.afterBoard, { symbols, label: text("tried.after_board") });
    this.body = elements.candidates.tBodies[0];
    elements.hint.textContent = text(isTouch ? "tried.hint_tap" : "tried.hint_point");
    this.listen();
  }

  // Shows the moves of modern/players/tried_moves.py; `pieces` and `terms` are the names of the piece numbers and the terms.
  /** @param {Tried} tried */
  show(tried) {
    this.tried = tried;
    this.kept = this.pointed = null;
    this.showRows();
    this.showMove();
  }

  /** @param {boolean} isFlipped */
  flip(isFlipped) {
    if (this.flipped === isFlipped) return;
    this.flipped = isFlipped;
    if (this.tried) this.showMove();
  }

  // The table.

  get rows() {
    return [...this.body.rows];
  }

  showRows() {
    const { candidates, side } = this.tried;
    const sign = side === "white" ? 1 : -1;
    const rows = candidates.map((candidate, index) => ({ candidate, index }));
    if (this.order === "best") rows.sort((one, two) => sign * (two.candidate.number - one.candidate.number) || one.index - two.index);
    this.body.replaceChildren(...rows.map(({ candidate, index }) => this.makeRow(candidate, index)));
    if (rows.length) buttonOf(this.rows[0]).tabIndex = 0;
    this.body.closest(".scroll").scrollTop = 0;
  }

  /** @type {(candidate: TriedMove, index: number) => HTMLElement} */
  makeRow({ notation, reply, value, piece, square, remarks }, index) {
    const button = element("button", { type: "button", tabindex: "-1", "aria-pressed": String(index === this.kept) }, notation);
    const name = element("span", { class: "name" }, remarks.includes("slot") ? "" : `${namedType(this.tried.pieces[piece])} `);
    return element("tr", { "data-index": index, class: index === this.tried.chosen ? "choice" : null },
      element("th", { scope: "row" }, button), element("td", {}, reply ? reply.notation : text("tried.no_reply")), cell(value),
      cell(remarks.map((remark) => text(REMARKS[remark], { piece })).join(", "), "remark"), cell(index + 1), element("td", { class: "figure" }, name, piece), cell(square));
  }

  // What is shown of one move: the one that is pointed at, kept or chosen.

  get choice() {
    return this.tried.candidates[this.tried.chosen];
  }

  showMove() {
    const { elements, tried, kept, pointed, flipped, choice } = this;
    const index = pointed ?? kept ?? tried.chosen;
    const candidate = index === null ? null : tried.candidates[index];
    for (const row of this.rows) {
      row.classList.toggle("shown", Number(row.dataset.index) === index);
      buttonOf(row).setAttribute("aria-pressed", String(Number(row.dataset.index) === kept));
    }
    elements.explored.classList.toggle("empty", !candidate);
    this.onShow((pointed === null && kept === null) || !candidate ? null : arrowsOf(candidate), pointed !== null);
    if (!candidate) {
      elements.after.textContent = text(tried.stopped ? "tried.stopped" : "tried.no_choice");
      elements.terms.querySelectorAll("thead, tbody, tfoot").forEach((part) => part.replaceChildren());
      elements.sum.textContent = "";
      this.board.show({ pieces: tried.before, flipped });
      return;
    }
    this.board.show({ pieces: candidate.after, flipped, arrows: arrowsOf(candidate) });
    elements.after.textContent = this.describe(candidate, index);
    this.showTerms(choice && choice !== candidate ? [choice, candidate] : [candidate]);
    elements.sum.textContent = this.describeSum(candidate);
  }

  /** @type {(candidate: TriedMove, index: number) => string} */
  describe({ notation, reply, value, number }, index) {
    const { choice } = this;
    const expected = reply ? text("tried.expects", { reply: reply.notation }) : text("tried.expects_none");
    const facts = { move: notation, reply: expected, value };
    if (index === this.tried.chosen) return text("tried.is_choice", facts);
    if (!choice) return text("tried.alone", facts);
    const lost = (this.tried.side === "white" ? 1 : -1) * (choice.number - number);
    const against = { difference: Math.abs(lost).toFixed(2), choice: choice.notation };
    return text(lost < 0 ? "tried.is_better" : "tried.is_worse", { ...facts, ...against });
  }

  /** @param {TriedMove} candidate */
  describeSum({ notation, value, number }) {
    if (this.tried.side === "white") return text("tried.sum", { move: notation, value });
    return text("tried.sum_black", { move: notation, value, own: decimals(-number) });
  }

  // The terms: of the choice alone, or of the choice and of another move side by side. White's score comes first.
  /** @param {TriedMove[]} candidates */
  showTerms(candidates) {
    const { side, terms } = this.tried;
    /** @type {("terms" | "reply_terms")[]} */
    const [white, black] = side === "white" ? ["terms", "reply_terms"] : ["reply_terms", "terms"];
    // A cell over each column, because the parts of the sum are left out where there is little room.
    const groups = candidates.flatMap((candidate) => [element("td", { class: "part" }), element("td", { class: "part" }),
      element("th", { scope: "col", class: "group" }, candidate === this.choice ? text("tried.the_choice", { move: candidate.notation }) : candidate.notation)]);
    const heads = candidates.flatMap((candidate) => this.headsOf(candidate).map((head, index) =>
      element("th", { scope: "col", class: index < 2 ? "figure part" : "figure" }, head)));
    const rows = [...terms.map((_, number) => text(TERMS[number])), text("tried.total")].map((term, number) => element("tr", {}, element("th", { scope: "row" }, term),
      ...candidates.flatMap((candidate) => {
        const own = candidate[white][number], other = candidate[black][number];
        return [cell(decimals(own), "figure part"), cell(decimals(other), "figure part"), cell(decimals(own - other), "figure sum")];
      })));
    const table = this.elements.terms;
    table.classList.toggle("two", candidates.length > 1);
    table.tHead.replaceChildren(
      element("tr", {}, element("td"), ...groups), element("tr", {}, element("th", { scope: "col" }, text("tried.term")), ...heads));
    table.tBodies[0].replaceChildren(...rows.slice(0, -1));
    table.tFoot.replaceChildren(rows.at(-1));
  }

  /** @param {TriedMove} candidate */
  headsOf({ notation, reply }) {
    const { side } = this.tried;
    const moves = [notation, reply ? reply.notation : text("tried.after_no_reply")];
    const [white, black] = side === "white" ? moves : moves.reverse();
    return [text("tried.white_after", { move: white }), text("tried.minus_black_after", { move: black }), text("tried.for_white")];
  }

  // What the reader does.

  // Lets go of the move that is kept or pointed at.
  release() {
    if (this.kept === null && this.pointed === null) return;
    this.kept = this.pointed = null;
    this.showMove();
  }

  /** @param {number | null} index */
  point(index) {
    if (this.pointed === index) return;
    this.pointed = index;
    this.showMove();
  }

  /** @param {number | null} index */
  keep(index) {
    this.kept = this.kept === index ? null : index;
    this.pointed = this.kept === null ? null : this.pointed;
    this.showMove();
  }

  listen() {
    const { body } = this;
    const indexOf = (/** @type {On<Event>} */ event) => {
      const row = event.target.closest("tr");
      return row ? Number(row.dataset.index) : null;
    };
    body.addEventListener("pointerover", (/** @type {On<PointerEvent>} */ event) => {
      if (event.pointerType !== "touch") this.point(indexOf(event));
    });
    body.addEventListener("pointerleave", () => this.point(null));
    body.addEventListener("focusin", (/** @type {On<Event>} */ event) => this.point(indexOf(event)));
    body.addEventListener("focusout", () => this.point(null));
    body.addEventListener("click", (/** @type {On<Event>} */ event) => this.keep(indexOf(event)));
    body.addEventListener("keydown", ({ key }) => { if (key === "Escape" && this.kept !== null) this.keep(this.kept); });
    startRoving(body, STEPS, (button, step) => buttonOf(this.rows[this.rows.indexOf(button.closest("tr")) + step]));
    for (const input of this.elements.orders) input.addEventListener("change", () => {
      this.order = input.value;
      this.showRows();
      this.showMove();
    });
  }
}
