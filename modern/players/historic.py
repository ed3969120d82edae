"""The program of 1994 as a player.

The program is as it was. Before each of its moves PW, PB and PM are rebuilt from the game, by the rules of chess: a
pawn taken en passant goes, a pawn that arrives becomes its queen, in both colours. What the program leaves in II and
III from one of its turns to the next stays as it left it. Then it thinks, once, and the arbiter looks at its choice
(modern.players.arbiter).

Nothing but a stop can hurry it: it looks two half-moves ahead, however little time there is.
"""

from __future__ import annotations

import time
from typing import Final, NamedTuple

from historic.basic import BasicError, Stop
from historic.program import Program
from historic.readings import PRINTED, READINGS
from historic.screen import Keyboard
from historic.thought import StoppedThought
from modern.engine.report import EXACT, LOWER_BOUND, Report, Score
from modern.players.arbiter import Arbiter
from modern.players.game import Game
from modern.players.holding import Holding
from modern.players.protocol import COMBO, Decision, Option, Player, Turn
from modern.rules import Move

READING: Final = "Reading"

#: Its own move, and the reply to it.
PLIES: Final = 2


class Left(NamedTuple):
    """What a turn of thinking, after so many moves of a game, has left in II and III."""

    moves: int
    II: int
    III: int


class Thinking(Keyboard):
    """One turn of the program's thinking. At each INKEY$ the arbiter is shown what has been tried."""

    def __init__(self, turn: Turn, arbiter: Arbiter, program: Program) -> None:
        self.turn = turn
        self.arbiter = arbiter
        self.program = program
        self.begun = time.perf_counter()
        self.tried = 0
        program.screen.keyboard = self

    def run(self) -> str:
        """Let it think; why its choice cannot be played, or nothing."""
        try:
            thought = self.program.play(self.turn.game.position.side)
        except StoppedThought as stopped:
            return f"it stopped with {BasicError.__str__(stopped)}"
        except Stop:
            return f"it was stopped after {self.tried} moves"
        return self.arbiter.objection(thought)

    def inkey(self) -> str:
        """No key. Raises Stop, if the program is to end here."""
        record = self.program.record
        assert record is not None
        for candidate, reply in zip(record.candidates[self.tried :], record.replies[self.tried :], strict=True):
            self.tried += 1
            if self.arbiter.consider(candidate, reply):
                self.turn.report(self.report(LOWER_BOUND))
        if self.turn.control.stopped:
            raise Stop
        return ""

    def report(self, bound: str) -> Report:
        """The best that may be played, as far as it has thought."""
        best = self.arbiter.best
        assert best is not None
        score = Score(centipawns=round(100 * best.value))
        return Report(PLIES, PLIES, 1, score, best.line, self.tried, time.perf_counter() - self.begun, bound=bound)


class HistoricPlayer(Player):
    """CWHITE and CBLACK, kept to the rules."""

    name = "Gosub Chess, historic"
    author = "Ghislain de Blois, 1994"
    options = (Option(READING, COMBO, PRINTED, choices=READINGS),)

    def __init__(self) -> None:
        super().__init__()
        self.new_game()

    def new_game(self) -> None:
        """Forget what II and III were left at."""
        self.start = ""
        self.moves: list[Move] = []
        self.left: list[Left] = []

    def decide(self, turn: Turn) -> Decision:
        """Think once, and play the choice, or what the arbiter takes in its place."""
        game = turn.game
        holding = Holding(game)
        for line in holding.replaced:
            turn.note(line)
        arbiter = Arbiter(game.position, holding.state, turn.limits.only)
        if not arbiter.allowed:
            return Decision(None)
        program = Program(self.settings[READING])
        program.state = holding.state
        program.II, program.III = self._left_before(game)
        thinking = Thinking(turn, arbiter, program)
        objection = thinking.run()
        self.left.append(Left(len(game.moves), program.II, program.III))
        return self._decision(turn, thinking, objection)

    def _left_before(self, game: Game) -> tuple[int, int]:
        """II and III as its last turn before this position has left them, in this game or one that began like it."""
        shared = 0
        if game.start == self.start:
            both = zip(self.moves, game.moves, strict=False)
            shared = next((ply for ply, (ours, other) in enumerate(both) if ours != other), len(game.moves))
        self.start, self.moves = game.start, list(game.moves)
        self.left = [left for left in self.left if left.moves <= shared and left.moves < len(game.moves)]
        return (self.left[-1].II, self.left[-1].III) if self.left else (0, 0)

    def _decision(self, turn: Turn, thinking: Thinking, objection: str) -> Decision:
        best = thinking.arbiter.best
        if best is None:
            move = thinking.arbiter.allowed[0]
            why = objection or "it has tried no lawful move"
            turn.note(f"{why}: the arbiter plays {move}, the first legal move, since it has tried none that is lawful")
            seconds = time.perf_counter() - thinking.begun
            return Decision(move, None, (move,), PLIES, thinking.tried, seconds)
        if objection:
            turn.note(f"{objection}: the arbiter plays {best.move}, the best lawful move that it has tried")
        final = thinking.report(EXACT)
        turn.report(final)
        return Decision(best.move, final.score, best.line, PLIES, final.nodes, final.seconds)
