"""Does the rule that draws a game on time agree with a search for helpmates?

    python benchmarks/cannot_mate.py CHA [--positions N] [--seed N]

CHA is the path of the Chess Unwinnability Analyzer (https://chasolver.org), which searches for a series of legal moves
that mates, or proves that there is none. The positions have kings and at most three more pieces a side. Each is asked
about for both sides, and the counts are those of the sides.
"""

from __future__ import annotations

import random
import subprocess
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import chess
import click

from modern.cli.shell import run_and_exit
from modern.game.game import SIDES
from modern.rules import Position


@click.command()
@click.argument("cha", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--positions", type=click.IntRange(1), default=60_000, show_default=True, help="Random positions.")
@click.option("--seed", type=click.IntRange(0), default=1994, show_default=True, help="Seed of the positions.")
def main(cha: Path, positions: int, seed: int) -> None:
    """Hold `Position.cannot_mate` beside the verdicts of CHA."""
    fens = list(islice(random_fens(random.Random(seed)), positions))
    asked = [(fen, side) for fen in fens for side in SIDES]
    lines = "".join(f"{fen} {side}\n" for fen, side in asked)
    answers = subprocess.run([cha], input=lines, capture_output=True, text=True, check=True).stdout.splitlines()
    verdicts = [line.split()[0] for line in answers if line.split(" ")[0] in ("winnable", "unwinnable", "undetermined")]
    counts: Counter[tuple[str, str]] = Counter()
    for (fen, side), verdict in zip(asked, verdicts, strict=True):
        ours = "cannot mate" if Position.from_fen(fen).cannot_mate(side) else "can mate"
        counts[ours, verdict] += 1
        if (ours, verdict) in (("cannot mate", "winnable"), ("can mate", "unwinnable")):
            click.echo(f"{ours}, CHA: {verdict}: {side} in {fen}")
    for (ours, verdict), count in sorted(counts.items()):
        click.echo(f"{count:7}  {ours}; CHA: {verdict}")


def random_fens(generator: random.Random) -> Iterator[str]:
    """Yields legal positions with few pieces, most of them minor ones, that are not over."""
    while True:
        board = chess.Board(None)
        board.turn = generator.random() < 0.5
        pieces = "Kk" + "".join(
            generator.choice(generator.choice(("NB", "NB", "PNBRQ")).translate(table))
            for table in ({}, {ord(letter): letter.lower() for letter in "PNBRQ"})
            for _ in range(generator.choice((0, 1, 1, 1, 2, 2, 3)))
        )
        for square, symbol in zip(generator.sample(range(64), len(pieces)), pieces, strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(symbol))
        if board.is_valid() and not board.is_game_over():
            yield board.fen()


if __name__ == "__main__":
    run_and_exit(main, "cannot_mate.py")
