"""A game in the terminal: prints the board and the programs' moves, and executes what a human types."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, TypeVar

import click
from rich.text import Text

from modern.cli.play.prompt import Prompt
from modern.cli.play.thinking import PV_MOVES_SHOWN, ThinkingDisplay, format_clock
from modern.cli.play.why import SeatDecision, print_reasons
from modern.engine.limits import Limits
from modern.match.pace import opponent
from modern.match.record import RESIGNATION, Ending
from modern.output_files import write_atomically
from modern.pgn.names_and_notes import comment_text
from modern.play.board import BoardStyle, board_text
from modern.play.commands import ALIASES, COMMANDS, help_lines, suggestion
from modern.play.live_game import SIDE_NAMES, LiveGame, describe_ending
from modern.play.move_entry import parse_typed_move
from modern.play.saved_game import saved_game_pgn
from modern.play.seats import Seat
from modern.players import Decision, PlayerError, Resignation
from modern.rules import IllegalMove, MoveError
from modern.rules.bitboard import SQUARE_NAMES
from modern.rules.san_line import san_line

if TYPE_CHECKING:
    from rich.console import Console

    from modern.match.pace import Pace
    from modern.rules import Move

#: The time that modern thinks about a hint, in seconds.
HINT_SECONDS = 1.0
#: A program refuses every draw offer before this move number.
EARLIEST_DRAW_MOVE = 20


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

    def __init__(
        self, live_game: LiveGame, pace: Pace, game_files: list[Path], out: Console, display: DisplayOptions
    ) -> None:
        self.live_game = live_game
        self.pace = pace
        #: The files that the game is saved to after every move; `gosub play --resume` is offered for the first.
        self.game_files = game_files
        self.out = out
        self.display = display
        self.flipped = live_game.human_sides == ["black"]
        self.prompt = Prompt(self._completions)
        self.thinking_display = ThinkingDisplay(out, display.pause)
        self.hint_seat: Seat | None = None
        #: True if the game files hold the game up to its last move.
        self.is_saved = bool(live_game.record)
        #: The files that `save` has written; it overwrites these without a question.
        self.saved_copies: set[Path] = set()
        #: The last decision of a program, for `why`. It is forgotten after `undo` and unknown after --resume.
        self.last_decision: SeatDecision | None = None
        self.program_has_moved = bool(live_game.record) and len(live_game.human_sides) < len(live_game.seats)
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
        if self.live_game.ending and self.live_game.record:
            self._save()  # it was already over when it was resumed
        while self.live_game.ending is None:
            if self.live_game.seat.player:
                self._play_program_move()
            else:
                self._play_human_move()
        if self.is_saved:
            self._print_verbatim(f"The game is saved in {self.game_files[0]}.")
        self._print(describe_ending(self.live_game.ending))

    def close(self) -> None:
        """Closes the player that gave hints."""
        if self.hint_seat:
            self.hint_seat.close()

    # Moves of programs.

    def _play_program_move(self) -> None:
        seat, side = self.live_game.seat, self.live_game.side
        fen = self.live_game.game.position.fen()
        notes: list[str] = []
        try:
            decision, seconds = self.thinking_display.wait_for_decision(
                seat, self.live_game.game, self._limits(), self._board_text(), notes.append
            )
        except Resignation:
            self.live_game.ending = Ending(opponent(side), RESIGNATION)
            self._save()
            return
        except PlayerError as error:
            raise click.ClickException(f"{seat.short_name} cannot continue: {error}{self.resume_hint()}") from None
        if decision.move is None or not self.live_game.game.position.is_legal(decision.move):
            raise click.ClickException(f"{seat.short_name} returned no legal move{self.resume_hint()}")
        move = san_line(fen, [decision.move])
        self.last_decision, self.program_has_moved = SeatDecision(seat, fen, decision, tuple(notes)), True
        self._make_move(decision.move, decision, seconds, comment_text(notes))
        details = ", ".join([*score_in_words(side, decision), f"{seconds:.1f} s"])
        self._print(f"{seat.short_name} plays {move} ({details})")
        for note in notes:
            self._print(f"  {note}")
        self._show_position()

    def _limits(self) -> Limits:
        return Limits(seconds=self.pace.seconds, depth=self.pace.depth)

    # Printing and saving.

    def _print(self, text: str = "") -> None:
        """Prints sentences; a terminal wraps them between words."""
        self.out.print(text, soft_wrap=not self.out.is_terminal)

    def _print_verbatim(self, text: str) -> None:
        """Prints text that a human may want to copy, without wrapping it."""
        self.out.print(text, soft_wrap=True)

    def _board(self, _argument: str) -> None:
        self.show_board()

    def show_board(self) -> None:
        """Prints the board, with each side's player and the time that it has used above and below."""
        # A narrow window cuts the lines off: a wrapped board could not be read.
        self.out.print(self._board_text(), no_wrap=True, overflow="crop")

    def _board_text(self) -> Text:
        above, below = ("white", "black") if self.flipped else ("black", "white")
        moves = self.live_game.game.moves
        board = board_text(
            self.live_game.game.position, moves[-1] if moves else None, self.flipped, self.display.board_style
        )
        return Text("\n").join([Text(), self._name_line(above), board, self._name_line(below), Text()])

    def _name_line(self, side: str) -> Text:
        used = format_clock(self.live_game.time_used(side))
        return Text(f"   {SIDE_NAMES[side]}: {self.live_game.seats[side].name}, {used}")

    def _show_position(self) -> None:
        """Prints the board after a move, and whether the side to move is in check."""
        self.show_board()
        if self.live_game.ending is None and self.live_game.game.position.is_check():
            self._print(f"{SIDE_NAMES[self.live_game.side]} is in check.")

    def _make_move(self, move: Move, decision: Decision | None, seconds: float, notes: str = "") -> None:
        score, depth = (decision.score, decision.depth) if decision else (None, 0)
        self.live_game.make(move, score, depth, seconds, notes)
        self._save()

    def _save(self) -> None:
        """Writes the game to its files. An error is printed, and the next move tries again."""
        self.is_saved = bool(self.game_files)
        for path in self.game_files:
            try:
                write_atomically(path, saved_game_pgn(self.live_game, self.pace))
            except OSError as error:
                self.is_saved = False
                click.echo(f"the game was not saved: {error}", err=True)

    def resume_hint(self) -> str:
        """Returns `; resume the game with ...`, or an empty text if the game is not saved."""
        path = self.game_files[0]
        command = f"gosub play --resume {quote(str(path))}"
        return f"; resume the game with `{command}`" if self.is_saved and path.is_file() else ""

    # Moves and commands of humans.

    def _play_human_move(self) -> None:
        """Reads and executes lines until one of them is a move, takes moves back or ends the game."""
        start = time.perf_counter()
        plies = len(self.live_game.record)
        if self.live_game.may_claim_draw():
            self._print(f"{SIDE_NAMES[self.live_game.side]} may claim a draw: type draw")
        while self.live_game.ending is None and len(self.live_game.record) == plies:
            self._execute(self._read_line(), start)

    def _read_line(self) -> str:
        number, side = self.live_game.fullmove_number, SIDE_NAMES[self.live_game.side]
        return self._answer_or_quit(self.prompt.ask, f"{number}. {side} to move: ")

    def _answer_or_quit(self, ask: Callable[[str], Answer], question: str) -> Answer:
        try:
            return ask(question)
        except EOFError:
            self._print()
            raise UserQuit from None

    def _execute(self, line: str, start: float) -> None:
        """Executes a command, or enters a move for which the human has thought since `start`."""
        word, _, argument = line.partition(" ")
        word, argument = ALIASES.get(word.lower(), word.lower()), argument.strip()
        command = self.commands.get(word)
        if command is None:
            if line:
                self._enter_move(line, time.perf_counter() - start)
        elif argument and not COMMANDS[word].takes_argument:
            self._print(f"{word} takes no argument; {argument[:40]!a} was not expected")
        else:
            command(argument)

    def _enter_move(self, text: str, seconds: float) -> None:
        try:
            move = parse_typed_move(self.live_game.game.position, text)
        except IllegalMove as error:
            self._print(str(error))
        except MoveError as error:
            self._print(f"{error}{suggestion(text)}")
        else:
            self._make_move(move, None, seconds)
            # If a program moves next, its turn prints the board.
            if self.live_game.ending or self.live_game.seat.player is None:
                self._show_position()

    def _help(self, name: str) -> None:
        if name and name not in COMMANDS:
            self._print(f"no such command {name[:40]!a}; help lists them")
        else:
            self._print("\n".join(help_lines(name)))

    def _moves(self, argument: str) -> None:
        square = argument.lower()
        position = self.live_game.game.position
        legal = position.legal_moves()
        if not square:
            self._print(" ".join(sorted(position.san(move) for move in legal)))
        elif square not in SQUARE_NAMES:
            self._print(f"{argument[:40]!a} is not a square; a square is written like g1")
        elif from_square := [move for move in legal if SQUARE_NAMES[move.from_square] == square]:
            self._print(" ".join(sorted(position.san(move) for move in from_square)))
        else:
            self._print(why_no_move_from(position.piece_at(SQUARE_NAMES.index(square)), square, self.live_game.side))

    def _hint(self, _argument: str) -> None:
        self.hint_seat = self.hint_seat or Seat("modern")
        game = self.live_game.game
        try:
            decision, _ = self.thinking_display.wait_for_decision(self.hint_seat, game, Limits(seconds=HINT_SECONDS))
        except KeyboardInterrupt:
            self._print("the hint was interrupted")
            return
        line = san_line(game.position.fen(), decision.pv[:PV_MOVES_SHOWN])
        self._print(f"modern would play {line} ({', '.join(score_in_words(self.live_game.side, decision))})")

    def _why(self, _argument: str) -> None:
        if self.last_decision:
            print_reasons(self.out, self.last_decision)
        elif self.program_has_moved:
            self._print("the reasons for a move are not kept after undo or --resume")
        else:
            self._print("no program has made a move yet")

    def _undo(self, _argument: str) -> None:
        if not self.live_game.undo():
            self._print("you have no move to take back")
            return
        self.last_decision = None
        self._save()
        self._show_position()

    def _flip(self, _argument: str) -> None:
        self.flipped = not self.flipped
        self.show_board()

    def _save_copy(self, name: str) -> None:
        if not name or name == "-":
            self._print("save needs the name of a file: save game.pgn")
            return
        try:
            path = Path(name).expanduser()
            if path.is_file() and path.resolve() not in self.saved_copies and not self._may_overwrite(name):
                return
            write_atomically(path, saved_game_pgn(self.live_game, self.pace))
            self.saved_copies.add(path.resolve())
        except (OSError, RuntimeError, ValueError) as error:  # no such user, a link to itself, an impossible name
            self._print(f"the game was not saved: {error}")
        else:
            self._print(f"saved to {name}")

    def _may_overwrite(self, name: str) -> bool:
        return self._answer_or_quit(self.prompt.confirm, f"{name} already exists. Overwrite it?")

    def _fen(self, _argument: str) -> None:
        self._print_verbatim(self.live_game.game.position.fen())

    def _pgn(self, _argument: str) -> None:
        self._print_verbatim(saved_game_pgn(self.live_game, self.pace).rstrip("\n"))

    def _draw(self, _argument: str) -> None:
        if self.live_game.claim_draw():
            self._save()
        elif self._opponent_agrees():
            self.live_game.agree_on_draw()
            self._save()

    def _opponent_agrees(self) -> bool:
        """Asks a human; a program agrees if the score of its last move was 0 or less for itself."""
        side = opponent(self.live_game.side)
        seat = self.live_game.seats[side]
        if seat.player is None:
            return self._answer_or_quit(self.prompt.confirm, f"Does {SIDE_NAMES[side]} agree to a draw?")
        if self.live_game.fullmove_number < EARLIEST_DRAW_MOVE:
            self._print(f"{seat.short_name} refuses: it accepts no draw before move {EARLIEST_DRAW_MOVE}")
            return False
        score = self.live_game.last_score(side)
        if score is None:
            self._print(f"{seat.short_name} refuses: it has not yet given a score for a move")
            return False
        agrees = (score.mate or 0) < 0 if score.centipawns is None else score.centipawns <= 0
        if not agrees:
            self._print(f"{seat.short_name} refuses: it thinks that it is better ({score})")
        return agrees

    def _resign(self, _argument: str) -> None:
        self.live_game.resign()
        self._save()

    def _quit(self, _argument: str) -> None:
        raise UserQuit

    def _completions(self, before: str, prefix: str) -> list[str]:
        """Returns the words for Tab: moves and commands, or the arguments of `moves`, `save` and `help`.

        `before` is the line up to the word that begins with `prefix`.
        """
        position = self.live_game.game.position
        legal = position.legal_moves()
        if before == "moves":
            return sorted({SQUARE_NAMES[move.from_square] for move in legal})
        if before == "save":
            folder, _, name = prefix.rpartition("/")
            return [f"{folder}/{path.name}" if folder else path.name for path in Path(folder or ".").glob(f"{name}*")]
        if before:
            return [*COMMANDS] if before == "help" else []
        sans = [position.san(move).rstrip("+#") for move in legal]
        # Moves in UCI notation are offered only once a square has been begun: both forms of every move are too many.
        return [*sans, *(move.uci() for move in legal if prefix and move.uci().startswith(prefix)), *COMMANDS]


def score_in_words(side: str, decision: Decision) -> list[str]:
    """Returns `+0.30 for White` in a list, or an empty list if the decision has no score."""
    return [f"{decision.score} for {SIDE_NAMES[side]}"] if decision.score else []


def why_no_move_from(piece: str | None, square: str, side: str) -> str:
    """Returns why `side` has no legal move from a square with that piece (a FEN letter) or, for None, no piece."""
    if piece is None:
        return f"there is no piece on {square}"
    if piece.isupper() != (side == "white"):
        return f"the piece on {square} is {SIDE_NAMES[opponent(side)]}'s"
    return f"the piece on {square} has no legal move"
