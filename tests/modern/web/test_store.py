"""The store of games: what has been answered is there, and a file that is no store is left alone."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from modern.web import store as store_module
from modern.web.store import Store, StoreError, StoreFull


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "games.sqlite"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    opened = Store(path)
    yield opened
    opened.close()


def test_a_game_is_found_again_and_the_latest_is_listed_first(path: Path) -> None:
    first = Store(path)
    for name, ply in (("a", 1), ("b", 2), ("a", 3)):
        first.put(name, {"ply": ply}, {"of": ply}).result()
    first.close()
    second = Store(path)
    assert second.get("a").result() == {"ply": 3}
    assert second.get("c").result() is None
    assert [(game["id"], game["of"]) for game in second.listed().result()] == [("a", 3), ("b", 2)]
    second.delete("a").result()
    assert [game["id"] for game in second.listed().result()] == ["b"]
    second.close()


def test_writes_wait_for_the_disk(store: Store) -> None:
    assert store.connection.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
    assert store.connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_many_writes_at_once_are_all_there(store: Store) -> None:
    for future in [store.put(f"game {number % 7}", {"ply": number}, {}) for number in range(200)]:
        future.result(timeout=10)
    last = {f"game {number % 7}": number for number in range(200)}
    assert {name: store.get(name).result() for name in last} == {name: {"ply": ply} for name, ply in last.items()}


def test_a_second_server_cannot_open_the_same_store(store: Store, path: Path) -> None:
    with pytest.raises(StoreError, match="is in use by another `gosub serve`"):
        Store(path)


def test_a_failing_write_is_reported_and_the_store_goes_on(store: Store) -> None:
    store.put("a", {"ply": 1}, {}).result()
    store.connection.execute("PRAGMA query_only = ON")
    with pytest.raises(StoreError, match="could not be stored"):
        store.put("a", {"ply": 2}, {}).result()
    store.connection.execute("PRAGMA query_only = OFF")
    assert store.get("a").result() == {"ply": 1}
    store.put("a", {"ply": 3}, {}).result()
    assert store.get("a").result() == {"ply": 3}


def test_a_row_that_is_not_json_is_reported_and_the_store_goes_on(store: Store) -> None:
    store.put("a", {"ply": 1}, {}).result()
    store.put("b", {"ply": 2}, {}).result()
    for spoilt in (b"spoilt", b"\xff\n", b"[1]", b"NaN", b'{"ply": 1e999}', b'{"ply": "\\ud800"}', b"[" * 100_000):
        store.connection.execute("UPDATE games SET kept = CAST(? AS TEXT) WHERE id = 'a'", (spoilt,))
        read, changed = store.get("a"), store.put("b", {"ply": 3}, {})
        with pytest.raises(StoreError, match="cannot be read from"):
            read.result(timeout=10)
        changed.result(timeout=10)
    assert store.get("b").result(timeout=10) == {"ply": 3}


def test_a_stored_game_in_which_a_byte_has_changed_is_not_opened(store: Store) -> None:
    kept = {"version": 2, "pgn": "1. e4 e5 2. Nf3", "notes": [[8, 0.25, False]]}
    store.put("a", kept, {}).result()
    ((text,),) = store.connection.execute("SELECT kept FROM games WHERE id = 'a'").fetchall()
    places = [index for index, character in enumerate(text) if character.isdigit()]
    assert len(places) > 10
    for place in places:
        other = text[:place] + str((int(text[place]) + 1) % 10) + text[place + 1 :]
        if '"crc32"' in other:  # that name is the only word with digits whose change is harmless
            store.connection.execute("UPDATE games SET kept = ? WHERE id = 'a'", (other,))
            with pytest.raises(StoreError, match="its checksum is wrong"):
                store.get("a").result(timeout=10)


def test_a_game_that_an_earlier_version_has_stored_without_a_checksum_is_opened(store: Store) -> None:
    store.put("a", {}, {}).result()
    store.connection.execute("""UPDATE games SET kept = '{"version": 2, "pgn": ""}' WHERE id = 'a'""")
    assert store.get("a").result(timeout=10) == {"version": 2, "pgn": ""}


def test_a_write_that_nobody_waits_for_is_done_all_the_same(store: Store) -> None:
    started, held = Event(), Event()
    store.put("a", {"ply": 1}, {}).result()

    def occupy(_: sqlite3.Connection) -> None:
        started.set()
        held.wait(10)

    occupied = store._ask(occupy)
    assert started.wait(10)
    write = store.put("a", {"ply": 2}, {})
    assert write.cancel()
    held.set()
    occupied.result(timeout=10)
    assert store.get("a").result(timeout=10) == {"ply": 2}


def test_a_full_store_takes_no_new_game_but_goes_on_with_the_old_ones(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "MAX_GAMES", 1)
    store.add("a", {"ply": 1}, {}).result()
    with pytest.raises(StoreFull, match="delete some first"):
        store.add("b", {}, {}).result()
    store.put("a", {"ply": 2}, {}).result()
    assert store.get("a").result() == {"ply": 2}


@pytest.mark.parametrize("content", [b"not a database, but a text of some length " * 9, None])
def test_a_file_that_is_no_store_is_refused_and_left_as_it_is(content: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "other"
    if content:
        path.write_bytes(content)
    else:
        with sqlite3.connect(path) as other:
            other.execute("CREATE TABLE theirs (a)")
        other.close()
    before = path.read_bytes()
    for _ in range(2):  # a store that is refused is not locked
        with pytest.raises(StoreError, match="is not a store of `gosub serve`"):
            Store(path)
    assert path.read_bytes() == before


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreError, match="cannot be created"):
        Store(tmp_path / "file" / "games.sqlite")
    with pytest.raises(StoreError, match="cannot be opened"):
        Store(tmp_path)
