"""The store of games: what has been answered is there, and a file that is no store is left alone."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from modern.game.games_folder import games_folder
from modern.web import store as store_module
from modern.web.answered import ANSWERED_FILE
from modern.web.keeping import SUMMARY_TYPES, StoreError, StoreFull
from modern.web.settings import GamesQuery
from modern.web.store import RESERVE, RESERVE_FILE, Store

SUMMARY = {
    "white": "Human",
    "black": "historic",
    "pieces": "8/8/8/8/8/8/8/8",
    "turn": "white",
    "last": None,
    "ply": 0,
    "result": "*",
    "human_to_move": True,
    "date": "2026.11.24",
}


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
        first.put(name, {"ply": ply}, SUMMARY | {"ply": ply}).result()
    first.close()
    second = Store(path)
    assert second.get("a").result() == {"ply": 3}
    assert second.get("c").result() is None
    listed = second.listed(GamesQuery()).result()
    assert [(game["id"], game["ply"]) for game in listed["games"]] == [("a", 3), ("b", 2)]
    assert second.delete(["a", "c"]).result() == 1
    assert [game["id"] for game in second.listed(GamesQuery()).result()["games"]] == ["b"]
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
        with pytest.raises(StoreError, match=r"The game a in .* cannot be read: "):
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


def test_a_read_that_fails_leaves_the_writes_beside_it(store: Store) -> None:
    started, held = Event(), Event()

    def occupy(_: sqlite3.Connection) -> None:
        started.set()
        held.wait(10)

    def damaged_page(_: sqlite3.Connection) -> None:
        raise sqlite3.DatabaseError("database disk image is malformed")

    occupied = store._ask(occupy)
    assert started.wait(10)
    write, read = store.put("a", {"ply": 1}, {}), store._ask(damaged_page)
    held.set()
    occupied.result(timeout=10)
    with pytest.raises(StoreError, match="the game could not be read: database disk image is malformed"):
        read.result(timeout=10)
    write.result(timeout=10)
    assert store.get("a").result(timeout=10) == {"ply": 1}


def listed(store: Store, **query: Any) -> list[str]:
    """Returns the ids of the games that a query lists."""
    return [game["id"] for game in store.listed(GamesQuery(**query)).result(timeout=10)["games"]]


def test_games_are_found_by_all_the_words_of_a_text(store: Store) -> None:
    games = {
        "drawn": {"white": "Anna", "result": "1/2-1/2"},
        "won": {"white": "modern[UCI_Elo=1500]", "black": "Human", "result": "0-1", "date": "2025.01.31"},
        "other": {"white": "Ben", "black": "ANNA"},
    }
    for name, changed in games.items():
        store.put(name, {}, SUMMARY | changed).result()
    found = {
        "anna": ["other", "drawn"],
        "anna historic": ["drawn"],
        "1/2": ["drawn"],
        "\N{VULGAR FRACTION ONE HALF}\N{EN DASH}\N{VULGAR FRACTION ONE HALF}": ["drawn"],
        "0\N{EN DASH}1 you": ["won"],
        "2025-01": ["won"],
        "2025.01.31 elo=1500": ["won"],
        "anna 0-1": [],
        "white": [],  # a name in the summary, not a word of it
    }
    assert {text: listed(store, search=text) for text in found} == found
    first = store.listed(GamesQuery("anna", limit=1)).result()
    assert ([game["id"] for game in first["games"]], first["total"]) == (["other"], 2)


def test_pages_of_the_list_have_every_game_once(store: Store) -> None:
    for number in range(7):
        store.put(f"game {number}", {}, SUMMARY | {"ply": number % 2}).result()
    latest_first = [f"game {number}" for number in range(6, -1, -1)]
    for search in ("", "human"):
        pages = [store.listed(GamesQuery(search, start, 3)).result() for start in (0, 3, 6, 9)]
        assert [page["total"] for page in pages] == [7] * 4
        assert [len(page["games"]) for page in pages] == [3, 3, 1, 0]
        assert [game["id"] for page in pages for game in page["games"]] == latest_first
    assert listed(store, ids=("game 2", "game 9", "game 5")) == ["game 5", "game 2"]


NOT_SUMMARIES = [{}, *({**SUMMARY, name: [1]} for name in SUMMARY_TYPES)]
NOT_SUMMARIES += [{key: text for key, text in SUMMARY.items() if key != name} for name in SUMMARY_TYPES]


@pytest.mark.parametrize(
    "spoilt", [b"{", b"\xff", b"[1]", *(json.dumps(each).encode() for each in NOT_SUMMARIES)], ids=str
)
def test_a_game_with_a_damaged_summary_is_listed_and_can_be_deleted(spoilt: bytes, store: Store) -> None:
    for name in ("a", "b"):
        store.put(name, {}, SUMMARY).result()
    store.connection.execute("UPDATE games SET summary = CAST(? AS TEXT) WHERE id = 'a'", (spoilt,))
    games = store.listed(GamesQuery()).result(timeout=10)["games"]
    assert [(game["id"], game.get("damaged", False)) for game in games] == [("b", False), ("a", True)]
    assert listed(store, search="human") == ["b"]
    assert listed(store, search="damaged") == ["a"]
    assert store.delete(["a"]).result(timeout=10) == 1


@pytest.fixture
def killed(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The files of a store whose process was killed: a was changed twice, then b was stored, then c deleted."""
    monkeypatch.setattr(store_module, "IDLE_SECONDS", 600)
    store = Store(path)
    try:
        for name, ply in (("c", 1), ("a", 1)):
            store.put(name, {"ply": ply}, SUMMARY).result()
        store._checkpoint()  # one may call it here: the thread has nothing to do
        for name, ply in (("a", 2), ("b", 1)):
            store.put(name, {"ply": ply}, SUMMARY).result()
        store.delete(["c"]).result()
        shutil.copytree(path.parent, tmp_path / "killed")
    finally:
        store.close()
    return tmp_path / "killed" / path.name


def opened(path: Path) -> tuple[int, dict[str, int]]:
    """Opens a store. Returns how many games it has lost changes of, and the ply of each game that it has."""
    store = Store(path)
    try:
        found = {name: store.get(name).result() for name in "abc"}
        return store.lost, {name: game["ply"] for name, game in found.items() if game}
    finally:
        store.close()


def test_a_store_whose_server_was_killed_has_lost_nothing(killed: Path) -> None:
    with Path(f"{killed}-wal").open("ab") as journal:
        journal.write(b"the beginning of a page that was not answered")
    assert opened(killed) == (0, {"a": 2, "b": 1})


@pytest.mark.parametrize("damage", ["flipped", "cut", "removed"])
def test_a_damaged_journal_is_told_once_with_the_number_of_games(damage: str, killed: Path) -> None:
    journal = Path(f"{killed}-wal")
    content = bytearray(journal.read_bytes())
    content[100] ^= 1  # in the first page
    journal.write_bytes({"flipped": bytes(content), "cut": bytes(content[:100]), "removed": b""}[damage])
    assert opened(killed) == (3, {"a": 1, "c": 1})
    assert opened(killed) == (0, {"a": 1, "c": 1})


def test_damage_of_the_record_itself_is_no_loss(killed: Path) -> None:
    record = Path(f"{killed}{ANSWERED_FILE}")
    content = bytearray(record.read_bytes())
    content[5] ^= 1
    record.write_bytes(content[:-3])
    assert opened(killed) == (0, {"a": 2, "b": 1})


def test_what_has_been_stored_is_soon_in_the_database_itself(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "IDLE_SECONDS", 0.01)
    store = Store(path)
    try:
        store.put("a", {"ply": 1}, SUMMARY).result()
        deadline = time.monotonic() + 30
        while Path(f"{path}-wal").stat().st_size and time.monotonic() < deadline:
            time.sleep(0.01)
        assert not Path(f"{path}-wal").stat().st_size
        copy = shutil.copy(path, tmp_path)  # without the journal
    finally:
        store.close()
    assert opened(Path(copy)) == (0, {"a": 1})


def test_a_busy_store_does_not_let_its_journal_grow(store: Store, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "JOURNAL_BYTES", 50_000)
    for number in range(60):
        store.put(str(number), {"moves": "e4 " * 500}, SUMMARY).result()
        assert Path(f"{path}-wal").stat().st_size < 120_000


def test_games_are_deleted_when_their_files_cannot_grow(store: Store, path: Path) -> None:
    resource = pytest.importorskip("resource", reason="only a POSIX system limits the size of files")
    for number in range(20):
        store.put(str(number), {"moves": "e4 " * 500}, SUMMARY).result()
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (Path(f"{path}-wal").stat().st_size, before[1]))
    try:
        written = [store.put(str(number), {}, SUMMARY) for number in range(20, 40)]
        assert any(isinstance(future.exception(timeout=10), StoreError) for future in written)
        late = store.put("late", {"moves": "e4 " * 500_000}, SUMMARY)
        deleted = [store.delete(["0", "1"]), store.delete(["2"])]
        assert isinstance(late.exception(timeout=10), StoreError)
        assert [future.result(timeout=10) for future in deleted] == [2, 1]
        assert not {"0", "1", "2"} & set(listed(store, limit=1000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_deletion_that_fails_gets_the_reserve_which_is_kept_again(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reserve = Path(f"{path}{RESERVE_FILE}")
    assert reserve.stat().st_size == RESERVE
    store.put("a", {}, SUMMARY).result()
    store.connection.execute("PRAGMA query_only = ON")  # stands for a disk that takes nothing
    with monkeypatch.context() as held:
        held.setattr(store, "_keep_reserve", lambda: None)
        with pytest.raises(StoreError, match="could not be deleted"):
            store.delete(["a"]).result(timeout=10)
    assert not reserve.exists()
    store.connection.execute("PRAGMA query_only = OFF")
    assert store.delete(["a"]).result(timeout=10) == 1
    assert reserve.stat().st_size == RESERVE


@pytest.mark.posix
@pytest.mark.skipif(os.name != "posix", reason="only a POSIX system has modes of files")
def test_the_store_is_for_its_owner_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    path = games_folder() / "games.sqlite"
    files = [Path(f"{path}{name}") for name in ("", "-wal", RESERVE_FILE, ANSWERED_FILE)]
    previous = os.umask(0o022)
    try:
        store = Store(path)
        store.put("a", {}, SUMMARY).result()
        assert [file.stat().st_mode & 0o777 for file in files] == [0o600] * 4
        assert {folder.stat().st_mode & 0o777 for folder in (path.parent, tmp_path / "state")} == {0o700}
        store.close()
    finally:
        os.umask(previous)


@pytest.mark.posix
@pytest.mark.skipif(os.name != "posix", reason="only a POSIX system has modes of files")
def test_a_folder_of_the_user_keeps_its_mode(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    Store(tmp_path / "games.sqlite").close()
    assert tmp_path.stat().st_mode & 0o777 == 0o755


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
    store.put("a", {"ply": 1}, {}, is_new=True).result()
    with pytest.raises(StoreFull, match="delete some first"):
        store.put("b", {}, {}, is_new=True).result()
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
