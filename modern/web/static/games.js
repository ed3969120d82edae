// The lists of games: those that are open in this browser's tab, and all of them, each with a small board.

import { ask, button, capitalised, element, plural } from "./dom.js";
import { isOver, titleOf } from "./shown_state.js";
import { FILES, RANKS, parsePlacement, pieceName, svgElement } from "./squares.js";

const KEY = "gosub-open-games";
const REFRESH_MS = 3000;
// The side of a square of a small board.
const SQUARE = 45;

const remembered = () => {
  try { return JSON.parse(sessionStorage.getItem(KEY)) || []; } catch { return []; }
};
const remember = (ids) => {
  try { sessionStorage.setItem(KEY, JSON.stringify(ids)); } catch { return; }
};

// Returns the list of the games that are open, so that several can be played at once, as { element, open }; one that is over is left
// out. `open(id)` adds a game and marks it as the one that is shown, `open(null)` marks none.
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

// Returns the picture of the pieces of a FEN, with the last move marked; `symbols` is the address of the pieces.
const smallBoard = (pieces, last, symbols) => {
  const place = (square) => ({ x: SQUARE * FILES.indexOf(square[0]), y: SQUARE * (8 - square[1]) });
  const side = 8 * SQUARE;
  const squares = [...FILES].flatMap((file) => [...RANKS].map((rank) => file + rank));
  const dark = squares.filter((square) => (FILES.indexOf(square[0]) + Number(square[1])) % 2).map(place);
  const path = dark.map(({ x, y }) => `M${x} ${y}h${SQUARE}v${SQUARE}h-${SQUARE}z`).join("");
  const marks = last ? [last.slice(0, 2), last.slice(2, 4)] : [];
  return svgElement("svg", { class: "small-board", viewBox: `0 0 ${side} ${side}`, "aria-hidden": "true", focusable: "false" },
    svgElement("path", { class: "light", d: `M0 0h${side}v${side}H0z` }), svgElement("path", { class: "dark", d: path }),
    ...marks.map((square) => svgElement("rect", { class: "last", ...place(square), width: SQUARE, height: SQUARE })),
    ...Object.entries(parsePlacement(pieces)).map(([square, letter]) => {
      const { x, y } = place(square);
      return svgElement("use", { href: `${symbols}#${pieceName(letter).replace(" ", "-")}`, transform: `translate(${x} ${y})` });
    }));
};

const standing = (game) => {
  if (isOver(game)) return game.result === "1/2-1/2" ? "½–½" : game.result.replace("-", "–");
  return `${capitalised(game.turn)} to move`;
};

// Shows the list in `root`, and keeps it up to date. Returns { close() }.
export const showGames = (root, link, symbols) => {
  const lists = { going: element("ul", { class: "games" }), ended: element("ul", { class: "games" }) };
  const headings = { going: element("h2", {}, "In play"), ended: element("h2", {}, "Over") };
  const empty = element("p", { class: "lead", hidden: true }, "No game yet. ", element("a", { href: "#/new" }, "Start one."));
  const failure = element("p", { class: "failure", role: "alert", hidden: true });
  root.replaceChildren(element("h1", {}, "Games"), failure, empty, headings.going, lists.going, headings.ended, lists.ended);
  let drawn = "";

  const fail = (error) => {
    failure.hidden = !error;
    failure.textContent = error ? error.message : "";
  };
  const remove = async (game) => {
    if (!(await ask(`Delete the game ${titleOf(game)}? It cannot be brought back.`, "Delete"))) return;
    try {
      await link.remove(game.id);
    } catch (error) {
      fail(error);
    }
    refresh();
  };
  const cardOf = (game) => {
    const name = titleOf(game);
    const facts = [plural(Math.ceil(game.ply / 2), "move"), (game.date || "").replaceAll(".", "-")];
    return element("li", { class: game.human_to_move ? "card yours" : "card" },
      element("a", { href: `#/games/${game.id}` }, smallBoard(game.pieces, game.last, symbols), element("b", {}, name)),
      element("p", { class: "small" }, standing(game)), element("p", { class: "small" }, facts.filter(Boolean).join(", ")),
      link.remove ? button("Delete", () => remove(game), { class: "quiet", "aria-label": `Delete ${name}` }) : null);
  };
  const show = (games) => {
    if (JSON.stringify(games) === drawn) return;
    drawn = JSON.stringify(games);
    for (const [kind, shown] of [["going", games.filter((game) => !isOver(game))], ["ended", games.filter(isOver)]]) {
      lists[kind].replaceChildren(...shown.map(cardOf));
      headings[kind].hidden = !shown.length;
    }
    empty.hidden = games.length > 0;
  };
  const refresh = async () => {
    if (document.hidden) return;
    try {
      show(await link.games());
      fail(null);
    } catch (error) {
      fail(error);
    }
  };
  refresh();
  const timer = setInterval(refresh, REFRESH_MS);
  return { close: () => clearInterval(timer) };
};
