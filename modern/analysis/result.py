"""The analysis of a game as JSON."""

from __future__ import annotations

from typing import Any

from modern.analysis.game_analysis import SIDES, GameAnalysis, JudgedMove, SideFigures
from modern.engine.report import Score
from modern.rules import Position


def analysis_json(analysis: GameAnalysis) -> dict[str, Any]:
    """Returns the moves that have been judged and the figures of both sides. Scores are from White's side."""
    position = Position.from_fen(analysis.game.start)
    plies = []
    for move in analysis.moves():
        plies.append(_ply(move, position))
        position.make(move.move)
    return {
        "start": analysis.game.start,
        "plies": plies,
        "sides": {side: _side(analysis.side(side)) for side in SIDES},
        "complete": analysis.is_complete,
    }


def _ply(move: JudgedMove, position: Position) -> dict[str, Any]:
    decision = move.before.decision
    return {
        "ply": move.ply,
        "side": move.side,
        "move": move.move.uci(),
        "san": position.san(move.move),
        "score": _text(move.after.score),
        "win": _rounded(move.after.win),
        "lost": _rounded(move.lost),
        "judgement": move.judgement.name if move.judgement else None,
        "accuracy": _rounded(move.accuracy),
        "centipawn_loss": move.centipawn_loss,
        "best_score": _text(move.before.score),
        "best": [step.uci() for step in decision.pv] if decision else [],
        "depth": decision.depth if decision else None,
        "nodes": decision.nodes if decision else None,
    }


def _side(figures: SideFigures | None) -> dict[str, Any] | None:
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
