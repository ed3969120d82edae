"""The pictures of README and docs, drawn by the program itself."""

from __future__ import annotations

import io
from contextlib import suppress

import chess
import chess.svg
from making.page import PICTURES, Files, text_files
from making.terminal import terminal_picture
from rich.console import Console

from historic import Program, State
from historic.basic import Stop
from historic.machine.picture import svg
from historic.machine.screen import Echo, Keyboard, Screen, no_echo
from historic.study.sample_game import SAMPLE_GAME
from historic.study.terms import board_from_state
from modern.cli.play.board import WOOD, BoardStyle
from modern.cli.play.terminal import Terminal
from modern.cli.play.thinking import named_figures, status_line
from modern.game.clock import TimeSetting
from modern.game.game import Game
from modern.game.move_notes import MoveNote
from modern.game.session import HUMAN, GameSession
from modern.pictures.arrows import parse_arrows
from modern.pictures.board import board_picture, draw_board
from modern.pictures.board_12x12 import draw_12x12_board
from modern.pictures.diagrams import NAMED_PICTURES
from modern.pictures.heat import heat_map
from modern.pictures.svg import ARROW_ALPHA, BLUE, FAINT, document, text_element
from modern.players import MoveRequest
from modern.players.seats import seat_name, seated
from modern.rules import Move, Position
from modern.rules.attacks import BETWEEN, bishop_attacks, rook_attacks
from modern.rules.pieces import BLACK, KNIGHT, WHITE

#: The position of the author's first note: White captures on e5, because the defender on c6 is pinned.
PLIES = 12
BOARD = 270
#: The width of the terminal in the picture, in characters, and the index of the tried move that it shows.
COLUMNS = 52
TRIED = 12


class PictureKeyboard(Keyboard):
    """A keyboard that leaves the title, starts White's first move, and stops the program when row 18 shows `until`."""

    def __init__(self, until: str) -> None:
        self.until = until
        self.screen: Screen | None = None

    def inkey(self) -> str:
        """Returns A, the key that stops the program, once the row shows `until`."""
        assert self.screen is not None
        return "A" if self.screen.lines()[17].startswith(self.until) else ""

    def key(self) -> str:
        """Returns a key, which leaves the title."""
        return " "

    def line(self, echo: Echo = no_echo) -> str:
        """Returns an empty line: Enter."""
        return ""


def screen_at(keyboard: PictureKeyboard) -> Screen:
    """Returns the screen at the moment when the keyboard stops the program."""
    keyboard.screen = screen = Screen(keyboard)
    with suppress(Stop):
        Program(screen=screen).run()
    return screen


def board_of_the_note() -> chess.Board:
    """Returns the board after the first PLIES plies of the record."""
    board = chess.Board()
    for move in SAMPLE_GAME[:PLIES]:
        board.push_uci(move)
    return board


def board_12x12() -> str:
    """Draws A(0,..), the program's board: the number of each square and the piece on it, 99 at the edge."""
    return draw_12x12_board(
        board_from_state(State.from_fen(board_of_the_note().fen())),
        "The board of the 1994 program: 144 squares, each with its number and its piece",
    )


def bitboards_picture() -> str:
    """Draws the same position as bitboards: a side's pieces, its knights, a queen's attacks, and a pin."""
    board = board_of_the_note()
    position = Position.from_fen(board.fen())
    bitboards = position.bitboards
    occupied = bitboards[WHITE] | bitboards[BLACK]
    sets = (
        ("bitboards[WHITE]", bitboards[WHITE]),
        ("bitboards[BLACK + KNIGHT]", bitboards[BLACK + KNIGHT]),
        ("attacks of the queen", rook_attacks(chess.A4, occupied) | bishop_attacks(chess.A4, occupied)),
        ("between a4 and e8: one piece, pinned", BETWEEN[64 * chess.A4 + chess.E8]),
    )
    elements = []
    for index, (name, squares) in enumerate(sets):
        marked = dict.fromkeys(chess.SquareSet(int(squares) % 2**64), BLUE + ARROW_ALPHA)
        drawing = draw_board(board, fill=marked, size=BOARD)
        left, top = (BOARD + 20) * (index % 2), (BOARD + 52) * (index // 2)
        elements.append(f'<g transform="translate({left} {top})">{drawing}')
        elements.append(text_element(0, BOARD + 17, name, 14))
        number = f"{squares} = 0x{squares % 2**64:016x}"
        elements.append(text_element(0, BOARD + 34, number, 11, FAINT) + "</g>")
    return document(
        2 * BOARD + 20,
        2 * BOARD + 92,
        elements,
        "Four bitboards of a position, each drawn as a set of squares with its number",
    )


def play_screen() -> str:
    """Draws `gosub play` in a terminal after 1. e4, when the 1994 program has tried a dozen moves."""
    game = Game()
    game.make(Move.from_uci("e2e4"), MoveNote(seconds=7.0))
    (human, _), (historic, player) = seated(HUMAN), seated("historic")
    assert player is not None
    tried: list[str] = []
    player.decide(MoveRequest(game, show=tried.append))
    console = Console(
        file=io.StringIO(), record=True, force_terminal=True, color_system="truecolor", width=COLUMNS, highlight=False
    )
    session = GameSession({"white": human, "black": historic}, TimeSetting(seconds=3.0), game)
    style = BoardStyle(symbols=True, colours=WOOD)
    console.print("1. White to move: e4")
    Terminal(session, {"white": None, "black": player}, [], console, style, 0).show_board()
    console.print(status_line(seat_name(historic), 1.0, named_figures(tried[TRIED])))
    caption = "gosub play after 1. e4: the board, both clocks, and the move that the 1994 program is trying"
    return terminal_picture(console.export_text(styles=True), COLUMNS, caption)


def files() -> Files:
    fen = board_of_the_note().fen()
    pictures = {
        **{f"{name}.svg": draw() for name, draw in NAMED_PICTURES.items()},
        "think-white.svg": heat_map(State.from_fen(fen), "white"),
        "note-1.svg": board_picture(fen, parse_arrows("f3e5 c6e5:red a4e8:blue")),
        "class-score.svg": board_picture("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", parse_arrows("e4d5 e8d7:red")),
        "class-horizon.svg": board_picture("6k1/5ppp/2n5/4p3/8/5N2/5PPP/4R1K1 w - - 0 1"),
        "thinking.svg": svg(
            screen_at(PictureKeyboard(until=" .7  4  54")),
            "The board at move 1, WHITE'S MOVE, ENTER MOVE?, and below it the move being tried: .7 4 54",
        ),
        "board-12x12.svg": board_12x12(),
        "bitboards.svg": bitboards_picture(),
        "play.svg": play_screen(),
    }
    return text_files(PICTURES, pictures)
