"""What the listing tests before castling, computed from the moved flags and the bitboards."""

from __future__ import annotations

from historic.position.sides import other_side
from historic.position.state import KING, NOT_MOVED, PIECE_COUNT
from historic.study.candidates import CASTLING_CHECKS, CastlingCheck
from modern.agreement.attacks import predicted_think_move_board
from modern.agreement.move_keys import HISTORIC, MoveDifference
from modern.agreement.pair import SQUARE_64
from modern.agreement.view import PositionView


def castling_check_of(view: PositionView, difference: MoveDifference) -> CastlingCheck:
    """Returns the check that CWHITE (CBLACK) has for this castling."""
    return next(check for check in CASTLING_CHECKS[view.side] if check.castling == difference.castling)


def is_performed(view: PositionView, check: CastlingCheck) -> bool:
    """Returns True if the listing performs the check: the rook whose flag it tests has not moved."""
    return view.flag(check.rook_side, check.rook) == NOT_MOVED


def finds_path_blocked(view: PositionView, check: CastlingCheck) -> bool:
    """Returns the check's result: True if there is a piece on the path, or an opponent's bit on a square of it."""
    if any(view.position.mailbox[SQUARE_64[square]] for square in check.empty):
        return True
    bits = predicted_think_move_board(view, other_side(view.side))
    return any(bits[square] for square in check.safe)


def blocked_flag(view: PositionView, check: CastlingCheck) -> bool:
    """Returns II (III) at this castling: False at first, then the result of the last check that was performed."""
    blocked = False
    for earlier in CASTLING_CHECKS[view.side]:
        if is_performed(view, earlier):
            blocked = finds_path_blocked(view, earlier)
        if earlier is check:
            break
    return blocked


def slots_taken_by_castling(view: PositionView) -> list[int]:
    """Returns the piece numbers whose turn at the first target square castling takes: 23, or 23 and 22."""
    if view.flag(view.side, KING) != NOT_MOVED:
        return []
    return [PIECE_COUNT - 1, PIECE_COUNT - 2][
        : sum(not blocked_flag(view, check) for check in CASTLING_CHECKS[view.side])
    ]


def rook_flag(view: PositionView, difference: MoveDifference) -> int:
    """Returns PM of the castling rook: NOT_MOVED, MOVED or CAPTURED."""
    return view.flag(view.side, castling_check_of(view, difference).rook)


def is_castling_only_in(difference: MoveDifference, program: str) -> bool:
    """Returns True if the move is castling and only `program` has it."""
    return difference.program == program and difference.castling != 0


def passes_castling_check(view: PositionView, difference: MoveDifference) -> bool:
    """Returns True if only the listing castles, with a rook that has not moved, and its check finds the path clear."""
    if not is_castling_only_in(difference, HISTORIC) or view.flag(view.side, KING) != NOT_MOVED:
        return False
    check = castling_check_of(view, difference)
    return (
        rook_flag(view, difference) == NOT_MOVED and is_performed(view, check) and not finds_path_blocked(view, check)
    )


def skips_castling_check(view: PositionView, difference: MoveDifference) -> bool:
    """Returns True if only the listing castles, and without its check, because II (III) is still 0."""
    if not is_castling_only_in(difference, HISTORIC) or view.flag(view.side, KING) != NOT_MOVED:
        return False
    check = castling_check_of(view, difference)
    return not is_performed(view, check) and not blocked_flag(view, check)
