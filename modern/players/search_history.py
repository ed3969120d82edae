"""The thoughts of a game's programs when they chose their moves: for `why` in a terminal.

The searches of a game are kept, so that `undo` does not lose earlier ones. A saved game does not have them:
there a player of our own thinks again, in the same position, with the same memory and to the depth that it had reached.
The 1994 program and the exhibits then find the same again, and so does mostly `modern`, whose transposition table is
not saved. If it finds something else, a remark says so. An outside program is not asked again.
"""

from __future__ import annotations

from collections.abc import Callable

from modern.game.session import GameSession, Refusal, Seat
from modern.limits import Limits
from modern.players import Decision, PlayerError, player_named
from modern.players.position_search import PositionSearch
from modern.players.seats import seat_name
from modern.players.spec import is_outside
from modern.report import Score
from modern.rules import Move, Position

#: Waits for the decision of the player in a seat, and shows its progress meanwhile.
Wait = Callable[[Seat, PositionSearch], Decision]


class SearchHistory:
    """The searches by which the programs of a game have found their moves.

    `searches`  the searches that are known, by the number of plies before the move.
    """

    def __init__(self, session: GameSession) -> None:
        self.session = session
        self.searches: dict[int, PositionSearch] = {}

    def add(self, search: PositionSearch) -> None:
        """Keeps a search whose move has not been made yet."""
        self.searches[len(self.session.game.moves)] = search

    def forget_moves_taken_back(self) -> None:
        """Forgets the searches for moves that have been taken back."""
        self.searches = {ply: search for ply, search in self.searches.items() if ply < len(self.session.game.moves)}

    def last(self, wait: Wait) -> tuple[Seat, PositionSearch]:
        """Returns the player and the search of the last move that was a program's, explained.

        If the search is unknown, the player thinks again.

        Raises Refusal if the move does not exist or the program cannot think again, and the errors of `wait`.
        """
        ply = self._last_ply()
        if ply is None:
            raise Refusal("no program has made a move yet")
        seat = self.session.seats[self.session.game.side_at(ply)]
        if ply not in self.searches:
            try:
                self.searches[ply] = self._search_again(seat, ply, wait)
            except PlayerError as error:
                raise Refusal(str(error)) from None
        self.searches[ply].explain()
        return seat, self.searches[ply]

    def _last_ply(self) -> int | None:
        """Returns how many plies came before the last move of a program that is still in its seat; None if none."""
        game, seats = self.session.game, self.session.seats
        programs = [side for side, seat in seats.items() if not seat.is_human]
        return max((ply for side in programs for ply in game.plies_of(side, seats[side].from_ply)), default=None)

    def _search_again(self, seat: Seat, ply: int, wait: Wait) -> PositionSearch:
        """Lets a new player of the same name search the position after `ply` plies. Raises PlayerError."""
        game, time = self.session.game, self.session.time
        if is_outside(seat.spec):
            raise PlayerError(f"what {seat_name(seat)} was thinking is not known after --resume")
        depth = game.notes[ply].depth or time.depth
        limits = Limits(depth=depth) if depth else Limits(seconds=time.seconds)
        with player_named(seat.spec) as player:
            player.recall(game, seat.memory)
            search = PositionSearch(player, game.up_to(ply), limits)
            decision = wait(seat, search)
            if decision.move is None:
                raise PlayerError(f"{seat_name(seat)} finds no move now")
            position, played = search.position, game.notes[ply]
            now = _move_and_score(position, decision.move, decision.score)
            then = _move_and_score(position, game.moves[ply], played.score)
            if now != then:
                search.remarks.append(f"thinking again, it plays {now}; in the game it played {then}")
        return search


def _move_and_score(position: Position, move: Move, score: Score | None) -> str:
    """Returns `Nf6 (-0.65)`."""
    return f"{position.san(move)}{f' ({score})' if score else ''}"
