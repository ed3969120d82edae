"""The program of 1994 as a player.

The program itself is unchanged. Before each of its moves PW, PB and PM are rebuilt from the game, by the rules of
chess: a pawn captured en passant disappears, and a pawn that promotes becomes its own queen, for both sides. II and III
keep the values that the program's previous turn left in them. Then the program thinks, once, and the arbiter checks its
choice (modern.players.arbiter).

Limits of time, depth and nodes have no effect: the program always searches two plies. Only a stop ends it early.

The program remembers no earlier positions. With the option Avoid Repetition, a move that repeats one is replaced too.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from historic.basic import BasicError, Stop
from historic.machine.screen import Keyboard
from historic.position.sides import SIDES
from historic.program import Program
from historic.readings import PRINTED, READINGS
from historic.study.terms import TERMS, board_from_state, explain, score_breakdown
from historic.thought import Candidate, Choice, Reply, StoppedThought
from modern.engine.report import UCI_EXACT, UCI_LOWER_BOUND, Report, Score, Term
from modern.game.game import Game
from modern.players.arbiter import Arbiter, LegalCandidate
from modern.players.game_state import GameState
from modern.players.protocol import CHECK, COMBO, MULTI_PV, SPIN, Decision, ExplainedLine, MoveRequest, Option, Player
from modern.rules import Move
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


class HistoricSearch(Keyboard):
    """One turn of the program's thinking.

    It takes the place of the program's keyboard: at each INKEY$ it passes the moves tried since then to the arbiter.
    """

    def __init__(self, request: MoveRequest, arbiter: Arbiter, program: Program) -> None:
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

    def run(self) -> str:
        """Lets the program think. Returns why its choice cannot be played, or an empty string if it can."""
        try:
            thought = self.program.play(self.side)
        except StoppedThought as stopped:
            self.best = stopped.thought.best
            return f"it stopped with {BasicError.__str__(stopped)}"
        except Stop:
            return f"it was stopped after {self.tried_count} moves"
        self.best = thought.best
        return self.arbiter.objection(thought)

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


def without_repetition(request: MoveRequest, ranked: list[LegalCandidate]) -> list[LegalCandidate]:
    """Returns the candidates, those last that repeat a position of the game, and notes if another move is now first.

    A move repeats a position if after it the same side is to move, the pieces stand on the same squares, and castling
    rights and legal en passant captures are the same as at any earlier time: once is enough.
    """
    ordered = sorted(ranked, key=lambda candidate: _repeats(request.game, candidate.move))
    if ordered[0] is not ranked[0]:
        request.note(
            f"{ranked[0].move} repeats a position of the game; "
            f"the arbiter plays {ordered[0].move}, the best legal move that was tried and repeats none"
        )
    return ordered


def _repeats(game: Game, move: Move) -> bool:
    """Returns True if the position after a legal move has occurred in the game before."""
    position = game.position.copy()
    position.make_move(move.code)
    return position.repetitions() > 1


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
        arbiter = Arbiter(game.position, game_state.state, request.limits.only)
        self.search = None
        if not arbiter.allowed_moves:
            return Decision(None)
        program = Program(self.settings[READING])
        program.state = game_state.state
        program.II, program.III = self._carryover_before(game)
        search = self.search = self.new_search(request, arbiter, program)
        objection = search.run()
        self.carryovers.append(Carryover(len(game.moves), program.II, program.III))
        return self._decision(request, search, objection)

    def new_search(self, request: MoveRequest, arbiter: Arbiter, program: Program) -> HistoricSearch:
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

    def _decision(self, request: MoveRequest, search: HistoricSearch, objection: str) -> Decision:
        ranked = search.arbiter.ranked()
        if not ranked:
            move = search.arbiter.allowed_moves[0]
            request.note(f"{objection}; the arbiter plays {move}, the first legal move, since no legal move was tried")
            seconds = time.perf_counter() - search.start_time
            return Decision(move, None, (move,), PLIES, search.tried_count, seconds)
        if objection:
            request.note(f"{objection}; the arbiter plays {ranked[0].move}, the best legal move that was tried")
        if self.settings[AVOID_REPETITION] == "true":
            ranked = without_repetition(request, ranked)
        reports = [search.report(multipv, candidate, UCI_EXACT) for multipv, candidate in enumerate(ranked, 1)]
        for report in reports[: int(self.settings[MULTI_PV])]:
            request.report(report)
        best = reports[0]
        return Decision(best.pv[0], best.score, best.pv, PLIES, best.nodes, best.seconds)
