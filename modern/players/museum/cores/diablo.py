"""Diablo's search: values and piece-square values, alpha-beta with a PV table, killers and history, and quiescence.

The design comes from the Diablo engine's documentation; the board, the move generator and the keys from
modern.rules, and the step of the selection sort from modern.engine. Scores are centipawns for the side to move, so
the score of a child node is negated (negamax). The search is fail-hard: a score never leaves the window (alpha, beta).

The document sorts the moves of a node in decreasing order of their scores. Each loop here asks for the best of the
remaining moves, which searches them in that order and sorts only those that are searched.
https://www.chessprogramming.org/Fail-Hard
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from modern.engine.node_counter import NodeCounter
from modern.engine.ordering import pick_best
from modern.rules.bitboard import BIT, lowest
from modern.rules.board import Board
from modern.rules.move import NO_MOVE, from_square_of, to_square_of
from modern.rules.movegen import generate, generate_tactical, legal_codes
from modern.rules.native import i64, vec
from modern.rules.pieces import (
    BISHOP,
    BLACK,
    KING,
    KNIGHT,
    MAX_MOVES,
    PAWN,
    QUEEN,
    ROOK,
    WHITE,
    piece_type_of,
    relative_square,
)

#: The document's INF and MATE: a side that is mated at a ply of the search scores ply - MATE.
INFINITE: Final[i64] = 30_000
MATE: Final[i64] = 29_000
DRAW: Final[i64] = 0

#: The deepest search, in plies. The document's MAXDEPTH has no value.
MAX_DEPTH: Final[i64] = 64
#: A quiescence search goes at most this many plies deeper, because no more pieces can be captured.
MAX_CAPTURES: Final[i64] = 30

#: The document's values by piece type, in centipawns. The kings' values cancel out.
PIECE_VALUES: Final = vec[i64]([0, 100, 325, 325, 550, 1000, 50_000])

#: The number of entries of the PV table, as in the document.
PV_TABLE_SIZE: Final[i64] = 131_070

#: The scores for move ordering: the PV move, captures by MVV-LVA, the two killer moves, and the others by history.
PV_MOVE: Final[i64] = 1 << 40
CAPTURE: Final[i64] = 1 << 36
KILLER: Final[i64] = 1 << 35
SECOND_KILLER: Final[i64] = KILLER - 1


def square_value(piece_type: int, file: int, rank: int) -> int:
    """Returns the value of a white piece on a square beyond the piece's own, in centipawns; file and rank from 0.

    The document says that each piece has a value on each square and does not print them. These are this project's, from
    one rule for each piece type: a pawn gains as it advances, most on the two centre files; knights, bishops and queens
    gain towards the centre; a rook gains towards the centre files, and on the seventh rank; a king loses with each step
    from its first rank, and gains towards the edge.
    """
    from_centre_file = max(3 - file, file - 4)  # 0 for d and e, 3 for a and h
    from_centre_rank = max(3 - rank, rank - 4)
    towards_centre = 3 - from_centre_file - from_centre_rank  # 3 on d4, -3 on a1
    if piece_type == PAWN:
        return (rank - 1) * (4 - from_centre_file)
    if piece_type in (KNIGHT, BISHOP):
        return 5 * towards_centre
    if piece_type == ROOK:
        return 3 * (3 - from_centre_file) + (20 if rank == 6 else 0)
    if piece_type == QUEEN:
        return towards_centre
    return 10 * from_centre_file - 20 * rank


def _values_on_squares() -> list[int]:
    """Returns at 64 * piece + square a piece's contribution to White's score there: its value and its square's."""
    table = [0] * (16 * 64)
    for piece_type in (PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING):
        for square in range(64):
            value = PIECE_VALUES[piece_type] + square_value(piece_type, square & 7, square >> 3)
            table[64 * (WHITE + piece_type) + square] = value
            table[64 * (BLACK + piece_type) + relative_square(BLACK, square)] = -value
    return table


VALUES_ON_SQUARES: Final = vec[i64](_values_on_squares())


def evaluate(board: Board) -> i64:
    """Returns the static evaluation for the side to move, in centipawns: material and piece-square values."""
    mailbox = board.mailbox
    occupied = board.bitboards[WHITE] | board.bitboards[BLACK]
    score: i64 = 0
    while occupied != 0:
        square = lowest(occupied)
        occupied ^= BIT[square]
        score += VALUES_ON_SQUARES[64 * mailbox[square] + square]
    return score if board.turn == WHITE else -score


def is_repeated(board: Board) -> bool:
    """Returns True if the position has occurred before, in the search or in the game; once is enough."""
    first_ply = board.ply - board.halfmove_clock  # positions before the last capture or pawn move cannot recur
    ply = board.ply - 4
    while ply >= 0 and ply >= first_ply:
        if board.key_history[ply] == board.key:
            return True
        ply -= 2
    return False


def victim_of(board: Board, move: i64) -> i64:
    """Returns the type of the piece that a move captures, or 0: for en passant too, where the target is empty."""
    mailbox, to_square = board.mailbox, to_square_of(move)
    victim = piece_type_of(mailbox[to_square])
    if victim == 0 and to_square == board.en_passant_square and piece_type_of(mailbox[from_square_of(move)]) == PAWN:
        return PAWN
    return victim


class DiabloSearch:
    """Searches one position.

    `root_moves`  the moves to search at the root.
    `best_move`   the root move that raised alpha last, or NO_MOVE; in an unfinished search, the best so far.
    `counter`     the nodes visited, and whether the search has been stopped.
    """

    def __init__(self, board: Board, root_moves: Sequence[int], counter: NodeCounter) -> None:
        """`board` is changed during the search, so pass a copy. `root_moves` are legal move codes, as in Board.

        The PV table, the killers and the history are empty: the document clears them before each search.
        """
        self.board: Final = board
        self.root_moves: Final = vec[i64](list(root_moves))
        self.best_move: i64 = NO_MOVE
        self.counter: Final = counter
        #: The moves of all nodes on the current line, and their ordering scores.
        self.moves: Final = vec[i64]([0] * (MAX_MOVES * (MAX_DEPTH + MAX_CAPTURES + 2)))
        self.move_scores: Final = vec[i64]([0] * (MAX_MOVES * (MAX_DEPTH + MAX_CAPTURES + 2)))
        #: The PV table: the key of each position in which a move raised alpha, and the last such move.
        self.pv_keys: Final = vec[i64]([0] * PV_TABLE_SIZE)
        self.pv_moves: Final = vec[i64]([0] * PV_TABLE_SIZE)
        #: Two quiet moves for each ply that caused beta cutoffs, the latest first.
        self.killers: Final = vec[i64]([0] * (2 * MAX_DEPTH))
        #: At 64 * piece + target square: the depths at which quiet moves raised alpha, added up.
        self.history: Final = vec[i64]([0] * (16 * 64))

    def search_root(self, depth: i64) -> i64:
        """Searches to a depth in plies with a full window, and returns the score. Raises SearchStopped."""
        self.best_move = NO_MOVE
        return self._alpha_beta(-INFINITE, INFINITE, depth, 0, 0)

    def pv(self, depth: i64) -> list[int]:
        """Returns the principal variation as the PV table has it, at most `depth` move codes.

        An entry may have been overwritten by another position's; a move that is not legal ends the line.
        """
        board = self.board
        line: list[int] = []
        while len(line) < depth:
            move = self._pv_move()
            if move == NO_MOVE or move not in legal_codes(board):
                break
            line.append(move)
            board.make_move(move)
        for _move in line:
            board.unmake()
        return line

    def _alpha_beta(self, alpha: i64, beta: i64, depth: i64, ply: i64, start: i64) -> i64:
        """Returns the score of a node, searched `depth` plies deep and then by quiescence search; between alpha and
        beta. `start` is the first free index of `moves`.
        """
        if depth <= 0:
            return self._quiescence(alpha, beta, ply, start)
        self.counter.visit(ply)
        board, moves = self.board, self.moves
        if ply > 0 and is_repeated(board):
            return DRAW
        end = self._generate_at(ply, start)
        if end == start:
            return ply - MATE if board.in_check() else DRAW
        if ply > 0 and board.halfmove_clock >= 100:
            return DRAW  # a checkmate, which was tested above, comes before the fifty-move rule
        self._score_moves(start, end, ply)
        for index in range(start, end):
            move = pick_best(moves, self.move_scores, index, end)
            board.make_move(move)
            score = -self._alpha_beta(-beta, -alpha, depth - 1, ply + 1, end)
            board.unmake()
            if score > alpha:
                is_quiet = victim_of(board, move) == 0
                if score >= beta:
                    if is_quiet:
                        self._add_killer(move, ply)
                    return beta
                alpha = score
                self._store_pv_move(move)  # each time, as the document says: it stays if a cutoff follows
                if ply == 0:
                    self.best_move = move
                if is_quiet:
                    self.history[64 * board.mailbox[from_square_of(move)] + to_square_of(move)] += depth
        return alpha

    def _quiescence(self, alpha: i64, beta: i64, ply: i64, start: i64) -> i64:
        """Returns the score after captures only, between alpha and beta; the side to move may always stand pat.

        A side in check may stand pat too, so a mate is seen only where the search proper has a ply left.
        """
        self.counter.visit(ply)
        board, moves = self.board, self.moves
        score = evaluate(board)
        if score >= beta:
            return beta
        if score > alpha:
            alpha = score
        end = self._generate_captures(start)
        for index in range(start, end):
            move = pick_best(moves, self.move_scores, index, end)
            board.make_move(move)
            score = -self._quiescence(-beta, -alpha, ply + 1, end)
            board.unmake()
            if score >= beta:
                return beta
            if score > alpha:
                alpha = score
        return alpha

    def _generate_at(self, ply: i64, start: i64) -> i64:
        """Writes the moves of a node from index `start` on, and returns the index after the last one."""
        if ply > 0:
            return generate(self.board, self.moves, start)
        for index in range(len(self.root_moves)):
            self.moves[start + index] = self.root_moves[index]
        return start + len(self.root_moves)

    def _generate_captures(self, start: i64) -> i64:
        """Writes the captures from index `start` on, with their scores, and returns the index after the last one."""
        board, moves = self.board, self.moves
        end = start
        for index in range(start, generate_tactical(board, moves, start)):
            move = moves[index]
            victim = victim_of(board, move)
            if victim != 0:  # promotions without a capture are left out
                moves[end] = move
                self.move_scores[end] = mvv_lva(victim, piece_type_of(board.mailbox[from_square_of(move)]))
                end += 1
        return end

    def _score_moves(self, start: i64, end: i64, ply: i64) -> None:
        """Scores the moves from index `start` up to `end` (exclusive); moves with higher scores are searched first."""
        board, moves, killers = self.board, self.moves, self.killers
        pv_move = self._pv_move()
        for index in range(start, end):
            move = moves[index]
            victim = victim_of(board, move)
            if move == pv_move:
                score = PV_MOVE
            elif victim != 0:
                score = CAPTURE + mvv_lva(victim, piece_type_of(board.mailbox[from_square_of(move)]))
            elif move == killers[2 * ply]:
                score = KILLER
            elif move == killers[2 * ply + 1]:
                score = SECOND_KILLER
            else:
                score = self.history[64 * board.mailbox[from_square_of(move)] + to_square_of(move)]
            self.move_scores[index] = score

    def _add_killer(self, move: i64, ply: i64) -> None:
        """Makes a quiet move the first killer move of a ply, unless it already is."""
        killers = self.killers
        if killers[2 * ply] != move:
            killers[2 * ply + 1] = killers[2 * ply]
            killers[2 * ply] = move

    def _pv_move(self) -> i64:
        """Returns the move that the PV table has for the position, or NO_MOVE."""
        key = self.board.key
        slot = key % PV_TABLE_SIZE
        return self.pv_moves[slot] if self.pv_keys[slot] == key else NO_MOVE

    def _store_pv_move(self, move: i64) -> None:
        """Stores a move that raised alpha in the position; it replaces whatever has the same place."""
        key = self.board.key
        slot = key % PV_TABLE_SIZE
        self.pv_keys[slot] = key
        self.pv_moves[slot] = move


def mvv_lva(victim: i64, attacker: i64) -> i64:
    """Returns the MVV-LVA score of a capture by piece types: the document's 100 to 600 for the victim, less the
    attacker's number, pawn 1 to king 6. https://www.chessprogramming.org/MVV-LVA
    """
    return 100 * victim - attacker
