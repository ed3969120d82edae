// The whole view: the bar at the top, and below it a new game, a game, the list of games or the screen of 1994.
//
// The address says which: #/new, #/games, #/games/ID, #/screen.

import { element } from "./dom.js";
import { GameView } from "./game_view.js";
import { showGames } from "./games.js";
import { showNewGame } from "./new_game.js";
import { startScreen } from "./screen.js";
import { openGames } from "./tabs.js";
import { themeButton } from "./theme.js";

const PLACES = { new: "New game", games: "Games", screen: "Screen of 1994" };
const here = (name) => new URL(name, import.meta.url).href;

// Returns { place, id } of the address.
const destination = () => {
  const [, place, id] = /^#\/(\w+)\/?([\w-]*)/.exec(location.hash) || [];
  return { place: place in PLACES ? place : "new", id: id || null };
};

// Fills `root`. `link` is where games are kept and thought about: server_link.js, or another object with its functions.
// `options.symbols` is the address of the file with the pieces, `options.home` that of what the emblem leads to, and
// `options.start` is where the form plays on from at first (new_game.js).
export const startPlay = (root, link, options = {}) => {
  const symbols = options.symbols ?? here("pieces.svg");
  const view = element("main", { class: "view", tabindex: "-1" });
  const tabs = openGames(link);
  const places = Object.keys(PLACES).filter((place) => place !== "screen" || link.screen);
  const links = places.map((place) => element("a", { href: `#/${place}` }, PLACES[place]));
  const emblem = element("a", { class: "home", href: options.home || "#/new" },
    element("img", { class: "emblem", src: here("emblem.svg"), alt: "", width: 320, height: 200 }), element("b", {}, "Gosub Chess"));
  let shown = null;
  let start = options.start || null;

  const whatIf = (from) => {
    start = from;
    location.hash = "#/new";
  };
  const views = {
    new: () => showNewGame(view, link, { start, onStart: (made) => { location.hash = `#/games/${made}`; } }),
    games: (id) => (id ? new GameView(view, link, id, { whatIf, symbols }) : showGames(view, link, symbols)),
    screen: () => startScreen(view, link),
  };
  const go = () => {
    const { place, id } = destination();
    shown?.close?.();
    document.title = `${PLACES[place]} · Gosub Chess`;
    links.forEach((one, index) => {
      if (places[index] === place && !id) one.setAttribute("aria-current", "page");
      else one.removeAttribute("aria-current");
    });
    tabs.open(place === "games" ? id : null);
    shown = views[place](id);
    start = null;
  };
  root.classList.add("play");
  root.replaceChildren(element("header", { class: "bar" }, emblem, element("nav", { class: "places", "aria-label": "Gosub Chess" }, ...links),
    tabs.element, themeButton()), view);
  window.addEventListener("hashchange", () => {
    go();
    // The button that led here may be gone, and the focus with it.
    if (document.activeElement === document.body) view.focus();
  });
  go();
};
