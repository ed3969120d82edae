"""A game's position as the arrays of the 1994 program: PW, PB and PM.

The arrays have numbers for two knights, two bishops and two rooks a side. A third one has no number and is stored as
another piece type that has one. A queen always has a number: each pawn has a queen of its own in reserve.
"""

from __future__ import annotations

from typing import Final

from historic.position.moves import state_after
from historic.position.sides import other_side
from historic.position.state import PieceNumberError, State, side_to_move
from modern.facts import Fact, fact
from modern.game.game import Game
from modern.rules import Move

#: The piece types that stand in for a piece without a number, in order of preference; by the names in PieceNumberError.
SUBSTITUTES: Final = {
    "knight": ("bishop", "rook", "queen"),
    "bishop": ("knight", "rook", "queen"),
    "rook": ("bishop", "knight", "queen"),
}
#: The letter of a promotion, by the name of the piece.
PROMOTED_TO: Final = {"knight": "n", "bishop": "b", "rook": "r", "queen": "q"}
#: How many pieces of each of these types have numbers.
NUMBERS_PER_TYPE: Final = 2


class GameState:
    """The State (PW, PB, PM) of a game's last position, and the side to move in it.

    `substitutions` tells, in a line each, which pieces are stored as another piece type.
    """

    def __init__(self, game: Game) -> None:
        self.substitutions: list[Fact] = []
        self.state = self._initial_state(game.start)
        self.side = side_to_move(game.start)
        for move in game.moves:
            self.advance(move)

    def advance(self, move: Move) -> None:
        """Makes the game's next move."""
        self.state = self._state_after(self.side, move.uci())
        self.side = other_side(self.side)

    def _initial_state(self, fen: str) -> State:
        """Returns the state of the starting position."""
        while True:
            try:
                return State.from_fen(fen)
            except PieceNumberError as error:
                fen = self._with_substitute(fen, error.piece_name)

    def _with_substitute(self, fen: str, piece_name: str) -> str:
        """Returns a position with one piece stored as another type: of those that are not on a home square, the one on
        the highest square.
        """
        import chess  # which takes a fifth of the time in which `gosub play` starts

        board = chess.Board(fen)
        piece_type = chess.PIECE_NAMES.index(piece_name)
        color = max(chess.COLORS, key=lambda side: len(board.pieces(piece_type, side)))
        square = max(board.pieces(piece_type, color) - chess.Board().pieces(piece_type, color))
        for name in SUBSTITUTES[piece_name]:
            substitute = chess.PIECE_NAMES.index(name)
            if substitute == chess.QUEEN or len(board.pieces(substitute, color)) < NUMBERS_PER_TYPE:
                board.set_piece_at(square, chess.Piece(substitute, color))
                self._note_substitution(chess.square_name(square), piece_name, name)
                break
        return board.fen()

    def _state_after(self, side: str, uci: str) -> State:
        """Returns the state after a move. A promotion may have to be stored as one to another piece type."""
        substitute = ""
        while True:
            try:
                after = state_after(self.state, side, uci)
            except PieceNumberError as error:
                if not substitute:
                    piece_name, substitutes = error.piece_name, iter(SUBSTITUTES[error.piece_name])
                substitute = next(substitutes)
                uci = uci[:4] + PROMOTED_TO[substitute]
            else:
                if substitute:
                    self._note_substitution(uci[2:4], piece_name, substitute)
                return after

    def _note_substitution(self, square: str, piece_name: str, substitute: str) -> None:
        piece, other = fact(f"piece.{piece_name}"), fact(f"piece.{substitute}")
        self.substitutions.append(fact("arbiter.no_number", piece=piece, square=square, other=other))
