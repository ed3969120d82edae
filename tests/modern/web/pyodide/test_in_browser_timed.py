"""Games by the clock on the page on which the code runs in a real browser."""

from __future__ import annotations

import re
import sys
from contextlib import suppress
from pathlib import Path
from statistics import median
from time import perf_counter

import pytest
from pyodide_pages import PyodidePage, local_browser, opened, page, site

from modern.players import Game, MoveRequest, Player, player_named

pytestmark = [pytest.mark.slow, pytest.mark.timed]

__all__ = ["local_browser", "opened", "page", "site"]  # fixtures

MOVES = 20
#: The most that the page may take, with its garbage.
MEGABYTES = 300


def choice(player: Player, game: Game) -> str:
    """Returns a player's move in SAN, and makes it."""
    move = player.decide(MoveRequest(game)).move
    assert move is not None
    san = game.position.san(move)
    game.make(move)
    return san


def memory_of_page(page: PyodidePage) -> int:
    """Returns the memory of the page's process in MB, with its share of what it has in common with others (Pss)."""
    top = str(page.browser.service.process.pid)
    parents = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended
            parents[entry.parent.name] = entry.read_text().rpartition(")")[2].split()[1]

    def is_ours(process: str) -> bool:
        return process == top or (process in parents and is_ours(parents[process]))

    sizes = []
    for process in filter(is_ours, parents):
        with suppress(OSError):
            if "--type=renderer" in Path(f"/proc/{process}/cmdline").read_text("utf-8"):
                found = re.search(r"^Pss: +(\d+) kB", Path(f"/proc/{process}/smaps_rollup").read_text("utf-8"), re.M)
                assert found is not None
                sizes.append(int(found[1]) // 1024)
    return max(sizes)


def test_the_first_reply_of_1994_after_a_warm_start(page: PyodidePage) -> None:
    page.browser.get("about:blank")
    start = perf_counter()
    page.browser.get(f"{page.address}?opponent=historic&colour=black&start")
    page.wait("return document.querySelector('.board [data-piece=K]') !== null")
    board = perf_counter() - start
    page.wait_for_plies(1)
    first = perf_counter() - start
    page.wait_for_note("Your move")
    print(f"warm start: a board after {board:.1f} s, the first move of 1994 after {first:.1f} s")


def test_a_game_of_20_moves_against_1994_has_the_moves_that_it_has_here(page: PyodidePage) -> None:
    game, white, black = Game(), player_named("historic"), player_named("historic")
    sans: list[str] = []
    for _ in range(MOVES):
        sans += choice(white, game), choice(black, game)
    page.start_game("human", "historic")
    page.reply(sans[0], 2)  # its worker may have to start
    seconds = [page.reply(sans[ply], ply + 2) for ply in range(2, 2 * MOVES, 2)]
    assert page.sans() == sans
    if sys.platform == "linux":
        before = memory_of_page(page)
        page.browser.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
        print(f"memory: {before} MB, of which the page's garbage is {before - memory_of_page(page)} MB")
        assert before < MEGABYTES
    print(f"historic: a median of {median(seconds):.2f} s a move, at most {max(seconds):.2f} s")


def test_a_game_of_up_to_20_moves_against_the_engine_at_a_second_a_move(page: PyodidePage) -> None:
    """The engine replies to each move with a legal one. The game may be over before move 20."""
    page.start_game("human", "modern", seconds=1)
    human, game = player_named("modern[Nodes=5000]"), Game()
    seconds: list[float] = []
    while len(seconds) < MOVES and not page.is_over():
        seconds.append(page.reply(choice(human, game), len(game.moves) + 1))
        if len(page.sans()) > len(game.moves):
            game.make(game.position.parse_san(page.sans()[-1]))
    print(f"modern: a median of {median(seconds[1:]):.2f} s a move, at most {max(seconds[1:]):.2f} s")
    assert len(page.sans()) == len(game.moves)
    assert len(seconds) == MOVES or page.is_over()
