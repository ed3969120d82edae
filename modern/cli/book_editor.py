"""The book editor in the terminal: prints the board and the book's moves, and reads moves and commands."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

import click
from rich.console import Console

from modern.book.book import Book
from modern.book.editor import BookEditor, EditError
from modern.cli.output import console
from modern.cli.play.board import BoardStyle, board_style, board_text
from modern.cli.play.prompt import Command, Prompt, command_lines, command_named, parse_command, refused_move
from modern.cli.shell import EXIT_FAILURE, EXIT_INTERRUPTED, echo
from modern.cli.typed_game import typed_fen, usage_errors
from modern.game.session import Refusal
from modern.output_files import HeldFile
from modern.rules import Move, MoveError, Position
from modern.rules.errors import quoted
from modern.rules.typed_move import legal_sans, parse_typed_move

#: The commands by name.
COMMANDS: Final = {
    "help": Command("help", "list the commands"),
    "weight": Command("weight MOVE N", "set the weight of a move, 0 to 65535: weight e4 10", takes_argument=True),
    "remove": Command("remove MOVE", "remove a move from the book", takes_argument=True),
    "undo": Command("undo", "take the last step back, in the book and on the board"),
    "back": Command("back", "go back one move; the book keeps it"),
    "start": Command("start", "go back to the first position; the book keeps its moves"),
    "moves": Command("moves [SQUARE]", "list the legal moves, or only those from a square", takes_argument=True),
    "board": Command("board", "show the board again"),
    "flip": Command("flip", "turn the board round"),
    "fen": Command("fen", "show the position as FEN"),
    "quit": Command("quit", "leave; the book is saved after every change"),
}
MOVE_HELP: Final = (
    "A move, such as Nf3, g1f3 or g1-f3, is made on the board; if it is new, the book gets it with weight 1."
)


def edit_book(file: HeldFile, edited: Book, fen: str | None, ascii_pieces: bool) -> None:
    """Edits a book until `quit`, the end of the input or Ctrl-C. Raises BadParameter."""
    with usage_errors():
        editor = BookEditor(edited, typed_fen(fen))
    out = console()
    session = EditSession(editor, file, out, board_style(out, False, ascii_pieces))
    try:
        session.run()
    except KeyboardInterrupt:
        click.echo("\ninterrupted")
        click.get_current_context().exit(EXIT_INTERRUPTED)
    if session.failed_to_save:
        click.get_current_context().exit(EXIT_FAILURE)


class EditSession:
    """A book being edited in the terminal."""

    def __init__(self, editor: BookEditor, file: HeldFile, out: Console, board_style: BoardStyle) -> None:
        self.editor = editor
        self.file = file
        self.path = file.path
        self.out = out
        self.board_style = board_style
        self.flipped = False
        #: True if the last change could not be saved.
        self.failed_to_save = False
        self.prompt = Prompt(self._completions)
        self.commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "weight": self._weight,
            "remove": self._remove,
            "undo": self._undo,
            "back": self._back,
            "start": self._start,
            "moves": self._moves,
            "board": self._board,
            "flip": self._flip,
            "fen": self._fen,
        }

    def run(self) -> None:
        """Reads moves and commands until `quit` or the end of the input."""
        book = self.editor.book
        state = f"{len(book.positions):,} positions" if self.path.exists() else "a new book"
        echo(f"{self.path}: {state}, saved after every change; type help for the list of commands.")
        self._show_position()
        while True:
            try:
                line = self.prompt.ask(self._question())
            except EOFError:
                click.echo()
                return
            if command_named(line) == "quit":
                return
            try:
                self._execute(line)
            except (EditError, MoveError, Refusal) as error:
                self._print(str(error))

    def _question(self) -> str:
        position = self.editor.position
        return f"{position.fullmove_number}. {position.side.capitalize()} to move: "

    def _execute(self, line: str) -> None:
        """Executes a command, or plays a move. Raises EditError, MoveError and Refusal."""
        command = parse_command(line, COMMANDS)
        if command:
            name, argument = command
            self.commands[name](argument)
        elif line:
            self._play(line)

    # Moves and changes.

    def _play(self, text: str) -> None:
        move = self._parsed(text)
        san = self.editor.position.san(move)
        if self.editor.play(move):
            self._print(f"{san} is new to the book")
            self._save()
        self._show_position()

    def _weight(self, argument: str) -> None:
        text, _, number = argument.rpartition(" ")
        if not text or not (number.isascii() and number.isdigit() and len(number) < 10):
            raise EditError(f"{quoted(argument)} is not a move and a weight; write weight e4 10")
        move = self._parsed(text)
        self.editor.set_weight(move, int(number))
        self._changed()

    def _remove(self, argument: str) -> None:
        self.editor.remove(self._parsed(argument))
        self._changed()

    def _undo(self, _argument: str) -> None:
        if self.editor.undo():
            self._save()
        self._show_position()

    def _back(self, _argument: str) -> None:
        self.editor.back()
        self._show_position()

    def _start(self, _argument: str) -> None:
        self.editor.to_start()
        self._show_position()

    def _parsed(self, text: str) -> Move:
        try:
            return parse_typed_move(self.editor.position, text)
        except MoveError as error:
            raise refused_move(text, error, COMMANDS) from None

    def _changed(self) -> None:
        self._save()
        self._print_book_moves()

    def _save(self) -> None:
        try:
            self.file.write(self.editor.book.content())
            self.failed_to_save = False
        except OSError as error:
            self.failed_to_save = True
            echo(f"the book was not saved: {error}", err=True)

    # Printing.

    def _help(self, _argument: str) -> None:
        lines = command_lines(COMMANDS, self.out.width if self.out.is_terminal else None)
        self._print("\n".join([MOVE_HELP, "", *lines.values()]))

    def _moves(self, square: str) -> None:
        self._print(" ".join(legal_sans(self.editor.position, square)))

    def _board(self, _argument: str) -> None:
        self._show_position()

    def _flip(self, _argument: str) -> None:
        self.flipped = not self.flipped
        self._show_position()

    def _fen(self, _argument: str) -> None:
        click.echo(self.editor.position.fen())

    def _show_position(self) -> None:
        """Prints the board, the line that leads to it and the book's moves."""
        editor = self.editor
        last_move = editor.line[-1] if editor.line else None
        self.out.print()
        board = board_text(editor.position, last_move, self.flipped, self.board_style)
        self.out.print(board, no_wrap=True, overflow="crop")
        self.out.print()
        if editor.line:
            self._print(f"line: {self._line_san()}")
        self._print_book_moves()

    def _line_san(self) -> str:
        return Position.from_fen(self.editor.start).variation_san(self.editor.line)

    def _print_book_moves(self) -> None:
        position = self.editor.position
        words = [f"{position.san(move)} {weight}" for move, weight in self.editor.moves()]
        self._print(f"book: {', '.join(words) or 'no move yet'}")

    def _print(self, text: str) -> None:
        self.out.print(text, soft_wrap=not self.out.is_terminal)

    def _completions(self, before: str, prefix: str) -> Iterable[str]:
        """Returns the words that can complete a line: moves, and commands at its beginning."""
        position = self.editor.position
        sans = [position.san(move).rstrip("+#") for move in position.legal_moves()]
        if before:
            return sans if before in ("weight", "remove") else []
        return [*sans, *COMMANDS]
