"""The options that `gosub match` and `gosub tournament` share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from modern.cli.files import FILE_OR_DASH
from modern.cli.number_range import SECONDS_TO_THINK, WholeNumberRange
from modern.match.defaults import DEFAULT_PLIES, DEFAULT_SECONDS, DEFAULT_SEED, RANDOM_PREFIX

FILE: Final = click.Path(path_type=Path)
Decorator = Callable[[Any], Any]
F = TypeVar("F")

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
