"""The classes of difference between the listing's score and the formula, each with the amount that it adds.

An amount is computed from the pieces on the board, by the rule that the listing follows instead of the prose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from historic.position.state import State
from historic.study.terms import CENTRE, CONTROL, EXPOSED, KING_ATTACKED, MATERIAL, PAWN_RANKS
from historic.tables import VALUES
from modern.agreement import formula
from modern.agreement.formula import (
    CENTRE_BITBOARD,
    FORMULA_VALUES,
    SQUARE_BONUS,
    Army,
    ArmyPiece,
)
from modern.agreement.kinds import SCORES, ClassTable
from modern.agreement.scored_army import ScoredArmy
from modern.rules.pieces import KING

#: The listing's fractions are multiples of a twentieth of a pawn: .05, .1, .25 of a value, .9. In centipawns.
TWENTIETH: Final = 5
#: The listing's -1000, for a king that can be captured.
KING_ATTACKED_CENTIPAWNS: Final = -100_000
#: What a pawn on its last rank scores beyond its 1.
LAST_RANK_CENTIPAWNS: Final = 900

SCORE_CLASSES: Final = ClassTable(SCORES)


class Amount(NamedTuple):
    """The amount that a class adds to one of the listing's terms, in centipawns, as the scored side sees it."""

    name: str
    term: str
    centipawns: int


class PieceAmount(NamedTuple):
    """The amount that a class adds to a term of the listing for one piece, in centipawns, as its own side sees it."""

    piece: ArmyPiece
    term: str
    centipawns: int


#: Returns the amount of a class for one army, in centipawns, as the army's own side sees it.
ArmyAmount = Callable[[ScoredArmy], int]
#: Returns the amounts of a class for the pieces of an army.
PieceAmounts = Callable[[ScoredArmy], list[PieceAmount]]

#: The computations, by class; an army's class has one term.
ARMY_AMOUNTS: Final[dict[str, tuple[str, ArmyAmount]]] = {}
PIECE_AMOUNTS: Final[dict[str, PieceAmounts]] = {}


def army_class(
    name: str, term: str, label: str, quirk: str, cause: str, fen: str, moves: str = ""
) -> Callable[[ArmyAmount], ArmyAmount]:
    """Decorates the computation of a class for an army: its term, and the fields of DifferenceClass."""

    def add(amount: ArmyAmount) -> ArmyAmount:
        ARMY_AMOUNTS[SCORE_CLASSES.add(name, label, quirk, cause, fen, moves)] = term, amount
        return amount

    return add


def piece_class(
    name: str, label: str, quirk: str, cause: str, fen: str, moves: str = ""
) -> Callable[[PieceAmounts], PieceAmounts]:
    """Decorates the computation of a class for single pieces. The arguments are the fields of DifferenceClass."""

    def add(amounts: PieceAmounts) -> PieceAmounts:
        PIECE_AMOUNTS[SCORE_CLASSES.add(name, label, quirk, cause, fen, moves)] = amounts
        return amounts

    return add


# Control: WHITE2 and BLACK2 add .1 for each bit, so for each piece that reaches a square; pawns by their bits.


@army_class(
    "control-by-each-man",
    CONTROL,
    "WHITE2, BLACK2",
    "each-man-counts",
    "A square counts .1 for each piece that reaches it, not once.",
    "4k3/8/8/8/8/8/8/4KR2 w - - 0 1",
)
def control_by_each_piece(army: ScoredArmy) -> int:
    """All bits, less the squares that have one."""
    bits = sum(piece.attacks.bit_count() for piece in army.army.pieces)
    return SQUARE_BONUS * (bits - army.army.controlled.bit_count())


@army_class(
    "control-by-pushes",
    CONTROL,
    "WHITE2, BLACK2",
    "pushes-are-control",
    "A square that a pawn can push to counts as controlled.",
    "4k3/8/8/8/8/P7/8/4K3 w - - 0 1",
)
def control_by_pushes(army: ScoredArmy) -> int:
    """The squares to which pawns can push, from their home square also two ranks ahead."""
    pushes = sum(army.is_empty(army.square_ahead(pawn.square)) for pawn in army.pawns)
    return SQUARE_BONUS * (pushes + sum(pawn.square == army.home_square(pawn) for pawn in army.double_pushes))


@army_class(
    "control-of-empty-diagonals",
    CONTROL,
    "WHITE2, BLACK2",
    "pushes-are-control",
    "A pawn does not control an empty square on its diagonals.",
    "4k3/8/8/8/8/P7/8/4K3 w - - 0 1",
)
def control_of_empty_diagonals(army: ScoredArmy) -> int:
    """The empty squares that pawns attack."""
    return -SQUARE_BONUS * sum((pawn.attacks & ~army.occupied).bit_count() for pawn in army.pawns)


@army_class(
    "phantom-double-step",
    CONTROL,
    "WHITE2, BLACK2",
    "phantom-double-step",
    "While the program thinks, a pawn that has just moved still controls the square two ranks ahead of its home.",
    "4k3/8/8/8/8/3n4/4P3/4K3 w - - 0 1",
)
def phantom_double_push(army: ScoredArmy) -> int:
    """The double pushes of pawns that are no longer on their home square."""
    return SQUARE_BONUS * sum(pawn.square != army.home_square(pawn) for pawn in army.double_pushes)


# Centre: they add .1 more, for either side, for each piece that reaches an empty square of the centre.


@army_class(
    "centre-by-each-man",
    CENTRE,
    "WHITE2, BLACK2",
    "each-man-counts",
    "A centre square counts for each piece that reaches it, not once.",
    "7k/8/8/8/8/3K4/8/4R3 w - - 0 1",
)
def centre_by_each_piece(army: ScoredArmy) -> int:
    """All attacks on the centre, less the centre squares that the army attacks."""
    return SQUARE_BONUS * (army.centre_attacks - (army.army.controlled & CENTRE_BITBOARD).bit_count())


@army_class(
    "centre-held",
    CENTRE,
    "WHITE2, BLACK2",
    "blocked-pawn",
    "An occupied centre square does not count for any piece except a pawn.",
    "8/8/8/5k2/8/4K3/8/8 b - - 0 1",
)
def centre_occupied(army: ScoredArmy) -> int:
    """The attacks of pieces on occupied centre squares."""
    return -SQUARE_BONUS * army.occupied_centre_attacks


@army_class(
    "centre-by-pawn-diagonals",
    CENTRE,
    "WHITE2, BLACK2",
    "pushes-are-control",
    "A pawn scores nothing for a centre square that it attacks.",
    "7k/8/8/8/8/2P5/8/K7 w - - 0 1",
)
def centre_by_pawn_diagonals(army: ScoredArmy) -> int:
    """The attacks of pawns on the centre."""
    return -SQUARE_BONUS * army.centre_attacks_of_pawns


@army_class(
    "centre-by-pushes",
    CENTRE,
    "WHITE2, BLACK2",
    "pushes-are-control",
    "A pawn scores .1 for an empty centre square directly ahead of it.",
    "7k/8/8/8/8/8/3P4/K7 w - - 0 1",
)
def centre_by_pushes(army: ScoredArmy) -> int:
    """The pawns that can push to a centre square."""
    return SQUARE_BONUS * len(army.centre_pushes)


@army_class(
    "more-than-one",
    CENTRE,
    "WHITE2",
    "more-than-one",
    "White's pawn 0 alone scores nothing for an empty centre square ahead of it: its bit is 1, and WHITE2 requires"
    " more than 1.",
    "7k/8/8/8/8/3P4/8/K7 w - - 0 1",
)
def more_than_one(army: ScoredArmy) -> int:
    """Pawn 0 among them, if its bit is alone on that square."""
    return -SQUARE_BONUS * army.lone_centre_pushes


@army_class(
    "blocked-pawn",
    CENTRE,
    "WHITE2, BLACK2",
    "blocked-pawn",
    "A pawn directly behind an occupied centre square scores .1 if a piece counted before it reaches that square.",
    "4k3/8/8/8/3p4/1N1P4/8/4K3 w - - 0 1",
)
def blocked_pawn(army: ScoredArmy) -> int:
    """The pawns behind an occupied centre square on which there are bits before their turn."""
    return SQUARE_BONUS * army.counted_blocked_pawns


@army_class(
    "centre-for-both",
    CENTRE,
    "WHITE2, BLACK2",
    "centre-for-both",
    "The opponent's control of the centre is added, not subtracted.",
    "8/8/8/2k5/8/8/8/7K w - - 0 1",
)
def centre_for_both(army: ScoredArmy) -> int:
    """Twice what the listing counts for the opponent's army, which it adds instead of subtracting."""
    if army.army_scored:
        return 0
    attacks = army.centre_attacks - army.centre_attacks_of_pawns - army.occupied_centre_attacks
    pushes = len(army.centre_pushes) - army.lone_centre_pushes + army.counted_blocked_pawns
    return -2 * SQUARE_BONUS * (attacks + pushes)


# Material and exposed pieces: CWHITEA and CWHITE5 add the values of pieces, and subtract a quarter of some.


@piece_class(
    "unprotected-but-not-attacked",
    "CWHITEA, CWHITE5, CBLACKA, CBLACK5",
    "attacked-and-unprotected",
    "An unprotected piece loses a quarter of its value only if it is also attacked.",
    "6k1/8/8/8/8/8/8/K6R w - - 0 1",
)
def unprotected_but_not_attacked(army: ScoredArmy) -> list[PieceAmount]:
    """The quarter that only the formula subtracts, for each piece that is unprotected and not attacked."""
    reached = army.army.controlled | army.opponent.controlled
    return [
        PieceAmount(piece, EXPOSED, -army.formula_penalty(piece))
        for piece in army.army.pieces
        if not reached >> piece.square & 1 and piece.piece_type != KING and piece not in army.captured
    ]


@piece_class(
    "protected-king",
    "CWHITEA, CWHITE5, CBLACKA, CBLACK5",
    "protected-king",
    "The 6.25 for a check is a quarter of the king's 25. It is not subtracted if a piece protects the king.",
    "7r/2k5/8/8/8/8/8/5RK1 b - - 0 1",
)
def protected_king(army: ScoredArmy) -> list[PieceAmount]:
    """The 6.25 that only the formula subtracts, for a king that is attacked and protected."""
    return [
        PieceAmount(king, EXPOSED, -army.formula_penalty(king))
        for king in army.kings
        if army.army.attacks(king.square) and army.opponent.attacks(king.square)
    ]


@piece_class(
    "king-is-25",
    "INIT",
    "king-is-25",
    "A king counts 25, not 1000. This matters only if castling puts a king on the square of the opponent's king.",
    "8/8/8/8/8/8/8/R3K1k1 w Q - 0 1",
)
def king_is_25(army: ScoredArmy) -> list[PieceAmount]:
    """The difference between the values of the king."""
    return [PieceAmount(king, MATERIAL, 100 * VALUES[king.number] - FORMULA_VALUES[KING]) for king in army.kings]


@piece_class(
    "captured-man-on-the-board",
    "CWHITEA, CWHITE5, CBLACKA, CBLACK5",
    "rook-from-nowhere",
    "A captured piece that returns to the board while a move is tried counts 0, because PM still says captured.",
    "8/8/8/8/8/8/6k1/4K2R b K - 0 1",
    "g2h1",
)
def captured_piece(army: ScoredArmy) -> list[PieceAmount]:
    """Everything that the formula adds for a piece that PM says was captured."""
    return [
        amount
        for piece in army.captured
        for amount in (
            PieceAmount(piece, MATERIAL, -FORMULA_VALUES[piece.piece_type]),
            PieceAmount(piece, EXPOSED, -army.formula_penalty(piece)),
        )
    ]


# The rest of the score.


@army_class(
    "pawn-ranks",
    PAWN_RANKS,
    "CWHITE4, CBLACK4",
    "ranks-of-pawns",
    "A pawn of the scored side gets .05 a rank, and 9 on the last. The prose mentions it; the formula does not.",
    "7k/8/8/8/8/P7/8/K7 w - - 0 1",
)
def pawn_ranks(army: ScoredArmy) -> int:
    """The loop over HJ: .05 for each rank that a pawn of the scored side has advanced, and 9 on the last rank."""
    if not army.army_scored:
        return 0
    return sum(LAST_RANK_CENTIPAWNS if army.rank(pawn) == 7 else TWENTIETH * army.rank(pawn) for pawn in army.pawns)


MINUS_1000: Final = SCORE_CLASSES.add(
    "minus-1000",
    "CWHITE4, CBLACK4",
    "minus-1000",
    "If the side's own king is attacked, -1000 replaces everything that was added before the king's square.",
    "8/8/8/8/8/2k5/8/2K5 w - - 0 1",
)


def _minus_1000(
    own: ScoredArmy, other: ScoredArmy, formula_terms: dict[str, int], amounts: list[Amount]
) -> list[Amount]:
    """Returns the amount of MINUS_1000 if the scored side's king is attacked.

    The listing then discards everything that it added before the king's square: control, centre, and the pieces up to
    and including the king. `amounts` are those of all other classes.
    """
    king = next((piece for piece in own.army.pieces if piece.piece_type == KING), None)
    if king is None or not other.army.attacks(king.square):
        return []
    before = formula_terms[formula.CONTROL] + formula_terms[formula.CENTRE]
    before += sum(one.centipawns for one in amounts if one.term in (CONTROL, CENTRE))
    for sign, army in ((1, own), (-1, other)):
        up_to_king = (piece for piece in army.army.pieces if piece.square <= king.square)
        before += sign * sum(army.listing_score(piece) for piece in up_to_king)
    return [Amount(MINUS_1000, KING_ATTACKED, KING_ATTACKED_CENTIPAWNS - before)]


#: Rounding has no amount: ScoreSheet.classes compares the program's score with the exact sum.
SINGLE_PRECISION: Final = SCORE_CLASSES.add(
    "single-precision",
    "CWHITEA, CBLACKA",
    "single-precision",
    "The sum is rounded to binary32 at every step, and the result is not the binary32 nearest to the exact sum.",
    "8/7k/8/8/8/1K6/8/8 w - - 0 1",
)


def amounts_of(state: State, own: Army, other: Army, formula_terms: dict[str, int]) -> list[Amount]:
    """Returns the amount that each class adds to each term. `formula_terms` are the terms of the formula."""
    occupied = sum(1 << piece.square for army in (own, other) for piece in army.pieces)
    armies = ScoredArmy(own, other, state, occupied, True), ScoredArmy(other, own, state, occupied, False)
    amounts = [*_amounts_of_armies(*armies), *_amounts_of_pieces(*armies)]
    return amounts + _minus_1000(*armies, formula_terms, amounts)


def _amounts_of_armies(own: ScoredArmy, other: ScoredArmy) -> Iterator[Amount]:
    for name, (term, amount) in ARMY_AMOUNTS.items():
        yield Amount(name, term, amount(own) - amount(other))


def _amounts_of_pieces(own: ScoredArmy, other: ScoredArmy) -> Iterator[Amount]:
    """Yields the amounts for single pieces, in the order of their squares."""
    for sign, army in ((1, own), (-1, other)):
        found = [(one, name) for name, amounts in PIECE_AMOUNTS.items() for one in amounts(army)]
        for one, name in sorted(found, key=lambda pair: pair[0].piece.square):
            yield Amount(name, one.term, sign * one.centipawns)
