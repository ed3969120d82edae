"""The scripts of the page that need no browser: node's own runner tests them, with data that Python makes."""

from __future__ import annotations

import itertools
import json
import shutil
import subprocess
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import chess
import pytest

from historic.readings import PRINTED
from modern.facts import Fact, as_json
from modern.game.clock import TimeSetting
from modern.game.pgn_reading import numbered_game
from modern.game.session import GameSession, Seat
from modern.pages.game_page import game_page
from modern.pages.positions import page_positions
from modern.pictures.browser.modules import ALL_TEXTS, browser_text
from modern.players import PLAYERS
from modern.proof.stepper import LABEL_TEXTS, QUIRKS
from modern.rules import MoveError, Position
from modern.rules.bitboard import SQUARE_NAMES
from modern.rules.fen import INITIAL_FEN
from modern.rules.typed_move import parse_typed_move
from modern.web import inside
from modern.web.game_json import shown_state
from modern.web.stored_game import new_game
from modern.web.thinking import Thinker, finish_task, task_json

NODE: Final = shutil.which("node")
TESTS: Final = Path(__file__).with_name("scripts")
PACKAGES: Final = ("modern.pages", "modern.pictures.browser", "modern.web.pyodide", "modern.web.static")
MATE: Final = ("e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7")
#: A game with castling on both sides, en passant, promotions with and without a capture, and a check.
GAME_OF_ALL_MOVES: Final = (
    *("e2e4", "d7d5", "e4d5", "c7c5", "d5c6", "g8f6", "c6b7", "e7e5", "b7a8q", "f8b4", "g1f3", "e8g8"),
    *("f1e2", "h7h5", "e1g1", "h5h4", "g2g4", "h4g3", "a8b8", "g3f2", "f1f2", "d8d2", "b1d2", "a7a5", "c2c3", "a5a4"),
)
#: Positions in which moves are typed.
TYPED_IN: Final = {
    "the start": INITIAL_FEN,
    "a promotion": "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1",
    "castling": "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "knights": "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1",
    "a bishop or a pawn": "4k3/8/8/8/8/2n5/1P6/B3K3 w - - 0 1",
    "en passant": "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
}
#: A game with a promotion, a check, a clock and a glyph, whose page is tested.
PAGE_GAME: Final = (
    '[White "Anna"]\n[Black "Ben"]\n[FEN "7k/4P3/8/8/8/8/8/4K3 w - - 0 1"]\n\n'
    "1. e8=Q+ {[%clk 0:01:00]} Kg7 2. Qe5+! {fine} *\n"
)
#: The elements that have no end tag.
VOID: Final = ("br", "hr", "img", "input", "link", "meta")
SMALL: Final = "4k3/8/8/8/8/8/4p3/4K3 b - - 0 1"


def facts() -> list[Any]:
    """Returns facts of all kinds, with their English words."""
    position, told = Position(), [*LABEL_TEXTS.values(), *QUIRKS.values(), *inside.MEANINGS.values()]
    told += [entry.title for entry in PLAYERS.values() if isinstance(entry.title, Fact)]
    for typed in ("e5e6", "e7e5", "e1e2", "Ra3", "Nd4", "Qh5", "O-O", "exd5", "a9", "what", "b1c1"):
        try:
            parse_typed_move(position, typed)
        except MoveError as error:
            told.append(error.args[0])
    return [{"fact": as_json(one), "words": str(one)} for one in told]


def states() -> list[Any]:
    """Returns the states of a game, after each ply."""
    session = GameSession({"white": Seat("human", "Human"), "black": Seat("historic", "x")}, TimeSetting(depth=1))
    shown = [shown_state(session, 0.0)]
    for uci in MATE:
        session.game.make(session.game.position.parse_uci(uci))
        session._end_if_over()
        shown.append(shown_state(session, 0.0))
    return json.loads(json.dumps(shown))  # type: ignore[no-any-return]


def positions() -> Any:
    """Returns the state at the end of a game, and each FEN of the game with the king that is in check, if one is."""
    session = GameSession({"white": Seat("human", "Human"), "black": Seat("human", "Human")}, TimeSetting(depth=1))
    position, expected = session.game.position, []
    for uci in (None, *GAME_OF_ALL_MOVES):
        if uci:
            session.game.make(position.parse_uci(uci))
        king = SQUARE_NAMES[position.king_square(position.turn)] if position.is_check() else None
        expected.append([position.fen(), king])
    return {"state": shown_state(session, 0.0), "expected": expected}


def legal() -> Any:
    """Returns the legal moves of each position in which moves are typed."""
    positions = {name: Position(fen) for name, fen in TYPED_IN.items()}
    return {
        name: [{"uci": move.uci(), "san": position.san(move)} for move in position.legal_moves()]
        for name, position in positions.items()
    }


def premoves() -> list[Any]:
    """Returns what each piece could do from each square on some board, for both sides, by python-chess."""
    expected = []
    for color, letter, square in itertools.product(chess.COLORS, "pnbrqk", chess.SQUARES):
        if letter == "p" and chess.square_rank(square) in (0, 7):
            continue
        board = chess.Board(None)
        board.turn = color
        board.set_piece_at(square, chess.Piece(chess.PIECE_SYMBOLS.index(letter), color))
        pieces, home = board.board_fen(), chess.E1 if color else chess.E8
        to_squares = {move.to_square for move in board.generate_pseudo_legal_moves()} | set(board.attacks(square))
        if letter == "k" and square == home:
            to_squares |= {home - 2, home + 2}
        names = [chess.square_name(square) + chess.square_name(to_square) for to_square in to_squares]
        moves = [name + "q" if letter == "p" and name[3] in "18" else name for name in names]
        expected.append({"pieces": pieces, "side": chess.COLOR_NAMES[color], "moves": sorted(moves)})
    return expected


def considered() -> Any:
    """Returns what the 1994 program considered in a turn of White and in one of Black."""
    events: dict[str, Any] = {}
    for side, human in (("white", "black"), ("black", "white")):
        game = new_game(
            {side: "historic", human: "human", "fen": f"r3k3/pp6/8/8/8/8/PP6/R3K3 {side[0]} - - 0 1", "pause": 0}
        )
        game.begin_turn(0.0)
        result = Thinker().think(json.loads(json.dumps(task_json(game, "g"))), lambda event: None)
        finish_task(game, json.loads(json.dumps(result)), 0.0)
        events[side] = game.considered
    return events


def turn() -> Any:
    """Returns a turn with all its parts."""
    settings = {"fen": SMALL}
    outline = inside.turn(settings)
    parts = [inside.part({**settings, "part": number}) for number in range(outline["parts"])]
    return {"outline": outline, "parts": parts, "names": inside.facts()["names"]}


class PageTree(HTMLParser):
    """The elements of a page as [tag, attributes, children], without the styles."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tree: list[Any] = ["html", {}, []]
        self.open = [self.tree]
        self.feed(page)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1][2].append([tag, {name: value or "" for name, value in attrs}, []])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "html":
            self.handle_startendtag(tag, attrs)
            if tag not in VOID:
                self.open.append(self.open[-1][2][-1])

    def handle_endtag(self, tag: str) -> None:
        while tag not in ("html", *VOID) and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if data.strip() and self.open[-1][0] != "style":
            self.open[-1][2].append(data)


def page() -> Any:
    """Returns the elements of the page of a game."""
    game = numbered_game(PAGE_GAME)
    return {"tree": PageTree(game_page(game, list(page_positions(game, PRINTED)), PRINTED)).tree}


@pytest.mark.skipif(NODE is None, reason="node is not installed")
def test_the_scripts_that_need_no_browser(tmp_path: Path) -> None:
    for package in PACKAGES:
        for entry in files(package).iterdir():
            if entry.name.endswith(".js"):
                tmp_path.joinpath(entry.name).write_bytes(entry.read_bytes())
    tmp_path.joinpath(ALL_TEXTS).write_text(browser_text(ALL_TEXTS), encoding="utf-8")
    tmp_path.joinpath("package.json").write_text('{"type": "module"}', encoding="utf-8")
    made = {"facts": facts(), "states": states(), "positions": positions(), "legal": legal(), "turn": turn()}
    made |= {"premoves": premoves(), "considered": considered(), "page": page()}
    for name, data in made.items():
        tmp_path.joinpath(f"{name}.json").write_text(json.dumps(data), encoding="utf-8")
    for path in TESTS.iterdir():
        shutil.copy(path, tmp_path)
    # In one process; `node --test` would start another one for each file.
    imports = "".join(f'import "./{path.name}";' for path in sorted(TESTS.glob("*.test.js")))
    command = [str(NODE), "--import", "./browser.js", "--input-type=module", "--eval", imports]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, encoding="utf-8", check=False)
    _, *failures = ended.stdout.split("\nnot ok ")
    assert ended.returncode == 0, ended.stderr + "\n".join(failure.partition("\nok ")[0] for failure in failures)
