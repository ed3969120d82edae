"""Makes an HTML page for stepping through a game and seeing what the program of 1994 sees.

Read the files in this order: page_game.py (the game and its comments), thoughts.py (what the program thinks at each
position), data.py (the data of each position), drawing.py (the board), chart.py (the chart of values), parts.py (what
pages of tournaments have too), page.py (the whole page), page.html, page.css and page.js.
"""

from __future__ import annotations

from typing import Final

#: The player that analyses each position besides the program of 1994, if no other is named.
DEFAULT_ANALYST: Final = "modern"
