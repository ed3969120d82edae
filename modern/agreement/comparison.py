"""Compares one position, or the positions of a chunk, in every kind of comparison."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from historic.basic import BasicError
from historic.program import Program
from historic.readings import PRINTED, RECORDED
from modern.agreement.attacks import compare_attacks
from modern.agreement.choice_comparison import compare_choices
from modern.agreement.differences import ATTACKS, CHOICES, CHOICES_RECORDED, MOVES, SCORES, UNEXPLAINED, Finding
from modern.agreement.move_comparison import compare_moves
from modern.agreement.pair import NotRepresentable, PositionPair
from modern.agreement.score_comparison import compare_scores
from modern.agreement.sources import Chunk
from modern.agreement.tally import Tally
from modern.agreement.view import PositionView

#: The comparisons that are the same in both readings.
COMPARISONS: Final[dict[str, Callable[[PositionView], list[Finding]]]] = {
    MOVES: compare_moves,
    ATTACKS: compare_attacks,
    SCORES: compare_scores,
}


def compare_position(pair: PositionPair, kinds: Sequence[str], program: Program) -> dict[str, list[Finding]]:
    """Makes each kind of comparison at a position, and returns the findings of each kind.

    If the program stops with an error, or the rules have a fault with which there is nothing to compare, this counts as
    an unexplained difference of each kind.
    """
    try:
        view = _view(program, pair)
    except BasicError as error:
        return {counted: [_stopped(error)] for kind in kinds for counted in counted_as(kind)}
    findings: dict[str, list[Finding]] = {}
    for kind in kinds:
        try:
            with pair.fault_recorded():
                if view:
                    findings.update(_compare(view, kind))
        except BasicError as error:
            findings.update({counted: [_stopped(error)] for counted in counted_as(kind)})
        if pair.fault:
            findings.update({counted: [Finding(UNEXPLAINED, pair.fault)] for counted in counted_as(kind)})
    return findings


def _view(program: Program, pair: PositionPair) -> PositionView | None:
    """Returns the view of a pair, or None if it has a fault. Raises BasicError."""
    if not pair.fault:
        with pair.fault_recorded():
            return PositionView(program, pair)
    return None


def _compare(view: PositionView, kind: str) -> dict[str, list[Finding]]:
    """Returns the findings of one kind of comparison, by the kinds under which they are counted."""
    if kind != CHOICES:
        return {kind: COMPARISONS[kind](view)}
    by_reading = compare_choices(view)
    return {CHOICES: by_reading[PRINTED], CHOICES_RECORDED: by_reading[RECORDED]}


def _stopped(error: BasicError) -> Finding:
    return Finding(UNEXPLAINED, f"the program stops: {error}")


def counted_as(kind: str) -> tuple[str, ...]:
    """Returns the kinds under which a kind of comparison is counted: choices are counted for each reading."""
    return (CHOICES, CHOICES_RECORDED) if kind == CHOICES else (kind,)


def compare_chunk(chunk: Chunk, kinds: Sequence[str]) -> Tally:
    """Compares the positions of a chunk and returns the counts. An executor runs this function."""
    program = Program()
    tally = Tally()
    for pair in chunk.positions():
        if isinstance(pair, NotRepresentable):
            tally.add_not_representable(pair)
            continue
        tally.positions += 1
        for kind, findings in compare_position(pair, kinds, program).items():
            tally.kind(kind).add(pair, findings)
    return tally
