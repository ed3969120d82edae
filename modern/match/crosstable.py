"""The crosstable: who scored what against whom, how games ended, whose fault it was, and the time that players took.

Players without chance repeat a game, move for move, whenever they meet in the same opening with the same colours. That
says nothing new about their strength, so what is estimated counts such a game once; points count it each time.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Final, NamedTuple

from modern.game.game import BLACK, CRASH, ILLEGAL_MOVE, NO_ANSWER, SIDES, TIME_FORFEIT, WHITE, Game, opponent
from modern.match.ratings import ColourResults, Results
from modern.match.schedule import ScheduledGame
from modern.match.statistics import PAIR_SCORES

#: The endings that are a player's own fault.
FORFEITS: Final = (TIME_FORFEIT, ILLEGAL_MOVE, CRASH, NO_ANSWER)
#: The faults that the program itself can explain.
EXPLAINED: Final = (ILLEGAL_MOVE, CRASH, NO_ANSWER)
#: A game without a winner, in `endings`.
DRAWN: Final = "drawn"


class Tally(NamedTuple):
    """The games of a player, against all or one of the others."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return sum(self)

    @property
    def points(self) -> float:
        """Returns one point for each win, and half a point for each draw."""
        return self.won + self.drawn / 2


class Crosstable:
    """The totals of the games that have been added. Players are numbers, in the order in which they were named.

    `names`          the names that the players give themselves; empty before a player's first game.
    `different`      the number of games that repeat no earlier one.
    `endings`        counts games by reason and winner: WHITE, BLACK or DRAWN.
    `endings_by_player`  counts games by reason and the number of the winner, None for a draw.
    `forfeits`       counts, for each player, the games that it lost by its own fault, by reason.
    `faults`         counts the games lost by a fault in EXPLAINED, by player, reason and what is known of it.
    `interventions`  counts, for each player, its moves that the arbiter replaced.
    `moves`, `seconds`  the number of moves of each player, and its time.
    """

    def __init__(self, players: int) -> None:
        self.players = range(players)
        self.names = [""] * players
        self.results: Counter[tuple[int, int, str]] = Counter()
        self.endings: Counter[tuple[str, str]] = Counter()
        self.endings_by_player: Counter[tuple[str, int | None]] = Counter()
        self.forfeits: list[Counter[str]] = [Counter() for _ in self.players]
        self.faults: Counter[tuple[int, str, str]] = Counter()
        self.interventions = [0] * players
        self.moves = [0] * players
        self.seconds = [0.0] * players
        self._pairs: defaultdict[tuple[int, int], list[int]] = defaultdict(lambda: [0] * len(PAIR_SCORES))
        self.different = 0
        self._different_results: Counter[tuple[int, int, str]] = Counter()
        self._seen = set[int]()
        #: A game whose pair is not complete: its points for the first player, None for a game that repeats another.
        self._half_pairs: dict[tuple[int, int, int], float | None] = {}
        #: Games that repeat no other, but whose pair has one that does: points by the players and by who had White.
        self._left_over: defaultdict[tuple[int, int, int], list[float]] = defaultdict(list)

    def add(self, scheduled: ScheduledGame, game: Game) -> None:
        assert game.ending is not None
        winner, reason, details = game.ending
        player = {WHITE: scheduled.white, BLACK: scheduled.black}
        self.names[scheduled.white], self.names[scheduled.black] = game.headers["White"], game.headers["Black"]
        self.results[scheduled.white, scheduled.black, winner or DRAWN] += 1
        is_different = self._is_different(scheduled, game)
        if is_different:
            self.different += 1
            self._different_results[scheduled.white, scheduled.black, winner or DRAWN] += 1
        self.endings[reason, winner or DRAWN] += 1
        self.endings_by_player[reason, player[winner] if winner else None] += 1
        if winner and reason in FORFEITS:
            self.forfeits[player[opponent(winner)]][reason] += 1
        if winner and reason in EXPLAINED:
            self.faults[player[opponent(winner)], reason, details] += 1
        for side in SIDES:
            notes = [game.notes[ply] for ply in game.plies_of(side, game.opening_plies)]
            self.moves[player[side]] += len(notes)
            self.seconds[player[side]] += sum(note.seconds or 0.0 for note in notes)
            self.interventions[player[side]] += sum(note.by_arbiter for note in notes)
        self._add_to_pair(scheduled, player[winner] if winner else None, is_different)

    def _is_different(self, scheduled: ScheduledGame, game: Game) -> bool:
        """Returns True for a game that no earlier one equals: players, colours, start, moves and ending."""
        moves = tuple(move.code for move in game.moves)
        key = hash((scheduled.white, scheduled.black, game.start, moves, game.ending and game.ending[:2]))
        is_different = key not in self._seen
        self._seen.add(key)
        return is_different

    def _add_to_pair(self, scheduled: ScheduledGame, winner: int | None, is_different: bool) -> None:
        """Adds a game to its pair: the two games of two players in a round.

        If only one of them repeats an earlier game, the other makes a pair with another such one of the other colour.
        """
        first, second = sorted((scheduled.white, scheduled.black))
        points = (0.5 if winner is None else float(winner == first)) if is_different else None
        key = first, second, scheduled.round
        if key not in self._half_pairs:
            self._half_pairs[key] = points
            return
        half = self._half_pairs.pop(key)
        if half is None and points is None:
            return
        if half is None or points is None:
            only, white = (points, scheduled.white) if half is None else (half, scheduled.black)
            assert only is not None
            waiting = self._left_over[first, second, first + second - white]
            if not waiting:
                self._left_over[first, second, white].append(only)
                return
            half, points = waiting.pop(0), only
        self._pairs[first, second][int(2 * (half + points))] += 1

    @property
    def games(self) -> int:
        return self.results.total()

    def colour_results(self) -> Results:
        """Returns the results for each pair of White and Black that has met, as the ratings need them.

        Games that are equal move for move count once.
        """
        results = self._different_results
        met = {(white, black) for white, black, _ in results}
        return {
            (white, black): ColourResults(*(results[white, black, winner] for winner in (WHITE, DRAWN, BLACK)))
            for white, black in sorted(met)
        }

    def pairs(self, first: int = 0, second: int = 1) -> list[int]:
        """Returns how many pairs of different games gave the first player each of statistics.PAIR_SCORES."""
        return list(self._pairs[first, second]) if first < second else self._pairs[second, first][::-1]

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
