// The theme, light or dark: the system's until the reader presses the button, then the reader's choice, which is kept.

const KEY = "gosub-theme";

const stored = () => {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;  // a browser that keeps nothing, as in a private window
  }
};

const keep = (theme) => {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // The choice holds for this page only.
  }
};

// Applies the choice that was kept; `button`, if there is one, changes it.
export const startTheme = (button) => {
  const root = document.documentElement;
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme || (system.matches ? "dark" : "light")) === "dark";
  const name = () => {
    if (button) button.textContent = isDark() ? "Light theme" : "Dark theme";
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
};
