"""The arbiter: replaces an illegal choice of the program of 1994 by a legal move that the program also tried.

The program does not know en passant, may castle over squares that it has not examined, leaves its king in check, and
sometimes stops with error 9 after it has chosen. The arbiter changes nothing in the program. It goes over the moves
that the program tried and takes the legal one with the highest value. If the program's own choice is legal, that is the
one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from historic.position.moves import is_promotion, state_after
from historic.position.sides import other_side
from historic.position.state import State, StateError
from historic.thought import Candidate, Choice, Reply, Thought, choice_of, move_of
from modern.rules import IllegalMove, Move, Position


class LegalCandidate(NamedTuple):
    """A legal move that the program tried.

    `pv`                  the move, and the reply that the program expects, if that is legal too.
    `candidate`, `reply`  the same move and reply in the program's own numbers.
    """

    move: Move
    pv: tuple[Move, ...]
    candidate: Candidate
    reply: Reply

    @property
    def value(self) -> float:
        """Returns the program's value of the move, in pawns."""
        return self.candidate.value


class Arbiter:
    """Collects the legal moves among those that the program tries in a position.

    `state` is the position as PW, PB and PM, or the closest that these can represent. `only` restricts the moves that
    may be played; if it is empty, every legal move may be. `candidates` are the moves that may be played and have been
    tried so far.
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
        """Adds the next move that the program tried. Returns it if it is the best playable move so far, else None."""
        move = self.allowed_by_uci.get(uci_of(self.state, self.position.side, choice_of(candidate)) or "")
        if move is None:
            return None
        self.candidates.append(LegalCandidate(move, self._pv(move, reply.best), candidate, reply))
        if candidate.value <= self.best_value:
            return None
        self.best_value = candidate.value
        return self.candidates[-1]

    def ranked(self) -> list[LegalCandidate]:
        """Returns the candidates, each move once, the best first; among equals the one tried first, as in CWHITE9."""
        by_move: dict[Move, LegalCandidate] = {}
        for candidate in sorted(self.candidates, key=lambda candidate: candidate.value, reverse=True):
            by_move.setdefault(candidate.move, candidate)
        return list(by_move.values())

    def objection(self, thought: Thought) -> str:
        """Returns why the program's choice cannot be played, or an empty string if it can."""
        if thought.chosen is None:
            return "no move scores above -1000, so it chooses none"
        uci = uci_of(self.state, thought.side, thought.best)
        if uci is None:
            return f"it chooses piece {thought.best.piece}, which is not on the board"
        if uci in self.allowed_by_uci:
            return ""
        try:
            self.position.parse_uci(uci)
        except IllegalMove as error:
            return f"it chooses an illegal move ({error})"
        return f"it chooses {uci}, which is not one of the allowed moves"

    def _pv(self, move: Move, reply: Choice) -> tuple[Move, ...]:
        """Returns the move, and the reply that the program thinks best, if that is legal."""
        side = self.position.side
        try:
            after = state_after(self.state, side, move.uci())
        except StateError:
            return (move,)
        uci = uci_of(after, other_side(side), reply)
        position_after = self.position.copy()
        position_after.make_move(move.code)
        replies = {legal.uci(): legal for legal in position_after.legal_moves()}
        return (move, replies[uci]) if uci in replies else (move,)


def uci_of(state: State, side: str, choice: Choice) -> str | None:
    """Returns a choice in UCI notation, a promotion as one to a queen; None for a piece that is not on the board."""
    uci = move_of(side, choice, state, state)
    return f"{uci}q" if uci and is_promotion(state, side, uci) else uci
