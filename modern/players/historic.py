"""The program of 1994 as a player.

The program is as it was. Before each of its moves PW, PB and PM are rebuilt from the game, by the rules of chess: a
pawn taken en passant goes, a pawn that arrives becomes its queen, in both colours. What the program leaves in II and
III from one of its turns to the next stays as it left it. Then it thinks, once, and the arbiter looks at its choice
(modern.players.arbiter).

Nothing but a stop can hurry it: it looks two half-moves ahead, however little time there is.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from typing import Final, NamedTuple

from historic.basic import BasicError, Stop
from historic.program import Program
from historic.readings import PRINTED, READINGS
from historic.screen import Keyboard
from historic.sides import SIDES
from historic.terms import TERMS, board_from_state, explain, score_breakdown
from historic.thought import StoppedThought
from modern.engine.report import UCI_EXACT, UCI_LOWER_BOUND, Report, Score, Term
from modern.players.arbiter import Arbiter, LegalCandidate
from modern.players.game import Game
from modern.players.game_state import GameState
from modern.players.protocol import COMBO, MULTI_PV, SPIN, Decision, Option, Player, Reason, Turn
from modern.rules import Move
from modern.rules.pieces import MAX_MOVES

READING: Final = "Reading"

#: A ply, and II and III after it, as they stand in its memory.
CARRYOVER: Final = re.compile(r"(\d{1,5}):(-?\d{1,9}),(-?\d{1,9})", re.ASCII)

#: Its own move, and the reply to it.
PLIES: Final = 2


class Carryover(NamedTuple):
    """What a turn of thinking, after so many moves of a game, has left in II and III."""

    ply: int
    II: int
    III: int


class HistoricSearch(Keyboard):
    """One turn of the program's thinking. At each INKEY$ the arbiter is shown what has been tried."""

    def __init__(self, turn: Turn, arbiter: Arbiter, program: Program) -> None:
        self.turn = turn
        self.side = turn.game.position.side
        self.arbiter = arbiter
        self.program = program
        self.start_time = time.perf_counter()
        self.tried_count = 0
        program.screen.keyboard = self

    def run(self) -> str:
        """Let it think; why its choice cannot be played, or nothing."""
        try:
            thought = self.program.play(self.side)
        except StoppedThought as stopped:
            return f"it stopped with {BasicError.__str__(stopped)}"
        except Stop:
            return f"it was stopped after {self.tried_count} moves"
        return self.arbiter.objection(thought)

    def inkey(self) -> str:
        """No key. Raises Stop, if the program is to end here."""
        record = self.program.candidate_log
        assert record is not None
        while len(record.candidates) > self.tried_count:  # it is asked far more often than a move is tried
            better = self.arbiter.consider(record.candidates[self.tried_count], record.replies[self.tried_count])
            self.turn.show(record.printed[self.tried_count])
            self.tried_count += 1
            if better is not None:
                self.turn.report(self.report(1, better, UCI_LOWER_BOUND))
        if self.turn.control.stopped:
            raise Stop
        return ""

    def reason(self, candidate: LegalCandidate) -> Reason:
        """What the value of a move is made of: CWHITE's score and CBLACK's, one of which the reply has left."""
        explanation = explain(self.arbiter.state, self.side, candidate.candidate, candidate.reply, self.program.reading)
        sums = (explanation.own_terms(), explanation.reply_score.terms())
        white, black = sums if self.side == SIDES[0] else sums[::-1]
        return Reason(candidate.pv, _score(candidate.value), _terms(white, black))

    def report(self, multipv: int, candidate: LegalCandidate, bound: str) -> Report:
        """What it thinks of a move, as far as it has come."""
        seconds = time.perf_counter() - self.start_time
        return Report(
            PLIES, PLIES, multipv, _score(candidate.value), candidate.pv, self.tried_count, seconds, bound=bound
        )


def _score(value: float) -> Score:
    """A value in pawns."""
    return Score(centipawns=round(100 * value))


def _terms(white: Mapping[str, float], black: Mapping[str, float]) -> tuple[Term, ...]:
    """Each side's sums, in pawns."""
    return tuple(Term(name, round(100 * white[name]), round(100 * black[name])) for name in TERMS)


class HistoricPlayer(Player):
    """CWHITE and CBLACK, kept to the rules."""

    name = "Gosub Chess, historic"
    author = "Ghislain de Blois, 1994"
    options = (
        Option(READING, COMBO, PRINTED, choices=READINGS),
        Option(MULTI_PV, SPIN, "1", 1, MAX_MOVES),  # moves that are reported
    )

    def __init__(self) -> None:
        super().__init__()
        self.new_game()

    def new_game(self) -> None:
        """Forget what II and III were left at."""
        self.start = ""
        self.moves: list[Move] = []
        self.carryovers: list[Carryover] = []
        self.search: HistoricSearch | None = None

    def decide(self, turn: Turn) -> Decision:
        """Think once, and play the choice, or what the arbiter takes in its place."""
        game = turn.game
        game_state = GameState(game)
        for line in game_state.substitutions:
            turn.note(line)
        arbiter = Arbiter(game.position, game_state.state, turn.limits.only)
        self.search = None
        if not arbiter.allowed_moves:
            return Decision(None)
        program = Program(self.settings[READING])
        program.state = game_state.state
        program.II, program.III = self._carryover_before(game)
        search = self.search = HistoricSearch(turn, arbiter, program)
        objection = search.run()
        self.carryovers.append(Carryover(len(game.moves), program.II, program.III))
        return self._decision(turn, search, objection)

    def terms(self, game: Game) -> list[Term]:
        """What S1 is made of at the position: as CWHITE reckons it for White, and as CBLACK does for Black."""
        state = GameState(game).state
        board = board_from_state(state)
        white, black = (score_breakdown(board, state, side).terms() for side in SIDES)
        return list(_terms(white, black))

    def reasons(self) -> list[Reason]:
        """The lawful moves that it has tried, with their terms as the mover and the replier reckon them."""
        search = self.search
        return [search.reason(found) for found in search.arbiter.ranked()] if search else []

    def memory(self) -> str:
        """II and III as each of its turns has left them: `0:0,0 2:1,0` after the plies 0 and 2."""
        return " ".join(f"{left.ply}:{left.II},{left.III}" for left in self.carryovers)

    def recall(self, game: Game, memory: str) -> None:
        """Take over what II and III were left at; what moves that were taken back have left is passed over.

        Raises ValueError for what says nothing of them.
        """
        left = []
        for entry in memory.split():
            match = CARRYOVER.fullmatch(entry)
            if match is None:
                raise ValueError(f"what II and III were left at was expected, as 4:1,0 for ply 4, not {entry[:40]!a}")
            left.append(Carryover(*map(int, match.groups())))
        self.new_game()
        self.start, self.moves = game.start, list(game.moves)
        self.carryovers = [one for one in left if one.ply <= len(game.moves)]

    def _carryover_before(self, game: Game) -> tuple[int, int]:
        """II and III as its last turn before this position has left them, in this game or one that began like it."""
        shared_plies = 0
        if game.start == self.start:
            both = zip(self.moves, game.moves, strict=False)
            shared_plies = next((ply for ply, (ours, other) in enumerate(both) if ours != other), len(game.moves))
        self.start, self.moves = game.start, list(game.moves)
        self.carryovers = [left for left in self.carryovers if left.ply <= shared_plies and left.ply < len(game.moves)]
        return (self.carryovers[-1].II, self.carryovers[-1].III) if self.carryovers else (0, 0)

    def _decision(self, turn: Turn, search: HistoricSearch, objection: str) -> Decision:
        ranked = search.arbiter.ranked()
        if not ranked:
            move = search.arbiter.allowed_moves[0]
            turn.note(f"{objection}: the arbiter plays {move}, the first legal move, since no lawful one was tried")
            seconds = time.perf_counter() - search.start_time
            return Decision(move, None, (move,), PLIES, search.tried_count, seconds)
        if objection:
            turn.note(f"{objection}: the arbiter plays {ranked[0].move}, the best lawful move that was tried")
        reports = [search.report(number, found, UCI_EXACT) for number, found in enumerate(ranked, 1)]
        for report in reports[: int(self.settings[MULTI_PV])]:
            turn.report(report)
        best = reports[0]
        return Decision(best.pv[0], best.score, best.pv, PLIES, best.nodes, best.seconds)
