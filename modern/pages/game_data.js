// The data of the page, and how figures are written. Scores and values are from White's side.

const TOO_OLD = "This page needs a browser of 2023 or later to step through the game: Chrome or Edge 111, Firefox 113, Safari 16.4.";

// Returns an element of the page.
/** @type {<Id extends string>(id: Id) => ElementWith<Id>} */
export const byId = (id) => /** @type {ElementWith<typeof id>} */ (document.getElementById(id));

// A browser that cannot unpack the data says so, and shows what the page has without a script.
const checkBrowser = () => {
  if ("DecompressionStream" in window) return;
  const note = document.createElement("aside");
  note.className = "noscript";
  note.textContent = TOO_OLD;
  document.querySelector("main").before(note);
  throw new Error(TOO_OLD);
};
// Returns what `packed` in modern/pages/kit.py has packed: JSON, compressed and in base64.
/** @param {string} text */
const unpack = async (text) => {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
};

checkBrowser();
/** @type {GameData} */
export const game = await unpack(byId("game").textContent);
export const positions = game.positions;
// The number of the first position: 1, or 0 on a page that counts the plies made.
export const first = game.first ?? 1;
export const todayName = document.body.dataset.today;

// "+0.70": a value in pawns.
/** @param {number} value */
export const signed = (value) => (value > 0 ? "+" : "") + value.toFixed(2);
