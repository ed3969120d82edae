"""The search: alpha-beta to a depth, and beyond it captures until all is quiet.

A node's value is seen by its side to move; what is good for one side is as bad for the other (negamax). Between alpha
and beta lies what both sides can still hope for: a move that gives beta or more need not be looked at further, since
the other side will not let it come to that. https://www.chessprogramming.org/Alpha-Beta

Nothing here reads a clock or the world outside: that is the Watch's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from modern.engine.draws import repeats
from modern.engine.evaluation import evaluate
from modern.engine.ordering import bring_next, score_moves
from modern.engine.score import DEEPEST_PLY, DRAW, INFINITE, MATE
from modern.engine.strength import error_of
from modern.engine.transposition import AT_LEAST, AT_MOST, EXACTLY, Table, key_of
from modern.engine.watch import Watch
from modern.rules.board import Board
from modern.rules.men import MOST_MOVES
from modern.rules.movegen import generate, generate_tactical
from modern.rules.native import i64, vec

#: The moves of a line, and one more place.
ROW: Final[i64] = DEEPEST_PLY + 1


class Search:
    """A search of one position.

    `roots`    the moves of the root that are considered, the best first as far as is known.
    `nodes`    positions visited; `deepest` the longest line looked at, in plies.
    `stopped`  the Watch wants it to end: what comes back then says nothing.
    """

    def __init__(self, board: Board, roots: Sequence[int], table: Table, watch: Watch, error: int = 0) -> None:
        """`board` is searched on, so it is to be a twin. `roots` are legal moves, as Board has them.

        By `error` centipawns, at most, positions are misjudged.
        """
        self.board: Final = board
        self.table: Final = table
        self.watch: Final = watch
        self.roots: Final = vec[i64](list(roots))
        self.moves: Final = vec[i64]([0] * (MOST_MOVES * (DEEPEST_PLY + 1)))
        self.scores: Final = vec[i64]([0] * (MOST_MOVES * (DEEPEST_PLY + 1)))
        #: By ROW * ply + place: the line expected from a ply on; it ends before place `ends[ply]`.
        self.lines: Final = vec[i64]([0] * (ROW * ROW))
        self.ends: Final = vec[i64]([0] * ROW)
        self.error: i64 = error
        self.root: i64 = board.made
        self.nodes: i64 = 0
        self.deepest: i64 = 0
        self.look_at: i64 = watch.look(0)
        self.stopped = False

    def line(self) -> list[int]:
        """The line expected from the root on."""
        return [self.lines[index] for index in range(self.ends[0])]

    def best(self, depth: i64, passed: i64) -> i64:
        """Search the root moves to a depth, but for the first `passed` of them; returns the score of the best.

        The best comes to stand behind those that were passed over. If the search is stopped before the first move is
        done, the score is -INFINITE and there is no line.
        """
        board, roots = self.board, self.roots
        self.ends[0] = 0
        best = -INFINITE
        for index in range(passed, len(roots)):
            move = roots[index]
            board.play(move)
            score = -self._alphabeta(depth - 1, -INFINITE, -best, 1, 0)
            board.unmake()
            if self.stopped:
                break
            if score > best:
                best = score
                self._extend_line(0, move)
                place: i64 = index
                while place > passed:
                    roots[place] = roots[place - 1]
                    place -= 1
                roots[passed] = move
                if index > passed:
                    self.watch.better(score)
        return best

    def _alphabeta(self, depth: i64, alpha: i64, beta: i64, ply: i64, first: i64) -> i64:
        """The value of the position after `depth` plies and quiescence; `moves` is used from index `first` on.

        Where it lies beyond alpha or beta, it is a bound of the value (fail-soft).
        """
        if depth <= 0 or ply >= DEEPEST_PLY:
            return self._quiesce(alpha, beta, ply, first)
        self._visit(ply)
        if self.stopped:
            return DRAW
        board, table = self.board, self.table
        if board.clock >= 4 and repeats(board, self.root):
            return DRAW
        key = key_of(board)
        known: i64 = 0
        if table.probe(key):
            known = table.move()
            if table.depth() >= depth:
                score = table.score(ply)
                bound = table.bound()
                if bound == EXACTLY or (score >= beta if bound == AT_LEAST else score <= alpha):
                    return score

        moves, scores = self.moves, self.scores
        end = generate(board, moves, first)
        if end == first:
            return ply - MATE if board.in_check() else DRAW
        if board.clock >= 100:
            return DRAW
        score_moves(board, moves, scores, first, end, known)

        best = -INFINITE
        best_move: i64 = 0
        bound = AT_MOST
        for index in range(first, end):
            move = bring_next(moves, scores, index, end)
            board.play(move)
            score = -self._alphabeta(depth - 1, -beta, -alpha, ply + 1, end)
            board.unmake()
            if self.stopped:
                return DRAW
            if score > best:
                best = score
                if score > alpha:
                    alpha = score
                    best_move = move
                    bound = EXACTLY
                    self._extend_line(ply, move)
                    if score >= beta:
                        bound = AT_LEAST
                        break
        table.store(key, best_move, best, depth, bound, ply)
        return best

    def _quiesce(self, alpha: i64, beta: i64, ply: i64, first: i64) -> i64:
        """The value once all captures are over: nobody has to capture, but whoever is in check has to leave it.

        https://www.chessprogramming.org/Quiescence_Search
        """
        self._visit(ply)
        if self.stopped:
            return DRAW
        board, moves, scores = self.board, self.moves, self.scores
        if ply >= DEEPEST_PLY:
            return self._worth()
        if board.in_check():
            best = -INFINITE
            end = generate(board, moves, first)
            if end == first:
                return ply - MATE
        else:
            best = self._worth()
            if best >= beta:
                return best
            if best > alpha:
                alpha = best
            end = generate_tactical(board, moves, first)
        score_moves(board, moves, scores, first, end, 0)
        for index in range(first, end):
            move = bring_next(moves, scores, index, end)
            board.play(move)
            score = -self._quiesce(-beta, -alpha, ply + 1, end)
            board.unmake()
            if self.stopped:
                return DRAW
            if score > best:
                best = score
                if score > alpha:
                    alpha = score
                    self._extend_line(ply, move)
                    if score >= beta:
                        break
        return best

    def _worth(self) -> i64:
        """What the position is worth, as far as a player of this strength can tell."""
        worth = evaluate(self.board)
        if self.error != 0:
            worth += error_of(self.board.key, self.error)
        return worth

    def _visit(self, ply: i64) -> None:
        """Count a node, begin its line, and look at the Watch now and then."""
        self.nodes += 1
        self.ends[ply] = ply
        if ply > self.deepest:
            self.deepest = ply
        if self.nodes >= self.look_at:
            self.look_at = self.watch.look(self.nodes)
            self.stopped = self.look_at <= self.nodes

    def _extend_line(self, ply: i64, move: i64) -> None:
        """From `ply` on, `move` is expected, and then what is expected after it."""
        lines = self.lines
        here = ROW * ply
        end = ply + 1
        lines[here + ply] = move
        if ply < DEEPEST_PLY:
            end = self.ends[ply + 1]
            for place in range(ply + 1, end):
                lines[here + place] = lines[here + ROW + place]
        self.ends[ply] = end
