"""The moving picture of README and of the site: ply 22 of the recorded game, on the 1994 screen and on a board.

The program thinks, and its own screen is taken after each move that it tries. The picture plays ROUNDS times and then
rests on the reply. It rests there from the start for those who prefer reduced motion, and where nothing moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Final, NamedTuple

import chess
import chess.svg
from making.page import PICTURES, Files, text_files

from historic import Program, State
from historic.machine.picture import COLORS, character_elements, svg_elements
from historic.machine.screen import Display, Keyboard, Screen
from historic.position.moves import state_after
from historic.study.replay import side_of_ply
from historic.study.sample_game import SAMPLE_GAME
from historic.thought import TriedMove
from modern.pictures.board import draw_board, move_arrow
from modern.pictures.svg import BLUE, RED, text_element

#: The ply at which the listing as printed leaves the record, and the number of its move.
PLY: Final = 22
MOVE_NUMBER: Final = (PLY + 1) // 2
SIDE: Final = side_of_ply(PLY)

#: The seconds of a round, the times at which its scenes begin, and how often it plays.
ROUND: Final = 10.0
BOARD_AT, TRIES_AT, REPLY_AT = 1.2, 2.2, 7.0
ROUNDS: Final = 3

#: The row of the screen that shows the move being tried, and the size of a picture's parts, in pixels.
TRIED_ROW: Final = 18
SCREEN_SIZE: Final = (640, 400)
BOARD_SIZE: Final = 400
NARROW_BOARD: Final = 520
MARGIN: Final = 20
LINE: Final = 44
BACKGROUND, TEXT, CYAN, MAGENTA = "#16161d", "#f2f2f2", COLORS[1], COLORS[2]
MOVED_FROM: Final = "#ffd50080"


class KeptRows(Display):
    """A display that keeps the row of the tried move as it was after each PRINT that changed it."""

    def __init__(self) -> None:
        self.rows: list[list[str]] = []

    def show(self, screen: Screen) -> None:
        """Keeps the row, if it shows something else."""
        row = list(screen.cells[TRIED_ROW - 1])
        if any(row) and row not in self.rows[-1:]:
            self.rows.append(row)


class Enter(Keyboard):
    """A keyboard on which any key leaves the title, and Enter answers each question."""

    def key(self) -> str:
        return " "

    def line(self, echo: object = None) -> str:
        return ""


def title_screen() -> Screen:
    """Returns the screen with the title picture."""
    screen = Screen(Enter())
    Program(screen=screen).START()
    return screen


class Thinking(NamedTuple):
    """The program at the ply: the position, and the moves that it tries.

    `before` and `after` are its screen before it thinks and when it has moved; `rows` is the row of each tried move.
    """

    state: State
    tried: list[TriedMove]
    before: Screen
    rows: list[list[str]]
    after: Screen


def thinking() -> Thinking:
    """Lets the program think about the ply, as MLOOP does."""
    kept = KeptRows()
    screen = Screen(Enter(), kept)
    program = Program(screen=screen)
    state = program.state
    for number, move in enumerate(SAMPLE_GAME[: PLY - 1], 1):
        state = state_after(state, side_of_ply(number), move)
    program.state, program.MOVE = state, MOVE_NUMBER
    screen.SCREEN(1)
    program.BOARD()
    screen.PRINT("BLACK'S MOVE")
    screen.INPUT("ENTER MOVE")
    before = screen.with_line("")
    tried: list[TriedMove] = []
    program.tried_log = tried
    program.BLACK()
    program.JAA = 0
    program.CBLACK()
    rows = list(kept.rows)
    program.MOVE = MOVE_NUMBER + 1
    program.BOARD()
    screen.PRINT("WHITE'S MOVE")
    screen.PRINT("ENTER MOVE?")
    return Thinking(state, tried, before, rows, screen)


def scene(begin: float, end: float, content: str, numbers: Iterator[int]) -> str:
    """Returns elements that are visible in a part of each round; those of the last part stay."""
    name = f"s{next(numbers)}"
    share = 100 / ROUND
    if end == ROUND:
        frames = f"0%{{opacity:0}}{begin * share:.4g}%{{opacity:1}}to{{opacity:1}}"
        timing = f"{ROUND:g}s step-end {ROUNDS} forwards"
    else:
        frames = f"0%{{opacity:1}}{(end - begin) * share:.4g}%{{opacity:0}}to{{opacity:0}}"
        timing = f"{ROUND:g}s step-end {begin:.4g}s {ROUNDS}"
    rest = "" if end == ROUND else ' opacity="0"'
    style = f"@keyframes {name}{{{frames}}}.{name}{{animation:{name} {timing}}}"
    return f'<style>{style}</style>\n<g class="{name}"{rest}>{content}</g>'


def row_elements(row: list[str]) -> str:
    """Returns the row of a tried move, drawn over the screen."""
    screen = Screen()
    screen.SCREEN(1)
    screen.cells[TRIED_ROW - 1] = row
    return "".join(character_elements(screen))


def reply_of(board: chess.Board, state: State, tried: TriedMove) -> tuple[str, str, str]:
    """Returns a tried move in SAN and in UCI notation, and the reply that the program expects, in SAN."""
    uci = tried.move.coordinates(state, SIDE)
    assert uci is not None
    move = board.parse_uci(uci)
    after = board.copy()
    after.push(move)
    reply = tried.reply.coordinates(state_after(state, SIDE, uci), "white")
    shown = after.san(after.parse_uci(reply)) if reply and chess.Move.from_uci(reply) in after.legal_moves else reply
    return board.san(move), uci, shown or "none"


def arrows_alone(arrows: list[chess.svg.Arrow], size: int) -> str:
    """Returns arrows as they stand on a board of a size, without the board."""
    empty = draw_board(chess.Board(None), size=size)
    drawn = draw_board(chess.Board(None), arrows, size=size)
    root = drawn.partition(">")[0] + ">"
    return root + drawn.removeprefix(empty.removesuffix("</svg>"))


def picture(narrow: bool) -> str:
    """Draws the moving picture: side by side, or one below the other for narrow windows."""
    state, tried, before, rows, after = thinking()
    assert len(rows) == len(tried)
    board = chess.Board()
    for played in SAMPLE_GAME[: PLY - 1]:
        board.push_uci(played)
    size = NARROW_BOARD if narrow else BOARD_SIZE
    width = SCREEN_SIZE[0] + 2 * MARGIN + (0 if narrow else MARGIN + size)
    at_board = ((width - size) / 2, 2 * MARGIN + SCREEN_SIZE[1]) if narrow else (2 * MARGIN + SCREEN_SIZE[0], MARGIN)
    top = at_board[1] + size + LINE
    height = top + 1.6 * LINE
    numbers = count()
    last = board.peek()
    drawn_board = draw_board(board, fill=dict.fromkeys((last.from_square, last.to_square), MOVED_FROM), size=size)
    screens: list[str] = [scene(0, BOARD_AT, "".join(svg_elements(title_screen())), numbers)]
    boards: list[str] = []
    lines: list[str] = []

    def say(begin: float, end: float, *texts: tuple[str, str]) -> None:
        content = "".join(
            text_element(MARGIN, top + LINE * number, text, 30, colour) for number, (text, colour) in enumerate(texts)
        )
        lines.append(scene(begin, end, content, numbers))

    say(0, BOARD_AT, ("1994. A chess program in BASIC.", CYAN), ("Only a damaged scan of it is left.", TEXT))
    say(BOARD_AT, TRIES_AT, ("It runs again, bit for bit.", CYAN), ("Ply 22 of its recorded game: Black thinks.", TEXT))
    step = (REPLY_AT - TRIES_AT) / len(tried)
    best: tuple[float, str] | None = None
    for number, (row, one) in enumerate(zip(rows, tried, strict=True)):
        begin = TRIES_AT + number * step
        san, move, reply = reply_of(board, state, one)
        if best is None or one.value > best[0]:
            best = one.value, san
        screens.append(scene(begin, begin + step, row_elements(row), numbers))
        boards.append(scene(begin, begin + step, arrows_alone([move_arrow(move, BLUE)], size), numbers))
        text = f"Move {number + 1} of {len(tried)}: {san}, then {reply}: {one.value:.2f} pawns."
        say(begin, begin + step, (text, CYAN), (f"Best so far: {best[1]} ({best[0]:.2f}).", TEXT))
    assert best is not None
    chosen = board.parse_san(best[1])
    recorded = chess.Move.from_uci(SAMPLE_GAME[PLY - 1])
    arrows = [move_arrow(chosen.uci(), BLUE), move_arrow(recorded.uci(), RED)]
    reply_text = f"It plays {best[1]} (blue). The record has {board.san(recorded)} (red)."
    board.push(chosen)
    screens.append(scene(REPLY_AT, ROUND, "".join(svg_elements(after)), numbers))
    boards.append(scene(REPLY_AT, ROUND, draw_board(board, arrows, size=size), numbers))
    say(REPLY_AT, ROUND, (reply_text, CYAN), ("One letter of the listing decides between them.", TEXT))
    scale = SCREEN_SIZE[0] / before.width
    title = f"The 1994 program thinks about ply {PLY}, on its screen and on a board. {reply_text}"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
            f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}" '
            'font-family="sans-serif" role="img">',
            f"<title>{title}</title>",
            "<style>@media (prefers-reduced-motion:reduce){g{animation:none!important}}</style>",
            f'<rect width="{width:g}" height="{height:g}" rx="12" fill="{BACKGROUND}"/>',
            f'<g transform="translate({MARGIN} {MARGIN}) scale({scale:g})">',
            *svg_elements(before),
            *screens,
            "</g>",
            f'<g transform="translate({at_board[0]:g} {at_board[1]:g})">{drawn_board}',
            *boards,
            "</g>",
            *lines,
            "</svg>\n",
        ]
    )


def files() -> Files:
    """Returns both forms of the picture."""
    return text_files(PICTURES, {"ply-22.svg": picture(narrow=False), "ply-22-narrow.svg": picture(narrow=True)})
