"""The port without a quirk or without what a class of differences stands for: changes of its source, for a judge.

The mends of docs/program/quirks.md are those of the quirks that a step can name (mends.py). Here are those of the
classes, and of the other quirks.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from typing import Any, Final

from mends import mends

from modern.proof.changed_port import module_of
from modern.proof.port_changes import port_source

#: A text of the port or a pattern, and what stands there instead; in one method, or in all.
Change = tuple[str | re.Pattern[str], str, str]

#: Black's word for White's in WHITE1.
_OF_BLACK: Final = {
    "61 + Z": "49 + Z",
    "49 + Z": "61 + Z",
    "37 + Z": "73 + Z",
    "Z - 1": "Z - 25",
    "Z < 9": "Z - 24 < 9",
    "Z > 8": "Z - 24 > 8",
    "Z < 0": "Z - 24 < 0",
    "[0] == 0": "[1] == 0",
    "WHITE3": "BLACK3",
    "X + 11": "X - 13",
    "X + 13": "X - 11",
}
_WORD: Final = re.compile("|".join(map(re.escape, _OF_BLACK)))


def both(old: str, new: str) -> list[Change]:
    """Returns a change of WHITE1 and the same of BLACK1."""
    black_old, black_new = (_WORD.sub(lambda word: _OF_BLACK[word[0]], text) for text in (old, new))
    return [(old, new, "WHITE1"), (black_old, black_new, "BLACK1")]


#: The lines of WHITE1 that follow each other, as they are indented there.
DOUBLE_PUSH: Final = """\
                    think[61 + Z] += POWER[Z - 1]
                    self.S1 = single(self.S1 + self.J)
"""
EMPTY: Final = """\
                if board[X0] == 0:
                    think[X0] += POWER[Z - 1]
                    self.S1 = single(self.S1 + self.J)
"""
OCCUPIED: Final = """\
                    B = 0
                    self.S1 = single(self.S1 + self.J)
                    break  # GOTO WHITE3
"""
PAWN: Final = """\
                if Z < 9:
                    if board[X + 11] != 99:
"""
IN_CENTRE: Final = "if X0 == 65 or X0 == 66 or X0 == 77 or X0 == 78:"

#: What each class of scores adds, taken away again: on top of all the mends before it.
OF_SCORES: Final[dict[str, list[Change]]] = {
    "minus-1000": [("self.S1 = -1000.0", "self.S1 = self.S1", "")],
    "pawn-ranks": [("single(self.S1 + self.GH)", "self.S1", "")],
    "unprotected-but-not-attacked": [
        (
            re.compile(r"self\.S1 ([+-]) PV\[self\.JK\]\)"),
            r"self.S1 \1 PV[self.JK] * (1 if self.JK == 12 or white[KJ] or black[KJ] else 0.75))",
            "",
        )
    ],
    "protected-king": [
        (
            re.compile(r"if (white|black)\[KJ\] > 0:(\n +(?:OWN|ENEMY)_PROTECTED)"),
            r"if \1[KJ] > 0 and self.JK != 12:\2",
            "",
        )
    ],
    "captured-piece-on-the-board": [(f"if PM[self.JK][{row}] != 2:", "if True:", "") for row in (0, 1)],
    "king-is-25": [("PV[self.JK] * (1 if", "(1000 if self.JK == 12 else PV[self.JK]) * (1 if", "")],
    "centre-for-both": [("self.S1 + TENTH", "self.S1 + math.copysign(TENTH, self.J) * in_centre_(X0)", "")],
    "more-than-one": [("if think[X0] > 1:  # differs", "if think[X0] > 0:  # differs", "")],
    "blocked-pawn": [("if think[X0] > 0:  # differs", "if think[X0] > 0 and board[X0] == 0:", "")],
    "centre-by-pushes": both(IN_CENTRE, f"if Z > 8 and ({IN_CENTRE[3:-1]}):"),
    "centre-by-pawn-diagonals": both(
        PAWN,
        """\
                if Z < 9:
                    for D in (X + 11, X + 13):
                        if D in (65, 66, 77, 78):
                            self.S1 = single(self.S1 + math.copysign(TENTH, self.J) * in_centre_(D))
                    if board[X + 11] != 99:
""",
    ),
    "centre-occupied": both(
        OCCUPIED,
        OCCUPIED.replace(
            "                    break",
            """\
                    if X0 in (65, 66, 77, 78):
                        self.S1 = single(self.S1 + math.copysign(TENTH, self.J) * in_centre_(X0))
                    break""",
        ),
    ),
    "centre-by-each-piece": [("in_centre_(", "first_in_centre_(", "")],
    "control-by-pushes": [
        *both(EMPTY, EMPTY.replace("+ self.J)", "+ self.J * (Z > 8 and controls_(X0)))")),
        *both(DOUBLE_PUSH, DOUBLE_PUSH.replace("+ self.J)", "+ self.J * (X != 37 + Z))")),
    ],
    "phantom-double-push": both("self.S1 = single(self.S1 + self.J * (X != 37 + Z))", "pass"),
    "control-of-empty-diagonals": both(
        "                if Z < 9:\n",
        """\
                if Z < 9:
                    for D in (X + 11, X + 13):
                        if board[D] == 0:
                            self.S1 = single(self.S1 + self.J)
""",
    ),
    "control-by-each-piece": [
        ("controls_(", "first_controls_(", ""),
        (
            re.compile(
                r"((?:think|if board)\[([^\]]+)\] (?:\+= POWER\[.*\]|== 0:)\n(?: +B = 0\n)? +self\.S1 = .*self\.J)\)"
            ),
            r"\1 * first_controls_(\2))",
            "",
        ),
    ],
}

#: The moves that each change adds or takes away.
OF_MOVES: Final[dict[str, list[Change]]] = {
    "slot-of-the-queen": [
        ("for Y8 in range(23, -1, -1):", "for Y8 in (*[23] * [self.WOO, self.WOOO].count(1), *range(23, -1, -1)):", ""),
        ("for Y9 in range(23, -1, -1):", "for Y9 in (*[23] * [self.BOO, self.BOOO].count(1), *range(23, -1, -1)):", ""),
    ],
    "king left attacked": [
        (
            f"self.J = -TENTH\n                self.{other}()\n",
            f"self.J = -TENTH\n                self.{other}()\n"
            f"                if any(board[K] == {king} and {other.lower()}[K] > 0 for K in range(24, 120)):\n"
            "                    continue\n",
            "",
        )
        for other, king in (("BLACK", 13), ("WHITE", 37))
    ],
    "pawns attack": [
        (
            f"self.{other}()\n            if PM[8][{row}] == 0:",
            f"self.{other}()\n            for K in range(24, 120):\n                if {pawns}:\n"
            f"                    {bits}[K + {ahead}] += 1\n                    {bits}[K + {ahead + 2}] += 1\n"
            f"            if PM[8][{row}] == 0:",
            "",
        )
        for other, row, pawns, bits, ahead in (
            ("BLACK", 0, "24 < board[K] < 33", "black", -13),
            ("WHITE", 1, "0 < board[K] < 9", "white", 11),
        )
    ],
    "g1 is tested": [
        (
            "for X in range(30, 32):\n                    if black",
            "for X in range(30, 33):\n                    if black",
            "",
        ),
        (
            "for X in range(114, 116):\n                    if white",
            "for X in range(114, 117):\n                    if white",
            "",
        ),
    ],
    "castling-not-offered": [("if PM[15][0] == 0:  # differs: White's rook", "if PM[15][1] == 0:", "")],
    "en-passant": both("if board[X + 11] > 0:", "if board[X + 11] > 0 or X + 11 == EN_PASSANT:")
    + both("if board[X + 13] > 0:", "if board[X + 13] > 0 or X + 13 == EN_PASSANT:"),
}

#: The bits that each change adds or takes away.
OF_ATTACKS: Final[dict[str, list[Change]]] = {
    "pawn-push": both("if board[X0] == 0:", "if board[X0] == 0 and Z > 8:"),
    "pawn-double-push": both("if Z < 9 and", "if Z < 0 and"),
    "pawn-empty-diagonal": both("if board[X + 11] > 0:", "if board[X + 11] >= 0:")
    + both("if board[X + 13] > 0:", "if board[X + 13] >= 0:"),
}

#: Each row is cleared as a side begins to count: then no square is counted yet.
BEGIN: Final[list[Change]] = [
    (f"copy_row(A[{row}], NO_ROW)", f"copy_row(A[{row}], NO_ROW)\n        COUNTED.clear()", "") for row in (1, 2)
]

#: A promotion by the piece that moves, as the listing's author may have meant it.
_PAWNS_PROMOTE: Final[list[Change]] = [
    ("if board[self.BESTPOS1] < 8 and self.BESTPOS1 > 109:", "if self.BESTPIECE1 < 8 and self.BESTPOS1 > 109:", ""),
    (
        "if board[self.BESTPOS] > 24 and board[self.BESTPOS] < 33 and self.BESTPOS < 34:",
        "if self.BESTPIECE < 8 and self.BESTPOS < 34:",
        "",
    ),
]
_SHOWN: Final = "                    line = self.screen.PRINT(hundredths(self.S1), Y8, X8)"
_LOGGED: Final = "self.tried_log is not None:\n                        reply = PieceMove(self.BESTPIECE,"
#: The mends of quirks that no step names.
OF_QUIRKS: Final[dict[str, list[Change]]] = {
    "no-en-passant": OF_MOVES["en-passant"],
    "pawn-on-the-last-rank": _PAWNS_PROMOTE,
    "everyone-promotes": _PAWNS_PROMOTE,
    "black-never-promotes": _PAWNS_PROMOTE,
    "the-very-last-slot": [("if board[self.BESTPOS] > 24", "if A[3][self.BESTPOS] > 24", "")],
    "king-promotes": _PAWNS_PROMOTE,
    "no-mate": [
        (
            "if self.JAA == 0:\n            return",
            "if self.JAA == 0 or self.BESTVAL1 == -1000:\n            return",
            "",
        ),
        ("if self.JAA == 1:\n            return", "if self.JAA == 1 or self.BESTVAL == -1000:\n            return", ""),
    ],
    "g1-untested": OF_MOVES["g1 is tested"],
    "empty-diagonal": OF_MOVES["pawns attack"],
    "slot-of-the-queen": OF_MOVES["slot-of-the-queen"],
    "each-piece-counts": [*BEGIN, OF_SCORES["control-by-each-piece"][1]],
    "king-is-25": [("PV[self.JK])", "(1000 if self.JK == 12 else PV[self.JK]))", "")],
    "more-than-one": OF_SCORES["more-than-one"],
    "blocked-pawn": [(re.compile(r"if think\[X0\] > (\d):"), r"if think[X0] > \1 and board[X0] == 0:", "")],
    "pushes-are-control": OF_SCORES["control-by-pushes"],
    "bonus-on-show": [
        (f"{_SHOWN}  # differs\n", "", ""),
        (f"                    if {_LOGGED}", f"{_SHOWN}\n                    if {_LOGGED}", ""),
    ],
    "the letter": [("(self.II if self.reading == RECORDED else self.III)", "self.II", "")],
    "the first choice": [
        ("if self.S1 > self.BESTVAL1:", "if self.S1 > self.BESTVAL1 and (self.JAA, Y8, X8, self.II) != LEFT_OUT:", ""),
        (
            "if self.S1 > self.BESTVAL:",
            "if self.S1 > self.BESTVAL and (1 - self.JAA, Y9, X9, self.III) != LEFT_OUT:",
            "",
        ),
    ],
}


def changed(source: str, change: Change) -> str:
    """Returns a source with a change. Raises ValueError if the text does not stand there."""
    old, new, method = change
    start = source.index(f"    def {method}(self)") if method else 0
    end = source.index("\n    def ", start + 1) if method else len(source)
    part = source[start:end]
    made = part.replace(old, new) if isinstance(old, str) else old.sub(new, part)
    if made == part:
        raise ValueError(f"the port does not have {old!r}")
    return source[:start] + made + source[end:]


def loaded(source: str) -> Any:
    """Returns a source of the port as a module."""
    counted: set[tuple[str, int]] = set()

    def is_first(term: str, square: int) -> bool:
        is_new = (term, square) not in counted
        counted.add((term, square))
        return is_new

    names = {
        "COUNTED": counted,
        "EN_PASSANT": 0,
        "LEFT_OUT": None,
        "in_centre_": lambda square: 1,
        "controls_": lambda square: 1,
        "first_in_centre_": lambda square: is_first("centre", square),
        "first_controls_": lambda square: is_first("control", square),
    }
    return module_of(ast.parse(source), names)


@cache
def without(*names: str) -> Any:
    """Returns the port with changes of OF_MOVES, OF_ATTACKS or OF_QUIRKS, or with the mend of a quirk of the page."""
    lines = port_source().splitlines()
    for name in names:
        for mend in mends().get(name, []):
            lines[mend.line - 1] = mend.text
    source = "\n".join(lines)
    for name in names:
        for change in {**OF_MOVES, **OF_ATTACKS, **OF_QUIRKS}.get(name, []):
            source = changed(source, change)
    return loaded(source)


@cache
def scores_without() -> list[Any]:
    """Returns the port, and the port after each mend of OF_SCORES."""
    source = port_source()
    for change in BEGIN:
        source = changed(source, change)
    modules = [loaded(source)]
    for changes in OF_SCORES.values():
        for change in changes:
            source = changed(source, change)
        modules.append(loaded(source))
    return modules
