// What can be typed instead of a move.

export const COMMANDS = [
  ["help", "list what can be typed"],
  ["last", "say the last move"],
  ["board", "say where all pieces are"],
  ["pieces N", "say where the knights are; also K, Q, R, B, P, or white, black"],
  ["rank 4, file e", "say what stands on a rank or a file"],
  ["square e4", "say what stands on a square, and where it can go"],
  ["moves", "say how many moves are legal, and which"],
  ["clock", "say both clocks"],
  ["score", "say the last score that a program reported"],
  ["hint", "ask today's engine for a move"],
  ["back, forward, start, end", "look at another move of the game"],
  ["take back", "take your last move back"],
  ["draw", "claim or offer a draw"],
  ["resign", "give the game up; it asks first"],
  ["stop", "make the program move now"],
  ["flip", "turn the board round"],
  ["fen, pgn", "copy the position or the game"],
];

// Other words for some commands, among them lichess's letters.
const ALIASES = {
  "?": "help", h: "help", commands: "help", l: "last", c: "clock", clocks: "clock", time: "clock",
  takeback: "take back", undo: "take back", "take-back": "take back", "move now": "stop", next: "forward", previous: "back",
  first: "start", eval: "score", evaluation: "score", "copy fen": "fen", "copy pgn": "pgn", b: "board", "offer draw": "draw",
};
const PLAIN = new Set([
  "help", "last", "board", "moves", "clock", "score", "hint", "back", "forward", "start", "end", "take back", "draw",
  "resign", "stop", "flip", "fen", "pgn",
]);
// Commands with one argument: a pattern, and the name under which it is carried out.
const PATTERNS = [
  [/^(?:p|pieces?|where)\s+(white|black|king|queen|rook|bishop|knight|pawn|[kqrbnp])s?$/i, "pieces"],
  [/^(?:s|scan)\s+([a-h]|[1-8])$/i, "scan"],
  [/^(?:rank|row)\s+([1-8])$/i, "scan"],
  [/^(?:file|column)\s+([a-h])$/i, "scan"],
  [/^(?:square|on|o)\s+([a-h][1-8])$/i, "square"],
  [/^moves\s+([a-h][1-8])$/i, "square"],
];

// Returns { name, argument } of a command, or null if the text is none; it may then be a move. A lone b is the bishop's
// letter and no move, so it can stand for the board.
export const parseCommand = (text) => {
  const typed = text.trim().replace(/\s+/g, " ");
  const plain = ALIASES[typed.toLowerCase()] || typed.toLowerCase();
  if (PLAIN.has(plain)) return { name: plain, argument: "" };
  for (const [pattern, name] of PATTERNS) {
    const match = pattern.exec(typed);
    if (match) return { name, argument: match[1].toLowerCase() };
  }
  return null;
};
