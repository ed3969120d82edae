"""What today's engine and the exhibits think of the site's games, which their pages show (docs/making/game_pages.py).

They think by the clock, a compiled build for minutes. So only what is missing is made: delete the JSON file of a game
to have it made anew.
"""

from __future__ import annotations

import json

from making.game_pages import analysis_file, analyst_of, game_of, names, seconds_of
from making.page import Files

from modern.analysis.game_analysis import GameAnalysis
from modern.limits import Limits
from modern.pages.analysis_page import page_analysis
from modern.players import player_named


def files() -> Files:
    return {analysis_file(name): analysed(name) for name in names() if not analysis_file(name).exists()}


def analysed(name: str) -> bytes:
    """Lets the analysing player think about each position of a game; returns what it thinks, a line for each."""
    analysis = GameAnalysis(game_of(name))
    with player_named(analyst_of(name)) as player:
        for _ in analysis.run(player, Limits(seconds=seconds_of(name))):
            pass
    found = page_analysis(analysis, player.name)
    lines = ",\n".join(f" {json.dumps(one, ensure_ascii=False)}" for one in found)
    return f"[\n{lines}\n]\n".encode()
