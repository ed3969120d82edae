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
from modern.uci.reading import Refused, game_of, go_of, lines_of, quoted, setting_of
from modern.uci.writing import decision_line, introduction, note_line, report_line

#: What can be said to it.
COMMANDS: Final = "uci, isready, ucinewgame, setoption, position, go, stop, ponderhit, quit"
#: What some programs send, and nothing needs to be done about.
PASSED_OVER: Final = ("debug", "register")

Task = Callable[[], None]


class Session:
    """A player, and the streams to the program that asks it."""

    def __init__(self, player: Player, lines: BinaryIO, answers: BinaryIO) -> None:
        self.player = player
        self.lines = lines
        self.answers = answers
        self.saying = Lock()
        #: Whether nobody is left to talk to: what was wrong with the answers, if anything; whether all is over.
        self.failure: OSError | None = None
        self.over = False
        self.game = Game()
        #: What the player has to do, and the turns among it that are not over.
        self.tasks: Queue[Task | None] = Queue()
        self.turns: list[Turn] = []
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
        worker = Thread(target=self._work)
        worker.start()
        try:
            for line in lines_of(self.lines):
                words = line.split()
                if self.over or words[:1] == ["quit"]:
                    break
                if words:
                    self._obey(words, line)
        finally:
            self._stop([])
            self.tasks.put(None)
            worker.join()
        if self.failure is not None:
            raise self.failure

    def say(self, line: str) -> None:
        """Send a line. If it cannot be sent, what runs is stopped, and the next line is the last that is read."""
        with self.saying:
            try:
                if not self.failure:
                    self.answers.write(f"{line}\n".encode())
                    self.answers.flush()
            except OSError as error:
                self.failure = error
                self.over = True
        if self.over:
            self._stop([])

    def note(self, text: str) -> None:
        """Say something as an info string."""
        self.say(note_line(text))

    def _obey(self, words: list[str], line: str) -> None:
        command = self.commands.get(words[0])
        if command is not None:
            try:
                command(words[1:])
            except Refused as reason:
                self.note(str(reason))
        elif words[0] not in PASSED_OVER:
            self.note(f"no such command: {quoted(line.strip())}; one of {COMMANDS} was expected")

    def _work(self) -> None:
        """Do what there is to do, one thing after the other. This is the player's thread."""
        try:
            while (task := self.tasks.get()) is not None:
                try:
                    task()
                finally:
                    self.tasks.task_done()
        finally:
            self.over = True

    # What the program can say.

    def _uci(self, _words: list[str]) -> None:
        for line in introduction(self.player):
            self.say(line)

    def _isready(self, _words: list[str]) -> None:
        """While it thinks it is ready at once; otherwise when it has done what it was told."""
        if not self.turns:
            self.tasks.join()
        self.say("readyok")

    def _ucinewgame(self, _words: list[str]) -> None:
        def forget() -> None:
            try:
                self.player.new_game()
            except PlayerError as error:
                self.note(str(error))

        self.tasks.put(forget)

    def _setoption(self, words: list[str]) -> None:
        setting = setting_of(words)

        def set_it() -> None:
            try:
                self.player.set_option(setting.name, setting.value)
            except (OptionError, PlayerError) as error:
                self.note(str(error))

        self.tasks.put(set_it)

    def _position(self, words: list[str]) -> None:
        self.game = game_of(words)

    def _go(self, words: list[str]) -> None:
        """Have it think. If it does so already, that search is stopped and answered first."""
        go = go_of(words, self.game.position)
        for complaint in go.complaints:
            self.note(complaint)
        self._stop([])
        turn = Turn(self.game, go.limits, Control(go.ponder), lambda report: self.say(report_line(report)), self.note)
        self.turns.append(turn)
        self.tasks.put(lambda: self._think(turn))

    def _stop(self, _words: list[str]) -> None:
        for turn in list(self.turns):
            turn.control.stop()

    def _ponderhit(self, _words: list[str]) -> None:
        for turn in list(self.turns):
            turn.control.ponder_hit()

    # What the player does.

    def _think(self, turn: Turn) -> None:
        """Let it decide, and say what it has decided: not while it ponders, nor before a stop if it is to think on."""
        decision = self._decision(turn)
        turn.control.wait(turn.limits.infinite)
        self.turns.remove(turn)
        self.say(decision_line(decision))

    def _decision(self, turn: Turn) -> Decision:
        """Its decision; where it has none that is legal, the first legal move."""
        legal = turn.game.position.legal_moves()
        if not legal:
            end = turn.game.position.outcome()
            assert end is not None
            self.note(f"there is no legal move: {end.reason}")
            return Decision(None)
        try:
            decision = self.player.decide(turn)
        except PlayerError as error:
            self.note(f"{error}; the first legal move stands in")
            return Decision(legal[0])
        if decision.move not in legal:
            self.note(f"{self.player.name} wants to play {decision.move}; the first legal move stands in")
            return Decision(legal[0])
        return decision
