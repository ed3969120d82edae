// The think move board of a side: on each square the sum of the bits of the pieces that reach it.

import { element, scrollBox } from "./dom.js";
import { FILES, RANKS } from "./squares.js";

// A square of the listing is 12*Y+X, with X and Y from 2 to 9 on the board.
const numberOf = (file, rank) => 12 * (Number(rank) + 1) + FILES.indexOf(file) + 2;
const TINTS = 5;
const CAPTION = "Each piece has a bit, 2 to the power of its number; a square has the sum of the bits of the pieces that reach it. "
  + "The tint shows how many they are.";

const bitsOf = (sum) => {
  let count = 0;
  for (let rest = sum; rest; rest = Math.floor(rest / 2)) count += rest % 2;
  return count;
};

// Returns { element, show }; `show` takes { side, reach } with 144 sums.
export const thinkMoveBoard = () => {
  const name = element("h3");
  const cells = {};
  const cellOf = (square) => {
    cells[square] = element("td");
    return cells[square];
  };
  const rows = [...RANKS].reverse().map((rank) =>
    element("tr", {}, element("th", { scope: "row" }, rank), ...[...FILES].map((file) => cellOf(file + rank))));
  const table = element("table", { class: "numbers" },
    element("caption", { class: "visually-hidden" }, "The think move board: the sum of bits on each square"),
    element("thead", {}, element("tr", {}, element("td"), ...[...FILES].map((file) => element("th", { scope: "col" }, file)))),
    element("tbody", {}, ...rows));
  const box = element("div", {}, name,
    scrollBox("The think move board", "", table),
    element("p", { class: "caption" }, CAPTION));
  const show = ({ side, reach }) => {
    name.textContent = `A(${side === "white" ? 1 : 2},..), its think move board`;
    for (const [square, cell] of Object.entries(cells)) {
      const sum = reach[numberOf(square[0], square[1])];
      cell.textContent = sum;
      cell.dataset.count = Math.min(bitsOf(sum), TINTS);
    }
  };
  return { element: box, show };
};
