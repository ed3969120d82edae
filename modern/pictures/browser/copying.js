// Copies a text.

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

// Returns a promise of whether the browser has copied it.
/** @param {string} text */
export const copy = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
};
