"""Compares the move that the 1994 program chooses with the choice of an exact search of the same two plies.

The exact search visits all legal moves and all legal replies. It scores them with the listing's static score in whole
centipawns, and chooses the first best move in the listing's order. The steps of modern.agreement.choices lead from
the program's search to the exact search.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from historic.basic import BasicError, single
from historic.machine.screen import UNSEEN
from historic.position.moves import NO_MOVE
from historic.program import Program
from historic.readings import PRINTED, RECORDED
from historic.study.candidates import first_best
from historic.study.terms import board_after
from historic.tables import CASTLING_BONUS
from historic.thought import StoppedThought, Thought
from modern.agreement.choices import CHOICE_CLASSES, LETTER
from modern.agreement.differences import UNEXPLAINED, Finding
from modern.agreement.exact_search import ExactSearch, TwoPlies, exact_score
from modern.agreement.score_comparison import to_centipawns
from modern.agreement.view import PositionView, in_words, key_of_tried


class ChoicePath(NamedTuple):
    """The choice after each step from the program's search to the exact search. None means that no move is chosen.

    The first step is '', with the program's own choice. `errors` describes each failed check.
    """

    choices: list[tuple[str, str | None]]
    errors: list[str]

    @property
    def own(self) -> str | None:
        """The program's choice."""
        return self.choices[0][1]

    @property
    def exact(self) -> str | None:
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
            Finding(step, f"{choice_in_words(before)} becomes {choice_in_words(after)}")
            for (_, before), (step, after) in pairwise(self.choices)
            if before != after
        ]


def choice_in_words(choice: str | None) -> str:
    """Returns a choice in words: `e2e4`, `0-0`, `no move`."""
    return in_words(choice) if choice else "no move"


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
    recorded_choices = [("", _chosen(view, recorded)), (LETTER.name, own), *steps]
    return {
        PRINTED: printed_path,
        RECORDED: ChoicePath(recorded_choices, printed_path.errors + other_differences),
    }


def _printed_path(view: PositionView, thought: Thought) -> ChoicePath:
    """Returns the path from the program's choice as printed. If a check fails, the path has no steps."""
    search = ExactSearch(view)
    plies, errors = _exact_scores(search, thought)
    own = _chosen(view, thought)
    errors += _wrong_choice(thought) + _wrong_sums(search, thought, plies, {own, search.best_move(plies)})
    steps = [] if errors else choices_by_step(search, plies)
    return ChoicePath([("", own), *steps], errors + _wrong_replies(search, {own, *(move for _, move in steps)}))


def choices_by_step(search: ExactSearch, plies: TwoPlies) -> list[tuple[str, str | None]]:
    """Returns the choice after each step. A step that corrects nothing returns the scores that it was given."""
    choices = []
    chosen = search.best_move(plies)
    for one in CHOICE_CLASSES:
        if one.step:
            corrected = one.step(search, plies)
            if corrected is not plies:
                plies, chosen = corrected, search.best_move(corrected)
            choices.append((one.name, chosen))
    return choices


def _exact_scores(search: ExactSearch, thought: Thought) -> tuple[TwoPlies, list[str]]:
    """Returns the exact scores of a thought's moves and replies, and a description of each failed check."""
    view = search.view
    errors = [one.what for one in search.differences if one.move_class is None]
    own_scores, replies = {}, {}
    view.set_up()
    for tried in thought.candidates:
        by_program = search.tried_replies(board_after(view.board, view.state, view.side, tried.move))
        if by_program[1:] != (tried.reply, tried.reply_score):
            errors.append(f"the best reply is expected to be {by_program[1:]}, but not in {tried}")
        key = key_of_tried(view.state, view.side, tried.move)
        own_scores[key], replies[key] = to_centipawns(tried.own_score), by_program.replies
    plies = TwoPlies(own_scores, replies)
    for tried in thought.candidates:
        value = search.value(plies, key_of_tried(view.state, view.side, tried.move))
        if to_centipawns(tried.value) != value:
            errors.append(f"{value} centipawns are expected by the replies, but not in {tried}")
    if [tried.move for tried in thought.candidates] != view.tried:
        errors.append("the program does not try the computed moves")
    return plies, errors


def _wrong_choice(thought: Thought) -> list[str]:
    """Describes a choice that is not the first with the highest of the program's own values.

    Rounding explains that a move is chosen over another only if it makes its value higher, not if the two are equal.
    """
    best, value = first_best(thought.candidates)
    return [] if thought.best == best else [f"{thought.best} is chosen, but {best} is the first of value {value!r}"]


def _wrong_sums(search: ExactSearch, thought: Thought, plies: TwoPlies, choices: set[str | None]) -> list[str]:
    """Describes each of the moves `choices` whose own score is not the sum of its terms."""
    view, errors = search.view, []
    for tried in thought.candidates:
        key = key_of_tried(view.state, view.side, tried.move)
        if key in choices:
            board = board_after(view.board, view.state, view.side, tried.move)
            if exact_score(board, view.state, view.side) != plies.own_scores[key]:
                errors.append(f"the own score of {key} is not the sum of its terms")
    return errors


def _wrong_replies(search: ExactSearch, choices: set[str | None]) -> list[str]:
    """Describes the replies to the moves `choices` about which the rules and python-chess disagree."""
    legal_choices = sorted(move for move in choices if move in search.view.legal)
    return [
        f"the rules and python-chess disagree about the reply {reply} to {move}"
        for move in legal_choices
        for reply in search.wrong_replies(move)
    ]


def _differences_beyond_the_letter(printed: Thought, recorded: Thought) -> list[str]:
    """Returns every difference between the readings that the .9 for castling as printed does not explain."""
    errors = []
    for one, other in zip(printed.candidates, recorded.candidates, strict=True):
        with_bonus = single(other.value + CASTLING_BONUS) if one.castling else other.value
        # If there is no reply at all, II still holds the result of the test of White's castling path.
        if one[:3] != other[:3] or (one.value != with_bonus and one.reply != NO_MOVE):
            errors.append(f"{one.move} scores {other.value!r} as recorded, but {one.value!r} as printed")
    return errors + [f"as recorded {error}" for error in _wrong_choice(recorded)]


def _think(view: PositionView, reading: str) -> Thought:
    """Returns the program's thought, even if the program stops with an error when it makes its move."""
    program = Program(reading, UNSEEN)
    program.state = view.state
    program.II, program.III = view.pair.II, view.pair.III
    try:
        return program.play(view.side)
    except StoppedThought as stopped:
        return stopped.thought


def _chosen(view: PositionView, thought: Thought) -> str | None:
    return key_of_tried(view.state, view.side, thought.best) if thought.chosen else None
