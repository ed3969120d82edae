"""A player goes through a game: what it finds in each position, and what that says about the moves and the sides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from modern.analysis.accuracy import (
    JUDGEMENTS,
    Judgement,
    bounded_centipawns,
    game_accuracy,
    judgement_of,
    move_accuracy,
    volatilities,
    win_percent,
)
from modern.engine.report import Score
from modern.players import Decision, Game, MoveRequest, Player
from modern.players.position_search import analysis_limits
from modern.rules import Move, Outcome

WHITE: Final = "white"
BLACK: Final = "black"
SIDES: Final = (WHITE, BLACK)
DRAW_SCORE: Final = Score(centipawns=0)


@dataclass(frozen=True)
class Finding:
    """What a player finds in a position: its decision and its notes; at the end of a game instead the outcome.

    `side` is the side to move.
    """

    side: str
    decision: Decision | None
    outcome: Outcome | None = None
    notes: tuple[str, ...] = ()

    @property
    def score(self) -> Score | None:
        """The score from White's side; None if the player gives none, or if a mate is on the board."""
        if self.outcome:
            return None if self.outcome.winner else DRAW_SCORE
        found = self.decision.score if self.decision else None
        return found.for_white(self.side) if found else None

    @property
    def win(self) -> float | None:
        """White's probability to win, from 0 to 100; None without a score."""
        if self.outcome and self.outcome.winner:
            return 100.0 if self.outcome.winner == WHITE else 0.0
        return None if self.score is None else win_percent(self.score)

    @property
    def centipawns(self) -> int | None:
        """The score from White's side in centipawns, within bounds; None without one."""
        if self.outcome and self.outcome.winner:
            return bounded_centipawns(Score(mate=1 if self.outcome.winner == WHITE else -1))
        return None if self.score is None else bounded_centipawns(self.score)


@dataclass(frozen=True)
class JudgedMove:
    """A move of a game: what the player found before and after it, and what the mover lost by it.

    `ply` counts from 1. `lost` is in percent of the probability to win and `centipawn_loss` in centipawns, both None if
    the player gives no scores.
    """

    ply: int
    move: Move
    before: Finding
    after: Finding
    lost: float | None
    centipawn_loss: int | None

    @property
    def side(self) -> str:
        """The side that made the move."""
        return self.before.side

    @property
    def best(self) -> Move | None:
        """The player's own move."""
        return self.before.decision.move if self.before.decision else None

    @property
    def accuracy(self) -> float | None:
        """The move's accuracy, from 0 to 100; None without scores."""
        return None if self.lost is None else move_accuracy(self.lost)

    @property
    def judgement(self) -> Judgement | None:
        """What kind of mistake it is; None if it is none."""
        return None if self.lost is None else judgement_of(self.lost)


@dataclass(frozen=True)
class SideFigures:
    """How a side has played: its moves that were judged, its accuracy from 0 to 100, the centipawns that it lost a
    move, and how many of its moves were mistakes of each kind."""

    moves: int
    accuracy: float
    centipawn_loss: float
    mistakes: dict[str, int]


class GameAnalysis:
    """The analysis of a game, complete or as far as it has come."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.findings: list[Finding] = []

    @property
    def is_complete(self) -> bool:
        """True if all positions have been analysed."""
        return len(self.findings) == len(self.game.moves) + 1

    def run(
        self, player: Player, depth: int | None = None, seconds: float | None = None, nodes: int | None = None
    ) -> Iterator[Finding]:
        """Lets a player think about each position, from the first to the one after the last move. Raises PlayerError.

        The limits are for each position. Yields each finding when it has been added to `findings`.
        """
        game = Game(self.game.start)
        for move in (*self.game.moves, None):
            outcome = game.position.outcome()
            notes: list[str] = []
            decision = None
            if not outcome:
                limits = analysis_limits(game.position, depth, seconds, nodes)
                decision = player.decide(MoveRequest(game, limits, note=notes.append))
            self.findings.append(Finding(game.position.side, decision, outcome, tuple(notes)))
            yield self.findings[-1]
            if move is not None:
                game.make(move)

    def moves(self) -> list[JudgedMove]:
        """Returns the moves that have been judged: those whose positions before and after have been analysed."""
        pairs = zip(self.game.moves, self.findings, self.findings[1:], strict=False)
        return [_judged(ply, move, before, after) for ply, (move, before, after) in enumerate(pairs, 1)]

    def side(self, side: str) -> SideFigures | None:
        """Returns how 'white' or 'black' has played; None if none of its moves has been judged."""
        moves = self.moves()
        wins = [finding.win for finding in self.findings]
        known = [win for win in wins if win is not None]
        if len(known) < len(wins) or not any(move.side == side for move in moves):
            return None
        weights = volatilities(known)
        own = [(move, weight) for move, weight in zip(moves, weights, strict=True) if move.side == side]
        judgements = Counter(move.judgement.name for move, _ in own if move.judgement)
        return SideFigures(
            len(own),
            game_accuracy([move.accuracy or 0.0 for move, _ in own], [weight for _, weight in own]),
            fmean(move.centipawn_loss or 0 for move, _ in own),
            {judgement.name: judgements[judgement.name] for judgement in reversed(JUDGEMENTS)},
        )


def _judged(ply: int, move: Move, before: Finding, after: Finding) -> JudgedMove:
    own = before.decision is not None and before.decision.move == move
    lost = _lost((before.win, after.win), before.side, own)
    centipawns = _lost((before.centipawns, after.centipawns), before.side, own)
    return JudgedMove(ply, move, before, after, lost, None if centipawns is None else round(centipawns))


def _lost(values: Sequence[float | None], side: str, own: bool) -> float | None:
    """Returns how much a side loses between two values of White's; nothing by the player's `own` move."""
    before, after = values
    if before is None or after is None:
        return None
    return 0.0 if own else max(0.0, before - after if side == WHITE else after - before)
