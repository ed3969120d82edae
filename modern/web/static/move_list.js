// The list of moves: two in a line, with their numbers; a click looks back at the board after a move.

import { element } from "./dom.js";
import { numberAt } from "./position.js";

// Returns the list. `onSelect` is called with the ply after which the board is to be shown.
export const moveList = (onSelect) => {
  const list = element("ol");
  const scroll = element("nav", { class: "moves", "aria-label": "Moves" }, list);
  let shown = "";

  const link = (move, ply) => element("a", {
    href: `#ply-${ply}`, "data-ply": ply, title: move.note || null,
    class: move.by === "arbiter" ? "by-arbiter" : null,
    click: (event) => {
      event.preventDefault();
      onSelect(ply);
    },
  }, move.san);
  const build = (state) => {
    const lines = [];
    state.moves.forEach((move, index) => {
      const { number, white } = numberAt(state.start_fen, index);
      if (white || !index) {
        lines.push(element("li", {}, element("span", { class: "count" }, `${number}.`)));
        if (!white) lines.at(-1).append(element("span", { class: "count" }, ".."));
      }
      lines.at(-1).append(link(move, index + 1));
    });
    if (state.result !== "*") lines.push(element("li", { class: "end" }, state.result));
    list.replaceChildren(...lines);
  };
  // Scrolls the list, and not the page, so that the marked move is in view.
  const scrollTo = (marked) => {
    const above = marked.getBoundingClientRect().top - scroll.getBoundingClientRect().top;
    if (above < 0 || above > scroll.clientHeight - marked.offsetHeight) scroll.scrollTop += above - scroll.clientHeight / 2;
  };
  const show = (state, ply) => {
    const now = JSON.stringify([state.start_fen, state.moves, state.result]);
    if (now !== shown) build(state);
    shown = now;
    for (const marked of list.querySelectorAll("[aria-current]")) marked.removeAttribute("aria-current");
    const marked = list.querySelector(`[data-ply="${ply}"]`);
    if (marked) marked.setAttribute("aria-current", "step");
    if (ply === state.moves.length) scroll.scrollTop = scroll.scrollHeight;
    else if (marked) scrollTo(marked);
    else scroll.scrollTop = 0;
  };
  return { element: scroll, show };
};
