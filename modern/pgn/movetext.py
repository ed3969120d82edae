"""Words among the moves of a PGN that are not moves. python-chess skips them, or reads them only in part."""

from __future__ import annotations

import re
from typing import Final

#: The parts of a PGN that are not moves: headers, comments, escaped lines.
NOT_MOVETEXT: Final = re.compile(r'^\s*\[\w+\s+".*"\s*\]\s*$|\{[^}]*(?:\}|\Z)|;.*$|^%.*$', re.MULTILINE)
VARIATION: Final = re.compile(r"\([^()]*\)")
LETTER: Final = re.compile(r"[^\W\d_]")
#: A word with letters that is valid among the moves: a move, with or without its number, or an annotation.
MOVETEXT_TOKEN: Final = re.compile(
    r"(?:\d+\.*)?(?:P?[NBRQK]?[a-h]?[1-8]?[-x:]?[a-h][1-8](?:=?[NBRQnbrq]|/[NBRQ])?|[O0o]-[O0o](?:-[O0o])?|Z0|null)"
    r"[+#]*(?:mate|e\.?p\.?)?[!?=]*|e\.?p\.?|mate|N|D|RR|TN",
)


def first_unknown_word(text: str) -> str:
    """Returns the first word in the main line of a game's PGN that is not a move or an annotation; '' if none."""
    movetext = NOT_MOVETEXT.sub(" ", text)
    while movetext != (shorter := VARIATION.sub(" ", movetext)):
        movetext = shorter
    return next((word for word in movetext.split() if LETTER.search(word) and not MOVETEXT_TOKEN.fullmatch(word)), "")
