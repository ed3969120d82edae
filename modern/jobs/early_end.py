"""How long work ends early, in one line: by Ctrl-C, by lost workers, or by a journal that cannot grow."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from dataclasses import dataclass

from modern.jobs.journal import JournalError
from modern.jobs.workers import INTERRUPTED, LOST_WORKER, WorkersError


@dataclass
class EarlyEnd:
    """Why a block of work ended early; `failure` is '' if it did not."""

    failure: str = ""


@contextmanager
def early_end() -> Iterator[EarlyEnd]:
    """Ends the block at Ctrl-C, when workers are lost or a journal cannot grow. Yields the end, with its reason."""
    end = EarlyEnd()
    try:
        yield end
    except KeyboardInterrupt:
        end.failure = INTERRUPTED
    except BrokenExecutor:
        end.failure = LOST_WORKER
    except (JournalError, WorkersError) as error:
        end.failure = str(error)
