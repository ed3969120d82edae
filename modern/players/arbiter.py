"""The arbiter: replaces a choice that may not be played by a legal move that the program also tried.

A program of another time knows only its own rules: the 1994 program and the exhibits of the museum may choose an
illegal move, or none. The arbiter changes nothing in them. It plays the program's own choice if that is legal. If not,
it plays the best legal move that the program tried, or the first legal move if it tried none, and says so in a note.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from modern.facts import Fact, fact, fact_of
from modern.players.protocol import MoveRequest
from modern.rules import Move, MoveError, Position, RulesError


class Arbiter:
    """Keeps one turn of a program to the moves that it may play.

    `allowed_by_uci` has these moves by their UCI notation: the request's `limits.only` or, if none of them is legal,
    every legal move. It is empty if the game is over. `has_replaced` says that the program's own choice is not played.
    """

    def __init__(self, request: MoveRequest) -> None:
        self.request = request
        self.position = request.game.position
        legal = self.position.legal_moves()
        allowed = [move for move in legal if move in request.limits.only] or legal
        self.allowed_by_uci = {move.uci(): move for move in allowed}
        self.has_replaced = False

    def decide(self, choice: str, tried: Sequence[str], reason: str, best: Fact | None = None) -> Move:
        """Returns the move to be played, and notes why if it is not the program's own choice.

        `choice` is that choice in UCI notation, or empty if it has none, for this `reason`. `tried` are the moves that
        the program tried, the best first; `best` describes the first allowed one. At least one move must be
        allowed.
        """
        if choice in self.allowed_by_uci:
            return self.allowed_by_uci[choice]
        objection = self._objection(choice) if choice else reason
        for uci in tried:
            if uci in self.allowed_by_uci:
                return self.replace(objection, self.allowed_by_uci[uci], best or fact("arbiter.best_tried"))
        return self.replace(objection, next(iter(self.allowed_by_uci.values())), fact("arbiter.first_legal"))

    def replace(self, objection: str, move: Move, description: Fact | None = None) -> Move:
        """Notes that the arbiter plays a move because of an objection to the program's own, and returns it."""
        self.has_replaced = True
        note = fact("arbiter.plays", why=objection, move=str(move))
        if description:
            note = fact("arbiter.plays_what", **note.values, what=description)
        self.request.note(note)
        return move

    def _objection(self, choice: str) -> Fact:
        """Returns why the program's choice may not be played."""
        try:
            self.position.parse_uci(choice)
        except MoveError as error:
            return fact("arbiter.illegal", why=fact_of(error))
        return fact("arbiter.not_allowed", move=choice)


def playable_line(position: Position, line: Iterable[str]) -> tuple[Move, ...]:
    """Returns the moves of a line in UCI notation, up to one that is illegal or the end of the game.

    A threefold repetition and the fifty-move rule end it too, as a referee does.
    """
    position = position.copy()
    moves: list[Move] = []
    for uci in line:
        if moves and (position.repetitions() >= 3 or position.halfmove_clock >= 100 or position.outcome()):
            break
        try:
            move = position.parse_uci(uci)
        except RulesError:
            break
        moves.append(move)
        position.make_move(move.code)
    return tuple(moves)
