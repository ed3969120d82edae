// The data of the page, and how figures are written. Scores and values are from White's side.

export const game = JSON.parse(document.getElementById("game").textContent);
export const positions = game.positions;
export const byId = (id) => document.getElementById(id);
export const isTouch = window.matchMedia("(hover: none)").matches;
export const todayName = byId("page").dataset.today;

export const capitalised = (word) => word[0].toUpperCase() + word.slice(1);
export const otherSide = (side) => (side === "white" ? "black" : "white");

// "+0.70": a value in pawns.
export const signed = (value) => (value > 0 ? "+" : "") + value.toFixed(2);

// "-0.125": a term in pawns, with two to four decimals.
export const decimals = (amount) => amount.toFixed(4).replace(/0{1,2}$/, "");
