// What the 1994 program thinks, and who it is: its line at row 18 while it thinks; then the moves that it tried, with their values,
// replies and terms, and its two boards of numbers.

import { button, element, newId, scrollBox, tableHead } from "./dom.js";
import { NumberBoards } from "./number_boards.js";
import { startScrollHints } from "./scroll_hints.js";
import { isTouch } from "./squares.js";
import { text, textParts } from "./texts.js";
import { TriedMoves, arrowOf } from "./tried_moves.js";

const ORDERS = [["best", "thoughts.best_first"], ["tried", "thoughts.as_tried"]];
const COLUMNS = [
  ["column.move"], ["column.reply"], ["column.for_white", "figure"], ["column.remark"], ["column.tried", "figure"], ["column.piece", "figure"],
  ["column.square", "figure"],
];

// Returns the introduction of the 1994 program and its line at row 18, as { element, show, showMore, hide, setRunning, setPlaying }. `story` is the address of the page
// about its report, or "" in a kiosk; `onMore` shows all moves that it tried.
/**
 * @param {string} story
 * @param {() => void} onMore
 */
const screenLine = (story, onMore) => {
  const output = element("output", { class: "row-18", "aria-live": "off" });
  const tried = element("b"), meaning = element("p", { class: "caption row-18-caption" }, tried, text("thoughts.about_row_18"));
  const more = button(text("thoughts.all_moves"), onMore, { class: "quiet", hidden: true });
  const line = element("div", { hidden: true }, element("div", { class: "screen-line" }, output), meaning, more);
  const who = element("p", { class: "caption who-1994" }, text("program.origin"), " ", text("thoughts.who"), " ",
    story ? element("a", { href: story }, text("thoughts.story")) : "");
  const section = element("section", { class: "row-18-part", "aria-label": text("thoughts.row_18"), hidden: true }, who, line);
  /** @param {string} shown */
  const show = (shown, move = "") => {
    line.hidden = false;
    output.textContent = shown;
    tried.textContent = move ? text("thoughts.trying", { move }) : text("thoughts.tried_last");
  };
  const showMore = () => { more.hidden = false; };
  const hide = () => { line.hidden = more.hidden = true; };
  /** @param {boolean} isRunning */
  const setRunning = (isRunning) => {
    section.classList.toggle("running", isRunning);
    if (!isRunning) tried.textContent = text("thoughts.tried_last");
  };
  /** @param {boolean} plays */
  const setPlaying = (plays) => { section.hidden = !plays; };
  return { element: section, show, showMore, hide, setRunning, setPlaying };
};

/** @param {string} words */
const caption = (words) => element("p", { class: "caption" }, words);
/** @type {(id: string, kind: string | null, name: string, ...parts: Child[]) => HTMLTableElement} */
const table = (id, kind, name, ...parts) =>
  element("table", { id, class: kind }, element("caption", { class: "visually-hidden" }, text(name)), ...parts);

// Returns the elements that TriedMoves fills, and where they stand.
const movesPanel = () => {
  const candidates = table("candidates", null, "thoughts.moves_table", tableHead(COLUMNS), element("tbody"));
  const orders = ORDERS.map(([value], index) => element("input", { type: "radio", name: "order", value, checked: index === 0 }));
  const hint = caption("");
  const afterBoard = element("div"), after = element("p");
  const terms = table("terms", null, "thoughts.terms_table", element("thead"), element("tbody"), element("tfoot"));
  const sum = element("p", { class: "readout" });
  const explored = element("div", { id: "explored" }, after,
    element("h3", {}, text("thoughts.terms")), scrollBox(text("thoughts.terms"), "", terms), sum, caption(text("thoughts.about_terms")),
    element("h3", {}, text("thoughts.after_both")), element("div", { class: "after" }, afterBoard));
  const key = element("p", { class: "caption" }, ...textParts(isTouch ? "thoughts.key_tap" : "thoughts.key_press", {
    tried: element("span", { class: "swatch of-candidate" }), reply: element("span", { class: "swatch of-reply" }),
  }));
  const panel = element("div", { class: "evaluation" },
    element("div", {}, element("h3", {}, text("thoughts.every_move")), hint, key,
      element("fieldset", { class: "order" }, element("legend", {}, text("thoughts.order")),
        ...orders.map((input, index) => element("label", {}, input, ` ${text(ORDERS[index][1])}`))),
      scrollBox(text("thoughts.every_move"), "tall", candidates)),
    explored);
  return { element: panel, parts: { candidates, orders, hint, explored, afterBoard, after, terms, sum } };
};

// Returns the elements that NumberBoards fills, and where they stand.
const numbersPanel = () => {
  const board = table("board-numbers", "numbers", "thoughts.board_table");
  const reach = table("reach-numbers", "numbers", "thoughts.reach_table");
  const boardReadout = element("p", { class: "readout" }), reachReadout = element("p", { class: "readout" });
  const reachName = element("h4");
  const panel = element("div", { class: "boards" },
    element("div", {}, element("h4", {}, text("thoughts.board")), caption(text("thoughts.about_board")), scrollBox(text("thoughts.board"), "", board), boardReadout),
    element("div", {}, reachName, caption(text("thoughts.about_reach")), scrollBox(text("thoughts.reach"), "", reach), reachReadout));
  return { element: panel, parts: { board, reach, boardReadout, reachReadout, reachName } };
};

// Returns what is said above the moves that were tried: how many they are, the choice, and the move played.
/** @param {Tried} tried */
const leadText = ({ side, candidates, chosen, played, stopped }) => {
  const own = candidates[chosen], made = candidates[played];
  /** @param {TriedMove} tried */
  const factsOf = ({ notation, number }) =>
    ({ move: notation, value: text("thoughts.value_for_white", { value: `${number > 0 ? "+" : ""}${number.toFixed(2)}` }) });
  const said = [text(side === "white" ? "thoughts.white_tried" : "thoughts.black_tried", { count: candidates.length })];
  if (own && own !== made) said.push(text(own.legal ? "thoughts.choice" : "thoughts.illegal_choice", factsOf(own)));
  else if (!own && !stopped) said.push(text("thoughts.chose_none"));
  said.push(made ? text("thoughts.played", factsOf(made)) : text("thoughts.played_none"));
  return said.join(" ");
};

// Returns { line, element, show, flip, release, forget }. `symbols` is the address of the pieces, `story` as above. `onPreview`
// gets the side and the arrows of a move that the user points at or has chosen, as { side, arrows }, and null afterwards.
/**
 * @param {string} symbols
 * @param {string} story
 * @param {(shown: { side: Side, arrows: Arrow[] } | null) => void} onPreview
 */
export const thoughtsOf1994 = (symbols, story, onPreview) => {
  const line = screenLine(story, () => {
    title.scrollIntoView();
    title.focus();
  });
  const why = element("p", { class: "why", hidden: true }), lead = element("p", { class: "lead" });
  const inside = element("p", { hidden: true });
  const moves = movesPanel(), numbers = numbersPanel();
  const heading = newId("thoughts");
  const title = element("h2", { id: heading, tabindex: "-1" }, text("thoughts.heading"));
  const panel = element("section", { class: "thoughts", "aria-labelledby": heading, hidden: true },
    title, why, lead, inside, moves.element,
    element("h3", {}, text("thoughts.boards")), numbers.element);
  startScrollHints(panel);
  const triedMoves = new TriedMoves(moves.parts, {
    symbols, onShow: (arrows) => onPreview(arrows && { side: triedMoves.tried.side, arrows }),
  });
  const numberBoards = new NumberBoards(numbers.parts);

  // Shows an event `considered`; `address` is where its thought is shown step by step, or "", and `sentence` why the move was made.
  /** @type {(event: Tried, address: string, sentence?: string) => void} */
  const show = (event, address, sentence = "") => {
    why.hidden = !sentence;
    why.textContent = sentence;
    lead.textContent = leadText(event);
    inside.hidden = !address;
    inside.replaceChildren(element("a", { href: address }, text("thoughts.step")));
    triedMoves.show(event);
    numberBoards.show(event);
    panel.hidden = false;
    line.showMore();
  };
  const forget = () => {
    panel.hidden = true;
    line.hide();
  };
  /** @param {boolean} isFlipped */
  const flip = (isFlipped) => triedMoves.flip(isFlipped);
  return { line, element: panel, show, flip, release: () => triedMoves.release(), forget };
};

// Returns the arrow of the move of an event `line`, or none.
/** @type {(event: LineEvent) => Arrow[]} */
export const triedArrow = (event) => (event.to ? [arrowOf(event, "candidate")] : []);
