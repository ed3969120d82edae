"""The game being played: its seats, its record, draws, resignation and the end by the rules."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from typing import Final

from modern.engine.report import Score
from modern.match.pace import BLACK, WHITE, opponent
from modern.match.record import RESIGNATION, Ending, PlayedMove
from modern.play.seats import Seat
from modern.players import Game
from modern.rules import Move
from modern.rules.fen import INITIAL_FEN

AGREEMENT: Final = "agreement"
#: A program refuses every draw offer before this move number.
EARLIEST_DRAW_MOVE: Final = 20
SIDE_NAMES: Final = {WHITE: "White", BLACK: "Black"}


class LiveGame:
    """A game that is being played.

    `record` has a PlayedMove for each move, and `ending` is None until the game is over. `date` is the day on which the
    game began, in PGN's format: 1994.05.31. `headers` are further PGN headers to keep. `seated_at` maps each side to
    the ply at which its current player took its seat.
    """

    def __init__(
        self, seats: Mapping[str, Seat], start: str = INITIAL_FEN, record: Iterable[PlayedMove] = (), date: str = ""
    ) -> None:
        """Without a date, the game begins today. Raises FenError, and MoveError if the record has an illegal move."""
        self.seats = dict(seats)
        self.headers: dict[str, str] = {}
        self.seated_at = dict.fromkeys(seats, 0)
        self.date = date or f"{datetime.date.today():%Y.%m.%d}"
        self.record = list(record)
        self.game = Game(start, [move.uci for move in self.record])
        self.ending: Ending | None = None
        self._end_if_over()

    @property
    def side(self) -> str:
        """The side to move, 'white' or 'black'."""
        return self.game.position.side

    def side_at(self, ply: int) -> str:
        """Returns the side that is to move after so many plies."""
        return self.side if (len(self.record) - ply) % 2 == 0 else opponent(self.side)

    @property
    def seat(self) -> Seat:
        """The seat of the side to move."""
        return self.seats[self.side]

    @property
    def fullmove_number(self) -> int:
        """The fullmove number of the position, as in its FEN."""
        return int(self.game.position.fullmove_number)

    @property
    def human_sides(self) -> list[str]:
        """The sides that humans play."""
        return [side for side, seat in self.seats.items() if seat.player is None]

    def make(self, move: Move, score: Score | None, depth: int, seconds: float, notes: str = "") -> None:
        """Makes a legal move and adds it to the record, `depth` in plies. Raises IllegalMove."""
        self.game.make(move)
        self.record.append(PlayedMove(move.uci(), str(score) if score else "", depth, round(seconds, 2), notes))
        self._end_if_over()

    def undo(self) -> int:
        """Takes back a human's last move and the reply to it, if there is one. Returns the number of plies taken back.

        If humans play both sides, or a program has not replied yet, only the last ply is taken back.
        """
        count = 1 if self.seat.player or len(self.human_sides) == len(self.seats) else 2
        if len(self.record) < count:
            return 0
        for _ in range(count):
            self.game.take_back()
            self.record.pop()
        self.seated_at = {side: min(ply, len(self.record)) for side, ply in self.seated_at.items()}
        return count

    def time_used(self, side: str) -> float:
        """Returns the time a side has used so far, in seconds."""
        first = 0 if self.side_at(0) == side else 1
        return sum(move.seconds for move in self.record[first::2])

    def last_score(self, side: str) -> Score | None:
        """Returns the score that a side's current player gave its last move; None if the record has none."""
        first = 0 if self.side_at(0) == side else 1
        scores = [
            move.score for index, move in enumerate(self.record) if index % 2 == first and index >= self.seated_at[side]
        ]
        if not scores or not scores[-1]:
            return None
        return Score.parse(scores[-1])

    def resign(self, side: str = "") -> None:
        """Ends the game: a side resigns, by default the one to move."""
        self.ending = Ending(opponent(side or self.side), RESIGNATION)

    def claim_draw(self) -> bool:
        """Claims a draw by threefold repetition or the fifty-move rule. Returns False if the rules do not allow it."""
        outcome = self.game.position.outcome(claim=True)
        if outcome:
            self.ending = Ending(outcome.winner, outcome.reason)
        return outcome is not None

    def may_claim_draw(self) -> bool:
        """Returns True if the side to move may claim a draw."""
        position = self.game.position
        return position.may_claim_threefold() or position.may_claim_fifty_moves()

    def why_draw_refused(self) -> str:
        """Returns why the opponent of the side to move refuses a draw, or '' if it agrees. A human has been asked.

        A program agrees if the score of its last move was 0 or less for itself.
        """
        side = opponent(self.side)
        seat = self.seats[side]
        if seat.player is None:
            return ""
        if self.fullmove_number < EARLIEST_DRAW_MOVE:
            return f"{seat.short_name} refuses: it accepts no draw before move {EARLIEST_DRAW_MOVE}"
        score = self.last_score(side)
        if score is None:
            return f"{seat.short_name} refuses: it has not yet given a score for a move"
        agrees = (score.mate or 0) < 0 if score.centipawns is None else score.centipawns <= 0
        return "" if agrees else f"{seat.short_name} refuses: it thinks that it is better ({score})"

    def agree_on_draw(self) -> None:
        """Ends the game: both sides agree to a draw."""
        self.ending = Ending(None, AGREEMENT)

    def _end_if_over(self) -> None:
        """Ends the game if it is over. A program claims every draw it may, as in a match; a human types `draw`."""
        outcome = self.game.position.outcome(claim=self.seat.player is not None)
        self.ending = Ending(outcome.winner, outcome.reason) if outcome else None


def describe_ending(ending: Ending) -> str:
    """Describes how a game ended in a sentence: `Checkmate: White wins, 1-0.`"""
    notes = f" ({ending.details})" if ending.details else ""
    if ending.winner is None:
        return f"{ending.reason.capitalize()}: a draw, {ending.result}{notes}."
    return f"{ending.reason.capitalize()}: {ending.winner.capitalize()} wins, {ending.result}{notes}."
