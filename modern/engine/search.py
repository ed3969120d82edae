"""The search: principal variation search to a depth, and beyond it captures until all is quiet.

A node's value is seen by its side to move; what is good for one side is as bad for the other (negamax). Between alpha
and beta lies what both sides can still hope for: a move that gives beta or more need not be looked at further, since
the other side will not let it come to that. Where the order of the moves is good, the first is the best, and of the
others it is enough to prove that they are not better: they are searched with a window of nothing between alpha and
alpha + 1, and once more only if that goes wrong.

https://www.chessprogramming.org/Principal_Variation_Search
"""

from __future__ import annotations

from typing import Final

from modern.engine.checks import gives_check
from modern.engine.draws import repeats
from modern.engine.exchange import exchange_gains
from modern.engine.history import OF_A_SIDE, PLAYED, bonus_of, learn
from modern.engine.ordering import GOOD, bring_next, bring_to_front, score_moves
from modern.engine.pruning import (
    EXCHANGE_DEPTH,
    FUTILITY_DEPTH,
    INTERNAL_DEPTH,
    LATE_MOVES_DEPTH,
    NULL_MOVE_DEPTH,
    RAZORING_DEPTH,
    REDUCED_DEPTH,
    REVERSE_FUTILITY_DEPTH,
    SINGULAR_DEPTH,
    VERIFIED_DEPTH,
    exchange_margin,
    futility_margin,
    late_moves,
    may_pass,
    null_move_reduction,
    razoring_margin,
    reduction,
    reverse_futility_margin,
)
from modern.engine.quiescence import quiesce
from modern.engine.score import DEEPEST_PLY, DRAW, INFINITE, MATE, is_mate
from modern.engine.transposition import AT_LEAST, AT_MOST, EXACTLY, NO_BOUND, key_of
from modern.engine.tree import Tree
from modern.rules.movegen import generate
from modern.rules.native import i64

#: In place of an extension: nothing more is to be looked at.
CUT: Final[i64] = 100


class Search(Tree):
    """A search of one position."""

    def best(self, depth: i64, passed: i64, alpha: i64, beta: i64) -> i64:
        """Search the root moves to a depth, but for the first `passed` of them; returns the score of the best.

        A score that is not between alpha and beta is a bound. A move that is better than alpha comes to stand behind
        those that were passed over, and begins the line; where none is, there is no line. If the search is stopped
        before the first move is done, the score is -INFINITE.
        """
        roots = self.roots
        self.ends[0] = 0
        if self.checked[0] == 0:
            self.statics[2] = self.worth()
        best = -INFINITE
        for index in range(passed, len(roots)):
            move = roots[index]
            self.play(move, 0)
            less: i64 = 0
            if self.uses.reductions and depth >= REDUCED_DEPTH and self.checked[0] == 0 and self.checked[1] == 0:
                less = reduction(depth, index - passed + 1) // 2
            score = self._after(depth - 1, less, alpha, beta, 0, 0, index == passed)
            self.board.unmake()
            if self.stopped:
                break
            if score > best:
                best = score
            if score > alpha:
                alpha = score
                self.extend_line(0, move)
                place: i64 = index
                while place > passed:
                    roots[place] = roots[place - 1]
                    place -= 1
                roots[passed] = move
                if index > passed:
                    self.watch.better(score)
                if score >= beta:
                    break
        return best

    def _after(self, depth: i64, less: i64, alpha: i64, beta: i64, ply: i64, first: i64, is_first: bool) -> i64:
        """The value, for who made it, of the move that has just been made at `ply`.

        If it is not the first, it is searched `less` plies less deep, then to the whole depth if that says that it is
        better than alpha, and with the whole window if that, too, does.
        """
        if is_first:
            return -self._alphabeta(depth, -beta, -alpha, ply + 1, first, True)
        bound = alpha + 1 if self.uses.principal_variation else beta
        score = -self._alphabeta(depth - less, -bound, -alpha, ply + 1, first, True)
        if less > 0 and score > alpha and not self.stopped:
            score = -self._alphabeta(depth, -bound, -alpha, ply + 1, first, True)
        if bound <= score < beta and not self.stopped:
            score = -self._alphabeta(depth, -beta, -alpha, ply + 1, first, True)
        return score

    def _alphabeta(self, depth: i64, alpha: i64, beta: i64, ply: i64, first: i64, passable: bool) -> i64:
        """The value of the position after `depth` plies and quiescence; `moves` is used from index `first` on.

        Where it lies beyond alpha or beta, it is a bound of the value (fail-soft). `passable` is false where a null
        move would be the second in a row.
        """
        uses = self.uses
        checked = self.checked[ply] != 0
        if checked and uses.check_extension:
            # A check is answered before anything is judged. https://www.chessprogramming.org/Check_Extensions
            depth += 1
        if depth <= 0 or ply >= DEEPEST_PLY:
            return quiesce(self, alpha, beta, ply, first)
        self.visit(ply)
        if self.stopped:
            return DRAW
        board, table = self.board, self.table
        if board.clock >= 4 and repeats(board, self.root):
            return DRAW
        if uses.mate_distance:
            # A nearer mate than one that is known is all that could change anything.
            # https://www.chessprogramming.org/Mate_Distance_Pruning
            if alpha < ply - MATE:
                alpha = ply - MATE
            if beta > MATE - ply - 1:
                beta = MATE - ply - 1
            if alpha >= beta:
                return alpha

        # What is known of the position: enough, or which move to try first.
        full = beta - alpha > 1
        excluded = self.excluded[ply]
        key = key_of(board)
        known: i64 = 0
        known_score: i64 = 0
        known_depth: i64 = -1
        known_bound: i64 = 0
        static = -INFINITE
        if excluded == 0 and uses.transpositions and table.probe(key):
            known, known_depth, known_bound = table.move(), table.depth(), table.bound()
            known_score = table.score(ply)
            static = table.static()
            if known_depth >= depth and not full:
                if known_bound == EXACTLY:
                    return known_score
                if known_score >= beta if known_bound == AT_LEAST else known_score <= alpha:
                    return known_score

        # What it seems to be worth, and whether that is more than two plies ago.
        if excluded != 0:
            static = self.statics[ply + 2]
        elif checked:
            static = self.statics[ply] if ply >= 2 else DRAW
        elif static == -INFINITE:
            static = self.worth()
            if known_depth < 0:
                table.store(key, 0, static, 0, NO_BOUND, ply, static)
        self.statics[ply + 2] = static
        improving = not checked and uses.improving and ply >= 2 and static > self.statics[ply]
        worth = static
        if known_depth >= 0 and (
            known_bound == EXACTLY
            or (known_score > static and known_bound == AT_LEAST)
            or (known_score < static and known_bound == AT_MOST)
        ):
            worth = known_score

        if not full and not checked and excluded == 0:
            score = self._without_moves(depth, alpha, beta, ply, first, passable, worth, improving)
            if score != INFINITE or self.stopped:
                return score
        if uses.internal_reduction and known == 0 and depth >= INTERNAL_DEPTH and excluded == 0:
            # Nobody knows what to try first; a search to a ply less is cheaper, and will know it for the next one.
            # https://www.chessprogramming.org/Internal_Iterative_Reductions
            depth -= 1

        moves, scores = self.moves, self.scores
        end = generate(board, moves, first)
        if end == first:
            return ply - MATE if checked else DRAW
        if board.clock >= 100:
            return DRAW

        best = -INFINITE
        best_move: i64 = 0
        bound = AT_MOST
        number: i64 = 0
        next_scored = first
        if known != 0 and bring_to_front(moves, first, end, known):
            next_scored = first + 1
        skipping = False
        for index in range(first, end):
            if index == next_scored:
                score_moves(self, index, end, ply)
            if index >= next_scored and not skipping:
                bring_next(moves, scores, index, end)
            move = moves[index]
            if move == excluded:
                continue
            quiet = board.on[move >> 6 & 63] == 0 and move >> 12 == 0
            number += 1

            if best > DEEPEST_PLY - MATE:
                if quiet and not checked and not full:
                    skipping = skipping or self._has_seen_enough(depth, number, alpha - static, improving)
                    if skipping and not gives_check(board, move):
                        continue
                if (quiet or scores[index] < 0) and self._loses_too_much(move, depth, quiet):
                    continue

            further: i64 = 0
            if index < next_scored and excluded == 0 and known_depth >= depth - 3 and known_bound != AT_MOST:
                further = self._further(move, depth, beta, ply, end, passable, known_score)
                if self.stopped:
                    return DRAW
                if further == CUT:
                    return beta
            less: i64 = 0
            if uses.reductions and depth >= REDUCED_DEPTH and number > 1:
                less = self._less(depth, number, scores[index], quiet, full, improving or checked)
            self.play(move, ply)
            if less > 0 and self.checked[ply + 1] != 0:
                less -= 1
            score = self._after(depth - 1 + further, less, alpha, beta, ply, end, number == 1)
            board.unmake()
            if self.stopped:
                return DRAW
            if score > best:
                best = score
                if score > alpha:
                    alpha = score
                    best_move = move
                    bound = EXACTLY
                    self.extend_line(ply, move)
                    if score >= beta:
                        bound = AT_LEAST
                        if quiet:
                            self._learn(depth, ply, first, index)
                        break
        if number == 0:
            return alpha  # the excluded move is the only one
        if excluded == 0:
            table.store(key, best_move, best, depth, bound, ply, static)
        return best

    def _without_moves(
        self, depth: i64, alpha: i64, beta: i64, ply: i64, first: i64, passable: bool, worth: i64, improving: bool
    ) -> i64:
        """A bound that shows without looking at any move that the node does not matter; INFINITE if nothing does."""
        uses, board = self.uses, self.board
        if is_mate(beta):
            return INFINITE
        if (
            uses.reverse_futility
            and depth <= REVERSE_FUTILITY_DEPTH
            and worth - reverse_futility_margin(depth, improving) >= beta
        ):
            return worth
        if uses.razoring and depth <= RAZORING_DEPTH and worth + razoring_margin(depth) <= alpha:
            score = quiesce(self, alpha, beta, ply, first)
            if score <= alpha or self.stopped:
                return score
        if uses.null_move and passable and depth >= NULL_MOVE_DEPTH and worth >= beta and may_pass(board):
            # If even a second move in a row does not help the other side, a move will do.
            # https://www.chessprogramming.org/Null_Move_Pruning
            shallow = depth - 1 - null_move_reduction(depth, worth - beta)
            self.played[ply + 2] = 0
            self.checked[ply + 1] = 0
            board.skip()
            score = -self._alphabeta(shallow, -beta, -beta + 1, ply + 1, first, False)
            board.unskip()
            if self.stopped:
                return DRAW
            if score >= beta:
                if is_mate(score):
                    score = beta
                if depth < VERIFIED_DEPTH:
                    return score
                if self._alphabeta(shallow, beta - 1, beta, ply, first, False) >= beta:
                    return score
        return INFINITE

    def _has_seen_enough(self, depth: i64, number: i64, below: i64, improving: bool) -> bool:
        """Whether no further quiet move is worth a look: so many have been tried, or the position is so far `below`."""
        uses = self.uses
        if uses.late_moves and depth <= LATE_MOVES_DEPTH and number > late_moves(depth, improving):
            return True
        return uses.futility and depth <= FUTILITY_DEPTH and futility_margin(depth) <= below

    def _loses_too_much(self, move: i64, depth: i64, quiet: bool) -> bool:
        """Whether a move loses more in exchanges than so few plies could bring back."""
        if not self.uses.exchanges or depth > EXCHANGE_DEPTH:
            return False
        return not exchange_gains(self.board, move, exchange_margin(depth, quiet))

    def _further(self, move: i64, depth: i64, beta: i64, ply: i64, first: i64, passable: bool, known_score: i64) -> i64:
        """How many plies deeper the hash move is looked at; CUT if another is good enough for beta, too.

        If without it everything else is clearly worse, it is the only move: the line is forced.
        https://www.chessprogramming.org/Singular_Extensions
        """
        if not self.uses.singular or depth < SINGULAR_DEPTH or is_mate(known_score):
            return 0
        least = known_score - 2 * depth
        self.excluded[ply] = move
        score = self._alphabeta((depth - 1) // 2, least - 1, least, ply, first, passable)
        self.excluded[ply] = 0
        if score < least:
            return 1
        if least >= beta:
            return CUT
        return -1 if known_score >= beta else 0

    def _less(self, depth: i64, number: i64, order: i64, quiet: bool, full: bool, improving: bool) -> i64:
        """How many plies less a late move is looked at first: less for what has been good, more for what has not."""
        if not quiet and order >= 0:
            return 0
        less = reduction(depth, number)
        if full:
            less -= 1
        if not improving and quiet:
            less += 1
        if quiet:
            if order >= GOOD >> 3:
                less -= 1
            else:
                less -= order // 8192
        if less < 0:
            return 0
        return less if less < depth - 1 else depth - 2

    def _learn(self, depth: i64, ply: i64, first: i64, index: i64) -> None:
        """The quiet move at `index` cut off: it is better than the quiet ones before it."""
        board, history, moves = self.board, self.history, self.moves
        before, earlier = self.played[ply + 1], self.played[ply]
        history.note_killer(moves[index], ply)
        history.countermoves[PLAYED * (board.turn >> 3) + before] = moves[index]
        bonus = bonus_of(depth)
        for tried in range(first, index + 1):
            move = moves[tried]
            if board.on[move >> 6 & 63] != 0 or move >> 12 != 0:
                continue
            gained = bonus if tried == index else -bonus
            learn(history.quiet, 512 * board.turn + (move & 4095), gained)
            goes = OF_A_SIDE * board.turn + 64 * (board.on[move & 63] & 7) + (move >> 6 & 63)
            learn(history.following, PLAYED * before + goes, gained)
            learn(history.following, PLAYED * earlier + goes, gained)
