"""The classes of difference: what each is called, why it is there, and a small position that shows it.

`gosub agree --show NAME` shows one; docs/agreement.md tells them all, with how often they are met.
"""

from __future__ import annotations

from typing import Final, NamedTuple

MOVES: Final = "moves"
ATTACKS: Final = "attacks"
SCORES: Final = "scores"
CHOICES: Final = "choices"
#: The same in the other reading (historic.readings); it has the classes of CHOICES.
CHOICES_RECORDED: Final = "choices_recorded"

#: The kinds of comparison, each with the kind whose classes it has, in their order.
CLASS_KINDS: Final = {MOVES: MOVES, ATTACKS: ATTACKS, SCORES: SCORES, CHOICES: CHOICES, CHOICES_RECORDED: CHOICES}


#: What `--kind all` compares, and what is compared where no kind is asked for.
ALL_KINDS: Final = (MOVES, ATTACKS, SCORES, CHOICES)
DEFAULT_KINDS: Final = (MOVES, ATTACKS, SCORES)


class DifferenceClass(NamedTuple):
    """A class of difference.

    `label` is where in the listing its cause lives, `quirk` its entry in docs/quirks.md, `cause` the reason in a
    sentence. The position is that of `moves`, in UCI's notation, from `fen`.
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
        "A pawn has a bit on its diagonal only where somebody stands, so it never takes en passant.",
        "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1",
        "d2d4",
    ),
    DifferenceClass(
        "lesser-promotion",
        MOVES,
        "CWHITE3, CBLACK3",
        "queen-only",
        "A pawn that arrives has a queen in reserve to become, and nothing else.",
        "7k/P7/8/8/8/8/8/K7 w - - 0 1",
    ),
    DifferenceClass(
        "king-left-attacked",
        MOVES,
        "CWHITE, CBLACK",
        "minus-1000",
        "Whether a move leaves the own king attacked is not asked before it is tried; it only costs the score.",
        "8/8/8/8/8/2k5/8/2K5 w - - 0 1",
    ),
    DifferenceClass(
        "castles-into-attack",
        MOVES,
        "CWHITE, CBLACK",
        "g1-untested",
        "For castling short the listing looks at e1 and f1, and not at g1, where the king comes to stand.",
        "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1",
    ),
    DifferenceClass(
        "castles-past-a-pawn",
        MOVES,
        "CWHITE, CBLACK",
        "empty-diagonal",
        "A square that only a pawn attacks, over an empty diagonal, has no bit, so the king castles over it.",
        "4k3/8/8/8/8/8/6p1/4K2R w K - 0 1",
    ),
    DifferenceClass(
        "castles-with-a-moved-rook",
        MOVES,
        "CWHITE, CBLACK",
        "stale-ii",
        "II is not worked out anew for a rook that has moved; left at 0, it says that the king may castle.",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "h1h2 e8d8",
    ),
    DifferenceClass(
        "castles-with-a-captured-rook",
        MOVES,
        "CWHITE, CBLACK",
        "rook-from-nowhere",
        "The same with a rook that has been captured, and comes back.",
        "8/8/8/8/8/8/6k1/4K2R b K - 0 1",
        "g2h1",
    ),
    DifferenceClass(
        "castles-on-whites-account",
        MOVES,
        "CBLACK",
        "whites-rook",
        "For castling short Black asks whether White's rook has moved; it has not, so Black castles without one.",
        "r3k3/8/8/8/8/8/8/4K2R b Kq - 0 1",
    ),
    DifferenceClass(
        "castles-unlooked",
        MOVES,
        "CBLACK",
        "unseen-way",
        "White's rook has moved or gone, so Black does not look at its own short way, which is barred, and castles.",
        "4kb1r/8/8/8/8/8/8/4K3 b k - 0 1",
    ),
    DifferenceClass(
        "castling-not-offered",
        MOVES,
        "CBLACK",
        "whites-rook",
        "White's rook has moved or gone, so Black takes the barred long way's III for the short one's.",
        "rn2k2r/8/8/8/8/8/8/4K3 b kq - 0 1",
    ),
    DifferenceClass(
        "slot-of-the-queen",
        MOVES,
        "CWHITE, CBLACK",
        "slot-of-the-queen",
        "Castling takes the turn of man 23 (then 22) at the first square, and with it a move of that queen.",
        "4k3/8/8/8/8/8/7P/R3K3 w Q - 0 1",
        "h2h4 e8d8 h4h5 d8e8 h5h6 e8d8 h6h7 d8d7 h7h8q d7d6 h8h7 d6d5",
    ),
    DifferenceClass(
        "man-from-nowhere",
        MOVES,
        "CWHITE, CBLACK",
        "men-from-nowhere",
        "The bit of that queen stays, so every man below her is tried on the square, wherever he is, or is not.",
        "4k3/8/8/8/8/8/7P/R3K3 w Q - 0 1",
        "h2h4 e8d8 h4h5 d8e8 h5h6 e8d8 h6h7 d8d7 h7h8q d7d6 h8h7 d6d5",
    ),
    DifferenceClass(
        "pawn-push",
        ATTACKS,
        "WHITE2, BLACK2",
        "pushes-are-control",
        "A pawn has a bit on the square that it can step to, which it does not attack.",
        "4k3/8/8/8/8/P7/8/4K3 w - - 0 1",
    ),
    DifferenceClass(
        "pawn-double-step",
        ATTACKS,
        "WHITE2, BLACK2",
        "pushes-are-control",
        "A pawn that has not moved has a bit two squares ahead too.",
        "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
    ),
    DifferenceClass(
        "pawn-empty-diagonal",
        ATTACKS,
        "WHITE2, BLACK2",
        "pushes-are-control",
        "A pawn has no bit on a diagonal on which nobody stands, though it attacks there.",
        "4k3/8/8/8/8/P7/8/4K3 w - - 0 1",
    ),
    DifferenceClass(
        "control-by-each-man",
        SCORES,
        "WHITE2, BLACK2",
        "each-man-counts",
        "A square counts .1 for each man who reaches it, and not once.",
        "4k3/8/8/8/8/8/8/4KR2 w - - 0 1",
    ),
    DifferenceClass(
        "control-by-pushes",
        SCORES,
        "WHITE2, BLACK2",
        "pushes-are-control",
        "A square that a pawn can step to counts as controlled.",
        "4k3/8/8/8/8/P7/8/4K3 w - - 0 1",
    ),
    DifferenceClass(
        "control-of-empty-diagonals",
        SCORES,
        "WHITE2, BLACK2",
        "pushes-are-control",
        "A pawn does not control its diagonals where nobody stands.",
        "4k3/8/8/8/8/P7/8/4K3 w - - 0 1",
    ),
    DifferenceClass(
        "phantom-double-step",
        SCORES,
        "WHITE2, BLACK2",
        "phantom-double-step",
        "While it thinks, a pawn that has just moved still controls the square two steps from its home.",
        "4k3/8/8/8/8/3n4/4P3/4K3 w - - 0 1",
    ),
    DifferenceClass(
        "centre-by-each-man",
        SCORES,
        "WHITE2, BLACK2",
        "each-man-counts",
        "A square of the centre counts for each man who reaches it, and not once.",
        "7k/8/8/8/8/3K4/8/4R3 w - - 0 1",
    ),
    DifferenceClass(
        "centre-held",
        SCORES,
        "WHITE2, BLACK2",
        "blocked-pawn",
        "A square of the centre on which somebody stands does not count for a man who is no pawn.",
        "8/8/8/5k2/8/4K3/8/8 b - - 0 1",
    ),
    DifferenceClass(
        "centre-by-pawn-diagonals",
        SCORES,
        "WHITE2, BLACK2",
        "pushes-are-control",
        "A pawn gets nothing for a square of the centre that it attacks.",
        "7k/8/8/8/8/2P5/8/K7 w - - 0 1",
    ),
    DifferenceClass(
        "centre-by-pushes",
        SCORES,
        "WHITE2, BLACK2",
        "pushes-are-control",
        "A pawn gets the .1 for the empty square of the centre before it.",
        "7k/8/8/8/8/8/3P4/K7 w - - 0 1",
    ),
    DifferenceClass(
        "more-than-one",
        SCORES,
        "WHITE2",
        "more-than-one",
        "White's man 0 alone does not get that .1: his bit is 1, and WHITE2 wants more than 1.",
        "7k/8/8/8/8/3P4/8/K7 w - - 0 1",
    ),
    DifferenceClass(
        "blocked-pawn",
        SCORES,
        "WHITE2, BLACK2",
        "blocked-pawn",
        "A pawn before a held square of the centre gets the .1 if a man counted before it reaches that square.",
        "4k3/8/8/8/3p4/1N1P4/8/4K3 w - - 0 1",
    ),
    DifferenceClass(
        "centre-for-both",
        SCORES,
        "WHITE2, BLACK2",
        "centre-for-both",
        "What the other side has of the centre is added too, and not taken off.",
        "8/8/8/2k5/8/8/8/7K w - - 0 1",
    ),
    DifferenceClass(
        "unprotected-but-not-attacked",
        SCORES,
        "CWHITEA, CWHITE5, CBLACKA, CBLACK5",
        "attacked-and-unprotected",
        "A man whom nobody protects loses a quarter only if he is attacked too.",
        "6k1/8/8/8/8/8/8/K6R w - - 0 1",
    ),
    DifferenceClass(
        "protected-king",
        SCORES,
        "CWHITEA, CWHITE5, CBLACKA, CBLACK5",
        "protected-king",
        "The 6.25 for a check is a quarter of the king's 25, which he gets back if a man of his own protects him.",
        "7r/2k5/8/8/8/8/8/5RK1 b - - 0 1",
    ),
    DifferenceClass(
        "king-is-25",
        SCORES,
        "INIT",
        "king-is-25",
        "A king counts 25 and not 1000. It shows where castling over the other king takes him off the board.",
        "8/8/8/8/8/8/8/R3K1k1 w Q - 0 1",
    ),
    DifferenceClass(
        "captured-man-on-the-board",
        SCORES,
        "CWHITEA, CWHITE5, CBLACKA, CBLACK5",
        "rook-from-nowhere",
        "A captured man who comes back while a move is tried counts nothing, since PM has him as captured.",
        "8/8/8/8/8/8/6k1/4K2R b K - 0 1",
        "g2h1",
    ),
    DifferenceClass(
        "pawn-ranks",
        SCORES,
        "CWHITE4, CBLACK4",
        "ranks-of-pawns",
        "A pawn of the scored side gets .05 a rank, and 9 on the last; the prose speaks of it, the formula does not.",
        "7k/8/8/8/8/P7/8/K7 w - - 0 1",
    ),
    DifferenceClass(
        "minus-1000",
        SCORES,
        "CWHITE4, CBLACK4",
        "minus-1000",
        "If the own king stands attacked, all that was added before his square is thrown away for -1000.",
        "8/8/8/8/8/2k5/8/2K5 w - - 0 1",
    ),
    DifferenceClass(
        "single-precision",
        SCORES,
        "CWHITEA, CBLACKA",
        "single-precision",
        "The sum is rounded to binary32 at every step, and is not the binary32 nearest to the exact sum.",
        "8/7k/8/8/8/1K6/8/8 w - - 0 1",
    ),
    DifferenceClass(
        "choice-by-the-letter",
        CHOICES,
        "CBLACKA",
        "",
        "As recorded, Black gets no .9 for castling: the one letter in which the readings differ.",
        "r3k3/8/8/3K4/8/8/8/8 b q - 0 1",
    ),
    DifferenceClass(
        "choice-by-single-precision",
        CHOICES,
        "CWHITEA, CBLACKA",
        "single-precision",
        "Two moves are worth the same, or nearly, and rounding to binary32 says which is chosen.",
        "1K6/8/8/1k6/8/8/8/8 b - - 0 1",
    ),
    DifferenceClass(
        "choice-by-castling-slots",
        CHOICES,
        "CWHITE, CBLACK",
        "stale-ii",
        "The choice is to castle where the rules forbid it, or a man from nowhere; or a lawful castling, or a move of"
        " the queen whose turn it took, is never tried.",
        "8/6k1/8/8/8/8/8/4K2R w K - 0 1",
        "h1h7 g7h7",
    ),
    DifferenceClass(
        "choice-by-illegal-moves",
        CHOICES,
        "CWHITE4, CBLACK4",
        "minus-1000",
        "The choice leaves the king attacked, since what is added after the -1000 makes it the best.",
        "4k3/8/8/8/4RR2/3r4/7r/1K6 b - - 0 1",
    ),
    DifferenceClass(
        "choice-by-pawn-for-queen",
        CHOICES,
        "CWHITEA, CBLACKA",
        "pawn-on-the-last-rank",
        "While it thinks, a pawn that arrives stays a pawn worth 10, who attacks nothing.",
        "8/8/8/8/1n6/K4k2/4p3/8 b - - 0 1",
    ),
    DifferenceClass(
        "choice-by-unknown-moves",
        CHOICES,
        "WHITE2, BLACK2, CWHITE3, CBLACK3",
        "no-en-passant",
        "The best move is en passant or a lesser promotion, which is never tried.",
        "1K1k4/8/8/Pp6/8/8/8/8 w - b6 0 1",
    ),
    DifferenceClass(
        "choice-by-illegal-replies",
        CHOICES,
        "CWHITE, CBLACK",
        "minus-1000",
        "The reply that is feared may not be made.",
        "2k5/8/8/8/8/8/8/4K2R b K - 0 1",
    ),
    DifferenceClass(
        "choice-by-unknown-replies",
        CHOICES,
        "WHITE2, BLACK2, CWHITE3, CBLACK3",
        "no-en-passant",
        "The best reply is one that is never tried, or arrives and becomes a queen.",
        "4k1K1/8/8/8/8/8/p7/8 w - - 0 1",
    ),
)

CLASS_BY_NAME: Final = {one.name: one for one in CLASSES}


def classes_of(kind: str) -> list[str]:
    """The names of the classes that a kind of comparison has."""
    return [one.name for one in CLASSES if one.kind == CLASS_KINDS[kind]]
