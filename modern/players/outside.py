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
from modern.players.engine_process import TrackedUci, kill, one_line, start_engine
from modern.players.game import Game
from modern.players.protocol import (
    BOOLEANS,
    CHECK,
    COMBO,
    SPIN,
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
START_TIMEOUT: Final = 20.0
#: How long one whose clock has run out may take to answer a stop, in seconds. It has lost by then.
STOP_TIMEOUT: Final = 1.0
#: How long a move without a clock may take, in seconds, over what it was given.
MOVE_TIMEOUT: Final = 300.0
#: How long one that was told to quit may take, in seconds.
QUIT_TIMEOUT: Final = 1.0
#: How often one that thinks is asked whether it is to stop, in seconds.
POLL_INTERVAL: Final = 0.02


class OutsidePlayer(Player):
    """A program that is run by a command, until `close`.

    Ctrl-C does not reach it. What it writes to standard error is passed over.
    """

    def __init__(
        self,
        protocol: str,
        command: str,
        *,
        start_timeout: float = START_TIMEOUT,
        grace: float = STOP_TIMEOUT,
        move_timeout: float = MOVE_TIMEOUT,
    ) -> None:
        """Run `command`, split as a shell would. Raises PlayerError where it does not run, or does not speak so."""
        super().__init__()
        self.command = command
        self.start_timeout, self.grace, self.move_timeout = start_timeout, grace, move_timeout
        self.board = chess.Board()
        self.game_token = object()
        self.engine = start_engine(protocol, command, start_timeout)
        self.engine.timeout = None  # it is here that answers are waited for
        self.executor = ThreadPoolExecutor(1)
        self.name = self._introduction("name") or printable(command)
        self.author = self._introduction("author") or "unknown"
        self.options = [option for given in self._engine_options() if (option := _option_of(given))]

    def set_option(self, name: str, value: str) -> None:
        """Set one of its options, whose name may be written in any case. Raises OptionError and PlayerError."""
        known = {given.name.lower(): given for given in self._engine_options()}
        given = known.get(name.lower())
        if given is None:
            names = ", ".join(sorted(option.name for option in known.values())) or "none"
            raise OptionError(f"no such option: {name[:40]!a}; the options are: {names}")
        option = _option_of(given)
        checked: str | bool = option.parse(value) if option else value
        if given.type == CHECK:
            checked = BOOLEANS[str(checked)]
        try:
            self._run(partial(self.engine.configure, {given.name: checked}))
        except IllegalAnswer as error:
            raise OptionError(str(error)) from None
        self._run(self.engine.ping)

    def new_game(self) -> None:
        """Have it forget the game before, and wait until it has."""
        self.game_token = object()
        protocol = self.engine.protocol

        def tell() -> None:
            # Python-chess would say it with the first move, on the clock.
            if isinstance(protocol, TrackedUci):
                protocol.send_line("ucinewgame")
                protocol.game, protocol.first_game = self.game_token, False

        self._call_in_loop(tell)
        self._run(self.engine.ping)

    def decide(self, turn: Turn) -> Decision:
        """Have it think; in the end, report what it found. Raises IllegalAnswer, NoAnswer or Resignation.

        If it has ended, that is a plain PlayerError.
        """
        began = time.perf_counter()
        self._update_board(turn.game)
        future = self.executor.submit(
            self.engine.play,
            self.board,
            chess_limit(turn.limits, self.game_token),
            game=self.game_token,
            info=chess.engine.INFO_ALL,
            root_moves=[chess.Move.from_uci(move.uci()) for move in turn.limits.only] or None,
        )
        self._wait_for_move(future, turn, began)
        result = _result_of(future)
        if result.resigned:
            raise Resignation("it resigns")
        if not result.move and turn.game.position.legal_moves():
            raise IllegalAnswer("it answers without a move")
        decision = _decision_of(result, time.perf_counter() - began)
        if decision.score is not None:
            seldepth = result.info.get("seldepth", decision.depth)
            nodes, hashfull = decision.nodes, result.info.get("hashfull", 0)
            pv = decision.pv or ((decision.move,) if decision.move else ())
            turn.report(Report(decision.depth, seldepth, 1, decision.score, pv, nodes, decision.seconds, hashfull))
        return decision

    def close(self) -> None:
        """Have it quit; if it does not, it is killed."""
        self._call_in_loop(partial(self.engine.protocol.send_line, "quit"))
        try:
            wait([self.engine.returncode], QUIT_TIMEOUT)
        finally:  # whoever is impatient interrupts this too
            self._kill()
            self.executor.shutdown()

    def _introduction(self, field: str) -> str:
        """Its name, or its author, as it introduces itself."""
        return printable(self.engine.protocol.id.get(field, ""))

    def _wait_for_move(self, future: Future[chess.engine.PlayResult], turn: Turn, began: float) -> None:
        """Wait for an answer, tell it to stop when it is to, and raise NoAnswer when it has been waited for enough."""
        deadline = began + self._timeout(turn)
        told_to_stop = False
        while not wait([future], POLL_INTERVAL).done:
            now = time.perf_counter()
            if now > deadline:
                self._kill()
                raise NoAnswer(f"no answer within {now - began:.1f} s")
            if turn.control.stopped and not told_to_stop:
                told_to_stop = True
                deadline = min(deadline, now + self.move_timeout)
                protocol = self.engine.protocol
                self._call_in_loop(partial(protocol.send_line, "stop" if isinstance(protocol, TrackedUci) else "?"))

    def _timeout(self, turn: Turn) -> float:
        if turn.limits.infinite:
            return float("inf")
        clock = turn.limits.clock(turn.game.position.side)
        if clock is not None:
            return clock.left + self.grace
        return (turn.limits.seconds or 0.0) + self.move_timeout

    def _update_board(self, game: Game) -> None:
        """Bring the board to where the game is; most often that is two moves."""
        moves = [chess.Move.from_uci(move.uci()) for move in game.moves]
        root = chess.Board(game.start)
        made = len(self.board.move_stack)
        if self.board.root() != root or self.board.move_stack != moves[:made]:
            self.board, made = root, 0
        for move in moves[made:]:
            self.board.push(move)

    def _engine_options(self) -> list[chess.engine.Option]:
        """What can be set; of some options python-chess takes care itself."""
        return [given for given in self.engine.protocol.options.values() if not given.is_managed()]

    def _run(self, action: Callable[[], None]) -> None:
        """Have something done that takes no thinking. Raises PlayerError."""
        future = self.executor.submit(action)
        if not wait([future], self.start_timeout).done:
            self._kill()
            raise NoAnswer(f"no answer within {self.start_timeout:g} s")
        _result_of(future)

    def _call_in_loop(self, action: Callable[[], None]) -> None:
        """Have something done where its lines are read and written; nothing, where it has ended."""
        with suppress(RuntimeError):
            self.engine.protocol.loop.call_soon_threadsafe(action)

    def _kill(self) -> None:
        kill(self.engine.transport.get_pid())
        self.engine.close()


def _result_of(future: Future[T]) -> T:
    """What came of it. Raises PlayerError where the program has ended, IllegalAnswer where it did not answer well."""
    try:
        return future.result()
    except (chess.engine.EngineTerminatedError, CancelledError) as error:
        raise PlayerError(f"it has ended: {one_line(error)}") from None
    except chess.engine.EngineError as error:
        raise IllegalAnswer(one_line(error)) from None


def _option_of(engine_option: chess.engine.Option) -> Option | None:
    """An option as players have it, or None for a kind that they have not."""
    if engine_option.type not in (CHECK, SPIN, COMBO) or engine_option.is_managed():
        return None
    default = str(engine_option.default).lower() if engine_option.type == CHECK else str(engine_option.default)
    maximum = engine_option.max if engine_option.max is not None else 1 << 62
    minimum = engine_option.min if engine_option.min is not None else -(1 << 62)
    return Option(engine_option.name, engine_option.type, default, minimum, maximum, tuple(engine_option.var or ()))


def chess_limit(limits: Limits, clock_id: object = None) -> chess.engine.Limit:
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


def _decision_of(result: chess.engine.PlayResult, seconds: float) -> Decision:
    info = result.info
    engine_score = info.get("score")
    score = None
    if engine_score is not None:
        mate = engine_score.relative.mate()
        score = Score(engine_score.relative.score()) if mate is None else Score(mate=mate)
    return Decision(
        Move.from_uci(result.move.uci()) if result.move else None,
        score,
        _moves_of(info.get("pv", ())),
        info.get("depth", 0),
        info.get("nodes", 0),
        seconds,
    )


def _moves_of(pv: Sequence[chess.Move]) -> tuple[Move, ...]:
    return tuple(Move.from_uci(move.uci()) for move in pv if move)
