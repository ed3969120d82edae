"""Compares the moves that CWHITE (CBLACK) tries with the legal moves, and puts each difference into a class.

Every difference must be claimed by exactly one class of modern.agreement.moves, and python-chess must agree with the
rules about it. A fault of the rules that allows what the 1994 program also tries leaves no difference. So the whole
list of legal moves is compared with python-chess's at a share of the positions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from historic.position.castling import CASTLING_BY_NOTATION
from historic.position.moves import PieceMove
from historic.position.sides import side_named
from historic.position.squares import NAME_TO_SQUARE
from historic.position.state import PIECE_NUMBERS
from historic.study.terms import BORDER
from modern.agreement.differences import UNEXPLAINED, Finding
from modern.agreement.moves import HISTORIC, MODERN, MOVE_CLASSES, MoveClass, MoveDifference
from modern.agreement.pair import SQUARE_144
from modern.agreement.view import PositionView, key_of_tried
from modern.rules.move import from_square_of, to_square_of, uci_of

#: Without castling to consider, the program's own loop is recorded at one position in this many.
RECORDING_INTERVAL: Final = 8
#: The whole list of legal moves is compared with python-chess's at one position in LEGALITY_INTERVAL, at one in
#: CASTLING_INTERVAL where the rules castle, and wherever a promotion or en passant may be legal.
LEGALITY_INTERVAL: Final = 50
CASTLING_INTERVAL: Final = 8


def move_differences(
    view: PositionView, classes: Sequence[MoveClass] = MOVE_CLASSES
) -> list[tuple[MoveClass | None, MoveDifference, str]]:
    """Returns every move that only one program has, with its class and a description.

    The class is None, and the description says why, unless python-chess agrees with the rules about the move, and
    exactly one class claims it.
    """
    legal = view.legal
    tried = {key_of_tried(view.state, view.side, move): move for move in view.tried}
    only_tried = [_tried_difference(view, key, move) for key, move in tried.items() if key not in legal]
    only_legal = [_legal_difference(view, key) for key in sorted(legal.keys() - tried.keys(), key=legal.__getitem__)]
    differences = only_tried + only_legal
    legal_for_python_chess = view.legal_for_python_chess([one.uci for one in differences if one.uci])
    return [_classified(view, one, one.uci in legal_for_python_chess, classes) for one in differences]


def _tried_difference(view: PositionView, key: str, tried: PieceMove) -> MoveDifference:
    """Returns a move that only the 1994 program has."""
    castling = tried.castling(view.side)
    from_square = view.state.pieces(view.side)[0][tried.piece]
    to_square = castling.king_path[1] if castling else tried.square
    return MoveDifference(HISTORIC, key, tried.piece, from_square, to_square, castling)


def _legal_difference(view: PositionView, key: str) -> MoveDifference:
    """Returns a move that only the rules have."""
    code = view.legal[key]
    from_square, to_square = SQUARE_144[from_square_of(code)], SQUARE_144[to_square_of(code)]
    piece = view.board[from_square] - side_named(view.side).board_offset
    castling = CASTLING_BY_NOTATION.get((view.side, key))
    return MoveDifference(MODERN, key, piece, from_square, to_square, castling)


def _classified(
    view: PositionView, difference: MoveDifference, is_legal: bool, classes: Sequence[MoveClass]
) -> tuple[MoveClass | None, MoveDifference, str]:
    """Returns the class that claims the move, or None, with the reason at the end of the description.

    `is_legal` is what python-chess says of the move.
    """
    if is_legal != (difference.program == MODERN):
        verdict = "legal" if is_legal else "not legal"
        return None, difference, f"{difference}: python-chess says that it is {verdict}"
    claims = [one for one in classes if one.claims(view, difference)]
    if len(claims) == 1:
        return claims[0], difference, str(difference)
    names = " and ".join(one.name for one in claims)
    return None, difference, f"{difference}: claimed by {names or 'no class'}"


def compare_moves(
    view: PositionView, classes: Sequence[MoveClass] = MOVE_CLASSES, always: bool = False
) -> list[Finding]:
    """Returns a finding for every move that only one program has, and for every error of the rules.

    `always` makes the slow comparisons, too, which are made at a share of the positions only.

    The moves that the program tries are computed (historic.study.candidates). The computation is most error-prone where
    the program considers castling. At those positions, and at one in RECORDING_INTERVAL others, the loop of CWHITE
    (CBLACK) is recorded as well, which is slower, and compared with the computed list.
    """
    differences = move_differences(view, classes)
    findings = [Finding(one.name if one else UNEXPLAINED, what) for one, _, what in differences]
    records_loop = always or view.castling_paths or view.position.hash % RECORDING_INTERVAL == 0
    if records_loop and view.mismatch:
        findings.append(Finding(UNEXPLAINED, view.mismatch))
    if always or view.position.hash % LEGALITY_INTERVAL == 0 or _may_have_a_special_move(view):
        findings += _errors_of_the_rules(view)
    return findings


def _may_have_a_special_move(view: PositionView) -> bool:
    """Returns True if a pawn is about to promote, or en passant may be legal; or, at some positions, for castling."""
    squares, _ = view.state.pieces(view.side)
    forward = side_named(view.side).forward
    if any(view.board[squares[pawn] + 2 * forward] == BORDER for pawn in PIECE_NUMBERS["P"] if squares[pawn]):
        return True
    *_, last = view.pair.moves or [""]
    if last[1:2] + last[3:] in ("24", "75"):
        beside = (NAME_TO_SQUARE[last[2:4]] - 1, NAME_TO_SQUARE[last[2:4]] + 1)
        return any(squares[pawn] in beside for pawn in PIECE_NUMBERS["P"])
    castles = "0-0" in view.legal or "0-0-0" in view.legal
    return castles and view.position.hash % CASTLING_INTERVAL == 0


def _errors_of_the_rules(view: PositionView) -> list[Finding]:
    """Returns a finding for each move that is legal only for the rules, or only for python-chess."""
    rules = set(map(uci_of, view.legal.values()))
    legal = {move.uci() for move in view.pair.oracle.legal_moves}
    return [
        Finding(UNEXPLAINED, f"the rules {'have' if uci in rules else 'lack'} {uci}; python-chess disagrees")
        for uci in sorted(rules ^ legal)
    ]
