"""A campaign compares many positions, in chunks that any executor can run.

An executor has the interface of concurrent.futures.Executor: this process, several processes, or a Dask cluster. The
counts of a campaign depend neither on the executor nor on the order in which chunks finish.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Executor, Future

from historic.basic import BasicError
from historic.program import Program
from historic.readings import PRINTED, RECORDED
from modern.agreement.attacks import compare_attacks
from modern.agreement.choices import compare_choices
from modern.agreement.findings import UNEXPLAINED, Finding
from modern.agreement.journal import CampaignJournal
from modern.agreement.kinds import ATTACKS, CHOICES, CHOICES_RECORDED, MOVES, SCORES
from modern.agreement.moves import compare_moves
from modern.agreement.pair import NotRepresentable, PositionPair
from modern.agreement.scores import compare_scores
from modern.agreement.sources import Chunk, split_chunks
from modern.agreement.tally import Tally
from modern.agreement.view import PositionView
from modern.jobs.loop import run_tasks


def compare_position(pair: PositionPair, kinds: Sequence[str], program: Program) -> dict[str, list[Finding]]:
    """Makes each kind of comparison at a position, and returns the findings of each kind.

    If the program stops with an error, this counts as an unexplained difference.
    """
    try:
        view = PositionView(program, pair.position, pair.state)
    except BasicError as error:
        return {counted: [_stopped(error)] for kind in kinds for counted in counted_as(kind)}
    findings: dict[str, list[Finding]] = {}
    for kind in kinds:
        try:
            if kind == MOVES:
                findings[MOVES] = compare_moves(view)
            elif kind == ATTACKS:
                findings[ATTACKS] = compare_attacks(view)
            elif kind == SCORES:
                findings[SCORES] = compare_scores(view)
            elif kind == CHOICES:
                by_reading = compare_choices(view)
                findings[CHOICES], findings[CHOICES_RECORDED] = by_reading[PRINTED], by_reading[RECORDED]
        except BasicError as error:
            findings.update({counted: [_stopped(error)] for counted in counted_as(kind)})
    return findings


def _stopped(error: BasicError) -> Finding:
    return Finding(UNEXPLAINED, f"the program stops: {error}")


def counted_as(kind: str) -> tuple[str, ...]:
    """Returns the kinds under which a kind of comparison is counted: choices are counted for each reading."""
    return (CHOICES, CHOICES_RECORDED) if kind == CHOICES else (kind,)


def survey(chunk: Chunk, kinds: Sequence[str]) -> Tally:
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


class Campaign:
    """A running campaign: `tally` has all counts, of which `resumed_positions` positions come from earlier runs."""

    def __init__(self, chunks: Iterator[Chunk], kinds: Sequence[str], journal: CampaignJournal | None = None) -> None:
        """Prepares a campaign. With a journal, the chunks that it already has are skipped."""
        self.kinds = kinds
        self.journal = journal
        self.tally = Tally()
        done: frozenset[int] = frozenset()
        if journal:
            self.tally.merge(journal.tally)
            done = frozenset(journal.done)
        self.resumed_positions = self.tally.positions
        if CHOICES in kinds:
            chunks = split_chunks(chunks)
        self.chunks = (chunk for chunk in chunks if chunk.number not in done)
        for kind in kinds:
            for counted in counted_as(kind):
                self.tally.kind(counted)

    def run(self, executor: Executor, max_pending: int) -> Generator[Tally]:
        """Runs the campaign with at most `max_pending` chunks at a time. Yields the counts so far after each chunk."""

        def submit(chunk: Chunk) -> Future[Tally]:
            return executor.submit(survey, chunk, tuple(self.kinds))

        for chunk, tally in run_tasks(submit, self.chunks, max_pending):
            if self.journal:
                self.journal.add(chunk.number, tally.with_smaller_examples(self.tally))
            self.tally.merge(tally)
            yield self.tally
