// The whole view: the bar at the top, and below it a new game, a game, the list of games or the 1994 screen.
//
// The address says which: #/new, #/games, #/games/ID, #/games/ID/PLY, #/inside, #/inside/tour, #/screen, #/screen/MOVES, #/write.
// #/inside?fen=FEN&moves=e2e4 is a position.

import { askedFor } from "./address.js";
import { button, element } from "./dom.js";
import { GameView } from "./game_view.js";
import { openGames, showGames } from "./games.js";
import { InsideView } from "./inside.js";
import { startKiosk } from "./kiosk.js";
import { keepLanguage, languageQuery } from "./language.js";
import { showNewGame } from "./new_game.js";
import { startTheme } from "./page_theme.js";
import { startScreen } from "./screen.js";
import { LANGUAGES, languageNow, onLanguage, text, useLanguage } from "./texts.js";

/** @type {{ [place: string]: string }} */
const PLACES = { new: "place.new", games: "place.games", inside: "place.inside", screen: "place.screen", write: "place.write" };
// What not every link has.
const SOME_LINKS = ["screen", "write"];
/** @param {string} name */
const here = (name) => new URL(name, import.meta.url).href;

// Returns { place, id, ply } of the address, which is one of `places`.
/** @param {string[]} places */
const destination = (places) => {
  const [, place, id, ply] = /^#\/(\w+)\/?([\w-]*)(?:\/(\d+))?/.exec(location.hash) || [];
  return { place: places.includes(place) ? place : "new", id: id || null, ply: ply === undefined ? null : Number(ply) };
};

// Returns what the address asks for, or null. All but the language is removed from the address, so that a reload does not ask
// again.
const takeAsked = () => {
  const asked = askedFor(location.search);
  if (asked && !asked.kiosk) history.replaceState(null, "", `${location.pathname}${languageQuery()}#/new`);
  return asked;
};

// Returns the buttons that change the language, as { element, rename }. The next visitor of a kiosk finds the usual one.
/** @param {boolean} isKiosk */
const languageSwitch = (isKiosk) => {
  /** @param {string} language */
  const choose = (language) => {
    if (!isKiosk) keepLanguage(language);
    if (language !== languageNow()) useLanguage(language);
  };
  const buttons = LANGUAGES.map((language) => button(language.toUpperCase(), () => choose(language), {
    class: "quiet", lang: language, title: new Intl.DisplayNames(language, { type: "language" }).of(language), "data-language": language,
  }));
  const group = element("div", { class: "languages", role: "group" }, ...buttons);
  const rename = () => {
    group.setAttribute("aria-label", text("page.language"));
    for (const one of buttons) one.setAttribute("aria-pressed", String(one.dataset.language === languageNow()));
  };
  return { element: group, rename };
};

// Returns the bar at the top, as { element, rename }; `rename` names its buttons in the language of the page.
/** @type {(isKiosk: boolean, emblem: HTMLElement, ...parts: HTMLElement[]) => { element: HTMLElement, rename: () => void }} */
const startBar = (isKiosk, emblem, ...parts) => {
  const theme = button("", () => {}, { class: "quiet theme" });
  const languages = languageSwitch(isKiosk), nameTheme = startTheme(theme);
  const rename = () => {
    languages.rename();
    nameTheme();
  };
  return { element: element("header", { class: "bar" }, emblem, ...parts, languages.element, theme), rename };
};

// Fills `root`. `link` is where games are kept and thought about: served.js has one, or another object with its functions.
// `home` is the address of what the emblem leads to, which has the docs beside it, or a place of this page. `first` is a move that
// was made on a board before this page was there: it starts a game.
/** @type {(root: HTMLElement, link: Link, home?: string, first?: string | null) => void} */
export const startPlay = (root, link, home = "#/new", first = null) => {
  const symbols = here("pieces.svg");
  const asked = takeAsked();
  const isKiosk = asked?.kiosk || "kiosk" in root.dataset;
  const warning = element("p", { class: "lost", role: "alert", hidden: true });
  link.onWarning = (sentence) => {
    warning.hidden = false;
    warning.textContent = sentence;
  };
  const view = element("main", { class: "view", tabindex: "-1" });
  const tabs = openGames(link);
  const places = Object.keys(PLACES).filter((place) => !SOME_LINKS.includes(place) || place in link);
  const links = places.map((place) => element("a", { href: `#/${place}` }));
  const emblem = element(isKiosk ? "span" : "a", { class: "home", href: isKiosk ? null : home },
    element("img", { class: "emblem", src: here("emblem.svg"), alt: "", width: 320, height: 200 }), element("b", {}, "Gosub Chess"));
  root.classList.add("play");
  if (isKiosk) {
    const bar = startBar(isKiosk, emblem);
    bar.rename();
    onLanguage(bar.rename);
    root.replaceChildren(bar.element, warning, view);
    startKiosk(view, bar.element, link, asked || askedFor("?kiosk"), here);
    return;
  }
  const story = `${link.docs}report.html`;
  /** @type {Shown | null} */
  let shown = null;
  /** @type {GameView | null} */
  let earlier = null;
  /** @type {Start | null} */
  let start = asked;
  let move = destination(places).place === "new" ? first : null;

  /** @param {WhatIf} from */
  const whatIf = (from) => {
    start = from;
    location.hash = "#/new";
  };
  /** @type {(id: string, made: string | null) => void} */
  const begin = (id, made) => {
    move = made;
    location.hash = `#/games/${id}`;
  };
  /** @type {{ [place: string]: (id: string | null, ply: number | null) => Shown | Promise<void> }} */
  const views = {
    new: () => showNewGame(view, link, { start, symbols, first: move, onStart: begin }),
    games: (id, ply) => (id ? new GameView(view, link, id, { whatIf, symbols, story, ply, first: move, earlier }) : showGames(view, link, symbols)),
    inside: (id) => new InsideView(view, link, { symbols, isTour: id === "tour" }),
    screen: (id) => startScreen(view, link, id || ""),
    write: () => link.write(view, symbols),
  };
  // Shows what the address says; `isSame` if that is shown already, in another language.
  const show = (isSame = false) => {
    const { place, id, ply } = destination(places);
    shown?.close?.();
    earlier = isSame && shown?.state ? /** @type {GameView} */ (shown) : null;
    document.title = text("page.title", { place: text(PLACES[place]) });
    links.forEach((one, index) => {
      if (places[index] === place && (!id || place === "inside")) one.setAttribute("aria-current", "page");
      else one.removeAttribute("aria-current");
    });
    tabs.open(place === "games" ? id : null);
    shown = /** @type {Shown} */ (views[place](id, ply));
    start = move = earlier = null;
  };
  const go = () => {
    const { id, ply } = destination(places);
    if (id && shown?.id === id && shown.state) {
      shown.look(ply ?? shown.state.moves.length); // another ply of the same game
      return;
    }
    show();
  };
  const nav = element("nav", { class: "places", "aria-label": "Gosub Chess" }, ...links);
  const rename = () => {
    bar.rename();
    tabs.rename();
    links.forEach((one, index) => { one.textContent = text(PLACES[places[index]]); });
  };
  const bar = startBar(isKiosk, emblem, nav, tabs.element);
  rename();
  onLanguage(() => {
    rename();
    show(true);
  });
  root.replaceChildren(bar.element, warning, view);
  window.addEventListener("hashchange", () => {
    go();
    // The button that led here may be gone, and the focus with it.
    if (document.activeElement === document.body) view.focus();
  });
  go();
};
