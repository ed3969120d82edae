"""The count of the files and functions of a command."""

from __future__ import annotations

from pathlib import Path

import roads

from modern.game.game import Game


def test_a_road_has_the_bodies_of_our_functions_and_nothing_else() -> None:
    functions: set[roads.Function] = set()
    with roads.counted_in(functions):
        Path("x").with_suffix(".pgn")
        Game(moves=["e2e4"])
    names = {(file, name) for file, name, _ in functions}
    assert {("modern/game/game.py", "__init__"), ("modern/game/game.py", "add")} <= names
    assert ("modern/game/game.py", "take_back") not in names
    assert all(file.startswith(("modern/", "historic/")) and not name.startswith("<") for file, name in names)


def test_only_the_second_run_counts() -> None:
    first, second = roads.road(["perft", "1"], ""), roads.road(["perft", "1"], "")
    assert first == second
    assert any(name == "perft" for _, name, _ in first)
