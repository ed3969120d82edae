// What the program of 1994 thinks: its line at row 18 while it thinks; then the moves that it tried, with their values,
// replies and terms, and its think move board.

import { capitalised, element, newId, plural, scrollBox } from "./dom.js";
import { signed, termsTable } from "./terms_table.js";
import { thinkMoveBoard } from "./think_board.js";

// The program counts for the side to move; what is shown is from White's side.
const forWhite = (side, value) => (side === "white" ? Number(value) : 0 - Number(value));

// Returns the arrows of a move and of the reply that is expected. A piece may come from nowhere: then there is no move.
const arrowsOf = ({ uci, reply_uci: reply, legal }) =>
  [[uci, "candidate"], [reply, "reply"]].filter(([move]) => move).map(([move, kind]) =>
    ({ from: move.slice(0, 2), to: move.slice(2, 4), kind, illegal: kind === "candidate" && !legal }));

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

// Returns the table of the moves that were tried, as { element, show }. `onPoint` gets the move that the user points at, or
// null.
const candidatesTable = (onPoint) => {
  const body = element("tbody");
  const heads = [["move"], ["for White", "figure"], ["reply"]].map(([text, kind]) =>
    element("th", { scope: "col", class: kind }, text));
  const table = element("table", { class: "candidates" }, element("thead", {}, element("tr", {}, ...heads)), body);
  const box = element("div", {}, element("h3", {}, "Every move it tried"), scrollBox("Every move it tried", "tall", table),
    element("p", { class: "caption" }, "Point at a move, or focus it, to see it on the board."));

  const mark = (pointed) => {
    for (const one of body.children) one.classList.toggle("pointed", one === pointed);
  };
  const rowOf = (side, row, isChoice) => {
    const name = element("button", { type: "button", class: "link" }, row.move);
    const remark = row.legal ? null : element("span", { class: "small" }, " illegal");
    const created = element("tr", { class: isChoice ? "choice" : null }, element("th", { scope: "row" }, name),
      element("td", { class: "figure" }, signed(forWhite(side, row.value))), element("td", {}, row.reply || "", remark));
    const point = () => {
      mark(created);
      onPoint(row);
    };
    const leave = () => {
      mark(null);
      onPoint(null);
    };
    for (const [target, begin, end] of [[created, "pointerenter", "pointerleave"], [name, "focus", "blur"]]) {
      target.addEventListener(begin, point);
      target.addEventListener(end, leave);
    }
    return created;
  };
  const show = (side, rows, choice) => {
    const best = [...rows].sort((one, two) => two.value - one.value);
    body.replaceChildren(...best.map((row) => rowOf(side, row, row === choice)));
  };
  return { element: box, show };
};

// Returns { line, element, show, forget }. `onPreview` gets the side and the arrows of a move that the user points at, as
// { side, arrows }, and null afterwards.
export const thoughtsOf1994 = (onPreview) => {
  const line = screenLine();
  const lead = element("p", { class: "lead" });
  let thought = null;
  const terms = termsTable(), board = thinkMoveBoard();
  const candidates = candidatesTable((row) => {
    const shown = row || thought.choice;
    if (shown) terms.show(thought.side, shown);
    onPreview(row && { side: thought.side, arrows: arrowsOf(row) });
  });
  const heading = newId("thoughts");
  const panel = element("section", { class: "thoughts", "aria-labelledby": heading, hidden: true },
    element("h2", { id: heading }, "What 1994 thought"), lead,
    element("div", { class: "thoughts-columns" }, candidates.element, terms.element, board.element));

  const show = (event) => {
    const { side, rows, chosen } = event;
    const choice = chosen === null ? null : rows[chosen];
    thought = { side, choice };
    const told = choice ? `The move played is ${choice.move}, with the value ${signed(forWhite(side, choice.value))} for White.`
      : "It chose none.";
    lead.textContent = `${capitalised(side)} tried ${plural(rows.length, "move")}, and every reply to each. ${told}`;
    candidates.show(side, rows, choice);
    if (choice) terms.show(side, choice);
    board.show(event);
    panel.hidden = false;
  };
  const forget = () => {
    panel.hidden = true;
    line.hide();
  };
  return { line, element: panel, show, forget };
};
