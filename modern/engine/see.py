"""Static exchange evaluation (SEE): the material won or lost by a sequence of captures on one square.

Each side always captures with its least valuable attacker.

https://www.chessprogramming.org/Static_Exchange_Evaluation
"""

from __future__ import annotations

from typing import Final

from modern.rules.attacks import (
    BISHOP_RAYS,
    KING_ATTACKS,
    KNIGHT_ATTACKS,
    PAWN_ATTACKERS,
    ROOK_RAYS,
    bishop_attacks,
    rook_attacks,
)
from modern.rules.bitboard import BIT, lowest
from modern.rules.board import Board
from modern.rules.move import from_square_of, promotion_of, to_square_of
from modern.rules.native import i64, vec
from modern.rules.pieces import (
    BISHOP,
    BLACK,
    KING,
    KNIGHT,
    PAWN,
    QUEEN,
    ROOK,
    WHITE,
    opponent,
    pawn_push,
    piece_type_of,
)

#: The exchange value in centipawns, by piece type. The king has none, because it cannot be captured.
VALUES_BY_TYPE: Final = [0, 100, 325, 325, 500, 975, 0, 0]
#: The same by piece of either side, or by piece type.
SEE_VALUES: Final = vec[i64](VALUES_BY_TYPE + VALUES_BY_TYPE)


def see_at_least(board: Board, move: i64, threshold: i64) -> bool:
    """Returns True if the exchange started by a legal move wins at least `threshold` centipawns for the side to move.

    Either side may stop capturing at any time. So the sides take turns to bring the balance to their side of the
    threshold, and the side that cannot do so loses the exchange. Pins are ignored.
    """
    bitboards, mailbox = board.bitboards, board.mailbox
    from_square, to_square, promotion = from_square_of(move), to_square_of(move), promotion_of(move)
    piece = mailbox[from_square]
    # The side to move has gained the captured piece. In the worst case it loses the capturing piece and gains no more.
    balance = SEE_VALUES[mailbox[to_square]] - threshold
    next_victim = SEE_VALUES[piece]
    if promotion != 0:
        balance += SEE_VALUES[promotion] - SEE_VALUES[PAWN]
        next_victim = SEE_VALUES[promotion]
    occupied = (bitboards[WHITE] | bitboards[BLACK]) & ~BIT[from_square] | BIT[to_square]
    if piece_type_of(piece) == PAWN and to_square == board.en_passant_square:
        balance += SEE_VALUES[PAWN]
        occupied ^= BIT[to_square - pawn_push(board.turn)]
    if balance < 0:
        return False
    balance -= next_victim
    return balance >= 0 or _wins_exchange(board, to_square, occupied, balance)


def _wins_exchange(board: Board, to_square: i64, occupied: i64, balance: i64) -> bool:
    """Returns True if the side to move, which has just captured on a square, wins the exchange that follows.

    `occupied` has the squares of the pieces left. `balance` is negative: what the side to move has gained beyond the
    threshold if the piece on the square is lost.
    """
    bitboards = board.bitboards
    bishops_and_queens = bitboards[BISHOP] | bitboards[BLACK + BISHOP] | bitboards[QUEEN] | bitboards[BLACK + QUEEN]
    rooks_and_queens = bitboards[ROOK] | bitboards[BLACK + ROOK] | bitboards[QUEEN] | bitboards[BLACK + QUEEN]
    attackers = (
        KNIGHT_ATTACKS[to_square] & (bitboards[KNIGHT] | bitboards[BLACK + KNIGHT])
        | KING_ATTACKS[to_square] & (bitboards[KING] | bitboards[BLACK + KING])
        | PAWN_ATTACKERS[8 * WHITE + to_square] & bitboards[PAWN]
        | PAWN_ATTACKERS[8 * BLACK + to_square] & bitboards[BLACK + PAWN]
        | _attacking_bishops(to_square, occupied, bishops_and_queens)
        | _attacking_rooks(to_square, occupied, rooks_and_queens)
    )
    side, other = opponent(board.turn), board.turn
    while True:
        attackers &= occupied
        if attackers & bitboards[side] == 0:
            break
        piece_type = _least_valuable(bitboards, side, attackers)
        occupied ^= BIT[lowest(attackers & bitboards[side + piece_type])]
        side, other = other, side
        # The balance is now seen by the other side. If the capturing side stays ahead even after losing the piece that
        # captured, the exchange is decided.
        balance = -balance - 1 - SEE_VALUES[piece_type]
        if balance >= 0:
            if piece_type == KING and attackers & occupied & bitboards[side] != 0:
                side = other  # a king cannot capture a protected piece
            break
        # X-ray attacks: another slider may stand behind the pawn, bishop, rook or queen that captured.
        if piece_type & 1 != 0:
            attackers |= _attacking_bishops(to_square, occupied, bishops_and_queens)
        if piece_type >= ROOK:
            attackers |= _attacking_rooks(to_square, occupied, rooks_and_queens)
    # `side` would have to capture and cannot, or would gain nothing by it: it loses the exchange.
    return side != board.turn


def _least_valuable(bitboards: vec[i64], side: i64, attackers: i64) -> i64:
    """Returns the type of the least valuable attacker of a side, which has at least one."""
    piece_type = PAWN
    while attackers & bitboards[side + piece_type] == 0:
        piece_type += 1
    return piece_type


def _attacking_bishops(square: i64, occupied: i64, bishops_and_queens: i64) -> i64:
    """Returns the bishops and queens that attack a square along a diagonal."""
    if BISHOP_RAYS[square] & bishops_and_queens == 0:
        return 0
    return bishop_attacks(square, occupied) & bishops_and_queens


def _attacking_rooks(square: i64, occupied: i64, rooks_and_queens: i64) -> i64:
    """Returns the rooks and queens that attack a square along a file or rank."""
    if ROOK_RAYS[square] & rooks_and_queens == 0:
        return 0
    return rook_attacks(square, occupied) & rooks_and_queens
