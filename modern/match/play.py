"""Plays a match in processes of its own, with its files, up to its end or to what interrupts it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

from modern.jobs.workers import ProcessPool
from modern.match.games_file import GamesFile, pgn_of_game
from modern.match.journal import MatchJournal
from modern.match.match import Match
from modern.match.options import MatchOptions
from modern.match.processes import game_workers


@contextmanager
def open_match(options: MatchOptions, pgn: Path | None, journal: Path | None) -> Iterator[Match]:
    """Provides a match that writes its games to a PGN and to a journal, from which it is resumed.

    Raises JournalError if the journal is that of another match, and OSError.
    """
    with ExitStack() as files:
        opened = files.enter_context(MatchJournal(journal, options.identity())) if journal else None
        games = files.enter_context(GamesFile(pgn, partial(pgn_of_game, pace=options.pace)))
        yield Match(options.pairing, options.games, options.sprt, opened, games.add)


@contextmanager
def playing(options: MatchOptions, match: Match) -> Iterator[Iterator[None]]:
    """Provides an iterator that plays a match and stops after each game.

    Raises EntrantOptionError before the first game, and MatchError. Any exception terminates the games in progress.
    """
    with game_workers((options.first, options.second), options.jobs) as (executor, max_pending):
        yield match.run(executor, max_pending)
        if match.sprt_verdict is not None and isinstance(executor, ProcessPool):
            executor.stop()  # the remaining games do not count
