"""A player goes through a game: what it thinks of each position, and what that says about the moves and the sides."""

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
from modern.engine.limits import Limits
from modern.engine.report import Score
from modern.game.game import NO_RESULT, WHITE, Game
from modern.game.pgn_text import header_value
from modern.players import Decision, Player
from modern.players.position_search import PositionSearch, analysis_limits
from modern.rules import Move, Outcome

DRAW_SCORE: Final = Score(centipawns=0)


@dataclass(frozen=True)
class PositionVerdict:
    """What a player thinks of a position: its decision and its remarks; at the end of a game instead the outcome.

    `side` is the side to move.
    """

    side: str
    decision: Decision | None
    outcome: Outcome | None = None
    remarks: tuple[str, ...] = ()

    @property
    def score(self) -> Score | None:
        """The score from White's side; None if the player gives none, or if a mate is on the board."""
        if self.outcome:
            return None if self.outcome.winner else DRAW_SCORE
        score = self.decision.score if self.decision else None
        return score.for_white(self.side) if score else None

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
    """A move of a game: what the player thinks before and after it, and what the mover lost by it.

    `ply` counts from 1. `lost` is in percent of the probability to win and `centipawn_loss` in centipawns, both None if
    the player gives no scores.
    """

    ply: int
    move: Move
    before: PositionVerdict
    after: PositionVerdict
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
    """The analysis of a game, complete or as far as it has come. `number` is that of the game in its file, from 1."""

    def __init__(self, game: Game, number: int = 1) -> None:
        self.game = game
        self.number = number
        self.verdicts: list[PositionVerdict] = []

    @property
    def title(self) -> str:
        """The names of the players and the result: `Anna - Bert, 1-0`."""
        known = {name: header_value(text) for name, text in self.game.headers.items() if text not in ("", "?")}
        return f"{known.get('White', 'White')} - {known.get('Black', 'Black')}, {known.get('Result', NO_RESULT)}"

    @property
    def is_complete(self) -> bool:
        """True if all positions have been analysed."""
        return len(self.verdicts) == len(self.game.moves) + 1

    def run(self, player: Player, limits: Limits) -> Iterator[PositionVerdict]:
        """Lets a player think about each position, from the first to the one after the last move. Raises PlayerError.

        The limits, depth, seconds and nodes, are for each position. Yields each verdict when it has been added to
        `verdicts`.
        """
        game = Game(self.game.start)
        for move in (*self.game.moves, None):
            self.verdicts.append(_verdict(player, game, limits))
            yield self.verdicts[-1]
            if move is not None:
                game.make(move)

    def moves(self) -> list[JudgedMove]:
        """Returns the moves that have been judged: those whose positions before and after have been analysed."""
        pairs = zip(self.game.moves, self.verdicts, self.verdicts[1:], strict=False)
        return [_judged(ply, move, before, after) for ply, (move, before, after) in enumerate(pairs, 1)]

    def side(self, side: str) -> SideFigures | None:
        """Returns how 'white' or 'black' has played; None if none of its moves has been judged."""
        moves = self.moves()
        wins = [verdict.win for verdict in self.verdicts]
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


def _verdict(player: Player, game: Game, limits: Limits) -> PositionVerdict:
    """Returns what a player thinks of the last position of a game. Raises PlayerError."""
    outcome = game.position.outcome()
    if outcome:
        return PositionVerdict(game.side, None, outcome)
    search = PositionSearch(player, game, analysis_limits(game.position, limits.depth, limits.seconds, limits.nodes))
    return PositionVerdict(game.side, search.run(), remarks=tuple(search.remarks))


def _judged(ply: int, move: Move, before: PositionVerdict, after: PositionVerdict) -> JudgedMove:
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
