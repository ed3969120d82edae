// The field for moves and commands: what can be typed, what each command does, and what it answers. Those who hear the board
// get it in words.

import { button, element, newId } from "./dom.js";
import { parseTyped } from "./moves.js";
import { clockWords } from "./player_strip.js";
import { noteKind, noteText, placeText, spokenMove } from "./shown_state.js";
import { FILES, LETTERS, parsePlacement, pieceName, piecesWords, squareWords } from "./squares.js";
import { text } from "./texts.js";

// The answers to a question, in any language that there is.
const YES = /^(y|yes|o|oui)$/i;
const NO = /^(n|no|non)$/i;

// What can be typed instead of a move, and the key of what it does.
const COMMANDS = [
  ["help", "command.help"],
  ["last", "command.last"],
  ["board", "command.board"],
  ["pieces N", "command.pieces"],
  ["rank 4, file e", "command.rank"],
  ["square e4", "command.square"],
  ["moves", "command.moves"],
  ["clock", "command.clock"],
  ["score", "command.score"],
  ["hint", "command.hint"],
  ["why", "command.why"],
  ["back, forward, start, end", "command.look"],
  ["take back", "command.take_back"],
  ["cancel", "command.cancel"],
  ["mark e4, mark e2e4", "command.mark"],
  ["draw", "command.draw"],
  ["resign", "command.resign"],
  ["stop", "command.stop"],
  ["flip", "command.flip"],
  ["fen, pgn", "command.copy"],
];

// Other words for some commands, among them lichess's letters.
/** @type {{ [typed: string]: string }} */
const ALIASES = {
  "?": "help", h: "help", commands: "help", l: "last", c: "clock", clocks: "clock", time: "clock",
  takeback: "take back", undo: "take back", "take-back": "take back", "move now": "stop", next: "forward", previous: "back", "cancel premove": "cancel",
  first: "start", eval: "score", evaluation: "score", "copy fen": "fen", "copy pgn": "pgn", b: "board", "offer draw": "draw",
};
// Commands with one argument: a pattern, and the name under which it is carried out.
/** @type {[RegExp, string][]} */
const PATTERNS = [
  [/^(?:p|pieces?|where)\s+(white|black|king|queen|rook|bishop|knight|pawn|[kqrbnp])s?$/i, "pieces"],
  [/^(?:s|scan)\s+([a-h]|[1-8])$/i, "scan"],
  [/^(?:rank|row)\s+([1-8])$/i, "scan"],
  [/^(?:file|column)\s+([a-h])$/i, "scan"],
  [/^(?:square|on|o)\s+([a-h][1-8])$/i, "square"],
  [/^moves\s+([a-h][1-8])$/i, "square"],
  [/^(?:mark|arrow|circle)\s+((?:[a-h][1-8]){1,2})$/i, "mark"],
];

// The commands without an argument.
const PLAIN = COMMANDS.flatMap(([usage]) => usage.split(", ")).filter((one) => !PATTERNS.some(([pattern]) => pattern.test(one)));

// Returns { name, argument } of a command, or null if the text is none; it may then be a move. A lone b is the bishop's
// letter and no move, so it can stand for the board.
/** @param {string} given */
const parseCommand = (given) => {
  const typed = given.trim().replace(/\s+/g, " ");
  const plain = ALIASES[typed.toLowerCase()] || typed.toLowerCase();
  if (PLAIN.includes(plain)) return { name: plain, argument: "" };
  for (const [pattern, name] of PATTERNS) {
    const match = pattern.exec(typed);
    if (match) return { name, argument: match[1].toLowerCase() };
  }
  return null;
};

// The board in words: pieces, ranks and files.

// Returns where the pieces of one side or of one type are.
/** @type {(pieces: string, wanted: string) => string} */
const wantedPieces = (pieces, wanted) => (wanted === "white" || wanted === "black" ? piecesWords(pieces, [wanted])
  : piecesWords(pieces, undefined, LETTERS[wanted] ?? wanted));

// Returns what stands on a rank (1 to 8) or a file (a to h): `Rank 4: e 4 white pawn; the other squares are empty`.
/** @type {(pieces: string, line: string) => string} */
const lineWords = (pieces, line) => {
  const letters = parsePlacement(pieces);
  const isFile = FILES.includes(line);
  const squares = isFile ? [..."12345678"].map((rank) => line + rank) : [...FILES].map((file) => file + line);
  const occupied = squares.filter((square) => letters[square]).map((square) => `${squareWords(square)} ${pieceName(letters[square])}`);
  return text(isFile ? "typed.file" : "typed.rank", { name: line, pieces: occupied.join(", ") || text("typed.empty") });
};

// Returns what stands on a square, and the legal moves from it.
/** @type {(pieces: string, square: string, legal: LegalMove[]) => string} */
const squareIn = (pieces, square, legal) => {
  const sign = parsePlacement(pieces)[square];
  const moves = legal.filter((move) => move.uci.startsWith(square)).map((move) => squareWords(move.uci.slice(2, 4)));
  const to = [...new Set(moves)].sort();
  const where = { square: squareWords(square), content: sign ? pieceName(sign) : text("typed.empty") };
  return to.length ? text("typed.square_moves", { ...where, moves: to.join(", ") }) : text("typed.square", where);
};

/** @param {LegalMove[]} legal */
const legalWords = (legal) => (legal.length
  ? text("typed.legal_moves", { count: legal.length, moves: legal.map((move) => move.san).join(", ") }) : text("typed.not_to_move"));

// Returns functions of a command's argument by the command's name. Each may return a text, or a question { question, yes }
// whose function is called when the answer is yes.
/** @type {(view: import("./game_view.js").GameView) => { [name: string]: (argument: string) => CommandResult | Promise<void> }} */
const gameCommands = (view) => {
  const pieces = () => view.position.pieces;
  const lastMove = () => (view.ply ? spokenMove(view.state, view.ply) : text("typed.no_move_yet"));
  const clocks = () => {
    const left = view.clocks();
    return left ? text("typed.clocks", { white: clockWords(left.white), black: clockWords(left.black) }) : text("typed.no_clock");
  };
  /** @param {number} ply */
  const look = (ply) => {
    view.look(ply);
    return text("typed.place", { place: placeText(view.state, view.ply) }) + (view.ply ? ` ${lastMove()}` : "");
  };
  return {
    last: lastMove,
    board: () => piecesWords(pieces()),
    pieces: (wanted) => wantedPieces(pieces(), wanted),
    scan: (line) => lineWords(pieces(), line),
    square: (square) => squareIn(pieces(), square, view.legal()),
    moves: () => legalWords(view.legal()),
    clock: clocks,
    score: () => (view.score() ? text("typed.score", { score: view.score() }) : text("typed.no_score")),
    hint: () => view.command("hint"),
    why: () => view.why || text("typed.no_why"),
    "take back": () => view.takeBack(),
    draw: () => view.command("draw"),
    resign: () => ({ question: view.resignQuestion, yes: () => view.command("resign") }),
    stop: () => view.command("stop"),
    flip: () => view.flip(),
    cancel: () => { if (!view.cancelPremove()) return text("typed.no_premove"); },
    mark: (squares) => view.parts.board.mark(squares.slice(0, 2), squares.slice(-2)),
    back: () => look(view.ply - 1),
    forward: () => look(view.ply + 1),
    start: () => look(0),
    end: () => look(view.state.moves.length),
    fen: () => view.copyFen(),
    pgn: () => view.copyPgn(),
  };
};

// Returns why no move can be made on the board that is shown, as { reason, keeps }; `keeps` says that the move may be made
// later, and stays in the field.
/** @param {import("./game_view.js").GameView} view */
const whyNoMove = (view) => {
  if (view.at !== null) return { reason: text("typed.looking"), keeps: false };
  const kind = noteKind(view.state, false);
  if (kind === "over") return { reason: text("typed.is_over"), keeps: false };
  if (!view.state.white.human && !view.state.black.human) return { reason: text("typed.no_human"), keeps: false };
  const reason = kind === "waiting" || kind === "stopped" ? noteText(view.state, kind, view.ply) : text("typed.on_its_way");
  return { reason: text("typed.stays", { reason }), keeps: true };
};

// Returns the field of a game, as { element, input }; `view` is a GameView. What is not understood here is sent, to hear why it is not a move.
/** @param {import("./game_view.js").GameView} view */
export const typedField = (view) => {
  const actions = gameCommands(view);
  const id = newId("typed");
  const input = element("input", {
    id, type: "text", autocomplete: "off", autocapitalize: "off", autocorrect: "off", spellcheck: "false", enterkeyhint: "go",
    placeholder: text("typed.example"),
  });
  const answer = element("p", { class: "answer" });
  const commands = element("dl", {});
  const help = element("div", { class: "help scroll", tabindex: "0", role: "region", "aria-label": text("typed.commands"), hidden: true }, commands);
  /** @type {Question | null} */
  let pending = null;

  /** @param {string} words */
  const reply = (words) => {
    answer.textContent = words;
    if (words) view.say(words);
  };
  /** @param {boolean} isShown */
  const showHelp = (isShown) => {
    help.hidden = !isShown;
    helpButton.setAttribute("aria-expanded", String(isShown));
  };
  /** @param {{ name: string, argument: string }} command */
  const carryOut = async ({ name, argument }) => {
    if (name === "help") {
      showHelp(true);
      reply(text("typed.usage", { commands: COMMANDS.map(([usage]) => usage).join("; ") }));
      return;
    }
    const result = (await actions[name](argument)) ?? "";
    if (typeof result === "object") {
      pending = result;
      reply(text("typed.yes_or_no", { question: result.question }));
    } else reply(result || "");
  };
  /** @param {() => Promise<string | void>} yes */
  const agree = async (yes) => reply((await yes()) || "");
  /** @param {string} line */
  const enter = (line) => {
    const asked = pending;
    pending = null;
    if (asked && YES.test(line)) return agree(asked.yes);
    if (asked && NO.test(line)) return reply(text("typed.nothing_done"));
    const command = parseCommand(line);
    if (command) return carryOut(command);
    reply("");
    if (!view.playable().length) {
      const { reason, keeps } = whyNoMove(view);
      if (keeps) input.value = line;
      return view.refuse(reason);
    }
    const move = parseTyped(line, view.playable());
    if (typeof move === "string") return view.play(move);
    return view.premoveSide ? view.refuse(move.error) : view.command("move", { move: line, ply: view.ply });
  };
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    const line = input.value.trim();
    input.value = "";
    if (line) enter(line);
  };
  const helpButton = button(text("typed.help"), () => showHelp(help.hidden), { class: "quiet", "aria-expanded": "false" });
  commands.append(...COMMANDS.flatMap(([usage, effect]) => [element("dt", {}, usage), element("dd", {}, text(effect))]));
  const form = element("form", { class: "typed", submit },
    element("label", { for: id }, text("typed.label")), input, helpButton);
  return { element: element("div", { class: "typing" }, form, answer, help), input };
};
