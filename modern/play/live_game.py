"""The table: two seats, a game, its record, and how it ends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Final

from modern.engine.report import Score
from modern.match.pace import BLACK, WHITE, opponent
from modern.match.record import RESIGNATION, Ending, PlayedMove
from modern.play.seats import Seat
from modern.players import Game
from modern.rules import Move
from modern.rules.fen import INITIAL_FEN

AGREEMENT: Final = "agreement"
SIDE_NAMES: Final = {WHITE: "White", BLACK: "Black"}


class LiveGame:
    """A game that is being played; `made` has a MadeMove for each of its moves, `ending` how it ended, or None.

    `begun` is the day on which it began, as PGN has it: 1994.05.31. `headers` are what else a PGN has of it. `sat_down`
    says for each side how many moves had been made when who sits there sat down.
    """

    def __init__(
        self, seats: Mapping[str, Seat], start: str = INITIAL_FEN, record: Iterable[PlayedMove] = (), begun: str = ""
    ) -> None:
        """Raises FenError, and MoveError for moves that are none there. Without a day it begins today."""
        self.seats = dict(seats)
        self.headers: dict[str, str] = {}
        self.seated_at = dict.fromkeys(seats, 0)
        self.date = begun or f"{date.today():%Y.%m.%d}"
        self.record = list(record)
        self.game = Game(start, [move.uci for move in self.record])
        self.ending: Ending | None = None
        self._end_if_over()

    @property
    def side(self) -> str:
        """Who is to move, 'white' or 'black'."""
        return self.game.position.side

    @property
    def seat(self) -> Seat:
        """Who sits there."""
        return self.seats[self.side]

    @property
    def fullmove_number(self) -> int:
        """The number of the move that is to be made, as a FEN has it."""
        return int(self.game.position.fullmove_number)

    @property
    def human_sides(self) -> list[str]:
        """The sides that humans play."""
        return [side for side, seat in self.seats.items() if seat.player is None]

    def make(self, move: Move, score: Score | None, depth: int, seconds: float, notes: str = "") -> None:
        """Make a legal move, and put it down. Raises IllegalMove."""
        self.game.make(move)
        self.record.append(PlayedMove(move.uci(), str(score) if score else "", depth, round(seconds, 2), notes))
        self._end_if_over()

    def undo(self) -> int:
        """Take back the last move of the human whose turn it is, and what was played since; how many moves that were.

        Where humans play both sides it is the last move.
        """
        count = 1 if len(self.human_sides) == len(self.seats) else 2
        if len(self.record) < count:
            return 0
        for _ in range(count):
            self.game.take_back()
            self.record.pop()
        return count

    def time_used(self, side: str) -> float:
        """How long a side has thought so far."""
        first = 0 if self._first_side() == side else 1
        return sum(move.seconds for move in self.record[first::2])

    def last_score(self, side: str) -> Score | None:
        """What who sits there thought of its last move, as far as the record says."""
        first = 0 if self._first_side() == side else 1
        scores = [
            move.score for index, move in enumerate(self.record) if index % 2 == first and index >= self.seated_at[side]
        ]
        if not scores or not scores[-1]:
            return None
        if scores[-1].startswith("#"):
            return Score(mate=int(scores[-1][1:]))
        return Score(centipawns=round(100 * float(scores[-1])))

    def resign(self) -> None:
        """Whose turn it is gives the game up."""
        self.ending = Ending(opponent(self.side), RESIGNATION)

    def claim_draw(self) -> bool:
        """Claim a draw by the threefold repetition or the fifty-move rule, if whose turn it is may."""
        outcome = self.game.position.outcome(claim=True)
        if outcome:
            self.ending = Ending(outcome.winner, outcome.reason)
        return outcome is not None

    def may_claim_draw(self) -> bool:
        """Whether whose turn it is may claim one."""
        position = self.game.position
        return position.may_claim_threefold() or position.may_claim_fifty_moves()

    def agree_on_draw(self) -> None:
        """Both sides want no more."""
        self.ending = Ending(None, AGREEMENT)

    def _end_if_over(self) -> None:
        """A program claims the draws that it may claim, as in a match; a human has to say so."""
        outcome = self.game.position.outcome(claim=self.seat.player is not None)
        self.ending = Ending(outcome.winner, outcome.reason) if outcome else None

    def _first_side(self) -> str:
        """Who made, or is to make, the first move of the record."""
        return self.side if len(self.record) % 2 == 0 else opponent(self.side)


def describe_ending(ending: Ending) -> str:
    """How a game ended, for people: `Checkmate: White wins, 1-0.`"""
    notes = f" ({ending.details})" if ending.details else ""
    if ending.winner is None:
        return f"{ending.reason.capitalize()}: a draw, {ending.result}{notes}."
    return f"{ending.reason.capitalize()}: {ending.winner.capitalize()} wins, {ending.result}{notes}."
