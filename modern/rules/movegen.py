"""The move generator. It finds checks and pins first, and so generates legal moves only, without trying them.

Two cases need a test of the position after the move: the square a king moves to, and en passant.
"""

from __future__ import annotations

from typing import Final

from modern.rules.attacks import (
    BETWEEN,
    BISHOP_RAYS,
    KING_ATTACKS,
    KNIGHT_ATTACKS,
    LINE,
    PAWN_ATTACKERS,
    ROOK_RAYS,
    bishop_attacks,
    is_attacked,
    rook_attacks,
)
from modern.rules.bitboard import BIT, DE_BRUIJN, FILES, LOWEST, RANKS, lowest
from modern.rules.board import NO_SQUARE, Board, is_en_passant_legal
from modern.rules.native import i64, vec
from modern.rules.pieces import BISHOP, KING, KNIGHT, MAX_MOVES, PAWN, QUEEN, ROOK, WHITE, opponent

NOT_FILE_A: Final[i64] = ~FILES[0]
NOT_FILE_H: Final[i64] = ~FILES[7]


def generate(board: Board, moves: vec[i64], end: i64) -> i64:
    """Writes the codes of the legal moves to `moves`, starting at index `end`. Returns the index after the last one.

    `moves` needs room for MAX_MOVES codes after `end`. modern.rules.move explains the codes.
    """
    return _generate(board, moves, end, False)


def legal_codes(board: Board) -> list[int]:
    """Returns the codes of the legal moves, in the same order."""
    moves = vec[i64]([0] * MAX_MOVES)
    return [moves[index] for index in range(generate(board, moves, 0))]


def generate_tactical(board: Board, moves: vec[i64], end: i64) -> i64:
    """Does the same as generate, for captures and promotions only."""
    return _generate(board, moves, end, True)


def _generate(board: Board, moves: vec[i64], end: i64, tactical: bool) -> i64:
    bitboards = board.bitboards
    us = board.turn
    them = opponent(us)
    own = bitboards[us]
    occupied = own | bitboards[them]
    king = lowest(bitboards[us + KING])

    # Find the checkers and the pinned pieces. An enemy slider aligned with the king gives check if no piece stands
    # between them; if a single piece of our own does, it is pinned.
    checkers = (
        KNIGHT_ATTACKS[king] & bitboards[them + KNIGHT] | PAWN_ATTACKERS[8 * them + king] & bitboards[them + PAWN]
    )
    pinned: i64 = 0
    queens = bitboards[them + QUEEN]
    aligned = ROOK_RAYS[king] & (bitboards[them + ROOK] | queens)
    aligned |= BISHOP_RAYS[king] & (bitboards[them + BISHOP] | queens)
    while aligned != 0:
        square = lowest(aligned)
        aligned ^= BIT[square]
        blockers = BETWEEN[64 * king + square] & occupied
        if blockers == 0:
            checkers |= BIT[square]
        elif blockers & blockers - 1 == 0:  # exactly one; h8, the sign bit, is never between two squares
            pinned |= blockers & own

    # The squares that the king moves to are tested with the king off the board: it does not block a slider's line.
    target_mask = bitboards[them] if tactical else ~own
    targets = KING_ATTACKS[king] & target_mask
    while targets != 0:
        to_square = lowest(targets)
        targets ^= BIT[to_square]
        if not is_attacked(bitboards, to_square, them, occupied ^ BIT[king]):
            moves[end] = king | to_square << 6
            end += 1

    # In check, any other piece must capture the checker or block it. In double check only the king can move.
    push_mask = RANKS[0] | RANKS[7] if tactical else ~own
    if checkers != 0:
        checker = lowest(checkers)
        if checkers != BIT[checker]:
            return end
        evasions = checkers | BETWEEN[64 * king + checker]
        target_mask &= evasions
        push_mask &= evasions
    elif board.castling_rights != 0 and not tactical:
        end = _castling_moves(board, moves, end, king, occupied)

    end = _pawn_moves(board, moves, end, king, pinned, target_mask, push_mask)
    queens = bitboards[us + QUEEN]
    end = _knight_moves(moves, end, bitboards[us + KNIGHT] & ~pinned, target_mask)  # a pinned knight cannot move
    end = _slider_moves(False, moves, end, bitboards[us + BISHOP] | queens, occupied, target_mask, king, pinned)
    return _slider_moves(True, moves, end, bitboards[us + ROOK] | queens, occupied, target_mask, king, pinned)


def _add_moves(moves: vec[i64], end: i64, from_square: i64, targets: i64) -> i64:
    """Adds a move from `from_square` to each square of `targets`.

    lowest() is inlined here and in _add_pawn_moves: interpreted, a call for each move would take a tenth of the time.
    """
    while targets != 0:
        to_square = LOWEST[(targets & -targets) * DE_BRUIJN >> 58 & 63]
        targets ^= BIT[to_square]
        moves[end] = from_square | to_square << 6
        end += 1
    return end


def _knight_moves(moves: vec[i64], end: i64, knights: i64, target_mask: i64) -> i64:
    while knights != 0:
        from_square = lowest(knights)
        knights ^= BIT[from_square]
        end = _add_moves(moves, end, from_square, KNIGHT_ATTACKS[from_square] & target_mask)
    return end


def _slider_moves(
    orthogonal: bool, moves: vec[i64], end: i64, sliders: i64, occupied: i64, target_mask: i64, king: i64, pinned: i64
) -> i64:
    """Adds the moves of rooks and queens (`orthogonal`) or bishops and queens. A pinned slider stays on its line."""
    while sliders != 0:
        from_square = lowest(sliders)
        sliders ^= BIT[from_square]
        targets = rook_attacks(from_square, occupied) if orthogonal else bishop_attacks(from_square, occupied)
        if pinned & BIT[from_square] != 0:
            targets &= LINE[64 * king + from_square]
        end = _add_moves(moves, end, from_square, targets & target_mask)
    return end


def _castling_moves(board: Board, moves: vec[i64], end: i64, king: i64, occupied: i64) -> i64:
    """Adds castling for a king that is not in check: squares between king and rook empty, its own path not attacked."""
    bitboards = board.bitboards
    us = board.turn
    them = opponent(us)
    rights = board.castling_rights if us == WHITE else board.castling_rights >> 2
    if (
        rights & 1 != 0
        and occupied & (BIT[king + 1] | BIT[king + 2]) == 0
        and not is_attacked(bitboards, king + 1, them, occupied)
        and not is_attacked(bitboards, king + 2, them, occupied)
    ):
        moves[end] = king | king + 2 << 6
        end += 1
    if (
        rights & 2 != 0
        and occupied & (BIT[king - 1] | BIT[king - 2] | BIT[king - 3]) == 0
        and not is_attacked(bitboards, king - 1, them, occupied)
        and not is_attacked(bitboards, king - 2, them, occupied)
    ):
        moves[end] = king | king - 2 << 6
        end += 1
    return end


def _pawn_moves(
    board: Board, moves: vec[i64], end: i64, king: i64, pinned: i64, target_mask: i64, push_mask: i64
) -> i64:
    """Adds all pawn moves: pushes to `push_mask`, captures on `target_mask`, and en passant.

    A pinned pawn may only move along its pin line, so each one is handled separately.
    """
    bitboards = board.bitboards
    us = board.turn
    them = opponent(us)
    pawns = bitboards[us + PAWN]
    empty = ~(bitboards[us] | bitboards[them])
    enemies = bitboards[them] & target_mask
    end = _pawn_set_moves(moves, end, us, pawns & ~pinned, empty, empty & push_mask, enemies)
    pinned_pawns = pawns & pinned
    while pinned_pawns != 0:
        from_square = lowest(pinned_pawns)
        pinned_pawns ^= BIT[from_square]
        line = LINE[64 * king + from_square]
        end = _pawn_set_moves(moves, end, us, BIT[from_square], empty, empty & push_mask & line, enemies & line)

    if board.en_passant_square != NO_SQUARE:
        capturers = PAWN_ATTACKERS[8 * us + board.en_passant_square] & pawns
        while capturers != 0:
            from_square = lowest(capturers)
            capturers ^= BIT[from_square]
            if is_en_passant_legal(bitboards, from_square, board.en_passant_square, us):
                moves[end] = from_square | board.en_passant_square << 6
                end += 1
    return end


def _pawn_set_moves(moves: vec[i64], end: i64, us: i64, pawns: i64, empty: i64, push_mask: i64, enemies: i64) -> i64:
    """Adds the moves of a set of pawns, all at once: pushes to `push_mask`, across `empty`, and captures of `enemies`.

    The target squares are shifted back onto the pawns. No pawn stands on its last rank, so the bits that a shift brings
    in at the upper end, or drops there, are masked out.
    """
    if us == WHITE:
        forward: i64 = 8
        pushes = pawns & push_mask >> 8
        double_pushes = pawns & RANKS[1] & empty >> 8 & push_mask >> 16
        west_captures = pawns & NOT_FILE_A & enemies >> 7
        east_captures = pawns & NOT_FILE_H & enemies >> 9
        promoting = pawns & RANKS[6]
    else:
        forward = -8
        pushes = pawns & push_mask << 8
        double_pushes = pawns & RANKS[6] & empty << 8 & push_mask << 16
        west_captures = pawns & NOT_FILE_A & enemies << 9
        east_captures = pawns & NOT_FILE_H & enemies << 7
        promoting = pawns & RANKS[1]
    if promoting != 0:
        end = _add_promotions(moves, end, pushes & promoting, forward)
        end = _add_promotions(moves, end, west_captures & promoting, forward - 1)
        end = _add_promotions(moves, end, east_captures & promoting, forward + 1)
        pushes &= ~promoting
        west_captures &= ~promoting
        east_captures &= ~promoting
    end = _add_pawn_moves(moves, end, pushes, forward)
    end = _add_pawn_moves(moves, end, double_pushes, 2 * forward)
    end = _add_pawn_moves(moves, end, west_captures, forward - 1)
    return _add_pawn_moves(moves, end, east_captures, forward + 1)


def _add_pawn_moves(moves: vec[i64], end: i64, from_squares: i64, step: i64) -> i64:
    """Adds a move by `step` from each square of `from_squares`."""
    while from_squares != 0:
        from_square = LOWEST[(from_squares & -from_squares) * DE_BRUIJN >> 58 & 63]
        from_squares ^= BIT[from_square]
        moves[end] = from_square | from_square + step << 6
        end += 1
    return end


def _add_promotions(moves: vec[i64], end: i64, from_squares: i64, step: i64) -> i64:
    """Adds the four promotions by `step` from each square of `from_squares`."""
    while from_squares != 0:
        from_square = lowest(from_squares)
        from_squares ^= BIT[from_square]
        move = from_square | from_square + step << 6
        moves[end] = move | QUEEN << 12
        moves[end + 1] = move | ROOK << 12
        moves[end + 2] = move | BISHOP << 12
        moves[end + 3] = move | KNIGHT << 12
        end += 4
    return end
