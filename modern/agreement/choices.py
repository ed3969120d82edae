"""The classes of choices: the steps from the program's search to the exact search. Each step corrects one flaw.

A step is a pure function: it takes the scores as the steps before have left them, and returns them corrected. The
choice is then the best move. If the choice changes at a step, the flaw of that step is a cause.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from modern.agreement.differences import CHOICES, DifferenceClass
from modern.agreement.exact_search import ExactSearch, TwoPlies
from modern.agreement.moves import CASTLING_TURNS, HISTORIC, KING_SAFETY, MISSING_MOVES

#: Returns the scores with one more flaw corrected. Takes them as the earlier steps have left them.
Step = Callable[[ExactSearch, TwoPlies], TwoPlies]


@dataclass(frozen=True, kw_only=True)
class ChoiceClass(DifferenceClass):
    """A class of choices: `step` corrects a flaw of the search.

    Only LETTER has no step: it leads from the choice as recorded to the choice as printed.
    """

    step: Step | None


LETTER: Final = ChoiceClass(
    kind=CHOICES,
    name="choice-by-the-letter",
    label="CBLACKA",
    quirk="",
    cause="In the recorded reading Black gets no .9 for castling. The two readings differ in this one letter only.",
    fen="r3k3/8/8/3K4/8/8/8/8 b q - 0 1",
    step=None,
)
CHOICE_CLASSES: Final[list[ChoiceClass]] = [LETTER]


def choice_step(
    name: str, *, label: str, quirk: str, cause: str, fen: str, moves: str = ""
) -> Callable[[Step], ChoiceClass]:
    """Decorates a step; the arguments are the fields of DifferenceClass."""

    def add(step: Step) -> ChoiceClass:
        one = ChoiceClass(
            kind=CHOICES, name=name, label=label, quirk=quirk, cause=cause, fen=fen, moves=moves, step=step
        )
        CHOICE_CLASSES.append(one)
        return one

    return add


@choice_step(
    "choice-by-single-precision",
    label="CWHITEA, CBLACKA",
    quirk="single-precision",
    cause="Two moves have the same score, or nearly, and rounding to binary32 decides between them.",
    fen="1K6/8/8/1k6/8/8/8/8 b - - 0 1",
)
def with_exact_scores(search: ExactSearch, plies: TwoPlies) -> TwoPlies:
    """Returns the same scores, which are exact: rounding no longer decides."""
    return plies


@choice_step(
    "choice-by-castling-slots",
    label="CWHITE, CBLACK",
    quirk="stale-ii",
    cause="The program castles illegally or moves a piece from nowhere. Or it never tries a legal castling, or"
    " a move of the queen whose turn castling took.",
    fen="8/6k1/8/8/8/8/8/4K2R w K - 0 1",
    moves="h1h7 g7h7",
)
def with_castling_corrected(search: ExactSearch, plies: TwoPlies) -> TwoPlies:
    """Removes illegal castlings and pieces from nowhere, and adds the moves whose turn castling took."""
    return _without_flaw(search, plies, CASTLING_TURNS)


@choice_step(
    "choice-by-illegal-moves",
    label="CWHITE4, CBLACK4",
    quirk="minus-1000",
    cause="The chosen move leaves the king in check. What is added after the -1000 makes it the best move.",
    fen="4k3/8/8/8/4RR2/3r4/7r/1K6 b - - 0 1",
)
def without_illegal_moves(search: ExactSearch, plies: TwoPlies) -> TwoPlies:
    """Removes the moves that leave the king attacked."""
    return _without_flaw(search, plies, KING_SAFETY)


@choice_step(
    "choice-by-pawn-for-queen",
    label="CWHITEA, CBLACKA",
    quirk="pawn-on-the-last-rank",
    cause="While the program thinks, a pawn on the last rank is still a pawn: it counts 10 and attacks nothing.",
    fen="8/8/8/8/1n6/K4k2/4p3/8 b - - 0 1",
)
def with_pawns_promoted(search: ExactSearch, plies: TwoPlies) -> TwoPlies:
    """Scores each promotion to a queen with a queen on the board, not with a pawn on its last rank."""
    for move in [move for move in plies.own_scores if move.endswith("q")]:
        plies = plies.having(move, *search.score_and_replies(move))
    return plies


@choice_step(
    "choice-by-unknown-moves",
    label="WHITE2, BLACK2, CWHITE3, CBLACK3",
    quirk="no-en-passant",
    cause="The best move is an en passant capture or an underpromotion, which the program never tries.",
    fen="1K1k4/8/8/Pp6/8/8/8/8 w - b6 0 1",
)
def with_unknown_moves(search: ExactSearch, plies: TwoPlies) -> TwoPlies:
    """Adds en passant captures and underpromotions."""
    return _without_flaw(search, plies, MISSING_MOVES)


@choice_step(
    "choice-by-illegal-replies",
    label="CWHITE, CBLACK",
    quirk="minus-1000",
    cause="The best reply that the program finds is illegal.",
    fen="2k5/8/8/8/8/8/8/4K2R b K - 0 1",
)
def without_illegal_replies(search: ExactSearch, plies: TwoPlies) -> TwoPlies:
    """Removes the illegal replies."""
    legal = {}
    for move, replies in plies.replies.items():
        legal_replies = set(search.legal_replies(move))
        legal[move] = {reply: score for reply, score in replies.items() if reply in legal_replies}
    return TwoPlies(plies.own_scores, legal)


@choice_step(
    "choice-by-unknown-replies",
    label="WHITE2, BLACK2, CWHITE3, CBLACK3",
    quirk="no-en-passant",
    cause="The best reply is a move that the program never tries, or a promotion to a queen.",
    fen="4k1K1/8/8/8/8/8/p7/8 w - - 0 1",
)
def with_unknown_replies(search: ExactSearch, plies: TwoPlies) -> TwoPlies:
    """Adds the legal replies that the program does not try, and scores promotions as what the pawn promotes to."""
    all_replies = {}
    for move, replies in plies.replies.items():
        unknown = [reply for reply in search.legal_replies(move) if reply not in replies or reply[4:]]
        all_replies[move] = {**replies, **search.reply_scores(move, unknown)}
    return TwoPlies(plies.own_scores, all_replies)


def _without_flaw(search: ExactSearch, plies: TwoPlies, flaw: str) -> TwoPlies:
    """Removes the illegal moves that are due to a flaw, and adds the legal moves that the program does not try."""
    for finding in search.differences:
        move_class, difference = finding.move_class, finding.difference
        if move_class is None or move_class.flaw != flaw:
            continue
        if difference.program == HISTORIC:
            plies = plies.without(difference.move)
        else:
            plies = plies.having(difference.move, *search.score_and_replies(difference.move))
    return plies
