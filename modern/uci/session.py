"""A UCI session: one thread reads the commands of the GUI, and the player thinks in another.

The player carries out its tasks in the order of the commands. The reading thread itself answers the commands that must
not wait: isready, stop and ponderhit.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import Queue
from threading import Lock, Thread
from typing import BinaryIO, Final

from modern.engine.control import Control
from modern.players import Decision, Game, IllegalAnswer, MoveRequest, OptionError, Player, PlayerError
from modern.players.suggestion import suggestion
from modern.report import Report
from modern.rules import Move
from modern.rules.errors import quoted
from modern.uci.lines import (
    CommandError,
    bestmove_line,
    info_line,
    introduction_lines,
    parse_go,
    parse_position,
    parse_setoption,
    read_lines,
    report_line,
    score_remark,
    session_options,
)

COMMANDS: Final = ("uci", "isready", "ucinewgame", "setoption", "position", "go", "stop", "ponderhit", "quit")
#: Commands that some GUIs send and that need no action.
IGNORED: Final = ("debug", "register")

#: The exit code of a process whose player has crashed.
EXIT_CRASH: Final = 1

Task = Callable[[], None]


class UciSession:
    """A player, and the streams to and from the GUI."""

    def __init__(self, player: Player, input_stream: BinaryIO, output_stream: BinaryIO) -> None:
        self.player = player
        self.introduction = introduction_lines(player)
        self.input_stream = input_stream
        self.output_stream = output_stream
        self.output_lock = Lock()
        #: The error that ends the session, if there was one; whether the session is over.
        self.failure: BaseException | None = None
        self.finished = False
        self.game = Game()
        #: Why the last `position` cannot be read; empty if it could.
        self.position_error = ""
        #: The player's tasks, and the turns among them that are not finished.
        self.tasks: Queue[Task | None] = Queue()
        self.active_turns: list[MoveRequest] = []
        self.commands: dict[str, Callable[[list[str]], None]] = {
            "uci": self._uci,
            "isready": self._isready,
            "ucinewgame": self._ucinewgame,
            "setoption": self._setoption,
            "position": self._position,
            "go": self._go,
            "stop": self._stop,
            "ponderhit": self._ponderhit,
        }

    def run(self) -> None:
        """Answers commands until `quit` or the end of the input. A search that is running then is stopped and answered.

        Raises OSError if the answers cannot be written, IllegalAnswer if the player chose an illegal move, and the
        player's own exception if it had one. If the commands come from standard input, the process ends at once
        instead, with the error on standard error: the next command may never come.
        """
        worker = Thread(target=self._run_tasks)
        worker.start()
        try:
            for line in read_lines(self.input_stream):
                words = line.split()
                if self.finished or words[:1] == ["quit"]:
                    break
                if words:
                    self._dispatch(words)
        finally:
            self._stop([])
            self.tasks.put(None)
            worker.join()
        if self.failure is not None:
            raise self.failure

    def send(self, line: str) -> None:
        """Sends a line. If that fails, the search is stopped, and the session ends at the next command."""
        with self.output_lock:
            try:
                if not self.failure:
                    self.output_stream.write(f"{line}\n".encode())
                    self.output_stream.flush()
            except OSError as error:
                self.failure = error
                self.finished = True
        if self.finished:
            self._stop([])

    def send_info(self, text: str) -> None:
        self.send(info_line(text))

    def _dispatch(self, words: list[str]) -> None:
        command = self.commands.get(words[0])
        if command is not None:
            try:
                command(words[1:])
            except CommandError as error:
                self.send_info(str(error))
        elif words[0] not in IGNORED:
            hint = suggestion(words[0], COMMANDS, otherwise=f"the commands are: {', '.join(COMMANDS)}")
            self.send_info(f"no such command {quoted(words[0])}; {hint}")

    def _run_tasks(self) -> None:
        """Runs the tasks one after another. This is the player's thread."""
        while (task := self.tasks.get()) is not None:
            try:
                if not self.failure:
                    task()
            except BaseException as error:  # the player's own, whatever it is, also sys.exit()
                self._crash(error)
            finally:
                self.tasks.task_done()

    def _crash(self, error: BaseException) -> None:
        """Ends the session because of an error of the player: at once if it has the process for itself."""
        self.failure, self.finished = error, True
        if self.input_stream is not getattr(sys.stdin, "buffer", None):
            return
        with suppress(Exception):  # standard error may be closed
            if isinstance(error, PlayerError):
                sys.stderr.write(f"{error}\n")
            else:
                sys.excepthook(type(error), error, error.__traceback__)
            sys.stderr.flush()
        os._exit(EXIT_CRASH)  # the main thread waits for a command, and cannot be woken

    # The commands.

    def _uci(self, _words: list[str]) -> None:
        for line in self.introduction:
            self.send(line)

    def _isready(self, _words: list[str]) -> None:
        """Answers at once while the player thinks, else when it has finished its tasks."""
        if not self.active_turns:
            self.tasks.join()
        self.send("readyok")

    def _ucinewgame(self, _words: list[str]) -> None:
        def start_game() -> None:
            try:
                self.player.new_game()
            except PlayerError as error:
                self.send_info(str(error))

        self.tasks.put(start_game)

    def _setoption(self, words: list[str]) -> None:
        name, value = parse_setoption(words)

        def set_option() -> None:
            try:
                self._set_option(name, value)
            except (OptionError, PlayerError) as error:
                self.send_info(str(error))

        self.tasks.put(set_option)

    def _position(self, words: list[str]) -> None:
        """Sets up a position; none if it cannot be read, because the GUI's board then shows another."""
        self.position_error = ""
        try:
            self.game = parse_position(words, self.send_info)
        except CommandError as error:
            self.position_error = str(error)
            raise

    def _go(self, words: list[str]) -> None:
        """Lets the player think. A search that is already running is stopped and answered first."""
        go = parse_go(words, self.game.position)
        for warning in go.warnings:
            self.send_info(warning)
        self._stop([])
        request = MoveRequest(self.game, go.limits, Control(go.ponder), self._reporter(), self.send_info)
        self.active_turns.append(request)
        self.tasks.put(partial(self._think, request, self.position_error))

    def _reporter(self) -> Callable[[Report], None]:
        """Returns a function that sends the reports of a turn, and explains each score that UCI cannot express."""
        said: set[str] = set()

        def send_report(report: Report) -> None:
            remark = score_remark(report.score)
            if remark and remark not in said:
                said.add(remark)
                self.send_info(remark)
            self.send(report_line(report))

        return send_report

    def _stop(self, _words: list[str]) -> None:
        for request in list(self.active_turns):
            request.control.stop()

    def _ponderhit(self, _words: list[str]) -> None:
        for request in list(self.active_turns):
            request.control.ponder_hit()

    # In the player's thread.

    def _set_option(self, name: str, value: str) -> None:
        """Presses a button of the player, checks an option of the session, or sets one of the player.

        Raises OptionError and PlayerError.
        """
        for button in self.player.buttons:
            if button.lower() == name.lower():
                self.player.press(button)
                return
        for option in session_options(self.player):
            if option.name.lower() == name.lower():
                option.parse(value)
                return
        self.player.set_option(name, value)

    def _think(self, request: MoveRequest, position_error: str) -> None:
        """Lets the player decide, and sends its move: after ponderhit if it ponders, after stop if it is infinite.

        Without a position it sends no move, and says why.
        """
        if position_error:
            self.send_info(f"no move: {position_error}")
        decision = Decision(None) if position_error else self._decide(request)
        request.control.wait(request.limits.infinite)
        self.active_turns.remove(request)
        self.send(bestmove_line(decision))

    def _decide(self, request: MoveRequest) -> Decision:
        """Returns the player's decision; the first legal move if it cannot continue.

        Raises IllegalAnswer for an illegal move.
        """
        position = request.game.position
        legal = position.legal_moves()
        if not legal:
            end = position.outcome()
            assert end is not None
            self.send_info(f"there is no legal move: {end.reason}")
            return Decision(None)
        try:
            decision = self.player.decide(request)
        except PlayerError as error:
            self.send_info(f"{error}; the first legal move is played instead")
            return Decision(legal[0])
        if decision.move not in legal:
            move = (
                decision.move
                if isinstance(decision.move, Move | None)
                else f"{decision.move!r:.60}, which is not a Move"
            )
            raise IllegalAnswer(f"{self.player.name} chose {move}; expected a legal move in {position.fen()}")
        return decision
