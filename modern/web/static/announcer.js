// What a screen reader says: moves and results when it has time, errors at once.

import { element } from "./dom.js";

export const announcer = () => {
  const polite = element("p", { class: "visually-hidden", role: "status" });
  const assertive = element("p", { class: "visually-hidden", role: "alert" });
  // The same text twice would not be read again, so a blank that is not seen tells the two apart.
  const put = (region, text) => { region.textContent = region.textContent === text ? `${text}\u00a0` : text; };
  return {
    elements: [polite, assertive],
    say: (text) => put(polite, text),
    alert: (text) => put(assertive, text),
  };
};
