"""FirstChess's board, move generator and search.

A square is numbered from a8 = 0 to h1 = 63, a row at a time. Two arrays hold the board: the type of each piece, and its
side. A move is its origin, its destination times 64, and the type that a pawn promotes to times 4096; 0 if none. The
squares and types are the program's own, so this is not a move's code in modern.rules.

The rules are the program's own. It knows neither castling nor en passant. It promotes on a push only: a pawn that
captures on the last rank stays a pawn, and has no moves from there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from modern.rules.native import i64, vec

PAWN: Final[i64] = 0
KNIGHT: Final[i64] = 1
BISHOP: Final[i64] = 2
ROOK: Final[i64] = 3
QUEEN: Final[i64] = 4
KING: Final[i64] = 5
EMPTY: Final[i64] = 6

WHITE: Final[i64] = 0
BLACK: Final[i64] = 1

#: The value of each piece type in centipawns; an empty square has none.
VALUES: Final = vec[i64]([100, 300, 300, 500, 900, 10_000, 0])
#: The window of the root is -MATE to MATE. A side that is mated gets -MATE plus the plies from the root. The value is
#: from the author's source; the description has the name only.
MATE: Final[i64] = 10_000

#: The capacity of the move list of one node: nine queens and all other pieces have fewer pseudo-legal moves.
NODE_MOVES: Final[i64] = 512
#: The deepest search that the move lists have room for, in plies.
MAX_DEPTH: Final[i64] = 9

#: The steps to (row, column) in the order of generation. A bishop takes the first four, a rook the last four, and a
#: queen all eight.
SLIDER_STEPS: Final = [(-1, -1), (-1, 1), (1, 1), (1, -1), (0, -1), (0, 1), (-1, 0), (1, 0)]
KNIGHT_STEPS: Final = [(-1, 2), (-1, -2), (-2, 1), (-2, -1), (1, -2), (1, 2), (2, -1), (2, 1)]
KING_STEPS: Final = [(0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (-1, 1), (1, -1), (1, 1)]
#: The pieces that a pawn promotes to, in the order of generation.
PROMOTIONS: Final = vec[i64]([4, 3, 2, 1])


def origin_of(move: i64) -> i64:
    """Returns the square that the piece leaves."""
    return move & 63


def destination_of(move: i64) -> i64:
    """Returns the square that the piece moves to."""
    return move >> 6 & 63


def promoted_of(move: i64) -> i64:
    """Returns the piece type that a pawn promotes to, KNIGHT to QUEEN; PAWN (0) without a promotion."""
    return move >> 12


def walk(square: int, step: tuple[int, int], max_steps: int) -> list[int]:
    """Returns the squares that repeated steps reach from `square`, up to the edge or `max_steps` steps."""
    squares: list[int] = []
    row, column = square // 8 + step[0], square % 8 + step[1]
    while 0 <= row < 8 and 0 <= column < 8 and len(squares) < max_steps:
        squares.append(8 * row + column)
        row, column = row + step[0], column + step[1]
    return squares


def _leaper_table(steps: list[tuple[int, int]]) -> list[int]:
    """Returns the destinations of a leaper from each square: nine entries a square, those that are unused -1."""
    return _padded([[target for step in steps for target in walk(square, step, 1)] for square in range(64)], 9)


def _padded(lines: list[list[int]], width: int) -> list[int]:
    """Returns the lines one after another, each filled up with -1 to `width` entries."""
    return [square for line in lines for square in line + [-1] * (width - len(line))]


def _aligned(king: int, square: int) -> bool:
    """Returns True if a row, a column or a diagonal joins two squares, or if they are the same."""
    rows, columns = king // 8 - square // 8, king % 8 - square % 8
    return rows == 0 or columns == 0 or abs(rows) == abs(columns)


KNIGHT_TARGETS: Final = vec[i64](_leaper_table(KNIGHT_STEPS))
KING_TARGETS: Final = vec[i64](_leaper_table(KING_STEPS))
#: The squares along each of SLIDER_STEPS, indexed by 64 * square + 8 * direction; -1 ends them.
LINES: Final = vec[i64](_padded([walk(square, step, 7) for square in range(64) for step in SLIDER_STEPS], 8))
#: Indexed by 64 * king + square: 1 if a piece that leaves the square may expose the king.
ALIGNED: Final = vec[i64]([int(_aligned(king, square)) for king in range(64) for square in range(64)])


class FirstChessBoard:
    """FirstChess's board.

    `piece`     the type of the piece on each square, or EMPTY.
    `colour`    its side, or EMPTY.
    `side`      the side to move.
    `kings`     the square of each side's king.
    `material`  White's pieces less Black's, in centipawns.
    """

    def __init__(self, piece: list[int], colour: list[int], side: int) -> None:
        """Copies a position in which each side has one king."""
        self.piece: Final = vec[i64](piece)
        self.colour: Final = vec[i64](colour)
        self.side: i64 = side
        self.kings: Final = vec[i64]([0, 0])
        self.material: i64 = 0
        for square in range(64):
            if colour[square] == EMPTY:
                continue
            if piece[square] == KING:
                self.kings[i64(colour[square])] = i64(square)
            self.material += self.signed_value(i64(square))

    def signed_value(self, square: i64) -> i64:
        """Returns the value of the piece on an occupied square: positive for White, negative for Black."""
        value = VALUES[self.piece[square]]
        return value if self.colour[square] == WHITE else -value

    def evaluate(self) -> i64:
        """Returns the material, seen by the side to move, in centipawns."""
        return self.material if self.side == WHITE else -self.material

    def make(self, move: i64) -> i64:
        """Makes a pseudo-legal move. Returns the type of the captured piece, or EMPTY."""
        origin, destination, promoted = origin_of(move), destination_of(move), promoted_of(move)
        captured = self.piece[destination]
        if captured != EMPTY:
            self.material -= self.signed_value(destination)
        moving = self.piece[origin]
        self.piece[destination] = moving
        self.piece[origin] = EMPTY
        self.colour[destination] = self.side
        self.colour[origin] = EMPTY
        if moving == KING:
            self.kings[self.side] = destination
        elif promoted != PAWN:
            self.material -= self.signed_value(destination)
            self.piece[destination] = promoted
            self.material += self.signed_value(destination)
        self.side ^= 1
        return captured

    def unmake(self, move: i64, captured: i64) -> None:
        """Takes back the last move, with the result of `make`."""
        origin, destination, promoted = origin_of(move), destination_of(move), promoted_of(move)
        self.side ^= 1
        if promoted != PAWN:
            self.material -= self.signed_value(destination)
            self.piece[destination] = PAWN
            self.material += self.signed_value(destination)
        moving = self.piece[destination]
        self.piece[origin] = moving
        self.colour[origin] = self.side
        self.piece[destination] = captured
        self.colour[destination] = EMPTY if captured == EMPTY else self.side ^ 1
        if captured != EMPTY:
            self.material += self.signed_value(destination)
        if moving == KING:
            self.kings[self.side] = origin

    def is_in_check(self, side: i64) -> bool:
        """Returns True if a side's king is attacked."""
        piece, colour = self.piece, self.colour
        king = self.kings[side]
        enemy = side ^ 1
        index = 9 * king
        while (square := KNIGHT_TARGETS[index]) >= 0:
            if piece[square] == KNIGHT and colour[square] == enemy:
                return True
            index += 1
        direction: i64 = 0
        while direction < 8:
            index = 64 * king + 8 * direction
            while (square := LINES[index]) >= 0 and piece[square] == EMPTY:
                index += 1
            if square >= 0 and colour[square] == enemy:
                adjacent = index == 64 * king + 8 * direction
                if self._attacks_along(piece[square], direction, adjacent, side):
                    return True
            direction += 1
        return False

    def _attacks_along(self, attacker: i64, direction: i64, adjacent: bool, side: i64) -> bool:
        """Returns True if a piece attacks the king of `side`, from which it is the first piece in a direction."""
        if attacker == QUEEN or (adjacent and attacker == KING):
            return True
        if direction >= 4:
            return attacker == ROOK
        # A pawn attacks the king from the row in front of it: above a white king (-9, -7), below a black one.
        return attacker == BISHOP or (adjacent and attacker == PAWN and (direction >= 2) == (side == BLACK))

    def generate(self, moves: vec[i64], end: i64) -> i64:
        """Writes the pseudo-legal moves to `moves` from index `end` on, in order. Returns the index after the last."""
        square: i64 = 0
        while square < 64:
            if self.colour[square] == self.side:
                piece = self.piece[square]
                if piece == PAWN:
                    end = self._pawn_moves(square, moves, end)
                elif piece == KNIGHT:
                    end = self._leaper_moves(square, KNIGHT_TARGETS, moves, end)
                elif piece == KING:
                    end = self._leaper_moves(square, KING_TARGETS, moves, end)
                else:
                    end = self._slider_moves(square, piece, moves, end)
            square += 1
        return end

    def _pawn_moves(self, square: i64, moves: vec[i64], end: i64) -> i64:
        """Writes the moves of a pawn: push, double push, captures toward the a-file and the h-file for White.

        For Black as well: square + 7 is toward the a-file.
        """
        colour = self.colour
        row, column = square >> 3, square & 7
        forward: i64 = -8 if self.side == WHITE else 8
        first_row: i64 = 6 if self.side == WHITE else 1
        if row == (0 if self.side == WHITE else 7):
            return end
        ahead = square + forward
        if colour[ahead] == EMPTY:
            end = self._push(square, ahead, moves, end)
            if row == first_row and colour[ahead + forward] == EMPTY:
                moves[end] = square | ahead + forward << 6
                end += 1
        enemy = self.side ^ 1
        if column > 0 and colour[ahead - 1] == enemy:
            moves[end] = square | ahead - 1 << 6
            end += 1
        if column < 7 and colour[ahead + 1] == enemy:
            moves[end] = square | ahead + 1 << 6
            end += 1
        return end

    def _push(self, square: i64, ahead: i64, moves: vec[i64], end: i64) -> i64:
        """Writes a pawn's push: four moves if it promotes."""
        if 8 <= ahead < 56:
            moves[end] = square | ahead << 6
            return end + 1
        index: i64 = 0
        while index < 4:
            moves[end] = square | ahead << 6 | PROMOTIONS[index] << 12
            end += 1
            index += 1
        return end

    def _leaper_moves(self, square: i64, targets: vec[i64], moves: vec[i64], end: i64) -> i64:
        """Writes the moves of a knight or a king."""
        index = 9 * square
        while (target := targets[index]) >= 0:
            if self.colour[target] != self.side:
                moves[end] = square | target << 6
                end += 1
            index += 1
        return end

    def _slider_moves(self, square: i64, piece: i64, moves: vec[i64], end: i64) -> i64:
        """Writes the moves of a bishop, rook or queen."""
        direction: i64 = 4 if piece == ROOK else 0
        last: i64 = 4 if piece == BISHOP else 8
        while direction < last:
            index = 64 * square + 8 * direction
            while (target := LINES[index]) >= 0:
                if self.colour[target] != self.side:
                    moves[end] = square | target << 6
                    end += 1
                if self.colour[target] != EMPTY:
                    break
                index += 1
            direction += 1
        return end


class FirstChessSearch:
    """FirstChess's search: alpha-beta to a fixed depth, fail hard, the moves in the order of generation.

    `nodes`     the number of calls of `search`. The leaves are evaluated in the node above them and are not counted.
    `stopped`   True once `stop_requested` has returned True; the result of `search` is meaningless after that.
    `best`      the root moves that were the best so far, in the order found; the last is its choice.
    `alpha`     the value of that choice; -MATE without one.
    """

    def __init__(self, board: FirstChessBoard, stop_requested: Callable[[], bool], poll_interval: int) -> None:
        """`stop_requested` is called every `poll_interval` nodes. It must be a function that is not compiled."""
        self.board: Final = board
        self.stop_requested: Final = stop_requested
        self.poll_interval: i64 = poll_interval
        self.next_poll: i64 = poll_interval
        self.moves: Final = vec[i64]([0] * int(NODE_MOVES * MAX_DEPTH))
        self.nodes: i64 = 0
        self.stopped = False
        self.best: list[int] = []
        self.alpha: i64 = -MATE

    def search(self, alpha: i64, beta: i64, depth: i64, ply: i64) -> i64:
        """Returns the value of the position for the side to move, `depth` plies deep; `ply` is 0 at the root.

        The value after the last move is `evaluate` as it stands: seen by the opponent, and not negated.
        """
        self.nodes += 1
        if self.nodes >= self.next_poll:
            self.next_poll += self.poll_interval
            self.stopped = self.stop_requested()
        board, moves = self.board, self.moves
        side = board.side
        aligned = 64 * board.kings[side]
        in_check = board.is_in_check(side)
        index = NODE_MOVES * ply
        end = board.generate(moves, index)
        has_move = False
        while index < end and not self.stopped:
            move = moves[index]
            index += 1
            captured = board.make(move)
            if (in_check or ALIGNED[aligned + origin_of(move)] != 0) and board.is_in_check(side):
                board.unmake(move, captured)
                continue
            has_move = True
            value = -self.search(-beta, -alpha, depth - 1, ply + 1) if depth > 1 else board.evaluate()
            board.unmake(move, captured)
            if value > alpha and not self.stopped:
                if value >= beta:
                    return beta
                alpha = value
                if ply == 0:
                    self.best.append(move)
                    self.alpha = value
        if has_move or self.stopped:
            return alpha
        return -MATE + ply if in_check else 0
