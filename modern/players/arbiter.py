"""The arbiter: of what the program of 1994 would play, what the rules of chess allow.

The program does not know en passant, may castle through what it has not looked at, leaves its king where he can be
taken, and now and then stops with error 9 once it has chosen. The arbiter changes nothing in it. It goes over the moves
that the program has tried, and takes the one of the highest value among the lawful ones: where the choice is lawful,
that is the choice.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from historic.moves import is_promotion, state_after
from historic.sides import other_side
from historic.state import State, StateError
from historic.thought import Candidate, Choice, Reply, Thought, choice_of, move_of
from modern.rules import IllegalMove, Move, Position


class LegalCandidate(NamedTuple):
    """A lawful move that the program has tried: the line that it expects, and what it tried, in its own numbers."""

    move: Move
    pv: tuple[Move, ...]
    candidate: Candidate
    reply: Reply

    @property
    def value(self) -> float:
        """Its value in pawns."""
        return self.candidate.value


class Arbiter:
    """Goes over the program's candidates at a position; `found` are those that may be played.

    `state` is the position in PW, PB and PM, or the nearest that they can hold. `only` are the moves that were asked
    for; none stands for all.
    """

    def __init__(self, position: Position, state: State, only: Sequence[Move] = ()) -> None:
        self.position = position
        self.state = state
        legal = position.legal_moves()
        self.allowed_moves = [move for move in legal if move in only] or legal
        self.allowed_by_uci = {move.uci(): move for move in self.allowed_moves}
        self.candidates: list[LegalCandidate] = []
        self.best_value = -math.inf

    def consider(self, candidate: Candidate, reply: Reply) -> LegalCandidate | None:
        """Look at the next candidate; what it is, if it is better than all before."""
        move = self.allowed_by_uci.get(uci_of(self.state, self.position.side, choice_of(candidate)) or "")
        if move is None:
            return None
        self.candidates.append(LegalCandidate(move, self._pv(move, reply.best), candidate, reply))
        if candidate.value <= self.best_value:
            return None
        self.best_value = candidate.value
        return self.candidates[-1]

    def ranked(self) -> list[LegalCandidate]:
        """What may be played, each move once, the best first; of equals the earliest tried, as in CWHITE9."""
        by_move: dict[Move, LegalCandidate] = {}
        for found in sorted(self.candidates, key=lambda found: found.value, reverse=True):
            by_move.setdefault(found.move, found)
        return list(by_move.values())

    def objection(self, thought: Thought) -> str:
        """Why the program's choice cannot be played, or nothing."""
        if thought.chosen is None:
            return "no move beats -1000, so it would choose none"
        uci = uci_of(self.state, thought.side, thought.best)
        if uci is None:
            return f"it would choose man {thought.best.piece}, who is not on the board"
        if uci in self.allowed_by_uci:
            return ""
        try:
            self.position.parse_uci(uci)
        except IllegalMove as error:
            return f"it would choose what the rules forbid ({error})"
        return f"it would choose {uci}, which was not asked for"

    def _pv(self, move: Move, reply: Choice) -> tuple[Move, ...]:
        """The move, and the best reply as the program sees it, if that is lawful."""
        side = self.position.side
        try:
            after = state_after(self.state, side, move.uci())
        except StateError:
            return (move,)
        uci = uci_of(after, other_side(side), reply)
        position_after = self.position.copy()
        position_after.make_move(move.code)
        answers = {answer.uci(): answer for answer in position_after.legal_moves()}
        return (move, answers[uci]) if uci in answers else (move,)


def uci_of(state: State, side: str, choice: Choice) -> str | None:
    """A choice of the program's in UCI's notation, a pawn that arrives as a queen; None for a man from nowhere."""
    uci = move_of(side, choice, state, state)
    return f"{uci}q" if uci and is_promotion(state, side, uci) else uci
