// A line above each table that is larger than its place says that it scrolls.

import { element } from "./squares.js";
import { text } from "./texts.js";

/** @type {(place: Element, hint: HTMLElement) => void} */
const update = (place, hint) => {
  const across = place.scrollWidth > place.clientWidth + 1, down = place.scrollHeight > place.clientHeight + 1;
  hint.textContent = across && down ? text("scroll.both") : across ? text("scroll.sideways") : down ? text("scroll.down") : "";
  hint.hidden = !hint.textContent;
};

// Puts the lines above the tables in `root`.
/** @param {ParentNode} root */
export const startScrollHints = (root) => {
  for (const place of root.querySelectorAll(".scroll, .moves")) {
    const hint = element("p", { class: "scroll-hint", "aria-hidden": "true" });
    place.before(hint);
    const observer = new ResizeObserver(() => update(place, hint));
    for (const one of [place, ...place.children]) observer.observe(one);
  }
};
