"""The conversation at the board: what is shown, and what is done with what a human types."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, TypeVar

import click
from rich.text import Text

from historic.shell import write_atomically
from modern.cli.play_prompt import Prompt
from modern.cli.play_thinking import PV_MOVES_SHOWN, ThinkingDisplay, format_clock
from modern.cli.play_why import SeatDecision, print_reasons
from modern.cli.san_line import san_line
from modern.engine.limits import Limits
from modern.match.pace import opponent
from modern.match.record import RESIGNATION, Ending, comment_text
from modern.play.board import BoardStyle, board_text
from modern.play.commands import ALIASES, COMMANDS, help_lines, suggestion
from modern.play.live_game import SIDE_NAMES, LiveGame, describe_ending
from modern.play.move_entry import parse_typed_move
from modern.play.saved_game import saved_game_pgn
from modern.play.seats import Seat
from modern.players import Decision, PlayerError, Resignation
from modern.rules import IllegalMove, MoveError
from modern.rules.bitboard import SQUARE_NAMES

if TYPE_CHECKING:
    from rich.console import Console

    from modern.match.pace import Pace
    from modern.rules import Move

#: How long modern thinks of a hint, in seconds.
HINT_SECONDS = 1.0
#: A program agrees to no draw before this move.
EARLIEST_DRAW_MOVE = 20


@dataclass(frozen=True)
class DisplayOptions:
    """How a sitting looks: the board, and how long each move that 1994 tries stands, in seconds."""

    board_style: BoardStyle
    pause: float


Answer = TypeVar("Answer")


class UserQuit(Exception):
    """The human has left."""


class PlaySession:
    """A game from now on, until it ends or somebody leaves."""

    def __init__(self, table: LiveGame, pace: Pace, kept: list[Path], out: Console, shown: DisplayOptions) -> None:
        self.live_game = table
        self.pace = pace
        #: Where the game is written after every move; the first is what it can be gone on from.
        self.game_files = kept
        self.out = out
        self.display = shown
        self.flipped = table.human_sides == ["black"]
        self.prompt = Prompt(self._completions)
        self.thinking_display = ThinkingDisplay(out, shown.pause)
        self.hint_seat: Seat | None = None
        #: Whether the game, as it stands, is in those files.
        self.is_saved = bool(table.record)
        #: Files that the human has had the game saved in.
        self.saved_copies: set[Path] = set()
        #: The last that was thought, if there is something to ask about; whether anything has been thought at all.
        self.last_decision: SeatDecision | None = None
        self.program_has_moved = bool(table.record) and len(table.human_sides) < len(table.seats)
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
        """Play on. Raises Left, KeyboardInterrupt, and ClickException where a player cannot go on."""
        self.show_board()
        if self.live_game.ending and self.live_game.record:
            self._save()  # it was over when it was gone on with
        while self.live_game.ending is None:
            if self.live_game.seat.player:
                self._play_program_move()
            else:
                self._play_human_move()
        if self.is_saved:
            self._print_verbatim(f"The game is in {self.game_files[0]}.")
        self._print(describe_ending(self.live_game.ending))

    def close(self) -> None:
        """Give back what was asked for hints."""
        if self.hint_seat:
            self.hint_seat.close()

    # What programs do.

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
            raise click.ClickException(f"{seat.short_name} cannot go on: {error}{self.resume_hint()}") from None
        if decision.move is None or not self.live_game.game.position.is_legal(decision.move):
            raise click.ClickException(f"{seat.short_name} names no legal move{self.resume_hint()}")
        said = san_line(fen, [decision.move])
        self.last_decision, self.program_has_moved = SeatDecision(seat, fen, decision, tuple(notes)), True
        self._make_move(decision.move, decision, seconds, comment_text(notes))
        self._print(
            f"{seat.short_name} plays {said} ({', '.join([*score_in_words(side, decision), f'{seconds:.1f} s'])})"
        )
        for note in notes:
            self._print(f"  {note}")
        self._show_position()

    def _limits(self) -> Limits:
        return Limits(seconds=self.pace.seconds, depth=self.pace.depth)

    # What is shown, and kept.

    def _print(self, text: str = "") -> None:
        """Sentences, which a terminal has broken between words."""
        self.out.print(text, soft_wrap=not self.out.is_terminal)

    def _print_verbatim(self, text: str) -> None:
        """What somebody may want to copy: nothing is broken."""
        self.out.print(text, soft_wrap=True)

    def _board(self, _rest: str) -> None:
        self.show_board()

    def show_board(self) -> None:
        """The board, and above and below it who plays, and how long each has thought."""
        # In a narrow window the ends of the lines are not seen; a board must not be broken.
        self.out.print(self._board_text(), no_wrap=True, overflow="crop")

    def _board_text(self) -> Text:
        above, below = ("white", "black") if self.flipped else ("black", "white")
        moves = self.live_game.game.moves
        board = board_text(
            self.live_game.game.position, moves[-1] if moves else None, self.flipped, self.display.board_style
        )
        return Text("\n").join([Text(), self._name_line(above), board, self._name_line(below), Text()])

    def _name_line(self, side: str) -> Text:
        return Text(
            f"   {SIDE_NAMES[side]}: {self.live_game.seats[side].name}, {format_clock(self.live_game.time_used(side))}"
        )

    def _show_position(self) -> None:
        """The board after a move, and what there is to know about it."""
        self.show_board()
        if self.live_game.ending is None and self.live_game.game.position.is_check():
            self._print(f"{SIDE_NAMES[self.live_game.side]} is in check.")

    def _make_move(self, move: Move, decision: Decision | None, seconds: float, notes: str = "") -> None:
        score, depth = (decision.score, decision.depth) if decision else (None, 0)
        self.live_game.make(move, score, depth, seconds, notes)
        self._save()

    def _save(self) -> None:
        """Write the game down. Where that fails it is said, the game goes on, and the next move tries again."""
        self.is_saved = bool(self.game_files)
        for path in self.game_files:
            try:
                write_atomically(path, saved_game_pgn(self.live_game, self.pace))
            except OSError as error:
                self.is_saved = False
                click.echo(f"the game is not kept: {error}", err=True)

    def resume_hint(self) -> str:
        """How the game can be gone on with, if it has been kept in a file."""
        path = self.game_files[0]
        return f": `gosub play --resume {quote(str(path))}` goes on" if self.is_saved and path.is_file() else ""

    # What a human does.

    def _play_human_move(self) -> None:
        """Take lines until one of them has moved the game on."""
        begun = time.perf_counter()
        made = len(self.live_game.record)
        if self.live_game.may_claim_draw():
            self._print(f"{SIDE_NAMES[self.live_game.side]} may claim a draw: draw")
        while self.live_game.ending is None and len(self.live_game.record) == made:
            self._execute(self._read_line(), begun)

    def _read_line(self) -> str:
        return self._answer_or_quit(
            self.prompt.ask, f"{self.live_game.fullmove_number}. {SIDE_NAMES[self.live_game.side]} to move: "
        )

    def _answer_or_quit(self, ask: Callable[[str], Answer], question: str) -> Answer:
        try:
            return ask(question)
        except EOFError:
            self._print()
            raise UserQuit from None

    def _execute(self, line: str, begun: float) -> None:
        """Do what a line says: a command, or else a move that has been thought of since `begun`."""
        word, _, rest = line.partition(" ")
        word, rest = ALIASES.get(word.lower(), word.lower()), rest.strip()
        command = self.commands.get(word)
        if command is None:
            if line:
                self._enter_move(line, time.perf_counter() - begun)
        elif rest and not COMMANDS[word].takes_argument:
            self._print(f"{word} stands alone; {rest[:40]!a} is too much")
        else:
            command(rest)

    def _enter_move(self, typed: str, seconds: float) -> None:
        try:
            move = parse_typed_move(self.live_game.game.position, typed)
        except IllegalMove as error:
            self._print(str(error))
        except MoveError as error:
            self._print(f"{error}{suggestion(typed)}")
        else:
            self._make_move(move, None, seconds)
            # A program's thinking shows the board, and its answer does so again.
            if self.live_game.ending or self.live_game.seat.player is None:
                self._show_position()

    def _help(self, of: str) -> None:
        if of and of not in COMMANDS:
            self._print(f"there is no command {of[:40]!a}; help lists them")
        else:
            self._print("\n".join(help_lines(of)))

    def _moves(self, of: str) -> None:
        square = of.lower()
        position = self.live_game.game.position
        legal = position.legal_moves()
        if not square:
            self._print(" ".join(sorted(position.san(move) for move in legal)))
        elif square not in SQUARE_NAMES:
            self._print(f"a square was expected, such as g1, not {of[:40]!a}")
        elif of_square := [move for move in legal if SQUARE_NAMES[move.from_square] == square]:
            self._print(" ".join(sorted(position.san(move) for move in of_square)))
        else:
            self._print(why_no_move_from(position.piece_at(SQUARE_NAMES.index(square)), square, self.live_game.side))

    def _hint(self, _rest: str) -> None:
        self.hint_seat = self.hint_seat or Seat("modern")
        game = self.live_game.game
        try:
            found, _ = self.thinking_display.wait_for_decision(self.hint_seat, game, Limits(seconds=HINT_SECONDS))
        except KeyboardInterrupt:
            self._print("no hint, then")
            return
        seen = ", ".join(score_in_words(self.live_game.side, found))
        self._print(f"modern would play {san_line(game.position.fen(), found.pv[:PV_MOVES_SHOWN])} ({seen})")

    def _why(self, _rest: str) -> None:
        if self.last_decision:
            print_reasons(self.out, self.last_decision)
        elif self.program_has_moved:
            self._print("what was thought is not kept when moves are taken back, or a game is gone on with")
        else:
            self._print("nobody has thought of a move yet")

    def _undo(self, _rest: str) -> None:
        if not self.live_game.undo():
            self._print("there is no move of yours to take back")
            return
        self.last_decision = None
        self._save()
        self._show_position()

    def _flip(self, _rest: str) -> None:
        self.flipped = not self.flipped
        self.show_board()

    def _save_copy(self, name: str) -> None:
        if not name or name == "-":
            self._print("save wants the name of a file: save game.pgn")
            return
        try:
            path = Path(name).expanduser()
            if path.is_file() and path.resolve() not in self.saved_copies and not self._may_overwrite(name):
                return
            write_atomically(path, saved_game_pgn(self.live_game, self.pace))
            self.saved_copies.add(path.resolve())
        except (OSError, RuntimeError, ValueError) as error:  # no such user, a link to itself, a name of no file
            self._print(f"it is not saved: {error}")
        else:
            self._print(f"saved in {name}")

    def _may_overwrite(self, name: str) -> bool:
        return self._answer_or_quit(self.prompt.confirm, f"{name} is there already. Write over it?")

    def _fen(self, _rest: str) -> None:
        self._print_verbatim(self.live_game.game.position.fen())

    def _pgn(self, _rest: str) -> None:
        self._print_verbatim(saved_game_pgn(self.live_game, self.pace).rstrip("\n"))

    def _draw(self, _rest: str) -> None:
        if self.live_game.claim_draw():
            self._save()
        elif self._opponent_agrees():
            self.live_game.agree_on_draw()
            self._save()

    def _opponent_agrees(self) -> bool:
        """A human is asked; a program agrees if it thought, with its last move, that it stood no better."""
        side = opponent(self.live_game.side)
        seat = self.live_game.seats[side]
        if seat.player is None:
            return self._answer_or_quit(self.prompt.confirm, f"Does {SIDE_NAMES[side]} agree to a draw?")
        if self.live_game.fullmove_number < EARLIEST_DRAW_MOVE:
            self._print(f"{seat.short_name} plays on: it is too early, before move {EARLIEST_DRAW_MOVE}")
            return False
        score = self.live_game.last_score(side)
        if score is None:
            self._print(f"{seat.short_name} has not said yet how it stands, and plays on")
            return False
        agrees = (score.mate or 0) < 0 if score.centipawns is None else score.centipawns <= 0
        if not agrees:
            self._print(f"{seat.short_name} thinks that it stands better ({score}), and plays on")
        return agrees

    def _resign(self, _rest: str) -> None:
        self.live_game.resign()
        self._save()

    def _quit(self, _rest: str) -> None:
        raise UserQuit

    def _completions(self, before: str, begun: str) -> list[str]:
        """What may be typed: commands and moves; after `moves` squares, after `save` files, after `help` commands."""
        position = self.live_game.game.position
        legal = position.legal_moves()
        if before == "moves":
            return sorted({SQUARE_NAMES[move.from_square] for move in legal})
        if before == "save":
            folder, _, name = begun.rpartition("/")
            return [f"{folder}/{path.name}" if folder else path.name for path in Path(folder or ".").glob(f"{name}*")]
        if before:
            return [*COMMANDS] if before == "help" else []
        sans = [position.san(move).rstrip("+#") for move in legal]
        # Squares only for who begins with one: every move twice is too much to read.
        return [*sans, *(move.uci() for move in legal if begun and move.uci().startswith(begun)), *COMMANDS]


def score_in_words(side: str, decision: Decision) -> list[str]:
    """`+0.30 for White`, if who decided has an opinion."""
    return [f"{decision.score} for {SIDE_NAMES[side]}"] if decision.score else []


def why_no_move_from(piece: str | None, square: str, side: str) -> str:
    """Why there is no move of a side's from a square on which such a man, or nobody, stands."""
    if piece is None:
        return f"nobody stands on {square}"
    if piece.isupper() != (side == "white"):
        return f"the man on {square} is {SIDE_NAMES[opponent(side)]}'s"
    return f"the man on {square} has no legal move"
