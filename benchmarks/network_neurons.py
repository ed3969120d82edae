"""Shows which neurons of the network contribute most to the score of a position, and what one of them has learnt.

    python benchmarks/network_neurons.py [FEN] [--count N] [--neuron N] [--svg FILE] [--board-svg FILE]

--svg draws all weights of the neuron that contributes most, or of the one that --neuron names. --board-svg draws the
position once for each of the four neurons that contribute most, with the weight of each piece as its square's colour.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from modern.cli.output import console, new_table, print_table
from modern.cli.shell import run_and_exit
from modern.engine.network.explain import contributions
from modern.engine.network.network import Network
from modern.engine.network.weights_file import WeightsError, installed_weights
from modern.output_files import check_writable, write_atomically
from modern.pictures.neuron import neuron_picture, position_picture
from modern.rules import Position, RulesError
from modern.rules.pieces import WHITE

#: An attack on a castled king.
DEFAULT_FEN: Final = "r1bq1rk1/pp3ppp/2nbpn2/3p4/3P4/2NB1N2/PP3PPP/R1BQR1K1 w - - 0 11"
#: The number of boards that --board-svg draws.
BOARDS: Final = 4


@click.command()
@click.argument("fen", default=DEFAULT_FEN)
@click.option("--count", type=click.IntRange(min=1), default=10, show_default=True, help="Number of neurons to show.")
@click.option("--neuron", type=click.IntRange(min=0), help="The neuron to draw.  [default: the first of the list]")
@click.option("--svg", type=click.Path(path_type=Path, dir_okay=False), help="Draw the weights of a neuron.")
@click.option(
    "--board-svg",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Draw the position for the neurons that contribute most.",
)
def main(fen: str, count: int, neuron: int | None, svg: Path | None, board_svg: Path | None) -> None:
    """Show the neurons that contribute most to the score of a position."""
    try:
        position, weights = Position(fen), installed_weights()
    except (RulesError, WeightsError) as error:
        raise click.ClickException(str(error)) from None
    if neuron is not None and neuron >= weights.hidden:
        raise click.BadParameter(f"the neurons are 0 to {weights.hidden - 1}", param_hint="'--neuron'")
    for path in (svg, board_svg):
        if path:
            check_writable(path)
    found = contributions(weights, position)
    if svg and neuron is None:
        if not found:
            raise click.ClickException("no neuron is active in this position; name the one to draw with --neuron")
        neuron = found[0].neuron
    rows = new_table(">neuron", "perspective", ">centipawns for White")
    for contribution in found[:count]:
        rows.add_row(str(contribution.neuron), contribution.perspective, f"{contribution.centipawns:+.1f}")
    print_table(console(), rows)
    score = int(Network(weights).plain_score(position)) * (1 if position.turn == WHITE else -1)
    click.echo(f"{len(found)} of {2 * weights.hidden} are active; the score is {score / 100:+.2f} for White")
    if svg and neuron is not None:
        write_atomically(svg, neuron_picture(weights, neuron))
    if board_svg:
        write_atomically(board_svg, position_picture(weights, position, BOARDS))


if __name__ == "__main__":
    run_and_exit(main, "network_neurons.py")
