"""The analysis of a game as annotations of its PGN: evaluations, glyphs, and the better lines as variations."""

from __future__ import annotations

from typing import Final

from modern.analysis.annotating import MoveNote, annotated_pgn
from modern.analysis.game_analysis import GameAnalysis, JudgedMove
from modern.rules import Position

#: The longest variation that is written, in plies.
MAX_LINE: Final = 10


def analysed_pgn(text: str, analysis: GameAnalysis, annotator: str) -> str:
    """Returns the PGN of a game, whose text is given, with its analysis. `annotator` is the name of the player."""
    position = Position.from_fen(analysis.game.start)
    notes = {}
    for move in analysis.moves():
        notes[move.ply] = _note(move, position)
        position.make(move.move)
    return annotated_pgn(text, notes, annotator)


def mistake_text(move: JudgedMove, position: Position) -> str:
    """Returns what a mistake costs and which move was better: `Mistake, 12 %: 5. Nf3 was better.`; '' if it is none.

    `position` is that before the move.
    """
    if move.judgement is None or move.best is None:
        return ""
    return f"{move.judgement.name.capitalize()}, {move.lost:.0f} %: {position.variation_san([move.best])} was better."


def _note(move: JudgedMove, position: Position) -> MoveNote:
    """Returns what is added to a move; `position` is that before it."""
    score, judgement = move.after.score, move.judgement
    decision = move.before.decision
    line = decision.pv[:MAX_LINE] if decision and judgement else ()
    return MoveNote(
        score.centipawns if score else None,
        score.mate if score else None,
        judgement.glyph if judgement else 0,
        mistake_text(move, position),
        tuple(step.uci() for step in line),
    )
