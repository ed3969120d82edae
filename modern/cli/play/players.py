"""The players of a game of `gosub play`: named by options or asked for, and how strong a program is."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from typing import TYPE_CHECKING, Final, NamedTuple

import click

if TYPE_CHECKING:
    from modern.game.session import Seat
    from modern.players import Player
    from modern.players.levels import NamedLevel
    from modern.players.spec import PlayerSpec

#: The seats, and the player in each; None for a human.
SeatsAndPlayers = tuple[dict[str, "Seat"], dict[str, "Player | None"]]

#: The answer to the question for a level that limits nothing, and the level of an empty answer.
FULL_STRENGTH: Final = "full"
DEFAULT_LEVEL: Final = 3


class Strength(NamedTuple):
    """The Elo that a program is to be limited to, and the option that says so."""

    elo: int
    option: str


def strength_of(elo: int | None, level: NamedLevel | None) -> Strength | None:
    """Returns the strength that --elo or --level asks for, if one of them does. Raises UsageError."""
    if elo is not None and level is not None:
        raise click.UsageError(f"--elo and --level cannot be combined: {level} is Elo {level.elo}")
    if level is not None:
        return Strength(level.elo, "--level")
    return None if elo is None else Strength(elo, "--elo")


def players_of_options(
    cleanup: ExitStack, names: Mapping[str, str | None], strength: Strength | None
) -> SeatsAndPlayers:
    """Starts the players that the options name, or asks for them if no option does."""
    from modern.players.levels import LEVELLED_PLAYER
    from modern.players.seats import completed_specs

    if strength:
        specs = completed_specs(names, LEVELLED_PLAYER)
        return start_players(cleanup, limited_specs(specs, names, strength))
    return start_players(cleanup, completed_specs(names)) if any(names.values()) else _ask_for_players(cleanup)


def start_players(cleanup: ExitStack, specs: Mapping[str, str]) -> SeatsAndPlayers:
    """Starts these players. Raises BadParameter if there is no such player."""
    from modern.players import PlayerError

    seats: dict[str, Seat] = {}
    players: dict[str, Player | None] = {}
    for side, spec in specs.items():
        try:
            seats[side], players[side] = start_player(cleanup, spec)
        except PlayerError as error:
            raise click.BadParameter(str(error), param_hint=f"--{side}") from None
    return seats, players


def start_player(cleanup: ExitStack, spec: str) -> tuple[Seat, Player | None]:
    """Starts a player, which `cleanup` closes. Raises PlayerError."""
    from modern.players.seats import seated

    seat, player = seated(spec)
    if player:
        cleanup.callback(player.close)
    return seat, player


def limited_specs(
    specs: Mapping[str, str], names: Mapping[str, str | None], strength: Strength | None
) -> dict[str, str]:
    """Returns who plays each side, with the program limited to a strength, if one is asked for.

    `names` has the players that the command line names; a saved game has the others. Raises BadParameter.
    """
    from modern.game.session import HUMAN

    if strength is None:
        return dict(specs)
    programs = {side: spec for side in specs if (spec := _parsed(side, specs[side])).name.lower() != HUMAN}
    if len(programs) != 1:
        reason = (
            f"both sides are programs; limit one by its name: 'modern[UCI_Elo={strength.elo}]'"
            if programs
            else "no program plays; name one with --white or --black"
        )
        raise click.BadParameter(reason, param_hint=strength.option)
    ((side, program),) = programs.items()
    if names[side] and program.sets_strength:
        raise click.BadParameter(f"{program} names its own strength already", param_hint=strength.option)
    _check_strength(program, strength)
    return {**specs, side: str(program.limited_to(strength.elo))}


def _parsed(side: str, spec: str) -> PlayerSpec:
    from modern.players import PlayerError
    from modern.players.spec import parse_spec

    try:
        return parse_spec(spec)
    except PlayerError as error:
        raise click.BadParameter(str(error), param_hint=f"--{side}") from None


def _check_strength(program: PlayerSpec, strength: Strength) -> None:
    """Raises BadParameter if one of our own players cannot be limited to a strength.

    What an outside program can do is known only when it is started.
    """
    from modern.players import PLAYERS, OptionError, player_class
    from modern.players.levels import LEVELLED_PLAYER
    from modern.players.protocol import UCI_ELO

    name = program.name.lower()
    if name not in PLAYERS:
        return
    option = next((option for option in player_class(name).options if option.name == UCI_ELO), None)
    try:
        if option is None:
            raise OptionError(f"{name} cannot be limited to an Elo; {LEVELLED_PLAYER} can")
        option.parse(str(strength.elo))
    except OptionError as error:
        raise click.BadParameter(str(error), param_hint=strength.option) from None


def _ask_for_players(cleanup: ExitStack) -> SeatsAndPlayers:
    """Asks who plays White and who plays Black, as the listing's ASK does, and starts them.

    At a keyboard, it also asks how strong `modern` is to be against a human.
    """
    from modern.cli.play.prompt import Prompt
    from modern.players import PLAYERS, PlayerError, player_class
    from modern.players.seats import DEFAULT_PLAYERS, PLAYER_DESCRIPTIONS

    years = {name: player_class(name).year if name in PLAYERS else "" for name in PLAYER_DESCRIPTIONS}
    width, year_width = max(map(len, years)), max(map(len, years.values()))
    for name, description in PLAYER_DESCRIPTIONS.items():
        click.echo(f"  {name:{width}}  {years[name]:{year_width}}  {description}")
    prompt = Prompt(lambda before, prefix: PLAYER_DESCRIPTIONS)
    seats: dict[str, Seat] = {}
    players: dict[str, Player | None] = {}
    for side, default in DEFAULT_PLAYERS.items():
        while side not in seats:
            try:
                spec = prompt.ask(f"Who plays {side.capitalize()}? [{default}] ") or default
                seats[side], players[side] = start_player(cleanup, spec)
            except PlayerError as error:
                click.echo(str(error))
            except EOFError:
                raise click.ClickException(f"no player was named for {side.capitalize()}") from None
    if prompt.interactive and (side_and_spec := _asked_strength(seats)):  # the answers on a pipe go on with the moves
        side, spec = side_and_spec
        seats[side], players[side] = start_player(cleanup, spec)
    return seats, players


def _asked_strength(seats: Mapping[str, Seat]) -> tuple[str, str] | None:
    """Asks for the level of `modern` if it was named without options and its opponent is human.

    Returns its side, and its name with the level; None if there is no such player, or if it plays at full strength.
    """
    from modern.game.session import HUMAN
    from modern.players.levels import LEVELLED_PLAYER
    from modern.players.spec import PlayerSpec

    if {seat.spec for seat in seats.values()} != {HUMAN, LEVELLED_PLAYER}:
        return None
    side = next(side for side, seat in seats.items() if seat.spec == LEVELLED_PLAYER)
    try:
        level = _asked_level()
    except EOFError:
        raise click.ClickException("no level was named") from None
    return (side, str(PlayerSpec(LEVELLED_PLAYER).limited_to(level.elo))) if level else None


def _asked_level() -> NamedLevel | None:
    """Asks for a level until there is one. Returns None for full strength. Raises EOFError."""
    from modern.cli.options import LIST_LEVELS
    from modern.cli.play.prompt import Prompt
    from modern.cli.players import print_levels
    from modern.players.levels import LEVELLED_PLAYER, NAMED_LEVELS, level_named

    highest = len(NAMED_LEVELS)
    question = f"How strong is {LEVELLED_PLAYER}? 1 to {highest}, {FULL_STRENGTH} or {LIST_LEVELS} [{DEFAULT_LEVEL}] "
    prompt = Prompt(lambda before, prefix: [*(level.name for level in NAMED_LEVELS), FULL_STRENGTH, LIST_LEVELS])
    while True:
        answer = prompt.ask(question).lower() or str(DEFAULT_LEVEL)
        if answer == FULL_STRENGTH:
            return None
        if answer == LIST_LEVELS:
            print_levels()
            continue
        try:
            return level_named(answer)
        except ValueError as error:
            click.echo(str(error))
