// The list of games, with those that go on before those that are over.

import { element } from "./dom.js";
import { isOver, resultText } from "./game_words.js";

const REFRESH_MS = 4000;

// Shows the list in `root`, and keeps it up to date. Returns { close() }.
export const showGames = (root, link) => {
  const going = element("tbody"), ended = element("tbody");
  const table = (name, body) => element("section", { class: "games" }, element("h2", {}, name),
    element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": name },
      element("table", {}, element("thead", {}, element("tr", {}, ...["White", "Black", "moves", "", "last played"].map((text) =>
        element("th", { scope: "col" }, text)))), body)));
  const sections = { going: table("Games that go on", going), ended: table("Games that are over", ended) };
  const empty = element("p", { class: "lead", hidden: true }, "No game yet. ", element("a", { href: "#/new" }, "Start one."));
  const failure = element("p", { class: "failure", role: "alert", hidden: true });
  root.replaceChildren(element("h1", {}, "Games"), failure, empty, sections.going, sections.ended);

  const standing = (game) => {
    if (isOver(game)) return resultText(game);
    if (game.queued) return "waits for a free core";
    if (game.thinking) return `${game[game.turn].name} is thinking`;
    return `${game.turn === "white" ? "White" : "Black"} to move`;
  };
  const rowOf = (game) => element("tr", {},
    element("th", { scope: "row" }, element("a", { href: `#/games/${game.id}` }, game.white.name)),
    element("td", {}, element("a", { href: `#/games/${game.id}`, tabindex: "-1" }, game.black.name)),
    element("td", { class: "figure" }, Math.ceil(game.plies / 2)), element("td", {}, standing(game)),
    element("td", { class: "small" }, game.changed ? new Date(1000 * game.changed).toLocaleString() : ""));
  const show = (games) => {
    going.replaceChildren(...games.filter((game) => !isOver(game)).map(rowOf));
    ended.replaceChildren(...games.filter(isOver).map(rowOf));
    sections.going.hidden = !going.children.length;
    sections.ended.hidden = !ended.children.length;
    empty.hidden = games.length > 0;
  };
  const refresh = async () => {
    try {
      show(await link.games());
      failure.hidden = true;
    } catch (error) {
      failure.hidden = false;
      failure.textContent = error.message;
    }
  };
  refresh();
  const timer = setInterval(refresh, REFRESH_MS);
  return { close: () => clearInterval(timer) };
};
