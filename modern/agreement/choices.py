"""Compares the move that the program of 1994 chooses with the choice of an exact search of the same two plies.

The exact search visits all legal moves and all legal replies. It scores them with the listing's static score in whole
centipawns, and chooses the first best move in the listing's order. The steps of modern.agreement.choice_steps lead from
the program's search to the exact search.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from historic.basic import BasicError, single
from historic.program import Program
from historic.readings import PRINTED, RECORDED
from historic.study.candidates import TriedMove
from historic.study.terms import board_after
from historic.tables import CASTLING_BONUS
from historic.thought import Candidate, StoppedThought, Thought, choice_of
from modern.agreement.choice_steps import LETTER, STEPS
from modern.agreement.exact_search import NO_CHOICE, ExactCandidates, ExactSearch, best_move, exact_score, first_best
from modern.agreement.findings import UNEXPLAINED, Finding
from modern.agreement.move_keys import MoveKey, key_of_tried, move_name
from modern.agreement.scores import to_centipawns
from modern.agreement.view import PositionView


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


def compare_choices(view: PositionView) -> dict[str, list[Finding]]:
    """Returns for each reading the steps that change the choice; none if both searches choose the same move."""
    return {reading: path.findings() for reading, path in choice_paths(view).items()}


def choice_paths(view: PositionView) -> dict[str, ChoicePath]:
    """Returns for each reading the path from the program's choice to the exact choice."""
    try:
        thought = _think(view, PRINTED)
        recorded = _think(view, RECORDED) if view.side == "black" else thought
    except BasicError as error:
        stopped = ChoicePath([("", None)], [f"the program stops while it thinks: {error}"])
        return {PRINTED: stopped, RECORDED: stopped}
    printed_path = _printed_path(view, thought)
    other_differences = _differences_beyond_the_letter(thought, recorded) if view.side == "black" else []
    (_, own), *steps = printed_path.choices
    return {
        PRINTED: printed_path,
        RECORDED: ChoicePath(
            [("", _chosen_key(view, recorded)), (LETTER, own), *steps],
            printed_path.errors + other_differences,
        ),
    }


def _printed_path(view: PositionView, thought: Thought) -> ChoicePath:
    """Returns the path from the program's choice as printed. If a check fails, the path has no steps."""
    search = ExactSearch(view)
    candidates, errors = _exact_candidates(search, thought)
    own = _chosen_key(view, thought)
    errors += _wrong_choice(thought) + _wrong_sums(search, thought, candidates, {own, best_move(candidates)})
    return ChoicePath([("", own), *([] if errors else choices_by_step(search, candidates))], errors)


def choices_by_step(search: ExactSearch, candidates: ExactCandidates) -> list[tuple[str, MoveKey | None]]:
    """Returns the choice after each step."""
    choices = []
    for name, step in STEPS.items():
        candidates = step(search, candidates)
        choices.append((name, best_move(candidates)))
    return choices


def _exact_candidates(search: ExactSearch, thought: Thought) -> tuple[ExactCandidates, list[str]]:
    """Returns the candidates of a thought with exact scores, and a description of each failed check."""
    view = search.view
    errors = [what for name, _, what in search.differences if name == UNEXPLAINED]
    candidates = {}
    view.set_up()
    for candidate, reply in zip(thought.candidates, thought.replies, strict=True):
        tried = search.tried_replies(board_after(view.board, view.state, view.side, choice_of(candidate)))
        if tried[1:] != (reply.best, reply.value):
            errors.append(f"the best reply to {choice_of(candidate)} is {reply}, but {tried[1:]} is expected")
        key = _key_of(view, candidate)
        own_score = to_centipawns(reply.own_score)
        exact = candidates[key] = search.candidate(key, TriedMove(*candidate[:3]), own_score, tried.replies)
        if to_centipawns(candidate.value) != exact.value:
            errors.append(f"{candidate} scores {exact.value} centipawns by its replies")
    if [TriedMove(*candidate[:3]) for candidate in thought.candidates] != view.tried:
        errors.append("the program does not try the computed moves")
    return candidates, errors


def _wrong_choice(thought: Thought) -> list[str]:
    """Describes a choice that is not the first with the highest of the program's own values.

    Rounding explains that a move is chosen over another only if it makes its value higher, not if the two are equal.
    """
    best, value = first_best(thought.candidates)
    return [] if thought.best == best else [f"{thought.best} is chosen, but {best} is the first of value {value!r}"]


def _wrong_sums(
    search: ExactSearch, thought: Thought, candidates: ExactCandidates, keys: set[MoveKey | None]
) -> list[str]:
    """Describes each of the moves `keys` whose own score is not the sum of its terms."""
    view, errors = search.view, []
    for candidate in thought.candidates:
        key = _key_of(view, candidate)
        if key in keys:
            board = board_after(view.board, view.state, view.side, choice_of(candidate))
            if exact_score(board, view.state, view.side) != candidates[key].own_score:
                errors.append(f"the own score of {choice_name(key)} is not the sum of its terms")
    return errors


def _differences_beyond_the_letter(printed: Thought, recorded: Thought) -> list[str]:
    """Returns every difference between the readings that the .9 for castling as printed does not explain."""
    errors = []
    for one, other, reply in zip(printed.candidates, recorded.candidates, printed.replies, strict=True):
        with_bonus = single(other.value + CASTLING_BONUS) if one.castling else other.value
        # If there is no reply at all, II still holds the result of the test of White's castling path.
        if one[:3] != other[:3] or (one.value != with_bonus and reply.best != NO_CHOICE):
            errors.append(f"{choice_of(one)} scores {other.value!r} as recorded, but {one.value!r} as printed")
    return errors + [f"as recorded {error}" for error in _wrong_choice(recorded)]


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
    return _key_of(view, thought.candidates[thought.chosen])


def _key_of(view: PositionView, candidate: Candidate) -> MoveKey:
    return key_of_tried(view.state, view.side, TriedMove(*candidate[:3]))
