"""What the program of 1994 thinks at every position of a game.

One program goes through the whole game, as in a replay: what a turn leaves in II and III is there at the next. Before
each turn PW, PB and PM are put right by the rules of chess, so that any game will do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from historic.basic import BasicError
from historic.program import Program
from historic.readings import PRINTED
from historic.state import State
from historic.thought import StoppedThought, Thought
from modern.players import Game
from modern.players.arbiter import uci_of
from modern.players.game_state import GameState


@dataclass(frozen=True)
class PositionThought:
    """A position of a game, and what the program thinks there.

    `number` is that of the ply that comes next, from 1, and `side` is to make it. `state` is the position in PW, PB and
    PM; `replaced` says, a line each, which men had to be held as others. `stopped` is the error with which the thought
    ended, if it did.
    """

    ply: int
    side: str
    state: State
    substitutions: tuple[str, ...]
    thought: Thought
    error: BasicError | None = None

    @property
    def move(self) -> str | None:
        """The choice in UCI's notation, a pawn that arrives as a queen; None for none, and for a man from nowhere."""
        return uci_of(self.state, self.side, self.thought.best)


def game_thoughts(game: Game, reading: str = PRINTED) -> Iterator[PositionThought]:
    """What the program thinks at each position of `game`, from the first to that after the last move."""
    program = Program(reading)
    holding = GameState(Game(game.start))
    for number, move in enumerate([*game.moves, None], 1):
        program.state = holding.state
        error_raised: BasicError | None = None
        try:
            thought = program.play(holding.side)
        except StoppedThought as error:
            error_raised, thought = error, error.thought
        yield PositionThought(number, holding.side, holding.state, tuple(holding.substitutions), thought, error_raised)
        if move is not None:
            holding.advance(move)
