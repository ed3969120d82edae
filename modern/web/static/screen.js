// The screen of 1994: the program runs on it, and keys go to the program.

import { button, element, newId, selectField } from "./dom.js";

// Keys that are sent by their name; others are sent if they are one character.
const NAMED = ["Enter", "Backspace", "Escape"];
const READINGS = [["printed", "the listing as printed"], ["recorded", "one letter changed"]];
const PACES = [["0.05", "fast"], ["0.5", "slow"], ["4", "as on the 486"]];
const KEYS = [["Enter", "Enter"], ["A: stop it while it thinks", "A"], ["X: end at White's prompt", "X"]];

// The size of the picture with its border, which is as wide as two columns of 40 and as high as two rows.
const WIDE = 672, HIGH = 432, WITH_BORDER = 42 / 40;
// What a screen leaves of a window's height to the bar and the note, in pixels.
const AROUND = 150;

// Returns what the program asks at the cursor: "ENTER MOVE?", or "" where it asks nothing.
const askedIn = ({ rows, cursor }) => {
  const last = rows.slice(0, cursor[0]).filter(Boolean).at(-1) || "";
  return /^[A-Z].*?\?|.*ANY KEY$/.exec(last)?.[0] || "";
};

// Makes a picture of so many columns as large as fits into its place, with dots of whole pixels of the display. A place with no room
// for that gets a picture of its own width.
const fit = (drawn, place, columns) => {
  const style = getComputedStyle(place), ratio = window.devicePixelRatio || 1, dots = 8 * columns * WITH_BORDER;
  const room = place.parentElement.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 2;
  const most = Math.min(room, (Math.max(200, window.innerHeight - AROUND) * WIDE) / HIGH);
  const width = (Math.floor((most * ratio) / dots) * dots) / ratio || room;
  drawn.setAttribute("width", width);
  drawn.setAttribute("height", (width * HIGH) / WIDE);
};

// Returns the picture of the screen, as { element, rows, show, clear, close }; `press` is called with each key.
const tube = (press) => {
  const rows = element("pre", { class: "visually-hidden", id: newId("rows") });
  const keydown = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (!NAMED.includes(event.key) && event.key.length !== 1) return;
    event.preventDefault();
    press(event.key);
  };
  const name = "The screen of 1994, which takes keys";
  const picture = element("div", {
    class: "tube", tabindex: "0", role: "application", "aria-label": name, "aria-describedby": rows.id, keydown,
  });
  let columns = 40;
  const resize = () => {
    if (picture.firstElementChild) fit(picture.firstElementChild, picture, columns);
  };
  window.addEventListener("resize", resize);
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
const lineField = (press) => {
  let isLine = false;
  const line = element("input", {
    type: "text", id: newId("line"), autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: "e2e4",
  });
  const submit = (event) => {
    event.preventDefault();
    for (const character of line.value) press(character);
    // A question that one key answers takes no Enter: it would answer the next one.
    if (isLine || !line.value) press("Enter");
    line.value = "";
  };
  const label = element("label", { for: line.id });
  const ask = (asked) => {
    label.textContent = asked || "Type a line";
    isLine = asked.startsWith("ENTER");
  };
  ask("");
  const form = element("form", { class: "typed", submit }, label, line, element("button", { type: "submit" }, "Send"));
  return { element: form, ask };
};

// Shows the screen in `root`. Returns { close() }.
export const startScreen = (root, link) => {
  let run = null;
  const press = (key) => run?.key(key);
  const picture = tube(press);
  const field = lineField(press);
  const note = element("p", { class: "caption", role: "status" });
  const reading = selectField("Reading", READINGS), pace = selectField("Pace", PACES);
  const asks = element("input", { type: "checkbox", id: newId("ask") });
  asks.checked = true;

  const receive = (event) => {
    note.textContent = event.type === "ended" ? `${event.text} Start it again to go on.` : event.text || "";
    if (event.type !== "screen") return;
    picture.show(event);
    field.ask(askedIn(event));
  };
  const close = () => {
    run?.close();
    run = null;
  };
  const start = () => {
    close();
    picture.clear();
    note.textContent = "The program starts …";
    run = link.screen({ reading: reading.select.value, ask: asks.checked, pause: Number(pace.select.value) }, receive);
    picture.element.focus();
  };
  const keys = element("div", { class: "buttons", role: "group", "aria-label": "Keys" },
    ...KEYS.map(([text, key]) => button(text, () => press(key))));
  const settings = element("fieldset", {}, element("legend", {}, "Run"), reading.element, pace.element,
    element("div", { class: "field check" }, asks, element("label", { for: asks.id }, "Ask who plays, so that you can play")),
    element("div", { class: "buttons" }, button("Start it again", start)));
  const text = "The program as it ran. Any key leaves the title. Then it asks IS WHITE (H)UMAN OR (C)OMPUTER?, the same of Black, and "
    + "before each move ENTER MOVE? A human answers with a move, such as e2e4, and for the computer Enter is enough. "
    + "Click on the screen to type on it.";
  root.replaceChildren(element("h1", {}, "The screen of 1994"),
    element("div", { class: "screen-page" }, element("div", {}, picture.element, picture.rows, note),
      element("div", { class: "desk" }, element("p", {}, text), keys, field.element, settings)));
  start();
  return {
    close: () => {
      close();
      picture.close();
    },
  };
};
