// The button that changes the theme; the choice is remembered in this browser.

import { button } from "./dom.js";
import { startTheme } from "./page_theme.js";

// Returns the button, and applies the remembered theme.
export const themeButton = () => {
  const pressed = button("", () => {}, { class: "quiet theme" });
  startTheme(pressed);
  return pressed;
};
