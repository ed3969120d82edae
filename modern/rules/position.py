"""A position as the rest of the world sees it: Board, with everything checked that comes from outside."""

from __future__ import annotations

from typing import Final, final

from modern.rules.board import Board
from modern.rules.errors import RulesError, checked_integer, quoted
from modern.rules.fen import INITIAL_FEN, fen_of, set_fen
from modern.rules.legality import check_legal, legal_codes
from modern.rules.move import Move, checked_move, code_from_uci
from modern.rules.outcome import (
    Outcome,
    insufficient_material,
    may_claim_fifty_moves,
    may_claim_threefold,
    outcome_of,
    repetitions,
)
from modern.rules.pieces import PIECE_LETTERS
from modern.rules.san import code_from_san, san_of

#: In place of a FEN: no position yet.
_NO_FEN: Final = object()


@final
class Position(Board):
    """A position of chess, and the moves that led to it.

    It changes with make and unmake. Two are equal when their FENs are: men, side to move, castling rights, lawful en
    passant and counters; how they came about does not count. What Board adds, `play` and the fields, is for the engine:
    nothing is checked there. The compiled class cannot be subclassed.
    """

    def __init__(self, fen: object = INITIAL_FEN) -> None:
        """The position of a FEN, or the initial one. Raises FenError."""
        super().__init__()
        if fen is not _NO_FEN:
            set_fen(self, fen)

    @staticmethod
    def initial() -> Position:
        """The position in which a game begins."""
        return Position()

    @staticmethod
    def from_fen(fen: object) -> Position:
        """The position of a FEN; missing counters are read as 0 1. Raises FenError, with the reason."""
        return Position(fen)

    def fen(self) -> str:
        """The position as a FEN; the en-passant square stands in it only if a pawn may lawfully take there."""
        return fen_of(self)

    @property
    def hash(self) -> int:
        """The Zobrist key, 0 to 2**64 - 1: of men, turn, castling rights and lawful en passant, not of counters.

        It is the same in every run and in both builds.
        """
        key: int = self.key
        return key if key >= 0 else key + (1 << 64)

    @property
    def side(self) -> str:
        """The side to move, 'white' or 'black'."""
        return "white" if self.turn == 0 else "black"

    def legal_moves(self) -> list[Move]:
        """Every legal move."""
        return [Move(code) for code in legal_codes(self)]

    def piece_at(self, square: object) -> str | None:
        """The letter of the man on a square, 0 (a1) to 63 (h8), as in a FEN, or None. Raises RulesError."""
        number = checked_integer(square, "a square", RulesError)
        if not 0 <= number < 64:
            raise RulesError("a square from 0 (a1) to 63 (h8) was expected")
        man = self.mailbox[number]
        return PIECE_LETTERS[man] if man != 0 else None

    def is_legal(self, move: object) -> bool:
        """Whether a Move may be made here. Raises MoveError for what is no Move."""
        return checked_move(move).code in legal_codes(self)

    def make(self, move: object) -> None:
        """Make a legal Move. Raises MoveError for what is no Move, and IllegalMove with the reason.

        Moves can be made when a draw has ended the game: whether to look at `outcome` is the caller's to say.
        """
        code = checked_move(move).code
        check_legal(self, code)
        self.make_move(code)

    def parse_uci(self, text: object) -> Move:
        """The legal move of `e2e4`, `e7e8q`. Raises MoveError, and IllegalMove with the reason."""
        code = code_from_uci(text)
        check_legal(self, code)
        return Move(code)

    def parse_san(self, text: object) -> Move:
        """The legal move of a SAN, read leniently (modern.rules.san). Raises MoveError, IllegalMove, AmbiguousMove."""
        return Move(code_from_san(self, text))

    def san(self, move: object) -> str:
        """A legal Move in SAN. Raises as `make` does."""
        code = checked_move(move).code
        check_legal(self, code)
        return san_of(self, code)

    def is_check(self) -> bool:
        """Whether the side to move is in check."""
        return self.in_check()

    def outcome(self, claim: object = False) -> Outcome | None:
        """How the game ended, or None if it goes on.

        By itself a game ends with checkmate, stalemate, insufficient material, seventy-five moves and the fivefold
        repetition; with `claim` also with a draw that the side to move may claim, fifty moves or the threefold
        repetition, now or by its next move.
        """
        return outcome_of(self, bool(claim))

    def may_claim_threefold(self) -> bool:
        """Whether the side to move may claim a draw by repetition, now or by its next move."""
        return may_claim_threefold(self)

    def may_claim_fifty_moves(self) -> bool:
        """Whether the side to move may claim a draw by the fifty-move rule, now or by its next move."""
        return may_claim_fifty_moves(self)

    def is_insufficient_material(self) -> bool:
        """Whether neither side can ever mate with the men that are left."""
        return insufficient_material(self)

    def repetitions(self) -> int:
        """How often this position has stood on the board, this time included."""
        return repetitions(self)

    def moves_made(self) -> list[Move]:
        """The moves that can be taken back, in the order in which they were made."""
        return [Move(self.undo_stack[index] & 32767) for index in range(self.ply)]

    def copy(self) -> Position:
        """The same position with the same history, apart from this one."""
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
        raise TypeError("a Position changes with its moves, so it cannot be hashed; its FEN or its `hash` can")

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


def position_after_codes(fen: object, codes: object) -> Position:
    """The position that moves, given by their codes, lead to; each is checked. This is how a Position is unpickled."""
    if not isinstance(codes, list):
        raise RulesError(f"a list of moves was expected, not {quoted(codes)}")
    position = Position(fen)
    for code in codes:
        position.make(Move(code))
    return position
