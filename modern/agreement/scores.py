"""The classes of difference between the listing's score and the formula, each with the amount that it adds.

An amount is computed from the pieces on the board, by the rule that the listing follows instead of the prose.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from historic.basic.single import single
from historic.position.state import KING as KING_NUMBER
from historic.position.state import State
from historic.study.terms import CENTRE, CONTROL, EXPOSED, KING_ATTACKED, MATERIAL, PAWN_RANKS, TERMS
from historic.tables import VALUES
from modern.agreement import formula
from modern.agreement.differences import SCORES, DifferenceClass
from modern.agreement.formula import CENTRE_BITBOARD, FORMULA_VALUES, SQUARE_BONUS, Army
from modern.agreement.scored_army import ScoredArmy
from modern.rules.bitboard import BIT, popcount
from modern.rules.native import i64
from modern.rules.pieces import KING

#: The listing's fractions are multiples of a twentieth of a pawn: .05, .1, .25 of a value, .9. In centipawns.
TWENTIETH: Final = 5
#: The listing's -1000, for a king that can be captured.
KING_ATTACKED_CENTIPAWNS: Final = -100_000
#: What a pawn on its last rank scores beyond its 1.
LAST_RANK_CENTIPAWNS: Final = 900


class ScoredBoard:
    """A scored board: the army of the scored side, the other army, and the terms of the formula in centipawns.

    `added` has what the classes so far have added to each of the listing's terms, in centipawns, and `amounts` what
    each of them has added to each term, unless that is 0.
    """

    def __init__(self, own: ScoredArmy, other: ScoredArmy, formula_terms: dict[str, int]) -> None:
        self.own = own
        self.other = other
        self.formula = formula_terms
        self.added = dict.fromkeys(TERMS, 0)
        self.amounts: list[Amount] = []

    def add(self, name: str, term: str, centipawns: int) -> None:
        """Adds the amount of a class to a term."""
        if centipawns:
            self.added[term] += centipawns
            self.amounts.append(Amount(name, term, centipawns))


class Amount:
    """The amount that a class adds to one of the listing's terms, in centipawns, as the scored side sees it."""

    def __init__(self, name: str, term: str, centipawns: int) -> None:
        self.name = name
        self.term = term
        self.centipawns = centipawns


#: Returns what a class adds to each of the listing's terms, in centipawns, as the scored side sees it.
BoardAmounts = Callable[[ScoredBoard], Mapping[str, int]]
#: Returns what a class adds to one term for one army, in centipawns, as the army's own side sees it.
ArmyAmount = Callable[[ScoredArmy], int]


@dataclass(frozen=True, kw_only=True)
class ScoreClass(DifferenceClass):
    """A class of amounts.

    Most classes add to one `term`: `army_amount` computes what for one army, and the other army's amount counts less.
    For the others, `board_amounts` computes what they add to the listing's terms.
    """

    term: str = ""
    army_amount: ArmyAmount | None = None
    board_amounts: BoardAmounts | None = None

    def add_to(self, board: ScoredBoard) -> None:
        """Adds the amounts of the class to a board."""
        if self.army_amount is not None:
            board.add(self.name, self.term, self.army_amount(board.own) - self.army_amount(board.other))
        if self.board_amounts is not None:
            for term, centipawns in self.board_amounts(board).items():
                board.add(self.name, term, centipawns)


SCORE_CLASSES: Final[list[ScoreClass]] = []


def score_class(
    name: str, *, label: str, quirk: str, cause: str, fen: str, moves: str = ""
) -> Callable[[BoardAmounts], ScoreClass]:
    """Decorates the computation of a class for a whole board; the arguments are the fields of DifferenceClass."""

    def add(amounts: BoardAmounts) -> ScoreClass:
        one = ScoreClass(
            kind=SCORES, name=name, label=label, quirk=quirk, cause=cause, fen=fen, moves=moves, board_amounts=amounts
        )
        SCORE_CLASSES.append(one)
        return one

    return add


def army_class(
    name: str, *, term: str, label: str, quirk: str, cause: str, fen: str, moves: str = ""
) -> Callable[[ArmyAmount], ScoreClass]:
    """Decorates the computation of a class for one army; the other arguments are the fields of DifferenceClass."""

    def add(amount: ArmyAmount) -> ScoreClass:
        one = ScoreClass(
            kind=SCORES,
            name=name,
            label=label,
            quirk=quirk,
            cause=cause,
            fen=fen,
            moves=moves,
            term=term,
            army_amount=amount,
        )
        SCORE_CLASSES.append(one)
        return one

    return add


# Control: WHITE2 and BLACK2 add .1 for each bit, so for each piece that reaches a square; pawns by their bits.


@army_class(
    "control-by-each-piece",
    term=CONTROL,
    label="WHITE2, BLACK2",
    quirk="each-piece-counts",
    cause="A square counts .1 for each piece that reaches it, not once.",
    fen="4k3/8/8/8/8/8/8/4KR2 w - - 0 1",
)
def control_by_each_piece(army: ScoredArmy) -> int:
    """All bits, less the squares that have one."""
    bits: i64 = 0
    for piece in army.army.pieces:
        bits += popcount(piece.attacks)
    return SQUARE_BONUS * (bits - popcount(army.army.controlled))


@army_class(
    "control-by-pushes",
    term=CONTROL,
    label="WHITE2, BLACK2",
    quirk="pushes-are-control",
    cause="A square that a pawn can push to counts as controlled.",
    fen="4k3/8/8/8/8/P7/8/4K3 w - - 0 1",
)
def control_by_pushes(army: ScoredArmy) -> int:
    """The squares to which pawns can push, from their home square also two ranks ahead."""
    pushes: i64 = 0
    for pawn in army.pawns:
        if army.is_empty(pawn.square + army.forward):
            pushes += 1
    for pawn in army.double_pushes:
        if pawn.square == army.home_square(pawn):
            pushes += 1
    return SQUARE_BONUS * pushes


@army_class(
    "control-of-empty-diagonals",
    term=CONTROL,
    label="WHITE2, BLACK2",
    quirk="pushes-are-control",
    cause="A pawn does not control an empty square on its diagonals.",
    fen="4k3/8/8/8/8/P7/8/4K3 w - - 0 1",
)
def control_of_empty_diagonals(army: ScoredArmy) -> int:
    """The empty squares that pawns attack."""
    squares: i64 = 0
    for pawn in army.pawns:
        squares += popcount(pawn.attacks & ~army.occupied)
    return -SQUARE_BONUS * squares


@army_class(
    "phantom-double-push",
    term=CONTROL,
    label="WHITE2, BLACK2",
    quirk="phantom-double-push",
    cause="While the program thinks, a pawn that has just moved still controls the square two ranks ahead of its home.",
    fen="4k3/8/8/8/8/3n4/4P3/4K3 w - - 0 1",
)
def phantom_double_push(army: ScoredArmy) -> int:
    """The double pushes of pawns that are no longer on their home square."""
    pushes: i64 = 0
    for pawn in army.double_pushes:
        if pawn.square != army.home_square(pawn):
            pushes += 1
    return SQUARE_BONUS * pushes


# Centre: they add .1 more, for either side, for each piece that reaches an empty square of the centre.


@army_class(
    "centre-by-each-piece",
    term=CENTRE,
    label="WHITE2, BLACK2",
    quirk="each-piece-counts",
    cause="A centre square counts for each piece that reaches it, not once.",
    fen="7k/8/8/8/8/3K4/8/4R3 w - - 0 1",
)
def centre_by_each_piece(army: ScoredArmy) -> int:
    """All attacks on the centre, less the centre squares that the army attacks."""
    return SQUARE_BONUS * (army.centre_attacks - popcount(army.army.controlled & CENTRE_BITBOARD))


@army_class(
    "centre-occupied",
    term=CENTRE,
    label="WHITE2, BLACK2",
    quirk="blocked-pawn",
    cause="An occupied centre square does not count for any piece except a pawn.",
    fen="8/8/8/5k2/8/4K3/8/8 b - - 0 1",
)
def centre_occupied(army: ScoredArmy) -> int:
    """The attacks of pieces on occupied centre squares."""
    return -SQUARE_BONUS * army.occupied_centre_attacks


@army_class(
    "centre-by-pawn-diagonals",
    term=CENTRE,
    label="WHITE2, BLACK2",
    quirk="pushes-are-control",
    cause="A pawn scores nothing for a centre square that it attacks.",
    fen="7k/8/8/8/8/2P5/8/K7 w - - 0 1",
)
def centre_by_pawn_diagonals(army: ScoredArmy) -> int:
    """The attacks of pawns on the centre."""
    return -SQUARE_BONUS * army.centre_attacks_of_pawns


@army_class(
    "centre-by-pushes",
    term=CENTRE,
    label="WHITE2, BLACK2",
    quirk="pushes-are-control",
    cause="A pawn scores .1 for an empty centre square directly ahead of it.",
    fen="7k/8/8/8/8/8/3P4/K7 w - - 0 1",
)
def centre_by_pushes(army: ScoredArmy) -> int:
    """The pawns that can push to a centre square."""
    return SQUARE_BONUS * army.centre_pushes


@army_class(
    "more-than-one",
    term=CENTRE,
    label="WHITE2",
    quirk="more-than-one",
    cause="White's pawn 0 alone scores nothing for an empty centre square ahead of it: its bit is 1, and WHITE2 needs"
    " more than 1.",
    fen="7k/8/8/8/8/3P4/8/K7 w - - 0 1",
)
def more_than_one(army: ScoredArmy) -> int:
    """Pawn 0 directly behind an empty centre square, if no other bit is there."""
    return -SQUARE_BONUS * army.lone_centre_pushes


@army_class(
    "blocked-pawn",
    term=CENTRE,
    label="WHITE2, BLACK2",
    quirk="blocked-pawn",
    cause="A pawn right behind an occupied centre square scores .1 if a piece counted before it reaches that square.",
    fen="4k3/8/8/8/3p4/1N1P4/8/4K3 w - - 0 1",
)
def blocked_pawn(army: ScoredArmy) -> int:
    """The pawns behind an occupied centre square on which there are bits before their turn."""
    return SQUARE_BONUS * army.counted_blocked_pawns


@army_class(
    "centre-for-both",
    term=CENTRE,
    label="WHITE2, BLACK2",
    quirk="centre-for-both",
    cause="The opponent's control of the centre is added, not subtracted.",
    fen="8/8/8/2k5/8/8/8/7K w - - 0 1",
)
def centre_for_both(army: ScoredArmy) -> int:
    """Twice what the listing counts for the opponent's army, which it adds instead of subtracting."""
    if army.army_scored:
        return 0
    attacks = army.centre_attacks - army.centre_attacks_of_pawns - army.occupied_centre_attacks
    pushes = army.centre_pushes - army.lone_centre_pushes + army.counted_blocked_pawns
    return -2 * SQUARE_BONUS * (attacks + pushes)


# Material and exposed pieces: CWHITEA and CWHITE5 add the values of pieces, and subtract a quarter of some.


@army_class(
    "unprotected-but-not-attacked",
    term=EXPOSED,
    label="CWHITEA, CWHITE5, CBLACKA, CBLACK5",
    quirk="attacked-and-unprotected",
    cause="An unprotected piece loses a quarter of its value only if it is also attacked.",
    fen="6k1/8/8/8/8/8/8/K6R w - - 0 1",
)
def unprotected_but_not_attacked(army: ScoredArmy) -> int:
    """The quarter that only the formula subtracts, for each piece that is unprotected and not attacked."""
    reached = army.army.controlled | army.opponent.controlled
    penalty: i64 = 0
    for piece in army.army.pieces:
        if reached & BIT[piece.square] == 0 and piece.piece_type != KING and not army.is_captured(piece):
            penalty -= army.formula_penalty(piece)
    return penalty


@army_class(
    "protected-king",
    term=EXPOSED,
    label="CWHITEA, CWHITE5, CBLACKA, CBLACK5",
    quirk="protected-king",
    cause="The 6.25 for a check is a quarter of the king's 25. It is not subtracted if a piece protects the king.",
    fen="7r/2k5/8/8/8/8/8/5RK1 b - - 0 1",
)
def protected_king(army: ScoredArmy) -> int:
    """The 6.25 that only the formula subtracts, for a king that is attacked and protected."""
    penalty: i64 = 0
    for king in army.kings:
        if army.army.attacks(king.square) and army.opponent.attacks(king.square):
            penalty -= army.formula_penalty(king)
    return penalty


@army_class(
    "king-is-25",
    term=MATERIAL,
    label="INIT",
    quirk="king-is-25",
    cause="A king counts 25, not 1000. This matters only if castling puts a king on the square of the opponent's king.",
    fen="8/8/8/8/8/8/8/R3K1k1 w Q - 0 1",
)
def king_is_25(army: ScoredArmy) -> int:
    """The difference between the values of the king."""
    return len(army.kings) * (100 * VALUES[KING_NUMBER] - FORMULA_VALUES[KING])


@score_class(
    "captured-piece-on-the-board",
    label="CWHITEA, CWHITE5, CBLACKA, CBLACK5",
    quirk="rook-from-nowhere",
    cause="A captured piece that returns to the board while a move is tried counts 0, because PM still says captured.",
    fen="8/8/8/8/8/8/6k1/4K2R b K - 0 1",
    moves="g2h1",
)
def captured_piece(board: ScoredBoard) -> Mapping[str, int]:
    """Everything that the formula adds for a piece that PM says was captured."""
    if not board.own.captured and not board.other.captured:
        return {}
    added = {MATERIAL: 0, EXPOSED: 0}
    for sign, army in ((1, board.own), (-1, board.other)):
        for piece in army.captured:
            added[MATERIAL] -= sign * FORMULA_VALUES[piece.piece_type]
            added[EXPOSED] -= sign * army.formula_penalty(piece)
    return added


# The rest of the score.


@army_class(
    "pawn-ranks",
    term=PAWN_RANKS,
    label="CWHITE4, CBLACK4",
    quirk="ranks-of-pawns",
    cause="A pawn of the scored side gets .05 a rank, and 9 on the last. The prose mentions it; the formula does not.",
    fen="7k/8/8/8/8/P7/8/K7 w - - 0 1",
)
def pawn_ranks(army: ScoredArmy) -> int:
    """The loop over HJ: .05 for each rank that a pawn of the scored side has advanced, and 9 on the last rank."""
    if not army.army_scored:
        return 0
    amount: i64 = 0
    for pawn in army.pawns:
        amount += LAST_RANK_CENTIPAWNS if army.rank(pawn) == 7 else TWENTIETH * army.rank(pawn)
    return amount


@score_class(
    "minus-1000",
    label="CWHITE4, CBLACK4",
    quirk="minus-1000",
    cause="If the side's own king is attacked, -1000 replaces everything that was added before the king's square.",
    fen="8/8/8/8/8/2k5/8/2K5 w - - 0 1",
)
def minus_1000(board: ScoredBoard) -> Mapping[str, int]:
    """The -1000 less all that the listing added before the king's square, if the scored side's king is attacked.

    That is control, centre, and the pieces up to and including the king.
    """
    for king in board.own.army.pieces:
        if king.piece_type == KING and board.other.army.attacks(king.square):
            before = board.formula[formula.CONTROL] + board.formula[formula.CENTRE]
            before += board.added[CONTROL] + board.added[CENTRE]
            before += board.own.listing_score_up_to(king.square) - board.other.listing_score_up_to(king.square)
            return {KING_ATTACKED: KING_ATTACKED_CENTIPAWNS - before}
    return {}


@score_class(
    "single-precision",
    label="CWHITEA, CBLACKA",
    quirk="single-precision",
    cause="The sum is rounded to binary32 at every step, and the result is not the binary32 nearest to the exact sum.",
    fen="8/7k/8/8/8/1K6/8/8 w - - 0 1",
)
def single_precision(board: ScoredBoard) -> Mapping[str, int]:
    """Nothing: the exact terms have no rounding. `is_rounded` says of a score whether it shows the class."""
    return {}


def is_rounded(score: float, centipawns: int) -> bool:
    """Returns True if the program's score, in pawns, is not the binary32 nearest to the exact sum."""
    return score != single(centipawns / 100)


def scored_board(state: State, own: Army, other: Army, classes: Sequence[ScoreClass]) -> ScoredBoard:
    """Returns the scored board of two armies, with the amounts of the classes."""
    occupied: i64 = 0
    for army in (own, other):
        for piece in army.pieces:
            occupied |= BIT[piece.square]
    armies = ScoredArmy(own, other, state, occupied, True), ScoredArmy(other, own, state, occupied, False)
    board = ScoredBoard(*armies, formula.formula(own, other))
    for one in classes:
        one.add_to(board)
    return board
