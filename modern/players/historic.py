"""The 1994 program as a player.

The program itself is unchanged. Before each of its moves PW, PB and PM are rebuilt from the game, by the rules of
chess: a pawn captured en passant disappears, and a pawn that promotes becomes its own queen, for both sides. II and III
keep the values that the program's previous turn left in them. Then the program thinks, once, and the arbiter
(modern.players.arbiter) checks its choice.

The program does not know en passant, may castle over squares that it has not examined, leaves its king in check, and
sometimes stops with error 9 after it has chosen. Of the legal moves that it tried, the one with the highest value is
the best.

Limits of time, depth and nodes have no effect: the program always searches two plies. Only a stop ends it early.

The program remembers no earlier positions. With the option Avoid Repetition, a move that repeats one is replaced too.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from historic.basic import BasicError, Stop
from historic.basic.stops import SUBSCRIPT_OUT_OF_RANGE
from historic.machine.screen import Keyboard
from historic.position.moves import PieceMove, state_after
from historic.position.sides import SIDES, other_side
from historic.position.state import State, StateError
from historic.program import Program
from historic.readings import PRINTED, READINGS
from historic.study.terms import TERMS, board_from_state, explain, score_breakdown
from historic.thought import StoppedThought, Thought, TriedMove
from modern.facts import Fact, fact
from modern.game.game import Game
from modern.players.arbiter import Arbiter, playable_line
from modern.players.game_state import GameState
from modern.players.protocol import CHECK, COMBO, MULTI_PV, SPIN, Decision, ExplainedLine, MoveRequest, Option, Player
from modern.report import UCI_EXACT, UCI_LOWER_BOUND, Report, Score, Term
from modern.rules import Move, Position
from modern.rules.errors import quoted
from modern.rules.pieces import MAX_MOVES

READING: Final = "Reading"
AVOID_REPETITION: Final = "Avoid Repetition"

#: One entry of the player's memory: a ply, and II and III after it.
CARRYOVER: Final = re.compile(r"(\d{1,5}):(-?\d{1,9}),(-?\d{1,9})", re.ASCII)

#: The depth of the program: its own move and the reply.
PLIES: Final = 2


class Carryover(NamedTuple):
    """The values that the program left in II and III when it thought at `ply`. They carry over to its next turn."""

    ply: int
    II: int
    III: int


class HistoricArbiter(Arbiter):
    """The arbiter of the 1994 program: collects the allowed moves among those that the program tries.

    `state` is the position as PW, PB and PM, or the closest that these can represent. `tried` has the allowed moves
    that have been tried so far, in this order. Of a move that was tried twice it keeps the trial of higher value.
    """

    def __init__(self, request: MoveRequest, state: State) -> None:
        super().__init__(request)
        self.position = self.position.copy()  # the game continues, and `variation` is also called later
        self.state = state
        self.tried: dict[Move, TriedMove] = {}
        self.best_value = -math.inf

    def consider(self, tried: TriedMove) -> Move | None:
        """Adds the next move that the program tried. Returns it if it is the best allowed move so far, else None."""
        move = self.allowed_by_uci.get(tried.move.uci(self.state, self.position.side) or "")
        if move is None:
            return None
        if move not in self.tried or tried.value > self.tried[move].value:
            self.tried.pop(move, None)
            self.tried[move] = tried
        if tried.value <= self.best_value:
            return None
        self.best_value = tried.value
        return move

    def ranked(self) -> list[Move]:
        """Returns the allowed moves, the best first; among equals the one tried first, as in CWHITE9."""
        return sorted(self.tried, key=lambda move: self.tried[move].value, reverse=True)

    def without_repetition(self, ranked: list[Move]) -> list[Move]:
        """Returns the moves, with those that repeat a position last.

        A move repeats a position if after it the same side is to move, the pieces stand on the same squares, and
        castling rights and legal en passant captures are the same as at any earlier time: once is enough.
        """
        return sorted(ranked, key=lambda move: _repeats(self.position, move))

    def variation(self, move: Move) -> tuple[Move, ...]:
        """Returns an allowed move, and the reply that the program expects, if that can be played."""
        side = self.position.side
        try:
            after = state_after(self.state, side, move.uci())
        except StateError:
            return (move,)
        reply = self.tried[move].reply.uci(after, other_side(side))
        return playable_line(self.position, (move.uci(), reply or ""))


def _repeats(position: Position, move: Move) -> bool:
    """Returns True if the position after a legal move has occurred in the game before."""
    after = position.copy()
    after.make_move(move.code)
    return after.repetitions() > 1


def basic_error(error: BasicError) -> Fact:
    """Returns an error of the program as a fact: `error 9: Subscript out of range, under the label BLACK1`."""
    message = fact("basic.subscript") if error.code == SUBSCRIPT_OUT_OF_RANGE else error.message
    return fact("basic.error", number=error.code, message=message, label=error.label)


class ProgramAnswer(NamedTuple):
    """The answer of the program's search: its choice in UCI notation, or an empty string and the reason."""

    choice: str
    reason: str = ""


def answer_of(thought: Thought, state: State) -> ProgramAnswer:
    """Returns the answer of a thought that was not cut short."""
    if thought.chosen is None:
        return ProgramAnswer("", fact("arbiter.none_above"))
    uci = thought.best.uci(state, thought.side)
    if uci is None:
        return ProgramAnswer("", fact("arbiter.piece_not_there", piece=thought.best.piece))
    return ProgramAnswer(uci)


class HistoricSearch(Keyboard):
    """One turn of the program's thinking.

    It takes the place of the program's keyboard: at each INKEY$ it passes the moves tried since then to the arbiter.
    """

    def __init__(self, request: MoveRequest, arbiter: HistoricArbiter, program: Program) -> None:
        self.request = request
        self.side = request.game.position.side
        self.arbiter = arbiter
        self.program = program
        self.start_time = time.perf_counter()
        #: The moves tried so far, legal or not.
        self.tried: list[TriedMove] = []
        #: The program's own choice; None if it has not chosen yet, or was stopped first.
        self.best: PieceMove | None = None
        #: The allowed moves that were tried, in the order in which they are played; none before the decision.
        self.ranked: list[Move] = []
        program.screen.keyboard = self

    def run(self) -> ProgramAnswer:
        """Lets the program think. Returns its answer."""
        try:
            thought = self.program.play(self.side)
        except StoppedThought as stopped:
            self.best = stopped.thought.best
            return ProgramAnswer("", fact("arbiter.stopped_with", error=basic_error(stopped)))
        except Stop:
            return ProgramAnswer("", fact("arbiter.stopped_after", count=len(self.tried)))
        self.best = thought.best
        return answer_of(thought, self.arbiter.state)

    def inkey(self) -> str:
        """Returns an empty string: no key was pressed. Raises Stop if the program has to end here."""
        log = self.program.tried_log
        assert log is not None
        while len(log) > len(self.tried):  # INKEY$ is called far more often than a move is tried
            tried = log[len(self.tried)]
            better = self.arbiter.consider(tried)
            self.tried.append(tried)
            self.request.show(tried.printed)
            if better is not None:
                self.request.report(self.report(1, better, UCI_LOWER_BOUND))
        if self.request.control.stopped:
            raise Stop
        return ""

    def explained_line(self, move: Move) -> ExplainedLine:
        """Returns the terms of a move's value: of CWHITE's score and of CBLACK's, one of them after the reply."""
        tried = self.arbiter.tried[move]
        explanation = explain(self.arbiter.state, self.side, tried, self.program.reading)
        sums = (explanation.own_terms(), explanation.reply_score.terms())
        white, black = sums if self.side == SIDES[0] else sums[::-1]
        return ExplainedLine(self.arbiter.variation(move), _score(tried.value), _terms(white, black))

    def report(self, multipv: int, move: Move, bound: str) -> Report:
        """Returns the report of a move at this point of the search; `multipv` is its rank."""
        seconds = time.perf_counter() - self.start_time
        score, line = _score(self.arbiter.tried[move].value), self.arbiter.variation(move)
        return Report(PLIES, PLIES, multipv, score, line, len(self.tried), seconds, bound=bound)


def _score(value: float) -> Score:
    """Returns the score for a value in pawns."""
    return Score(centipawns=round(100 * value))


def _terms(white: Mapping[str, float], black: Mapping[str, float]) -> tuple[Term, ...]:
    """Returns the evaluation terms for each side's sums, which are in pawns."""
    return tuple(Term(name, round(100 * white[name]), round(100 * black[name])) for name in TERMS)


class HistoricPlayer(Player):
    """CWHITE and CBLACK, kept to the rules of chess by the arbiter."""

    name = "Gosub Chess, historic"
    author = "Ghislain de Blois"
    year = "1994"
    depth = f"{PLIES} plies"
    has_own_depth = True
    score_note = "its score is the listing's own count, not an estimate of who will win"
    options: Sequence[Option] = (
        Option(READING, COMBO, PRINTED, choices=READINGS),
        Option(AVOID_REPETITION, CHECK, "false"),
        Option(MULTI_PV, SPIN, "1", 1, MAX_MOVES),  # how many of the tried moves are reported
    )

    def __init__(self) -> None:
        super().__init__()
        self.new_game()

    def new_game(self) -> None:
        """Forgets the values of II and III."""
        self.start = ""
        self.moves: list[Move] = []
        self.carryovers: list[Carryover] = []
        self.search: HistoricSearch | None = None

    def decide(self, request: MoveRequest) -> Decision:
        """Thinks once, and plays the program's choice, or the arbiter's if that is illegal."""
        game = request.game
        game_state = GameState(game)
        for line in game_state.substitutions:
            request.note(line)
        arbiter = HistoricArbiter(request, game_state.state)
        self.search = None
        if not arbiter.allowed_by_uci:
            return Decision(None)
        program = Program(self.settings[READING])
        program.state = game_state.state
        program.II, program.III = self._carryover_before(game)
        search = self.search = self.new_search(request, arbiter, program)
        answer = search.run()
        self.carryovers.append(Carryover(len(game.moves), program.II, program.III))
        return self._decision(search, answer)

    def new_search(self, request: MoveRequest, arbiter: HistoricArbiter, program: Program) -> HistoricSearch:
        """Returns the search of one turn; the program has the position, II and III."""
        return HistoricSearch(request, arbiter, program)

    def terms(self, game: Game) -> list[Term]:
        """Returns the terms of S1 in the position, as CWHITE computes it for White and CBLACK for Black."""
        state = GameState(game).state
        board = board_from_state(state)
        white, black = (score_breakdown(board, state, side).terms() for side in SIDES)
        return list(_terms(white, black))

    def explained_lines(self) -> list[ExplainedLine]:
        """Returns the legal moves that it tried, with the terms as each side's routine computes them.

        The move that it plays is the first, and the others follow by their value: with Avoid Repetition those that
        repeat a position come last.
        """
        return self.explanation()()

    def explanation(self) -> Callable[[], list[ExplainedLine]]:
        """Returns a function that returns these lines later."""
        search = self.search
        return lambda: [search.explained_line(move) for move in search.ranked] if search else []

    def memory(self) -> str:
        """Returns II and III as each of its turns left them: `0:0,0 2:1,0` for the turns at plies 0 and 2.

        It is empty if they are 0 after every turn, as they are before the first one.
        """
        if not any(entry.II or entry.III for entry in self.carryovers):
            return ""
        return " ".join(f"{entry.ply}:{entry.II},{entry.III}" for entry in self.carryovers)

    def recall(self, game: Game, memory: str) -> None:
        """Restores II and III as `memory` has them. Entries for moves that have been taken back since are dropped.

        Raises ValueError if the text is not a memory.
        """
        carryovers = []
        for entry in memory.split():
            match = CARRYOVER.fullmatch(entry)
            if match is None:
                raise ValueError(f"{quoted(entry)} is not a ply with II and III after it, such as 4:1,0")
            carryovers.append(Carryover(*map(int, match.groups())))
        self.new_game()
        self.start, self.moves = game.start, list(game.moves)
        self.carryovers = [entry for entry in carryovers if entry.ply <= len(game.moves)]

    def _carryover_before(self, game: Game) -> tuple[int, int]:
        """Returns II and III as the last turn before this position left them; (0, 0) if the game has no such turn."""
        shared_plies = 0
        if game.start == self.start:
            pairs = zip(self.moves, game.moves, strict=False)
            shared_plies = next((ply for ply, (old, new) in enumerate(pairs) if old != new), len(game.moves))
        self.start, self.moves = game.start, list(game.moves)
        last = min(shared_plies, len(game.moves) - 1)
        self.carryovers = [entry for entry in self.carryovers if entry.ply <= last]
        return (self.carryovers[-1].II, self.carryovers[-1].III) if self.carryovers else (0, 0)

    def _decision(self, search: HistoricSearch, answer: ProgramAnswer) -> Decision:
        arbiter = search.arbiter
        ranked = arbiter.ranked()
        # A legal choice of the program is also ranked first, because its value is the highest of all.
        choice, reason, what = answer.choice, answer.reason, fact("arbiter.best_tried")
        if self.settings[AVOID_REPETITION] == "true":
            fresh_first = arbiter.without_repetition(ranked)
            if fresh_first[:1] != ranked[:1]:
                what = fact("arbiter.repeats_none", what=what)
                if choice in arbiter.allowed_by_uci:
                    choice, reason = "", fact("arbiter.repeats", move=choice)
            ranked = fresh_first
        move = arbiter.decide(choice, [move.uci() for move in ranked], reason, what)
        if not ranked:
            seconds = time.perf_counter() - search.start_time
            return Decision(move, None, (move,), PLIES, len(search.tried), seconds, arbiter.has_replaced)
        search.ranked = ranked
        reports = [search.report(multipv, move, UCI_EXACT) for multipv, move in enumerate(ranked, 1)]
        for report in reports[: int(self.settings[MULTI_PV])]:
            search.request.report(report)
        best = reports[0]
        return Decision(best.pv[0], best.score, best.pv, PLIES, best.nodes, best.seconds, arbiter.has_replaced)
