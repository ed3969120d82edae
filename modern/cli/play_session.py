"""The conversation at the board: what is shown, and what is done with what a human types."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from historic.shell import write_whole
from modern.cli.lines import in_san
from modern.cli.play_prompt import Prompt
from modern.cli.play_why import Thought, print_reasons
from modern.engine.limits import Limits
from modern.engine.report import Report
from modern.match.record import RESIGNATION, Ending, in_a_comment
from modern.play.board import Look, board_text
from modern.play.commands import COMMANDS, help_lines, suggestion
from modern.play.deciding import TICK, Deciding
from modern.play.entry import move_typed
from modern.play.saved import pgn_of_table
from modern.play.seats import Seat
from modern.play.table import SIDES_IN_WORDS, Table, in_words, other
from modern.players import Decision, PlayerError, Resignation, Turn
from modern.rules import IllegalMove, MoveError
from modern.rules.bitboard import SQUARE_NAMES

if TYPE_CHECKING:
    from rich.console import Console

    from modern.match.pace import Pace
    from modern.rules import Move

#: How long modern thinks of a hint, in seconds.
HINT_SECONDS = 1.0
#: Of a line that is being thought of, so many moves are shown.
LINE_SHOWN = 6


@dataclass(frozen=True)
class Shown:
    """How a sitting looks: the board, which way round, and how long each move that 1994 tries stands, in seconds."""

    look: Look
    pause: float


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
        self.hinter: Seat | None = None
        #: The last that was thought, if there is something to ask about.
        self.thought: Thought | None = None
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
        while self.table.ending is None:
            if self.table.seat.player:
                self._have_it_think()
            else:
                self._listen()
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
            decision, seconds = self._decision_of(seat, self._limits(), notes.append)
        except Resignation:
            self.table.ending = Ending(other(side), RESIGNATION)
            self._keep()
            return
        except PlayerError as error:
            raise click.ClickException(f"{seat.short} cannot go on: {error}{self.how_to_go_on()}") from None
        if decision.move is None or not self.table.game.position.is_legal(decision.move):
            raise click.ClickException(f"{seat.short} names no legal move{self.how_to_go_on()}")
        said = in_san(fen, [decision.move])
        self.thought = Thought(seat, fen, decision)
        self._make(decision.move, decision, seconds, in_a_comment(notes))
        self._say(f"{seat.short} plays {said} ({', '.join([*seen_by(side, decision), f'{seconds:.1f} s'])})")
        for note in notes:
            self._say(f"  {note}")
        self._announce()

    def _decision_of(self, seat: Seat, limits: Limits, note: Callable[[str], None]) -> tuple[Decision, float]:
        """What a program decides, and how long it took; the clock runs on the terminal meanwhile."""
        assert seat.player is not None
        reported = shown = ""
        fen = self.table.game.position.fen()

        def report(said: Report) -> None:
            nonlocal reported
            if said.number == 1:
                reported = f"depth {said.depth}  {said.score}  {in_san(fen, said.line[:LINE_SHOWN])}"

        def show(line: str) -> None:
            nonlocal shown
            shown = line.rstrip()
            until = time.perf_counter() + (self.shown.pause if self.out.is_terminal else 0)
            while time.perf_counter() < until and not turn.control.stopped:
                time.sleep(min(TICK, self.shown.pause))

        turn = Turn(self.table.game, limits, report=report, note=note, show=show)
        deciding = Deciding(seat.player, turn)
        with self._status() as status:
            decision = deciding.run(
                lambda: status(f"{seat.short} thinks  {clock(deciding.seconds)}  {shown or reported}")
            )
        return decision, deciding.seconds

    @contextmanager
    def _status(self) -> Iterator[Callable[[str], None]]:
        """A line at the bottom of a terminal that changes while somebody thinks, and is then gone."""
        from rich.live import Live
        from rich.text import Text

        from modern.cli.output import cursor_given_back

        if not self.out.is_terminal:
            yield lambda line: None
            return
        with Live(console=self.out, transient=True, auto_refresh=False) as live, cursor_given_back(self.out):
            yield lambda line: live.update(Text(line, no_wrap=True, overflow="ellipsis"), refresh=True)

    def _limits(self) -> Limits:
        return Limits(seconds=self.pace.seconds, depth=self.pace.depth)

    # What is shown, and kept.

    def _say(self, text: str = "") -> None:
        self.out.print(text, soft_wrap=True)

    def _board(self, _rest: str) -> None:
        self.show_board()

    def show_board(self) -> None:
        """The board, and above and below it who plays, and how long each has thought."""
        above, below = ("white", "black") if self.flipped else ("black", "white")
        moves = self.table.game.moves
        last = moves[-1] if moves else None
        self.out.print()
        self.out.print(self._name_line(above))
        self.out.print(board_text(self.table.game.position, last, self.flipped, self.shown.look))
        self.out.print(self._name_line(below))
        self.out.print()

    def _name_line(self, side: str) -> str:
        return f"   {SIDES_IN_WORDS[side]}: {self.table.seats[side].name}, {clock(self.table.seconds(side))}"

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
        for path in self.kept:
            try:
                write_whole(path, pgn_of_table(self.table, self.pace))
            except OSError as error:
                click.echo(f"the game is not kept: {error}", err=True)

    def how_to_go_on(self) -> str:
        """How the game can be gone on with, if a move of it has been kept."""
        path = self.kept[0]
        return f"; `gosub play --resume {path}` goes on" if self.table.made and path.exists() else ""

    # What a human does.

    def _listen(self) -> None:
        """Take lines until one of them has moved the game on."""
        begun = time.perf_counter()
        made = len(self.table.made)
        position = self.table.game.position
        if self.table.may_claim_draw():
            self._say(f"{SIDES_IN_WORDS[self.table.side]} may claim a draw: draw")
        while self.table.ending is None and len(self.table.made) == made:
            number = position.fen().rpartition(" ")[2]
            line = self._line(f"{number}. {SIDES_IN_WORDS[self.table.side]} to move: ")
            word, _, rest = line.partition(" ")
            command = self.commands.get(word.lower())
            if command:
                command(rest.strip())
            elif line:
                self._move(line, time.perf_counter() - begun)

    def _line(self, question: str) -> str:
        try:
            return self.prompt.ask(question)
        except EOFError:
            self._say()
            raise Left from None

    def _move(self, typed: str, seconds: float) -> None:
        try:
            move = move_typed(self.table.game.position, typed)
        except IllegalMove as error:
            self._say(str(error))
        except MoveError as error:
            if typed.split()[0].isalpha() and typed.islower():
                self._say(f"{typed[:40]!a} is neither a move nor a command{suggestion(typed) or '; help lists them'}")
            else:
                self._say(str(error))
        else:
            self._make(move, None, seconds)
            self._announce()

    def _help(self, _rest: str) -> None:
        self._say("\n".join(help_lines()))

    def _moves(self, square: str) -> None:
        position = self.table.game.position
        if square and square not in SQUARE_NAMES:
            self._say(f"a square was expected, such as g1, not {square[:40]!a}")
            return
        legal = position.legal_moves()
        if square:
            legal = [move for move in legal if SQUARE_NAMES[move.from_square] == square]
        self._say(" ".join(sorted(position.san(move) for move in legal)) or f"no move from {square}")

    def _hint(self, _rest: str) -> None:
        self.hinter = self.hinter or Seat("modern")
        fen = self.table.game.position.fen()
        found, _ = self._decision_of(self.hinter, Limits(seconds=HINT_SECONDS), lambda line: None)
        seen = ", ".join(seen_by(self.table.side, found))
        self._say(f"modern would play {in_san(fen, found.line[:LINE_SHOWN])} ({seen})")

    def _why(self, _rest: str) -> None:
        if self.thought is None:
            self._say("nobody has thought of a move yet")
        else:
            print_reasons(self.out, self.thought)

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
        if not name:
            self._say("save wants the name of a file: save game.pgn")
            return
        try:
            write_whole(Path(name).expanduser(), pgn_of_table(self.table, self.pace))
        except OSError as error:
            self._say(str(error))
        else:
            self._say(f"saved in {name}")

    def _fen(self, _rest: str) -> None:
        self._say(self.table.game.position.fen())

    def _pgn(self, _rest: str) -> None:
        self._say(pgn_of_table(self.table, self.pace).rstrip("\n"))

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
            return self._line(f"Does {SIDES_IN_WORDS[side]} agree to a draw? (y/n) ").lower() in ("y", "yes")
        score = self.table.last_score(side)
        if score is None:
            self._say(f"{seat.short} has not thought yet, and plays on")
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

    def _words(self) -> list[str]:
        """What may be typed: commands, and moves as they are written mostly."""
        position = self.table.game.position
        legal = position.legal_moves()
        sans = [position.san(move).rstrip("+#") for move in legal]
        return [*sans, *(move.uci() for move in legal), *COMMANDS]


def seen_by(side: str, decision: Decision) -> list[str]:
    """`+0.30 for White`, if who decided has an opinion."""
    return [f"{decision.score} for {SIDES_IN_WORDS[side]}"] if decision.score else []


def thinking(seat: Seat, seconds: float, said: str) -> str:
    """The line that is seen while a program thinks: `historic thinks  0:01   .7  4  54`."""
    return f"{seat.short} thinks  {clock(seconds)}  {said}"


def clock(seconds: float) -> str:
    """`0:07`, `1:02:03`."""
    minutes, second = divmod(int(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"
