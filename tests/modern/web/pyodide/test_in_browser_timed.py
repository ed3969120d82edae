"""Games by the clock on the page on which the code runs in a real browser."""

from __future__ import annotations

import os
from statistics import median

import pytest
from pyodide_pages import PyodidePage, local_browser, opened, page, site

from modern.players import Game, Player, Turn, player_named

pytestmark = [pytest.mark.slow, pytest.mark.one_build, pytest.mark.timed]

__all__ = ["local_browser", "opened", "page", "site"]  # fixtures

MOVES = 20


def choice(player: Player, game: Game) -> str:
    """Returns a player's move in SAN, and makes it."""
    move = player.decide(Turn(game)).move
    assert move is not None
    san = game.position.san(move)
    game.make(move)
    return san


def test_a_game_of_20_moves_against_1994_has_the_moves_that_it_has_here(page: PyodidePage) -> None:
    game, white, black = Game(), player_named("historic"), player_named("historic")
    sans: list[str] = []
    for _ in range(MOVES):
        sans += choice(white, game), choice(black, game)
    page.start_game("human", "historic")
    page.reply(sans[0], 2)  # its worker may have to start
    seconds = [page.reply(sans[ply], ply + 2) for ply in range(2, 2 * MOVES, 2)]
    assert page.sans() == sans
    print(f"historic: a median of {median(seconds):.2f} s a move, at most {max(seconds):.2f} s")


@pytest.mark.skipif(not os.environ.get("GOSUB_LONG"), reason="a game may end before move 20; set GOSUB_LONG to run it")
def test_a_game_of_20_moves_against_the_engine_at_a_second_a_move(page: PyodidePage) -> None:
    page.start_game("human", "modern", seconds=1)
    human, game = player_named("modern[Nodes=1000]"), Game()
    seconds = []
    for number in range(1, MOVES + 1):
        seconds.append(page.reply(choice(human, game), 2 * number))
        game.make(game.position.parse_san(page.sans()[-1]))
    print(f"modern: a median of {median(seconds[1:]):.2f} s a move, at most {max(seconds[1:]):.2f} s")
    assert len(page.sans()) == 2 * MOVES
