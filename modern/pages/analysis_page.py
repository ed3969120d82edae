"""The page of a game, with a player's analysis: chances, mistakes, and how accurately each side played."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from modern.analysis.file_analysis import Analyst
from modern.analysis.formats import analysed_game, decisive_moves, mistake_text
from modern.analysis.game_analysis import GameAnalysis
from modern.game.game import SIDES, Game
from modern.game.pgn_writing import pgn_as_read
from modern.pages import DEFAULT_ANALYST
from modern.pages.game_page import ShownAnalysis, game_page
from modern.pages.kit import MoveLink
from modern.pages.positions import PageData, page_positions, today_data
from modern.report import discard


def page_of_game(
    analysis: GameAnalysis, analyst: Analyst | None, reading: str, advance: Callable[[str], None] = discard
) -> tuple[Game, str]:
    """Returns the game that a page shows, with the notes of its analysis, and the page.

    Without an analyst the page has no analysis. `reading` is that of the 1994 program on the page. `advance` is called
    for each position.
    """
    game = shown = analysis.game
    found = ShownAnalysis()
    if analyst:
        shown = analysed_game(analysis, str(analyst))
        shown.pgn = game.pgn and pgn_as_read(shown)
        found = shown_analysis(analysis, analyst)
    positions = []
    for position in page_positions(game, reading, found.positions, shown.notes):
        positions.append(position)
        advance("")
    return shown, game_page(shown, positions, reading, found)


def shown_analysis(analysis: GameAnalysis, analyst: Analyst) -> ShownAnalysis:
    """Returns what a page shows of a complete analysis."""
    decisive = {
        side.capitalize(): [MoveLink(f"#ply-{move.ply}", text) for move, text in found]
        for side, found in decisive_moves(analysis).items()
    }
    return ShownAnalysis(
        "" if analyst.spec == DEFAULT_ANALYST else analyst.name,
        analyst.effort,
        list(page_analysis(analysis, analyst.name)),
        list(accuracy_facts(analysis)),
        decisive,
        sorted(move.ply for side in SIDES for move in analysis.mistakes(side)),
    )


def page_analysis(analysis: GameAnalysis, name: str) -> Iterator[PageData]:
    """Yields for each position of a complete analysis what the player called `name` thinks, and its remarks.

    The last remark says what is wrong with the game's move.
    """
    position = analysis.game.up_to(0).position
    for verdict, move in zip(analysis.verdicts, [*analysis.moves(), None], strict=True):
        decision = verdict.decision
        today = today_data(decision, position) if decision and decision.move else None
        if today and analysis.has_chances and verdict.win is not None:
            today["chances"] = round(verdict.win, 1)
        remarks = [*verdict.remarks, mistake_text(move, position) if move else ""]
        yield {"today": today, "remarks": [[name, text] for text in remarks if text]}
        if move is not None:
            position.make(move.move)


def accuracy_facts(analysis: GameAnalysis) -> Iterator[tuple[str, str]]:
    """Yields how accurately each side has played, as facts for the head of the page: a name and a text."""
    for side in SIDES:
        figures = analysis.side(side)
        if figures:
            lost = f"average centipawn loss {figures.centipawn_loss:.0f}"
            yield f"{side.capitalize()}'s accuracy", f"{figures.accuracy:.1f} %, {lost}"
