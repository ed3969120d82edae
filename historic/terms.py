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
from historic.moves import other_side
from historic.readings import PRINTED, RECORDED
from historic.squares import SQUARES
from historic.state import CAPTURED, KINDS, KING, NOT_MOVED, State
from historic.tables import DIRECTIONS, MOVE_CODES, VALUES
from historic.thought import CASTLES_LONG, CASTLES_SHORT, Candidate, Choice, Reply, choice_of

MATERIAL: Final = "material"
EXPOSED: Final = "attacked and unprotected"
CONTROL: Final = "control"
CENTRE: Final = "centre"
PAWN_RANKS: Final = "pawn ranks"
CASTLING: Final = "castling"
KING_ATTACKED: Final = "king"

TERMS: Final = (MATERIAL, EXPOSED, CONTROL, CENTRE, PAWN_RANKS, CASTLING, KING_ATTACKED)

TENTH: Final = single(0.1)
CASTLING_BONUS: Final = single(0.9)
LOST: Final = -1000.0

BORDER: Final = 99
CENTRE_SQUARES: Final = (65, 66, 77, 78)

#: What a pawn is worth beyond its 1, on the second rank of its side and on: .05 more a rank, and 9 on the last.
RANK_VALUES: list[float] = []
for _rank in range(6):
    RANK_VALUES.append(single((RANK_VALUES or [0.0])[-1] + single(0.05)))
RANK_VALUES.append(9.0)


@dataclass
class Account:
    """A score, amount by amount: `entries` are (term, amount) in the order in which the program adds them, in pawns."""

    entries: list[tuple[str, float]] = field(default_factory=list)
    total: float = 0.0

    def add(self, term: str, amount: float) -> None:
        """Add `amount` as BASIC would: S1=S1+amount, in SINGLE."""
        self.entries.append((term, amount))
        self.total = single(self.total + amount)

    def lose(self) -> None:
        """S1=-1000, whatever it was: the difference goes to the king."""
        self.entries.append((KING_ATTACKED, LOST - self.total))
        self.total = LOST

    def terms(self) -> dict[str, float]:
        """Each term's sum, in pawns; together they are `total`, but for what SINGLE rounds away."""
        sums = dict.fromkeys(TERMS, 0.0)
        for term, amount in self.entries:
            sums[term] += amount
        return sums


@dataclass(frozen=True)
class Side:
    """What WHITE and CWHITE have in numbers where BLACK and CBLACK have others."""

    name: str
    #: A man's number on the board is its own plus this.
    first: int
    #: What is added to a square to go forward a rank.
    forward: int
    #: Where the unmoved pawn of the a-file stands.
    home: int
    #: A centre square counts if its sum of bits is more than this.
    centre_above: int
    #: Where pawns are counted: the second rank of the side, from a to h.
    pawn_rank: range

    def flags(self, state: State) -> list[int]:
        """The side's part of PM."""
        return state.PM_white if self.name == "white" else state.PM_black

    def squares(self, state: State) -> list[int]:
        """PW or PB."""
        return state.PW if self.name == "white" else state.PB


WHITE: Final = Side("white", 1, 12, 38, 1, range(38, 46))
BLACK: Final = Side("black", 25, -12, 98, 0, range(98, 106))

#: Castling, as the moves tried have it: what stands where on the home rank once it is done (offset, man).
CASTLED: Final = {
    CASTLES_SHORT: ((4, None), (5, 15), (6, 12), (7, None)),
    CASTLES_LONG: ((0, None), (1, None), (2, 12), (3, 8), (4, None)),
}


def board_of(state: State) -> list[int]:
    """The board that BOARD makes of `state`: 144 numbers."""
    board = [BORDER] * 144
    for square in SQUARES:
        board[square] = 0
    for man in range(len(VALUES)):
        for side in (WHITE, BLACK):
            if side.flags(state)[man] != CAPTURED:
                board[side.squares(state)[man]] = man + side.first
    return board


def board_after(board: list[int], state: State, side: str, choice: Choice) -> list[int]:
    """The board on which the program looks at a choice of `side`'s: it moves the man, and nothing else."""
    mover = WHITE if side == "white" else BLACK
    after = list(board)
    if choice.square in CASTLED:
        home_rank = mover.home - mover.forward
        for offset, man in CASTLED[choice.square]:
            after[home_rank + offset] = 0 if man is None else man + mover.first
    else:
        after[mover.squares(state)[choice.man]] = 0
        after[choice.square] = choice.man + mover.first
    return after


def account(board: list[int], state: State, side: str) -> Account:
    """The score of `board` for `side`, as CWHITE or CBLACK reckon it at CWHITEA (CBLACKA).

    `state` gives only the flags, which the program does not change while it thinks.
    """
    own, other = (WHITE, BLACK) if side == "white" else (BLACK, WHITE)
    score = Account()
    own_reach = _control(score, board, state, own, TENTH)
    other_reach = _control(score, board, state, other, -TENTH)
    for square in SQUARES:
        _count_man(score, board, state, square, own, own_reach, other_reach)
        if (board[square] == KING + own.first and other_reach[square]) or own.flags(state)[KING] == CAPTURED:
            score.lose()
    for start in own.pawn_rank:
        for steps, amount in enumerate(RANK_VALUES):
            if board[start + steps * own.forward] - own.first in KINDS["P"]:
                score.add(PAWN_RANKS, amount)
    return score


def _control(score: Account, board: list[int], state: State, side: Side, amount: float) -> list[int]:
    """Count the squares that `side` controls; returns its think move board."""
    reach = [0] * 144
    for origin in SQUARES:
        man = board[origin] - side.first
        if not 0 <= man < len(VALUES):
            continue
        for target, counts in _targets(board, state, side, man, origin):
            if counts:
                reach[target] += 2**man
                score.add(CONTROL, amount)
            elif target in CENTRE_SQUARES and reach[target] > side.centre_above:
                # The centre is added for whoever controls it, the other side too.
                score.add(CENTRE, TENTH)
    return reach


def _targets(board: list[int], state: State, side: Side, man: int, origin: int) -> Iterator[tuple[int, bool]]:
    """Each square that a man reaches (True), and each that it stands or passes on to for the centre's sake (False)."""
    if man in KINDS["P"]:
        first_step, second_step = side.home + man + side.forward, side.home + man + 2 * side.forward
        if side.flags(state)[man] == NOT_MOVED and board[first_step] == board[second_step] == 0:
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


def _count_man(
    score: Account, board: list[int], state: State, square: int, own: Side, own_reach: list[int], other_reach: list[int]
) -> None:
    """Material, and a quarter of it for a man that is attacked and not protected."""
    if board[square] in (0, BORDER):
        return
    of_black = board[square] >= BLACK.first
    side, sign = (BLACK if of_black else WHITE), 1
    reach, against = own_reach, other_reach
    if side is not own:
        sign, reach, against = -1, other_reach, own_reach
    man = board[square] - side.first
    if side.flags(state)[man] == CAPTURED:
        return
    score.add(MATERIAL, sign * VALUES[man])
    if against[square]:
        score.add(EXPOSED, -sign * VALUES[man] * 0.25)
        if reach[square]:
            score.add(EXPOSED, sign * VALUES[man] * 0.25)


@dataclass(frozen=True)
class Explanation:
    """A candidate's value: the mover's `own` score, less that of the best `reply`, and `castling`."""

    own: Account
    reply: Account
    castling: float

    @property
    def value(self) -> float:
        """The candidate's value, in pawns, as the program comes to it."""
        return single(single(self.own.total - self.reply.total) + self.castling)

    def own_terms(self) -> dict[str, float]:
        """The terms of the mover's own score; castling, which only counts at the root, is one of them."""
        return {**self.own.terms(), CASTLING: self.castling}


def explain(state: State, side: str, candidate: Candidate, reply: Reply, reading: str = PRINTED) -> Explanation:
    """What the value of a candidate of `side`'s at `state` is made of. `reply` is the one that goes with it."""
    board = board_after(board_of(state), state, side, choice_of(candidate))
    own = account(board, state, side)
    if reply.value == LOST and reply.best == Choice(0, 0):
        answer = Account()
        answer.lose()
    else:
        replier = other_side(side)
        answer = account(board_after(board, state, replier, reply.best), state, replier)
    return Explanation(own, answer, _castling(state, side, candidate, reading))


def _castling(state: State, side: str, candidate: Candidate, reading: str) -> float:
    """What the root adds for castling, .9, or takes for the first move of a king that has not castled."""
    mover = WHITE if side == "white" else BLACK
    if candidate.castling:
        # As recorded, Black's bonus looks at II, which the search of White's replies has left at 0.
        return 0.0 if side == "black" and reading == RECORDED else CASTLING_BONUS
    if candidate.man == KING and mover.flags(state)[KING] == NOT_MOVED:
        return -CASTLING_BONUS
    return 0.0
