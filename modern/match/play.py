"""Plays a match in processes of its own, with its files, up to its end or to what interrupts it."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor
from contextlib import ExitStack, contextmanager
from pathlib import Path

from modern.jobs.workers import ProcessPool, terminated_on_error
from modern.match.games_file import GamesFile
from modern.match.journal import JournalError, MatchJournal
from modern.match.match import Match, name_of
from modern.match.openings import OpeningError
from modern.match.options import MatchOptions
from modern.match.standing import FIRST, SECOND, Standing
from modern.players import OptionError, PlayerError
from modern.players.spec import is_outside


class MatchError(Exception):
    """A match that cannot continue; the text is one line that says why."""


class EntrantOptionError(ValueError):
    """An option that a player of the match does not have or accept; `player` is FIRST or SECOND."""

    def __init__(self, player: str, reason: str) -> None:
        super().__init__(reason)
        self.player = player


@contextmanager
def open_match(options: MatchOptions, pgn: Path | None, journal: Path | None) -> Iterator[Match]:
    """Provides a match that writes its games to a PGN and to a journal, from which it is resumed.

    Raises JournalError if the journal is that of another match, and OSError.
    """
    with ExitStack() as files:
        opened = files.enter_context(MatchJournal(journal, options.identity())) if journal else None
        games = files.enter_context(GamesFile(pgn, options.pace))
        yield Match(options.pairing, options.games, options.sprt, opened, games.add)


@contextmanager
def playing(options: MatchOptions, match: Match) -> Iterator[Iterator[Standing]]:
    """Provides an iterator that plays a match and yields the standing after each game.

    Raises EntrantOptionError before the first game, and MatchError. Any exception terminates the games in progress.
    """
    try:
        with terminated_on_error(_processes(options)) as executor:
            _check_players(options, executor)
            yield match.run(executor, options.jobs)
            if match.sprt_verdict is not None:
                executor.stop()  # the remaining games do not count
    except BrokenExecutor:
        raise MatchError("a process that was playing a game has ended") from None
    except (JournalError, OpeningError, PlayerError) as error:
        raise MatchError(str(error)) from None
    except OSError as error:
        raise MatchError(f"{error.filename} cannot be written: {error.strerror}") from None


def _processes(options: MatchOptions) -> ProcessPool:
    """Returns the pool of processes that play. Even a single game runs in one, so that Ctrl-C takes effect here."""
    if is_outside(options.first.player_name) or is_outside(options.second.player_name):
        from modern.players.engine_process import kill_all

        return ProcessPool(options.jobs, kill_all)
    return ProcessPool(options.jobs)


def _check_players(options: MatchOptions, executor: Executor) -> None:
    """Makes each player once. Raises PlayerError and EntrantOptionError."""
    for entrant, player in ((options.first, FIRST), (options.second, SECOND)):
        try:
            executor.submit(name_of, entrant).result()
        except OptionError as error:
            raise EntrantOptionError(player, str(error)) from None
