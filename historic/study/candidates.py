"""The moves that CWHITE (CBLACK) tries in a position, computed in two ways.

`tried_moves` lists them without scores. It walks as the listing does: over the squares in ascending order, and on each
square over the pieces from 23 down to 0. Castling moves take the first of these slots. `moves_tried_by_program` runs
the program itself, which logs the moves and their scores. Both give the same moves, quirks included.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from historic.basic.native import i64, vec
from historic.machine.screen import UNSEEN
from historic.position.castling import CASTLINGS, KINGSIDE, QUEENSIDE
from historic.position.moves import NO_MOVE, PieceMove, piece_move
from historic.position.sides import WHITE, side_named
from historic.position.squares import SQUARES
from historic.position.state import KING, NOT_MOVED, PIECE_COUNT, State
from historic.program import Program
from historic.readings import PRINTED
from historic.study.terms import LOST_KING_SCORE
from historic.thought import TriedMove, TriedReply

#: The move of each piece to each square.
MOVES_TO: Final = {square: [PieceMove(piece, square) for piece in range(PIECE_COUNT)] for square in SQUARES}


#: The row of A that holds a side's think move board.
THINK_MOVE_BOARD_ROW: Final = {"white": 1, "black": 2}


def fill_think_move_board(program: Program, side: str) -> None:
    """Runs BOARD, and then WHITE or BLACK, as the program does before a side's CWHITE or CBLACK."""
    program.BOARD()
    if side == WHITE.name:
        program.WHITE()
    else:
        program.BLACK()


def think_move_board(state: State, side: str, reading: str = PRINTED) -> list[int]:
    """Returns the think move board of a side in a position.

    It has 144 numbers. Each is the sum of the bits of the pieces that reach the square: 2 to the power of the piece
    number.
    """
    program = Program(reading, UNSEEN)
    program.state = state
    fill_think_move_board(program, side)
    return list(program.A[THINK_MOVE_BOARD_ROW[side]])


class CastlingPath(NamedTuple):
    """The path of a castling move as the program sees it: whether it was tested, and the value of II (III)."""

    tested: bool
    blocked: bool


def castling_paths(
    state: State, side: str, board: list[int], opponent_reach: vec[i64], blocked: int
) -> dict[int, CastlingPath]:
    """Returns the path of each castling move, or an empty dict if the king has moved.

    `opponent_reach` is the opponent's think move board. `blocked` is the previous value of II (III), which stays in
    effect until a path is tested (quirk stale-ii).
    """
    paths: dict[int, CastlingPath] = {}
    if state.pieces(side)[1][KING] != NOT_MOVED:
        return paths
    for castling in CASTLINGS[side]:
        tested = state.pieces(castling.tested_side)[1][castling.rook] == NOT_MOVED
        if tested:
            occupied = any(board[square] > 0 for square in castling.empty)
            blocked = occupied or any(opponent_reach[square] > 0 for square in castling.safe)
        paths[castling.number] = CastlingPath(tested, bool(blocked))
    return paths


def target_squares(side: str, board: list[int], reach: vec[i64]) -> list[int]:
    """Returns the squares that the program walks over, in order: reached by the side and not occupied by it."""
    offset = side_named(side).board_offset
    return [square for square in SQUARES if reach[square] and not offset <= board[square] < offset + PIECE_COUNT]


def tried_moves(targets: list[int], reach: vec[i64], paths: dict[int, CastlingPath]) -> list[PieceMove]:
    """Returns the moves tried, in order. `reach` is the side's think move board, `paths` comes from castling_paths."""
    moves: list[PieceMove] = []
    castlings = [castling for castling in (KINGSIDE, QUEENSIDE) if castling in paths and not paths[castling].blocked]
    for square in targets:
        slot = PIECE_COUNT
        for castling in castlings:
            slot -= 1
            moves.append(piece_move(slot, square, castling))
        castlings = []
        # Piece n is tried if the remaining bits amount to at least two to the power of n. If castling has taken the
        # slot of a piece, its bit is never subtracted (quirks slot-of-the-queen, piece-from-nowhere).
        bits: int = reach[square]
        moves_to_square = MOVES_TO[square]
        while bits and slot:
            highest = bits.bit_length()
            slot = (highest if highest < slot else slot) - 1
            moves.append(moves_to_square[slot])
            bits -= 1 << slot
    return moves


def moves_tried_by_program(program: Program, side: str) -> list[TriedMove]:
    """Does what `replies_tried` does, and returns the moves as TriedMoves."""
    return [
        TriedMove(piece, square, castling, score, score)
        for piece, square, castling, score in replies_tried(program, side)
    ]


def replies_tried(program: Program, side: str) -> list[TriedReply]:
    """Runs CWHITE (CBLACK) on A(0,..) as in a reply, one ply deep, and returns the moves it tries with their scores.

    A(1,..) and A(2,..) must be the think move boards of that board. II (III) is used as it is. The program's variables
    change as they do in CWHITE (CBLACK). No key is pressed meanwhile.
    """
    tried: list[TriedReply] = []
    screen, program.screen = program.screen, UNSEEN
    log, program.reply_log = program.reply_log, tried
    try:
        if side == WHITE.name:
            program.JAA = 0
            program.CWHITE()
        else:
            program.JAA = 1
            program.CBLACK()
    finally:
        program.screen, program.reply_log = screen, log
    return tried


def first_best(tried: Iterable[TriedMove]) -> tuple[PieceMove, float]:
    """Returns the choice among the moves in the order tried, and its value in pawns.

    By CWHITE9 (CBLACK9), it is the first with the highest value, compared in binary32; NO_MOVE if none exceeds -1000.
    """
    best, highest = NO_MOVE, LOST_KING_SCORE
    for one in tried:
        if one.value > highest:
            best, highest = one.move, one.value
    return best, highest
