"""Move agreement: what CWHITE (CBLACK) tries beside the legal moves, and why each difference is one.

A class of difference is a predicate that says, from what the listing does and what the rules forbid, that the one
program must have this move and the other must not. Each difference has to be claimed by exactly one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from historic.candidates import CASTLING_CHECKS, KINGSIDE, QUEENSIDE, CastlingCheck, TriedMove
from historic.castling import CASTLING_BY_BESTPOS, KINGSIDE_BESTPOS, QUEENSIDE_BESTPOS
from historic.sides import other_side, side_named
from historic.squares import NAME_TO_SQUARE, SQUARE_TO_NAME
from historic.state import CAPTURED, MOVED, NOT_MOVED, PIECE_COUNT, PIECE_NUMBERS, State
from historic.state import KING as KING_MAN
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

#: The program is watched in one of so many positions where it does not think of castling.
OBSERVED_ONE_IN: Final = 8

#: What a move is beyond its squares.
PLAIN: Final = 0
CASTLING: Final = 1
EN_PASSANT: Final = 2
#: Made by a man who stands nowhere.
FROM_NOWHERE: Final = 3

#: Of each way to castle: the king's move, as modern.rules has it.
CASTLING_KING_MOVES: Final = {
    (side, castling): SQUARE_64[NAME_TO_SQUARE[way.king_path[0]]] | SQUARE_64[NAME_TO_SQUARE[way.king_path[1]]] << 6
    for side in ("white", "black")
    for castling, bestpos in ((KINGSIDE, KINGSIDE_BESTPOS), (QUEENSIDE, QUEENSIDE_BESTPOS))
    for way in [CASTLING_BY_BESTPOS[side, bestpos]]
}
CASTLING_BY_KING_MOVE: Final = {(side, code): castling for (side, castling), code in CASTLING_KING_MOVES.items()}


class MoveKey(NamedTuple):
    """A move as both programs can name it: modern.rules's code, and what is special about it.

    Where the man stands nowhere, the code has his number in place of his square.
    """

    code: int
    special: int


class MoveDifference(NamedTuple):
    """A move that only one of the programs has, `who`.

    `man` is the number of the man who moves, from `origin` (0 for a man who stands nowhere) to `target`, in the
    listing's squares; `castling` is 0, 1 short or 2 long.
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
    """The key of a move that the program tries. A pawn that arrives is one that becomes a queen: that is meant."""
    if tried.castling:
        return MoveKey(CASTLING_KING_MOVES[side, tried.castling], CASTLING)
    to_square = SQUARE_64[tried.square]
    from_square = SQUARE_64[state.pieces(side)[0][tried.piece]]
    if from_square < 0:
        return MoveKey(tried.piece | to_square << 6, FROM_NOWHERE)
    promotes = tried.piece in PIECE_NUMBERS["P"] and SQUARE_TO_NAME[tried.square][1] == side_named(side).last_rank
    return MoveKey(from_square | to_square << 6 | (QUEEN << 12 if promotes else 0), PLAIN)


def keys_of_legal(position: Position) -> dict[MoveKey, int]:
    """The keys of the legal moves, and their codes."""
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
    """A move in words: `e2e4`, `0-0`, `man 3 from nowhere to a1`."""
    if key.special == FROM_NOWHERE:
        return f"man {key.code & 63} from nowhere to {SQUARE_NAMES[key.code >> 6]}"
    if key.special == CASTLING:
        return "0-0" if key.code & 63 < key.code >> 6 else "0-0-0"
    return uci_of(key.code)


def move_differences(
    view: PositionView, predicates: Mapping[str, Predicate] | None = None
) -> list[tuple[str, MoveDifference, str]]:
    """Every move that only one of the two has: the name of its class, the move, and that in words."""
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
    """The class that claims the move; where none or several do, it is unexplained."""
    claims = [name for name, claims in predicates.items() if claims(view, difference)]
    if len(claims) == 1:
        return claims[0], difference, str(difference)
    return UNEXPLAINED, difference, f"{difference}: {' and '.join(claims) or 'no class'} claims it"


def compare_moves(view: PositionView, predicates: Mapping[str, Predicate] | None = None) -> list[Finding]:
    """A finding for every move that only one of the two has; none where they agree.

    What the program tries is a list (historic.candidates). Wherever it thinks of castling, where the list could go
    wrong most easily, and in one of DRAWN other positions, CWHITE (CBLACK) itself is watched, which takes longer.
    """
    findings = [Finding(name, what) for name, _, what in move_differences(view, predicates)]
    if view.ways or view.position.hash % OBSERVED_ONE_IN == 0:
        mismatch = view.mismatch()
        if mismatch:
            findings.append(Finding(UNEXPLAINED, mismatch))
    return findings


# What the rules say of a move.


def is_pseudo_legal(view: PositionView, difference: MoveDifference) -> bool:
    """Whether the man may go from his square to the target as his kind goes, were it not for his king."""
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
    home = 6 if us else 1
    return to_square == from_square + ahead or (
        to_square == from_square + 2 * ahead and from_square // 8 == home and position.mailbox[from_square + ahead] == 0
    )


def leaves_king_attacked(view: PositionView, difference: MoveDifference) -> bool:
    """Whether the mover's king stands attacked when a man has gone to the target."""
    board, us = view.position.scratch_copy(), view.us
    board.make_move(difference.key.code)
    return bool(
        is_attacked(board.bitboards, board.king_square(us), us ^ 8, board.bitboards[us] | board.bitboards[us ^ 8])
    )


def is_attacked_by_opponent(view: PositionView, square: int) -> bool:
    """Whether the other side attacks a square of the listing's."""
    bitboards, us = view.position.bitboards, view.us
    return bool(is_attacked(bitboards, SQUARE_64[square], us ^ 8, bitboards[us] | bitboards[us ^ 8]))


def is_attacked_by_pawns_alone(view: PositionView, square: int) -> bool:
    """Whether only pawns of the other side attack a square on which nobody stands, so that they have no bit there."""
    bitboards, them = view.position.bitboards, view.us ^ 8
    attacking = attackers(bitboards, SQUARE_64[square], them, bitboards[0] | bitboards[8])
    return attacking != 0 and attacking & ~bitboards[them + PAWN] == 0 and view.board[square] == 0


# What the listing does about castling, reckoned from the flags and the bitboards.


def castling_test_of(view: PositionView, difference: MoveDifference) -> CastlingCheck:
    """What CWHITE (CBLACK) looks at before this castling."""
    return next(look for look in CASTLING_CHECKS[view.side] if look.castling == difference.castling)


def is_carried_out(view: PositionView, test: CastlingCheck) -> bool:
    """Whether it looks at all: the rook that it asks for has not moved."""
    return view.flag(test.rook_side, test.rook) == NOT_MOVED


def finds_blocked(view: PositionView, test: CastlingCheck) -> bool:
    """What it then sees: somebody stands in the way, or the other side's think move board has a bit there."""
    if any(view.position.mailbox[SQUARE_64[square]] for square in test.empty):
        return True
    bits = predicted_think_move_board(view, other_side(view.side))
    return any(bits[square] for square in test.safe)


def is_blocked(view: PositionView, test: CastlingCheck) -> bool:
    """II (III) when it comes to this castling: 0 at first, then what each look has left."""
    blocked = False
    for earlier in CASTLING_CHECKS[view.side]:
        if is_carried_out(view, earlier):
            blocked = finds_blocked(view, earlier)
        if earlier is test:
            break
    return blocked


def slots_taken_by_castling(view: PositionView) -> list[int]:
    """The men whose turns castling takes at the first target: 23, or 23 and 22."""
    if view.flag(view.side, KING_MAN) != NOT_MOVED:
        return []
    return [PIECE_COUNT - 1, PIECE_COUNT - 2][: sum(not is_blocked(view, look) for look in CASTLING_CHECKS[view.side])]


def rook_flag(view: PositionView, difference: MoveDifference) -> int:
    """PM of the rook that would castle: NOT_MOVED, MOVED or CAPTURED."""
    return view.flag(view.side, castling_test_of(view, difference).rook)


def is_castling_only_of(difference: MoveDifference, program: str) -> bool:
    """Whether it is a castling that only `who` has."""
    return difference.program == program and difference.castling != 0


def castles_after_test(view: PositionView, difference: MoveDifference) -> bool:
    """Whether only the program has it, with a rook that has not moved, and after a look that finds the way free."""
    if not is_castling_only_of(difference, HISTORIC) or view.flag(view.side, KING_MAN) != NOT_MOVED:
        return False
    test = castling_test_of(view, difference)
    return rook_flag(view, difference) == NOT_MOVED and is_carried_out(view, test) and not finds_blocked(view, test)


def castles_without_test(view: PositionView, difference: MoveDifference) -> bool:
    """Whether only the program has it, and it did not look: II (III) was left at 0."""
    if not is_castling_only_of(difference, HISTORIC) or view.flag(view.side, KING_MAN) != NOT_MOVED:
        return False
    test = castling_test_of(view, difference)
    return not is_carried_out(view, test) and not is_blocked(view, test)


# The classes, in the order of modern.agreement.classes.


def en_passant(view: PositionView, difference: MoveDifference) -> bool:
    """WHITE2 gives a pawn no bit on an empty diagonal; the rules have it take there."""
    return difference.program == MODERN and difference.key.special == EN_PASSANT


def lesser_promotion(view: PositionView, difference: MoveDifference) -> bool:
    """CWHITE3 knows a queen for each pawn, and nothing else."""
    return difference.program == MODERN and difference.key.code >> 12 not in (0, QUEEN)


def king_left_attacked(view: PositionView, difference: MoveDifference) -> bool:
    """The man has his bit there and may go as he goes, but his king is then attacked, which CWHITE does not ask."""
    return (
        difference.program == HISTORIC
        and difference.castling == 0
        and view.own_bits[difference.to_square] >> difference.piece_number & 1 == 1
        and is_pseudo_legal(view, difference)
        and leaves_king_attacked(view, difference)
    )


def castles_into_attack(view: PositionView, difference: MoveDifference) -> bool:
    """CWHITE looked, and what it looks at is safe; but it does not look at the king's last square."""
    if not castles_after_test(view, difference):
        return False
    test = castling_test_of(view, difference)
    king_target = SQUARE_144[difference.key.code >> 6 & 63]
    if king_target in test.safe or any(is_attacked_by_opponent(view, square) for square in test.safe):
        return False
    return is_attacked_by_opponent(view, king_target)


def castles_past_a_pawn(view: PositionView, difference: MoveDifference) -> bool:
    """CWHITE looked, and saw nothing where only a pawn attacks, over an empty diagonal."""
    if not castles_after_test(view, difference):
        return False
    attacked = [square for square in castling_test_of(view, difference).safe if is_attacked_by_opponent(view, square)]
    return bool(attacked) and all(is_attacked_by_pawns_alone(view, square) for square in attacked)


def castles_with_a_moved_rook(view: PositionView, difference: MoveDifference) -> bool:
    """The rook has moved, so CWHITE did not look, and II still says that the way is free."""
    return castles_without_test(view, difference) and rook_flag(view, difference) == MOVED


def castles_with_a_captured_rook(view: PositionView, difference: MoveDifference) -> bool:
    """The same with a rook that has been captured."""
    return castles_without_test(view, difference) and rook_flag(view, difference) == CAPTURED


def castles_on_whites_account(view: PositionView, difference: MoveDifference) -> bool:
    """Black's rook has moved or gone, but CBLACK asks for White's, which has not moved, and finds the way free."""
    if not is_castling_only_of(difference, HISTORIC) or view.flag(view.side, KING_MAN) != NOT_MOVED:
        return False
    test = castling_test_of(view, difference)
    if test.rook_side == view.side or rook_flag(view, difference) == NOT_MOVED:
        return False
    return is_carried_out(view, test) and not finds_blocked(view, test)


def castles_unlooked(view: PositionView, difference: MoveDifference) -> bool:
    """Black's rook has not moved, but White's has, so CBLACK did not look; the rules see that the way is barred."""
    if not castles_without_test(view, difference) or rook_flag(view, difference) != NOT_MOVED:
        return False
    test = castling_test_of(view, difference)
    king_squares = {*test.safe, SQUARE_144[difference.key.code >> 6 & 63]}
    return any(view.board[square] for square in test.empty) or any(
        is_attacked_by_opponent(view, square) for square in king_squares
    )


def castling_not_offered(view: PositionView, difference: MoveDifference) -> bool:
    """White's rook has moved, so CBLACK did not look at the short way; III still says that the long one is barred."""
    if not is_castling_only_of(difference, MODERN):
        return False
    test = castling_test_of(view, difference)
    return test.rook_side != view.side and not is_carried_out(view, test) and is_blocked(view, test)


def slot_of_the_queen(view: PositionView, difference: MoveDifference) -> bool:
    """Castling took the turn of this queen in reserve at the first target, which she reaches."""
    return (
        difference.program == MODERN
        and difference.key.special == PLAIN
        and difference.to_square == view.targets[0]
        and view.own_bits[difference.to_square] >> difference.piece_number & 1 == 1
        and difference.piece_number in slots_taken_by_castling(view)
    )


def man_from_nowhere(view: PositionView, difference: MoveDifference) -> bool:
    """The man does not reach the first target, but the bit of a queen whose turn castling took still stands there."""
    if difference.program != HISTORIC or difference.castling or difference.to_square != view.targets[0]:
        return False
    bits = view.own_bits[difference.to_square]
    turns = slots_taken_by_castling(view)
    return (
        not bits >> difference.piece_number & 1
        and any(bits >> turn & 1 for turn in turns)
        and difference.piece_number < min(turns)
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
