"""`gosub uci`: a player as a UCI engine."""

from __future__ import annotations

import sys
from contextlib import closing

import click

from modern.cli.options import player_option
from modern.cli.shell import reported
from modern.players import PlayerError, player_named
from modern.players.levels import LEVELLED_PLAYER
from modern.uci import UciSession


@click.command
@player_option("The player.  [default: modern]")
def uci(player: str | None) -> None:
    """Speak UCI on standard input and output, so that a chess GUI can run one of the players as an engine."""
    with reported(PlayerError, option="'--player'"):
        engine = player_named(player or LEVELLED_PLAYER)
    with closing(engine):
        UciSession(engine, sys.stdin.buffer, sys.stdout.buffer).run()
