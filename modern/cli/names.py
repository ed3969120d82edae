"""Names of players and levels: how they are checked, completed and listed, and the answer to a wrong name."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import Final

import click
from click.shell_completion import CompletionItem

from modern.cli.output import console, new_table, print_table
from modern.cli.shell import reported
from modern.game.session import HUMAN
from modern.players import PLAYERS, PlayerError, player_class
from modern.players.levels import LEVELLED_PLAYER, NAMED_LEVELS, elo_named
from modern.players.protocol import BOOLEANS, CHECK
from modern.players.seats import PLAYER_DESCRIPTIONS, check_player, limited_spec
from modern.players.suggestion import not_found

#: The meaning of the figures in the list of levels.
FOOTNOTE: Final = (
    "The last two columns are measured: the pawns that a level's moves lose on average, and how many of its moves lose"
    " a piece or more (docs/measurements/engine.md). The last level is full strength."
)


def bad_name(
    noun: str, text: str, names: Iterable[str], otherwise: str = "", option: str | None = None
) -> click.BadParameter:
    """Returns the error for a name that is not in `names`: `no reading called 'recordet'; did you mean recorded?`.

    Without a near name, it ends with `otherwise`, by default with all names. A type need not name
    the option.
    """
    return click.BadParameter(not_found(noun, text, names, otherwise), param_hint=option)


# Players.


def checked_player(text: str, allow_human: bool) -> str:
    """Returns a player's name as typed. Raises BadParameter if the player or the option does not exist."""
    try:
        check_player(text, allow_human)
    except PlayerError as error:
        raise click.BadParameter(str(error)) from None
    return text


def player_completions(incomplete: str, allow_human: bool) -> list[CompletionItem]:
    """Returns the names that begin with `incomplete`, each with a line of help. Commands are not completed.

    After a bracket the player's options are completed, and after an equals sign the values of one.
    """
    player, bracket, settings = incomplete.partition("[")
    if bracket and player in PLAYERS:
        return [CompletionItem(text) for text in _settings(player, settings) if text.startswith(incomplete)]
    names = [*PLAYERS, HUMAN] if allow_human else [*PLAYERS]
    return [CompletionItem(name, help=PLAYER_DESCRIPTIONS[name]) for name in names if name.startswith(incomplete)]


def _settings(player: str, typed: str) -> list[str]:
    """Returns the possible completions of the last setting in a player's brackets."""
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


def player_at_level(player: str | None, elo: int) -> str:
    """Returns the player that `--player` names, limited to the Elo of `--level`; without a name, modern.

    Raises BadParameter if the player has no levels, or if its name says already how strong it is.
    """
    with reported(PlayerError, option="--level"):
        return limited_spec(player or LEVELLED_PLAYER, elo)


# Levels.


def checked_level(text: str) -> int:
    """Returns the Elo of the level with this number or name, or an Elo itself. Raises BadParameter."""
    try:
        return elo_named(text)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


def level_completions(incomplete: str) -> list[CompletionItem]:
    """Returns the names that begin with `incomplete`, each with its number and Elo."""
    levels = [level for level in NAMED_LEVELS if level.name.startswith(incomplete.lower())]
    return [CompletionItem(level.name, help=f"level {level.number}, Elo {level.elo}") for level in levels]


def print_levels() -> None:
    """Prints the table of the levels, each with the average loss of its moves."""
    rows = new_table(">level", "name", ">Elo", ">pawns lost per move", ">lose a piece")
    for level in NAMED_LEVELS:
        loss = f"{level.centipawn_loss / 100:.2f}"
        rows.add_row(str(level.number), level.name, str(level.elo), loss, f"{level.piece_losses} %")
    rows.columns[1].no_wrap = True
    out = console()
    print_table(out, rows, ["lose a piece", "pawns lost per move"])
    click.echo(textwrap.fill(FOOTNOTE, out.width))
