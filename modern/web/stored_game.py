"""Where games come from: the settings of a new one, a PGN to be continued, and the JSON in which a game is kept.

A game is kept as `gosub play`'s PGN, with the facts that it cannot hold. The server keeps this JSON in its store,
and the page of the documentation's site in the browser's local storage.
"""

from __future__ import annotations

from dataclasses import replace
from types import NoneType
from typing import Any, Final

from modern.facts import as_json, fact, fact_of, from_json, joined
from modern.game.clock import TimeSetting
from modern.game.game import BLACK, SIDE_NAMES, SIDES, WHITE, Ending, Game
from modern.game.pgn_reading import NO_GAME, games_in
from modern.game.pgn_text import pgn_date
from modern.game.saved_game import SavedGameError, continued_game, read_saved_game, saved_game
from modern.game.session import GameSession, Refusal, Seat
from modern.players import player_named
from modern.rules import Position, RulesError
from modern.rules.fen import INITIAL_FEN
from modern.rules.lenient_fen import lenient_fen
from modern.web.settings import (
    DEFAULT_SECONDS,
    GAME_SETTINGS,
    MAX_PERSON,
    UNNAMED_HUMAN,
    Json,
    check_names,
    checked_seat,
    pause_from,
    seats_from,
    text_of,
    time_from,
)

#: The event in the PGN of a game, and the name there of a player who has given none.
EVENT: Final = "gosub serve"
NO_NAME: Final = "?"
#: The most plies that a game from a PGN may have.
MAX_PLIES: Final = 2000
#: The most problems of a PGN that are told.
MAX_TOLD: Final = 3
#: The version of the JSON of a kept game.
VERSION: Final = 2
#: The types of the moves considered, as they are kept (modern.web.thinking).
CONSIDERED_TYPES: Final[dict[str, tuple[type, ...]]] = {
    **dict.fromkeys(("type", "side", "before", "line"), (str,)),
    **dict.fromkeys(("board", "squares", "reach", "candidates", "pieces", "terms"), (list,)),
    **dict.fromkeys(("chosen", "played"), (int, NoneType)),
    "stopped": (bool,),
}


def new_game(settings: Json) -> GameSession:
    """Returns a game for a browser's settings. Raises Refusal.

    `white` and `black` are players, `seconds` or `depth` how long programs think about a move, `clock` the time
    control. It begins at `fen`; or it continues the game of `pgn`, at its end or after `ply` plies.
    """
    check_names(settings, GAME_SETTINGS)
    pgn, fen = text_of(settings, "pgn"), text_of(settings, "fen")
    if pgn and fen:
        raise Refusal(fact("setting.fen_and_pgn"))
    if not pgn and settings.get("ply") is not None:
        raise Refusal(fact("setting.ply_without_pgn"))
    if pgn and settings.get(WHITE) is None and settings.get(BLACK) is None and settings.get("ply") is None:
        session = _resumed_game(pgn)
    else:
        seats = seats_from(settings)
        game, repairs = _continued_game(settings, pgn, seats) if pgn else _game_at(fen)
        game.headers["Date"] = pgn_date()
        game.headers |= {SIDE_NAMES[side]: seat.name for side, seat in seats.items() if _has_person(seat)}
        session = GameSession(seats, time_from(settings), game, clock_from=len(game.moves))
        session.message = joined(repairs)
    session.pause = pause_from(settings)
    return session


def _game_at(fen: str) -> tuple[Game, list[str]]:
    """Returns a game that begins at a position, and the repairs of the FEN.

    Raises Refusal if none can be played there.
    """
    read = lenient_fen(fen or INITIAL_FEN)
    try:
        return Game(read.fen), [fact("fen.repaired", repair=warning) for warning in read.warnings]
    except RulesError as error:
        raise Refusal(fact_of(error)) from None


def _resumed_game(pgn: str) -> GameSession:
    """Returns the unfinished game of a PGN of `gosub play`, with its own players. Raises Refusal."""
    try:
        session = read_saved_game(pgn, "the PGN", TimeSetting(seconds=DEFAULT_SECONDS))
    except SavedGameError as error:
        raise Refusal(fact_of(error)) from None
    plies = len(session.game.moves)
    if plies > MAX_PLIES:
        raise Refusal(fact("pgn.plies", count=plies, most=MAX_PLIES))
    for side in SIDES:
        saved = session.seats[side]
        seat = _checked_again(saved)
        if seat.spec == saved.spec:
            _check_memory(seat, session.game)
            session.seats[side] = seat
        else:
            session.change_seat(side, replace(seat, memory=""))
    if session.control and min(session.time_left(side, 0.0) for side in SIDES) <= 0:
        session.clock_from = plies  # a clock that somebody has changed by hand begins anew
    return session


def _continued_game(settings: Json, pgn: str, seats: dict[str, Seat]) -> tuple[Game, list[str]]:
    """Returns a game with the first moves of any PGN, for new players, and its problems. Raises Refusal."""
    game = next(games_in(pgn), None)
    if game is None or game.error == NO_GAME:
        raise Refusal(fact("pgn.none"))
    if game.variant:
        raise Refusal(fact("pgn.variant", source="the PGN", variant=game.variant))
    plies = _plies(settings, game)
    try:
        Position.from_fen(lenient_fen(game.headers.get("FEN", INITIAL_FEN)).fen)
        continued = continued_game(game, plies, seats)
    except RulesError as error:
        raise Refusal(fact("pgn.error", source="the PGN", error=fact_of(error))) from None
    for seat in seats.values():
        _check_memory(seat, continued)
    told: list[str] = [fact("pgn.problem", problem=str(problem)) for problem in game.problems[:MAX_TOLD]]
    if len(game.problems) > MAX_TOLD:
        told.append(fact("pgn.more_problems", count=len(game.problems) - MAX_TOLD))
    return continued, told


def _plies(settings: Json, game: Game) -> int:
    """Returns how many plies of a PGN's game are kept. Raises Refusal."""
    ply = settings.get("ply")
    if ply is None:
        if game.error:
            raise Refusal(fact("pgn.error", source="the PGN", error=game.error))
        ply = len(game.moves)
    most = min(len(game.moves), MAX_PLIES)
    if not isinstance(ply, int) or isinstance(ply, bool) or not 0 <= ply <= most:
        raise Refusal(fact("pgn.ply_range", most=most))
    return ply


def _check_memory(seat: Seat, game: Game) -> None:
    """Raises Refusal if a program cannot have this memory in this game: the program itself is asked."""
    if seat.memory and not seat.is_human:
        try:
            with player_named(seat.spec) as player:
                player.recall(game, seat.memory)
        except ValueError as error:
            raise Refusal(fact("pgn.error", source="the PGN", error=fact_of(error))) from None


def _checked_again(saved: Seat) -> Seat:
    """Returns the seat of a PGN as a browser may ask for it; a person keeps the name. Raises Refusal."""
    seat = checked_seat(saved.spec, saved.memory, saved.from_ply)
    return replace(seat, name=saved.name[:MAX_PERSON]) if _has_person(saved) else seat


def _has_person(seat: Seat) -> bool:
    """Returns True for a human with a name."""
    return seat.is_human and seat.name not in ("", NO_NAME, UNNAMED_HUMAN)


def offered_pgn(session: GameSession, event: str = EVENT) -> str:
    """Returns the PGN that the page offers. In it a human without a name is `?`, the PGN standard's unknown player."""
    names = {SIDE_NAMES[side]: session.game.headers.get(SIDE_NAMES[side]) for side in session.human_sides}
    unknown = {side: NO_NAME for side, name in names.items() if name in (None, "", UNNAMED_HUMAN)}
    return saved_game(session, headers={"Event": event} | unknown)


def kept_game(session: GameSession) -> Json:
    """Returns all of a game as JSON, from which `restored_game` makes it again.

    A PGN has the depth of a search only with its score, and seconds with two decimals. So `notes` has the depth, the
    seconds and `by_arbiter` of each move beside it.
    """
    game = session.game
    return {
        "version": VERSION,
        "pgn": saved_game(session, last_comment=False),
        "notes": [[note.depth, note.seconds, note.by_arbiter] for note in game.notes],
        "ending": [as_json(part) for part in game.ending] if game.ending else None,
        "pause": session.pause,
        "message": as_json(session.message),
        "considered": session.considered,
        "why": as_json(session.why),
    }


def restored_game(kept: Json) -> GameSession:
    """Returns the game that `kept_game` has kept.

    Raises AttributeError, KeyError, TypeError, ValueError or Refusal if it is not such a game.
    """
    if kept["version"] != VERSION:
        raise ValueError(f"a game of version {kept['version']}, not {VERSION}")
    session = read_saved_game(kept["pgn"], "its PGN", TimeSetting(seconds=DEFAULT_SECONDS), may_be_over=True)
    game = session.game
    session.seats = {side: _checked_again(seat) for side, seat in session.seats.items()}
    game.notes = [
        replace(note, depth=depth, seconds=seconds, by_arbiter=by_arbiter)
        for note, (depth, seconds, by_arbiter) in zip(game.notes, kept["notes"], strict=True)
    ]
    session.considered = kept["considered"]
    game.ending = Ending(*map(from_json, kept["ending"])) if kept["ending"] else None
    session.pause, session.message = pause_from(kept), from_json(kept["message"])
    session.why = from_json(kept.get("why", ""))  # 1.0.0 did not keep it
    if not _has_its_types(session):
        raise ValueError("a value in it has another type than it was kept with")
    for tried in (session.considered or {}).get("candidates", []):
        tried.setdefault("remarks", [])  # 1.0.0 kept them as a sentence
    return session


def _is_considered(value: Any) -> bool:
    """Returns True if a value from JSON has all that a page shows of the moves that the 1994 program considered."""
    return (
        isinstance(value, dict)
        and all(isinstance(value.get(name, ...), types) for name, types in CONSIDERED_TYPES.items())
        and all(isinstance(tried, dict) for tried in value["candidates"])
    )


def _has_its_types(session: GameSession) -> bool:
    """Returns True if the JSON beside the PGN has the types that a game has."""
    return (
        isinstance(session.message, str)
        and isinstance(session.why, str)
        and (session.considered is None or _is_considered(session.considered))
        and all(isinstance(part, str | None) for part in session.game.ending or ())
        and all(
            type(note.depth) is int
            and isinstance(note.seconds, int | float | None)
            and isinstance(note.by_arbiter, bool)
            and isinstance(note.comment, str)
            for note in session.game.notes
        )
    )
