"""Make the pictures of README and docs, from the program itself: `python docs/make_pictures.py [FOLDER]`."""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import chess
import chess.svg
from rich.console import Console

from historic import Program, State
from historic.basic import Stop
from historic.picture import svg
from historic.readings import PRINTED, RECORDED
from historic.sample_game import SAMPLE_GAME
from historic.screen import Echo, Keyboard, Screen, no_echo
from historic.sides import SIDES
from historic.terms import board_from_state
from modern.agreement.attacks import ATTACK_CLASSES, PAWN_EMPTY_DIAGONAL, pawns_of, squares_of
from modern.agreement.choices import LETTER, choice_paths
from modern.agreement.classes import ATTACKS, CLASS_BY_NAME, CLASSES, MOVES, SCORES
from modern.agreement.moves import FROM_NOWHERE, HISTORIC, MoveKey, key_of_tried, move_differences
from modern.agreement.pair import pair_at
from modern.agreement.scores import score_sheets
from modern.agreement.view import PositionView
from modern.cli.play_session import DisplayOptions, PlaySession
from modern.cli.play_thinking import status_line
from modern.match.pace import Pace
from modern.match.record import PlayedMove
from modern.pictures.arrows import parse_arrows
from modern.pictures.board import board_picture, draw_board
from modern.pictures.board_12x12 import draw_12x12_board
from modern.pictures.diagrams import NAMED_PICTURES
from modern.pictures.heat import heat_map
from modern.pictures.page.data import page_positions
from modern.pictures.page.page import game_page
from modern.pictures.page.page_game import recorded_game
from modern.pictures.svg import ARROW_ALPHA, BLUE, FAINT, GREEN, RED, document, text_element
from modern.pictures.terminal import terminal_picture
from modern.play.board import WOOD, BoardStyle
from modern.play.live_game import LiveGame
from modern.play.seats import HUMAN, Seat
from modern.players import Turn
from modern.rules import Position
from modern.rules.attacks import BETWEEN, bishop_attacks, rook_attacks
from modern.rules.pieces import BLACK, KNIGHT, WHITE

PICTURES = Path(__file__).parent / "pictures"

#: The position of the author's first note: White takes on e5, since the guard on c6 is pinned.
PLIES = 12
#: Of the classes of difference: what only 1994 has, what only today has, and the move that is scored.
OLD, NEW, SCORED = RED + ARROW_ALPHA, BLUE + ARROW_ALPHA, GREEN + ARROW_ALPHA
CLASS_BOARD = 220
BOARD = 270
#: How wide the terminal is that is shown, in characters, and which of the moves that are tried it shows.
COLUMNS = 52
TRIED = 12
#: The page of the recorded game: seconds a position for the engine of today, the ply, and the window of the browser.
SECONDS = 0.5
PARTING = 22
WINDOW = "1240,960"
FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)


class PictureKeyboard(Keyboard):
    """Leaves the title, starts White's first move, and stops the program when row 18 shows `until`."""

    def __init__(self, until: str) -> None:
        self.until = until
        self.screen: Screen | None = None

    def inkey(self) -> str:
        """A, once the row has come."""
        assert self.screen is not None
        return "A" if self.screen.lines()[17].startswith(self.until) else ""

    def key(self) -> str:
        """A key that leaves the title."""
        return " "

    def line(self, echo: Echo = no_echo) -> str:
        """Enter."""
        return ""


def screen_at(visitor: PictureKeyboard) -> Screen:
    """The screen as it stands when the visitor leaves."""
    visitor.screen = screen = Screen(visitor)
    with suppress(Stop):
        Program(screen=screen).run()
    return screen


def board_of_the_note() -> chess.Board:
    """The board after PLIES of the record."""
    board = chess.Board()
    for move in SAMPLE_GAME[:PLIES]:
        board.push_uci(move)
    return board


def board_12x12() -> str:
    """A(0,..) as the program has it: the number of each square, and what stands on it, 99 at the edge."""
    return draw_12x12_board(
        board_from_state(State.from_fen(board_of_the_note().fen())),
        "The board of the program of 1994: 144 squares, each with its number and its man",
    )


def bitboards() -> str:
    """The same position as sets of squares: men, a kind of men, what a queen attacks, and a pin."""
    board = board_of_the_note()
    position = Position.from_fen(board.fen())
    men = position.bitboards
    occupied = men[WHITE] | men[BLACK]
    sets = (
        ("men[WHITE]", men[WHITE]),
        ("men[BLACK + KNIGHT]", men[BLACK + KNIGHT]),
        ("what the queen attacks", rook_attacks(chess.A4, occupied) | bishop_attacks(chess.A4, occupied)),
        ("between a4 and e8: one man, pinned", BETWEEN[64 * chess.A4 + chess.E8]),
    )
    drawn = []
    for index, (name, squares) in enumerate(sets):
        marked = dict.fromkeys(chess.SquareSet(int(squares) % 2**64), BLUE + ARROW_ALPHA)
        drawing = draw_board(board, fill=marked, size=BOARD)
        left, top = (BOARD + 20) * (index % 2), (BOARD + 52) * (index // 2)
        drawn.append(f'<g transform="translate({left} {top})">{drawing}')
        drawn.append(text_element(0, BOARD + 17, name, 14))
        number = f"{squares} = 0x{squares % 2**64:016x}"
        drawn.append(text_element(0, BOARD + 34, number, 11, FAINT) + "</g>")
    return document(
        2 * BOARD + 20, 2 * BOARD + 92, drawn, "Four bitboards of one position: a set of squares each, and its number"
    )


def play_screen() -> str:
    """`gosub play` in a terminal after 1. e4, when the program of 1994 has tried a dozen moves."""
    tried: list[str] = []
    table = LiveGame({"white": Seat(HUMAN), "black": Seat("historic")}, record=[PlayedMove("e2e4", "", 0, 7.0)])
    assert table.seat.player is not None
    table.seat.player.decide(Turn(table.game, show=tried.append))
    terminal = Console(
        file=io.StringIO(), record=True, force_terminal=True, color_system="truecolor", width=COLUMNS, highlight=False
    )
    sitting = PlaySession(
        table, Pace(seconds=3.0), [], terminal, DisplayOptions(BoardStyle(symbols=True, colours=WOOD), 0)
    )
    terminal.print("1. White to move: e4")
    sitting.show_board()
    terminal.print(status_line(table.seat, 1.0, tried[TRIED]))
    said = "gosub play after 1. e4: the board, both clocks, and the move that the program of 1994 tries just now"
    return terminal_picture(terminal.export_text(styles=True), COLUMNS, said)


def class_picture(name: str) -> str:
    """The position of a class of difference: in red what only 1994 has, in blue what only today has."""
    one = CLASS_BY_NAME[name]
    pair = pair_at(one.fen, one.moves)
    view = PositionView(Program(), pair.position, pair.state)
    arrows: list[chess.svg.Arrow] = []
    marked: dict[int, str] = {}
    if one.kind == MOVES:
        for class_, only, _ in move_differences(view):
            if class_ == name:
                colour = OLD if only.program == HISTORIC else NEW
                if only.key.special == FROM_NOWHERE:
                    marked[only.key.code >> 6] = colour
                else:
                    arrows.append(_arrow(only.key, colour))
    elif one.kind == ATTACKS:
        marked = _bits_of_pawns(view, name)
    elif one.kind == SCORES:
        sheets = score_sheets(view)
        assert not isinstance(sheets, str)
        tried = next(tried for tried, sheet in zip(view.tried, sheets, strict=True) if name in sheet.classes())
        arrows.append(_arrow(key_of_tried(view.state, view.side, tried), SCORED))
    else:
        path = choice_paths(view)[RECORDED if name == LETTER else PRINTED]
        arrows += [_arrow(key, colour) for key, colour in ((path.own, OLD), (path.exact, NEW)) if key]
    return f"{draw_board(chess.Board(pair.position.fen()), arrows, marked, CLASS_BOARD)}\n"


def _arrow(key: MoveKey, colour: str) -> chess.svg.Arrow:
    return chess.svg.Arrow(key.code & 63, key.code >> 6 & 63, color=colour)


def _bits_of_pawns(view: PositionView, name: str) -> dict[int, str]:
    """The squares on which pawns have bits of a class of attacks, or lack them."""
    colour = NEW if name == PAWN_EMPTY_DIAGONAL else OLD
    bits = [bits for side in SIDES for _, bits in pawns_of(view, side)]
    return {square: colour for one in bits for square in squares_of(one[ATTACK_CLASSES.index(name)])}


def make_pictures(folder: Path) -> list[Path]:
    """Write every picture into `folder`; returns where they are."""
    fen = board_of_the_note().fen()
    pictures = {
        **{f"{name}.svg": draw() for name, draw in NAMED_PICTURES.items()},
        "think-white.svg": heat_map(State.from_fen(fen), "white"),
        "note-1.svg": board_picture(fen, parse_arrows("f3e5 c6e5:red a4e8:blue")),
        "thinking.svg": svg(
            screen_at(PictureKeyboard(until=" .7  4  54")),
            "The board at move 1, WHITE'S MOVE, ENTER MOVE?, and below it the move that is tried: .7 4 54",
        ),
        "board-12x12.svg": board_12x12(),
        "bitboards.svg": bitboards(),
        "play.svg": play_screen(),
        **{f"class-{one.name}.svg": class_picture(one.name) for one in CLASSES},
    }
    folder.mkdir(exist_ok=True)
    for name, picture in pictures.items():
        (folder / name).write_text(picture, encoding="utf-8")
    return [folder / name for name in pictures]


def make_screenshot(folder: Path, chromium: str) -> Path:
    """The page of the recorded game, as a browser shows it where record and listing part."""
    told = recorded_game()
    found = list(page_positions(told, PRINTED, SECONDS))
    with TemporaryDirectory() as temporary:
        html = Path(temporary) / "game.html"
        html.write_text(game_page(told, found, PRINTED, SECONDS), encoding="utf-8")
        flags = [*FLAGS, f"--user-data-dir={temporary}/profile", f"--window-size={WINDOW}"]
        shown = f"--screenshot={(folder / 'page.png').resolve()}"
        subprocess.run([chromium, *flags, shown, f"{html.as_uri()}#{PARTING}"], check=True, stderr=subprocess.DEVNULL)
    return folder / "page.png"


if __name__ == "__main__":
    there = Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURES
    for path in make_pictures(there):
        print(path)
    browser = shutil.which("chromium")
    print(make_screenshot(there, browser) if browser else "page.png stays as it is: there is no chromium on the PATH")
