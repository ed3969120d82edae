"""A campaign compares many positions, in chunks that any executor can run.

An executor has the interface of concurrent.futures.Executor: this process, several processes, or a Dask cluster. The
counts of a campaign depend neither on the executor nor on the order in which chunks finish.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
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
from modern.jobs.journal import CODE, JournalForm
from modern.jobs.work import Work
from modern.jobs.workers import WorkersError, interrupt_deferred

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
            CODE: code_digest(DECIDING_CODE),
        }


#: A campaign writes the finished chunks into its journal at most this often, in seconds: it waits up to 34 milliseconds
#: for the disk each time, and two processes finish some 280 chunks a second.
WRITE_INTERVAL: Final = 0.5


class Campaign(Work[Chunk, Tally]):
    """A campaign: `tally` has all counts so far, of which `resumed_positions` positions come from a journal.

    With a journal, `tally` has only what is on the disk.
    """

    form = JournalForm("gosub agree", "campaign", "the counts of a chunk")

    def __init__(self, plan: CampaignPlan, listener: Listener = unheard, rate: float = 0.0) -> None:
        """`listener` is told of each game or position of a file. `rate` is about how many positions a process compares
        in a second; 0 if that is not known."""
        super().__init__()
        self.plan = plan
        self.listener = listener
        self.rate = rate
        self.tally = Tally()
        self.resumed_positions = 0
        self._code: object = None
        self._loaded: set[int] = set()
        #: The finished chunks that are not in the journal yet.
        self._unwritten: dict[int, Tally] = {}
        self._written_at = -math.inf
        for kind in plan.kinds:
            for counted in counted_as(kind):
                self.tally.kind(counted)

    def identity(self) -> Mapping[str, object]:
        identity = self.plan.identity()
        self._code = identity[CODE]
        return identity

    def load_entry(self, entry: Any) -> None:
        """Adds the counts of a chunk, unless the chunk was added before. Raises ValueError if other code compared it.

        Version 1.0 wrote no digest beside a chunk, only the campaign's.
        """
        if entry.get(CODE, self._code) != self._code:
            raise ValueError("other code compared it")
        chunk, found = int(entry["chunk"]), Tally.from_json(entry["found"])
        if chunk not in self._loaded:
            self._loaded.add(chunk)
            self.tally.merge(found)
            self.resumed_positions += found.positions

    def expected_seconds(self, processes: int) -> float:
        """Returns about how long the positions that are left take."""
        if not self.rate or self.plan.positions is None:
            return 0.0
        return (self.plan.positions - self.resumed_positions) / (self.rate * processes)

    def items(self) -> Iterator[Chunk]:
        """Returns the chunks that are not in the journal. Raises SourceError and OSError."""
        chunks = self.plan.chunks(self.listener)
        return (chunk for chunk in chunks if chunk.number not in self._loaded)

    def call(self, item: Chunk) -> Callable[[], Tally]:
        return partial(compare_chunk, item, tuple(self.plan.kinds), self.tally.bounds())

    def record(self, item: Chunk, result: Tally) -> None:
        """Counts a chunk, or writes it soon. Raises JournalError."""
        if not self.has_journal:
            self.tally.merge(result)
            return
        self._unwritten[item.number] = result
        if time.monotonic() - self._written_at >= WRITE_INTERVAL:
            self._write()

    def steps(self, executor: Executor, max_pending: int) -> Generator[Chunk]:
        """Compares the chunks, and writes what is not written yet at the end. Raises WorkersError if one is missing."""
        try:
            yield from super().steps(executor, max_pending)
        finally:
            with interrupt_deferred():
                self._write()
        missing = self._missing()
        if missing:
            raise WorkersError(missing)

    def _write(self) -> None:
        """Writes the finished chunks into the journal, each as one line, and then counts them. Raises JournalError."""
        if not self._unwritten:
            return
        unwritten, self._unwritten = self._unwritten, {}
        entries = []
        together = Tally()
        for number, found in unwritten.items():
            new = found.with_smaller_examples(self.tally).with_smaller_examples(together)
            entries.append({"chunk": number, CODE: self._code, "found": new.as_json(sparse=True)})
            together.merge(found)
        self.write(*entries)
        self.tally.merge(together)
        self._written_at = time.monotonic()

    def _missing(self) -> str:
        """Returns what is wrong with the number of positions of a campaign that has ended by itself, or ''."""
        plan, positions = self.plan, self.tally.positions
        if plan.source:
            return "" if positions else f"{plan.source} has no games and no positions"
        return "" if positions == plan.positions else f"only {positions} of {plan.positions} positions were compared"
