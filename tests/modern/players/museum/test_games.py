"""The exhibits play each other, and every game is a legal one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from itertools import combinations

import chess
import pytest
from exhibits import EXHIBITS, reduced

from modern.build import COMPILED, PROGRAM, build_mode
from modern.game.clock import TimeSetting
from modern.game.game import BLACK, RESIGNATION, WHITE, Game
from modern.match.openings import RandomOpenings
from modern.match.referee import play_game
from modern.players import Decision, MoveRequest, Player, Resignation, player_named

GAMES = 20
OPENING_PLIES = 6
#: The plies after which a game is broken off. Interpreted, CWHITE and CBLACK take a fifth of a second a move.
MAX_PLIES = 160 if build_mode(PROGRAM) == COMPILED else 40
#: Those of a game that every run of the tests plays.
FEW_PLIES = 16
#: The ways in which a game may end besides those of the rules of chess.
LEGAL_ENDINGS = {
    *("checkmate", "stalemate", "insufficient material", "threefold repetition", "fifty-move rule"),
    RESIGNATION,
}


class BrokenOff(Player):
    """Lets a player play, and resigns for it when the game has become long."""

    def __init__(self, player: Player, max_plies: int) -> None:
        super().__init__()
        self.player, self.name, self.max_plies = player, player.name, max_plies

    def new_game(self) -> None:
        self.player.new_game()

    def decide(self, request: MoveRequest) -> Decision:
        if len(request.game.moves) >= self.max_plies:
            raise Resignation("the game is long")
        return self.player.decide(request)


def games(first: str, second: str, count: int, max_plies: int) -> Iterator[Game]:
    """Yields games between two players, two from each opening with colours reversed."""
    openings = RandomOpenings(OPENING_PLIES, seed=1994)
    with closing(player_named(first)) as one, closing(player_named(second)) as other:
        for number in range(count):
            sides = (one, other) if number % 2 == 0 else (other, one)
            white, black = (BrokenOff(player, max_plies) for player in sides)
            opening = openings.for_pair(number // 2)
            yield play_game({WHITE: white, BLACK: black}, opening, TimeSetting())


def check_game(game: Game) -> None:
    """Checks every move with python-chess, and that neither player forfeits."""
    board = chess.Board(game.start)
    for uci in game.uci_moves:
        board.push(board.parse_uci(uci))  # raises if it is illegal
    assert game.ending
    assert game.ending.reason in LEGAL_ENDINGS, (game.ending, board.fen())
    assert len(game.moves) > game.opening_plies


@pytest.mark.parametrize("exhibit", EXHIBITS)
def test_an_exhibit_plays_a_game_against_itself(exhibit: str) -> None:
    for game in games(reduced(exhibit), reduced(exhibit), 1, FEW_PLIES):
        check_game(game)


@pytest.mark.slow
@pytest.mark.parametrize(("first", "second"), list(combinations(EXHIBITS, 2)))
def test_twenty_games_of_two_exhibits_are_legal_and_have_no_forfeit(first: str, second: str) -> None:
    played = list(games(reduced(first), reduced(second), GAMES, MAX_PLIES))
    assert len(played) == GAMES
    for game in played:
        check_game(game)
