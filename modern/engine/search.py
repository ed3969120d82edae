"""Principal variation search (PVS): a fail-soft negamax alpha-beta search, with quiescence search at the leaves.

Scores are centipawns from the point of view of the side to move, so the score of a child node is negated (negamax).
Alpha is the score that the side to move already has elsewhere in the tree, and beta the score that the opponent
already has. A move that scores beta or more fails high: the opponent avoids this node, so the remaining moves are not
searched. With good move ordering the first move is usually the best one. The other moves only need a proof that they
are no better, so they are searched with a zero window (alpha, alpha + 1), and again with the full window if that
search fails high.

A move is a number, as in Board: the from-square, 64 * the to-square and 4096 * the piece type of a promotion.

https://www.chessprogramming.org/Principal_Variation_Search, https://www.chessprogramming.org/Alpha-Beta and
https://www.chessprogramming.org/Fail-Soft
"""

from __future__ import annotations

from typing import Final

from modern.engine.checks import gives_check
from modern.engine.draws import is_repetition
from modern.engine.history import CONTINUATION_STRIDE, PIECE_TO_SIZE, add_bonus, history_bonus
from modern.engine.ordering import GOOD_CAPTURE, bring_to_front, pick_best, score_moves
from modern.engine.pruning import (
    FUTILITY_DEPTH,
    INTERNAL_ITERATIVE_REDUCTION_DEPTH,
    LATE_MOVE_PRUNING_DEPTH,
    LATE_MOVE_REDUCTION_DEPTH,
    NULL_MOVE_DEPTH,
    NULL_MOVE_VERIFICATION_DEPTH,
    RAZORING_DEPTH,
    REVERSE_FUTILITY_DEPTH,
    SEE_PRUNING_DEPTH,
    SINGULAR_EXTENSION_DEPTH,
    base_reduction,
    futility_margin,
    has_non_pawn_material,
    late_move_count,
    null_move_reduction,
    razoring_margin,
    reverse_futility_margin,
    see_margin,
)
from modern.engine.quiescence import quiesce
from modern.engine.score import DRAW, INFINITE, MATE, MAX_PLY, is_mate_score
from modern.engine.see import see_at_least
from modern.engine.stack import SearchStack
from modern.engine.transposition import EXACT_SCORE, LOWER_BOUND, NO_BOUND, UPPER_BOUND, tt_key
from modern.rules.movegen import generate
from modern.rules.native import i64

#: `Search._singular_extension` returns this instead of a number of plies if the node can be cut off.
MULTI_CUT: Final[i64] = 100


class Search(SearchStack):
    """Searches one position."""

    def search_root(self, depth: i64, pv_index: i64, alpha: i64, beta: i64) -> i64:
        """Searches the root moves from index `pv_index` on to `depth` plies, and returns the best score.

        With MultiPV the moves before `pv_index` have been reported already. A score of alpha or less is an upper bound,
        and a score of beta or more a lower bound. A move that raises alpha is moved to `pv_index` and starts the
        principal variation; if no move raises alpha, the principal variation is empty. If the search is stopped before
        the first move is finished, the score is -INFINITE.
        """
        root_moves = self.root_moves
        self.pv_end[0] = 0
        if self.in_check[0] == 0:
            self.static_evals[2] = self.static_evaluation()
        best_score = -INFINITE
        for index in range(pv_index, len(root_moves)):
            move = root_moves[index]
            self.make_move(move, 0)
            reduction: i64 = 0
            if (
                self.techniques.late_move_reductions
                and depth >= LATE_MOVE_REDUCTION_DEPTH
                and self.in_check[0] == 0
                and self.in_check[1] == 0
            ):
                reduction = base_reduction(depth, index - pv_index + 1) // 2
            score = self._search_child(depth - 1, reduction, alpha, beta, 0, 0, index == pv_index)
            self.board.unmake()
            if self.stopped:
                break
            if score > best_score:
                best_score = score
            if score > alpha:
                alpha = score
                self.update_pv(0, move)
                slot: i64 = index
                while slot > pv_index:
                    root_moves[slot] = root_moves[slot - 1]
                    slot -= 1
                root_moves[pv_index] = move
                if index > pv_index:
                    self.stop_condition.on_new_best(score)
                if score >= beta:
                    break
        return best_score

    def _search_child(
        self, depth: i64, reduction: i64, alpha: i64, beta: i64, ply: i64, start: i64, is_first: bool
    ) -> i64:
        """Returns the score of the move that was just made at `ply`, for the side that made it.

        The first move is searched with the full window. A later move is searched with a zero window and a depth that is
        reduced by `reduction` plies. If it fails high, it is searched again to the full depth, and if it fails high
        again, with the full window.
        """
        if is_first:
            return -self._alphabeta(depth, -beta, -alpha, ply + 1, start, True)
        scout_beta = alpha + 1 if self.techniques.principal_variation_search else beta
        score = -self._alphabeta(depth - reduction, -scout_beta, -alpha, ply + 1, start, True)
        if reduction > 0 and score > alpha and not self.stopped:
            score = -self._alphabeta(depth, -scout_beta, -alpha, ply + 1, start, True)
        if scout_beta <= score < beta and not self.stopped:
            score = -self._alphabeta(depth, -beta, -alpha, ply + 1, start, True)
        return score

    def _alphabeta(self, depth: i64, alpha: i64, beta: i64, ply: i64, start: i64, allow_null: bool) -> i64:
        """Returns the score of the node at `ply`, searched `depth` plies deep and then by quiescence search.

        A score of alpha or less is an upper bound, and a score of beta or more a lower bound (fail-soft). `start` is
        the first free index of `moves`. `allow_null` is False if a null move would be the second in a row.
        """
        techniques = self.techniques
        in_check = self.in_check[ply] != 0
        if in_check and techniques.check_extension:
            # Check extension: no static decision is made before the side in check has replied.
            # https://www.chessprogramming.org/Check_Extensions
            depth += 1
        if depth <= 0 or ply >= MAX_PLY:
            return quiesce(self, alpha, beta, ply, start)
        self.visit(ply)
        if self.stopped:
            return DRAW
        board, table = self.board, self.table
        if board.halfmove_clock >= 4 and is_repetition(board, self.root_ply):
            return DRAW
        if techniques.mate_distance:
            # Mate distance pruning: once a mate has been found, only a shorter mate could change the result.
            # https://www.chessprogramming.org/Mate_Distance_Pruning
            if alpha < ply - MATE:
                alpha = ply - MATE
            if beta > MATE - ply - 1:
                beta = MATE - ply - 1
            if alpha >= beta:
                return alpha

        # Transposition table: either a cutoff, or the hash move, which is searched first.
        pv_node = beta - alpha > 1
        excluded_move = self.excluded_moves[ply]
        key = tt_key(board)
        hash_move: i64 = 0
        tt_score: i64 = 0
        tt_depth: i64 = -1
        tt_bound: i64 = 0
        static_eval = -INFINITE
        if excluded_move == 0 and techniques.transposition_table and table.probe(key):
            hash_move, tt_depth, tt_bound = table.move(), table.depth(), table.bound()
            tt_score = table.score(ply)
            static_eval = table.static_eval()
            if tt_depth >= depth and not pv_node:
                if tt_bound == EXACT_SCORE:
                    return tt_score
                if tt_score >= beta if tt_bound == LOWER_BOUND else tt_score <= alpha:
                    return tt_score

        # Static evaluation, and whether it has risen since this side's last move, two plies ago (improving). The score
        # from the table replaces it where its bound allows. https://www.chessprogramming.org/Improving
        if excluded_move != 0:
            static_eval = self.static_evals[ply + 2]
        elif in_check:
            static_eval = self.static_evals[ply] if ply >= 2 else DRAW
        elif static_eval == -INFINITE:
            static_eval = self.static_evaluation()
            if tt_depth < 0:
                table.store(key, 0, static_eval, 0, NO_BOUND, ply, static_eval)
        self.static_evals[ply + 2] = static_eval
        improving = not in_check and techniques.improving and ply >= 2 and static_eval > self.static_evals[ply]
        refined_eval = static_eval
        if tt_depth >= 0 and (
            tt_bound == EXACT_SCORE
            or (tt_score > static_eval and tt_bound == LOWER_BOUND)
            or (tt_score < static_eval and tt_bound == UPPER_BOUND)
        ):
            refined_eval = tt_score

        if not pv_node and not in_check and excluded_move == 0:
            score = self._prune_node(depth, alpha, beta, ply, start, allow_null, refined_eval, improving)
            if score != INFINITE or self.stopped:
                return score
        if (
            techniques.internal_iterative_reduction
            and hash_move == 0
            and depth >= INTERNAL_ITERATIVE_REDUCTION_DEPTH
            and excluded_move == 0
        ):
            # Internal iterative reduction: without a hash move the move ordering is poor. A search one ply shallower
            # is cheaper, and stores a hash move for the next iteration.
            # https://www.chessprogramming.org/Internal_Iterative_Reductions
            depth -= 1

        moves, scores = self.moves, self.move_scores
        end = generate(board, moves, start)
        if end == start:
            return ply - MATE if in_check else DRAW
        if board.halfmove_clock >= 100:
            return DRAW  # checkmate, which was tested above, comes before the fifty-move rule

        best_score = -INFINITE
        best_move: i64 = 0
        bound = UPPER_BOUND
        move_count: i64 = 0
        scored_from = start  # the hash move is searched before the other moves are scored, because it often cuts off
        if hash_move != 0 and bring_to_front(moves, start, end, hash_move):
            scored_from = start + 1
        skip_quiets = False
        for index in range(start, end):
            if index == scored_from:
                score_moves(self, index, end, ply)
            if index >= scored_from and not skip_quiets:
                pick_best(moves, scores, index, end)
            move = moves[index]
            if move == excluded_move:
                continue
            quiet = board.mailbox[move >> 6 & 63] == 0 and move >> 12 == 0
            move_count += 1

            # Late move pruning, futility pruning and SEE pruning, once a move has been found that does not get mated.
            if best_score > MAX_PLY - MATE:
                if quiet and not in_check and not pv_node:
                    skip_quiets = skip_quiets or self._can_skip_quiets(
                        depth, move_count, alpha - static_eval, improving
                    )
                    if skip_quiets and not gives_check(board, move):
                        continue
                if (quiet or scores[index] < 0) and self._can_prune_by_see(move, depth, quiet):
                    continue

            extension: i64 = 0
            if index < scored_from and excluded_move == 0 and tt_depth >= depth - 3 and tt_bound != UPPER_BOUND:
                extension = self._singular_extension(move, depth, beta, ply, end, allow_null, tt_score)
                if self.stopped:
                    return DRAW
                if extension == MULTI_CUT:
                    return beta
            reduction: i64 = 0
            if techniques.late_move_reductions and depth >= LATE_MOVE_REDUCTION_DEPTH and move_count > 1:
                reduction = self._late_move_reduction(
                    depth, move_count, scores[index], quiet, pv_node, improving or in_check
                )
            self.make_move(move, ply)
            if reduction > 0 and self.in_check[ply + 1] != 0:
                reduction -= 1
            score = self._search_child(depth - 1 + extension, reduction, alpha, beta, ply, end, move_count == 1)
            board.unmake()
            if self.stopped:
                return DRAW
            if score > best_score:
                best_score = score
                if score > alpha:
                    alpha = score
                    best_move = move
                    bound = EXACT_SCORE
                    self.update_pv(ply, move)
                    if score >= beta:
                        bound = LOWER_BOUND
                        if quiet:
                            self._update_histories(depth, ply, start, index)
                        break
        if move_count == 0:
            return alpha  # the excluded move is the only legal move
        if excluded_move == 0:
            table.store(key, best_move, best_score, depth, bound, ply, static_eval)
        return best_score

    def _prune_node(
        self,
        depth: i64,
        alpha: i64,
        beta: i64,
        ply: i64,
        start: i64,
        allow_null: bool,
        refined_eval: i64,
        improving: bool,
    ) -> i64:
        """Tries the pruning techniques that come before any move: returns a score if one applies, otherwise INFINITE.

        They are reverse futility pruning, razoring and null move pruning. The caller tests `stopped`.
        """
        techniques, board = self.techniques, self.board
        if is_mate_score(beta):
            return INFINITE
        if (
            techniques.reverse_futility
            and depth <= REVERSE_FUTILITY_DEPTH
            and refined_eval - reverse_futility_margin(depth, improving) >= beta
        ):
            return refined_eval
        if techniques.razoring and depth <= RAZORING_DEPTH and refined_eval + razoring_margin(depth) <= alpha:
            score = quiesce(self, alpha, beta, ply, start)
            if score <= alpha or self.stopped:
                return score
        if (
            techniques.null_move
            and allow_null
            and depth >= NULL_MOVE_DEPTH
            and refined_eval >= beta
            and has_non_pawn_material(board)
        ):
            # Null move pruning: if the score is still beta or more after passing the turn, prune. At high depth the
            # result is verified by a search without null moves at this node, because of zugzwang.
            # https://www.chessprogramming.org/Null_Move_Pruning
            reduced_depth = depth - 1 - null_move_reduction(depth, refined_eval - beta)
            self.piece_to[ply + 2] = 0
            self.in_check[ply + 1] = 0
            board.make_null()
            score = -self._alphabeta(reduced_depth, -beta, -beta + 1, ply + 1, start, False)
            board.unmake_null()
            if self.stopped:
                return DRAW
            if score >= beta:
                if is_mate_score(score):
                    score = beta
                if depth < NULL_MOVE_VERIFICATION_DEPTH:
                    return score
                if self._alphabeta(reduced_depth, beta - 1, beta, ply, start, False) >= beta:
                    return score
        return INFINITE

    def _can_skip_quiets(self, depth: i64, move_count: i64, deficit: i64, improving: bool) -> bool:
        """Returns True if the remaining quiet moves can be skipped: late move pruning and futility pruning.

        `deficit` is the number of centipawns by which the static evaluation is below alpha.
        """
        techniques = self.techniques
        if (
            techniques.late_move_pruning
            and depth <= LATE_MOVE_PRUNING_DEPTH
            and move_count > late_move_count(depth, improving)
        ):
            return True
        return techniques.futility and depth <= FUTILITY_DEPTH and futility_margin(depth) <= deficit

    def _can_prune_by_see(self, move: i64, depth: i64, quiet: bool) -> bool:
        """Returns True if the static exchange evaluation of a move is below the margin for this depth (SEE pruning)."""
        if not self.techniques.see or depth > SEE_PRUNING_DEPTH:
            return False
        return not see_at_least(self.board, move, see_margin(depth, quiet))

    def _singular_extension(
        self, move: i64, depth: i64, beta: i64, ply: i64, start: i64, allow_null: bool, tt_score: i64
    ) -> i64:
        """Returns the extension of the hash move in plies (1, 0 or -1), or MULTI_CUT.

        The other moves are searched to about half the depth, with a zero window a margin below the hash move's score.
        If all of them fail low, the hash move is singular and is extended. If one of them fails high and
        `singular_beta` is beta or more, two moves are expected to reach beta, so the node is cut off (multi-cut).
        Otherwise the hash move is reduced by a ply if it is expected to fail high (negative extension).
        https://www.chessprogramming.org/Singular_Extensions and https://www.chessprogramming.org/Multi-Cut
        """
        if not self.techniques.singular_extension or depth < SINGULAR_EXTENSION_DEPTH or is_mate_score(tt_score):
            return 0
        singular_beta = tt_score - 2 * depth
        self.excluded_moves[ply] = move
        score = self._alphabeta((depth - 1) // 2, singular_beta - 1, singular_beta, ply, start, allow_null)
        self.excluded_moves[ply] = 0
        if score < singular_beta:
            return 1
        if singular_beta >= beta:
            return MULTI_CUT
        return -1 if tt_score >= beta else 0

    def _late_move_reduction(
        self, depth: i64, move_count: i64, move_score: i64, quiet: bool, pv_node: bool, improving: bool
    ) -> i64:
        """Returns the reduction of a late move in plies: smaller for a good history score, larger for a bad one."""
        if not quiet and move_score >= 0:
            return 0
        reduction = base_reduction(depth, move_count)
        if pv_node:
            reduction -= 1
        if not improving and quiet:
            reduction += 1
        if quiet:
            if move_score >= GOOD_CAPTURE >> 3:  # a killer move or the countermove
                reduction -= 1
            else:
                reduction -= move_score // 8192
        if reduction < 0:
            return 0
        return reduction if reduction < depth - 1 else depth - 2

    def _update_histories(self, depth: i64, ply: i64, start: i64, cutoff_index: i64) -> None:
        """Rewards the quiet move at `cutoff_index`, which failed high, and penalizes the quiet moves tried before it.

        The move also becomes a killer move and the countermove.
        """
        board, history, moves = self.board, self.history, self.moves
        one_back, two_back = self.piece_to[ply + 1], self.piece_to[ply]
        history.add_killer(moves[cutoff_index], ply)
        history.countermoves[PIECE_TO_SIZE * (board.turn >> 3) + one_back] = moves[cutoff_index]
        bonus = history_bonus(depth)
        for index in range(start, cutoff_index + 1):
            move = moves[index]
            if board.mailbox[move >> 6 & 63] != 0 or move >> 12 != 0:
                continue
            bonus_or_malus = bonus if index == cutoff_index else -bonus
            add_bonus(history.butterfly, 512 * board.turn + (move & 4095), bonus_or_malus)
            piece_to = CONTINUATION_STRIDE * board.turn + 64 * (board.mailbox[move & 63] & 7) + (move >> 6 & 63)
            add_bonus(history.continuation, PIECE_TO_SIZE * one_back + piece_to, bonus_or_malus)
            add_bonus(history.continuation, PIECE_TO_SIZE * two_back + piece_to, bonus_or_malus)
