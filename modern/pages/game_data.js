// The data of the page, and how figures are written. Scores and values are from White's side.

export const game = JSON.parse(document.getElementById("game").textContent);
export const positions = game.positions;
// The number of the first position: 1, or 0 on a page that counts the plies made.
export const first = game.first ?? 1;
/**
 * Returns an element of the page, of whatever kind.
 * @type {(id: string) => any}
 */
export const byId = (id) => document.getElementById(id);
export const todayName = document.body.dataset.today;

// "+0.70": a value in pawns.
export const signed = (value) => (value > 0 ? "+" : "") + value.toFixed(2);
