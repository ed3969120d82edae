// The field for moves and commands: what can be typed, what each command does, and what it answers. Those who hear the board
// get it in words.

import { button, capitalised, element, newId, plural } from "./dom.js";
import { parseTyped } from "./moves.js";
import { clockWords } from "./player_strip.js";
import { noteKind, noteText, placeText, spokenMove } from "./shown_state.js";
import { FILES, parsePlacement, pieceName, typeName } from "./squares.js";

const YES = /^(y|yes)$/i;
const NO = /^(n|no)$/i;
const LOOKING = "No move can be made on this board now. Type end to see the game as it is, or help.";

// What can be typed instead of a move.
const COMMANDS = [
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
  ["cancel", "take a premove back: a move typed while the program thinks"],
  ["mark e4, mark e2e4", "draw a circle or an arrow, or remove it"],
  ["draw", "claim or offer a draw"],
  ["resign", "give the game up; it asks first"],
  ["stop", "make the program move now"],
  ["flip", "turn the board round"],
  ["fen, pgn", "copy the position or the game"],
];

// Other words for some commands, among them lichess's letters.
const ALIASES = {
  "?": "help", h: "help", commands: "help", l: "last", c: "clock", clocks: "clock", time: "clock",
  takeback: "take back", undo: "take back", "take-back": "take back", "move now": "stop", next: "forward", previous: "back", "cancel premove": "cancel",
  first: "start", eval: "score", evaluation: "score", "copy fen": "fen", "copy pgn": "pgn", b: "board", "offer draw": "draw",
};
const PLAIN = new Set([
  "help", "last", "board", "moves", "clock", "score", "hint", "back", "forward", "start", "end", "take back", "draw",
  "resign", "stop", "flip", "fen", "pgn", "cancel",
]);
// Commands with one argument: a pattern, and the name under which it is carried out.
const PATTERNS = [
  [/^(?:p|pieces?|where)\s+(white|black|king|queen|rook|bishop|knight|pawn|[kqrbnp])s?$/i, "pieces"],
  [/^(?:s|scan)\s+([a-h]|[1-8])$/i, "scan"],
  [/^(?:rank|row)\s+([1-8])$/i, "scan"],
  [/^(?:file|column)\s+([a-h])$/i, "scan"],
  [/^(?:square|on|o)\s+([a-h][1-8])$/i, "square"],
  [/^moves\s+([a-h][1-8])$/i, "square"],
  [/^(?:mark|arrow|circle)\s+((?:[a-h][1-8]){1,2})$/i, "mark"],
];

// Returns { name, argument } of a command, or null if the text is none; it may then be a move. A lone b is the bishop's
// letter and no move, so it can stand for the board.
const parseCommand = (text) => {
  const typed = text.trim().replace(/\s+/g, " ");
  const plain = ALIASES[typed.toLowerCase()] || typed.toLowerCase();
  if (PLAIN.has(plain)) return { name: plain, argument: "" };
  for (const [pattern, name] of PATTERNS) {
    const match = pattern.exec(typed);
    if (match) return { name, argument: match[1].toLowerCase() };
  }
  return null;
};

// The board in words: pieces, ranks and files.

const NAMES = Object.fromEntries([..."kqrbnp"].map((letter) => [letter, typeName(letter)]));

// A square is read letter by letter, so that a voice does not make a word of it.
const squareWords = (square) => `${square[0]} ${square[1]}`;

const sideOf = (sign) => (sign === sign.toUpperCase() ? "white" : "black");

// Returns where the pieces of one side or of one type are: `White: king e 1, queen d 1`.
const piecesWords = (pieces, wanted = "") => {
  const letter = wanted.length === 1 ? wanted : Object.keys(NAMES).find((key) => NAMES[key] === wanted);
  const letters = parsePlacement(pieces);
  const isWanted = (sign, side) =>
    sideOf(sign) === side && (letter ? sign.toLowerCase() === letter : !wanted || wanted === side);
  const listOf = (side) => [..."kqrbnp"].flatMap((type) => {
    const squares = Object.keys(letters).filter((square) => letters[square].toLowerCase() === type && isWanted(letters[square], side));
    return squares.map((square) => `${NAMES[type]} ${squareWords(square)}`);
  }).join(", ");
  const sides = wanted === "white" || wanted === "black" ? [wanted] : ["white", "black"];
  return sides.map((side) => `${capitalised(side)}: ${listOf(side) || "none"}.`).join(" ");
};

// Returns what stands on a rank (1 to 8) or a file (a to h): `Rank 4: e 4 white pawn; the other squares are empty`.
const lineWords = (pieces, line) => {
  const letters = parsePlacement(pieces);
  const isFile = FILES.includes(line);
  const squares = isFile ? [..."12345678"].map((rank) => line + rank) : [...FILES].map((file) => file + line);
  const occupied = squares.filter((square) => letters[square]).map((square) => `${squareWords(square)} ${pieceName(letters[square])}`);
  return `${isFile ? "File" : "Rank"} ${line}: ${occupied.join(", ") || "empty"}.`;
};

// Returns what stands on a square, and the legal moves from it.
const squareIn = (pieces, square, legal) => {
  const sign = parsePlacement(pieces)[square];
  const moves = legal.filter((move) => move.uci.startsWith(square)).map((move) => squareWords(move.uci.slice(2, 4)));
  const to = [...new Set(moves)].sort();
  const where = `${squareWords(square)}: ${sign ? pieceName(sign) : "empty"}`;
  return to.length ? `${where}; it can go to ${to.join(", ")}.` : `${where}.`;
};

const legalWords = (legal) =>
  legal.length ? `${plural(legal.length, "legal move")}: ${legal.map((move) => move.san).join(", ")}.` : "You are not to move.";

// Returns functions of a command's argument by the command's name. Each may return a text, or a question { question, yes }
// whose function is called when the answer is yes.
const gameCommands = (view) => {
  const pieces = () => view.position.pieces;
  const lastMove = () => (view.ply ? spokenMove(view.state, view.ply) : "No move has been made.");
  const clocks = () => {
    const left = view.clocks();
    return left ? `White: ${clockWords(left.white)}. Black: ${clockWords(left.black)}.` : "This game has no clock.";
  };
  const look = (ply) => {
    view.look(ply);
    return `${placeText(view.state, view.ply)}.${view.ply ? ` ${lastMove()}` : ""}`;
  };
  return {
    last: lastMove,
    board: () => piecesWords(pieces()),
    pieces: (wanted) => piecesWords(pieces(), wanted),
    scan: (line) => lineWords(pieces(), line),
    square: (square) => squareIn(pieces(), square, view.legal()),
    moves: () => legalWords(view.legal()),
    clock: clocks,
    score: () => (view.score() ? `${view.score()}, from White's side.` : "No program has reported a score."),
    hint: () => view.command("hint"),
    "take back": () => view.command("take_back"),
    draw: () => view.command("draw"),
    resign: () => ({ question: view.resignQuestion, yes: () => view.command("resign") }),
    stop: () => view.command("stop"),
    flip: () => view.flip(),
    cancel: () => { if (!view.cancelPremove()) return "There is no premove."; },
    mark: (squares) => view.parts.board.mark(squares.slice(0, 2), squares.slice(-2)),
    back: () => look(view.ply - 1),
    forward: () => look(view.ply + 1),
    start: () => look(0),
    end: () => look(view.state.moves.length),
    fen: () => view.copyFen(),
    pgn: () => view.copyPgn(),
  };
};

// Returns why no move can be made on the board that is shown, as { text, keeps }; `keeps` says that the move may be made
// later, and stays in the field.
const whyNoMove = (view) => {
  if (view.at !== null) return { text: LOOKING, keeps: false };
  const kind = noteKind(view.state, false);
  if (kind === "over") return { text: "The game is over.", keeps: false };
  if (!view.state.white.human && !view.state.black.human) return { text: "No human plays in this game.", keeps: false };
  const reason = kind === "waiting" || kind === "stopped" ? noteText(view.state, kind, view.ply) : "Your last move is on its way";
  return { text: `${reason}. What you typed stays here until it is your turn.`, keeps: true };
};

// Returns the field of a game; `view` is a GameView. What is not understood here is sent, to hear why it is not a move.
export const typedField = (view) => {
  const actions = gameCommands(view);
  const id = newId("typed");
  const input = element("input", {
    id, type: "text", autocomplete: "off", autocapitalize: "off", autocorrect: "off", spellcheck: "false", enterkeyhint: "go",
    placeholder: "e4, Nf3, g1f3, help",
  });
  const answer = element("p", { class: "answer" });
  const commands = element("dl", {});
  const help = element("div", { class: "help scroll", tabindex: "0", role: "region", "aria-label": "Commands", hidden: true }, commands);
  let pending = null;

  const reply = (text) => {
    answer.textContent = text;
    if (text) view.say(text);
  };
  const showHelp = (isShown) => {
    help.hidden = !isShown;
    helpButton.setAttribute("aria-expanded", String(isShown));
  };
  const carryOut = async ({ name, argument }) => {
    if (name === "help") {
      showHelp(true);
      reply(`Type a move as Nf3, g1f3, O-O or e8=Q. Commands: ${COMMANDS.map(([usage]) => usage).join("; ")}.`);
      return;
    }
    const result = await actions[name](argument);
    if (result && result.question) {
      pending = result;
      reply(`${result.question} Type yes or no.`);
    } else reply(result || "");
  };
  const agree = async (yes) => reply((await yes()) || "");
  const enter = (text) => {
    const asked = pending;
    pending = null;
    if (asked && YES.test(text)) return agree(asked.yes);
    if (asked && NO.test(text)) return reply("Nothing was done.");
    const command = parseCommand(text);
    if (command) return carryOut(command);
    reply("");
    if (!view.playable().length) {
      const { text: reason, keeps } = whyNoMove(view);
      if (keeps) input.value = text;
      return view.refuse(reason);
    }
    const move = parseTyped(text, view.playable());
    if (typeof move === "string") return view.play(move);
    return view.premoveSide ? view.refuse(move.error) : view.command("move", { move: text, ply: view.ply });
  };
  const submit = (event) => {
    event.preventDefault();
    const text = input.value.trim();
    input.value = "";
    if (text) enter(text);
  };
  const helpButton = button("Help", () => showHelp(help.hidden), { class: "quiet", "aria-expanded": "false" });
  commands.append(...COMMANDS.flatMap(([usage, effect]) => [element("dt", {}, usage), element("dd", {}, effect)]));
  const form = element("form", { class: "typed", submit },
    element("label", { for: id }, "Move or command"), input, helpButton);
  return { element: element("div", { class: "typing" }, form, answer, help) };
};
