"""How games are kept and listed, wherever that is: in the store of `gosub serve`, or in a browser.

A Keeper keeps each game under an id: the game itself (stored_game.py), and a summary, from which the list is made.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from types import NoneType
from typing import Final, Protocol, TypeVar

from modern.facts import fact, told
from modern.game.game import SIDES
from modern.game.session import GameSession, Refusal
from modern.players import PLAYERS
from modern.players.seats import seat_names
from modern.web.settings import UNNAMED_HUMAN, GamesQuery, Json

Found = TypeVar("Found")


class Keeper(Protocol):
    """Where games are kept. It may take a while: each answer comes as a Future, which raises StoreError."""

    def get(self, game_id: str) -> Future[Json | None]:
        """Returns a game as it was kept; None if it is not there. Raises DamagedGame if it cannot be read."""

    def put(self, game_id: str, kept: Json, summary: Json, is_new: bool = False) -> Future[None]:
        """Keeps a game. Raises StoreFull if a new one is one too many."""

    def delete(self, ids: Sequence[str]) -> Future[int]:
        """Removes games, readable or not. Returns how many of them there were."""

    def listed(self, query: GamesQuery) -> Future[Json]:
        """Returns the part of the list of games that a query asks for (`listed_games`)."""

    def damaged(self, game_id: str, reason: str) -> DamagedGame:
        """Returns the error of a game that cannot be read."""


class StoreError(Exception):
    """Games cannot be kept or read; the text is one line that says why."""


class StoreFull(StoreError):
    """The store has no room for another game."""


class DamagedGame(StoreError):
    """A kept game cannot be read; the others can. The text names it."""


class NoSuchGame(Exception):
    """No game has this id; the text says so."""

    def __init__(self) -> None:
        super().__init__(fact("serve.no_such_game"))


#: The status of each error, as HTTP numbers them.
STATUS: Final[dict[type[BaseException], int]] = {
    Refusal: 400,
    NoSuchGame: 404,
    DamagedGame: 410,
    StoreError: 507,
    StoreFull: 507,
}


def promise() -> Future[Found]:
    """Returns a Future that nobody can cancel."""
    future: Future[Found] = Future()
    future.set_running_or_notify_cancel()
    return future


def settle(future: Future[Found], find: Callable[[], Found]) -> None:
    """Gives a promise the result or the error of `find`."""
    try:
        found = find()
    except Exception as error:
        future.set_exception(error)
    else:
        future.set_result(found)


def done(result: Found) -> Future[Found]:
    """Returns a Future that has its result."""
    future: Future[Found] = promise()
    future.set_result(result)
    return future


# The list of games.

#: A game in the list: its id, when it was changed in seconds since 1970, and its summary as it was kept.
Row = tuple[str, float, object]

#: The types of a summary's fields.
SUMMARY_TYPES: Final[dict[str, tuple[type, ...]]] = {
    **dict.fromkeys(("white", "black", "pieces", "turn", "result", "date"), (str,)),
    "last": (str, NoneType),
    "ply": (int,),
    "human_to_move": (bool,),
}
#: The pieces and the last move, from which a small board is drawn.
PIECES: Final = re.compile(r"(?:[1-8pnbrqk]+/){7}[1-8pnbrqk]+", re.IGNORECASE)
LAST_MOVE: Final = re.compile(r"(?:[a-h][1-8]){2}[nbrq]?")


def summary(session: GameSession) -> Json:
    """Returns a game's entry in a list of games."""
    game = session.game
    return {
        **told(**seat_names(session.seats)),
        "specs": " ".join(seat.spec for seat in session.seats.values()),
        "pieces": game.position.fen().split()[0],
        "turn": session.side,
        "last": game.last_move.uci() if game.last_move else None,
        "ply": len(game.moves),
        "result": game.result,
        "human_to_move": session.human_to_move,
        "date": game.headers.get("Date", ""),
    }


def listed_games(rows: Iterable[Row], query: GamesQuery) -> Json:
    """Returns the games that a query finds, in their order, as `games`: a part of them; and `total`, how many it finds.

    A game whose summary cannot be read is `damaged`, and has only its id and the time of its change.
    """
    found = [game for game in map(listed_game, rows) if matches(game, query.search)]
    return {"games": found[query.start : query.start + query.limit], "total": len(found)}


def listed_game(row: Row) -> Json:
    """Returns the list's entry for the game in a row."""
    game_id, changed, shown = row
    if not isinstance(shown, dict) or not _is_summary(shown):
        return {"id": game_id, "changed": changed, "damaged": True}
    return {**_facts_of_names(shown), **shown, "id": game_id, "changed": changed}


def _is_summary(shown: Json) -> bool:
    """Returns True if an object has all that a list of games shows."""
    return (
        all(isinstance(shown.get(name, ...), types) for name, types in SUMMARY_TYPES.items())
        and PIECES.fullmatch(shown["pieces"]) is not None
        and (shown["last"] is None or LAST_MOVE.fullmatch(shown["last"]) is not None)
    )


def _facts_of_names(shown: Json) -> Json:
    """Returns the `facts` of the names of a game's players: version 1.0 has kept their English words only."""
    known = {str(name): name for name in (fact("player.you"), *(entry.title for entry in PLAYERS.values()))}
    return told(**{side: known[shown[side]] for side in SIDES if shown[side] in known})


def matches(shown: Json, search: str) -> bool:
    """Returns True if a game of the list has every word of a text: of its players, their specs, its result or its date.

    A human without a name is also found as `you`, a date as 2026.11.24 or 2026-11-24, and a draw as 1/2-1/2 or as it is
    shown.
    """
    if shown.get("damaged"):
        text = "damaged"
    else:
        names = [shown[side] for side in SIDES]
        you = ["you"] if UNNAMED_HUMAN in names else []
        specs = str(shown.get("specs", ""))
        text = " ".join([*names, *you, specs, shown["result"], shown["date"], shown["date"].replace(".", "-")])
    wanted = search.replace("\N{EN DASH}", "-").replace("\N{VULGAR FRACTION ONE HALF}", "1/2")
    return all(word in text.casefold() for word in wanted.casefold().split())
