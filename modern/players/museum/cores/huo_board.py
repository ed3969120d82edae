"""Huo Chess's board: its squares in scan order, its pseudo-legal moves, its check test and its static score.

The original has an array of strings, 8 columns by 8 ranks. Every scan goes over the columns and, in each, over the
ranks: a1, a2 .. a8, b1 .. h8. Moves come in the scan order of their from squares, then of their to squares. The pieces
and squares here are numbered as in modern.rules.
"""

from __future__ import annotations

from typing import Final

from modern.rules.attacks import (
    BETWEEN,
    BISHOP_RAYS,
    KING_ATTACKS,
    KNIGHT_ATTACKS,
    PAWN_ATTACKS,
    ROOK_RAYS,
)
from modern.rules.bitboard import BIT, SQUARE_NAMES, squares_of
from modern.rules.native import i64, vec
from modern.rules.pieces import (
    BLACK,
    KING,
    KNIGHT,
    PAWN,
    PIECE_LETTERS,
    QUEEN,
    WHITE,
    pawn_push,
    piece_type_of,
    relative_square,
    side_of,
)

NO_SQUARE: Final[i64] = -1
#: More moves than a side can have: nine queens, two rooks, bishops and knights, and a king on an empty board.
ROW: Final[i64] = 384

#: The squares in the order of every scan.
SCAN: Final = vec[i64]([8 * (index % 8) + index // 8 for index in range(64)])

#: Where the squares are that a piece reaches on an empty board, by 64 * piece type + square; a pawn has none here.
REACH: Final = vec[i64](
    [0] * 128
    + [KNIGHT_ATTACKS[square] for square in range(64)]
    + [BISHOP_RAYS[square] for square in range(64)]
    + [ROOK_RAYS[square] for square in range(64)]
    + [BISHOP_RAYS[square] | ROOK_RAYS[square] for square in range(64)]
    + [KING_ATTACKS[square] for square in range(64)]
)


def _scan_index(square: int) -> int:
    return 8 * (square % 8) + square // 8


_REACHED: Final = [sorted(squares_of(REACH[index]), key=_scan_index) for index in range(64 * 7)]
#: The same squares in scan order, one list after the other, and where the list of each index begins.
TARGETS: Final = vec[i64]([target for targets in _REACHED for target in targets])
FIRST_TARGET: Final = vec[i64]([sum([len(targets) for targets in _REACHED[:index]]) for index in range(64 * 7 + 1)])

#: Material, in tenths of a pawn, by piece type.
MATERIAL: Final = (0, 10, 30, 30, 50, 90, 150)
#: White's squares; Black's are on the same files and the opposite ranks.
CENTRE: Final = ("d3", "d4", "e3", "e4")
#: In the opening each of these squares costs a tenth of a pawn while it is empty.
HOME: Final = ("a1", "d1", "e1", "h1")
#: In the opening a knight or a pawn on these squares costs a tenth of a pawn.
RIM_KNIGHT: Final = ("a3", "h3")
RIM_PAWN: Final = ("a4", "h4")
#: The opening terms count while the game's move number is below this.
OPENING_MOVES: Final = 10


def _term(piece_type: int, name: str, opening: bool, queen: int) -> int:
    """Returns the contribution of a white piece on the named square to the score, in tenths of a pawn.

    Piece type 0 is an empty square. `queen` is the value of a queen.
    """
    term = queen if piece_type == QUEEN else MATERIAL[piece_type]
    if piece_type == PAWN and name in CENTRE:
        term += 1
    if opening and (
        (piece_type == 0 and name in HOME)
        or (piece_type == KNIGHT and name in RIM_KNIGHT)
        or (piece_type == PAWN and name in RIM_PAWN)
    ):
        term -= 1
    return term


def _score_table(opening: bool, queen: int) -> list[int]:
    """Returns the contribution of each piece to the score on each square, White positive, by 64 * piece + square."""
    table = [0] * 1024
    for square in range(64):
        own, mirrored = SQUARE_NAMES[square], SQUARE_NAMES[relative_square(BLACK, square)]
        table[square] = _term(0, own, opening, queen) - _term(0, mirrored, opening, queen)
        for piece_type in range(1, 7):
            table[64 * piece_type + square] = _term(piece_type, own, opening, queen)
            table[64 * (BLACK + piece_type) + square] = -_term(piece_type, mirrored, opening, queen)
    return table


OPENING_SCORES: Final = vec[i64](_score_table(True, MATERIAL[QUEEN]))
LATER_SCORES: Final = vec[i64](_score_table(False, MATERIAL[QUEEN]))
#: The same for a queen of 9.5, an experiment that the author of the program proposes.
DEAR_QUEEN: Final = 95
OPENING_SCORES_DEAR: Final = vec[i64](_score_table(True, DEAR_QUEEN))
LATER_SCORES_DEAR: Final = vec[i64](_score_table(False, DEAR_QUEEN))


class HuoBoard:
    """The position as Huo Chess keeps it: no side to move, no castling rights, one en passant square for both sides.

    `mailbox`      the piece on each square, 0 for an empty square; put, make and unmake change it.
    `occupied`     the occupied squares, as a bitboard.
    `en_passant`   the square behind the pawn that has just made a double step, or NO_SQUARE.
    `square_score` the contribution of each piece to the score on each square, by 64 * piece + square.
    """

    def __init__(
        self, pieces: str, en_passant: i64 = NO_SQUARE, move_number: i64 = 0, is_queen_dear: bool = False
    ) -> None:
        """Sets up `pieces`: the letter of each square from a1, b1 to h8, a space for an empty one.

        `move_number` is the game's, as the program counts it; it decides whether the opening terms count. A dear queen
        counts DEAR_QUEEN.
        """
        self.mailbox: Final = vec[i64]([0] * 64)
        self.occupied: i64 = 0
        self.en_passant: i64 = en_passant
        scores = OPENING_SCORES if move_number < OPENING_MOVES else LATER_SCORES
        if is_queen_dear:
            scores = OPENING_SCORES_DEAR if move_number < OPENING_MOVES else LATER_SCORES_DEAR
        self.square_score: Final = scores
        for square in range(64):
            self.put(square, PIECE_LETTERS.index(pieces[square]))

    def put(self, square: i64, piece: i64) -> None:
        """Puts a piece on a square, or empties it if `piece` is 0."""
        self.mailbox[square] = piece
        self.occupied |= BIT[square]
        if piece == 0:
            self.occupied ^= BIT[square]

    def score(self) -> i64:
        """Returns the static score in tenths of a pawn, White positive."""
        total: i64 = 0
        for square in range(64):
            total += self.square_score[64 * self.mailbox[square] + square]
        return total

    def gain(self, from_square: i64, to_square: i64) -> i64:
        """Returns how much a move would change the static score."""
        scores = self.square_score
        piece, captured = self.mailbox[from_square], self.mailbox[to_square]
        arriving = scores[64 * piece + to_square] - scores[64 * captured + to_square]
        return arriving + scores[from_square] - scores[64 * piece + from_square]

    def make(self, from_square: i64, to_square: i64) -> i64:
        """Moves the piece, and nothing else: no promotion, no en passant capture. Returns the captured piece or 0."""
        mailbox = self.mailbox
        captured = mailbox[to_square]
        mailbox[to_square] = mailbox[from_square]
        mailbox[from_square] = 0
        self.occupied = (self.occupied | BIT[from_square] | BIT[to_square]) ^ BIT[from_square]
        return captured

    def unmake(self, from_square: i64, to_square: i64, captured: i64) -> None:
        """Takes a move back."""
        self.put(from_square, self.mailbox[to_square])
        self.put(to_square, captured)

    def generate(self, side: i64, light: bool, moves: vec[i64], first: i64) -> i64:
        """Writes the pseudo-legal moves of a side, in scan order, into `moves` from index `first`; returns the end.

        A move is its code in modern.rules.move, without a promotion. With `light`, only knights and pawns move.
        """
        end = first
        for index in range(64):
            square = SCAN[index]
            piece = self.mailbox[square]
            if piece == 0 or side_of(piece) != side:
                continue
            piece_type = piece_type_of(piece)
            if piece_type == PAWN:
                end = self._generate_pawn(square, side, moves, end)
            elif not light or piece_type == KNIGHT:
                end = self._generate_piece(square, piece, moves, end)
        return end

    def _generate_piece(self, square: i64, piece: i64, moves: vec[i64], end: i64) -> i64:
        mailbox, occupied, side = self.mailbox, self.occupied, side_of(piece)
        row = 64 * piece_type_of(piece) + square
        for index in range(FIRST_TARGET[row], FIRST_TARGET[row + 1]):
            target = TARGETS[index]
            if BETWEEN[64 * square + target] & occupied == 0:
                captured = mailbox[target]
                if captured == 0 or side_of(captured) != side:
                    moves[end] = square + 64 * target
                    end += 1
        return end

    def _generate_pawn(self, square: i64, side: i64, moves: vec[i64], end: i64) -> i64:
        """Writes a pawn's moves: the lower file first, then its own file from rank 1 up, then the higher file."""
        rank, file = square >> 3, square & 7
        step = pawn_push(side)
        if rank == (7 if side == WHITE else 0):
            return end
        if file > 0 and self._pawn_takes(side, square + step - 1):
            moves[end] = square + 64 * (square + step - 1)
            end += 1
        one = self.mailbox[square + step] == 0
        two = one and rank == (1 if side == WHITE else 6) and self.mailbox[square + 2 * step] == 0
        if two and side == BLACK:
            moves[end] = square + 64 * (square + 2 * step)
            end += 1
        if one:
            moves[end] = square + 64 * (square + step)
            end += 1
        if two and side == WHITE:
            moves[end] = square + 64 * (square + 2 * step)
            end += 1
        if file < 7 and self._pawn_takes(side, square + step + 1):
            moves[end] = square + 64 * (square + step + 1)
            end += 1
        return end

    def _pawn_takes(self, side: i64, target: i64) -> bool:
        """Returns True if a pawn of `side` may step diagonally to `target`: the en passant square is either side's."""
        captured = self.mailbox[target]
        return target == self.en_passant if captured == 0 else side_of(captured) != side

    def reaches(self, from_square: i64, to_square: i64) -> bool:
        """Returns True if the move of the piece on a square is pseudo-legal."""
        moves = vec[i64]([0] * ROW)
        end = self.generate(side_of(self.mailbox[from_square]), False, moves, 0)
        return any(moves[index] == from_square + 64 * to_square for index in range(end))

    def is_attacked(self, king_side: i64, light: bool) -> bool:
        """Returns True if an enemy piece could move onto the king of a side; without a king, False.

        With `light`, only enemy knights and pawns count.
        """
        mailbox = self.mailbox
        king: i64 = 0
        while mailbox[king] != king_side + KING:
            king += 1
            if king == 64:
                return False
        for square in range(64):
            piece = mailbox[square]
            if piece == 0 or side_of(piece) == king_side:
                continue
            piece_type = piece_type_of(piece)
            if piece_type == PAWN:
                if PAWN_ATTACKS[8 * side_of(piece) + square] & BIT[king] != 0:
                    return True
            elif piece_type == KNIGHT or not light:
                reached = REACH[64 * piece_type + square] & BIT[king] != 0
                if reached and BETWEEN[64 * square + king] & self.occupied == 0:
                    return True
        return False
