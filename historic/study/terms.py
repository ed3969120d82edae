"""The terms of a score.

The listing adds everything into one variable, S1. This module computes the same sum outside the program and keeps the
amounts apart: in the order in which they are added, each under the name of its term. Adding them up in SINGLE gives the
program's S1 to the last bit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from historic.basic import single
from historic.position.moves import NO_MOVE, PieceMove
from historic.position.sides import BLACK, WHITE, Side, other_side, side_named
from historic.position.squares import CENTRE as CENTRE_SQUARES
from historic.position.squares import SQUARES
from historic.position.state import CAPTURED, KING, NOT_MOVED, PIECE_NUMBERS, State
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
#: A centre square counts if its sum of bits is greater than this (quirk more-than-one).
CENTRE_THRESHOLD: Final = {"white": 1, "black": 0}

#: A pawn's value beyond its 1, from the second rank of its side on: .05 more each rank, and 9 on the last.
PAWN_RANK_VALUES: list[float] = []
for _rank in range(6):
    PAWN_RANK_VALUES.append(single((PAWN_RANK_VALUES or [0.0])[-1] + TWENTIETH))
PAWN_RANK_VALUES.append(9.0)


@dataclass
class ScoreBreakdown:
    """A score in pawns with its `entries`: (term, amount) in the order in which the program adds them."""

    entries: list[tuple[str, float]] = field(default_factory=list)
    total: float = 0.0

    def add(self, term: str, amount: float) -> None:
        """Adds `amount` as BASIC does: S1=S1+amount, in SINGLE."""
        self.entries.append((term, amount))
        self.total = single(self.total + amount)

    def lose_king(self) -> None:
        """Sets the score to -1000, as S1=-1000 does; the difference is attributed to the king."""
        self.entries.append((KING_ATTACKED, LOST_KING_SCORE - self.total))
        self.total = LOST_KING_SCORE

    def terms(self) -> dict[str, float]:
        """Returns the sum of each term, in pawns. Together they are `total`, apart from SINGLE's rounding."""
        sums = dict.fromkeys(TERMS, 0.0)
        for term, amount in self.entries:
            sums[term] += amount
        return sums


def board_from_state(state: State) -> list[int]:
    """Returns the 144 numbers of the board that BOARD sets up for `state`."""
    board = [BORDER] * 144
    for square in SQUARES:
        board[square] = 0
    for piece in range(len(VALUES)):
        for side in (WHITE, BLACK):
            squares, flags = state.pieces(side.name)
            if flags[piece] != CAPTURED:
                board[squares[piece]] = piece + side.board_offset
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
    own_reach = _add_control(score, board, state, own, TENTH)
    other_reach = _add_control(score, board, state, other, -TENTH)
    king_is_captured = state.pieces(side)[1][KING] == CAPTURED
    for square in SQUARES:
        _add_material(score, board, state, square, own, own_reach, other_reach)
        if (board[square] == KING + own.board_offset and other_reach[square]) or king_is_captured:
            score.lose_king()
    for start in range(own.a_pawn_home, own.a_pawn_home + len(PIECE_NUMBERS["P"])):
        for steps, amount in enumerate(PAWN_RANK_VALUES):
            if board[start + steps * own.forward] - own.board_offset in PIECE_NUMBERS["P"]:
                score.add(PAWN_RANKS, amount)
    return score


def _add_control(score: ScoreBreakdown, board: list[int], state: State, side: Side, amount: float) -> list[int]:
    """Adds `amount` for each square that `side` controls, and returns its think move board."""
    reach = [0] * 144
    threshold = CENTRE_THRESHOLD[side.name]
    add = score.add
    for origin in SQUARES:
        piece = board[origin] - side.board_offset
        if not 0 <= piece < len(VALUES):
            continue
        for target, is_reached in _reached_squares(board, state, side, piece, origin):
            if is_reached:
                reach[target] += 2**piece
                add(CONTROL, amount)
            elif target in CENTRE_SQUARES and reach[target] > threshold:
                # Added for either side (quirk centre-for-both).
                add(CENTRE, TENTH)
    return reach


def _reached_squares(board: list[int], state: State, side: Side, piece: int, origin: int) -> Iterator[tuple[int, bool]]:
    """Yields each square that a piece reaches (True), and each square that is tested for the centre bonus (False)."""
    if piece in PIECE_NUMBERS["P"]:
        home = side.a_pawn_home + piece
        first_step, second_step = home + side.forward, home + 2 * side.forward
        if state.pieces(side.name)[1][piece] == NOT_MOVED and board[first_step] == board[second_step] == 0:
            yield second_step, True
        ahead = origin + side.forward
        if board[ahead] == BORDER:
            return
        if board[ahead] == 0:
            yield ahead, True
        for diagonal in (origin + side.forward - 1, origin + side.forward + 1):
            if board[diagonal] not in (0, BORDER):
                yield diagonal, True
        yield ahead, False
        return
    for direction in _directions(piece, side):
        for steps in range(1, MOVE_CODES[2 * piece] + 1):
            target = origin + steps * direction
            if board[target] == BORDER:
                break
            yield target, True
            if board[target] != 0:
                break
            yield target, False


def _directions(piece: int, side: Side) -> Iterator[int]:
    """Returns the directions of a piece other than a pawn, as added to a square of `side`."""
    code = MOVE_CODES[2 * piece + 1]
    sign = 1 if side is BLACK else -1
    numbers = range(8, 16) if code > 255 else (n for n in range(8) if code & 2**n)
    return (sign * DIRECTIONS[n] for n in numbers)


def _add_material(
    score: ScoreBreakdown,
    board: list[int],
    state: State,
    square: int,
    own: Side,
    own_reach: list[int],
    other_reach: list[int],
) -> None:
    """Adds the value of the piece on `square`, less a quarter if it is attacked and not protected."""
    if board[square] in (0, BORDER):
        return
    is_black = board[square] >= BLACK.board_offset
    side, sign = (BLACK if is_black else WHITE), 1
    protectors, attackers = own_reach, other_reach
    if side is not own:
        sign, protectors, attackers = -1, other_reach, own_reach
    piece = board[square] - side.board_offset
    if state.pieces(side.name)[1][piece] == CAPTURED:
        return
    score.add(MATERIAL, sign * VALUES[piece])
    if attackers[square]:
        score.add(EXPOSED, -sign * VALUES[piece] * 0.25)
        if protectors[square]:
            score.add(EXPOSED, sign * VALUES[piece] * 0.25)


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
