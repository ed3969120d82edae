"""One chess program at the other end: its lines are read in one thread, and the player thinks in another.

Whatever the player has to do, it does in the order in which it was asked. What must not wait is answered by the reader
at once: isready, stop, ponderhit.
"""

from __future__ import annotations

from collections.abc import Callable
from queue import Queue
from threading import Lock, Thread
from typing import BinaryIO, Final

from modern.engine.control import Control
from modern.players import Decision, Game, OptionError, Player, PlayerError, Turn
from modern.uci.formatting import bestmove_line, info_line, introduction_lines, report_line
from modern.uci.parsing import CommandError, parse_go, parse_position, parse_setoption, quoted, read_lines

#: What can be said to it.
COMMANDS: Final = "uci, isready, ucinewgame, setoption, position, go, stop, ponderhit, quit"
#: What some programs send, and nothing needs to be done about.
IGNORED: Final = ("debug", "register")

Task = Callable[[], None]


class UciSession:
    """A player, and the streams to the program that asks it."""

    def __init__(self, player: Player, input_stream: BinaryIO, output_stream: BinaryIO) -> None:
        self.player = player
        self.input_stream = input_stream
        self.output_stream = output_stream
        self.output_lock = Lock()
        #: Whether nobody is left to talk to: what was wrong with the answers, if anything; whether all is over.
        self.failure: OSError | None = None
        self.finished = False
        self.game = Game()
        #: What the player has to do, and the turns among it that are not over.
        self.tasks: Queue[Task | None] = Queue()
        self.active_turns: list[Turn] = []
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
        """Answer until `quit` or the end of the lines. A search that runs then is stopped, and answered.

        Raises OSError where nobody reads the answers.
        """
        worker = Thread(target=self._run_tasks)
        worker.start()
        try:
            for line in read_lines(self.input_stream):
                words = line.split()
                if self.finished or words[:1] == ["quit"]:
                    break
                if words:
                    self._dispatch(words, line)
        finally:
            self._stop([])
            self.tasks.put(None)
            worker.join()
        if self.failure is not None:
            raise self.failure

    def send(self, line: str) -> None:
        """Send a line. If it cannot be sent, what runs is stopped, and the next line is the last that is read."""
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
        """Say something as an info string."""
        self.send(info_line(text))

    def _dispatch(self, words: list[str], line: str) -> None:
        command = self.commands.get(words[0])
        if command is not None:
            try:
                command(words[1:])
            except CommandError as reason:
                self.send_info(str(reason))
        elif words[0] not in IGNORED:
            self.send_info(f"no such command: {quoted(line.strip())}; one of {COMMANDS} was expected")

    def _run_tasks(self) -> None:
        """Do what there is to do, one thing after the other. This is the player's thread."""
        try:
            while (task := self.tasks.get()) is not None:
                try:
                    task()
                finally:
                    self.tasks.task_done()
        finally:
            self.finished = True

    # What the program can say.

    def _uci(self, _words: list[str]) -> None:
        for line in introduction_lines(self.player):
            self.send(line)

    def _isready(self, _words: list[str]) -> None:
        """While it thinks it is ready at once; otherwise when it has done what it was told."""
        if not self.active_turns:
            self.tasks.join()
        self.send("readyok")

    def _ucinewgame(self, _words: list[str]) -> None:
        def forget() -> None:
            try:
                self.player.new_game()
            except PlayerError as error:
                self.send_info(str(error))

        self.tasks.put(forget)

    def _setoption(self, words: list[str]) -> None:
        setting = parse_setoption(words)

        def set_it() -> None:
            try:
                self.player.set_option(setting.name, setting.value)
            except (OptionError, PlayerError) as error:
                self.send_info(str(error))

        self.tasks.put(set_it)

    def _position(self, words: list[str]) -> None:
        self.game = parse_position(words)

    def _go(self, words: list[str]) -> None:
        """Have it think. If it does so already, that search is stopped and answered first."""
        go = parse_go(words, self.game.position)
        for complaint in go.warnings:
            self.send_info(complaint)
        self._stop([])
        turn = Turn(
            self.game, go.limits, Control(go.ponder), lambda report: self.send(report_line(report)), self.send_info
        )
        self.active_turns.append(turn)
        self.tasks.put(lambda: self._think(turn))

    def _stop(self, _words: list[str]) -> None:
        for turn in list(self.active_turns):
            turn.control.stop()

    def _ponderhit(self, _words: list[str]) -> None:
        for turn in list(self.active_turns):
            turn.control.ponder_hit()

    # What the player does.

    def _think(self, turn: Turn) -> None:
        """Let it decide, and say what it has decided: not while it ponders, nor before a stop if it is to think on."""
        decision = self._decide(turn)
        turn.control.wait(turn.limits.infinite)
        self.active_turns.remove(turn)
        self.send(bestmove_line(decision))

    def _decide(self, turn: Turn) -> Decision:
        """Its decision; where it has none that is legal, the first legal move."""
        legal = turn.game.position.legal_moves()
        if not legal:
            end = turn.game.position.outcome()
            assert end is not None
            self.send_info(f"there is no legal move: {end.reason}")
            return Decision(None)
        try:
            decision = self.player.decide(turn)
        except PlayerError as error:
            self.send_info(f"{error}; the first legal move stands in")
            return Decision(legal[0])
        if decision.move not in legal:
            self.send_info(f"{self.player.name} wants to play {decision.move}; the first legal move stands in")
            return Decision(legal[0])
        return decision
