// What the program of 1994 thinks, and who it is: its line at row 18 while it thinks; then the moves that it tried, with their values,
// replies and terms, and its two boards of numbers.

import { button, capitalised, element, newId, plural, scrollBox } from "./dom.js";
import { NumberBoards } from "./number_boards.js";
import { startScrollHints } from "./scroll_hints.js";
import { isTouch } from "./squares.js";
import { TriedMoves, arrowOf } from "./tried_moves.js";

const ORDERS = [["best", "best first"], ["tried", "as tried"]];
const COLUMNS = [["move"], ["reply"], ["for White", "figure"], ["remark"], ["tried", "figure"], ["piece", "figure"], ["square", "figure"]];
const TERMS = "Each side's score of a board: White's or Black's after its own move. The difference, White's minus Black's, is the "
  + "value. In pawns.";
const BOARD = "12x12 squares in an array of 144 numbers. 0 is an empty square, 1 to 24 are White's pieces with the numbers 0 to 23, and "
  + "25 to 48 are Black's with the same numbers. 99 is the border.";
const REACH = "Each piece has a bit: 2 to the power of its piece number. Each square has the sum of the bits of the pieces that reach "
  + "it. The tint shows how many they are.";
const ROW_18 = "Row 18 of its screen: the value of the move for the side that makes it, in pawns; the piece counter (0 to 23); the square "
  + "counter (26 to 117).";
const WHO = "1994 is the chess program that Ghislain de Blois wrote in QBasic and printed in a college report of 1994. It plays here as it did "
  + "then, bit for bit. ";

// Returns who 1994 is and its line at row 18, as { element, show, hide, setRunning, setPlaying }. `story` is the address of the page
// about its report, or "" in a kiosk; `onMore` shows all moves that it tried.
const screenLine = (story, onMore) => {
  const text = element("output", { class: "row-18", "aria-live": "off" });
  const tried = element("b"), meaning = element("p", { class: "caption row-18-caption" }, tried, ROW_18);
  const more = button("All the moves it tried", onMore, { class: "quiet", hidden: true });
  const line = element("div", { hidden: true }, element("div", { class: "screen-line" }, text), meaning, more);
  const who = element("p", { class: "caption who-1994" }, WHO, story ? element("a", { href: story }, "The story of the report") : "");
  const section = element("section", { class: "row-18-part", "aria-label": "1994's screen, row 18", hidden: true }, who, line);
  const show = (shown, move = "") => {
    line.hidden = false;
    text.textContent = shown;
    tried.textContent = move && `Trying ${move}. `;
  };
  const hide = () => { line.hidden = true; };
  const setRunning = (isRunning) => {
    section.classList.toggle("running", isRunning);
    if (!isRunning) tried.textContent = "";
  };
  const setPlaying = (plays) => { section.hidden = !plays; };
  const setMore = (isThere) => { more.hidden = !isThere; };
  return { element: section, show, hide, setRunning, setPlaying, setMore };
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
  const explored = element("div", { id: "explored" }, after,
    element("h3", {}, "The terms of its value"), scrollBox("The terms of its value", "", terms), sum, caption(TERMS),
    element("h3", {}, "The board after both moves"), element("div", { class: "after" }, afterBoard));
  const key = element("p", { class: "caption" }, element("span", { class: "swatch of-candidate" }), " the move that it tries, ",
    element("span", { class: "swatch of-reply" }), " the reply that it expects, on the position before its move. ",
    `${isTouch ? "Tap" : "Press"} the board to go back to the game.`);
  const panel = element("div", { class: "evaluation" },
    element("div", {}, element("h3", {}, "Every move it tried"), hint, key,
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

// Returns { line, element, show, flip, release, forget }. `symbols` is the address of the pieces, `story` as above. `onPreview`
// gets the side and the arrows of a move that the user points at or has chosen, as { side, arrows }, and null afterwards.
export const thoughtsOf1994 = (symbols, story, onPreview) => {
  const line = screenLine(story, () => {
    title.scrollIntoView();
    title.focus();
  });
  const lead = element("p", { class: "lead" });
  const inside = element("p", { hidden: true });
  const moves = movesPanel(), numbers = numbersPanel();
  const heading = newId("thoughts");
  const title = element("h2", { id: heading, tabindex: "-1" }, "What 1994 thought");
  const panel = element("section", { class: "thoughts", "aria-labelledby": heading, hidden: true },
    title, lead, inside, moves.element,
    element("h3", {}, "Its two boards of numbers"), numbers.element);
  startScrollHints(panel);
  const triedMoves = new TriedMoves(moves.parts, {
    symbols, onShow: (arrows) => onPreview(arrows && { side: triedMoves.tried.side, arrows }),
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
    line.setMore(true);
  };
  const forget = () => {
    panel.hidden = true;
    line.hide();
    line.setMore(false);
  };
  const flip = (isFlipped) => triedMoves.flip(isFlipped);
  return { line, element: panel, show, flip, release: () => triedMoves.release(), forget };
};

// Returns the arrow of the move of an event `line`, or none.
export const triedArrow = (event) => (event.to ? [arrowOf(event, "candidate")] : []);
