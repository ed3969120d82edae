from __future__ import annotations

import random

import pytest
from small_network import positions_of_rich_games, random_weights, score_by_hand

from modern.engine.network.network import Network
from modern.rules import Move, Position

WEIGHTS = random_weights(8)


@pytest.mark.parametrize("seed", range(3))
def test_sums_carried_along_a_game_are_those_computed_anew(seed: int) -> None:
    network, rng = Network(WEIGHTS), random.Random(seed)
    rights = set()
    for count, position in enumerate(positions_of_rich_games(3, seed)):
        # Not every position is evaluated, so a few moves are often made up for at once.
        if rng.random() < 0.6:
            score = network.plain_score(position)
            if count % 2 == 0:
                assert score == score_by_hand(WEIGHTS, position)
        rights.add(position.castling_rights)
    assert len(rights) > 1


@pytest.mark.parametrize(
    ("kind", "fen", "moves"),
    [
        ("castling", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1 e8c8"),
        ("castling to the other half", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1 e8g8"),
        ("en passant", "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5 e5d6"),
        ("a promotion with capture", "1n2k3/P7/8/8/8/8/p7/1N2K3 w - - 0 1", "a7b8q e8e7 b8a7 e7e6 a7a2"),
        ("a king that goes to and fro", "4k3/8/8/8/8/8/PP6/4K3 w - - 0 1", "e1d1 e8d8 d1e1 d8e8 e1d1 e8d8 d1e1 d8e8"),
        ("captures", "r3k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8 e8d7 a8a7 d7e6"),
    ],
)
@pytest.mark.parametrize("interval", [1, 3])
def test_every_kind_of_move_is_carried_on_there_and_back(kind: str, fen: str, moves: str, interval: int) -> None:
    network, position = Network(WEIGHTS), Position(fen)
    assert network.plain_score(position) == score_by_hand(WEIGHTS, position)
    for count, move in enumerate(moves.split()):
        position.make(Move.from_uci(move))
        if count % interval == 0:
            assert network.plain_score(position) == score_by_hand(WEIGHTS, position)
    while position.ply:
        position.unmake()
        assert network.plain_score(position) == score_by_hand(WEIGHTS, position)


def test_a_null_move_changes_whose_view_counts() -> None:
    network, position = Network(WEIGHTS), Position()
    position.make(Move.from_uci("e2e4"))
    network.plain_score(position)
    position.make_null()
    assert network.plain_score(position) == score_by_hand(WEIGHTS, position)
    position.make(Move.from_uci("d2d4"))
    assert network.plain_score(position) == score_by_hand(WEIGHTS, position)
    position.unmake()
    position.unmake_null()
    assert network.plain_score(position) == score_by_hand(WEIGHTS, position)


def test_other_lines_from_the_same_position_do_not_disturb_each_other() -> None:
    network, position, rng = Network(WEIGHTS), Position(), random.Random(7)

    def explore(depth: int) -> None:
        if rng.random() < 0.7:
            assert network.plain_score(position) == score_by_hand(WEIGHTS, position)
        moves = position.legal_moves()
        for move in rng.sample(moves, min(3, len(moves))) if depth else ():
            position.make(move)
            explore(depth - 1)
            position.unmake()

    explore(4)


def test_positions_of_different_games_do_not_disturb_each_other() -> None:
    network = Network(WEIGHTS)
    for first, second in zip(positions_of_rich_games(1, 21), positions_of_rich_games(1, 22), strict=False):
        for position in (first, second):
            assert network.plain_score(position) == score_by_hand(WEIGHTS, position)


def test_a_game_longer_than_the_table_of_sums_goes_on() -> None:
    network, position = Network(WEIGHTS), Position()
    for count in range(300):
        position.make(Move.from_uci(("g1f3", "g8f6", "f3g1", "f6g8")[count % 4]))
        if count % 37 == 0 or count > 296:
            assert network.plain_score(position) == score_by_hand(WEIGHTS, position)
