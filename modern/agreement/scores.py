"""Score agreement: the listing's own score of a board beside the formula of section 2-2.

The listing's score is S1 as CWHITE (CBLACK) has it after a move that it tries. It is worked out again in exact
centipawns, and what it has beyond the formula is put down to classes. What each class amounts to is reckoned from the
men on the board, by the rule that the listing follows in place of the prose; formula and classes together must be the
listing's score, term by term.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from historic.basic import single
from historic.candidates import Scored
from historic.moves import choice_in_words
from historic.sides import side_named
from historic.state import CAPTURED, NOT_MOVED, State
from historic.tables import VALUES
from historic.terms import CENTRE as LISTING_CENTRE
from historic.terms import CONTROL as LISTING_CONTROL
from historic.terms import EXPOSED as LISTING_EXPOSED
from historic.terms import KING_ATTACKED, Account, account, board_after
from historic.terms import MATERIAL as LISTING_MATERIAL
from historic.terms import PAWN_RANKS as LISTING_PAWN_RANKS
from historic.thought import Candidate, choice_of
from modern.agreement.findings import UNEXPLAINED, Finding
from modern.agreement.formula import (
    A_CHECK,
    A_SQUARE,
    CENTRE,
    CENTRE_SET,
    CHECK,
    CONTROL,
    MATERIAL,
    UNPROTECTED,
    WORTH,
    Army,
    Man,
    armies_on,
    formula,
)
from modern.agreement.pair import SQUARE_64
from modern.agreement.view import View
from modern.rules.men import KING, PAWN

#: The listing's fractions are twentieths of a pawn: .05, .1, .25 of a value, .9.
TWENTIETH: Final = 5
#: -1000, for a king that can be taken.
MATE: Final = -100_000

BY_EACH_MAN: Final = "control-by-each-man"
PUSHES: Final = "control-by-pushes"
EMPTY_DIAGONALS: Final = "control-of-empty-diagonals"
PHANTOM: Final = "phantom-double-step"
CENTRE_BY_EACH: Final = "centre-by-each-man"
CENTRE_HELD: Final = "centre-held"
CENTRE_DIAGONALS: Final = "centre-by-pawn-diagonals"
CENTRE_PUSHES: Final = "centre-by-pushes"
MORE_THAN_ONE: Final = "more-than-one"
BLOCKED_PAWN: Final = "blocked-pawn"
FOR_BOTH: Final = "centre-for-both"
NOT_ATTACKED: Final = "unprotected-but-not-attacked"
PROTECTED_KING: Final = "protected-king"
KING_IS_25: Final = "king-is-25"
CAPTURED_MAN: Final = "captured-man-on-the-board"
PAWN_RANKS: Final = "pawn-ranks"
MINUS_1000: Final = "minus-1000"
ROUNDING: Final = "single-precision"

#: In the order of modern.agreement.classes.
CLASSES: Final = (
    *(BY_EACH_MAN, PUSHES, EMPTY_DIAGONALS, PHANTOM),
    *(CENTRE_BY_EACH, CENTRE_HELD, CENTRE_DIAGONALS, CENTRE_PUSHES, MORE_THAN_ONE, BLOCKED_PAWN, FOR_BOTH),
    *(NOT_ATTACKED, PROTECTED_KING, KING_IS_25, CAPTURED_MAN, PAWN_RANKS, MINUS_1000, ROUNDING),
)

#: The listing's terms, each with those of the formula that it stands for.
TERMS: Final = {
    LISTING_CONTROL: (CONTROL,),
    LISTING_CENTRE: (CENTRE,),
    LISTING_MATERIAL: (MATERIAL,),
    LISTING_EXPOSED: (UNPROTECTED, CHECK),
    LISTING_PAWN_RANKS: (),
    KING_ATTACKED: (),
}


class Amount(NamedTuple):
    """What a class adds to a term of the listing's, in centipawns, as the side that is scored sees it."""

    name: str
    term: str
    centipawns: int


class Sheet(NamedTuple):
    """One score, laid open, in centipawns: the listing's terms, the formula's, and what each class adds.

    `move` is in words, `score` the program's own, in pawns. `wrong` says what does not come out, if anything.
    """

    move: str
    score: float
    listing: dict[str, int]
    prose: dict[str, int]
    amounts: list[Amount]
    wrong: list[str]

    def classes(self) -> dict[str, int]:
        """What each class adds to the score, those without effect left out; `single-precision` in no centipawns."""
        sums = {name: sum(one.centipawns for one in self.amounts if one.name == name) for name in CLASSES}
        if self.score != single(sum(self.listing.values()) / 100):
            sums[ROUNDING] = 1
        return {name: amount for name, amount in sums.items() if amount}


def compare_scores(view: View) -> list[Finding]:
    """The classes that tell the program's score of one of its moves from the formula's; none where they agree.

    Which of the moves is drawn by the position itself. Each class with an amount other than 0 is one finding.
    """
    astray = view.not_as_listed()
    if astray:
        return [Finding(UNEXPLAINED, astray)]
    if not view.scored:
        return []
    sheet = sheet_of(view, view.scored[drawn(view)])
    findings = [Finding(UNEXPLAINED, wrong) for wrong in sheet.wrong]
    return findings + [Finding(name, _told(sheet, name, amount)) for name, amount in sheet.classes().items()]


def drawn(view: View) -> int:
    """Which of the moves that the program tries has its score compared."""
    return view.position.hash % len(view.scored)


def score_sheets(view: View) -> list[Sheet] | str:
    """The scores of all moves that the program tries, in order.

    In place of them a line, if the program does not try what it is known to.
    """
    return view.not_as_listed() or [sheet_of(view, one) for one in view.scored]


def _told(sheet: Sheet, name: str, amount: int) -> str:
    if name == ROUNDING:
        return f"after {sheet.move}: {sheet.score!r} for {sum(sheet.listing.values()) / 100}"
    return f"after {sheet.move}: {amount:+} centipawns"


def sheet_of(view: View, scored: Scored) -> Sheet:
    """The program's score of one of its moves, laid open."""
    choice = choice_of(Candidate(scored.man, scored.square, scored.castling, 0.0))
    board = board_after(view.board, view.state, view.side, choice)
    reckoned = account(board, view.state, view.side)
    listing = in_centipawns(reckoned)
    own, other = armies_on(board, view.side)
    prose = formula(own, other)
    amounts = amounts_of(view.state, own, other, prose)
    move = choice_in_words(view.board, view.state, view.side, choice)
    wrong = []
    if reckoned.total != scored.own:
        wrong.append(f"after {move} the program has {scored.own!r}, its terms come to {reckoned.total!r}")
    for term, in_prose in TERMS.items():
        explained = sum(prose[name] for name in in_prose) + sum(one.centipawns for one in amounts if one.term == term)
        if listing[term] != explained:
            wrong.append(f"after {move}: {term} is {listing[term]} centipawns, and {explained} are explained")
    return Sheet(move, scored.own, listing, prose, amounts, wrong)


def in_twentieths(pawns: float) -> int:
    """A sum of the program's in exact centipawns: what it adds are twentieths of a pawn, and its errors far less."""
    return round(pawns * 20) * TWENTIETH


def in_centipawns(score: Account) -> dict[str, int]:
    """Each of the listing's terms in exact centipawns: every amount that it adds is some twentieths of a pawn."""
    sums = dict.fromkeys(TERMS, 0)
    total = 0
    for term, amount in score.entries:
        centipawns = MATE - total if term == KING_ATTACKED else in_twentieths(amount)
        sums[term] += centipawns
        total += centipawns
    return sums


def amounts_of(state: State, own: Army, other: Army, prose: dict[str, int]) -> list[Amount]:
    """What each class adds to each term, as the rule that the listing follows has it."""
    occupied = sum(1 << man.square for army in (own, other) for man in army.men)
    amounts = _control(state, own, other, occupied) + _centre(own, other, occupied)
    amounts += _values(state, own, other) + _pawn_ranks(own)
    king = next((man for man in own.men if man.kind == KING), None)
    if king is not None and other.attacks(king.square):
        # All that was added up to the king's square is thrown away: squares, centre, and the men up to him.
        before = prose[CONTROL] + prose[CENTRE]
        before += sum(one.centipawns for one in amounts if one.term in (LISTING_CONTROL, LISTING_CENTRE))
        for sign, army, against in ((1, own, other), (-1, other, own)):
            up_to_him = (man for man in army.men if man.square <= king.square)
            before += sign * sum(sum(_counted(state, man, army, against)) for man in up_to_him)
        amounts.append(Amount(MINUS_1000, KING_ATTACKED, MATE - before))
    return amounts


def _control(state: State, own: Army, other: Army, occupied: int) -> list[Amount]:
    """WHITE2 and BLACK2: a tenth for each bit, and so for each man on each square; pawns as they have bits."""
    amounts = []
    for sign, army in ((A_SQUARE, own), (-A_SQUARE, other)):
        pawns = [man for man in army.men if man.kind == PAWN]
        bits = sum(man.attacked.bit_count() for man in army.men)
        steps = sum(_is_empty(_ahead(army, pawn.square), occupied) for pawn in pawns)
        doubles = [pawn for pawn in pawns if _has_double_step(state, army, pawn, occupied)]
        at_home = sum(pawn.square == _home(army, pawn) for pawn in doubles)
        empty = sum((pawn.attacked & ~occupied).bit_count() for pawn in pawns)
        amounts += [
            Amount(BY_EACH_MAN, LISTING_CONTROL, sign * (bits - army.controlled.bit_count())),
            Amount(PUSHES, LISTING_CONTROL, sign * (steps + at_home)),
            Amount(EMPTY_DIAGONALS, LISTING_CONTROL, -sign * empty),
            Amount(PHANTOM, LISTING_CONTROL, sign * (len(doubles) - at_home)),
        ]
    return amounts


def _centre(own: Army, other: Army, occupied: int) -> list[Amount]:
    """WHITE2 and BLACK2: a tenth, whoever's it is, for each man who comes to an empty square of the centre."""
    amounts = []
    for sign, army in ((A_SQUARE, own), (-A_SQUARE, other)):
        pawns = [man for man in army.men if man.kind == PAWN]
        each = sum((man.attacked & CENTRE_SET).bit_count() for man in army.men)
        by_pawns = sum((pawn.attacked & CENTRE_SET).bit_count() for pawn in pawns)
        held = sum((man.attacked & CENTRE_SET & occupied).bit_count() for man in army.men if man.kind != PAWN)
        before_centre = [pawn for pawn in pawns if _is_centre(_ahead(army, pawn.square))]
        pushes = [pawn for pawn in before_centre if _is_empty(_ahead(army, pawn.square), occupied)]
        alone = sum(_is_alone(army, pawn) for pawn in pushes)
        blocked = sum(_bits_before(army, pawn) > _threshold(army) for pawn in before_centre if pawn not in pushes)
        counted = each - by_pawns - held + len(pushes) - alone + blocked
        amounts += [
            Amount(CENTRE_BY_EACH, LISTING_CENTRE, sign * (each - (army.controlled & CENTRE_SET).bit_count())),
            Amount(CENTRE_HELD, LISTING_CENTRE, -sign * held),
            Amount(CENTRE_DIAGONALS, LISTING_CENTRE, -sign * by_pawns),
            Amount(CENTRE_PUSHES, LISTING_CENTRE, sign * len(pushes)),
            Amount(MORE_THAN_ONE, LISTING_CENTRE, -sign * alone),
            Amount(BLOCKED_PAWN, LISTING_CENTRE, sign * blocked),
        ]
        if army is other:
            amounts.append(Amount(FOR_BOTH, LISTING_CENTRE, 2 * A_SQUARE * counted))
    return amounts


def _values(state: State, own: Army, other: Army) -> list[Amount]:
    """CWHITEA and CWHITE5: the king counts 25, a captured man nothing, and who is not attacked loses nothing."""
    amounts = []
    for sign, army, against in ((1, own, other), (-1, other, own)):
        for man in army.men:
            protected, attacked = army.attacks(man.square), against.attacks(man.square)
            in_prose = -WORTH[man.kind] // 4 if not protected else 0
            if man.kind == KING:
                in_prose = -A_CHECK if attacked else 0
            if _is_captured(state, army, man):
                amounts.append(Amount(CAPTURED_MAN, LISTING_MATERIAL, -sign * WORTH[man.kind]))
                amounts.append(Amount(CAPTURED_MAN, LISTING_EXPOSED, -sign * in_prose))
                continue
            if man.kind == KING:
                amounts.append(Amount(KING_IS_25, LISTING_MATERIAL, sign * (100 * VALUES[man.number] - WORTH[KING])))
                if attacked and protected:
                    amounts.append(Amount(PROTECTED_KING, LISTING_EXPOSED, sign * A_CHECK))
            elif not protected and not attacked:
                amounts.append(Amount(NOT_ATTACKED, LISTING_EXPOSED, -sign * in_prose))
    return amounts


def _pawn_ranks(own: Army) -> list[Amount]:
    """The loop over HJ: .05 for each rank that a pawn of the scored side has come forward, and 9 on the last."""
    amounts = []
    for man in own.men:
        if man.kind == PAWN:
            rank = man.square // 8 if own.name == "white" else 7 - man.square // 8
            amounts.append(Amount(PAWN_RANKS, LISTING_PAWN_RANKS, 900 if rank == 7 else TWENTIETH * rank))
    return amounts


def _counted(state: State, man: Man, army: Army, against: Army) -> tuple[int, int]:
    """A man's value as the listing adds it, and what it takes off because he is attacked and not protected."""
    if _is_captured(state, army, man):
        return 0, 0
    value = 100 * VALUES[man.number]
    exposed = against.attacks(man.square) and not army.attacks(man.square)
    return value, -value // 4 if exposed else 0


def _is_captured(state: State, army: Army, man: Man) -> bool:
    return state.men(army.name)[1][man.number] == CAPTURED


def _home(army: Army, pawn: Man) -> int:
    """The square where a pawn of this number stands at the start."""
    return SQUARE_64[side_named(army.name).home + pawn.number]


def _has_double_step(state: State, army: Army, pawn: Man, occupied: int) -> bool:
    """Whether WHITE2 (BLACK2) gives the pawn the double step, from its home, wherever it stands."""
    first = _ahead(army, _home(army, pawn))
    free = _is_empty(first, occupied) and _is_empty(_ahead(army, first), occupied)
    return free and state.men(army.name)[1][pawn.number] == NOT_MOVED


def _ahead(army: Army, square: int) -> int:
    """The square before a pawn's, which may be none."""
    return square + 8 if army.name == "white" else square - 8


def _is_empty(square: int, occupied: int) -> bool:
    """Whether it is a square, and nobody stands on it."""
    return 0 <= square < 64 and not occupied >> square & 1


def _is_centre(square: int) -> bool:
    return 0 <= square < 64 and bool(CENTRE_SET >> square & 1)


def _threshold(army: Army) -> int:
    """WHITE2 wants more than 1 on the square of the centre, BLACK2 more than 0."""
    return 1 if army.name == "white" else 0


def _bits_before(army: Army, pawn: Man) -> int:
    """The bits, on the square before a pawn, of those men of the side who are counted before it: from a1 on."""
    ahead = _ahead(army, pawn.square)
    return sum(1 << man.number for man in army.men if man.square < pawn.square and man.attacked >> ahead & 1)


def _is_alone(army: Army, pawn: Man) -> bool:
    """Whether the pawn's own bit, on the empty square before it, is too little for WHITE2: that of man 0."""
    reached_before = any(
        man.square < pawn.square and man.kind != PAWN and man.attacked >> _ahead(army, pawn.square) & 1
        for man in army.men
    )
    return 1 << pawn.number <= _threshold(army) and not reached_before
