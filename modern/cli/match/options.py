"""The options of `gosub match` and `gosub tournament`, parsed and checked before the first game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from modern.cli.options import DASH, FILE_OR_DASH, SECONDS_TO_THINK, WholeNumberRange, check_distinct
from modern.match.defaults import DEFAULT_PLIES, DEFAULT_RISK, DEFAULT_SECONDS, DEFAULT_SEED, RANDOM_PREFIX
from modern.output_files import check_writable

if TYPE_CHECKING:
    from modern.game.adjudication import Adjudication
    from modern.game.clock import TimeSetting
    from modern.match.openings import NamedOpenings
    from modern.match.statistics import Sprt

FILE: Final = click.Path(path_type=Path)
Decorator = Callable[[Any], Any]
F = TypeVar("F")

# The options that both commands have.

#: How long the players think, from which openings they play, and when a game is adjudicated.
GAME_OPTIONS: Final[Sequence[Decorator]] = (
    click.option("--tc", metavar="SECONDS+INCREMENT", help="Time control; 40/60+1 is 40 moves in 60 seconds."),
    click.option(
        "--time",
        "seconds",
        metavar="SECONDS",
        type=SECONDS_TO_THINK,
        help=f"Time for each move; exceeding it does not lose.  [default: {DEFAULT_SECONDS}]",
    ),
    click.option("--depth", metavar="PLIES", type=WholeNumberRange(1, 100), help="Depth for each move."),
    click.option("--nodes", metavar="N", type=WholeNumberRange(1, 10**12), help="Nodes for each move."),
    click.option(
        "--openings",
        metavar="FILE.pgn|FILE.epd|random:PLIES",
        help=f"Openings of the games.  [default: {RANDOM_PREFIX}{DEFAULT_PLIES}]",
        default=None,
    ),
    click.option(
        "--seed",
        metavar="N",
        type=WholeNumberRange(min=0),
        help=f"Seed of the random openings.  [default: {DEFAULT_SEED}]",
    ),
    click.option(
        "--draw",
        nargs=3,
        metavar="MOVE MOVES CENTIPAWNS",
        type=WholeNumberRange(0, 10**6),
        help="Adjudicate a draw from move MOVE on, if both scores have been this close to 0 for MOVES moves.",
    ),
    click.option(
        "--resign",
        nargs=2,
        metavar="MOVES CENTIPAWNS",
        type=WholeNumberRange(1, 10**6),
        help="Adjudicate a win, if both players have agreed on such a score for MOVES moves.",
    ),
)
JOB_OPTION: Final[Decorator] = click.option(
    "--jobs",
    metavar="N",
    type=WholeNumberRange(min=1),
    default=1,
    show_default=True,
    help="Number of games played in parallel. Leave it at 1 for games by time: parallel games share the processor.",
)
#: The files that are written.
FILE_OPTIONS: Final[Sequence[Decorator]] = (
    click.option("--pgn", metavar="FILE", type=FILE, help="Write the games as they finish; overwrites the file."),
    click.option(
        "--json", "json_file", metavar="FILE", type=FILE_OR_DASH, help="Write the result as JSON; - is standard output."
    ),
    click.option("--resume", metavar="FILE", type=FILE, help="Save progress in a file, or resume from it."),
)


def with_options(command: F, options: Sequence[Decorator]) -> F:
    """Decorates a command with options, in the order in which --help lists them."""
    for option in reversed(options):
        command = option(command)
    return command


def with_game_options(command: F) -> F:
    """Decorates a command with the options of its games."""
    return with_options(command, GAME_OPTIONS)


def with_job_option(command: F) -> F:
    """Decorates a command with the number of games played in parallel."""
    return with_options(command, [JOB_OPTION])


def with_file_options(command: F) -> F:
    """Decorates a command with the files that it writes."""
    return with_options(command, FILE_OPTIONS)


def check_files(pgn: Path | None, json_file: Path | None, resume: Path | None, openings: str | None) -> None:
    """Refuses files that cannot be written, or that would overwrite each other, before the match starts."""

    for option, path in (("--pgn", pgn), ("--resume", resume)):
        if path == DASH:
            raise click.BadParameter("expected a file, not standard output", param_hint=option)
    written = [("--pgn", pgn), ("--json", None if json_file == DASH else json_file), ("--resume", resume)]
    for _, path in written:
        if path:
            check_writable(path)
    read = Path(openings) if openings and not openings.startswith(RANDOM_PREFIX) else None
    check_distinct([("--openings", read), *written])


def time_setting_of(tc: str | None, seconds: float | None, depth: int | None, nodes: int | None) -> TimeSetting:
    """Returns the time setting that was given, or DEFAULT_SECONDS per move. Raises UsageError if several were given."""
    from modern.game.clock import TimeSetting, parse_time_control

    given = {"--tc": tc, "--time": seconds, "--depth": depth, "--nodes": nodes}
    flags = [flag for flag, value in given.items() if value is not None]
    if len(flags) > 1:
        raise click.UsageError(f"{flags[1]} cannot be combined with {flags[0]}")
    if tc is not None:
        try:
            return TimeSetting(parse_time_control(tc))
        except ValueError as error:
            raise click.BadParameter(str(error), param_hint="--tc") from None
    return TimeSetting(None, seconds if flags else DEFAULT_SECONDS, depth, nodes)


def adjudication_of(draw: tuple[int, int, int] | None, resign: tuple[int, int] | None) -> Adjudication:
    """Returns the rules of adjudication. Raises BadParameter."""
    from modern.game.adjudication import Adjudication, DrawRule, ResignRule

    if draw is not None and draw[1] < 1:
        raise click.BadParameter("MOVES is 0; expected at least 1", param_hint="--draw")
    return Adjudication(DrawRule(*draw) if draw else None, ResignRule(*resign) if resign else None)


def openings_of(text: str | None, seed: int | None, games: int) -> NamedOpenings:
    """Returns the openings for so many games. Raises BadParameter, UsageError and ClickException."""
    from modern.match.openings import OpeningError, file_openings, is_random, random_openings

    if text is None or is_random(text):
        try:
            return random_openings(text, seed)
        except ValueError as error:
            raise click.BadParameter(str(error), param_hint="--openings") from None
    if seed is not None:
        raise click.UsageError("--seed can only be used with random openings")
    try:
        return file_openings(Path(text), games)
    except OpeningError as error:
        raise click.ClickException(str(error)) from None


# The options of a match.


def games_of(games: int | None, with_sprt: bool) -> int:
    """Returns the number of games. Raises UsageError."""
    from modern.match.options import number_of_games

    try:
        return number_of_games(games, with_sprt)
    except ValueError as error:
        raise click.UsageError(f"--games {error}") from None


def options_of(texts: Sequence[str], flag: str) -> tuple[tuple[str, str], ...]:
    """Returns the names and values given to `flag`. Raises BadParameter."""
    pairs = []
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign or not name.strip():
            raise click.BadParameter(f"expected NAME=VALUE, not {text[:40]!a}", param_hint=flag)
        pairs.append((name.strip(), value))
    return tuple(pairs)


def sprt_of(elos: tuple[float, float] | None, alpha: float | None, beta: float | None) -> Sprt | None:
    """Returns the SPRT, or None if there is none. Raises UsageError and BadParameter."""
    from modern.match.statistics import Sprt

    if elos is None:
        if alpha is not None or beta is not None:
            raise click.UsageError("--alpha and --beta can only be used with --sprt")
        return None
    try:
        return Sprt(*elos, DEFAULT_RISK if alpha is None else alpha, DEFAULT_RISK if beta is None else beta)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--sprt") from None


# The options of a tournament.


def players_of(names: Sequence[str]) -> Sequence[str]:
    """Returns the players. Raises UsageError if one is named twice, or if there is only one."""
    from modern.match.options import check_players
    from modern.players import PlayerError

    try:
        check_players(names)
    except (PlayerError, ValueError) as error:
        raise click.UsageError(str(error)) from None
    return names


def gauntlet_of(players: Sequence[str], name: str | None) -> int | None:
    """Returns the number of the player who meets all others, None for a round robin. Raises BadParameter."""
    from modern.match.options import player_number

    if name is None:
        return None
    try:
        return player_number(players, name)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--gauntlet") from None


def anchor_of(players: Sequence[str], text: str | None) -> tuple[int, float] | None:
    """Returns the number of a player and its Elo, or None. Raises BadParameter."""
    from modern.match.options import parse_anchor

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
