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
from modern.rules.men import BISHOP, BLACK, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE
from modern.rules.native import i64, vec

#: What a man of each kind is worth in an exchange, in centipawns. A king is taken by nobody.
PRICES: Final = vec[i64]([0, 100, 325, 325, 500, 975, 0, 0])


def exchange_gains(board: Board, move: i64, least: i64) -> bool:
    """Whether the mover comes out of the exchange that a legal move begins with `least` centipawns or more.

    Whoever takes may stop at any time; so each side in turn needs to be better off than the threshold, and who cannot
    be, whatever it does, has lost the question. Pins are not looked at.
    """
    men, on = board.men, board.on
    start, to, promotion = move & 63, move >> 6 & 63, move >> 12
    man = on[start]
    # The mover is ahead by the victim, and in the worst case loses the man that took.
    balance = PRICES[on[to] & 7] - least
    standing = PRICES[man & 7]
    if promotion != 0:
        balance += PRICES[promotion] - PRICES[PAWN]
        standing = PRICES[promotion]
    occupied = (men[WHITE] | men[BLACK]) & ~BIT[start] | BIT[to]
    if man & 7 == PAWN and to == board.en_passant:
        balance += PRICES[PAWN]
        occupied ^= BIT[to ^ 8]
    if balance < 0:
        return False
    balance -= standing
    if balance >= 0:
        return True

    straight = men[ROOK] | men[BLACK + ROOK] | men[QUEEN] | men[BLACK + QUEEN]
    slanting = men[BISHOP] | men[BLACK + BISHOP] | men[QUEEN] | men[BLACK + QUEEN]
    takers = (
        KNIGHT_ATTACKS[to] & (men[KNIGHT] | men[BLACK + KNIGHT])
        | KING_ATTACKS[to] & (men[KING] | men[BLACK + KING])
        | PAWN_ATTACKS[8 * BLACK + to] & men[PAWN]
        | PAWN_ATTACKS[to] & men[BLACK + PAWN]
    )
    if BISHOP_RAYS[to] & slanting != 0:
        takers |= bishop_attacks(to, occupied) & slanting
    if ROOK_RAYS[to] & straight != 0:
        takers |= rook_attacks(to, occupied) & straight
    side = board.turn ^ 8
    while True:
        takers &= occupied
        own = takers & men[side]
        if own == 0:
            break
        kind = PAWN
        while own & men[side + kind] == 0:
            kind += 1
        own &= men[side + kind]
        occupied ^= BIT[lowest(own)]
        side ^= 8
        # Seen from the other side now: if whoever took is ahead even after losing the man that did, it is decided.
        balance = -balance - 1 - PRICES[kind]
        if balance >= 0:
            if kind == KING and takers & occupied & men[side] != 0:
                side ^= 8  # a king cannot take what is protected
            break
        # Behind a pawn, a bishop, a rook or a queen another slider may have waited.
        if kind & 1 != 0 and BISHOP_RAYS[to] & slanting != 0:
            takers |= bishop_attacks(to, occupied) & slanting
        if kind >= ROOK and ROOK_RAYS[to] & straight != 0:
            takers |= rook_attacks(to, occupied) & straight
    # `side` is who would have to go on and cannot.
    return side != board.turn
