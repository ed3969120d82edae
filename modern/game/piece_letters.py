# ruff: noqa: RUF001, letters of several alphabets
"""The letters of the pieces in the languages of chess, for games that are not written with the English ones."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

#: The letters of king, queen, rook, bishop and knight; languages with the same letters stand together.
LANGUAGES: Final = {
    "German, Danish, Norwegian, Swedish, Croatian or Slovene": ("K", "D", "T", "L", "S"),
    "French": ("R", "D", "T", "F", "C"),
    "Spanish, Italian or Catalan": ("R", "D", "T", "A", "C"),
    "Dutch": ("K", "D", "T", "L", "P"),
    "Portuguese": ("R", "D", "T", "B", "C"),
    "Polish": ("K", "H", "W", "G", "S"),
    "Czech or Slovak": ("K", "D", "V", "S", "J"),
    "Hungarian": ("K", "V", "B", "F", "H"),
    "Finnish": ("K", "D", "T", "L", "R"),
    "Romanian": ("R", "D", "T", "N", "C"),
    "Icelandic": ("K", "D", "H", "B", "R"),
    "Estonian": ("K", "L", "V", "O", "R"),
    "Turkish": ("Ş", "V", "K", "F", "A"),
    "Esperanto": ("R", "D", "T", "K", "Ĉ"),
    "Russian": ("Кр", "Ф", "Л", "С", "К"),
    "Ukrainian": ("Кр", "Ф", "Т", "С", "К"),
    "Bulgarian": ("Ц", "Д", "Т", "О", "К"),
    "Serbian": ("К", "Д", "Т", "Л", "С"),
    "Greek": ("Ρ", "Β", "Π", "Α", "Ι"),
}
ENGLISH: Final = "KQRBN"
#: The letters at the beginning of a move, and the letter of a promotion.
PIECE: Final = re.compile(r"[^\W\d_]{1,2}")
PROMOTION: Final = re.compile(r"=([^\W\d_])")


def languages_with(letters: Iterable[str]) -> Iterator[str]:
    """Yields the languages that have all these letters of pieces."""
    needed = set(letters)
    for language, own in LANGUAGES.items():
        if needed <= {*own}:
            yield language


def in_english(move: str, language: str) -> str:
    """Returns a move with the English letter of its piece, and of the promotion; castling stays."""
    letters = dict(zip(LANGUAGES[language], ENGLISH, strict=True))
    found = PIECE.match(move)
    if move.startswith("O-O") or not found:
        return move
    # Russian writes the king with two letters, of which the first alone is a knight.
    own = found[0][: 2 if found[0][:2] in letters else 1]
    promoted = PROMOTION.sub(lambda match: f"={letters.get(match[1], match[1])}", move[len(own) :])
    return letters.get(own, own) + promoted
