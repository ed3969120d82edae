"""Makes an HTML page for stepping through a game and seeing what the program of 1994 sees.

Read the files in this order: page_game.py (the game and its comments), thoughts.py (what the program thinks at each
position), program_data.py and data.py (the data of each position), chart.py (the chart of values), parts.py (what pages
of tournaments have too), page.py (the whole page), page.html and page.css. Of the modules in JavaScript, page.js starts
the others: game_data.js, stage.js (board, choices, notes), steps.js (stepping), copying.js and scroll_hints.js; the
moves that the program tries and its boards of numbers are shown by modules of modern.pictures.browser.
"""

from __future__ import annotations

from typing import Final

#: The player that analyses each position besides the program of 1994, if no other is named.
DEFAULT_ANALYST: Final = "modern"
