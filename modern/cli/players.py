"""`gosub players`: who can play."""

from __future__ import annotations

import click


@click.command(short_help="List who can play.")
def players() -> None:
    """List the players, a line each: names for --white and --black, --player, and the two sides of a match."""
    from modern.play.seats import PLAYER_DESCRIPTIONS

    width = max(map(len, PLAYER_DESCRIPTIONS))
    for name, line in PLAYER_DESCRIPTIONS.items():
        click.echo(f"{name:{width}}  {line}")
