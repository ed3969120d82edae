"""Scores inside the search: centipawns for the side to move, and mate scores beyond all of them.

Being mated at a ply of the search scores ply - MATE, so that the winning side prefers the shortest mate.
https://www.chessprogramming.org/Score
"""

from __future__ import annotations

from typing import Final

from modern.report import Score
from modern.rules.native import i64

DRAW: Final[i64] = 0
MATE: Final[i64] = 32000
#: Greater than any score.
INFINITE: Final[i64] = 32001
#: The longest line that is searched, in plies.
MAX_PLY: Final[i64] = 128
#: The halfmove clock, in plies, at which the fifty-move rule makes a position a draw.
FIFTY_MOVES: Final[i64] = 100


def is_mate_score(score: i64) -> bool:
    """Returns True if the score is a forced mate for either side."""
    return score >= MATE - MAX_PLY or score <= MAX_PLY - MATE


def is_mated_score(score: i64) -> bool:
    """Returns True if the score says that the side to move is mated by force, or that no move has been searched."""
    return score <= MAX_PLY - MATE


def to_score(score: int) -> Score:
    """Converts a score of the root to a Score, with the mate distance in moves instead of plies."""
    if not is_mate_score(score):
        return Score(centipawns=score)
    return Score(mate=(MATE - score + 1) // 2 if score > 0 else -((MATE + score + 1) // 2))
