"""Every damaged place of the listing, in its order: what is printed, what it reads, and how that is known."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Final

from historic.listing.repair import Repair
from historic.readings import RECORDED, checked_reading

#: How a reading is known, where several repairs have the same ground.
ONE_BIT: Final = "section 2-1: on a think move board each piece has a bit of its own, two to the power of its number"
SCORE: Final = "S1 is the score that CWHITE and CBLACK read; nothing reads SI"
TWIN_BLACK2: Final = "BLACK2, the twin, has a digit here"
WHITE_TWIN: Final = "CWHITE, the white twin, has the power sign here"
SCAN_GOES_ON: Final = "two lines jump to this label, and only from here does the loop over the squares go on"
AUTHOR: Final = "the author's name, as the listing's head has it"
APOSTROPHE: Final = "QBasic's character set has the plain apostrophe only"

REPAIRS: Final = (
    Repair("author-first-name", "START", 12, "Ghis1ain", "Ghislain", AUTHOR),
    Repair("author-last-name", "START", 12, "B1ois", "Blois", AUTHOR),
    Repair("white-apostrophe", "MLOOP", 3, "\u2019", "'", APOSTROPHE),
    Repair("black-apostrophe", "MLOOP", 10, "\u2019", "'", APOSTROPHE),
    Repair("board-blank", "BOARD2", 8, ';"', ';" ";', "Diagram 2-5 shows one blank after each piece"),
    Repair("white2-push-board", "WHITE2", 3, "=A(I,", "=A(1,", TWIN_BLACK2),
    Repair("white2-push-bit", "WHITE2", 3, "2*(Z-I)", "2^(Z-1)", ONE_BIT),
    Repair("white2-push-score", "WHITE2", 3, "SI=SI+J", "S1=S1+J", SCORE),
    Repair("white2-empty-bit", "WHITE2", 7, "2*(z-1)", "2^(z-1)", ONE_BIT),
    Repair("white2-empty-score", "WHITE2", 7, "SI=SI+J", "S1=S1+J", SCORE),
    Repair("white2-piece-bit", "WHITE2", 9, "2*(z-1)", "2^(z-1)", ONE_BIT),
    Repair("white2-piece-score", "WHITE2", 9, "SI=SI+J", "S1=S1+J", SCORE),
    Repair("white2-left-bit", "WHITE2", 14, "2*(z-1)", "2^(z-1)", ONE_BIT),
    Repair("white2-left-score", "WHITE2", 14, "SI=SI+J", "S1=S1+J", SCORE),
    Repair("white2-right-board", "WHITE2", 19, "A(I,X+13)", "A(1,X+13)", TWIN_BLACK2),
    Repair("white2-right-board-again", "WHITE2", 19, "=A(I,", "=A(1,", TWIN_BLACK2),
    Repair("white2-right-square", "WHITE2", 19, "X+I3", "X+13", TWIN_BLACK2),
    Repair("white2-right-bit", "WHITE2", 19, "2*(z-I)", "2^(z-1)", ONE_BIT),
    Repair("white2-right-score", "WHITE2", 19, "SI=SI+J", "S1=S1+J", SCORE),
    Repair("black1-to", "BLACK1", 1, "T0", "TO", "syntax: a FOR has a TO"),
    Repair("black2-push-bit", "BLACK2", 3, "2*(Z-25)", "2^(Z-25)", ONE_BIT),
    Repair("black2-push-score", "BLACK2", 3, "SI=SI+J", "S1=S1+J", SCORE),
    Repair("black2-empty-bit", "BLACK2", 8, "2*(z-25)", "2^(z-25)", ONE_BIT),
    Repair("black2-empty-score", "BLACK2", 8, "SI=SI+J", "S1=S1+J", SCORE),
    Repair("black2-piece-bit", "BLACK2", 11, "2A(Z-25)", "2^(Z-25)", ONE_BIT),
    Repair("black2-right-bit", "BLACK2", 16, "2*(2-25)", "2^(Z-25)", ONE_BIT),
    Repair("black2-right-score", "BLACK2", 16, "SI=SI+J", "S1=S1+J", SCORE),
    Repair("black2-left-bit", "BLACK2", 21, "2*(z-25)", "2^(z-25)", ONE_BIT),
    Repair("black2-left-score", "BLACK2", 21, "SI=SI+J", "S1=S1+J", SCORE),
    Repair("cwhitea-bracket", "CWHITEA", 17, "PV<JK)", "PV(JK)", "syntax: a subscript has its bracket"),
    Repair("cwhite4-point", "CWHITE4", 1, ".A(2,KJ)", "A(2,KJ)", "syntax: no name begins with a point"),
    Repair("cwhite3-label", "CWHITE2", 3, "NEXT X8", "CWHITE3: NEXT X8", SCAN_GOES_ON),
    Repair(
        "cblack-kingside-rook",
        "CBLACK",
        43,
        "=4O",
        "=40",
        "CWHITE, the white twin, has 16 here; the black pieces are 24 higher",
    ),
    Repair("cblack-candidate-bit", "CBLACK", 60, "2AY9", "2^Y9", WHITE_TWIN),
    Repair("cblack-candidate-rest", "CBLACK", 62, "2AY9", "2^Y9", WHITE_TWIN),
    Repair("cblack4-last-rank", "CBLACK4", 9, "ZK34", "ZI<34", "CWHITE4, the white twin, compares ZI here"),
    Repair(
        "cblack4-castling-bonus",
        "CBLACK4",
        31,
        "III>0",
        "II>0",
        "the recorded game: with this letter it has all 23 plies; CWHITE4, the white twin, has II here",
        (RECORDED,),
    ),
    Repair("cblack3-label", "CBLACK2", 3, "NEXT X9", "CBLACK3: NEXT X9", SCAN_GOES_ON),
    Repair("init-directions", "INIT", 8, "(1S)", "(15)", "the lines below read 16 directions, from 0 to 15"),
)


def repairs_of(reading: str) -> tuple[Repair, ...]:
    """Returns the repairs of a reading, in the order of the listing. Raises ValueError for an unknown reading."""
    checked_reading(reading)
    return tuple(repair for repair in REPAIRS if reading in repair.readings)


def sum_of_repairs(repairs: Iterable[Repair]) -> str:
    """Returns the SHA-256 of the list of repairs: names, places, what is printed and what it reads."""
    return sha256("".join(f"{repair.row}\n" for repair in repairs).encode()).hexdigest()
