"""The rules of chess: positions, moves, FEN, SAN, and the end of a game.

    >>> from modern.rules import Position
    >>> position = Position.initial()
    >>> position.make(position.parse_san("e4"))
    >>> position.fen()
    'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'

Read the files in this order: native, interrupts, errors; bitboard, pieces, move; attacks, hashing; board;
movegen; fen, lenient_fen; legality; san, outcome; position; perft; move_text,
typed_move.
"""

from modern.rules.errors import AmbiguousMove, FenError, IllegalMove, MoveError, RulesError
from modern.rules.move import Move
from modern.rules.outcome import Outcome
from modern.rules.perft import divide, perft
from modern.rules.position import Position

__all__ = [
    "AmbiguousMove",
    "FenError",
    "IllegalMove",
    "Move",
    "MoveError",
    "Outcome",
    "Position",
    "RulesError",
    "divide",
    "perft",
]
