"""The random mover: legal moves only, all of them, and the same ones again with the same seed."""

from __future__ import annotations

from collections import Counter

import chess
from hypothesis import given, settings
from scenarios import random_boards

from modern.limits import Limits
from modern.players import Game, MoveRequest, player_named
from modern.rules import Move

STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
#: White may promote in four ways, or move its king.
FEW_MOVES = "8/P6k/8/8/8/8/8/K7 w - - 0 1"
FEW = {move.uci() for move in chess.Board(FEW_MOVES).legal_moves}
SHUFFLE = "g1f3 g8f6 f3g1 f6g8"


def move_of(fen: str = chess.STARTING_FEN, moves: str = "", seed: int = 1, only: str = "") -> str:
    limits = Limits(only=tuple(map(Move.from_uci, only.split())))
    player = player_named(f"random[Seed={seed}]")
    return str(player.decide(MoveRequest(Game(fen, moves.split()), limits)).move)


@settings(max_examples=20)
@given(random_boards())
def test_its_move_is_legal_and_the_same_again(board: chess.Board) -> None:
    moves = {move_of(board.fen()) for _ in range(2)}
    assert moves <= {move.uci() for move in board.legal_moves} or (moves == {"None"} and board.is_game_over())
    assert len(moves) == 1


def test_every_legal_move_is_played_sooner_or_later() -> None:
    counts = Counter(move_of(FEW_MOVES, seed=seed) for seed in range(400))
    assert set(counts) == FEW
    assert max(counts.values()) < 2 * min(counts.values())


def test_the_moves_of_a_seed_stay_those_of_this_table() -> None:
    """The games that were measured can be played again, in both builds and in every Python."""
    assert [move_of(seed=seed) for seed in range(6)] == ["c2c3", "c2c3", "g1f3", "b2b3", "a2a4", "b1c3"]


def test_a_position_that_comes_again_may_get_another_move() -> None:
    assert len({move_of(moves=" ".join([SHUFFLE] * times)) for times in range(3)}) > 1


def test_it_plays_what_it_is_told_to_choose_from() -> None:
    assert {move_of(only="a2a3 h2h4", seed=seed) for seed in range(20)} == {"a2a3", "h2h4"}
