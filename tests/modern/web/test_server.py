"""The server of games: what a page asks and gets, in this process."""

from __future__ import annotations

import asyncio
import io
import logging
import re
import socket
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import chess.pgn
import pytest
import uvicorn
from served_games import Served, served
from starlette.applications import Starlette
from starlette.testclient import TestClient
from uvicorn.server import ServerState

from modern.game.clock import TimeSetting
from modern.game.saved_game import read_saved_game
from modern.players import PLAYERS
from modern.players.levels import NAMED_LEVELS
from modern.web import connections, streams
from modern.web.after_game import analyse
from modern.web.analyses import MAX_ANALYSES, MAX_PAGES, Analyses
from modern.web.connections import (
    FIRST_REQUEST_SECONDS,
    KEEP_ALIVE,
    NOTICE_SECONDS,
    LocalProtocol,
    LocalServer,
    OneLineAMinute,
    listening_socket,
    reported_by,
)
from modern.web.server import served_files
from modern.web.settings import offered_players


def test_the_page_and_its_modules_are_served(server: Served) -> None:
    front = server.client.get("/")
    assert (front.status_code, front.headers["content-type"]) == (200, "text/html; charset=utf-8")
    for name in ("board.js", "board.css", "pieces.svg", "play.js", "play.css"):
        assert server.client.get(f"/{name}").status_code == 200


def test_the_story_of_1994_and_its_quirks_are_served_but_not_in_a_kiosk(server: Served) -> None:
    story, quirks = (server.client.get(f"/{name}.html").text for name in ("report", "quirks"))
    assert "<title>Report · Gosub Chess</title>" in story
    assert "Ghislain de Blois" in story
    linked = re.findall(r'href="quirks.html#([^"]+)"', story)
    assert "minus-1000" in linked
    assert [name for name in linked if f'<h3 id="{name}">' not in quirks] == []
    assert {"report.html", "quirks.html"} <= set(served_files())
    assert not {"report.html", "quirks.html"} & set(served_files(kiosk=True))


def test_every_player_is_offered_with_its_options_but_no_command_and_no_path(server: Served) -> None:
    offered = {player["name"]: player for player in server.client.get("/players").json()}
    assert list(offered) == ["human", *PLAYERS]
    options = {option["name"]: option for option in offered["modern"]["options"]}
    assert (options["UCI_Elo"]["min"], options["UCI_Elo"]["max"]) < (1500, 3000)
    levels = [tuple(level.values()) for level in offered["modern"]["levels"]]
    assert levels == [tuple(level) for level in NAMED_LEVELS]
    assert [name for name, player in offered.items() if player["levels"]] == ["modern"]
    assert not {"Book", "Book Variety"} & {option["name"] for each in offered.values() for option in each["options"]}


def test_every_player_has_a_name_for_people_and_the_opponent_to_begin_with_is_marked() -> None:
    offered = {player["name"]: player for player in offered_players("modern[UCI_Elo=800,Hash=1]")}
    assert {name: offered[name]["called"] for name in PLAYERS} == {name: entry.title for name, entry in PLAYERS.items()}
    marked = {name: player["opponent"] for name, player in offered.items() if player["opponent"] is not None}
    assert marked == {"modern": {"UCI_Elo": "800", "Hash": "1"}}
    assert [player["name"] for player in offered_players() if player["opponent"] == {}] == ["historic"]


def test_a_game_is_played_with_1994_whose_lines_candidates_and_move_arrive_on_the_stream(server: Served) -> None:
    game = server.create(pause=0)
    with server.events(f"/games/{game}/events") as stream:
        assert next(stream)["state"]["ply"] == 0
        server.move(game, "e4")
        events = []
        for event in stream:
            events.append(event)
            if event["type"] == "considered":
                break
    types = [event["type"] for event in events]
    assert types[0] == "state"
    assert types.count("line") == len(events[-1]["candidates"])
    state = server.state(game)
    assert (state["ply"], state["turn"], state["thinking"]) == (2, "white", False)
    assert state["last"] == events[-1]["candidates"][events[-1]["chosen"]]["move"]


def test_an_engine_reports_its_depth_score_and_line_and_is_stopped(server: Served) -> None:
    game = server.create(black="modern", seconds=600)
    with server.events(f"/games/{game}/events") as stream:
        server.move(game, "e4")
        report = next(event for event in stream if event["type"] == "report")
        assert report["pv"].startswith("1...")
        assert report["depth"] >= 1
        assert server.command(game, "stop") == {"ok": True}
        state = next(event["state"] for event in stream if event["type"] == "state" and event["state"]["ply"] == 2)
    assert state["moves"][1]["by"] == "program"
    assert state["moves"][1]["score"]


def test_a_hint_arrives_on_the_stream_and_is_refused_where_nobody_would_see_it(server: Served) -> None:
    game = server.create(black="human", fen="7k/8/8/8/8/8/6q1/7K w - - 0 1")  # one move, on a busy machine too
    assert "those who watch" in server.command(game, "hint")["refused"]
    with server.events(f"/games/{game}/events") as stream:
        next(stream)
        server.command(game, "hint")
        hint = next(event for event in stream if event["type"] == "hint")
    assert hint["san"] == "Kxg2"


def test_thoughts_wait_in_order_and_a_waiting_one_knows_its_place(server: Served) -> None:
    long = server.create(white="modern", black="human", seconds=600)
    later = [server.create(white="modern", black="human", seconds=600) for _ in range(2)]
    assert [server.state(game)["queued"] for game in (long, *later)] == [None, 0, 1]
    with server.events(f"/games/{later[1]}/events") as stream:
        assert next(stream)["state"]["queued"] == 1
        server.client.delete(f"/games/{long}")
        assert next(event for event in stream if event["type"] == "queue")["position"] == 0
    for game in later:
        server.command(game, "resign")
    assert [server.state(game)["queued"] for game in later] == [None, None]


def test_a_game_between_programs_goes_on_while_it_is_watched(server: Served) -> None:
    game = server.create(white="modern", black="modern", depth=1)
    assert server.state(game)["ply"] == 0
    events = server.events_until(game, lambda event: event["type"] == "state" and event["state"]["ply"] >= 3)
    assert events[0]["state"]["ply"] == 0
    played = server.state(game)["ply"]
    assert played <= server.state(game)["ply"] <= played + 1


def test_a_refused_move_says_why_and_changes_nothing(server: Served) -> None:
    game = server.create(black="human")
    assert "Ke2" in server.command(game, "move", move="Ke2")["refused"]
    assert "question" not in server.command(game, "move", move="e4")
    assert "White" in server.command(game, "draw")["question"]
    assert server.command(game, "draw", confirmed=True) == {"ok": True}
    assert server.state(game)["result"] == "1/2-1/2"


def test_answers_do_not_wait_for_the_browser_to_acknowledge_the_one_before() -> None:
    async def no_delay() -> int:
        accepted: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        class Connection(LocalProtocol):
            def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
                super().connection_made(transport)
                option = transport.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
                accepted.set_result(option)
                transport.close()

        settings = uvicorn.Config(Starlette())
        listening = listening_socket(0)
        loop = asyncio.get_running_loop()
        async with await loop.create_server(lambda: Connection(settings, ServerState(), {}), sock=listening):
            _, writer = await asyncio.open_connection(*listening.getsockname())
            option = await asyncio.wait_for(accepted, 10)
            writer.close()
        return option

    assert asyncio.run(no_delay())


def test_an_answer_does_not_say_what_program_serves_it() -> None:
    async def answer() -> bytes:
        listening, started = listening_socket(0), asyncio.Event()
        local = LocalServer(Starlette(), streams.Streams(), started.set)
        serving = asyncio.ensure_future(local.serve([listening]))
        await started.wait()
        reader, writer = await asyncio.open_connection(*listening.getsockname())
        writer.write(b"GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
        answered = await reader.read()
        writer.close()
        local.should_exit = True
        await serving
        return answered

    first, *headers = asyncio.run(answer()).decode().partition("\r\n\r\n")[0].lower().split("\r\n")
    assert first == "http/1.1 404 not found"
    assert {header.partition(":")[0] for header in headers} == {"date", "content-length", "content-type", "connection"}


def test_a_fault_of_the_server_itself_is_answered_with_500_and_its_kind(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.site.store, "listed", lambda query: 1 // 0)
    client = TestClient(server.client.app, base_url=str(server.client.base_url), raise_server_exceptions=False)
    answer = client.get("/games")
    assert answer.status_code == 500
    assert "ZeroDivisionError" in answer.json()["error"]


def test_the_list_is_asked_for_in_parts_and_several_games_are_deleted_at_once(server: Served) -> None:
    games = [
        server.create(white={"name": "human", "person": f"Deleted {number}"}, black="human") for number in range(5)
    ]
    first = server.client.get("/games", params={"search": "deleted", "limit": 2, "start": 1}).json()
    assert [game["id"] for game in first["games"]] == [games[3], games[2]]
    assert first["total"] == 5
    open_here = server.client.get("/games", params={"ids": f"{games[4]},{games[0]},nothing"}).json()["games"]
    assert {game["id"] for game in open_here} == {games[4], games[0]}
    with server.events(f"/games/{games[1]}/events") as stream:
        next(stream)
        answer = server.client.request("DELETE", "/games", json={"ids": [*games[:3], "nothing"]})
        assert answer.json() == {"deleted": 3}
        assert server.client.get(f"/games/{games[1]}").status_code == 404
        assert [event["type"] for event in stream] == ["deleted"]
    left = server.client.get("/games?search=deleted").json()
    assert ([game["id"] for game in left["games"]], left["total"]) == (games[:2:-1], 2)
    assert server.client.delete("/games/nothing").status_code == 404


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("/games?unknown=1", "setting.unknown 'unknown'"),
        ("/games?serach=x", "setting.unknown 'serach'"),
        ("/games?start=-1", "setting.whole_number start 0 10000"),
        ("/games?limit=1e3", "setting.whole_number limit 0 10000"),
        ("/games?limit=99999", "setting.whole_number limit 0 10000"),
        ("/games?ids=" + "a," * 501, "setting.ids 500"),
        ("/games?start=%D9%A3", "setting.whole_number start 0 10000"),
    ],
)
def test_a_list_that_cannot_be_is_refused_with_a_fact(address: str, reason: str, server: Served) -> None:
    refused = server.client.get(address)
    fact = refused.json()["facts"]["error"]
    assert refused.status_code == 400
    assert " ".join([fact["code"], *map(str, fact["values"].values())]).startswith(reason)


@pytest.mark.parametrize("given", [{}, {"ids": "a"}, {"ids": [1]}, {"ids": ["a"] * 10_001}, {"id": ["a"]}], ids=len)
def test_a_deletion_without_a_list_of_ids_is_refused(given: dict[str, Any], server: Served) -> None:
    refused = server.client.request("DELETE", "/games", json=given)
    assert refused.status_code == 400
    assert "ids" in refused.json()["error"]


def test_a_game_that_cannot_be_read_is_named_saved_as_it_is_and_deleted(tmp_path: Path) -> None:
    with served(tmp_path / "games.sqlite") as server:
        game, other = server.create(black="human"), server.create(black="human")
        server.site.service.games.clear()
        server.site.store.connection.execute("UPDATE games SET kept = 'x', summary = 'x' WHERE id = ?", (game,))
        for address in ("", "/pgn", "/events"):
            refused = server.client.get(f"/games/{game}{address}")
            reason = f"The game {game} in {tmp_path / 'games.sqlite'} cannot be read: "
            assert refused.status_code == 410
            assert refused.json()["error"].startswith(reason)
        assert server.client.get(f"/games/{game}/content").content == b"x"
        server.move(other, "e4")
        assert [one["id"] for one in server.client.get("/games?search=damaged").json()["games"]] == [game]
        assert server.client.delete(f"/games/{game}").json() == {"ok": True}
        assert [one["id"] for one in server.client.get("/games").json()["games"]] == [other]
        assert server.client.get(f"/games/{game}/content").status_code == 404


def test_the_pgn_is_one_that_gosub_play_resumes(server: Served) -> None:
    game = server.create(pause=0)
    server.move(game, "e4")
    server.replied(game)
    text = server.client.get(f"/games/{game}/pgn").text
    saved = read_saved_game(text, "it", TimeSetting(seconds=1.0))
    assert {side: seat.spec for side, seat in saved.seats.items()} == {"white": "human", "black": "historic"}
    assert len(saved.game.moves) == 2
    again = server.create(pgn=text)
    assert server.client.get(f"/games/{again}/pgn").text == text


def test_a_restart_finds_every_game_as_it_was_and_thinks_again(tmp_path: Path) -> None:
    store = tmp_path / "games.sqlite"
    with served(store) as first:
        game = first.create(black="modern", seconds=600)
        first.move(game, "e4")
        before = first.state(game)
        other = first.create(black="human", clock={"minutes": 1, "increment": 1})
        first.move(other, "d4")
    with served(store) as second:
        state = second.state(game)
        assert (state["moves"], state["thinking"]) == (before["moves"], True)
        assert second.state(other)["clocks"]["running"] == "black"
        second.command(game, "take_back")
        assert second.state(game)["ply"] == 0


def test_a_flag_falls_without_a_request(server: Served) -> None:
    game = server.create(black="human", clock={"minutes": 0.01, "increment": 0})
    events = server.events_until(game, lambda event: event["type"] == "state" and event["state"]["result"] != "*")
    assert events[-1]["state"]["termination"] == "Time forfeit: Black wins, 0-1."


def test_the_program_of_1994_runs_on_its_screen_with_keys_from_the_page(server: Served) -> None:
    created = server.client.post("/screens", json={"pause": 0})
    assert created.status_code == 201
    screen = created.json()["id"]
    with server.events(f"/screens/{screen}/events") as stream:
        title = next(event for event in stream if "TECHNICAL REPORT" in "".join(event["rows"]))
        assert title["svg"].startswith("<svg")
        for key in (" ", "Enter"):
            assert server.client.post(f"/screens/{screen}/keys", json={"key": key}).json() == {"ok": True}
        assert any("BLACK'S MOVE" in row for event in stream for row in event["rows"])
    assert "key must be" in server.client.post(f"/screens/{screen}/keys", json={"key": "F13"}).json()["error"]


def test_more_streams_than_there_may_be_are_refused_with_a_reason(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "MAX_STREAMS", 2)
    game = server.create(black="human")
    with server.events(f"/games/{game}/events"), server.events(f"/games/{game}/events"):
        refused = server.client.get(f"/games/{game}/events")
        assert (refused.status_code, refused.json()["error"]) == (
            503,
            "2 pages are open already; close some of them",
        )
    server.move(game, "e4")
    with server.events(f"/games/{game}/events") as stream:
        assert next(stream)["state"]["ply"] == 1


def test_a_pgn_of_any_game_goes_on_from_any_ply(server: Served) -> None:
    pgn = '[Event "a game"]\n\n1. e4 e5 2. Nf3 { a note } (2. f4) 2... Nc6 3. Bb5 a6 1-0\n'
    game = server.create(pgn=pgn, ply=3, white="historic", black="human", pause=0)
    state = server.state(game)
    assert (state["turn"], [entry["san"] for entry in state["moves"]]) == ("black", ["e4", "e5", "Nf3"])
    written = chess.pgn.read_game(io.StringIO(server.client.get(f"/games/{game}/pgn").text))
    assert written is not None
    assert written.headers["Result"] == "*"


def test_an_analysis_counts_the_positions_from_the_first_and_ends_with_the_page() -> None:
    events: list[dict[str, Any]] = []
    analyse("1. f3 e5 *", 0.01, events.append)
    assert events[:3] == [{"type": "progress", "done": done, "total": 3} for done in (1, 2, 3)]
    assert [event["type"] for event in events[3:]] == ["analysis", "page"]


def test_the_analyses_of_a_server_end_with_it_and_their_pages_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    children: list[Any] = []

    class HandChild:
        def __init__(self, _: object, __: object, received: Callable[[Any], None], ___: object) -> None:
            self.received, self.is_killed = received, False
            children.append(self)

        def kill(self) -> None:
            self.is_killed = True

    monkeypatch.setattr("modern.web.analyses.Child", HandChild)
    analyses = Analyses(streams.Streams())
    page = '<meta http-equiv="Content-Security-Policy" content="default-src">'
    for number in range(MAX_PAGES + 1):
        analyses.begin(f"game {number}", "1. e4 *")
        children[-1].received({"type": "page", "text": page})
        assert children[-1].is_killed
    kept = [analyses.page(f"game {number}") for number in range(MAX_PAGES + 1)]
    assert kept == [None, *[(page, "default-src")] * MAX_PAGES]
    for _ in range(MAX_ANALYSES):
        analyses.begin("game", "1. e4 *")
    with pytest.raises(streams.TooMany):
        analyses.begin("game", "1. e4 *")
    assert [child.is_killed for child in children[-MAX_ANALYSES:]] == [False] * MAX_ANALYSES
    analyses.close()
    assert [child.is_killed for child in children[-MAX_ANALYSES:]] == [True] * MAX_ANALYSES


@pytest.mark.slow
def test_only_a_game_that_is_over_is_analysed_and_then_it_has_a_page(server: Served) -> None:
    game = server.create(white="human", black="human")
    refused = server.client.get(f"/games/{game}/analysis")
    assert (refused.status_code, refused.json()["facts"]["error"]["code"]) == (400, "serve.only_over_analysed")
    assert server.client.get("/games/none/analysis").status_code == 404
    for move in ("f3", "e5", "g4", "Qh4"):
        server.move(game, move)
    assert server.client.get(f"/games/{game}/page").status_code == 404
    with server.events(f"/games/{game}/analysis") as stream:
        events = [event for event in stream if event["type"] != "alive"]  # which comes from a busy machine
    assert events[:5] == [{"type": "progress", "done": done, "total": 5} for done in range(1, 6)]
    analysis = events[5]
    assert analysis["chances"][-1] == 0
    assert [mistake["san"] for mistake in analysis["mistakes"]][-1] == "g4"
    assert analysis["accuracy"]["white"] < analysis["accuracy"]["black"]
    assert events[6:] == [{"type": "page"}]
    page = server.client.get(f"/games/{game}/page")
    assert page.status_code == 200
    policy = page.headers["content-security-policy"]
    assert "script-src 'sha256-" in policy
    assert policy.endswith("frame-ancestors 'none'")
    assert "Qh4#" in page.text


def test_a_state_has_the_settings_of_a_rematch(server: Served) -> None:
    settings = {"pause": 0.0, "clock": {"minutes": 7.0, "increment": 2.0}}
    state = server.state(server.create(white="human", black="human", **settings))
    assert {name: state["settings"][name] for name in settings} == settings
    again = server.state(server.create(white="human", black="human", **state["settings"]))
    assert again["settings"] == state["settings"]
    assert server.state(server.create(depth=2, pause=0))["settings"] == {"pause": 0.0, "clock": None, "depth": 2}


def test_what_uvicorn_logs_goes_elsewhere_only_while_the_server_runs() -> None:
    logger, handler = logging.getLogger("uvicorn"), logging.NullHandler()
    before = list(logger.handlers), logger.propagate
    with reported_by(handler):
        assert (handler in logger.handlers, logger.propagate) == (True, False)
    assert (list(logger.handlers), logger.propagate) == before


@pytest.mark.parametrize("pause", [NOTICE_SECONDS - 1, NOTICE_SECONDS])
def test_of_many_bad_requests_in_a_minute_one_is_reported(
    pause: float, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = 5.0  # the machine has just started
    monkeypatch.setattr(connections, "time", SimpleNamespace(monotonic=lambda: now))
    handler = OneLineAMinute()
    for _ in range(3):
        handler.emit(logging.makeLogRecord({}))
    now += pause
    handler.emit(logging.makeLogRecord({}))
    assert capsys.readouterr().err.count("gosub: a request was refused: it is not valid HTTP; ") == 1 + (
        pause >= NOTICE_SECONDS
    )


def test_once_a_second_the_connections_that_are_late_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks: list[int] = []
    monkeypatch.setattr(LocalProtocol, "close_if_late", lambda _: asked.append(ticks[-1]))
    asked: list[int] = []
    server = LocalServer(Starlette(), streams.Streams(), lambda: None)
    server.server_state.connections = {object.__new__(LocalProtocol), asyncio.Protocol()}  # type: ignore[arg-type]
    for tick in range(100):  # ten a second
        ticks.append(tick)
        assert not asyncio.run(server.on_tick(tick))
    assert asked == list(range(0, 100, 10))


ANSWERED, IN_PROGRESS = SimpleNamespace(response_complete=True), SimpleNamespace(response_complete=False)


@pytest.mark.parametrize(
    ("cycle", "reads_slowly", "seconds", "is_late"),
    [
        (None, False, FIRST_REQUEST_SECONDS, False),
        (None, False, FIRST_REQUEST_SECONDS + 1, True),
        (ANSWERED, False, KEEP_ALIVE, False),
        (ANSWERED, False, KEEP_ALIVE + 1, True),
        (ANSWERED, True, KEEP_ALIVE + 1, False),
        (IN_PROGRESS, False, KEEP_ALIVE + 1, False),
    ],
)
def test_a_connection_is_late_only_while_a_request_is_waited_for(
    cycle: object, reads_slowly: bool, seconds: float, is_late: bool
) -> None:
    aborted: list[bool] = []
    connection: Any = object.__new__(LocalProtocol)
    connection.cycle, connection.flow = cycle, SimpleNamespace(write_paused=reads_slowly)
    connection.transport = SimpleNamespace(is_closing=lambda: False, abort=lambda: aborted.append(True))
    connection.loop, connection.waits_since = SimpleNamespace(time=lambda: 100 + seconds), 100
    connection.close_if_late()
    assert bool(aborted) == is_late
