"""Runs the program of 1994 on every position of a game.

One program goes through the whole game, as in a replay, so each turn finds the values that the turn before left in II
and III. Before each turn PW, PB and PM are set to the position that the rules of chess give, so any game can be used.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from historic.basic import BasicError
from historic.position.state import State
from historic.program import Program
from historic.readings import PRINTED
from historic.thought import StoppedThought, Thought
from modern.game.game import Game
from modern.players.game_state import GameState
from modern.players.historic import uci_of


@dataclass(frozen=True)
class PositionThought:
    """A position of a game, and what the program thinks there.

    `ply` is the number of the next ply, from 1, and `side` the side to move. `state` is the position in PW, PB and PM.
    `substitutions` has a line for each piece that the program has no number for and stores as another piece type.
    `error` is the BASIC error that ended the thought, or None.
    """

    ply: int
    side: str
    state: State
    substitutions: tuple[str, ...]
    thought: Thought
    error: BasicError | None = None

    @property
    def move(self) -> str | None:
        """The choice in UCI notation, promoting to a queen.

        None if nothing is chosen, or if the chosen piece comes from nowhere (quirk men-from-nowhere).
        """
        return uci_of(self.state, self.side, self.thought.best)


def game_thoughts(game: Game, reading: str = PRINTED) -> Iterator[PositionThought]:
    """Yields what the program thinks at each position of a game, from the first to the one after the last move."""
    program = Program(reading)
    position = GameState(Game(game.start))
    for ply, move in enumerate([*game.moves, None], 1):
        program.state = position.state
        basic_error: BasicError | None = None
        try:
            thought = program.play(position.side)
        except StoppedThought as error:
            basic_error, thought = error, error.thought
        substitutions = tuple(position.substitutions)
        yield PositionThought(ply, position.side, position.state, substitutions, thought, basic_error)
        if move is not None:
            position.advance(move)
