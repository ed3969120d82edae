"""The commands that can be typed instead of a move, their help and their completion."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from modern.game.session import Refusal
from modern.players import PLAYERS
from modern.players.suggestion import suggestion as nearest_name
from modern.rules import Position
from modern.rules.bitboard import SQUARE_NAMES


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
    "hint": Command(
        "hint [PLAYER]", "show what modern would play, or the player named here or by --hint", takes_argument=True
    ),
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


#: How similar a text must be to a command that is suggested for it.
SUGGESTION_CUTOFF: Final = 0.6


def parse_command(line: str) -> tuple[str, str] | None:
    """Returns the name and the argument of a command, or None if the line is not a command.

    Raises Refusal if a command that takes no argument has one.
    """
    word, _, argument = line.partition(" ")
    name, argument = ALIASES.get(word.lower(), word.lower()), argument.strip()
    if name not in COMMANDS:
        return None
    if argument and not COMMANDS[name].takes_argument:
        raise Refusal(f"{name} takes no argument; {argument[:40]!a} was not expected")
    return name, argument


def help_lines(command_name: str = "") -> list[str]:
    """Returns the lines of the help: on moves and all commands, or on the one command named. Raises Refusal."""
    if command_name and command_name not in COMMANDS:
        raise Refusal(f"no such command {command_name[:40]!a}; help lists them")
    width = max(len(command.usage) for command in COMMANDS.values())
    lines = {name: f"  {command.usage:{width}}  {command.summary}" for name, command in COMMANDS.items()}
    return [lines[command_name]] if command_name else [MOVE_HELP, "", *lines.values()]


def suggestion(typed: str) -> str:
    """Returns `; did you mean undo?` if the text resembles a command, and otherwise points to `help`."""
    return f"; {nearest_name(typed, COMMANDS, 'type help for the list of commands', SUGGESTION_CUTOFF)}"


def completions(position: Position, before: str, prefix: str) -> list[str]:
    """Returns the words that can complete a line: moves and commands, or the arguments of a command.

    `before` is the line up to the word that begins with `prefix`. Not every word returned begins with it.
    """
    legal = position.legal_moves()
    if before == "moves":
        return sorted({SQUARE_NAMES[move.from_square] for move in legal})
    if before == "hint":
        return [*PLAYERS]
    if before == "save":
        folder, _, name = prefix.rpartition("/")
        return [f"{folder}/{path.name}" if folder else path.name for path in Path(folder or ".").glob(f"{name}*")]
    if before:
        return [*COMMANDS] if before == "help" else []
    sans = [position.san(move).rstrip("+#") for move in legal]
    # Moves in UCI notation are offered only once a square has been begun: both forms of every move are too many.
    return [*sans, *(move.uci() for move in legal if prefix and move.uci().startswith(prefix)), *COMMANDS]
