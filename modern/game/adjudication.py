"""Adjudication: ends a game early when the scores that both players report leave no doubt about its result.

Both players must agree: the scores of one alone may be wrong, and the old programs' scores are not today's centipawns.
Programs that test engines have both rules: https://www.chessprogramming.org/Cutechess-cli.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from modern.game.game import ADJUDICATION, BLACK, SIDES, WHITE, Ending, Game, opponent
from modern.report import Score

#: A mate is worth more than any evaluation, in centipawns.
MATE_VALUE: Final = 10**9


class DrawRule(NamedTuple):
    """A draw from move number `first_move` on, if for `moves` moves each both scores are within `centipawns` of 0."""

    first_move: int
    moves: int
    centipawns: int


class ResignRule(NamedTuple):
    """A win, if for `moves` moves each one player scores at least `centipawns`, and the other at most minus that."""

    moves: int
    centipawns: int


class Adjudication(NamedTuple):
    """The rules by which games are adjudicated; None for a rule that is not used."""

    draw: DrawRule | None = None
    resign: ResignRule | None = None

    def as_json(self) -> dict[str, Any]:
        """Returns the rules as lists of their numbers; None for a rule that is not used."""
        return {"draw": list(self.draw) if self.draw else None, "resign": list(self.resign) if self.resign else None}

    def __str__(self) -> str:
        """Returns a phrase for each rule in use, separated by commas; empty without rules."""
        phrases = []
        if self.draw:
            phrases.append("drawn from move {} after {} moves within {} centipawns".format(*self.draw))
        if self.resign:
            phrases.append("resigned after {} moves at {} centipawns".format(*self.resign))
        return ", ".join(phrases)

    def ending(self, game: Game) -> Ending | None:
        """Returns how a game ends after its last move, or None if it continues. The opening has no scores."""
        if self.draw and _number_of_last_move(game) >= self.draw.first_move:
            scores = [score for side in SIDES for score in _last_scores(game, side, self.draw.moves)]
            if len(scores) == 2 * self.draw.moves and all(abs(score) <= self.draw.centipawns for score in scores):
                details = f"both scores within {self.draw.centipawns} centipawns for {self.draw.moves} moves"
                return Ending(None, ADJUDICATION, details)
        if self.resign:
            for winner in (WHITE, BLACK):
                if _is_won(game, winner, self.resign):
                    details = f"both scores at {self.resign.centipawns} centipawns for {self.resign.moves} moves"
                    return Ending(winner, ADJUDICATION, details)
        return None


NO_ADJUDICATION: Final = Adjudication()


def _is_won(game: Game, winner: str, rule: ResignRule) -> bool:
    won = _last_scores(game, winner, rule.moves)
    lost = _last_scores(game, opponent(winner), rule.moves)
    return len(won) == len(lost) == rule.moves and min(won) >= rule.centipawns and max(lost) <= -rule.centipawns


def _last_scores(game: Game, side: str, count: int) -> Sequence[int]:
    """Returns the scores of a side's last moves in centipawns; fewer than `count` if it has reported fewer."""
    plies = game.plies_of(side, game.opening_plies)[-count:]
    return [_centipawns(score) for ply in plies if (score := game.notes[ply].score) is not None]


def _number_of_last_move(game: Game) -> int:
    number: int = game.position.fullmove_number
    return number if game.side == BLACK else number - 1


def _centipawns(score: Score) -> int:
    """Returns the score in centipawns, a mate as MATE_VALUE."""
    if score.centipawns is not None:
        return score.centipawns
    return MATE_VALUE if (score.mate or 0) > 0 else -MATE_VALUE
