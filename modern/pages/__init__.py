"""Makes every HTML page: one kit, one base template and one stylesheet for games, tournaments, proofs and the browser.

Read the files in this order: kit.py (templates that escape, tables, lists of moves), templates/base.html (the head of
every page) and templates/parts.html (what pages share), pages.css. Then the page of a game, on which one steps through
it and sees what the 1994 program sees: game_facts.py (what it says of the game), positions.py (what it shows of each
position), chart.py (the chart of values), game_page.py (the whole page), analysis_page.py (what a player's analysis
adds; every door to the page of a game leads here), templates/game.html and game.css. Of its modules in JavaScript,
page.js starts the others: game_data.js, stage.js (board, choices, notes), steps.js (stepping); modules of
modern.pictures.browser show the moves that the program tries. folder.py writes the index of many games.

tournament_pages.py (with tournament_game.js) and proof_page.py show what modern.match and modern.proof return.
modern.web fills in the templates of its own pages: shell.html is what play.html and pyodide.html share.
"""

from __future__ import annotations

from typing import Final

#: The player that analyses each position besides the 1994 program, if no other is named.
DEFAULT_ANALYST: Final = "modern"
