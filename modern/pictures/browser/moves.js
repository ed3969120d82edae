// Moves as text: reading what a user types, and spelling a move out.

import { FILES, typeName } from "./squares.js";
import { text } from "./texts.js";

// The placement of the initial position, and White's moves there.
export const INITIAL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
export const FIRST_MOVES = ["b1a3", "b1c3", "g1f3", "g1h3", ...[...FILES].flatMap((file) => [`${file}2${file}3`, `${file}2${file}4`])];

const SAN = /^([NBRQK]?)([a-h]?)([1-8]?)[x:-]?([a-h][1-8])(?:=?\(?([NBRQ])\)?)?$/;
const UCI = /^([a-h][1-8])[-x]?([a-h][1-8])=?([nbrqNBRQ]?)$/;

// "Nxe5+!?" as "Nxe5"; castling with zeros or small letters as "O-O".
/** @param {string} typed */
const normalised = (typed) => {
  const bare = typed.trim().replace(/^\d+\.+\s*/, "").replace(/\s*(?:e\.?p\.?)?[+#!?]*$/, "").replace(/\s/g, "");
  return /^[0oO](-[0oO]){1,2}$/.test(bare) ? bare.replace(/[0o]/g, "O") : bare;
};

// The parts of a move in SAN; null for castling, and for what is not SAN.
/** @param {string} san */
const partsOf = (san) => {
  const match = SAN.exec(san);
  return match && { piece: match[1], file: match[2], rank: match[3], to: match[4], promotion: match[5] || "" };
};

/** @type {(typed: ReturnType<typeof partsOf>, move: LegalMove) => boolean} */
const fits = (typed, { uci, san }) => {
  const parts = partsOf(normalised(san));
  return parts !== null && parts.piece === typed.piece && parts.to === typed.to
    && (!typed.file || uci[0] === typed.file) && (!typed.rank || uci[1] === typed.rank)
    && (!typed.promotion || parts.promotion === typed.promotion);
};

/** @type {(typed: string, legal: LegalMove[]) => LegalMove[]} */
const findUci = (typed, legal) => {
  const match = UCI.exec(typed);
  if (!match) return [];
  const [, from, to, promotion] = match;
  return legal.filter(({ uci }) => uci.startsWith(from + to) && (!promotion || uci[4] === promotion.toLowerCase()));
};

// Tries the text as it is, then with a capital for a piece: "nf3" is Nf3, but "bxc3" is a pawn's move if there is one.
/** @type {(typed: string, legal: LegalMove[]) => LegalMove[]} */
const findSan = (typed, legal) => {
  for (const one of new Set([typed, typed[0].toUpperCase() + typed.slice(1)])) {
    const promoting = one.replace(/(?<=[a-h][18]=?)[nbrq]$/, (letter) => letter.toUpperCase());
    const parts = partsOf(promoting);
    const exact = legal.filter(({ san }) => normalised(san) === promoting);
    const found = exact.length ? exact : parts ? legal.filter((move) => fits(parts, move)) : [];
    if (found.length) return found;
  }
  return [];
};

// Returns the UCI notation of a move typed in SAN or UCI, or {error} with a line that says what was expected.
// `legal` has the legal moves as {uci, san}.
/** @type {(given: string, legal: LegalMove[]) => string | { error: string }} */
export const parseTyped = (given, legal) => {
  const typed = normalised(given);
  if (!typed) return { error: text("move.expected") };
  const exact = findUci(typed, legal);
  const found = exact.length ? exact : findSan(typed, legal);
  if (found.length === 1) return found[0].uci;
  if (found.length) {
    const names = found.map(({ san }) => san);
    const isPromotion = found.every(({ uci }) => uci.slice(0, 4) === found[0].uci.slice(0, 4));
    const what = { typed: given.trim(), moves: names.slice(0, -1).join(", "), last: names.at(-1) };
    return { error: text(isPromotion ? "move.promotes" : "move.is_ambiguous", what) };
  }
  const isMove = UCI.test(typed) || /^O(-O){1,2}$/.test(typed) || SAN.test(typed) || SAN.test(typed[0].toUpperCase() + typed.slice(1));
  const what = { typed: given.trim(), expected: text("move.expected") };
  return { error: text(isMove ? "move.not_legal" : "move.not_a_move", what) };
};

// Returns a move in SAN, spelt out: "knight takes f 3, check".
/** @type {(san: string) => string} */
export const say = (san) => {
  const ending = san.endsWith("#") ? text("say.checkmate") : san.endsWith("+") ? text("say.check") : "";
  const bare = normalised(san);
  if (bare === "O-O") return text("say.kingside", { ending });
  if (bare === "O-O-O") return text("say.queenside", { ending });
  const parts = partsOf(bare);
  if (!parts) return san;
  const words = [parts.piece && typeName(parts.piece), parts.file, parts.rank, bare.includes("x") ? text("say.captures") : "", ...parts.to];
  const promotion = parts.promotion ? text("say.promotion", { piece: typeName(parts.promotion) }) : "";
  return `${words.filter(Boolean).join(" ")}${promotion}${ending}`;
};
