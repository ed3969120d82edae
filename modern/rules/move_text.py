"""Splits a word of moves into its parts: numbers, moves, the marks behind them, results.

PGN, EPD and typed moves are all read with it. It knows no position: which legal move a text is, others find out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

# The kinds of parts.
MOVE: Final = "move"
NULL: Final = "null move"
GLYPH: Final = "glyph"
RESULT: Final = "result"
NUMBER: Final = "number"
UNKNOWN: Final = "unknown"

#: The glyphs of PGN by their numbers, each with its signs; the first is the usual one, '' if there is none.
GLYPH_SIGNS: Final[Mapping[int, tuple[str, ...]]] = {
    1: ("!",),
    2: ("?",),
    3: ("!!", "\u203c"),
    4: ("??", "\u2047"),
    5: ("!?", "\u2049"),
    6: ("?!", "\u2048"),
    7: ("□",),
    10: ("=",),
    13: ("∞", "~"),
    14: ("⩲", "+/=", "+="),
    15: ("⩱", "=/+", "=+"),
    16: ("±", "+/-"),
    17: ("∓", "-/+"),
    18: ("+-",),
    19: ("-+",),
    22: ("⨀", "⊙"),
    23: ("⨀",),
    26: ("", "○"),
    32: ("", "⟳"),
    36: ("", "↑"),
    40: ("", "→"),
    44: ("", "=/∞", "⯹"),
    132: ("", "⇆", "⇄"),
    138: ("", "⊕", "⨁"),
    140: ("", "∆", "Δ"),
    141: ("", "∇"),
    142: ("", "⌓"),
    145: ("", "RR"),
    146: ("N", "TN"),
    220: ("", "D"),
}
#: Each sign, and its glyph.
SIGNS: Final = {sign: glyph for glyph, signs in sorted(GLYPH_SIGNS.items(), reverse=True) for sign in signs if sign}

#: Characters that are not seen, which text copied from elsewhere has inside words: soft hyphens, zero-width spaces and
#: joiners, marks of direction, byte order marks, variants of figures.
INVISIBLE: Final = "\u00ad\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\ufe0e\ufe0f\ufeff"
#: Dashes, the pieces as figures, Cyrillic and Greek letters that look like an O, as PGN writes them.
AS_IN_PGN: Final = str.maketrans(
    {
        **dict.fromkeys(INVISIBLE, None),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
        **dict.fromkeys("\u00d7\u2715", "x"),
        **dict.fromkeys("\u041e\u043e\u039f\u03bf", "O"),
        **dict(zip("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBNPKQRBNP", strict=True)),
    }
)

#: The results of PGN, a game that both lose, and one that a player loses while the other does not win.
_DRAW: Final = r"1/2[-:]1/2|½[-:]½|0[.,]5[-:]0[.,]5|1/2(?!-0)|½"
_RESULT: Final = rf"(?P<result>\([+=-]\)-\([+=-]\)|1[-:]0(?!-0)|0[-:]1(?!/2)|1/2-0|0-1/2|{_DRAW}|\*)"
_NULL: Final = r"(?P<null>--|Z0|0000|@@@@|null)"
#: 0-0 and then 0-1 is not 0-0-0 and then -1.
_CASTLING: Final = r"(?P<castling>[O0o]-[O0o](?:-[O0o](?![-:]1))?|OOO?|ooo?|00(?:0(?![-:]1))?)"
#: A letter right behind a pawn's last rank is a promotion, unless another move begins with it.
_PROMOTION: Final = r"(?:=[NBRQKnbrqk]|[NBRQKnbrqk](?!x?[a-h][1-8]|[a-h1-8]x?[a-h][1-8])|/[NBRQ]|\([NBRQ]\))"
_SAN: Final = (
    r"(?P<san>[NBRQK][a-h]?[1-8]?[-x:]?[a-h][1-8]"
    rf"|P?(?:[a-h][1-8]?[-x:]?)?[a-h](?:[18]{_PROMOTION}?|[2-7]))"
)
#: A number stands before its dots; without them, alone or before a move.
_NUMBER: Final = (
    r"(?P<number>\d{1,5}(?=[.…])|(?<!\w)\d{1,5}(?=[NBRQKP]?[a-h]?[1-8]?x?[a-h][1-8]|O-?O|0-0|\Z))(?P<dots>[.…]*)"
    r"|(?P<only_dots>[.…]+)"
)
#: Checks, double checks, mates and en passant say nothing that the move does not. A sign may begin as a check does.
_CHECK: Final = (
    r"(?:(?:\+\+|[+#†‡])(?!-(?!/\+|-)|=(?!/\+)|/[-=])"
    r"|(?:mate|dbl\.?|ch\.?|\(?e\.?p\.?\)?)(?![a-z]))"
)
_SIGN: Final = "|".join(
    re.escape(sign) + (r"(?!\w)" if sign.isalpha() else "(?!-)" if sign == "=+" else "")
    for sign in sorted(SIGNS, key=len, reverse=True)
)
#: Marks of punctuation. A dash behind O-O-O is one; behind O-O, the line may have been broken inside O-O-O.
_PUNCTUATION: Final = (
    r"[.,:'\"`\u00b4\u2018-\u201e\u00ab\u00bb\u2039\u203a]|(?:(?<=O-O-O)|(?<=0-0-0))-"
    r"|(?:(?<=O-O)|(?<=0-0))-(?=[NBRQK]?[a-h]?[1-8]?[-x:]?[a-h][1-8])"
)
_PLAIN_SIGN: Final = "|".join(re.escape(sign) for sign in SIGNS if not sign.isalpha())
_MARK: Final = rf"(?:{_CHECK}|(?P<sign>{_SIGN})|[+#]|{_PUNCTUATION})"

PART: Final = re.compile(rf"{_RESULT}|{_NULL}|{_NUMBER}|{_CASTLING}|{_SAN}|{_MARK}")
#: What may stand before and behind a typed move.
BEFORE_MOVE: Final = re.compile(rf"(?:\d{{1,3}}\.(?:\.\.)?(?=.)|[.…]+|{_PUNCTUATION})*")
BEHIND_MOVE: Final = re.compile(rf"(?:{_CHECK}|{_PLAIN_SIGN}|[+#]|{_PUNCTUATION})+\Z")

#: The longest word that is looked at: marks and moves may be glued together, but not without end.
MAX_WORD_LENGTH: Final = 60
#: Words that are given back as they were split before.
CACHED_WORDS: Final = 8192


class Part(NamedTuple):
    """A part of a word: its kind, its text in PGN's form, and where it begins in the word, from 0."""

    kind: str
    text: str
    start: int


def parts_of(word: str) -> tuple[Part, ...]:
    """Returns the parts of a word without white space: `1.e4+-` is a number, a move and a glyph.

    Moves are in SAN, long algebraic notation or UCI, a pawn's perhaps with a P; castling has an O, but `0-0` stays, as
    it may be the result of a game that both lose. A result is PGN's, or 0-0, 1/2-0, 0-1/2. Marks that say nothing make
    no part. A word with anything else in it is UNKNOWN, without the numbers before it.
    """
    return _parts_of(word) if len(word) <= MAX_WORD_LENGTH else (Part(UNKNOWN, word, 0),)


@lru_cache(CACHED_WORDS)
def _parts_of(word: str) -> tuple[Part, ...]:
    plain = word.translate(AS_IN_PGN)
    parts: list[Part] = []
    place = 0
    while place < len(plain):
        match = PART.match(plain, place)
        if match is None:
            numbers = parts if all(part.kind == NUMBER for part in parts) else []
            place = place if numbers else 0
            rest = (word if len(word) == len(plain) else plain)[place:]
            parts = [*numbers, Part(UNKNOWN, rest if numbers else word, place)]
            break
        part = _part(match)
        if part:
            parts.append(part)
        place = match.end()
    if len(plain) != len(word):
        shown = [index for index, char in enumerate(word) if char not in INVISIBLE]
        parts = [part._replace(start=shown[part.start]) for part in parts if part.start < len(shown)]
    return tuple(parts)


def _part(match: re.Match[str]) -> Part | None:
    """Returns a part; None for a mark that says nothing."""
    kind, start = match.lastgroup, match.start()
    text = match[0]
    if kind == "san":
        return Part(MOVE, text.replace(":", "x").replace("/", "=").replace("(", "=").rstrip(")"), start)
    if kind in ("number", "dots", "only_dots"):
        # `12...` is Black's number, and says nothing that `12.` has not said.
        is_white = match["number"] and len(match["dots"] or "") <= 1 and match["dots"] != "…"
        return Part(NUMBER, (match["number"].lstrip("0") or "0") if is_white else "", start)
    if kind == "castling":
        return Part(MOVE, text if text == "0-0" else "-".join("O" * sum(letter in "Oo0" for letter in text)), start)
    if kind == "sign":
        return Part(GLYPH, str(SIGNS[text]), start)
    if kind == "result":
        return Part(RESULT, _plain_result(text), start)
    return Part(NULL, text, start) if kind == "null" else None


def _plain_result(text: str) -> str:
    """Returns a result in PGN's form."""
    if text in RESULT_WORDS:
        return RESULT_WORDS[text]
    draw = "1/2-1/2"
    text = text.replace(":", "-")
    return draw if text in ("½", "½-½", "1/2", "0.5-0.5", "0,5-0,5") else text


def without_marks(text: str) -> str:
    """Returns what is left of a typed move without the number before it, the marks behind it, blanks and a pawn's P."""
    plain = "".join(text.split()).translate(AS_IN_PGN)
    found = BEFORE_MOVE.match(plain)
    bare = plain[found.end() if found else 0 :].removeprefix("P")
    return BEHIND_MOVE.sub("", bare) if len(bare) <= MAX_WORD_LENGTH else bare


def result_of(text: str) -> str:
    """Returns the result that the text of a header means, in PGN's form: `White wins` is 1-0. '' if it means none."""
    words = text.lower().translate(AS_IN_PGN).split()
    for plain in ("".join(words), *words[:1]):
        parts = parts_of(plain)
        if len(parts) == 1 and parts[0].kind == RESULT:
            return parts[0].text
    whole = RESULT_WORDS.get("".join(words), "")
    # `draw by repetition` is a draw, but `White lost` is no win of White.
    return whole or (RESULT_WORDS[words[0]] if words and words[0] in DRAW_WORDS else "")


DRAW_WORDS: Final = ("draw", "drawn", "remis", "tie")
#: The results as words, without blanks; +:- and -:+ are games that were not played.
RESULT_WORDS: Final = {
    **dict.fromkeys(("whitewins", "whitewon", "white", "blackresigns", "blackresigned"), "1-0"),
    **dict.fromkeys(("1", "+:-", "+--", "(+)-(-)"), "1-0"),
    **dict.fromkeys(("blackwins", "blackwon", "black", "whiteresigns", "whiteresigned"), "0-1"),
    **dict.fromkeys(("0", "-:+", "--+", "(-)-(+)"), "0-1"),
    **dict.fromkeys((*DRAW_WORDS, "drawngame", "=", "=:=", "=-=", "(=)-(=)"), "1/2-1/2"),
    **dict.fromkeys(("0-0", "0:0", "-:-", "---", "(-)-(-)"), "0-0"),
}
