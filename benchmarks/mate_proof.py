"""Proves mates by exhaustive search: every move of the attacker and every reply, without pruning or a hash table.

https://www.chessprogramming.org/Mate_Search
"""

from __future__ import annotations

from modern.rules import Position
from modern.rules.legality import legal_codes


def mating_moves(position: Position, moves: int) -> list[int]:
    """Returns the moves that force mate in at most `moves` moves, including this one."""
    return [code for code in legal_codes(position) if _forces_mate(position, code, moves)]


def mate_distance(position: Position, max_moves: int) -> int | None:
    """Returns the number of moves in which the side to move can force mate, or None if it exceeds `max_moves`."""
    return next((moves for moves in range(1, max_moves + 1) if mating_moves(position, moves)), None)


def _forces_mate(position: Position, code: int, moves: int) -> bool:
    """Returns True if the move `code` forces mate in at most `moves` moves, including itself."""
    position.make_move(code)
    try:
        if moves == 1 and not position.in_check():
            return False
        replies = legal_codes(position)
        if not replies:
            return position.in_check()
        return moves > 1 and all(_is_mated_after(position, reply, moves - 1) for reply in replies)
    finally:
        position.unmake()


def _is_mated_after(position: Position, reply: int, moves: int) -> bool:
    """Returns True if after `reply` there is a mate in at most `moves` moves."""
    position.make_move(reply)
    try:
        return any(_forces_mate(position, code, moves) for code in legal_codes(position))
    finally:
        position.unmake()
