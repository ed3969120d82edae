"""Compares the think move boards with attack bitboards.

They agree bit for bit, except for pawns. A pawn has a bit on each square that it can push to, which it does not attack.
It has no bit on an empty diagonal square, which it does attack. This module predicts both exactly.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from historic.position.sides import SIDES
from historic.position.squares import SQUARE_TO_NAME
from historic.position.state import CAPTURED, NOT_MOVED, PIECE_COUNT
from historic.study.terms import POWER
from modern.agreement.differences import ATTACKS, UNEXPLAINED, DifferenceClass, Finding
from modern.agreement.pair import SQUARE_64, SQUARE_144
from modern.agreement.view import SIDE_BY_NAME, PositionView
from modern.rules.attacks import PAWN_ATTACKS, attacks_of
from modern.rules.bitboard import BIT, lowest, popcount
from modern.rules.native import i64, vec
from modern.rules.pieces import BLACK, PAWN, WHITE, piece_type_of


class Pawn:
    """A pawn on a board: its number in the listing, its side, its square (0 to 63), and whether it has moved.

    `free` is the bitboard of the empty squares, and `forward` the difference to the square one rank ahead.
    `differences` has a bitboard for each of ATTACK_CLASSES: the squares where the pawn's bits differ from its attacks.
    """

    def __init__(self, number: i64, us: i64, square: i64, not_moved: bool, free: i64) -> None:
        self.number = number
        self.us = us
        self.square = square
        self.not_moved = not_moved
        self.free = free
        self.forward: i64 = -8 if us else 8
        self.differences: vec[i64] = vec[i64]([one.squares(self) for one in ATTACK_CLASSES])


#: Returns the squares, as a bitboard, where a pawn's bits differ from its attacks because of a class.
PawnSquares = Callable[[Pawn], int]


@dataclass(frozen=True, kw_only=True)
class AttackClass(DifferenceClass):
    """A class of bits: a pawn has a bit on each of `squares` and does not attack it, or the other way round."""

    squares: PawnSquares


ATTACK_CLASSES: Final[list[AttackClass]] = []


def attack_class(
    name: str, *, label: str, quirk: str, cause: str, fen: str, moves: str = ""
) -> Callable[[PawnSquares], AttackClass]:
    """Decorates the computation of a class; the arguments are the fields of DifferenceClass."""

    def add(squares: PawnSquares) -> AttackClass:
        one = AttackClass(
            kind=ATTACKS, name=name, label=label, quirk=quirk, cause=cause, fen=fen, moves=moves, squares=squares
        )
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
    return BIT[pawn.square + pawn.forward] & pawn.free


@attack_class(
    "pawn-double-push",
    label="WHITE2, BLACK2",
    quirk="pushes-are-control",
    cause="A pawn that has not moved also has a bit on its double push square.",
    fen="4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
)
def pawn_double_push(pawn: Pawn) -> int:
    """The square two ranks ahead, if that and the one before are empty and the pawn has not moved."""
    if not pawn.not_moved or BIT[pawn.square + pawn.forward] & pawn.free == 0:
        return 0
    return BIT[pawn.square + 2 * pawn.forward] & pawn.free


@attack_class(
    "pawn-empty-diagonal",
    label="WHITE2, BLACK2",
    quirk="pushes-are-control",
    cause="A pawn has no bit on an empty diagonal square, although it attacks that square.",
    fen="4k3/8/8/8/8/P7/8/4K3 w - - 0 1",
)
def pawn_empty_diagonal(pawn: Pawn) -> int:
    """The empty squares that the pawn attacks."""
    return PAWN_ATTACKS[8 * pawn.us + pawn.square] & pawn.free


def compare_attacks(view: PositionView) -> list[Finding]:
    """Counts the bits of each class on both think move boards, and reports every bit that is not as predicted."""
    findings: list[Finding] = []
    counts = vec[i64]([0] * len(ATTACK_CLASSES))
    index: i64
    square: i64
    for side in SIDES:
        actual, predicted = view.think_move_boards[side], predicted_think_move_board(view, side)
        for square in range(144):
            if actual[square] != predicted[square]:
                findings += _unpredicted_bits(side, square, actual[square], predicted[square])
        for pawn in pawns_of(view, side):
            for index in range(len(counts)):
                counts[index] += popcount(pawn.differences[index])
    for index, one in enumerate(ATTACK_CLASSES):
        if counts[index]:
            findings.append(Finding(one.name, one.name, counts[index]))
    return findings


def pawns_of(view: PositionView, side: str) -> list[Pawn]:
    """Returns the pawns of a side, in the order of their numbers. They are made once for a view."""
    if side not in view.pawns:
        view.pawns[side] = _pawns(view, side)
    return view.pawns[side]


def _pawns(view: PositionView, side: str) -> list[Pawn]:
    bitboards, mailbox = view.position.bitboards, view.position.mailbox
    us, free = SIDE_BY_NAME[side], ~(bitboards[WHITE] | bitboards[BLACK])
    squares, flags = view.state.pieces(side)
    number: i64
    square: i64
    pawns = []
    for number in range(PIECE_COUNT):
        if flags[number] != CAPTURED:
            square = SQUARE_64[squares[number]]
            if piece_type_of(mailbox[square]) == PAWN:
                pawns.append(Pawn(number, us, square, flags[number] == NOT_MOVED, free))
    return pawns


def predicted_think_move_board(view: PositionView, side: str) -> vec[i64]:
    """Returns the think move board of `side` as computed from attack bitboards: 144 sums of bits."""
    if side not in view.predicted_boards:
        view.predicted_boards[side] = _predicted(view, side)
    return view.predicted_boards[side]


def _predicted(view: PositionView, side: str) -> vec[i64]:
    mailbox, bitboards = view.position.mailbox, view.position.bitboards
    occupied = bitboards[WHITE] | bitboards[BLACK]
    squares, flags = view.state.pieces(side)
    reached = vec[i64]([0] * PIECE_COUNT)
    number: i64
    square: i64
    for number in range(PIECE_COUNT):
        if flags[number] != CAPTURED:
            square = SQUARE_64[squares[number]]
            reached[number] = attacks_of(mailbox[square], square, occupied)
    for pawn in pawns_of(view, side):
        for differences in pawn.differences:
            reached[pawn.number] ^= differences
    board = vec[i64]([0] * 144)
    for number in range(PIECE_COUNT):
        targets = reached[number]
        while targets != 0:
            square = lowest(targets)
            board[SQUARE_144[square]] += POWER[number]
            targets ^= BIT[square]
    return board


def _unpredicted_bits(side: str, square: int, bits: int, expected_bits: int) -> list[Finding]:
    """Returns a finding for each bit of a square that is set and should not be, or should be and is not."""
    findings = []
    name = SQUARE_TO_NAME.get(square, str(square))
    for number in range(max(bits, expected_bits).bit_length()):
        present, expected = bits >> number & 1, expected_bits >> number & 1
        if present != expected:
            text = f"has a bit on {name}, but should not" if present else f"has no bit on {name}, but should"
            findings.append(Finding(UNEXPLAINED, f"{side}'s piece {number} {text}"))
    return findings
