// The recorded game, replayed in this browser and compared bit for bit with the compiled program.

import { button, element, enable, scrollBox } from "./dom.js";
import { startScrollHints } from "./scroll_hints.js";
import { noteOn } from "./shown_state.js";
import { onLanguage, text, told } from "./texts.js";

const COLUMNS = ["record.ply", "record.record", "record.program", "record.value", "record.bits", "record.second", "record.agrees", "record.note"];
const READINGS = [["printed", "record.as_printed"], ["recorded", "record.as_recorded"]];

/** @param {RecordedPly} ply */
const rowOf = (ply) => element("tr", {}, element("th", { scope: "row" }, ply.ply),
  ...[ply.recorded, ply.played, ply.value, ply.bits === ply.expected ? `${ply.bits} =` : text("record.other_bits", ply),
    ply.second, text(ply.agrees ? "record.yes" : "record.no"), noteOn(ply)].map((content) => element("td", {}, content)));

// Fills `root`; `link.record(reading, onPly)` replays.
/** @type {(root: HTMLElement, link: Recorder) => void} */
const fill = (root, link) => {
  root.setAttribute("aria-label", text("kiosk.recorded"));
  const reading = element("select", { id: "record-reading" },
    ...READINGS.map(([value, name]) => element("option", { value }, text(name))));
  const status = element("p", { role: "status" });
  const rows = element("tbody");
  const table = scrollBox(text("record.table"), "", element("table", {},
    element("thead", {}, element("tr", {}, ...COLUMNS.map((name) => element("th", { scope: "col" }, text(name))))), rows));
  table.hidden = true;
  const replay = async () => {
    enable(start, false);
    rows.replaceChildren();
    status.textContent = text("record.starting");
    let agreeing = 0, same = 0, count = 0;
    /** @param {RecordedPly} ply */
    const show = (ply) => {
      table.hidden = false;
      rows.append(rowOf(ply));
      count += 1;
      agreeing += Number(ply.agrees);
      same += Number(ply.bits === ply.expected);
      status.textContent = text("record.counts", { agreeing, same, count });
    };
    try {
      await link.record(reading.value, show);
    } catch (error) {
      status.textContent = told(error, "message");
    }
    enable(start, true);
  };
  const start = button(text("record.replay"), replay);
  root.setAttribute("aria-label", text("record.heading"));
  root.replaceChildren(element("h2", {}, text("record.heading")),
    element("p", {}, text("record.about")),
    element("p", {}, element("label", { for: "record-reading" }, text("record.reading")), " ", reading, " ", start), status, table);
  startScrollHints(root);
  root.hidden = false;
};

// Fills `root`, in each language that the reader chooses.
/** @type {(root: HTMLElement, link: Recorder) => void} */
export const showRecord = (root, link) => {
  fill(root, link);
  onLanguage(() => fill(root, link));
};
