"""Shows which neurons of the network contribute most to the score of a position, and what one of them has learnt.

    python benchmarks/network_neurons.py [FEN] [--count N] [--neuron N] [--svg FILE] [--board-svg FILE]

--svg draws all weights of the neuron that --neuron names.
--board-svg draws the position for the two neurons that contribute most, tempo neurons aside, from both perspectives.
The colour of a piece's square is its weight.
"""

from __future__ import annotations

from pathlib import Path

import click

from modern.cli.output import console, new_table, print_table
from modern.cli.shell import run_and_exit
from modern.engine.network.explain import contributions
from modern.engine.network.network import Network
from modern.engine.network.weights_file import WeightsError, installed_weights
from modern.output_files import check_writable, write_atomically
from modern.pictures.neuron import EXAMPLE_COUNT, EXAMPLE_FEN, EXAMPLE_NEURON, neuron_picture, position_picture
from modern.rules import Position, RulesError
from modern.rules.pieces import WHITE


@click.command()
@click.argument("fen", default=EXAMPLE_FEN)
@click.option("--count", type=click.IntRange(min=1), default=10, show_default=True, help="Number of neurons to show.")
@click.option(
    "--neuron",
    type=click.IntRange(min=0),
    default=EXAMPLE_NEURON,
    show_default=True,
    help="The neuron that --svg draws.",
)
@click.option("--svg", type=click.Path(path_type=Path, dir_okay=False), help="Draw the weights of a neuron.")
@click.option(
    "--board-svg",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Draw the position for the two neurons that contribute most, tempo neurons aside.",
)
def main(fen: str, count: int, neuron: int, svg: Path | None, board_svg: Path | None) -> None:
    """Show the neurons that contribute most to the score of a position."""
    try:
        position, weights = Position(fen), installed_weights()
    except (RulesError, WeightsError) as error:
        raise click.ClickException(str(error)) from None
    if svg and neuron >= weights.hidden:
        raise click.BadParameter(f"the neurons are 0 to {weights.hidden - 1}", param_hint="'--neuron'")
    for path in (svg, board_svg):
        if path:
            check_writable(path)
    found = contributions(weights, position)
    rows = new_table(">neuron", ">White's perspective", ">Black's", ">centipawns for White")
    for each in found[:count]:
        figures = (each.white.centipawns, each.black.centipawns, each.centipawns)
        rows.add_row(str(each.neuron), *(f"{figure:+.1f}" for figure in figures))
    print_table(console(), rows)
    score = int(Network(weights).plain_score(position)) * (1 if position.turn == WHITE else -1)
    of_tempo = sum(each.centipawns for each in found if each.neuron >= weights.ordinary)
    click.echo(
        f"{len(found)} of {weights.hidden} are active; the tempo neurons contribute {of_tempo:+.1f};"
        f" the score is {score / 100:+.2f} for White"
    )
    if svg:
        write_atomically(svg, neuron_picture(weights, neuron))
    if board_svg:
        write_atomically(board_svg, position_picture(weights, position, EXAMPLE_COUNT))


if __name__ == "__main__":
    run_and_exit(main, "network_neurons.py")
