"""A game in the terminal: prints the board and the programs' moves, and reads the human's input."""

from __future__ import annotations

import textwrap
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TypeVar

import click
from rich.console import Console
from rich.text import Text

from historic.machine.signals import TimeIsUp, alarm
from modern.cli.play.board import BoardStyle, balance, board_text, captured_pieces, captured_text
from modern.cli.play.prompt import COMMANDS, Prompt, completions, help_lines, parse_command, refused_move
from modern.cli.play.thinking import PV_MOVES_SHOWN, ThinkingDisplay, format_clock, print_explanation
from modern.cli.shell import echo, printable_lines
from modern.facts import in_quotes
from modern.game.game import BLACK, SIDE_NAMES, WHITE
from modern.game.saved_game import saved_game
from modern.game.session import HINT_PLAYER, GameSession, Question, Refusal, Seat
from modern.output_files import HeldFile
from modern.players import Decision, Player, PlayerError, Resignation
from modern.players.position_search import PositionSearch
from modern.players.search_history import SearchHistory
from modern.players.seats import seat_name, seat_names, seated
from modern.rules import MoveError
from modern.rules.typed_move import legal_sans
from modern.system import command_line, own_command

Answer = TypeVar("Answer")


class UserQuit(Exception):
    """Raised when a human quits: by `quit` or at the end of the input."""


class Terminal:
    """Plays a game in the terminal until it ends or a human quits, and saves it after every move.

    `board_style`  how to draw the board; `pause` is how long to show each move that the 1994 program tries, in seconds,
                   unless its clock runs.
    `players`      the program that plays each side; None for a human.
    `files`        the files that the game is saved to; it is resumed from the first.
    `is_saved`     True if the files hold the game up to its last move.
    `flipped`      True if White is at the top of the board.
    `hint_player`  the player that gives hints unless another is named. It need not be the opponent, nor as strong.
    """

    def __init__(
        self,
        session: GameSession,
        players: Mapping[str, Player | None],
        files: Iterable[HeldFile],
        out: Console,
        board_style: BoardStyle,
        pause: float,
        is_saved: bool = False,
    ) -> None:
        self.session = session
        self.game = session.game
        self.players = players
        self.files = list(files)
        self.out = out
        self.board_style = board_style
        self.is_saved = is_saved
        #: Why the game was not saved after the last move.
        self._save_errors: list[str] = []
        self.flipped = session.human_sides == [BLACK]
        self.hint_player = HINT_PLAYER
        self.prompt = Prompt(lambda before, prefix: completions(self.game.position, before, prefix))
        self.thinking_display = ThinkingDisplay(out, 0.0 if session.control else pause)
        self.search_history = SearchHistory(session)
        #: The players that have been asked for a hint, by the name that was typed.
        self._seats_for_hints: dict[str, tuple[Seat, Player]] = {}
        #: The files that `save` has written; it overwrites these without a question.
        self._saved_copies: set[Path] = set()
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
        assert set(self.commands) == set(COMMANDS), "prompt.py and terminal.py have the same commands"

    def play(self) -> bool:
        """Plays the game until it ends or a human quits, and says how to resume it. Returns True if Ctrl-C ended it."""
        try:
            self.run()
        except UserQuit:
            click.echo(printable_lines(f"stopped{self.resume_hint()}"))
        except KeyboardInterrupt:
            click.echo(printable_lines(f"\ninterrupted{self.resume_hint()}"))
            return True
        return False

    def run(self) -> None:
        """Plays the game to its end. Raises UserQuit, KeyboardInterrupt, and ClickException if a player fails."""
        self.show_board()
        if self.game.ending and self.game.moves:  # it was over already when it was resumed
            self.save()
        while self.game.ending is None:
            if self.session.human_to_move:
                self._play_human_move()
            else:
                self.play_program_move()
        if self.is_saved:
            self._print_verbatim(f"The game is saved to {self.files[0].path}.")
        self._print(self.game.ending.sentence)

    def resume_hint(self) -> str:
        """Returns `; resume the game with ...`, or an empty text if the game is not saved."""
        if not self.is_saved or not self.files[0].path.is_file():
            return ""
        command = f"{own_command()} play --resume {command_line([str(self.files[0].path)])}"
        return f"; resume the game with `{command}`"

    @property
    def could_not_save(self) -> bool:
        """True if the game as it is now could not be saved."""
        return bool(self._save_errors)

    def save(self) -> None:
        """Writes the game to its files. An error is reported once, and the next move tries again."""
        self.is_saved = bool(self.files)
        errors = []
        for file in self.files:
            try:
                file.write(saved_game(self.session))
            except OSError as error:
                self.is_saved = False
                errors.append(str(error))
                if str(error) not in self._save_errors:
                    echo(f"the game was not saved: {error}", err=True)
        self._save_errors = errors

    def close(self) -> None:
        """Closes the players that gave hints."""
        for spec in list(self._seats_for_hints):
            self._close_hint_player(spec)

    # Printing.

    def _print(self, text: str = "") -> None:
        """Prints sentences; a terminal wraps them between words."""
        self.out.print(text, soft_wrap=not self.out.is_terminal)

    def _print_verbatim(self, text: str) -> None:
        """Prints text that a human may want to copy, without wrapping it."""
        self.out.print(printable_lines(text), soft_wrap=True)

    def _print_with_remarks(self, text: str, search: PositionSearch) -> None:
        self._print(text)
        for remark in search.remarks:
            self._print(f"  {remark}")

    def show_board(self) -> None:
        """Prints the board, with each side's player above and below, and the time that it has used or has left."""
        # A narrow window cuts the lines off: a wrapped board could not be read.
        self.out.print(self._board_text(), no_wrap=True, overflow="crop")

    def _board_text(self) -> Text:
        above, below = (WHITE, BLACK) if self.flipped else (BLACK, WHITE)
        style, position = self.board_style, self.game.position
        board = board_text(position, self.game.last_move, self.flipped, style)
        lines = [Text(), self._name_line(above), board, self._name_line(below)]
        material = captured_text(captured_pieces(self.game), balance(position), style)
        return Text("\n").join([*lines, *([self._beside_board(material)] if material else []), Text()])

    def _beside_board(self, text: str) -> Text:
        """Returns a text above or below the board, indented as the board is; a terminal breaks it between words."""
        width = self.out.width if self.out.is_terminal else len(text) + 3
        return Text(textwrap.fill(text, width, initial_indent="   ", subsequent_indent="   ", break_long_words=False))

    def _name_line(self, side: str) -> Text:
        name = seat_names(self.session.seats)[side]
        if self.session.control:
            shown = f"{format_clock(max(0.0, self.session.time_left(side, time.perf_counter())))} left"
        else:
            shown = format_clock(self.session.time_used(side))
        return self._beside_board(f"{SIDE_NAMES[side]}: {name}, {shown}")

    def _show_position(self) -> None:
        """Prints the board after a move, and whether the side to move is in check."""
        self.show_board()
        if self.game.ending is None and self.game.position.is_check():
            self._print(f"{SIDE_NAMES[self.session.side]} is in check.")

    # Moves.

    def play_program_move(self) -> None:
        """Lets the program to move think, and makes its move. Raises ClickException if it cannot continue."""
        session, seat = self.session, self.session.seat
        side, player, task = session.side, self.players[session.side], session.task()
        assert player
        assert task
        search = PositionSearch(player, self.game, task.limits)
        try:
            decision = self.thinking_display.wait(seat, search, self._board_text(), task.stop_after)
        except Resignation:
            session.resign(side)
            self.save()
            return
        except PlayerError as error:
            if session.exceeds_time(search.seconds):
                self.save()
                return
            raise self._failure(f"{seat_name(seat)} cannot continue: {error}") from None
        if decision.move is None or not self.game.position.is_legal(decision.move):
            raise self._failure(f"{seat_name(seat)} returned no legal move")
        if session.exceeds_time(search.seconds):
            self.save()
            return
        self.search_history.add(search)
        session.make_program_move(decision.move, search.note(), time.perf_counter(), player.memory())
        self.save()
        details = ", ".join([*score_in_words(side, decision), f"{search.seconds:.1f} s"])
        self._print_with_remarks(f"{seat_name(seat)} plays {search.san_line()} ({details})", search)
        self._show_position()

    def _failure(self, reason: str) -> click.ClickException:
        return click.ClickException(f"{reason}{self.resume_hint()}")

    def _play_human_move(self) -> None:
        """Reads and executes lines until one of them is a move, takes moves back or ends the game."""
        self.session.begin_turn(time.perf_counter())
        plies = len(self.game.moves)
        if self.session.may_claim_draw():
            self._print(f"{SIDE_NAMES[self.session.side]} may claim a draw: type draw")
        while self.game.ending is None and len(self.game.moves) == plies:
            number, side = self.game.position.fullmove_number, SIDE_NAMES[self.session.side]
            line = self._answer_or_quit(self._ask_on_the_clock, f"{number}. {side} to move: ")
            if self.session.check_flag(time.perf_counter()):
                self.save()
                return
            try:
                self.execute(line)
            except Refusal as refusal:
                self._print(str(refusal))

    def _ask_on_the_clock(self, question: str) -> str:
        """Returns the input of the human to move, or an empty text if its flag falls first."""
        try:
            with alarm(self.session.seconds_until_flag(time.perf_counter())):
                return self.prompt.ask(question)
        except TimeIsUp:
            self._print()
            return ""

    def _answer_or_quit(self, ask: Callable[[str], Answer], question: str) -> Answer:
        try:
            return ask(question)
        except EOFError:
            self._print()
            raise UserQuit from None

    def _confirmed(self, action: Callable[[bool], None]) -> bool:
        """Calls `action`, and again after a yes if it raises Question. Returns False if the answer is no."""
        try:
            action(False)
        except Question as question:
            if not self._answer_or_quit(self.prompt.confirm, str(question)):
                return False
            action(True)
        return True

    def execute(self, line: str) -> None:
        """Executes a command, or makes the move of the human to move. Raises Refusal."""
        command = parse_command(line, COMMANDS)
        if command:
            name, argument = command
            self.commands[name](argument)
        elif line:
            self._enter_move(line)

    def _enter_move(self, text: str) -> None:
        try:
            self.session.enter_move(text, time.perf_counter())
        except MoveError as error:
            raise refused_move(text, error, COMMANDS) from None
        self.save()
        if not self.session.program_to_move:  # its turn prints the board
            self._show_position()

    # Commands.

    def _help(self, name: str) -> None:
        self._print("\n".join(help_lines(name, self.out.width if self.out.is_terminal else None)))

    def _board(self, _argument: str) -> None:
        self.show_board()

    def _moves(self, square: str) -> None:
        try:
            self._print(" ".join(legal_sans(self.game.position, square)))
        except MoveError as error:
            raise Refusal(str(error)) from None

    def _hint(self, spec: str) -> None:
        spec = spec or self.hint_player
        seat, player = self.seated_for_hints(spec)
        self.session.ask_for_hint(spec)
        task = self.session.task()
        assert task
        search = PositionSearch(player, self.game, task.limits)
        try:
            decision = self.thinking_display.wait(seat, search)
        except KeyboardInterrupt:
            self._close_hint_player(spec)  # it may still be thinking
            self._print("the hint was interrupted")
            return
        except PlayerError as error:
            self._close_hint_player(spec)
            raise Refusal(f"{seat_name(seat)} gives no hint: {error}") from None
        finally:
            self.session.end_hint()
        if decision.move is None or not self.game.position.is_legal(decision.move):
            raise Refusal(f"{seat_name(seat)} gives no hint: it returned no legal move")
        score = "".join(f" ({words})" for words in score_in_words(search.position.side, decision))
        self._print_with_remarks(f"{seat_name(seat)} would play {search.san_line(PV_MOVES_SHOWN)}{score}", search)

    def seated_for_hints(self, spec: str) -> tuple[Seat, Player]:
        """Returns a player that gives hints; it is started when it is first asked. Raises Refusal if it gives none."""
        if spec not in self._seats_for_hints:
            try:
                seat, player = seated(spec)
            except PlayerError as error:
                raise Refusal(str(error)) from None
            if player is None:
                raise Refusal(f"a {seat.spec} gives no hints; name a program")
            self._seats_for_hints[spec] = seat, player
        return self._seats_for_hints[spec]

    def _close_hint_player(self, spec: str) -> None:
        """Closes a player that gave hints; it is started anew when it is asked again."""
        _, player = self._seats_for_hints.pop(spec)
        player.close()

    def _why(self, argument: str) -> None:
        if argument.lower() not in ("", "all"):
            raise Refusal(f"{in_quotes(argument[:40])} was not expected; type why or why all")
        try:
            print_explanation(self.out, *self.search_history.last(self.thinking_display.wait), argument != "")
        except KeyboardInterrupt:
            self._print("the thinking was interrupted")

    def _undo(self, _argument: str) -> None:
        self.session.take_back(time.perf_counter())
        self.search_history.forget_moves_taken_back()
        self.save()
        self._show_position()

    def _flip(self, _argument: str) -> None:
        self.flipped = not self.flipped
        self.show_board()

    def _save_copy(self, name: str) -> None:
        if self._confirmed(lambda confirmed: self._write_copy(name, confirmed)):
            self._print(f"saved to {name}")

    def _write_copy(self, name: str, confirmed: bool) -> None:
        """Writes the game to another file, which is then not kept up to date.

        Raises Question if the file exists and was not written here, unless `confirmed`, and Refusal if it cannot be
        written.
        """
        if not name or name == "-":
            raise Refusal("save needs the name of a file: save game.pgn")
        try:
            path = Path(name).expanduser()
            if not confirmed and path.is_file() and path.resolve() not in self._saved_copies:
                raise Question(f"{name} already exists. Overwrite it?")
            own = [file for file in self.files if file.path.resolve() == path.resolve()]
            for file in own or [HeldFile(path)]:
                file.write(saved_game(self.session))
            self._saved_copies.add(path.resolve())
        except (OSError, RuntimeError, ValueError) as error:  # no such user, a link to itself, an impossible name
            raise Refusal(f"the game was not saved: {error}") from None

    def _fen(self, _argument: str) -> None:
        self._print_verbatim(self.game.position.fen())

    def _pgn(self, _argument: str) -> None:
        self._print_verbatim(saved_game(self.session).rstrip("\n"))

    def _draw(self, _argument: str) -> None:
        if self._confirmed(self.session.draw):
            self.save()

    def _resign(self, _argument: str) -> None:
        self.session.resign()
        self.save()

    def _quit(self, _argument: str) -> None:
        raise UserQuit


def score_in_words(side: str, decision: Decision) -> list[str]:
    """Returns `+0.30 for White` in a list, or an empty list if the decision has no score."""
    return [f"{decision.score} for {SIDE_NAMES[side]}"] if decision.score else []
