"""Oversights: the moves that a weak player does not see.

A weak player does not see some moves, its own or the opponent's, for as long as it thinks about a move. It sees every
capture on the square that a piece has just moved to, so it does not move its queen to an attacked square, and it sees
every move of a side in check. Which moves it overlooks follows from the position at which it thinks and from the last
move, so the same position after the same move always gets the same move.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from modern.engine.stack import SearchStack
from modern.rules.movegen import generate
from modern.rules.native import i64, vec

#: What the number of overlooked moves is counted in: of so many moves, a player overlooks that number.
OVERSIGHT_UNIT: Final[i64] = 1024
#: Multipliers that mix a position's key and a move; the highest bits of the product are close to random.
MOVE_MULTIPLIER: Final[i64] = 0x2545F4914F6CDD1D
KEY_MULTIPLIER: Final[i64] = 0x369DEA0F31A53F85


def is_overlooked(key: i64, move: i64, overlooked: i64) -> bool:
    """Returns True if a player who thinks about the position with this key overlooks a move, wherever it is possible.

    It overlooks `overlooked` of OVERSIGHT_UNIT moves.
    """
    return ((key ^ move * MOVE_MULTIPLIER) * KEY_MULTIPLIER >> 50 & OVERSIGHT_UNIT - 1) < overlooked


def remove_overlooked(stack: SearchStack, start: i64, end: i64, ply: i64, hash_move: i64) -> i64:
    """Removes the overlooked moves of the node at `ply`, which are at the indices from `start` up to `end` (exclusive).

    Returns the new end. Captures are overlooked half as often as other moves, and those of the piece that moved last
    never. The hash move stays, and so do all moves if otherwise none would.
    """
    moves, mailbox = stack.moves, stack.board.mailbox
    last_target: i64 = stack.piece_to[ply + 1] & 63
    if stack.piece_to[ply + 1] == 0:  # a null move, or no move
        last_target = -1
    kept = start
    for index in range(start, end):
        move = moves[index]
        target = move >> 6 & 63
        overlooked = stack.overlooked
        if mailbox[target] != 0:
            overlooked = 0 if target == last_target else overlooked // 2
        if move == hash_move or not is_overlooked(stack.root_key, move, overlooked):
            _swap(moves, kept, index)
            kept += 1
    return kept if kept > start else end


def generate_seen(stack: SearchStack, start: i64, ply: i64, hash_move: i64) -> i64:
    """Writes the legal moves of the node at `ply` that are seen to `moves`, from index `start` on; returns their end.

    In check no move is overlooked, so that a check is not taken for mate.
    """
    end = generate(stack.board, stack.moves, start)
    if stack.overlooked == 0 or stack.in_check[ply] != 0:
        return end
    return remove_overlooked(stack, start, end, ply, hash_move)


def seen_moves(stack: SearchStack, root_moves: Sequence[int]) -> list[int]:
    """Returns the root moves that are not overlooked, or all if all are."""
    if stack.overlooked == 0 or stack.in_check[0] != 0:
        return list(root_moves)
    moves = stack.moves
    for index, move in enumerate(root_moves):
        moves[index] = move
    end = remove_overlooked(stack, 0, len(root_moves), 0, 0)
    return [moves[index] for index in range(end)]


def _swap(moves: vec[i64], first: i64, second: i64) -> None:
    """Exchanges two moves of a list."""
    moves[first], moves[second] = moves[second], moves[first]
