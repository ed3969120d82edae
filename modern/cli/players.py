"""`gosub players`: the list of players."""

from __future__ import annotations

import click


@click.command(short_help="List the players.")
def players() -> None:
    """List the players: the names for --white, --black and --player, and for the two sides of a match."""
    from modern.play.seats import PLAYER_DESCRIPTIONS

    width = max(map(len, PLAYER_DESCRIPTIONS))
    for name, description in PLAYER_DESCRIPTIONS.items():
        click.echo(f"{name:{width}}  {description}")
