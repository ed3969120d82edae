"""The public class for positions: a Board that checks all input."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, final

from modern.rules.attacks import attackers
from modern.rules.bitboard import squares_of
from modern.rules.board import Board
from modern.rules.errors import MoveError, RulesError, quoted
from modern.rules.fen import INITIAL_FEN, fen_of, set_fen
from modern.rules.legality import check_legal
from modern.rules.move import Move, checked_move, code_from_uci
from modern.rules.movegen import legal_codes
from modern.rules.native import i64
from modern.rules.outcome import (
    Outcome,
    cannot_mate,
    insufficient_material,
    may_claim_fifty_moves,
    may_claim_threefold,
    outcome_of,
    repetitions,
)
from modern.rules.pieces import BLACK, PIECE_LETTERS, WHITE
from modern.rules.san import code_from_san, san_of, variation_san

#: Passed by `copy` in place of a FEN, because it fills the board itself.
_NO_FEN: Final = object()


@final
class Position(Board):
    """A chess position, and the moves that led to it.

    make and unmake change it. Two positions are equal if their FENs are equal: pieces, side to move, castling rights,
    legal en passant and counters, but not the history. The fields and methods inherited from Board, such as make_move,
    are for the engine and check nothing. The compiled class cannot be subclassed.
    """

    def __init__(self, fen: object = INITIAL_FEN) -> None:
        """Sets up the position of a FEN, or the initial position. Raises FenError."""
        super().__init__()
        if fen is not _NO_FEN:
            set_fen(self, fen)

    @staticmethod
    def initial() -> Position:
        """Returns the initial position of a game."""
        return Position()

    @staticmethod
    def from_fen(fen: object) -> Position:
        """Returns the position of a FEN. Missing counters are read as 0 1. Raises FenError, with the reason."""
        return Position(fen)

    def fen(self) -> str:
        """Returns the FEN of the position, with the en passant square only if a capture there is legal."""
        return fen_of(self)

    @property
    def hash(self) -> int:
        """The Zobrist key, 0 to 2**64 - 1. It covers pieces, side to move, castling rights and legal en passant.

        It ignores the counters. It is the same in every run and in both builds.
        """
        key: int = self.key
        return key if key >= 0 else key + (1 << 64)

    @property
    def side(self) -> str:
        """The side to move, 'white' or 'black'."""
        return "white" if self.turn == 0 else "black"

    def legal_moves(self) -> list[Move]:
        """Returns the legal moves, in movegen's order."""
        return [Move(code) for code in legal_codes(self)]

    def piece_at(self, square: object) -> str | None:
        """Returns the FEN letter of the piece on a square, 0 (a1) to 63 (h8), or None. Raises RulesError."""
        piece = self.mailbox[_checked_square(square)]
        return PIECE_LETTERS[piece] if piece != 0 else None

    def attackers(self, side: object, square: object) -> list[int]:
        """Returns the squares of the pieces of 'white' or 'black' that attack a square, in ascending order.

        A square is 8 times its rank plus its file, both from 0: a1 is 0, b1 is 1, a2 is 8, h8 is 63. Pinned pieces
        attack as others do, and a pawn attacks only diagonally; what stands on the square does not matter. Raises
        RulesError if there is no such side or square.
        """
        attacking, number = _checked_side(side), _checked_square(square)
        occupied = self.bitboards[WHITE] | self.bitboards[BLACK]
        return squares_of(attackers(self.bitboards, number, attacking, occupied))

    def is_legal(self, move: object) -> bool:
        """Returns True if a Move is legal. Raises MoveError if `move` is not a Move."""
        return checked_move(move).code in legal_codes(self)

    def make(self, move: object) -> None:
        """Makes a legal Move. Raises IllegalMove, with the reason, or MoveError if `move` is not a Move.

        A draw does not prevent further moves. Callers decide whether to check `outcome`.
        """
        code = checked_move(move).code
        check_legal(self, code)
        self.make_move(code)

    def parse_uci(self, text: object) -> Move:
        """Returns the legal move in UCI notation, such as `e2e4` or `e7e8q`. Raises MoveError or IllegalMove."""
        code = code_from_uci(text)
        check_legal(self, code)
        return Move(code)

    def parse_san(self, text: object) -> Move:
        """Returns the legal move that a SAN names, read leniently. Raises MoveError, IllegalMove or AmbiguousMove."""
        return Move(code_from_san(self, text))

    def san(self, move: object) -> str:
        """Returns a legal Move in SAN. Raises MoveError and IllegalMove as `make` does."""
        code = checked_move(move).code
        check_legal(self, code)
        return san_of(self, code)

    def variation_san(self, moves: object) -> str:
        """Returns a line of Moves from here in SAN, with move numbers: `12. Nf3 e6 13. Be3`, or `12...e6 13. Be3`.

        The position does not change. Raises MoveError if `moves` are not Moves, and IllegalMove, with the reason, if
        one of them is not legal after those before it.
        """
        if not isinstance(moves, Iterable):
            raise MoveError(f"expected a list of Moves, not {quoted(moves)}")
        return variation_san(self, [checked_move(move).code for move in moves])

    def is_check(self) -> bool:
        """Returns True if the side to move is in check."""
        return self.in_check()

    def outcome(self, claim: object = False) -> Outcome | None:
        """Returns how the game ended, or None if it continues.

        Checkmate, stalemate, insufficient material, the seventy-five-move rule and fivefold repetition end a game.
        With `claim`, it also ends if the side to move can claim a draw, now or with its next move, by the fifty-move
        rule or threefold repetition.
        """
        return outcome_of(self, bool(claim))

    def may_claim_threefold(self) -> bool:
        """Returns True if the side to move can claim a draw by repetition, now or with its next move."""
        return may_claim_threefold(self)

    def may_claim_fifty_moves(self) -> bool:
        """Returns True if the side to move can claim a draw by the fifty-move rule, now or with its next move."""
        return may_claim_fifty_moves(self)

    def is_insufficient_material(self) -> bool:
        """Returns True if neither side has enough material to mate."""
        return insufficient_material(self)

    def cannot_mate(self, side: object) -> bool:
        """Returns True if 'white' or 'black' cannot mate by any series of legal moves, as far as the material tells.

        Then a fallen flag of the opponent is a draw (article 6.9). Raises RulesError if there is no such side.
        """
        return cannot_mate(self, _checked_side(side))

    def repetitions(self) -> int:
        """Returns how often this position has occurred in the history, including now."""
        return repetitions(self)

    def moves_made(self) -> list[Move]:
        """Returns the moves that can be unmade, in the order in which they were made."""
        return [Move(self.undo_stack[index] & 32767) for index in range(self.ply)]

    def copy(self) -> Position:
        """Returns an independent copy of the position, with its history."""
        other = Position(_NO_FEN)
        other.copy_from(self)
        return other

    def __copy__(self) -> Position:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Position:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.key == other.key and fen_of(self) == fen_of(other)

    def __hash__(self) -> int:
        raise TypeError("a Position changes with its moves and cannot be hashed; use its FEN or its `hash`")

    def __str__(self) -> str:
        return fen_of(self)

    def __repr__(self) -> str:
        return f"Position.from_fen({fen_of(self)!r})"

    def __reduce__(self) -> tuple[object, tuple[str, list[int]]]:
        start = self.copy()
        codes = [move.code for move in self.moves_made()]
        while start.ply:
            start.unmake()
        return position_after_codes, (fen_of(start), codes)


def _checked_square(square: object) -> i64:
    """Returns a square, 0 (a1) to 63 (h8). Raises RulesError."""
    if not isinstance(square, int):
        raise RulesError(f"a square must be an integer, not {quoted(square)}")
    if not 0 <= square < 64:
        raise RulesError("a square must be from 0 (a1) to 63 (h8)")
    return square


def _checked_side(side: object) -> i64:
    """Returns the number of a side, 'white' or 'black'. Raises RulesError."""
    if not isinstance(side, str):
        raise RulesError(f"a side must be a string, not {quoted(side)}")
    if side not in ("white", "black"):
        raise RulesError(f"there is no side {quoted(side)}; expected 'white' or 'black'")
    return WHITE if side == "white" else BLACK


def position_after_codes(fen: object, codes: object) -> Position:
    """Returns the position after moves, given by their codes and checked. Unpickling a Position calls this."""
    if not isinstance(codes, list):
        raise RulesError(f"expected a list of moves, not {quoted(codes)}")
    position = Position(fen)
    for code in codes:
        position.make(Move(code))
    return position
