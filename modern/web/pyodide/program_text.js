// The text of a program, in which a pupil writes: with the numbers of its lines, and a mark at the one that is wrong.

import { element, newId } from "./dom.js";
import { text } from "./texts.js";

// Returns the blanks with which the line after a text begins: as many as its last line has, and four more after a colon.
/** @param {string} before */
export const indentAfter = (before) => {
  const line = before.slice(before.lastIndexOf("\n") + 1), [blanks] = /^ */.exec(line);
  return /:\s*(#.*)?$/.test(line) ? `${blanks}    ` : blanks;
};

// Returns where a line of a text begins and ends; lines are counted from 1.
/** @type {(written: string, line: number) => [number, number]} */
export const placeOfLine = (written, line) => {
  const lines = written.split("\n"), start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  return [start, start + (lines[line - 1] ?? "").length];
};

// Returns { element, value(), write(), mark(), goTo() }; `onChange()` is called when the text has changed.
/** @param {() => void} onChange */
export const programText = (onChange) => {
  const numbers = element("pre", { class: "line-numbers", "aria-hidden": "true" });
  /** @type {number | null} */
  let wrong = null;
  const number = () => {
    numbers.replaceChildren(...area.value.split("\n").flatMap((_, index) => {
      const shown = String(index + 1);
      return [index + 1 === wrong ? element("mark", {}, shown) : shown, "\n"];
    }));
    numbers.scrollTop = area.scrollTop;
  };
  const changed = () => {
    wrong = null;
    number();
    onChange();
  };
  // Enter keeps the indentation. (Tab leaves the text, as everywhere else: those who have no mouse need it.)
  /** @param {KeyboardEvent} event */
  const keydown = (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    event.preventDefault();
    const inserted = `\n${indentAfter(area.value.slice(0, area.selectionStart))}`;
    if (document.execCommand("insertText", false, inserted)) return; // it can be undone, and sends `input`
    area.setRangeText(inserted, area.selectionStart, area.selectionEnd, "end");
    changed();
  };
  const area = element("textarea", {
    id: newId("program"), rows: 26, wrap: "off", spellcheck: "false", autocomplete: "off", autocapitalize: "off", dir: "ltr",
    keydown, input: changed, scroll: () => { numbers.scrollTop = area.scrollTop; },
  });
  /** @param {string} written */
  const write = (written) => {
    area.value = written;
    wrong = null;
    number();
  };
  // Marks the number of a line, and shows the line.
  /** @param {number | null} line */
  const mark = (line) => {
    wrong = line;
    number();
    if (line) area.scrollTop = (area.scrollHeight / area.value.split("\n").length) * Math.max(0, line - 6);
  };
  /** @param {number} line */
  const goTo = (line) => {
    area.focus();
    area.setSelectionRange(...placeOfLine(area.value, line));
  };
  const label = element("label", { for: area.id }, text("write.program"));
  return {
    element: element("div", { class: "program" }, label, element("div", { class: "program-text" }, numbers, area)),
    value: () => area.value, write, mark, goTo,
  };
};
