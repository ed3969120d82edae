"""The games of `gosub serve`, in SQLite: what has been answered is on the disk.

One thread has the database. It takes all that has come while it wrote, and commits it together: each commit waits for
the disk (synchronous=FULL), so many games that move at once wait for the disk once.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final, NamedTuple

from modern.jobs.journal import CHECKSUM_NAME, parse_line, with_checksum
from modern.web.settings import Json, json_value

#: Marks the file as a store of ours: "gosb".
APPLICATION: Final = 0x676F7362
#: The version of the tables.
VERSION: Final = 1
TABLES: Final = """
CREATE TABLE games (id TEXT PRIMARY KEY, changed REAL NOT NULL, summary TEXT NOT NULL, kept TEXT NOT NULL);
CREATE INDEX games_by_change ON games (changed);
"""
#: The most games that a store holds, and that a list shows.
MAX_GAMES: Final = 10_000
MAX_LISTED: Final = 500


class StoreError(Exception):
    """The store cannot be opened, read or written; the text is one line that says why."""


class StoreFull(StoreError):
    """The store has as many games as it can hold."""


class StoreJob(NamedTuple):
    """What the thread has to do, and where its result goes."""

    work: Callable[[sqlite3.Connection], Any]
    result: Future[Any]


class Store:
    """An open store, locked against other processes."""

    def __init__(self, path: Path) -> None:
        """Opens or creates the file. Raises StoreError."""
        self.path = path
        self.jobs: SimpleQueue[StoreJob | None] = SimpleQueue()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.connection = sqlite3.connect(path, timeout=0.5, isolation_level=None, check_same_thread=False)
            try:
                self._prepare()
            except BaseException:
                self.connection.close()  # and with it the lock
                raise
        except sqlite3.OperationalError as error:
            in_use = "is in use by another `gosub serve`" if "locked" in str(error) else f"cannot be opened: {error}"
            raise StoreError(f"{path} {in_use}") from None
        except sqlite3.Error:
            raise StoreError(f"{path} is not a store of `gosub serve`") from None
        except OSError as error:
            raise StoreError(f"{path} cannot be created: {error.strerror}") from None
        self.thread = Thread(target=self._run, name="store", daemon=True)
        self.thread.start()

    def _prepare(self) -> None:
        """Locks the file and makes its tables. Raises StoreError and sqlite3.Error."""
        run = self.connection.execute
        # The order matters: in exclusive mode the journal needs no shared memory, and the lock is held to the end.
        run("PRAGMA locking_mode=EXCLUSIVE")
        run("BEGIN EXCLUSIVE")
        (application,), (version,) = run("PRAGMA application_id").fetchone(), run("PRAGMA user_version").fetchone()
        (tables,) = run("SELECT count(*) FROM sqlite_master").fetchone()
        if not tables:
            for statement in filter(None, map(str.strip, TABLES.split(";"))):
                run(statement)
            run(f"PRAGMA application_id={APPLICATION}")
            run(f"PRAGMA user_version={VERSION}")
        elif (application, version) != (APPLICATION, VERSION):
            raise StoreError(f"{self.path} is not a store of `gosub serve`, or of another version")
        run("COMMIT")
        run("PRAGMA journal_mode=WAL")
        run("PRAGMA synchronous=FULL")

    # What can be asked; each is done by the thread, in order.

    def put(self, game_id: str, kept: Json, summary: Json) -> Future[None]:
        """Stores a game, new or changed. The result comes when it is on the disk."""
        row = (game_id, time.time(), json.dumps(summary), with_checksum(kept).decode())

        def work(connection: sqlite3.Connection) -> None:
            statement = (
                "INSERT INTO games VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE "
                "SET changed = excluded.changed, summary = excluded.summary, kept = excluded.kept"
            )
            connection.execute(statement, row)

        return self._ask(work)

    def add(self, game_id: str, kept: Json, summary: Json) -> Future[None]:
        """Stores a new game. The result raises StoreFull if there are too many."""
        row = (game_id, time.time(), json.dumps(summary), with_checksum(kept).decode())

        def work(connection: sqlite3.Connection) -> None:
            (count,) = connection.execute("SELECT count(*) FROM games").fetchone()
            if count >= MAX_GAMES:
                raise StoreFull(f"there are {count} games; delete some first")
            connection.execute("INSERT INTO games VALUES (?, ?, ?, ?)", row)

        return self._ask(work)

    def get(self, game_id: str) -> Future[Json | None]:
        """Returns a game as it was stored; None if there is none."""

        def work(connection: sqlite3.Connection) -> Json | None:
            row = connection.execute("SELECT CAST(kept AS BLOB) FROM games WHERE id = ?", (game_id,)).fetchone()
            return _kept(row[0]) if row else None

        return self._ask(work)

    def delete(self, game_id: str) -> Future[None]:
        """Removes a game."""
        return self._ask(lambda connection: connection.execute("DELETE FROM games WHERE id = ?", (game_id,)) and None)

    def listed(self) -> Future[list[Json]]:
        """Returns the summaries of the games that were changed last, the latest first."""

        def work(connection: sqlite3.Connection) -> list[Json]:
            columns = "id, changed, CAST(summary AS BLOB)"
            rows = connection.execute(f"SELECT {columns} FROM games ORDER BY changed DESC, id LIMIT ?", (MAX_LISTED,))
            return [{"id": game_id, **_object(text), "changed": changed} for game_id, changed, text in rows]

        return self._ask(work)

    def close(self) -> None:
        """Finishes what has been asked, and closes the file."""
        self.jobs.put(None)
        self.thread.join()
        self.connection.close()

    def _ask(self, work: Callable[[sqlite3.Connection], Any]) -> Future[Any]:
        job = StoreJob(work, Future())
        self.jobs.put(job)
        return job.result

    # The thread.

    def _run(self) -> None:
        """Does all that has been asked meanwhile in one transaction; the results come when it is on the disk."""
        ending = False
        while not ending:
            batch = [self.jobs.get()]
            while not self.jobs.empty():
                batch.append(self.jobs.get())
            ending = None in batch
            jobs = [job for job in batch if job is not None]
            try:
                self.connection.execute("BEGIN IMMEDIATE")
                results = [self._result(job) for job in jobs]
                self.connection.execute("COMMIT")
            except sqlite3.Error as error:
                with suppress(sqlite3.Error):  # a disk that fails may have ended the transaction, or fail again
                    self.connection.rollback()
                results = [StoreError(f"the game could not be stored: {error}")] * len(jobs)
            for job, result in zip(jobs, results, strict=True):
                if not job.result.set_running_or_notify_cancel():
                    continue  # nobody waits for it any more
                if isinstance(result, BaseException):
                    job.result.set_exception(result)
                else:
                    job.result.set_result(result)

    def _result(self, job: StoreJob) -> Any:
        """Returns the result of a job, or the StoreError that it comes to; raises sqlite3.Error."""
        try:
            return job.work(self.connection)
        except StoreError as error:
            return error
        except ValueError as error:
            return StoreError(f"the game cannot be read from {self.path}: {error}")


# The database gives bytes: if it decoded them, a row that is not UTF-8 would end the transaction, with the changes of
# other games.


def _kept(content: bytes) -> Json:
    """Returns the game of a row. Raises ValueError if its checksum is wrong; older versions wrote none."""
    kept = parse_line(content.rstrip(b"\n")) if CHECKSUM_NAME in content else _object(content)
    kept.pop("crc32", None)
    return kept


def _object(content: bytes) -> Json:
    """Returns the JSON of a row. Raises ValueError."""
    value = json_value(content)
    if not isinstance(value, dict):
        raise ValueError("it is not an object")
    return value
