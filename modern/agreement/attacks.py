"""Compares the think move boards with attack bitboards.

They agree bit for bit, except for pawns. A pawn has a bit on each square that it can push to, which it does not attack.
It has no bit on an empty diagonal square, which it does attack. This module predicts both exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from mypy_extensions import mypyc_attr

from historic.position.sides import SIDES
from historic.position.squares import SQUARE_TO_NAME
from historic.position.state import CAPTURED, NOT_MOVED, PIECE_COUNT
from modern.agreement.differences import ATTACKS, UNEXPLAINED, DifferenceClass, Finding
from modern.agreement.pair import SQUARE_64, SQUARE_144
from modern.agreement.view import SIDE_BY_NAME, PositionView
from modern.rules.attacks import PAWN_ATTACKS, attacks_of
from modern.rules.bitboard import signed, squares_of
from modern.rules.pieces import PAWN, piece_type_of

#: All 64 squares. Bitboards are unsigned here, because they are counted and shifted; in modern.rules they are signed.
ALL_SQUARES: Final = 2**64 - 1


class Pawn:
    """A pawn on a board: its number in the listing, its colour, its square (0 to 63), and whether it has moved.

    `free` is the bitboard of the empty squares, and `forward` the difference to the square one rank ahead.
    """

    def __init__(self, number: int, us: int, square: int, not_moved: bool, free: int) -> None:
        self.number = number
        self.us = us
        self.square = square
        self.not_moved = not_moved
        self.free = free
        self.forward = -8 if us else 8


#: Returns the squares, as a bitboard, where a pawn's bits differ from its attacks because of a class.
PawnSquares = Callable[[Pawn], int]


@mypyc_attr(native_class=False)  # its base, a dataclass, is plain Python
@dataclass(frozen=True, kw_only=True)
class AttackClass(DifferenceClass):
    """A class of bits: a pawn has a bit on each of `squares` and does not attack it, or the other way round."""

    kind = ATTACKS

    squares: PawnSquares


ATTACK_CLASSES: Final[list[AttackClass]] = []


def attack_class(
    name: str, *, label: str, quirk: str, cause: str, fen: str, moves: str = ""
) -> Callable[[PawnSquares], AttackClass]:
    """Decorates the computation of a class; the arguments are the fields of DifferenceClass."""

    def add(squares: PawnSquares) -> AttackClass:
        one = AttackClass(name=name, label=label, quirk=quirk, cause=cause, fen=fen, moves=moves, squares=squares)
        ATTACK_CLASSES.append(one)
        return one

    return add


@attack_class(
    "pawn-push",
    label="WHITE2, BLACK2",
    quirk="pushes-are-control",
    cause="A pawn has a bit on the square that it can push to, which it does not attack.",
    fen="4k3/8/8/8/8/P7/8/4K3 w - - 0 1",
)
def pawn_push(pawn: Pawn) -> int:
    """The empty square ahead."""
    return 1 << pawn.square + pawn.forward & pawn.free


@attack_class(
    "pawn-double-push",
    label="WHITE2, BLACK2",
    quirk="pushes-are-control",
    cause="A pawn that has not moved also has a bit on its double push square.",
    fen="4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
)
def pawn_double_push(pawn: Pawn) -> int:
    """The square two ranks ahead, if that and the one before are empty and the pawn has not moved."""
    if not pawn.not_moved or not pawn_push.squares(pawn):
        return 0
    return 1 << pawn.square + 2 * pawn.forward & pawn.free


@attack_class(
    "pawn-empty-diagonal",
    label="WHITE2, BLACK2",
    quirk="pushes-are-control",
    cause="A pawn has no bit on an empty diagonal square, although it attacks that square.",
    fen="4k3/8/8/8/8/P7/8/4K3 w - - 0 1",
)
def pawn_empty_diagonal(pawn: Pawn) -> int:
    """The empty squares that the pawn attacks."""
    return int(PAWN_ATTACKS[8 * pawn.us + pawn.square]) & pawn.free


def compare_attacks(view: PositionView) -> list[Finding]:
    """Counts the bits of each class on both think move boards, and reports every bit that is not as predicted."""
    findings = []
    counts = dict.fromkeys((one.name for one in ATTACK_CLASSES), 0)
    for side in SIDES:
        actual, predicted = view.think_move_boards[side], predicted_think_move_board(view, side)
        if actual != predicted:
            findings += _unpredicted_bits(side, actual, predicted)
        for _, by_class in bits_of_pawns(view, side):
            for name, squares in zip(counts, by_class, strict=True):
                counts[name] += squares.bit_count()
    return findings + [Finding(name, name, count) for name, count in counts.items() if count]


def bits_of_pawns(view: PositionView, side: str) -> list[tuple[Pawn, list[int]]]:
    """Returns each pawn of a side with its squares of each class, computed once for a view."""
    if side not in view.bits_of_pawns:
        view.bits_of_pawns[side] = [
            (pawn, [one.squares(pawn) for one in ATTACK_CLASSES]) for pawn in pawns_of(view, side)
        ]
    return view.bits_of_pawns[side]


def pawns_of(view: PositionView, side: str) -> Iterator[Pawn]:
    bitboards, mailbox = view.position.bitboards, view.position.mailbox
    us, free = SIDE_BY_NAME[side], ALL_SQUARES ^ int(bitboards[0] | bitboards[8]) & ALL_SQUARES
    squares, flags = view.state.pieces(side)
    for number in range(PIECE_COUNT):
        if flags[number] != CAPTURED and piece_type_of(mailbox[square := SQUARE_64[squares[number]]]) == PAWN:
            yield Pawn(number, us, square, flags[number] == NOT_MOVED, free)


def predicted_think_move_board(view: PositionView, side: str) -> list[int]:
    """Returns the think move board of `side` as computed from attack bitboards: 144 sums of bits."""
    if side not in view.predicted_boards:
        view.predicted_boards[side] = _predicted(view, side)
    return view.predicted_boards[side]


def _predicted(view: PositionView, side: str) -> list[int]:
    mailbox, bitboards = view.position.mailbox, view.position.bitboards
    occupied = int(bitboards[0] | bitboards[8])
    squares, flags = view.state.pieces(side)
    pawns = {pawn.number: by_class for pawn, by_class in bits_of_pawns(view, side)}
    board = [0] * 144
    for number in range(PIECE_COUNT):
        if flags[number] == CAPTURED:
            continue
        from_square = SQUARE_64[squares[number]]
        reached = int(attacks_of(mailbox[from_square], from_square, occupied)) & ALL_SQUARES
        if number in pawns:
            for squares_of_class in pawns[number]:
                reached ^= squares_of_class
        for square in squares_of(signed(reached)):
            board[SQUARE_144[square]] += 1 << number
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
