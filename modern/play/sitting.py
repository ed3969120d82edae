"""A sitting at the board: the moves and commands of a game as actions, whatever shows the game and takes its input.

A front end calls the methods of Sitting and shows what they return. An action that is not possible raises Refusal. One
that needs a yes raises Question; it is then called again, with `confirmed`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from modern.engine.limits import Limits
from modern.game.clock import TimeSetting
from modern.game.game import SIDE_NAMES, opponent
from modern.game.pgn_text import comment_text
from modern.game.saved_game import saved_game_pgn
from modern.game.session import LiveGame, Question, Refusal
from modern.output_files import write_atomically
from modern.play.commands import suggestion
from modern.play.hints import HINT_SECONDS, HintPlayers
from modern.play.program_turn import ProgramTurn
from modern.play.thoughts import SeatDecision, Thoughts, Wait
from modern.players import PlayerError, Resignation
from modern.rules import IllegalMove, MoveError
from modern.rules.typed_move import legal_sans, parse_typed_move


class Sitting:
    """A game that is played and saved after every move, until it ends or is left."""

    def __init__(
        self,
        live_game: LiveGame,
        pace: TimeSetting,
        files: Iterable[Path],
        report_error: Callable[[str], None],
        is_saved: bool = False,
    ) -> None:
        """`pace` is how long programs think. `report_error` is called with a line if the game cannot be saved.

        `is_saved` is True for a game that is resumed from the first file.
        """
        self.live_game = live_game
        self.pace = pace
        #: The files that the game is saved to after every move; it is resumed from the first.
        self.files = list(files)
        self.report_error = report_error
        #: True if White is at the top of the board.
        self.flipped = live_game.human_sides == ["black"]
        self.hint_players = HintPlayers()
        #: True if the files hold the game up to its last move.
        self.is_saved = is_saved
        #: The files that `save_copy` has written; it overwrites these without a question.
        self.saved_copies: set[Path] = set()
        self.thoughts = Thoughts(live_game, pace)

    def begin(self) -> None:
        """Saves a game that was already over when it was resumed."""
        if self.live_game.ending and self.live_game.record:
            self.save()

    def close(self) -> None:
        """Closes the players that gave hints."""
        self.hint_players.close()

    # Moves.

    def play_program_move(self, wait: Wait) -> SeatDecision | None:
        """Lets the program to move think, and makes its move. Returns None if it resigns instead.

        Raises PlayerError if it cannot continue, and whatever `wait` raises.
        """
        live_game = self.live_game
        seat = live_game.seat
        turn = ProgramTurn(seat, live_game.game, Limits(seconds=self.pace.seconds, depth=self.pace.depth))
        try:
            decision = wait(turn)
        except Resignation:
            self.resign()
            return None
        except PlayerError as error:
            raise PlayerError(f"{seat.short_name} cannot continue: {error}") from None
        seconds = turn.seconds
        if decision.move is None or not live_game.game.position.is_legal(decision.move):
            raise PlayerError(f"{seat.short_name} returned no legal move")
        played = self.thoughts.keep(turn, decision, seconds)
        live_game.make(decision.move, decision.score, decision.depth, seconds, comment_text(turn.notes))
        self.save()
        return played

    def enter_move(self, text: str, seconds: float) -> None:
        """Makes the move that a human has typed after thinking for `seconds`. Raises Refusal."""
        try:
            move = parse_typed_move(self.live_game.game.position, text)
        except IllegalMove as error:
            raise Refusal(str(error)) from None
        except MoveError as error:
            raise Refusal(f"{error}{suggestion(text)}") from None
        self.live_game.make(move, None, 0, seconds)
        self.save()

    def undo(self) -> None:
        """Takes back the last move of the human to move, and the reply to it. Raises Refusal if there is none."""
        if not self.live_game.undo():
            raise Refusal("you have no move to take back")
        self.thoughts.forget_undone()
        self.save()

    # The end of the game.

    def draw(self, confirmed: bool = False) -> None:
        """Claims a draw if the rules allow it, and otherwise offers one.

        `confirmed` says that a human opponent agrees. Raises Question if a human has to be asked, and Refusal if a
        program refuses.
        """
        live_game = self.live_game
        if not live_game.claim_draw():
            side = opponent(live_game.side)
            if live_game.seats[side].player is None and not confirmed:
                raise Question(f"Does {SIDE_NAMES[side]} agree to a draw?")
            if reason := live_game.why_draw_refused():
                raise Refusal(reason)
            live_game.agree_on_draw()
        self.save()

    def resign(self) -> None:
        """The side to move resigns."""
        self.live_game.resign()
        self.save()

    # Questions about the game.

    def legal_sans(self, square: str = "") -> list[str]:
        """Returns the legal moves in SAN, or those of the piece on a square, sorted. Raises Refusal if it has none."""
        try:
            return legal_sans(self.live_game.game.position, square)
        except MoveError as error:
            raise Refusal(str(error)) from None

    def hint(self, wait: Wait, name: str = "") -> SeatDecision:
        """Returns what a player would play, by default the usual one for hints.

        Raises Refusal if there is no such player or it gives no legal move, and whatever `wait` raises.
        """
        seat = self.hint_players.seat(name)
        turn = ProgramTurn(seat, self.live_game.game, Limits(seconds=HINT_SECONDS))
        try:
            decision = wait(turn)
        except PlayerError as error:
            self.hint_players.close(seat)
            raise Refusal(f"{seat.short_name} gives no hint: {error}") from None
        except BaseException:  # Ctrl-C: it may still be thinking
            self.hint_players.close(seat)
            raise
        if decision.move is None or not self.live_game.game.position.is_legal(decision.move):
            raise Refusal(f"{seat.short_name} gives no hint: it returned no legal move")
        return SeatDecision(seat, turn.fen, decision, turn.seconds, tuple(turn.notes))

    def why(self, wait: Wait) -> SeatDecision:
        """Returns the last decision of a program, with its reasons; it thinks again if they are not known any more.

        Raises Refusal if no program has moved or if it cannot think again, and whatever `wait` raises.
        """
        try:
            return self.thoughts.last(wait)
        except PlayerError as error:
            raise Refusal(str(error)) from None

    def pgn(self) -> str:
        """Returns the game so far as PGN text."""
        return saved_game_pgn(self.live_game, self.pace)

    # The board and the files.

    def flip(self) -> None:
        """Turns the board round."""
        self.flipped = not self.flipped

    def save(self) -> None:
        """Writes the game to its files. An error is reported, and the next move tries again."""
        self.is_saved = bool(self.files)
        for path in self.files:
            try:
                write_atomically(path, self.pgn())
            except OSError as error:
                self.is_saved = False
                self.report_error(f"the game was not saved: {error}")

    def save_copy(self, name: str, confirmed: bool = False) -> None:
        """Writes the game to another file, which is then not kept up to date.

        Raises Question if the file exists and was not written by this sitting, unless `confirmed`, and Refusal if it
        cannot be written.
        """
        if not name or name == "-":
            raise Refusal("save needs the name of a file: save game.pgn")
        try:
            path = Path(name).expanduser()
            if not confirmed and path.is_file() and path.resolve() not in self.saved_copies:
                raise Question(f"{name} already exists. Overwrite it?")
            write_atomically(path, self.pgn())
            self.saved_copies.add(path.resolve())
        except (OSError, RuntimeError, ValueError) as error:  # no such user, a link to itself, an impossible name
            raise Refusal(f"the game was not saved: {error}") from None
