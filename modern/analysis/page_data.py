"""The analysis of a game as the page of the game shows it."""

from __future__ import annotations

from collections.abc import Iterator

from modern.analysis.game_analysis import SIDES, GameAnalysis
from modern.pages.data import today_data
from modern.pages.program_data import PageData
from modern.players import Game


def page_findings(analysis: GameAnalysis, name: str) -> Iterator[PageData]:
    """Yields for each position that has been analysed what the player called `name` thinks, and its notes."""
    game = Game(analysis.game.start)
    for finding, move in zip(analysis.findings, [*analysis.game.moves, None], strict=False):
        decided = finding.decision is not None and finding.decision.move is not None
        yield {
            "today": today_data(finding.decision, game.position) if decided and finding.decision else None,
            "remarks": [[name, text] for text in finding.notes],
        }
        if move is not None:
            game.make(move)


def accuracy_facts(analysis: GameAnalysis) -> Iterator[tuple[str, str]]:
    """Yields how accurately each side has played, as facts for the head of the page: a name and a text."""
    for side in SIDES:
        figures = analysis.side(side)
        if figures:
            lost = f"{figures.centipawn_loss:.0f} centipawns lost a move"
            yield f"{side.capitalize()}'s accuracy", f"{figures.accuracy:.1f} %, {lost}"
