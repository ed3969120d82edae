"""What can be said at the board besides a move."""

from __future__ import annotations

import difflib
from typing import Final, NamedTuple


class Command(NamedTuple):
    """A command: how it is written, what it does in a line, and whether anything may stand behind its word."""

    usage: str
    summary: str
    takes_argument: bool = False


#: By their first word.
COMMANDS: Final = {
    "help": Command("help [COMMAND]", "show this, or the line of one command", takes_argument=True),
    "board": Command("board", "show the board again"),
    "moves": Command(
        "moves [SQUARE]", "the legal moves, or those of the man on a square: moves g1", takes_argument=True
    ),
    "hint": Command("hint", "ask modern what it would play"),
    "why": Command("why", "what the other side was thinking when it chose its move"),
    "undo": Command("undo", "take your last move back"),
    "flip": Command("flip", "turn the board round"),
    "save": Command("save FILE", "write the game into a file, as PGN", takes_argument=True),
    "fen": Command("fen", "show the position as FEN"),
    "pgn": Command("pgn", "show the game as PGN"),
    "draw": Command("draw", "claim a draw, or offer one"),
    "resign": Command("resign", "give the game up"),
    "quit": Command("quit", "leave; the game is kept, and can be gone on with"),
}

#: What people type too.
ALIASES: Final = {"?": "help", "exit": "quit", "q": "quit", "takeback": "undo"}

MOVE_HELP: Final = "A move is written Nf3, g1f3 or g1-f3, castling O-O or O-O-O, a promotion e8=R or e7e8r."


def help_lines(command_name: str = "") -> list[str]:
    """The help, a line each: on moves and all commands, or on one of them."""
    width = max(len(command.usage) for command in COMMANDS.values())
    lines = {name: f"  {command.usage:{width}}  {command.summary}" for name, command in COMMANDS.items()}
    return [lines[command_name]] if command_name else [MOVE_HELP, "", *lines.values()]


def suggestion(typed: str) -> str:
    """`; did you mean undo?`, if it is near to a command, else where the commands are told."""
    near = difflib.get_close_matches(typed.lower(), COMMANDS, n=1)
    return f"; did you mean {near[0]}?" if near else "; help tells more"
