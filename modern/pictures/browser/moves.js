// Moves as text: reading what a user types, and saying a move in words.

const PIECES = { N: "knight", B: "bishop", R: "rook", Q: "queen", K: "king" };
const SAN = /^([NBRQK]?)([a-h]?)([1-8]?)[x:-]?([a-h][1-8])(?:=?\(?([NBRQ])\)?)?$/;
const UCI = /^([a-h][1-8])[-x]?([a-h][1-8])=?([nbrqNBRQ]?)$/;
const EXPECTED = "expected a move such as e4, Nf3, O-O, e8=Q or e2e4";

// "Nxe5+!?" as "Nxe5"; castling with zeros or small letters as "O-O".
const normalised = (text) => {
  const bare = text.trim().replace(/^\d+\.+\s*/, "").replace(/\s*(?:e\.?p\.?)?[+#!?]*$/, "").replace(/\s/g, "");
  return /^[0oO](-[0oO]){1,2}$/.test(bare) ? bare.replace(/[0o]/g, "O") : bare;
};

// The parts of a move in SAN; null if it is none, or castling.
const partsOf = (san) => {
  const match = SAN.exec(san);
  return match && { piece: match[1], file: match[2], rank: match[3], to: match[4], promotion: match[5] || "" };
};

const fits = (typed, { uci, san }) => {
  const parts = partsOf(normalised(san));
  return parts !== null && parts.piece === typed.piece && parts.to === typed.to
    && (!typed.file || uci[0] === typed.file) && (!typed.rank || uci[1] === typed.rank)
    && (!typed.promotion || parts.promotion === typed.promotion);
};

const findUci = (text, legal) => {
  const match = UCI.exec(text);
  if (!match) return [];
  const [, from, to, promotion] = match;
  return legal.filter(({ uci }) => uci.startsWith(from + to) && (!promotion || uci[4] === promotion.toLowerCase()));
};

// Tries the text as it is, then with a capital for a piece: "nf3" is Nf3, but "bxc3" is a pawn's move if there is one.
const findSan = (text, legal) => {
  for (const one of new Set([text, text[0].toUpperCase() + text.slice(1)])) {
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
export const parseTyped = (text, legal) => {
  const typed = normalised(text);
  if (!typed) return { error: EXPECTED };
  const exact = findUci(typed, legal);
  const found = exact.length ? exact : findSan(typed, legal);
  if (found.length === 1) return found[0].uci;
  if (found.length) {
    const names = found.map(({ san }) => san);
    const isPromotion = found.every(({ uci }) => uci.slice(0, 4) === found[0].uci.slice(0, 4));
    return { error: `${text.trim()} ${isPromotion ? "promotes" : "is ambiguous"}: ${names.slice(0, -1).join(", ")} or ${names.at(-1)}?` };
  }
  const isMove = UCI.test(typed) || /^O(-O){1,2}$/.test(typed) || SAN.test(typed) || SAN.test(typed[0].toUpperCase() + typed.slice(1));
  return { error: isMove ? `${text.trim()} is not a legal move here` : `${text.trim()} is not a move; ${EXPECTED}` };
};

// Returns a move in SAN in words: "knight takes f 3, check".
export const say = (san) => {
  const ending = san.endsWith("#") ? ", checkmate" : san.endsWith("+") ? ", check" : "";
  const bare = normalised(san);
  if (bare === "O-O") return `castles kingside${ending}`;
  if (bare === "O-O-O") return `castles queenside${ending}`;
  const parts = partsOf(bare);
  if (!parts) return san;
  const words = [PIECES[parts.piece], parts.file, parts.rank, bare.includes("x") ? "takes" : "", ...parts.to];
  const promotion = parts.promotion ? `, promotes to ${PIECES[parts.promotion]}` : "";
  return `${words.filter(Boolean).join(" ")}${promotion}${ending}`;
};
