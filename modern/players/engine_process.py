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
_process_groups: set[int] = set()


class TrackedProtocol(chess.engine.Protocol):
    """What is noted of a program, whatever it speaks: its process, from its first moment to its last."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Note it."""
        super().connection_made(transport)
        _track(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        _end(self.transport)
        super().connection_lost(exc)


class TrackedUci(TrackedProtocol, chess.engine.UciProtocol):
    """UCI."""


class TrackedXBoard(TrackedProtocol, chess.engine.XBoardProtocol):
    """Xboard's protocol."""


PROTOCOLS: Final[dict[str, type[chess.engine.Protocol]]] = {UCI: TrackedUci, XBOARD: TrackedXBoard}


def _track(transport: asyncio.BaseTransport) -> None:
    assert isinstance(transport, asyncio.SubprocessTransport)
    _process_groups.add(transport.get_pid())


def _end(transport: asyncio.SubprocessTransport | None) -> None:
    """Once its pipes are closed a program has ended; what it began itself ends with it."""
    if transport is not None:
        kill(transport.get_pid())


def kill(group: int) -> None:
    """End a program that was begun here, and what it has begun itself."""
    if group in _process_groups:
        _process_groups.discard(group)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)


def kill_all() -> None:
    """End every program that was begun here, and what these have begun."""
    for group in tuple(_process_groups):
        kill(group)


def start_engine(protocol: str, command: str, timeout: float) -> chess.engine.SimpleEngine:
    """A program that is run by a command, and speaks UCI or XBOARD. Raises PlayerError.

    `patience` is how long it may take to say so, in seconds.
    """
    # Whatever a program says that is no chess, python-chess would put on our standard error.
    for name in ("chess.engine", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    arguments = _split_command(command)
    groups_before = set(_process_groups)
    try:
        return chess.engine.SimpleEngine.popen(
            PROTOCOLS[protocol], arguments, timeout=timeout, setpgrp=True, stderr=subprocess.DEVNULL
        )
    except TimeoutError:
        reason = f"it does not speak {protocol}: no answer within {timeout:g} s"
    except chess.engine.EngineError as error:
        reason = f"it does not speak {protocol}: {one_line(error)}"
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or one_line(error)
    for group in _process_groups - groups_before:
        kill(group)
    raise PlayerError(f"{command} cannot be played with: {reason}")


def _split_command(command: str) -> list[str]:
    try:
        arguments = shlex.split(command)
    except ValueError as error:
        raise PlayerError(f"{command} is no command: {error}") from None
    if not arguments:
        raise PlayerError("a player from outside is uci:COMMAND or xboard:COMMAND")
    return arguments


def one_line(error: BaseException) -> str:
    """What an error says, on one line."""
    return " ".join(str(error).split())[:200] or type(error).__name__
