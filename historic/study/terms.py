"""The terms of a score.

The listing adds everything into one variable, S1. This module computes the same sum outside the program, in the same
order and in SINGLE, which gives the program's S1 to the last bit, and beside it the sum of each term.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from historic.basic.native import i64, vec
from historic.basic.single import single
from historic.memory import BOARD_SIZE
from historic.position.moves import NO_MOVE, PieceMove
from historic.position.sides import BLACK, WHITE, Side, other_side, side_named
from historic.position.squares import SQUARES
from historic.position.state import CAPTURED, KING, NOT_MOVED, PIECE_COUNT, State
from historic.readings import PRINTED, RECORDED
from historic.tables import CASTLING_BONUS, DIRECTIONS, MOVE_CODES, TENTH, TWENTIETH, VALUES
from historic.thought import TriedMove

MATERIAL: Final = "material"
EXPOSED: Final = "attacked and unprotected"
CONTROL: Final = "control"
CENTRE: Final = "centre"
PAWN_RANKS: Final = "pawn ranks"
CASTLING: Final = "castling"
KING_ATTACKED: Final = "king"

TERMS: Final = (MATERIAL, EXPOSED, CONTROL, CENTRE, PAWN_RANKS, CASTLING, KING_ATTACKED)

LOST_KING_SCORE: Final = -1000.0

#: The number of meaningful decimals of a term, which is a sum of SINGLE amounts.
DECIMALS: Final = 4

BORDER: Final = 99
#: The pieces 0 to 7 are pawns.
PAWN_COUNT: Final = 8
#: Two to the power of each piece: its bit on a think move board.
POWER: Final = vec[i64]([2**piece for piece in range(PIECE_COUNT)])
#: A centre square counts if its sum of bits is greater than this (quirk more-than-one).
CENTRE_THRESHOLD: Final = {"white": 1, "black": 0}

#: A pawn's value beyond its 1, from the second rank of its side on: .05 more each rank, and 9 on the last.
PAWN_RANK_VALUES: list[float] = []
for _rank in range(6):
    PAWN_RANK_VALUES.append(single((PAWN_RANK_VALUES or [0.0])[-1] + TWENTIETH))
PAWN_RANK_VALUES.append(9.0)


def _directions(piece: int, sign: int) -> vec[i64]:
    """Returns the directions of a piece other than a pawn, times `sign`."""
    code = MOVE_CODES[2 * piece + 1]
    numbers = range(8, 16) if code > 255 else [number for number in range(8) if code & 2**number]
    return vec[i64]([sign * DIRECTIONS[number] for number in numbers])


#: The directions of each side's pieces, as added to a square. Those of the pawns are not used.
WHITE_DIRECTIONS: Final = vec[vec[i64]]([_directions(piece, -1) for piece in range(PIECE_COUNT)])
BLACK_DIRECTIONS: Final = vec[vec[i64]]([_directions(piece, 1) for piece in range(PIECE_COUNT)])
#: How many steps a piece takes at most.
MAX_STEPS: Final = vec[i64](list(MOVE_CODES[::2]))


@dataclass
class ScoreBreakdown:
    """A score in pawns: `total`, as the program adds it up, and the sum of each of its terms."""

    material: float = 0.0
    exposed: float = 0.0
    control: float = 0.0
    centre: float = 0.0
    pawn_ranks: float = 0.0
    king: float = 0.0
    total: float = 0.0

    def add(self, amount: float) -> float:
        """Adds to the total as BASIC does, S1=S1+amount, in SINGLE. Returns the amount, for its term."""
        self.total = single(self.total + amount)
        return amount

    def lose_king(self) -> None:
        """Sets the score to -1000, as S1=-1000 does; the difference is attributed to the king."""
        self.king += LOST_KING_SCORE - self.total
        self.total = LOST_KING_SCORE

    def terms(self) -> dict[str, float]:
        """Returns the sum of each term, in pawns. Together they are `total`, apart from SINGLE's rounding."""
        return {
            MATERIAL: self.material,
            EXPOSED: self.exposed,
            CONTROL: self.control,
            CENTRE: self.centre,
            PAWN_RANKS: self.pawn_ranks,
            CASTLING: 0.0,
            KING_ATTACKED: self.king,
        }


#: The board without pieces.
EMPTY_BOARD: Final = tuple(0 if square in SQUARES else BORDER for square in range(144))


def board_from_state(state: State) -> list[int]:
    """Returns the 144 numbers of the board that BOARD sets up for `state`."""
    board = list(EMPTY_BOARD)
    white_squares, white_flags = state.pieces(WHITE.name)
    black_squares, black_flags = state.pieces(BLACK.name)
    for piece in range(PIECE_COUNT):
        if white_flags[piece] != CAPTURED:
            board[white_squares[piece]] = piece + WHITE.board_offset
        if black_flags[piece] != CAPTURED:
            board[black_squares[piece]] = piece + BLACK.board_offset
    return board


def board_after(board: list[int], state: State, side: str, move: PieceMove) -> list[int]:
    """Returns the board on which the program scores a move of `side`: the piece has moved, and nothing else."""
    mover = side_named(side)
    after = list(board)
    castling = move.castling(side)
    if castling:
        for square in (castling.king_path[0], castling.rook_path[0], *castling.empty):
            after[square] = 0
        after[castling.king_path[1]] = KING + mover.board_offset
        after[castling.rook_path[1]] = castling.rook + mover.board_offset
    else:
        after[state.pieces(side)[0][move.piece]] = 0
        after[move.square] = move.piece + mover.board_offset
    return after


def score_breakdown(board: list[int], state: State, side: str) -> ScoreBreakdown:
    """Returns the score of `board` for `side`, as CWHITE or CBLACK computes it at CWHITEA (CBLACKA).

    Only the flags of `state` are used; the program does not change them while it thinks.
    """
    own, other = side_named(side), side_named(other_side(side))
    score = ScoreBreakdown()
    square: i64
    squares = vec[i64]([0] * BOARD_SIZE)
    for square in range(BOARD_SIZE):
        squares[square] = board[square]
    own_reach = _add_control(score, squares, state, own, TENTH)
    other_reach = _add_control(score, squares, state, other, -TENTH)
    (_, own_flags), (_, other_flags) = state.pieces(own.name), state.pieces(other.name)
    king_is_captured = own_flags[KING] == CAPTURED
    own_offset: i64 = own.board_offset
    other_offset: i64 = other.board_offset
    forward: i64 = own.forward
    piece: i64
    for square in SQUARES:
        piece = squares[square]
        if piece == 0:
            if king_is_captured:
                score.lose_king()
            continue
        own_bits, other_bits = own_reach[square], other_reach[square]
        if 0 <= piece - own_offset < PIECE_COUNT:
            piece -= own_offset
            _add_material(score, piece, own_flags[piece], 1.0, other_bits != 0, own_bits != 0)
            if piece == KING and other_bits != 0:
                score.lose_king()
        else:
            piece -= other_offset
            _add_material(score, piece, other_flags[piece], -1.0, own_bits != 0, other_bits != 0)
        if king_is_captured:
            score.lose_king()
    start: i64 = own.a_pawn_home
    file: i64
    step: i64
    for file in range(PAWN_COUNT):
        for step in range(len(PAWN_RANK_VALUES)):
            piece = squares[start + file + step * forward] - own_offset
            if 0 <= piece < PAWN_COUNT:
                score.pawn_ranks += score.add(PAWN_RANK_VALUES[step])
    return score


class _Control:
    """The squares that a side controls: `reach` is its think move board so far, and `score` takes the amounts."""

    def __init__(self, score: ScoreBreakdown, board: vec[i64], side: Side, amount: float) -> None:
        self.score = score
        self.board = board
        self.reach: vec[i64] = vec[i64]([0] * 144)
        self.threshold: i64 = CENTRE_THRESHOLD[side.name]
        self.a_pawn_home: i64 = side.a_pawn_home
        self.forward: i64 = side.forward
        self.amount = amount

    def add(self, bit: i64, target: i64) -> None:
        """Adds the amount for a square that a piece reaches."""
        self.reach[target] += bit
        self.score.control += self.score.add(self.amount)

    def test_centre(self, target: i64) -> None:
        """Adds .1 for a square of the centre that has bits, for either side (quirk centre-for-both)."""
        if (target == 65 or target == 66 or target == 77 or target == 78) and self.reach[target] > self.threshold:
            self.score.centre += self.score.add(TENTH)

    def add_pawn(self, pawn: i64, origin: i64, not_moved: bool) -> None:
        """Adds the control of a pawn: its double push, which starts at its home square, its push, and its captures."""
        board, bit = self.board, POWER[pawn]
        first_step = self.a_pawn_home + pawn + self.forward
        second_step = first_step + self.forward
        if not_moved and board[first_step] == 0 and board[second_step] == 0:
            self.add(bit, second_step)
        ahead = origin + self.forward
        if board[ahead] == BORDER:
            return
        if board[ahead] == 0:
            self.add(bit, ahead)
        if board[ahead - 1] != 0 and board[ahead - 1] != BORDER:
            self.add(bit, ahead - 1)
        if board[ahead + 1] != 0 and board[ahead + 1] != BORDER:
            self.add(bit, ahead + 1)
        self.test_centre(ahead)

    def add_piece(self, piece: i64, origin: i64, directions: vec[i64], max_steps: i64) -> None:
        """Adds the control of a piece other than a pawn: in each direction up to the first piece."""
        board, bit = self.board, POWER[piece]
        direction: i64
        _step: i64
        for direction in directions:
            target = origin
            for _step in range(max_steps):
                target += direction
                if board[target] == BORDER:
                    break
                self.add(bit, target)
                if board[target] != 0:
                    break
                self.test_centre(target)


def _add_control(score: ScoreBreakdown, board: vec[i64], state: State, side: Side, amount: float) -> vec[i64]:
    """Adds `amount` for each square that `side` controls, and returns its think move board."""
    control = _Control(score, board, side, amount)
    flags = state.pieces(side.name)[1]
    offset: i64 = side.board_offset
    directions = WHITE_DIRECTIONS if side is WHITE else BLACK_DIRECTIONS
    piece: i64
    origin: i64
    for origin in SQUARES:
        piece = board[origin] - offset
        if piece < 0 or piece >= PIECE_COUNT:
            continue
        if piece < PAWN_COUNT:
            control.add_pawn(piece, origin, flags[piece] == NOT_MOVED)
        else:
            control.add_piece(piece, origin, directions[piece], MAX_STEPS[piece])
    return control.reach


def _add_material(
    score: ScoreBreakdown, piece: i64, flag: int, sign: float, is_attacked: bool, is_protected: bool
) -> None:
    """Adds the value of a piece, less a quarter if it is attacked and not protected. A captured piece has no value."""
    if flag == CAPTURED:
        return
    value = sign * VALUES[piece]
    score.material += score.add(value)
    if is_attacked:
        score.exposed += score.add(-value * 0.25)
        if is_protected:
            score.exposed += score.add(value * 0.25)


@dataclass(frozen=True)
class Explanation:
    """A candidate's value: the mover's own score, minus the score of the best reply, plus `castling`."""

    own_score: ScoreBreakdown
    reply_score: ScoreBreakdown
    castling: float

    @property
    def value(self) -> float:
        """The candidate's value in pawns, computed as the program computes it."""
        return single(single(self.own_score.total - self.reply_score.total) + self.castling)

    def own_terms(self) -> dict[str, float]:
        """Returns the terms of the mover's own score, including castling, which counts only at the root."""
        return {**self.own_score.terms(), CASTLING: self.castling}


def explain(state: State, side: str, tried: TriedMove, reading: str = PRINTED) -> Explanation:
    """Returns the breakdown of the value of a move of `side` in `state`, with its best reply."""
    board = board_after(board_from_state(state), state, side, tried.move)
    own_score = score_breakdown(board, state, side)
    if tried.reply == NO_MOVE:
        reply_score = ScoreBreakdown()
        reply_score.lose_king()
    else:
        replier = other_side(side)
        reply_score = score_breakdown(board_after(board, state, replier, tried.reply), state, replier)
    return Explanation(own_score, reply_score, _castling(state, side, tried, reading))


def _castling(state: State, side: str, tried: TriedMove, reading: str) -> float:
    """Returns the root's bonus for castling, .9, or its penalty for another first move of the king."""
    if tried.castling:
        # As recorded, Black's bonus depends on II, which the search of White's replies has left at 0.
        return 0.0 if side == "black" and reading == RECORDED else CASTLING_BONUS
    if tried.piece == KING and state.pieces(side)[1][KING] == NOT_MOVED:
        return -CASTLING_BONUS
    return 0.0
