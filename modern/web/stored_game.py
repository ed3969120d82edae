"""Where games come from: the settings of a new one, a PGN to be gone on with, and the JSON in which one is kept."""

from __future__ import annotations

import io
from typing import Final

from modern.game.clock import TimeControl, TimeSetting, parse_time_control
from modern.game.game import BLACK, SIDE_NAMES, WHITE, Ending
from modern.game.pgn_reading import PgnGame, games_in
from modern.game.pgn_text import header_text
from modern.game.saved_game import SavedGameError, parse_saved_game
from modern.game.session import LiveGame, Refusal
from modern.match.record import PlayedMove
from modern.play.continuing import continued_game
from modern.play.resuming import resumed_game
from modern.players.seats import DEFAULT_PLAYERS
from modern.rules import RulesError
from modern.rules.fen import INITIAL_FEN
from modern.web.game import WebGame
from modern.web.seats import DistantPlayer, Json, WebSeat, seat_from
from modern.web.settings import DEFAULT_SECONDS, control_from, pace_from, pause_from, text_of

#: The most plies that a game from a PGN may have.
MAX_PLIES: Final = 2000
#: The version of the JSON of a kept game.
VERSION: Final = 1


def new_game(settings: Json) -> WebGame:
    """Returns a game for a browser's settings. Raises Refusal.

    `white` and `black` are players, `seconds` or `depth` how long programs think about a move, `clock` the time
    control. It begins at `fen`; or it goes on with the game of `pgn`, at its end or after `ply` plies.
    """
    pgn, fen = text_of(settings, "pgn"), text_of(settings, "fen")
    if pgn and fen:
        raise Refusal("fen and pgn cannot be combined: the PGN has its own starting position")
    if not pgn:
        return _game(settings, LiveGame(_seats(settings), _checked_fen(fen)))
    if settings.get(WHITE) is None and settings.get(BLACK) is None and settings.get("ply") is None:
        return _saved_game(settings, pgn)
    return _game_from_position(settings, pgn)


def _game(settings: Json, live_game: LiveGame) -> WebGame:
    plies = len(live_game.record)
    return WebGame(live_game, pace_from(settings), control_from(settings), pause_from(settings), plies)


def _seats(settings: Json) -> dict[str, WebSeat]:
    return {side: seat_from(settings, side, default) for side, default in DEFAULT_PLAYERS.items()}


def _checked_fen(fen: str) -> str:
    """Returns the FEN of a position in which a game can be played. Raises Refusal."""
    try:
        LiveGame({side: WebSeat("human") for side in DEFAULT_PLAYERS}, fen or INITIAL_FEN)
    except RulesError as error:
        raise Refusal(str(error)) from None
    return fen or INITIAL_FEN


def _saved_game(settings: Json, pgn: str) -> WebGame:
    """Returns the unfinished game of a PGN of `gosub play`, with its own players. Raises Refusal."""
    try:
        saved = parse_saved_game(pgn, "the PGN")
        if len(saved.record) > MAX_PLIES:
            raise Refusal(f"the PGN has {len(saved.record)} plies; at most {MAX_PLIES} are possible")
        seats = {side: WebSeat(spec) for side, spec in saved.seats.items()}
        live_game = resumed_game(seats, saved, "the PGN")
        control = parse_time_control(saved.time_control) if saved.time_control else None
    except (SavedGameError, ValueError) as error:
        raise Refusal(str(error)) from None
    game = WebGame(live_game, saved.pace or TimeSetting(seconds=DEFAULT_SECONDS), control, pause_from(settings))
    if control and min(game.time_left(side, 0.0) for side in seats) <= 0:
        game.clock_from = len(saved.record)  # it was played without clocks since
    return game


def _game_from_position(settings: Json, pgn: str) -> WebGame:
    """Returns a game that goes on from a position of any PGN, with new players. Raises Refusal."""
    game = next(games_in(io.StringIO(pgn), skip_variations=True), None)
    if game is None or game.is_empty:
        raise Refusal("the PGN has no game")
    if game.variant or game.is_chess960:
        raise Refusal(f"the PGN has a game of {header_text(game.variant) or 'Chess960'}, not of chess")
    plies = _plies(settings, game)
    try:
        return _game(settings, continued_game(_seats(settings), game, plies))
    except ValueError as error:
        raise Refusal(f"the PGN: {error}") from None


def _plies(settings: Json, game: PgnGame) -> int:
    """Returns how many plies of a PGN's game are kept. Raises Refusal."""
    ply = settings.get("ply")
    if ply is None:
        if game.main_line_error:
            raise Refusal(f"the PGN: {game.main_line_error}")
        ply = len(game.moves)
    most = min(len(game.moves), MAX_PLIES)
    if not isinstance(ply, int) or isinstance(ply, bool) or not 0 <= ply <= most:
        raise Refusal(f"ply must be a whole number from 0 to {most}")
    return ply


def kept_game(game: WebGame) -> Json:
    """Returns all of a game as JSON, from which `restored_game` makes it again."""
    live_game = game.live_game
    return {
        "version": VERSION,
        "start": live_game.game.start,
        "moves": [list(move) for move in live_game.record],
        "seats": {side: seat.spec for side, seat in live_game.seats.items()},
        "memory": {side: seat.player.memory() for side, seat in live_game.seats.items() if seat.player},
        "seated_at": live_game.seated_at,
        "pace": game.pace.as_json(),
        "pause": game.pause,
        "control": str(game.control) if game.control else None,
        "clock_from": game.clock_from,
        "date": live_game.date,
        "headers": live_game.headers,
        "ending": list(live_game.ending) if live_game.ending else None,
        "message": game.message,
        "considered": game.considered,
    }


def restored_game(kept: Json) -> WebGame:
    """Returns the game that `kept_game` has kept. Raises KeyError, TypeError or ValueError if it is not such a game."""
    if kept["version"] != VERSION:
        raise ValueError(f"a game of version {kept['version']}, not {VERSION}")
    seats = {side: WebSeat(kept["seats"][side]) for side in SIDE_NAMES}
    record = [PlayedMove(*move) for move in kept["moves"]]
    live_game = LiveGame(seats, kept["start"], record, kept["date"])
    for side, memory in kept["memory"].items():
        player = seats[side].player
        assert isinstance(player, DistantPlayer)
        player.remembered = memory
    live_game.seated_at = dict(kept["seated_at"])
    live_game.headers = dict(kept["headers"])
    live_game.ending = Ending(*kept["ending"]) if kept["ending"] else None
    control: TimeControl | None = parse_time_control(kept["control"]) if kept["control"] else None
    game = WebGame(live_game, TimeSetting(**kept["pace"]), control, kept["pause"], kept["clock_from"])
    # A game kept by an earlier version has its message as `notice`; what 1994 considered is not read from it.
    game.message = kept["message"] if "message" in kept else kept["notice"]
    game.considered = kept.get("considered")
    return game


def summary(game: WebGame) -> Json:
    """Returns what a list of games shows of one."""
    live_game = game.live_game
    return {
        WHITE: live_game.seats[WHITE].name,
        BLACK: live_game.seats[BLACK].name,
        "pieces": live_game.game.position.fen().split()[0],
        "turn": live_game.side,
        "last": live_game.record[-1].uci if live_game.record else None,
        "ply": len(live_game.record),
        "result": live_game.ending.result if live_game.ending else "*",
        "human_to_move": game.human_to_move,
        "date": live_game.date,
    }
