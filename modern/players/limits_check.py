"""Tries which limits an outside program keeps: in depth, nodes, time and on a clock, in two positions each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from modern.engine.control import Control
from modern.game.game import Game
from modern.limits import Clock, Limits
from modern.players.engine_process import XBOARD
from modern.players.outside import OutsidePlayer
from modern.players.protocol import Decision, MoveRequest, Player, PlayerError

#: Two positions that are in no opening book.
POSITIONS: Final = (
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/P1N2N2/1P2BPPP/R1BQ1RK1 w - - 0 10",
    "8/5pk1/4p1p1/1r5p/3R3P/1P3KP1/5P2/8 w - - 0 40",
)
DEPTH: Final = 3
NODES: Final = 20_000
SECONDS: Final = 0.3
CLOCK: Final = Clock(2.0, 0.02)
#: A program may exceed its limit by this much. A busy machine makes answers late; a whole second is too long.
SECONDS_TOLERANCE: Final = 0.4
NODES_TOLERANCE: Final = 5_000
#: A program that has not answered after this many seconds is told to move.
PATIENCE: Final = 5.0

OBEYS: Final = "yes"
LIMITS: Final = {
    "depth": Limits(depth=DEPTH),
    "nodes": Limits(nodes=NODES),
    "time": Limits(seconds=SECONDS),
    "clock": Limits(white=CLOCK, black=CLOCK),
}


class Kept(NamedTuple):
    """A kind of limit, and how a program keeps it: OBEYS, or its actual behaviour.

    `has_score` says that it reported the score of a position, None if it made no move.
    """

    kind: str
    how: str
    has_score: bool | None = None


def check_limits(start: Callable[[], Player]) -> list[Kept]:
    """Tries each kind of limit with a program that `start` starts anew, because some keep an earlier limit."""
    return [_how_kept(start, kind, limits) for kind, limits in LIMITS.items()]


def _how_kept(start: Callable[[], Player], kind: str, limits: Limits) -> Kept:
    try:
        with start() as player:
            return _tried(player, kind, limits)
    except PlayerError as error:
        return Kept(kind, f"no: {str(error).rpartition('it answers ')[2] or error}")


def _tried(player: Player, kind: str, limits: Limits) -> Kept:
    """Returns how a program keeps a limit in the positions. Raises PlayerError if it refuses or does not answer."""
    if kind == "nodes" and isinstance(player, OutsidePlayer) and player.protocol == XBOARD:
        return Kept(kind, "no such limit")
    player.check_limits(limits)
    has_score = False
    for fen in POSITIONS:
        player.new_game()
        control = Control()
        with control.stop_after(PATIENCE):
            decision = player.decide(MoveRequest(Game(fen), limits, control))
        has_score = has_score or decision.score is not None
        instead = f"goes on until stopped, after {PATIENCE:g} s" if control.stopped else _instead(kind, decision)
        if instead:
            return Kept(kind, instead, has_score)
    return Kept(kind, OBEYS, has_score)


def _instead(kind: str, decision: Decision) -> str:
    """Returns how a program broke its limit, or that it does not tell; empty if it kept it."""
    if (kind, decision.depth) == ("depth", 0) or (kind, decision.nodes) == ("nodes", 0):
        return f"unknown: it reports no {kind}"
    if kind == "depth" and decision.depth > DEPTH:
        return f"reaches {decision.depth} plies of {DEPTH}"
    if kind == "nodes" and decision.nodes > NODES + NODES_TOLERANCE:
        return f"takes {decision.nodes:,} nodes of {NODES:,}"
    limit = {"time": SECONDS + SECONDS_TOLERANCE, "clock": CLOCK.left}.get(kind)
    if limit is not None and decision.seconds > limit:
        return f"takes {decision.seconds:.1f} s of {SECONDS if kind == 'time' else CLOCK.left:g} s"
    return ""
