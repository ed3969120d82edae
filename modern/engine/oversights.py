"""Oversights: the moves that a weak player does not see.

A weak player does not see some moves, its own or the opponent's, for as long as it thinks about a move. It overlooks
captures less often than quiet moves, so it takes a hanging piece more often than it sees a fork; and of the quiet moves
among which it chooses it overlooks only half as many. It sees every capture on the square that a piece has just moved
to, so it does not move its queen to an attacked square, and it sees every move of a side in check. Which moves it
overlooks follows from the position at which it thinks, from the last move, and from the seed of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from modern.engine.stack import NO_PIECE_TO, SearchStack
from modern.rules.board import NO_SQUARE
from modern.rules.move import NO_MOVE, to_square_of
from modern.rules.movegen import generate
from modern.rules.native import i64, vec

#: The number of overlooked moves is counted per this many moves.
OVERSIGHT_UNIT: Final[i64] = 1024
#: Multipliers that mix a position's key and a move; the highest bits of the product are close to random.
MOVE_MULTIPLIER: Final[i64] = 0x2545F4914F6CDD1D
KEY_MULTIPLIER: Final[i64] = 0x369DEA0F31A53F85


def is_overlooked(key: i64, move: i64, overlooked: i64) -> bool:
    """Returns True if a player who thinks about the position with this key overlooks a move, wherever it is possible.

    It overlooks `overlooked` of OVERSIGHT_UNIT moves.
    """
    return ((key ^ move * MOVE_MULTIPLIER) * KEY_MULTIPLIER >> 50 & OVERSIGHT_UNIT - 1) < overlooked


def remove_overlooked(stack: SearchStack, moves: vec[i64], count: i64, ply: i64, hash_move: i64) -> i64:
    """Removes the overlooked ones from the `count` moves of the node at `ply`; returns how many are left.

    Captures of the piece that moved last are never overlooked. The hash move stays, and so do all moves if otherwise
    none would.
    """
    mailbox = stack.board.mailbox
    last_piece_to = stack.piece_to(ply - 1)
    last_target: i64 = NO_SQUARE if last_piece_to == NO_PIECE_TO else last_piece_to & 63
    overlooked = stack.overlooked if ply > 0 else stack.overlooked // 2
    kept: i64 = 0
    for index in range(count):
        move = moves[index]
        target = to_square_of(move)
        share = overlooked
        if mailbox[target] != 0:
            share = 0 if target == last_target else stack.missed
        if move == hash_move or not is_overlooked(stack.root_key, move, share):
            moves[kept], moves[index] = move, moves[kept]
            kept += 1
    return kept if kept > 0 else count


def generate_seen(stack: SearchStack, moves: vec[i64], ply: i64, hash_move: i64) -> i64:
    """Writes the legal moves of the node at `ply` that are seen to `moves`, and returns their number.

    In check no move is overlooked, so that a check is not taken for mate.
    """
    count = generate(stack.board, moves, 0)
    if not stack.overlooks or stack.in_check[ply] != 0:
        return count
    return remove_overlooked(stack, moves, count, ply, hash_move)


def seen_moves(stack: SearchStack, root_moves: Sequence[int]) -> list[int]:
    """Returns the root moves that are not overlooked, or all if all are."""
    if not stack.overlooks or stack.in_check[0] != 0:
        return list(root_moves)
    moves = vec[i64](list(root_moves))
    return [moves[index] for index in range(remove_overlooked(stack, moves, len(moves), 0, NO_MOVE))]
