"""How the search changes with its length: depth and branching factor beside Stockfish's, and what happens inside.

    python benchmarks/scaling.py depths [--positions N] [--nodes N]...
    python benchmarks/scaling.py inside [--positions N] [--nodes N]...
    python benchmarks/scaling.py leaves [--positions N] [--nodes N]...

`depths` searches balanced positions with this engine and with Stockfish, and prints how deep each gets. `inside` needs
the interpreted build, because it counts in the middle of the search. `leaves` takes quiet leaves of such searches, and
compares the static evaluations of both engines with a search of Stockfish. Each prints a Markdown table.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any, Final
from unittest.mock import patch

import chess
import chess.engine
import click
from matches import GOSUB, OPENINGS
from node_odds import STOCKFISH

from modern.build import ENGINE, build_mode
from modern.cli.output import progress_bar
from modern.cli.shell import run_and_exit
from modern.engine import search
from modern.engine.engine import NETWORK, Engine
from modern.engine.history import MAX_HISTORY
from modern.engine.node_counter import NodeCounter
from modern.engine.pruning import late_move_reduction
from modern.engine.quiescence import QuiescenceSearch
from modern.engine.transposition import NO_ENTRY, SEGMENT_BITS, SEGMENT_MASK, TranspositionTable
from modern.limits import Limits
from modern.players.modern import shown_centipawns
from modern.rules import Position
from modern.rules.fen import fen_of

NODES: Final = (10_000, 100_000, 1_000_000)
#: A later move is one after this many.
LATER: Final = 10
#: A history entry is saturated if it has this share of the largest value.
SATURATED: Final = 0.9
#: The sampled quiet leaves of a search, the nodes of the search that judges them, and the score, in centipawns, beyond
#: which a position is decided and says nothing about an evaluation.
LEAVES, JUDGE_NODES, DECIDED = 25, 100_000, 600
#: The iterations over which a branching factor is averaged.
ITERATIONS: Final = 4


@dataclass
class Counts:
    """What happened in searches: nodes, those of the quiescence search among them, probes of the table and hits, stores
    and those that overwrote another position's entry; the reductions in plies of late moves, by whether the move comes
    after the first LATER; and for each search the shares, in percent, of the history that is saturated and of the table
    that is in use."""

    nodes: int = 0
    quiescence: int = 0
    probes: int = 0
    hits: int = 0
    stores: int = 0
    overwrites: int = 0
    reductions: dict[bool, list[int]] = field(default_factory=lambda: {False: [], True: []})
    saturated: list[float] = field(default_factory=list)
    used: list[float] = field(default_factory=list)


@click.group()
def main() -> None:
    """Measure how the search changes with its length."""


def positions_option(default: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Returns the option for the number of positions."""
    help_text = "Number of balanced positions."
    return click.option("--positions", type=click.IntRange(1, 400), default=default, show_default=True, help=help_text)


NODES_OPTION: Final = click.option(
    "--nodes", "lengths", type=click.IntRange(1), multiple=True, default=NODES, show_default=True, help="Nodes."
)


def balanced_positions(count: int) -> list[str]:
    """Returns FENs that are spread evenly over the balanced openings."""
    boards = [chess.Board.from_epd(line)[0] for line in OPENINGS.read_text(encoding="utf-8").splitlines()]
    return [boards[index * len(boards) // count].fen() for index in range(count)]


@main.command()
@positions_option(40)
@NODES_OPTION
def depths(positions: int, lengths: Sequence[int]) -> None:
    """Compare depth and branching factor with Stockfish's."""
    fens = balanced_positions(positions)
    click.echo("| engine | nodes | depth | longest line | branching factor |\n|---|---|---|---|---|")
    for name, command in (("modern", [GOSUB, "uci"]), ("Stockfish", [STOCKFISH])):
        with chess.engine.SimpleEngine.popen_uci(command) as engine:
            for nodes in lengths:
                found = [depth_of_search(engine, chess.Board(fen), nodes) for fen in fens]
                depth, longest, factor = (fmean(values) for values in zip(*found, strict=True))
                click.echo(f"| {name} | {nodes:,} | {depth:.1f} | {longest:.1f} | {factor:.2f} |")


def depth_of_search(engine: chess.engine.SimpleEngine, board: chess.Board, nodes: int) -> tuple[int, int, float]:
    """Returns the depth of the last complete iteration, the longest line, both in plies, and the branching factor: the
    geometric mean of the growth of the nodes in the last ITERATIONS iterations."""
    spent: dict[int, int] = {}
    longest = 0
    with engine.analysis(board, chess.engine.Limit(nodes=nodes), game=object()) as analysis:
        for info in analysis:
            longest = max(longest, info.get("seldepth", 0))
            if "score" in info and not info.get("lowerbound") and not info.get("upperbound"):
                spent[info["depth"]] = info["nodes"]
    last = max(spent)
    first = max(last - ITERATIONS, min(spent))
    return last, longest, (spent[last] / spent[first]) ** (1 / max(1, last - first))


@main.command()
@positions_option(8)
@NODES_OPTION
def inside(positions: int, lengths: Sequence[int]) -> None:
    """Count what happens in the search (interpreted build)."""
    must_be_interpreted()
    click.echo(
        "| nodes | quiescence, % | hits, % of probes | overwrites, % of stores | table in use, % |"
        " reduction of moves 2 to 10, plies | of later ones | history saturated, % |\n|---|---|---|---|---|---|---|---|"
    )
    for nodes in lengths:
        counts = Counts()
        with counted(counts), progress_bar(f"{nodes:,} nodes", positions) as advance:
            for fen in balanced_positions(positions):
                engine = engine_for(nodes, fen)
                counts.saturated.append(saturated_share([*engine.history.butterfly]))
                counts.used.append(engine.table.hashfull() / 10)
                advance("")
        click.echo(row_of(nodes, counts))


def must_be_interpreted() -> None:
    """Raises ClickException in the compiled build, in which nothing can be counted."""
    if build_mode(ENGINE) != "interpreted":
        raise click.ClickException("this needs the interpreted build: GOSUB_PURE=1 pip install -e .")


def engine_for(nodes: int, fen: str) -> Engine:
    """Returns an engine that has searched a position."""
    engine = Engine()
    engine.evaluate_with(NETWORK)
    engine.think(Position(fen), Limits(nodes=nodes))
    return engine


def saturated_share(table: Sequence[int]) -> float:
    """Returns the share of a history table's entries that are not 0 and saturated, in percent."""
    values = [abs(value) for value in table if value]
    return 100 * fmean(value >= SATURATED * int(MAX_HISTORY) for value in values) if values else 0.0


def row_of(nodes: int, counts: Counts) -> str:
    """Returns the row of a Markdown table."""
    early, late = (fmean(counts.reductions[later] or [0]) for later in (False, True))
    return (
        f"| {nodes:,} | {100 * counts.quiescence / counts.nodes:.0f} | {100 * counts.hits / counts.probes:.0f} |"
        f" {100 * counts.overwrites / counts.stores:.1f} |"
        f" {fmean(counts.used):.0f} |"
        f" {early:.2f} | {late:.2f} | {fmean(counts.saturated):.1f} |"
    )


@contextmanager
def counted(counts: Counts) -> Iterator[None]:
    """Counts what happens in the searches meanwhile."""
    probe, store, visit = TranspositionTable.probe, TranspositionTable.store, NodeCounter.visit
    quiesce, reduction_of = QuiescenceSearch.quiesce, late_move_reduction

    def counted_probe(table: TranspositionTable, key: int) -> int:
        entry = probe(table, key)
        counts.probes += 1
        counts.hits += entry != NO_ENTRY
        return entry

    def counted_store(table: TranspositionTable, key: int, *values: int) -> None:
        bucket = key & table.bucket_mask
        words = table.segments[bucket >> SEGMENT_BITS]
        target = table._entry_to_replace(words, bucket & SEGMENT_MASK, key)
        counts.stores += 1
        if words[target + 1] != NO_ENTRY and words[target] != key:
            counts.overwrites += 1
        store(table, key, *values)

    def counted_visit(counter: NodeCounter, ply: int) -> None:
        counts.nodes += 1
        visit(counter, ply)

    def counted_quiesce(quiescence: QuiescenceSearch, alpha: int, beta: int, ply: int) -> int:
        counts.quiescence += 1
        return quiesce(quiescence, alpha, beta, ply)

    def counted_reduction(depth: int, move_number: int, *rest: Any) -> int:
        plies = reduction_of(depth, move_number, *rest)
        counts.reductions[move_number > LATER].append(plies)
        return plies

    with (
        patch.object(TranspositionTable, "probe", counted_probe),
        patch.object(TranspositionTable, "store", counted_store),
        patch.object(NodeCounter, "visit", counted_visit),
        patch.object(QuiescenceSearch, "quiesce", counted_quiesce),
        patch.object(search, "late_move_reduction", counted_reduction),
    ):
        yield


@main.command()
@positions_option(8)
@NODES_OPTION
def leaves(positions: int, lengths: Sequence[int]) -> None:
    """Compare the static evaluation at quiet leaves with a search of Stockfish (interpreted build)."""
    must_be_interpreted()
    click.echo("| nodes | leaves | error of the network, centipawns | of Stockfish with one node |\n|---|---|---|---|")
    with chess.engine.SimpleEngine.popen_uci(STOCKFISH) as judge:
        for nodes in lengths:
            errors: list[tuple[int, int]] = []
            with progress_bar(f"{nodes:,} nodes", positions) as advance:
                for fen in balanced_positions(positions):
                    errors += errors_of(judge, quiet_leaves(nodes, fen))
                    advance("")
            ours, theirs = (fmean(values) for values in zip(*errors, strict=True))
            click.echo(f"| {nodes:,} | {len(errors)} | {ours:.0f} | {theirs:.0f} |")


def quiet_leaves(nodes: int, fen: str) -> list[tuple[str, int]]:
    """Returns LEAVES leaves of a search, picked at random, at which the side to move stood pat and no capture was
    better: their FENs and static evaluations, in centipawns for the side to move."""
    found: list[tuple[str, int]] = []
    seen = 0
    generator = random.Random(nodes)
    quiesce = QuiescenceSearch.quiesce

    def noted_quiesce(quiescence: QuiescenceSearch, alpha: int, beta: int, ply: int) -> int:
        nonlocal seen
        score = quiesce(quiescence, alpha, beta, ply)
        stack = quiescence.stack
        if stack.in_check[ply] == 0 and score == stack.evaluate():
            seen += 1
            place = generator.randrange(seen)  # reservoir sampling
            if place < LEAVES:
                leaf = (fen_of(stack.board), int(score))
                found[place : place + 1] = [leaf]
        return score

    with patch.object(QuiescenceSearch, "quiesce", noted_quiesce):
        engine_for(nodes, fen)
    return found


def errors_of(judge: chess.engine.SimpleEngine, found: Sequence[tuple[str, int]]) -> Iterator[tuple[int, int]]:
    """Yields for each leaf that is not decided how far the network and a search of one node are from one of
    JUDGE_NODES, in centipawns."""
    for fen, ours in found:
        quick, thorough = (
            judge.analyse(chess.Board(fen), chess.engine.Limit(nodes=nodes), game=object())["score"].relative
            for nodes in (1, JUDGE_NODES)
        )
        true, first = thorough.score(mate_score=10_000), quick.score(mate_score=10_000)
        if abs(true) <= DECIDED:
            yield abs(shown_centipawns(ours) - true), abs(first - true)


if __name__ == "__main__":
    run_and_exit(main, "scaling.py")
