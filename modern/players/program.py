"""Programs that run beside this one and play chess: begun, known by their process groups, and ended.

Python-chess speaks with them: https://python-chess.readthedocs.io/en/latest/engine.html.
"""

from __future__ import annotations

import asyncio
import logging
import os
import shlex
import signal
import subprocess
from contextlib import suppress
from typing import Final

import chess.engine

from modern.players.protocol import PlayerError

UCI: Final = "uci"
XBOARD: Final = "xboard"

#: The programs that run, by the process group that each has to itself.
_groups: set[int] = set()


class Noted(chess.engine.Protocol):
    """What is noted of a program, whatever it speaks: its process, from its first moment to its last."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Note it."""
        super().connection_made(transport)
        _note(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        _forget(self.transport)
        super().connection_lost(exc)


class Uci(Noted, chess.engine.UciProtocol):
    """UCI."""


class XBoard(Noted, chess.engine.XBoardProtocol):
    """Xboard's protocol."""


PROTOCOLS: Final[dict[str, type[chess.engine.Protocol]]] = {UCI: Uci, XBOARD: XBoard}


def _note(transport: asyncio.BaseTransport) -> None:
    assert isinstance(transport, asyncio.SubprocessTransport)
    _groups.add(transport.get_pid())


def _forget(transport: asyncio.SubprocessTransport | None) -> None:
    """Once its pipes are closed a program has ended; what it began itself ends with it."""
    if transport is not None:
        kill(transport.get_pid())


def kill(group: int) -> None:
    """End a program that was begun here, and what it has begun itself."""
    if group in _groups:
        _groups.discard(group)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)


def kill_all() -> None:
    """End every program that was begun here, and what these have begun."""
    for group in tuple(_groups):
        kill(group)


def begun(protocol: str, command: str, patience: float) -> chess.engine.SimpleEngine:
    """A program that is run by a command, and speaks UCI or XBOARD. Raises PlayerError.

    `patience` is how long it may take to say so, in seconds.
    """
    # Whatever a program says that is no chess, python-chess would put on our standard error.
    for name in ("chess.engine", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    words = _words_of(command)
    earlier = set(_groups)
    try:
        return chess.engine.SimpleEngine.popen(
            PROTOCOLS[protocol], words, timeout=patience, setpgrp=True, stderr=subprocess.DEVNULL
        )
    except TimeoutError:
        reason = f"it does not speak {protocol}: no answer within {patience:g} s"
    except chess.engine.EngineError as error:
        reason = f"it does not speak {protocol}: {line_of(error)}"
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or line_of(error)
    for group in _groups - earlier:
        kill(group)
    raise PlayerError(f"{command} cannot be played with: {reason}")


def _words_of(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise PlayerError(f"{command} is no command: {error}") from None
    if not words:
        raise PlayerError("a player from outside is uci:COMMAND or xboard:COMMAND")
    return words


def line_of(error: BaseException) -> str:
    """What an error says, on one line."""
    return " ".join(str(error).split())[:200] or type(error).__name__
