"""What the programs of a game were thinking at their moves.

The decisions of a sitting are kept, so that `undo` does not lose those of earlier moves. A saved game does not have
them: there a player of our own thinks again, in the same position, with the same memory and to the depth that it had
reached. The program of 1994 and the exhibits then find the same again, and so does mostly `modern`, whose
transposition table is not saved. If it finds something else, a note says so. An outside program is not asked again.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import NamedTuple

from modern.engine.limits import Limits
from modern.game.clock import TimeSetting
from modern.game.session import LiveGame
from modern.play.program_turn import ProgramTurn
from modern.players import Decision, ExplainedLine, Game, PlayerError
from modern.players.seats import Seat
from modern.rules import Position

#: Waits for a program's decision and shows its progress meanwhile: `lambda turn: turn.decide(redraw)`.
Wait = Callable[[ProgramTurn], Decision]


class SeatDecision(NamedTuple):
    """A decision, with the seat of its player, the position (a FEN), the time in seconds and the player's notes.

    `reasons` are the player's reasons, or else its line and score; there are none if it gives neither, or for a hint.
    """

    seat: Seat
    fen: str
    decision: Decision
    seconds: float
    notes: tuple[str, ...] = ()
    explained_lines: tuple[ExplainedLine, ...] = ()

    @property
    def move(self) -> str:
        """The move in SAN, with its number: `12...Nf6`. There must be one."""
        assert self.decision.move is not None
        return Position.from_fen(self.fen).variation_san([self.decision.move])

    def line(self, count: int) -> str:
        """Returns the first moves of the line that the player expects, at most `count`: `12...Nf6 13. Bg5`."""
        decision = self.decision
        if not decision.pv or decision.pv[0] != decision.move:
            return self.move
        return Position.from_fen(self.fen).variation_san(decision.pv[:count])


class Thoughts:
    """The decisions of the programs of a game, by the number of plies before them."""

    def __init__(self, live_game: LiveGame, pace: TimeSetting) -> None:
        self.live_game = live_game
        self.pace = pace
        self.kept: dict[int, SeatDecision] = {}

    def keep(self, turn: ProgramTurn, decision: Decision, seconds: float) -> SeatDecision:
        """Keeps and returns a program's decision, which has just been made and not yet been played."""
        made = _with_reasons(turn, decision, seconds, tuple(turn.notes))
        self.kept[len(self.live_game.record)] = made
        return made

    def forget_undone(self) -> None:
        """Forgets the decisions at moves that have been taken back."""
        self.kept = {ply: made for ply, made in self.kept.items() if ply < len(self.live_game.record)}

    def last(self, wait: Wait) -> SeatDecision:
        """Returns the decision at the last move that was a program's; it thinks again if the decision was not kept.

        Raises PlayerError if there is no such move or if the program cannot think again, and whatever `wait` raises.
        """
        ply = self._last_ply()
        if ply is None:
            raise PlayerError("no program has made a move yet")
        if ply not in self.kept:
            self.kept[ply] = self._thought_again(ply, wait)
        return self.kept[ply]

    def _last_ply(self) -> int | None:
        """Returns how many plies came before the last move of a program that is still in its seat; None if none."""
        sides = [self.live_game.side_at(ply) for ply in range(len(self.live_game.record))]
        return max(
            (
                ply
                for ply, side in enumerate(sides)
                if self.live_game.seats[side].player and ply >= self.live_game.seated_at[side]
            ),
            default=None,
        )

    def _thought_again(self, ply: int, wait: Wait) -> SeatDecision:
        """Lets a new player of the same name think about the position after `ply` plies. Raises PlayerError."""
        live_game, recorded = self.live_game, self.live_game.record[ply]
        seat = live_game.seats[live_game.side_at(ply)]
        assert seat.player is not None
        if seat.is_outside:
            raise PlayerError(f"what {seat.short_name} was thinking is not known after --resume")
        depth = recorded.depth or self.pace.depth
        limits = Limits(depth=depth) if depth else Limits(seconds=self.pace.seconds)
        again = Seat(seat.spec)
        assert again.player is not None
        with closing(again):
            again.player.recall(live_game.game, seat.player.memory())
            moves = [move.uci for move in live_game.record[:ply]]
            turn = ProgramTurn(again, Game(live_game.game.start, moves), limits)
            decision = wait(turn)
            if decision.move is None:
                raise PlayerError(f"{seat.short_name} finds no move now")
            found = (decision.move.uci(), str(decision.score) if decision.score else "")
            differs = [] if found == (recorded.uci, recorded.score) else [_difference(turn, decision, ply, live_game)]
            return _with_reasons(turn, decision, turn.seconds, (*turn.notes, *differs))


def _with_reasons(turn: ProgramTurn, decision: Decision, seconds: float, notes: tuple[str, ...]) -> SeatDecision:
    """Returns a decision with the reasons that its player gives now."""
    assert turn.seat.player is not None
    fallback = [ExplainedLine(decision.pv, decision.score)] if decision.score and decision.pv else []
    explained_lines = turn.seat.player.explained_lines() or fallback
    return SeatDecision(turn.seat, turn.fen, decision, seconds, notes, tuple(explained_lines))


def _difference(turn: ProgramTurn, decision: Decision, ply: int, live_game: LiveGame) -> str:
    """Returns what a program plays when it thinks again, and what it played in the game."""
    position = Position.from_fen(turn.fen)
    recorded = live_game.record[ply]
    assert decision.move is not None
    now = f"{position.san(decision.move)}{f' ({decision.score})' if decision.score else ''}"
    then = f"{position.san(position.parse_uci(recorded.uci))}{f' ({recorded.score})' if recorded.score else ''}"
    return f"thinking again, it plays {now}; in the game it played {then}"
