"""What can be said at the board besides a move."""

from __future__ import annotations

import difflib
from typing import Final, NamedTuple


class Command(NamedTuple):
    """A command: how it is written, and what it does in a line."""

    usage: str
    line: str


#: By their first word.
COMMANDS: Final = {
    "help": Command("help", "show this"),
    "board": Command("board", "show the board again"),
    "moves": Command("moves [SQUARE]", "the legal moves, or those of the man on a square: moves g1"),
    "hint": Command("hint", "ask modern what it would play"),
    "why": Command("why", "what the other side was thinking when it chose its move"),
    "undo": Command("undo", "take your last move back"),
    "flip": Command("flip", "turn the board round"),
    "save": Command("save FILE", "write the game into a file, as PGN"),
    "fen": Command("fen", "show the position as FEN"),
    "pgn": Command("pgn", "show the game as PGN"),
    "draw": Command("draw", "claim a draw, or offer one"),
    "resign": Command("resign", "give the game up"),
    "quit": Command("quit", "leave; the game is kept, and can be gone on with"),
}

MOVES_ARE: Final = "A move is written Nf3, g1f3 or g1-f3, castling O-O or O-O-O, a promotion e8=R or e7e8r."


def help_lines() -> list[str]:
    """The help, a line each."""
    width = max(len(command.usage) for command in COMMANDS.values())
    return [MOVES_ARE, "", *(f"  {command.usage:{width}}  {command.line}" for command in COMMANDS.values())]


def suggestion(typed: str) -> str:
    """`; did you mean undo?`, if it is near to a command; else nothing."""
    near = difflib.get_close_matches(typed.lower(), COMMANDS, n=1)
    return f"; did you mean {near[0]}?" if near else ""
