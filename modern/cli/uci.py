"""`gosub uci`: a player as a UCI engine."""

from __future__ import annotations

import sys
from contextlib import closing

import click

from modern.cli.names import player_at_level
from modern.cli.options import player_options
from modern.cli.shell import reported
from modern.players import PlayerError, player_named
from modern.players.levels import NamedLevel
from modern.uci import UciSession


@click.command
@player_options("The player.  [default: modern]")
def uci(player: str | None, level: NamedLevel | None) -> None:
    """Speak UCI on standard input and output, so that a chess GUI can run one of the players as an engine."""
    name = player_at_level(player, level)
    with reported(PlayerError, option="'--player'"):
        engine = player_named(name)
    with closing(engine):
        UciSession(engine, sys.stdin.buffer, sys.stdout.buffer).run()
