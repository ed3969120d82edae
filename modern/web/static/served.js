// The page that `gosub serve` sends.

import { startPlay } from "./play.js";
import { serverLink } from "./server_link.js";

// A page of a game may link to a position to play on from, `/?fen=`. The side to move is offered to the user.
const startOf = (fen) => {
  if (!fen) return null;
  const [white, black] = fen.split(" ")[1] === "b" ? ["historic", "human"] : ["human", "historic"];
  return { fen, text: `The position ${fen}`, white: { spec: white }, black: { spec: black } };
};

const start = startOf(new URLSearchParams(location.search).get("fen"));
if (start) history.replaceState(null, "", `${location.pathname}#/new`);
startPlay(document.getElementById("play"), serverLink(), { start });
