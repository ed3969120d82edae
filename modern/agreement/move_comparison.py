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
from historic.position.state import PIECE_NUMBERS
from historic.study.terms import BORDER
from modern.agreement.differences import UNEXPLAINED, Finding
from modern.agreement.moves import HISTORIC, MODERN, MOVE_CLASSES, MoveClass, MoveDifference
from modern.agreement.pair import SQUARE_144, code_for_python_chess
from modern.agreement.view import CASTLING_BIT, CODE_MASK, NOWHERE_BIT, PositionView, codes_of_tried, name_of
from modern.rules.move import from_square_of, to_square_of, uci_of

#: Without castling to consider, the program's own loop is recorded at one position in this many.
RECORDING_INTERVAL: Final = 8
#: The whole list of legal moves is compared with python-chess's at one position in LEGALITY_INTERVAL, at one in
#: CASTLING_INTERVAL where the rules castle, and wherever a promotion or en passant may be legal.
LEGALITY_INTERVAL: Final = 50
CASTLING_INTERVAL: Final = 8

#: The ranks, from 0, between which a double push goes.
DOUBLE_PUSH_RANKS: Final = ((1, 3), (6, 4))


class MoveFinding(Finding):
    """A move that only one program has, and the class that claims it, or None and the `reason`."""

    def __init__(self, difference: MoveDifference, move_class: MoveClass | None, reason: str = "") -> None:
        super().__init__(move_class.name if move_class else UNEXPLAINED, reason)
        self.difference = difference
        self.move_class = move_class

    @property
    def what(self) -> str:
        """The difference in one line."""
        return f"{self.difference}{self._what}"


def move_differences(view: PositionView, classes: Sequence[MoveClass] = MOVE_CLASSES) -> list[MoveFinding]:
    """Returns every move that only one program has, with its class.

    The class is None, and the description says why, unless python-chess agrees with the rules about the move, and
    exactly one class claims it.
    """
    tried = codes_of_tried(view.state, view.side, view.tried)
    tried_codes, legal_codes = set(tried), set(view.extended_codes)
    differences = [
        _tried_difference(view, code, move)
        for code, move in zip(tried, view.tried, strict=True)
        if code not in legal_codes
    ]
    only_legal = [code for code in view.extended_codes if code not in tried_codes]
    only_legal.sort(key=_move_code)
    differences += [_legal_difference(view, code) for code in only_legal]
    if not differences:
        return []
    on_squares = [one.code & CODE_MASK for one in differences if not one.code & NOWHERE_BIT]
    legal_for_python_chess = view.legal_for_python_chess(on_squares)
    return [
        _classified(view, one, not one.code & NOWHERE_BIT and one.code & CODE_MASK in legal_for_python_chess, classes)
        for one in differences
    ]


def _move_code(code: int) -> int:
    """Returns the move code of an extended one."""
    return code & CODE_MASK


def _tried_difference(view: PositionView, code: int, tried: PieceMove) -> MoveDifference:
    """Returns a move that only the 1994 program has."""
    castling = tried.castling(view.side)
    from_square = view.state.pieces(view.side)[0][tried.piece]
    to_square = castling.king_path[1] if castling else tried.square
    return MoveDifference(HISTORIC, code, tried.piece, from_square, to_square, castling)


def _legal_difference(view: PositionView, code: int) -> MoveDifference:
    """Returns a move that only the rules have."""
    from_square, to_square = SQUARE_144[from_square_of(code)], SQUARE_144[to_square_of(code)]
    piece = view.board[from_square] - side_named(view.side).board_offset
    castling = CASTLING_BY_NOTATION[view.side, name_of(code)] if code & CASTLING_BIT else None
    return MoveDifference(MODERN, code, piece, from_square, to_square, castling)


def _classified(
    view: PositionView, difference: MoveDifference, is_legal: bool, classes: Sequence[MoveClass]
) -> MoveFinding:
    """Returns the difference with the class that claims it, or with the reason why there is none.

    `is_legal` is what python-chess says of the move.
    """
    if is_legal != (difference.program == MODERN):
        verdict = "legal" if is_legal else "not legal"
        return MoveFinding(difference, None, f": python-chess says that it is {verdict}")
    claims = [one for one in classes if one.claims(view, difference)]
    if len(claims) == 1:
        return MoveFinding(difference, claims[0])
    names = " and ".join([one.name for one in claims])
    return MoveFinding(difference, None, f": claimed by {names or 'no class'}")


def compare_moves(
    view: PositionView, classes: Sequence[MoveClass] = MOVE_CLASSES, always: bool = False
) -> list[Finding]:
    """Returns a finding for every move that only one program has, and for every error of the rules.

    `always` makes the slow comparisons, too, which are made at a share of the positions only.

    The moves that the program tries are computed (historic.study.candidates). The computation is most error-prone where
    the program considers castling. At those positions, and at one in RECORDING_INTERVAL others, the loop of CWHITE
    (CBLACK) is recorded as well, which is slower, and compared with the computed list.
    """
    always = always or view.pair.complete_number is not None
    findings: list[Finding] = []
    findings += move_differences(view, classes)
    records_loop = always or view.castling_paths or view.position.hash % RECORDING_INTERVAL == 0
    if records_loop and view.mismatch:
        findings.append(Finding(UNEXPLAINED, view.mismatch))
    if always or view.position.hash % LEGALITY_INTERVAL == 0 or _may_have_a_special_move(view):
        findings += _errors_of_the_rules(view)
    return findings


def _may_have_a_special_move(view: PositionView) -> bool:
    """Returns True if a pawn is about to promote, or en passant may be legal; or, at some positions, for castling."""
    squares, _ = view.state.pieces(view.side)
    pawns = [squares[pawn] for pawn in PIECE_NUMBERS["P"] if squares[pawn]]
    forward = side_named(view.side).forward
    if any(view.board[pawn + 2 * forward] == BORDER for pawn in pawns):
        return True
    if view.pair.codes:
        last = view.pair.codes[-1]
        origin, target = from_square_of(last), to_square_of(last)
        if (origin >> 3, target >> 3) in DOUBLE_PUSH_RANKS:
            beside = (SQUARE_144[target] - 1, SQUARE_144[target] + 1)
            return any(pawn in beside for pawn in pawns)
    castles = any(code & CASTLING_BIT for code in view.extended_codes)
    return castles and view.position.hash % CASTLING_INTERVAL == 0


def _errors_of_the_rules(view: PositionView) -> list[Finding]:
    """Returns a finding for each move that is legal only for the rules, or only for python-chess."""
    rules = set(view.legal_codes)
    legal = {code_for_python_chess(move) for move in view.pair.oracle.legal_moves}
    return [
        Finding(UNEXPLAINED, f"the rules {'have' if code in rules else 'lack'} {uci_of(code)}; python-chess disagrees")
        for code in sorted(rules ^ legal, key=uci_of)
    ]
