// The board in words, for those who hear it: pieces, ranks and files.

import { capitalised, plural } from "./dom.js";
import { FILES, parsePlacement, pieceName } from "./squares.js";

const NAMES = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };

// A square is read letter by letter, so that a voice does not make a word of it.
export const squareWords = (square) => `${square[0]} ${square[1]}`;

const sideOf = (sign) => (sign === sign.toUpperCase() ? "white" : "black");

// Returns where the pieces of one side or of one type are: `White: king e 1, queen d 1`.
export const piecesWords = (pieces, wanted = "") => {
  const letter = wanted.length === 1 ? wanted : Object.keys(NAMES).find((key) => NAMES[key] === wanted);
  const letters = parsePlacement(pieces);
  const isWanted = (sign, side) =>
    sideOf(sign) === side && (letter ? sign.toLowerCase() === letter : !wanted || wanted === side);
  const listOf = (side) => [..."kqrbnp"].flatMap((type) => {
    const squares = Object.keys(letters).filter((square) => letters[square].toLowerCase() === type && isWanted(letters[square], side));
    return squares.map((square) => `${NAMES[type]} ${squareWords(square)}`);
  }).join(", ");
  const sides = wanted === "white" || wanted === "black" ? [wanted] : ["white", "black"];
  return sides.map((side) => `${capitalised(side)}: ${listOf(side) || "none"}.`).join(" ");
};

// Returns what stands on a rank (1 to 8) or a file (a to h): `Rank 4: e 4 white pawn; the other squares are empty`.
export const lineWords = (pieces, line) => {
  const letters = parsePlacement(pieces);
  const isFile = FILES.includes(line);
  const squares = isFile ? [..."12345678"].map((rank) => line + rank) : [...FILES].map((file) => file + line);
  const occupied = squares.filter((square) => letters[square]).map((square) => `${squareWords(square)} ${pieceName(letters[square])}`);
  return `${isFile ? "File" : "Rank"} ${line}: ${occupied.join(", ") || "empty"}.`;
};

// Returns what stands on a square, and the legal moves from it.
export const squareIn = (pieces, square, legal) => {
  const sign = parsePlacement(pieces)[square];
  const moves = legal.filter((move) => move.uci.startsWith(square)).map((move) => squareWords(move.uci.slice(2, 4)));
  const to = [...new Set(moves)].sort();
  const where = `${squareWords(square)}: ${sign ? pieceName(sign) : "empty"}`;
  return to.length ? `${where}; it can go to ${to.join(", ")}.` : `${where}.`;
};

export const legalWords = (legal) =>
  legal.length ? `${plural(legal.length, "legal move")}: ${legal.map((move) => move.san).join(", ")}.` : "You are not to move.";
