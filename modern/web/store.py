"""The games of `gosub serve`, in SQLite: every change is on disk before it is acknowledged.

One thread has the database. It takes all that has come while it wrote, and commits it together: each commit waits for
the disk (synchronous=FULL), so games that move at the same time wait for the disk once.

To delete a game also takes room on the disk, in the journal. So the store keeps some in reserve, in a file of its own.
When the disk is full, a deletion gives it up, and copies the journal into the database, so that it can be written anew.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final, NamedTuple

from modern.facts import fact, fact_of
from modern.jobs.journal import CHECKSUM_NAME, parse_line, with_checksum
from modern.system import make_private_folder, refused_name
from modern.web.answered import Answered, Change
from modern.web.keeping import DamagedGame, Row, StoreError, StoreFull, listed_game, listed_games, promise, settle
from modern.web.settings import GamesQuery, Json, json_object

#: Marks the file as a store of ours: "gosb".
APPLICATION: Final = 0x676F7362
#: The version of the tables.
VERSION: Final = 1
TABLES: Final = """
CREATE TABLE games (id TEXT PRIMARY KEY, changed REAL NOT NULL, summary TEXT NOT NULL, kept TEXT NOT NULL);
CREATE INDEX games_by_change ON games (changed);
"""
PUT: Final = """
INSERT INTO games VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE
SET changed = excluded.changed, summary = excluded.summary, kept = excluded.kept
"""
#: The most games that a store holds.
MAX_GAMES: Final = 10_000
#: The journal is copied into the database when it has this many bytes, or when nothing has been asked for so long, in
#: seconds. It is then cut off: if the rest of it were damaged, SQLite would mix old pages with new ones.
JOURNAL_BYTES: Final = 800_000
IDLE_SECONDS: Final = 1.0
#: How much room on the disk is kept in reserve, in bytes: more than the journal that has to be copied.
RESERVE: Final = 1_000_000
#: The ending of the reserve's name, after the store's name.
RESERVE_FILE: Final = "-reserve"
#: How many games are deleted in one transaction, so that it needs little room on the disk and others need not wait.
DELETED_AT_ONCE: Final = 50
#: The aim of a job: the state that a game is to have.
STORED, READ, DELETED = "serve.not_stored", "serve.not_read", "serve.not_deleted"


class StoreJob(NamedTuple):
    """A task of the thread, and the place of its result. `aim`: the game is to be stored, read or deleted."""

    work: Callable[[sqlite3.Connection], Any]
    result: Future[Any]
    aim: str
    changes: Sequence[Change]


def _call(function: Callable[[], None]) -> None:
    function()


def _give(future: Future[Any], result: Any) -> None:
    """Gives a Future its result, or the error that it has come to, if somebody still waits."""
    if not future.set_running_or_notify_cancel():
        return
    if isinstance(result, BaseException):
        future.set_exception(result)
    else:
        future.set_result(result)


class Store:
    """An open store, locked against other processes: the Keeper of `gosub serve`.

    `deliver` calls functions in the thread in which results are to arrive; by default that is the store's own.
    `lost` is how many games are not as they were answered before, because the journal was damaged.
    """

    def __init__(self, path: Path, deliver: Callable[[Callable[[], None]], object] = _call) -> None:
        """Opens or creates the file. Raises StoreError."""
        self.path = path
        self.deliver = deliver
        refused = refused_name(path)
        if refused:
            raise StoreError(f"{path} cannot be created: {refused}")
        self.jobs: SimpleQueue[StoreJob | None] = SimpleQueue()
        self.answered = Answered(path)
        try:
            make_private_folder(path.parent)
            if not path.exists():
                os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))  # the journal gets the same mode
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
        run("PRAGMA wal_autocheckpoint=0")  # _checkpoint does it
        self.lost = self.answered.lost(self.connection)
        self._checkpoint()
        self._keep_reserve()

    # The requests; the thread does each, in order.

    def put(self, game_id: str, kept: Json, summary: Json, is_new: bool = False) -> Future[None]:
        """Stores a game. The result comes when it is on the disk; it raises StoreFull if a new one is one too many."""
        row = (game_id, time.time(), json.dumps(summary), with_checksum(kept).decode())

        def work(connection: sqlite3.Connection) -> None:
            if is_new:
                (count,) = connection.execute("SELECT count(*) FROM games").fetchone()
                if count >= MAX_GAMES:
                    raise StoreFull(fact("serve.too_many_games", count=count))
            connection.execute(PUT, row)

        return self._ask(work, STORED, [Change(game_id, row[1])])

    def get(self, game_id: str) -> Future[Json | None]:
        """Returns a game as it was stored; None if it is not there. The result raises DamagedGame."""

        def work(connection: sqlite3.Connection) -> Json | None:
            content = _content(connection, game_id)
            try:
                return None if content is None else _kept(content)
            except ValueError as error:
                raise self.damaged(game_id, fact_of(error)) from None

        return self._ask(work)

    def content(self, game_id: str) -> Future[bytes | None]:
        """Returns the stored bytes of a game, readable or not; None if it is not there."""
        return self._ask(lambda connection: _content(connection, game_id))

    def damaged(self, game_id: str, reason: str) -> DamagedGame:
        """Returns the error of a game that cannot be read."""
        return DamagedGame(fact("serve.damaged", id=game_id, path=str(self.path), reason=reason))

    def delete(self, ids: Sequence[str]) -> Future[int]:
        """Removes games, DELETED_AT_ONCE after the other. Returns how many of them there were."""
        answer: Future[int] = promise()

        def delete_from(first: int, count: int) -> None:
            rows = [(game_id,) for game_id in ids[first : first + DELETED_AT_ONCE]]

            def work(connection: sqlite3.Connection) -> int:
                return count + connection.executemany("DELETE FROM games WHERE id = ?", rows).rowcount

            def deleted(done: Future[int]) -> None:
                if done.exception() or first + DELETED_AT_ONCE >= len(ids):
                    settle(answer, done.result)
                else:
                    delete_from(first + DELETED_AT_ONCE, done.result())

            self._ask(work, DELETED, [Change(game_id, None) for (game_id,) in rows]).add_done_callback(deleted)

        delete_from(0, 0)
        return answer

    def listed(self, query: GamesQuery) -> Future[Json]:
        """Returns a part of the list of games, the game changed last first."""
        columns, order = "CAST(id AS BLOB), CAST(changed AS REAL), CAST(summary AS BLOB)", "ORDER BY changed DESC, id"

        def work(connection: sqlite3.Connection) -> Json:
            if query.ids is not None:
                marks = ", ".join("?" * len(query.ids))
                rows = connection.execute(f"SELECT {columns} FROM games WHERE id IN ({marks}) {order}", query.ids)
            elif query.search:
                rows = connection.execute(f"SELECT {columns} FROM games {order}")
            else:
                (total,) = connection.execute("SELECT count(*) FROM games").fetchone()
                limits = (query.limit, query.start)
                rows = connection.execute(f"SELECT {columns} FROM games {order} LIMIT ? OFFSET ?", limits)
                return {"games": [listed_game(_row(*row)) for row in rows], "total": total}
            return listed_games((_row(*row) for row in rows), query)

        return self._ask(work)

    def close(self) -> None:
        """Finishes the requests so far, and closes the file."""
        self.jobs.put(None)
        self.thread.join()
        self.connection.close()
        if not self._journal.exists():
            self.answered.clear()
        self._keep_reserve()  # SQLite has removed its journal: there is room

    def _ask(
        self, work: Callable[[sqlite3.Connection], Any], aim: str = READ, changes: Sequence[Change] = ()
    ) -> Future[Any]:
        job = StoreJob(work, Future(), aim, changes)
        self.jobs.put(job)
        return job.result

    # The thread.

    def _run(self) -> None:
        """Does all that has been asked meanwhile in one transaction; the results come when it is on the disk."""
        ending = False
        while not ending:
            batch = [self._next_job()]
            while not self.jobs.empty():
                batch.append(self.jobs.get())
            ending = None in batch
            jobs = [job for job in batch if job is not None]
            results = self._results(jobs)
            deletions = [index for index, job in enumerate(jobs) if job.aim == DELETED]
            if any(isinstance(results[index], StoreError) for index in deletions):
                self._make_room()
                for index, result in zip(deletions, self._results([jobs[index] for index in deletions]), strict=True):
                    results[index] = result
            if deletions:
                self._keep_reserve()
            answered = [job for job, result in zip(jobs, results, strict=True) if not isinstance(result, StoreError)]
            self.answered.add(change for job in answered for change in job.changes)
            with suppress(OSError):
                if self._journal.stat().st_size > JOURNAL_BYTES:
                    self._checkpoint()
            for job, result in zip(jobs, results, strict=True):
                with suppress(RuntimeError):  # the event loop is closed: nobody waits for anything
                    self.deliver(partial(_give, job.result, result))

    def _next_job(self) -> StoreJob | None:
        """Waits for a job. If none comes for a while, it copies the journal into the database meanwhile."""
        if not self.answered.is_empty:
            try:
                return self.jobs.get(timeout=IDLE_SECONDS)
            except Empty:
                self._checkpoint()
        return self.jobs.get()

    @property
    def _journal(self) -> Path:
        return Path(f"{self.path}-wal")

    def _checkpoint(self) -> None:
        """Copies the journal into the database, and cuts it off."""
        with suppress(sqlite3.Error):  # the disk is full, say: the journal is still there
            (busy, _, _) = self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if not busy:
                self.answered.clear()

    def _results(self, jobs: Sequence[StoreJob]) -> list[Any]:
        """Does jobs in one transaction. Returns the result of each, or the StoreError that it comes to.

        If the transaction fails, each job gets one of its own, so that a page of the file that cannot be read fails
        only the jobs that need it.
        """
        try:
            self.connection.execute("BEGIN IMMEDIATE")
            results = [self._result(job) for job in jobs]
            self.connection.execute("COMMIT")
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):  # a disk that fails may have ended the transaction, or fail again
                self.connection.rollback()
            if len(jobs) > 1:
                return [result for job in jobs for result in self._results([job])]
            return [StoreError(fact(job.aim, error=str(error))) for job in jobs]
        return results

    def _keep_reserve(self) -> None:
        """Reserves room on the disk: a tenth, enough for some games, if it has not twice as much."""
        reserve = Path(f"{self.path}{RESERVE_FILE}")
        with suppress(OSError):
            size = RESERVE if shutil.disk_usage(self.path.parent).free > 2 * RESERVE else RESERVE // 10
            reserve.touch(mode=0o600)
            if reserve.stat().st_size < size:
                reserve.write_bytes(os.urandom(size))  # some file systems give zeros no room

    def _make_room(self) -> None:
        """Gives up the reserve, and lets the journal be written from its start again."""
        with suppress(OSError):
            Path(f"{self.path}{RESERVE_FILE}").unlink()
        with suppress(sqlite3.Error):
            self.connection.execute("PRAGMA wal_checkpoint(RESTART)")

    def _result(self, job: StoreJob) -> Any:
        """Returns the result of a job, or the StoreError that it comes to; raises sqlite3.Error."""
        try:
            return job.work(self.connection)
        except StoreError as error:
            return error


# The database gives bytes: if it decoded them, a row that is not UTF-8 would end the transaction, with the changes of
# other games.


def _content(connection: sqlite3.Connection, game_id: str) -> bytes | None:
    row = connection.execute("SELECT CAST(kept AS BLOB) FROM games WHERE id = ?", (game_id,)).fetchone()
    return row[0] if row else None


def _kept(content: bytes) -> Json:
    """Returns the game of a row. Raises ValueError if its checksum is wrong; older versions wrote none."""
    kept = parse_line(content.rstrip(b"\n")) if CHECKSUM_NAME in content else json_object(content)
    kept.pop("crc32", None)
    return kept


def _row(game_id: bytes, changed: float, content: bytes) -> Row:
    summary: Json | None
    try:
        summary = json_object(content)
    except ValueError:
        summary = None
    return game_id.decode(errors="replace"), changed, summary
