"""The boards of quirks.md: the first FEN of each quirk with the move that the 1994 program plays, or its screen."""

from __future__ import annotations

import re
from contextlib import suppress
from html import escape
from typing import Final

import chess
from making.page import DOCS, PICTURES, Files, text_files
from making.pictures import PictureKeyboard, screen_at

from historic import Program, State
from historic.basic import Stop
from historic.machine.picture import svg
from historic.machine.screen import Screen
from historic.position.squares import SQUARE_TO_NAME
from historic.study.terms import board_from_state
from historic.thought import StoppedThought, Thought
from modern.pictures.board import draw_board, move_arrow
from modern.pictures.svg import ARROW_ALPHA, BLUE, RED

PAGE: Final = DOCS / "program" / "quirks.md"
SIZE: Final = 220
SECTION: Final = re.compile(r"^### ([a-z0-9-]+)\n.*?(?=^#|\Z)", re.M | re.S)
BOARD: Final = re.compile(r"^<img [^\n]*\n\n", re.M)
FEN: Final = re.compile(r"`([^`\n]+ [wb] \S+ \S+ \d+ \d+)`")

#: The quirks in whose positions piece 0 is the pawn on b2, which a FEN cannot say.
SWAPPED: Final = ("the-very-last-slot", "king-promotes")
#: What the pictures of screens show.
SCREENS: Final = {
    "nobody-plays": "ENTER MOVE? is asked, and row 18 shows that the program is trying a move of its own",
    "only-white-stops": "BLACK'S MOVE, ENTER MOVE? X, and the program goes on",
    "capitals": "The questions of ASK, answered by small letters: HUMAN and COMPUTER",
    "left-over": "Row 18 shows -1 1 63 2",
    "seventeen-stars": "The board of letters below 17 stars",
    "turned-board": "Eight rows of numbers, printed by CHECK2",
}


class AskKeyboard(PictureKeyboard):
    """A keyboard on which a small c is pressed, then a small h."""

    def key(self) -> str:
        self.until = "h" if self.until == "c" else "c"
        return self.until


def screen_of(quirk: str) -> Screen:
    if quirk == "nobody-plays":
        return screen_at(PictureKeyboard(until=" .7  4  54"))
    if quirk == "left-over":
        return screen_at(PictureKeyboard(until="-1  1  63 2"))
    screen = Screen(AskKeyboard("") if quirk == "capitals" else None)
    program = Program(screen=screen)
    screen.SCREEN(1)
    if quirk == "capitals":
        program.ASK(jump=False)
    elif quirk == "turned-board":
        program.BOARD()
        program.WHITE()
        with suppress(Stop):  # no key is pressed
            program.CHECK2()
    else:
        program.MOVE = 1
        program.BOARD()
        if quirk == "only-white-stops":
            screen.PRINT("BLACK'S MOVE")
            screen.PRINT("ENTER MOVE? X")
    return screen


def thought_of(quirk: str, fen: str) -> tuple[State, str, Thought]:
    """Returns the position of a quirk, the side that thinks, and its thought, even if it ends in an error."""
    state, side = State.from_fen(fen), "white" if " w " in fen else "black"
    if quirk in SWAPPED:
        state.PB[0], state.PB[1] = state.PB[1], state.PB[0]
    program = Program()
    program.state = state
    try:
        return state, side, program.play(side)
    except StoppedThought as stopped:
        return state, side, stopped.thought


def board_of(quirk: str, fen: str) -> tuple[str, str]:
    """Returns the picture of a quirk's position, and its text alternative.

    The choice is blue. Castling that is tried in vain, and the square of a piece from nowhere, are red.
    """
    state, side, thought = thought_of(quirk, fen)
    arrows = [
        move_arrow(castling.move, RED)
        for one in thought.candidates
        if (castling := one.move.castling(side)) and one.move.square != thought.best.square
    ]
    marks: dict[int, str] = {}
    played = "The program plays no move"
    if move := thought.best.coordinates(state, side):
        arrows.append(move_arrow(move, BLUE))
    elif thought.best.square in SQUARE_TO_NAME:
        marks[chess.parse_square(SQUARE_TO_NAME[thought.best.square])] = RED + ARROW_ALPHA
    if move or marks:
        played = f"The program plays {thought.best.notation(board_from_state(state), state, side)}"
    return draw_board(chess.Board(fen), arrows, marks, SIZE) + "\n", played


def positions(page: str) -> dict[str, str]:
    """Returns the FEN of each quirk that is shown on a board."""
    return {
        section[1]: fen[1]
        for section in SECTION.finditer(page)
        if section[1] not in SCREENS and (fen := FEN.search(section[0]))
    }


def files() -> Files:
    page = PAGE.read_text(encoding="utf-8")
    pictures: dict[str, str] = {}
    lines: dict[str, str] = {}
    for quirk, fen in positions(page).items():
        pictures[f"quirk-{quirk}.svg"], alternative = board_of(quirk, fen)
        lines[quirk] = f'width="{SIZE}" alt="{escape(alternative)}"'
    for quirk, alternative in SCREENS.items():
        pictures[f"quirk-{quirk}.svg"] = svg(screen_of(quirk), alternative)
        lines[quirk] = f'width="320" alt="{escape(alternative)}"'

    def with_board(section: re.Match[str]) -> str:
        heading, rest = section[0].split("\n", 1)
        image = f'<img src="../pictures/quirk-{section[1]}.svg" align="right" {lines[section[1]]}>'
        return f"{heading}\n{image}\n\n{BOARD.sub('', rest, count=1)}"

    return text_files(PICTURES, pictures) | {PAGE: SECTION.sub(with_board, page).encode()}
