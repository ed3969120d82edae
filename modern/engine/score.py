"""Scores inside the search: centipawns for the side to move, and mates beyond all of them.

A mate in the position at a ply of the search is MATE less that ply, so that a nearer one is better.
"""

from __future__ import annotations

from typing import Final

from modern.engine.report import Score
from modern.rules.native import i64

DRAW: Final[i64] = 0
MATE: Final[i64] = 32000
#: More than any score.
INFINITE: Final[i64] = 32001
#: No line of a search is longer, in plies.
MAX_PLY: Final[i64] = 128


def is_mate_score(score: i64) -> bool:
    """Whether somebody mates."""
    return score >= MATE - MAX_PLY or score <= MAX_PLY - MATE


def to_score(score: int) -> Score:
    """A score of the root as the rest of the world has it: mates in moves, not plies."""
    if not is_mate_score(score):
        return Score(centipawns=score)
    return Score(mate=(MATE - score + 1) // 2 if score > 0 else -((MATE + score + 1) // 2))
