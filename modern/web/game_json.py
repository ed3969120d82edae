"""A game in a browser, as JSON: a page's commands, and the state that it shows (docs/develop/serve-protocol.md)."""

from __future__ import annotations

from typing import Final

from modern.facts import fact, fact_of, told
from modern.game.game import NO_RESULT, SIDES, side_fact
from modern.game.session import GameSession, Refusal
from modern.players.seats import seat_names
from modern.rules import IllegalMove, MoveError
from modern.web.settings import Json, check_choice, check_names

#: The commands of a page.
COMMANDS: Final = ("move", "hint", "take_back", "draw", "resign", "stop")
#: The names in a command.
COMMAND_SETTINGS: Final = ("command", "move", "ply", "confirmed")
#: The longest text of a move that is read, in characters.
MAX_MOVE_TEXT: Final = 100


def do_command(session: GameSession, given: Json, now: float) -> None:
    """Carries out a page's command: `{"command": "move", "move": "e4"}`.

    Raises Refusal if that is not possible, and Question if a yes is needed first: the command is then given again with
    `"confirmed": true`. `stop` is only checked: whatever runs the thought stops it.
    """
    check_names(given, COMMAND_SETTINGS)
    name, ply = given.get("command"), given.get("ply")
    check_choice("command", name, COMMANDS)
    session.check_flag(now)
    if session.is_over:
        raise Refusal(fact("game.is_over"))
    if ply is not None and ply != len(session.game.moves):
        raise Refusal(fact("game.gone_on"))
    if name == "move":
        text = given.get("move")
        if session.human_to_move and not (isinstance(text, str) and text.strip()):
            raise Refusal(fact("setting.move"))
        try:
            session.enter_move(str(text).strip()[:MAX_MOVE_TEXT], now)
        except IllegalMove as error:
            raise Refusal(fact_of(error)) from None
        except MoveError as error:
            raise Refusal(fact("game.type_help", error=fact_of(error))) from None
    elif name == "hint":
        session.ask_for_hint()
    elif name == "take_back":
        session.take_back(now)
    elif name == "draw":
        session.draw(given.get("confirmed") is True)
    elif name == "resign":
        if not session.human_sides:
            raise Refusal(fact("game.no_human"))
        session.resign()
    elif not session.allowed()["stop"]:
        raise Refusal(fact("game.nobody_thinks"))


def shown_state(session: GameSession, now: float, queued: int | None = None) -> Json:
    """Returns the state of a game, which is sent whole after each change.

    `queued` is how many thoughts come before the one that the game waits for.
    """
    game = session.game
    position, ending, fen = game.position, game.ending, game.position.fen()
    message = session.message
    if not message and session.may_claim_draw():
        message = fact("game.may_claim", side=side_fact(session.side))
    clocks: Json | None = None
    if session.control:
        clocks = {side: round(max(0.0, session.time_left(side, now)), 2) for side in SIDES}
        clocks["running"] = session.side if session.turn_began is not None and not session.is_over else None
    # Only a human needs the legal moves.
    legal = position.legal_moves() if session.human_to_move else []
    return {
        **{side: _seat_json(session, side) for side in SIDES},
        "settings": _settings_json(session),
        "start_fen": game.start,
        "fen": fen,
        "pieces": fen.split()[0],
        "turn": session.side,
        "ply": len(game.moves),
        "moves": [_move_json(session, index) for index in range(len(game.moves))],
        "legal": [{"uci": move.uci(), "san": position.san(move)} for move in legal],
        "last": game.last_move.uci() if game.last_move else None,
        "check": game.check_square,
        "clocks": clocks,
        "thinking": session.program_to_move or session.hint_asked,
        "queued": queued,
        "line": (session.considered or {}).get("line", ""),
        "result": ending.result if ending else NO_RESULT,
        **told(termination=ending.sentence if ending else "", message=message, why=session.why),
        "allowed": session.allowed(),
    }


def _settings_json(session: GameSession) -> Json:
    """Returns the times of a game, as the settings of another one have them."""
    control, time = session.control, session.time
    known: Json = {"pause": session.pause, "clock": None}
    if control and not control.moves:
        known["clock"] = {"minutes": control.seconds / 60, "increment": control.increment}
    return known | ({"depth": time.depth} if time.depth else {"seconds": time.seconds} if time.seconds else {})


def _seat_json(session: GameSession, side: str) -> Json:
    seat = session.seats[side]
    return {
        **told(name=seat_names(session.seats)[side]),
        "spec": seat.spec,
        "human": seat.is_human,
        "memory": seat.memory,
    }


def _move_json(session: GameSession, index: int) -> Json:
    """Returns a move; its score is from White's side, its depth in plies, its clock and its time in seconds."""
    game = session.game
    side, note, written = game.side_at(index), game.notes[index], game.written_moves()[index]
    has_clock = session.control is not None and index >= session.clock_from
    return {
        "uci": game.moves[index].uci(),
        "san": written.san,
        "fen": written.fen,
        "by": "human" if session.seats[side].is_human else "arbiter" if note.by_arbiter else "program",
        "clock": round(session.clock_after(side, index + 1), 2) if has_clock else None,
        "note": note.comment,
        "score": str(note.score.for_white(side)) if note.score else "",
        "depth": note.depth,
        "seconds": round(note.seconds or 0.0, 2),
    }
