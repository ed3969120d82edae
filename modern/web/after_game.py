"""The analysis of a game that is over, as events for a page: how far it is, then chances, mistakes and accuracy.

At the end comes the page of the game.

The server runs it in a process of its own (analyses.py), and the page under Pyodide in a web worker.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from historic.readings import PRINTED
from modern.analysis.file_analysis import analyst_of
from modern.analysis.formats import mistake_text
from modern.analysis.game_analysis import GameAnalysis
from modern.facts import told
from modern.game.game import SIDES
from modern.game.pgn_reading import standard_game
from modern.limits import Limits
from modern.pages import DEFAULT_ANALYST
from modern.pages.analysis_page import page_of_game
from modern.players import player_named
from modern.web.settings import Json

#: How long today's engine thinks about each position, in seconds.
SECONDS: Final = 0.15


def analyse(pgn: str, seconds: float, emit: Callable[[Json], None]) -> None:
    """Analyses a game with today's engine, `seconds` a position. Raises PgnError.

    Emits `progress` after each position, then `analysis`, then `page` with the page of the game as `text`.
    """
    analysis = GameAnalysis(standard_game(pgn.encode()))
    total = len(analysis.game.moves) + 1
    with player_named(DEFAULT_ANALYST) as player:
        for done, _ in enumerate(analysis.run(player, Limits(seconds=seconds)), 1):
            emit({"type": "progress", "done": done, "total": total})
        analyst = analyst_of(player, DEFAULT_ANALYST, Limits(seconds=seconds))
    emit(analysis_event(analysis))
    _, text = page_of_game(analysis, analyst, PRINTED)
    emit({"type": "page", "text": text})


def analysis_event(analysis: GameAnalysis) -> Json:
    """Returns a complete analysis as a page shows it.

    `chances` are White's to win after each ply, from the start, in percent; a mistake is with the ply that it makes.
    """
    position, mistakes = analysis.game.up_to(0).position, []
    for move in analysis.moves():
        if move.judgement:
            mistake = {"ply": move.ply, "side": move.side, "san": position.san(move.move), "kind": move.judgement.name}
            mistakes.append({**mistake, **told(text=mistake_text(move, position))})
        position.make(move.move)
    figures = {side: analysis.side(side) for side in SIDES}
    return {
        "type": "analysis",
        "chances": [None if verdict.win is None else round(verdict.win, 1) for verdict in analysis.verdicts],
        "mistakes": mistakes,
        "accuracy": {side: round(found.accuracy, 1) if found else None for side, found in figures.items()},
    }
