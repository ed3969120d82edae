// Makes elements of the page, and asks questions.

import { capitalised, element } from "./squares.js";
import { text, told } from "./texts.js";

export { capitalised, element };

// Says whether a button can be pressed. It stays in the order of focus, so that the focus is not lost.
/** @type {(pressed: HTMLElement, isEnabled: boolean) => void} */
export const enable = (pressed, isEnabled) => pressed.setAttribute("aria-disabled", String(!isEnabled));

/** @type {(name: Child, onClick: (event: MouseEvent) => unknown, attributes?: Attributes) => HTMLButtonElement} */
export const button = (name, onClick, attributes = {}) => {
  /** @param {MouseEvent} event */
  const click = (event) => {
    if (pressed.getAttribute("aria-disabled") !== "true") onClick(event);
  };
  const pressed = element("button", { type: "button", click, ...attributes }, name);
  return pressed;
};

// Saves a text as a file.
/** @type {(name: string, content: string, type: string) => void} */
export const downloadText = (name, content, type) => {
  const address = URL.createObjectURL(new Blob([content], { type }));
  element("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
};

let lastNumber = 0;
// Returns an id that no other element has.
/** @param {string} name */
export const newId = (name) => `${name}-${++lastNumber}`;

// Returns a region that scrolls where it is too small, also by the keyboard.
/** @type {(name: string, kind: string, ...children: Child[]) => HTMLElement} */
export const scrollBox = (name, kind, ...children) =>
  element("div", { class: `scroll ${kind}`, tabindex: "0", role: "region", "aria-label": name }, ...children);

// Returns the head of a table, whose columns have [key of the name, class].
/** @param {string[][]} columns */
export const tableHead = (columns) => element("thead", {}, element("tr", {},
  ...columns.map(([name, kind = null]) => element("th", { scope: "col", class: kind }, text(name)))));

// Returns an input with its label.
/** @type {(name: string, input: HTMLElement) => HTMLElement} */
export const field = (name, input) => element("div", { class: "field" }, element("label", { for: input.id }, name), input);

// Returns an input of a kind with its label, as { element, input }.
/** @type {(name: string, type: string, attributes?: Attributes) => { element: HTMLElement, input: HTMLInputElement }} */
export const inputField = (name, type, attributes = {}) => {
  const input = element("input", { type, id: newId(type), ...attributes });
  return { element: field(name, input), input };
};

// Returns a box to be ticked, with its label behind it, as { element, input }.
/** @param {string} name */
export const checkField = (name) => {
  const input = element("input", { type: "checkbox", id: newId("check") });
  return { element: element("div", { class: "field check" }, input, element("label", { for: input.id }, name)), input };
};

// Returns a row of buttons.
/** @type {(name: string, kind: string, ...buttons: HTMLElement[]) => HTMLElement} */
export const group = (name, kind, ...buttons) => element("div", { class: kind, role: "group", "aria-label": name }, ...buttons);

// Returns the line that says why something failed, as { element, show, hide }.
export const failureLine = () => {
  const line = element("p", { class: "failure", role: "alert", hidden: true });
  /** @param {Failed} error */
  const show = (error) => {
    line.hidden = false;
    line.textContent = told(error, "message");
  };
  return { element: line, show, hide: () => { line.hidden = true; } };
};

// Returns a choice of [value, key of its text], as { element, select }.
/** @type {(name: string, options: string[][]) => { element: HTMLElement, select: HTMLSelectElement }} */
export const selectField = (name, options) => {
  const select = element("select", { id: newId("select") }, ...options.map(([value, key]) => element("option", { value }, text(key))));
  return { element: field(name, select), select };
};

// Asks a question that needs a yes, in a dialog that holds the focus; Escape means no. Returns a promise of true or false. The
// focus starts on the answer that changes nothing.
/** @type {(question: string, yes: string, no?: string) => Promise<boolean>} */
export const ask = (question, yes, no = text("ask.cancel")) => new Promise((answer) => {
  const id = newId("question");
  const dialog = element("dialog", { class: "question", "aria-labelledby": id });
  const refuse = button(no, () => dialog.close(""), { autofocus: true });
  const agree = button(yes, () => dialog.close("yes"), { class: "strong" });
  dialog.append(element("p", { id }, question), element("div", { class: "buttons" }, refuse, agree));
  dialog.addEventListener("close", () => {
    dialog.remove();
    answer(dialog.returnValue === "yes");
  });
  document.body.append(dialog);
  dialog.showModal();
});
