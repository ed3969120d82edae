// A small picture of a position.

import { FILES, RANKS, parsePlacement, pieceName, svgElement } from "./squares.js";

const SQUARE = 45;

// Returns the picture of the pieces of a FEN, with the last move marked; `symbols` is the address of the pieces.
export const smallBoard = (pieces, last, symbols) => {
  const place = (square) => ({ x: SQUARE * FILES.indexOf(square[0]), y: SQUARE * (8 - square[1]) });
  const side = 8 * SQUARE;
  const squares = [...FILES].flatMap((file) => [...RANKS].map((rank) => file + rank));
  const dark = squares.filter((square) => (FILES.indexOf(square[0]) + Number(square[1])) % 2).map(place);
  const path = dark.map(({ x, y }) => `M${x} ${y}h${SQUARE}v${SQUARE}h-${SQUARE}z`).join("");
  const marks = last ? [last.slice(0, 2), last.slice(2, 4)] : [];
  return svgElement("svg", { class: "small-board", viewBox: `0 0 ${side} ${side}`, "aria-hidden": "true", focusable: "false" },
    svgElement("path", { class: "light", d: `M0 0h${side}v${side}H0z` }), svgElement("path", { class: "dark", d: path }),
    ...marks.map((square) => svgElement("rect", { class: "last", ...place(square), width: SQUARE, height: SQUARE })),
    ...Object.entries(parsePlacement(pieces)).map(([square, letter]) => {
      const { x, y } = place(square);
      return svgElement("use", { href: `${symbols}#${pieceName(letter).replace(" ", "-")}`, transform: `translate(${x} ${y})` });
    }));
};
