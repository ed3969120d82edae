"""Appendix C: the game that the report's program played against itself, as its author recorded it."""

from typing import Final

#: The 23 plies of the record in UCI's notation.
SAMPLE_GAME: Final = (
    *("e2e3", "e7e6"),
    *("d1f3", "d7d5"),
    *("f3f4", "b8c6"),
    *("b1c3", "e6e5"),
    *("f4a4", "c8f5"),
    *("g1f3", "g8f6"),
    *("f3e5", "f8b4"),
    *("e5c6", "b7c6"),
    *("a4b4", "a7a5"),
    *("b4f4", "f5c2"),
    *("f1e2", "d8e7"),
    "e1g1",
)

#: Ply to the author's note on it, in short: what Black had counted on.
NOTES: Final = {
    13: "(*1) the guard on c6 is pinned",
    17: "(*2) b4 has lost its guard",
}
