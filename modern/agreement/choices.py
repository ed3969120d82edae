"""Choice agreement: the move that the program of 1994 chooses beside an exact search of the same two plies.

The exact search goes over the legal moves and the legal replies, scores with the listing's own static score, in whole
centipawns, and takes the first of the best in the listing's order. What leads from the one choice to the other is taken
in steps, each of which mends one thing; a step at which the choice changes is a cause.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, NamedTuple

from historic.basic import BasicError, single
from historic.candidates import Tried, tried_by_the_program
from historic.castling import CASTLES_LONG, CASTLES_SHORT
from historic.moves import numbers_promoted
from historic.program import Program
from historic.readings import PRINTED, RECORDED
from historic.sides import other_side, side_named
from historic.state import CAPTURED, KING, MOVED, NOT_MOVED, State
from historic.tables import CASTLING_BONUS
from historic.terms import LOST, account, board_after
from historic.thought import Candidate, Choice, StoppedThought, Thought, choice_of
from modern.agreement.findings import UNEXPLAINED, Finding
from modern.agreement.moves import CASTLING, EN_PASSANT, Key, differences, key_of_tried, keys_of_legal, name_of
from modern.agreement.pair import SQUARE_144
from modern.agreement.scores import MATE, in_centipawns, in_twentieths
from modern.agreement.view import View
from modern.rules import Position
from modern.rules.men import KIND_LETTERS, QUEEN

LETTER: Final = "choice-by-the-letter"
SINGLE: Final = "choice-by-single-precision"
SLOTS: Final = "choice-by-castling-slots"
ILLEGAL: Final = "choice-by-illegal-moves"
UNKNOWN: Final = "choice-by-unknown-moves"
PAWN_FOR_QUEEN: Final = "choice-by-pawn-for-queen"
ILLEGAL_REPLIES: Final = "choice-by-illegal-replies"
UNKNOWN_REPLIES: Final = "choice-by-unknown-replies"

#: The steps from the choice of the program to the exact one, in order.
STEPS: Final = (SINGLE, SLOTS, ILLEGAL, PAWN_FOR_QUEEN, UNKNOWN, ILLEGAL_REPLIES, UNKNOWN_REPLIES)
#: In the order of modern.agreement.classes.
CLASSES: Final = (LETTER, *STEPS)

#: Which step takes a move away, or puts it in, that only one of the programs has; by its class.
STEP_OF: Final = {
    "en-passant": UNKNOWN,
    "lesser-promotion": UNKNOWN,
    "king-left-attacked": ILLEGAL,
    "castles-into-attack": SLOTS,
    "castles-past-a-pawn": SLOTS,
    "castles-with-a-moved-rook": SLOTS,
    "castles-with-a-captured-rook": SLOTS,
    "castles-on-whites-account": SLOTS,
    "castles-unlooked": SLOTS,
    "castling-not-offered": SLOTS,
    "slot-of-the-queen": SLOTS,
    "man-from-nowhere": SLOTS,
}

CASTLED: Final = 90
#: What the program chooses where nothing beats -1000.
NO_CHOICE: Final = Choice(0, 0)


@dataclass
class Trial:
    """A move, what it is worth by itself, and what each reply is worth to the other side, in centipawns.

    `turn` puts moves in the order in which the listing tries them.
    """

    key: Key
    turn: tuple[int, ...]
    own: int
    bonus: int
    replies: dict[Key, int] = field(repr=False)

    @property
    def value(self) -> int:
        """The mover's own score less that of the best reply, and what castling adds. No reply counts below -1000."""
        return self.own - max([MATE, *self.replies.values()]) + self.bonus


Trials = dict[Key, Trial]


class Path(NamedTuple):
    """How the choice goes from the program's to the exact one: at each step the choice, which may be no move.

    The first step, '', is the program's own choice. `wrong` says what does not come out, if anything.
    """

    choices: list[tuple[str, Key | None]]
    wrong: list[str]

    @property
    def own(self) -> Key | None:
        """The program's choice."""
        return self.choices[0][1]

    @property
    def exact(self) -> Key | None:
        """The choice of the exact search."""
        return self.choices[-1][1]

    def findings(self) -> list[Finding]:
        """The steps at which the choice changes, and how; none if in the end it is the same.

        In place of them what does not come out, if anything.
        """
        if self.wrong:
            return [Finding(UNEXPLAINED, wrong) for wrong in self.wrong]
        if self.own == self.exact:
            return []
        return [
            Finding(step, f"{choice_name(before)} becomes {choice_name(after)}")
            for (_, before), (step, after) in pairwise(self.choices)
            if before != after
        ]


def choice_name(key: Key | None) -> str:
    """A choice in words: `e2e4`, `0-0`, `no move`."""
    return name_of(key) if key else "no move"


def choice_paths(view: View) -> dict[str, Path]:
    """For each reading, how the choice goes from the program's to the exact one."""
    try:
        thought = _thought(view, PRINTED)
        recorded = _thought(view, RECORDED) if view.side == "black" else thought
    except BasicError as error:
        stopped = Path([("", None)], [f"the program stops while it thinks: {error}"])
        return {PRINTED: stopped, RECORDED: stopped}
    search = _Search(view, thought)
    own = _choice_of(view, thought)
    search.check_choice(own)
    steps = [] if search.wrong else search.steps()
    beyond = _beyond_the_letter(thought, recorded) if view.side == "black" else []
    return {
        PRINTED: Path([("", own), *steps], search.wrong),
        RECORDED: Path(
            [("", _choice_of(view, recorded)), (LETTER, own), *steps],
            search.wrong + beyond,
        ),
    }


def _beyond_the_letter(printed: Thought, recorded: Thought) -> list[str]:
    """Where the readings differ by anything but the .9 that castling gets as printed, and the choice that follows."""
    wrong = []
    for one, other, reply in zip(printed.candidates, recorded.candidates, printed.replies, strict=True):
        with_bonus = single(other.value + CASTLING_BONUS) if one.castling else other.value
        # Where there is no reply at all, II is still what the look at White's way to castle has left.
        if one[:3] != other[:3] or (one.value != with_bonus and reply.best != NO_CHOICE):
            wrong.append(f"as recorded {choice_of(one)} is worth {other.value!r}, as printed {one.value!r}")
    best = max(recorded.candidates, key=lambda candidate: candidate.value, default=None)
    if recorded.best != (NO_CHOICE if best is None or best.value <= LOST else choice_of(best)):
        wrong.append(f"as recorded {recorded.best} is chosen, and {best} is the best")
    return wrong


def compare_choices(view: View) -> dict[str, list[Finding]]:
    """For each reading, the steps at which the choice changes; none where the program chooses as the exact search."""
    return {reading: path.findings() for reading, path in choice_paths(view).items()}


def _thought(view: View, reading: str) -> Thought:
    """What the program thinks, whether it stops when it makes its choice or not."""
    program = Program(reading)
    program.state = view.state
    try:
        return program.play(view.side)
    except StoppedThought as stopped:
        return stopped.thought


def _choice_of(view: View, thought: Thought) -> Key | None:
    if thought.chosen is None:
        return None
    candidate = thought.candidates[thought.chosen]
    return key_of_tried(view.state, view.side, Tried(*candidate[:3]))


def best_of(trials: Iterable[Trial]) -> Key | None:
    """The first of the best, in the listing's order, if any beats -1000."""
    best, chosen = MATE, None
    for trial in sorted(trials, key=lambda trial: trial.turn):
        if trial.value > best:
            best, chosen = trial.value, trial.key
    return chosen


class _Search:
    """The program's candidates with all their replies, exactly scored, and what the steps make of them."""

    def __init__(self, view: View, thought: Thought) -> None:
        self.view = view
        self.side, self.other = view.side, other_side(view.side)
        self.wrong: list[str] = []
        self.trials: Trials = {}
        self.candidates: dict[Key, Candidate] = {}
        self.differences = differences(view)
        self.wrong += [what for name, _, what in self.differences if name == UNEXPLAINED]
        view.put()
        for candidate, reply in zip(thought.candidates, thought.replies, strict=True):
            tried = Tried(*candidate[:3])
            board = board_after(view.board, view.state, self.side, choice_of(candidate))
            replies, best = self._replies(board)
            if best != (reply.best, reply.value):
                self.wrong.append(f"the best reply to {choice_of(candidate)} is {reply}, and {best} is expected")
            key = key_of_tried(view.state, self.side, tried)
            self.candidates[key] = candidate
            self._add(key, tried, in_twentieths(reply.own), replies)
            if in_twentieths(candidate.value) != self.trials[key].value:
                self.wrong.append(f"{candidate} is worth {self.trials[key].value} centipawns by its replies")
        if [Tried(*candidate[:3]) for candidate in thought.candidates] != view.tried:
            self.wrong.append("the program does not try the moves that are listed")

    def check_choice(self, own: Key | None) -> None:
        """Rounding may choose between moves that are worth the same, and between no others; and scores are terms."""
        exact = best_of(self.trials.values())
        if own != exact and (own is None or exact is None or self.trials[own].value != self.trials[exact].value):
            self.wrong.append(f"{choice_name(own)} is chosen, and {choice_name(exact)} is worth more")
        for key, candidate in self.candidates.items():
            if key in (own, exact):
                board = board_after(self.view.board, self.view.state, self.side, choice_of(candidate))
                if exact_score(board, self.view.state, self.side) != self.trials[key].own:
                    self.wrong.append(f"the own score of {choice_name(key)} is not the sum of its terms")

    def steps(self) -> list[tuple[str, Key | None]]:
        """After each step the choice."""
        choices = [(SINGLE, best_of(self.trials.values()))]
        for step in (SLOTS, ILLEGAL, PAWN_FOR_QUEEN, UNKNOWN):
            self._mend_moves(step)
            if step == PAWN_FOR_QUEEN:
                self._make_queens()
            choices.append((step, best_of(self.trials.values())))
        legal = {key: self._legal_replies(key) for key in self.trials}
        for key, trial in self.trials.items():
            trial.replies = {reply: score for reply, score in trial.replies.items() if reply in legal[key]}
        choices.append((ILLEGAL_REPLIES, best_of(self.trials.values())))
        self._add_replies(legal)
        choices.append((UNKNOWN_REPLIES, best_of(self.trials.values())))
        return choices

    def _add(self, key: Key, tried: Tried, own: int, replies: dict[Key, int]) -> None:
        first_king_move = tried.man == KING and self.view.flag(self.side, KING) == NOT_MOVED
        bonus = CASTLED if tried.castling else -CASTLED if first_king_move else 0
        turn = (0, tried.castling) if tried.castling else (1, tried.square, -tried.man, -(key.code >> 12))
        self.trials[key] = Trial(key, turn, own, bonus, replies)

    def _replies(self, board: list[int]) -> tuple[dict[Key, int], tuple[Choice, float]]:
        """Every reply that the program tries on a board, and the choice and the value that it comes to.

        The program must be in the state that goes with the board.
        """
        program = self.view.program
        program.board = board
        program.WHITE()
        program.BLACK()
        scored = tried_by_the_program(program, self.other)
        replies = {}
        for one in scored:
            tried = Tried(one.man, one.square, one.castling)
            replies[key_of_tried(self.view.state, self.other, tried)] = in_twentieths(one.own)
        if self.other == "white":
            return replies, (Choice(program.BESTPIECE1, program.BESTPOS1), program.BESTVAL1)
        return replies, (Choice(program.BESTPIECE, program.BESTPOS), program.BESTVAL)

    def _mend_moves(self, step: str) -> None:
        """Take the moves of the step away that only the program has, and put those in that only the rules have."""
        for name, only, _ in self.differences:
            if STEP_OF[name] != step:
                continue
            if only.key in self.trials:
                del self.trials[only.key]
            else:
                self._add(only.key, Tried(only.man, only.target, only.castling), *self._looked_at(only.key))

    def _make_queens(self) -> None:
        """A pawn that arrives is a queen on the board, and no pawn on its last rank."""
        for key, trial in self.trials.items():
            if key.code >> 12 == QUEEN:
                trial.own, trial.replies = self._looked_at(key)

    def _looked_at(self, key: Key) -> tuple[int, dict[Key, int]]:
        """The mover's own score after a legal move, and the replies that the program would try."""
        view = self.view
        board, state = made(view.board, view.state, self.side, key)
        view.put()
        view.program.state = state
        replies, _ = self._replies(board)
        return exact_score(board, state, self.side), replies

    def _legal_replies(self, key: Key) -> dict[Key, int]:
        position: Position = self.view.position
        position.play(key.code)
        keys = keys_of_legal(position)
        position.unmake()
        return keys

    def _add_replies(self, legal: dict[Key, dict[Key, int]]) -> None:
        """Score the legal replies that the program does not try, and those that become queens as queens."""
        view = self.view
        for key, trial in self.trials.items():
            new = [reply for reply in legal[key] if reply not in trial.replies or reply.code >> 12]
            if new:
                board, state = made(view.board, view.state, self.side, key)
                for reply in new:
                    trial.replies[reply] = exact_score(*made(board, state, self.other, reply), self.other)


def exact_score(board: list[int], state: State, side: str) -> int:
    """The listing's static score of a board, in exact centipawns."""
    return sum(in_centipawns(account(board, state, side)).values())


def made(board: Sequence[int], state: State, side: str, key: Key) -> tuple[list[int], State]:
    """The board after a legal move, by the rules, and the state that the listing scores it with.

    As while the listing thinks, flags stay; only a man that a pawn becomes is marked as one on the board.
    """
    if key.special == CASTLING:
        castles = CASTLES_SHORT if key.code & 63 < key.code >> 6 else CASTLES_LONG
        return board_after(list(board), state, side, Choice(KING, castles)), state
    mover = side_named(side)
    origin, target, promotion = SQUARE_144[key.code & 63], SQUARE_144[key.code >> 6 & 63], key.code >> 12
    after = list(board)
    number = after[origin] - mover.first
    if key.special == EN_PASSANT:
        after[target - mover.forward] = 0
    if promotion:
        state = state.copy()
        flags = state.men(side)[1]
        numbers = numbers_promoted(number, KIND_LETTERS[promotion])
        # Where both knights are on the board, a third may share the number of the first: nothing asks who he is.
        number = next((free for free in numbers if flags[free] == CAPTURED), numbers[0])
        flags[number] = MOVED
    after[origin] = 0
    after[target] = number + mover.first
    return after, state
