"""Compares the move that the program of 1994 chooses with the choice of an exact search of the same two plies.

The exact search visits all legal moves and all legal replies. It scores them with the listing's static score in whole
centipawns, and chooses the first best move in the listing's order. A series of steps leads from the program's search to
the exact search, and each step corrects one flaw. If the choice changes at a step, that flaw is a cause.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, NamedTuple

from historic.basic import BasicError, single
from historic.position.castling import KINGSIDE_BESTPOS, QUEENSIDE_BESTPOS
from historic.position.moves import promotion_numbers
from historic.position.sides import other_side, side_named
from historic.position.state import CAPTURED, KING, MOVED, NOT_MOVED, State
from historic.program import Program
from historic.readings import PRINTED, RECORDED
from historic.study.candidates import TriedMove, moves_tried_by_program
from historic.study.terms import LOST_KING_SCORE, board_after, score_breakdown
from historic.tables import CASTLING_BONUS
from historic.thought import Candidate, Choice, StoppedThought, Thought, choice_of
from modern.agreement.findings import UNEXPLAINED, Finding
from modern.agreement.moves import (
    CASTLING,
    EN_PASSANT,
    MoveKey,
    key_of_tried,
    keys_of_legal,
    move_differences,
    move_name,
)
from modern.agreement.pair import SQUARE_144
from modern.agreement.scores import KING_ATTACKED_CENTIPAWNS, terms_in_centipawns, to_centipawns
from modern.agreement.view import PositionView
from modern.rules import Position
from modern.rules.pieces import PIECE_TYPE_LETTERS, QUEEN

LETTER: Final = "choice-by-the-letter"
SINGLE_PRECISION: Final = "choice-by-single-precision"
CASTLING_SLOTS: Final = "choice-by-castling-slots"
ILLEGAL_MOVES: Final = "choice-by-illegal-moves"
UNKNOWN_MOVES: Final = "choice-by-unknown-moves"
PAWN_FOR_QUEEN: Final = "choice-by-pawn-for-queen"
ILLEGAL_REPLIES: Final = "choice-by-illegal-replies"
UNKNOWN_REPLIES: Final = "choice-by-unknown-replies"

#: The steps from the program's choice to the exact choice, in order.
STEPS: Final = (
    SINGLE_PRECISION,
    CASTLING_SLOTS,
    ILLEGAL_MOVES,
    PAWN_FOR_QUEEN,
    UNKNOWN_MOVES,
    ILLEGAL_REPLIES,
    UNKNOWN_REPLIES,
)
#: In the order of modern.agreement.classes.
CHOICE_CLASSES: Final = (LETTER, *STEPS)

#: The step that removes or adds a move that only one program has, by the class of the move.
STEP_OF_CLASS: Final = {
    "en-passant": UNKNOWN_MOVES,
    "lesser-promotion": UNKNOWN_MOVES,
    "king-left-attacked": ILLEGAL_MOVES,
    "castles-into-attack": CASTLING_SLOTS,
    "castles-past-a-pawn": CASTLING_SLOTS,
    "castles-with-a-moved-rook": CASTLING_SLOTS,
    "castles-with-a-captured-rook": CASTLING_SLOTS,
    "castles-on-whites-account": CASTLING_SLOTS,
    "castles-unlooked": CASTLING_SLOTS,
    "castling-not-offered": CASTLING_SLOTS,
    "slot-of-the-queen": CASTLING_SLOTS,
    "man-from-nowhere": CASTLING_SLOTS,
}

#: The .9 that the listing adds for castling, and subtracts for any other first move of the king.
CASTLING_CENTIPAWNS: Final = 90
#: The program's choice where no move scores above -1000.
NO_CHOICE: Final = Choice(0, 0)


@dataclass
class ExactCandidate:
    """A move with exact scores in centipawns: the mover's own, and the opponent's after each reply.

    Sorting by `order` gives the order in which the listing tries the moves.
    """

    key: MoveKey
    order: tuple[int, ...]
    own_score: int
    castling_bonus: int
    replies: dict[MoveKey, int] = field(repr=False)

    @property
    def value(self) -> int:
        """The own score minus the best reply's, plus the castling bonus. The best reply counts as at least -1000."""
        return self.own_score - max([KING_ATTACKED_CENTIPAWNS, *self.replies.values()]) + self.castling_bonus


ExactCandidates = dict[MoveKey, ExactCandidate]


class ChoicePath(NamedTuple):
    """The choice after each step from the program's search to the exact search. None means that no move is chosen.

    The first step is '', with the program's own choice. `errors` describes each failed check.
    """

    choices: list[tuple[str, MoveKey | None]]
    errors: list[str]

    @property
    def own(self) -> MoveKey | None:
        """The program's choice."""
        return self.choices[0][1]

    @property
    def exact(self) -> MoveKey | None:
        """The choice of the exact search."""
        return self.choices[-1][1]

    def findings(self) -> list[Finding]:
        """Returns a finding for each step that changes the choice, and none if the first and last choices agree.

        If a check failed, returns the errors instead.
        """
        if self.errors:
            return [Finding(UNEXPLAINED, error) for error in self.errors]
        if self.own == self.exact:
            return []
        return [
            Finding(step, f"{choice_name(before)} becomes {choice_name(after)}")
            for (_, before), (step, after) in pairwise(self.choices)
            if before != after
        ]


def choice_name(key: MoveKey | None) -> str:
    """Returns a choice in words: `e2e4`, `0-0`, `no move`."""
    return move_name(key) if key else "no move"


def choice_paths(view: PositionView) -> dict[str, ChoicePath]:
    """Returns for each reading the path from the program's choice to the exact choice."""
    try:
        thought = _think(view, PRINTED)
        recorded = _think(view, RECORDED) if view.side == "black" else thought
    except BasicError as error:
        stopped = ChoicePath([("", None)], [f"the program stops while it thinks: {error}"])
        return {PRINTED: stopped, RECORDED: stopped}
    search = _ExactSearch(view, thought)
    own = _chosen_key(view, thought)
    search.check_choice(own)
    steps = [] if search.errors else search.steps()
    other_differences = _differences_beyond_the_letter(thought, recorded) if view.side == "black" else []
    return {
        PRINTED: ChoicePath([("", own), *steps], search.errors),
        RECORDED: ChoicePath(
            [("", _chosen_key(view, recorded)), (LETTER, own), *steps],
            search.errors + other_differences,
        ),
    }


def _differences_beyond_the_letter(printed: Thought, recorded: Thought) -> list[str]:
    """Returns every difference between the readings that the .9 for castling as printed does not explain."""
    errors = []
    for one, other, reply in zip(printed.candidates, recorded.candidates, printed.replies, strict=True):
        with_bonus = single(other.value + CASTLING_BONUS) if one.castling else other.value
        # If there is no reply at all, II still holds the result of the test of White's castling path.
        if one[:3] != other[:3] or (one.value != with_bonus and reply.best != NO_CHOICE):
            errors.append(f"{choice_of(one)} scores {other.value!r} as recorded, but {one.value!r} as printed")
    best = max(recorded.candidates, key=lambda candidate: candidate.value, default=None)
    if recorded.best != (NO_CHOICE if best is None or best.value <= LOST_KING_SCORE else choice_of(best)):
        errors.append(f"as recorded {recorded.best} is chosen, but {best} is the best")
    return errors


def compare_choices(view: PositionView) -> dict[str, list[Finding]]:
    """Returns for each reading the steps that change the choice; none if both searches choose the same move."""
    return {reading: path.findings() for reading, path in choice_paths(view).items()}


def _think(view: PositionView, reading: str) -> Thought:
    """Returns the program's thought, even if the program stops with an error when it makes its move."""
    program = Program(reading)
    program.state = view.state
    try:
        return program.play(view.side)
    except StoppedThought as stopped:
        return stopped.thought


def _chosen_key(view: PositionView, thought: Thought) -> MoveKey | None:
    if thought.chosen is None:
        return None
    candidate = thought.candidates[thought.chosen]
    return key_of_tried(view.state, view.side, TriedMove(*candidate[:3]))


def best_move(candidates: Iterable[ExactCandidate]) -> MoveKey | None:
    """Returns the first best move in the listing's order, or None if no move scores above -1000."""
    best, chosen = KING_ATTACKED_CENTIPAWNS, None
    for candidate in sorted(candidates, key=lambda candidate: candidate.order):
        if candidate.value > best:
            best, chosen = candidate.value, candidate.key
    return chosen


class _ExactSearch:
    """The program's candidates and all replies, with exact scores, and the steps that correct them."""

    def __init__(self, view: PositionView, thought: Thought) -> None:
        self.view = view
        self.side, self.other = view.side, other_side(view.side)
        self.errors: list[str] = []
        self.exact_candidates: ExactCandidates = {}
        self.candidates: dict[MoveKey, Candidate] = {}
        self.differences = move_differences(view)
        self.errors += [what for name, _, what in self.differences if name == UNEXPLAINED]
        view.set_up()
        for candidate, reply in zip(thought.candidates, thought.replies, strict=True):
            tried = TriedMove(*candidate[:3])
            board = board_after(view.board, view.state, self.side, choice_of(candidate))
            replies, best = self._replies(board)
            if best != (reply.best, reply.value):
                self.errors.append(f"the best reply to {choice_of(candidate)} is {reply}, but {best} is expected")
            key = key_of_tried(view.state, self.side, tried)
            self.candidates[key] = candidate
            self._add(key, tried, to_centipawns(reply.own_score), replies)
            if to_centipawns(candidate.value) != self.exact_candidates[key].value:
                self.errors.append(f"{candidate} scores {self.exact_candidates[key].value} centipawns by its replies")
        if [TriedMove(*candidate[:3]) for candidate in thought.candidates] != view.tried:
            self.errors.append("the program does not try the computed moves")

    def check_choice(self, own: MoveKey | None) -> None:
        """Checks that rounding only decides between equal scores, and that each score is the sum of its terms."""
        exact = best_move(self.exact_candidates.values())
        if own != exact and (
            own is None or exact is None or self.exact_candidates[own].value != self.exact_candidates[exact].value
        ):
            self.errors.append(f"{choice_name(own)} is chosen, but {choice_name(exact)} scores more")
        for key, candidate in self.candidates.items():
            if key in (own, exact):
                board = board_after(self.view.board, self.view.state, self.side, choice_of(candidate))
                if exact_score(board, self.view.state, self.side) != self.exact_candidates[key].own_score:
                    self.errors.append(f"the own score of {choice_name(key)} is not the sum of its terms")

    def steps(self) -> list[tuple[str, MoveKey | None]]:
        """Returns the choice after each step."""
        choices = [(SINGLE_PRECISION, best_move(self.exact_candidates.values()))]
        for step in (CASTLING_SLOTS, ILLEGAL_MOVES, PAWN_FOR_QUEEN, UNKNOWN_MOVES):
            self._correct_moves(step)
            if step == PAWN_FOR_QUEEN:
                self._promote_pawns()
            choices.append((step, best_move(self.exact_candidates.values())))
        legal = {key: self._legal_replies(key) for key in self.exact_candidates}
        for key, candidate in self.exact_candidates.items():
            candidate.replies = {reply: score for reply, score in candidate.replies.items() if reply in legal[key]}
        choices.append((ILLEGAL_REPLIES, best_move(self.exact_candidates.values())))
        self._add_replies(legal)
        choices.append((UNKNOWN_REPLIES, best_move(self.exact_candidates.values())))
        return choices

    def _add(self, key: MoveKey, tried: TriedMove, own_score: int, replies: dict[MoveKey, int]) -> None:
        first_king_move = tried.piece == KING and self.view.flag(self.side, KING) == NOT_MOVED
        bonus = CASTLING_CENTIPAWNS if tried.castling else -CASTLING_CENTIPAWNS if first_king_move else 0
        order = (0, tried.castling) if tried.castling else (1, tried.square, -tried.piece, -(key.code >> 12))
        self.exact_candidates[key] = ExactCandidate(key, order, own_score, bonus, replies)

    def _replies(self, board: list[int]) -> tuple[dict[MoveKey, int], tuple[Choice, float]]:
        """Returns every reply that the program tries on a board with its score, and the reply that it chooses.

        The program must be set to the state of the board.
        """
        program = self.view.program
        program.board = board
        program.WHITE()
        program.BLACK()
        scored = moves_tried_by_program(program, self.other)
        replies = {}
        for one in scored:
            tried = TriedMove(one.piece, one.square, one.castling)
            replies[key_of_tried(self.view.state, self.other, tried)] = to_centipawns(one.own_score)
        if self.other == "white":
            return replies, (Choice(program.BESTPIECE1, program.BESTPOS1), program.BESTVAL1)
        return replies, (Choice(program.BESTPIECE, program.BESTPOS), program.BESTVAL)

    def _correct_moves(self, step: str) -> None:
        """Removes the step's illegal moves, and adds the step's legal moves that the program does not try."""
        for name, difference, _ in self.differences:
            if STEP_OF_CLASS[name] != step:
                continue
            if difference.key in self.exact_candidates:
                del self.exact_candidates[difference.key]
            else:
                self._add(
                    difference.key,
                    TriedMove(difference.piece_number, difference.to_square, difference.castling),
                    *self._score_and_replies(difference.key),
                )

    def _promote_pawns(self) -> None:
        """Scores each promotion to a queen with a queen on the board, not with a pawn on its last rank."""
        for key, candidate in self.exact_candidates.items():
            if key.code >> 12 == QUEEN:
                candidate.own_score, candidate.replies = self._score_and_replies(key)

    def _score_and_replies(self, key: MoveKey) -> tuple[int, dict[MoveKey, int]]:
        """Returns the mover's static score after a legal move, and the replies that the program would try."""
        view = self.view
        board, state = after_move(view.board, view.state, self.side, key)
        view.set_up()
        view.program.state = state
        replies, _ = self._replies(board)
        return exact_score(board, state, self.side), replies

    def _legal_replies(self, key: MoveKey) -> dict[MoveKey, int]:
        position: Position = self.view.position
        position.make_move(key.code)
        keys = keys_of_legal(position)
        position.unmake()
        return keys

    def _add_replies(self, legal: dict[MoveKey, dict[MoveKey, int]]) -> None:
        """Adds the legal replies that the program does not try, and scores promotions as what the pawn promotes to."""
        view = self.view
        for key, candidate in self.exact_candidates.items():
            new = [reply for reply in legal[key] if reply not in candidate.replies or reply.code >> 12]
            if new:
                board, state = after_move(view.board, view.state, self.side, key)
                for reply in new:
                    candidate.replies[reply] = exact_score(*after_move(board, state, self.other, reply), self.other)


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
