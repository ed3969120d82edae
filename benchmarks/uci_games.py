"""Plays games over UCI with python-chess as the GUI: `python benchmarks/uci_games.py --games 200`.

Two `gosub uci` processes play each other, and this script runs the clock. It exits with code 1 after a loss on time, an
illegal move, a crash or any other breach of the protocol.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Iterator

import chess
import chess.engine
import click
from matches import GOSUB

#: The number of random plies before each game.
OPENING_PLIES = 6
#: An engine that has not answered after this many seconds is considered dead.
TIMEOUT = 120.0


def games(player: str, count: int, seconds: float, increment: float, seed: int = 1994) -> Iterator[str]:
    """Plays games and yields how each ended: `checkmate`, `threefold repetition`, .., or `forfeit: ..`.

    The same two processes play all games. Raises chess.engine.EngineError if one breaks the protocol.
    """
    command = [GOSUB, "uci", "--player", player]
    rng = random.Random(seed)
    with (
        chess.engine.SimpleEngine.popen_uci(command, timeout=TIMEOUT) as white,
        chess.engine.SimpleEngine.popen_uci(command, timeout=TIMEOUT) as black,
    ):
        for number in range(count):
            players = {chess.WHITE: white, chess.BLACK: black}
            if number % 2:
                players = {chess.WHITE: black, chess.BLACK: white}
            yield game(players, opening(rng), number, seconds, increment)


def opening(rng: random.Random) -> chess.Board:
    """Returns the board after OPENING_PLIES random plies."""
    board = chess.Board()
    for _ in range(OPENING_PLIES):
        board.push(rng.choice(list(board.legal_moves)))
    return board


def game(
    players: dict[chess.Color, chess.engine.SimpleEngine],
    board: chess.Board,
    number: int,
    seconds: float,
    increment: float,
) -> str:
    """Plays a game. Returns how it ended."""
    clocks = {chess.WHITE: seconds, chess.BLACK: seconds}
    while (outcome := board.outcome(claim_draw=True)) is None:
        limit = chess.engine.Limit(
            white_clock=clocks[chess.WHITE], black_clock=clocks[chess.BLACK], white_inc=increment, black_inc=increment
        )
        start = time.perf_counter()
        played = players[board.turn].play(board, limit, game=number, info=chess.engine.INFO_ALL)
        used = time.perf_counter() - start
        if used > clocks[board.turn]:
            return f"forfeit: {used:.3f} s used of {clocks[board.turn]:.3f} s"
        clocks[board.turn] += increment - used
        assert played.move is not None
        board.push(played.move)
    return outcome.termination.name.lower().replace("_", " ")


@click.command()
@click.option("--player", default="modern", show_default=True)
@click.option("--games", "count", default=200, show_default=True)
@click.option("--seconds", default=1.0, show_default=True)
@click.option("--increment", default=0.01, show_default=True, help="Seconds per move.")
@click.option("--seed", default=1994, show_default=True)
def main(player: str, count: int, seconds: float, increment: float, seed: int) -> None:
    """Play games over UCI and count how they end."""
    start = time.perf_counter()
    endings: Counter[str] = Counter()
    for number, ending in enumerate(games(player, count, seconds, increment, seed), 1):
        endings[ending] += 1
        if number % 20 == 0 or number == count:
            click.echo(f"{number} games, {time.perf_counter() - start:.0f} s: {dict(endings)}")
    sys.exit(any(ending.startswith("forfeit") for ending in endings))


if __name__ == "__main__":
    main()
