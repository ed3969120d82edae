// What the program of 1994 thinks: its line at row 18 while it thinks; then the moves that it tried, with their values,
// replies and terms, and its think move board.

import { capitalised, element, newId, plural } from "./dom.js";
import { thinkMoveBoard } from "./think_board.js";

const DECIMALS = 2;
const signed = (value) => (value > 0 ? "+" : "") + value.toFixed(DECIMALS);

// Returns { line, element, showLine, show, setThinking, forget }. `onPreview` gets the side and the arrows of a move that
// the user points at, as { side, arrows }, and null afterwards.
export const thoughtsOf1994 = (onPreview) => {
  const text = element("output", { class: "row-18", "aria-live": "off" });
  const line = element("section", { class: "screen-line", "aria-label": "1994's screen, row 18", hidden: true }, text);
  const lead = element("p", { class: "lead" });
  const body = element("tbody");
  const termRows = element("tbody");
  const termHeads = [0, 1, 2].map(() => element("th", { scope: "col", class: "figure" }));
  const think = thinkMoveBoard();
  const heading = newId("thoughts");
  const panel = element("section", { class: "thoughts", "aria-labelledby": heading, hidden: true },
    element("h2", { id: heading }, "What 1994 thought"), lead,
    element("div", { class: "thoughts-columns" },
      element("div", {},
        element("h3", {}, "Every move it tried"),
        element("div", { class: "scroll tall", tabindex: "0", role: "region", "aria-label": "Every move it tried" },
          element("table", { class: "candidates" },
            element("thead", {}, element("tr", {},
              element("th", { scope: "col" }, "move"), element("th", { scope: "col", class: "figure" }, "for White"),
              element("th", { scope: "col" }, "reply"))), body)),
        element("p", { class: "caption" }, "Point at a move, or focus it, to see it on the board.")),
      element("div", {},
        element("h3", {}, "The terms of its value"),
        element("p", { class: "caption" }, "Each side's score of the board after its own move, in pawns. White's minus Black's is the value."),
        element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "The terms of its value" },
          element("table", { class: "terms" },
            element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "term"), ...termHeads)), termRows))),
      think.element));
  let thought = null;

  const arrowsOf = (row) => [[row.uci, "candidate"], [row.reply_uci, "reply"]].filter(([uci]) => uci)
    .map(([uci, kind]) => ({ from: uci.slice(0, 2), to: uci.slice(2, 4), kind, illegal: kind === "candidate" && !row.legal }));
  // The program counts for the side to move; what is shown is from White's side.
  const forWhite = (value) => (thought.side === "white" ? Number(value) : 0 - Number(value));
  const whiteFirst = (own, reply) => (thought.side === "white" ? [own, reply] : [reply, own]);
  const showTerms = (row) => {
    const [white, black] = whiteFirst(row.move, row.reply || "no reply");
    [white, `minus ${black}`, "for White"].forEach((head, index) => { termHeads[index].textContent = head; });
    termRows.replaceChildren(...row.terms.map(([term, own, reply]) => {
      const difference = Number(own) - Number(reply);
      return element("tr", {}, element("th", { scope: "row" }, term), ...[...whiteFirst(own, reply), signed(forWhite(difference))].map((figure) =>
        element("td", { class: "figure" }, figure)));
    }));
  };
  const point = (row, pointed) => {
    for (const one of body.children) one.classList.toggle("pointed", one === pointed);
    showTerms(row);
    onPreview({ side: thought.side, arrows: arrowsOf(row) });
  };
  const unpoint = () => {
    for (const one of body.children) one.classList.remove("pointed");
    if (thought.choice) showTerms(thought.choice);
    onPreview(null);
  };
  const rowOf = (row) => {
    const name = element("button", { type: "button", class: "link" }, row.move);
    const created = element("tr", { class: row === thought.choice ? "choice" : null },
      element("th", { scope: "row" }, name), element("td", { class: "figure" }, signed(forWhite(row.value))),
      element("td", {}, row.reply || "", row.legal ? null : element("span", { class: "small" }, " illegal")));
    created.addEventListener("pointerenter", () => point(row, created));
    created.addEventListener("pointerleave", unpoint);
    name.addEventListener("focus", () => point(row, created));
    name.addEventListener("blur", unpoint);
    return created;
  };

  const show = (event) => {
    const choice = event.chosen === null ? null : event.rows[event.chosen];
    thought = { side: event.side, choice, rows: [...event.rows].sort((one, two) => two.value - one.value) };
    const told = choice ? `The move played is ${choice.move}, with the value ${signed(forWhite(choice.value))} for White.` : "It chose none.";
    lead.textContent = `${capitalised(event.side)} tried ${plural(event.rows.length, "move")}, and every reply to each. ${told}`;
    body.replaceChildren(...thought.rows.map(rowOf));
    if (choice) showTerms(choice);
    think.show(event);
    panel.hidden = false;
  };
  const forget = () => {
    panel.hidden = true;
    line.hidden = true;
  };
  const showLine = (shown) => {
    line.hidden = false;
    text.textContent = shown;
  };
  const setThinking = (isThinking) => line.classList.toggle("running", isThinking);
  return { line, element: panel, show, showLine, setThinking, forget };
};
