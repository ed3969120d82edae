"""Who plays whom in a tournament, and in which order: a round robin, or a gauntlet of one player against all others.

In each round every pairing plays two games from the same opening, one with each colour. The pairings of a round robin
follow the Berger tables, so that at any time all players have played about as many games:
https://handbook.fide.com/chapter/C05Annex1.
"""

from __future__ import annotations

from typing import NamedTuple


class Slot(NamedTuple):
    """A game of the schedule: the numbers of its players, and its round, from 0. Each round has its own opening."""

    white: int
    black: int
    round: int


class Schedule:
    """The games of a tournament, numbered from 0.

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
        """Returns the number of games."""
        return len(self.pairings) * self.games_per_pairing

    def slot(self, number: int) -> Slot:
        """Returns the game with a number. It does not depend on the number of games per pairing."""
        pair, second = divmod(number, 2)
        round_number, index = divmod(pair, len(self.pairings))
        white, black = self.pairings[index]
        return Slot(black, white, round_number) if second else Slot(white, black, round_number)


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
