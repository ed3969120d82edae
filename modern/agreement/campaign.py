"""The campaign: many positions, compared in chunks that any executor can work on.

An executor is whatever has the shape of concurrent.futures.Executor: this process, several, or a Dask cluster. What a
campaign counts depends neither on who works nor on the order in which chunks come back.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait

from historic.basic import BasicError
from historic.program import Program
from historic.readings import PRINTED, RECORDED
from modern.agreement.attacks import compare_attacks
from modern.agreement.choices import compare_choices
from modern.agreement.classes import ATTACKS, CHOICES, CHOICES_RECORDED, MOVES, SCORES
from modern.agreement.findings import UNEXPLAINED, Finding
from modern.agreement.journal import Journal
from modern.agreement.moves import compare_moves
from modern.agreement.pair import CannotBeHeld, Pair
from modern.agreement.scores import compare_scores
from modern.agreement.sources import Chunk, in_parts
from modern.agreement.tally import Tally
from modern.agreement.view import View


def compared(pair: Pair, kinds: Sequence[str], program: Program) -> dict[str, list[Finding]]:
    """What comparing a position finds, in each of the kinds. That the program stops is unexplained too."""
    try:
        view = View(program, pair.position, pair.state)
    except BasicError as error:
        return {counted: [_stopped(error)] for kind in kinds for counted in counted_as(kind)}
    found: dict[str, list[Finding]] = {}
    for kind in kinds:
        try:
            if kind == MOVES:
                found[MOVES] = compare_moves(view)
            elif kind == ATTACKS:
                found[ATTACKS] = compare_attacks(view)
            elif kind == SCORES:
                found[SCORES] = compare_scores(view)
            elif kind == CHOICES:
                both = compare_choices(view)
                found[CHOICES], found[CHOICES_RECORDED] = both[PRINTED], both[RECORDED]
        except BasicError as error:
            found.update({counted: [_stopped(error)] for counted in counted_as(kind)})
    return found


def _stopped(error: BasicError) -> Finding:
    return Finding(UNEXPLAINED, f"the program stops: {error}")


def counted_as(kind: str) -> tuple[str, ...]:
    """The kinds under which a kind of comparison is counted: choices for each reading."""
    return (CHOICES, CHOICES_RECORDED) if kind == CHOICES else (kind,)


def surveyed(chunk: Chunk, kinds: Sequence[str]) -> Tally:
    """What comparing the positions of a chunk finds. This is what an executor does."""
    program = Program()
    tally = Tally()
    for pair in chunk.positions():
        if isinstance(pair, CannotBeHeld):
            tally.refuse(pair)
            continue
        tally.positions += 1
        for kind, findings in compared(pair, kinds, program).items():
            tally.kind(kind).add(pair, findings)
    return tally


def in_turn(
    chunks: Iterator[Chunk], kinds: Sequence[str], executor: Executor, at_once: int
) -> Iterator[tuple[int, Tally]]:
    """Each chunk's number and what it found, as they are done; `at_once` chunks are with the executor at a time.

    What is still with the executor when this is left is the executor's to give up.
    """
    waiting: dict[Future[Tally], int] = {}
    while True:
        for chunk in chunks:
            waiting[executor.submit(surveyed, chunk, tuple(kinds))] = chunk.number
            if len(waiting) >= at_once:
                break
        if not waiting:
            return
        finished, _ = wait(waiting, return_when=FIRST_COMPLETED)
        for future in finished:
            yield waiting.pop(future), future.result()


class Campaign:
    """A campaign as it goes: `found` is everything, and of that `before` positions an earlier run has found."""

    def __init__(self, chunks: Iterator[Chunk], kinds: Sequence[str], journal: Journal | None = None) -> None:
        """With a journal, what it has is not done again."""
        self.kinds = kinds
        self.journal = journal
        self.found = Tally()
        finished: frozenset[int] = frozenset()
        if journal:
            self.found.merge(journal.found)
            finished = frozenset(journal.done)
        self.before = self.found.positions
        if CHOICES in kinds:
            chunks = in_parts(chunks)
        self.chunks = (chunk for chunk in chunks if chunk.number not in finished)
        for kind in kinds:
            for counted in counted_as(kind):
                self.found.kind(counted)

    def run(self, executor: Executor, at_once: int) -> Generator[Tally]:
        """Have it done; after each chunk, what has been found so far."""
        for number, found in in_turn(self.chunks, self.kinds, executor, at_once):
            if self.journal:
                self.journal.add(number, found.without_larger(self.found))
            self.found.merge(found)
            yield self.found
