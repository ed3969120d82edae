"""The command line type for the names of players, with completion by the shell."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem


class PlayerName(click.types.StringParamType):
    """A player's name. It is checked only when the player is started."""

    name = "player"

    def __init__(self, allow_human: bool = False) -> None:
        self.allow_human = allow_human

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Returns the names that begin with `incomplete`, each with a line of help. Commands are not completed."""
        from modern.play.seats import HUMAN, PLAYER_DESCRIPTIONS
        from modern.players import PLAYERS

        names = [*PLAYERS, HUMAN] if self.allow_human else [*PLAYERS]
        return [CompletionItem(name, help=PLAYER_DESCRIPTIONS[name]) for name in names if name.startswith(incomplete)]


PLAYER = PlayerName()
PLAYER_OR_HUMAN = PlayerName(allow_human=True)
