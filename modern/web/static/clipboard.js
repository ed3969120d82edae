// Copies a text to the clipboard, or saves it as a file.

import { element } from "./dom.js";

// Returns what happened, as a sentence. `name` is what is copied: "the FEN".
export const copyText = async (text, name) => {
  try {
    await navigator.clipboard.writeText(text);
    return `Copied ${name}.`;
  } catch {
    return `The browser does not allow copying; ${name}: ${text}`;
  }
};

export const downloadText = (name, text) => {
  const address = URL.createObjectURL(new Blob([text], { type: "application/x-chess-pgn" }));
  element("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
};
