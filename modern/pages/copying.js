// Buttons that copy the position as a FEN and the game as PGN.

import { byId } from "./game_data.js";

// Without the clipboard's permission, an older way: a text that is selected for a moment.
/** @param {string} text */
const copySelected = (text) => {
  const area = document.createElement("textarea");
  area.value = text;
  area.setAttribute("readonly", "");
  document.body.append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  return copied;
};

/** @param {string} text */
const copy = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
};

// Lets a button copy what `text()` returns, and say so.
/** @type {(id: string, what: string, text: () => string) => void} */
export const copyButton = (id, what, text) => byId(id).addEventListener("click", async () => {
  const copied = await copy(text());
  byId("copied").textContent = copied ? `${what} copied` : `The browser does not allow copying: ${text()}`;
});
