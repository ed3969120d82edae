"""`gosub uci`: a player as a UCI engine."""

from __future__ import annotations

import click

from modern.cli.options import PLAYER


@click.command(short_help="Run a player as a UCI engine.")
@click.option("--player", "name", type=PLAYER, default="modern", show_default=True, metavar="NAME", help="The player.")
def uci(name: str) -> None:
    """Speak UCI on standard input and output, so that a chess GUI can run one of the players as an engine."""
    import sys

    from modern.players import PlayerError, player_named
    from modern.uci import UciSession

    try:
        player = player_named(name)
    except PlayerError as error:
        raise click.BadParameter(str(error), param_hint="--player") from None
    try:
        UciSession(player, sys.stdin.buffer, sys.stdout.buffer).run()
    finally:
        player.close()
