// The parts of the page "Inside 1994": the position, the tour, the think move boards, the variables, the terms, the labels and
// the listing.

import { button, element, enable, inputField, scrollBox, selectField, tableHead } from "./dom.js";
import { describeReach, nameOf, piecesIn, startPointing, tintOf } from "./number_boards.js";
import { FILES } from "./squares.js";
import { markCurrent } from "./stepping.js";
import { said, text, told } from "./texts.js";

// A number as the page shows it: singles have seven digits.
/** @param {number} number */
export const shownNumber = (number) => String(Number(number.toPrecision(7)));

// Returns the form that asks for a turn, as { element, show, close }; `onAsked` gets its settings.
/**
 * @param {InsideFacts} facts
 * @param {(given: TurnSettings) => void} onAsked
 */
export const positionForm = (facts, onAsked) => {
  const usual = { autocomplete: "off", spellcheck: "false" };
  const fen = inputField(text("form.fen"), "text", usual);
  const moves = inputField(text("form.moves"), "text", { ...usual, placeholder: text("form.moves_example") });
  const game = facts.game.split(" ");
  const ply = selectField(text("form.recorded_game"), [["", "form.choose_ply"]]);
  ply.select.append(...game.map((_, index) => element("option", { value: index + 1 }, text("form.ply", { number: index + 1 }))));
  const side = selectField(text("form.who_thinks"), [["", "form.side_to_move"], ["white", "side.white"], ["black", "side.black"]]);
  const reading = selectField(text("form.reading"), [["printed", "screen.printed"], ["recorded", "screen.recorded"]]);
  /** @type {{ [name: string]: HTMLInputElement | HTMLSelectElement }} */
  const inputs = { fen: fen.input, moves: moves.input, side: side.select, reading: reading.select };
  ply.select.addEventListener("change", () => {
    if (!ply.select.value) return;
    fen.input.value = side.select.value = "";
    moves.input.value = game.slice(0, Number(ply.select.value) - 1).join(" ");
  });
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    onAsked(Object.fromEntries(Object.entries(inputs).map(([name, one]) => [name, one.value.trim()])));
  };
  const details = element("details", { class: "position" }, element("summary", {}, text("form.another")),
    element("form", { submit }, fen.element, moves.element, ply.element, side.element, reading.element,
      element("button", { type: "submit", class: "strong" }, text("form.think"))));
  /** @param {{ [name: string]: string }} settings */
  const show = (settings) => {
    for (const [name, one] of Object.entries(inputs)) one.value = settings[name];
  };
  return { element: details, show, close: () => { details.open = false; } };
};

// Returns the tour, as { element, show, hide }. `onGo` gets 1 for the next stop and -1 for the one before.
/**
 * @param {TourStop[]} stops
 * @param {(steps: number) => void} onGo
 * @param {() => void} onEnd
 */
export const tourPanel = (stops, onGo, onEnd) => {
  const head = element("strong"), about = element("p");
  const back = button(text("tour.back"), () => onGo(-1)), next = button(text("tour.next"), () => onGo(1), { class: "strong" });
  const panel = element("section", { class: "tour", "aria-label": text("tour.name"), hidden: true }, head, about,
    element("div", { class: "buttons" }, back, next, button(text("tour.end"), onEnd, { class: "quiet" })));
  // Shows a stop, and returns what a screen reader says.
  /** @param {number} number */
  const show = (number) => {
    panel.hidden = false;
    head.textContent = text("tour.stop", { number: number + 1, count: stops.length });
    about.textContent = said(stops[number].text);
    enable(back, number > 0);
    enable(next, number < stops.length - 1);
    return `${head.textContent}. ${about.textContent}`;
  };
  return { element: panel, show, hide: () => { panel.hidden = true; } };
};

// Returns a think move board as 64 squares tinted by how many pieces reach them, as { element, show }. `onPoint` gets the side,
// the square and the numbers of the pieces that reach it, and null afterwards.
/**
 * @param {Side} side
 * @param {(pointed: Pointed | null) => void} onPoint
 */
export const heatBoard = (side, onPoint) => {
  /** @type {{ [square: string]: HTMLButtonElement }} */
  const cells = {};
  const rows = [9, 8, 7, 6, 5, 4, 3, 2].map((y) => element("tr", {}, element("th", { scope: "row" }, y - 1),
    ...[...FILES].map((_, x) => {
      const square = 12 * y + x + 2;
      cells[square] = element("button", { type: "button", tabindex: "-1", "data-square": square });
      return element("td", {}, cells[square]);
    })));
  const name = text(side === "white" ? "numbers.think_move_board_white" : "numbers.think_move_board_black");
  const table = element("table", { class: "heat" }, element("caption", {}, name), element("tbody", {}, ...rows),
    element("tfoot", {}, element("tr", {}, element("td"), ...[...FILES].map((file) => element("th", { scope: "col" }, file)))));
  const readout = element("p", { class: "readout" });
  /** @type {Reach | null} */
  let shown = null;
  /** @type {number | null} */
  let pointed = null;

  const tell = () => {
    readout.textContent = pointed === null ? "" : describeReach(shown, pointed);
    onPoint(pointed === null ? null : { side, square: pointed, pieces: piecesIn(shown.reach[pointed]) });
  };
  startPointing(table, (square) => cells[square], (square) => {
    if (pointed === square || !shown) return;
    pointed = square;
    tell();
  });
  // Shows `{ reach, side, squares, pieces }`, and marks the squares that have just changed.
  /** @type {(now: Reach, changed: Set<number>) => void} */
  const show = (now, changed) => {
    const before = shown;
    shown = now;
    for (const [square, cell] of Object.entries(cells)) {
      if (before?.reach[Number(square)] !== now.reach[Number(square)]) {
        const count = piecesIn(now.reach[Number(square)]).length;
        cell.textContent = String(count || "");
        cell.dataset.count = tintOf(count);
        cell.setAttribute("aria-label", text("heat.square", { square: nameOf(Number(square)), count }));
      }
      cell.classList.toggle("changed", changed.has(Number(square)));
    }
    if (pointed !== null) tell();
  };
  return { element: element("div", {}, table, readout), show };
};

// Returns the table of variables, as { element, show }.
/** @param {InsideFacts} facts */
export const variablesTable = ({ meanings }) => {
  /** @type {{ [name: string]: { value: HTMLElement, mark: HTMLElement, row?: HTMLElement } }} */
  const rows = {};
  const body = Object.entries(meanings).flatMap(([names, meaning]) => names.split(", ").map((name) => {
    rows[name] = { value: element("td", { class: "figure" }), mark: element("span", { class: "visually-hidden" }) };
    rows[name].row = element("tr", {}, element("th", { scope: "row" }, name, rows[name].mark), rows[name].value,
      element("td", {}, said(meaning)));
    return rows[name].row;
  }));
  const table = element("table", { class: "variables" }, tableHead([["variables.variable"], ["variables.value"], ["variables.meaning"]]),
    element("tbody", {}, ...body));
  /** @type {(turn: import("./inside_turn.js").Turn, changed: Set<number>) => void} */
  const show = (turn, changed) => {
    for (const [name, { row, value, mark }] of Object.entries(rows)) {
      const number = shownNumber(turn.number(name));
      if (value.textContent !== number) value.textContent = number;
      const isChanged = changed.has(turn.placeOf[name]);
      row.classList.toggle("changed", isChanged);
      if (Boolean(mark.textContent) !== isChanged) mark.textContent = isChanged ? text("variables.changed") : "";
    }
  };
  return { element: scrollBox(text("variables.all"), "tall", table), show };
};

// Returns the value as it grows, as { element, show }; `onSelect` gets the number of the event of a term.
/** @param {(index: number) => void} onSelect */
export const termsList = (onSelect) => {
  const list = element("ol");
  const none = element("p", { class: "caption" }, text("terms.none"));
  const box = scrollBox(text("terms.list"), "terms", list);
  /** @param {Term} term */
  const rowOf = ({ fact, value, index }) => element("li", {},
    button(said(fact), () => onSelect(index), { class: "link" }), element("span", { class: "figure" }, shownNumber(value)));
  /** @type {Term[]} */
  let rows = [];
  /** @param {Term[]} terms */
  const show = (terms) => {
    const isLonger = rows.every(({ index }, at) => terms[at]?.index === index) && rows.length && terms.length;
    if (isLonger) list.append(...terms.slice(rows.length).map(rowOf));
    else list.replaceChildren(...terms.map(rowOf));
    rows = terms;
    none.hidden = terms.length > 0;
    box.scrollTop = box.scrollHeight;
  };
  return { element: element("div", {}, none, box), show };
};

// Returns the labels with what they do and their breakpoints, as { element, breakpoints, show, toggle }.
/**
 * @param {InsideFacts} facts
 * @param {(label: string, isSet: boolean) => void} onToggle
 */
export const labelsList = ({ labels, breakpoints }, onToggle) => {
  /** @type {Set<string>} */
  const set = new Set();
  /** @type {{ [label: string]: { switch: HTMLButtonElement, row?: HTMLElement } }} */
  const items = {};
  /** @param {string} label */
  const toggle = (label) => {
    if (!items[label]) return;
    if (!set.delete(label)) set.add(label);
    items[label].switch.setAttribute("aria-pressed", String(set.has(label)));
    onToggle(label, set.has(label));
  };
  const list = element("ul", { class: "labels" }, ...breakpoints.map((label) => {
    items[label] = { switch: button(label, () => toggle(label), { "aria-pressed": "false", title: text("labels.breakpoint", { label }) }) };
    items[label].row = element("li", {}, items[label].switch, element("span", {}, said(labels[label])));
    return items[label].row;
  }));
  /** @param {string} label */
  const show = (label) => markCurrent(list, items[label]?.row);
  return { element: list, breakpoints: set, show, toggle };
};

// Decodes the bytes of a text file: UTF-8, UTF-16 with a byte order mark, or else Windows-1252.
/** @param {ArrayBuffer} bytes */
const decoded = (bytes) => {
  const [first, second] = new Uint8Array(bytes.slice(0, 2));
  if (first + second === 0xfe + 0xff) return new TextDecoder(first === 0xff ? "utf-16le" : "utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
};

// The listing that is restored from the text that the reader opens, as { element, show, reread }. `refused` says why no
// file may be opened, or is empty; `restore(text)` returns a promise of the listing.
/**
 * @param {string} refused
 * @param {(text: string) => Promise<Listing>} restore
 */
export const listingPanel = (refused, restore) => {
  const { element: opening, input } = inputField(text("listing.open"), "file", { accept: ".txt,text/plain" });
  const note = element("p", { class: "caption", role: "status" });
  const evidence = element("p", { class: "readout" });
  const list = element("ol", { class: "listing" });
  const box = scrollBox(text("listing.lines"), "tall", list);
  /** @type {Listing | null} */
  let listing = null;
  /** @type {string | null} */
  let report = null;
  /** @type {HTMLElement[]} */
  let rows = [];
  /** @type {HTMLElement | null} */
  let marked = null;
  /** @type {TurnEvent | null} */
  let last = null;

  /** @type {(repair: Repair, shown: string) => HTMLElement} */
  const mark = (repair, shown) => element("button", {
    type: "button", class: "repair", title: repair.title, "aria-description": repair.title,
    click: () => { evidence.textContent = repair.title; },
  }, shown);
  /** @param {ListingLine} line */
  const lineOf = ({ text: line, repairs }) => {
    let end = 0;
    const parts = repairs.flatMap((repair) => {
      const { start, length } = repair, before = line.slice(end, start);
      end = start + length;
      return [before, mark(repair, line.slice(start, end))];
    });
    return element("li", {}, ...parts, line.slice(end));
  };
  /** @param {Failed} error */
  const fail = (error) => {
    listing = null;
    box.hidden = true;
    note.textContent = told(error, "message");
  };
  const open = async () => {
    note.textContent = text("listing.is_restored");
    evidence.textContent = "";
    try {
      listing = await restore(report);
    } catch (error) {
      fail(error);
      return;
    }
    rows = listing.lines.map(lineOf);
    list.replaceChildren(...rows);
    const count = listing.lines.reduce((sum, { repairs }) => sum + repairs.length, 0);
    note.textContent = told(listing, "note") || text(listing.reading === "printed" ? "listing.printed" : "listing.recorded", { count });
    box.hidden = false;
    marked = null;
    if (last) show(last);
  };
  input.addEventListener("change", async () => {
    const [file] = input.files;
    if (!file) return;
    report = decoded(await file.arrayBuffer());
    await open();
  });
  // Marks the line of an event.
  /** @param {TurnEvent} event */
  const show = (event) => {
    last = event;
    if (!listing) return;
    const number = listing.port[event.line] ?? listing.labels[event.label];
    const row = rows[number];
    if (row === marked) return;
    marked = row ?? null;
    markCurrent(list, row);
    if (row) box.scrollTop = row.offsetTop - box.clientHeight / 2;
  };
  // The listing differs between the readings.
  const reread = () => { if (report !== null) open(); };
  box.hidden = true;
  return { element: element("div", {}, refused ? element("p", {}, refused) : opening, note, box, evidence), show, reread };
};
