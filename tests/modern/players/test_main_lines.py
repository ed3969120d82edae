"""The openings that the levels know."""

from __future__ import annotations

from collections import Counter

import pytest

from modern.game.game import Game
from modern.players import MoveRequest, player_named
from modern.players.main_lines import KNOWN_PLIES, LINES, known_move
from modern.rules import Position

GAMES = [line.split() for line in LINES.split("\n") if line]


def test_every_line_is_legal_in_san_and_stands_here_once() -> None:
    for line in GAMES:
        position = Position()
        for san in line:
            move = position.parse_san(san)
            assert position.san(move) == san
            position.make(move)
    assert len({*map(tuple, GAMES)}) == len(GAMES)


def test_the_first_moves_are_those_that_people_play() -> None:
    first = Counter(known_move([], 2200, seed) for seed in range(1, 400))
    assert {*first} == {line[0] for line in GAMES}
    assert first["e4"] > first["d4"] > first["c4"]


@pytest.mark.parametrize(("elo", "plies"), [*KNOWN_PLIES.items(), (399, 0), (1999, 12), (3000, 16)])
def test_a_level_knows_as_many_plies_as_the_table_says(elo: int, plies: int) -> None:
    line = max(GAMES, key=len)
    known = [known_move(line[:ply], elo, 5) for ply in range(len(line))]
    assert all(known[:plies])
    assert not any(known[plies:])


def test_a_line_that_nobody_knows_ends_the_book() -> None:
    assert known_move(["a4"], 2200, 1) is None


def test_a_game_follows_a_line_from_the_initial_position_only() -> None:
    level = player_named("modern[UCI_Elo=2200,Seed=3]")
    game = Game()
    while len(game.moves) < 8:
        decision = level.decide(MoveRequest(game))
        assert decision.move is not None
        assert decision.nodes == 0
        game.make(decision.move)
    sans = [move.san for move in game.written_moves()]
    assert any(line[:8] == sans for line in GAMES)
    elsewhere = Game(Position.from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1").fen())
    assert level.decide(MoveRequest(elsewhere)).nodes > 0
