"""What each technique of the search and each group of weights is worth: matches of the engine against itself without.

`python benchmarks/techniques.py` prints a row for each as it is done; `--only "null move"` asks for one. Every row is
what `gosub match modern modern --b-option "Without=NAME" --nodes N --games N --sprt 0 20` says.
"""

from __future__ import annotations

import json
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

import click

from modern.engine.evaluation.groups import OPTIONAL_GROUPS
from modern.engine.techniques import TECHNIQUES

GOSUB = str(Path(sysconfig.get_path("scripts")) / "gosub")
NAMES = (*TECHNIQUES, *OPTIONAL_GROUPS)


@click.command()
@click.option("--only", "names", multiple=True, type=click.Choice(NAMES), help="One of them; may be given again.")
@click.option("--nodes", type=click.IntRange(1), default=5000, show_default=True, help="Of a move.")
@click.option("--games", type=click.IntRange(2), default=600, show_default=True, help="At most, for each.")
@click.option("--elo", type=int, default=20, show_default=True, help="The test is of 0 against so much.")
@click.option("--seed", type=click.IntRange(0), default=1994, show_default=True, help="Of the openings.")
@click.option("--jobs", type=click.IntRange(1), default=2, show_default=True, help="Games at a time.")
def main(names: tuple[str, ...], nodes: int, games: int, elo: int, seed: int, jobs: int) -> None:
    """Measure what the engine loses without each technique."""
    click.echo("| without | games | Elo lost | with 95 % | LLR | the test says |\n|---|---|---|---|---|---|")
    for name in names or NAMES:
        options = ["--nodes", str(nodes), "--games", str(games), "--seed", str(seed), "--jobs", str(jobs)]
        command = [GOSUB, "match", "modern", "modern", "--b-option", f"Without={name}", "--sprt", "0", str(elo)]
        ended = subprocess.run([*command, *options, "--json", "-"], capture_output=True, text=True, check=False)
        if ended.returncode:
            raise click.ClickException(ended.stderr.strip().splitlines()[-1])
        click.echo(row(name, json.loads(ended.stdout)))


def row(name: str, match: dict[str, Any]) -> str:
    """A match as a row of a table."""
    sprt = match["sprt"]
    low, high = ("" if bound is None else f"{bound:+.0f}" for bound in (match["elo_low"], match["elo_high"]))
    elo = "" if match["elo"] is None else f"{match['elo']:+.0f}"
    says = {"elo1": "keep", "elo0": "no gain", None: "undecided"}[sprt["accepted"]]
    return f"| {name} | {match['games']} | {elo} | {low} to {high} | {sprt['llr']:+.1f} | {says} |"


if __name__ == "__main__":
    main()
