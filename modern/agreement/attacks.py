"""Compares the think move boards with attack bitboards.

They agree bit for bit, except for pawns. A pawn has a bit on each square that it can push to, which it does not attack.
It has no bit on an empty diagonal square, which it does attack. This module predicts both exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from historic.position.sides import SIDES
from historic.position.squares import SQUARE_TO_NAME
from historic.position.state import CAPTURED, NOT_MOVED, PIECE_COUNT
from modern.agreement.findings import UNEXPLAINED, Finding
from modern.agreement.kinds import ATTACKS, ClassTable
from modern.agreement.pair import SQUARE_64, SQUARE_144
from modern.agreement.view import PositionView
from modern.rules.attacks import PAWN_ATTACKS, attacks_of
from modern.rules.pieces import PAWN

#: All 64 squares. Bitboards are unsigned here, because they are counted and shifted; in modern.rules they are signed.
ALL_SQUARES: Final = 2**64 - 1


ATTACK_CLASSES: Final = ClassTable(ATTACKS)
PAWN_PUSH: Final = ATTACK_CLASSES.add(
    "pawn-push",
    "WHITE2, BLACK2",
    "pushes-are-control",
    "A pawn has a bit on the square that it can push to, which it does not attack.",
    "4k3/8/8/8/8/P7/8/4K3 w - - 0 1",
)
PAWN_DOUBLE_PUSH: Final = ATTACK_CLASSES.add(
    "pawn-double-step",
    "WHITE2, BLACK2",
    "pushes-are-control",
    "A pawn that has not moved also has a bit on its double push square.",
    "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
)
PAWN_EMPTY_DIAGONAL: Final = ATTACK_CLASSES.add(
    "pawn-empty-diagonal",
    "WHITE2, BLACK2",
    "pushes-are-control",
    "A pawn has no bit on an empty diagonal square, although it attacks that square.",
    "4k3/8/8/8/8/P7/8/4K3 w - - 0 1",
)


class PawnBits(NamedTuple):
    """The squares where a pawn's bits are not its attacks: a bitboard for each class, in the order of the classes."""

    pushes: int
    double_pushes: int
    empty_diagonals: int

    def by_class(self) -> Iterator[tuple[str, int]]:
        """Yields the name of each class with its bitboard."""
        return zip(ATTACK_CLASSES.names, self, strict=True)


def compare_attacks(view: PositionView) -> list[Finding]:
    """Counts the bits of each class on both think move boards, and reports every bit that is not as predicted."""
    findings = []
    counts = dict.fromkeys(ATTACK_CLASSES.names, 0)
    for side in SIDES:
        actual, predicted = view.think_move_boards[side], predicted_think_move_board(view, side)
        if actual != predicted:
            findings += _unpredicted_bits(side, actual, predicted)
        for _, bits in pawns_of(view, side):
            for name, squares in bits.by_class():
                counts[name] += squares.bit_count()
    return findings + [Finding(name, name, count) for name, count in counts.items() if count]


def pawns_of(view: PositionView, side: str) -> Iterator[tuple[int, PawnBits]]:
    """Yields the number of each pawn of a side, and the squares where its bits are not its attacks."""
    position = view.position
    mailbox = position.mailbox
    occupied = int(position.bitboards[0] | position.bitboards[8]) & ALL_SQUARES
    squares, flags = view.state.pieces(side)
    for number in range(PIECE_COUNT):
        if flags[number] != CAPTURED and mailbox[SQUARE_64[squares[number]]] & 7 == PAWN:
            yield number, pawn_bits(side, SQUARE_64[squares[number]], occupied, flags[number] == NOT_MOVED)


def pawn_bits(side: str, square: int, occupied: int, not_moved: bool) -> PawnBits:
    """Returns the squares where the bits of a pawn on `square` are not its attacks."""
    forward, us = (8, 0) if side == "white" else (-8, 8)
    free = ~occupied
    push = (1 << square + forward) & free
    double_push = (1 << square + 2 * forward) & free if push and not_moved else 0
    return PawnBits(push, double_push, PAWN_ATTACKS[8 * us + square] & ALL_SQUARES & free)


def predicted_think_move_board(view: PositionView, side: str) -> list[int]:
    """Computes the think move board of `side` from attack bitboards: 144 sums of bits."""
    position = view.position
    mailbox = position.mailbox
    occupied = int(position.bitboards[0] | position.bitboards[8])
    squares, flags = view.state.pieces(side)
    board = [0] * 144
    for number in range(PIECE_COUNT):
        if flags[number] == CAPTURED:
            continue
        from_square = SQUARE_64[squares[number]]
        reached: int = attacks_of(mailbox[from_square], from_square, occupied) & ALL_SQUARES
        if mailbox[from_square] & 7 == PAWN:
            bits = pawn_bits(side, from_square, occupied & ALL_SQUARES, flags[number] == NOT_MOVED)
            reached = reached ^ bits.empty_diagonals | bits.pushes | bits.double_pushes
        bit = 1 << number
        while reached:
            lowest = reached & -reached
            reached ^= lowest
            board[SQUARE_144[lowest.bit_length() - 1]] += bit
    return board


def _unpredicted_bits(side: str, actual: list[int], predicted: list[int]) -> list[Finding]:
    """Returns a finding for each bit that is set and should not be, or should be and is not."""
    findings = []
    for square, (bits, expected_bits) in enumerate(zip(actual, predicted, strict=True)):
        name = SQUARE_TO_NAME.get(square, str(square))
        for number in range(max(bits, expected_bits).bit_length()):
            present, expected = bits >> number & 1, expected_bits >> number & 1
            if present != expected:
                text = f"has a bit on {name}, but should not" if present else f"has no bit on {name}, but should"
                findings.append(Finding(UNEXPLAINED, f"{side}'s piece {number} {text}"))
    return findings
