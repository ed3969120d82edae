from __future__ import annotations

import random

import pytest
from small_network import positions_of_rich_games, random_weights, score_by_hand

from modern.engine.network.network import Network
from modern.rules import Move, Position

WEIGHTS = random_weights(16, tempo_neurons=8)


@pytest.mark.parametrize("seed", range(3))
def test_the_sums_of_a_game_are_those_computed_from_scratch(seed: int) -> None:
    network, rng = Network(WEIGHTS), random.Random(seed)
    rights = set()
    for count, position in enumerate(positions_of_rich_games(3, seed)):
        # Not every position is evaluated: after one that is not, the sums are refreshed, otherwise updated.
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
        (
            "a king that moves back and forth",
            "4k3/8/8/8/8/8/PP6/4K3 w - - 0 1",
            "e1d1 e8d8 d1e1 d8e8 e1d1 e8d8 d1e1 d8e8",
        ),
        ("captures", "r3k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8 e8d7 a8a7 d7e6"),
    ],
)
@pytest.mark.parametrize("interval", [1, 3])
def test_every_kind_of_move_can_be_made_and_unmade(kind: str, fen: str, moves: str, interval: int) -> None:
    network, position = Network(WEIGHTS), Position(fen)
    assert network.plain_score(position) == score_by_hand(WEIGHTS, position)
    for count, move in enumerate(moves.split()):
        position.make(Move.from_uci(move))
        if count % interval == 0:
            assert network.plain_score(position) == score_by_hand(WEIGHTS, position)
    while position.ply:
        position.unmake()
        assert network.plain_score(position) == score_by_hand(WEIGHTS, position)


def test_the_score_after_a_null_move_is_that_for_the_other_side() -> None:
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


@pytest.mark.parametrize(
    ("kind", "fen", "move", "updated"),
    [
        ("a quiet move", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", (True, True)),
        ("a capture", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", (True, True)),
        ("White's king crosses the middle", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e1d1", (False, True)),
        ("Black's king crosses the middle", "3k4/8/8/8/8/8/4P3/4K3 b - - 0 1", "d8e8", (True, False)),
    ],
)
def test_sums_are_updated_from_the_parents_unless_the_king_crosses_the_middle(
    kind: str, fen: str, move: str, updated: tuple[bool, bool]
) -> None:
    accumulators, position = Network(WEIGHTS).accumulators, Position(fen)

    def places_of(entry: int) -> list[int]:
        """Returns where the sums of White's and of Black's perspective begin."""
        return [accumulators.words * (2 * entry + side) for side in (0, 1)]

    for place in places_of(accumulators.entry_of(position)):
        accumulators.values[place] += 1  # a mark: the first neuron's sum is wrong by 1
    position.make(Move.from_uci(move))
    fresh = Network(WEIGHTS).accumulators
    assert fresh.entry_of(position) == accumulators.entry_of(position)
    differences = [
        (accumulators.values[place] - fresh.values[place]) % 2**64 for place in places_of(fresh.entry_of(position))
    ]
    assert differences == [int(is_updated) for is_updated in updated]


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


def test_a_game_may_be_longer_than_the_table_of_sums() -> None:
    network, position = Network(WEIGHTS), Position()
    for count in range(300):
        position.make(Move.from_uci(("g1f3", "g8f6", "f3g1", "f6g8")[count % 4]))
        if count % 37 == 0 or count > 296:
            assert network.plain_score(position) == score_by_hand(WEIGHTS, position)
