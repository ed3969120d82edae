"""Huo Chess's search: five levels at most, every node scored, and the passes that bring the scores back to the root.

The original writes every node into a table, with its static score and the number of its parent, and afterwards runs the
passes over the tables, from the deepest level up. Here each node gets the best score of its children as soon as they
are searched, and no table is kept: only the root moves have one. The children of a node stand next to each other in the
original's tables, so the result is the same, but for one oddity of the passes.

The oddity: a variable P holds the parent handled last, and a new parent's static score is discarded if the parent is
not P. P is not reset between the passes. If the first parent of a pass has the number that the pass before left in P,
its static score stays and competes with its children. Which parents those are is known only after the search. If there
is one, the search runs again and keeps their static scores. Edition 0.6 resets P.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from modern.players.museum.cores.huo_board import ROW, HuoBoard
from modern.rules.move import from_square_of, to_square_of
from modern.rules.native import i64, vec
from modern.rules.pieces import WHITE, opponent

LEVELS: Final[i64] = 5
#: Nodes between two calls of `poll`: a millisecond or two.
POLL_INTERVAL: Final[i64] = 2048
#: More than a move can change a score by, in tenths of a pawn.
BOUND: Final[i64] = 10_000


class HuoSearch:
    """One search of Huo Chess.

    `root_moves`    the codes of the moves of level 0, in scan order.
    `static_scores` their static scores, in tenths of a pawn, White positive.
    `root_scores`   their scores after the passes, for those that have been searched.
    `counters`      the number of nodes at each level.
    `mate_node`     the number, from 1, of the last root move after which no reply was accepted while C was set; 0 if
                    there is none.
    `pat`           True if a root move left no reply while C was not set.
    """

    def __init__(self, board: HuoBoard, huo: i64, depth: i64, old: bool, poll: Callable[[], object]) -> None:
        """`huo` is Huo's side; `old` makes it edition 0.6.

        `poll` is called every couple of thousand nodes and may raise an exception, which ends the search. It must not
        be compiled: a compiled loop lets no other thread run. The search makes its moves on `board`.
        """
        self.board: Final = board
        self.huo: Final[i64] = huo
        self.depth: Final[i64] = depth
        self.old: Final = old
        self.poll: Final = poll
        self.root_moves: list[int] = []
        self.static_scores: list[int] = []
        self.root_scores: list[int] = []
        self.counters: Final = vec[i64]([0] * LEVELS)
        self.moves: Final = vec[i64]([0] * (LEVELS * ROW))
        #: The numbers of the first and the last node with children at each level, and of the node at each level whose
        #: static score competes with them; 0 for none.
        self.first_parent: Final = vec[i64]([0] * LEVELS)
        self.last_parent: Final = vec[i64]([0] * LEVELS)
        self.kept: Final = vec[i64]([0] * LEVELS)
        #: C: the result of the last check test of the user's king.
        self.user_in_check = False
        self.mate_node: i64 = 0
        self.pat = False
        self.nodes: i64 = 0
        self.next_poll: i64 = 0

    def run(self) -> None:
        """Generates the root moves, and searches them if the depth is more than 1."""
        self._generate_root()
        if self.depth == 1:
            self.root_scores = list(self.static_scores)
            return
        self._search_root()
        if not self.old and self._find_kept():
            self._search_root()

    def _generate_root(self) -> None:
        """Fills the table of level 0: Huo's moves after which its check test sees no check.

        In edition 0.9 that test sees only knights and pawns.
        """
        board = self.board
        score = board.score()
        end = board.generate(self.huo, False, self.moves, 0)
        for index in range(end):
            move = self.moves[index]
            from_square, to_square = from_square_of(move), to_square_of(move)
            after = score + board.gain(from_square, to_square)
            captured = board.make(from_square, to_square)
            if not board.is_attacked(self.huo, not self.old):
                self.root_moves.append(move)
                self.static_scores.append(after)
            board.unmake(from_square, to_square, captured)
        self.counters[0] = len(self.root_moves)
        self.nodes = self.counters[0]

    def _search_root(self) -> None:
        """Searches the replies to each root move."""
        board = self.board
        for level in range(1, LEVELS):
            self.counters[level] = 0
        self.nodes = self.counters[0]
        self.user_in_check, self.mate_node, self.pat = False, 0, False
        self.root_scores = []
        for index in range(len(self.root_moves)):
            move: i64 = self.root_moves[index]
            from_square, to_square = from_square_of(move), to_square_of(move)
            captured = board.make(from_square, to_square)
            self.root_scores.append(self._search(1, i64(index + 1), self.static_scores[index]))
            board.unmake(from_square, to_square, captured)

    def _search(self, level: i64, parent: i64, score: i64) -> i64:
        """Searches the moves of a level. Returns the score of their parent, whose static score is `score`."""
        if self.nodes >= self.next_poll:
            self.next_poll = self.nodes + POLL_INTERVAL
            self.poll()
        board, moves, counters = self.board, self.moves, self.counters
        first, before = level * ROW, counters[level]
        end = board.generate(self._side(level), self.old and level == 2, moves, first)
        if level == self.depth - 1:
            best = self._best_leaf(level, end, score, self.kept[level - 1] == parent)
        else:
            best = 0 if level == 1 and self.pat else score
            empty = self.kept[level - 1] != parent
            for index in range(first, end):
                move = moves[index]
                from_square, to_square = from_square_of(move), to_square_of(move)
                child = score + board.gain(from_square, to_square)
                captured = board.make(from_square, to_square)
                accepted = level != 1 or not self._leaves_check()
                if accepted:
                    counters[level] += 1
                    self.nodes += 1
                    if level == 1 or captured != 0:
                        child = self._search(level + 1, counters[level], child)
                    if empty or self._is_better(level, child, best):
                        best, empty = child, False
                board.unmake(from_square, to_square, captured)
        if counters[level] > before:
            self._note_parent(level - 1, parent)
        elif level == 1:
            best = self._no_reply(parent, score)
        return best

    def _best_leaf(self, level: i64, end: i64, score: i64, keep: bool) -> i64:
        """Counts the moves of the deepest level. Returns the best static score after one; `keep`: or `score` itself.

        Without a move, that is `score`.
        """
        scores, mailbox, moves = self.board.square_score, self.board.mailbox, self.moves
        first = level * ROW
        self.counters[level] += end - first
        self.nodes += end - first
        sign: i64 = 1 if self._side(level) == WHITE else -1
        best: i64 = 0 if keep or end == first else -BOUND
        for index in range(first, end):
            move = moves[index]
            from_square, to_square = from_square_of(move), to_square_of(move)
            piece = 64 * mailbox[from_square]
            gain = scores[piece + to_square] - scores[64 * mailbox[to_square] + to_square]
            gain = sign * (gain + scores[from_square] - scores[piece + from_square])
            if gain > best:
                best = gain
        return score + sign * best

    def _side(self, level: i64) -> i64:
        """Returns the side that moves at a level."""
        return self.huo if level & 1 == 0 else opponent(self.huo)

    def _is_better(self, level: i64, score: i64, best: i64) -> bool:
        """Returns True if a score is better than the best for the side that moves at a level."""
        return score > best if self._side(level) == WHITE else score < best

    def _note_parent(self, level: i64, node: i64) -> None:
        """Notes that a node has children."""
        if self.first_parent[level] == 0:
            self.first_parent[level] = node
        self.last_parent[level] = node

    def _leaves_check(self) -> bool:
        """Returns whether a user's reply leaves the user's king attacked, and sets C to that."""
        self.user_in_check = self.board.is_attacked(opponent(self.huo), False)
        return self.user_in_check

    def _no_reply(self, node: i64, score: i64) -> i64:
        """Sets the mate flag or the pat flag after a root move without a reply. Returns the root move's score."""
        if self.user_in_check:
            self.mate_node = node
        else:
            self.pat = True
        return 0 if self.pat else score

    def _find_kept(self) -> bool:
        """Finds the parents that P makes keep their static scores. Returns True if there is one."""
        found = False
        last: i64 = -999
        for distance in range(LEVELS):
            level = LEVELS - 1 - distance
            if self.first_parent[level] == 0:
                continue
            if self.first_parent[level] == last:
                self.kept[level] = last
                found = True
            last = self.last_parent[level]
        return found
