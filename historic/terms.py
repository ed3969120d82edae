"""What a score is made of.

The listing adds everything into one S1. Here the same sum is worked out again beside the program, and kept apart: each
amount in the order in which it is added, under the name of its term. Adding the amounts up in SINGLE gives the S1 of
the program, to the last bit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from historic.basic import single
from historic.castling import CASTLING_BY_BESTPOS
from historic.readings import PRINTED, RECORDED
from historic.sides import BLACK, WHITE, Side, other_side, side_named
from historic.squares import CENTRE as CENTRE_SQUARES
from historic.squares import NAME_TO_SQUARE, SQUARES
from historic.state import CAPTURED, KING, NOT_MOVED, PIECE_NUMBERS, State
from historic.tables import CASTLING_BONUS, DIRECTIONS, MOVE_CODES, TENTH, TWENTIETH, VALUES
from historic.thought import Candidate, Choice, Reply, choice_of

MATERIAL: Final = "material"
EXPOSED: Final = "attacked and unprotected"
CONTROL: Final = "control"
CENTRE: Final = "centre"
PAWN_RANKS: Final = "pawn ranks"
CASTLING: Final = "castling"
KING_ATTACKED: Final = "king"

TERMS: Final = (MATERIAL, EXPOSED, CONTROL, CENTRE, PAWN_RANKS, CASTLING, KING_ATTACKED)

LOST_KING_SCORE: Final = -1000.0

#: A term is a sum of amounts in SINGLE; so many of its digits behind the point mean something.
DECIMALS: Final = 4

BORDER: Final = 99
#: A centre square counts if its sum of bits is more than this (quirk more-than-one).
CENTRE_THRESHOLD: Final = {"white": 1, "black": 0}

#: What a pawn is worth beyond its 1, on the second rank of its side and on: .05 more a rank, and 9 on the last.
PAWN_RANK_VALUES: list[float] = []
for _rank in range(6):
    PAWN_RANK_VALUES.append(single((PAWN_RANK_VALUES or [0.0])[-1] + TWENTIETH))
PAWN_RANK_VALUES.append(9.0)


@dataclass
class ScoreBreakdown:
    """A score, amount by amount: `entries` are (term, amount) in the order in which the program adds them, in pawns."""

    entries: list[tuple[str, float]] = field(default_factory=list)
    total: float = 0.0

    def add(self, term: str, amount: float) -> None:
        """Add `amount` as BASIC would: S1=S1+amount, in SINGLE."""
        self.entries.append((term, amount))
        self.total = single(self.total + amount)

    def lose_king(self) -> None:
        """S1=-1000, whatever it was: the difference goes to the king."""
        self.entries.append((KING_ATTACKED, LOST_KING_SCORE - self.total))
        self.total = LOST_KING_SCORE

    def terms(self) -> dict[str, float]:
        """Each term's sum, in pawns; together they are `total`, but for what SINGLE rounds away."""
        sums = dict.fromkeys(TERMS, 0.0)
        for term, amount in self.entries:
            sums[term] += amount
        return sums


def board_from_state(state: State) -> list[int]:
    """The board that BOARD makes of `state`: 144 numbers."""
    board = [BORDER] * 144
    for square in SQUARES:
        board[square] = 0
    for man in range(len(VALUES)):
        for side in (WHITE, BLACK):
            squares, flags = state.pieces(side.name)
            if flags[man] != CAPTURED:
                board[squares[man]] = man + side.board_offset
    return board


def board_after(board: list[int], state: State, side: str, choice: Choice) -> list[int]:
    """The board on which the program looks at a choice of `side`'s: it moves the man, and nothing else."""
    mover = side_named(side)
    after = list(board)
    castling = CASTLING_BY_BESTPOS.get((side, choice.square))
    if castling:
        for name in (castling.king_path[0], castling.rook_path[0], *castling.empty):
            after[NAME_TO_SQUARE[name]] = 0
        after[NAME_TO_SQUARE[castling.king_path[1]]] = KING + mover.board_offset
        after[NAME_TO_SQUARE[castling.rook_path[1]]] = castling.rook + mover.board_offset
    else:
        after[state.pieces(side)[0][choice.piece]] = 0
        after[choice.square] = choice.piece + mover.board_offset
    return after


def score_breakdown(board: list[int], state: State, side: str) -> ScoreBreakdown:
    """The score of `board` for `side`, as CWHITE or CBLACK reckon it at CWHITEA (CBLACKA).

    `state` gives only the flags, which the program does not change while it thinks.
    """
    own, other = side_named(side), side_named(other_side(side))
    score = ScoreBreakdown()
    own_reach = _add_control(score, board, state, own, TENTH)
    other_reach = _add_control(score, board, state, other, -TENTH)
    for square in SQUARES:
        _add_material(score, board, state, square, own, own_reach, other_reach)
        if (board[square] == KING + own.board_offset and other_reach[square]) or state.pieces(side)[1][
            KING
        ] == CAPTURED:
            score.lose_king()
    for start in range(own.a_pawn_home, own.a_pawn_home + len(PIECE_NUMBERS["P"])):
        for steps, amount in enumerate(PAWN_RANK_VALUES):
            if board[start + steps * own.forward] - own.board_offset in PIECE_NUMBERS["P"]:
                score.add(PAWN_RANKS, amount)
    return score


def _add_control(score: ScoreBreakdown, board: list[int], state: State, side: Side, amount: float) -> list[int]:
    """Count the squares that `side` controls; returns its think move board."""
    reach = [0] * 144
    for origin in SQUARES:
        man = board[origin] - side.board_offset
        if not 0 <= man < len(VALUES):
            continue
        for target, counts in _reached_squares(board, state, side, man, origin):
            if counts:
                reach[target] += 2**man
                score.add(CONTROL, amount)
            elif target in CENTRE_SQUARES and reach[target] > CENTRE_THRESHOLD[side.name]:
                # Added whichever side it is (quirk centre-for-both).
                score.add(CENTRE, TENTH)
    return reach


def _reached_squares(board: list[int], state: State, side: Side, man: int, origin: int) -> Iterator[tuple[int, bool]]:
    """Each square that a man reaches (True), and each that it stands or passes on to for the centre's sake (False)."""
    if man in PIECE_NUMBERS["P"]:
        first_step, second_step = side.a_pawn_home + man + side.forward, side.a_pawn_home + man + 2 * side.forward
        if state.pieces(side.name)[1][man] == NOT_MOVED and board[first_step] == board[second_step] == 0:
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
    for direction in _directions(man, side):
        for steps in range(1, MOVE_CODES[2 * man] + 1):
            target = origin + steps * direction
            if board[target] == BORDER:
                break
            yield target, True
            if board[target] != 0:
                break
            yield target, False


def _directions(man: int, side: Side) -> Iterator[int]:
    """The directions of a man that is no pawn, as the side takes them."""
    code = MOVE_CODES[2 * man + 1]
    signed = 1 if side is BLACK else -1
    numbers = range(8, 16) if code > 255 else (n for n in range(8) if code & 2**n)
    return (signed * DIRECTIONS[n] for n in numbers)


def _add_material(
    score: ScoreBreakdown,
    board: list[int],
    state: State,
    square: int,
    own: Side,
    own_reach: list[int],
    other_reach: list[int],
) -> None:
    """Material, and a quarter of it for a man that is attacked and not protected."""
    if board[square] in (0, BORDER):
        return
    is_black = board[square] >= BLACK.board_offset
    side, sign = (BLACK if is_black else WHITE), 1
    reach, attacks = own_reach, other_reach
    if side is not own:
        sign, reach, attacks = -1, other_reach, own_reach
    man = board[square] - side.board_offset
    if state.pieces(side.name)[1][man] == CAPTURED:
        return
    score.add(MATERIAL, sign * VALUES[man])
    if attacks[square]:
        score.add(EXPOSED, -sign * VALUES[man] * 0.25)
        if reach[square]:
            score.add(EXPOSED, sign * VALUES[man] * 0.25)


@dataclass(frozen=True)
class Explanation:
    """A candidate's value: the mover's `own` score, less that of the best `reply`, and `castling`."""

    own_score: ScoreBreakdown
    reply_score: ScoreBreakdown
    castling: float

    @property
    def value(self) -> float:
        """The candidate's value, in pawns, as the program comes to it."""
        return single(single(self.own_score.total - self.reply_score.total) + self.castling)

    def own_terms(self) -> dict[str, float]:
        """The terms of the mover's own score; castling, which only counts at the root, is one of them."""
        return {**self.own_score.terms(), CASTLING: self.castling}


def explain(state: State, side: str, candidate: Candidate, reply: Reply, reading: str = PRINTED) -> Explanation:
    """What the value of a candidate of `side`'s at `state` is made of. `reply` is the one that goes with it."""
    board = board_after(board_from_state(state), state, side, choice_of(candidate))
    own = score_breakdown(board, state, side)
    if reply.value == LOST_KING_SCORE and reply.best == Choice(0, 0):
        answer = ScoreBreakdown()
        answer.lose_king()
    else:
        replier = other_side(side)
        answer = score_breakdown(board_after(board, state, replier, reply.best), state, replier)
    return Explanation(own, answer, _castling(state, side, candidate, reading))


def _castling(state: State, side: str, candidate: Candidate, reading: str) -> float:
    """What the root adds for castling, .9, or takes for the first move of a king that has not castled."""
    if candidate.castling:
        # As recorded, Black's bonus looks at II, which the search of White's replies has left at 0.
        return 0.0 if side == "black" and reading == RECORDED else CASTLING_BONUS
    if candidate.piece == KING and state.pieces(side)[1][KING] == NOT_MOVED:
        return -CASTLING_BONUS
    return 0.0
