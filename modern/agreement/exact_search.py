"""The moves of a position with exact scores: the listing's static score in whole centipawns, after the best reply."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from historic.position.castling import KINGSIDE_BESTPOS, QUEENSIDE_BESTPOS
from historic.position.moves import promotion_numbers
from historic.position.sides import other_side, side_named
from historic.position.state import CAPTURED, KING, MOVED, NOT_MOVED, State
from historic.study.candidates import TriedMove, moves_tried_by_program
from historic.study.terms import LOST_KING_SCORE, board_after, score_breakdown
from historic.thought import Candidate, Choice, choice_of
from modern.agreement.move_keys import CASTLING, EN_PASSANT, MoveKey, key_of_tried, keys_of_legal
from modern.agreement.moves import move_differences
from modern.agreement.pair import SQUARE_144
from modern.agreement.score_classes import KING_ATTACKED_CENTIPAWNS
from modern.agreement.scores import terms_in_centipawns, to_centipawns
from modern.agreement.view import PositionView
from modern.rules.pieces import PIECE_TYPE_LETTERS

#: The .9 that the listing adds for castling, and subtracts for any other first move of the king.
CASTLING_CENTIPAWNS: Final = 90

#: The program's choice where no move scores above -1000.
NO_CHOICE: Final = Choice(0, 0)

#: Replies with their scores in centipawns, as the opponent sees them.
Replies = Mapping[MoveKey, int]


@dataclass(frozen=True)
class ExactCandidate:
    """A move with exact scores in centipawns: the mover's own, and the opponent's after each reply.

    Sorting by `order` gives the order in which the listing tries the moves.
    """

    key: MoveKey
    order: tuple[int, ...]
    own_score: int
    castling_bonus: int
    replies: Replies = field(repr=False)

    @property
    def value(self) -> int:
        """The own score minus the best reply's, plus the castling bonus. The best reply counts as at least -1000."""
        return self.own_score - max([KING_ATTACKED_CENTIPAWNS, *self.replies.values()]) + self.castling_bonus


ExactCandidates = Mapping[MoveKey, ExactCandidate]


class TriedReplies(NamedTuple):
    """The replies that the program tries, and the first best of them, with its value in pawns."""

    replies: Replies
    best: Choice
    value: float


def first_best(candidates: Iterable[Candidate]) -> tuple[Choice, float]:
    """Returns the choice among candidates in the order tried, and its value in pawns.

    By CWHITE9 (CBLACK9), it is the first with the highest value, compared in binary32; NO_CHOICE if none exceeds -1000.
    """
    best, highest = NO_CHOICE, LOST_KING_SCORE
    for candidate in candidates:
        if candidate.value > highest:
            best, highest = choice_of(candidate), candidate.value
    return best, highest


def best_move(candidates: ExactCandidates) -> MoveKey | None:
    """Returns the first best move in the listing's order, or None if no move scores above -1000."""
    best, chosen = KING_ATTACKED_CENTIPAWNS, None
    for candidate in sorted(candidates.values(), key=lambda candidate: candidate.order):
        if candidate.value > best:
            best, chosen = candidate.value, candidate.key
    return chosen


class ExactSearch:
    """A position whose moves and replies are given exact scores.

    `differences` are the moves that only one program has: class, move and description. The methods leave the position
    as it is, but run the program of the view.
    """

    def __init__(self, view: PositionView) -> None:
        self.view = view
        self.side, self.other = view.side, other_side(view.side)
        self.differences = move_differences(view)
        self._legal_replies: dict[MoveKey, list[MoveKey]] = {}

    def candidate(self, key: MoveKey, tried: TriedMove, own_score: int, replies: Replies) -> ExactCandidate:
        """Returns a candidate, with its bonus and its place in the listing's order."""
        first_king_move = tried.piece == KING and self.view.flag(self.side, KING) == NOT_MOVED
        bonus = CASTLING_CENTIPAWNS if tried.castling else -CASTLING_CENTIPAWNS if first_king_move else 0
        order = (0, tried.castling) if tried.castling else (1, tried.square, -tried.piece, -(key.code >> 12))
        return ExactCandidate(key, order, own_score, bonus, replies)

    def tried_replies(self, board: list[int]) -> TriedReplies:
        """Returns the replies that the program tries on a board. It must be set to the state of the board."""
        program = self.view.program
        program.board = board
        program.WHITE()
        program.BLACK()
        tried = moves_tried_by_program(program, self.other)
        replies = {
            key_of_tried(self.view.state, self.other, TriedMove(*one[:3])): to_centipawns(one.own_score)
            for one in tried
        }
        return TriedReplies(replies, *first_best(Candidate(*one) for one in tried))

    def score_and_replies(self, key: MoveKey) -> tuple[int, Replies]:
        """Returns the mover's static score after a legal move, and the replies that the program would try."""
        board, state = self.after(key)
        self.view.set_up()
        self.view.program.state = state
        return exact_score(board, state, self.side), self.tried_replies(board).replies

    def legal_replies(self, key: MoveKey) -> list[MoveKey]:
        """Returns the legal replies to a legal move."""
        if key not in self._legal_replies:
            position = self.view.position
            position.make_move(key.code)
            self._legal_replies[key] = list(keys_of_legal(position))
            position.unmake()
        return self._legal_replies[key]

    def reply_scores(self, key: MoveKey, replies: Iterable[MoveKey]) -> Replies:
        """Returns legal replies to a legal move with their exact scores."""
        board, state = self.after(key)
        return {reply: exact_score(*after_move(board, state, self.other, reply), self.other) for reply in replies}

    def after(self, key: MoveKey) -> tuple[list[int], State]:
        """Returns the board and the state after a legal move."""
        return after_move(self.view.board, self.view.state, self.side, key)


def exact_score(board: list[int], state: State, side: str) -> int:
    """Returns the listing's static score of a board, in exact centipawns."""
    return sum(terms_in_centipawns(score_breakdown(board, state, side)).values())


def after_move(board: Sequence[int], state: State, side: str, key: MoveKey) -> tuple[list[int], State]:
    """Returns the board after a legal move, by the rules, and the state with which the listing scores it.

    The flags stay the same, as they do while the listing thinks; only a promoted piece is marked as on the board.
    """
    if key.special == CASTLING:
        castling = KINGSIDE_BESTPOS if key.code & 63 < key.code >> 6 else QUEENSIDE_BESTPOS
        return board_after(list(board), state, side, Choice(KING, castling)), state
    mover = side_named(side)
    from_square, to_square, promotion = SQUARE_144[key.code & 63], SQUARE_144[key.code >> 6 & 63], key.code >> 12
    after = list(board)
    number = after[from_square] - mover.board_offset
    if key.special == EN_PASSANT:
        after[to_square - mover.forward] = 0
    if promotion:
        state = state.copy()
        flags = state.pieces(side)[1]
        numbers = promotion_numbers(number, PIECE_TYPE_LETTERS[promotion])
        # If both knights are on the board, a third may share the number of the first, because the score ignores it.
        number = next((free for free in numbers if flags[free] == CAPTURED), numbers[0])
        flags[number] = MOVED
    after[from_square] = 0
    after[to_square] = number + mover.board_offset
    return after, state
