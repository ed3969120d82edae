"""The techniques of the search that can be switched off, by name: for matches of the engine against itself without one.

What a technique is worth is best seen where it is missing. https://www.chessprogramming.org/Engine_Testing
"""

from __future__ import annotations

from typing import Final

#: What is switched off where nothing is.
NOTHING: Final = "nothing"
NAMES: Final = ("null-move", "late-move-reductions")
