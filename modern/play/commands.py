"""The commands that can be typed instead of a move, and their help."""

from __future__ import annotations

import difflib
from typing import Final, NamedTuple


class Command(NamedTuple):
    """A command: its usage, one line about what it does, and whether it takes an argument."""

    usage: str
    summary: str
    takes_argument: bool = False


#: The commands by name.
COMMANDS: Final = {
    "help": Command("help [COMMAND]", "list the commands, or describe one of them", takes_argument=True),
    "board": Command("board", "show the board again"),
    "moves": Command(
        "moves [SQUARE]", "list the legal moves, or those of the piece on a square: moves g1", takes_argument=True
    ),
    "hint": Command("hint", "show what modern would play"),
    "why": Command("why", "show what the opponent was thinking when it chose its move"),
    "undo": Command("undo", "take your last move back"),
    "flip": Command("flip", "turn the board round"),
    "save": Command("save FILE", "write the game to a file, as PGN", takes_argument=True),
    "fen": Command("fen", "show the position as FEN"),
    "pgn": Command("pgn", "show the game as PGN"),
    "draw": Command("draw", "claim a draw, or offer one"),
    "resign": Command("resign", "give the game up"),
    "quit": Command("quit", "leave; the game is saved and can be resumed"),
}

#: Other words for some commands.
ALIASES: Final = {"?": "help", "exit": "quit", "q": "quit", "takeback": "undo"}

MOVE_HELP: Final = "Write a move as Nf3, g1f3 or g1-f3, castling as O-O or O-O-O, a promotion as e8=R or e7e8r."


def help_lines(command_name: str = "") -> list[str]:
    """Returns the lines of the help: on moves and all commands, or on the one command named."""
    width = max(len(command.usage) for command in COMMANDS.values())
    lines = {name: f"  {command.usage:{width}}  {command.summary}" for name, command in COMMANDS.items()}
    return [lines[command_name]] if command_name else [MOVE_HELP, "", *lines.values()]


def suggestion(typed: str) -> str:
    """Returns `; did you mean undo?` if the text resembles a command, and otherwise points to `help`."""
    near = difflib.get_close_matches(typed.lower(), COMMANDS, n=1)
    return f"; did you mean {near[0]}?" if near else "; type help for the list of commands"
