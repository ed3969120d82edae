// Premoves: moves that a side enters while its opponent thinks. Which of them will be legal is not known, so these are all
// moves that its pieces make on some board; the one that is chosen is played if the reply leaves it legal.

import { FILES, SQUARES, parsePlacement, sideOf } from "./squares.js";

// Whether a piece type goes `right` files and `up` ranks, up being forward; `isHome` is true on the square where it starts.
/** @type {{ [type: string]: (right: number, up: number, isHome?: boolean) => boolean }} */
const REACHES = {
  n: (right, up) => Math.abs(right * up) === 2,
  b: (right, up) => Math.abs(right) === Math.abs(up),
  r: (right, up) => right === 0 || up === 0,
  q: (right, up) => REACHES.b(right, up) || REACHES.r(right, up),
  k: (right, up, isHome) => Math.max(Math.abs(right), Math.abs(up)) === 1 || (isHome && up === 0 && Math.abs(right) === 2),
  p: (right, up, isHome) => (up === 1 && Math.abs(right) <= 1) || (isHome && up === 2 && right === 0),
};

/** @type {(type: string, from: string, to: string) => string} */
const sanOf = (type, from, to) => {
  if (type === "k" && Math.abs(FILES.indexOf(from[0]) - FILES.indexOf(to[0])) === 2) return to[0] === "g" ? "O-O" : "O-O-O";
  if (type !== "p") return type.toUpperCase() + to;
  return `${from[0] === to[0] ? "" : `${from[0]}x`}${to}${/[18]/.test(to[1]) ? "=Q" : ""}`;
};

// Returns the premoves of a side as { uci, san }; `pieces` is the placement of a FEN. A pawn promotes to a queen.
/** @type {(pieces: string, side: Side) => LegalMove[]} */
export const premovesOf = (pieces, side) => {
  const isWhite = side === "white";
  const own = Object.entries(parsePlacement(pieces)).filter(([, letter]) => sideOf(letter) === side);
  return own.flatMap(([from, letter]) => {
    const type = letter.toLowerCase();
    const isHome = from[1] === (type === "p" ? (isWhite ? "2" : "7") : isWhite ? "1" : "8") && (type !== "k" || from[0] === "e");
    const reached = SQUARES.filter((to) => to !== from && REACHES[type](
      FILES.indexOf(to[0]) - FILES.indexOf(from[0]), (isWhite ? 1 : -1) * (Number(to[1]) - Number(from[1])), isHome,
    ));
    return reached.map((to) => {
      const san = sanOf(type, from, to);
      return { uci: from + to + (san.endsWith("=Q") ? "q" : ""), san };
    });
  });
};
