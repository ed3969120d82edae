"""The workers that play games: processes of this machine or a Dask cluster, and what stops them as one-line errors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor
from contextlib import contextmanager

from modern.jobs.workers import ProcessPool, Workers, WorkersError, cluster_workers, terminated_on_error
from modern.match.fixture import Entrant, name_of
from modern.match.journal import JournalError
from modern.match.openings import OpeningError
from modern.players import OptionError, PlayerError
from modern.players.spec import is_outside


class MatchError(Exception):
    """A match or tournament that cannot continue; the text is one line that says why."""


class EntrantOptionError(ValueError):
    """An option that a player does not have or accept; `number` is that of the player, from 0."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(reason)
        self.number = number


@contextmanager
def game_workers(entrants: Sequence[Entrant], jobs: int, cluster: str | None = None) -> Iterator[Workers]:
    """Provides `jobs` processes, or the Dask cluster at an address, to play games between `entrants`.

    Each entrant is made once before. Raises EntrantOptionError, and MatchError for all that ends the games early. Any
    exception terminates the games in progress; a cluster finishes them, but their results are not awaited.
    """
    try:
        if cluster is None:
            # Even a single game runs in a process, so that Ctrl-C takes effect here.
            with terminated_on_error(_process_pool(entrants, jobs)) as executor, _reported_in_one_line():
                _check_entrants(entrants, executor)
                yield Workers(executor, jobs)
        else:
            with cluster_workers(cluster, (MatchError, EntrantOptionError)) as workers, _reported_in_one_line():
                _check_entrants(entrants, workers.executor)
                yield workers
    except WorkersError as error:
        raise MatchError(str(error)) from None


def _process_pool(entrants: Sequence[Entrant], jobs: int) -> ProcessPool:
    if any(is_outside(entrant.player_name) for entrant in entrants):
        from modern.players.engine_process import kill_all

        return ProcessPool(jobs, kill_all)
    return ProcessPool(jobs)


def _check_entrants(entrants: Sequence[Entrant], executor: Executor) -> None:
    """Makes each player once. Raises PlayerError and EntrantOptionError."""
    for number, entrant in enumerate(entrants):
        try:
            executor.submit(name_of, entrant).result()
        except OptionError as error:
            raise EntrantOptionError(number, str(error)) from None


@contextmanager
def _reported_in_one_line() -> Iterator[None]:
    """Raises MatchError for what can end the games early."""
    try:
        yield
    except BrokenExecutor:
        raise MatchError("a process that was playing a game has ended") from None
    except (JournalError, OpeningError, PlayerError) as error:
        raise MatchError(str(error)) from None
    except OSError as error:
        if error.filename is None:  # not a file of the games: the connection to a cluster
            raise
        raise MatchError(f"{error.filename} cannot be written: {error.strerror}") from None
