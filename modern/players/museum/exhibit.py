"""The common part of the museum's exhibits: the program's own choice, and how it becomes a decision.

An exhibit's program knows only its own rules. Before each move its board is rebuilt from the game, by the rules of
chess. It then chooses a move by its own rules, and the arbiter (modern.players.arbiter) replaces an illegal choice.

Limits of time, depth and nodes have no effect on a program that has no limits itself; a stop ends its search.

How to write an exhibit: derive a class from Exhibit in a file of its own in this folder, and define

- `name`, `author`, `year` (text), and `depth`, which says how far it searches: `5 plies (option Depth)`;
- `options`, if it has any; Player stores their values in `settings`;
- `choose`, which rebuilds the board from `request.game`, lets the program choose, and returns a ProgramChoice.
  A search that takes longer than a few milliseconds checks `request.control.stopped` and then returns its best so far.

docs/develop/adding-a-player.md says where it is entered, and its other needs. A search loop that is to be compiled
is a module of `cores`.
"""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field

from modern.facts import Fact, fact
from modern.players.arbiter import Arbiter, playable_line
from modern.players.protocol import Decision, MoveRequest, Player
from modern.report import Report, Score


@dataclass(frozen=True)
class ProgramChoice:
    """The choice of an exhibit's program.

    `move`    its choice in UCI notation, with the piece of a promotion; empty if it finds none.
    `score`   the score that it reports; None if it has none.
    `nodes`   as the program counts them.
    `depth`   in plies.
    `pv`      the line that it expects, in UCI notation; empty if it keeps none.
    `tried`   the root moves that it has tried, in UCI notation, the best first.
    `reason`  why it finds no move, after `it`: `finds no move that loses nothing`; or that as a fact, with `it`.
    `instead` what the program itself does in place of `move`, after `it`, if no legal move does that: `captures on f8
              and leaves the pawn a pawn`; empty if `move` is its own.
    """

    move: str
    score: Score | None = None
    nodes: int = 0
    depth: int = 0
    pv: Sequence[str] = ()
    tried: Sequence[str] = field(default=())
    reason: str = fact("arbiter.finds_none")
    instead: str = ""


class Exhibit(Player):
    """A program of the museum."""

    has_own_depth = True

    @abstractmethod
    def choose(self, request: MoveRequest) -> ProgramChoice:
        """Lets the program choose a move; the game has at least one legal move. Returns early after a stop."""

    def decide(self, request: MoveRequest) -> Decision:
        """Lets the program choose, and replaces an illegal choice."""
        arbiter = Arbiter(request)
        if not arbiter.allowed_by_uci:
            return Decision(None)
        start = time.perf_counter()
        choice = self.choose(request)
        seconds = time.perf_counter() - start
        reason = choice.reason if isinstance(choice.reason, Fact) else f"it {choice.reason}"
        if request.control.stopped:
            reason = fact("arbiter.stopped_before")
        move = arbiter.decide(choice.move, choice.tried, reason)
        if choice.instead and not arbiter.has_replaced:
            arbiter.replace(f"it {choice.instead}", move)
        pv = playable_line(arbiter.position, choice.pv) if choice.pv and choice.pv[0] == move.uci() else (move,)
        if choice.score is not None:
            request.report(Report(choice.depth, choice.depth, 1, choice.score, pv, choice.nodes, seconds))
        return Decision(move, choice.score, pv, choice.depth, choice.nodes, seconds, arbiter.has_replaced)
