"""The page of a game with its analysis: chances, mistakes, and how accurately each side played."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from modern.analysis.file_analysis import Analyst
from modern.analysis.formats import analysed_game, decisive_moves
from modern.analysis.game_analysis import GameAnalysis
from modern.game.game import SIDES, Game
from modern.game.pgn_writing import pgn_as_read
from modern.pages import DEFAULT_ANALYST
from modern.pages.game_page import game_page
from modern.pages.kit import MoveLink
from modern.pages.positions import PageData, page_positions, today_data


def page_of_game(
    analysis: GameAnalysis, analyst: Analyst, reading: str, advance: Callable[[str], None]
) -> tuple[Game, str]:
    """Returns the game that a page shows, with the notes of its analysis, and the page.

    `reading` is that of the 1994 program on the page. `advance` is called for each position.
    """
    shown = analysed_game(analysis, str(analyst))
    shown.pgn = pgn_as_read(shown)
    positions = []
    for position in page_positions(shown, reading, 0, analysed=page_analysis(analysis, analyst.name)):
        positions.append(position)
        advance("")
    facts = accuracy_facts(analysis)
    name = "" if analyst.spec == DEFAULT_ANALYST else analyst.name
    decisive = {
        side.capitalize(): [MoveLink(f"#ply-{move.ply}", text) for move, text in found]
        for side, found in decisive_moves(analysis).items()
    }
    mistakes = sorted(move.ply for side in SIDES for move in analysis.mistakes(side))
    return shown, game_page(
        shown,
        positions,
        reading,
        0,
        name,
        effort=analyst.effort,
        more_facts=facts,
        decisive=decisive,
        mistakes=mistakes,
    )


def page_analysis(analysis: GameAnalysis, name: str) -> Iterator[PageData]:
    """Yields for each position of a complete analysis what the player called `name` thinks, and its remarks."""
    game = Game(analysis.game.start)
    for verdict, move in zip(analysis.verdicts, [*analysis.game.moves, None], strict=True):
        decision = verdict.decision
        today = today_data(decision, game.position) if decision and decision.move else None
        if today and analysis.has_chances and verdict.win is not None:
            today["chances"] = round(verdict.win, 1)
        yield {"today": today, "remarks": [[name, text] for text in verdict.remarks]}
        if move is not None:
            game.make(move)


def accuracy_facts(analysis: GameAnalysis) -> Iterator[tuple[str, str]]:
    """Yields how accurately each side has played, as facts for the head of the page: a name and a text."""
    for side in SIDES:
        figures = analysis.side(side)
        if figures:
            lost = f"average centipawn loss {figures.centipawn_loss:.0f}"
            yield f"{side.capitalize()}'s accuracy", f"{figures.accuracy:.1f} %, {lost}"
