"""Compares the moves that CWHITE (CBLACK) tries with the legal moves, and puts each difference into a class.

Every difference must be claimed by exactly one predicate of modern.agreement.move_classes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from historic.position.sides import side_named
from historic.study.candidates import TriedMove
from modern.agreement.findings import UNEXPLAINED, Finding
from modern.agreement.move_classes import PREDICATES, Predicate
from modern.agreement.move_keys import (
    CASTLING,
    CASTLING_BY_KING_MOVE,
    HISTORIC,
    MODERN,
    MoveDifference,
    MoveKey,
    key_of_tried,
    keys_of_legal,
)
from modern.agreement.pair import SQUARE_144
from modern.agreement.view import PositionView

#: Without castling to consider, the program's own loop is recorded at one position in this many.
RECORDING_INTERVAL: Final = 8


def move_differences(
    view: PositionView, predicates: Mapping[str, Predicate] = PREDICATES
) -> list[tuple[str, MoveDifference, str]]:
    """Returns every move that only one program has: its class, the move, and a description."""
    legal = keys_of_legal(view.position)
    tried = {key_of_tried(view.state, view.side, move): move for move in view.tried}
    only_tried = [_tried_difference(view, key, move) for key, move in tried.items() if key not in legal]
    only_legal = [_legal_difference(view, key) for key in sorted(legal.keys() - tried.keys())]
    return [_classified(view, difference, predicates) for difference in only_tried + only_legal]


def _tried_difference(view: PositionView, key: MoveKey, tried: TriedMove) -> MoveDifference:
    """Returns a move that only the program of 1994 has."""
    from_square = view.state.pieces(view.side)[0][tried.piece]
    return MoveDifference(HISTORIC, key, tried.piece, from_square, tried.square, tried.castling)


def _legal_difference(view: PositionView, key: MoveKey) -> MoveDifference:
    """Returns a move that only the rules have."""
    from_square, to_square = SQUARE_144[key.code & 63], SQUARE_144[key.code >> 6 & 63]
    number = view.board[from_square] - side_named(view.side).board_offset
    castling = CASTLING_BY_KING_MOVE[view.side, key.code] if key.special == CASTLING else 0
    return MoveDifference(MODERN, key, number, from_square, to_square, castling)


def _classified(
    view: PositionView, difference: MoveDifference, predicates: Mapping[str, Predicate]
) -> tuple[str, MoveDifference, str]:
    """Returns the class that claims the move, or UNEXPLAINED if no class or more than one claims it."""
    claims = [name for name, claims in predicates.items() if claims(view, difference)]
    if len(claims) == 1:
        return claims[0], difference, str(difference)
    return UNEXPLAINED, difference, f"{difference}: claimed by {' and '.join(claims) or 'no class'}"


def compare_moves(view: PositionView, predicates: Mapping[str, Predicate] = PREDICATES) -> list[Finding]:
    """Returns a finding for every move that only one program has.

    The moves that the program tries are computed (historic.study.candidates). The computation is most error-prone where
    the program considers castling. At those positions, and at one in RECORDING_INTERVAL others, the loop of CWHITE
    (CBLACK) is recorded as well, which is slower, and compared with the computed list.
    """
    findings = [Finding(name, what) for name, _, what in move_differences(view, predicates)]
    if view.castling_paths or view.position.hash % RECORDING_INTERVAL == 0:
        mismatch = view.mismatch()
        if mismatch:
            findings.append(Finding(UNEXPLAINED, mismatch))
    return findings
