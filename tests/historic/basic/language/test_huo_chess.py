"""Huo Chess 0.9 in this BASIC plays as it does when QB64 compiles it. The file is not stored; GOSUB_HUOC names it."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from basic_runs import Keys, Paper, text_of
from huo_listing import huoc_path, needs_huoc

from historic.basic.language import CompiledListing, LineError, ListingRun, compile_listing
from historic.basic.language.errors import INPUT_PAST_END
from historic.basic.language.parsing import read_listing
from historic.machine.screen import Screen

REPLIES = Path(__file__).parents[3] / "data" / "huo-replies.json"
BOOK = "Huo Chess Opening Book"


class AnyKey(Keys):
    """A keyboard on which lines are typed at INPUT, and any key is pressed where one is waited for."""

    def key(self) -> str:
        return " "


@cache
def huoc() -> CompiledListing:
    return compile_listing(read_listing(huoc_path()))


def games(depth: int) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = [game for game in json.loads(REPLIES.read_text())["games"] if game["depth"] == depth]
    assert found
    return found


def run_of(lines: list[str], folder: Path) -> ListingRun:
    return ListingRun(huoc(), Screen(AnyKey(lines=lines), Paper()), folder=folder)


def played(lines: list[str], folder: Path) -> ListingRun:
    """Returns a run that has ended where it waits for more lines."""
    run = run_of(lines, folder)
    with pytest.raises(LineError) as ended:
        run.run()
    assert ended.value.code == INPUT_PAST_END, ended.value
    return run


def assert_replies(game: dict[str, Any], folder: Path, moves: int = 1000) -> None:
    """Plays a game until the moves typed are all used, and compares Huo's moves and the node counts of the last one."""
    plies, counters = game["plies"][:moves], game["counters"][:moves]
    typed = ["b" if game["huo"] == "white" else "w", str(game["depth"]), *(ply[0] for ply in plies if ply[0])]
    run = played(typed, folder)
    replies = ["".join(parts) for parts in re.findall(r"My move: (\w) (\d) -> (\w) (\d)", text_of(run))]
    assert replies == [ply[1][:4] for ply in plies]
    # Each counter is one more than the number of nodes.
    assert [run.get(f"NODELEVEL_{level}_COUNT&") for level in range(5)] == [count + 1 for count in counters[-1]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with an empty opening book: the program stops without one."""
    (tmp_path / BOOK).mkdir()
    return tmp_path


@needs_huoc
def test_a_game_at_depth_1(folder: Path) -> None:
    assert_replies(games(1)[0], folder)


@needs_huoc
@pytest.mark.slow
def test_all_games_at_depth_1(folder: Path) -> None:
    for game in games(1):
        assert_replies(game, folder)


@needs_huoc
@pytest.mark.slow
@pytest.mark.parametrize("color", ["black", "white"])
def test_the_first_two_moves_at_depth_3(color: str, folder: Path) -> None:
    assert_replies(next(game for game in games(3) if game["huo"] == color), folder, moves=2)


@needs_huoc
def test_a_move_from_the_opening_book_is_played_without_a_think(folder: Path) -> None:
    back = ["rook", "knight", "bishop", "queen", "king", "bishop", "knight", "rook"]
    squares = [text for piece in back for text in (f"w{piece}", "wpawn", "", "", "", "", "bpawn", f"b{piece}")]
    lines = [*(f'"{text}"' for text in squares), '"Suggested Move"', "7", "1", "8", "3"]
    (folder / BOOK / "Opening1.txt").write_text("\r\n".join(lines) + "\r\n")
    assert "My move: g 1 -> h 3" in text_of(played(["b", "1"], folder))


@needs_huoc
def test_without_a_book_the_program_ends_where_the_original_does(tmp_path: Path) -> None:
    with pytest.raises(LineError) as ended:
        run_of(["w", "1"], tmp_path).run()
    assert (ended.value.code, ended.value.line) == (76, 155)
