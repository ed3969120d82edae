"""Adjudication: ends a game early when the scores that both players report leave no doubt about its result.

Both players must agree: the scores of one alone may be wrong, and the old programs' scores are no centipawns of today.
Programs that test engines have both rules: https://www.chessprogramming.org/Cutechess-cli.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from modern.engine.report import Score
from modern.match.pace import BLACK, WHITE, opponent
from modern.match.record import ADJUDICATION, Ending

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


NO_ADJUDICATION: Final = Adjudication()


@dataclass
class Adjudicator:
    """Applies the rules to one game. `scores` are those of each side so far, in centipawns; None for a move without."""

    rules: Adjudication
    scores: dict[str, list[int | None]] = field(default_factory=lambda: {WHITE: [], BLACK: []})

    def ending(self, side: str, score: Score | None, move_number: int) -> Ending | None:
        """Returns how the game ends after a move of `side`, or None if it continues.

        `score` is the player's own, for its side; `move_number` is the full move number of its move.
        """
        self.scores[side].append(None if score is None else _centipawns(score))
        if self.rules.draw and move_number >= self.rules.draw.first_move and self._is_drawn(self.rules.draw):
            details = f"both scores within {self.rules.draw.centipawns} centipawns for {self.rules.draw.moves} moves"
            return Ending(None, ADJUDICATION, details)
        if self.rules.resign:
            for winner in (WHITE, BLACK):
                if self._is_won(winner, self.rules.resign):
                    details = f"both scores at {self.rules.resign.centipawns} centipawns for"
                    return Ending(winner, ADJUDICATION, f"{details} {self.rules.resign.moves} moves")
        return None

    def _is_drawn(self, rule: DrawRule) -> bool:
        return all(
            len(scores) >= rule.moves
            and all(score is not None and abs(score) <= rule.centipawns for score in scores[-rule.moves :])
            for scores in self.scores.values()
        )

    def _is_won(self, winner: str, rule: ResignRule) -> bool:
        won, lost = self.scores[winner], self.scores[opponent(winner)]
        return (
            min(len(won), len(lost)) >= rule.moves
            and all(score is not None and score >= rule.centipawns for score in won[-rule.moves :])
            and all(score is not None and score <= -rule.centipawns for score in lost[-rule.moves :])
        )


def _centipawns(score: Score) -> int:
    """Returns the score in centipawns, a mate as MATE_VALUE."""
    if score.centipawns is not None:
        return score.centipawns
    return MATE_VALUE if (score.mate or 0) > 0 else -MATE_VALUE
