"""The program of 1994 as a player.

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
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from historic.basic import BasicError, Stop
from historic.machine.screen import Keyboard
from historic.position.moves import is_promotion, state_after
from historic.position.sides import SIDES, other_side
from historic.position.state import State, StateError
from historic.program import Program
from historic.readings import PRINTED, READINGS
from historic.study.terms import TERMS, board_from_state, explain, score_breakdown
from historic.thought import Candidate, Choice, Reply, StoppedThought, Thought, choice_of, move_of
from modern.engine.report import UCI_EXACT, UCI_LOWER_BOUND, Report, Score, Term
from modern.game.game import Game
from modern.players.arbiter import Arbiter
from modern.players.game_state import GameState
from modern.players.protocol import CHECK, COMBO, MULTI_PV, SPIN, Decision, ExplainedLine, MoveRequest, Option, Player
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


class LegalCandidate(NamedTuple):
    """A legal move that the program tried.

    `pv`                  the move, and the reply that the program expects, if that is legal too.
    `candidate`, `reply`  the same move and reply in the program's own numbers.
    """

    move: Move
    pv: tuple[Move, ...]
    candidate: Candidate
    reply: Reply

    @property
    def value(self) -> float:
        """Returns the program's value of the move, in pawns."""
        return self.candidate.value


class HistoricArbiter(Arbiter):
    """The arbiter of the 1994 program: collects the allowed moves among those that the program tries.

    `state` is the position as PW, PB and PM, or the closest that these can represent. `candidates` are the allowed
    moves that have been tried so far.
    """

    best_tried = "the best legal move that was tried"
    first_legal = "the first legal move, since no legal move was tried"

    def __init__(self, request: MoveRequest, state: State) -> None:
        super().__init__(request)
        self.state = state
        self.candidates: list[LegalCandidate] = []
        self.best_value = -math.inf

    def consider(self, candidate: Candidate, reply: Reply) -> LegalCandidate | None:
        """Adds the next move that the program tried. Returns it if it is the best allowed move so far, else None."""
        move = self.allowed_by_uci.get(uci_of(self.state, self.position.side, choice_of(candidate)) or "")
        if move is None:
            return None
        self.candidates.append(LegalCandidate(move, self._pv(move, reply.best), candidate, reply))
        if candidate.value <= self.best_value:
            return None
        self.best_value = candidate.value
        return self.candidates[-1]

    def ranked(self) -> list[LegalCandidate]:
        """Returns the candidates, each move once, the best first; among equals the one tried first, as in CWHITE9."""
        by_move: dict[Move, LegalCandidate] = {}
        for candidate in sorted(self.candidates, key=lambda candidate: candidate.value, reverse=True):
            by_move.setdefault(candidate.move, candidate)
        return list(by_move.values())

    def without_repetition(self, ranked: list[LegalCandidate]) -> list[LegalCandidate]:
        """Returns the candidates, those last that repeat a position of the game, and notes if another is now first.

        A move repeats a position if after it the same side is to move, the pieces stand on the same squares, and
        castling rights and legal en passant captures are the same as at any earlier time: once is enough.
        """
        ordered = sorted(ranked, key=lambda candidate: _repeats(self.position, candidate.move))
        if ordered[0] is not ranked[0]:
            objection = f"{ranked[0].move} repeats a position of the game"
            self.replace(objection, ordered[0].move, f"{self.best_tried} and repeats none")
        return ordered

    def _pv(self, move: Move, reply: Choice) -> tuple[Move, ...]:
        """Returns the move, and the reply that the program thinks best, if that is legal."""
        side = self.position.side
        try:
            after = state_after(self.state, side, move.uci())
        except StateError:
            return (move,)
        uci = uci_of(after, other_side(side), reply)
        position_after = self.position.copy()
        position_after.make_move(move.code)
        replies = {legal.uci(): legal for legal in position_after.legal_moves()}
        return (move, replies[uci]) if uci in replies else (move,)


def uci_of(state: State, side: str, choice: Choice) -> str | None:
    """Returns a choice in UCI notation, a promotion as one to a queen; None for a piece that is not on the board."""
    uci = move_of(side, choice, state, state)
    return f"{uci}q" if uci and is_promotion(state, side, uci) else uci


def _repeats(position: Position, move: Move) -> bool:
    """Returns True if the position after a legal move has occurred in the game before."""
    after = position.copy()
    after.make_move(move.code)
    return after.repetitions() > 1


class ProgramAnswer(NamedTuple):
    """The answer of the program's search: its choice in UCI notation, or an empty string and the reason."""

    choice: str
    reason: str = ""


def answer_of(thought: Thought, state: State) -> ProgramAnswer:
    """Returns the answer of a thought that was not cut short."""
    if thought.chosen is None:
        return ProgramAnswer("", "no move scores above -1000, so it chooses none")
    uci = uci_of(state, thought.side, thought.best)
    if uci is None:
        return ProgramAnswer("", f"it chooses piece {thought.best.piece}, which is not on the board")
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
        self.tried_count = 0
        #: The moves tried so far, legal or not, with their replies, in the program's own numbers.
        self.tried: list[tuple[Candidate, Reply]] = []
        #: The program's own choice; None until it has chosen, and if it was stopped before.
        self.best: Choice | None = None
        program.screen.keyboard = self

    def run(self) -> ProgramAnswer:
        """Lets the program think. Returns its answer."""
        try:
            thought = self.program.play(self.side)
        except StoppedThought as stopped:
            self.best = stopped.thought.best
            return ProgramAnswer("", f"it stopped with {BasicError.__str__(stopped)}")
        except Stop:
            return ProgramAnswer("", f"it was stopped after {self.tried_count} moves")
        self.best = thought.best
        return answer_of(thought, self.arbiter.state)

    def inkey(self) -> str:
        """Returns an empty string: no key was pressed. Raises Stop if the program has to end here."""
        record = self.program.candidate_log
        assert record is not None
        while len(record.candidates) > self.tried_count:  # INKEY$ is called far more often than a move is tried
            candidate, reply = record.candidates[self.tried_count], record.replies[self.tried_count]
            better = self.arbiter.consider(candidate, reply)
            self.tried.append((candidate, reply))
            self.request.show(record.printed[self.tried_count])
            self.tried_count += 1
            if better is not None:
                self.request.report(self.report(1, better, UCI_LOWER_BOUND))
        if self.request.control.stopped:
            raise Stop
        return ""

    def explained_line(self, candidate: LegalCandidate) -> ExplainedLine:
        """Returns the terms of a move's value: those of CWHITE's score and CBLACK's, one of them after the reply."""
        explanation = explain(self.arbiter.state, self.side, candidate.candidate, candidate.reply, self.program.reading)
        sums = (explanation.own_terms(), explanation.reply_score.terms())
        white, black = sums if self.side == SIDES[0] else sums[::-1]
        return ExplainedLine(candidate.pv, _score(candidate.value), _terms(white, black))

    def report(self, multipv: int, candidate: LegalCandidate, bound: str) -> Report:
        """Returns the report of a move at this point of the search; `multipv` is its rank."""
        seconds = time.perf_counter() - self.start_time
        return Report(
            PLIES, PLIES, multipv, _score(candidate.value), candidate.pv, self.tried_count, seconds, bound=bound
        )


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
        """Returns the legal moves that it tried, with the terms as each side's routine computes them."""
        search = self.search
        return [search.explained_line(candidate) for candidate in search.arbiter.ranked()] if search else []

    def memory(self) -> str:
        """Returns II and III as each of its turns left them: `0:0,0 2:1,0` for the turns at plies 0 and 2."""
        return " ".join(f"{entry.ply}:{entry.II},{entry.III}" for entry in self.carryovers)

    def recall(self, game: Game, memory: str) -> None:
        """Restores II and III as `memory` has them. Entries for moves that have been taken back since are dropped.

        Raises ValueError if the text is not such a memory.
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
        move = arbiter.decide(answer.choice, [candidate.move.uci() for candidate in ranked], answer.reason)
        if not ranked:
            seconds = time.perf_counter() - search.start_time
            return Decision(move, None, (move,), PLIES, search.tried_count, seconds, arbiter.has_replaced)
        if self.settings[AVOID_REPETITION] == "true":
            ranked = arbiter.without_repetition(ranked)
        reports = [search.report(multipv, candidate, UCI_EXACT) for multipv, candidate in enumerate(ranked, 1)]
        for report in reports[: int(self.settings[MULTI_PV])]:
            search.request.report(report)
        best = reports[0]
        return Decision(best.pv[0], best.score, best.pv, PLIES, best.nodes, best.seconds, arbiter.has_replaced)
