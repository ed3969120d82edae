// Starts the page: shows a board, says how much there is to load, loads it, and then plays. A move on the board loads it, too, and
// starts a game.
//
// Of the page's files, only those that find the words are imported at the top: where another one is missing, this module still
// runs, and says which.

import { keep } from "./kept.js";
import "./language.js";
import { numberText, text, told } from "./texts.js";

const folder = new URL("./", import.meta.url).href;
const place = document.getElementById("loading");
const status = document.getElementById("loading-text");
const button = /** @type {HTMLButtonElement} */ (document.getElementById("load"));
const progress = /** @type {HTMLProgressElement} */ (document.getElementById("progress"));
/** @param {number} bytes */
const megabytes = (bytes) => numberText(bytes / 1e6, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
// What the button says where the page is to show something else than a game.
/** @type {{ [place: string]: string }} */
const LOADS = { inside: "start.load_to_step", write: "start.load_to_write" };
const isKiosk = new URLSearchParams(location.search).has("kiosk");

/** @param {Failed} error */
const fail = (error) => {
  progress.hidden = true;
  button.hidden = false;
  button.disabled = false;
  button.textContent = text("start.try_again");
  status.textContent = text("start.failed", { why: told(error, "message") });
};

// Returns what is wrong with the first of the page's modules that cannot be used, as a sentence without its end, or "".
/** @param {Site} site */
const wrongModule = async (site) => {
  for (const { name } of site.files.filter((file) => file.name.endsWith(".js"))) {
    const { href } = new URL(name, folder);
    /** @type {Response} */
    let response;
    try {
      response = await fetch(href);
    } catch {
      return text("start.no_answer", { address: href });
    }
    if (!response.ok) return text("loading.answered", { address: href, status: response.status });
    const type = response.headers.get("content-type") || text("start.none");
    if (!type.includes("javascript")) return text("start.wrong_type", { address: href, type });
  }
  return "";
};

// Imports modules of the page. Throws an Error that names the one that cannot be used.
/**
 * @template {(keyof PageModules)[]} Names
 * @param {Site} site
 * @param {Names} names
 * @returns {Promise<{ [index in keyof Names]: PageModules[Names[index]] }>}
 */
const importAll = async (site, ...names) => {
  try {
    return /** @type {any} */ (await Promise.all(names.map((name) => import(new URL(name, folder).href))));
  } catch (error) {
    throw new Error((await wrongModule(site)) || error.message);
  }
};

/** @type {() => Promise<Site>} */
const describe = async () => {
  const address = new URL("site.json", folder).href;
  const response = await fetch(address).catch(() => /** @type {Response | null} */ (null));
  if (!response?.ok) throw new Error(text("loading.answered", { address, status: response?.status ?? text("start.nothing") }));
  return response.json();
};

/** @type {string | null} */
let firstMove = null; // the move that was made on the board before anything else was there

// Shows the position that the address asks for, or the initial one, before anything else is there. `onMove()` is called when White
// has made the first move, if the address leads to a new game in which a human may make it. Returns whether it does.
/** @type {(Board: PageModules["board.js"]["Board"], moves: PageModules["moves.js"], onMove: () => void) => boolean} */
const showBoard = (Board, { INITIAL, FIRST_MOVES }, onMove) => {
  const asked = new URLSearchParams(location.search), flipped = asked.get("colour") === "black";
  const [pieces] = /^([1-8pnbrqk]+\/){7}[1-8pnbrqk]+(?= )/i.exec(asked.get("fen") || "") || [INITIAL];
  const isFree = /^(#\/new)?$/.test(location.hash) && !flipped && !isKiosk && !asked.has("fen") && !asked.has("start");
  const board = new Board(document.getElementById("first-board"), {
    symbols: new URL("pieces.svg", folder).href,
    onMove: (move) => {
      firstMove = move;
      board.show({ pieces, sent: move });
      onMove();
    },
  });
  board.show({ pieces, flipped, legal: isFree ? FIRST_MOVES : [], interactive: isFree });
  return isFree;
};

// The address of the site.
const home = /** @type {HTMLAnchorElement} */ (document.getElementById("home")).href;

/** @type {(site: Site, python: PythonStart, loading: import("./loading.js").Loading) => Promise<void>} */
const play = async (site, python, loading) => {
  const [{ startPlay }, { pyodideLink }, { showRecord }] = await importAll(site, "play.js", "pyodide_link.js", "record.js");
  const link = pyodideLink(python, loading);
  await link.ready;
  link.docs = new URL("program/", home).href;
  place.dataset.state = "ready";
  startPlay(document.getElementById("play"), link, home, firstMove);
  if (!isKiosk) showRecord(document.getElementById("record"), link);
};

/** @type {(site: Site, loading: import("./loading.js").Loading) => Promise<void>} */
const load = async (site, loading) => {
  button.hidden = true;
  progress.hidden = false;
  status.textContent = text("start.loading");
  try {
    const python = await loading.load((fraction) => { progress.value = fraction; });
    progress.removeAttribute("value");
    status.textContent = text("record.starting");
    await play(site, python, loading);
  } catch (error) {
    fail(error);
  }
};

// The theme is that of the site's other pages, which mkdocs-material keeps under the address of the site: it is taken from there,
// and what the button of this page chooses is kept there, too.
/** @param {string} home */
const shareTheme = (home) => {
  const key = `${new URL("./", home).pathname}.__palette`, root = document.documentElement;
  const isDark = () => root.dataset.theme === "dark";
  try {
    /** @type {{ color: { scheme: string } } | null} */
    const chosen = JSON.parse(localStorage.getItem(key));
    if (chosen) {
      root.dataset.theme = chosen.color.scheme === "slate" ? "dark" : "light";
      localStorage.setItem("gosub-theme", root.dataset.theme);
    }
  } catch { /* the theme of the system */ }
  new MutationObserver(() => {
    const color = { scheme: isDark() ? "slate" : "default", primary: "blue-grey", accent: "cyan" };
    keep(key, JSON.stringify({ index: isDark() ? 1 : 0, color }));
  }).observe(root, { attributes: true, attributeFilter: ["data-theme"] });
};

const start = async () => {
  const site = await describe();
  const [{ Loading }, { Board }, moves] = await importAll(site, "loading.js", "board.js", "moves.js");
  const loading = new Loading(site, folder);
  const isFree = showBoard(Board, moves, () => { if (!button.hidden) button.click(); });
  const offline = loading.serve();
  const { bytes, compressed } = await loading.missing();
  button.onclick = () => load(site, loading);
  if (!bytes || isKiosk || firstMove) {
    load(site, loading);
    return;
  }
  const sizes = { size: megabytes(bytes), compressed: megabytes(compressed) };
  button.hidden = false;
  button.textContent = text(LOADS[/^#\/(\w+)/.exec(location.hash)?.[1]] || "start.load", sizes);
  const kept = text((await offline) ? "start.offline" : "start.kept", sizes);
  if (button.hidden) return; // a move has begun to load it meanwhile
  status.textContent = isFree ? `${kept} ${text("start.move_loads")}` : kept;
};

shareTheme(home);
progress.setAttribute("aria-label", text("start.loaded"));
if (isKiosk) for (const one of document.querySelectorAll(".site, #about")) one.remove();
button.onclick = () => location.reload(); // until there is something to load
start().catch(fail);
