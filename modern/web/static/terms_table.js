// The terms of a value of 1994: White's score of a board, Black's, and the difference, term by term.

import { element, scrollBox } from "./dom.js";

const DECIMALS = 2;
export const signed = (value) => (value > 0 ? "+" : "") + value.toFixed(DECIMALS);

const figureCell = (text) => element("td", { class: "figure" }, text);

// Returns { element, show }; `show` takes the side to move and a move that it considered (docs/serve.md, `candidates`).
export const termsTable = () => {
  const heads = [0, 1, 2].map(() => element("th", { scope: "col", class: "figure" }));
  const body = element("tbody");
  const head = element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "term"), ...heads));
  const caption = "Each side's score of the board after its own move, in pawns. White's minus Black's is the value.";
  const box = element("div", {}, element("h3", {}, "The terms of its value"), element("p", { class: "caption" }, caption),
    scrollBox("The terms of its value", "", element("table", { class: "terms" }, head, body)));
  const show = (side, { move, reply, terms }) => {
    const whiteFirst = (own, other) => (side === "white" ? [own, other] : [other, own]);
    const [white, black] = whiteFirst(move, reply || "no reply");
    [white, `minus\n${black}`, "for\nWhite"].forEach((text, index) => { heads[index].textContent = text; });
    body.replaceChildren(...terms.map(([term, own, other]) => {
      const both = whiteFirst(own, other);
      const figures = [...both, signed(both[0] - both[1])];
      return element("tr", {}, element("th", { scope: "row" }, term), ...figures.map(figureCell));
    }));
  };
  return { element: box, show };
};
