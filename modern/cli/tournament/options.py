"""The options of `gosub tournament`, parsed and checked before the first game."""

from __future__ import annotations

from collections.abc import Sequence

import click


def players_of(names: Sequence[str]) -> Sequence[str]:
    """Returns the players. Raises UsageError if one is named twice, or if there is only one."""
    from modern.match.entries import check_players
    from modern.players import PlayerError

    try:
        check_players(names)
    except (PlayerError, ValueError) as error:
        raise click.UsageError(str(error)) from None
    return names


def gauntlet_of(players: Sequence[str], name: str | None) -> int | None:
    """Returns the number of the player who meets all others, None for a round robin. Raises BadParameter."""
    from modern.match.entries import player_number

    if name is None:
        return None
    try:
        return player_number(players, name)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--gauntlet") from None


def anchor_of(players: Sequence[str], text: str | None) -> tuple[int, float] | None:
    """Returns the number of a player and its Elo, or None. Raises BadParameter."""
    from modern.match.entries import parse_anchor

    if text is None:
        return None
    try:
        return parse_anchor(players, text)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--anchor") from None


def even_games(ctx: click.Context, param: click.Parameter, games: int) -> int:
    """Returns the number of games of each pairing. Raises BadParameter if it is odd."""
    if games % 2:
        raise click.BadParameter(f"{games} is odd; expected an even number, two games for each opening")
    return games


def check_workers(ctx: click.Context) -> None:
    """Raises UsageError if both a number of processes and a cluster are given."""
    from click.core import ParameterSource

    if ctx.params["cluster"] and ctx.get_parameter_source("jobs") != ParameterSource.DEFAULT:
        raise click.UsageError("--jobs cannot be combined with --dask")
