// Asks to which piece a pawn promotes.

import { element, pieceImage, typeName } from "./squares.js";
import { text } from "./texts.js";

const ORDER = "qrbn";

// Asks over a square of the board; calls `answer` with a letter of `choices`, or with null if the question is closed.
// Returns a function that closes it.
/**
 * @param {HTMLElement} board
 * @param {HTMLElement} square
 * @param {Side} side
 * @param {string[]} choices
 * @param {string} symbols
 * @param {(letter: string | null) => void} answer
 */
export const askPromotion = (board, square, side, choices, symbols, answer) => {
  const dialog = element("dialog", { class: "promotion", "aria-label": text("promotion.to") });
  // A dialog's "close" comes some time after it has closed; a choice is answered at once.
  let answered = false;
  /** @param {string | null} letter */
  const finish = (letter) => {
    if (answered) return;
    answered = true;
    dialog.close();
    dialog.remove();
    answer(letter);
  };
  for (const letter of [...ORDER].filter((one) => choices.includes(one))) {
    const name = typeName(letter);
    const picture = pieceImage(side === "white" ? letter.toUpperCase() : letter, symbols);
    const button = element("button", { type: "button", "aria-label": name, "data-piece": letter }, picture);
    button.addEventListener("click", () => finish(letter));
    dialog.append(button);
  }
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) finish(null);
  });
  dialog.addEventListener("keydown", (event) => {
    event.stopPropagation();
    const step = /** @type {{ [key: string]: number }} */ ({ ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 })[event.key];
    if (!step) return;
    event.preventDefault();
    const buttons = [...dialog.querySelectorAll("button")];
    buttons[(buttons.findIndex((button) => button === document.activeElement) + step + buttons.length) % buttons.length].focus();
  });
  dialog.addEventListener("cancel", () => finish(null));
  dialog.addEventListener("close", () => finish(null));
  board.append(dialog);
  dialog.showModal();
  place(dialog, square.getBoundingClientRect());
  return () => finish(null);
};

// Puts the dialog over its square, and into the window.
/** @type {(dialog: HTMLElement, target: DOMRect) => void} */
const place = (dialog, target) => {
  const { width, height } = dialog.getBoundingClientRect();
  /** @type {(wanted: number, size: number, space: number) => number} */
  const within = (wanted, size, space) => Math.max(4, Math.min(wanted, space - size - 4));
  dialog.style.left = `${within(target.left + (target.width - width) / 2, width, document.documentElement.clientWidth)}px`;
  dialog.style.top = `${within(target.top, height, window.innerHeight)}px`;
};
