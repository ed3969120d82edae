"""An exact search of two plies: the listing's static score in whole centipawns, after the best reply.

Moves and replies are named as in a MoveDifference (modern.agreement.moves).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import chess

from historic.position.castling import CASTLING_BY_NOTATION
from historic.position.moves import PieceMove, promotion_numbers
from historic.position.sides import other_side, side_named
from historic.position.squares import NAME_TO_SQUARE
from historic.position.state import CAPTURED, KING, MOVED, NOT_MOVED, PIECE_NUMBERS, State
from historic.study.candidates import first_best, moves_tried_by_program
from historic.study.terms import board_after, score_breakdown
from modern.agreement.move_comparison import move_differences
from modern.agreement.score_comparison import terms_in_centipawns, to_centipawns
from modern.agreement.scores import KING_ATTACKED_CENTIPAWNS
from modern.agreement.view import PositionView, key_of_tried, keys_of_legal
from modern.rules.move import uci_of
from modern.rules.movegen import legal_codes
from modern.rules.pieces import PIECE_TYPE_LETTERS

#: The .9 that the listing adds for castling, and subtracts for any other first move of the king.
CASTLING_CENTIPAWNS: Final = 90

#: Replies with their scores in centipawns, as the opponent sees them.
Replies = Mapping[str, int]


@dataclass(frozen=True)
class TwoPlies:
    """The scores of the moves of a position and of the replies to them, in exact centipawns.

    `own_scores` has the mover's static score after each move, and `replies` the opponent's after each reply to it.
    """

    own_scores: Mapping[str, int]
    replies: Mapping[str, Replies]

    def without(self, move: str) -> TwoPlies:
        """Returns the same scores without a move."""
        own_scores = {one: score for one, score in self.own_scores.items() if one != move}
        return TwoPlies(own_scores, {one: replies for one, replies in self.replies.items() if one != move})

    def having(self, move: str, own_score: int, replies: Replies) -> TwoPlies:
        """Returns the same scores, with those of one move added or replaced."""
        return TwoPlies({**self.own_scores, move: own_score}, {**self.replies, move: replies})


class TriedReplies(NamedTuple):
    """The replies that the program tries, and the first best of them, with its value in pawns."""

    replies: Replies
    best: PieceMove
    value: float


class ExactSearch:
    """A position whose moves and replies are given exact scores.

    `differences` are the moves that only one program has: class, move and description. The methods leave the position
    as it is, but run the program of the view.
    """

    def __init__(self, view: PositionView) -> None:
        self.view = view
        self.side, self.other = view.side, other_side(view.side)
        self.differences = move_differences(view)
        self._legal_replies: dict[str, list[str]] = {}

    def value(self, plies: TwoPlies, move: str) -> int:
        """Returns the own score minus the best reply's, plus the bonus. The best reply counts as at least -1000."""
        best_reply = max([KING_ATTACKED_CENTIPAWNS, *plies.replies[move].values()])
        return plies.own_scores[move] - best_reply + self._bonus(move)

    def best_move(self, plies: TwoPlies) -> str | None:
        """Returns the first best move in the listing's order, or None if no move scores above -1000."""
        values = {move: self.value(plies, move) for move in plies.own_scores}
        best = max(values.values(), default=KING_ATTACKED_CENTIPAWNS)
        if best <= KING_ATTACKED_CENTIPAWNS:
            return None
        return min([move for move, value in values.items() if value == best], key=self._order)

    def _order(self, move: str) -> tuple[int, ...]:
        """Returns a key that sorts the moves in the order in which the listing tries them."""
        if castling := CASTLING_BY_NOTATION.get((self.side, move)):
            return 0, castling.number
        if "@" in move:
            return 1, NAME_TO_SQUARE[move[-2:]], -self._piece(move), 0
        promotion = PIECE_TYPE_LETTERS.index(move[4:].upper()) if move[4:] else 0
        return 1, NAME_TO_SQUARE[move[2:4]], -self._piece(move), -promotion

    def _bonus(self, move: str) -> int:
        """Returns the .9 for castling, or less .9 for another first move of the king."""
        if (self.side, move) in CASTLING_BY_NOTATION:
            return CASTLING_CENTIPAWNS
        first_king_move = self._piece(move) == KING and self.view.flag(self.side, KING) == NOT_MOVED
        return -CASTLING_CENTIPAWNS if first_king_move else 0

    def _piece(self, move: str) -> int:
        """Returns the listing's number of the piece that moves."""
        if "@" in move:
            return int(move.partition("@")[0])
        return self.view.board[NAME_TO_SQUARE[move[:2]]] - side_named(self.side).board_offset

    def tried_replies(self, board: list[int]) -> TriedReplies:
        """Returns the replies that the program tries on a board. It must be set to the state of the board."""
        program = self.view.program
        program.board = board
        program.WHITE()
        program.BLACK()
        tried = moves_tried_by_program(program, self.other)
        replies = {key_of_tried(self.view.state, self.other, one.move): to_centipawns(one.own_score) for one in tried}
        return TriedReplies(replies, *first_best(tried))

    def score_and_replies(self, move: str) -> tuple[int, Replies]:
        """Returns the mover's static score after a legal move, and the replies that the program would try."""
        board, state = self.after(move)
        self.view.set_up()
        self.view.program.state = state
        return exact_score(board, state, self.side), self.tried_replies(board).replies

    def legal_replies(self, move: str) -> list[str]:
        """Returns the legal replies to a legal move."""
        if move not in self._legal_replies:
            position = self.view.position
            position.make_move(self.view.legal[move])
            self._legal_replies[move] = list(keys_of_legal(position))
            position.unmake()
        return self._legal_replies[move]

    def wrong_replies(self, move: str) -> list[str]:
        """Returns the replies to a legal move that are legal only for the rules, or only for python-chess, in UCI."""
        position, oracle = self.view.position, self.view.pair.oracle.copy()
        position.make_move(self.view.legal[move])
        rules = set(map(uci_of, legal_codes(position)))
        position.unmake()
        oracle.push(chess.Move.from_uci(uci_of(self.view.legal[move])))
        return sorted(rules ^ {reply.uci() for reply in oracle.legal_moves})

    def reply_scores(self, move: str, replies: Iterable[str]) -> Replies:
        """Returns legal replies to a legal move with their exact scores."""
        board, state = self.after(move)
        return {reply: exact_score(*after_move(board, state, self.other, reply), self.other) for reply in replies}

    def after(self, move: str) -> tuple[list[int], State]:
        """Returns the board and the state after a legal move."""
        return after_move(self.view.board, self.view.state, self.side, move)


def exact_score(board: list[int], state: State, side: str) -> int:
    """Returns the listing's static score of a board, in exact centipawns."""
    return sum(terms_in_centipawns(score_breakdown(board, state, side)).values())


def after_move(board: Sequence[int], state: State, side: str, move: str) -> tuple[list[int], State]:
    """Returns the board after a legal move, by the rules, and the state with which the listing scores it.

    The flags stay the same, as they do while the listing thinks; only a promoted piece is marked as on the board.
    """
    if castling := CASTLING_BY_NOTATION.get((side, move)):
        return board_after(list(board), state, side, PieceMove(KING, castling.bestpos)), state
    mover = side_named(side)
    from_square, to_square = NAME_TO_SQUARE[move[:2]], NAME_TO_SQUARE[move[2:4]]
    after = list(board)
    number = after[from_square] - mover.board_offset
    if number in PIECE_NUMBERS["P"] and move[0] != move[2] and after[to_square] == 0:
        after[to_square - mover.forward] = 0  # en passant
    if move[4:]:
        state = state.copy()
        flags = state.pieces(side)[1]
        numbers = promotion_numbers(number, move[4:].upper())
        # If both knights are on the board, a third may share the number of the first, because the score ignores it.
        number = next((free for free in numbers if flags[free] == CAPTURED), numbers[0])
        flags[number] = MOVED
    after[from_square] = 0
    after[to_square] = number + mover.board_offset
    return after, state
