"""The benchmark of the 1994 program: replaying its recorded game, and self-play."""

from __future__ import annotations

from collections.abc import Sequence

import chess

from historic.study.replay import Ply, replay, self_play
from historic.study.sample_game import SAMPLE_GAME
from modern.bench.rates import Comparison
from modern.build import PROGRAM, build_mode

RECORD = "plies of the recorded game"
SELF_PLAY = "self-play plies"
SELF_PLAY_PLIES = 24
PEER = "python-chess, legal moves and replies"


def comparisons() -> list[Comparison]:
    """Returns comparisons with python-chess, which generates all legal moves and replies at the same positions."""
    program = f"historic, {build_mode(PROGRAM)}"
    game: list[str] = []

    def play_self() -> int:
        """Plays, and leaves the moves in `game` for the peer, which runs next."""
        plies = [ply for ply in self_play(plies=SELF_PLAY_PLIES) if isinstance(ply, Ply)]
        game[:] = [ply.thought.move or "" for ply in plies]
        return len(plies)

    return [
        Comparison(RECORD, len(SAMPLE_GAME), PEER, {program: _replay, PEER: lambda: _generate_along(SAMPLE_GAME)}),
        Comparison(SELF_PLAY, SELF_PLAY_PLIES, PEER, {program: play_self, PEER: lambda: _generate_along(game)}),
    ]


def _replay() -> int:
    return sum(1 for _ in replay())


def _generate_along(game: Sequence[str]) -> int:
    """Generates the legal moves and replies in each position of a game. Returns the number of plies."""
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
