"""`gosub perft`: counts the lines of legal moves from a position."""

from __future__ import annotations

import json
import time

import click

from modern.build import RULES, build_mode
from modern.cli.options import WholeNumberRange, position_option
from modern.cli.output import MIN_MEASURABLE_SECONDS, progress
from modern.cli.shell import EXIT_INTERRUPTED, Command, echo
from modern.cli.typed_game import typed_fen, usage_errors
from modern.rules import Position
from modern.rules.perft import iterate_divide


@click.command(cls=Command)
@click.argument("depth", type=WholeNumberRange(0, 50))
@position_option()
@click.option("--divide", is_flag=True, help="Show how many lines begin with each move.")
@click.option("--json", "as_json", is_flag=True, help="Print the counts as one JSON object.")
@click.pass_context
def perft(ctx: click.Context, depth: int, fen: str | None, divide: bool, as_json: bool) -> None:
    """Count the lines of DEPTH legal moves from a position. The moves of the last ply are counted but not made."""
    with usage_errors():
        position = Position.from_fen(typed_fen(fen))
    counted: dict[str, int] = {}
    moves = len(position.legal_moves()) if depth else 0
    interrupted = False
    start = time.perf_counter()
    try:
        bar_shown = as_json or not divide  # otherwise the counts themselves show the progress
        if depth:
            with progress(iterate_divide(position, depth), "counting", moves, bar_shown) as counts:
                for move, nodes in counts:
                    counted[move.uci()] = nodes
                    if divide and not as_json:
                        click.echo(f"{move.uci()}: {nodes}")
    except KeyboardInterrupt:
        interrupted = True
    seconds = time.perf_counter() - start
    nodes = sum(counted.values()) if depth else 1

    if as_json:
        figures = {
            "fen": position.fen(),
            "depth": depth,
            "nodes": None if interrupted else nodes,
            "seconds": seconds,
            "build": build_mode(RULES),
            "divide": counted,
        }
        click.echo(json.dumps(figures, indent=1))
    else:
        if divide and counted:
            click.echo()
        rate = f"{nodes / seconds:,.0f} a second, " if nodes and seconds >= MIN_MEASURABLE_SECONDS else ""
        pace = f"({seconds:.2f} s, {rate}{build_mode(RULES)})"
        total = "1 node" if nodes == 1 else f"{nodes} nodes"
        if interrupted:
            echo(f"interrupted: {len(counted)} of {moves} moves were counted completely, with {total} {pace}")
        else:
            echo(f"{total} at depth {depth} {pace}")
    if interrupted:
        ctx.exit(EXIT_INTERRUPTED)
