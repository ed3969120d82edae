"""An outside chess program as a player.

python-chess talks to it in UCI or xboard's protocol: https://www.wbec-ridderkerk.nl/html/UCIProtocol.html and
https://www.gnu.org/software/xboard/engine-intf.html.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future, wait
from dataclasses import replace
from functools import partial
from typing import Final, TypeVar

import chess
import chess.engine

from modern.game.clock import parse_time_control
from modern.game.game import WHITE, Game
from modern.limits import Limits
from modern.players.engine_process import (
    UCI,
    TrackedProtocol,
    TrackedUci,
    TrackedXBoard,
    in_background,
    kill,
    one_line,
    quit_all,
    start_engine,
)
from modern.players.protocol import (
    BOOLEANS,
    CHECK,
    COMBO,
    LIMIT_OPTIONS,
    MULTI_PV,
    NODES_OPTION,
    SPIN,
    TIME,
    Decision,
    IllegalAnswer,
    MoveRequest,
    NoAnswer,
    Option,
    OptionError,
    Player,
    PlayerError,
    Resignation,
    unknown_option,
)
from modern.players.xboard_limits import LIMIT_COMMANDS, limit_lines
from modern.report import Report, Score
from modern.rules import Move
from modern.rules.errors import printable, quoted

T = TypeVar("T")

#: A program that is late by this many seconds is named as the one that is waited for.
WAITING_NOTICE: Final = 10.0
#: While a program thinks, its turn is checked for a stop at this interval, in seconds.
POLL_INTERVAL: Final = 0.02


class OutsidePlayer(Player):
    """A program that is started by a command and runs until `close`, or until the process ends.

    Ctrl-C does not reach it. Its standard error is not shown; an error has the end of it if the program has ended.
    """

    #: How long it may take to start, to answer a ping, or to set an option, in seconds.
    start_timeout = 20.0
    #: How long it may take to answer a stop after its flag has fallen, in seconds. It has lost by then.
    stop_timeout = 1.0
    #: How long a move without a clock may take beyond its limit, in seconds.
    move_timeout = 300.0

    def __init__(self, protocol: str, command: str, start_timeout: float | None = None) -> None:
        """Starts `command`, which is split into words as a shell would. It may take `start_timeout` seconds.

        Raises PlayerError if it does not start or does not speak the protocol.
        """
        super().__init__()
        self.protocol, self.command = protocol, command
        self.board = chess.Board()
        self.limits_checked = False
        if start_timeout is not None:
            self.start_timeout = start_timeout
        self.game_token = object()
        self.engine = start_engine(protocol, command, self.start_timeout)
        self.engine.timeout = None  # the timeouts of this class apply
        assert isinstance(self.engine.protocol, TrackedProtocol)
        self.program: TrackedProtocol = self.engine.protocol
        self.name = self._introduction("name") or printable(command)
        self.author = self._introduction("author") or "unknown"
        self.options = [option for given in self._engine_options() if (option := _option_of(given))]
        self.warnings = self.program.warnings if isinstance(self.program, TrackedUci) else []
        #: An xboard program begins a new game for a position that does not continue its own.
        self.keeps_table = protocol == UCI
        names = {option.name.lower() for option in self._engine_options()}
        #: The options that are ours: the program has no option with that name, and its protocol has such a limit.
        self.own_options = {
            option.name.lower(): option
            for option in LIMIT_OPTIONS
            if option.name.lower() not in names and (protocol == UCI or option is not NODES_OPTION)
        }
        if protocol == UCI and (lines := self.program.options.get(MULTI_PV)):
            self.own_options[MULTI_PV.lower()] = Option(MULTI_PV, SPIN, "1", 1, lines.max or 1)  # python-chess sends it
        self.options += self.own_options.values()
        self.settings |= {option.name: option.default for option in self.own_options.values()}

    def set_option(self, name: str, value: str) -> None:
        """Sets one of its options, or a limit; case does not matter in the name. Raises OptionError and PlayerError."""
        if name.lower() in self.own_options:
            super().set_option(name, value)
            return
        known = {option.name.lower(): option for option in self._engine_options()}
        engine_option = known.get(name.lower())
        if engine_option is None:
            own = [option.name for option in self.own_options.values()]
            raise unknown_option(name, sorted([*(option.name for option in known.values()), *own]))
        option = _option_of(engine_option)
        parsed: str | bool = option.parse(value) if option else value
        if engine_option.type == CHECK:
            parsed = BOOLEANS[str(parsed)]
        try:
            self._run(partial(self.engine.configure, {engine_option.name: parsed}))
        except IllegalAnswer as error:
            raise OptionError(str(error)) from None
        self._run(self.engine.ping)
        if option:
            self.settings[option.name] = option.parse(value)

    def new_game(self) -> None:
        """Tells it that a new game begins, and waits until it is ready."""
        self.game_token = object()
        protocol = self.program

        def announce() -> None:
            # python-chess would send it together with the first move, when the clock is running.
            if isinstance(protocol, TrackedUci):
                protocol.send_line("ucinewgame")
                protocol.game, protocol.first_game = self.game_token, False

        self.program.call(announce)
        self._run(self.engine.ping)

    def check_limits(self, limits: Limits) -> None:
        """Sends the limits to an xboard program outside a game. Raises PlayerError if it does not know a command."""
        protocol = self.program
        if not isinstance(protocol, TrackedXBoard):
            return
        name = f"{self.protocol}:{printable(self.command)}"
        if limits.nodes is not None:
            raise PlayerError(f"{name}: xboard's protocol has no limit of nodes; expected a limit of depth or time")
        protocol.refusals.clear()
        for line in ("new", "force", *limit_lines(limits, WHITE, new_game=True)):
            self.program.call(partial(protocol.send_line, line))
        self._run(self.engine.ping)
        protocol.first_game = True  # so that the position is set up again
        for command, kind in LIMIT_COMMANDS.items():
            if command in protocol.refusals:
                answer = printable(protocol.refusals[command])
                raise PlayerError(f"{name}: it does not take a limit of {kind}; it answers {quoted(answer)}")

    def decide(self, request: MoveRequest) -> Decision:
        """Lets it think, and reports its lines once, at the end.

        Raises IllegalAnswer, NoAnswer or Resignation; a plain PlayerError if the program has ended.
        """
        if not request.game.position.legal_moves():
            return Decision(None)
        protocol, limits = self.program, self.own_limits(request.limits, request.game)
        protocol.side = request.game.side
        if isinstance(protocol, TrackedXBoard):
            if limits.infinite and limits.seconds is not None:
                limits = replace(limits, depth=None)  # the depth of a forced move's analysis, which it cannot linger at
            if not self.limits_checked and (limits.depth is not None or limits.nodes is not None):
                self.check_limits(limits)
                self.limits_checked = True
            protocol.limits_of_move = partial(limit_lines, limits, request.game.side)
        elif isinstance(protocol, TrackedUci):
            protocol.most_nodes, protocol.infinite = limits.nodes, _is_unlimited(limits)
        while self.warnings:
            request.note(self.warnings.pop(0))
        start_time = time.perf_counter()
        self._update_board(request.game)
        if isinstance(protocol, TrackedXBoard) and not _continues(self.board, protocol.board):
            # It would be told to take moves back. After the end of a game some programs stay silent then.
            self.game_token = object()
        limit = chess.engine.Limit() if isinstance(protocol, TrackedXBoard) else chess_limit(limits)
        only = [chess.Move.from_uci(move.uci()) for move in request.limits.only] or None
        future = in_background(partial(self._search, limit, only))
        try:
            self._wait_for_move(future, request, start_time, limits.seconds)
        except KeyboardInterrupt:
            self._stop()
            raise
        try:
            result, lines = _result_of(future)
        except IllegalAnswer:
            if isinstance(protocol, TrackedXBoard) and protocol.refused_game:
                raise NoAnswer(f"it refuses the game; it answers {quoted(printable(protocol.refused_game))}") from None
            raise
        if result.resigned:
            raise Resignation("it resigns")
        if not result.move:
            raise IllegalAnswer("it answered without a move")
        assert isinstance(protocol, TrackedProtocol)
        seconds = max(0.0, protocol.answered_at - protocol.asked_at)
        self.count_turn(request.game, seconds)
        decision = _decision_of(result, seconds)
        for rank, info in enumerate(lines, 1):
            if report := _report_of(rank, info, decision):
                request.report(report)
        return decision

    def _search(
        self, limit: chess.engine.Limit, only: list[chess.Move] | None
    ) -> tuple[chess.engine.PlayResult, list[chess.engine.InfoDict]]:
        """Lets it search. Returns the best move, and what it has said about each line (MultiPV)."""
        board, game, everything = self.board, self.game_token, chess.engine.INFO_ALL
        count = int(self.settings.get(MULTI_PV, "1"))
        if count == 1:
            result = self.engine.play(board, limit, game=game, info=everything, root_moves=only)
            return result, [result.info]
        analysis = self.engine.analysis(board, limit, multipv=count, game=game, info=everything, root_moves=only)
        best = analysis.wait()
        lines = analysis.multipv
        return chess.engine.PlayResult(best.move, best.ponder, lines[0]), lines

    def close(self) -> None:
        """Tells it to quit, and kills it if it does not."""
        try:
            quit_all([self.program])
        finally:  # Ctrl-C may interrupt the wait
            self._kill()

    def _introduction(self, field: str) -> str:
        """Returns the name or the author that the program has sent; empty if it has sent none."""
        return printable(self.program.id.get(field, ""))

    def _wait_for_move(
        self,
        future: Future[tuple[chess.engine.PlayResult, list[chess.engine.InfoDict]]],
        request: MoveRequest,
        start_time: float,
        seconds: float | None,
    ) -> None:
        """Waits for its move, and passes on a stop. Raises NoAnswer, after killing it, if it takes too long.

        `seconds` is its time for the move, in seconds; None without such a limit.
        """
        deadline = start_time + self._timeout(request, seconds)
        # xboard's protocol has whole seconds: when the limit is over, the program is told to move.
        own_stop = start_time + seconds if seconds and self.protocol != UCI else math.inf
        stop_sent = False
        notice_at = start_time + (seconds or 0.0) + WAITING_NOTICE
        while not wait([future], min(POLL_INTERVAL, max(0.001, own_stop - time.perf_counter()))).done:
            now = time.perf_counter()
            if now > deadline:
                self._kill()
                raise NoAnswer(f"no answer within {now - start_time:.1f} s")
            if request.control.stopped and not stop_sent:
                stop_sent = True
                deadline = min(deadline, now + self.move_timeout)
                self._stop()
            if now > notice_at:
                notice_at = math.inf
                bound = "" if math.isinf(deadline) else f", for at most {deadline - start_time:.0f} s"
                request.show(f"waiting for {self.name} to move{bound}")
            if now >= own_stop:
                own_stop = math.inf
                self._stop()

    def _stop(self) -> None:
        """Tells it to move now."""
        self.program.call(partial(self.program.send_line, "stop" if self.protocol == UCI else "?"))

    def _timeout(self, request: MoveRequest, seconds: float | None) -> float:
        """Returns how long it may take for a move, in seconds. A clock of its own gives it no less."""
        limits = request.limits
        if _is_unlimited(limits):
            return math.inf
        clock = request.limits.clock(request.game.position.side)
        if clock is not None:
            return clock.left + self.stop_timeout
        own = parse_time_control(self.settings[TIME]).seconds if self.settings.get(TIME) else 0.0
        return (seconds or own) + self.move_timeout

    def _update_board(self, game: Game) -> None:
        """Makes the moves on the board that are new in the game, usually two. For another game, sets up a new board."""
        moves = [chess.Move.from_uci(move.uci()) for move in game.moves]
        root = chess.Board(game.start)
        ply = len(self.board.move_stack)
        if self.board.root() != root or self.board.move_stack != moves[:ply]:
            self.board, ply = root, 0
        for move in moves[ply:]:
            self.board.push(move)

    def _engine_options(self) -> list[chess.engine.Option]:
        """Returns the options that can be set, without those that python-chess manages itself."""
        return [option for option in self.program.options.values() if not option.is_managed()]

    def _run(self, action: Callable[[], None]) -> None:
        """Runs an action that needs no search. Raises PlayerError; NoAnswer after `start_timeout`."""
        future = in_background(action)
        if not wait([future], self.start_timeout).done:
            self._kill()
            raise NoAnswer(f"no answer within {self.start_timeout:g} s")
        _result_of(future)

    def _kill(self) -> None:
        kill(self.engine.transport.get_pid())
        self.engine.close()


def _is_unlimited(limits: Limits) -> bool:
    return limits.infinite and limits.seconds is limits.depth is limits.nodes is None


def _continues(board: chess.Board, earlier: chess.Board) -> bool:
    """Returns True if a game has been played on from an earlier position, or is there still."""
    ply = len(earlier.move_stack)
    return board.root() == earlier.root() and board.move_stack[:ply] == earlier.move_stack


def _result_of(future: Future[T]) -> T:
    """Returns the result. Raises PlayerError if the program has ended, IllegalAnswer if its answer was invalid."""
    try:
        return future.result()
    except (chess.engine.EngineTerminatedError, CancelledError) as error:
        raise PlayerError(f"it has ended: {one_line(error)}") from None
    except chess.engine.EngineError as error:
        raise IllegalAnswer(one_line(error)) from None


def _option_of(engine_option: chess.engine.Option) -> Option | None:
    """Returns the option as an Option; None for the types that Option does not have, string and button."""
    if engine_option.type not in (CHECK, SPIN, COMBO) or engine_option.is_managed():
        return None
    default = str(engine_option.default).lower() if engine_option.type == CHECK else str(engine_option.default)
    maximum = engine_option.max if engine_option.max is not None else 1 << 62
    minimum = engine_option.min if engine_option.min is not None else -(1 << 62)
    return Option(engine_option.name, engine_option.type, default, minimum, maximum, tuple(engine_option.var or ()))


def chess_limit(limits: Limits) -> chess.engine.Limit:
    """Returns the limits as a Limit of python-chess, for a UCI program."""
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
    )


def _decision_of(result: chess.engine.PlayResult, seconds: float) -> Decision:
    info = result.info
    return Decision(
        Move.from_uci(result.move.uci()) if result.move else None,
        _score_of(info),
        _moves_of(info.get("pv", ())),
        info.get("depth", 0),
        info.get("nodes", 0),
        seconds,
        clock_seconds=seconds,
    )


def _score_of(info: chess.engine.InfoDict) -> Score | None:
    """Returns the score that a program has sent, for the side to move; None if it has sent none."""
    score = info.get("score")
    if score is None:
        return None
    mate = score.relative.mate()
    return Score(score.relative.score()) if mate is None else Score(mate=mate)


def _report_of(rank: int, info: chess.engine.InfoDict, decision: Decision) -> Report | None:
    """Returns a report of what a program has said about a line; None without a score."""
    score, depth, pv = _score_of(info), info.get("depth", 0), _moves_of(info.get("pv", ()))
    if score is None:
        return None
    if not pv and rank == 1 and decision.move:
        pv = (decision.move,)
    nodes, hashfull = info.get("nodes", 0), info.get("hashfull", 0)
    return Report(depth, info.get("seldepth", depth), rank, score, pv, nodes, decision.seconds, hashfull)


def _moves_of(pv: Sequence[chess.Move]) -> tuple[Move, ...]:
    return tuple(Move.from_uci(move.uci()) for move in pv if move)
