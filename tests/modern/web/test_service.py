"""The games in progress: what is shown is stored, and what fails is undone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from modern.web import service as service_module
from modern.web import streams
from modern.web.service import GameService, NoSuchGame
from modern.web.settings import GamesQuery
from modern.web.store import DamagedGame, StoreError
from modern.web.thinking import Thinker

pytest.importorskip("anyio", reason="the extra `web` is not installed")

pytestmark = pytest.mark.anyio

E4 = {"command": "move", "move": "e4"}
HUMANS = {"white": "human", "black": "human"}


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[GameService]:
    """A service that has no process."""
    service = GameService(tmp_path / "games.sqlite", 1)
    yield service
    await service.close()


async def test_a_move_is_neither_answered_nor_shown_before_it_is_stored(service: GameService) -> None:
    game = await service.create(HUMANS)
    watcher = await service.watch(game)
    assert (await watcher.next(1) or {})["state"]["ply"] == 0
    held: Future[None] = Future()
    put, service.store.put = service.store.put, lambda *_: held  # type: ignore[method-assign]
    moving = asyncio.create_task(service.command(game, E4))
    looking = asyncio.create_task(service.state(game))
    with pytest.raises(TimeoutError):
        await watcher.next(0.05)
    assert not moving.done()
    assert not looking.done()
    service.store.put = put  # type: ignore[method-assign]
    held.set_result(None)
    assert await moving == {"ok": True}
    assert (await looking)["ply"] == 1
    assert (await watcher.next(1) or {})["state"]["ply"] == 1


async def test_a_reply_is_not_shown_before_it_is_stored(service: GameService) -> None:
    service.pool.submit = lambda thought: None  # type: ignore[method-assign]
    game = await service.create({"white": "human", "black": "random"})
    await service.command(game, E4)
    thought = service.games[game].thought
    assert thought is not None
    held: Future[None] = Future()
    service.store.put = lambda *_: held  # type: ignore[method-assign]
    thought.on_done(Thinker().think(thought.task, lambda _: None))
    assert (await service.state(game))["ply"] == 1
    looking = asyncio.create_task(service.state(game))
    await asyncio.sleep(0.05)
    assert not looking.done()
    held.set_result(None)
    assert (await looking)["ply"] == 2


async def test_a_move_that_cannot_be_stored_is_undone_and_its_streams_end(service: GameService) -> None:
    game = await service.create(HUMANS)
    watcher = await service.watch(game)
    await watcher.next(1)
    service.store.connection.execute("PRAGMA query_only = ON")
    with pytest.raises(StoreError, match="could not be stored"):
        await service.command(game, E4)
    assert await watcher.next(1) is None
    service.store.connection.execute("PRAGMA query_only = OFF")
    assert (await service.state(game))["ply"] == 0
    assert await service.command(game, E4) == {"ok": True}


async def test_a_deleted_game_does_not_come_back(service: GameService) -> None:
    game = await service.create(HUMANS)
    answers = await asyncio.gather(
        service.command(game, E4), service.delete([game]), service.command(game, E4), return_exceptions=True
    )
    assert answers[0] == {"ok": True}
    assert isinstance(answers[2], NoSuchGame)
    assert (await service.listed(GamesQuery()))["total"] == 0


async def test_a_game_that_cannot_be_deleted_is_not_said_to_be_and_stays(service: GameService) -> None:
    game = await service.create(HUMANS)
    watcher = await service.watch(game)
    await watcher.next(1)
    service.store.connection.execute("PRAGMA query_only = ON")
    with pytest.raises(StoreError, match="could not be deleted"):
        await service.delete([game])
    assert await watcher.next(1) is None
    service.store.connection.execute("PRAGMA query_only = OFF")
    assert (await service.state(game))["ply"] == 0
    assert await service.delete([game]) == 1


async def test_a_game_that_is_read_while_it_is_deleted_does_not_come_back(service: GameService) -> None:
    for order in (1, -1):
        game = await service.create(HUMANS)
        del service.games[game]
        await asyncio.gather(*(service.delete([game]), service.state(game))[::order], return_exceptions=True)
        assert service.games == {}
        assert (await service.listed(GamesQuery()))["total"] == 0


async def test_two_commands_at_once_for_one_position_make_one_move(service: GameService) -> None:
    game = await service.create(HUMANS)
    answers: list[dict[str, Any]] = await asyncio.gather(
        *(service.command(game, {"command": "move", "move": move, "ply": 0}) for move in ("e4", "d4", "c4"))
    )
    assert [answer.get("ok", False) for answer in answers] == [True, False, False]
    assert (await service.state(game))["ply"] == 1


async def test_games_that_nobody_watches_leave_the_memory_but_not_the_store(
    service: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service_module, "MAX_OPEN_GAMES", 3)
    first = await service.create(HUMANS)
    await service.command(first, E4)
    watched = await service.create(HUMANS)
    await service.watch(watched)
    for _ in range(4):
        await service.create(HUMANS)
    assert len(service.games) == 3
    assert watched in service.games
    assert first not in service.games
    assert (await service.state(first))["ply"] == 1


async def test_a_stream_that_is_not_read_is_closed(service: GameService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "MAX_WAITING", 3)
    game = await service.create(HUMANS)
    watcher = await service.watch(game)
    for move in ("e4", "e5", "Nf3", "Nc6"):
        await service.command(game, {"command": "move", "move": move})
    assert watcher.ended
    assert (await service.state(game))["ply"] == 4


async def test_a_row_that_is_no_game_is_reported(service: GameService) -> None:
    for kept, reason in (
        ({"pgn": ""}, "it is "),
        ({"version": 3}, "a game of version 3, not 2"),
        ({"version": 2, "pgn": "no game"}, "its PGN"),
    ):
        await asyncio.wrap_future(service.store.put("bad", kept, {}))
        with pytest.raises(DamagedGame, match=rf"The game bad in .* cannot be read: {reason}"):
            await service.state("bad")
