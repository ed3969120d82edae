"""A UCI session: one thread reads the commands of the GUI, and the player thinks in another.

The player carries out its tasks in the order of the commands. The reading thread only divides lines into words, so that
it soon hears the commands that must not wait, and answers those itself: isready, stop and ponderhit.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from queue import Queue
from threading import Lock, Thread
from typing import BinaryIO, Final

from modern.engine.control import Control
from modern.limits import Limits
from modern.players import Decision, Game, IllegalAnswer, MoveRequest, OptionError, Player, PlayerError
from modern.players.protocol import MOVE_OVERHEAD
from modern.players.suggestion import suggestion
from modern.report import Report
from modern.rules import Move
from modern.rules.errors import quoted
from modern.rules.perft import iterate_divide
from modern.uci.lines import (
    PERFT,
    PONDER,
    CommandError,
    bestmove_line,
    board_lines,
    decision_report,
    end_lines,
    evaluation_lines,
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
#: Commands that are not part of UCI, and scripts send all the same.
STOCKFISH_COMMANDS: Final = ("d", "eval", "bench")
#: Commands that some GUIs send and that need no action.
IGNORED: Final = ("debug", "register")

#: The exit code of a process whose player has crashed.
EXIT_CRASH: Final = 1

Task = Callable[[], None]


class Stopped(Exception):
    """A task that is not a search has to end."""


class UciSession:
    """A player, and the streams to and from the GUI.

    `bench` makes the lines of a benchmark, for the command of that name.
    """

    def __init__(
        self,
        player: Player,
        input_stream: BinaryIO,
        output_stream: BinaryIO,
        bench: Callable[[], Iterable[str]] | None = None,
    ) -> None:
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
        #: True if the player has reported something in this turn.
        self.has_reported = False
        #: The player's tasks, and what stops those among them that a stop ends: searches, counts and benchmarks.
        self.tasks: Queue[Task | None] = Queue()
        self.active: dict[Control, bool] = {}
        self.commands: dict[str, Callable[[list[str]], None]] = {
            "uci": self._uci,
            "isready": self._isready,
            "ucinewgame": self._ucinewgame,
            "setoption": self._setoption,
            "position": self._position,
            "go": self._go,
            "stop": self._stop,
            "ponderhit": self._ponderhit,
            "d": lambda _words: self.tasks.put(lambda: self._show(board_lines)),
            "eval": lambda _words: self.tasks.put(lambda: self._show(partial(evaluation_lines, self.player))),
        }
        if bench:
            self.commands["bench"] = partial(self._bench, bench)

    def run(self) -> None:
        """Answers commands until `quit` or the end of the input. A search that is running then is stopped and answered.

        A count or a benchmark is finished first, so that it can be piped in; Ctrl-C ends it.

        Raises OSError if the answers cannot be written, IllegalAnswer if the player chose an illegal move, and the
        player's own exception if it had one. If the commands come from standard input, the process ends at once
        instead, with the error on standard error: the next command may never come.
        """
        worker = Thread(target=self._run_tasks)
        try:
            worker.start()
            for line in read_lines(self.input_stream):
                words = line.split()
                if self.finished or words[:1] == ["quit"]:
                    break
                if words:
                    self._dispatch(words)
        finally:
            self._stop_searches()
            self.tasks.put(None)
            try:
                if worker.is_alive():  # a signal may have come while it was started
                    worker.join()
            finally:
                self._stop([])
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
            known = (*COMMANDS, *(name for name in STOCKFISH_COMMANDS if name in self.commands))
            hint = suggestion(words[0], COMMANDS, otherwise=f"the commands are: {', '.join(known)}")
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
        if not self.active:
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
        self.tasks.put(partial(self._set_up, " ".join(words)))  # many words take twenty times the memory of their line

    def _go(self, words: list[str]) -> None:
        """Lets the player think. A search that runs is stopped and answered first, a count is finished."""
        self._stop_searches()
        self._add_turn(partial(self._think, words), PERFT not in words, PONDER in words)

    def _bench(self, bench: Callable[[], Iterable[str]], words: list[str]) -> None:
        """Runs a benchmark. It has one depth, so that its nodes can be compared."""
        if words:
            self.send_info(f"bench: expected no argument, not {quoted(words[0])}; it is the same each time")
        self._add_turn(lambda control: self._count(bench(), control), False)

    def _add_turn(self, turn: Callable[[Control], None], is_search: bool, pondering: bool = False) -> None:
        """Adds a task that a stop ends."""
        control = Control(pondering)
        self.active[control] = is_search
        self.tasks.put(partial(turn, control))

    def _reporter(self) -> Callable[[Report], None]:
        """Returns a function that sends the reports of a turn, and explains each score that UCI cannot express."""
        said: set[str] = set()
        self.has_reported = False

        def send_report(report: Report) -> None:
            self.has_reported = True
            remark = score_remark(report.score)
            if remark and remark not in said:
                said.add(remark)
                self.send_info(remark)
            self.send(report_line(report))

        return send_report

    def _stop(self, _words: list[str]) -> None:
        for control in list(self.active):
            control.stop()

    def _stop_searches(self) -> None:
        for control, is_search in list(self.active.items()):
            if is_search:
                control.stop()

    def _ponderhit(self, _words: list[str]) -> None:
        for control in list(self.active):
            control.ponder_hit()

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

    def _set_up(self, line: str) -> None:
        """Sets up a position; none if it cannot be read, because the GUI's board then shows another."""
        self.position_error = ""
        try:
            self.game = parse_position(line.split(), self.send_info)
        except CommandError as error:
            self.position_error = str(error)
            self.send_info(str(error))

    def _show(self, lines_of: Callable[[Game], Iterable[str]]) -> None:
        """Sends lines about the position, or says why there is none."""
        if self.position_error:
            self.send_info(self.position_error)
            return
        for line in lines_of(self.game):
            self.send(line)

    def _think(self, words: list[str], control: Control) -> None:
        """Lets the player decide, and sends its move: after ponderhit if it ponders, after stop if it is infinite.

        Without a position it sends no move, and says why.
        """
        go = parse_go(words, self.game.position)
        if remarks := str(go.remarks):
            self.send_info(remarks)
        if self.position_error:
            self.send_info(f"no move: {self.position_error}")
            decision = Decision(None)
        elif go.perft is not None:
            self._count(self._perft_lines(go.perft, control), control)
            return
        else:
            limits = self._with_overhead(go.limits)
            decision = self._decide(MoveRequest(self.game, limits, control, self._reporter(), self.send_info))
        control.wait(go.limits.infinite)
        del self.active[control]
        self.send(bestmove_line(decision))

    def _with_overhead(self, limits: Limits) -> Limits:
        """Returns the limits with the time for the move less the player's move overhead, and at least half of it.

        The GUI's stopwatch runs until it has the answer. On a clock, the player allows for that itself.
        """
        if limits.seconds is None:
            return limits
        overhead = int(self.player.settings.get(MOVE_OVERHEAD, 0)) / 1000
        return replace(limits, seconds=max(limits.seconds - overhead, limits.seconds / 2))

    def _count(self, lines: Iterable[str], control: Control) -> None:
        """Sends the lines of a task that is not a search, or says that a stop has ended it."""
        try:
            for line in lines:
                self._end_if_stopped(control)
                self.send(line)
        except Stopped:
            self.send_info("stopped before the end")
        del self.active[control]

    def _perft_lines(self, depth: int, control: Control) -> Iterator[str]:
        """Yields the answer to `go perft`: how many lines of moves begin with each move, and how many there are."""
        total = 0
        for move, count in iterate_divide(self.game.position, depth, lambda: self._end_if_stopped(control)):
            total += count
            yield f"{move}: {count}"
        yield from ("", f"Nodes searched: {total}", "")

    def _end_if_stopped(self, control: Control) -> None:
        """Raises Stopped after a stop."""
        if control.stopped:
            raise Stopped

    def _decide(self, request: MoveRequest) -> Decision:
        """Returns the player's decision; the first legal move if it cannot continue. An info line has a score.

        Raises IllegalAnswer for an illegal move.
        """
        position = request.game.position
        legal = position.legal_moves()
        if not legal:
            end = position.outcome()
            assert end is not None
            for line in end_lines(end):
                self.send(line)
            return Decision(None)
        try:
            decision = self.player.decide(request)
        except PlayerError as error:
            self.send_info(f"{error}; the first legal move is played instead")
            decision = Decision(legal[0])
        if decision.move not in legal:
            move = (
                decision.move
                if isinstance(decision.move, Move | None)
                else f"{decision.move!r:.60}, which is not a Move"
            )
            raise IllegalAnswer(f"{self.player.name} chose {move}; expected a legal move in {position.fen()}")
        if not self.has_reported:
            self._reporter()(decision_report(decision.move, decision))
        return decision
