"""A game in the terminal: prints the board and the programs' moves, and reads what a human types."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from shlex import quote
from typing import TYPE_CHECKING, TypeVar

import click
from rich.text import Text

from modern.cli.play.board import BoardStyle, board_text, captured_text
from modern.cli.play.prompt import Prompt
from modern.cli.play.thinking import PV_MOVES_SHOWN, ThinkingDisplay, format_clock
from modern.cli.play.why import print_explained_lines
from modern.game.game import SIDE_NAMES
from modern.game.material import balance, captured_pieces
from modern.game.session import Question, Refusal, describe_ending
from modern.play.commands import COMMANDS, completions, help_lines, parse_command
from modern.play.sitting import Sitting
from modern.play.thoughts import SeatDecision
from modern.players import PlayerError

if TYPE_CHECKING:
    from rich.console import Console


@dataclass(frozen=True)
class DisplayOptions:
    """How to draw the board, and how long to show each move that the 1994 program tries, in seconds."""

    board_style: BoardStyle
    pause: float


Answer = TypeVar("Answer")


class UserQuit(Exception):
    """Raised when a human quits: by `quit` or at the end of the input."""


class PlaySession:
    """A game played in the terminal until it ends or a human quits."""

    def __init__(self, sitting: Sitting, out: Console, display: DisplayOptions) -> None:
        self.sitting = sitting
        self.live_game = sitting.live_game
        self.out = out
        self.display = display
        self.prompt = Prompt(lambda before, prefix: completions(self.live_game.game.position, before, prefix))
        self.thinking_display = ThinkingDisplay(out, display.pause)
        self.commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "board": self._board,
            "moves": self._moves,
            "hint": self._hint,
            "why": self._why,
            "undo": self._undo,
            "flip": self._flip,
            "save": self._save_copy,
            "fen": self._fen,
            "pgn": self._pgn,
            "draw": self._draw,
            "resign": self._resign,
            "quit": self._quit,
        }
        assert set(self.commands) == set(COMMANDS)

    def run(self) -> None:
        """Plays the game to its end. Raises UserQuit, KeyboardInterrupt, and ClickException if a player fails."""
        self.show_board()
        self.sitting.begin()
        while self.live_game.ending is None:
            if self.live_game.seat.player:
                self._play_program_move()
            else:
                self._play_human_move()
        if self.sitting.is_saved:
            self._print_verbatim(f"The game is saved in {self.sitting.files[0]}.")
        self._print(describe_ending(self.live_game.ending))

    def resume_hint(self) -> str:
        """Returns `; resume the game with ...`, or an empty text if the game is not saved."""
        path = self.sitting.files[0]
        command = f"gosub play --resume {quote(str(path))}"
        return f"; resume the game with `{command}`" if self.sitting.is_saved and path.is_file() else ""

    # Printing.

    def _print(self, text: str = "") -> None:
        """Prints sentences; a terminal wraps them between words."""
        self.out.print(text, soft_wrap=not self.out.is_terminal)

    def _print_verbatim(self, text: str) -> None:
        """Prints text that a human may want to copy, without wrapping it."""
        self.out.print(text, soft_wrap=True)

    def show_board(self) -> None:
        """Prints the board, with each side's player and the time that it has used above and below."""
        # A narrow window cuts the lines off: a wrapped board could not be read.
        self.out.print(self._board_text(), no_wrap=True, overflow="crop")

    def _board_text(self) -> Text:
        flipped = self.sitting.flipped
        above, below = ("white", "black") if flipped else ("black", "white")
        game = self.live_game.game
        board = board_text(game.position, game.moves[-1] if game.moves else None, flipped, self.display.board_style)
        lines = [Text(), self._name_line(above), board, self._name_line(below)]
        material = captured_text(captured_pieces(game), balance(game.position), self.display.board_style)
        return Text("\n").join([*lines, *([Text(f"   {material}")] if material else []), Text()])

    def _name_line(self, side: str) -> Text:
        seat, used = self.live_game.seats[side], format_clock(self.live_game.time_used(side))
        level = f" ({seat.level})" if seat.level else ""
        return Text(f"   {SIDE_NAMES[side]}: {seat.name}{level}, {used}")

    def _show_position(self) -> None:
        """Prints the board after a move, and whether the side to move is in check."""
        self.show_board()
        if self.live_game.ending is None and self.live_game.game.position.is_check():
            self._print(f"{SIDE_NAMES[self.live_game.side]} is in check.")

    # Moves.

    def _play_program_move(self) -> None:
        side, board = self.live_game.side, self._board_text()
        try:
            played = self.sitting.play_program_move(lambda turn: self.thinking_display.wait(turn, board))
        except PlayerError as error:
            raise click.ClickException(f"{error}{self.resume_hint()}") from None
        if played is None:  # it has resigned
            return
        details = ", ".join([*score_in_words(side, played), f"{played.seconds:.1f} s"])
        self._print(f"{played.seat.short_name} plays {played.move} ({details})")
        for note in played.notes:
            self._print(f"  {note}")
        self._show_position()

    def _play_human_move(self) -> None:
        """Reads and executes lines until one of them is a move, takes moves back or ends the game."""
        start = time.perf_counter()
        plies = len(self.live_game.record)
        if self.live_game.may_claim_draw():
            self._print(f"{SIDE_NAMES[self.live_game.side]} may claim a draw: type draw")
        while self.live_game.ending is None and len(self.live_game.record) == plies:
            line = self._read_line()
            try:
                self._execute(line, start)
            except Refusal as refusal:
                self._print(str(refusal))

    def _read_line(self) -> str:
        number, side = self.live_game.fullmove_number, SIDE_NAMES[self.live_game.side]
        return self._answer_or_quit(self.prompt.ask, f"{number}. {side} to move: ")

    def _answer_or_quit(self, ask: Callable[[str], Answer], question: str) -> Answer:
        try:
            return ask(question)
        except EOFError:
            self._print()
            raise UserQuit from None

    def _confirmed(self, action: Callable[[bool], None]) -> bool:
        """Does something, after a yes if it raises Question. Returns False if the answer is no."""
        try:
            action(False)
        except Question as question:
            if not self._answer_or_quit(self.prompt.confirm, str(question)):
                return False
            action(True)
        return True

    def _execute(self, line: str, start: float) -> None:
        """Executes a command, or enters a move for which the human has thought since `start`. Raises Refusal."""
        command = parse_command(line)
        if command:
            name, argument = command
            self.commands[name](argument)
        elif line:
            self.sitting.enter_move(line, time.perf_counter() - start)
            # If a program moves next, its turn prints the board.
            if self.live_game.ending or self.live_game.seat.player is None:
                self._show_position()

    # Commands.

    def _help(self, name: str) -> None:
        self._print("\n".join(help_lines(name)))

    def _board(self, _argument: str) -> None:
        self.show_board()

    def _moves(self, square: str) -> None:
        self._print(" ".join(self.sitting.legal_sans(square)))

    def _hint(self, player: str) -> None:
        try:
            hint = self.sitting.hint(self.thinking_display.wait, player)
        except KeyboardInterrupt:
            self._print("the hint was interrupted")
            return
        score = score_in_words(self.live_game.side, hint)
        self._print(f"{hint.seat.short_name} would play {hint.line(PV_MOVES_SHOWN)}{f' ({score[0]})' if score else ''}")
        for note in hint.notes:
            self._print(f"  {note}")

    def _why(self, _argument: str) -> None:
        try:
            print_explained_lines(self.out, self.sitting.why(self.thinking_display.wait))
        except KeyboardInterrupt:
            self._print("the thinking was interrupted")

    def _undo(self, _argument: str) -> None:
        self.sitting.undo()
        self._show_position()

    def _flip(self, _argument: str) -> None:
        self.sitting.flip()
        self.show_board()

    def _save_copy(self, name: str) -> None:
        if self._confirmed(lambda confirmed: self.sitting.save_copy(name, confirmed)):
            self._print(f"saved to {name}")

    def _fen(self, _argument: str) -> None:
        self._print_verbatim(self.live_game.game.position.fen())

    def _pgn(self, _argument: str) -> None:
        self._print_verbatim(self.sitting.pgn().rstrip("\n"))

    def _draw(self, _argument: str) -> None:
        self._confirmed(self.sitting.draw)

    def _resign(self, _argument: str) -> None:
        self.sitting.resign()

    def _quit(self, _argument: str) -> None:
        raise UserQuit


def score_in_words(side: str, made: SeatDecision) -> list[str]:
    """Returns `+0.30 for White` in a list, or an empty list if the decision has no score."""
    return [f"{made.decision.score} for {SIDE_NAMES[side]}"] if made.decision.score else []
