"""A campaign compares many positions, in chunks that any executor can run.

An executor has the interface of concurrent.futures.Executor: this process, several processes, or a Dask cluster. The
counts of a campaign depend neither on the executor nor on the order in which chunks finish.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from modern.agreement.comparison import compare_chunk, counted_as
from modern.agreement.differences import CHOICES
from modern.agreement.sources import Chunk, Listener, digest, file_chunks, random_chunks, split_chunks, unheard
from modern.agreement.tally import Tally
from modern.jobs.cluster import builds_of
from modern.jobs.code_digest import code_digest
from modern.jobs.early_end import early_end
from modern.jobs.journal import Journal, JournalError
from modern.jobs.loop import record_results, run_tasks
from modern.jobs.workers import INTERRUPTED, Workers

#: The modules, and the packages with all their modules, that decide the counts of a campaign.
DECIDING_CODE: Final = (
    *("historic.basic", "historic.memory", "historic.position", "historic.program", "historic.readings"),
    *("historic.study.candidates", "historic.study.terms", "historic.tables", "historic.thought"),
    *("modern.agreement", "modern.report", "modern.rules"),
    *("modern.game.epd", "modern.game.game", "modern.game.move_notes", "modern.game.pgn_reading"),
    *("modern.game.pgn_scanning", "modern.game.pgn_text", "modern.game.problems"),
)


@dataclass(frozen=True)
class CampaignPlan:
    """What a campaign compares: positions of random games, or those of a file.

    `positions` is their number, or None for all positions of the file. `source` is the file, and `seed` that of the
    games; one of them is None.
    """

    kinds: Sequence[str]
    positions: int | None
    seed: int | None
    source: Path | None

    def chunks(self, listener: Listener = unheard) -> Iterator[Chunk]:
        """Returns the chunks of the campaign; `listener` is told of each game or position of a file.

        Raises SourceError and OSError.
        """
        if self.source:
            return file_chunks(self.source, self.positions, listener)
        assert self.seed is not None
        assert self.positions is not None
        return random_chunks(self.seed, self.positions)

    def identity(self) -> dict[str, object]:
        """Returns what a journal must agree with to be resumed. Raises OSError."""
        return {
            "positions": self.positions,
            "seed": self.seed,
            "kinds": list(self.kinds),
            "from": digest(self.source) if self.source else None,
            "code": code_digest(DECIDING_CODE),
        }


class CampaignJournal(Journal):
    """The open journal of a campaign: `done` are the numbers of its chunks, `tally` is the sum of their counts."""

    command = "gosub agree"
    task = "campaign"
    entry_content = "the counts of a chunk"

    def __init__(self, path: Path, campaign: Mapping[str, Any]) -> None:
        """Opens or creates the file. Raises JournalError or OSError, and then leaves the file unchanged."""
        self.done: set[int] = set()
        self.tally = Tally()
        self.code = campaign.get("code")
        super().__init__(path, campaign)

    def add(self, number: int, found: Tally) -> None:
        """Writes the counts of a chunk as one line, with the digest of the code that compared it."""
        self.write({"chunk": number, "code": self.code, "found": found.as_json(sparse=True)})
        self.done.add(number)

    def _check_header(self, entry: dict[str, Any], header: Mapping[str, Any]) -> None:
        """Raises JournalError if the file is not a journal of this campaign, or was written by other code."""
        code = header.get("code")
        super()._check_header(entry, {name: value for name, value in header.items() if name != "code"})
        if entry.get("code") != code:
            raise JournalError(
                f"{self.path} was written by other code, which may count differently; expected a new file"
                " or a journal of this code"
            )

    def load_entry(self, entry: Any) -> None:
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
        if CHOICES in kinds:
            chunks = split_chunks(chunks)
        self.chunks = (chunk for chunk in chunks if chunk.number not in done)
        for kind in kinds:
            for counted in counted_as(kind):
                self.tally.kind(counted)

    @property
    def interrupted(self) -> bool:
        """True if Ctrl-C ended the campaign."""
        return self.failure == INTERRUPTED

    def run(self, executor: Executor, max_pending: int) -> Generator[Tally]:
        """Runs the campaign with at most `max_pending` chunks at a time. Yields the counts so far after each chunk."""

        def submit(chunk: Chunk) -> Future[Tally]:
            return executor.submit(compare_chunk, chunk, tuple(self.kinds))

        def record(chunk: Chunk, tally: Tally) -> None:
            if self.journal:
                self.journal.add(chunk.number, tally.with_smaller_examples(self.tally))
            self.tally.merge(tally)

        for _ in record_results(run_tasks(submit, self.chunks, max_pending), record):
            self.builds = builds_of(executor)
            yield self.tally


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
