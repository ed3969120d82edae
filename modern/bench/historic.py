"""How fast the program of 1994 replays its record here, and plays with itself."""

from __future__ import annotations

from collections.abc import Sequence

import chess

from historic.replay import Ply, replay, self_play
from historic.sample_game import SAMPLE_GAME
from modern.bench.rates import Comparison
from modern.build import PROGRAM, build_mode

RECORD = "plies of the record, thought about"
SELF_PLAY = "plies that the program plays with itself"
SELF_PLAY_PLIES = 24
PEER = "python-chess, moves and replies"


def comparisons() -> list[Comparison]:
    """The program, and python-chess walking over the legal moves and replies at the same positions."""
    who = f"historic, {build_mode(PROGRAM)}"
    game: list[str] = []

    def play_with_itself() -> int:
        """Leaves in `game` the moves that the peer, whose turn is next, walks along."""
        plies = [ply for ply in self_play(plies=SELF_PLAY_PLIES) if isinstance(ply, Ply)]
        game[:] = [ply.thought.move or "" for ply in plies]
        return len(plies)

    return [
        Comparison(RECORD, len(SAMPLE_GAME), PEER, {who: _replay, PEER: lambda: _walk(SAMPLE_GAME)}),
        Comparison(SELF_PLAY, SELF_PLAY_PLIES, PEER, {who: play_with_itself, PEER: lambda: _walk(game)}),
    ]


def _replay() -> int:
    return sum(1 for _ in replay())


def _walk(game: Sequence[str]) -> int:
    board = chess.Board()
    for played in game:
        for move in list(board.legal_moves):
            board.push(move)
            for reply in list(board.legal_moves):
                board.push(reply)
                board.pop()
            board.pop()
        board.push_uci(played)
    return len(game)
