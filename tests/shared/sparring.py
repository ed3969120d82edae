"""Players for the tests of matches, fast and deterministic or faulty on purpose, and a tournament of the fast ones."""

from __future__ import annotations

import random
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from modern.game.clock import TimeSetting
from modern.game.game import Game
from modern.jobs.workers import InProcessExecutor
from modern.match.openings import Opening, Openings
from modern.match.options import TournamentOptions
from modern.match.tournament import Tournament
from modern.players import Decision, IllegalAnswer, MoveRequest, NoAnswer, Player, PlayerError, Resignation
from modern.report import Score
from modern.rules import Move
from modern.system import command_line

OUTSIDE_PROGRAM = Path(__file__).parent / "outside_program.py"
VALUES = dict(zip("pnbrqk", (1, 3, 3, 5, 9, 0), strict=True))


def outside(behaviour: str = "plays", log: Path | None = None, protocol: str = "uci") -> str:
    """Returns the command that runs outside_program.py."""
    return command_line([sys.executable, str(OUTSIDE_PROGRAM), protocol, behaviour, *([str(log)] if log else [])])


class RandomMover(Player):
    """Plays random moves, the same ones in the same position."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        super().__init__()
        self.seed = seed

    def decide(self, request: MoveRequest) -> Decision:
        """Chooses a legal move."""
        return Decision(self.choose(request), Score(0), depth=1)

    def choose(self, request: MoveRequest) -> Move:
        """Returns the move for the position and the seed."""
        position = request.game.position
        return random.Random(f"{self.seed}:{position.fen()}").choice(sorted(position.legal_moves(), key=str))


class GreedyMover(RandomMover):
    """Mates if it can, else makes the most valuable capture, else moves at random."""

    name = "greedy"

    def choose(self, request: MoveRequest) -> Move:
        """Returns the move with the largest gain."""
        position = request.game.position.copy()
        choices = []
        for move in sorted(position.legal_moves(), key=str):
            gain = VALUES[(position.piece_at(move.to_square) or "k").lower()] + (9 if move.promotion == 5 else 0)
            position.make(move)
            mates = position.is_check() and not position.legal_moves()
            position.unmake()
            choices.append((100 if mates else gain, move))
        best = max(gain for gain, _ in choices)
        rng = random.Random(f"{self.seed}:{position.fen()}")
        return rng.choice([move for gain, move in choices if gain == best])


@dataclass(frozen=True)
class SparringFactory:
    """Makes a RandomMover or a GreedyMover."""

    player_class: type[RandomMover] = RandomMover
    seed: int = 0

    def __call__(self) -> Player:
        return self.player_class(self.seed)


class FaultyPlayer(RandomMover):
    """Shows its fault at its third move. `closed_count` counts the players that have been closed."""

    name = "faulty"
    closed_count = 0

    def __init__(self, fault: str) -> None:
        super().__init__()
        self.fault = fault
        self.move_count = 0

    def decide(self, request: MoveRequest) -> Decision:
        """Plays two random moves, then shows the fault."""
        self.move_count += 1
        if self.move_count < 3:
            request.note(f"move {self.move_count}")
            return super().decide(request)
        if self.fault == "slow":
            while not request.control.stopped:
                time.sleep(0.001)
            return super().decide(request)
        if self.fault == "illegal":
            return Decision(Move.from_uci("a1h7"))
        if self.fault == "none":
            return Decision(None)
        raise {"crash": PlayerError, "wrong": IllegalAnswer, "silent": NoAnswer, "resigns": Resignation}[self.fault](
            "it is its third move"
        )

    def close(self) -> None:
        """Counts the closed players."""
        FaultyPlayer.closed_count += 1


@dataclass(frozen=True)
class FaultyFactory:
    """Makes a FaultyPlayer."""

    fault: str

    def __call__(self) -> Player:
        return FaultyPlayer(self.fault)


class OneOpening(Openings):
    """White mates at once, or Black may take the rook."""

    def for_pair(self, pair: int) -> Opening:
        """Returns the opening, with two moves."""
        return Opening("7k/8/8/8/8/8/4K3/R7 b - - 90 80", ("h8g8", "e2e3"))

    def different(self, pairs: int) -> int:
        return 1

    def as_json(self) -> str:
        return "one opening"


def played_tournament(first: str, second: str, openings: str = "one") -> tuple[Tournament, dict[int, Game]]:
    """Returns a tournament of two players with these names, and its two games by their numbers."""
    options = TournamentOptions((first, second), 2, TimeSetting(depth=1), OneOpening(openings))
    games: dict[int, Game] = {}
    tournament = Tournament(options, on_game=lambda scheduled, game: games.update({scheduled.number: game}))
    tournament.player_factories = [SparringFactory(GreedyMover), SparringFactory(RandomMover)]
    for _ in tournament.steps(InProcessExecutor(), 1):
        pass
    return tournament, games
