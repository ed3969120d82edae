"""The analysis of a game in two forms: a Game with annotations, and JSON.

An evaluation is lichess's and ChessBase's command in a comment: `[%eval 0.35]` in pawns, `[%eval #-3]` to mate, from
White's side.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any, Final

from modern.analysis.accuracy import LOST_DECIMALS, allows_mate, misses_mate
from modern.analysis.game_analysis import GameAnalysis, JudgedMove, SideFigures
from modern.analysis.openings import opening_of
from modern.facts import fact
from modern.game.game import SIDES, Game
from modern.game.move_notes import NO_NOTE, MoveNote, Variation, VariationMove
from modern.game.pgn_text import header_line_text, one_line_comment
from modern.report import Score
from modern.rules import Position

#: The shortest and the longest variation that is added, in plies.
MIN_LINE: Final = 3
MAX_LINE: Final = 10
#: How many moves of a side are said to have decided a game.
MOST_DECISIVE: Final = 5
#: A smaller loss is not shown, in percent.
LEAST_LOSS: Final = 0.5
#: The glyphs that judge a move: !, ?, !!, ??, !? and ?!.
MOVE_GLYPHS: Final = frozenset(range(1, 7))
#: An evaluation in a comment: pawns or, after #, moves to mate, and perhaps the depth.
EVALUATION: Final = re.compile(r"\[%eval\s+#?[+-]?[\d.]+(?:,\d+)?\s*\]")


def analysed_game(analysis: GameAnalysis, annotator: str) -> Game:
    """Returns the game with its opening, evaluations, and at mistakes a glyph, a comment and the better line."""
    position = analysis.game.up_to(analysis.first).position
    notes = [NO_NOTE] * analysis.first
    for move in analysis.moves():
        notes.append(_note(move, position))
        position.make(move.move)
    result = annotated(analysis.game, notes, annotator)
    if opening := opening_of(analysis.game):
        result.headers.setdefault("ECO", opening.eco)
        result.headers.setdefault("Opening", header_line_text("Opening", opening.name))
    return result


def annotated(game: Game, notes: Sequence[MoveNote], annotator: str) -> Game:
    """Returns a game with a note added to each of its first moves.

    The game's own headers, comments, clocks, glyphs and variations stay; an evaluation is replaced by the score of the
    note. A move that already has a glyph for a judgement gets no other, and no comment or variation is added twice, so
    that an annotated game can be annotated again. `annotator` is the header of that name, unless the game has one.
    """
    result = game.up_to(len(game.moves))
    result.conclusion = game.conclusion
    result.headers = {**game.headers}
    result.headers.setdefault("Annotator", header_line_text("Annotator", annotator))
    pairs = enumerate(zip_longest(result.notes, notes, fillvalue=NO_NOTE))
    result.notes = [_with_note(result, index, note, added) for index, (note, added) in pairs]
    return result


def loss_text(move: JudgedMove) -> str:
    """Returns what a move loses: percents of the chances, or a mate that it misses or allows; '' if next to nothing."""
    if move.scores and move.judgement:
        before, after = move.scores
        if allows_mate(before, after):
            return f"allows #{-(after.mate or 0)}"
        if misses_mate(before, after):
            return f"misses #{before.mate}"
    return f"{move.lost:.{LOST_DECIMALS}f}" if move.lost and move.lost >= LEAST_LOSS else ""


def decisive_moves(analysis: GameAnalysis) -> dict[str, list[tuple[JudgedMove, str]]]:
    """Returns the moves of each side that decided the game, at most MOST_DECISIVE of its mistakes, the largest first.

    Each has a text: `12...Nxe4 (-31.0 %)`, or `(misses #3)`. A side without mistakes is left out.
    """
    found: dict[str, list[tuple[JudgedMove, str]]] = {}
    for side in SIDES:
        for move in analysis.mistakes(side)[:MOST_DECISIVE]:
            position = analysis.game.up_to(move.ply - 1).position
            loss = loss_text(move)
            loss = loss if "#" in loss else f"-{loss} %"
            found.setdefault(side, []).append((move, f"{position.variation_san([move.move])} ({loss})"))
    return found


def mistake_text(move: JudgedMove, position: Position) -> str:
    """Returns what a mistake costs and which move was best; '' if it is not a mistake.

    `Mistake: winning chances 62 % to 41 %. Best was 7...Bd6.` The chances are the mover's. `position` is that before
    the move.
    """
    if move.judgement is None or move.scores is None or move.chances is None:
        return ""
    before, after = move.scores
    if allows_mate(before, after):
        what = fact("analysis.allows_mate", moves=-(after.mate or 0))
    elif misses_mate(before, after):
        what = fact("analysis.misses_mate", moves=before.mate)
    else:
        what = fact("analysis.chances", before=f"{move.chances[0]:.0f}", after=f"{move.chances[1]:.0f}")
    kind = fact(f"analysis.{move.judgement.name}")
    if move.best in (None, move.move):  # the player saw only after the move what is wrong with it
        return fact("analysis.mistake_costs", kind=kind, what=what)
    return fact("analysis.best_was", kind=kind, what=what, move=position.variation_san([move.best]))


def _note(move: JudgedMove, position: Position) -> MoveNote:
    """Returns what is added to a move; `position` is that before it."""
    score, judgement = move.after.score, move.judgement
    line = _better_line(move) if judgement else ()
    return MoveNote(
        score.for_white(move.side) if score else None,
        comment=str(mistake_text(move, position)),
        glyphs=(judgement.glyph,) if judgement else (),
        variations=(line,) if line else (),
    )


def _better_line(move: JudgedMove) -> Variation:
    """Returns the line that the player would have played, with its score; empty if it is too short to say anything."""
    decision = move.before.decision
    if decision is None or move.before.score is None or len(decision.pv) < MIN_LINE or move.best == move.move:
        return ()
    first, *others = decision.pv[:MAX_LINE]
    note = MoveNote(comment=_evaluated("", move.before.score))
    return (VariationMove(first.uci(), note), *(VariationMove(other.uci()) for other in others))


def _with_note(game: Game, index: int, note: MoveNote, added: MoveNote) -> MoveNote:
    """Returns the note of a move of a game, by its index, with another note added."""
    comment = note.comment
    if added.score:
        comment = _evaluated(comment, added.score.for_white(game.side_at(index)))
    text = one_line_comment(added.comment)
    if text not in " ".join(comment.split()):
        comment = f"{comment} {text}".strip()
    known = {game.moves[index].uci()}
    others = [*note.variations]
    while others:  # a variation inside another one may begin at the same move
        uci, inside = others.pop()[0]
        known.add(uci)
        others += inside.variations
    return replace(
        note,
        comment=comment,
        glyphs=note.glyphs if MOVE_GLYPHS.intersection(note.glyphs) else (*note.glyphs, *added.glyphs),
        variations=(*note.variations, *(line for line in added.variations if line[0].uci not in known)),
    )


def _evaluated(comment: str, score: Score) -> str:
    """Returns a comment with an evaluation, instead of the one that it has; the score is from White's side."""
    command = f"[%eval #{score.mate}]" if score.centipawns is None else f"[%eval {score.centipawns / 100:.2f}]"
    if EVALUATION.search(comment):
        return EVALUATION.sub(command, comment, count=1)
    return f"{comment} {command}".strip()


def analysis_json(analysis: GameAnalysis) -> dict[str, Any]:
    """Returns the moves that have been judged and the figures of both sides. Scores are from White's side."""
    position = analysis.game.up_to(analysis.first).position
    plies = []
    for move in analysis.moves():
        plies.append(_ply_json(move, position))
        position.make(move.move)
    opening = opening_of(analysis.game)
    return {
        "start": analysis.game.start,
        "opening": opening._asdict() if opening else None,
        "plies": plies,
        "sides": {side: _side_json(analysis.side(side)) for side in SIDES},
        "complete": analysis.is_complete,
    }


def _ply_json(move: JudgedMove, position: Position) -> dict[str, Any]:
    decision = move.before.decision
    return {
        "ply": move.ply,
        "side": move.side,
        "move": move.move.uci(),
        "san": position.san(move.move),
        "score": _text(move.after.score),
        "win": _rounded(move.after.win if move.has_chances else None),
        "lost": _rounded(move.lost),
        "judgement": move.judgement.name if move.judgement else None,
        "accuracy": _rounded(move.accuracy),
        "centipawn_loss": move.centipawn_loss,
        "best_score": _text(move.before.score),
        "best": [step.uci() for step in decision.pv] if decision else [],
        "depth": decision.depth if decision else None,
        "nodes": decision.nodes if decision else None,
    }


def _side_json(figures: SideFigures | None) -> dict[str, Any] | None:
    if figures is None:
        return None
    return {
        "moves": figures.moves,
        "accuracy": round(figures.accuracy, 1),
        "centipawn_loss": round(figures.centipawn_loss, 1),
        "mistakes": figures.mistakes,
    }


def _text(score: Score | None) -> str | None:
    return str(score) if score else None


def _rounded(percent: float | None) -> float | None:
    return None if percent is None else round(percent, 1)
