"""The classes of difference, each with its name, its cause and a small position that shows it.

`gosub agree --show NAME` shows one class. docs/agreement.md lists all of them with their counts.
"""

from __future__ import annotations

from typing import Final, NamedTuple

MOVES: Final = "moves"
ATTACKS: Final = "attacks"
SCORES: Final = "scores"
CHOICES: Final = "choices"
#: The choices in the other reading (historic.readings). They have the classes of CHOICES.
CHOICES_RECORDED: Final = "choices_recorded"

#: The kinds of comparison, in order, each with the kind whose classes it uses.
CLASS_KINDS: Final = {MOVES: MOVES, ATTACKS: ATTACKS, SCORES: SCORES, CHOICES: CHOICES, CHOICES_RECORDED: CHOICES}

#: The kinds of `--kind all`, and the default kinds.
ALL_KINDS: Final = (MOVES, ATTACKS, SCORES, CHOICES)
DEFAULT_KINDS: Final = (MOVES, ATTACKS, SCORES)


class DifferenceClass(NamedTuple):
    """A class of difference.

    `label` is the place in the listing, `quirk` the entry in docs/quirks.md, and `cause` the explanation. The position
    that shows the class is `fen`, after `moves` in UCI notation.
    """

    name: str
    kind: str
    label: str
    quirk: str
    cause: str
    fen: str
    moves: str = ""


CLASSES: Final = (
    DifferenceClass(
        "en-passant",
        MOVES,
        "WHITE2, BLACK2",
        "no-en-passant",
        "A pawn has a bit on a diagonal square only if it is occupied, so it never captures en passant.",
        "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1",
        "d2d4",
    ),
    DifferenceClass(
        "lesser-promotion",
        MOVES,
        "CWHITE3, CBLACK3",
        "queen-only",
        "A pawn promotes to the queen that is in reserve for it, and to no other piece.",
        "7k/P7/8/8/8/8/8/K7 w - - 0 1",
    ),
    DifferenceClass(
        "king-left-attacked",
        MOVES,
        "CWHITE, CBLACK",
        "minus-1000",
        "The program does not check whether a move leaves its king in check. It tries the move, which scores badly.",
        "8/8/8/8/8/2k5/8/2K5 w - - 0 1",
    ),
    DifferenceClass(
        "castles-into-attack",
        MOVES,
        "CWHITE, CBLACK",
        "g1-untested",
        "For kingside castling the listing checks e1 and f1, but not g1, the king's target square.",
        "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1",
    ),
    DifferenceClass(
        "castles-past-a-pawn",
        MOVES,
        "CWHITE, CBLACK",
        "empty-diagonal",
        "An empty square that only a pawn attacks has no bit, so the king castles across it.",
        "4k3/8/8/8/8/8/6p1/4K2R w K - 0 1",
    ),
    DifferenceClass(
        "castles-with-a-moved-rook",
        MOVES,
        "CWHITE, CBLACK",
        "stale-ii",
        "II is not computed again for a rook that has moved. If it is still 0, the program takes the path to be clear.",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "h1h2 e8d8",
    ),
    DifferenceClass(
        "castles-with-a-captured-rook",
        MOVES,
        "CWHITE, CBLACK",
        "rook-from-nowhere",
        "II is not computed again for a rook that was captured. Castling then puts that rook back on the board.",
        "8/8/8/8/8/8/6k1/4K2R b K - 0 1",
        "g2h1",
    ),
    DifferenceClass(
        "castles-on-whites-account",
        MOVES,
        "CBLACK",
        "whites-rook",
        "For kingside castling Black tests White's rook. That has not moved, so Black's own does not matter.",
        "r3k3/8/8/8/8/8/8/4K2R b Kq - 0 1",
    ),
    DifferenceClass(
        "castles-unlooked",
        MOVES,
        "CBLACK",
        "unseen-way",
        "White's rook has moved or was captured, so Black castles kingside and does not see that its path is blocked.",
        "4kb1r/8/8/8/8/8/8/4K3 b k - 0 1",
    ),
    DifferenceClass(
        "castling-not-offered",
        MOVES,
        "CBLACK",
        "whites-rook",
        "White's rook has moved or was captured, so Black reads the queenside's result for the kingside: blocked.",
        "rn2k2r/8/8/8/8/8/8/4K3 b kq - 0 1",
    ),
    DifferenceClass(
        "slot-of-the-queen",
        MOVES,
        "CWHITE, CBLACK",
        "slot-of-the-queen",
        "Castling takes the turn of piece 23 (then 22) at the first square, so a move of that queen is never tried.",
        "4k3/8/8/8/8/8/7P/R3K3 w Q - 0 1",
        "h2h4 e8d8 h4h5 d8e8 h5h6 e8d8 h6h7 d8d7 h7h8q d7d6 h8h7 d6d5",
    ),
    DifferenceClass(
        "man-from-nowhere",
        MOVES,
        "CWHITE, CBLACK",
        "men-from-nowhere",
        "The bit of the queen whose turn castling took stays set, so every piece with a lower number is tried on the"
        " square, even a captured one.",
        "4k3/8/8/8/8/8/7P/R3K3 w Q - 0 1",
        "h2h4 e8d8 h4h5 d8e8 h5h6 e8d8 h6h7 d8d7 h7h8q d7d6 h8h7 d6d5",
    ),
    DifferenceClass(
        "pawn-push",
        ATTACKS,
        "WHITE2, BLACK2",
        "pushes-are-control",
        "A pawn has a bit on the square that it can push to, which it does not attack.",
        "4k3/8/8/8/8/P7/8/4K3 w - - 0 1",
    ),
    DifferenceClass(
        "pawn-double-step",
        ATTACKS,
        "WHITE2, BLACK2",
        "pushes-are-control",
        "A pawn that has not moved also has a bit on its double push square.",
        "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
    ),
    DifferenceClass(
        "pawn-empty-diagonal",
        ATTACKS,
        "WHITE2, BLACK2",
        "pushes-are-control",
        "A pawn has no bit on an empty diagonal square, although it attacks that square.",
        "4k3/8/8/8/8/P7/8/4K3 w - - 0 1",
    ),
    DifferenceClass(
        "control-by-each-man",
        SCORES,
        "WHITE2, BLACK2",
        "each-man-counts",
        "A square counts .1 for each piece that reaches it, not once.",
        "4k3/8/8/8/8/8/8/4KR2 w - - 0 1",
    ),
    DifferenceClass(
        "control-by-pushes",
        SCORES,
        "WHITE2, BLACK2",
        "pushes-are-control",
        "A square that a pawn can push to counts as controlled.",
        "4k3/8/8/8/8/P7/8/4K3 w - - 0 1",
    ),
    DifferenceClass(
        "control-of-empty-diagonals",
        SCORES,
        "WHITE2, BLACK2",
        "pushes-are-control",
        "A pawn does not control an empty square on its diagonals.",
        "4k3/8/8/8/8/P7/8/4K3 w - - 0 1",
    ),
    DifferenceClass(
        "phantom-double-step",
        SCORES,
        "WHITE2, BLACK2",
        "phantom-double-step",
        "While the program thinks, a pawn that has just moved still controls the square two ranks ahead of its home.",
        "4k3/8/8/8/8/3n4/4P3/4K3 w - - 0 1",
    ),
    DifferenceClass(
        "centre-by-each-man",
        SCORES,
        "WHITE2, BLACK2",
        "each-man-counts",
        "A centre square counts for each piece that reaches it, not once.",
        "7k/8/8/8/8/3K4/8/4R3 w - - 0 1",
    ),
    DifferenceClass(
        "centre-held",
        SCORES,
        "WHITE2, BLACK2",
        "blocked-pawn",
        "An occupied centre square does not count for any piece except a pawn.",
        "8/8/8/5k2/8/4K3/8/8 b - - 0 1",
    ),
    DifferenceClass(
        "centre-by-pawn-diagonals",
        SCORES,
        "WHITE2, BLACK2",
        "pushes-are-control",
        "A pawn scores nothing for a centre square that it attacks.",
        "7k/8/8/8/8/2P5/8/K7 w - - 0 1",
    ),
    DifferenceClass(
        "centre-by-pushes",
        SCORES,
        "WHITE2, BLACK2",
        "pushes-are-control",
        "A pawn scores .1 for an empty centre square directly ahead of it.",
        "7k/8/8/8/8/8/3P4/K7 w - - 0 1",
    ),
    DifferenceClass(
        "more-than-one",
        SCORES,
        "WHITE2",
        "more-than-one",
        "White's pawn 0 alone scores nothing for an empty centre square ahead of it: its bit is 1, and WHITE2 requires"
        " more than 1.",
        "7k/8/8/8/8/3P4/8/K7 w - - 0 1",
    ),
    DifferenceClass(
        "blocked-pawn",
        SCORES,
        "WHITE2, BLACK2",
        "blocked-pawn",
        "A pawn directly behind an occupied centre square scores .1 if a piece counted before it reaches that square.",
        "4k3/8/8/8/3p4/1N1P4/8/4K3 w - - 0 1",
    ),
    DifferenceClass(
        "centre-for-both",
        SCORES,
        "WHITE2, BLACK2",
        "centre-for-both",
        "The opponent's control of the centre is added, not subtracted.",
        "8/8/8/2k5/8/8/8/7K w - - 0 1",
    ),
    DifferenceClass(
        "unprotected-but-not-attacked",
        SCORES,
        "CWHITEA, CWHITE5, CBLACKA, CBLACK5",
        "attacked-and-unprotected",
        "An unprotected piece loses a quarter of its value only if it is also attacked.",
        "6k1/8/8/8/8/8/8/K6R w - - 0 1",
    ),
    DifferenceClass(
        "protected-king",
        SCORES,
        "CWHITEA, CWHITE5, CBLACKA, CBLACK5",
        "protected-king",
        "The 6.25 for a check is a quarter of the king's 25. It is not subtracted if a piece protects the king.",
        "7r/2k5/8/8/8/8/8/5RK1 b - - 0 1",
    ),
    DifferenceClass(
        "king-is-25",
        SCORES,
        "INIT",
        "king-is-25",
        "A king counts 25, not 1000. This matters only if castling puts a king on the square of the opponent's king.",
        "8/8/8/8/8/8/8/R3K1k1 w Q - 0 1",
    ),
    DifferenceClass(
        "captured-man-on-the-board",
        SCORES,
        "CWHITEA, CWHITE5, CBLACKA, CBLACK5",
        "rook-from-nowhere",
        "A captured piece that returns to the board while a move is tried counts 0, because PM still says captured.",
        "8/8/8/8/8/8/6k1/4K2R b K - 0 1",
        "g2h1",
    ),
    DifferenceClass(
        "pawn-ranks",
        SCORES,
        "CWHITE4, CBLACK4",
        "ranks-of-pawns",
        "A pawn of the scored side gets .05 a rank, and 9 on the last. The prose mentions it; the formula does not.",
        "7k/8/8/8/8/P7/8/K7 w - - 0 1",
    ),
    DifferenceClass(
        "minus-1000",
        SCORES,
        "CWHITE4, CBLACK4",
        "minus-1000",
        "If the side's own king is attacked, -1000 replaces everything that was added before the king's square.",
        "8/8/8/8/8/2k5/8/2K5 w - - 0 1",
    ),
    DifferenceClass(
        "single-precision",
        SCORES,
        "CWHITEA, CBLACKA",
        "single-precision",
        "The sum is rounded to binary32 at every step, and the result is not the binary32 nearest to the exact sum.",
        "8/7k/8/8/8/1K6/8/8 w - - 0 1",
    ),
    DifferenceClass(
        "choice-by-the-letter",
        CHOICES,
        "CBLACKA",
        "",
        "In the recorded reading Black gets no .9 for castling. The two readings differ in this one letter only.",
        "r3k3/8/8/3K4/8/8/8/8 b q - 0 1",
    ),
    DifferenceClass(
        "choice-by-single-precision",
        CHOICES,
        "CWHITEA, CBLACKA",
        "single-precision",
        "Two moves have the same score, or nearly, and rounding to binary32 decides between them.",
        "1K6/8/8/1k6/8/8/8/8 b - - 0 1",
    ),
    DifferenceClass(
        "choice-by-castling-slots",
        CHOICES,
        "CWHITE, CBLACK",
        "stale-ii",
        "The program castles illegally or moves a piece from nowhere. Or it never tries a legal castling, or a move of"
        " the queen whose turn castling took.",
        "8/6k1/8/8/8/8/8/4K2R w K - 0 1",
        "h1h7 g7h7",
    ),
    DifferenceClass(
        "choice-by-illegal-moves",
        CHOICES,
        "CWHITE4, CBLACK4",
        "minus-1000",
        "The chosen move leaves the king in check. What is added after the -1000 makes it the best move.",
        "4k3/8/8/8/4RR2/3r4/7r/1K6 b - - 0 1",
    ),
    DifferenceClass(
        "choice-by-pawn-for-queen",
        CHOICES,
        "CWHITEA, CBLACKA",
        "pawn-on-the-last-rank",
        "While the program thinks, a pawn on the last rank is still a pawn: it counts 10 and attacks nothing.",
        "8/8/8/8/1n6/K4k2/4p3/8 b - - 0 1",
    ),
    DifferenceClass(
        "choice-by-unknown-moves",
        CHOICES,
        "WHITE2, BLACK2, CWHITE3, CBLACK3",
        "no-en-passant",
        "The best move is an en passant capture or an underpromotion, which the program never tries.",
        "1K1k4/8/8/Pp6/8/8/8/8 w - b6 0 1",
    ),
    DifferenceClass(
        "choice-by-illegal-replies",
        CHOICES,
        "CWHITE, CBLACK",
        "minus-1000",
        "The best reply that the program finds is illegal.",
        "2k5/8/8/8/8/8/8/4K2R b K - 0 1",
    ),
    DifferenceClass(
        "choice-by-unknown-replies",
        CHOICES,
        "WHITE2, BLACK2, CWHITE3, CBLACK3",
        "no-en-passant",
        "The best reply is a move that the program never tries, or a promotion to a queen.",
        "4k1K1/8/8/8/8/8/p7/8 w - - 0 1",
    ),
)

CLASS_BY_NAME: Final = {one.name: one for one in CLASSES}


def classes_of(kind: str) -> list[str]:
    """Returns the names of the classes of a kind of comparison."""
    return [one.name for one in CLASSES if one.kind == CLASS_KINDS[kind]]
