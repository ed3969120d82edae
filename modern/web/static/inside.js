// The page "Inside 1994": the 1994 program thinks, and the reader steps through it, forwards and backwards.
//
// The link gives a turn in outline and a part of it at a time; the steps themselves need nothing but this page.

import { Board } from "./board.js";
import { button, element, enable, failureLine, newId } from "./dom.js";
import { announcer } from "./game_parts.js";
import { heatBoard, labelsList, listingPanel, positionForm, shownNumber, termsList, tourPanel, variablesTable } from "./inside_parts.js";
import { Turn } from "./inside_turn.js";
import { FIRST, nameOf } from "./number_boards.js";
import { startScrollHints } from "./scroll_hints.js";
import { LETTERS } from "./squares.js";
import { said, text, textParts, told } from "./texts.js";
import { arrowOf } from "./tried_moves.js";

const BORDER = 99;
// How long the 486 thought about a move, in seconds, and the speeds that can be chosen: the key of each one's name, and steps a second.
const TURN_OF_1994 = 120;
/** @type {[string, number | null][]} */
const SPEEDS = [["speed.one", 1], ["speed.five", 5], ["speed.fifty", 50], ["speed.486", null], ["speed.ten_486", null], ["speed.at_once", Infinity]];
const SPEED_OF_1994 = 3;
// A screen reader is not given more than this many sentences a second.
const SPOKEN = 5;
// The commands: name, key of the text of its button, keyboard's keys, key of what it does.
/** @typedef {"back" | "step" | "over" | "out" | "run" | "reply" | "candidate" | "choice"} CommandName */
/** @type {[CommandName, string, string[], string][]} */
const COMMANDS = [
  ["back", "inside.back", ["ArrowLeft", "b", "Backspace"], "inside.back_title"],
  ["step", "inside.step", ["F8", "ArrowRight", "s"], "inside.step_title"],
  ["over", "inside.over", ["F10", "o"], "inside.over_title"],
  ["out", "inside.out", ["u"], "inside.out_title"],
  ["run", "inside.run", ["F5", "g"], "inside.run_title"],
  ["reply", "inside.reply", ["r"], "inside.reply_title"],
  ["candidate", "inside.candidate", ["c"], "inside.candidate_title"],
  ["choice", "inside.choice", ["e"], "inside.choice_title"],
];
const BREAKPOINT_KEYS = ["F9", "k"];
const START = { fen: "", moves: "", side: "", reading: "printed", carried: "" };

// Returns the address of a turn on this page.
/** @param {TurnSettings} settings */
export const insideAddress = (settings) => {
  const given = Object.entries(settings).filter(([, value]) => value);
  return `#/inside?${new URLSearchParams(given)}`;
};

// Returns the settings in the address.
/** @type {() => typeof START} */
const addressSettings = () => {
  const given = new URLSearchParams(location.hash.split("?")[1] || "");
  return /** @type {typeof START} */ (Object.fromEntries(Object.entries(START).map(([name, usual]) => [name, given.get(name) || usual])));
};

/** @type {(number: number, found?: Candidate) => string} */
const candidateText = (number, found) => {
  if (!number) return text("inside.before_first");
  if (!found) return text("inside.stopped_candidate", { number });
  const facts = { number, move: found.notation, value: shownNumber(found.value) };
  return text(found.chosen ? "inside.chosen_candidate" : "inside.one_candidate", facts);
};

/** @param {{ [square: string]: string }} letters */
const placement = (letters) => [8, 7, 6, 5, 4, 3, 2, 1].map((rank) => [..."abcdefgh"].map((file) => letters[file + rank] || "1").join("")).join("/");

export class InsideView {
  // `link.inside(name, settings)` asks for what modern/web/inside.py has; `link.fileRefused()` says why no report may be opened,
  // or ""; `link.docs` is the address of the pages on the 1994 program. `isTour` starts the tour.
  /**
   * @param {HTMLElement} root
   * @param {Link} link
   * @param {{ symbols?: string, isTour?: boolean }} options
   */
  constructor(root, link, { symbols = "", isTour = false }) {
    this.root = root;
    this.link = link;
    this.symbols = symbols;
    /** @type {Turn} */
    this.turn = null;
    this.settings = START;
    /** @type {number | null} */
    this.stop = null; // the number of the tour's stop
    this.isBusy = false;
    this.isPlaying = false;
    /** @type {Pointed | null} */
    this.pointed = null;
    this.isClosed = false;
    root.replaceChildren(element("h1", {}, text("inside.heading")), element("p", { class: "caption" }, text("inside.loading")));
    document.addEventListener("keydown", this.key);
    this.start(isTour);
  }

  close() {
    this.isClosed = true;
    this.isPlaying = false;
    this.root.classList.remove("busy");
    this.root.removeAttribute("aria-busy");
    document.removeEventListener("keydown", this.key);
  }

  /** @param {boolean} isTour */
  async start(isTour) {
    try {
      /** @type {InsideFacts} */
      this.facts = await this.link.inside("facts");
    } catch (error) {
      const failure = failureLine();
      this.root.replaceChildren(element("h1", {}, text("inside.heading")), failure.element);
      failure.show(error);
      return;
    }
    if (this.isClosed) return;
    this.build();
    if (isTour) await this.showStop(0);
    else await this.load(addressSettings());
  }

  // What the page has.

  build() {
    const { facts } = this;
    const place = element("div");
    this.board = new Board(place, { symbols: this.symbols, label: text("inside.board") });
    this.heading = element("h2");
    this.label = element("p", { class: "label" });
    this.sentence = element("p", { class: "note-line" });
    this.portLine = element("p", { class: "port-line" });
    this.voice = announcer();
    this.quirks = element("div");
    this.failure = failureLine();
    this.stack = element("p", { class: "stack" });
    this.changed = element("p", { class: "caption" });
    this.heat = { white: heatBoard("white", this.point), black: heatBoard("black", this.point) };
    this.variables = variablesTable(facts);
    this.terms = termsList((index) => this.do(() => this.turn.to(this.turn.place.part, index)));
    this.labels = labelsList(facts, (label, isSet) => this.voice.say(text(isSet ? "inside.breakpoint_set" : "inside.breakpoint_cleared", { label })));
    this.listing = listingPanel(this.link.fileRefused(), (report) => this.link.inside("listing", { text: report, reading: this.settings.reading }));
    this.form = positionForm(facts, (given) => this.think(given));
    this.tour = tourPanel(facts.tour.stops, (steps) => this.showStop(this.stop + steps), () => this.endTour());
    /** @type {(name: string, ...children: Child[]) => HTMLElement} */
    const section = (name, ...children) => {
      const id = newId("section");
      return element("section", { "aria-labelledby": id }, element("h2", { id }, name), ...children);
    };
    const stage = element("div", { class: "stage" }, place, element("div", { class: "note-box" }, this.label, this.sentence, this.portLine, this.quirks), this.stack);
    const desk = element("div", { class: "desk" }, this.heading, this.failure.element, this.buildControls(),
      section(text("inside.value_so_far"), this.terms.element));
    this.inside = element("div", { class: "inside" },
      element("div", { class: "head" }, element("h1", {}, text("inside.heading")), button(text("inside.start_tour"), () => this.showStop(0), { class: "tour-start" })),
      this.form.element, element("div", { class: "work" }, this.tour.element, stage, desk),
      element("div", { class: "pair" }, section(text("inside.think_move_boards"),
        element("p", { class: "caption" }, text("inside.about_heat")),
        element("div", { class: "heats" }, this.heat.white.element, this.heat.black.element)),
      section(text("inside.variables"), this.changed, this.variables.element)),
      element("div", { class: "pair" }, section(text("inside.labels"),
        element("p", { class: "caption" }, text("inside.about_labels")), this.labels.element),
      section(text("inside.listing"), element("p", { class: "caption" }, text("inside.about_listing")),
      this.listing.element)));
    startScrollHints(this.inside);
    this.root.replaceChildren(...this.voice.elements, this.inside);
  }

  // Thinks about what the form asks for.
  /** @param {TurnSettings} given */
  async think(given) {
    this.endTour();
    const settings = { ...START, ...given };
    if (!await this.load(settings)) return;
    history.replaceState(null, "", insideAddress(settings));
    this.form.close();
  }

  buildControls() {
    this.buttons = /** @type {Record<CommandName, HTMLButtonElement>} */ (Object.fromEntries(COMMANDS.map(([name, key, keys, help]) =>
      [name, button(text(key), () => this.command(name), { title: text("inside.button_title", { what: text(help), keys: keys.join(", ") }), "aria-keyshortcuts": keys[0], class: name === "step" ? "strong" : "" })])));
    this.play = button(text("inside.play"), () => this.togglePlay(), { title: text("inside.play_title") });
    const id = newId("speed");
    this.speed = element("input", { type: "range", id, min: 0, max: SPEEDS.length - 1, step: 1, value: SPEED_OF_1994, input: () => this.showSpeed() });
    this.speedText = element("output", { for: id });
    const step = newId("step");
    /** @type {HTMLInputElement} */
    this.slider = element("input", { type: "range", id: step, min: 0, step: 1, input: () => this.do(() => this.turn.to(this.turn.place.part, Number(this.slider.value))) });
    this.sliderText = element("output", { for: step });
    /** @type {HTMLSelectElement} */
    this.candidates = element("select", { id: newId("candidates"), change: () => this.do(() => this.turn.to(Number(this.candidates.value))) });
    this.showSpeed();
    /** @param {CommandName[]} names */
    const buttons = (...names) => names.map((name) => this.buttons[name]);
    return element("div", { class: "controls" },
      element("div", { class: "buttons", role: "group", "aria-label": text("inside.step_group") }, ...buttons("back", "step", "over", "out", "run")),
      element("div", { class: "buttons", role: "group", "aria-label": text("inside.go_on_group") }, ...buttons("reply", "candidate", "choice"), this.play),
      element("div", { class: "ranges" }, element("label", { for: id }, text("inside.speed")), this.speed, this.speedText,
        element("label", { for: step }, text("inside.step_number")), this.slider, this.sliderText,
        element("label", { for: this.candidates.id }, text("inside.candidate_number")), this.candidates));
  }

  // What is asked for.

  // Loads a turn, and goes to its beginning. Returns false if that is not possible.
  /** @type {(settings: typeof START, part?: number, event?: number) => Promise<boolean>} */
  async load(settings, part = 0, event = 0) {
    return this.do(async () => {
      const outline = await this.link.inside("turn", settings);
      const turn = new Turn(outline, (number) => this.link.inside("part", { ...settings, part: number }), this.facts.names);
      await turn.to(part, event);
      const hasOther = this.settings.reading !== settings.reading;
      this.turn = turn;
      this.settings = settings;
      this.form.show(settings);
      this.candidates.replaceChildren(...Array.from({ length: turn.parts }, (_, number) => {
        const found = outline.candidates[number - 1];
        return element("option", { value: number }, candidateText(number, found));
      }));
      if (hasOther) this.listing.reread();
    });
  }

  // Does something that may have to wait for a part, and shows where the turn stands. Returns false if it fails.
  /** @type {(action: () => unknown) => Promise<boolean>} */
  async do(action) {
    if (this.isBusy) return false;
    this.isBusy = true;
    this.root.setAttribute("aria-busy", "true");
    const waiting = setTimeout(() => this.showBusy(true), 150);
    this.failure.hide();
    this.voice.alert("");
    let isDone = true;
    try {
      await action();
    } catch (error) {
      this.failure.show(error);
      isDone = false;
    }
    clearTimeout(waiting);
    this.isBusy = false;
    this.root.removeAttribute("aria-busy");
    if (this.isClosed) return false;
    this.showBusy(false);
    if (this.turn) this.show();
    return isDone;
  }

  /** @param {CommandName} name */
  async command(name) {
    if (!this.turn || this.isBusy) {
      this.turn?.stop();
      return;
    }
    this.isPlaying = false;
    await this.do(async () => {
      const isMoved = await (name === "run" ? this.turn.run(this.labels.breakpoints) : this.turn[name]());
      if (!isMoved) this.voice.alert(text(name === "back" ? "inside.is_beginning" : "inside.is_end"));
    });
  }

  async togglePlay() {
    if (this.isPlaying || !this.turn) {
      this.isPlaying = false;
      this.turn?.stop();
      if (this.turn) this.show();
      return;
    }
    this.isPlaying = true;
    this.show();
    let due = 0, last = performance.now();
    while (this.isPlaying && !this.isClosed) {
      await new Promise(requestAnimationFrame);
      const now = performance.now(), rate = this.rate();
      due = rate === Infinity ? rate : Math.min(due + rate * (now - last) / 1000, Math.max(1, rate));
      last = now;
      if (due >= 1) {
        const count = Math.floor(due);
        due = rate === Infinity ? 0 : due - count;
        if (await this.do(() => this.advance(count)) === false) this.isPlaying = false;
        last = Math.max(last, performance.now() - 100); // the time that a part takes to arrive is not made up for
      }
    }
    if (!this.isClosed) this.show();
  }

  // Goes on by a number of steps, but not past a breakpoint.
  /** @param {number} count */
  async advance(count) {
    let left = count;
    const { breakpoints } = this.labels;
    await this.turn.go(({ label, kind }) => {
      left -= 1;
      if (breakpoints.has(label) && kind !== "return") {
        this.isPlaying = false;
        return true;
      }
      return left <= 0;
    });
    const { part, event } = this.turn.place;
    if (part === this.turn.parts - 1 && event === this.turn.current.events.length - 1) this.isPlaying = false;
  }

  // The speed in steps a second.
  rate() {
    const [, rate] = SPEEDS[Number(this.speed.value)];
    if (rate !== null) return rate;
    const of1994 = this.turn.parts * this.turn.current.events.length / TURN_OF_1994;
    return Number(this.speed.value) === SPEED_OF_1994 ? of1994 : 10 * of1994;
  }

  /** @param {number} number */
  async showStop(number) {
    const stop = this.facts.tour.stops[number];
    if (!stop) return;
    const settings = { ...START, moves: this.facts.tour.moves, reading: stop.reading };
    this.isPlaying = false;
    const isThere = this.turn && JSON.stringify(settings) === JSON.stringify(this.settings);
    const isShown = await (isThere ? this.do(() => this.turn.to(stop.part, stop.event)) : this.load(settings, stop.part, stop.event));
    if (!isShown) return;
    this.stop = number;
    if (location.hash !== "#/inside/tour") history.replaceState(null, "", "#/inside/tour");
    this.inside.classList.add("touring");
    this.voice.say(this.tour.show(number));
  }

  endTour() {
    this.stop = null;
    this.tour.hide();
    this.inside.classList.remove("touring");
  }

  // What is shown.

  /** @param {boolean} isBusy */
  showBusy(isBusy) {
    this.root.classList.toggle("busy", isBusy);
    if (isBusy) this.label.textContent = text("inside.recorded");
  }

  showSpeed() {
    const [name] = SPEEDS[Number(this.speed.value)];
    this.speedText.textContent = text(name);
    this.speed.setAttribute("aria-valuetext", text(name));
  }

  show() {
    const { turn } = this, { event, place } = turn;
    const changed = new Set(event.places);
    const { side, reading } = turn.outline;
    const [thinks, thinksChanged] = side === "white" ? ["inside.white_thinks", "inside.white_thinks_changed"] : ["inside.black_thinks", "inside.black_thinks_changed"];
    this.heading.textContent = text(reading === "recorded" ? thinksChanged : thinks);
    this.label.textContent = event.kind === "return" ? text("inside.return_from", { label: event.label }) : event.kind === "gosub" ? `GOSUB ${event.label}` : event.label;
    const isEnd = place.part === turn.parts - 1 && place.event === turn.current.events.length - 1;
    const chosen = turn.outline.candidates.find((candidate) => candidate.chosen);
    const choice = chosen ? text("inside.the_choice_is", { move: chosen.notation }) : text("inside.no_choice");
    const sentence = said(event.fact) + (isEnd ? ` ${told(turn.outline, "stopped") || choice}` : "");
    this.sentence.textContent = sentence;
    const number = event.line || this.facts.port.labels[event.label];
    this.portLine.replaceChildren(...textParts("inside.port_line", { number, code: element("code", {}, this.facts.port.lines[number]) }));
    if (!this.isPlaying || this.rate() <= SPOKEN) {
      const quirks = event.quirks.map((name) => ` ${text("inside.quirk", { name, meaning: said(this.facts.quirks[name]) })}`);
      this.voice.say(text("inside.said", { label: this.label.textContent, sentence }) + quirks.join(""));
    }
    this.quirks.replaceChildren(...event.quirks.map((name) => this.quirk(name)));
    this.stack.textContent = text("inside.stack", { labels: event.stack.join(" > ") || text("inside.empty_stack") });
    this.showBoard();
    this.showHeat(changed);
    this.variables.show(turn, changed);
    this.terms.show(turn.terms());
    this.labels.show(event.label);
    this.listing.show(event);
    this.showChanged(changed);
    this.showPlace(isEnd);
    if (place.part + 1 < turn.parts) turn.part(place.part + 1).catch(() => {});
  }

  /** @param {boolean} isEnd */
  showPlace(isEnd) {
    const { part, event } = this.turn.place, count = this.turn.current.events.length;
    this.slider.max = String(count - 1);
    this.slider.value = String(event);
    this.sliderText.textContent = text("inside.place", { number: event + 1, count });
    this.candidates.value = String(part);
    this.play.textContent = text(this.isPlaying ? "inside.pause" : "inside.play");
    enable(this.buttons.back, part > 0 || event > 0);
    for (const name of /** @type {const} */ (["step", "over", "out", "run", "reply", "candidate", "choice"])) enable(this.buttons[name], !isEnd);
  }

  /** @param {string} name */
  quirk(name) {
    const link = element("a", { href: `${this.link.docs}quirks.html#${name}` }, name);
    return element("p", { class: "quirk" }, ...textParts("inside.quirk", { name: link, meaning: said(this.facts.quirks[name]) }));
  }

  // Lists what the step has changed: the variables with their values before and now, and how many numbers of arrays.
  /** @param {Set<number>} changed */
  showChanged(changed) {
    const names = [text("inside.board"), "A(1,..)", "A(2,..)", "A(3,..)", "A(4,..)", "A(5,..)", "A(6,..)", "PW, PB, PM"];
    const counts = names.map(() => 0);
    for (const place of changed) if (place >= this.turn.arrays) counts[Math.min(7, Math.floor((place - this.turn.arrays) / 144))] += 1;
    const arrays = names.map((name, index) => counts[index] && text("inside.array_count", { name, count: counts[index] })).filter(Boolean);
    const { places, before, after } = this.turn.event;
    const variables = places.map((place, index) => place < this.turn.arrays && `${this.facts.names[place]} ${shownNumber(before[index])} \u2192 ${shownNumber(after[index])}`).filter(Boolean);
    const numbers = arrays.length ? text("inside.arrays_changed", { counts: arrays.join("; ") }) : "";
    this.changed.textContent = variables.length || numbers
      ? `${text("inside.changed", { variables: variables.join(", ") || text("inside.no_variable") })} ${numbers}` : text("inside.nothing_changed");
  }

  // Returns the square of each piece of a side by its number, "" for one that is not on the board. A piece whose move has just
  // been tried is told where it came from: its think move board is that of the position before.
  /** @type {(side: Side, board: number[]) => string[]} */
  squaresOf(side, board) {
    const squares = this.facts.pieces.map(() => "");
    board.forEach((number, square) => {
      const piece = number - FIRST[side];
      if (piece >= 0 && piece < squares.length && nameOf(square)) squares[piece] = nameOf(square);
    });
    const { event, current, place } = this.turn;
    const tried = [event, current.events[place.event - 1]].find((one) => one?.kind === "try");
    if (tried) {
      const piece = squares.indexOf(tried.move.slice(2));
      if (piece >= 0 && tried.label === (side === "white" ? "CWHITEA" : "CBLACKA")) squares[piece] = tried.move.slice(0, 2);
    }
    return squares;
  }

  showBoard() {
    const { turn, facts } = this, board = turn.row(0);
    /** @type {{ [square: string]: string }} */
    const letters = {};
    /** @type {(square: string, side: Side, piece: number) => void} */
    const put = (square, side, piece) => {
      const letter = LETTERS[facts.pieces[piece]];
      if (square && letter) letters[square] = side === "white" ? letter.toUpperCase() : letter;
    };
    board.forEach((number, square) => {
      if (!number || number === BORDER) return;
      const side = number < FIRST.black ? "white" : "black";
      put(nameOf(square), side, number - FIRST[side]);
    });
    // Before BOARD has run, A(0,..) is empty; PW and PB have the pieces.
    if (!Object.keys(letters).length) {
      for (const side of /** @type {const} */ (["white", "black"])) turn.squares(side).forEach((square, piece) => put(nameOf(square), side, piece));
    }
    // A piece from nowhere has a target only.
    const tried = turn.tried().map((event, index) => event && arrowOf(
      { move: event.move.length > 2 ? event.move : null, to: event.move }, index ? "reply" : "candidate",
    )).filter(Boolean);
    const { pointed } = this;
    const reaching = pointed ? pointed.pieces.map((piece) => ({ from: this.squaresOf(pointed.side, board)[piece], to: nameOf(pointed.square), kind: "today" })) : [];
    this.board.show({
      pieces: placement(letters).replace(/1+/g, (run) => String(run.length)), turn: turn.outline.side,
      arrows: pointed ? reaching : tried,
    });
  }

  /** @param {Set<number>} changed */
  showHeat(changed) {
    const board = this.turn.row(0);
    for (const [index, side] of /** @type {const} */ (["white", "black"]).entries()) {
      const first = this.turn.arrays + (index + 1) * 144;
      const squares = new Set([...changed].filter((place) => place >= first && place < first + 144).map((place) => place - first));
      this.heat[side].show({ reach: this.turn.row(index + 1), side, squares: this.squaresOf(side, board), pieces: this.facts.pieces }, squares);
    }
  }

  point = (/** @type {Pointed | null} */ pointed) => {
    this.pointed = pointed;
    if (this.turn) this.showBoard();
  };

  // The keys of QBasic, and letters for the same.
  key = (/** @type {On<KeyboardEvent>} */ event) => {
    if (!this.turn || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const isTyped = event.target.closest("input:not([type=range]), textarea, select, dialog");
    if (isTyped && !/^F\d/.test(event.key)) return;
    if (event.target.closest("input[type=range], .scroll") && event.key.startsWith("Arrow")) return;
    const found = COMMANDS.find(([, , keys]) => keys.includes(event.key));
    if (found) this.command(found[0]);
    else if (BREAKPOINT_KEYS.includes(event.key)) this.labels.toggle(this.turn.event.label);
    else if (event.key === "p") this.togglePlay();
    else return;
    event.preventDefault();
  };
}
