// What the program of 1994 thinks: its line at row 18 while it thinks; then the moves that it tried, with their values,
// replies and terms, and its two boards of numbers.

import { capitalised, element, newId, plural, scrollBox } from "./dom.js";
import { NumberBoards } from "./number_boards.js";
import { TriedMoves } from "./tried_moves.js";

const ORDERS = [["best", "best first"], ["tried", "as tried"]];
const COLUMNS = [["move"], ["reply"], ["for White", "figure"], ["remark"], ["tried", "figure"], ["piece", "figure"], ["square", "figure"]];
const TERMS = "Each side's score of a board: White's or Black's after its own move. The difference, White's minus Black's, is the "
  + "value. In pawns.";
const BOARD = "12x12 squares in an array of 144 numbers. 0 is an empty square, 1 to 24 are White's pieces with the numbers 0 to 23, and "
  + "25 to 48 are Black's with the same numbers. 99 is the border.";
const REACH = "Each piece has a bit: 2 to the power of its piece number. Each square has the sum of the bits of the pieces that reach "
  + "it. The tint shows how many they are.";

// Returns the line at row 18, as { element, show, hide, setRunning }.
const screenLine = () => {
  const text = element("output", { class: "row-18", "aria-live": "off" });
  const line = element("section", { class: "screen-line", "aria-label": "1994's screen, row 18", hidden: true }, text);
  const show = (shown) => {
    line.hidden = false;
    text.textContent = shown;
  };
  const hide = () => { line.hidden = true; };
  const setRunning = (isRunning) => line.classList.toggle("running", isRunning);
  return { element: line, show, hide, setRunning };
};

const caption = (text) => element("p", { class: "caption" }, text);
const table = (id, kind, text, ...parts) =>
  element("table", { id, class: kind }, element("caption", { class: "visually-hidden" }, text), ...parts);

// Returns the elements that TriedMoves fills, and where they stand.
const movesPanel = () => {
  const heads = COLUMNS.map(([text, kind]) => element("th", { scope: "col", class: kind }, text));
  const candidates = table("candidates", null, "The moves that the program tried, the replies that it expects, and their values",
    element("thead", {}, element("tr", {}, ...heads)), element("tbody"));
  const orders = ORDERS.map(([value], index) => element("input", { type: "radio", name: "order", value, checked: index === 0 }));
  const hint = caption("");
  const afterBoard = element("div"), after = element("p");
  const terms = table("terms", null, "The terms of the value, in pawns", element("thead"), element("tbody"), element("tfoot"));
  const sum = element("p", { class: "readout" });
  const explored = element("div", { id: "explored" }, element("h3", {}, "The board after both moves"),
    element("div", { class: "after" }, afterBoard, after),
    element("h3", {}, "The terms of its value"), caption(TERMS), scrollBox("The terms of its value", "", terms), sum);
  const panel = element("div", { class: "evaluation" },
    element("div", {}, element("h3", {}, "Every move it tried"), hint,
      element("fieldset", { class: "order" }, element("legend", {}, "Order"),
        ...orders.map((input, index) => element("label", {}, input, ` ${ORDERS[index][1]}`))),
      scrollBox("Every move it tried", "tall", candidates)),
    explored);
  return { element: panel, parts: { candidates, orders, hint, explored, afterBoard, after, terms, sum } };
};

// Returns the elements that NumberBoards fills, and where they stand.
const numbersPanel = () => {
  const board = table("board-numbers", "numbers", "A(0,..): the number on each square");
  const reach = table("reach-numbers", "numbers", "The think move board: the sum of bits on each square");
  const boardReadout = element("p", { class: "readout" }), reachReadout = element("p", { class: "readout" });
  const reachName = element("h4");
  const panel = element("div", { class: "boards" },
    element("div", {}, element("h4", {}, "A(0,..), the board"), caption(BOARD), scrollBox("A(0,..), the board", "", board), boardReadout),
    element("div", {}, reachName, caption(REACH), scrollBox("The think move board", "", reach), reachReadout));
  return { element: panel, parts: { board, reach, boardReadout, reachReadout, reachName } };
};

// Returns what is said above the moves that were tried: how many they are, the choice, and the move played.
const leadText = ({ side, candidates, chosen, played, stopped }) => {
  const own = candidates[chosen], made = candidates[played];
  const valueOf = ({ number }) => `the value ${number > 0 ? "+" : ""}${number.toFixed(2)} for White`;
  const said = [`${capitalised(side)} tried ${plural(candidates.length, "move")}, and every reply to each.`];
  if (own && own !== made) said.push(`Its choice is ${own.notation}, with ${valueOf(own)}${own.legal ? "" : ", an illegal move"}.`);
  else if (!own && !stopped) said.push("It chose none.");
  said.push(made ? `The move played is ${made.notation}, with ${valueOf(made)}.` : "The move played is none of them.");
  return said.join(" ");
};

// Returns { line, element, show, flip, forget }. `symbols` is the address of the pieces. `onPreview` gets the side and the
// arrows of a move that the user points at, as { side, arrows }, and null afterwards.
export const thoughtsOf1994 = (symbols, onPreview) => {
  const line = screenLine();
  const lead = element("p", { class: "lead" });
  const inside = element("p", { hidden: true });
  const moves = movesPanel(), numbers = numbersPanel();
  const heading = newId("thoughts");
  const panel = element("section", { class: "thoughts", "aria-labelledby": heading, hidden: true },
    element("h2", { id: heading }, "What 1994 thought"), lead, inside, moves.element,
    element("h3", {}, "Its two boards of numbers"), numbers.element);
  const triedMoves = new TriedMoves(moves.parts, {
    symbols, onShow: (arrows, isPointed) => onPreview(isPointed ? { side: triedMoves.tried.side, arrows } : null),
  });
  const numberBoards = new NumberBoards(numbers.parts);

  // Shows an event `considered`; `address` is where its thought is shown step by step, or "".
  const show = (event, address) => {
    lead.textContent = leadText(event);
    inside.hidden = !address;
    inside.replaceChildren(element("a", { href: address }, "Step through this thought"));
    triedMoves.show(event);
    numberBoards.show(event);
    panel.hidden = false;
  };
  const forget = () => {
    panel.hidden = true;
    line.hide();
  };
  return { line, element: panel, show, flip: (isFlipped) => triedMoves.flip(isFlipped), forget };
};
