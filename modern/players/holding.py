"""A game in PW, PB and PM, as near as they can hold it.

A third knight has no number in them. He is held as the man that is nearest to him and has one, and so are a third
bishop and a third rook. For a queen there is always a number: each pawn has its own in reserve.
"""

from __future__ import annotations

from typing import Final

import chess

from historic.moves import state_after
from historic.sides import other_side
from historic.state import NoNumber, State, side_to_move
from modern.players.game import Game
from modern.rules import Move

#: For a man who has no number, as whom he is held: the first of these that has one. By the names that NoNumber gives.
NEAREST: Final = {
    "knight": ("bishop", "rook", "queen"),
    "bishop": ("knight", "rook", "queen"),
    "rook": ("bishop", "knight", "queen"),
}
#: How many of such men have numbers.
NUMBERED: Final = 2


class Holding:
    """The `state` of a game's last position, in which `side` is to move.

    `replaced` says, a line each, which men had to be held as others.
    """

    def __init__(self, game: Game) -> None:
        self.replaced: list[str] = []
        self.state = self._beginning(game.start)
        self.side = side_to_move(game.start)
        for move in game.moves:
            self.follow(move)

    def follow(self, move: Move) -> None:
        """Hold the position after the game's next move."""
        self.state = self._after(self.side, move.uci())
        self.side = other_side(self.side)

    def _beginning(self, fen: str) -> State:
        """The state of the first position."""
        board = chess.Board(fen)
        while True:
            try:
                return State.from_fen(board.fen())
            except NoNumber as error:
                self._replace_one(board, error.kind)

    def _replace_one(self, board: chess.Board, kind: str) -> None:
        """Hold one man as another: of those who are too many and not at home, the last on the board."""
        man = chess.PIECE_NAMES.index(kind)
        color = max(chess.COLORS, key=lambda side: len(board.pieces(man, side)))
        square = max(board.pieces(man, color) - chess.Board().pieces(man, color))
        for name in NEAREST[kind]:
            nearest = chess.PIECE_NAMES.index(name)
            if nearest == chess.QUEEN or len(board.pieces(nearest, color)) < NUMBERED:
                board.set_piece_at(square, chess.Piece(nearest, color))
                self._note(chess.square_name(square), kind, name)
                return

    def _after(self, side: str, uci: str) -> State:
        """The state after a move; what a pawn becomes may have to be another man."""
        became = ""
        while True:
            try:
                after = state_after(self.state, side, uci)
            except NoNumber as error:
                if not became:
                    kind, others = error.kind, iter(NEAREST[error.kind])
                became = next(others)
                uci = uci[:4] + chess.piece_symbol(chess.PIECE_NAMES.index(became))
            else:
                if became:
                    self._note(uci[2:4], kind, became)
                return after

    def _note(self, square: str, kind: str, held: str) -> None:
        self.replaced.append(f"it has no number for the {kind} on {square}, and holds it as a {held}")
