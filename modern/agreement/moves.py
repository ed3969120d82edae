"""Compares the moves that CWHITE (CBLACK) tries with the legal moves, and puts each difference into a class.

Each class is a predicate. It derives from the listing and from the rules that one side must have this move and the
other must not. Every difference must be claimed by exactly one predicate.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from historic.position.castling import CASTLING_BY_BESTPOS, KINGSIDE_BESTPOS, QUEENSIDE_BESTPOS
from historic.position.sides import other_side, side_named
from historic.position.squares import NAME_TO_SQUARE, SQUARE_TO_NAME
from historic.position.state import CAPTURED, MOVED, NOT_MOVED, PIECE_COUNT, PIECE_NUMBERS, State
from historic.position.state import KING as KING_NUMBER
from historic.study.candidates import CASTLING_CHECKS, KINGSIDE, QUEENSIDE, CastlingCheck, TriedMove
from modern.agreement.attacks import predicted_think_move_board
from modern.agreement.findings import UNEXPLAINED, Finding
from modern.agreement.pair import SQUARE_64, SQUARE_144
from modern.agreement.view import PositionView
from modern.rules import Position
from modern.rules.attacks import PAWN_ATTACKS, attackers, is_attacked
from modern.rules.bitboard import BIT, SQUARE_NAMES
from modern.rules.legality import legal_codes
from modern.rules.move import uci_of
from modern.rules.pieces import KING, PAWN, QUEEN

HISTORIC: Final = "historic"
MODERN: Final = "modern"

#: Without castling to consider, the program's own loop is recorded at one position in this many.
RECORDING_INTERVAL: Final = 8

#: The values of MoveKey.special.
PLAIN: Final = 0
CASTLING: Final = 1
EN_PASSANT: Final = 2
#: A move of a piece that is on no square (quirk men-from-nowhere).
FROM_NOWHERE: Final = 3

#: The king's move of each castling, as a move code of modern.rules.
CASTLING_KING_MOVES: Final = {
    (side, castling): SQUARE_64[NAME_TO_SQUARE[path[0]]] | SQUARE_64[NAME_TO_SQUARE[path[1]]] << 6
    for side in ("white", "black")
    for castling, bestpos in ((KINGSIDE, KINGSIDE_BESTPOS), (QUEENSIDE, QUEENSIDE_BESTPOS))
    for path in [CASTLING_BY_BESTPOS[side, bestpos].king_path]
}
CASTLING_BY_KING_MOVE: Final = {(side, code): castling for (side, castling), code in CASTLING_KING_MOVES.items()}


class MoveKey(NamedTuple):
    """A move in a form common to both programs: the move code of modern.rules, and whether the move is special.

    If the piece is on no square, the code has the piece's number in place of its square.
    """

    code: int
    special: int


class MoveDifference(NamedTuple):
    """A move that only one program has: `program` is HISTORIC or MODERN.

    `piece_number`, `from_square` (0 for a piece on no square) and `to_square` are the listing's numbers. `castling` is
    0, or 1 for kingside, or 2 for queenside.
    """

    program: str
    key: MoveKey
    piece_number: int
    from_square: int
    to_square: int
    castling: int

    def __str__(self) -> str:
        return f"only {self.program} has {move_name(self.key)}"


def key_of_tried(state: State, side: str, tried: TriedMove) -> MoveKey:
    """Returns the key of a move that the program tries.

    A pawn move to the last rank counts as a promotion to a queen, as the report intends it.
    """
    if tried.castling:
        return MoveKey(CASTLING_KING_MOVES[side, tried.castling], CASTLING)
    to_square = SQUARE_64[tried.square]
    from_square = SQUARE_64[state.pieces(side)[0][tried.piece]]
    if from_square < 0:
        return MoveKey(tried.piece | to_square << 6, FROM_NOWHERE)
    promotes = tried.piece in PIECE_NUMBERS["P"] and SQUARE_TO_NAME[tried.square][1] == side_named(side).last_rank
    return MoveKey(from_square | to_square << 6 | (QUEEN << 12 if promotes else 0), PLAIN)


def keys_of_legal(position: Position) -> dict[MoveKey, int]:
    """Returns the keys of the legal moves, each with its move code."""
    mailbox, side, en_passant_square = position.mailbox, position.side, position.en_passant_square
    keys: dict[MoveKey, int] = {}
    for code in legal_codes(position):
        special = PLAIN
        if (side, code) in CASTLING_BY_KING_MOVE and mailbox[code & 63] & 7 == KING:
            special = CASTLING
        elif code >> 6 & 63 == en_passant_square and mailbox[code & 63] & 7 == PAWN:
            special = EN_PASSANT
        keys[MoveKey(code, special)] = code
    return keys


def move_name(key: MoveKey) -> str:
    """Returns a move in words: `e2e4`, `0-0`, `piece 3 from nowhere to a1`."""
    if key.special == FROM_NOWHERE:
        return f"piece {key.code & 63} from nowhere to {SQUARE_NAMES[key.code >> 6]}"
    if key.special == CASTLING:
        return "0-0" if key.code & 63 < key.code >> 6 else "0-0-0"
    return uci_of(key.code)


def move_differences(
    view: PositionView, predicates: Mapping[str, Predicate] | None = None
) -> list[tuple[str, MoveDifference, str]]:
    """Returns every move that only one program has: its class, the move, and a description."""
    if predicates is None:
        predicates = PREDICATES
    legal = keys_of_legal(view.position)
    tried = {key_of_tried(view.state, view.side, move): move for move in view.tried}
    found = []
    for key, move in tried.items():
        if key not in legal:
            from_square = view.state.pieces(view.side)[0][move.piece]
            found.append(
                _classify(
                    view, MoveDifference(HISTORIC, key, move.piece, from_square, move.square, move.castling), predicates
                )
            )
    for key in sorted(legal.keys() - tried.keys()):
        from_square, to_square = SQUARE_144[key.code & 63], SQUARE_144[key.code >> 6 & 63]
        castling = CASTLING_BY_KING_MOVE[view.side, key.code] if key.special == CASTLING else 0
        number = view.board[from_square] - side_named(view.side).board_offset
        found.append(_classify(view, MoveDifference(MODERN, key, number, from_square, to_square, castling), predicates))
    return found


def _classify(
    view: PositionView, difference: MoveDifference, predicates: Mapping[str, Predicate]
) -> tuple[str, MoveDifference, str]:
    """Returns the class that claims the move, or UNEXPLAINED if no class or more than one claims it."""
    claims = [name for name, claims in predicates.items() if claims(view, difference)]
    if len(claims) == 1:
        return claims[0], difference, str(difference)
    return UNEXPLAINED, difference, f"{difference}: claimed by {' and '.join(claims) or 'no class'}"


def compare_moves(view: PositionView, predicates: Mapping[str, Predicate] | None = None) -> list[Finding]:
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


# What the listing tests before castling, computed from the flags and the bitboards.


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
    if view.flag(view.side, KING_NUMBER) != NOT_MOVED:
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
    if not is_castling_only_in(difference, HISTORIC) or view.flag(view.side, KING_NUMBER) != NOT_MOVED:
        return False
    check = castling_check_of(view, difference)
    return (
        rook_flag(view, difference) == NOT_MOVED and is_performed(view, check) and not finds_path_blocked(view, check)
    )


def skips_castling_check(view: PositionView, difference: MoveDifference) -> bool:
    """Returns True if only the listing castles, and without its check, because II (III) is still 0."""
    if not is_castling_only_in(difference, HISTORIC) or view.flag(view.side, KING_NUMBER) != NOT_MOVED:
        return False
    check = castling_check_of(view, difference)
    return not is_performed(view, check) and not blocked_flag(view, check)


# The classes, in the order of modern.agreement.classes. Each predicate has the name of its class.


def en_passant(view: PositionView, difference: MoveDifference) -> bool:
    """Legal only: WHITE2 gives a pawn no bit on an empty diagonal square, so it never captures en passant."""
    return difference.program == MODERN and difference.key.special == EN_PASSANT


def lesser_promotion(view: PositionView, difference: MoveDifference) -> bool:
    """Legal only: CWHITE3 promotes each pawn to its reserve queen, and to nothing else."""
    return difference.program == MODERN and difference.key.code >> 12 not in (0, QUEEN)


def king_left_attacked(view: PositionView, difference: MoveDifference) -> bool:
    """Historic only: pseudo-legal, but it leaves the king attacked, which CWHITE does not check."""
    return (
        difference.program == HISTORIC
        and difference.castling == 0
        and view.own_bits[difference.to_square] >> difference.piece_number & 1 == 1
        and is_pseudo_legal(view, difference)
        and leaves_king_attacked(view, difference)
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


def castles_past_a_pawn(view: PositionView, difference: MoveDifference) -> bool:
    """Historic only: the king's path is attacked, but only by pawns, which have no bit on an empty square."""
    if not passes_castling_check(view, difference):
        return False
    attacked = [square for square in castling_check_of(view, difference).safe if is_attacked_by_opponent(view, square)]
    return bool(attacked) and all(is_attacked_by_pawns_alone(view, square) for square in attacked)


def castles_with_a_moved_rook(view: PositionView, difference: MoveDifference) -> bool:
    """Historic only: the rook has moved, so CWHITE skips its check, and II is still 0 (path clear)."""
    return skips_castling_check(view, difference) and rook_flag(view, difference) == MOVED


def castles_with_a_captured_rook(view: PositionView, difference: MoveDifference) -> bool:
    """Historic only: as above, but the rook has been captured."""
    return skips_castling_check(view, difference) and rook_flag(view, difference) == CAPTURED


def castles_on_whites_account(view: PositionView, difference: MoveDifference) -> bool:
    """Historic only: Black's rook has moved or been captured, but CBLACK tests White's rook, which has not moved."""
    if not is_castling_only_in(difference, HISTORIC) or view.flag(view.side, KING_NUMBER) != NOT_MOVED:
        return False
    check = castling_check_of(view, difference)
    if check.rook_side == view.side or rook_flag(view, difference) == NOT_MOVED:
        return False
    return is_performed(view, check) and not finds_path_blocked(view, check)


def castles_unlooked(view: PositionView, difference: MoveDifference) -> bool:
    """Historic only: White's rook has moved, so CBLACK skips its check, although Black's path is blocked."""
    if not skips_castling_check(view, difference) or rook_flag(view, difference) != NOT_MOVED:
        return False
    check = castling_check_of(view, difference)
    king_squares = {*check.safe, SQUARE_144[difference.key.code >> 6 & 63]}
    return any(view.board[square] for square in check.empty) or any(
        is_attacked_by_opponent(view, square) for square in king_squares
    )


def castling_not_offered(view: PositionView, difference: MoveDifference) -> bool:
    """Legal only: White's rook has moved, so CBLACK skips its kingside check; III is still 1 from the queenside one."""
    if not is_castling_only_in(difference, MODERN):
        return False
    check = castling_check_of(view, difference)
    return check.rook_side != view.side and not is_performed(view, check) and blocked_flag(view, check)


def slot_of_the_queen(view: PositionView, difference: MoveDifference) -> bool:
    """Legal only: at the first target square, castling took the turn of this reserve queen, which reaches it."""
    return (
        difference.program == MODERN
        and difference.key.special == PLAIN
        and difference.to_square == view.targets[0]
        and view.own_bits[difference.to_square] >> difference.piece_number & 1 == 1
        and difference.piece_number in slots_taken_by_castling(view)
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


Predicate = Callable[[PositionView, MoveDifference], bool]

PREDICATES: Final[Mapping[str, Predicate]] = {
    "en-passant": en_passant,
    "lesser-promotion": lesser_promotion,
    "king-left-attacked": king_left_attacked,
    "castles-into-attack": castles_into_attack,
    "castles-past-a-pawn": castles_past_a_pawn,
    "castles-with-a-moved-rook": castles_with_a_moved_rook,
    "castles-with-a-captured-rook": castles_with_a_captured_rook,
    "castles-on-whites-account": castles_on_whites_account,
    "castles-unlooked": castles_unlooked,
    "castling-not-offered": castling_not_offered,
    "slot-of-the-queen": slot_of_the_queen,
    "man-from-nowhere": man_from_nowhere,
}
