"""Every damaged place of the listing, in its order: what is printed, what it reads, and the evidence for that."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Final

from historic.listing.repair import CONJECTURE, RECORD, TEXT, TWIN, Evidence, Repair
from historic.readings import RECORDED, checked_reading


def _text(label: str, line: int, words: str) -> Evidence:
    return Evidence(TEXT, label, line, words)


def _twin(label: str, line: int, words: str) -> Evidence:
    return Evidence(TWIN, label, line, words)


def _record(ply: int) -> Evidence:
    return Evidence(RECORD, ply=ply)


def _conjecture(words: str) -> Evidence:
    return Evidence(CONJECTURE, words=words)


#: The reasons that several repairs have in common, each with the evidence for it.
AUTHOR: Final = "the head of the listing has the author's name"
APOSTROPHE: Final = "the head of the listing has the plain apostrophe, and QBasic's character set has no other"
WHITE_POWER: Final = (
    "CWHITE divides what WHITE2 adds by 2^Y8, and piece Y8 is Y8+1 on the board; BLACK2 has ^ read as A"
)
WHITE_POWERS: Final = (
    _text("CWHITE", 61, "YY1/(2^Y8)"),
    _text("CWHITE", 63, "YY1-2^Y8"),
    _text("CWHITE", 65, "Y8+1"),
)
BLACK_POWER: Final = "CBLACK has piece Y9 as Y9+25 on the board, and CWHITE has the power sign; BLACK2 has it read as A"
BLACK_POWERS: Final = (_text("CWHITE", 63, "YY1-2^Y8"), _text("CBLACK", 64, "Y9+25"))
#: BLACK2 has a power sign that was read as A where the others were read as *.
SIGN_AS_A: Final = _text("BLACK2", 11, "2A(Z-25)")
SCORE: Final = "BLACK2 has the statement intact; S1 is the score that CWHITEA clears, and nothing reads SI"
SCORES: Final = (_text("BLACK2", 11, "S1=S1+J"), _text("CWHITEA", 2, "S1=0"))
WHITE_BOARD: Final = "WHITE2 adds to the element that it reads, as in its left capture and as BLACK2, the twin, does"
WHITE_BOARDS: Final = (
    _text("WHITE2", 14, "A(1,X+11)=A(1,X+11)"),
    _twin("BLACK2", 16, "A(2,x-13)=A(2,x-13)"),
)

REPAIRS: Final = (
    Repair("author-first-name", "START", 12, "Ghis1ain", "Ghislain", AUTHOR, (_text("", 3, "GHISLAIN"),)),
    Repair("author-last-name", "START", 12, "B1ois", "Blois", AUTHOR, (_text("", 3, "BLOIS"),)),
    Repair("white-apostrophe", "MLOOP", 3, "\u2019", "'", APOSTROPHE, (_text("", 1, "'*"),)),
    Repair("black-apostrophe", "MLOOP", 10, "\u2019", "'", APOSTROPHE, (_text("", 1, "'*"),)),
    Repair(
        "board-blank",
        "BOARD2",
        8,
        ';"',
        ';" ";',
        "DIAGRAM 2-5 shows one blank after each piece, and all eight in one line",
        (_text("DIAGRAM 2-5", 3, "*r n b q k b n r"),),
    ),
    Repair(
        "white2-push-board",
        "WHITE2",
        3,
        "=A(I,",
        "=A(1,",
        "WHITE2 adds to the element that it reads, as BLACK2, the twin, does",
        (_text("WHITE2", 3, "A(1,61+Z)="), _twin("BLACK2", 3, "A(2,49+Z)=A(2,49+Z)")),
    ),
    Repair(
        "white2-push-bit",
        "WHITE2",
        3,
        "2*(Z-I)",
        "2^(Z-1)",
        WHITE_POWER,
        (*WHITE_POWERS, _text("WHITE2", 1, "MC(Z-1,0)"), SIGN_AS_A, _record(3)),
    ),
    Repair("white2-push-score", "WHITE2", 3, "SI=SI+J", "S1=S1+J", SCORE, SCORES),
    Repair("white2-empty-bit", "WHITE2", 7, "2*(z-1)", "2^(z-1)", WHITE_POWER, (*WHITE_POWERS, SIGN_AS_A, _record(1))),
    Repair("white2-empty-score", "WHITE2", 7, "SI=SI+J", "S1=S1+J", SCORE, (*SCORES, _record(1))),
    Repair(
        "white2-piece-bit",
        "WHITE2",
        9,
        "2*(z-1)",
        "2^(z-1)",
        WHITE_POWER,
        (*WHITE_POWERS, _twin("BLACK2", 11, "2A(Z-25)"), _record(5)),
    ),
    Repair(
        "white2-piece-score",
        "WHITE2",
        9,
        "SI=SI+J",
        "S1=S1+J",
        SCORE,
        (_twin("BLACK2", 11, "S1=S1+J"), _text("CWHITEA", 2, "S1=0"), _record(2)),
    ),
    Repair("white2-left-bit", "WHITE2", 14, "2*(z-1)", "2^(z-1)", WHITE_POWER, (*WHITE_POWERS, SIGN_AS_A)),
    Repair("white2-left-score", "WHITE2", 14, "SI=SI+J", "S1=S1+J", SCORE, (*SCORES, _record(2))),
    Repair("white2-right-board", "WHITE2", 19, "A(I,X+13)", "A(1,X+13)", WHITE_BOARD, (*WHITE_BOARDS, _record(1))),
    Repair("white2-right-board-again", "WHITE2", 19, "=A(I,", "=A(1,", WHITE_BOARD, WHITE_BOARDS),
    Repair(
        "white2-right-square",
        "WHITE2",
        19,
        "X+I3",
        "X+13",
        "WHITE2 tests this square in the line above; BLACK2, the twin, adds to the element that it reads",
        (_text("WHITE2", 18, "A(0,X+13)>0"), _twin("BLACK2", 16, "A(2,x-13)=A(2,x-13)")),
    ),
    Repair(
        "white2-right-bit",
        "WHITE2",
        19,
        "2*(z-I)",
        "2^(z-1)",
        WHITE_POWER,
        (*WHITE_POWERS, _text("WHITE2", 1, "MC(Z-1,0)"), SIGN_AS_A),
    ),
    Repair("white2-right-score", "WHITE2", 19, "SI=SI+J", "S1=S1+J", SCORE, (*SCORES, _record(7))),
    Repair(
        "black1-to",
        "BLACK1",
        1,
        "T0",
        "TO",
        "syntax: a FOR has a TO, as in WHITE1, the twin",
        (_twin("WHITE1", 1, "FOR A=0 TO 15"),),
    ),
    Repair("black2-push-bit", "BLACK2", 3, "2*(Z-25)", "2^(Z-25)", BLACK_POWER, (*BLACK_POWERS, SIGN_AS_A, _record(2))),
    Repair("black2-push-score", "BLACK2", 3, "SI=SI+J", "S1=S1+J", SCORE, SCORES),
    Repair(
        "black2-empty-bit", "BLACK2", 8, "2*(z-25)", "2^(z-25)", BLACK_POWER, (*BLACK_POWERS, SIGN_AS_A, _record(2))
    ),
    Repair("black2-empty-score", "BLACK2", 8, "SI=SI+J", "S1=S1+J", SCORE, (*SCORES, _record(2))),
    Repair(
        "black2-piece-bit",
        "BLACK2",
        11,
        "2A(Z-25)",
        "2^(Z-25)",
        "CBLACK has piece Y9 as Y9+25 on the board, and CWHITE has the power sign",
        BLACK_POWERS,
    ),
    Repair(
        "black2-right-bit",
        "BLACK2",
        16,
        "2*(2-25)",
        "2^(Z-25)",
        BLACK_POWER,
        (*BLACK_POWERS, _text("BLACK2", 1, "MC(z-25,0)"), SIGN_AS_A, _record(2)),
    ),
    Repair("black2-right-score", "BLACK2", 16, "SI=SI+J", "S1=S1+J", SCORE, (*SCORES, _record(2))),
    Repair(
        "black2-left-bit", "BLACK2", 21, "2*(z-25)", "2^(z-25)", BLACK_POWER, (*BLACK_POWERS, SIGN_AS_A, _record(18))
    ),
    Repair("black2-left-score", "BLACK2", 21, "SI=SI+J", "S1=S1+J", SCORE, (*SCORES, _record(2))),
    Repair(
        "cwhitea-bracket",
        "CWHITEA",
        17,
        "PV<JK)",
        "PV(JK)",
        "syntax: a subscript has its bracket, as two lines above in CWHITEA and in CBLACKA, the twin",
        (_text("CWHITEA", 15, "PV(JK)*.25"), _twin("CBLACKA", 17, "PV(JK)*.25")),
    ),
    Repair(
        "cwhite4-point",
        "CWHITE4",
        1,
        ".A(2,KJ)",
        "A(2,KJ)",
        "syntax: no name begins with a point; CWHITEA has the element without one, and so has CBLACK4, the twin",
        (_text("CWHITEA", 14, "A(2,KJ)>0"), _twin("CBLACK4", 1, "A(1,KJ)>0")),
    ),
    Repair(
        "cwhite3-label",
        "CWHITE2",
        3,
        "NEXT X8",
        "CWHITE3: NEXT X8",
        "two lines of CWHITE jump to this label to go on with the next square; WHITE3 stands before its NEXT as well",
        (
            _text("CWHITE", 34, "THEN CWHITE3"),
            _text("CWHITE", 35, "THEN CWHITE3"),
            _text("WHITE3", 1, "NEXT A"),
            _conjecture("the label is at NEXT X8, not at NEXT Y8; the recorded game fits both"),
        ),
    ),
    Repair(
        "cblack-kingside-rook",
        "CBLACK",
        43,
        "=4O",
        "=40",
        "CWHITE, the white twin, has 16 here, and Black's pieces are 24 higher, up to 40",
        (_twin("CWHITE", 44, "=16"), _text("2-1 Representing rules", 13, "25-40")),
    ),
    Repair(
        "cblack-candidate-bit",
        "CBLACK",
        60,
        "2AY9",
        "2^Y9",
        "CWHITE, the white twin, has the power sign here; CBLACK calls the piece Y9",
        (_twin("CWHITE", 61, "YY1/(2^Y8)"), _text("CBLACK", 64, "Y9+25")),
    ),
    Repair(
        "cblack-candidate-rest",
        "CBLACK",
        62,
        "2AY9",
        "2^Y9",
        "CWHITE, the white twin, has the power sign here; CBLACK calls the piece Y9",
        (_twin("CWHITE", 63, "YY1-2^Y8"), _text("CBLACK", 64, "Y9+25")),
    ),
    Repair(
        "cblack4-last-rank",
        "CBLACK4",
        9,
        "ZK34",
        "ZI<34",
        "CBLACK2 tests for rank 1 with <34; CWHITE4, the white twin, tests ZI for rank 8 with >109",
        (_text("CBLACK2", 13, "BESTPOS<34"), _text("CBLACK4", 7, "FOR ZI="), _twin("CWHITE4", 7, "ZI>109")),
    ),
    Repair(
        "cblack4-castling-bonus",
        "CBLACK4",
        31,
        "III>0",
        "II>0",
        "fitted to the record: with this letter all 23 plies agree; CWHITE4, the twin, tests II, which is its own",
        (
            _record(22),
            _text("CWHITE4", 30, "II>0"),
            _conjecture("in 1994 Black's half still had the variable of White's half, from which it was copied"),
        ),
        (RECORDED,),
    ),
    Repair(
        "cblack3-label",
        "CBLACK2",
        3,
        "NEXT X9",
        "CBLACK3: NEXT X9",
        "a line of CBLACK jumps to this label to go on with the next square; BLACK3 stands before its NEXT as well",
        (
            _text("CBLACK", 34, "THEN CBLACK3"),
            _text("BLACK3", 1, "NEXT A"),
            _conjecture("the label is at NEXT X9, not at NEXT Y9; the recorded game fits both"),
        ),
    ),
    Repair(
        "init-directions",
        "INIT",
        8,
        "(1S)",
        "(15)",
        "INIT reads 16 directions into the array, from 0 to 15, and WHITE1 goes through as many",
        (_text("INIT", 9, "FOR X=0 TO 15"), _text("WHITE1", 1, "FOR A=0 TO 15")),
    ),
)


def repairs_of(reading: str) -> tuple[Repair, ...]:
    """Returns the repairs of a reading, in the order of the listing. Raises ValueError for an unknown reading."""
    checked_reading(reading)
    return tuple(repair for repair in REPAIRS if reading in repair.readings)


def sum_of_repairs(repairs: Iterable[Repair]) -> str:
    """Returns the SHA-256 of the list of repairs: names, places, what is printed and what it reads."""
    return sha256("".join(f"{repair.row}\n" for repair in repairs).encode()).hexdigest()
