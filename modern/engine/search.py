"""Principal variation search (PVS): a fail-soft negamax alpha-beta search, with quiescence search at the leaves.

Scores are centipawns from the point of view of the side to move, so the score of a child node is negated (negamax).
Alpha is the score that the side to move already has elsewhere in the tree, and beta the score that the opponent
already has. A move that scores beta or more fails high: the opponent avoids this node, so the remaining moves are not
searched. With good move ordering the first move is usually the best one. The other moves only need a proof that they
are no better, so they are searched with a zero window (alpha, alpha + 1), and again with the full window if that
search fails high.

To end the search, `NodeCounter.visit` raises SearchStopped. No move is unmade then, so the Search cannot be used
again.

https://www.chessprogramming.org/Principal_Variation_Search, https://www.chessprogramming.org/Alpha-Beta and
https://www.chessprogramming.org/Fail-Soft
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from modern.engine.checks import gives_check
from modern.engine.correction import correction, learn
from modern.engine.draws import MIN_REPETITION_PLIES, is_repetition
from modern.engine.evaluation.evaluator import Evaluator
from modern.engine.history import History, is_quiet
from modern.engine.node_counter import NodeCounter
from modern.engine.oversights import seen_moves
from modern.engine.picker import HASH_MOVE, LOSING_CAPTURES, MovePickers
from modern.engine.pruning import (
    DOUBLE_EXTENSION_MARGIN,
    MAX_DOUBLE_EXTENSIONS,
    MAX_RAZORING_DEPTH,
    MAX_REVERSE_FUTILITY_DEPTH,
    MAX_SINGULAR_ENTRY_DEFICIT,
    MIN_HINDSIGHT_REDUCTION,
    MIN_INTERNAL_ITERATIVE_REDUCTION_DEPTH,
    MIN_LATE_MOVE_REDUCTION_DEPTH,
    MIN_NULL_MOVE_DEPTH,
    MIN_NULL_MOVE_VERIFICATION_DEPTH,
    MIN_SINGULAR_EXTENSION_DEPTH,
    can_prune_by_see,
    can_skip_quiets,
    has_non_pawn_material,
    late_move_reduction,
    null_move_reduction,
    razoring_margin,
    reverse_futility_margin,
    root_reduction,
    singular_depth,
    singular_margin,
)
from modern.engine.quiescence import QuiescenceSearch
from modern.engine.score import DRAW, FIFTY_MOVES, INFINITE, MATE, MAX_PLY, is_mate_score, is_mated_score
from modern.engine.stack import SearchStack
from modern.engine.stopping.condition import StopCondition
from modern.engine.strength import Level
from modern.engine.techniques import Techniques
from modern.engine.transposition import (
    EXACT_SCORE,
    LOWER_BOUND,
    NO_ENTRY,
    UPPER_BOUND,
    TranspositionTable,
    bound_of,
    depth_of,
    improves_on,
    is_decisive,
    move_of,
    score_of,
    static_eval_of,
    tt_key,
)
from modern.report import discard
from modern.rules.board import Board
from modern.rules.move import NO_MOVE
from modern.rules.native import i64, vec


@dataclass
class SearchSetup:
    """What a search is given.

    `board`           the position; the search makes its moves on it, so it is a copy of the caller's.
    `root_moves`      the legal moves to search, as move codes.
    `evaluator`       the hand-written terms or the network.
    `table`, `history`  what earlier searches have learnt; this search adds to it.
    `techniques`      the techniques to use.
    `stop_condition`  when to end.
    `level`           the limited strength, or None. The stop condition has its limit of nodes.
    """

    board: Board
    root_moves: Sequence[int]
    evaluator: Evaluator
    table: TranspositionTable
    history: History
    techniques: Techniques
    stop_condition: StopCondition
    level: Level | None = None


class Search:
    """Searches one position.

    `root_moves`   the root moves to search, the most promising first.
    `stack`        the board, and the data of each ply.
    `counter`      the nodes visited.
    `pv_score`     the score, in centipawns, of the principal variation at the root, if there is one.
    `on_new_best`  is called with that score when a later root move beats the moves before it.
    """

    def __init__(self, setup: SearchSetup) -> None:
        self.stack: Final = SearchStack(setup.board, setup.evaluator, setup.level)
        self.root_moves: Final = vec[i64](seen_moves(self.stack, setup.root_moves))
        self.table: Final = setup.table
        self.history: Final = setup.history
        self.techniques: Final = setup.techniques
        self.counter: Final = NodeCounter(setup.stop_condition)
        self.pickers: Final = MovePickers(self.stack, setup.history, setup.techniques)
        self.quiescence: Final = QuiescenceSearch(self.stack, self.pickers, setup.table, setup.techniques, self.counter)
        self.pv_score: i64 = 0
        self.on_new_best: Callable[[int], None] = discard

    def search_root(self, depth: i64, pv_index: i64, alpha: i64, beta: i64) -> i64:
        """Searches the root moves from index `pv_index` on to `depth` plies, and returns the best score.

        With MultiPV the moves before `pv_index` have been reported already. The score is fail-soft, like that of
        `_alphabeta`. A move that raises alpha is moved to `pv_index` and starts the principal variation; if no move
        raises alpha, the principal variation is empty. Raises SearchStopped: the principal variation and `pv_score`
        are then those of the moves searched so far.
        """
        stack, root_moves = self.stack, self.root_moves
        stack.pv_end[0] = 0  # the principal variation is empty
        if stack.in_check[0] == 0:
            self._set_static_eval(0, stack.evaluate())
        best_score = -INFINITE
        for index in range(pv_index, len(root_moves)):
            move = root_moves[index]
            stack.make_move(move, 0)
            reduction: i64 = 0
            if (
                self.techniques.late_move_reductions
                and depth >= MIN_LATE_MOVE_REDUCTION_DEPTH
                and stack.in_check[0] == 0
                and stack.in_check[1] == 0
            ):
                reduction = root_reduction(depth, index - pv_index + 1)
            score = self._search_child(depth - 1, reduction, alpha, beta, 0, index == pv_index, False)
            stack.board.unmake()
            if score > best_score:
                best_score = score
                if score > alpha:
                    if self.techniques.alpha_beta:
                        alpha = score
                    self.pv_score = score
                    stack.update_pv(0, move)
                    move_forward(root_moves, index, pv_index)
                    if index > pv_index:
                        self.on_new_best(score)
                    if score >= beta:
                        break
        return best_score

    def _search_child(
        self, depth: i64, reduction: i64, alpha: i64, beta: i64, ply: i64, is_first: bool, cut_node: bool
    ) -> i64:
        """Returns the score of the move that was just made at `ply`, for the side that made it.

        The first move is searched with the full window. A later move is searched with a zero window and a depth that is
        reduced by `reduction` plies. If it fails high, it is searched again to the full depth, and if it fails high
        again, with the full window. `cut_node` is that of the node at `ply`.
        """
        if is_first:
            child_is_cut_node = not cut_node and beta - alpha == 1
            return -self._alphabeta(depth, -beta, -alpha, ply + 1, True, child_is_cut_node)
        scout_beta = alpha + 1 if self.techniques.principal_variation_search else beta
        self.stack.reductions[ply + 1] = reduction
        score = -self._alphabeta(depth - reduction, -scout_beta, -alpha, ply + 1, True, True)
        self.stack.reductions[ply + 1] = 0
        if reduction > 0 and score > alpha:
            score = -self._alphabeta(depth, -scout_beta, -alpha, ply + 1, True, not cut_node)
        if scout_beta <= score < beta:
            score = -self._alphabeta(depth, -beta, -alpha, ply + 1, True, False)
        return score

    def _alphabeta(self, depth: i64, alpha: i64, beta: i64, ply: i64, allow_null: bool, cut_node: bool) -> i64:
        """Returns a bound, or the exact score, of the node at `ply`, which is searched `depth` plies deep.

        alpha < beta. Let s be the score that this search would return for the window (-INFINITE, INFINITE). The score r
        that it returns for (alpha, beta) satisfies (fail-soft)

            r <= alpha         =>  s <= r      the node fails low: r is an upper bound;
            alpha < r < beta   =>  s == r      r is exact;
            beta <= r          =>  r <= s      the node fails high: r is a lower bound.

        The unsound techniques (modern.engine.techniques) and the table, which holds results of other depths, only make
        it likely. `depth` may be 0 or less: quiescence search follows. `allow_null` is False if this node may not pass:
        a second null move in a row proves nothing. `cut_node` is True if the node is expected to fail high: it is the
        child of one that is expected to fail low, or a scout search begins here. Raises SearchStopped.
        https://www.chessprogramming.org/Node_Types

        If the stack has an excluded move for `ply`, the node is searched without that move, for a singular extension:
        then the table is neither probed nor written, and the node itself is not pruned.

        The steps are: repetition and mate distance pruning, the transposition table, the static evaluation, the pruning
        of the node, and its moves. The fifty-move rule is tested with the moves, because checkmate comes before it, so
        a pruned node does not see it. Insufficient material is left to the evaluation.
        """
        stack, techniques = self.stack, self.techniques
        in_check = stack.in_check[ply] != 0
        if in_check and techniques.check_extension:
            # Check extension: no static decision is made before the side in check has replied.
            # https://www.chessprogramming.org/Check_Extensions
            depth += 1
        if depth <= 0 or ply >= MAX_PLY:
            if techniques.quiescence_search:
                return self.quiescence.quiesce(alpha, beta, ply)
            return self._leaf_score(ply)
        stack.pv_end[ply] = ply  # the principal variation is empty
        self.counter.visit(ply)
        board = stack.board
        if board.halfmove_clock >= MIN_REPETITION_PLIES and is_repetition(board, stack.root_ply):
            return DRAW
        if techniques.mate_distance_pruning:
            # Mate distance pruning: the score is at least that of being mated here, and at most that of mating with the
            # next move. If the window has no score between these, a shorter mate is known already.
            # https://www.chessprogramming.org/Mate_Distance_Pruning
            if alpha < ply - MATE:
                alpha = ply - MATE
            if beta > MATE - ply - 1:
                beta = MATE - ply - 1
            if alpha >= beta:
                return alpha

        pv_node = beta - alpha > 1 and techniques.principal_variation_search
        excluded_move = stack.excluded_moves[ply]
        key = tt_key(board)
        entry = NO_ENTRY
        if excluded_move == NO_MOVE and techniques.transposition_table:
            entry = self.table.probe(key)
            if not pv_node and depth_of(entry) >= depth and is_decisive(entry, alpha, beta, ply):
                return score_of(entry, ply)

        static_eval = self._record_static_eval(key, entry, ply)
        if (
            stack.reductions[ply] >= MIN_HINDSIGHT_REDUCTION
            and not in_check
            and static_eval <= -stack.static_eval(ply - 1)
        ):
            # Hindsight: the move that led here was reduced by much, but the evaluation has not turned against its side.
            depth += 1
        # It does not count in a second search of this node, without a move or without passing.
        stack.reductions[ply] = 0
        improving = not in_check and techniques.improving and stack.is_improving(ply)
        if not pv_node and not in_check and excluded_move == NO_MOVE and not is_mate_score(beta):
            # A margin of centipawns says nothing about a mate, so there is no such pruning if beta is a mate score.
            estimate = score_of(entry, ply) if improves_on(entry, static_eval, ply) else static_eval
            if (
                techniques.reverse_futility
                and depth <= MAX_REVERSE_FUTILITY_DEPTH
                and estimate - reverse_futility_margin(depth, improving) >= beta
            ):
                return estimate
            if techniques.razoring and depth <= MAX_RAZORING_DEPTH and estimate + razoring_margin(depth) <= alpha:
                score = self.quiescence.quiesce(alpha, beta, ply)
                if score <= alpha:
                    return score
                stack.pv_end[ply] = ply  # the line of the quiescence search does not count
            if (
                techniques.null_move
                and allow_null
                and depth >= MIN_NULL_MOVE_DEPTH
                and estimate >= beta
                and has_non_pawn_material(board)
            ):
                score = self._null_move_score(depth, beta, ply, estimate - beta, cut_node)
                if score >= beta:
                    return score

        if (
            techniques.internal_iterative_reduction
            and move_of(entry) == NO_MOVE
            and depth >= MIN_INTERNAL_ITERATIVE_REDUCTION_DEPTH
            and excluded_move == NO_MOVE
            and (pv_node or cut_node)
        ):
            # Internal iterative reduction: without a hash move the move ordering is poor. A search one ply shallower
            # is cheaper, and stores a hash move for the next iteration.
            # https://www.chessprogramming.org/Internal_Iterative_Reductions
            depth -= 1
        return self._search_moves(depth, alpha, beta, ply, key, entry, improving, cut_node)

    def _leaf_score(self, ply: i64) -> i64:
        """Returns the static evaluation of a leaf, even in the middle of an exchange or in check.

        This is for years without quiescence search. Neither mate nor stalemate is recognised.
        """
        self.stack.pv_end[ply] = ply  # the principal variation is empty
        self.counter.visit(ply)
        return self.stack.evaluate()

    def _record_static_eval(self, key: i64, entry: i64, ply: i64) -> i64:
        """Returns the corrected static evaluation of a node, and records it on the stack.

        It comes from the table's entry, if there is one. In check it is the one of two plies before.
        """
        stack = self.stack
        if stack.excluded_moves[ply] != NO_MOVE:
            return stack.static_eval(ply)  # the same node has recorded it
        if stack.in_check[ply] != 0:
            static_eval = stack.static_eval(ply - 2)
            stack.set_static_eval(ply, static_eval)
            stack.raw_evals[ply] = static_eval
            return static_eval
        if entry != NO_ENTRY:
            raw_eval = static_eval_of(entry)
        else:
            raw_eval = stack.evaluate()
            self.table.store_static_eval(key, raw_eval)
        return self._set_static_eval(ply, raw_eval)

    def _set_static_eval(self, ply: i64, raw_eval: i64) -> i64:
        """Records the static evaluation of a node, and returns it corrected. A score of 0 is a draw, and stays one."""
        stack = self.stack
        static_eval = raw_eval
        if raw_eval != DRAW and self.techniques.correction_history:
            static_eval += correction(self.history, stack, ply)
        stack.raw_evals[ply] = raw_eval
        stack.set_static_eval(ply, static_eval)
        return static_eval

    def _null_move_score(self, depth: i64, beta: i64, ply: i64, surplus: i64, cut_node: bool) -> i64:
        """Null move pruning: returns the score after passing the turn, searched less deep.

        If it is beta or more, the node can be pruned: the opponent cannot even use two moves in a row. `surplus` is the
        number of centipawns by which the estimate exceeds beta. At high depth a search in which this node may not pass
        has to agree, because of zugzwang; if it does not, its score is returned, which is below beta.
        https://www.chessprogramming.org/Null_Move_Pruning
        """
        reduced_depth = depth - 1 - null_move_reduction(depth, surplus)
        self.stack.make_null(ply)
        score = -self._alphabeta(reduced_depth, -beta, -beta + 1, ply + 1, False, not cut_node)
        self.stack.board.unmake_null()
        if score >= beta and is_mate_score(score):
            score = beta  # a mate that rests on passing is not proven
        if score < beta or depth < MIN_NULL_MOVE_VERIFICATION_DEPTH:
            return score
        verification_score = self._alphabeta(reduced_depth, beta - 1, beta, ply, False, False)
        return score if verification_score >= beta else verification_score

    def _search_moves(
        self, depth: i64, alpha: i64, beta: i64, ply: i64, key: i64, entry: i64, improving: bool, cut_node: bool
    ) -> i64:
        """Searches the moves of a node, best first; returns the best score, as `_alphabeta` does, and stores it.

        `key` and `entry` are the table's key of the position and its entry. For each move the steps are: move pruning,
        the extension, the reduction, and the search. The loop is not split up, because every step depends on the scores
        of the earlier moves.
        """
        stack, techniques = self.stack, self.techniques
        board, picker = stack.board, self.pickers.at(ply)
        in_check = stack.in_check[ply] != 0
        hash_move = move_of(entry)
        if not picker.start(ply, hash_move):
            return ply - MATE if in_check else DRAW
        if board.halfmove_clock >= FIFTY_MOVES:
            return DRAW  # checkmate, which was tested above, comes before the fifty-move rule

        pv_node = beta - alpha > 1 and techniques.principal_variation_search
        excluded_move = stack.excluded_moves[ply]
        static_eval = stack.static_eval(ply)
        tactical_hash_move = hash_move != NO_MOVE and not is_quiet(board, hash_move)
        best_score = -INFINITE
        best_move = NO_MOVE
        bound = UPPER_BOUND
        move_number: i64 = 0
        while True:
            move = picker.next_move()
            if move == NO_MOVE:
                break
            if move == excluded_move:
                continue
            stage, quiet = picker.stage, picker.is_quiet
            move_number += 1

            # Once a move has been found that does not get mated, others are pruned: by late move pruning and futility
            # pruning, then by SEE pruning, which applies in PV nodes and in check as well.
            if not is_mated_score(best_score):
                if quiet and not in_check and not pv_node:
                    if not picker.skips_quiets:
                        picker.skips_quiets = can_skip_quiets(
                            techniques, depth, move_number, alpha - static_eval, improving
                        )
                    if picker.skips_quiets and not gives_check(board, move):
                        continue
                if (
                    (quiet or stage == LOSING_CAPTURES)
                    and techniques.static_exchange_evaluation
                    and can_prune_by_see(board, move, depth, quiet)
                ):
                    continue

            extension: i64 = 0
            if stage == HASH_MOVE and self._may_be_singular(entry, depth, ply):
                # Singular extension: the other moves are searched less deep, with a zero window a margin below the
                # hash move's score. If all of them fail low, the hash move is singular and is extended.
                tt_score = score_of(entry, ply)
                singular_beta = tt_score - singular_margin(depth)
                score = self._score_without(move, singular_depth(depth), singular_beta, ply, cut_node)
                if score < singular_beta:
                    extension = 1
                    if (
                        not pv_node
                        and score < singular_beta - DOUBLE_EXTENSION_MARGIN
                        and stack.double_extensions[ply] < MAX_DOUBLE_EXTENSIONS
                    ):
                        extension = 2
                elif singular_beta >= beta:
                    # Multi-cut: the hash move and another one are expected to reach beta; how far they exceed it is
                    # not known. https://www.chessprogramming.org/Multi-Cut
                    return beta
                elif tt_score >= beta:
                    # Negative extension: the hash move will probably fail high, and other moves score nearly as much.
                    extension = -1
            reduction: i64 = 0
            if techniques.late_move_reductions and depth >= MIN_LATE_MOVE_REDUCTION_DEPTH and move_number > 1:
                reduction = late_move_reduction(
                    depth,
                    move_number,
                    stage,
                    picker.score(),
                    pv_node,
                    cut_node,
                    improving or in_check,
                    tactical_hash_move,
                )
            stack.double_extensions[ply + 1] = stack.double_extensions[ply] + (1 if extension == 2 else 0)
            stack.make_move(move, ply)
            if reduction > 0 and stack.in_check[ply + 1] != 0:
                reduction -= 1
            score = self._search_child(depth - 1 + extension, reduction, alpha, beta, ply, move_number == 1, cut_node)
            board.unmake()
            if score > best_score:
                best_score = score
                if score > alpha:
                    if techniques.alpha_beta:
                        alpha = score
                    best_move = move
                    bound = EXACT_SCORE
                    stack.update_pv(ply, move)
                    if score >= beta:
                        bound = LOWER_BOUND
                        if quiet:
                            self.history.reward_cutoff(stack, depth, ply, picker.moves, picker.index)
                        break
        if move_number == 0:
            return alpha  # the excluded move is the only legal move, so it is singular
        if excluded_move == NO_MOVE:
            self.table.store(key, best_move, best_score, depth, bound, ply, stack.raw_evals[ply])
            if bound == UPPER_BOUND and techniques.continuation_history:  # known since about the same year
                self.history.reward_last_move(stack, depth, ply)
            # A capture says little about the quiet position, and a bound only if the evaluation is beyond it.
            if (
                techniques.correction_history
                and not in_check
                and (best_move == NO_MOVE or is_quiet(board, best_move))
                and not is_mate_score(best_score)
                and (bound != LOWER_BOUND or best_score > static_eval)
                and (bound != UPPER_BOUND or best_score < static_eval)
            ):
                learn(self.history, stack, ply, depth, best_score - static_eval)
        return best_score

    def _may_be_singular(self, entry: i64, depth: i64, ply: i64) -> bool:
        """Returns True if a node is worth the search that shows whether its hash move is singular.

        It is if a search that was not much shallower has shown its score to be at least that high.
        https://www.chessprogramming.org/Singular_Extensions
        """
        return (
            self.techniques.singular_extension
            and depth >= MIN_SINGULAR_EXTENSION_DEPTH
            and depth_of(entry) >= depth - MAX_SINGULAR_ENTRY_DEFICIT
            and bound_of(entry) != UPPER_BOUND
            and not is_mate_score(score_of(entry, ply))
        )

    def _score_without(self, move: i64, depth: i64, beta: i64, ply: i64, cut_node: bool) -> i64:
        """Returns the score of the node at `ply` without one of its moves, with a zero window below `beta`."""
        stack = self.stack
        stack.excluded_moves[ply] = move
        score = self._alphabeta(depth, beta - 1, beta, ply, False, cut_node)
        stack.excluded_moves[ply] = NO_MOVE
        stack.pv_end[ply] = ply  # that search is over, and so is its principal variation
        return score


def move_forward(moves: vec[i64], index: i64, target: i64) -> None:
    """Moves the move at `index` forward to `target`; those between keep their order."""
    move = moves[index]
    while index > target:
        moves[index] = moves[index - 1]
        index -= 1
    moves[target] = move
