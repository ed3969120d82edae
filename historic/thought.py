"""The result of one turn of thinking: the moves tried, and the choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from historic.basic import BasicError
from historic.position.castling import CASTLING_BY_BESTPOS, KINGSIDE_BESTPOS, QUEENSIDE_BESTPOS
from historic.position.squares import SQUARE_TO_NAME
from historic.position.state import CAPTURED, PIECE_NUMBERS, State
from historic.tables import LETTERS


class Candidate(NamedTuple):
    """A move that CWHITE or CBLACK tried, in the listing's own numbers.

    `piece` and `square` are Y8 and X8 (Y9 and X9); they have no meaning if `castling` is 1 (kingside) or 2 (queenside).
    `value`, in pawns, is the S1 that CWHITE9 (CBLACK9) compares with the best value so far.
    """

    piece: int
    square: int
    castling: int
    value: float


class Choice(NamedTuple):
    """BESTPIECE and BESTPOS: 7000 and 8000 are kingside and queenside castling, 0 and 0 'no move beats -1000'."""

    piece: int
    square: int


class Reply(NamedTuple):
    """The basis of a candidate's value: the mover's own S1, and the opponent's best reply with its score, in pawns."""

    own_score: float
    best: Choice
    value: float


class CandidateLog:
    """A log of the moves tried at the root, in order. The listing does not keep one."""

    def __init__(self) -> None:
        self.candidates: list[Candidate] = []
        self.replies: list[Reply] = []
        self.printed: list[str] = []

    def add(self, candidate: Candidate, reply: Reply, printed: str) -> None:
        """Logs a move after its best reply has been found and its line printed at row 18."""
        self.candidates.append(candidate)
        self.replies.append(reply)
        self.printed.append(printed)


@dataclass(frozen=True)
class Thought:
    """One turn of thinking.

    `candidates` are the moves in the order in which they were tried. `replies` and `printed` are parallel to them;
    `printed` has the lines shown at row 18. `value` is the value of the choice, in pawns, for the side to move. `move`
    is the choice in UCI notation, with the q of a promotion, or None if there is no move. `think_move_board` has 144
    numbers, each the sum of two to the power of every piece that reaches the square.
    """

    side: str
    candidates: list[Candidate] = field(repr=False)
    best: Choice
    value: float
    move: str | None
    think_move_board: list[int] = field(repr=False)
    replies: list[Reply] = field(repr=False)
    printed: list[str] = field(repr=False)

    @property
    def second(self) -> Candidate | None:
        """The second choice: the other candidate with the highest value, and of equal ones the first tried."""
        others = (candidate for candidate in self.candidates if choice_of(candidate) != self.best)
        return max(others, key=lambda candidate: candidate.value, default=None)

    @property
    def chosen(self) -> int | None:
        """The index of the choice in `candidates`, `replies` and `printed`, or None if nothing was chosen."""
        choices = [choice_of(candidate) for candidate in self.candidates]
        return choices.index(self.best) if self.best in choices else None

    def _repr_html_(self) -> str:
        """Returns the candidates as a table, in the order tried, with the choice in bold: a notebook shows it."""
        rows = "".join(
            _html_row(candidate, "th" if index == self.chosen else "td")
            for index, candidate in enumerate(self.candidates)
        )
        return (
            f"<p>{self.side.capitalize()} chooses {self.move or 'no move'} of {len(self.candidates)}, in pawns:</p>"
            f"<table><tr><th>move</th><th>piece</th><th>square</th><th>value</th></tr>{rows}</table>"
        )


def _html_row(candidate: Candidate, tag: str) -> str:
    moves = (f"{LETTERS[1 + candidate.piece]} to {SQUARE_TO_NAME.get(candidate.square)}", "0-0", "0-0-0")
    cells = (moves[candidate.castling], candidate.piece, candidate.square, f"{candidate.value:.2f}")
    return f"<tr>{''.join(f'<{tag}>{cell}</{tag}>' for cell in cells)}</tr>"


def choice_of(candidate: Candidate) -> Choice:
    """Returns BESTPIECE and BESTPOS as they would be if `candidate` were the best."""
    return Choice(candidate.piece, (candidate.square, KINGSIDE_BESTPOS, QUEENSIDE_BESTPOS)[candidate.castling])


class StoppedThought(BasicError):
    """A BasicError raised while the program was thinking or playing its choice, with the `thought` up to that point."""

    def __init__(self, error: BasicError, thought: Thought) -> None:
        super().__init__(error.code, error.message, error.label)
        self.thought = thought

    def __reduce__(self) -> tuple[Any, ...]:
        return StoppedThought, (BasicError(self.code, self.message, self.label), self.thought)


def move_of(side: str, choice: Choice, before: State, after: State) -> str | None:
    """Returns a choice in UCI notation, given the states before and after it is made.

    Returns None if nothing is chosen, and if the piece comes from nowhere: it was captured, and moves from square 0.
    """
    castling = CASTLING_BY_BESTPOS.get((side, choice.square))
    if castling:
        return castling.move
    squares, _ = before.pieces(side)
    _, flags = after.pieces(side)
    if squares[choice.piece] not in SQUARE_TO_NAME or choice.square not in SQUARE_TO_NAME:
        return None
    promotes = choice.piece in PIECE_NUMBERS["P"] and flags[choice.piece] == CAPTURED
    return SQUARE_TO_NAME[squares[choice.piece]] + SQUARE_TO_NAME[choice.square] + ("q" if promotes else "")


def choice_notation(board: Sequence[int], state: State, side: str, choice: Choice) -> str:
    """Returns a choice of the program in the report's notation, or `none`.

    A choice that moves a captured piece reads `e5 from nowhere` (quirk men-from-nowhere). `board` is the board on which
    the choice is tried. It may be later than `state`.
    """
    castling = CASTLING_BY_BESTPOS.get((side, choice.square))
    if castling:
        return castling.notation
    if choice.square not in SQUARE_TO_NAME:
        return "none"
    origin = state.pieces(side)[0][choice.piece]
    if origin not in SQUARE_TO_NAME:
        return f"{SQUARE_TO_NAME[choice.square]} from nowhere"
    return f"{SQUARE_TO_NAME[origin]}{'x' if board[choice.square] else '-'}{SQUARE_TO_NAME[choice.square]}"
