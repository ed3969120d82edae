"""Make the pictures of README and docs, from the program itself: `python docs/make_pictures.py [FOLDER]`."""

from __future__ import annotations

import re
import sys
from contextlib import suppress
from pathlib import Path

import chess
import chess.svg

from historic import Program
from historic.basic import Stop
from historic.moves import state_after
from historic.picture import svg
from historic.readings import PRINTED, RECORDED
from historic.replay import side_of_ply
from historic.sample_game import SAMPLE_GAME
from historic.screen import Echo, Keyboard, Screen, no_echo
from historic.sides import SIDES
from historic.tables import LETTERS
from modern.agreement.attacks import CLASSES as ATTACK_CLASSES
from modern.agreement.attacks import EMPTY_DIAGONAL, pawns_of, squares_of
from modern.agreement.choices import LETTER, choice_paths
from modern.agreement.classes import ATTACKS, BY_NAME, CLASSES, MOVES, SCORES
from modern.agreement.moves import FROM_NOWHERE, HISTORIC, Key, differences, key_of_tried
from modern.agreement.pair import pair_at
from modern.agreement.scores import score_sheets
from modern.agreement.view import View
from modern.rules import Position
from modern.rules.attacks import BETWEEN, bishop_attacks, rook_attacks
from modern.rules.men import BLACK, KNIGHT, WHITE

PICTURES = Path(__file__).parent / "pictures"

#: The position of the author's first note: White takes on e5, since the guard on c6 is pinned.
PLIES = 12
GROUND, EDGE, LIGHT, DARK, MARK = "#ffffff", "#d9d4cc", "#f0e6d2", "#c9a97c", "#1f6fb4c0"
#: Of the classes of difference: what only 1994 has, what only today has, and the move that is scored.
OLD, NEW, SCORED = "#b3261ec0", "#1f6fb4c0", "#2e7d32c0"
CLASS_BOARD = 220
CELL = 44
BOARD = 270


class Visitor(Keyboard):
    """Leaves the title if `stays`, starts White's first move, and stops the program when row 18 shows `until`."""

    def __init__(self, stays: bool, until: str) -> None:
        self.stays = stays
        self.until = until
        self.screen: Screen | None = None

    def inkey(self) -> str:
        """A, once the row has come."""
        assert self.screen is not None
        return "A" if self.screen.lines()[17].startswith(self.until) else ""

    def key(self) -> str:
        """A key that leaves the title."""
        if not self.stays:
            raise Stop
        return " "

    def line(self, echo: Echo = no_echo) -> str:
        """Enter."""
        return ""


def screen_seen_by(visitor: Visitor) -> Screen:
    """The screen as it stands when the visitor leaves."""
    visitor.screen = screen = Screen(visitor)
    with suppress(Stop):
        Program(screen=screen).run()
    return screen


def twelve_by_twelve() -> str:
    """A(0,..) as the program has it: the number of each square, and what stands on it, 99 at the edge."""
    program = Program()
    for number, move in enumerate(SAMPLE_GAME[:PLIES], 1):
        program.state = state_after(program.state, side_of_ply(number), move)
    program.BOARD()
    drawn = []
    for square, man in enumerate(program.board):
        y, x = divmod(square, 12)
        on_board = 2 <= x <= 9 and 2 <= y <= 9
        colour = (LIGHT if (x + y) % 2 else DARK) if on_board else EDGE
        left, top = CELL * x, CELL * (11 - y)
        drawn.append(f'<rect x="{left}" y="{top}" width="{CELL}" height="{CELL}" fill="{colour}" stroke="{GROUND}"/>')
        if 0 < man < len(LETTERS):
            drawing = chess.svg.piece(chess.Piece.from_symbol(LETTERS[man]))
            inside = re.sub(r"^<svg[^>]*>|</svg>$", "", drawing)
            drawn.append(f'<g transform="translate({left + 11} {top + 7}) scale(.6)">{inside}</g>')
        drawn.append(f'<text x="{left + 3}" y="{top + 10}" font-size="9" fill="#555">{square}</text>')
        corner = f'x="{left + CELL - 3}" y="{top + CELL - 4}"'
        drawn.append(f'<text {corner} font-size="11" text-anchor="end" fill="#000">{man}</text>')
    return _picture(
        12 * CELL, 12 * CELL, drawn, "The board of the program of 1994: 144 squares, each with its number and its man"
    )


def bitboards() -> str:
    """The same position as sets of squares: men, a kind of men, what a queen attacks, and a pin."""
    board = chess.Board()
    for move in SAMPLE_GAME[:PLIES]:
        board.push_uci(move)
    position = Position.from_fen(board.fen())
    men = position.men
    occupied = men[WHITE] | men[BLACK]
    sets = (
        ("men[WHITE]", men[WHITE]),
        ("men[BLACK + KNIGHT]", men[BLACK + KNIGHT]),
        ("what the queen attacks", rook_attacks(chess.A4, occupied) | bishop_attacks(chess.A4, occupied)),
        ("between a4 and e8: one man, pinned", BETWEEN[64 * chess.A4 + chess.E8]),
    )
    drawn = []
    for index, (name, squares) in enumerate(sets):
        marked = dict.fromkeys(chess.SquareSet(int(squares) % 2**64), MARK)
        drawing = chess.svg.board(board, size=BOARD, fill=marked)
        left, top = (BOARD + 20) * (index % 2), (BOARD + 52) * (index // 2)
        drawn.append(f'<g transform="translate({left} {top})">{drawing}')
        drawn.append(f'<text x="0" y="{BOARD + 17}" font-size="14" fill="#000">{name}</text>')
        number = f"{squares} = 0x{squares % 2**64:016x}"
        drawn.append(f'<text x="0" y="{BOARD + 34}" font-size="11" fill="#555">{number}</text></g>')
    return _picture(
        2 * BOARD + 20, 2 * BOARD + 92, drawn, "Four bitboards of one position: a set of squares each, and its number"
    )


def class_picture(name: str) -> str:
    """The position of a class of difference: in red what only 1994 has, in blue what only today has."""
    one = BY_NAME[name]
    pair = pair_at(one.fen, one.moves)
    view = View(Program(), pair.position, pair.state)
    arrows: list[chess.svg.Arrow] = []
    marked: dict[int, str] = {}
    if one.kind == MOVES:
        for class_, only, _ in differences(view):
            if class_ == name:
                colour = OLD if only.who == HISTORIC else NEW
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
    drawing = chess.svg.board(
        chess.Board(pair.position.fen()),
        orientation=chess.WHITE,
        arrows=arrows,
        fill=marked,
        size=CLASS_BOARD,
        colors={"margin": GROUND, "coord": "#333333"},
    )
    return f"{drawing}\n"


def _arrow(key: Key, colour: str) -> chess.svg.Arrow:
    return chess.svg.Arrow(key.code & 63, key.code >> 6 & 63, color=colour)


def _bits_of_pawns(view: View, name: str) -> dict[int, str]:
    """The squares on which pawns have bits of a class of attacks, or lack them."""
    colour = NEW if name == EMPTY_DIAGONAL else OLD
    bits = [bits for side in SIDES for _, bits in pawns_of(view, side)]
    return {square: colour for one in bits for square in squares_of(one[ATTACK_CLASSES.index(name)])}


def _picture(width: int, height: int, drawn: list[str], title: str) -> str:
    """An SVG picture with a little room around what is drawn."""
    inside = "\n".join(drawn)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        f' viewBox="-10 -10 {width + 20} {height + 20}" width="{width + 20}" height="{height + 20}"'
        f' font-family="sans-serif" role="img" aria-label="{title}">\n<title>{title}</title>\n'
        f'<rect x="-10" y="-10" width="{width + 20}" height="{height + 20}" fill="{GROUND}"/>\n{inside}\n</svg>\n'
    )


def make_pictures(folder: Path) -> list[Path]:
    """Write every picture into `folder`; returns where they are."""
    pictures = {
        "title.svg": svg(
            screen_seen_by(Visitor(stays=False, until="")),
            "The title: COMPUTER CHESS by Ghislain de Blois, TECHNICAL REPORT, in a frame of cyan, magenta and white",
        ),
        "thinking.svg": svg(
            screen_seen_by(Visitor(stays=True, until=" .7  4  54")),
            "The board at move 1, WHITE'S MOVE, ENTER MOVE?, and below it the move that is tried: .7 4 54",
        ),
        "board-12x12.svg": twelve_by_twelve(),
        "bitboards.svg": bitboards(),
        **{f"class-{one.name}.svg": class_picture(one.name) for one in CLASSES},
    }
    folder.mkdir(exist_ok=True)
    for name, picture in pictures.items():
        (folder / name).write_text(picture, encoding="utf-8")
    return [folder / name for name in pictures]


if __name__ == "__main__":
    for path in make_pictures(Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURES):
        print(path)
