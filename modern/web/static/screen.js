// The screen of 1994: the program runs on it, and keys go to the program.

import { button, element, newId, selectField } from "./dom.js";

// Keys that are sent by their name; others are sent if they are one character.
const NAMED = ["Enter", "Backspace", "Escape"];
const READINGS = [["printed", "the listing as printed"], ["recorded", "one letter changed"]];
const PACES = [["0.05", "fast"], ["0.5", "slow"], ["4", "as on the 486"]];
const KEYS = [["Enter", "Enter"], ["A: stop it while it thinks", "A"], ["X: end at White's prompt", "X"]];

// Returns the picture of the screen, as { element, rows, show, clear }; `press` is called with each key.
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
  const show = (event) => {
    // The picture has presentation attributes only, which a strict Content-Security-Policy allows.
    const drawn = new DOMParser().parseFromString(event.svg, "image/svg+xml").documentElement;
    drawn.setAttribute("aria-hidden", "true");
    picture.replaceChildren(document.importNode(drawn, true));
    rows.textContent = event.rows.join("\n");
  };
  return { element: picture, rows, show, clear: () => picture.replaceChildren() };
};

// Returns the field in which a line is typed, for those who have no keys.
const lineField = (press) => {
  const line = element("input", {
    type: "text", id: newId("line"), autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: "e2e4",
  });
  const submit = (event) => {
    event.preventDefault();
    for (const character of line.value) press(character);
    press("Enter");
    line.value = "";
  };
  return element("form", { class: "typed", submit }, element("label", { for: line.id }, "Type a line"), line,
    element("button", { type: "submit" }, "Send"));
};

// Shows the screen in `root`. Returns { close() }.
export const startScreen = (root, link) => {
  let run = null;
  const press = (key) => run?.key(key);
  const picture = tube(press);
  const note = element("p", { class: "caption", role: "status" });
  const reading = selectField("Reading", READINGS), pace = selectField("Pace", PACES);
  const asks = element("input", { type: "checkbox", id: newId("ask") });
  asks.checked = true;

  const receive = (event) => {
    note.textContent = event.type === "ended" ? `${event.text} Start it again to go on.` : event.text || "";
    if (event.type === "screen") picture.show(event);
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
  const text = "The program as it ran: any key leaves the title; then it asks for a move. Click on the screen to type on it.";
  root.replaceChildren(element("h1", {}, "The screen of 1994"),
    element("div", { class: "screen-page" }, element("div", {}, picture.element, picture.rows, note),
      element("div", { class: "desk" }, element("p", {}, text), keys, lineField(press), settings)));
  start();
  return { close };
};
