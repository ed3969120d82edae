// What each typed command does in a game, and what it answers.

import { placeText, spokenMove, clocksWords } from "./game_words.js";
import { legalWords, lineWords, piecesWords, squareIn } from "./reading.js";

// Returns functions of a command's argument by the command's name. `view` is a GameView.
export const gameCommands = (view) => {
  const pieces = () => view.position.pieces;
  const lastMove = () => {
    if (view.ply === 0) return "No move has been made.";
    return spokenMove(view.positions[view.ply - 1].turn, view.state.moves[view.ply - 1]);
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
    clock: () => clocksWords(view.clocks()),
    score: () => (view.score() ? `${view.score()}, from White's side.` : "No program has reported a score."),
    hint: () => view.command("hint"),
    "take back": () => view.command("take_back"),
    draw: () => view.command("draw"),
    resign: () => ({ question: view.resignQuestion, yes: () => view.command("resign") }),
    stop: () => view.command("stop"),
    flip: () => view.flip(),
    back: () => look(view.ply - 1),
    forward: () => look(view.ply + 1),
    start: () => look(0),
    end: () => look(view.state.moves.length),
    fen: () => view.copyFen(),
    pgn: () => view.copyPgn(),
  };
};
