"""Who plays whom, and in which order: a round robin, or a gauntlet of one player against all others.

In each round every pairing plays two games from the same opening, one with each colour. The pairings of a round robin
follow the Berger tables, so that at any time all players have played about as many games:
https://handbook.fide.com/chapter/C05Annex1. A match is a round robin of two players.
"""

from __future__ import annotations

from typing import NamedTuple


class ScheduledGame(NamedTuple):
    """A game of the schedule: its number, the numbers of its players, and its round, all from 0.

    Each round has its own opening.
    """

    number: int
    white: int
    black: int
    round: int


class Schedule:
    """The games of a match or tournament, numbered from 0.

    `pairings` are the numbers of the players who meet; the first has White in games with even numbers.
    """

    def __init__(self, players: int, games_per_pairing: int, gauntlet: int | None = None) -> None:
        """`gauntlet` is the number of the player who meets all others; None for a round robin."""
        self.games_per_pairing = games_per_pairing
        if gauntlet is None:
            self.pairings = berger_pairings(players)
        else:
            self.pairings = [(gauntlet, other) for other in range(players) if other != gauntlet]

    @property
    def games(self) -> int:
        return len(self.pairings) * self.games_per_pairing

    def game(self, number: int) -> ScheduledGame:
        """Returns the game with a number. It does not depend on the number of games per pairing."""
        pair, second = divmod(number, 2)
        round_number, index = divmod(pair, len(self.pairings))
        white, black = self.pairings[index]
        return ScheduledGame(number, *((black, white) if second else (white, black)), round_number)

    def round_name(self, game: ScheduledGame) -> str:
        """Returns the number of the round and of the game in it, from 1, as PGN's Round has them: `2.1`."""
        return f"{game.round + 1}.{game.number % (2 * len(self.pairings)) + 1}"


def berger_pairings(players: int) -> list[tuple[int, int]]:
    """Returns every pair of players once, in the order of the Berger tables, with colours that balance."""
    seats = players + players % 2  # with an odd number, who meets the last seat has no game
    last = seats - 1
    pairings = []
    for turn in range(last):
        home = turn * (seats // 2) % last
        pairs = [(home, last) if turn % 2 == 0 else (last, home)]
        pairs += [((home + step) % last, (home - step) % last) for step in range(1, seats // 2)]
        pairings += [pair for pair in pairs if max(pair) < players]
    return pairings
