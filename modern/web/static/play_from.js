// The position to play on from, which a page of a game may name in its link: `?fen=`.

// Returns where the form of a new game begins, or null, and removes the position from the address. The side to move is
// offered to the user.
export const takeStart = () => {
  const fen = new URLSearchParams(location.search).get("fen");
  if (!fen) return null;
  history.replaceState(null, "", `${location.pathname}#/new`);
  const [white, black] = fen.split(" ")[1] === "b" ? ["historic", "human"] : ["human", "historic"];
  return { fen, text: `The position ${fen}`, white: { spec: white }, black: { spec: black } };
};
