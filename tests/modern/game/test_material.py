"""Captured pieces, and the balance of material."""

from __future__ import annotations

import pytest

from modern.game.material import balance, captured_pieces
from modern.players import Game
from modern.rules.fen import INITIAL_FEN
from modern.rules.typed_move import parse_typed_move


def played(moves: str, start: str = INITIAL_FEN) -> Game:
    game = Game(start)
    for text in moves.split():
        game.make(parse_typed_move(game.position, text))
    return game


@pytest.mark.parametrize(
    ("start", "moves", "white", "black", "ahead"),
    [
        (INITIAL_FEN, "e4 d5", "", "", 0),
        (INITIAL_FEN, "e4 d5 exd5 Qxd5", "p", "P", 0),
        (INITIAL_FEN, "e4 d5 exd5 Qxd5 Nc3 Qxd2 Qxd2", "qp", "PP", 8),
        (INITIAL_FEN, "e4 a6 e5 d5 exd6", "p", "", 1),  # en passant
        ("4k2r/6P1/8/8/8/8/8/4K3 w k - 0 1", "gxh8=N", "r", "", 3),
        ("4k3/8/8/8/8/8/q7/4K3 b - - 0 1", "", "", "", -9),
    ],
)
def test_the_captured_pieces_of_a_game(start: str, moves: str, white: str, black: str, ahead: int) -> None:
    game = played(moves, start)
    assert captured_pieces(game) == {"white": white, "black": black}
    assert balance(game.position) == ahead
