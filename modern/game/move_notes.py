"""The notes on a move: by the player that made it, by the commentator of a PGN, or by an analysis.

The commands in comments: https://www.enpassant.dk/chess/palview/enhancedpgn.htm and lichess's `[%eval]`, which is from
White's side. The glyphs: PGN's standard, section 10.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from modern.report import Score
from modern.rules.errors import printable

#: Commands for programs in a comment: [%clk 0:05:00].
COMMANDS: Final = re.compile(r"\[%[^\]]*\]")
_CLOCK: Final = re.compile(r"\[%clk\s+(\d{1,5}:\d{1,2}:\d{1,2}(?:\.\d{1,3})?)\s*\]")
_EVALUATION: Final = re.compile(r"\[%eval\s+(#?)([+-]?)(\d{1,6}(?:\.\d{1,4})?)(?:,(\d{1,4}))?\s*\]")

#: The usual signs of the numeric annotation glyphs; first for moves, then for positions.
GLYPHS: Final = dict(
    zip(
        (1, 2, 3, 4, 5, 6, 7, 10, 13, 14, 15, 16, 17, 18, 19, 22, 23, 146),
        ("!", "?", "!!", "??", "!?", "?!", "□", "=", "∞", "⩲", "⩱", "±", "∓", "+-", "-+", "⨀", "⨀", "N"),
        strict=True,
    )
)


@dataclass(frozen=True)
class MoveNote:
    """The notes on a move; a missing one is empty.

    `score`           the score that the player gave its move, for the side that made it.
    `depth`           the depth of its search, in plies.
    `seconds`         the time that the move took; None if that is not known.
    `by_arbiter`      True if the arbiter replaced the player's own choice by this move.
    `comment`         the text after the move: a player's remarks, or a PGN's comment with its commands for programs.
    `comment_before`  the text of a PGN before the move.
    `glyphs`          the numbers of its glyphs: 1 is `!`.
    `variations`      other lines instead of this move.
    """

    score: Score | None = None
    depth: int = 0
    seconds: float | None = None
    by_arbiter: bool = False
    comment: str = ""
    comment_before: str = ""
    glyphs: tuple[int, ...] = ()
    variations: tuple[Variation, ...] = ()

    @property
    def figures(self) -> str:
        """Score, depth and seconds as a PGN's comment has them, `+0.35/8 0.52s`; empty if the time is not known."""
        if self.seconds is None:
            return ""
        score = f"{self.score}/{self.depth} " if self.score else ""
        return f"{score}{self.seconds:.2f}s"

    @property
    def pgn_comment(self) -> str:
        """The comment that a PGN gets: the figures, if there are any, and the text."""
        return f"{self.figures} {self.comment}".strip()

    @property
    def text(self) -> str:
        """The texts before and after the move on one line, without commands for programs."""
        return plain_comment(f"{self.comment_before} {self.comment}")

    @property
    def glyph_signs(self) -> str:
        """The glyphs as text, `!?`; one without a usual sign stays a number, as in PGN."""
        return glyph_signs(self.glyphs)

    @property
    def clock(self) -> str:
        """The time left after the move, as a PGN says it: `0:04:58`; empty if it does not."""
        match = _CLOCK.search(f"{self.comment_before} {self.comment}")
        return match[1] if match else ""

    @property
    def evaluation(self) -> str:
        """A PGN's evaluation, from White's side: `+0.35`, `#-2`, with its depth if the file has it; else empty."""
        match = _EVALUATION.search(f"{self.comment_before} {self.comment}")
        if not match:
            return ""
        mate, sign, amount, depth = match.groups()
        score = f"#{sign.replace('+', '')}{amount}" if mate else f"{float(sign + amount):+.2f}"
        return f"{score} at depth {depth}" if depth else score


class VariationMove(NamedTuple):
    """A move of a variation in UCI notation, with its notes."""

    uci: str
    note: MoveNote = MoveNote()


#: A line that begins instead of a move of the game.
Variation = tuple[VariationMove, ...]

NO_NOTE: Final = MoveNote()


def plain_comment(text: str) -> str:
    """Returns a comment on one line, without the commands for programs in it."""
    return printable(COMMANDS.sub(" ", text))


def glyph_signs(glyphs: Iterable[int]) -> str:
    """Returns glyphs as text; one without a usual sign stays a number, as in PGN."""
    return " ".join(GLYPHS.get(glyph, f"${glyph}") for glyph in glyphs)
