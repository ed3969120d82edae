// The theme, light or dark: the system's until the reader presses the button, then the reader's choice, which is kept.

import { text } from "./texts.js";

const KEY = "gosub-theme";

const stored = () => {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;  // a browser that stores nothing, as in a private window
  }
};

/** @param {string} theme */
const keep = (theme) => {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // The choice holds for this page only.
  }
};

// Applies the choice that was kept; `button`, if there is one, changes it. Returns a function that names the button again.
/** @param {HTMLElement | null} button */
export const startTheme = (button) => {
  const root = document.documentElement;
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme || (system.matches ? "dark" : "light")) === "dark";
  const name = () => {
    if (button) button.textContent = text(isDark() ? "theme.light" : "theme.dark");
  };
  const choice = stored();
  if (choice === "light" || choice === "dark") root.dataset.theme = choice;
  if (button) button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    keep(root.dataset.theme);
    name();
  });
  system.addEventListener("change", name);
  name();
  return name;
};
