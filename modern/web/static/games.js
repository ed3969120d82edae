// The lists of games: those that are open in this browser's tab, and all of them, each with a small board.

import { ask, button, element, enable, failureLine, inputField } from "./dom.js";
import { isOver, titleOf } from "./shown_state.js";
import { FILES, SQUARES, endsOf, parsePlacement, pieceId, svgElement } from "./squares.js";
import { text, textParts } from "./texts.js";

const KEY = "gosub-open-games";
const REFRESH_MS = 3000;
// The list is requested for this many open games.
const MOST_OPEN = 100;
// How many games a page of the list has, and how many are asked for to select all.
const PAGE = 60;
const ALL = 10000;
// How long the search waits for the next letter.
const TYPING_MS = 250;
// The side of a square of a small board.
const SQUARE = 45;

// Returns the name of a game in a list. The server says of one whose summary it cannot read only that it is damaged.
/** @param {GameSummary} game */
const nameOf = (game) => (game.damaged ? text("games.damaged") : titleOf(game));

const remembered = () => {
  try { return /** @type {unknown[]} */ (JSON.parse(sessionStorage.getItem(KEY))).filter((id) => typeof id === "string"); } catch { return []; }
};
/** @param {string[]} ids */
const remember = (ids) => {
  try { sessionStorage.setItem(KEY, JSON.stringify(ids)); } catch { return; }
};

// Returns the list of the games that are open, so that several can be played at once, as { element, open, rename }; one that is over is left
// out. `open(id)` adds a game and marks it as the one that is shown, `open(null)` marks none.
/** @param {Link} link */
export const openGames = (link) => {
  let ids = remembered();
  /** @type {string | null} */
  let current = null;
  /** @type {GameSummary[]} */
  let games = [];
  const list = element("ul");
  const tabs = element("nav", { class: "tabs", "aria-label": text("games.open"), hidden: true }, list);

  /** @param {string} id */
  const close = (id) => {
    ids = ids.filter((one) => one !== id);
    remember(ids);
    if (id === current) location.hash = "#/games";
    show();
  };
  /** @param {GameSummary} game */
  const tabOf = (game) => element("li", { class: game.id === current ? "current" : null },
    element("a", { href: `#/games/${game.id}`, "aria-current": game.id === current ? "page" : null },
      game.human_to_move && game.id !== current ? element("span", { class: "yours" }, text("games.your_move")) : null, nameOf(game)),
    button("×", () => close(game.id), { class: "quiet", "aria-label": text("games.close", { name: nameOf(game) }) }));
  const show = () => {
    const open = ids.map((id) => games.find((game) => game.id === id)).filter(Boolean);
    tabs.hidden = open.length < 2;
    const drawn = open.map((game) => JSON.stringify([game.id, nameOf(game), game.human_to_move, game.id === current])).join();
    if (list.dataset.drawn === drawn) return;
    list.dataset.drawn = drawn;
    list.replaceChildren(...open.map(tabOf));
  };
  const refresh = async () => {
    if (ids.length < 2 || document.hidden) return;
    try {
      games = (await link.games({ ids: ids.slice(-MOST_OPEN) })).games;
    } catch {
      return; // the game that is shown says that the connection is lost
    }
    ids = ids.filter((id) => id === current || games.some((game) => game.id === id && !isOver(game)));
    remember(ids);
    show();
  };
  /** @param {string | null} id */
  const open = (id) => {
    current = id;
    if (id && !ids.includes(id)) ids = [...ids, id];
    remember(ids);
    show();
    refresh();
  };
  setInterval(refresh, REFRESH_MS);
  // The language of the page has changed.
  const rename = () => {
    tabs.setAttribute("aria-label", text("games.open"));
    delete list.dataset.drawn;
    show();
  };
  return { element: tabs, open, rename };
};

// Returns the picture of the pieces of a FEN, with the last move marked; `symbols` is the address of the pieces.
/** @type {(pieces: string, last: string | null, symbols: string) => SVGElement} */
const smallBoard = (pieces, last, symbols) => {
  /** @param {string} square */
  const place = (square) => ({ x: SQUARE * FILES.indexOf(square[0]), y: SQUARE * (8 - Number(square[1])) });
  const side = 8 * SQUARE;
  const dark = SQUARES.filter((square) => (FILES.indexOf(square[0]) + Number(square[1])) % 2).map(place);
  const path = dark.map(({ x, y }) => `M${x} ${y}h${SQUARE}v${SQUARE}h-${SQUARE}z`).join("");
  const marks = last ? Object.values(endsOf(last)) : [];
  return svgElement("svg", { class: "small-board", viewBox: `0 0 ${side} ${side}`, "aria-hidden": "true", focusable: "false" },
    svgElement("path", { class: "light", d: `M0 0h${side}v${side}H0z` }), svgElement("path", { class: "dark", d: path }),
    ...marks.map((square) => svgElement("rect", { class: "last", ...place(square), width: SQUARE, height: SQUARE })),
    ...Object.entries(parsePlacement(pieces)).map(([square, letter]) => {
      const { x, y } = place(square);
      return svgElement("use", { href: `${symbols}#${pieceId(letter)}`, transform: `translate(${x} ${y})` });
    }));
};

/** @param {GameSummary} game */
const standing = (game) => {
  if (isOver(game)) return game.result === "1/2-1/2" ? "½–½" : game.result.replace("-", "–");
  return text(game.turn === "white" ? "games.to_move_white" : "games.to_move_black");
};

// Returns the line that finds games, as { element, text }; `onChange` is called when the text has changed.
/** @param {() => void} onChange */
const searchField = (onChange) => {
  let timer = 0;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(onChange, TYPING_MS);
  };
  const { element: line, input } = inputField(text("games.find"), "search", {
    autocomplete: "off", spellcheck: "false", placeholder: text("games.find_example"), input: later,
  });
  return { element: line, text: () => input.value.trim() };
};

// Shows the list in `root`, a page at a time, and keeps it up to date. Returns { close() }.
/**
 * @param {HTMLElement} root
 * @param {Link} link
 * @param {string} symbols
 */
export const showGames = (root, link, symbols) => {
  const lists = { going: element("ul", { class: "games" }), ended: element("ul", { class: "games" }) };
  const headings = { going: element("h2", {}, text("games.in_play")), ended: element("h2", {}, text("games.over")) };
  const empty = element("p", { class: "lead", hidden: true });
  const failure = failureLine();
  /** @type {Set<string>} */
  const selected = new Set(); // ids
  let start = 0;
  let total = 0;
  let drawn = "";
  let failed = ""; // what has failed: a deletion, or the list

  // A failed deletion is shown until the next one; a list that did not come, until it comes.
  /** @type {(error: Failed, what: string) => void} */
  const fail = (error, what) => {
    failed = what;
    failure.show(error);
  };
  /** @param {string} what */
  const clear = (what) => {
    if (failed === what) failure.hide();
  };
  /** @type {(ids: string[], question: string) => Promise<void>} */
  const remove = async (ids, question) => {
    if (!(await ask(question, text("games.delete")))) return;
    clear("deletion");
    try {
      await link.remove(ids);
      for (const id of ids) selected.delete(id);
    } catch (error) {
      fail(error, "deletion");
    }
    refresh();
  };

  const search = searchField(() => {
    selected.clear();
    turn(0);
  });
  const found = element("p", { class: "caption", role: "status" });
  /** @param {number} first */
  const turn = (first) => {
    start = Math.max(0, first);
    refresh();
  };
  const earlier = button(text("games.previous"), () => turn(start - PAGE)), later = button(text("games.next"), () => turn(start + PAGE));
  const selectAll = async () => {
    try {
      for (const { id } of (await link.games({ search: search.text(), limit: ALL })).games) selected.add(id);
    } catch (error) {
      fail(error, "list");
    }
    showSelection();
  };
  const all = button(text("games.select_all"), selectAll);
  const none = button(text("games.select_none"), () => {
    selected.clear();
    showSelection();
  });
  const removal = button(text("games.delete_selected"), () => remove([...selected], text("games.delete_selected_question", { count: selected.size })));
  const tools = element("div", { class: "buttons", role: "group", "aria-label": text("games.list"), hidden: true }, earlier, later,
    ...(link.remove ? [all, none, removal] : []));
  root.replaceChildren(element("h1", {}, text("place.games")), failure.element, search.element, found, tools, empty,
    headings.going, lists.going, headings.ended, lists.ended);

  const showSelection = () => {
    /** @type {NodeListOf<HTMLInputElement>} */
    const boxes = root.querySelectorAll(".card input");
    for (const box of boxes) box.checked = selected.has(box.value);
    const to = Math.min(total, start + PAGE);
    const range = total > PAGE ? text("games.range", { from: start + 1, to, total }) : text("games.count", { count: total });
    const shown = selected.size ? text("games.found_selected", { range, count: selected.size }) : text("games.found", { range });
    if (found.textContent !== (total ? shown : "")) found.textContent = total ? shown : "";
    tools.hidden = !total && !selected.size;
    for (const one of [earlier, later]) one.hidden = total <= PAGE;
    enable(earlier, start > 0);
    enable(later, start + PAGE < total);
    enable(none, selected.size > 0);
    enable(removal, selected.size > 0);
  };
  /** @type {(id: string, isChosen: boolean) => void} */
  const choose = (id, isChosen) => {
    if (isChosen) selected.add(id);
    else selected.delete(id);
    showSelection();
  };
  /** @type {(game: GameSummary, name: string) => HTMLElement} */
  const toolsOf = (game, name) => element("div", { class: "card-tools" },
    button(text("games.delete"), () => remove([game.id], text("games.delete_question", { name })), {
      class: "quiet", "aria-label": text("games.delete_one", { name }),
    }),
    element("label", { class: "small" }, element("input", {
      type: "checkbox", value: game.id, "aria-label": text("games.select_one", { name }), change: (/** @type {On<Event, HTMLInputElement>} */ event) => choose(game.id, event.target.checked),
    }), text("games.select")));
  /** @param {GameSummary} game */
  const cardOf = (game) => {
    const name = nameOf(game);
    const tool = link.remove ? toolsOf(game, name) : null;
    if (game.damaged) {
      return element("li", { class: "card" }, element("a", { href: `#/games/${game.id}` }, element("b", {}, name)),
        element("p", { class: "small" }, text("games.unreadable")), tool);
    }
    const facts = [text("games.moves", { count: Math.ceil(game.ply / 2) }), (game.date || "").replaceAll(".", "-")];
    return element("li", { class: game.human_to_move ? "card yours" : "card" },
      element("a", { href: `#/games/${game.id}` }, smallBoard(game.pieces, game.last, symbols), element("b", {}, name)),
      element("p", { class: "small" }, standing(game)), element("p", { class: "small" }, facts.filter(Boolean).join(", ")), tool);
  };
  /** @param {GameSummary[]} games */
  const show = (games) => {
    if (JSON.stringify(games) !== drawn) {
      drawn = JSON.stringify(games);
      /** @type {["going" | "ended", GameSummary[]][]} */
      const kinds = [["going", games.filter((game) => !isOver(game))], ["ended", games.filter(isOver)]];
      for (const [kind, shown] of kinds) {
        lists[kind].replaceChildren(...shown.map(cardOf));
        headings[kind].hidden = !shown.length;
      }
    }
    empty.hidden = total > 0;
    if (!total) {
      empty.replaceChildren(...(search.text() ? [text("games.none_found")]
        : textParts("games.none_yet", { link: element("a", { href: "#/new" }, text("games.start_one")) })));
    }
    showSelection();
  };
  const refresh = async () => {
    if (document.hidden) return;
    const asked = { search: search.text(), start, limit: PAGE };
    try {
      const answer = await link.games(asked);
      if (asked.start !== start || asked.search !== search.text()) return; // another answer is under way
      total = answer.total;
      if (total && start >= total) {
        turn(PAGE * Math.floor((total - 1) / PAGE));
        return;
      }
      show(answer.games);
      clear("list");
    } catch (error) {
      fail(error, "list");
    }
  };
  refresh();
  const timer = setInterval(refresh, REFRESH_MS);
  return { close: () => clearInterval(timer) };
};
