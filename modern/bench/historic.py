"""How fast the program of 1994 replays its record here."""

from __future__ import annotations

import chess

from historic.replay import replay
from historic.sample_game import SAMPLE_GAME
from modern.bench.rates import Contender

WHAT = "plies of the record, thought about"
PROGRAM = "historic"
PEER = "python-chess, the same two half-moves without scores"


def contenders() -> dict[str, Contender]:
    """The program, and python-chess walking over the legal moves and replies at the same 23 positions."""
    return {PROGRAM: _think, PEER: _walk}


def _think() -> int:
    return sum(1 for _ in replay())


def _walk() -> int:
    board = chess.Board()
    for played in SAMPLE_GAME:
        for move in list(board.legal_moves):
            board.push(move)
            for reply in list(board.legal_moves):
                board.push(reply)
                board.pop()
            board.pop()
        board.push_uci(played)
    return len(SAMPLE_GAME)
