"""Appendix C: the self-play game of the report's program, as its author recorded it."""

from typing import Final

#: The 23 recorded plies in UCI notation.
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

#: The author's two notes in short, by ply: what Black had overlooked.
NOTES: Final = {
    13: "(*1) the guard on c6 is pinned",
    17: "(*2) b4 has lost its guard",
}
