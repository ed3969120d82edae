// The list of games: those that go on, and those that are over, each with a small board.

import { ask } from "./confirm.js";
import { button, capitalised, element, plural } from "./dom.js";
import { isOver } from "./game_words.js";
import { titleOf } from "./names.js";
import { smallBoard } from "./small_board.js";

const REFRESH_MS = 3000;

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
