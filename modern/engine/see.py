"""Static exchange evaluation: what is won or lost on a square if both sides go on taking there, the least man first.

https://www.chessprogramming.org/Static_Exchange_Evaluation
"""

from __future__ import annotations

from typing import Final

from modern.rules.attacks import (
    BISHOP_RAYS,
    KING_ATTACKS,
    KNIGHT_ATTACKS,
    PAWN_ATTACKS,
    ROOK_RAYS,
    bishop_attacks,
    rook_attacks,
)
from modern.rules.bitboard import BIT, lowest
from modern.rules.board import Board
from modern.rules.native import i64, vec
from modern.rules.pieces import BISHOP, BLACK, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE

#: What a man of each kind is worth in an exchange, in centipawns. A king is taken by nobody.
SEE_VALUES: Final = vec[i64]([0, 100, 325, 325, 500, 975, 0, 0])


def see_at_least(board: Board, move: i64, threshold: i64) -> bool:
    """Whether the mover comes out of the exchange that a legal move begins with `least` centipawns or more.

    Whoever takes may stop at any time; so each side in turn needs to be better off than the threshold, and who cannot
    be, whatever it does, has lost the question. Pins are not looked at.
    """
    bitboards, mailbox = board.bitboards, board.mailbox
    from_square, to_square, promotion = move & 63, move >> 6 & 63, move >> 12
    piece = mailbox[from_square]
    # The mover is ahead by the victim, and in the worst case loses the man that took.
    balance = SEE_VALUES[mailbox[to_square] & 7] - threshold
    next_victim = SEE_VALUES[piece & 7]
    if promotion != 0:
        balance += SEE_VALUES[promotion] - SEE_VALUES[PAWN]
        next_victim = SEE_VALUES[promotion]
    occupied = (bitboards[WHITE] | bitboards[BLACK]) & ~BIT[from_square] | BIT[to_square]
    if piece & 7 == PAWN and to_square == board.en_passant_square:
        balance += SEE_VALUES[PAWN]
        occupied ^= BIT[to_square ^ 8]
    if balance < 0:
        return False
    balance -= next_victim
    if balance >= 0:
        return True

    rooks_and_queens = bitboards[ROOK] | bitboards[BLACK + ROOK] | bitboards[QUEEN] | bitboards[BLACK + QUEEN]
    bishops_and_queens = bitboards[BISHOP] | bitboards[BLACK + BISHOP] | bitboards[QUEEN] | bitboards[BLACK + QUEEN]
    attackers = (
        KNIGHT_ATTACKS[to_square] & (bitboards[KNIGHT] | bitboards[BLACK + KNIGHT])
        | KING_ATTACKS[to_square] & (bitboards[KING] | bitboards[BLACK + KING])
        | PAWN_ATTACKS[8 * BLACK + to_square] & bitboards[PAWN]
        | PAWN_ATTACKS[to_square] & bitboards[BLACK + PAWN]
    )
    if BISHOP_RAYS[to_square] & bishops_and_queens != 0:
        attackers |= bishop_attacks(to_square, occupied) & bishops_and_queens
    if ROOK_RAYS[to_square] & rooks_and_queens != 0:
        attackers |= rook_attacks(to_square, occupied) & rooks_and_queens
    side = board.turn ^ 8
    while True:
        attackers &= occupied
        own_attackers = attackers & bitboards[side]
        if own_attackers == 0:
            break
        piece_type = PAWN
        while own_attackers & bitboards[side + piece_type] == 0:
            piece_type += 1
        own_attackers &= bitboards[side + piece_type]
        occupied ^= BIT[lowest(own_attackers)]
        side ^= 8
        # Seen from the other side now: if whoever took is ahead even after losing the man that did, it is decided.
        balance = -balance - 1 - SEE_VALUES[piece_type]
        if balance >= 0:
            if piece_type == KING and attackers & occupied & bitboards[side] != 0:
                side ^= 8  # a king cannot take what is protected
            break
        # Behind a pawn, a bishop, a rook or a queen another slider may have waited.
        if piece_type & 1 != 0 and BISHOP_RAYS[to_square] & bishops_and_queens != 0:
            attackers |= bishop_attacks(to_square, occupied) & bishops_and_queens
        if piece_type >= ROOK and ROOK_RAYS[to_square] & rooks_and_queens != 0:
            attackers |= rook_attacks(to_square, occupied) & rooks_and_queens
    # `side` is who would have to go on and cannot.
    return side != board.turn
