"""Diablo: a UCI engine that its author wrote to learn how chess programs think.

What it was: a chess engine in C and C++ for Linux and Windows, which plays in GUIs such as Arena. Who made it, and
when: the documentation gives neither a name nor a date. Where it is described: a post that explains its files one by
one; it is a project's page and the documentation of its code at once.

Certain, because the post says so:
- The values 100, 325, 325, 550, 1000 and 50000, and a value for each piece on each square; no other term.
- Negamax with alpha-beta and iterative deepening. A mate scores 29000 less the plies to it; the window is 30000 wide.
- A table of 131070 entries with the best move of each position in which alpha was raised, updated every time that alpha
  rises: it gives the move that is searched first, and the principal variation. It is cleared before each search, as are
  killers and history.
- The moves of a node in decreasing order of their scores.
- Captures ordered by most valuable victim, least valuable attacker. Two killer moves a ply, for beta cutoffs, and
  history scores by piece and target square, for moves that raise alpha.
- Quiescence search over captures only.
- The search asks whether the position is repeated (IsRepeat), back to the last reset of the fifty-move counter.

Inferred, because the post is silent, or says two things:
- The piece-square values are this project's (`square_value` in cores/diablo.py).
- The history adds the depth. The PV move comes first, then captures, killers, and the other moves.
- In the search one repetition scores as a draw: IsRepeat is true if a position is repeated. The post's comment on the
  hash keys says that a position that occurs three times in a game is a draw; that is the rule of the game.
- A capture resets the fifty-move counter, as IsRepeat has it, and by the rules. MakeMove's description says that a
  capture increases it. A counter of a hundred plies scores as a draw; the post only says that fifty moves are checked.
- A move that causes a cutoff is not stored in the table: alpha is not raised to its score, because the search is
  fail-hard. That it is fail-hard is inferred too.
- There is no check extension and no null move, because the post mentions neither. AlphaBeta's last parameter,
  `int Flag`, is not explained. Its purpose could be null move; nothing here depends on it.
- How the time is divided: as `modern` does it. The post only lists the figures that the program stores.

Rules, board, move generator and limits come from `modern`.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Final

from modern.engine.engine import DEFAULT_OVERHEAD
from modern.engine.node_counter import NodeCounter, SearchStopped
from modern.engine.stopping.condition import StopCondition
from modern.engine.stopping.time_management import time_budget
from modern.facts import fact
from modern.game.game import Game
from modern.limits import Limits
from modern.players.arbiter import playable_line
from modern.players.museum.cores.diablo import MATE, MAX_DEPTH, PIECE_VALUES, DiabloSearch, square_value
from modern.players.museum.exhibit import Exhibit, ProgramChoice
from modern.players.protocol import SPIN, ExplainedLine, MoveRequest, Option
from modern.report import Report, Score, Term
from modern.rules import Move, Position
from modern.rules.move import NO_MOVE
from modern.rules.movegen import legal_codes
from modern.rules.pieces import BLACK, WHITE, piece_type_of, relative_square, side_of

DEPTH: Final = "Depth"

#: The depth of a search that nothing else limits, in plies.
DEFAULT_DEPTH: Final = 5


@dataclass(frozen=True)
class Iteration:
    """The findings of the search to one depth."""

    depth: int
    score: Score
    pv: tuple[Move, ...]


class DiabloPlayer(Exhibit):
    """Searches deeper and deeper until its limits are reached, and plays the best move of the last whole iteration."""

    name = "Diablo"
    author = "unknown"
    depth = f"until its limits; {DEFAULT_DEPTH} plies without any (option Depth)"
    has_own_depth = False
    options = (
        Option(DEPTH, SPIN, "0", 0, int(MAX_DEPTH)),  # the greatest depth in plies; 0: as the limits say
    )

    def __init__(self) -> None:
        super().__init__()
        #: The principal variation of its last decision, with its score and the terms after it.
        self.last_lines: list[ExplainedLine] = []

    def choose(self, request: MoveRequest) -> ProgramChoice:
        """Runs the iterations until the limits are reached or a stop comes."""
        self.last_lines = []
        position, limits = request.game.position, self._limits(request.limits)
        stop_condition = StopCondition(limits, request.control, time_budget(limits, position.side, DEFAULT_OVERHEAD))
        search = DiabloSearch(position.scratch_copy(), _root_codes(request), NodeCounter(stop_condition))
        last = self._iterate(request, search)
        nodes = search.counter.nodes
        if last is None:
            unfinished = (Move(search.best_move).uci(),) if search.best_move != NO_MOVE else ()
            reason = fact("arbiter.finds_none_in", count=nodes)
            return ProgramChoice("".join(unfinished), nodes=nodes, pv=unfinished, reason=reason)
        self.last_lines = [ExplainedLine(last.pv, last.score, _terms_after(position, last))]
        line = [move.uci() for move in last.pv]
        return ProgramChoice(line[0], last.score, nodes, last.depth, line)

    def terms(self, game: Game) -> list[Term]:
        """Returns material and piece-square values."""
        return list(_terms(game.position))

    def explained_lines(self) -> list[ExplainedLine]:
        """Returns the principal variation of its last decision."""
        return self.last_lines

    def new_game(self) -> None:
        """Forgets the last decision."""
        self.last_lines = []

    def _limits(self, limits: Limits) -> Limits:
        """Returns the limits with the depth that Diablo searches to at most.

        A mate in n moves is found 2n plies deep, because the last ply before quiescence does not look for replies.
        """
        depths = [int(MAX_DEPTH), *(depth for depth in (limits.depth, int(self.settings[DEPTH])) if depth)]
        if limits.mate is not None:
            depths.append(2 * limits.mate)
        unlimited = (limits.nodes, limits.seconds, limits.white, limits.black) == (None, None, None, None)
        if len(depths) == 1 and unlimited and not limits.infinite:
            depths.append(DEFAULT_DEPTH)
        return replace(limits, depth=max(min(depths), 1), mate=None)

    def _iterate(self, request: MoveRequest, search: DiabloSearch) -> Iteration | None:
        """Returns the last iteration that was finished, or None."""
        started = time.perf_counter()
        stop_condition = search.counter.stop_condition
        last: Iteration | None = None
        for depth in range(1, MAX_DEPTH + 1):
            try:
                score = _score(search.search_root(depth))
            except SearchStopped:
                break
            line = search.pv(depth) or [search.best_move]
            pv = playable_line(request.game.position, (Move(code).uci() for code in line))
            last = Iteration(depth, score, pv)
            nodes, seconds = search.counter.nodes, time.perf_counter() - started
            report = Report(depth, search.counter.seldepth, 1, score, pv, nodes, seconds)
            request.report(report)
            if stop_condition.is_met(nodes) or stop_condition.ends_after(report, depth, len(search.root_moves) == 1):
                break
        return last


def _root_codes(request: MoveRequest) -> list[int]:
    """Returns the codes of the moves that may be played."""
    legal = legal_codes(request.game.position)
    only = {move.code for move in request.limits.only}
    return [code for code in legal if code in only] or legal


def _score(score: int) -> Score:
    """Returns the Score of a number of the search: centipawns, or the distance to mate in moves."""
    plies = int(MATE) - abs(score)
    if plies > MAX_DEPTH:
        return Score(centipawns=score)
    return Score(mate=(plies + 1) // 2 if score > 0 else -((plies + 1) // 2))


def _terms(position: Position) -> tuple[Term, Term]:
    """Returns the two terms of the evaluation, with the amounts of each side."""
    material, squares = {WHITE: 0, BLACK: 0}, {WHITE: 0, BLACK: 0}
    for square in range(64):
        piece = position.mailbox[square]
        side, piece_type = side_of(piece), piece_type_of(piece)
        if piece:
            material[side] += PIECE_VALUES[piece_type]
            squares[side] += square_value(piece_type, square & 7, relative_square(side, square) >> 3)
    return Term("material", *material.values()), Term("piece squares", *squares.values())


def _terms_after(position: Position, iteration: Iteration) -> tuple[Term, ...]:
    """Returns the terms at the end of the principal variation; a mate has none."""
    if iteration.score.centipawns is None:
        return ()
    after = position.copy()
    for move in iteration.pv:
        after.make_move(move.code)
    return _terms(after)
