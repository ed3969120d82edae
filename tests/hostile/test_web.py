"""Damaged requests to the server of games, and its store when rows or the file itself are damaged."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import pytest
from damage import TO_BYTES, TO_TEXT, Answer, Format, damaged_files
from served_games import PORT, Served, served

from modern.web import store as store_module
from modern.web.keeping import StoreError
from modern.web.store import Store

pytestmark = pytest.mark.slow

#: The client sends no longer paths, in bytes; `quote` makes three of one.
MAX_PATH: Final = 20_000
HUMANS: Final = {"white": "human", "black": "human"}
PGN: Final = '[White "a"]\n\n1. e4 {good} e5 2. Nf3 (2. f4) 2... Nc6 *\n'
#: Settings of new games. No program thinks in these games, so a try is cheap.
SETTINGS: Final = (
    {**HUMANS, "clock": {"minutes": 5, "increment": 1}, "seconds": 2.5, "depth": None, "pause": 0.05},
    {**HUMANS, "fen": "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "depth": 4},
    {**HUMANS, "pgn": PGN, "ply": 3},
    {"white": "human", "black": {"name": "modern", "options": {"Hash": "16", "UCI_Elo": 1500}}, "depth": 1},
)
COMMANDS: Final = (
    {"command": "move", "move": "Nf3", "ply": 0},
    {"command": "draw", "confirmed": True},
    {"command": "take_back", "ply": 0},
)


def answer_to(served_here: Served, method: str, path: str, content: bytes | None = None) -> tuple[Any, int, str]:
    """Returns the response, its status if that is an error (else 0), and its message."""
    headers = {"Content-Type": "application/json"} if content is not None else {}
    response = served_here.client.request(method, path, content=content, headers=headers)
    if response.status_code < 400:
        return response, 0, ""
    message = response.json()["error"]
    assert response.status_code != 500, message
    return response, response.status_code, message


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_damaged_settings_are_refused_or_begin_a_game(
    number: int, tmp_path: Path, keeps_promise: Callable[[Format, int], None]
) -> None:
    with served(tmp_path / "store") as server:

        def read(content: bytes) -> Answer:
            response, code, message = answer_to(server, "POST", "/games", content)
            if code:
                return Answer(code, message, None)
            game = response.json()["id"]
            state = server.state(game)
            server.client.delete(f"/games/{game}")
            return Answer(0, "", {name: state[name] for name in ("white", "black", "start_fen", "moves")})

        intact = json.dumps(SETTINGS[number]).encode()
        keeps_promise(Format("web: new games", intact, read, TO_TEXT, has_checksum=False), 400)


@pytest.mark.parametrize("number", range(len(COMMANDS)))
def test_a_damaged_command_is_refused_or_done(
    number: int, tmp_path: Path, keeps_promise: Callable[[Format, int], None]
) -> None:
    with served(tmp_path / "store") as server:

        def read(content: bytes) -> Answer:
            game = server.create(**HUMANS)
            response, code, message = answer_to(server, "POST", f"/games/{game}/commands", content)
            state = server.state(game)
            server.client.delete(f"/games/{game}")
            if code:
                assert not state["moves"]
                return Answer(code, message, None)
            answer = response.json()
            if "refused" in answer:
                return Answer(0, "", answer)
            return Answer(0, "", (answer, state["fen"], state["result"]))

        intact = json.dumps(COMMANDS[number]).encode()
        keeps_promise(Format("web: commands", intact, read, TO_TEXT, has_checksum=False), 300)


def test_a_damaged_path_is_refused_or_answered(tmp_path: Path, keeps_promise: Callable[[Format, int], None]) -> None:
    with served(tmp_path / "store") as server:
        game = server.create(**HUMANS)

        def read(content: bytes) -> Answer:
            path = quote(content[:MAX_PATH], safe="/?=&%").lstrip("/")
            if path.startswith("games/") and path.endswith("/events"):
                return Answer(0, "", None)  # a stream without an end
            response, code, message = answer_to(server, "GET", f"http://127.0.0.1:{PORT}/{path}")
            return Answer(code, message, response.text)

        intact = f"/games/{game}/pgn".encode()
        keeps_promise(Format("web: paths", intact, read, TO_TEXT, has_checksum=False), 300)


def stored(path: Path) -> str:
    """Stores a game of some moves, and returns its id."""
    with served(path) as server:
        game = server.create(**HUMANS, clock={"minutes": 60, "increment": 0})
        for move in ("e4", "e5", "Nf3", "Nc6"):
            server.move(game, move)
    return game


def looked_at(path: Path, game: str) -> Answer:
    """Opens a store and asks for the list, the game and its PGN; the first error is the answer."""
    try:
        with served(path) as server:
            listed, code, message = answer_to(server, "GET", "/games")
            shown = []
            for address in (f"/games/{game}", f"/games/{game}/pgn"):
                response, error, text = answer_to(server, "GET", address)
                code, message = code or error, message or text
                shown.append(response.text if address.endswith("pgn") or error else response.json()["moves"])
            # The server goes on with other games.
            other = server.client.post("/games", json=HUMANS).status_code
            assert other in (201, 507), other
            return Answer(
                code, message, ([one.get("ply") for one in listed.json()["games"]] if not code else None, shown)
            )
    except StoreError as error:
        return Answer(1, str(error), None)


@pytest.mark.parametrize("column", ["kept", "summary"])
def test_a_damaged_row_of_the_store_is_refused_or_read(
    column: str, tmp_path: Path, keeps_promise: Callable[[Format, int], None]
) -> None:
    path = tmp_path / "store"
    game = stored(path)
    with closing(sqlite3.connect(path)) as connection:
        (intact,) = connection.execute(f"SELECT {column} FROM games").fetchone()

    def read(content: bytes) -> Answer:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("DELETE FROM games WHERE id != ?", (game,))
            connection.execute(f"UPDATE games SET {column} = CAST(? AS TEXT)", (content,))
            connection.commit()
        return looked_at(path, game)

    has_checksum = column == "kept"
    keeps_promise(Format(f"store: {column}", intact.encode(), read, TO_TEXT, has_checksum), 400)


def test_a_damaged_file_of_the_store_is_refused_or_read(
    tmp_path: Path, keeps_promise: Callable[[Format, int], None]
) -> None:
    path = tmp_path / "store"
    game = stored(path)

    def read(content: bytes) -> Answer:
        for name in ("store-wal", "store-shm", "store-journal"):
            (tmp_path / name).unlink(missing_ok=True)
        path.write_bytes(content)
        return looked_at(path, game)

    keeps_promise(Format("store: the file", path.read_bytes(), read, TO_BYTES, has_checksum=False), 300)


def test_a_damaged_journal_of_the_store_is_told_with_the_number_of_games(
    tmp_path: Path,
    seed: int,
    scaled: Callable[[int], int],
    record_tried: Callable[[str, Mapping[str, int]], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(store_module, "IDLE_SECONDS", 600)
    path, copies = tmp_path / "store", tmp_path / "copies"
    answered: dict[str, int | None] = {}
    store = Store(path)
    for number in range(40):
        game = f"game {number % 11}"
        if number % 7 == 6:
            store.delete([game]).result()
            answered[game] = None
        else:
            store.put(game, {"ply": number, "pgn": "e4 " * 9 * number}, {}).result()
            answered[game] = number
    copies.mkdir()
    kept = [Path(shutil.copy(file, copies)) for file in tmp_path.glob("store*") if file.is_file()]
    store.close()
    contents = {file: file.read_bytes() for file in kept}
    journal = copies / "store-wal"
    outcomes: Counter[str] = Counter()
    for damaged in damaged_files(contents[journal], TO_BYTES, seed, scaled(400)):
        for file, content in contents.items():
            file.write_bytes(damaged.content if file == journal else content)
        store = Store(copies / "store")
        found = {game: store.get(game).result() for game in answered}
        plies = {game: kept and kept["ply"] for game, kept in found.items()}
        differing = sum(plies[game] != answered[game] for game in answered)
        assert store.lost == differing, damaged
        outcomes["told" if differing else "nothing lost"] += 1
        store.close()
    record_tried("store: the journal", outcomes)
