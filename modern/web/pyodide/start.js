// Starts the page: shows a board, says how much there is to load, loads it, and then plays.
//
// Nothing is imported here at the top: where a file is missing, this module still runs, and says which.

const folder = new URL("./", import.meta.url).href;
const place = document.getElementById("loading");
const [text, button, progress] = ["loading-text", "load", "progress"].map((id) => document.getElementById(id));
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
const isKiosk = new URLSearchParams(location.search).has("kiosk");

const fail = (error) => {
  progress.hidden = true;
  button.hidden = false;
  button.disabled = false;
  button.textContent = "Try again";
  text.textContent = `It could not be loaded: ${error.message}.`;
};

// Returns what is wrong with the first of the page's modules that cannot be used, as a sentence without its end, or "".
const wrongModule = async (site) => {
  for (const { name } of site.files.filter((file) => file.name.endsWith(".js"))) {
    const { href } = new URL(name, folder);
    let response;
    try {
      response = await fetch(href);
    } catch {
      return `${href} cannot be loaded: no answer`;
    }
    if (!response.ok) return `${href} answered ${response.status}`;
    const type = response.headers.get("content-type") || "none";
    if (!type.includes("javascript")) return `the server sends ${href} with the Content-Type ${type}; expected text/javascript`;
  }
  return "";
};

// Imports modules of the page. Throws an Error that names the one that cannot be used.
const importAll = async (site, ...names) => {
  try {
    return await Promise.all(names.map((name) => import(new URL(name, folder).href)));
  } catch (error) {
    throw new Error((await wrongModule(site)) || error.message);
  }
};

const describe = async () => {
  const address = new URL("site.json", folder).href;
  const response = await fetch(address).catch(() => ({ status: "nothing" }));
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response.json();
};

// Shows the position that the address asks for, or the initial one, before anything else is there.
const showBoard = (Board) => {
  const fen = new URLSearchParams(location.search).get("fen") || "";
  const [pieces] = /^([1-8pnbrqk]+\/){7}[1-8pnbrqk]+(?= )/i.exec(fen) || ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"];
  new Board(document.getElementById("first-board"), { symbols: new URL("pieces.svg", folder).href }).show({ pieces });
};

// The address of the site.
const home = document.getElementById("home").href;

const play = async (site, python) => {
  const [{ startPlay }, { PyodideLink }, { showRecord }] = await importAll(site, "play.js", "pyodide_link.js", "record.js");
  const link = new PyodideLink(python);
  await link.ready;
  link.docs = new URL("./", home).href;
  place.dataset.state = "ready";
  startPlay(document.getElementById("play"), link, home);
  if (!isKiosk) showRecord(document.getElementById("record"), link);
};

const load = async (site, loading) => {
  button.hidden = true;
  progress.hidden = false;
  text.textContent = "Loading …";
  try {
    const python = await loading.load((fraction) => { progress.value = fraction; });
    progress.removeAttribute("value");
    text.textContent = "Starting Python …";
    await play(site, python);
  } catch (error) {
    fail(error);
  }
};

// Takes the theme that was chosen on the site's other pages, which mkdocs-material keeps under the address of the site.
const takeTheme = (home) => {
  try {
    const chosen = JSON.parse(localStorage.getItem(`${new URL("./", home).pathname}.__palette`));
    if (chosen) document.documentElement.dataset.theme = chosen.color.scheme === "slate" ? "dark" : "light";
  } catch { /* the theme of the system */ }
};

const start = async () => {
  const site = await describe();
  const [{ Loading }, { Board }] = await importAll(site, "loading.js", "board.js");
  showBoard(Board);
  const loading = new Loading(site, folder);
  const offline = loading.serve();
  const { bytes, compressed } = await loading.missing();
  button.onclick = () => load(site, loading);
  if (!bytes || isKiosk) {
    load(site, loading);
    return;
  }
  const afterwards = (await offline) ? "after that the page works offline, too" : "after that the browser has them";
  button.hidden = false;
  const aim = location.hash.startsWith("#/inside") ? "step through a thought" : "play";
  button.textContent = `Load ${megabytes(bytes)} and ${aim}`;
  text.textContent = `Python and the chess programs run in your browser. They are ${megabytes(bytes)}, some ${megabytes(compressed)} `
    + `where the server compresses them, and are loaded once: ${afterwards}.`;
};

takeTheme(home);
if (isKiosk) for (const one of document.querySelectorAll(".site, #about")) one.remove();
button.onclick = () => location.reload(); // until there is something to load
start().catch(fail);
