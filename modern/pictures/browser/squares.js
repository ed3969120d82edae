// Squares, pieces, their names, and small functions that make elements, which the modules of the board share.

import { text } from "./texts.js";

export const FILES = "abcdefgh";
export const RANKS = "12345678";
// All squares, as White sees and reads them.
export const SQUARES = [...RANKS].reverse().flatMap((rank) => [...FILES].map((file) => file + rank));
/** @type {{ [letter: string]: string }} */
const TYPES = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };
/** @type {{ [letter: string]: string }} */
const TYPE_NAMES = { p: "piece.pawn", n: "piece.knight", b: "piece.bishop", r: "piece.rook", q: "piece.queen", k: "piece.king" };
/** @type {{ [letter: string]: string }} */
const NAMES = {
  P: "piece.white_pawn", N: "piece.white_knight", B: "piece.white_bishop", R: "piece.white_rook", Q: "piece.white_queen", K: "piece.white_king",
  p: "piece.black_pawn", n: "piece.black_knight", b: "piece.black_bishop", r: "piece.black_rook", q: "piece.black_queen", k: "piece.black_king",
};
const SVG = "http://www.w3.org/2000/svg";

// True on a device without a pointer that can hover.
export const isTouch = window.matchMedia("(hover: none)").matches;

/** @type {(text: string) => string} */
export const capitalised = (text) => text && text[0].toUpperCase() + text.slice(1);

// The side of the piece with a letter of a FEN.
/** @type {(letter: string) => Side} */
export const sideOf = (letter) => (letter === letter.toUpperCase() ? "white" : "black");

// The piece with a letter of a FEN, as its picture is called: "white-knight".
/** @type {(letter: string) => string} */
export const pieceId = (letter) => `${sideOf(letter)}-${TYPES[letter.toLowerCase()]}`;

// The name of the piece with a letter of a FEN: "white knight".
/** @type {(letter: string) => string} */
export const pieceName = (letter) => text(NAMES[letter]);

// The name of a piece type: "n" is a knight.
/** @type {(letter: string) => string} */
export const typeName = (letter) => text(TYPE_NAMES[letter.toLowerCase()]);

// The letters of the piece types that Python calls "knight" and so on.
export const LETTERS = Object.fromEntries(Object.entries(TYPES).map(([letter, name]) => [name, letter]));

// The name of the piece type that Python calls "knight".
/** @type {(name: string) => string} */
export const namedType = (name) => typeName(LETTERS[name]);

// The name of a side, "white" or "black", as it stands in a sentence: "White".
/** @type {(side: Side) => string} */
export const sideName = (side) => text(side === "white" ? "side.white" : "side.black");

// Maps squares to the letters of the placement of a FEN.
/** @type {(placement: string) => { [square: string]: string }} */
export const parsePlacement = (placement) => {
  /** @type {{ [square: string]: string }} */
  const letters = {};
  placement.split("/").forEach((row, index) => {
    let x = 0;
    for (const sign of row) {
      if (sign >= "1" && sign <= "8") x += Number(sign);
      else letters[FILES[x++] + (8 - index)] = sign;
    }
  });
  return letters;
};

// Returns where a move in UCI notation begins and ends.
/** @param {string} move */
export const endsOf = (move) => ({ from: move.slice(0, 2), to: move.slice(2, 4) });

// A square is read letter by letter, so that a voice does not make a word of it.
/** @param {string} square */
export const squareWords = (square) => `${square[0]} ${square[1]}`;

// Returns where the pieces are, of both sides or of one, of all types or of the one with a letter: "White: king e 1, queen d 1."
/** @type {(placement: string, sides?: Side[], type?: string) => string} */
export const piecesWords = (placement, sides = ["white", "black"], type = "kqrbnp") => {
  const letters = parsePlacement(placement);
  /** @param {Side} side */
  const piecesOf = (side) => [...type].flatMap((one) => Object.keys(letters)
    .filter((square) => letters[square].toLowerCase() === one && sideOf(letters[square]) === side)
    .map((square) => `${typeName(one)} ${squareWords(square)}`)).join(", ");
  return sides.map((side) => text("typed.pieces_of", { side: sideName(side), pieces: piecesOf(side) || text("typed.none") })).join(" ");
};

// Returns an element. An attribute that is a function listens to the event of that name; one that is false or null is
// left out, as is such a child.
//
// (The types let the checks know which element it is.)
/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} attributes
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export const element = (name, attributes = {}, ...children) => {
  const created = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") created.addEventListener(key, value);
    else if (value !== false && value !== null && value !== undefined) created.setAttribute(key, value === true ? "" : String(value));
  }
  created.append(.../** @type {(Node | string)[]} */ (children.filter((child) => child !== null && child !== false)));
  return created;
};

/**
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {{ [name: string]: string | number }} attributes
 * @param {...(Node | string)} children
 * @returns {SVGElementTagNameMap[Name]}
 */
export const svgElement = (name, attributes = {}, ...children) => {
  const created = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, String(value));
  created.append(...children);
  return created;
};

// Returns the picture of the piece with a letter of a FEN; `symbols` is the address of the pieces, and `box` what is seen of it.
/** @type {(letter: string, symbols: string, box?: string) => SVGElement} */
export const pieceImage = (letter, symbols, box = "0 0 45 45") => svgElement("svg", { viewBox: box, "aria-hidden": "true", focusable: "false" },
  svgElement("use", { href: `${symbols}#${pieceId(letter)}` }));
