"""A game in PW, PB and PM, as near as they can hold it.

A third knight has no number in them. He is held as the man that is nearest to him and has one, and so are a third
bishop and a third rook. For a queen there is always a number: each pawn has its own in reserve.
"""

from __future__ import annotations

from typing import Final

import chess

from historic.moves import state_after
from historic.sides import other_side
from historic.state import PieceNumberError, State, side_to_move
from modern.players.game import Game
from modern.rules import Move

#: For a man who has no number, as whom he is held: the first of these that has one. By the names that NoNumber gives.
SUBSTITUTES: Final = {
    "knight": ("bishop", "rook", "queen"),
    "bishop": ("knight", "rook", "queen"),
    "rook": ("bishop", "knight", "queen"),
}
#: How many of such men have numbers.
NUMBERS_PER_TYPE: Final = 2


class GameState:
    """The `state` of a game's last position, in which `side` is to move.

    `replaced` says, a line each, which men had to be held as others.
    """

    def __init__(self, game: Game) -> None:
        self.substitutions: list[str] = []
        self.state = self._initial_state(game.start)
        self.side = side_to_move(game.start)
        for move in game.moves:
            self.advance(move)

    def advance(self, move: Move) -> None:
        """Hold the position after the game's next move."""
        self.state = self._state_after(self.side, move.uci())
        self.side = other_side(self.side)

    def _initial_state(self, fen: str) -> State:
        """The state of the first position."""
        board = chess.Board(fen)
        while True:
            try:
                return State.from_fen(board.fen())
            except PieceNumberError as error:
                self._substitute_one(board, error.piece_name)

    def _substitute_one(self, board: chess.Board, piece_name: str) -> None:
        """Hold one man as another: of those who are too many and not at home, the last on the board."""
        piece_type = chess.PIECE_NAMES.index(piece_name)
        color = max(chess.COLORS, key=lambda side: len(board.pieces(piece_type, side)))
        square = max(board.pieces(piece_type, color) - chess.Board().pieces(piece_type, color))
        for name in SUBSTITUTES[piece_name]:
            substitute = chess.PIECE_NAMES.index(name)
            if substitute == chess.QUEEN or len(board.pieces(substitute, color)) < NUMBERS_PER_TYPE:
                board.set_piece_at(square, chess.Piece(substitute, color))
                self._note_substitution(chess.square_name(square), piece_name, name)
                return

    def _state_after(self, side: str, uci: str) -> State:
        """The state after a move; what a pawn becomes may have to be another man."""
        substitute = ""
        while True:
            try:
                after = state_after(self.state, side, uci)
            except PieceNumberError as error:
                if not substitute:
                    piece_name, substitutes = error.piece_name, iter(SUBSTITUTES[error.piece_name])
                substitute = next(substitutes)
                uci = uci[:4] + chess.piece_symbol(chess.PIECE_NAMES.index(substitute))
            else:
                if substitute:
                    self._note_substitution(uci[2:4], piece_name, substitute)
                return after

    def _note_substitution(self, square: str, piece_name: str, substitute: str) -> None:
        self.substitutions.append(f"it has no number for the {piece_name} on {square}, and holds it as a {substitute}")
