"""Every position with the two kings and N more pieces: which they are, how many, and in what order.

A position is all that a turn of the 1994 program reads, and all that the rules of chess need besides:

1. The kings stand on two squares, also side by side.
2. The other pieces stand on further squares. A piece is its number, 0 to 23; while a queen from 16 to 23 is on the
   board, its pawn is not.
3. A pawn stands on ranks 2 to 7, on its second rank only on its own file. It never stands on its first rank, and a pawn
   on its last rank is no position of chess, although the 1994 program makes some.
4. PM is 2 for an absent piece. A king or rook at home has 0 or 1, not moved or moved. Any other piece has 0 at home and
   1 elsewhere: nothing reads it, except of pawns.
5. Either side is to move. If one of its pawns stands beside an opponent's pawn that may just have made its double push,
   en passant is allowed or not.
6. II is 0, 1 or 2 if CWHITE reads it before it sets it: White's king has not moved, and its queenside rook has or is
   absent. III is so for Black. Otherwise they are 0.
7. Of several positions that the listing treats alike, only the one with the lowest numbers counts. A side's pawns 1 to
   7 are alike on ranks 3 to 7, but not pawn 0, whose bit is 1; and so are its queens 16 to 21, but not 22 and 23, whose
   turns castling takes. The order of a side's numbers matters, because the program tries a higher number first.
   Next to a queen 22 or 23 no numbers are alike: after its lost turn, the program tries every lower number.

The rules have no moves if the side not to move is in check. Such positions are counted, but not compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from functools import cache
from itertools import combinations, islice, permutations, product
from math import prod
from typing import Final, NamedTuple

from historic.position.sides import SIDES, WHITE, other_side, side_named
from historic.position.squares import BLACK_HOME, SQUARE_TO_NAME, SQUARES, WHITE_HOME
from historic.position.state import (
    CAPTURED,
    FIRST_RESERVE_QUEEN,
    KING,
    KINGSIDE_ROOK,
    MOVED,
    NOT_MOVED,
    PIECE_COUNT,
    PIECE_NUMBERS,
    QUEENSIDE_ROOK,
    State,
)
from modern.agreement.formula import PIECE_TYPE_OF_NUMBER
from modern.agreement.pair import SQUARE_64, NotRepresentable, PositionPair, with_en_passant_square
from modern.agreement.view import SIDE_BY_NAME
from modern.rules.attacks import attacks_of
from modern.rules.bitboard import BIT, bitboard_of

#: The reason for NotRepresentable if the side not to move is in check.
OPPONENT_IN_CHECK: Final = "the side not to move is in check"

NO_PIECES: Final = State([0] * PIECE_COUNT, [0] * PIECE_COUNT, [CAPTURED] * PIECE_COUNT, [CAPTURED] * PIECE_COUNT)
HOME: Final = {"white": WHITE_HOME, "black": BLACK_HOME}
PAWNS: Final = PIECE_NUMBERS["P"]
#: The numbers of pawns and of queens that the listing treats alike.
LIKE_PAWNS: Final = range(1, 8)
LIKE_QUEENS: Final = range(FIRST_RESERVE_QUEEN, 22)
#: The numbers whose turns castling takes.
TURNS_OF_CASTLING: Final = frozenset({22, 23})


class Placed(NamedTuple):
    """A piece on the board: its side, number and square in the listing, and its PM, NOT_MOVED or MOVED."""

    side: str
    number: int
    square: int
    flag: int

    @property
    def rank(self) -> int:
        """The rank as its side sees it, from 1."""
        return self.square // 12 - 1 if self.side == WHITE.name else 10 - self.square // 12


# 3 and 4: where a piece can stand, and its PM there.


def _placings(side: str, number: int) -> list[Placed]:
    """Returns a piece on each square where it can stand, with each PM that it can have there."""
    home = HOME[side][number] if number < FIRST_RESERVE_QUEEN else 0
    placings = [Placed(side, number, square, NOT_MOVED if square == home else MOVED) for square in SQUARES]
    if number in (KING, QUEENSIDE_ROOK, KINGSIDE_ROOK):
        placings.append(Placed(side, number, home, MOVED))
    if number in PAWNS:
        placings = [one for one in placings if one.rank in range(3, 8) or one.square == home]
    return placings


KINGS: Final = {side: _placings(side, KING) for side in SIDES}
#: White's king and Black's.
KING_PAIRS: Final = [(one, other) for one, other in product(*KINGS.values()) if one.square != other.square]
PIECES: Final = [
    placed for side in SIDES for number in range(PIECE_COUNT) if number != KING for placed in _placings(side, number)
]


# 2 and 7: which pieces are on the board together, and under which numbers.


def are_in_the_set(pieces: Sequence[Placed]) -> bool:
    """Returns True if pieces, kings included, can be on the board together, and no lower numbers are alike."""
    if len({one.square for one in pieces}) < len(pieces):
        return False
    return _have_lowest_numbers(tuple([(one.side, one.number, one.flag) for one in pieces if one.number != KING]))


@cache
def _have_lowest_numbers(pieces: tuple[tuple[str, int, int], ...]) -> bool:
    """Returns True for pieces, each a side, a number and PM, that can be together and have the lowest numbers."""
    numbers = {side: {KING, *(number for one, number, _ in pieces if one == side)} for side in SIDES}
    if sum(map(len, numbers.values())) < len(pieces) + len(SIDES):
        return False
    if any(number - FIRST_RESERVE_QUEEN in numbers[side] for side, number, _ in pieces):
        return False
    return not any(_has_lower_number(number, flag, numbers[side]) for side, number, flag in pieces)


def _has_lower_number(number: int, flag: int, numbers: set[int]) -> bool:
    """Returns True if a lower number is alike and free: no other number of `numbers` is between the two."""
    if numbers & TURNS_OF_CASTLING:
        return False
    if number in LIKE_PAWNS and flag == MOVED:
        alike, partner = LIKE_PAWNS, FIRST_RESERVE_QUEEN
    elif number in LIKE_QUEENS:
        alike, partner = LIKE_QUEENS, -FIRST_RESERVE_QUEEN
    else:
        return False
    between = max((one for one in numbers if one < number), default=-1)
    return any(lower + partner not in numbers for lower in alike if between < lower < number)


# 5 and 6: the turn.


class Turn(NamedTuple):
    """The side to move, the square where it may capture en passant or 0, and II and III before the turn."""

    side: str
    en_passant: int
    II: int
    III: int


def turns(pieces: Sequence[Placed]) -> list[Turn]:
    """Returns the turns of a position with these pieces, the kings included."""
    carried = [range(3) if _reads_carried(side, pieces) else (0,) for side in SIDES]
    return [
        Turn(side, en_passant, II, III)
        for side in SIDES
        for en_passant in (0, *_en_passant_squares(side, pieces))
        for II, III in product(*carried)
    ]


def _reads_carried(side: str, pieces: Sequence[Placed]) -> bool:
    """Returns True if CWHITE (CBLACK) reads II (III) before it sets it."""
    unmoved = [one.number for one in pieces if one.flag == NOT_MOVED and one.side == side]
    return KING in unmoved and QUEENSIDE_ROOK not in unmoved


def _en_passant_squares(side: str, pieces: Sequence[Placed]) -> Iterator[int]:
    """Yields the squares that a pawn may just have passed beside a pawn of `side`."""
    pawns = [one for one in pieces if one.number in PAWNS]
    for pushed, other in permutations(pawns, 2):
        if (pushed.side, other.side, pushed.rank) != (other_side(side), side, 4):
            continue
        forward = side_named(pushed.side).forward
        passed = {pushed.square - forward, pushed.square - 2 * forward}
        if abs(pushed.square - other.square) == 1 and not passed & {one.square for one in pieces}:
            yield pushed.square - forward


# The positions, each with a number. They are in the order of the kings, the other pieces and the turns.

#: The most turns of a side with its king unmoved or not: II or III is 0, 1 or 2, or 0.
_CARRIED_VALUES: Final = {NOT_MOVED: 3, MOVED: 1}
#: For each pair of kings, the numbers of turns: two sides and an en passant capture, with each II and III.
KING_TURNS: Final = [
    (kings, turn)
    for kings, pair in enumerate(KING_PAIRS)
    for turn in range(3 * prod(_CARRIED_VALUES[king.flag] for king in pair))
]
FIRST_TURNS: Final = [index for index, (_, turn) in enumerate(KING_TURNS) if turn == 0]


class CompletePosition(NamedTuple):
    """A position: its number, the pieces with White's king first and Black's second, and the turn."""

    number: int
    pieces: tuple[Placed, ...]
    turn: Turn

    def state(self) -> State:
        """Returns the pieces as PW, PB and PM."""
        state = NO_PIECES.copy()
        for one in self.pieces:
            squares, flags = state.pieces(one.side)
            squares[one.number], flags[one.number] = one.square, one.flag
        return state

    def pair(self) -> PositionPair:
        """Returns the position in both programs. Raises NotRepresentable if the side not to move is in check."""
        side, en_passant = self.turn[:2]
        state = self.state()
        fen = state.to_fen(side)
        if self.opponent_is_in_check():
            raise NotRepresentable(OPPONENT_IN_CHECK, fen)
        if en_passant:
            fen = with_en_passant_square(fen, SQUARE_TO_NAME[en_passant])
        pair = PositionPair(fen, state)
        pair.II, pair.III, pair.complete_number = self.turn.II, self.turn.III, self.number
        return pair

    def opponent_is_in_check(self) -> bool:
        """Returns True if the side to move attacks the other king."""
        occupied = bitboard_of([SQUARE_64[one.square] for one in self.pieces])
        king = SQUARE_64[self.pieces[self.turn.side == WHITE.name].square]
        for one in self.pieces:
            if one.side == self.turn.side:
                piece = SIDE_BY_NAME[one.side] + PIECE_TYPE_OF_NUMBER[one.number]
                if attacks_of(piece, SQUARE_64[one.square], occupied) & BIT[king]:
                    return True
        return False


def positions_with(kings: int, others: Sequence[int]) -> Iterator[CompletePosition]:
    """Yields the positions with a pair of KING_PAIRS and some of PIECES, all given by their indices, in order."""
    pieces = (*KING_PAIRS[kings], *[PIECES[index] for index in others])
    if are_in_the_set(pieces):
        for number, turn in enumerate(turns(pieces), FIRST_TURNS[kings]):
            for index in others:
                number = number * len(PIECES) + index
            yield CompletePosition(number, pieces, turn)


def sets_of_pieces(count: int, first_pieces: range) -> Iterator[tuple[int, ...]]:
    """Yields the ascending indices of each `count` of PIECES whose first one is in a range; of no pieces, one set."""
    if count == 0:
        yield ()
        return
    for first in first_pieces:
        for others in combinations(range(first + 1, len(PIECES)), count - 1):
            yield first, *others


def position_numbered(number: int, count: int) -> CompletePosition | None:
    """Returns the position with a number and `count` pieces besides the kings, or None if none has that number."""
    others: list[int] = []
    for _ in range(count):
        number, index = divmod(number, len(PIECES))
        others.insert(0, index)
    if number not in range(len(KING_TURNS)) or others != sorted(others):
        return None
    kings, turn = KING_TURNS[number]
    return next(islice(positions_with(kings, others), turn, None), None)


def numbers(count: int) -> range:
    """Returns a range with the numbers of all positions with `count` pieces besides the kings."""
    return range(len(KING_TURNS) * len(PIECES) ** count)


# How many positions there are, by a formula.


def position_count(count: int) -> int:
    """Returns the number of positions with `count` pieces besides the kings, which may be 0, 1 or 2.

    The kings stand on two of the squares that the others leave, and on e1 and e8 they may be unmoved. An unmoved king
    makes it three positions, by II or III, unless its side's rook 8 is unmoved, too.
    """
    squares = len(SQUARES) - count
    e1, e8 = HOME["white"][KING], HOME["black"][KING]
    rooks = [Placed(side, QUEENSIDE_ROOK, HOME[side][QUEENSIDE_ROOK], NOT_MOVED) for side in SIDES]
    moved = squares * (squares - 1) * _sets(count)
    one_unmoved = sum(
        (squares - 1) * (3 * _sets(count, {home}) - 2 * _sets(count, {home}, [rook]))
        for home, rook in zip((e1, e8), rooks, strict=True)
    )
    both_unmoved = 9 * _sets(count, {e1, e8}) + 4 * _sets(count, {e1, e8}, rooks)
    both_unmoved -= 6 * sum(_sets(count, {e1, e8}, [rook]) for rook in rooks)
    return 2 * (moved + one_unmoved + both_unmoved) + _en_passant_count(count)


def _sets(count: int, without: Set[int] = frozenset(), having: Sequence[Placed] = ()) -> int:
    """Returns how many sets of `count` pieces stand on other squares than those of `without`, `having` among them."""
    if count < len(having):
        return 0
    groups: dict[tuple[str, int, int], set[int]] = {}
    for one in PIECES:
        groups.setdefault((one.side, one.number, one.flag), set()).add(one.square)
    fixed = {(one.side, one.number, one.flag) for one in having}
    total = 0
    for chosen in combinations(groups, count):
        if fixed <= {*chosen} and _have_lowest_numbers(chosen):
            squares = [groups[one] - without for one in chosen]
            total += prod(map(len, squares))
            total -= len(set.intersection(*squares)) if count == 2 else 0  # both on one square
    return total


def _en_passant_count(count: int) -> int:
    """Returns the number of positions with an en passant capture.

    For either side, 14 pairs of pawns stand side by side, each pawn 0 or not; the kings stand elsewhere, and not on the
    two squares that the pushed pawn has left behind.
    """
    squares = len(SQUARES) - 4
    kings = squares * (squares - 1) + 2 * 3 * (squares - 1) + 9
    return 2 * 14 * 2 * 2 * kings if count == 2 else 0
