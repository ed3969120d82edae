// The screen of 1994: the program runs on it, and keys go to the program.

import { button, element, newId } from "./dom.js";

// Keys that are sent by their name; others are sent if they are one character.
const NAMED = ["Enter", "Backspace", "Escape"];
const READINGS = [["printed", "the listing as printed"], ["recorded", "one letter changed"]];
const PACES = [["0.05", "fast"], ["0.5", "slow"], ["4", "as on the 486"]];

const choice = (text, options) => {
  const id = newId("choice");
  const select = element("select", { id }, ...options.map(([value, name]) => element("option", { value }, name)));
  return { element: element("div", { class: "field" }, element("label", { for: id }, text), select), select };
};

// Shows the screen in `root`. Returns { close() }.
export const startScreen = (root, link) => {
  let run = null;
  const rows = element("pre", { class: "visually-hidden", id: newId("rows") });
  const picture = element("div", { class: "tube", tabindex: "0", role: "application", "aria-label": "The screen of 1994, which takes keys", "aria-describedby": rows.id });
  const note = element("p", { class: "caption", role: "status" });
  const reading = choice("Reading", READINGS), pace = choice("Pace", PACES);
  const asks = element("input", { type: "checkbox", id: newId("ask") });
  asks.checked = true;

  const show = (event) => {
    if (event.type === "ended") {
      note.textContent = `${event.text} Start it again to go on.`;
      return;
    }
    if (event.type !== "screen") {
      if (event.text) note.textContent = event.text;
      return;
    }
    // The picture has presentation attributes only, which a strict Content-Security-Policy allows.
    const drawn = new DOMParser().parseFromString(event.svg, "image/svg+xml").documentElement;
    drawn.setAttribute("aria-hidden", "true");
    picture.replaceChildren(document.importNode(drawn, true));
    rows.textContent = event.rows.join("\n");
    note.textContent = "";
  };
  const close = () => {
    run?.close();
    run = null;
  };
  const start = () => {
    close();
    picture.replaceChildren();
    note.textContent = "The program starts …";
    run = link.screen({ reading: reading.select.value, ask: asks.checked, pause: Number(pace.select.value) }, show);
    picture.focus();
  };
  const press = (key) => run?.key(key);
  picture.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (!NAMED.includes(event.key) && event.key.length !== 1) return;
    event.preventDefault();
    press(event.key);
  });
  const line = element("input", { type: "text", id: newId("line"), autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: "e2e4" });
  const send = (event) => {
    event.preventDefault();
    for (const character of line.value) press(character);
    press("Enter");
    line.value = "";
  };
  const keys = element("div", { class: "buttons", role: "group", "aria-label": "Keys" },
    button("Enter", () => press("Enter")), button("A: stop it while it thinks", () => press("A")), button("X: end at White's prompt", () => press("X")));
  root.replaceChildren(element("h1", {}, "The screen of 1994"),
    element("div", { class: "screen-page" }, element("div", {}, picture, rows, note),
      element("div", { class: "desk" },
        element("p", {}, "The program as it ran: any key leaves the title; then it asks for a move. Click on the screen to type on it."),
        keys,
        element("form", { class: "typed", submit: send }, element("label", { for: line.id }, "Type a line"), line,
          element("button", { type: "submit" }, "Send")),
        element("fieldset", {}, element("legend", {}, "Run"), reading.element, pace.element,
          element("div", { class: "field check" }, asks, element("label", { for: asks.id }, "Ask who plays, so that you can play")),
          element("div", { class: "buttons" }, button("Start it again", start))))));
  start();
  return { close };
};
