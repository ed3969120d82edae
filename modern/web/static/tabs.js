// The games that are open in this browser's tab, so that several can be played at once. One that is over is left out.

import { button, element } from "./dom.js";
import { isOver } from "./game_words.js";
import { titleOf } from "./names.js";

const KEY = "gosub-open-games";
const REFRESH_MS = 3000;

const remembered = () => {
  try { return JSON.parse(sessionStorage.getItem(KEY)) || []; } catch { return []; }
};
const remember = (ids) => {
  try { sessionStorage.setItem(KEY, JSON.stringify(ids)); } catch { return; }
};

// Returns { element, open }; `open(id)` adds a game and marks it as the one that is shown, `open(null)` marks none.
export const openGames = (link) => {
  let ids = remembered();
  let current = null;
  let games = [];
  const list = element("ul");
  const tabs = element("nav", { class: "tabs", "aria-label": "Open games", hidden: true }, list);

  const close = (id) => {
    ids = ids.filter((one) => one !== id);
    remember(ids);
    if (id === current) location.hash = "#/games";
    show();
  };
  const tabOf = (game) => element("li", { class: game.id === current ? "current" : null },
    element("a", { href: `#/games/${game.id}`, "aria-current": game.id === current ? "page" : null },
      game.human_to_move && game.id !== current ? element("span", { class: "yours" }, "your move: ") : null, titleOf(game)),
    button("×", () => close(game.id), { class: "quiet", "aria-label": `Close ${titleOf(game)}` }));
  const show = () => {
    const open = ids.map((id) => games.find((game) => game.id === id)).filter(Boolean);
    tabs.hidden = open.length < 2;
    const drawn = open.map((game) => JSON.stringify([game.id, titleOf(game), game.human_to_move, game.id === current])).join();
    if (list.dataset.drawn === drawn) return;
    list.dataset.drawn = drawn;
    list.replaceChildren(...open.map(tabOf));
  };
  const refresh = async () => {
    if (ids.length < 2 || document.hidden) return;
    try {
      games = await link.games();
    } catch {
      return; // the game that is shown says that the connection is lost
    }
    ids = ids.filter((id) => id === current || games.some((game) => game.id === id && !isOver(game)));
    remember(ids);
    show();
  };
  const open = (id) => {
    current = id;
    if (id && !ids.includes(id)) ids = [...ids, id];
    remember(ids);
    show();
    refresh();
  };
  setInterval(refresh, REFRESH_MS);
  return { element: tabs, open };
};
