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

from collections.abc import Callable, Sequence
from typing import Final

from modern.engine.checks import gives_check
from modern.engine.draws import is_repetition
from modern.engine.evaluation.evaluate import Evaluation
from modern.engine.history import History
from modern.engine.network.network import Network
from modern.engine.ordering import bring_to_front, pick_best, score_moves
from modern.engine.oversights import generate_seen, seen_moves
from modern.engine.pruning import (
    INTERNAL_ITERATIVE_REDUCTION_DEPTH,
    LATE_MOVE_REDUCTION_DEPTH,
    NULL_MOVE_DEPTH,
    NULL_MOVE_VERIFICATION_DEPTH,
    RAZORING_DEPTH,
    REVERSE_FUTILITY_DEPTH,
    SINGULAR_EXTENSION_DEPTH,
    base_reduction,
    can_prune_by_see,
    can_skip_quiets,
    has_non_pawn_material,
    late_move_reduction,
    null_move_reduction,
    razoring_margin,
    reverse_futility_margin,
)
from modern.engine.quiescence import QuiescenceSearch
from modern.engine.report import discard
from modern.engine.score import DRAW, INFINITE, MATE, MAX_PLY, is_mate_score
from modern.engine.stack import SearchStack, StackArrays
from modern.engine.stopping.condition import StopCondition
from modern.engine.stopping.node_counter import NodeCounter
from modern.engine.strength import Level
from modern.engine.techniques import Techniques
from modern.engine.transposition import (
    EXACT_SCORE,
    LOWER_BOUND,
    NO_BOUND,
    NO_ENTRY,
    UPPER_BOUND,
    TranspositionTable,
    bound_of,
    depth_of,
    is_decisive,
    move_of,
    score_of,
    static_eval_of,
    tt_key,
)
from modern.rules.board import Board
from modern.rules.native import i64, vec

#: `Search._singular_extension` returns this instead of a number of plies if the node can be cut off.
MULTI_CUT: Final[i64] = 100


class Search:
    """Searches one position.

    `root_moves`   the root moves to search, best first as far as is known.
    `stack`        the board, and the data of each ply.
    `counter`      the nodes visited, and whether the search has been stopped.
    `on_new_best`  is called with the score, in centipawns, when a later root move beats the moves before it.
    """

    def __init__(
        self,
        board: Board,
        root_moves: Sequence[int],
        table: TranspositionTable,
        history: History,
        evaluation: Evaluation,
        techniques: Techniques,
        stop_condition: StopCondition,
        level: Level | None = None,
        network: Network | None = None,
        arrays: StackArrays | None = None,
    ) -> None:
        """`board` is changed during the search, so pass a copy. `root_moves` are legal move codes, as in Board.

        `level` limits the strength, except for its number of nodes; None is full strength. If there is a network, it
        evaluates, and not `evaluation`. `arrays` are those of a search that is over.
        """
        self.stack: Final = SearchStack(board, evaluation, level, network, arrays)
        self.root_moves: Final = vec[i64](seen_moves(self.stack, root_moves))
        self.table: Final = table
        self.history: Final = history
        self.techniques: Final = techniques
        self.counter: Final = NodeCounter(stop_condition)
        self.quiescence: Final = QuiescenceSearch(self.stack, table, history, techniques, self.counter)
        self.on_new_best: Callable[[int], None] = discard

    def search_root(self, depth: i64, pv_index: i64, alpha: i64, beta: i64) -> i64:
        """Searches the root moves from index `pv_index` on to `depth` plies, and returns the best score.

        With MultiPV the moves before `pv_index` have been reported already. A score of alpha or less is an upper bound,
        and a score of beta or more a lower bound. A move that raises alpha is moved to `pv_index` and starts the
        principal variation; if no move raises alpha, the principal variation is empty. If the search is stopped before
        the first move is finished, the score is -INFINITE.
        """
        stack, root_moves = self.stack, self.root_moves
        stack.pv_end[0] = 0
        if stack.in_check[0] == 0:
            stack.static_evals[2] = stack.static_evaluation()
        best_score = -INFINITE
        for index in range(pv_index, len(root_moves)):
            move = root_moves[index]
            stack.make_move(move, 0)
            reduction: i64 = 0
            if (
                self.techniques.late_move_reductions
                and depth >= LATE_MOVE_REDUCTION_DEPTH
                and stack.in_check[0] == 0
                and stack.in_check[1] == 0
            ):
                reduction = base_reduction(depth, index - pv_index + 1) // 2
            score = self._search_child(depth - 1, reduction, alpha, beta, 0, 0, index == pv_index)
            stack.board.unmake()
            if self.counter.stopped:
                break
            if score > best_score:
                best_score = score
            if score > alpha:
                alpha = score
                stack.update_pv(0, move)
                slot: i64 = index
                while slot > pv_index:
                    root_moves[slot] = root_moves[slot - 1]
                    slot -= 1
                root_moves[pv_index] = move
                if index > pv_index:
                    self.on_new_best(score)
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
        if reduction > 0 and score > alpha and not self.counter.stopped:
            score = -self._alphabeta(depth, -scout_beta, -alpha, ply + 1, start, True)
        if scout_beta <= score < beta and not self.counter.stopped:
            score = -self._alphabeta(depth, -beta, -alpha, ply + 1, start, True)
        return score

    def _alphabeta(self, depth: i64, alpha: i64, beta: i64, ply: i64, start: i64, allow_null: bool) -> i64:
        """Returns the score of the node at `ply`, searched `depth` plies deep and then by quiescence search.

        A score of alpha or less is an upper bound, and a score of beta or more a lower bound (fail-soft). `start` is
        the first free index of `moves`. `allow_null` is False if a null move would be the second in a row.

        The steps are: draws and mate distance pruning, the transposition table, the static evaluation, node pruning,
        and the moves.
        """
        stack, techniques = self.stack, self.techniques
        in_check = stack.in_check[ply] != 0
        if in_check and techniques.check_extension:
            # Check extension: no static decision is made before the side in check has replied.
            # https://www.chessprogramming.org/Check_Extensions
            depth += 1
        if depth <= 0 or ply >= MAX_PLY:
            return self.quiescence.quiesce(alpha, beta, ply, start)
        stack.pv_end[ply] = ply
        if self.counter.visit(ply):
            return DRAW
        board = stack.board
        if board.halfmove_clock >= 4 and is_repetition(board, stack.root_ply):
            return DRAW
        if techniques.mate_distance_pruning:
            # Mate distance pruning: once a mate has been found, only a shorter mate could change the result.
            # https://www.chessprogramming.org/Mate_Distance_Pruning
            if alpha < ply - MATE:
                alpha = ply - MATE
            if beta > MATE - ply - 1:
                beta = MATE - ply - 1
            if alpha >= beta:
                return alpha

        pv_node = beta - alpha > 1
        excluded_move = stack.excluded_moves[ply]
        key = tt_key(board)
        entry = NO_ENTRY
        if excluded_move == 0 and techniques.transposition_table:
            entry = self.table.probe(key)
            if not pv_node and depth_of(entry) >= depth and is_decisive(entry, alpha, beta, ply):
                return score_of(entry, ply)

        static_eval = self._static_evaluation(key, entry, ply)
        # Improving: the static evaluation has risen since this side's last move, two plies ago.
        # https://www.chessprogramming.org/Improving
        improving = not in_check and techniques.improving and ply >= 2 and static_eval > stack.static_evals[ply]
        if not pv_node and not in_check and excluded_move == 0:
            refined_eval = score_of(entry, ply) if is_decisive(entry, static_eval, static_eval, ply) else static_eval
            score = self._prune_node(depth, alpha, beta, ply, start, allow_null, refined_eval, improving)
            if score != INFINITE or self.counter.stopped:
                return score
        if (
            techniques.internal_iterative_reduction
            and move_of(entry) == 0
            and depth >= INTERNAL_ITERATIVE_REDUCTION_DEPTH
            and excluded_move == 0
        ):
            # Internal iterative reduction: without a hash move the move ordering is poor. A search one ply shallower
            # is cheaper, and stores a hash move for the next iteration.
            # https://www.chessprogramming.org/Internal_Iterative_Reductions
            depth -= 1
        return self._search_moves(depth, alpha, beta, ply, start, allow_null, entry, improving)

    def _static_evaluation(self, key: i64, entry: i64, ply: i64) -> i64:
        """Returns the static evaluation of a node, and records it on the stack.

        It is that of the table's entry, if there is one. In check it is the one of two plies before.
        """
        stack = self.stack
        if stack.excluded_moves[ply] != 0:
            return stack.static_evals[ply + 2]
        if stack.in_check[ply] != 0:
            static_eval = stack.static_evals[ply] if ply >= 2 else DRAW
        elif entry != NO_ENTRY and static_eval_of(entry) != -INFINITE:
            static_eval = static_eval_of(entry)
        else:
            static_eval = stack.static_evaluation()
            if entry == NO_ENTRY:
                self.table.store(key, 0, static_eval, 0, NO_BOUND, ply, static_eval)
        stack.static_evals[ply + 2] = static_eval
        return static_eval

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

        They are reverse futility pruning, razoring and null move pruning. `refined_eval` is the static evaluation, or
        the table's score where its bound allows. The caller tests `stopped`.
        """
        techniques = self.techniques
        if is_mate_score(beta):
            return INFINITE
        if (
            techniques.reverse_futility
            and depth <= REVERSE_FUTILITY_DEPTH
            and refined_eval - reverse_futility_margin(depth, improving) >= beta
        ):
            return refined_eval
        if techniques.razoring and depth <= RAZORING_DEPTH and refined_eval + razoring_margin(depth) <= alpha:
            score = self.quiescence.quiesce(alpha, beta, ply, start)
            if score <= alpha or self.counter.stopped:
                return score
        if (
            techniques.null_move
            and allow_null
            and depth >= NULL_MOVE_DEPTH
            and refined_eval >= beta
            and has_non_pawn_material(self.stack.board)
        ):
            return self._null_move_score(depth, beta, ply, start, refined_eval)
        return INFINITE

    def _null_move_score(self, depth: i64, beta: i64, ply: i64, start: i64, refined_eval: i64) -> i64:
        """Null move pruning: returns the score after passing the turn if it is still beta or more, otherwise INFINITE.

        At high depth the result is verified by a search without null moves at this node, because of zugzwang.
        https://www.chessprogramming.org/Null_Move_Pruning
        """
        reduced_depth = depth - 1 - null_move_reduction(depth, refined_eval - beta)
        self.stack.make_null(ply)
        score = -self._alphabeta(reduced_depth, -beta, -beta + 1, ply + 1, start, False)
        self.stack.board.unmake_null()
        if self.counter.stopped:
            return DRAW
        if score < beta:
            return INFINITE
        if is_mate_score(score):
            score = beta
        if depth < NULL_MOVE_VERIFICATION_DEPTH:
            return score
        verified = self._alphabeta(reduced_depth, beta - 1, beta, ply, start, False) >= beta
        return score if verified else INFINITE

    def _search_moves(
        self,
        depth: i64,
        alpha: i64,
        beta: i64,
        ply: i64,
        start: i64,
        allow_null: bool,
        entry: i64,
        improving: bool,
    ) -> i64:
        """Searches the moves of a node, best first; returns the best score and stores it.

        The hash move is searched before the others are generated, because it often cuts off. For each move the steps
        are: move pruning, the extension, the reduction, and the search. What they decide is in `pruning`; the loop is
        one piece, because every step depends on what the moves before have scored.
        """
        stack, counter, techniques, history = self.stack, self.counter, self.techniques, self.history
        board, moves, scores = stack.board, stack.moves, stack.move_scores
        in_check = stack.in_check[ply] != 0
        hash_move = move_of(entry)
        end = start + 1
        if hash_move != 0:
            moves[start] = hash_move  # it is legal: an entry has the full key of its position
        else:
            end = generate_seen(stack, start, ply, 0)
            if end == start:
                return ply - MATE if in_check else DRAW
            score_moves(stack, history, techniques, start, end, ply)
        if board.halfmove_clock >= 100:
            return DRAW  # checkmate, which was tested above, comes before the fifty-move rule

        pv_node = beta - alpha > 1
        excluded_move = stack.excluded_moves[ply]
        static_eval = stack.static_evals[ply + 2]
        best_score = -INFINITE
        best_move: i64 = 0
        bound = UPPER_BOUND
        move_count: i64 = 0
        skip_quiets = False
        index = start - 1
        while True:
            index += 1
            is_hash_move = hash_move != 0 and index == start
            if hash_move != 0 and index == start + 1:  # it has not cut off
                end = generate_seen(stack, start, ply, hash_move)
                bring_to_front(moves, start, end, hash_move)
                score_moves(stack, history, techniques, index, end, ply)
            if index == end:
                break
            if not is_hash_move and not skip_quiets:
                pick_best(moves, scores, index, end)
            move = moves[index]
            if move == excluded_move:
                continue
            quiet = board.mailbox[move >> 6 & 63] == 0 and move >> 12 == 0
            move_count += 1

            # Late move pruning, futility pruning and SEE pruning, once a move has been found that does not get mated.
            if best_score > MAX_PLY - MATE:
                if quiet and not in_check and not pv_node:
                    skip_quiets = skip_quiets or can_skip_quiets(
                        techniques, depth, move_count, alpha - static_eval, improving
                    )
                    if skip_quiets and not gives_check(board, move):
                        continue
                if (
                    (quiet or scores[index] < 0)
                    and techniques.static_exchange_evaluation
                    and can_prune_by_see(board, move, depth, quiet)
                ):
                    continue

            extension: i64 = 0
            if is_hash_move and excluded_move == 0:
                extension = self._singular_extension(entry, depth, beta, ply, end, allow_null)
                if counter.stopped:
                    return DRAW
                if extension == MULTI_CUT:
                    return beta
            reduction: i64 = 0
            if techniques.late_move_reductions and depth >= LATE_MOVE_REDUCTION_DEPTH and move_count > 1:
                reduction = late_move_reduction(depth, move_count, scores[index], quiet, pv_node, improving or in_check)
            stack.make_move(move, ply)
            if reduction > 0 and stack.in_check[ply + 1] != 0:
                reduction -= 1
            score = self._search_child(depth - 1 + extension, reduction, alpha, beta, ply, end, move_count == 1)
            board.unmake()
            if counter.stopped:
                return DRAW
            if score > best_score:
                best_score = score
                if score > alpha:
                    alpha = score
                    best_move = move
                    bound = EXACT_SCORE
                    stack.update_pv(ply, move)
                    if score >= beta:
                        bound = LOWER_BOUND
                        if quiet:
                            history.reward_cutoff(stack, depth, ply, start, index)
                        break
        if move_count == 0:
            return alpha  # the excluded move is the only legal move
        if excluded_move == 0:
            self.table.store(tt_key(board), best_move, best_score, depth, bound, ply, static_eval)
        return best_score

    def _singular_extension(self, entry: i64, depth: i64, beta: i64, ply: i64, start: i64, allow_null: bool) -> i64:
        """Returns the extension of the hash move in plies (1, 0 or -1), or MULTI_CUT.

        The other moves are searched to about half the depth, with a zero window a margin below the hash move's score.
        If all of them fail low, the hash move is singular and is extended. If one of them fails high and
        `singular_beta` is beta or more, two moves are expected to reach beta, so the node is cut off (multi-cut).
        Otherwise the hash move is reduced by a ply if it is expected to fail high (negative extension).
        https://www.chessprogramming.org/Singular_Extensions and https://www.chessprogramming.org/Multi-Cut
        """
        tt_score = score_of(entry, ply)
        if (
            not self.techniques.singular_extension
            or depth < SINGULAR_EXTENSION_DEPTH
            or depth_of(entry) < depth - 3
            or bound_of(entry) == UPPER_BOUND
            or is_mate_score(tt_score)
        ):
            return 0
        singular_beta = tt_score - 2 * depth
        self.stack.excluded_moves[ply] = move_of(entry)
        score = self._alphabeta((depth - 1) // 2, singular_beta - 1, singular_beta, ply, start, allow_null)
        self.stack.excluded_moves[ply] = 0
        if score < singular_beta:
            return 1
        if singular_beta >= beta:
            return MULTI_CUT
        return -i64(tt_score >= beta)
