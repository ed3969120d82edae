// Starts the page: says how much there is to load, loads it, and then shows the board.

import { Loading } from "./loading.js";
import { startPlay } from "./play.js";
import { PyodideLink } from "./pyodide_link.js";
import { showRecord } from "./record.js";

const folder = new URL("./", import.meta.url).href;
const place = document.getElementById("loading");
const [text, button, progress] = ["loading-text", "load", "progress"].map((id) => document.getElementById(id));
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

const play = (link) => {
  const home = document.getElementById("home").href;
  link.docs = new URL("./", home).href;
  startPlay(document.getElementById("play"), link, home);
  showRecord(document.getElementById("record"), link);
};

const fail = (error) => {
  progress.hidden = true;
  button.hidden = false;
  button.disabled = false;
  button.textContent = "Try again";
  text.textContent = `It could not be loaded: ${error.message}.`;
};

const load = async (loading, site) => {
  button.hidden = true;
  progress.hidden = false;
  text.textContent = "Loading …";
  try {
    await loading.load((fraction) => { progress.value = fraction; });
    progress.removeAttribute("value");
    text.textContent = "Starting Python …";
    const link = new PyodideLink(site, folder);
    await link.ready;
    place.dataset.state = "ready";
    play(link);
  } catch (error) {
    fail(error);
  }
};

const start = async () => {
  const site = await (await fetch(new URL("site.json", folder))).json();
  const loading = new Loading(site, folder);
  const offline = loading.serve();
  const { bytes, compressed } = await loading.missing();
  button.addEventListener("click", () => load(loading, site));
  if (!bytes) {
    load(loading, site);
    return;
  }
  const afterwards = (await offline) ? "after that the page works offline, too" : "after that the browser has them";
  button.hidden = false;
  button.textContent = `Load ${megabytes(bytes)} and play`;
  text.textContent = `Python and the chess programs run in your browser. They are ${megabytes(bytes)}, some ${megabytes(compressed)} `
    + `where the server compresses them, and are loaded once: ${afterwards}.`;
};

start().catch(fail);
