"""Measures the Elo of each search technique and each group of weights, by self-play with the technique disabled.

`python benchmarks/techniques.py` prints a row for each when it is done; `--only "null move"` measures one. Every row is
the result of `gosub match modern modern --b-option "Without=NAME" --nodes N --games N --sprt 0 20` with games that are
adjudicated: --draw 40 8 10 --resign 4 600. For a group of weights both players evaluate by hand.
"""

from __future__ import annotations

from typing import Any, Final

import click
from matches import match_json

from modern.engine.engine import HAND, OPTIONAL
from modern.engine.evaluation.groups import OPTIONAL_GROUPS

#: When a game is adjudicated.
ADJUDICATION: Final = ("--draw", "40", "8", "10", "--resign", "4", "600")


@click.command()
@click.option("--only", "names", multiple=True, type=click.Choice(OPTIONAL), help="Measure this one; may be repeated.")
@click.option("--nodes", type=click.IntRange(1), default=5000, show_default=True, help="Nodes per move.")
@click.option(
    "--games", type=click.IntRange(2), default=600, show_default=True, help="Maximum number of games for each."
)
@click.option("--elo", type=int, default=20, show_default=True, help="The SPRT tests 0 Elo against this.")
@click.option("--seed", type=click.IntRange(0), default=1994, show_default=True, help="Seed of the openings.")
@click.option(
    "--jobs", type=click.IntRange(1), default=2, show_default=True, help="Number of games played at the same time."
)
def main(names: tuple[str, ...], nodes: int, games: int, elo: int, seed: int, jobs: int) -> None:
    """Measure how much Elo the engine loses without each technique."""
    click.echo("| without | games | Elo lost | 95 % interval | LLR | verdict |\n|---|---|---|---|---|---|")
    for name in names or OPTIONAL:
        options = ["--nodes", str(nodes), "--games", str(games), "--seed", str(seed), "--jobs", str(jobs)]
        without = ["--b-option", f"Without={name}", "--sprt", "0", str(elo)]
        # Groups of weights belong to the hand-written evaluation.
        player = f"modern[Evaluation={HAND}]" if name in OPTIONAL_GROUPS else "modern"
        click.echo(row(name, match_json(player, player, *without, *ADJUDICATION, *options)))


def row(name: str, match: dict[str, Any]) -> str:
    """Returns a match as a row of a Markdown table."""
    sprt = match["sprt"]
    low, high = ("" if bound is None else f"{bound:+.0f}" for bound in (match["elo_low"], match["elo_high"]))
    elo = "" if match["elo"] is None else f"{match['elo']:+.0f}"
    verdict = {"elo1": "keep", "elo0": "no gain", None: "undecided"}[sprt["accepted"]]
    return f"| {name} | {match['games']} | {elo} | {low} to {high} | {sprt['llr']:+.1f} | {verdict} |"


if __name__ == "__main__":
    main()
