// The theme follows the system's setting until the reader chooses one; the choice is remembered in this browser.

import { button } from "./dom.js";

const KEY = "gosub-theme";
const dark = window.matchMedia("(prefers-color-scheme: dark)");

// Reading or writing fails where the browser's settings forbid a site to store anything.
const remembered = () => {
  try { return localStorage.getItem(KEY); } catch { return null; }
};
const remember = (theme) => {
  try { localStorage.setItem(KEY, theme); } catch { return; }
};

// Returns the button that changes the theme, and applies the remembered one.
export const themeButton = () => {
  const html = document.documentElement;
  const isDark = () => (html.dataset.theme || (dark.matches ? "dark" : "light")) === "dark";
  const name = () => { pressed.textContent = isDark() ? "Light theme" : "Dark theme"; };
  const pressed = button("", () => {
    html.dataset.theme = isDark() ? "light" : "dark";
    remember(html.dataset.theme);
    name();
  }, { class: "quiet theme" });
  const before = remembered();
  if (before === "dark" || before === "light") html.dataset.theme = before;
  dark.addEventListener("change", name);
  name();
  return pressed;
};
