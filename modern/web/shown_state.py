"""The state of a game as the browser shows it: one JSON object, sent whole after each change (docs/serve.md)."""

from __future__ import annotations

from typing import Final

from modern.engine.report import Score
from modern.game.game import BLACK, NO_RESULT, WHITE
from modern.game.session import describe_ending
from modern.match.record import PlayedMove
from modern.rules.bitboard import SQUARE_NAMES
from modern.web.game import WebGame
from modern.web.seats import Json

#: What a note says of a move that the program did not choose itself.
ARBITER: Final = "the arbiter plays"


def shown_state(game: WebGame, now: float, queued: int | None = None) -> Json:
    """Returns the state of a game. `queued` is how many thoughts come before the one that it waits for."""
    live_game = game.live_game
    position = live_game.game.position
    fen = position.fen()
    moves = live_game.game.moves
    ending = live_game.ending
    return {
        **{side: _seat_json(game, side) for side in (WHITE, BLACK)},
        "start_fen": live_game.game.start,
        "fen": fen,
        "pieces": fen.split()[0],
        "turn": live_game.side,
        "ply": len(moves),
        "moves": [_move_json(game, ply, played) for ply, played in enumerate(live_game.record, 1)],
        "legal": _legal(game),
        "last": moves[-1].uci() if moves else None,
        "check": SQUARE_NAMES[position.king_square(position.turn)] if position.is_check() else None,
        "clocks": _clocks(game, now),
        "thinking": game.task() is not None,
        "queued": queued,
        "result": ending.result if ending else NO_RESULT,
        "termination": describe_ending(ending) if ending else "",
        "message": game.message or _claim(game),
        "allowed": game.allowed(),
    }


def _seat_json(game: WebGame, side: str) -> Json:
    seat = game.live_game.seats[side]
    return {"name": seat.name, "spec": seat.spec, "human": seat.player is None}


def _move_json(game: WebGame, ply: int, played: PlayedMove) -> Json:
    """Returns a move; its score is from White's side, its depth in plies, its clock and its time in seconds."""
    side = WHITE if _is_white(game, ply) else BLACK
    human = game.live_game.seats[side].player is None
    return {
        "uci": played.uci,
        "san": game.sans[ply - 1],
        "fen": game.fens[ply - 1],
        "by": "human" if human else "arbiter" if ARBITER in played.notes else "program",
        "clock": game.clock_after(ply),
        "note": played.notes,
        "score": _recorded_score(played.score, side),
        "depth": played.depth,
        "seconds": played.seconds,
    }


def _is_white(game: WebGame, ply: int) -> bool:
    """Returns True if White made a ply."""
    white_to_move = game.live_game.side == WHITE
    return white_to_move == ((len(game.live_game.record) - ply) % 2 == 1)


def _recorded_score(text: str, side: str) -> str:
    """Returns the text of a recorded score from White's side; '' if there is none."""
    return str(Score.parse(text).for_white(side)) if text else ""


def _legal(game: WebGame) -> list[Json]:
    """Returns the legal moves of a human to move; none if nobody is to move here."""
    if not game.human_to_move:
        return []
    position = game.live_game.game.position
    return [{"uci": move.uci(), "san": position.san(move)} for move in position.legal_moves()]


def _clocks(game: WebGame, now: float) -> Json | None:
    if game.control is None:
        return None
    running = game.live_game.side if game.turn_began is not None and game.live_game.ending is None else None
    left = {side: round(max(0.0, game.time_left(side, now)), 2) for side in (WHITE, BLACK)}
    return {**left, "running": running}


def _claim(game: WebGame) -> str:
    may_claim = game.human_to_move and game.live_game.may_claim_draw()
    return f"{game.live_game.side.capitalize()} may claim a draw." if may_claim else ""
