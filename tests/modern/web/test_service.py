"""The games in progress: what is shown is kept, and what fails is undone."""

from __future__ import annotations

import pytest
from kept_games import KeptGames, ListWatcher

from modern.web import service as service_module
from modern.web import streams
from modern.web.keeping import DamagedGame, NoSuchGame, StoreError
from modern.web.settings import GamesQuery
from modern.web.stored_game import new_game
from modern.web.streams import Streams

HUMANS = {"white": "human", "black": "human"}
AGAINST_RANDOM = {"white": "human", "black": "random"}


@pytest.fixture
def games() -> KeptGames:
    return KeptGames()


def create(games: KeptGames, **settings: object) -> str:
    return games.service.create(new_game(settings or HUMANS)).result(0)


def move(text: str, ply: int | None = None) -> dict[str, object]:
    return {"command": "move", "move": text, "ply": ply}


def ply(games: KeptGames, game: str) -> int:
    return int(games.service.state(game).result(0)["ply"])


def watched(games: KeptGames, game: str) -> ListWatcher:
    watcher = ListWatcher()
    games.service.watch(game, watcher).result(0)
    return watcher


def test_a_move_is_neither_answered_nor_shown_before_it_is_kept(games: KeptGames) -> None:
    game = create(games)
    watcher = watched(games, game)
    games.keeper.held = True
    moving, looking = games.service.command(game, move("e4")), games.service.state(game)
    assert (moving.done(), looking.done(), watcher.plies) == (False, False, [0])
    games.keeper.release()
    assert moving.result(0) == {"ok": True}
    assert looking.result(0)["ply"] == 1
    assert watcher.plies == [0, 1]


def test_a_program_begins_to_think_when_the_move_is_kept_and_its_reply_is_shown_when_that_is(games: KeptGames) -> None:
    game = create(games, **AGAINST_RANDOM)
    watcher = watched(games, game)
    games.keeper.held = True
    games.service.command(game, move("e4"))
    assert games.pool.workers == []
    games.keeper.release()
    games.pool.worker.think()
    assert watcher.plies == [0, 1]
    games.keeper.release()
    assert watcher.plies == [0, 1, 2]


def test_what_changes_while_another_change_is_being_kept_is_kept_after_it(games: KeptGames) -> None:
    game = create(games)
    games.keeper.held = True
    first, second = (games.service.command(game, move(text)) for text in ("e4", "e5"))
    games.keeper.release(1)
    assert [first.done(), second.done()] == [False, False]
    games.keeper.release()
    assert (first.result(0), second.result(0)) == ({"ok": True}, {"ok": True})
    games.keeper.held = False
    games.service.drop(game)
    assert ply(games, game) == 2


def test_a_move_that_cannot_be_kept_is_undone_with_those_after_it_and_its_streams_end(games: KeptGames) -> None:
    game = create(games)
    watcher = watched(games, game)
    games.keeper.held, games.keeper.error = True, "the disk is full"
    moves = [games.service.command(game, move(text)) for text in ("e4", "e5")]
    games.keeper.release()
    for moving in moves:
        with pytest.raises(StoreError, match="the disk is full"):
            moving.result(0)
    assert (watcher.has_ended, watcher.plies) == (True, [0])
    games.keeper.held, games.keeper.error = False, ""
    assert ply(games, game) == 0
    assert games.service.command(game, move("e4")).result(0) == {"ok": True}


def test_a_new_game_that_cannot_be_kept_is_not_there(games: KeptGames) -> None:
    games.keeper.error = "the disk is full"
    with pytest.raises(StoreError):
        create(games)
    assert games.service.games == {}


def test_a_deleted_game_does_not_come_back(games: KeptGames) -> None:
    game = create(games)
    watcher = watched(games, game)
    games.keeper.held = True
    before, deleted = games.service.command(game, move("e4")), games.service.delete([game])
    after = games.service.command(game, move("e4"))
    games.keeper.release()
    assert (before.result(0), deleted.result(0)) == ({"ok": True}, 1)
    with pytest.raises(NoSuchGame):
        after.result(0)
    assert (watcher.events[-1], watcher.has_ended) == ({"type": "deleted"}, True)
    assert (games.service.games, games.keeper.games) == ({}, {})


def test_a_game_that_is_deleted_while_it_is_kept_is_not_kept_again_and_not_watched(games: KeptGames) -> None:
    game = create(games)
    games.keeper.held = True
    for text in ("e4", "e5"):
        games.service.command(game, move(text))
    watcher = ListWatcher()
    watching = games.service.watch(game, watcher)
    games.service.delete([game])
    while games.keeper.waiting:
        games.keeper.release()
    assert games.keeper.games == {}
    assert isinstance(watching.exception(0), NoSuchGame)
    assert watcher.events == []


def test_a_game_that_cannot_be_deleted_is_not_said_to_be_and_stays(games: KeptGames) -> None:
    game = create(games)
    watcher = watched(games, game)
    games.keeper.error = "the disk is full"
    with pytest.raises(StoreError):
        games.service.delete([game]).result(0)
    assert (watcher.events[-1]["type"], watcher.has_ended) == ("state", True)
    games.keeper.error = ""
    assert ply(games, game) == 0
    assert games.service.delete([game, "none"]).result(0) == 1


@pytest.mark.parametrize("reads_first", [True, False])
def test_a_game_that_is_read_while_it_is_deleted_does_not_come_back(games: KeptGames, reads_first: bool) -> None:
    game = create(games)
    games.service.drop(game)
    games.keeper.held = True
    asked = [games.service.command(game, move("e4"))] if reads_first else []
    games.service.delete([game])
    asked += [] if reads_first else [games.service.command(game, move("e4"))]
    games.keeper.release()
    with pytest.raises(NoSuchGame):
        asked[0].result(0)
    games.keeper.release()
    assert (games.service.games, games.keeper.games) == ({}, {})


def test_two_commands_at_once_for_one_position_make_one_move(games: KeptGames) -> None:
    game = create(games)
    games.service.drop(game)
    games.keeper.held = True
    answers = [games.service.command(game, move(text, ply=0)) for text in ("e4", "d4", "c4")]
    while games.keeper.waiting:
        games.keeper.release()
    assert [answer.result(0).get("ok", False) for answer in answers] == [True, False, False]
    assert ply(games, game) == 1


def test_games_that_nobody_watches_leave_the_memory_but_stay_kept(
    games: KeptGames, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service_module, "MAX_OPEN_GAMES", 3)
    first = create(games)
    games.service.command(first, move("e4"))
    seen = create(games)
    watched(games, seen)
    for _ in range(4):
        create(games)
    assert len(games.service.games) == 3
    assert seen in games.service.games
    assert first not in games.service.games
    assert ply(games, first) == 1


def test_a_flag_falls_by_itself_and_the_end_is_kept(games: KeptGames) -> None:
    game = create(games, **HUMANS, clock={"minutes": 1, "increment": 0})
    watcher = watched(games, game)
    games.loop.go_on(59)
    assert watcher.plies == [0]
    games.loop.go_on(2)
    assert watcher.events[-1]["state"]["result"] == "0-1"
    games.service.drop(game)
    assert games.service.state(game).result(0)["result"] == "0-1"


def test_a_flag_that_is_looked_at_too_early_is_waited_for_again(games: KeptGames) -> None:
    game = create(games, **HUMANS, clock={"minutes": 1, "increment": 0})
    for now, is_over in ((59, False), (60, True)):
        games.loop.now = now
        (early,) = [timer for timer in games.loop.timers if timer.callback]
        assert early.callback
        early.callback()
        assert (games.service.games[game].session.game.result != "*") is is_over
        assert is_over or early.callback is None


@pytest.mark.parametrize("is_waiting", [True, False])
@pytest.mark.parametrize("black", ["modern", "human"])
def test_a_game_of_two_programs_that_nobody_watches_leaves_the_queue(
    games: KeptGames, black: str, is_waiting: bool
) -> None:
    """A thought that has begun goes on, and so does one for which a human waits."""
    if is_waiting:
        watched(games, create(games, white="modern", black="human"))
    game = create(games, white="modern", black=black)
    watchers = [watched(games, game) for _ in range(2)]
    games.service.leave(game, watchers[0])
    assert games.service.games[game].thought
    games.service.leave(game, watchers[1])
    assert bool(games.service.games[game].thought) == (not is_waiting or black == "human")


@pytest.mark.parametrize(("black", "thinks"), [("random", False), ("human", True)])
def test_a_program_that_nobody_watches_begins_only_for_a_human(black: str, thinks: bool, games: KeptGames) -> None:
    game = create(games, white="random", black=black)
    assert bool(games.service.games[game].thought) is thinks
    watched(games, game)
    assert games.service.games[game].thought


@pytest.mark.parametrize(("serves_unwatched", "thinks"), [(True, True), (False, False)])
def test_a_reply_that_nobody_watches_is_given_up_only_where_one_worker_must_serve_all(
    serves_unwatched: bool, thinks: bool
) -> None:
    games = KeptGames(serves_unwatched=serves_unwatched)
    game = create(games, **AGAINST_RANDOM)
    watcher = watched(games, game)
    games.service.command(game, move("e4"))
    games.pool.worker.begin()
    games.service.leave(game, watcher)
    assert (games.service.games[game].thought is not None) is thinks
    assert games.pool.worker.is_stopped is not thinks
    games.pool.worker.think()
    watched(games, game)
    assert bool(games.pool.worker.tasks) is not thinks
    assert ply(games, game) == (2 if thinks else 1)


def test_a_hint_is_given_up_when_its_watcher_leaves(games: KeptGames) -> None:
    game = create(games)
    assert "refused" in games.service.command(game, {"command": "hint"}).result(0)
    watcher = watched(games, game)
    assert games.service.command(game, {"command": "hint"}).result(0) == {"ok": True}
    assert watcher.events[-1]["state"]["thinking"]
    games.service.leave(game, watcher)
    assert games.pool.worker.is_stopped
    assert not games.service.state(game).result(0)["thinking"]


def test_a_hint_for_a_position_is_thought_about_when_the_position_is_kept(games: KeptGames) -> None:
    game = create(games)
    watched(games, game)
    games.keeper.held = True
    games.service.command(game, move("e4"))
    games.service.command(game, {"command": "hint"})
    stopped = games.service.command(game, {"command": "stop"})  # nothing thinks yet
    assert games.pool.workers == []
    games.keeper.release()
    assert stopped.result(0) == {"ok": True}
    assert games.pool.worker.tasks[0]["moves"] == ("e2e4",)


def test_a_stream_that_is_not_read_is_closed(games: KeptGames, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "MAX_WAITING", 3)
    game = create(games)
    watcher = Streams().open(lambda _: None)
    games.service.watch(game, watcher)
    for text in ("e4", "e5", "Nf3", "Nc6"):
        games.service.command(game, move(text))
    assert watcher.ended
    assert ply(games, game) == 4


@pytest.mark.parametrize(
    ("kept", "reason"),
    [
        ({"pgn": ""}, "it is "),
        ({"version": 3}, "a game of version 3, not 2"),
        ({"version": 2, "pgn": "no game"}, "its PGN"),
    ],
)
def test_what_is_kept_and_is_no_game_is_reported(games: KeptGames, kept: dict[str, object], reason: str) -> None:
    games.keeper.put("bad", kept, {})
    with pytest.raises(DamagedGame, match=rf"The game bad cannot be read: {reason}"):
        games.service.state("bad").result(0)
    assert games.service.keeper.listed(GamesQuery()).result(0)["games"][0]["damaged"]
