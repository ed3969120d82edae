"""A campaign compares many positions, in chunks that any executor can run.

An executor has the interface of concurrent.futures.Executor: this process, several processes, or a Dask cluster. The
counts of a campaign depend neither on the executor nor on the order in which chunks finish.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from modern.agreement.comparison import compare_chunk, counted_as
from modern.agreement.differences import CHOICES
from modern.agreement.sources import (
    Chunk,
    Listener,
    complete_chunks,
    complete_samples,
    digest,
    file_chunks,
    random_chunks,
    split_chunks,
    unheard,
)
from modern.agreement.tally import Tally
from modern.jobs.code_digest import code_digest
from modern.jobs.early_end import early_end
from modern.jobs.journal import Journal, JournalForm
from modern.jobs.loop import record_results, run_tasks
from modern.jobs.workers import INTERRUPTED, Workers, builds_of, interrupt_deferred

#: The modules, and the packages with all their modules, that decide the counts of a campaign.
DECIDING_CODE: Final = (
    *("historic.basic", "historic.memory", "historic.position", "historic.program", "historic.readings"),
    *("historic.study.candidates", "historic.study.terms", "historic.tables", "historic.thought"),
    *("modern.agreement", "modern.report", "modern.rules"),
    *("modern.game.epd", "modern.game.game", "modern.game.move_notes", "modern.game.pgn_headers"),
    *("modern.game.pgn_moves", "modern.game.pgn_reading", "modern.game.pgn_scanning", "modern.game.pgn_text"),
    *("modern.game.piece_letters", "modern.game.problems", "modern.game.text_lines"),
)


@dataclass(frozen=True)
class CampaignPlan:
    """What a campaign compares: positions of random games, those of a file, or every position with few pieces.

    `positions` is their number, or None for all positions of the file. `source` is the file, and `seed` that of the
    games. `pieces` is how many pieces every position has besides the kings (modern.agreement.complete); with a seed,
    `positions` of them are drawn. What does not apply is None.
    """

    kinds: Sequence[str]
    positions: int | None
    seed: int | None
    source: Path | None
    pieces: int | None = None

    def chunks(self, listener: Listener = unheard) -> Iterator[Chunk]:
        """Returns the chunks of the campaign; `listener` is told of each game or position of a file.

        Raises SourceError and OSError.
        """
        slow = CHOICES in self.kinds
        if self.pieces is not None and self.seed is None:
            return complete_chunks(self.pieces, slow)
        chunks = self._sampled_chunks(listener)
        return split_chunks(chunks) if slow else chunks

    def _sampled_chunks(self, listener: Listener) -> Iterator[Chunk]:
        if self.source:
            return file_chunks(self.source, self.positions, listener)
        assert self.seed is not None
        assert self.positions is not None
        if self.pieces is not None:
            return complete_samples(self.pieces, self.seed, self.positions)
        return random_chunks(self.seed, self.positions)

    def identity(self) -> dict[str, object]:
        """Returns what a journal must agree with to be resumed. Raises OSError."""
        return {
            "positions": self.positions,
            "seed": self.seed,
            "kinds": list(self.kinds),
            "from": digest(self.source) if self.source else None,
            "pieces": self.pieces,
            "code": code_digest(DECIDING_CODE),
        }


#: A campaign writes the finished chunks into its journal at most this often, in seconds: it waits up to 34 milliseconds
#: for the disk each time, and two processes finish some 280 chunks a second.
WRITE_INTERVAL: Final = 0.5


class CampaignJournal(Journal):
    """The open journal of a campaign: `done` are the numbers of its chunks, `tally` is the sum of their counts."""

    def __init__(self, path: Path, campaign: Mapping[str, Any]) -> None:
        """Opens or creates the file. Raises JournalError or OSError, and then leaves the file unchanged."""
        self.done: set[int] = set()
        self.tally = Tally()
        self.code = campaign.get("code")
        super().__init__(
            path, JournalForm("gosub agree", "campaign", "the counts of a chunk"), campaign, self._load_entry
        )

    def add(self, found: Mapping[int, Tally]) -> None:
        """Writes the counts of each chunk as one line, with the digest of the code that compared it."""
        self.write(
            *(
                {"chunk": number, "code": self.code, "found": tally.as_json(sparse=True)}
                for number, tally in found.items()
            )
        )
        self.done.update(found)

    def _load_entry(self, entry: Any) -> None:
        """Adds the counts of a chunk, unless the chunk was added before. Raises ValueError if other code compared it.

        Version 1.0 wrote no digest beside a chunk, only the campaign's.
        """
        if entry.get("code", self.code) != self.code:
            raise ValueError("other code compared it")
        chunk, found = int(entry["chunk"]), Tally.from_json(entry["found"])
        if chunk not in self.done:
            self.done.add(chunk)
            self.tally.merge(found)


class Campaign:
    """A campaign: `tally` has all counts so far, of which `resumed_positions` positions come from earlier runs.

    With a journal, `tally` has only what is on the disk.

    `builds` says which builds have compared the others, in words, and `seconds` how long that took. `failure` says in
    one line why an ended campaign is not complete; it is '' otherwise.
    """

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
        self.builds = ""
        self.seconds = 0.0
        self.failure = ""
        #: The finished chunks that are not in the journal yet.
        self._unwritten: dict[int, Tally] = {}
        self._written_at = -math.inf
        self.chunks = (chunk for chunk in chunks if chunk.number not in done)
        for kind in kinds:
            for counted in counted_as(kind):
                self.tally.kind(counted)

    @property
    def interrupted(self) -> bool:
        """True if Ctrl-C ended the campaign."""
        return self.failure == INTERRUPTED

    def run(self, executor: Executor, max_pending: int) -> Generator[Tally]:
        """Runs the campaign with at most `max_pending` chunks at a time. Yields the counts whenever they have grown."""

        def submit(chunk: Chunk) -> Future[Tally]:
            return executor.submit(compare_chunk, chunk, tuple(self.kinds), self.tally.bounds())

        try:
            for _ in record_results(run_tasks(submit, self.chunks, max_pending), self._record):
                self.builds = builds_of(executor)
                if not self._unwritten:
                    yield self.tally
        finally:
            with interrupt_deferred():
                self._write()
        yield self.tally

    def _record(self, chunk: Chunk, found: Tally) -> None:
        if not self.journal:
            self.tally.merge(found)
            return
        self._unwritten[chunk.number] = found
        if time.monotonic() - self._written_at >= WRITE_INTERVAL:
            self._write()

    def _write(self) -> None:
        """Writes the finished chunks into the journal, and then counts them. Raises JournalError."""
        if not self.journal or not self._unwritten:
            return
        unwritten, self._unwritten = self._unwritten, {}
        entries: dict[int, Tally] = {}
        together = Tally()
        for number, found in unwritten.items():
            entries[number] = found.with_smaller_examples(self.tally).with_smaller_examples(together)
            together.merge(found)
        self.journal.add(entries)
        self.tally.merge(together)
        self._written_at = time.monotonic()


#: Shows the progress of a campaign while it runs: a function of the counts so far.
Display = Callable[[Campaign], AbstractContextManager[Callable[[Tally], None]]]


def run_campaign(
    plan: CampaignPlan,
    workers: AbstractContextManager[Workers],
    display: Display,
    resume: Path | None = None,
    listener: Listener = unheard,
) -> Campaign:
    """Runs a campaign to its end, or to its early end by Ctrl-C, by lost workers or by a journal that cannot grow.

    `resume` is the file of the journal; its chunks are not compared again. `listener` is told of each game or position
    of a file. Raises JournalError, SourceError and OSError before the campaign begins.
    """
    with ExitStack() as files:
        journal = files.enter_context(CampaignJournal(resume, plan.identity())) if resume else None
        campaign = Campaign(plan.chunks(listener), plan.kinds, journal)
        start = time.perf_counter()
        with early_end() as end, workers as (executor, max_pending), display(campaign) as show:
            for tally in campaign.run(executor, max_pending):
                show(tally)
        campaign.seconds = time.perf_counter() - start
    campaign.failure = end.failure or _missing_positions(plan, campaign.tally.positions)
    return campaign


def _missing_positions(plan: CampaignPlan, positions: int) -> str:
    """Returns what is wrong with the number of positions of a campaign that has ended by itself, or ''."""
    if plan.source:
        return "" if positions else f"{plan.source} has no games and no positions"
    return "" if positions == plan.positions else f"only {positions} of {plan.positions} positions were compared"
