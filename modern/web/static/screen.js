// The 1994 screen: the program runs on it, and keys go to the program.

import { button, checkField, element, group, newId, selectField } from "./dom.js";
import { text, told } from "./texts.js";

// Keys that are sent by their name; others are sent if they are one character.
const NAMED = ["Enter", "Backspace", "Escape"];
const READINGS = [["printed", "screen.printed"], ["recorded", "screen.recorded"]];
const PACES = [["0.05", "screen.fast"], ["0.5", "screen.slow"], ["4", "screen.486"]];
const KEYS = [["screen.enter", "Enter"], ["screen.key_a", "A"], ["screen.key_x", "X"]];

// The size of the picture with its border, which is as wide as two columns of 40 and as high as two rows.
const WIDE = 672, HIGH = 432, WITH_BORDER = 42 / 40;
// What a screen leaves of a window's height to the bar and the note, in pixels.
const AROUND = 150;

// Returns what the program asks at the cursor: "ENTER MOVE?", or "" where it asks nothing.
/** @param {ScreenEvent} event */
const askedIn = ({ rows, cursor }) => {
  const last = rows.slice(0, cursor[0]).filter(Boolean).at(-1) || "";
  return /^[A-Z].*?\?|.*ANY KEY$/.exec(last)?.[0] || "";
};

// Returns what is typed to see a game: { ask, lines }, where each line ends with Enter. `game` has a human White's moves, as
// "g2g4-c2c3", between which Black thinks, or a number of turns that the program takes with both sides. Returns null if it is
// neither.
/** @type {(game: string) => Demonstration | null} */
export const demonstrationOf = (game) => {
  if (/^[1-9]\d?$/.test(game)) return { ask: false, lines: Array(Number(game)).fill("") };
  const moves = game.split("-");
  return moves.every((move) => /^[a-h][1-8][a-h][1-8]$/.test(move)) ? { ask: true, lines: moves.flatMap((move) => [move, ""]) } : null;
};

// Types the lines of a demonstration: the returned function gets each event, and returns the keys that answer it.
/** @type {(lines: string[]) => (event: ScreenEvent) => string[]} */
export const typist = (lines) => {
  const left = [...lines];
  let answered = "";
  return (event) => {
    if (!answered) {
      answered = "title";
      return [" "];
    }
    const asked = askedIn(event), above = event.rows.slice(0, event.cursor[0] - 1).join("\n");
    // Each question is answered once. It stands below other rows than the one before.
    if (!asked || `${asked}\n${above}` === answered) return [];
    answered = `${asked}\n${above}`;
    if (asked.endsWith("ANY KEY")) return [" "];
    if (asked.startsWith("IS ")) return [asked.startsWith("IS WHITE") ? "H" : "C"];
    return left.length ? [...left.shift(), "Enter"] : [];
  };
};

// What a picture with dots of whole pixels fills of its place, at least.
const FILLED = 0.7;

// Makes a picture of so many columns as large as fits into its place, with dots of whole pixels of the display. Where that would
// leave much of the place empty, the picture fills it. A place with no room for them gets a picture of its own width.
/** @type {(drawn: Element, place: HTMLElement, columns: number) => void} */
const fit = (drawn, place, columns) => {
  const style = getComputedStyle(place), ratio = window.devicePixelRatio || 1, dots = 8 * columns * WITH_BORDER;
  const room = place.parentElement.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 2;
  const most = Math.min(room, (Math.max(200, window.innerHeight - AROUND) * WIDE) / HIGH);
  const whole = (Math.floor((most * ratio) / dots) * dots) / ratio;
  const width = whole >= FILLED * most ? whole : whole ? most : room;
  drawn.setAttribute("width", String(width));
  drawn.setAttribute("height", String((width * HIGH) / WIDE));
};

// Returns the picture of the screen, as { element, rows, show, clear, close }; `press` is called with each key.
/** @param {(key: string) => void} press */
const tube = (press) => {
  const rows = element("pre", { class: "visually-hidden", id: newId("rows") });
  /** @param {KeyboardEvent} event */
  const keydown = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (!NAMED.includes(event.key) && event.key.length !== 1) return;
    event.preventDefault();
    press(event.key);
  };
  const name = text("screen.name");
  const picture = element("div", {
    class: "tube", tabindex: "0", role: "application", "aria-label": name, "aria-describedby": rows.id, keydown,
  });
  let columns = 40;
  const resize = () => {
    if (picture.firstElementChild) fit(picture.firstElementChild, picture, columns);
  };
  window.addEventListener("resize", resize);
  /** @param {ScreenEvent} event */
  const show = (event) => {
    columns = event.columns;
    // The picture has presentation attributes only, which a strict Content-Security-Policy allows.
    const drawn = new DOMParser().parseFromString(event.svg, "image/svg+xml").documentElement;
    drawn.setAttribute("aria-hidden", "true");
    picture.replaceChildren(document.importNode(drawn, true));
    resize();
    rows.textContent = event.rows.join("\n");
  };
  return { element: picture, rows, show, clear: () => picture.replaceChildren(), close: () => window.removeEventListener("resize", resize) };
};

// Returns the field in which a line is typed, for those who have no keys, as { element, ask }; `ask` shows what it answers.
/** @param {(key: string) => void} press */
const lineField = (press) => {
  let isLine = false;
  const line = element("input", {
    type: "text", id: newId("line"), autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: "e2e4",
  });
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    for (const character of line.value) press(character);
    // A question that one key answers takes no Enter: it would answer the next one.
    if (isLine || !line.value) press("Enter");
    line.value = "";
  };
  const label = element("label", { for: line.id });
  /** @param {string} asked */
  const ask = (asked) => {
    label.textContent = asked || text("screen.type_a_line");
    isLine = asked.startsWith("ENTER");
  };
  ask("");
  const form = element("form", { class: "typed", submit }, label, line, element("button", { type: "submit" }, text("screen.send")));
  return { element: form, ask };
};

// Returns the offer to play a game on the screen; `play` does so.
/** @type {(game: string, play: (shown: Demonstration) => void) => HTMLElement} */
const offerOf = (game, play) => {
  const shown = demonstrationOf(game);
  if (!shown) return element("p", { class: "failure" }, text("screen.no_demonstration", { given: game }));
  const moves = shown.lines.filter(Boolean).join(" "), count = shown.lines.length;
  const how = shown.ask ? text("screen.type_moves", { moves }) : text("screen.press_enter", { count });
  return element("div", {}, element("p", {}, how), element("div", { class: "buttons" }, button(text("screen.demonstrate"), () => play(shown))));
};

// Shows the screen in `root`, and offers to play `game` (demonstrationOf), if it has moves. Returns { close() }.
/** @type {(root: HTMLElement, link: Link, game?: string) => { close(): void }} */
export const startScreen = (root, link, game = "") => {
  /** @type {ReturnType<Link["screen"]> | null} */
  let run = null;
  /** @param {string} key */
  const press = (key) => run?.key(key);
  const picture = tube(press);
  const field = lineField(press);
  const note = element("p", { class: "caption", role: "status" });
  const reading = selectField(text("screen.reading"), READINGS), pace = selectField(text("screen.pace"), PACES);
  const asks = checkField(text("screen.ask"));
  asks.input.checked = true;
  /** @type {(event: ScreenEvent) => string[]} */
  let answers = () => [];

  /** @type {OnEvent} */
  const receive = (event) => {
    note.textContent = event.type === "ended" ? text("screen.start_again_note", { text: told(event) }) : told(event) || "";
    if (event.type !== "screen") return;
    picture.show(event);
    field.ask(askedIn(event));
    for (const key of answers(event)) press(key);
  };
  const close = () => {
    run?.close();
    run = null;
  };
  const start = (/** @type {string[]} */ lines = null) => {
    close();
    answers = lines ? typist(lines) : () => [];
    picture.clear();
    note.textContent = text("screen.starts");
    run = link.screen({ reading: reading.select.value, ask: asks.input.checked, pause: Number(pace.select.value) }, receive);
    picture.element.focus();
  };
  const keys = group(text("screen.keys"), "buttons", ...KEYS.map(([name, key]) => button(text(name), () => press(key))));
  const settings = element("fieldset", {}, element("legend", {}, text("screen.run")), reading.element, pace.element, asks.element,
    element("div", { class: "buttons" }, button(text("screen.start_again"), () => start())));
  /** @param {Demonstration} shown */
  const demonstrate = ({ ask, lines }) => {
    asks.input.checked = ask;
    start(lines);
  };
  root.replaceChildren(element("h1", {}, text("screen.heading")),
    element("div", { class: "screen-page" }, element("div", {}, picture.element, picture.rows, note),
      element("div", { class: "desk" }, element("p", {}, text("screen.about")), game ? offerOf(game, demonstrate) : null, keys, field.element, settings)));
  start();
  return {
    close: () => {
      close();
      picture.close();
    },
  };
};
