"""A game that is being played: who plays it, its clocks, its commands, and how it ends.

A session reads no clock, waits for nothing, prints nothing and starts no player. Its driver passes it the time, lets
the player named by `task` think, and passes back the decision. The referee of a match, the terminal, the server and the
page that runs in the browser itself all drive this class.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any, Final

from modern.facts import Fact, fact
from modern.game.adjudication import NO_ADJUDICATION, Adjudication
from modern.game.clock import TimeControl, TimeSetting
from modern.game.game import (
    AGREEMENT,
    ILLEGAL_MOVE,
    RESIGNATION,
    SIDE_NAMES,
    SIDES,
    TIME_FORFEIT,
    Ending,
    Game,
    opponent,
    side_fact,
)
from modern.game.move_notes import MoveNote
from modern.limits import Limits
from modern.report import Score
from modern.rules import Move
from modern.rules.typed_move import parse_typed_move

#: The name of a human as a player.
HUMAN: Final = "human"

#: A program refuses every draw offer before this move number.
EARLIEST_DRAW_MOVE: Final = 20

#: The player that gives hints by default, and the time that it has, in seconds.
HINT_PLAYER: Final = "modern"
HINT_SECONDS: Final = 1.0

#: A program is told that it has at least this much time on its clock, in seconds.
MIN_TIME_LEFT: Final = 0.001

#: The purposes of a task.
MOVE: Final = "move"
HINT: Final = "hint"
TASK_NUMBERS: Final = count(1)


class Refusal(Exception):
    """A command or a move is not possible. The text is one line that says why."""


class Question(Exception):
    """A command needs a yes first. The text is the question."""


@dataclass
class Seat:
    """Who plays one side.

    `spec`      the name by which the player was requested, with its options: human, modern, huo[Depth=1], uci:COMMAND.
    `name`      the name written to a PGN. People see modern.players.seats.seat_name.
    `memory`    the program's memory besides the moves (Player.memory), after its last move.
    `from_ply`  the number of plies that had been made when this player took its seat.
    """

    spec: str
    name: str
    memory: str = ""
    from_ply: int = 0

    @property
    def is_human(self) -> bool:
        return self.spec == HUMAN


@dataclass(frozen=True)
class ThinkingTask:
    """The task of the program that is to think now, as data for any process.

    `number`      changes whenever the task does; no two tasks of a process have the same.
    `kind`        MOVE or HINT.
    `side`        the side to move.
    `spec`        the player that thinks, with its `memory`.
    `start`, `moves`  the game: a FEN, and the moves in UCI notation.
    `limits`      how long it may think.
    `stop_after`  the seconds after which it is sent a stop; None for never.
    """

    number: int
    kind: str
    side: str
    spec: str
    memory: str
    start: str
    moves: tuple[str, ...]
    limits: Limits
    stop_after: float | None = None


class GameSession:
    """A game being played.

    `game`        the moves made, with the figures and remarks of those who made them, and the ending.
    `seats`       who plays each side.
    `time`        how long programs think, and the time control if there are clocks.
    `clock_from`  the ply from which the clocks run.
    `message`     the last remark for the players.
    `failure`     why the program to move cannot continue; empty if it can.
    `considered`  the thoughts of the program that moved last, as a front end shows them; None if it reports nothing.
    `why`         why the program that moved last made its move, in a sentence; empty if none has just moved.
    `pause`       how long each line of the 1994 program stays on show while somebody watches, in seconds.
    `turn_began`  when the side to move began to think, in seconds of the driver's clock; None until then.
    """

    def __init__(
        self,
        seats: Mapping[str, Seat],
        time: TimeSetting,
        game: Game | None = None,
        adjudication: Adjudication = NO_ADJUDICATION,
        clock_from: int = 0,
    ) -> None:
        """Begins a game, or continues one that has moves already."""
        self.game = game or Game()
        self.seats = dict(seats)
        self.time = time
        self.adjudication = adjudication
        self.clock_from = clock_from
        self.message = ""
        self.failure = ""
        self.considered: Any = None
        self.why = ""
        self.pause = 0.0
        self.turn_began: float | None = None
        #: The number of the present task, or of the next one; it changes with the position.
        self.task_number = 0
        self._hint_spec = ""
        self._position_changed(None)
        if not self.is_over:
            self._end_if_over()

    # Who plays.

    @property
    def side(self) -> str:
        """The side to move, 'white' or 'black'."""
        return self.game.side

    @property
    def seat(self) -> Seat:
        """The seat of the side to move."""
        return self.seats[self.side]

    @property
    def human_sides(self) -> list[str]:
        return [side for side in SIDES if self.seats[side].is_human]

    @property
    def is_over(self) -> bool:
        return self.game.ending is not None

    @property
    def human_to_move(self) -> bool:
        """True if it is a human's turn."""
        return not self.is_over and self.seat.is_human

    @property
    def program_to_move(self) -> bool:
        """True if it is a program's turn, and it can continue."""
        return not self.is_over and not self.seat.is_human and not self.failure

    def change_seat(self, side: str, seat: Seat) -> None:
        """Seats another player, who plays from this ply on.

        A program to move claims a draw if it may. If a human takes over, a draw that the program claimed is void.
        """
        seat.from_ply = len(self.game.moves)
        self.seats[side] = seat
        self.game.headers.pop(SIDE_NAMES[side], None)
        if not self.is_over or self.game.position.outcome(claim=True):
            self._end_if_over()
        self._position_changed(self.turn_began)

    # Clocks.

    @property
    def control(self) -> TimeControl | None:
        """The time control; None for a game without clocks."""
        return self.time.control

    def time_left(self, side: str, now: float) -> float:
        """Returns the time on a side's clock, in seconds: 0 if its flag has fallen. There must be clocks."""
        ending = self.game.ending
        if ending and ending.reason == TIME_FORFEIT and side == self.side:
            return 0.0
        left = self.clock_after(side, len(self.game.moves))
        if side == self.side and not self.is_over and self.turn_began is not None:
            left -= now - self.turn_began
        return left

    def clock_after(self, side: str, plies: int) -> float:
        """Returns the time on a side's clock after a number of plies of the game, in seconds. There must be clocks."""
        assert self.control is not None
        return self.control.left_after(self._seconds_used(side, self.clock_from, plies))

    def time_used(self, side: str) -> float:
        """Returns the time that a side has used for all its moves, in seconds."""
        return sum(self._seconds_used(side, 0, len(self.game.moves)))

    def _seconds_used(self, side: str, first: int, end: int) -> list[float]:
        notes = self.game.notes
        return [notes[ply].seconds or 0.0 for ply in self.game.plies_of(side, first) if ply < end]

    def seconds_until_flag(self, now: float) -> float | None:
        """Returns when the flag of a human to move falls, in seconds from now; None if it cannot."""
        if self.control is None or not self.human_to_move or self.turn_began is None:
            return None
        return self.time_left(self.side, now)

    def check_flag(self, now: float) -> bool:
        """Ends the game if the flag of the human to move has fallen. Returns True if it has."""
        left = self.seconds_until_flag(now)
        if left is None or left > 0:
            return False
        self._forfeit_on_time()
        return True

    def begin_turn(self, now: float) -> None:
        """Starts the clock of the side to move, unless it is running: the player now sees the position, or thinks."""
        if self.turn_began is None and not self.is_over:
            self.turn_began = now

    # Moves.

    def enter_move(self, text: str, now: float) -> None:
        """Makes the move that a human has typed. Raises MoveError with the reason, and Refusal out of turn."""
        if not self.human_to_move:
            raise Refusal(fact("game.not_your_turn"))
        move = parse_typed_move(self.game.position, text)
        began = now if self.turn_began is None else self.turn_began
        self._make(move, MoveNote(seconds=_rounded(now - began)), now)

    def make_program_move(self, move: Move | None, note: MoveNote, now: float = 0.0, memory: str = "") -> None:
        """Makes the move of the program to move, with its figures and remarks. `note.seconds` is the time it took.

        The program loses instead if it has exceeded its time, or if its move is illegal. `memory` is its memory
        from now on.
        """
        if self.exceeds_time(note.seconds or 0.0):
            return
        if move is None or not self.game.position.is_legal(move):
            details = fact("game.not_legal", move=str(move)) if move else fact("game.chose_none")
            self.end(Ending(opponent(self.side), ILLEGAL_MOVE, details))
            return
        self.seat.memory = memory
        self._make(move, note, now)

    def program_fails(self, reason: str, details: str, seconds: float) -> None:
        """Ends the game: the program to move loses for a reason, or on time if it has taken too many seconds."""
        if not self.exceeds_time(seconds):
            self.end(Ending(opponent(self.side), reason, details))

    def exceeds_time(self, seconds: float) -> bool:
        """Ends the game if the program to move has taken more seconds than it has left. Returns True if it has."""
        if self.control is None:
            return False
        left = self.clock_after(self.side, len(self.game.moves))
        if seconds <= left:
            return False
        self._forfeit_on_time(fact("game.seconds_used", used=f"{seconds:.3f}", left=f"{left:.3f}"))
        return True

    def _forfeit_on_time(self, details: str = "") -> None:
        """Ends the game: the side to move loses on time. It is a draw if its opponent cannot mate (article 6.9)."""
        winner = opponent(self.side)
        if self.game.position.cannot_mate(winner):
            self.end(Ending(None, TIME_FORFEIT, fact("game.cannot_mate", side=side_fact(winner))))
        else:
            self.end(Ending(winner, TIME_FORFEIT, details))

    def _make(self, move: Move, note: MoveNote, now: float) -> None:
        self.game.make(move, note)
        self._end_if_over()
        if not self.game.ending:
            self.game.ending = self.adjudication.ending(self.game)
        self._position_changed(now)

    def plies_to_take_back(self) -> int:
        """Returns how many plies a human can take back now: its last move and the reply to it, if there is one.

        If humans play both sides, or a program has not replied yet, only the last ply is taken back.
        """
        if self.is_over or not self.human_sides:
            return 0
        count = 1 if not self.seat.is_human or len(self.human_sides) == len(self.seats) else 2
        return count if len(self.game.moves) >= count else 0

    def take_back(self, now: float) -> None:
        """Takes back the last move of a human, and the reply to it. Raises Refusal before the first."""
        count = self.plies_to_take_back()
        if not count:
            raise Refusal(fact("game.no_take_back"))
        for _ in range(count):
            self.game.take_back()
        for seat in self.seats.values():
            seat.from_ply = min(seat.from_ply, len(self.game.moves))
        self.clock_from = min(self.clock_from, len(self.game.moves))
        self._end_if_over()
        self._position_changed(now)

    # The end of the game.

    def draw(self, confirmed: bool = False) -> None:
        """Claims a draw for the side to move if the rules allow it, and otherwise offers one.

        `confirmed` says that a human opponent agrees. Raises Question if a human has to be asked, and Refusal if it is
        not a human's turn or a program refuses.
        """
        if not self.human_to_move:
            raise Refusal(fact("game.draw_in_turn"))
        outcome = self.game.position.outcome(claim=True)
        if outcome:
            self.end(Ending(outcome.winner, outcome.reason))
            return
        side = opponent(self.side)
        if self.seats[side].is_human and not confirmed:
            raise Question(fact("game.agree_to_draw", side=side_fact(side)))
        if refusal := self._why_draw_refused(side):
            raise Refusal(refusal)
        self.end(Ending(None, AGREEMENT))

    def may_claim_draw(self) -> bool:
        """Returns True if a human to move may claim a draw by threefold repetition or the fifty-move rule."""
        position = self.game.position
        return self.human_to_move and (position.may_claim_threefold() or position.may_claim_fifty_moves())

    def resign(self, side: str = "") -> None:
        """Ends the game: a side resigns. By default it is the one to move, or the human if a program is to move.

        Raises Refusal if the game is over.
        """
        if self.is_over:
            raise Refusal(fact("game.is_over"))
        humans = self.human_sides
        loser = side or (self.side if self.seat.is_human or not humans else humans[0])
        self.end(Ending(opponent(loser), RESIGNATION))

    def end(self, ending: Ending) -> None:
        self.game.ending = ending
        self._position_changed(None)

    def last_score(self, side: str) -> Score | None:
        """Returns the score that a side's present player gave its last move; None if it gave none."""
        plies = self.game.plies_of(side, self.seats[side].from_ply)
        return self.game.notes[plies[-1]].score if plies else None

    def _why_draw_refused(self, side: str) -> Fact | None:
        """Returns why the player of a side refuses a draw; None if it agrees.

        A program agrees if the score of its last move was 0 or less for itself.
        """
        seat = self.seats[side]
        if seat.is_human:
            return None
        name = side_fact(side)
        if self.game.position.fullmove_number < EARLIEST_DRAW_MOVE:
            return fact("game.draw_too_early", side=name, number=EARLIEST_DRAW_MOVE)
        score = self.last_score(side)
        if score is None:
            return fact("game.draw_without_score", side=name)
        agrees = (score.mate or 0) < 0 if score.centipawns is None else score.centipawns <= 0
        return None if agrees else fact("game.draw_refused", side=name, score=str(score))

    def _end_if_over(self) -> None:
        """Ends the game if it is over. A program claims every draw that it may; a human types `draw`."""
        outcome = self.game.position.outcome(claim=not self.seat.is_human)
        self.game.ending = Ending(outcome.winner, outcome.reason) if outcome else None

    # The tasks of programs.

    def task(self) -> ThinkingTask | None:
        """Returns the task of the program that is to think now; None if none is."""
        game = self.game
        if self.program_to_move:
            left = {
                side: max(MIN_TIME_LEFT, self.clock_after(side, len(game.moves))) if self.control else 0.0
                for side in SIDES
            }
            moves_made = len(game.plies_of(self.side, self.clock_from))
            limits = self.time.limits(left, moves_made)
            kind, spec, memory = MOVE, self.seat.spec, self.seat.memory
            stop_after = self.time.seconds_until_stop(left[self.side])
        elif self._hint_spec and self.human_to_move:
            kind, spec, memory = HINT, self._hint_spec, ""
            limits, stop_after = Limits(seconds=HINT_SECONDS), None
        else:
            return None
        moves = tuple(game.uci_moves)
        return ThinkingTask(self.task_number, kind, self.side, spec, memory, game.start, moves, limits, stop_after)

    @property
    def hint_asked(self) -> bool:
        """True if a hint has been requested and not given."""
        return bool(self._hint_spec)

    def ask_for_hint(self, spec: str = HINT_PLAYER) -> None:
        """Requests a hint from a player. Raises Refusal if it is not a human's turn."""
        if not self.human_to_move:
            raise Refusal(fact("game.hint_in_turn"))
        if self._hint_spec != spec:
            self._hint_spec = spec
            self.task_number = next(TASK_NUMBERS)

    def end_hint(self) -> None:
        """Ends the requested hint: it has been given, or is no longer wanted."""
        self._hint_spec = ""
        self.task_number = next(TASK_NUMBERS)

    def fail(self, reason: str) -> None:
        """Records why the program cannot continue its task: the game stands still, or there is no hint."""
        if self.program_to_move:
            self.failure = reason
        else:
            self.end_hint()
        self.message = reason

    # The commands that are possible now.

    def allowed(self) -> dict[str, bool]:
        """Returns for each command whether it is allowed now."""
        human = self.human_to_move
        return {
            "move": human,
            "hint": human and not self.hint_asked,
            "take_back": self.plies_to_take_back() > 0,
            "draw": human,
            "resign": bool(self.human_sides) and not self.is_over,
            "stop": self.program_to_move or self.hint_asked,
        }

    def _position_changed(self, now: float | None) -> None:
        """Forgets the facts about the previous position, and starts the clock of a human to move."""
        self.task_number = next(TASK_NUMBERS)
        self._hint_spec = ""
        self.failure = self.message = ""
        self.considered = None
        self.why = ""
        self.turn_began = now if self.human_to_move else None


def _rounded(seconds: float) -> float:
    return round(max(0.0, seconds), 4)
