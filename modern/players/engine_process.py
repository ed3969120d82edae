"""The processes of outside chess programs: starts them, tracks their process groups, and kills them.

python-chess talks to them: https://python-chess.readthedocs.io/en/latest/engine.html.
"""

from __future__ import annotations

import asyncio
import atexit
import logging
import os
import re
import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import Final, Self, TypeVar

import chess
import chess.engine

from modern.players.engine_log import COMMAND, ERRORS, FROM_PROGRAM, NO_SIDE, TO_PROGRAM, log_line
from modern.players.protocol import PlayerError
from modern.players.spec import START, command_words
from modern.players.xboard_limits import refused_command, refuses_game
from modern.rules.errors import printable
from modern.system import kill_group

T = TypeVar("T")

UCI: Final = "uci"
XBOARD: Final = "xboard"

#: The file descriptor of a program's standard error.
STANDARD_ERROR: Final = 2
#: How the lines with a move begin.
ANSWERS: Final = ("bestmove", "move ")
#: A UCI program's words about its nodes, and about an option that is a number or one of several words.
NODES_REPORTED: Final = re.compile(r"info\b(?:(?! string ).)*? nodes ([0-9]{1,18})\b")
OPTION: Final = re.compile(r"\s*option\s+name\s+(.+?)\s+type\s+(spin|combo)\b(.*)")
FIGURE: Final = re.compile(r"\b(default|min|max)\s+([+-]?[0-9]{1,18})\b")
NO_DEFAULT: Final = "no default"
CHOICE: Final = re.compile(r"\b(default|var)\b\s*(.*?)\s*(?=\bdefault\b|\bvar\b|$)")
#: A search that has used its nodes is stopped after this many seconds.
NODES_GRACE: Final = 0.05

#: The features of xboard's protocol without which python-chess cannot play.
NEEDED_FEATURES: Final = ("ping", "setboard")
#: How long python-chess waits for the features, in seconds, and how often it waits: a busy machine starts them late.
FEATURES_SECONDS: Final = 2
FEATURES_ATTEMPTS: Final = 3
#: Its first message.
INTRODUCTION: Final = ("xboard", "protover 2")

#: How much of a program's standard error is kept, in bytes, and how much of that an error quotes, in characters.
ERRORS_KEPT: Final = 8192
ERRORS_QUOTED: Final = 200
#: How long after the end of a program its standard error is still read, in seconds.
ERRORS_GRACE: Final = 0.5
#: An error from python-chess is also cut after this number of characters.
ERROR_LENGTH: Final = 200
#: A hint that Rust programs print after the error.
HINT: Final = "note:"

#: How long a program may take to quit, in seconds.
QUIT_TIMEOUT: Final = 1.0

#: The running programs by their process groups; each program has a group of its own.
_running: dict[int, TrackedProtocol] = {}


class LacksFeature(chess.engine.EngineError):
    """A program does not do what is needed here; the text says what."""


class TrackedProtocol(chess.engine.Protocol):
    """A protocol that records the process group of its program from start to end, and how long its answers take.

    If the program ends, the error has its last line on standard error.

    `asked_at`     when it was last told to move, and `answered_at` when its answer arrived, in seconds of perf_counter.
    `ended`        is set when the program has ended.
    `side`         the side that it plays, for the log.
    """

    asked_at = answered_at = 0.0
    side = NO_SIDE
    _data_at = 0.0
    _errors = b""

    def __init__(self) -> None:
        super().__init__()
        self.ended = threading.Event()
        #: The part of its next line that it has written, for the log.
        self._begun = {FROM_PROGRAM: b"", ERRORS: b""}

    def call(self, action: Callable[[], object]) -> None:
        """Runs an action in the event loop that talks to the program; does nothing if the loop has ended."""
        with suppress(RuntimeError):
            self.loop.call_soon_threadsafe(action)

    def send_line(self, line: str) -> None:
        """Sends a line. The time of a move begins when it is told to go."""
        super().send_line(line)
        self._log(TO_PROGRAM, line)
        if line == "go" or line.startswith("go "):
            self.asked_at = time.perf_counter()

    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        """Notes when bytes arrive. On a busy machine it may take long until they have been handled."""
        assert isinstance(data, bytes)
        self._log_data(ERRORS if fd == STANDARD_ERROR else FROM_PROGRAM, data)
        if fd == STANDARD_ERROR:
            self._errors = (self._errors + data)[-ERRORS_KEPT:]
            return
        self._data_at = time.perf_counter()
        super().pipe_data_received(fd, data)

    def _log(self, kind: str, line: str) -> None:
        if self.transport is not None:
            log_line(self.side, self.transport.get_pid(), kind, line)

    def _log_data(self, kind: str, data: bytes) -> None:
        """Logs the lines that are complete now."""
        *lines, self._begun[kind] = (self._begun[kind] + data).split(b"\n")
        for line in lines:
            self._log(kind, line.decode("utf-8", "replace").rstrip("\r"))

    async def communicate(self, command_factory: Callable[[Self], chess.engine.BaseCommand[T]]) -> T:
        """Runs a command. Raises EngineTerminatedError with the program's last words if it ends."""
        try:
            return await super().communicate(command_factory)
        except chess.engine.EngineTerminatedError as error:
            words = last_words(self._errors.decode("utf-8", "replace"))
            raise chess.engine.EngineTerminatedError(f"{error}{words and f'; its last words: {words}'}") from None

    def _line_received(self, line: str) -> None:
        if line.startswith(ANSWERS):
            self.answered_at = self._data_at
        super()._line_received(line)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Records the process group."""
        super().connection_made(transport)
        assert isinstance(transport, asyncio.SubprocessTransport)
        _running[transport.get_pid()] = self

    def process_exited(self) -> None:
        """Waits no longer for its standard error, which a process that it has left running may hold open."""
        super().process_exited()
        assert self.transport is not None
        errors = self.transport.get_pipe_transport(STANDARD_ERROR)
        if errors is not None:
            self.loop.call_later(ERRORS_GRACE, errors.close)

    def connection_lost(self, exc: Exception | None) -> None:
        """Kills the processes that the program has left running. It has ended itself: its pipes are closed."""
        if self.transport is not None:
            kill(self.transport.get_pid())
        self.ended.set()
        super().connection_lost(exc)


class TrackedUci(TrackedProtocol, chess.engine.UciProtocol):
    """UCI, with its process group recorded.

    `most_nodes`  a search that reports this many nodes and does not end is stopped; None for no limit.
    `infinite`    a search has no limit at all: python-chess sends a bare `go` then, which some answer at once.
    `warnings`    sentences about the options that it declares.
    """

    def __init__(self) -> None:
        super().__init__()
        self.most_nodes: int | None = None
        self.infinite = False
        self.warnings: list[str] = []
        self._unknown: list[str] = []
        self._searches = 0

    def send_line(self, line: str) -> None:
        """Sends a line; a search without a limit gets the word `infinite`."""
        is_bare = self.infinite and line.partition(" ")[0] == "go"
        super().send_line(line.replace("go", "go infinite", 1) if is_bare else line)

    def _line_received(self, line: str) -> None:
        """Adds a default that an option's values lack, and stops a search that has reached its nodes."""
        if not self.initialized:
            line = self._widened(line)
            if line.strip() == "uciok":
                for name in self._unknown:  # their values are sent, even the one taken for the default
                    del self.config[name], self.target_config[name]
        elif line.startswith("bestmove"):
            self._searches += 1
        elif self.most_nodes is not None and (nodes := NODES_REPORTED.match(line)) and int(nodes[1]) >= self.most_nodes:
            # A program that obeys ends by itself.
            self.most_nodes = None
            self.loop.call_later(NODES_GRACE, self._stop_search, self._searches)
        super()._line_received(line)

    def _stop_search(self, number: int) -> None:
        if self._searches == number and not self.returncode.done():
            self.send_line("stop")

    def _widened(self, line: str) -> str:
        """Returns the line, with values that contain the default: python-chess refuses the program otherwise."""
        option = OPTION.match(line)
        if option is None:
            return line
        name, kind, rest = option.groups()
        fault, values = _spin_fault(rest) if kind == "spin" else _combo_fault(rest)
        if not fault:
            return line
        if fault.startswith(NO_DEFAULT):
            self._unknown.append(name)
        self.warnings.append(f"its option {printable(name)} has {printable(fault)}")
        return f"option name {name} type {kind} {values}"


def _spin_fault(text: str) -> tuple[str, str]:
    """Returns the fault of a number's default, and values that contain it; both are empty without a fault."""
    figures = {word: int(number) for word, number in FIGURE.findall(text)}
    default = figures.get("default", figures.get("min", 0))
    low, high = figures.get("min", default), figures.get("max", default)
    fault = "" if low <= default <= high else f"the default {default}, which is not from {low} to {high}"
    if "default" not in figures:
        fault = f"{NO_DEFAULT}; {default} is taken for it"
    return fault, fault and f"default {default} min {min(low, default)} max {max(high, default)}"


def _combo_fault(text: str) -> tuple[str, str]:
    """Returns the fault of a word's default, and choices that contain it; both are empty without a fault."""
    words = CHOICE.findall(text)
    choices = [value for word, value in words if word == "var"]
    default = next((value for word, value in words if word == "default"), "")
    fault = "" if default in choices else f"the default {default}, which is not one of its choices"
    if not default and choices:
        default = choices[0]
        fault = f"{NO_DEFAULT}; {default} is taken for it"
    values = dict.fromkeys([*choices, default])
    return fault, fault and " ".join([f"default {default}", *(f"var {value}" for value in values)])


class TrackedXBoard(TrackedProtocol, chess.engine.XBoardProtocol):
    """xboard's protocol, with its process group recorded.

    It sends the limits of a move itself. python-chess sends fractions of seconds, which the protocol does not have, and
    turns nodes into seconds.

    `limits_of_move`  returns the lines to be sent for the next move; its argument is True for a new game.
    `refusals`        the engine's answers to commands that it does not know.
    `refused_game`    its answer to the position or a move that it refuses; empty if it has refused nothing.
    """

    def __init__(self) -> None:
        super().__init__()
        self.limits_of_move: Callable[[bool], Sequence[str]] = lambda _new_game: ()
        self.refusals: dict[str, str] = {}
        self.refused_game = ""
        self._new_game_sent = self._introduced = False

    async def initialize(self) -> None:
        """Introduces itself. Raises LacksFeature for a program that speaks the protocol and cannot be used."""
        try:
            for attempt in range(1, FEATURES_ATTEMPTS + 1):
                try:
                    return await super().initialize()
                except chess.engine.EngineTerminatedError:
                    raise
                except chess.engine.EngineError:
                    if self.features or attempt == FEATURES_ATTEMPTS:
                        raise
                    self._introduced = True
        except chess.engine.EngineTerminatedError:
            raise
        except chess.engine.EngineError:
            lacking = [name for name in NEEDED_FEATURES if not self.features.get(name)]
            if not self.features:
                seconds = FEATURES_ATTEMPTS * FEATURES_SECONDS
                raise LacksFeature(f"has named no features within {seconds} s of protover 2") from None
            if lacking:
                raise LacksFeature(f"lacks {' and '.join(lacking)}, which gosub needs") from None
            raise

    def send_line(self, line: str) -> None:
        """Sends a line, and notices a new game. Introduces itself only once."""
        if self._introduced and line in INTRODUCTION:
            return
        self._new_game_sent |= line == "new"
        super().send_line(line)

    def _new(
        self,
        board: chess.Board,
        game: object,
        options: chess.engine.ConfigMapping,
        opponent: chess.engine.Opponent | None = None,
    ) -> None:
        super()._new(board, game, options, opponent)
        for line in self.limits_of_move(self._new_game_sent):
            self.send_line(line)
        self._new_game_sent = False

    def _line_received(self, line: str) -> None:
        """Keeps the refusal of a command: python-chess would take it for an answer with an illegal move."""
        if command := refused_command(line):
            self.refusals[command] = line.strip()
        elif refuses_game(line):
            self.refused_game = line.strip()
            super()._line_received(f"Error (refused): {line}")  # python-chess knows only some of these lines
        else:
            super()._line_received(line)


PROTOCOLS: Final[dict[str, type[chess.engine.Protocol]]] = {UCI: TrackedUci, XBOARD: TrackedXBoard}


def in_background(action: Callable[[], T]) -> Future[T]:
    """Runs an action in a thread that keeps no process alive, and neither do those that it starts."""
    future: Future[T] = Future()

    def run() -> None:
        try:
            future.set_result(action())
        except BaseException as error:
            future.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return future


def kill(group: int) -> None:
    """Kills a program that was started here, and the processes it has started itself."""
    if _running.pop(group, None):
        kill_group(group)


def kill_all() -> None:
    """Kills all programs that were started here, and the processes they have started."""
    for group in tuple(_running):
        kill(group)


def quit_all(programs: Iterable[TrackedProtocol]) -> None:
    """Tells programs to quit, and waits at most QUIT_TIMEOUT for all of them."""
    told = list(programs)
    for program in told:
        program.call(partial(program.send_line, "quit"))
    deadline = time.perf_counter() + QUIT_TIMEOUT
    for program in told:
        program.ended.wait(max(0.0, deadline - time.perf_counter()))


@atexit.register
def _end_all() -> None:
    """Ends the programs that nobody has closed when the process ends. The threads that talk to them still run then."""
    try:
        quit_all(_running.values())
    finally:  # Ctrl-C may interrupt the wait
        kill_all()


def start_engine(protocol: str, command: str, timeout: float) -> chess.engine.SimpleEngine:
    """Starts a command that speaks UCI or XBOARD. Raises PlayerError.

    `timeout` is how long the program may take to introduce itself, in seconds.
    """
    # python-chess logs lines outside the protocol, and that would go to our standard error.
    for name in ("chess.engine", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    arguments = _split_command(protocol, command)
    groups_before = set(_running)
    kind = PROTOCOLS[protocol]

    def start() -> chess.engine.SimpleEngine:
        return chess.engine.SimpleEngine.popen(kind, arguments, timeout=timeout, setpgrp=True, stderr=subprocess.PIPE)

    try:
        engine = in_background(start).result()
        log_line(NO_SIDE, engine.transport.get_pid(), COMMAND, f"{protocol}:{command}")
        return engine
    except TimeoutError:
        reason = f"does not speak {protocol}: no answer within {timeout:g} s; a slow one is given more by [{START}=60]"
    except LacksFeature as error:
        reason = str(error)
    except chess.engine.EngineError as error:
        reason = f"does not speak {protocol}: {one_line(error)}"
    except FileNotFoundError:
        command, reason = arguments[0], f"not found{_path_meant(command)}"
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or one_line(error)
    for group in _running.keys() - groups_before:
        kill(group)
    raise PlayerError(f"{protocol}:{printable(command)}: {reason}")


def _split_command(protocol: str, command: str) -> list[str]:
    try:
        arguments = command_words(command)
    except ValueError as error:
        raise PlayerError(f"{protocol}:{printable(command)}: not a command: {error}") from None
    if not arguments:
        raise PlayerError(f"there is no command after {protocol}:; an outside program is written {protocol}:COMMAND")
    return arguments


def _path_meant(command: str) -> str:
    """Returns `, nor is ...` for a command without quotation marks whose path seems to go on after a blank, else ''."""
    first, *others = command.partition(" -")[0].split(" ")
    goes_on = '"' not in command and os.sep in first and any(os.sep in word for word in others)
    return f", nor is {printable(' '.join([first, *others]))}" if goes_on else ""


def one_line(error: BaseException) -> str:
    """Returns the text of an error on one line."""
    return " ".join(str(error).split())[: ERROR_LENGTH + ERRORS_QUOTED] or type(error).__name__


def last_words(errors: str) -> str:
    """Returns on one line a program's last message on its standard error, from the last line that is not indented.

    So it is the error itself, and not where it happened, in C++, Java, Python and Rust. It has no control characters.
    """
    lines = [line for line in errors.splitlines() if line.strip() and not line.startswith(HINT)]
    start = max((number for number, line in enumerate(lines) if not line[0].isspace()), default=0)
    text = printable(" ".join(lines[start:]))
    return text if len(text) <= ERRORS_QUOTED else f"{text[:ERRORS_QUOTED]}..."
