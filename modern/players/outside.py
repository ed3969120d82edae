"""A chess program outside this one as a player.

It is spoken to in UCI's or xboard's protocol, by python-chess: https://www.wbec-ridderkerk.nl/html/UCIProtocol.html
and https://www.gnu.org/software/xboard/engine-intf.html.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from functools import partial
from typing import Final, TypeVar

import chess
import chess.engine

from modern.engine.limits import Limits
from modern.engine.report import Report, Score
from modern.players.game import Game
from modern.players.program import Uci, begun, kill, line_of
from modern.players.protocol import (
    CHECK,
    COMBO,
    SPIN,
    TRUTHS,
    Decision,
    IllegalAnswer,
    NoAnswer,
    Option,
    OptionError,
    Player,
    PlayerError,
    Resignation,
    Turn,
)
from modern.rules import Move
from modern.rules.errors import printable

T = TypeVar("T")

#: How long a program may take to begin, to answer that it is there, and to set an option, in seconds.
START_PATIENCE: Final = 20.0
#: How long one whose clock has run out may take to answer a stop, in seconds. It has lost by then.
GRACE: Final = 1.0
#: How long a move without a clock may take, in seconds, over what it was given.
MOVE_PATIENCE: Final = 300.0
#: How long one that was told to quit may take, in seconds.
QUIT_PATIENCE: Final = 1.0
#: How often one that thinks is asked whether it is to stop, in seconds.
GLANCE: Final = 0.02


class OutsidePlayer(Player):
    """A program that is run by a command, until `close`.

    Ctrl-C does not reach it. What it writes to standard error is passed over.
    """

    def __init__(
        self,
        protocol: str,
        command: str,
        *,
        start_patience: float = START_PATIENCE,
        grace: float = GRACE,
        move_patience: float = MOVE_PATIENCE,
    ) -> None:
        """Run `command`, split as a shell would. Raises PlayerError where it does not run, or does not speak so."""
        super().__init__()
        self.command = command
        self.start_patience, self.grace, self.move_patience = start_patience, grace, move_patience
        self.board = chess.Board()
        self.token = object()
        self.engine = begun(protocol, command, start_patience)
        self.engine.timeout = None  # it is here that answers are waited for
        self.asking = ThreadPoolExecutor(1)
        self.name = self._told("name") or printable(command)
        self.author = self._told("author") or "unknown"
        self.options = [option for given in self._options() if (option := _option_of(given))]

    def set_option(self, name: str, value: str) -> None:
        """Set one of its options, whose name may be written in any case. Raises OptionError and PlayerError."""
        known = {given.name.lower(): given for given in self._options()}
        given = known.get(name.lower())
        if given is None:
            names = ", ".join(sorted(option.name for option in known.values())) or "none"
            raise OptionError(f"no such option: {name[:40]!a}; the options are: {names}")
        option = _option_of(given)
        checked: str | bool = option.checked(value) if option else value
        if given.type == CHECK:
            checked = TRUTHS[str(checked)]
        try:
            self._done(partial(self.engine.configure, {given.name: checked}))
        except IllegalAnswer as error:
            raise OptionError(str(error)) from None
        self._done(self.engine.ping)

    def new_game(self) -> None:
        """Have it forget the game before, and wait until it has."""
        self.token = object()
        protocol = self.engine.protocol

        def tell() -> None:
            # Python-chess would say it with the first move, on the clock.
            if isinstance(protocol, Uci):
                protocol.send_line("ucinewgame")
                protocol.game, protocol.first_game = self.token, False

        self._in_loop(tell)
        self._done(self.engine.ping)

    def decide(self, turn: Turn) -> Decision:
        """Have it think; in the end, report what it found. Raises IllegalAnswer, NoAnswer or Resignation.

        If it has ended, that is a plain PlayerError.
        """
        began = time.perf_counter()
        self._follow(turn.game)
        playing = self.asking.submit(
            self.engine.play,
            self.board,
            limit_of(turn.limits, self.token),
            game=self.token,
            info=chess.engine.INFO_ALL,
            root_moves=[chess.Move.from_uci(move.uci()) for move in turn.limits.only] or None,
        )
        self._watch(playing, turn, began)
        played = _result_of(playing)
        if played.resigned:
            raise Resignation("it resigns")
        if not played.move and turn.game.position.legal_moves():
            raise IllegalAnswer("it answers without a move")
        decision = _decision_of(played, time.perf_counter() - began)
        if decision.score is not None:
            depth = played.info.get("seldepth", decision.depth)
            nodes, full = decision.nodes, played.info.get("hashfull", 0)
            line = decision.line or ((decision.move,) if decision.move else ())
            turn.report(Report(decision.depth, depth, 1, decision.score, line, nodes, decision.seconds, full))
        return decision

    def close(self) -> None:
        """Have it quit; if it does not, it is killed."""
        self._in_loop(partial(self.engine.protocol.send_line, "quit"))
        try:
            wait([self.engine.returncode], QUIT_PATIENCE)
        finally:  # whoever is impatient interrupts this too
            self._end()
            self.asking.shutdown()

    def _told(self, what: str) -> str:
        """Its name, or its author, as it introduces itself."""
        return printable(self.engine.protocol.id.get(what, ""))

    def _watch(self, playing: Future[chess.engine.PlayResult], turn: Turn, began: float) -> None:
        """Wait for an answer, tell it to stop when it is to, and raise NoAnswer when it has been waited for enough."""
        deadline = began + self._patience_with(turn)
        told_to_stop = False
        while not wait([playing], GLANCE).done:
            now = time.perf_counter()
            if now > deadline:
                self._end()
                raise NoAnswer(f"no answer within {now - began:.1f} s")
            if turn.control.stopped and not told_to_stop:
                told_to_stop = True
                deadline = min(deadline, now + self.move_patience)
                protocol = self.engine.protocol
                self._in_loop(partial(protocol.send_line, "stop" if isinstance(protocol, Uci) else "?"))

    def _patience_with(self, turn: Turn) -> float:
        if turn.limits.infinite:
            return float("inf")
        clock = turn.limits.clock(turn.game.position.side)
        if clock is not None:
            return clock.left + self.grace
        return (turn.limits.seconds or 0.0) + self.move_patience

    def _follow(self, game: Game) -> None:
        """Bring the board to where the game is; most often that is two moves."""
        moves = [chess.Move.from_uci(move.uci()) for move in game.moves]
        root = chess.Board(game.start)
        made = len(self.board.move_stack)
        if self.board.root() != root or self.board.move_stack != moves[:made]:
            self.board, made = root, 0
        for move in moves[made:]:
            self.board.push(move)

    def _options(self) -> list[chess.engine.Option]:
        """What can be set; of some options python-chess takes care itself."""
        return [given for given in self.engine.protocol.options.values() if not given.is_managed()]

    def _done(self, what: Callable[[], None]) -> None:
        """Have something done that takes no thinking. Raises PlayerError."""
        doing = self.asking.submit(what)
        if not wait([doing], self.start_patience).done:
            self._end()
            raise NoAnswer(f"no answer within {self.start_patience:g} s")
        _result_of(doing)

    def _in_loop(self, what: Callable[[], None]) -> None:
        """Have something done where its lines are read and written; nothing, where it has ended."""
        with suppress(RuntimeError):
            self.engine.protocol.loop.call_soon_threadsafe(what)

    def _end(self) -> None:
        kill(self.engine.transport.get_pid())
        self.engine.close()


def _result_of(asked: Future[T]) -> T:
    """What came of it. Raises PlayerError where the program has ended, IllegalAnswer where it did not answer well."""
    try:
        return asked.result()
    except (chess.engine.EngineTerminatedError, CancelledError) as error:
        raise PlayerError(f"it has ended: {line_of(error)}") from None
    except chess.engine.EngineError as error:
        raise IllegalAnswer(line_of(error)) from None


def _option_of(given: chess.engine.Option) -> Option | None:
    """An option as players have it, or None for a kind that they have not."""
    if given.type not in (CHECK, SPIN, COMBO) or given.is_managed():
        return None
    default = str(given.default).lower() if given.type == CHECK else str(given.default)
    most = given.max if given.max is not None else 1 << 62
    least = given.min if given.min is not None else -(1 << 62)
    return Option(given.name, given.type, default, least, most, tuple(given.var or ()))


def limit_of(limits: Limits, clock_id: object = None) -> chess.engine.Limit:
    """Limits as python-chess has them; `clock_id` names the game to programs that are told their clock but once."""
    white, black = limits.white, limits.black
    return chess.engine.Limit(
        time=limits.seconds,
        depth=limits.depth,
        nodes=limits.nodes,
        mate=limits.mate,
        white_clock=white.left if white else None,
        black_clock=black.left if black else None,
        white_inc=white.increment if white else None,
        black_inc=black.increment if black else None,
        remaining_moves=limits.moves_to_go,
        clock_id=clock_id,
    )


def _decision_of(played: chess.engine.PlayResult, seconds: float) -> Decision:
    info = played.info
    seen = info.get("score")
    score = None
    if seen is not None:
        mate = seen.relative.mate()
        score = Score(seen.relative.score()) if mate is None else Score(mate=mate)
    return Decision(
        Move.from_uci(played.move.uci()) if played.move else None,
        score,
        _moves_of(info.get("pv", ())),
        info.get("depth", 0),
        info.get("nodes", 0),
        seconds,
    )


def _moves_of(line: Sequence[chess.Move]) -> tuple[Move, ...]:
    return tuple(Move.from_uci(move.uci()) for move in line if move)
