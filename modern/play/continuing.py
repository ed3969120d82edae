"""Goes on with a game of any PGN: its moves are kept, and new players take their seats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from modern.game.game import SIDE_NAMES
from modern.game.pgn_reading import PgnGame
from modern.game.pgn_text import header_value
from modern.game.saved_game import recorded_move, saved_seats
from modern.game.session import LiveGame
from modern.players.seats import Seat
from modern.rules.fen import INITIAL_FEN

#: The header that says which game goes on.
ORIGIN: Final = "ContinuedFrom"


def continued_game(seats: Mapping[str, Seat], game: PgnGame, plies: int) -> LiveGame:
    """Returns a game that begins with the first `plies` plies of another.

    Their comments are kept, with clocks and evaluations; glyphs and variations are not. A player that sat there before,
    in a game of `gosub play`, gets its memory back. Raises ValueError if a memory cannot be read, and RulesError if the
    game has an illegal position or move.
    """
    record = [recorded_move(move) for move in game.moves[:plies]]
    live_game = LiveGame(seats, game.initial_fen or INITIAL_FEN, record)
    for side, (spec, memory) in saved_seats(game).items():
        seat = live_game.seats[side]
        live_game.seated_at[side] = 0 if seat.spec == spec else plies
        if seat.player and seat.spec == spec:
            seat.player.recall(live_game.game, memory)
    live_game.headers[ORIGIN] = origin(game, plies)
    return live_game


def origin(game: PgnGame, plies: int) -> str:
    """Returns which game goes on, and from which ply: `Anna - Bert, Club championship, after ply 22`."""
    names = " - ".join(header_value(game.headers.get(name, "?")) for name in SIDE_NAMES.values())
    event = header_value(game.headers.get("Event", "?"))
    return ", ".join([names, *([event] if event != "?" else []), f"after ply {plies}"])
