"""One thought of a player, in whatever process or web worker it runs: a task in JSON, events as it thinks, a result.

A task names the player, the game and the limits (modern.web.game). Events are `line`, what the program of 1994 prints
about each move that it tries, and `report`, a program's depth, score and line.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from historic.study.terms import TERMS
from modern.engine.control import Control
from modern.engine.limits import Clock, Limits
from modern.engine.report import Report
from modern.game.game import BLACK, WHITE
from modern.players import Decision, Game, MoveRequest, Player, PlayerError, player_named
from modern.players.historic import HistoricPlayer
from modern.players.tried_moves import PIECE_NAMES, tried_moves
from modern.rules import Position
from modern.web.game import MOVE
from modern.web.seats import Json

#: Sends an event to the browser.
Emit = Callable[[Json], None]

#: How many players a process keeps, each with what it has learnt in its game (its transposition table).
PLAYERS_KEPT: Final = 4
#: How many moves of a line are shown.
LINE_MOVES: Final = 8
#: The shortest time between two reports of a thought, in seconds.
REPORT_INTERVAL: Final = 0.1
#: How often a pause asks whether it has to end, in seconds.
PAUSE_STEP: Final = 0.02


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
            return result | self._decide(task, player, ShownThought(task, game, emit, control or Control()))
        except Exception as error:  # whatever is wrong with a player, its game is left to the human
            reason = " ".join(str(error).split()) or type(error).__name__
            return result | {"error": f"{task['spec']} cannot continue: {reason}"}

    def _player(self, task: Json) -> Player:
        """Returns the player of a task: the one that thought last in this game for this side, or a new one."""
        key = str(task.get("game", "")), task["side"], task["spec"]
        player = self.players.pop(key, None) or player_named(task["spec"])
        self.players[key] = player
        if len(self.players) > PLAYERS_KEPT:
            _, oldest = self.players.popitem(last=False)
            oldest.close()
        return player

    def _decide(self, task: Json, player: Player, thought: ShownThought) -> Json:
        start = time.perf_counter()
        decision = player.decide(thought.turn)
        seconds = time.perf_counter() - start
        thought.flush()
        if decision.move is None:
            raise PlayerError("it returned no legal move")
        return {
            "move": decision.move.uci(),
            "score": list(decision.score) if decision.score else None,
            "depth": decision.depth,
            "seconds": round(seconds, 4),
            "line": thought.line(decision),
            "notes": thought.notes,
            "memory": player.memory() if task["kind"] == MOVE else "",
            "considered": _considered(player, decision) if task["kind"] == MOVE else None,
        }


class ShownThought:
    """A thought in progress: the turn of a player, which sends events."""

    def __init__(self, task: Json, game: Game, emit: Emit, control: Control) -> None:
        self.side = game.position.side
        self.position = Position.from_fen(game.position.fen())
        self.emit = emit
        self.pause = float(task.get("pause", 0.0))
        self.notes: list[str] = []
        self.unsent: Report | None = None
        self.sent_at = -REPORT_INTERVAL
        self.turn = MoveRequest(game, limits_of(task), control, self._report, self.notes.append, self._show)

    def line(self, found: Decision | Report) -> str:
        """Returns the beginning of a line in SAN, with move numbers."""
        return self.position.variation_san(found.pv[:LINE_MOVES])

    def _report(self, report: Report) -> None:
        if report.multipv != 1:
            return
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
                "score": str(report.score.for_white(self.side)),
                "uci": report.pv[0].uci() if report.pv else None,
                "mover_score": list(report.score),
                "pv": self.line(report),
                "nodes": report.nodes,
                "seconds": round(report.seconds, 3),
            }
        )

    def _show(self, line: str) -> None:
        self.emit({"type": "line", "text": line.rstrip()})
        deadline = time.perf_counter() + self.pause
        while time.perf_counter() < deadline and not self.turn.control.stopped:
            time.sleep(min(PAUSE_STEP, self.pause))


def limits_of(task: Json) -> Limits:
    """Returns the limits of a task."""
    if "clocks" not in task:
        return Limits(seconds=task.get("seconds"), depth=task.get("depth"), nodes=task.get("nodes"))
    white, black = (Clock(task["clocks"][side], task["increment"]) for side in (WHITE, BLACK))
    return Limits(white=white, black=black)


def _considered(player: Player, decision: Decision) -> Json | None:
    """Returns the event `considered`: the moves that the program of 1994 tried (modern.players.tried_moves).

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
        legal=arbiter.allowed_by_uci,
        played=decision.move.uci(),
        reading=reading,
    )
    return {"type": "considered", **tried, "pieces": PIECE_NAMES, "terms": TERMS}
