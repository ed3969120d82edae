"""The command line type for the names of players, with completion by the shell."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem


class PlayerName(click.types.StringParamType):
    """A player's name, with its options in brackets. It is checked only when the player is started."""

    name = "player"

    def __init__(self, allow_human: bool = False) -> None:
        self.allow_human = allow_human

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Returns the names that begin with `incomplete`, each with a line of help. Commands are not completed.

        After a bracket the player's options are completed, and after an equals sign the values of one.
        """
        from modern.game.session import HUMAN
        from modern.players import PLAYERS
        from modern.players.seats import PLAYER_DESCRIPTIONS

        player, bracket, settings = incomplete.partition("[")
        if bracket and player in PLAYERS:
            return [CompletionItem(text) for text in _settings(player, settings) if text.startswith(incomplete)]
        names = [*PLAYERS, HUMAN] if self.allow_human else [*PLAYERS]
        return [CompletionItem(name, help=PLAYER_DESCRIPTIONS[name]) for name in names if name.startswith(incomplete)]


def _settings(player: str, typed: str) -> list[str]:
    """Returns what may be typed for the last of the settings in a player's brackets."""
    from modern.players import player_class
    from modern.players.protocol import BOOLEANS, CHECK

    earlier, comma, last = typed.rpartition(",")
    before = f"{player}[{earlier}{comma}"
    name, equals, _ = last.partition("=")
    options = player_class(player).options
    if not equals:
        return [f"{before}{option.name}=" for option in options]
    choices = next(
        (tuple(BOOLEANS) if option.type == CHECK else option.choices for option in options if option.name == name), ()
    )
    return [f"{before}{name}={choice}]" for choice in choices]


PLAYER = PlayerName()
PLAYER_OR_HUMAN = PlayerName(allow_human=True)


def depth_ignored(name: str, depth: str) -> str:
    """Returns what is said of --depth with a player that always searches to its own depth, in words."""
    return f"{name} ignores --depth: it searches {depth}"
