// What the reader has chosen, by a key: the browser keeps it, or else, as in a private window, it holds for this page only.

/** @type {{ [key: string]: string }} */
const chosen = {};

// Returns what was chosen, or null.
/** @param {string} key */
export const kept = (key) => {
  try { return localStorage.getItem(key) ?? chosen[key] ?? null; } catch { return chosen[key] ?? null; }
};

/** @type {(key: string, value: string) => void} */
export const keep = (key, value) => {
  chosen[key] = value;
  try { localStorage.setItem(key, value); } catch { /* it is in `chosen` */ }
};

// Says whether a switch is on.
/** @param {string} key */
export const isOn = (key) => kept(key) === "on";

/** @type {(key: string, isNowOn: boolean) => void} */
export const turnSwitch = (key, isNowOn) => keep(key, isNowOn ? "on" : "off");
