// Makes elements of the page.

import { element } from "./squares.js";

export { element };

// Says whether a button can be pressed. It stays in the order of focus, so that the focus is not lost.
export const enable = (pressed, isEnabled) => pressed.setAttribute("aria-disabled", String(!isEnabled));

export const button = (text, onClick, attributes = {}) => {
  const click = (event) => {
    if (pressed.getAttribute("aria-disabled") !== "true") onClick(event);
  };
  const pressed = element("button", { type: "button", click, ...attributes }, text);
  return pressed;
};

let lastNumber = 0;
// Returns an id that no other element has.
export const newId = (name) => `${name}-${++lastNumber}`;

export const capitalised = (text) => text && text[0].toUpperCase() + text.slice(1);
export const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

// Returns a region that scrolls where it is too small, also by the keyboard.
export const scrollBox = (name, kind, ...children) =>
  element("div", { class: `scroll ${kind}`, tabindex: "0", role: "region", "aria-label": name }, ...children);

// Returns an input with its label.
export const field = (text, input) => element("div", { class: "field" }, element("label", { for: input.id }, text), input);

// Returns a choice of [value, text], as { element, select }.
export const selectField = (text, options) => {
  const select = element("select", { id: newId("select") }, ...options.map(([value, name]) => element("option", { value }, name)));
  return { element: field(text, select), select };
};
