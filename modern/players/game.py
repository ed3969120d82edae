"""A game as a player is given it: where it began, and its moves."""

from __future__ import annotations

from collections.abc import Iterable

from modern.rules import Move, Position
from modern.rules.fen import INITIAL_FEN


class Game:
    """A game that is being played.

    `start` is the FEN in which it began, `moves` are those made since, and `position` is where that has led, with its
    history. Whoever is given a Game leaves it as it is.
    """

    def __init__(self, start: str = INITIAL_FEN, moves: Iterable[str] = ()) -> None:
        """The game of some moves, in UCI's notation, from a FEN. Raises FenError, MoveError and IllegalMove."""
        self.position = Position.from_fen(start)
        self.start = self.position.fen()
        self.moves: list[Move] = []
        for uci in moves:
            move = self.position.parse_uci(uci)
            self.position.make_move(move.code)
            self.moves.append(move)

    def make(self, move: Move) -> None:
        """Make a legal move. Raises IllegalMove."""
        self.position.make(move)
        self.moves.append(move)

    def take_back(self) -> None:
        """Take the last move back. There must be one."""
        self.moves.pop()
        self.position.unmake()
