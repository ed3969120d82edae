"""Does the engine play small endings as the tablebases do?

    python benchmarks/endings.py TABLES [--ending NAME]... [--positions N] [--games N] [--nodes N]

TABLES is a folder with Syzygy tables of three and four pieces, as in data/syzygy/regular of python-chess's repository.
A row has two figures. The first is the share of moves that keep the table's result, win, draw or loss, at random
positions in which at least one move gives it away. The second is the share of won positions that the engine mates from
against a defender who plays by the tables.

https://github.com/syzygy1/tb
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Final

import chess
import chess.syzygy
import click

from modern.cli.output import progress_bar
from modern.cli.shell import run_and_exit
from modern.engine.engine import DEFAULT_EVALUATION, Engine
from modern.game.game import Game
from modern.limits import Limits

#: The endings of the measurement, in the tables' notation: White's pieces, then Black's.
ENDINGS: Final = ("KPvK", "KRvKP", "KQvKP", "KBNvK")
#: The size of the engine's transposition table, in MiB.
HASH: Final = 16
#: The tables' value of a win for the side to move that the fifty-move rule does not stop.
WIN: Final = 2


@click.command()
@click.argument("tables", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--ending", "names", multiple=True, type=click.Choice(ENDINGS), help="Measure this one; may be repeated.")
@click.option("--positions", type=click.IntRange(1), default=400, show_default=True, help="Positions of each ending.")
@click.option("--games", type=click.IntRange(1), default=40, show_default=True, help="Games of each ending.")
@click.option("--nodes", type=click.IntRange(1), default=5000, show_default=True, help="Nodes per move.")
@click.option("--seed", type=click.IntRange(0), default=1994, show_default=True, help="Seed of the positions.")
def main(tables: Path, names: tuple[str, ...], positions: int, games: int, nodes: int, seed: int) -> None:
    """Hold the engine's play in small endings beside the Syzygy tables of the folder TABLES."""
    absent = [name for name in ENDINGS if not all((tables / f"{name}.{kind}").is_file() for kind in ("rtbw", "rtbz"))]
    if absent:
        expected = f"{absent[0]}.rtbw and {absent[0]}.rtbz"
        raise click.BadParameter(f"{tables} has no tables of {', '.join(absent)}; expected {expected}")
    click.echo("| ending | moves that keep the result | won positions that are won |\n|---|---|---|")
    with chess.syzygy.open_tablebase(str(tables)) as known:
        for name in names or ENDINGS:
            found = random_positions(name, random.Random(seed))
            choices = islice((board for board in found if may_err(board, known)), positions)
            starts = islice((board for board in found if board.turn and known.probe_wdl(board) == WIN), games)
            with progress_bar(name, positions + games) as advance:
                kept = count((keeps_result(board, nodes, known) for board in choices), advance)
                won = count((is_won(board, nodes, known) for board in starts), advance)
            click.echo(f"| {name} | {kept} of {positions} | {won} of {games} |")


def count(results: Iterable[bool], advance: Callable[[str], None]) -> int:
    """Returns how many of the results are True. `advance` is called after each."""
    total = 0
    for result in results:
        total += result
        advance(f"{total} so far")
    return total


def random_positions(ending: str, generator: random.Random) -> Iterator[chess.Board]:
    """Yields random legal positions of an ending, with either side to move, that are not over."""
    white, black = ending.split("v")
    pieces = [chess.Piece.from_symbol(symbol) for symbol in white + black.lower()]
    while True:
        board = chess.Board(None)
        board.turn = generator.random() < 0.5
        for square, piece in zip(generator.sample(range(64), len(pieces)), pieces, strict=True):
            board.set_piece_at(square, piece)
        if board.is_valid() and not board.is_game_over():
            yield board


def values_of_moves(board: chess.Board, tables: chess.syzygy.Tablebase) -> dict[chess.Move, int]:
    """Returns the result after each legal move, for the side that moves: from -2, a loss, to WIN."""
    values = {}
    for move in board.legal_moves:
        board.push(move)
        values[move] = -tables.probe_wdl(board)
        board.pop()
    return values


def may_err(board: chess.Board, tables: chess.syzygy.Tablebase) -> bool:
    """Returns True if some legal moves keep the result of a position, and others do not."""
    return len(set(values_of_moves(board, tables).values())) > 1


def new_engine() -> Engine:
    """Returns an engine that evaluates as it plays."""
    engine = Engine(HASH)
    engine.evaluate_with(DEFAULT_EVALUATION)
    return engine


def move_of(engine: Engine, board: chess.Board, nodes: int) -> chess.Move:
    """Returns the engine's move, which it chooses with the moves before this position in view."""
    game = Game(board.root().fen(), map(str, board.move_stack))
    report = engine.think(game.position, Limits(nodes=nodes))
    assert report is not None
    return chess.Move.from_uci(str(report.pv[0]))


def keeps_result(board: chess.Board, nodes: int, tables: chess.syzygy.Tablebase) -> bool:
    """Returns True if the engine's move keeps the result of a position."""
    values = values_of_moves(board, tables)
    return values[move_of(new_engine(), board, nodes)] == max(values.values())


def is_won(board: chess.Board, nodes: int, tables: chess.syzygy.Tablebase) -> bool:
    """Returns True if the engine, which is White, mates a defender who plays by the tables.

    The defender loses no faster than it must: of its best moves it plays one after which White's next capture, pawn
    move or mate is farthest away. A draw by repetition or by the fifty-move rule ends the game.
    """
    engine = new_engine()
    while not (board.is_game_over() or board.is_repetition() or board.is_fifty_moves()):
        board.push(move_of(engine, board, nodes) if board.turn else defence(board, tables))
    return board.is_checkmate()


def defence(board: chess.Board, tables: chess.syzygy.Tablebase) -> chess.Move:
    """Returns the move that the tables play for the side that should lose."""

    def after(move: chess.Move) -> tuple[int, int]:
        board.push(move)
        value, distance = tables.probe_wdl(board), tables.probe_dtz(board)
        board.pop()
        return -value, distance

    return max(board.legal_moves, key=after)


if __name__ == "__main__":
    run_and_exit(main, "endings.py")
