"""`gosub uci`: a player as a UCI engine."""

from __future__ import annotations

import sys

import click

from modern.cli.options import player_option
from modern.players import PlayerError, player_named
from modern.uci import UciSession


@click.command
@player_option("name")
def uci(name: str) -> None:
    """Speak UCI on standard input and output, so that a chess GUI can run one of the players as an engine."""
    try:
        player = player_named(name)
    except PlayerError as error:
        raise click.BadParameter(str(error), param_hint="'--player'") from None
    try:
        UciSession(player, sys.stdin.buffer, sys.stdout.buffer).run()
    finally:
        player.close()
