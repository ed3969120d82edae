"""Every legal move, and no other: pins and checks are found first, so that no move has to be tried and thrown away.

Only two things are looked at after the move: the square that a king goes to, and en passant.
"""

from __future__ import annotations

from typing import Final

from modern.rules.attacks import (
    BETWEEN,
    BISHOP_RAYS,
    KING_ATTACKS,
    KNIGHT_ATTACKS,
    LINE,
    PAWN_ATTACKS,
    ROOK_RAYS,
    bishop_attacks,
    is_attacked,
    rook_attacks,
)
from modern.rules.bitboard import BIT, DE_BRUIJN, FILES, LOWEST, RANKS, lowest
from modern.rules.board import NO_SQUARE, Board, is_en_passant_legal
from modern.rules.native import i64, vec
from modern.rules.pieces import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE

NOT_FILE_A: Final[i64] = ~FILES[0]
NOT_FILE_H: Final[i64] = ~FILES[7]


def generate(board: Board, moves: vec[i64], end: i64) -> i64:
    """Put the legal moves into `moves` from index `end` on; returns the index behind the last.

    `moves` needs MOST_MOVES places behind `end`. A move is a number as Board has it.
    """
    return _generate(board, moves, end, False)


def generate_tactical(board: Board, moves: vec[i64], end: i64) -> i64:
    """The same, of the legal moves those alone that capture, or make something of a pawn."""
    return _generate(board, moves, end, True)


def _generate(board: Board, moves: vec[i64], end: i64, tactical: bool) -> i64:
    men = board.bitboards
    us = board.turn
    them = us ^ 8
    own = men[us]
    occupied = own | men[them]
    king = lowest(men[us + KING])

    # Who gives check, and who may not leave the line to the king? A slider aligned with the king gives check where
    # nobody stands between; a man of ours that stands there alone is pinned.
    checkers = KNIGHT_ATTACKS[king] & men[them + KNIGHT] | PAWN_ATTACKS[8 * us + king] & men[them + PAWN]
    pinned: i64 = 0
    queens = men[them + QUEEN]
    aligned = ROOK_RAYS[king] & (men[them + ROOK] | queens) | BISHOP_RAYS[king] & (men[them + BISHOP] | queens)
    while aligned != 0:
        square = lowest(aligned)
        aligned ^= BIT[square]
        between = BETWEEN[64 * king + square] & occupied
        if between == 0:
            checkers |= BIT[square]
        elif between & between - 1 == 0:  # one man; never on h8, which is between no two squares
            pinned |= between & own

    # The king itself stands in nobody's way when it leaves.
    allowed = men[them] if tactical else ~own
    targets = KING_ATTACKS[king] & allowed
    while targets != 0:
        to = lowest(targets)
        targets ^= BIT[to]
        if not is_attacked(men, to, them, occupied ^ BIT[king]):
            moves[end] = king | to << 6
            end += 1

    # In check the others must take the one that gives it or step between; where two give it, they can do nothing.
    landing = RANKS[0] | RANKS[7] if tactical else ~own
    if checkers != 0:
        checker = lowest(checkers)
        if checkers != BIT[checker]:
            return end
        evading = checkers | BETWEEN[64 * king + checker]
        allowed &= evading
        landing &= evading
    elif board.castling_rights != 0 and not tactical:
        end = _castling_moves(board, moves, end, king, occupied)

    end = _pawn_moves(board, moves, end, king, pinned, allowed, landing)
    queens = men[us + QUEEN]
    end = _knight_moves(moves, end, men[us + KNIGHT] & ~pinned, allowed)  # a pinned knight never stays on its line
    end = _slider_moves(False, moves, end, men[us + BISHOP] | queens, occupied, allowed, king, pinned)
    return _slider_moves(True, moves, end, men[us + ROOK] | queens, occupied, allowed, king, pinned)


def _add_moves(moves: vec[i64], end: i64, start: i64, targets: i64) -> i64:
    """A move from `start` to each of `targets`.

    Here, and in _each_by, lowest() is written out: interpreted, a call for each move would take a tenth of all time.
    """
    while targets != 0:
        to = LOWEST[(targets & -targets) * DE_BRUIJN >> 58 & 63]
        targets ^= BIT[to]
        moves[end] = start | to << 6
        end += 1
    return end


def _knight_moves(moves: vec[i64], end: i64, knights: i64, allowed: i64) -> i64:
    while knights != 0:
        start = lowest(knights)
        knights ^= BIT[start]
        end = _add_moves(moves, end, start, KNIGHT_ATTACKS[start] & allowed)
    return end


def _slider_moves(
    straight: bool, moves: vec[i64], end: i64, sliders: i64, occupied: i64, allowed: i64, king: i64, pinned: i64
) -> i64:
    """The moves of rooks (`straight`) or bishops, and of queens as either. A pinned one stays on its line."""
    while sliders != 0:
        start = lowest(sliders)
        sliders ^= BIT[start]
        targets = rook_attacks(start, occupied) if straight else bishop_attacks(start, occupied)
        if pinned & BIT[start] != 0:
            targets &= LINE[64 * king + start]
        end = _add_moves(moves, end, start, targets & allowed)
    return end


def _castling_moves(board: Board, moves: vec[i64], end: i64, king: i64, occupied: i64) -> i64:
    """Castling for a king that is not in check: nobody between king and rook, and no square attacked on its way."""
    men = board.bitboards
    us = board.turn
    them = us ^ 8
    rights = board.castling_rights if us == WHITE else board.castling_rights >> 2
    if (
        rights & 1 != 0
        and occupied & (BIT[king + 1] | BIT[king + 2]) == 0
        and not is_attacked(men, king + 1, them, occupied)
        and not is_attacked(men, king + 2, them, occupied)
    ):
        moves[end] = king | king + 2 << 6
        end += 1
    if (
        rights & 2 != 0
        and occupied & (BIT[king - 1] | BIT[king - 2] | BIT[king - 3]) == 0
        and not is_attacked(men, king - 1, them, occupied)
        and not is_attacked(men, king - 2, them, occupied)
    ):
        moves[end] = king | king - 2 << 6
        end += 1
    return end


def _pawn_moves(board: Board, moves: vec[i64], end: i64, king: i64, pinned: i64, allowed: i64, landing: i64) -> i64:
    """The moves of all pawns: steps to `landing`, captures on `allowed`.

    A pinned one may go along its line only, so it is asked by itself.
    """
    men = board.bitboards
    us = board.turn
    them = us ^ 8
    pawns = men[us + PAWN]
    empty = ~(men[us] | men[them])
    enemies = men[them] & allowed
    end = _pawn_set_moves(moves, end, us, pawns & ~pinned, empty, empty & landing, enemies)
    bound = pawns & pinned
    while bound != 0:
        start = lowest(bound)
        bound ^= BIT[start]
        line = LINE[64 * king + start]
        end = _pawn_set_moves(moves, end, us, BIT[start], empty, empty & landing & line, enemies & line)

    if board.en_passant_square != NO_SQUARE:
        takers = PAWN_ATTACKS[8 * them + board.en_passant_square] & pawns
        while takers != 0:
            start = lowest(takers)
            takers ^= BIT[start]
            if is_en_passant_legal(men, start, board.en_passant_square, us):
                moves[end] = start | board.en_passant_square << 6
                end += 1
    return end


def _pawn_set_moves(moves: vec[i64], end: i64, us: i64, pawns: i64, empty: i64, landing: i64, enemies: i64) -> i64:
    """What `pawns` can do, all at once: steps onto `landing`, over `empty`, and captures of `enemies`.

    The squares ahead of the pawns are shifted back onto the pawns. No pawn stands on the eighth rank, so that what
    such a shift brings in at the upper end, or pushes out there, is masked away.
    """
    if us == WHITE:
        ahead: i64 = 8
        steps = pawns & landing >> 8
        double_steps = pawns & RANKS[1] & empty >> 8 & landing >> 16
        west = pawns & NOT_FILE_A & enemies >> 7
        east = pawns & NOT_FILE_H & enemies >> 9
        promoting = pawns & RANKS[6]
    else:
        ahead = -8
        steps = pawns & landing << 8
        double_steps = pawns & RANKS[6] & empty << 8 & landing << 16
        west = pawns & NOT_FILE_A & enemies << 9
        east = pawns & NOT_FILE_H & enemies << 7
        promoting = pawns & RANKS[1]
    if promoting != 0:
        end = _add_promotions(moves, end, steps & promoting, ahead)
        end = _add_promotions(moves, end, west & promoting, ahead - 1)
        end = _add_promotions(moves, end, east & promoting, ahead + 1)
        steps &= ~promoting
        west &= ~promoting
        east &= ~promoting
    end = _add_pawn_moves(moves, end, steps, ahead)
    end = _add_pawn_moves(moves, end, double_steps, 2 * ahead)
    end = _add_pawn_moves(moves, end, west, ahead - 1)
    return _add_pawn_moves(moves, end, east, ahead + 1)


def _add_pawn_moves(moves: vec[i64], end: i64, starts: i64, step: i64) -> i64:
    """A move by `step` from each of `starts`."""
    while starts != 0:
        start = LOWEST[(starts & -starts) * DE_BRUIJN >> 58 & 63]
        starts ^= BIT[start]
        moves[end] = start | start + step << 6
        end += 1
    return end


def _add_promotions(moves: vec[i64], end: i64, starts: i64, step: i64) -> i64:
    """The four promotions, by `step` from each of `starts`."""
    while starts != 0:
        start = lowest(starts)
        starts ^= BIT[start]
        move = start | start + step << 6
        moves[end] = move | QUEEN << 12
        moves[end + 1] = move | ROOK << 12
        moves[end + 2] = move | BISHOP << 12
        moves[end + 3] = move | KNIGHT << 12
        end += 4
    return end
