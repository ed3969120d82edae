"""The steps from the program's search to the exact search. Each step corrects one flaw, and is a class of choices.

A step is a pure function: it takes the candidates as the steps before have left them, and returns them corrected. The
choice is then the best candidate. If the choice changes at a step, the flaw of that step is a cause.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from historic.study.candidates import TriedMove
from modern.agreement.exact_search import ExactCandidates, ExactSearch
from modern.agreement.kinds import CHOICES, ClassTable
from modern.agreement.move_classes import CASTLING_TURNS, FLAWS, KING_SAFETY, MISSING_MOVES
from modern.agreement.move_keys import HISTORIC
from modern.rules.pieces import QUEEN

Step = Callable[[ExactSearch, ExactCandidates], ExactCandidates]

CHOICE_CLASSES: Final = ClassTable(CHOICES)
#: The steps, by class, in order.
STEPS: Final[dict[str, Step]] = {}

#: The only class that is not a step of the search: it leads from the choice as recorded to the choice as printed.
LETTER: Final = CHOICE_CLASSES.add(
    "choice-by-the-letter",
    "CBLACKA",
    "",
    "In the recorded reading Black gets no .9 for castling. The two readings differ in this one letter only.",
    "r3k3/8/8/3K4/8/8/8/8 b q - 0 1",
)


def choice_step(name: str, label: str, quirk: str, cause: str, fen: str, moves: str = "") -> Callable[[Step], Step]:
    """Decorates a step. The arguments are the fields of its DifferenceClass."""

    def add(step: Step) -> Step:
        STEPS[CHOICE_CLASSES.add(name, label, quirk, cause, fen, moves)] = step
        return step

    return add


@choice_step(
    "choice-by-single-precision",
    "CWHITEA, CBLACKA",
    "single-precision",
    "Two moves have the same score, or nearly, and rounding to binary32 decides between them.",
    "1K6/8/8/1k6/8/8/8/8 b - - 0 1",
)
def with_exact_scores(search: ExactSearch, candidates: ExactCandidates) -> ExactCandidates:
    """Returns the same candidates, whose scores are exact: rounding no longer decides."""
    return candidates


@choice_step(
    "choice-by-castling-slots",
    "CWHITE, CBLACK",
    "stale-ii",
    "The program castles illegally or moves a piece from nowhere. Or it never tries a legal castling, or"
    " a move of the queen whose turn castling took.",
    "8/6k1/8/8/8/8/8/4K2R w K - 0 1",
    "h1h7 g7h7",
)
def with_castling_corrected(search: ExactSearch, candidates: ExactCandidates) -> ExactCandidates:
    """Removes illegal castlings and pieces from nowhere, and adds the moves whose turn castling took."""
    return _without_flaw(search, candidates, CASTLING_TURNS)


@choice_step(
    "choice-by-illegal-moves",
    "CWHITE4, CBLACK4",
    "minus-1000",
    "The chosen move leaves the king in check. What is added after the -1000 makes it the best move.",
    "4k3/8/8/8/4RR2/3r4/7r/1K6 b - - 0 1",
)
def without_illegal_moves(search: ExactSearch, candidates: ExactCandidates) -> ExactCandidates:
    """Removes the moves that leave the king attacked."""
    return _without_flaw(search, candidates, KING_SAFETY)


@choice_step(
    "choice-by-pawn-for-queen",
    "CWHITEA, CBLACKA",
    "pawn-on-the-last-rank",
    "While the program thinks, a pawn on the last rank is still a pawn: it counts 10 and attacks nothing.",
    "8/8/8/8/1n6/K4k2/4p3/8 b - - 0 1",
)
def with_pawns_promoted(search: ExactSearch, candidates: ExactCandidates) -> ExactCandidates:
    """Scores each promotion to a queen with a queen on the board, not with a pawn on its last rank."""
    corrected = dict(candidates)
    for key, candidate in candidates.items():
        if key.code >> 12 == QUEEN:
            own_score, replies = search.score_and_replies(key)
            corrected[key] = replace(candidate, own_score=own_score, replies=replies)
    return corrected


@choice_step(
    "choice-by-unknown-moves",
    "WHITE2, BLACK2, CWHITE3, CBLACK3",
    "no-en-passant",
    "The best move is an en passant capture or an underpromotion, which the program never tries.",
    "1K1k4/8/8/Pp6/8/8/8/8 w - b6 0 1",
)
def with_unknown_moves(search: ExactSearch, candidates: ExactCandidates) -> ExactCandidates:
    """Adds en passant captures and underpromotions."""
    return _without_flaw(search, candidates, MISSING_MOVES)


@choice_step(
    "choice-by-illegal-replies",
    "CWHITE, CBLACK",
    "minus-1000",
    "The best reply that the program finds is illegal.",
    "2k5/8/8/8/8/8/8/4K2R b K - 0 1",
)
def without_illegal_replies(search: ExactSearch, candidates: ExactCandidates) -> ExactCandidates:
    """Removes the illegal replies."""
    corrected = {}
    for key, candidate in candidates.items():
        legal = set(search.legal_replies(key))
        replies = {reply: score for reply, score in candidate.replies.items() if reply in legal}
        corrected[key] = replace(candidate, replies=replies)
    return corrected


@choice_step(
    "choice-by-unknown-replies",
    "WHITE2, BLACK2, CWHITE3, CBLACK3",
    "no-en-passant",
    "The best reply is a move that the program never tries, or a promotion to a queen.",
    "4k1K1/8/8/8/8/8/p7/8 w - - 0 1",
)
def with_unknown_replies(search: ExactSearch, candidates: ExactCandidates) -> ExactCandidates:
    """Adds the legal replies that the program does not try, and scores promotions as what the pawn promotes to."""
    corrected = {}
    for key, candidate in candidates.items():
        new = [reply for reply in search.legal_replies(key) if reply not in candidate.replies or reply.code >> 12]
        corrected[key] = replace(candidate, replies={**candidate.replies, **search.reply_scores(key, new)})
    return corrected


def _without_flaw(search: ExactSearch, candidates: ExactCandidates, flaw: str) -> ExactCandidates:
    """Removes the illegal moves that are due to a flaw, and adds the legal moves that the program does not try."""
    corrected = dict(candidates)
    for name, difference, _ in search.differences:
        if FLAWS[name] != flaw:
            continue
        key = difference.key
        if difference.program == HISTORIC:
            del corrected[key]
        else:
            tried = TriedMove(difference.piece_number, difference.to_square, difference.castling)
            corrected[key] = search.candidate(key, tried, *search.score_and_replies(key))
    return corrected
