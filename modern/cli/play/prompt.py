"""The human's side of a game in the terminal: the commands with their help, and how lines are read.

In a terminal there are completion and history; from a pipe, lines are read one by one.
"""

from __future__ import annotations

import io
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import click
from rich.console import Console

from historic.machine.signals import released_while_suspended
from historic.machine.system import line_editor, silence
from modern.facts import in_quotes
from modern.game.session import Refusal
from modern.players import PLAYERS
from modern.players.suggestion import suggestion as nearest_name
from modern.rules import IllegalMove, MoveError, Position
from modern.rules.bitboard import SQUARE_NAMES

#: Longer lines are cut off, in characters; no move or command is as long.
MAX_LINE_LENGTH: Final = 400
#: The longest line of `help COMMAND`.
DETAILS_WIDTH: Final = 100


class Command(NamedTuple):
    """A command: its usage, its purpose in one line, whether it takes an argument, and the details in `help NAME`."""

    usage: str
    summary: str
    takes_argument: bool = False
    details: str = ""


#: The commands by name.
COMMANDS: Final = {
    "help": Command(
        "help [COMMAND]",
        "list the commands, or describe one of them",
        takes_argument=True,
        details="Alone it lists all commands and says how to type moves. With the name of a command it explains that "
        "one. `?` means the same. Example: help why",
    ),
    "board": Command(
        "board",
        "show the board again",
        details="You see the names, the time used, the captured pieces and who is ahead. The last move and a king in "
        "check are marked. Example: board",
    ),
    "moves": Command(
        "moves [SQUARE]",
        "list the legal moves, or only those from a square: moves g1",
        takes_argument=True,
        details="The moves are listed as you can type them. If the piece has no legal move, you are told why. "
        "Example: moves g1 lists Nf3 and Nh3 at the start of a game.",
    ),
    "hint": Command(
        "hint [PLAYER]",
        "show the move of modern, or of the player named here or by --hint",
        takes_argument=True,
        details="The player thinks for about a second and shows its move, the moves that it expects and its score. The "
        "hint does not come from your opponent, and nothing is played. Ctrl-C ends the wait. Example: hint historic",
    ),
    "why": Command(
        "why [all]",
        "show the opponent's thoughts when it chose its move",
        takes_argument=True,
        details="Columns are the lines that it considered, the best first. Rows are its terms, in pawns for its side, "
        "and the score; a legend below says what they mean. `error of this level` is how wrongly a level judges. `why "
        "all` also shows what does not fit the terminal. Example: type why after its move.",
    ),
    "undo": Command(
        "undo",
        "take your last move back",
        details="If a program has replied, its reply is taken back too. Repeat it to go back further, even in a "
        "resumed game. `takeback` means the same. Example: undo",
    ),
    "flip": Command(
        "flip",
        "turn the board round",
        details="The other side moves to the bottom; the game does not change. If you play Black, the game begins with "
        "Black at the bottom. Example: flip",
    ),
    "save": Command(
        "save FILE",
        "write the game to a file, as PGN",
        takes_argument=True,
        details="This copy stays as it is; the game itself is saved after every move anyway. You are asked before a "
        "file is overwritten. `gosub play --resume FILE` continues from it. Example: save game.pgn",
    ),
    "fen": Command(
        "fen",
        "show the position as FEN",
        details="A FEN is a position on one line, which other chess programs read. `gosub play --fen` starts a game "
        "from it. Example: fen prints rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 at the start of a game.",
    ),
    "pgn": Command(
        "pgn",
        "show the game as PGN",
        details="This is the content of the game's file: the players and the moves, each with its time and, for a "
        "program, its score and depth. Example: pgn",
    ),
    "draw": Command(
        "draw",
        "claim a draw, or offer one",
        details="After a threefold repetition, or fifty moves without a capture or pawn move, the game is drawn at "
        "once. Otherwise your opponent decides. A program agrees from move 20 on if its last score was not above zero. "
        "Example: draw",
    ),
    "resign": Command(
        "resign",
        "lose the game",
        details="The side to move loses at once, and the game is over. To continue later, type quit instead. Example: "
        "resign",
    ),
    "quit": Command(
        "quit",
        "leave; the game is saved and can be resumed",
        details="You see the command that resumes this game; `gosub play --resume` alone resumes the latest "
        "unfinished game. `exit`, `q`, Ctrl-D and Ctrl-C leave too. Example: quit",
    ),
}

#: Other words for some commands.
ALIASES: Final = {"?": "help", "exit": "quit", "q": "quit", "takeback": "undo"}

MOVE_HELP: Final = "Type moves as Nf3, g1f3 or g1-f3, castling as O-O or O-O-O, and promotions as e8=R or e7e8r."


#: How similar a text must be to a command that is suggested for it.
SUGGESTION_CUTOFF: Final = 0.6


def command_named(word: str) -> str:
    """Returns the name of the command that a word stands for, or else the word in lower case."""
    return ALIASES.get(word.lower(), word.lower())


def parse_command(line: str, commands: Mapping[str, Command]) -> tuple[str, str] | None:
    """Returns the name and the argument of one of the commands, or None if the line is not a command.

    Raises Refusal if a command that takes no argument has one.
    """
    word, _, argument = line.partition(" ")
    name, argument = command_named(word), argument.strip()
    if name not in commands:
        return None
    if argument and not commands[name].takes_argument:
        raise Refusal(f"{word.lower()} takes no argument; {in_quotes(argument[:40])} was not expected")
    return name, argument


def help_lines(command_name: str = "", width: int | None = None) -> list[str]:
    """Returns the lines of the help: on moves and all commands, or more on the one command named. Raises Refusal.

    They are at most `width` characters long, unless that is None.
    """
    if not command_name:
        return [MOVE_HELP, "", *command_lines(COMMANDS, width).values()]
    name = command_name.lower()
    command = COMMANDS.get(command_named(name))
    if command is None:
        raise Refusal(f"no such command {in_quotes(command_name[:40])}; help lists them")
    text = f"{command.usage}: {command.summary}. {command.details}"
    return textwrap.wrap(text, min(width or DETAILS_WIDTH, DETAILS_WIDTH), break_long_words=False)


def command_lines(commands: Mapping[str, Command], width: int | None = None) -> dict[str, str]:
    """Returns the help of each command, in two columns; the second wraps if the lines have a `width`."""
    usage_width = max(len(command.usage) for command in commands.values())
    indent = " " * (usage_width + 4)
    return {
        name: textwrap.fill(
            command.summary,
            width or MAX_LINE_LENGTH,
            initial_indent=f"  {command.usage:{usage_width}}  ",
            subsequent_indent=indent,
        )
        for name, command in commands.items()
    }


def refused_move(typed: str, error: MoveError, commands: Mapping[str, Command]) -> Refusal:
    """Returns why a text is not a move; if it is not just illegal, also the command it resembles, or else `help`."""
    if isinstance(error, IllegalMove):
        return Refusal(str(error))
    return Refusal(f"{error}; {nearest_name(typed, commands, 'type help for the list of commands', SUGGESTION_CUTOFF)}")


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


class Prompt:
    """Asks for lines on standard input.

    `completions` returns the words for Tab, given the line up to the current word and the current word's beginning.
    """

    def __init__(self, completions: Callable[[str, str], Iterable[str]]) -> None:
        self.completions = completions
        self.matches: list[str] = []
        if isinstance(sys.stdin, io.TextIOWrapper) and sys.stdin.errors != "replace":
            sys.stdin.reconfigure(errors="replace")  # refused once a line has been read, as another prompt may have
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        self.readline = line_editor() if self.interactive else None
        if self.readline:
            self.readline.set_completer(self._complete)
            self.readline.set_completer_delims(" ")
            binding = "bind ^I rl_complete" if "libedit" in (self.readline.__doc__ or "") else "tab: complete"
            self.readline.parse_and_bind(binding)

    def ask(self, question: str) -> str:
        """Prints the question and returns the next line without surrounding blanks. Raises EOFError."""
        if self.interactive:
            return input(question).strip()[:MAX_LINE_LENGTH]
        click.echo(question, nl=False)
        line = sys.stdin.readline(MAX_LINE_LENGTH)
        rest = line
        while rest and not rest.endswith("\n"):
            rest = sys.stdin.readline(MAX_LINE_LENGTH)
        click.echo(line.rstrip("\n"))  # the output then reads as a conversation
        if not line:
            raise EOFError
        return line.strip()

    def confirm(self, question: str) -> bool:
        """Returns True if the answer is yes. Repeats the question until the answer is yes or no. Raises EOFError."""
        while True:
            answer = self.ask(f"{question} (y/n) ").lower()
            if answer in ("y", "yes", "n", "no"):
                return answer.startswith("y")

    def _complete(self, prefix: str, state: int) -> str | None:
        if state == 0:
            assert self.readline is not None
            line = self.readline.get_line_buffer()[: self.readline.get_begidx()].strip()
            self.matches = [word for word in self.completions(line, prefix) if word.lower().startswith(prefix.lower())]
        return self.matches[state] if state < len(self.matches) else None


@contextmanager
def keyboard_silenced(out: Console) -> Iterator[None]:
    """Hides the cursor and the typing during a live display. The next prompt reads what was typed.

    While Ctrl-Z suspends the process, the terminal has its own settings again.
    """
    shown_again: list[Callable[[], None]] = []

    def hide() -> None:
        out.show_cursor(False)
        shown_again.append(silence(sys.stdin))

    def restore() -> None:
        out.show_cursor(True)
        while shown_again:
            shown_again.pop()()

    with released_while_suspended(restore, hide):
        hide()
        try:
            yield
        finally:
            restore()
