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
    PAWN_ATTACKS,
    ROOK_RAYS,
    bishop_attacks,
    rook_attacks,
)
from modern.rules.bitboard import BIT, lowest
from modern.rules.board import Board
from modern.rules.native import i64, vec
from modern.rules.pieces import BISHOP, BLACK, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE

#: The exchange value of each piece type in centipawns. The king has none, because it cannot be captured.
SEE_VALUES: Final = vec[i64]([0, 100, 325, 325, 500, 975, 0, 0])


def see_at_least(board: Board, move: i64, threshold: i64) -> bool:
    """Returns True if the exchange started by a legal move wins at least `threshold` centipawns for the side to move.

    Either side may stop capturing at any time. So the sides take turns to bring the balance to their side of the
    threshold, and the side that cannot do so loses the exchange. Pins are ignored.
    """
    bitboards, mailbox = board.bitboards, board.mailbox
    from_square, to_square, promotion = move & 63, move >> 6 & 63, move >> 12
    piece = mailbox[from_square]
    # The side to move has gained the captured piece. In the worst case it loses the capturing piece and gains no more.
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
        # The balance is now seen by the other side. If the capturing side stays ahead even after losing the piece that
        # captured, the exchange is decided.
        balance = -balance - 1 - SEE_VALUES[piece_type]
        if balance >= 0:
            if piece_type == KING and attackers & occupied & bitboards[side] != 0:
                side ^= 8  # a king cannot capture a protected piece
            break
        # X-ray attacks: another slider may stand behind the pawn, bishop, rook or queen that captured.
        if piece_type & 1 != 0 and BISHOP_RAYS[to_square] & bishops_and_queens != 0:
            attackers |= bishop_attacks(to_square, occupied) & bishops_and_queens
        if piece_type >= ROOK and ROOK_RAYS[to_square] & rooks_and_queens != 0:
            attackers |= rook_attacks(to_square, occupied) & rooks_and_queens
    # `side` would have to capture and cannot, or would gain nothing by it: it loses the exchange.
    return side != board.turn
