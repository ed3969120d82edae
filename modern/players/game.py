"""A game as a player receives it: the starting position and the moves."""

from __future__ import annotations

from collections.abc import Iterable

from modern.rules import Move, Position
from modern.rules.fen import INITIAL_FEN


class Game:
    """A game in progress.

    `start` is the FEN of the starting position, `moves` are the moves made since, and `position` is the position after
    them, with its history. A player that receives a Game must not change it.
    """

    def __init__(self, start: str = INITIAL_FEN, moves: Iterable[str] = ()) -> None:
        """Starts at a FEN and makes moves in UCI notation. Raises FenError, MoveError and IllegalMove."""
        self.position = Position.from_fen(start)
        self.start = self.position.fen()
        self.moves: list[Move] = []
        for uci in moves:
            move = self.position.parse_uci(uci)
            self.position.make_move(move.code)
            self.moves.append(move)

    def make(self, move: Move) -> None:
        """Makes a legal move. Raises IllegalMove."""
        self.position.make(move)
        self.moves.append(move)

    def take_back(self) -> None:
        """Takes back the last move. There must be one."""
        self.moves.pop()
        self.position.unmake()

    def __repr__(self) -> str:
        return f"<Game, plies: {len(self.moves)}, {self.position.fen()}>"
