"""The games that this project writes, read by two libraries for browsers: chess.js and kokopu, of npm.

`npm install chess.js@1.4.0 kokopu@4.13.4` puts them into a folder node_modules, which GOSUB_PGN_READERS names.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final

import chess
import pytest
from browsers import missing

from modern.game.game import Game
from modern.game.move_notes import MoveNote, Variation, VariationMove, plain_comment
from modern.game.pgn_reading import every_game
from modern.game.pgn_writing import pgn_as_read, pgn_of
from modern.pages.game_facts import pgn_text, recorded_game
from modern.report import Score

pytestmark = pytest.mark.slow

TOP: Final = Path(__file__).parents[3]
#: The folder with npm's packages chess.js and kokopu.
READERS: Final = os.environ.get("GOSUB_PGN_READERS", "")

#: Reads PGNs, a list as JSON, and writes what each library has read. Both give a position for each move.
SCRIPT: Final = r"""
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(`${process.argv[1]}/`);
const { Chess } = require("chess.js");
const kokopu = require("kokopu");

const chessJs = (pgn) => {
  const game = new Chess();
  game.loadPgn(pgn);
  const moves = game.history({ verbose: true });
  const comments = Object.fromEntries(game.getComments().map(({ fen, comment }) => [fen, comment]));
  const start = moves.length ? moves[0].before : game.fen();
  return {
    headers: game.getHeaders(), introduction: comments[start] ?? "",
    moves: moves.map(({ after }) => ({ fen: after, comment: comments[after] ?? "" })),
  };
};
const nodes = (variation) => variation.nodes().map((node) => ({
  fen: node.fen(), comment: node.comment() ?? "", glyphs: node.nags(), variations: node.variations().map(nodes),
}));
const byKokopu = (pgn) => {
  const games = kokopu.pgnRead(pgn);
  if (games.gameCount() !== 1) throw new Error(`kokopu has read ${games.gameCount()} games`);
  const game = games.game(0);
  return {
    white: game.playerName("w") ?? "?", result: game.result(),
    introduction: game.mainVariation().comment() ?? "", moves: nodes(game.mainVariation()),
  };
};
const pgns = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(pgns.map((pgn) => ({ chessJs: chessJs(pgn), kokopu: byKokopu(pgn) }))));
"""


def shipped_games() -> list[str]:
    """Returns every PGN of one game that commands have written and that comes with the project."""
    folders = (TOP / "docs", TOP / "tests" / "data")
    return [path.read_text(encoding="utf-8") for folder in folders for path in sorted(folder.rglob("*.pgn"))]


def written_now() -> list[str]:
    """Returns games with all that a PGN can say."""
    # chess.js reads no quotation mark and no backslash inside a header, which PGN escapes.
    headers = {"White": "Anna [the 'rook']", "Black": "Øyvind", "Result": "1-0", "TimeControl": "60+1"}
    game = Game(moves=["e2e4", "e7e5", "g1f3"], headers=headers)
    game.introduction = "An {odd} game; [%x] % of them."
    inner: Variation = (VariationMove("g8f6", MoveNote(glyphs=(13,))),)
    line = (VariationMove("c7c5", MoveNote(comment="Sicilian")), VariationMove("g1f3", MoveNote(variations=(inner,))))
    game.notes[0] = MoveNote(comment="; best by test " * 12, glyphs=(1, 14))
    game.notes[1] = MoveNote(Score(-35), 8, 0.52, comment="[%clk 0:01:00] book", variations=(line[:1],))
    promotion = Game("4k3/P6r/8/8/3pP3/8/8/R3K2R b KQ e3 0 33", ["d4e3", "a7a8q", "e8f7", "e1c1", "h7h1"])
    lone = Game("8/8/8/8/8/4k3/8/4K3 w - - 99 200")
    long_game = Game()
    for ply in range(300):
        long_game.make(long_game.position.legal_moves()[ply % len(long_game.position.legal_moves())])
    return [pgn_of(one) for one in (game, promotion, lone, long_game)] + [pgn_text(recorded_game())]


def fens(game: Game) -> list[str]:
    """Returns the positions of a game, each without its counters and its en passant square."""
    board = chess.Board(game.start)
    found = []
    for move in game.uci_moves:
        board.push_uci(move)
        found.append(position_of(board.fen()))
    return found


def position_of(fen: str) -> str:
    return " ".join(fen.split()[:3])


def shape(moves: Any) -> list[tuple[list[int], list[Any]]]:
    """Returns the glyphs and the variations of each move, inside each other."""
    return [(move["glyphs"], [shape(line) for line in move["variations"]]) for move in moves]


def own_shape(notes: list[MoveNote]) -> list[tuple[list[int], list[Any]]]:
    return [
        (list(note.glyphs), [own_shape([inner for _, inner in line]) for line in note.variations]) for note in notes
    ]


def words(text: str) -> str:
    """Returns a comment without commands and line ends; both libraries keep those in their own ways."""
    return "".join(plain_comment(text).split())


def test_chess_js_and_kokopu_read_whole_what_is_written() -> None:
    node = shutil.which("node")
    if node is None:
        missing("node is not installed")
    if not Path(READERS, "kokopu").is_dir() or not Path(READERS, "chess.js").is_dir():
        missing("GOSUB_PGN_READERS does not name a folder with npm's chess.js and kokopu")
    shipped = shipped_games()
    games = [game for pgn in shipped for game in every_game(pgn)]
    pgns = [*shipped, *(pgn_as_read(game) for game in games), *written_now()]
    assert len(games) == len(shipped) >= 13
    command = [str(node), "--input-type=module", "--eval", SCRIPT, READERS]
    ended = subprocess.run(
        command, input=json.dumps(pgns), capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert ended.returncode == 0, ended.stderr
    for pgn, read in zip(pgns, json.loads(ended.stdout), strict=True):
        (game,) = every_game(pgn)
        assert (game.error, game.problems) == ("", [])
        comments = [words(note.comment) for note in game.notes]
        for one in (read["chessJs"], read["kokopu"]):
            assert [position_of(move["fen"]) for move in one["moves"]] == fens(game)
            assert [words(move["comment"]) for move in one["moves"]] == comments
            assert words(one["introduction"]) == words(game.introduction)
        assert read["chessJs"]["headers"]["Result"] == read["kokopu"]["result"] == game.headers["Result"]
        assert read["kokopu"]["white"] == game.headers["White"]
        assert shape(read["kokopu"]["moves"]) == own_shape(game.notes)
