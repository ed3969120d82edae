"""The crosstable of a tournament: who scored what against whom, how games ended, and whose fault it was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from modern.game.game import BLACK, CRASH, ILLEGAL_MOVE, NO_ANSWER, TIME_FORFEIT, WHITE, opponent
from modern.match.ratings import ColourResults, Results
from modern.match.record import PlayedGame
from modern.match.schedule import Slot

#: The endings that are a player's own fault.
FORFEITS: Final = (TIME_FORFEIT, ILLEGAL_MOVE, CRASH, NO_ANSWER)
#: What a note says if the arbiter replaced a program's move (modern.players.arbiter, modern.players.museum.exhibit).
INTERVENTION: Final = "the arbiter plays"
#: A game without a winner, in `endings`.
DRAWN: Final = "drawn"


class Tally(NamedTuple):
    """The games of a player, against all or one of the others."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """Returns the number of games."""
        return sum(self)

    @property
    def points(self) -> float:
        """Returns one point for each win, and half a point for each draw."""
        return self.won + self.drawn / 2


class Crosstable:
    """The totals of the games that have been added. Players are numbers, in the order in which they were named.

    `names`          the names that the players give themselves; empty before a player's first game.
    `endings`        counts games by reason and winner: WHITE, BLACK or DRAWN.
    `forfeits`       counts, for each player, the games that it lost by its own fault, by reason.
    `interventions`  counts, for each player, its moves that the arbiter replaced.
    `moves`, `seconds`  the number of moves of each player, and its time.
    """

    def __init__(self, players: int) -> None:
        self.players = range(players)
        self.names = [""] * players
        self.results: Counter[tuple[int, int, str]] = Counter()
        self.endings: Counter[tuple[str, str]] = Counter()
        self.forfeits: list[Counter[str]] = [Counter() for _ in self.players]
        self.interventions = [0] * players
        self.moves = [0] * players
        self.seconds = [0.0] * players

    def add(self, slot: Slot, game: PlayedGame) -> None:
        """Adds a game between the players of a slot."""
        self.names[slot.white], self.names[slot.black] = game.white, game.black
        ending = game.ending
        self.results[slot.white, slot.black, ending.winner or DRAWN] += 1
        self.endings[ending.reason, ending.winner or DRAWN] += 1
        player = {WHITE: slot.white, BLACK: slot.black}
        if ending.winner and ending.reason in FORFEITS:
            self.forfeits[player[opponent(ending.winner)]][ending.reason] += 1
        side = game.first_side
        for move in game.moves:
            self.moves[player[side]] += 1
            self.seconds[player[side]] += move.seconds
            self.interventions[player[side]] += INTERVENTION in move.notes
            side = opponent(side)

    @property
    def games(self) -> int:
        """Returns the number of games."""
        return self.results.total()

    def colour_results(self) -> Results:
        """Returns the results for each pair of White and Black that has met, as the ratings need them."""
        met = {(white, black) for white, black, _ in self.results}
        return {
            (white, black): ColourResults(*(self.results[white, black, winner] for winner in (WHITE, DRAWN, BLACK)))
            for white, black in sorted(met)
        }

    def against(self, player: int, other: int) -> Tally:
        """Returns the results of a player against another."""
        won, lost = (
            self.results[first, second, WHITE] + self.results[second, first, BLACK]
            for first, second in ((player, other), (other, player))
        )
        return Tally(won, self.results[player, other, DRAWN] + self.results[other, player, DRAWN], lost)

    def total(self, player: int) -> Tally:
        """Returns the results of a player against all others."""
        tallies: Sequence[Tally] = [self.against(player, other) for other in self.players if other != player]
        return Tally(*(sum(column) for column in zip(*tallies, strict=True)))

    def seconds_per_move(self, player: int) -> float | None:
        """Returns the average time per move of a player, in seconds; None if it has made no move."""
        return self.seconds[player] / self.moves[player] if self.moves[player] else None
