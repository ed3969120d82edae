"""The games of `gosub serve`, by HTTP, and those of the page that runs in the browser answer the same to everything."""

from __future__ import annotations

import re
import time
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kept_games import ListWatcher
from page_of_games import GamesPage
from served_games import Served

Json = dict[str, Any]

HUMANS: Final[Json] = {"white": "human", "black": "human"}
#: Settings of new games, and some that are refused.
GOOD_SETTINGS: Final[list[Json]] = [
    HUMANS,
    {"white": {"name": "human", "person": "Anna"}, "black": "huo-tutorial"},
    {"white": "historic-selective", "black": "human", "pause": 0},
    {"white": "huo-tutorial", "black": "random[Seed=7]", "fen": "7k/8/8/8/8/8/6q1/7K w - - 0 1"},
    {**HUMANS, "clock": {"minutes": 5, "increment": 1}, "depth": 3},
    {**HUMANS, "fen": "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"},
    {**HUMANS, "fen": "4k3/8/8/8/8/8/8/4K2R w KQ - 0 0"},
    {**HUMANS, "pgn": "1. e4 e5 2. Nf3 { a note } Nc6 *", "ply": 3},
    {},
]
BAD_SETTINGS: Final[list[Json]] = [
    {"black": "uci:/bin/sh"},
    {"black": "modern[Book=/etc/passwd]"},
    {"black": "histroic"},
    {"fen": "8/8/8/8/8/8/8/8 w - - 0 1"},
    {**HUMANS, "pgn": "1. e5 *"},
    {"seconds": "3"},
    {"second": 3},
]
#: Commands, and some that are refused or that nobody knows.
COMMANDS: Final[list[Json]] = [
    *({"command": "move", "move": text} for text in ("e4", "d5", "Nf3", "Qg7", "Ke2", "g1f3", "e4", "", 5, "O-O")),
    {"command": "move", "move": "e4", "ply": 0},
    {"command": "take_back"},
    {"command": "draw"},
    {"command": "draw", "confirmed": True},
    {"command": "resign"},
    {"command": "stop"},
    {"command": "hint"},
    {"command": "castle"},
    {"command": "draw", "confirm": True},
    {},
]
SEARCHES: Final = [
    *(
        "",
        "you",
        "ANNA",
        "human",
        "diablo",
        "seed=7",
        "1/2",
        "\N{VULGAR FRACTION ONE HALF}",
        "0\N{EN DASH}1",
        "damaged",
    ),
    "the 1994 program human",
]
#: Parts of the list, and some that are refused.
PARTS: Final[list[Json]] = [{"start": 1, "limit": 1}, {"limit": -1}, {"star": 1}]
#: What reads a game.
READS: Final = ("pgn", "analyse", "listed")
#: What is done: its kind, the number of the game, which is taken modulo how many there are, and what is given.
GAME: Final = st.integers(0, 9)
STEPS: Final = st.lists(
    st.one_of(
        st.tuples(st.just("create"), GAME, st.sampled_from([*GOOD_SETTINGS, *BAD_SETTINGS])),
        st.tuples(st.just("command"), GAME, st.sampled_from(COMMANDS)),
        st.tuples(st.just("command"), GAME, st.sampled_from(COMMANDS)),
        st.tuples(st.sampled_from([*READS, "reopen", "delete", "damage"]), GAME, st.just({})),
        st.tuples(st.just("games"), GAME, st.sampled_from(SEARCHES).map(lambda text: {"search": text})),
        st.tuples(st.just("games"), GAME, st.sampled_from(PARTS)),
    ),
    max_size=20,
)
#: What the two tell differently on purpose: where a damaged game is kept, and the event of a PGN.
DIFFERENT: Final = re.compile(r'The game \S+ in (?:\S+|this browser) cannot|\[Event "[^"]*"\]')


class OnServer:
    """Games of a server: each is named by its number."""

    def __init__(self, server: Served) -> None:
        self.server = server
        self.ids: list[str] = []
        self.watchers: dict[str, ListWatcher] = {}

    def answer(self, method: str, path: str, given: Json | None = None, **query: Any) -> Json:
        """Returns the answer to a request: its `result`, or its `error` and `status`."""
        answered = self.server.client.request(method, path, json=given, params=query)
        is_json = answered.headers["content-type"] == "application/json"
        content = answered.json() if is_json else answered.text
        if answered.is_success:
            return {"result": content}
        assert isinstance(content, dict)
        return {**content, "status": answered.status_code}

    def do(self, kind: str, number: int, given: Json) -> Json:
        """Returns the answer to a step."""
        game = self.ids[number % len(self.ids)] if self.ids else "none"
        store = self.server.site.store
        match kind:
            case "create":
                made = self.answer("POST", "/games", given)
                self.ids += [made.pop("result")["id"]] if "result" in made else []
                return made
            case "command":
                return self.answer("POST", f"/games/{game}/commands", given)
            case "games":
                return self.answer("GET", "/games", **given)
            case "listed":
                return self.answer("GET", "/games", ids=f"{game},none")
            case "pgn":
                return self.answer("GET", f"/games/{game}/pgn")
            case "analyse":
                return {} if self.is_over(game) else self.answer("GET", f"/games/{game}/analysis")
            case "delete":
                deleted = self.answer("DELETE", "/games", {"ids": [game]})
                return {**deleted, "result": deleted["result"]["deleted"]}
            case "damage":
                store.connection.execute(
                    "UPDATE games SET kept = '{', summary = '{', changed = 0 WHERE id = ?", (game,)
                )
        assert self.server.client.portal is not None
        self.server.client.portal.call(self.server.site.service.drop, game)
        return {}

    def is_over(self, game: str) -> bool:
        return bool(self.state(game).get("result", {}).get("termination"))

    def state(self, game: str) -> Json:
        """Returns the state of a game, when no program thinks: it is watched, so that programs go on by themselves."""
        assert self.server.client.portal is not None
        watcher = self.watchers.setdefault(game, ListWatcher())
        self.server.client.portal.call(self.server.site.service.watch, game, watcher)
        while (answered := self.answer("GET", f"/games/{game}")).get("result", {}).get("thinking"):
            time.sleep(0.002)
        return answered


class InBrowser:
    """Games of the page that runs in the browser: each is named by its number."""

    def __init__(self) -> None:
        self.page = GamesPage()
        self.ids: list[str] = []

    def do(self, kind: str, number: int, given: Json) -> Json:
        """Returns the answer to a step."""
        game = self.ids[number % len(self.ids)] if self.ids else "none"
        match kind:
            case "create":
                made = self.page.answer_to("create", given)
                self.ids += [made.pop("result")] if "result" in made else []
                return made
            case "command":
                return self.page.answer_to("command", game, given)
            case "games":
                return self.page.answer_to("games", given)
            case "listed":
                return self.page.answer_to("games", {"ids": [game, "none"]})
            case "pgn":
                return self.page.answer_to("pgn", game)
            case "analyse":
                is_over = self.state(game).get("result", {}).get("termination")
                return {} if is_over else self.page.answer_to("pgn", game, True)
            case "delete":
                existed = game in self.page.kept
                deleted = self.page.answer_to("delete", [game])
                return {**deleted, "result": int(existed)}
            case "damage" if game in self.page.kept:
                self.page.kept[game] = "{"
        self.page.call("changed", {game: self.page.kept.get(game)})
        return {}

    def state(self, game: str) -> Json:
        """Returns the state of a game, when no program thinks."""
        watched = self.page.answer_to("watch", game)
        if "error" in watched:
            return watched
        states = [event["state"] for event in self.page.shown[game] if event["type"] == "state"]
        return {"result": states[-1]}


def comparable(answer: Any, ids: list[str]) -> Any:
    """Returns an answer without what depends on the time, and with the number of a game for its id."""
    if isinstance(answer, dict):
        timed = ("seconds", "changed", "clocks", "clock", "path", "nodes") if "minutes" not in answer else ()
        return {name: comparable(value, ids) for name, value in answer.items() if name not in timed}
    if isinstance(answer, list):
        return [comparable(value, ids) for value in answer]
    if isinstance(answer, str):
        if answer in ids:
            return ids.index(answer)
        return re.sub(r"\d+\.\d\ds", "0s", DIFFERENT.sub("", answer))
    return answer


def compare(server: Served, steps: list[tuple[str, int, Json]]) -> None:
    """Takes the same steps on a server and on a page. Raises AssertionError if an answer or a state differs."""
    on_server, in_browser = OnServer(server), InBrowser()
    server.client.request("DELETE", "/games", json={"ids": [game["id"] for game in all_games(server)]})
    begin: list[tuple[str, int, Json]] = [("create", 0, asked) for asked in GOOD_SETTINGS]
    for kind, number, asked in [*begin, *steps]:
        answers = [comparable(games.do(kind, number, asked), games.ids) for games in (on_server, in_browser)]
        assert answers[0] == answers[1], (kind, number, asked)
        number = -1 if kind == "create" else number % len(on_server.ids)
        states = [comparable(games.state(games.ids[number]), games.ids) for games in (on_server, in_browser)]
        assert states[0] == states[1], (kind, number, asked)


def test_the_server_and_the_page_without_one_give_the_same_answers_and_show_the_same(server: Served) -> None:
    steps: list[tuple[str, int, Json]] = [("create", 0, asked) for asked in BAD_SETTINGS]
    steps += [("command", 0, asked) for asked in COMMANDS]
    steps += [(kind, 7, {}) for kind in (*READS, "reopen", "damage", *READS, "delete", *READS)]
    steps += [("games", 0, {"search": text}) for text in SEARCHES]
    steps += [
        ("command", 1, {"command": "move", "move": "d4"}),
        ("games", 0, {}),
        *(("games", 0, asked) for asked in PARTS),
    ]
    compare(server, steps)


@pytest.mark.slow
@pytest.mark.hypothesis
@settings(max_examples=60)
@given(steps=STEPS)
def test_they_do_so_whatever_is_asked(server: Served, steps: list[tuple[str, int, Json]]) -> None:
    compare(server, steps)


def all_games(server: Served) -> list[Json]:
    """Returns what the list shows of all games."""
    games: list[Json] = server.client.get("/games", params={"limit": 10_000}).json()["games"]
    return games
