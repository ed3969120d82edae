"""What a PGN says about a move beside its comment: clock, evaluation, glyphs, variations.

The commands in comments: https://www.enpassant.dk/chess/palview/enhancedpgn.htm and lichess's `[%eval]`, which is from
White's side. The glyphs: PGN's standard, section 10.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from modern.pgn.reading import PgnMove
from modern.rules.errors import printable

#: Commands for programs in a comment: [%clk 0:05:00].
COMMANDS: Final = re.compile(r"\[%[^\]]*\]")
_CLOCK: Final = re.compile(r"\[%clk\s+(\d{1,5}:\d{1,2}:\d{1,2}(?:\.\d{1,3})?)\s*\]")
_EVALUATION: Final = re.compile(r"\[%eval\s+(#?)([+-]?)(\d{1,6}(?:\.\d{1,4})?)(?:,(\d{1,4}))?\s*\]")

_NAG: Final = re.compile(r" \$(\d{1,3})\b")

#: The usual signs of the numeric annotation glyphs; those of moves first, then those of positions.
GLYPHS: Final = dict(
    zip(
        (1, 2, 3, 4, 5, 6, 7, 10, 13, 14, 15, 16, 17, 18, 19, 22, 23, 146),
        ("!", "?", "!!", "??", "!?", "?!", "□", "=", "∞", "⩲", "⩱", "±", "∓", "+-", "-+", "⨀", "⨀", "N"),
        strict=True,
    )
)


@dataclass(frozen=True)
class Annotation:
    """What a PGN says about a move; what it does not say is empty.

    `glyphs` is text as `!?`, `clock` the time left after the move as `0:04:58`, `evaluation` a score from White's side
    in pawns (`+0.35`) or to mate (`#-2`), with its depth if the file has it. `variations` are other moves with their
    comments, as text.
    """

    comment: str = ""
    glyphs: str = ""
    clock: str = ""
    evaluation: str = ""
    variations: tuple[str, ...] = ()


def annotation_of(move: PgnMove) -> Annotation:
    """Returns what a PGN says about a move of the main line."""
    comment = f"{move.comment_before} {move.comment}"
    return Annotation(
        comment_text(comment),
        glyphs_text(move.nags),
        _clock(comment),
        _evaluation(comment),
        tuple(_variation_text(text) for text in move.variations),
    )


def comment_text(text: str) -> str:
    """Returns a comment on one line, without the commands in it."""
    return printable(COMMANDS.sub(" ", text))


def glyphs_text(nags: Iterable[int]) -> str:
    """Returns glyphs as text; one without a usual sign stays a number, as in PGN."""
    return " ".join(GLYPHS.get(nag, f"${nag}") for nag in nags)


def _variation_text(text: str) -> str:
    return comment_text(_NAG.sub(lambda nag: glyphs_text([int(nag[1])]), text))


def _clock(comment: str) -> str:
    match = _CLOCK.search(comment)
    return match[1] if match else ""


def _evaluation(comment: str) -> str:
    match = _EVALUATION.search(comment)
    if not match:
        return ""
    mate, sign, amount, depth = match.groups()
    score = f"#{sign.replace('+', '')}{amount}" if mate else f"{float(sign + amount):+.2f}"
    return f"{score} at depth {depth}" if depth else score
