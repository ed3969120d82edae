// The theme, light or dark: the system's until the reader presses the button, then the reader's choice, which is kept.

import { keep, kept } from "./kept.js";
import { text } from "./texts.js";

const KEY = "gosub-theme";

// Applies the choice that was kept; `button`, if there is one, changes it. Returns a function that names the button again.
/** @param {HTMLElement | null} button */
export const startTheme = (button) => {
  const root = document.documentElement;
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme || (system.matches ? "dark" : "light")) === "dark";
  const name = () => {
    if (button) button.textContent = text(isDark() ? "theme.light" : "theme.dark");
  };
  const choice = kept(KEY);
  if (choice === "light" || choice === "dark") root.dataset.theme = choice;
  if (button) button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    keep(KEY, root.dataset.theme);
    name();
  });
  system.addEventListener("change", name);
  name();
  return name;
};
