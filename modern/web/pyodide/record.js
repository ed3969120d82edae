// The recorded game, replayed in this browser and compared bit for bit with the compiled program.

import { button, element, enable, scrollBox } from "./dom.js";
import { startScrollHints } from "./scroll_hints.js";

const COLUMNS = ["ply", "record", "program", "value", "its 32 bits", "second", "agrees", "author's note"];

const rowOf = (ply) => element("tr", {}, element("th", { scope: "row" }, ply.ply),
  ...[ply.recorded, ply.played, ply.value, `${ply.bits} ${ply.bits === ply.expected ? "=" : `, not ${ply.expected}`}`,
    ply.second, ply.agrees ? "yes" : "no", ply.note].map((text) => element("td", {}, text)));

// Fills `root`; `link.record(reading, onPly)` replays.
export const showRecord = (root, link) => {
  const reading = element("select", { id: "record-reading" },
    ...["printed", "recorded"].map((name) => element("option", { value: name }, `the listing as ${name}`)));
  const text = element("p", { role: "status" });
  const rows = element("tbody");
  const table = scrollBox("The plies of the recorded game", "", element("table", {},
    element("thead", {}, element("tr", {}, ...COLUMNS.map((name) => element("th", { scope: "col" }, name)))), rows));
  table.hidden = true;
  const replay = async () => {
    enable(start, false);
    rows.replaceChildren();
    text.textContent = "Starting Python …";
    let agreeing = 0, same = 0, count = 0;
    const show = (ply) => {
      table.hidden = false;
      rows.append(rowOf(ply));
      count += 1;
      agreeing += ply.agrees;
      same += ply.bits === ply.expected;
      text.textContent = `${agreeing} of ${count} moves agree with the record; ${same} of ${count} values have the same 32 bits as the compiled program's.`;
    };
    try {
      await link.record(reading.value, show);
    } catch (error) {
      text.textContent = error.message;
    }
    enable(start, true);
  };
  const start = button("Replay", replay);
  root.replaceChildren(element("h2", {}, "Replay the recorded game"),
    element("p", {}, "The report prints a game that the program played against itself. Here the program chooses its move in each of the 23 positions, in your browser."),
    element("p", {}, element("label", { for: "record-reading" }, "Reading "), reading, " ", start), text, table);
  startScrollHints(root);
  root.hidden = false;
};
