"""One thought of a player, in whatever process or web worker it runs: a task in JSON, events as it thinks, a result.

`task_json` makes the task of a game, and `Thinker.think` reads it and makes the result, which `finish_task` reads.
Events are `line`, printed by the 1994 program about each move that it tries, and `report`, a program's depth, score
and line.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import asdict
from typing import Final

from historic.study.terms import TERMS, board_from_state
from modern.engine.control import Control
from modern.facts import as_json, fact, fact_of, from_json, joined, told
from modern.game.game import Game
from modern.game.move_notes import MoveNote
from modern.game.pgn_text import comment_text
from modern.game.session import HINT, HINT_PLAYER, MOVE, GameSession
from modern.limits import Clock, Limits
from modern.players import PLAYERS, Decision, Player, PlayerError, player_named
from modern.players.historic import HistoricPlayer
from modern.players.position_search import PositionSearch
from modern.players.reasons import reason
from modern.players.seats import seat_name
from modern.players.tried_moves import PIECE_NAMES, move_data, tried_moves
from modern.report import Report, Score
from modern.rules import Position, RulesError
from modern.web.settings import Json

#: Sends an event to the browser.
Emit = Callable[[Json], None]

#: The name of the player that gives hints.
HINT_NAME: Final = PLAYERS[HINT_PLAYER].title
#: How many players a process keeps, each with its knowledge from the game (its transposition table).
PLAYERS_KEPT: Final = 4
#: How many moves of a line are shown.
LINE_MOVES: Final = 8
#: The shortest time between two reports of a thought, in seconds.
REPORT_INTERVAL: Final = 0.1


def task_json(session: GameSession, game_id: str, watched: bool = True) -> Json | None:
    """Returns the task of the program that is to think now; None if none is.

    The 1994 program pauses after each move that it tries if somebody watches, unless its clock runs.
    """
    task = session.task()
    if task is None:
        return None
    pause = session.pause if watched and not session.control else 0.0
    return {**asdict(task), "game": game_id, "pause": pause}


def limits_from(limits: Json) -> Limits:
    clocks = {side: Clock(*limits[side]) if limits[side] else None for side in ("white", "black")}
    return Limits(**{**limits, **clocks})


class Thinker:
    """Thinks about tasks, one after another, with the players of the last few games."""

    def __init__(self) -> None:
        self.players: OrderedDict[tuple[str, str, str], Player] = OrderedDict()

    def think(self, task: Json, emit: Emit, control: Control | None = None) -> Json:
        """Returns the result of a task, with `error` if the player cannot continue. `control` can stop it."""
        result = {"number": task["number"], "kind": task["kind"]}
        try:
            game = Game(task["start"], task["moves"])
            player = self._player(task)
            player.recall(game, task["memory"])
            events = SearchEvents(game.position, emit, player)
            search = PositionSearch(
                player,
                game,
                limits_from(task["limits"]),
                control=control,
                pause=task["pause"],
                on_report=events.report,
                on_line=events.line,
            )
            decision = search.run()
            events.flush()
            if decision.move is None:
                raise PlayerError(fact("player.returned_no_move"))
            note = search.note()
            return result | {
                "move": decision.move.uci(),
                "score": note.score,
                "depth": note.depth,
                "seconds": note.seconds,
                "by_arbiter": note.by_arbiter,
                "line": search.san_line(LINE_MOVES),
                "notes": as_json(search.remarks),
                **(_of_move(search, decision) if task["kind"] == MOVE else {}),
            }
        except Exception as error:  # whatever is wrong with a player, its game is left to the human
            reason = fact_of(error) or type(error).__name__
            return result | {"error": as_json(fact("player.cannot_continue", player=task["spec"], why=reason))}

    def _player(self, task: Json) -> Player:
        """Returns the player of a task: the one that thought last in this game for this side, or a new one."""
        key = task["game"], task["side"], task["spec"]
        player = self.players.pop(key, None) or player_named(task["spec"])
        self.players[key] = player
        if len(self.players) > PLAYERS_KEPT:
            _, oldest = self.players.popitem(last=False)
            oldest.close()
        return player


class SearchEvents:
    """Sends a search's reports and displays as events; reports at most every REPORT_INTERVAL, and always the last."""

    def __init__(self, position: Position, emit: Emit, player: Player) -> None:
        self.position = position
        self.emit = emit
        self.player = player
        self.unsent: Report | None = None
        self.sent_at = -REPORT_INTERVAL

    def line(self, line: str) -> None:
        """Sends a line that the 1994 program prints, with the move that it has tried."""
        search = self.player.search if isinstance(self.player, HistoricPlayer) else None
        move = {}
        if search and search.tried:
            state = search.arbiter.state
            move = move_data(board_from_state(state), state, search.side, search.tried[-1].move, self.position)
        self.emit({"type": "line", "text": line, **move})

    def report(self, report: Report) -> None:
        """Sends the best line of a report, at once or later."""
        if report.multipv == 1:
            self.unsent = report
            if time.perf_counter() - self.sent_at >= REPORT_INTERVAL:
                self.flush()

    def flush(self) -> None:
        """Sends the latest report, if it has not been sent yet."""
        report, self.unsent = self.unsent, None
        if report is None:
            return
        self.sent_at = time.perf_counter()
        self.emit(
            {
                "type": "report",
                "depth": report.depth,
                "score": str(report.score.for_white(self.position.side)),
                "uci": report.pv[0].uci() if report.pv else None,
                "mover_score": list(report.score),
                "pv": self.position.variation_san(report.pv[:LINE_MOVES]),
                "nodes": report.nodes,
                "seconds": round(report.seconds, 3),
            }
        )


def result_of_report(task: Json, report: Json) -> Json:
    """Returns the result of a task whose player was ended before it answered: the move that it reported last."""
    return {
        "number": task["number"],
        "kind": task["kind"],
        "move": report["uci"],
        "score": report["mover_score"],
        "depth": report["depth"],
        "seconds": report["seconds"],
        "by_arbiter": False,
        "line": report["pv"],
        "notes": [],
        "memory": task["memory"],
        "considered": None,
        "why": "",
    }


def _of_move(search: PositionSearch, decision: Decision) -> Json:
    """Returns the fields that the result of a move has and the result of a hint lacks."""
    search.explain()
    player = search.player
    return {"memory": player.memory(), "considered": _considered(player, decision), "why": as_json(reason(search))}


def _considered(player: Player, decision: Decision) -> Json | None:
    """Returns the event `considered`: the moves that the 1994 program tried (modern.players.tried_moves).

    With them are the names of the piece numbers and of the terms. None for another player, and for a move of its book.
    """
    search = player.search if isinstance(player, HistoricPlayer) else None
    if search is None or decision.move is None:
        return None
    arbiter, reading = search.arbiter, search.program.reading
    tried = tried_moves(
        arbiter.state,
        search.side,
        search.tried,
        search.best,
        position=arbiter.position,
        played=decision.move.uci(),
        reading=reading,
    )
    line = search.tried[-1].printed.rstrip() if search.tried else ""
    return {"type": "considered", **tried, "line": line, "pieces": PIECE_NAMES, "terms": TERMS}


def finish_task(session: GameSession, result: Json, now: float) -> list[Json]:
    """Takes the result of a task: makes the program's move, or ends the hint. Returns the events to be shown.

    The result of a task that is no longer wanted is ignored.
    """
    if result["number"] != session.task_number:
        return []
    if "error" in result:
        session.fail(from_json(result["error"]))
        return []
    score = Score(*result["score"]) if result["score"] else None
    try:
        move = session.game.position.parse_uci(result["move"])
    except RulesError:
        name = HINT_NAME if result["kind"] == HINT else seat_name(session.seat)
        session.fail(fact("player.no_legal_move", player=name))
        return []
    if result["kind"] == HINT:
        san = session.game.position.san(move)
        session.end_hint()
        text = fact("player.hint", player=HINT_NAME, line=result["line"] or san)
        if score:
            text = fact("player.hint_with_score", **text.values, score=str(score.for_white(session.side)))
        return [{"type": "hint", "uci": move.uci(), "san": san, **told(text=text)}]
    plies = len(session.game.moves)
    remarks = from_json(result["notes"])
    note = MoveNote(score, result["depth"], float(result["seconds"]), result["by_arbiter"], comment_text(remarks))
    session.make_program_move(move, note, now, result["memory"])
    if len(session.game.moves) == plies:  # its time had run out
        return []
    session.message = joined(remarks)
    session.considered, session.why = result["considered"], from_json(result["why"])
    return [session.considered] if session.considered else []
