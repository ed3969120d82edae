"""The classes of moves that only one program has.

Each class is a predicate. It derives from the listing and from the rules that one program must have the move and the
other must not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from historic.position.state import CAPTURED, MOVED, NOT_MOVED
from historic.position.state import KING as KING_NUMBER
from modern.agreement.castling import (
    blocked_flag,
    castling_check_of,
    finds_path_blocked,
    is_castling_only_in,
    is_performed,
    passes_castling_check,
    rook_flag,
    skips_castling_check,
    slots_taken_by_castling,
)
from modern.agreement.kinds import MOVES, ClassTable
from modern.agreement.move_keys import EN_PASSANT, HISTORIC, MODERN, PLAIN, MoveDifference
from modern.agreement.pair import SQUARE_64, SQUARE_144
from modern.agreement.view import PositionView
from modern.rules.attacks import PAWN_ATTACKS, attackers, is_attacked
from modern.rules.bitboard import BIT
from modern.rules.pieces import PAWN, QUEEN

Predicate = Callable[[PositionView, MoveDifference], bool]

#: The flaws of the program to which these classes belong. modern.agreement.choice_steps corrects one flaw at a time.
#: It castles by stale or wrong flags, and castling takes the turns of pieces; it leaves its king attacked; it never
#: tries en passant and underpromotions.
CASTLING_TURNS: Final = "castling turns"
KING_SAFETY: Final = "king safety"
MISSING_MOVES: Final = "missing moves"

MOVE_CLASSES: Final = ClassTable(MOVES)
#: The predicate and the flaw of each class.
PREDICATES: Final[dict[str, Predicate]] = {}
FLAWS: Final[dict[str, str]] = {}


def move_class(
    name: str, flaw: str, label: str, quirk: str, cause: str, fen: str, moves: str = ""
) -> Callable[[Predicate], Predicate]:
    """Decorates the predicate of a class. The arguments are its flaw and the fields of DifferenceClass."""

    def add(predicate: Predicate) -> Predicate:
        PREDICATES[MOVE_CLASSES.add(name, label, quirk, cause, fen, moves)] = predicate
        FLAWS[name] = flaw
        return predicate

    return add


# What the rules say about a move.


def is_pseudo_legal(view: PositionView, difference: MoveDifference) -> bool:
    """Returns True if the piece may make the move, apart from the safety of its king."""
    position, us = view.position, view.us
    bitboards, them = position.bitboards, us ^ 8
    from_square, to_square = SQUARE_64[difference.from_square], SQUARE_64[difference.to_square]
    if (
        from_square < 0
        or position.mailbox[from_square] == 0
        or position.mailbox[from_square] & 8 != us
        or bitboards[us] & BIT[to_square]
    ):
        return False
    if position.mailbox[from_square] & 7 != PAWN:
        return bool(attackers(bitboards, to_square, us, bitboards[us] | bitboards[them]) & BIT[from_square])
    if bitboards[them] & BIT[to_square]:
        return bool(PAWN_ATTACKS[8 * us + from_square] & BIT[to_square])
    ahead = -8 if us else 8
    if position.mailbox[to_square]:
        return False
    home_rank = 6 if us else 1
    return to_square == from_square + ahead or (
        to_square == from_square + 2 * ahead
        and from_square // 8 == home_rank
        and position.mailbox[from_square + ahead] == 0
    )


def leaves_king_attacked(view: PositionView, difference: MoveDifference) -> bool:
    """Returns True if the move leaves the mover's king attacked."""
    board, us = view.position.scratch_copy(), view.us
    board.make_move(difference.key.code)
    return bool(
        is_attacked(board.bitboards, board.king_square(us), us ^ 8, board.bitboards[us] | board.bitboards[us ^ 8])
    )


def is_attacked_by_opponent(view: PositionView, square: int) -> bool:
    """Returns True if the opponent attacks a square, given by the listing's number."""
    bitboards, us = view.position.bitboards, view.us
    return bool(is_attacked(bitboards, SQUARE_64[square], us ^ 8, bitboards[us] | bitboards[us ^ 8]))


def is_attacked_by_pawns_alone(view: PositionView, square: int) -> bool:
    """Returns True if the square is empty and only enemy pawns attack it, so that no attacker has a bit there."""
    bitboards, them = view.position.bitboards, view.us ^ 8
    attacking = attackers(bitboards, SQUARE_64[square], them, bitboards[0] | bitboards[8])
    return attacking != 0 and attacking & ~bitboards[them + PAWN] == 0 and view.board[square] == 0


# The classes.


@move_class(
    "en-passant",
    MISSING_MOVES,
    "WHITE2, BLACK2",
    "no-en-passant",
    "A pawn has a bit on a diagonal square only if it is occupied, so it never captures en passant.",
    "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1",
    "d2d4",
)
def en_passant(view: PositionView, difference: MoveDifference) -> bool:
    """Legal only: WHITE2 gives a pawn no bit on an empty diagonal square, so it never captures en passant."""
    return difference.program == MODERN and difference.key.special == EN_PASSANT


@move_class(
    "lesser-promotion",
    MISSING_MOVES,
    "CWHITE3, CBLACK3",
    "queen-only",
    "A pawn promotes to the queen that is in reserve for it, and to no other piece.",
    "7k/P7/8/8/8/8/8/K7 w - - 0 1",
)
def lesser_promotion(view: PositionView, difference: MoveDifference) -> bool:
    """Legal only: CWHITE3 promotes each pawn to its reserve queen, and to nothing else."""
    return difference.program == MODERN and difference.key.code >> 12 not in (0, QUEEN)


@move_class(
    "king-left-attacked",
    KING_SAFETY,
    "CWHITE, CBLACK",
    "minus-1000",
    "The program does not check whether a move leaves its king in check. It tries the move, which scores badly.",
    "8/8/8/8/8/2k5/8/2K5 w - - 0 1",
)
def king_left_attacked(view: PositionView, difference: MoveDifference) -> bool:
    """Historic only: pseudo-legal, but it leaves the king attacked, which CWHITE does not check."""
    return (
        difference.program == HISTORIC
        and difference.castling == 0
        and view.own_bits[difference.to_square] >> difference.piece_number & 1 == 1
        and is_pseudo_legal(view, difference)
        and leaves_king_attacked(view, difference)
    )


@move_class(
    "castles-into-attack",
    CASTLING_TURNS,
    "CWHITE, CBLACK",
    "g1-untested",
    "For kingside castling the listing checks e1 and f1, but not g1, the king's target square.",
    "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1",
)
def castles_into_attack(view: PositionView, difference: MoveDifference) -> bool:
    """Historic only: the squares that CWHITE checks are safe, but it does not check the king's target square."""
    if not passes_castling_check(view, difference):
        return False
    check = castling_check_of(view, difference)
    king_target = SQUARE_144[difference.key.code >> 6 & 63]
    if king_target in check.safe or any(is_attacked_by_opponent(view, square) for square in check.safe):
        return False
    return is_attacked_by_opponent(view, king_target)


@move_class(
    "castles-past-a-pawn",
    CASTLING_TURNS,
    "CWHITE, CBLACK",
    "empty-diagonal",
    "An empty square that only a pawn attacks has no bit, so the king castles across it.",
    "4k3/8/8/8/8/8/6p1/4K2R w K - 0 1",
)
def castles_past_a_pawn(view: PositionView, difference: MoveDifference) -> bool:
    """Historic only: the king's path is attacked, but only by pawns, which have no bit on an empty square."""
    if not passes_castling_check(view, difference):
        return False
    attacked = [square for square in castling_check_of(view, difference).safe if is_attacked_by_opponent(view, square)]
    return bool(attacked) and all(is_attacked_by_pawns_alone(view, square) for square in attacked)


@move_class(
    "castles-with-a-moved-rook",
    CASTLING_TURNS,
    "CWHITE, CBLACK",
    "stale-ii",
    "II is not computed again for a rook that has moved. If it is still 0, the program takes the path to be clear.",
    "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
    "h1h2 e8d8",
)
def castles_with_a_moved_rook(view: PositionView, difference: MoveDifference) -> bool:
    """Historic only: the rook has moved, so CWHITE skips its check, and II is still 0 (path clear)."""
    return skips_castling_check(view, difference) and rook_flag(view, difference) == MOVED


@move_class(
    "castles-with-a-captured-rook",
    CASTLING_TURNS,
    "CWHITE, CBLACK",
    "rook-from-nowhere",
    "II is not computed again for a rook that was captured. Castling then puts that rook back on the board.",
    "8/8/8/8/8/8/6k1/4K2R b K - 0 1",
    "g2h1",
)
def castles_with_a_captured_rook(view: PositionView, difference: MoveDifference) -> bool:
    """Historic only: as above, but the rook has been captured."""
    return skips_castling_check(view, difference) and rook_flag(view, difference) == CAPTURED


@move_class(
    "castles-on-whites-account",
    CASTLING_TURNS,
    "CBLACK",
    "whites-rook",
    "For kingside castling Black tests White's rook. That has not moved, so Black's own does not matter.",
    "r3k3/8/8/8/8/8/8/4K2R b Kq - 0 1",
)
def castles_on_whites_account(view: PositionView, difference: MoveDifference) -> bool:
    """Historic only: Black's rook has moved or been captured, but CBLACK tests White's rook, which has not moved."""
    if not is_castling_only_in(difference, HISTORIC) or view.flag(view.side, KING_NUMBER) != NOT_MOVED:
        return False
    check = castling_check_of(view, difference)
    if check.rook_side == view.side or rook_flag(view, difference) == NOT_MOVED:
        return False
    return is_performed(view, check) and not finds_path_blocked(view, check)


@move_class(
    "castles-unlooked",
    CASTLING_TURNS,
    "CBLACK",
    "unseen-way",
    "White's rook has moved or was captured, so Black castles kingside and does not see that its path is blocked.",
    "4kb1r/8/8/8/8/8/8/4K3 b k - 0 1",
)
def castles_unlooked(view: PositionView, difference: MoveDifference) -> bool:
    """Historic only: White's rook has moved, so CBLACK skips its check, although Black's path is blocked."""
    if not skips_castling_check(view, difference) or rook_flag(view, difference) != NOT_MOVED:
        return False
    check = castling_check_of(view, difference)
    king_squares = {*check.safe, SQUARE_144[difference.key.code >> 6 & 63]}
    return any(view.board[square] for square in check.empty) or any(
        is_attacked_by_opponent(view, square) for square in king_squares
    )


@move_class(
    "castling-not-offered",
    CASTLING_TURNS,
    "CBLACK",
    "whites-rook",
    "White's rook has moved or was captured, so Black reads the queenside's result for the kingside: blocked.",
    "rn2k2r/8/8/8/8/8/8/4K3 b kq - 0 1",
)
def castling_not_offered(view: PositionView, difference: MoveDifference) -> bool:
    """Legal only: White's rook has moved, so CBLACK skips its kingside check; III is still 1 from the queenside one."""
    if not is_castling_only_in(difference, MODERN):
        return False
    check = castling_check_of(view, difference)
    return check.rook_side != view.side and not is_performed(view, check) and blocked_flag(view, check)


@move_class(
    "slot-of-the-queen",
    CASTLING_TURNS,
    "CWHITE, CBLACK",
    "slot-of-the-queen",
    "Castling takes the turn of piece 23 (then 22) at the first square, so a move of that queen is never tried.",
    "4k3/8/8/8/8/8/7P/R3K3 w Q - 0 1",
    "h2h4 e8d8 h4h5 d8e8 h5h6 e8d8 h6h7 d8d7 h7h8q d7d6 h8h7 d6d5",
)
def slot_of_the_queen(view: PositionView, difference: MoveDifference) -> bool:
    """Legal only: at the first target square, castling took the turn of this reserve queen, which reaches it."""
    return (
        difference.program == MODERN
        and difference.key.special == PLAIN
        and difference.to_square == view.targets[0]
        and view.own_bits[difference.to_square] >> difference.piece_number & 1 == 1
        and difference.piece_number in slots_taken_by_castling(view)
    )


@move_class(
    "man-from-nowhere",
    CASTLING_TURNS,
    "CWHITE, CBLACK",
    "men-from-nowhere",
    "The bit of the queen whose turn castling took stays set, so every piece with a lower number is tried on the"
    " square, even a captured one.",
    "4k3/8/8/8/8/8/7P/R3K3 w Q - 0 1",
    "h2h4 e8d8 h4h5 d8e8 h5h6 e8d8 h6h7 d8d7 h7h8q d7d6 h8h7 d6d5",
)
def man_from_nowhere(view: PositionView, difference: MoveDifference) -> bool:
    """Historic only: the piece does not reach the first target square, but the skipped queen's bit is still there."""
    if difference.program != HISTORIC or difference.castling or difference.to_square != view.targets[0]:
        return False
    bits = view.own_bits[difference.to_square]
    slots = slots_taken_by_castling(view)
    return (
        not bits >> difference.piece_number & 1
        and any(bits >> slot & 1 for slot in slots)
        and difference.piece_number < min(slots)
    )
