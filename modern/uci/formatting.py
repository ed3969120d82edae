"""Formats the lines that a UCI engine sends to the GUI."""

from __future__ import annotations

from typing import Final

from modern.engine.report import Report, Score
from modern.players import Decision, Option, Player
from modern.players.protocol import EMPTY, SPIN

#: UCI's null move, for a position without legal moves.
NO_MOVE = "0000"
#: For nodes per second, a shorter search counts as this many seconds.
MIN_SECONDS = 0.001

#: What GUIs expect of every engine: our own players think in one thread. An outside program may have the option itself.
THREADS: Final = Option("Threads", SPIN, "1", 1, 1)


def option_line(option: Option, default: str) -> str:
    """Returns `option name Hash type spin default 16 min 1 max 4096`."""
    line = f"option name {option.name} type {option.type} default {default or EMPTY}"
    if option.type == SPIN:
        line += f" min {option.minimum} max {option.maximum}"
    return line + "".join(f" var {choice}" for choice in option.choices)


def session_options(player: Player) -> list[Option]:
    """Returns the options that a player has only in UCI: those that GUIs expect and that it does not have itself."""
    return [] if any(option.name.lower() == THREADS.name.lower() for option in player.options) else [THREADS]


def introduction_lines(player: Player) -> list[str]:
    """Returns the answer to `uci`. The default of an option is its value now: one that was set in the player's name."""
    lines = [f"id name {player.name}", f"id author {player.author}"]
    options = (*player.options, *session_options(player))
    lines.extend(option_line(option, player.settings.get(option.name, option.default)) for option in options)
    lines.extend(f"option name {button} type button" for button in player.buttons)
    return [*lines, "uciok"]


def info_line(text: str) -> str:
    """Returns an info string: one line of plain ASCII."""
    return f"info string {' '.join(text.split())}".encode("ascii", "backslashreplace").decode()


def score_text(score: Score, bound: str = "") -> str:
    """Returns `cp 35`, `mate -2` or `cp 35 lowerbound`."""
    words = f"cp {score.centipawns}" if score.mate is None else f"mate {score.mate}"
    return f"{words} {bound}".strip()


def report_line(report: Report) -> str:
    """Returns `info depth 5 seldepth 12 multipv 1 score cp 42 nodes .. nps .. hashfull .. time .. pv ..`."""
    return (
        f"info depth {report.depth} seldepth {report.seldepth} multipv {report.multipv}"
        f" score {score_text(report.score, report.bound)} nodes {report.nodes}"
        f" nps {report.nodes / max(report.seconds, MIN_SECONDS):.0f} hashfull {report.hashfull}"
        f" time {1000 * report.seconds:.0f} pv {' '.join(move.uci() for move in report.pv)}"
    )


def bestmove_line(decision: Decision) -> str:
    """Returns `bestmove e2e4 ponder e7e5`."""
    if decision.move is None:
        return f"bestmove {NO_MOVE}"
    ponder = f" ponder {decision.pv[1]}" if len(decision.pv) > 1 else ""
    return f"bestmove {decision.move}{ponder}"
