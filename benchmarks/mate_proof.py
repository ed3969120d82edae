"""Mates proven by trying everything: every move of the one who mates, every reply of the other, no bounds, no table.

https://www.chessprogramming.org/Mate_Search
"""

from __future__ import annotations

from modern.rules import Position
from modern.rules.legality import legal_codes


def mating_moves(position: Position, moves: int) -> list[int]:
    """The moves that mate in so many at the latest, this one counted, whatever is replied."""
    return [code for code in legal_codes(position) if _forces_mate(position, code, moves)]


def mate_distance(position: Position, most: int) -> int | None:
    """In how many moves the side to move mates, if both do their best; None where it takes more than `most`."""
    return next((moves for moves in range(1, most + 1) if mating_moves(position, moves)), None)


def _forces_mate(position: Position, code: int, moves: int) -> bool:
    """Whether a move leads to mate in so many, it counted."""
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
    """Whether a reply is answered by mate in so many."""
    position.make_move(reply)
    try:
        return any(_forces_mate(position, code, moves) for code in legal_codes(position))
    finally:
        position.unmake()
