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

from historic.shell import write_whole
from modern.cli.lines import in_san
from modern.cli.play_prompt import Prompt
from modern.cli.play_thinking import LINE_SHOWN, Onlooker, clock
from modern.cli.play_why import Thought, print_reasons
from modern.engine.limits import Limits
from modern.match.pace import other
from modern.match.record import RESIGNATION, Ending, in_a_comment
from modern.play.board import Look, board_text
from modern.play.commands import ALIASES, COMMANDS, help_lines, suggestion
from modern.play.entry import move_typed
from modern.play.saved import pgn_of_table
from modern.play.seats import Seat
from modern.play.table import SIDES_IN_WORDS, Table, in_words
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
EARLIEST_DRAW = 20


@dataclass(frozen=True)
class Shown:
    """How a sitting looks: the board, and how long each move that 1994 tries stands, in seconds."""

    look: Look
    pause: float


Answer = TypeVar("Answer")


class Left(Exception):
    """The human has left."""


class Sitting:
    """A game from now on, until it ends or somebody leaves."""

    def __init__(self, table: Table, pace: Pace, kept: list[Path], out: Console, shown: Shown) -> None:
        self.table = table
        self.pace = pace
        #: Where the game is written after every move; the first is what it can be gone on from.
        self.kept = kept
        self.out = out
        self.shown = shown
        self.flipped = table.humans == ["black"]
        self.prompt = Prompt(self._words)
        self.onlooker = Onlooker(out, shown.pause)
        self.hinter: Seat | None = None
        #: Whether the game, as it stands, is in those files.
        self.is_kept = bool(table.made)
        #: Files that the human has had the game saved in.
        self.saved: set[Path] = set()
        #: The last that was thought, if there is something to ask about; whether anything has been thought at all.
        self.thought: Thought | None = None
        self.has_thought = bool(table.made) and len(table.humans) < len(table.seats)
        self.commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "board": self._board,
            "moves": self._moves,
            "hint": self._hint,
            "why": self._why,
            "undo": self._undo,
            "flip": self._flip,
            "save": self._save_as,
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
        if self.table.ending and self.table.made:
            self._keep()  # it was over when it was gone on with
        while self.table.ending is None:
            if self.table.seat.player:
                self._have_it_think()
            else:
                self._listen()
        if self.is_kept:
            self._show(f"The game is in {self.kept[0]}.")
        self._say(in_words(self.table.ending))

    def close(self) -> None:
        """Give back what was asked for hints."""
        if self.hinter:
            self.hinter.close()

    # What programs do.

    def _have_it_think(self) -> None:
        seat, side = self.table.seat, self.table.side
        fen = self.table.game.position.fen()
        notes: list[str] = []
        try:
            decision, seconds = self.onlooker.decision_of(
                seat, self.table.game, self._limits(), self._board_text(), notes.append
            )
        except Resignation:
            self.table.ending = Ending(other(side), RESIGNATION)
            self._keep()
            return
        except PlayerError as error:
            raise click.ClickException(f"{seat.short} cannot go on: {error}{self.how_to_go_on()}") from None
        if decision.move is None or not self.table.game.position.is_legal(decision.move):
            raise click.ClickException(f"{seat.short} names no legal move{self.how_to_go_on()}")
        said = in_san(fen, [decision.move])
        self.thought, self.has_thought = Thought(seat, fen, decision, tuple(notes)), True
        self._make(decision.move, decision, seconds, in_a_comment(notes))
        self._say(f"{seat.short} plays {said} ({', '.join([*seen_by(side, decision), f'{seconds:.1f} s'])})")
        for note in notes:
            self._say(f"  {note}")
        self._announce()

    def _limits(self) -> Limits:
        return Limits(seconds=self.pace.seconds, depth=self.pace.depth)

    # What is shown, and kept.

    def _say(self, text: str = "") -> None:
        """Sentences, which a terminal has broken between words."""
        self.out.print(text, soft_wrap=not self.out.is_terminal)

    def _show(self, text: str) -> None:
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
        moves = self.table.game.moves
        board = board_text(self.table.game.position, moves[-1] if moves else None, self.flipped, self.shown.look)
        return Text("\n").join([Text(), self._name_line(above), board, self._name_line(below), Text()])

    def _name_line(self, side: str) -> Text:
        return Text(f"   {SIDES_IN_WORDS[side]}: {self.table.seats[side].name}, {clock(self.table.seconds(side))}")

    def _announce(self) -> None:
        """The board after a move, and what there is to know about it."""
        self.show_board()
        if self.table.ending is None and self.table.game.position.is_check():
            self._say(f"{SIDES_IN_WORDS[self.table.side]} is in check.")

    def _make(self, move: Move, decision: Decision | None, seconds: float, notes: str = "") -> None:
        score, depth = (decision.score, decision.depth) if decision else (None, 0)
        self.table.make(move, score, depth, seconds, notes)
        self._keep()

    def _keep(self) -> None:
        """Write the game down. Where that fails it is said, the game goes on, and the next move tries again."""
        self.is_kept = bool(self.kept)
        for path in self.kept:
            try:
                write_whole(path, pgn_of_table(self.table, self.pace))
            except OSError as error:
                self.is_kept = False
                click.echo(f"the game is not kept: {error}", err=True)

    def how_to_go_on(self) -> str:
        """How the game can be gone on with, if it has been kept in a file."""
        path = self.kept[0]
        return f": `gosub play --resume {quote(str(path))}` goes on" if self.is_kept and path.is_file() else ""

    # What a human does.

    def _listen(self) -> None:
        """Take lines until one of them has moved the game on."""
        begun = time.perf_counter()
        made = len(self.table.made)
        if self.table.may_claim_draw():
            self._say(f"{SIDES_IN_WORDS[self.table.side]} may claim a draw: draw")
        while self.table.ending is None and len(self.table.made) == made:
            self._obey(self._line(), begun)

    def _line(self) -> str:
        return self._answer(self.prompt.ask, f"{self.table.move_number}. {SIDES_IN_WORDS[self.table.side]} to move: ")

    def _answer(self, ask: Callable[[str], Answer], question: str) -> Answer:
        try:
            return ask(question)
        except EOFError:
            self._say()
            raise Left from None

    def _obey(self, line: str, begun: float) -> None:
        """Do what a line says: a command, or else a move that has been thought of since `begun`."""
        word, _, rest = line.partition(" ")
        word, rest = ALIASES.get(word.lower(), word.lower()), rest.strip()
        command = self.commands.get(word)
        if command is None:
            if line:
                self._move(line, time.perf_counter() - begun)
        elif rest and not COMMANDS[word].takes:
            self._say(f"{word} stands alone; {rest[:40]!a} is too much")
        else:
            command(rest)

    def _move(self, typed: str, seconds: float) -> None:
        try:
            move = move_typed(self.table.game.position, typed)
        except IllegalMove as error:
            self._say(str(error))
        except MoveError as error:
            self._say(f"{error}{suggestion(typed)}")
        else:
            self._make(move, None, seconds)
            # A program's thinking shows the board, and its answer does so again.
            if self.table.ending or self.table.seat.player is None:
                self._announce()

    def _help(self, of: str) -> None:
        if of and of not in COMMANDS:
            self._say(f"there is no command {of[:40]!a}; help lists them")
        else:
            self._say("\n".join(help_lines(of)))

    def _moves(self, of: str) -> None:
        square = of.lower()
        position = self.table.game.position
        legal = position.legal_moves()
        if not square:
            self._say(" ".join(sorted(position.san(move) for move in legal)))
        elif square not in SQUARE_NAMES:
            self._say(f"a square was expected, such as g1, not {of[:40]!a}")
        elif of_square := [move for move in legal if SQUARE_NAMES[move.from_square] == square]:
            self._say(" ".join(sorted(position.san(move) for move in of_square)))
        else:
            self._say(no_move_from(position.piece_at(SQUARE_NAMES.index(square)), square, self.table.side))

    def _hint(self, _rest: str) -> None:
        self.hinter = self.hinter or Seat("modern")
        game = self.table.game
        try:
            found, _ = self.onlooker.decision_of(self.hinter, game, Limits(seconds=HINT_SECONDS))
        except KeyboardInterrupt:
            self._say("no hint, then")
            return
        seen = ", ".join(seen_by(self.table.side, found))
        self._say(f"modern would play {in_san(game.position.fen(), found.line[:LINE_SHOWN])} ({seen})")

    def _why(self, _rest: str) -> None:
        if self.thought:
            print_reasons(self.out, self.thought)
        elif self.has_thought:
            self._say("what was thought is not kept when moves are taken back, or a game is gone on with")
        else:
            self._say("nobody has thought of a move yet")

    def _undo(self, _rest: str) -> None:
        if not self.table.undo():
            self._say("there is no move of yours to take back")
            return
        self.thought = None
        self._keep()
        self._announce()

    def _flip(self, _rest: str) -> None:
        self.flipped = not self.flipped
        self.show_board()

    def _save_as(self, name: str) -> None:
        if not name or name == "-":
            self._say("save wants the name of a file: save game.pgn")
            return
        try:
            path = Path(name).expanduser()
            if path.is_file() and path.resolve() not in self.saved and not self._may_write_over(name):
                return
            write_whole(path, pgn_of_table(self.table, self.pace))
            self.saved.add(path.resolve())
        except (OSError, RuntimeError, ValueError) as error:  # no such user, a link to itself, a name of no file
            self._say(f"it is not saved: {error}")
        else:
            self._say(f"saved in {name}")

    def _may_write_over(self, name: str) -> bool:
        return self._answer(self.prompt.agrees, f"{name} is there already. Write over it?")

    def _fen(self, _rest: str) -> None:
        self._show(self.table.game.position.fen())

    def _pgn(self, _rest: str) -> None:
        self._show(pgn_of_table(self.table, self.pace).rstrip("\n"))

    def _draw(self, _rest: str) -> None:
        if self.table.claim_draw():
            self._keep()
        elif self._other_side_agrees():
            self.table.agree_on_draw()
            self._keep()

    def _other_side_agrees(self) -> bool:
        """A human is asked; a program agrees if it thought, with its last move, that it stood no better."""
        side = other(self.table.side)
        seat = self.table.seats[side]
        if seat.player is None:
            return self._answer(self.prompt.agrees, f"Does {SIDES_IN_WORDS[side]} agree to a draw?")
        if self.table.move_number < EARLIEST_DRAW:
            self._say(f"{seat.short} plays on: it is too early, before move {EARLIEST_DRAW}")
            return False
        score = self.table.last_score(side)
        if score is None:
            self._say(f"{seat.short} has not said yet how it stands, and plays on")
            return False
        agrees = (score.mate or 0) < 0 if score.centipawns is None else score.centipawns <= 0
        if not agrees:
            self._say(f"{seat.short} thinks that it stands better ({score}), and plays on")
        return agrees

    def _resign(self, _rest: str) -> None:
        self.table.resign()
        self._keep()

    def _quit(self, _rest: str) -> None:
        raise Left

    def _words(self, before: str, begun: str) -> list[str]:
        """What may be typed: commands and moves; after `moves` squares, after `save` files, after `help` commands."""
        position = self.table.game.position
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


def seen_by(side: str, decision: Decision) -> list[str]:
    """`+0.30 for White`, if who decided has an opinion."""
    return [f"{decision.score} for {SIDES_IN_WORDS[side]}"] if decision.score else []


def no_move_from(man: str | None, square: str, side: str) -> str:
    """Why there is no move of a side's from a square on which such a man, or nobody, stands."""
    if man is None:
        return f"nobody stands on {square}"
    if man.isupper() != (side == "white"):
        return f"the man on {square} is {SIDES_IN_WORDS[other(side)]}'s"
    return f"the man on {square} has no legal move"
